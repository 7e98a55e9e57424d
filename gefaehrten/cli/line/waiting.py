"""Pure. Whom the table waits for, and for how long: what a prompt says while it is not the reader's turn.

The one rule: a person who is thinking, a bot that is, and a connection that is gone are told apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gefaehrten.core.kernel import DECIDE
from gefaehrten.core.text import N_, Sentence
from gefaehrten.session.events import Waiting
from gefaehrten.session.players import Position

PLAYERS = Sentence(N_("Waiting for players"))
READINESS = Sentence(N_("Waiting until everybody is ready"))

PATIENCE = 5
"""Seconds after which the prompt begins to count, and the step it counts in: quiet for readers aloud."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """Somebody's turn: number, seat, name, and since when in seconds of the clock."""

    number: int
    seat: int
    name: str
    since: float


@dataclass(frozen=True, slots=True)
class _Gone:
    """A lost seat (-1: the host): its name, and when patience ends in seconds of the clock."""

    name: str
    until: float


class Waits:
    """Whom the table waits for. Mutable: it follows the match.

    Attributes:
        bots: the seats that bots play.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.bots: frozenset[int] = frozenset()
        self._clock = clock
        self._state: Sentence | _Turn | None = None
        self._gone: dict[int, _Gone] = {}

    def lobby(self, *, full: bool = False) -> None:
        """Seats are still being taken; or all are, and somebody is not ready yet."""
        if self._state in (None, PLAYERS, READINESS):
            self._state = READINESS if full else PLAYERS

    def turn(self, position: Position) -> None:
        """A step of the match has been taken in."""
        kernel = position.kernel
        for step in position.steps if self._gone else ():
            if step["step"] == "retired":
                self._gone.pop(int(str(step["seat"])), None)  # the others play on without it
        if kernel.request() != DECIDE or kernel.actor() == position.seat:
            self._state = None
            return
        seat, number = kernel.actor(), kernel.turns()
        if not (isinstance(self._state, _Turn) and self._state.number == number):
            self._state = _Turn(number, seat, position.names[seat], self._clock())

    def nobody(self) -> None:
        """It is the reader's own turn."""
        self._state = None

    def over(self) -> None:
        """Play has ended; the openings of the others are still to come."""
        self._state = Sentence(N_("Checking the match"))

    def gone(self, event: Waiting) -> None:
        """A seat, or the host, has been lost."""
        self._gone[event.seat] = _Gone(event.name, self._clock() + event.seconds)

    def back(self, seat: int) -> None:
        """A lost seat is there again."""
        self._gone.pop(seat, None)

    def sentence(self) -> Sentence | None:
        """Who is waited for now; None where nobody is."""
        for seat, gone in self._gone.items():
            left = max(0, round(gone.until - self._clock()))
            if seat < 0:
                return Sentence(N_("The host is gone, {seconds} s left"), {"seconds": left})
            return Sentence(N_("{who} is gone, {seconds} s left"), {"who": gone.name, "seconds": left})
        if not isinstance(self._state, _Turn):
            return self._state
        return self._thinking(self._state)

    def _thinking(self, turn: _Turn) -> Sentence:
        waited = int(self._clock() - turn.since) // PATIENCE * PATIENCE
        params = {"who": turn.name, "seconds": waited}
        if turn.seat in self.bots:
            if not waited:
                return Sentence(N_("{who} is thinking"), params)
            return Sentence(N_("{who} is thinking, {seconds} s"), params)
        if not waited:
            return Sentence(N_("It is {who}'s turn"), params)
        return Sentence(N_("It is {who}'s turn, {seconds} s"), params)
