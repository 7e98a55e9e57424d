"""Pure. Whom the table waits for, and for how long: what a prompt says while it is not the reader's turn.

The one rule: a person who is thinking, a bot that is, and a connection that is gone are told apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from gefaehrten.cli.line.consent import PAUSED
from gefaehrten.core.kernel import DECIDE
from gefaehrten.core.text import N_, Sentence
from gefaehrten.session.events import ClockSet, Continued, Idled, Paused, Waiting
from gefaehrten.session.players import Position

PLAYERS = Sentence(N_("Waiting for players"))
READINESS = Sentence(N_("Waiting until everybody is ready"))

PATIENCE = 5
"""Seconds after which the prompt begins to count, and the step it counts in: quiet for readers aloud."""

LAST_SECONDS = 20
"""Seconds of a clock that are counted one by one."""


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
        paused: whether the match is.
        idle: the seats that the autopilot plays, because their people are not there.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.bots: frozenset[int] = frozenset()
        self.paused = False
        self.idle: set[int] = set()
        self._own = -1
        self._set: ClockSet | None = None
        self._set_at = 0.0
        self._clock = clock
        self._state: Sentence | _Turn | None = None
        self._gone: dict[int, _Gone] = {}

    def lobby(self, *, full: bool = False) -> None:
        """Seats are still being taken; or all are, and somebody is not ready yet."""
        if self._state in (None, PLAYERS, READINESS):
            self._state = READINESS if full else PLAYERS

    def turn(self, position: Position) -> None:
        """A step of the match has been taken in."""
        kernel, self._own = position.kernel, position.seat
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
        self.paused = False
        self._state = Sentence(N_("Checking the match"))

    def heed(self, event: Paused | Continued | ClockSet | Idled) -> None:
        """Something that the waiting depends on, beside steps and lines."""
        match event:
            case Paused():
                self.paused = True
            case Continued():
                self.paused = False
            case ClockSet():
                self._set, self._set_at = event, self._clock()
            case Idled():
                (self.idle.add if event.idle else self.idle.discard)(event.seat)

    def left(self, seat: int) -> tuple[float, float] | None:
        """What a seat has left for its turn, and of its reserve; None where no clock is set for it."""
        clock = self._set
        if clock is None or clock.seat != seat:
            return None
        passed = self._clock() - self._set_at if clock.running else 0.0
        beyond = max(0.0, passed - clock.seconds)
        return max(0.0, clock.seconds - passed), max(0.0, clock.reserve - beyond)

    def gone(self, event: Waiting) -> None:
        """A seat, or the host, has been lost."""
        self._gone[event.seat] = _Gone(event.name, self._clock() + event.seconds)

    def back(self, seat: int) -> None:
        """A lost seat is there again; with the host (-1) everybody, as far as it does not say otherwise anew."""
        if seat < 0:
            self._gone.clear()
        self._gone.pop(seat, None)

    def sentence(self) -> Sentence | None:
        """Who is waited for now; None where nobody is."""
        if self.paused:
            return PAUSED
        if self._own in self.idle:
            return Sentence(N_("The autopilot plays for you; any key or line ends that"))
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
        left = self.left(turn.seat)
        if turn.seat in self.idle:
            return Sentence(N_("The autopilot plays for {who}"), params)
        if left is not None:
            return Sentence(N_("It is {who}'s turn, {clock}"), {"who": turn.name, "clock": clock_said(left)})
        if turn.seat in self.bots:
            if not waited:
                return Sentence(N_("{who} is thinking"), params)
            return Sentence(N_("{who} is thinking, {seconds} s"), params)
        if not waited:
            return Sentence(N_("It is {who}'s turn"), params)
        return Sentence(N_("It is {who}'s turn, {seconds} s"), params)


def clock_said(left: tuple[float, float], step: int = PATIENCE) -> Sentence:
    """How long somebody has: for the turn, then of the reserve.

    Args:
        step: seconds that it is counted in while there are many; the last ones are counted one by one.
    """
    seconds, reserve = left
    if seconds > 0 or not reserve:
        return Sentence(N_("{time} left"), {"time": clock_time(seconds, step)})
    return Sentence(N_("{time} of the reserve left"), {"time": clock_time(reserve, step)})


def clock_shown(left: tuple[float, float], step: int = PATIENCE) -> str:
    """The same in as few signs as there can be; a plus stands before what is the reserve's."""
    seconds, reserve = left
    return clock_time(seconds, step) if seconds > 0 or not reserve else "+" + clock_time(reserve, step)


def clock_time(seconds: float, step: int = 1) -> str:
    """Minutes and seconds."""
    whole = ceil(seconds)
    if whole > LAST_SECONDS:
        whole = whole // step * step
    return f"{whole // 60}:{whole % 60:02}"
