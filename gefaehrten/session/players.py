"""Shell. Who decides for a seat: a bot in a process of its own, or whatever a screen puts in its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from gefaehrten.core.game import Game, JsonStep, Setup, Slot
from gefaehrten.core.kernel import Kernel
from gefaehrten.session.bots import BotProcess


@dataclass(frozen=True, slots=True)
class Position:
    """What a seat knows when it is to move.

    Attributes:
        kernel: the seat's own knowledge, a copy.
        names: of all seats, cleaned.
        steps: of the record so far.
        hand: the seat's slots and the card that each is.
        turn: number of the turn at this table.
    """

    game: Game
    setup: Setup
    kernel: Kernel
    seat: int
    names: tuple[str, ...]
    steps: Sequence[JsonStep]
    hand: tuple[tuple[Slot, int], ...]
    turn: int


class Leaving(Exception):
    """The person wants to leave the table."""


class Player(Protocol):
    """Decides for one seat."""

    async def decide(self, position: Position) -> list[int]:
        """The seat's whole turn as kernel actions.

        Raises:
            Leaving: the player wants to go.
        """
        ...


class BotPlayer:
    """A bot of some level; it sees what its seat sees.

    Args:
        start: starts the process that thinks.
        level: how strong it is.
        entropy: a source of random bytes.
    """

    def __init__(self, start: Callable[[], BotProcess], level: str, entropy: Callable[[int], bytes]) -> None:
        self._start = start
        self._process: BotProcess | None = None
        self._level = level
        self._entropy = entropy

    def prepare(self) -> None:
        """Starts the process ahead of the first need; but not while the decks are sealed, which needs the machine."""
        if self._process is None:
            self._process = self._start()

    def close(self) -> None:
        """Ends the process, if one was started."""
        process, self._process = self._process, None
        if process is not None:
            process.close()

    async def decide(self, position: Position) -> list[int]:
        self.prepare()
        assert self._process is not None, "a prepared bot has a process"
        seed = int.from_bytes(self._entropy(7), "little")
        return await self._process.think(
            position.game.key,
            position.setup,
            position.kernel.dump(),
            position.seat,
            self._level,
            seed,
        )
