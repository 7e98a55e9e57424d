"""Whole matches on the full screen: by keys alone, by mouse alone. Nothing but what a terminal sends goes in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from gefaehrten.core.random import Random
from gefaehrten.core.stage import Click, Hotspot, Press, Type
from gefaehrten.core.view import Scene
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.games.gefaehrten.hand import letters
from gefaehrten.games.gefaehrten.moves import legal
from gefaehrten.games.gefaehrten.names import kind_of
from tests.terminal.screens import Sitting, Table, sitting

pytestmark = pytest.mark.slow


class Hands:
    """Somebody who plays at random, but legally, and looks at the screen before going on."""

    def __init__(self, seat: Sitting, seed: int) -> None:
        self.seat = seat
        self.rng = Random(seed)

    @property
    def scene(self) -> Scene:
        """What is on the screen."""
        scene = self.seat.front.desk.state().scene
        assert scene is not None
        return scene

    async def until(self, done: Callable[[], bool]) -> None:
        """Waits until what was typed has come to something that is drawn."""
        await self.seat.glass.until(lambda _: done())

    def stands(self) -> tuple[int, int, bool]:
        """Where the turn stands: its number, how much of it is made, whether it is one's own and open."""
        state = self.seat.front.desk.state()
        if state.scene is None:
            return -1, 0, False
        mine = state.scene.is_mover() and state.waiting is None
        return int(state.scene.kernel.turns()), len(state.scene.turn), mine

    def wanted(self) -> int:
        """Any legal action but the end of the turn; that one where there is no other, or one time in three."""
        scene = self.scene
        possible = legal(scene.now()) if scene.on_turn() else [int(tables.END)]
        others = [action for action in possible if action != tables.END]
        if not others or (tables.END in possible and self.rng.below(3) == 0):
            return int(tables.END)
        return others[self.rng.below(len(others))]

    async def play(self, table: Table) -> None:
        """The whole match."""
        playing = asyncio.ensure_future(table.play(self.seat.front))
        while True:
            await self.until(lambda: playing.done() or self.stands()[2])
            if playing.done():
                break
            before = self.stands()
            await self.act(self.wanted())
            await self.until(lambda before=before: playing.done() or self.stands() != before)  # type: ignore[misc]
        await playing
        await self.seat.glass.shows("Result", "were honest")

    async def act(self, action: int) -> None:
        """Does what makes an action, or the end of the turn."""
        raise NotImplementedError


class Typist(Hands):
    """Keys alone."""

    async def act(self, action: int) -> None:
        if action == tables.END:
            self.seat.types("\r")
            return
        scene = self.scene
        picks = GAME.view().choices(scene)
        if picks:
            for _ in range(self.rng.below(3)):
                self.seat.types("\x1b[B")
            self.seat.types("\r")
            return
        spelled = GAME.format(scene.now(), action)
        made = len(scene.turn)
        self.seat.types(spelled)
        await self.until(lambda: self.seat.front.desk.typed() == spelled or len(self.scene.turn) > made)
        if self.seat.front.desk.typed():
            self.seat.types("\r")


class Mouse(Hands):
    """Clicks alone."""

    async def act(self, action: int) -> None:
        if action == tables.END:
            await self.commit()
            return
        scene = self.scene
        if GAME.view().choices(scene):
            await self.click(lambda click: click == Press("down"))
            before = len(scene.turn)
            await self.click(lambda click: click == Press("enter"))
            await self.until(lambda: len(self.scene.turn) > before)
            return
        now = scene.now()
        if not _simple(GAME.format(now, action)):
            # Rings and cells have their own tests: here another card does.
            plain = [each for each in legal(now) if _simple(GAME.format(now, each))]
            if not plain:
                await self.commit()
                return
            action = plain[self.rng.below(len(plain))]
        spelled = GAME.format(now, action)
        space = spelled.partition("@")[2]
        same = [
            "abcdef"[index]
            for index, face in enumerate(letters(scene))
            if (
                kind_of(face) == tables.NAZGUL
                if action >= tables.BASE_NAZGUL
                else face == (action - tables.BASE_PLACE) // 10 % 32
            )
        ]
        words = [word for letter in same for word in (letter, f"{letter}@")]
        clicks = [Type(word) for word in words] + [Press(f"={word}") for word in words]
        await self.click(lambda click: click in clicks)
        await self.until(lambda: self.seat.front.desk.typed() in words)
        made = len(scene.turn)
        await self.click(lambda click: click in (Type(space), Type(f"@{space}")))
        await self.until(lambda: len(self.scene.turn) > made or space in self.seat.front.desk.typed())
        if len(self.scene.turn) == made:
            await self.click(lambda click: click == Press("enter"))

    async def commit(self) -> None:
        await self.click(lambda click: click == Press("enter"))

    async def click(self, wanted: Callable[[Click], bool]) -> None:
        """Clicks the middle of the first place that does what is wanted."""
        spot = await self.spot(wanted)
        self.seat.clicks(spot.row + spot.height // 2, spot.column + spot.width // 2)

    async def spot(self, wanted: Callable[[Click], bool]) -> Hotspot:
        def find() -> Hotspot | None:
            frame = self.seat.front.desk._acts.cover.frame
            return next((spot for spot in frame.hotspots if wanted(spot.click)), None)

        await self.until(lambda: find() is not None)
        found = find()
        assert found is not None
        return found


def _simple(spelled: str) -> bool:
    """Whether an action is a card on one of the ten spaces, without a ring."""
    return "@" in spelled and not any(sign in spelled for sign in "+,>")


@pytest.mark.parametrize(("seats", "columns", "rows"), [(4, 100, 30), (2, 80, 24), (3, 60, 20)])
async def test_a_match_by_keys_alone(tmp_path: Path, seats: int, columns: int, rows: int) -> None:
    table = Table(seats=seats, seed=11)
    async with sitting(tmp_path, table, columns=columns, rows=rows) as seat:
        await Typist(seat, 3).play(table)
        assert table.match.reason()


@pytest.mark.parametrize(("columns", "rows"), [(120, 40), (80, 24)])
async def test_a_match_by_mouse_alone(tmp_path: Path, columns: int, rows: int) -> None:
    table = Table(seats=4, seed=12)
    async with sitting(tmp_path, table, columns=columns, rows=rows) as seat:
        await Mouse(seat, 4).play(table)
        assert table.match.reason()
