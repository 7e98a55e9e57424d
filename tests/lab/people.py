"""Pure. Who plays in the laboratory: people who think for a while, and choose at random from a seed.

The one rule: whoever is asked again after a crash may choose something else; what is signed decides.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final, Protocol, runtime_checkable

from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.game import Setup
from gefaehrten.core.kernel import UNKNOWN, Kernel
from gefaehrten.core.random import Random
from gefaehrten.engine import catalogue
from gefaehrten.session.events import Idled, Moved, Notice, Paused, Resumed, SessionEvent
from gefaehrten.session.following import Wish
from gefaehrten.session.front import Controls
from gefaehrten.session.players import Position
from protocol.errors import ProtocolError
from protocol.machine.motions import PAUSE
from protocol.machine.table import Table
from tests.lab.tiny import DECK, STAKES, TinyKernel
from tests.machines import Entropy, HasKernel, random_actions

LONGEST_PAUSE: Final = 200.0
"""Seconds that people like to pause for at most."""


class Alive(Protocol):
    """Whether somebody's process still runs."""

    dead: bool


def anything(position: HasKernel, seat: int, rng: Random) -> list[int]:
    """A whole turn, at random."""
    kernel = position.kernel
    if not isinstance(kernel, TinyKernel):
        return random_actions(position, rng)
    known = [face for face in kernel.hands[seat] if face != UNKNOWN]
    return [known[rng.below(len(known))] + DECK * rng.below(STAKES)]


@dataclass
class Before:
    """A position before a bot."""

    kernel: Kernel


class Bot:
    """Stands in for the process of a bot: plays at random, after a while that takes no time."""

    def __init__(self, **_: Any) -> None:
        """As `BotProcess`."""

    async def think(
        self, key: str, setup: Setup, dump: list[int], seat: int, level: str, seed: int
    ) -> list[int]:
        """See `BotProcess`."""
        await asyncio.sleep(0.2)
        return anything(Before(catalogue.game(key).load(setup, dump)), seat, Random(seed))

    def close(self) -> None:
        """See `BotProcess`."""


@runtime_checkable
class Sitting(Protocol):
    """What a person sits before: a seat's session, or the host's controls."""

    @property
    def table(self) -> Table | None: ...
    @property
    def number(self) -> int: ...
    async def move(self, wish: Wish) -> None: ...
    async def autopilot(self, on: bool) -> None: ...
    def quit(self) -> None: ...


class Person:
    """A front, and the player of a seat, for one life of a process.

    Args:
        seed: of the choices.
        think: seconds that it thinks at most.
        life: of its process; the dead hear nothing.
        hear: takes the events.
    """

    def __init__(self, seed: str, think: float, life: Alive, hear: Callable[[SessionEvent], None]) -> None:
        self._seat: Sitting | None = None
        self._doing: set[asyncio.Task[None]] = set()
        self._rng = Random(int.from_bytes(Entropy(seed)(7), "big"))
        self._think = think
        self._life = life
        self._hear = hear

    def attach(self, controls: Controls) -> None:
        """See `Front`."""
        assert isinstance(controls, Sitting)
        self.sit(controls)

    def sit(self, seat: Sitting) -> None:
        """What it does, it does here from now on."""
        self._seat = seat

    def tell(self, event: SessionEvent) -> None:
        """See `Front`."""
        if self._life.dead:
            return
        self._hear(event)
        match event:
            case Moved(wish=wish, agreed=agreed, needed=needed) if wish and agreed < needed:
                if self._rng.below(8):
                    self._do(self._move("pause" if wish == PAUSE else "abort", self._think))
            case Idled(seat=seat, idle=True) if self._seat is not None and seat == self._seat.number:
                self._do(self._come_back())
            case Notice(text=text) if text.template.startswith("You are not in the match any more"):
                if self._seat is not None:
                    self._seat.quit()
            case Paused():
                self._do(self._play_on())
            case Resumed():
                self._do(self._play_on())
            case _:
                pass

    def wish(self, wish: Wish) -> None:
        """It would like something from now on."""
        self._do(self._move(wish, 0.0))

    def rest(self, seconds: float) -> None:
        """The program plays for so long."""
        self._do(self._rest(seconds))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)

    async def _move(self, wish: Wish, think: float) -> None:
        await asyncio.sleep(think * int(self._rng.below(1000)) / 1000)
        if self._seat is not None and not self._life.dead:
            with contextlib.suppress(ProtocolError, GefaehrtenError):  # it comes too late
                await self._seat.move(wish)

    async def _play_on(self) -> None:
        """In a pause: rests for a while, would like to play on, and goes home if nobody else would."""
        await asyncio.sleep(1.0)
        if self._pausing():
            await self._move("", LONGEST_PAUSE)
            await asyncio.sleep(LONGEST_PAUSE)
            if self._pausing() and self._seat is not None:
                self._seat.quit()

    def _pausing(self) -> bool:
        table = None if self._life.dead or self._seat is None else self._seat.table
        return table is not None and table.paused

    async def _come_back(self) -> None:
        """The program has taken over because time was up; after a while the person notices."""
        await asyncio.sleep(LONGEST_PAUSE * int(self._rng.below(1000)) / 1000)
        if self._seat is not None and not self._life.dead:
            with contextlib.suppress(ProtocolError, GefaehrtenError):
                await self._seat.autopilot(False)

    async def _rest(self, seconds: float) -> None:
        if self._seat is None:
            return
        with contextlib.suppress(ProtocolError, GefaehrtenError):
            await self._seat.autopilot(True)
            await asyncio.sleep(seconds)
            await self._seat.autopilot(False)

    async def decide(self, position: Position) -> list[int]:
        """See `Front`."""
        await asyncio.sleep(self._think * int(self._rng.below(1000)) / 1000)
        return anything(position, position.seat, self._rng)

    async def another(self) -> bool:
        """See `Front`."""
        return False
