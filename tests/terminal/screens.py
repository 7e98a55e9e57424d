"""A full screen without a terminal: what is drawn goes into pyte, what is typed comes out of a pipe.

Nothing sleeps: every wait is for something that is drawn.
"""

from __future__ import annotations

import asyncio
import io
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pyte
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from ai.outlook import Outlook
from ai.thinking import Candidate
from gefaehrten.cli.line.adviser import Thinker
from gefaehrten.cli.screen.front import ScreenFront
from gefaehrten.core.game import Setup
from gefaehrten.core.kernel import DECIDE, Kernel
from gefaehrten.core.random import Random
from gefaehrten.engine.dealer import Dealer
from gefaehrten.engine.match import Match
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.session.events import (
    Ended,
    Judged,
    LobbySeat,
    LobbyShown,
    SessionEvent,
    Started,
    Stepped,
)
from gefaehrten.session.players import Position
from gefaehrten.session.requests import Person, Screen
from tests.machines import random_actions

PATIENCE = 5.0
"""Seconds that a test waits for something to be drawn before it fails; nothing takes a tenth of it."""

NAMES = ("Ann", "Bot 1", "Bot 2", "Bot 3")


class Glass(io.StringIO):
    """A terminal's screen that tests can read."""

    encoding = "utf-8"

    def __init__(self, columns: int = 100, rows: int = 30) -> None:
        super().__init__()
        self.size = Size(rows=rows, columns=columns)
        self.raw: list[str] = []
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self.screen)
        self._drawn = asyncio.Event()

    def write(self, text: str) -> int:
        self.raw.append(text)
        self._stream.feed(text)
        self._drawn.set()
        return len(text)

    def flush(self) -> None:
        """Everything is drawn already."""

    def isatty(self) -> bool:
        return True

    @property
    def text(self) -> str:
        """What can be seen."""
        return "\n".join(row.rstrip() for row in self.screen.display)

    @property
    def bytes(self) -> str:
        """Everything that was ever written."""
        return "".join(self.raw)

    async def until(self, seen: Callable[[str], bool]) -> str:
        """Waits until the screen looks like that; returns it."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not seen(self.text):
                    self._drawn.clear()
                    await self._drawn.wait()
        except TimeoutError:
            raise AssertionError(f"this was still to be seen:\n{self.text}") from None
        return self.text

    async def shows(self, *texts: str) -> str:
        """Waits until all texts can be seen."""
        return await self.until(lambda seen: all(text in seen for text in texts))

    async def hides(self, text: str) -> str:
        """Waits until a text can no longer be seen."""
        return await self.until(lambda seen: text not in seen)

    def resize(self, columns: int, rows: int) -> None:
        """As a terminal does whose window is pulled."""
        self.size = Size(rows=rows, columns=columns)
        self.screen.resize(rows, columns)
        os.kill(os.getpid(), signal.SIGWINCH)

    def where(self, text: str) -> tuple[int, int]:
        """Row and column, from 0, of a text that can be seen."""
        for row, seen in enumerate(self.screen.display):
            if text in seen:
                return row, seen.index(text)
        raise AssertionError(f"no {text!r} in:\n{self.text}")


class Advice(Thinker):
    """A bot that is sure at once."""

    def __init__(self) -> None:
        self.closed = False

    async def think(
        self, game_key: str, setup: Setup, dump: list[int], seat: int, level: str, seed: int
    ) -> list[int]:
        return random_actions(_Holds(GAME.load(setup, dump)), Random(seed))

    async def hint(
        self, game_key: str, setup: Setup, dump: list[int], seat: int, level: str, seed: int
    ) -> list[Candidate]:
        turn = await self.think(game_key, setup, dump, seat, level, seed)
        return [Candidate(turn[0], 2594, 0.5, Outlook(23.6, 0.456)), Candidate(turn[0], 321, 0.5)]

    def close(self) -> None:
        self.closed = True


class _Holds:
    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel


class Table:
    """Controls over a local match, all hands but one's own masked: what a session is to a screen. Notes what is asked.

    Args:
        own: the screen's seat; -1 for a watcher.
    """

    def __init__(self, seats: int = 4, seed: int = 7, own: int = 0, names: tuple[str, ...] = NAMES) -> None:
        self.setup = Setup(seats, {option.key: option.values[0] for option in GAME.options}, ("",) * seats)
        self.match = Match(GAME, self.setup)
        self.own = own
        self.names = names[:seats]
        self.asked: list[object] = []
        self.left = asyncio.Event()
        self.refusal: Exception | None = None
        self._dealer = Dealer(self.match, seed)
        self.rng = Random(seed)
        self._begun = False

    # Controls

    async def say(self, text: str) -> None:
        self._note(("say", text))

    async def fill(self) -> None:
        self._note("fill")

    async def ready(self, ready: bool) -> None:
        self._note(("ready", ready))

    async def wish(self, colour: str) -> None:
        self._note(("wish", colour))

    async def kick(self, seat: int) -> None:
        self._note(("kick", seat))

    async def add_bot(self, level: str) -> None:
        self._note(("bot", level))

    async def move(self, wish: str) -> None:
        self._note(("move", wish))

    async def autopilot(self, on: bool) -> None:
        self._note(("autopilot", on))

    def concede(self) -> None:
        self._note("concede")
        self.left.set()

    def quit(self) -> None:
        self.left.set()

    def position(self) -> Position | None:
        if not self._begun:
            return None
        kernel = self.match.kernel.clone()
        kernel.mask(self.own)
        held = [] if self.own < 0 else self.match.hand(self.own)
        hand = tuple((slot, card) for slot, card in held if card is not None)
        return Position(
            GAME, self.setup, kernel, self.own, self.names, tuple(self.match.steps), hand, int(kernel.turns())
        )

    def _note(self, what: object) -> None:
        if self.refusal is not None:
            raise self.refusal
        self.asked.append(what)

    # The match

    def begin(self, front: ScreenFront, *, people: int = 1) -> None:
        """The match starts."""
        self._begun = True
        self._dealer.serve()
        seats = tuple(
            {"seat": seat, "name": name, "bot": seat >= people, "key": "00", "colours": []}
            for seat, name in enumerate(self.names)
        )
        front.tell(Started("c0ffee" * 5 + "00", seats, 0.2, "jadoj-vavad"))
        self._told = 0
        self._tell(front)

    def turn(self, front: ScreenFront, actions: list[int]) -> None:
        """Somebody's turn happens."""
        seat = self.match.kernel.actor()
        self.match.turn(seat, *self.match.encode(seat, actions))
        self._dealer.serve()
        self._tell(front)

    def others(self, front: ScreenFront) -> None:
        """All turns up to the next of the own seat, or the end."""
        while self.match.kernel.request() == DECIDE and self.match.kernel.actor() != self.own:
            self.turn(front, random_actions(self.match, self.rng))

    async def play(self, front: ScreenFront) -> None:
        """The whole match, the own seat's turns asked of the front."""
        self.begin(front)
        while self.match.kernel.request() == DECIDE:
            self.others(front)
            position = self.position()
            if position is not None and position.kernel.request() == DECIDE:
                self.turn(front, await front.decide(position))
        self.end(front)

    def end(self, front: ScreenFront) -> None:
        """Result and verdict."""
        scores, winners = self.match.scores(), self.match.winners()
        front.tell(Ended(tuple(scores), tuple(winners), self.match.reason(), 321, "00" * 32))
        front.tell(Judged(True, True, ()))

    def _tell(self, front: ScreenFront) -> None:
        for step in self.match.steps[self._told :]:
            front.tell(Stepped(step))
        self._told = len(self.match.steps)


def person(folder: Path, **wanted: object) -> Person:
    """Somebody who wants the full screen."""
    return Person("Ann", folder, "en", Screen.FULL, quick=bool(wanted.pop("quick", True)), **wanted)  # type: ignore[arg-type]


class Sitting:
    """A front on a glass, with a keyboard."""

    def __init__(self, front: ScreenFront, glass: Glass, keyboard: PipeInput) -> None:
        self.front = front
        self.glass = glass
        self._keyboard = keyboard

    def types(self, text: str) -> None:
        """Keys as a terminal sends them."""
        self._keyboard.send_text(text)

    def clicks(self, row: int, column: int) -> None:
        """A click with the left button, as xterm reports it (SGR)."""
        self._keyboard.send_text(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")

    def turns_wheel(self, row: int, column: int, *, down: bool) -> None:
        """One click of the wheel."""
        self._keyboard.send_text(f"\x1b[<{65 if down else 64};{column + 1};{row + 1}M")

    def told(self, event: SessionEvent) -> None:
        self.front.tell(event)


@asynccontextmanager
async def sitting(
    folder: Path,
    table: Table | None,
    *,
    columns: int = 100,
    rows: int = 30,
    clock: Callable[[], float] = lambda: 1000.0,
    first_time: bool = False,
    **wanted: object,
) -> AsyncIterator[Sitting]:
    """A screen in front of a table, closed at the end."""
    glass = Glass(columns, rows)
    with create_pipe_input() as keyboard:
        front = ScreenFront(
            person(folder, **wanted),
            glass,
            first_time=lambda game: first_time,
            clock=clock,
            make_thinker=Advice,
            source=keyboard,
            screen=Vt100_Output(glass, lambda: glass.size, term="xterm-256color"),
        )
        front.attach(table if table is not None else Table())
        try:
            yield Sitting(front, glass, keyboard)
        finally:
            await front.close()


# What several tests need


@dataclass
class Clock:
    """Time that passes when a test says so."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


def lobby(*, own: int, ready: bool = True, names: tuple[str, ...] = ("Ann", "Berta")) -> LobbyShown:
    seats = tuple(
        LobbySeat(seat, name, f"{seat:02}" * 32, False, seat == 0 or ready, "red" if seat else "")
        for seat, name in enumerate(names)
    )
    return LobbyShown("gefaehrten", {"nazgul_range": "location", "points": "open"}, 4, seats, own, 0)


async def at_turn(seat: Sitting, table: Table) -> asyncio.Task[list[int]]:
    """The match has begun, and it is the own turn."""
    table.begin(seat.front)
    table.others(seat.front)
    position = table.position()
    assert position is not None
    asked = asyncio.ensure_future(seat.front.decide(position))
    await seat.glass.shows("Turn ", "your turn", "Hand:")
    return asked


async def asked_for(table: Table, what: object) -> None:
    """The session has been asked for this."""
    for _ in range(2000):
        if what in table.asked:
            table.asked.remove(what)
            return
        await asyncio.sleep(0)
        await asyncio.get_running_loop().run_in_executor(None, lambda: None)
    raise AssertionError(f"{what} is not in {table.asked}")


def any_turn(table: Table) -> list[int]:
    return random_actions(table.match, table.rng)
