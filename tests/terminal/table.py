"""A table without a session: positions made by hand, a typist instead of a terminal, and controls that take notes."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Iterable
from typing import TextIO

from gefaehrten.cli.line.reading import Complete, Prompt, Stop
from gefaehrten.core.game import Setup
from gefaehrten.core.lines import Line
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.session.events import Started
from gefaehrten.session.players import Position
from tests.unit.games.gefaehrten.kernel_positions import position as kernel_position

NAMES = ("Anna", "Berta", "Cem", "Dörte")
SETUP = Setup(4, {"nazgul_range": "location", "points": "open"}, ("", "", "", ""))

HOSTILE = (
    "\x1b[2J",
    "\x1b]52;c;ZXZpbA==\x07",
    "\x9b2J",
    "\u202egnirts\u202c",
    "zero\u200bwidth\ufeff",
    "line\nbreak\r\u2028",
    "x" * 500,
    "👩‍👩‍👧‍👦" * 20,
    "漢字" * 100,
    "\ud800",
)
"""Names and messages of people who would like to paint on somebody else's screen."""


def bag_end(**given: object) -> GefaehrtenKernel:
    """Bag End with free spaces 9 and 0; red, seat 0, is to move."""
    setting: dict[str, object] = {
        "seats": 4,
        "spaces": {
            "1": "r1",
            "2": "r1",
            "3": "b4",
            "4": "b1",
            "5": "y2",
            "6": "y1",
            "7": "g1",
            "8": "y1",
        },
        "hands": {0: "r1 r1 r2 r4 r5 rN"},
        "unknown": {1: 6, 2: 6, 3: 6},
        **given,
    }
    return kernel_position(**setting)  # type: ignore[arg-type]


def seen(kernel: GefaehrtenKernel, seat: int = 0, names: tuple[str, ...] = NAMES) -> Position:
    """What a seat knows of a position."""
    masked = kernel.clone()
    masked.mask(seat)
    return Position(GAME, SETUP, masked, seat, names, (), (), int(kernel.turns()))


def started(names: tuple[str, ...] = NAMES, bots: frozenset[int] = frozenset()) -> Started:
    """The event that begins a match."""
    seats = tuple(
        {"seat": seat, "name": name, "bot": seat in bots, "key": "00", "colours": []}
        for seat, name in enumerate(names)
    )
    return Started("c0ffee" * 5 + "00", seats, 0.2, "jadoj-vavad")


def harmless(text: str) -> bool:
    """Whether no character of the text can move a cursor, hide or reorder text, or break a line."""
    return not any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") for char in text)


class Desk:
    """Controls that note what was asked of them.

    Attributes:
        now: what the seat knows; None before the match.
        refusal: raised instead of doing what is asked.
    """

    def __init__(self, now: Position | None = None) -> None:
        self.now = now
        self.said: list[str] = []
        self.asked: list[str] = []
        self.filled = 0
        self.quits = 0
        self.left = asyncio.Event()
        self.refusal: Exception | None = None

    async def say(self, text: str) -> None:
        self._refuse()
        self.said.append(text)

    async def fill(self) -> None:
        self._refuse()
        self.filled += 1

    async def ready(self, ready: bool) -> None:
        self._refuse()
        self.asked.append(f"ready {ready}")

    async def wish(self, colour: str) -> None:
        self._refuse()
        self.asked.append(f"wish {colour}")

    async def kick(self, seat: int) -> None:
        self._refuse()
        self.asked.append(f"kick {seat}")

    async def add_bot(self, level: str) -> None:
        self._refuse()
        self.asked.append(f"bot {level}")

    async def move(self, wish: str) -> None:
        self._refuse()
        self.asked.append(f"move {wish}")

    async def autopilot(self, on: bool) -> None:
        self._refuse()
        self.asked.append(f"autopilot {on}")

    def concede(self) -> None:
        self.asked.append("concede")
        self.quit()

    def position(self) -> Position | None:
        return self.now

    def quit(self) -> None:
        self.quits += 1
        self.left.set()

    def _refuse(self) -> None:
        if self.refusal is not None:
            raise self.refusal


class Typist:
    """A reader whose lines a test types, and whose screen it reads."""

    eager = True

    def __init__(self, stream: TextIO, complete: Complete, prompt: Prompt) -> None:
        self.complete = complete
        self.prompt = prompt
        self.width: int | None = None
        self.refreshed = 0
        self.closed = 0
        self._shown: list[str] = []
        self._printed = asyncio.Event()
        self._waits = asyncio.Event()
        self._lines: asyncio.Queue[str | Stop] = asyncio.Queue()

    async def line(self) -> str | Stop:
        self._waits.set()
        return await self._lines.get()

    def refresh(self) -> None:
        self.refreshed += 1

    def print(self, lines: Iterable[Line]) -> None:
        self._shown += [each.text for each in lines]
        self._printed.set()

    def columns(self) -> int | None:
        return self.width

    def close(self) -> None:
        self.closed += 1

    def taken(self) -> str:
        """What has been printed since the last look."""
        shown, self._shown = self._shown, []
        return "\n".join(shown)

    async def types(self, *texts: str | Stop) -> str:
        """Types lines one after the other, each when the last is dealt with; returns what was printed meanwhile."""
        await self._waits.wait()
        self.taken()
        for text in texts:
            self._waits.clear()
            self._lines.put_nowait(text)
            await self._waits.wait()
        return self.taken()

    def types_last(self, text: str | Stop) -> None:
        """Types a line after which no other is read."""
        self._lines.put_nowait(text)

    async def shows(self, text: str) -> None:
        """Waits until a text has been printed."""
        while text not in "\n".join(self._shown):
            self._printed.clear()
            await self._printed.wait()
