"""A replay as a person sees it: drawn by the real terminal library into pyte, typed and clicked through a pipe."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from gefaehrten.cli.screen.replay import ReplayScreen
from gefaehrten.core.lines import Glyphs
from gefaehrten.core.view import Wording
from gefaehrten.session.history import History, look_back
from tests import replays
from tests.replays import Clock
from tests.terminal.screens import PATIENCE, Glass
from tests.terminal.table import HOSTILE, harmless

pytestmark = pytest.mark.slow

LEAVES_SCREEN = "\x1b[?1049l"
SHOWS_CURSOR = "\x1b[?25h"


class Seat:
    """A replay on a glass, with a keyboard."""

    def __init__(self, screen: ReplayScreen, glass: Glass, keyboard: PipeInput, clock: Clock) -> None:
        self.screen = screen
        self.glass = glass
        self.clock = clock
        self.running = asyncio.ensure_future(screen.run())
        self._keyboard = keyboard

    def types(self, text: str) -> None:
        self._keyboard.send_text(text)

    def clicks(self, text: str, offset: int = 0) -> None:
        """A click with the left button on a text that can be seen."""
        row, column = self.glass.where(text)
        column += offset
        self._keyboard.send_text(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")

    async def ends(self) -> None:
        """Waits until the screen has been left."""
        async with asyncio.timeout(PATIENCE):
            await self.running
        assert LEAVES_SCREEN in self.glass.bytes
        assert SHOWS_CURSOR in self.glass.bytes.rpartition("\x1b[?25l")[2]


@asynccontextmanager
async def watching(
    history: History | None = None,
    *,
    columns: int = 100,
    rows: int = 30,
    glyphs: Glyphs = Glyphs.UNICODE,
    **wanted: object,
) -> AsyncIterator[Seat]:
    glass, clock = Glass(columns, rows), Clock()
    with create_pipe_input() as keyboard:
        screen = ReplayScreen(
            replays.whole() if history is None else history,
            Wording(str, glyphs),
            glass,
            clock=clock,
            source=keyboard,
            screen=Vt100_Output(glass, lambda: glass.size, term="xterm-256color"),
            **wanted,  # type: ignore[arg-type]
        )
        seat = Seat(screen, glass, keyboard, clock)
        try:
            yield seat
        finally:
            if not seat.running.done():
                seat.types("q")
            await asyncio.gather(seat.running, return_exceptions=True)


async def test_keys_as_a_terminal_sends_them() -> None:
    async with watching() as seat:
        await seat.glass.shows("step 0 of 223", "The match begins.", "seen by a watcher")
        seat.types("\x1b[C\x1b[C\x1b[C")
        await seat.glass.shows("step 8 of 223", "Dörte: 2 Arwen on space 7", "Turn 2 · Dörte")
        seat.types("\x1b[D")
        await seat.glass.shows("step 5 of 223")
        seat.types("\x1b[6~")
        await seat.glass.shows("step 37 of 223", "Bag End scored")
        seat.types("\x1b[B")
        await seat.glass.shows("step 63 of 223")
        seat.types("\x1b[5~")
        await seat.glass.shows("step 37 of 223")
        seat.types("vv")
        await seat.glass.shows("seen by Berta", "Hand:  a")
        seat.types("\x1b[F")
        await seat.glass.shows("step 223 of 223", "Result", "Anna has won.", "All 4 seats honest, proven.")
        seat.types("\x1b[H5")
        await seat.glass.shows("step 111 of 223")
        seat.types("t")
        await seat.glass.shows("step 112 of 223")
        seat.types("\x1b[1;2C")
        await seat.glass.shows("step 112 of 223")


async def test_clicks_on_the_bar_and_on_hints() -> None:
    async with watching() as seat:
        await seat.glass.shows("step 0 of 223")
        seat.clicks("●─", 30)
        await seat.glass.until(lambda text: "step 0 of" not in text)
        before = seat.glass.text
        seat.clicks("→ on")
        await seat.glass.until(lambda text: text != before)
        seat.clicks("next scoring")
        await seat.glass.until(
            lambda text: any(f"step {mark} of" in text for mark in replays.whole().scorings)
        )
        seat.clicks("? help")
        await seat.glass.shows("Looking around", "leaves the replay")
        seat.clicks("Esc close")
        await seat.glass.hides("Looking around")
        seat.clicks("What happened")
        await seat.glass.shows("What happened  Esc", "▶")
        seat.clicks("Q leave")
        await seat.ends()


async def test_it_plays_by_the_clock_and_shows_a_scoring_slowly() -> None:
    async with watching(at=36, speed=32.0) as seat:
        await seat.glass.shows("step 36 of 223")
        seat.types(" ")
        await seat.glass.shows("playing")
        seat.clock.now += 0.05
        await seat.glass.shows("step 37 of 223", "Scoring", "skip")
        seat.clock.now += 10
        await seat.glass.hides("skip")
        seat.clock.now += 0.05
        await seat.glass.shows("step 38 of 223")
        seat.types(" ")
        await seat.glass.shows("stopped")


async def test_quick_shows_nothing_slowly() -> None:
    async with watching(at=36, speed=32.0, quick=True) as seat:
        await seat.glass.shows("step 36 of 223")
        seat.types(" ")
        await seat.glass.shows("playing")
        seat.clock.now += 0.05
        shown = await seat.glass.shows("step 37 of 223")
        assert "skip" not in shown


@pytest.mark.parametrize("key", ["q", "Q", "\x03", "\x04", "\x1b"])
async def test_it_is_left_at_once(key: str) -> None:
    async with watching() as seat:
        await seat.glass.shows("step 0 of 223")
        seat.types(key)
        await seat.ends()


async def test_a_page_the_rules_and_the_way_back() -> None:
    async with watching(at=60, viewpoint=1) as seat:
        await seat.glass.shows("step 60 of 223")
        seat.types("K")
        await seat.glass.shows("Cards not seen yet")
        seat.types("\x1b[C")
        await seat.glass.shows("step 61 of 223", "Cards not seen yet")
        seat.types("R")
        await seat.glass.shows("Rules", "Esc")
        seat.types("\x1b")
        await seat.glass.hides("Rules ")
        seat.types("x")
        await seat.glass.shows("“x” does nothing here")


async def test_every_size_down_to_one_cell() -> None:
    async with watching(at=100) as seat:
        await seat.glass.shows("step 100 of 223")
        for columns, rows in ((80, 24), (60, 20), (40, 12), (20, 6), (3, 2), (1, 1), (200, 60)):
            seat.glass.resize(columns, rows)
            seat.types("\x1b[C")
        await seat.glass.shows("seen by a watcher", "of 223")
        assert max(map(len, seat.glass.text.splitlines())) > 190


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: replays.cut(150), "The record stops at entry 150; what there is holds."),
        (replays.unproven, "What can be checked holds; unproven"),
        (replays.broken, "This record does not hold; what comes before its first fault is shown."),
    ],
)
async def test_a_doubtful_record_says_so(make: replays.Make, sentence: str) -> None:
    async with watching(make()) as seat:
        await seat.glass.shows(sentence)
        seat.types("v")
        await seat.glass.shows("No seat has opened its secrets")


async def test_ascii_has_nothing_else() -> None:
    async with watching(glyphs=Glyphs.ASCII, at=84, viewpoint=3) as seat:
        shown = await seat.glass.shows("step 84 of 223", "Doerte")
        assert shown.isascii()
        seat.types("L")
        shown = await seat.glass.shows("What happened  Esc")
        assert shown.isascii()


@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
async def test_hostile_names(hostile: str) -> None:
    history = look_back(replays.record())
    history.names = (hostile, "Ann", f"x{hostile}", hostile)
    async with watching(history, at=84, viewpoint=0) as seat:
        await seat.glass.shows("step 84 of")
        seat.types("\x1b[FL")
        shown = await seat.glass.shows("What happened  Esc")
        assert harmless(shown.replace("\n", ""))
        assert "\x1b]52;" not in seat.glass.bytes
        assert "\x9b" not in seat.glass.bytes
        assert "\u202e" not in seat.glass.bytes


async def test_what_breaks_inside_is_raised_and_the_terminal_is_given_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with watching() as seat:
        await seat.glass.shows("step 0 of 223")

        def broken(*_: object) -> None:
            raise ZeroDivisionError("on purpose")

        monkeypatch.setattr(seat.screen.desk, "tick", broken)
        seat.types(" ")
        with pytest.raises(ZeroDivisionError, match="on purpose"):
            await seat.ends()
        assert LEAVES_SCREEN in seat.glass.bytes


async def test_a_cancelled_replay_gives_the_terminal_back_first() -> None:
    async with watching() as seat:
        await seat.glass.shows("step 0 of 223")
        seat.running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await seat.running
        assert LEAVES_SCREEN in seat.glass.bytes
        assert "Traceback" not in seat.glass.bytes
