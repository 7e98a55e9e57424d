"""Pure. Who may come in: how many connections there are, from where, and how fast new ones come.

Theory of operation. A connection is a *stranger* from its first packet until it has proved that it knows a code;
then it is *inside*, and what follows is for the table to limit. Strangers wait outside and are heard one after the
other, at a pace that leaves the table its share of the machine. The few places of those who are heard are never all
taken: whoever is next takes that of the oldest stranger of the most crowded neighbourhood, so that who holds places
without a word keeps nobody out. Each has had time by then for three small messages.
The one rule: a connection counts from its first packet to its last, whatever it says in between, and whoever is
inside is never made to go.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, auto

from protocol import limits
from protocol.net.addresses import neighbourhood


class Answer(Enum):
    """What becomes of a newcomer."""

    COME_IN = auto()
    """Somebody has played from there: it is heard at once, since it may be a seat whose line was down."""

    WAIT = auto()
    """It is heard when it is its turn."""

    BUSY = auto()
    """Too many, or too fast: it may try again in a moment."""


class State(Enum):
    """How far a connection is."""

    OUTSIDE = auto()
    WAITS = auto()
    HEARD = auto()
    INSIDE = auto()


@dataclass(slots=True, eq=False)
class Visitor:
    """One connection. Mutable: it may prove itself.

    Attributes:
        origin: see `Link.origin`.
        near: the neighbourhood that it is in.
    """

    origin: str
    near: str = ""
    state: State = State.OUTSIDE

    def __post_init__(self) -> None:
        self.near = neighbourhood(self.origin)


@dataclass(slots=True)
class _Pace:
    """How fast something may happen. Mutable: what is left."""

    left: float
    counted: float

    def refill(self, limit: limits.Pace, now: float) -> None:
        self.left = min(limit.burst, self.left + (now - self.counted) * limit.rate)
        self.counted = now

    def spend(self, limit: limits.Pace, now: float) -> bool:
        self.refill(limit, now)
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Gate:
    """Counts. Mutable: the counts.

    Args:
        places: connections in all that are heard or inside; half as many more may wait.
    """

    def __init__(self, places: int = limits.CONNECTIONS) -> None:
        self._places = places
        self._visitors: dict[Visitor, None] = {}  # in the order in which they came
        self._paces: dict[str, _Pace] = {}
        self._known: dict[str, None] = {}
        self._returns = _Pace(limits.RETURNS.burst, 0.0)

    def __len__(self) -> int:
        """Of all connections, those that wait included."""
        return len(self._visitors)

    def _those(self, state: State) -> list[Visitor]:
        return [visitor for visitor in self._visitors if visitor.state is state]

    def arrive(self, visitor: Visitor, now: float) -> tuple[Answer, Visitor | None]:
        """Counts a newcomer, and says who has to go for it. Unless the answer is BUSY, `leave` must follow some day.

        Args:
            now: seconds of any steady clock.
        """
        if not self._slow_enough(visitor, now):
            return Answer.BUSY, None
        if visitor.origin in self._known and self._returns.spend(limits.RETURNS, now):
            self._enter(visitor, State.WAITS)
            return Answer.COME_IN, None
        waiting, out = self._those(State.WAITS), None
        if len(waiting) >= min(limits.WAITING, self._places // 2):
            out = _last([*waiting, visitor])
            if out is visitor or _crowd(waiting, out) <= 1 + _crowd(waiting, visitor):
                return Answer.BUSY, None
            self.leave(out)
        self._enter(visitor, State.WAITS)
        return Answer.WAIT, out

    def hear(self, visitor: Visitor) -> Visitor | None:
        """It is this one's turn; who has to go for it, if somebody has to."""
        visitor.state = State.OUTSIDE
        heard = self._those(State.HEARD)
        own = [other for other in heard if other.origin == visitor.origin]
        out = None
        if len(own) >= limits.STRANGERS_PER_ADDRESS:
            out = own[0]
        elif len(heard) >= limits.STRANGERS or len(heard) + len(self._those(State.INSIDE)) >= self._places:
            # Where all places belong to those inside, it is this one that has to go.
            out = _first(heard) if heard else visitor
        visitor.state = State.HEARD
        if out is not None:
            self.leave(out)
        return out

    def prove(self, visitor: Visitor, *, plays: bool) -> None:
        """It knows a code: it keeps its place; where somebody plays from is known from now on."""
        if visitor.state is State.INSIDE:
            return
        visitor.state = State.INSIDE
        if not plays:
            return
        self._known.pop(visitor.origin, None)
        self._known[visitor.origin] = None
        if len(self._known) > limits.KNOWN_ADDRESSES:
            del self._known[next(iter(self._known))]

    def leave(self, visitor: Visitor) -> None:
        """Counts it no more. Again is fine."""
        self._visitors.pop(visitor, None)

    def _enter(self, visitor: Visitor, state: State) -> None:
        visitor.state = state
        self._visitors[visitor] = None

    def _slow_enough(self, visitor: Visitor, now: float) -> bool:
        """Whether newcomers from there, and from near there, come slowly enough."""
        paces = [
            self._pace(f"at {visitor.origin}", limits.ARRIVALS_PER_ADDRESS, now),
            self._pace(f"near {visitor.near}", limits.ARRIVALS_NEARBY, now),
        ]
        if any(pace.left < 1 for pace in paces):
            return False
        for pace in paces:
            pace.left -= 1
        return True

    def _pace(self, place: str, limit: limits.Pace, now: float) -> _Pace:
        pace = self._paces.get(place)
        if pace is None:
            if len(self._paces) >= limits.KNOWN_ADDRESSES:
                self._forget(now)
            pace = self._paces[place] = _Pace(limit.burst, now)
        pace.refill(limit, now)
        return pace

    def _forget(self, now: float) -> None:
        """Forgets who has not come for so long that it makes no difference; or all, if those are too many as well."""
        whole = max(
            limit.burst / limit.rate for limit in (limits.ARRIVALS_PER_ADDRESS, limits.ARRIVALS_NEARBY)
        )
        recent = {place: pace for place, pace in self._paces.items() if now - pace.counted < whole}
        self._paces = recent if len(recent) < limits.KNOWN_ADDRESSES // 2 else {}


def _crowd(visitors: Collection[Visitor], of: Visitor) -> int:
    """How many of these are in somebody's neighbourhood."""
    return sum(visitor.near == of.near for visitor in visitors)


def _first(visitors: list[Visitor]) -> Visitor:
    """The oldest of the most crowded address in the most crowded neighbourhood."""
    near = Counter(visitor.near for visitor in visitors)
    here = Counter(visitor.origin for visitor in visitors)
    return max(visitors, key=lambda visitor: (near[visitor.near], here[visitor.origin]))


def _last(visitors: list[Visitor]) -> Visitor:
    """The youngest of the same: it has waited least."""
    return _first(visitors[::-1])
