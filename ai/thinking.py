"""Pure. How a bot comes to a whole turn, and to advice: by chance, by greed, or by search within its time.

The one rule: a bot sees what its seat sees. Every way in masks the kernel before anything looks at it. Clock and
stop flag are handed in. This module stays interpreted where the search is compiled: its calls of the two are the
places where other threads get their turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from librt.vecs import vec
from mypy_extensions import i64

from ai.greedy import greedy_turn, same_turn
from ai.levels import MAX_ITERATIONS, SPECS, Level, Method, Spec
from ai.outlook import Outlook, outlooks
from ai.search import Search
from gefaehrten.core.kernel import MAX_ACTIONS, Kernel
from gefaehrten.core.knowledge import Knowledge
from gefaehrten.core.random import Random

Clock = Callable[[], float]
"""Seconds that only grow, as `time.monotonic` gives them."""

Stop = Callable[[], bool]
"""Whether to leave off thinking now and answer with what there is."""

SHARE = 0.65
"""The part of the time left in the turn that one decision may take: later ones begin with a tree already."""

BATCH = 64
"""At most so many iterations between two looks at clock and stop flag."""

QUICK = 0.002
"""Seconds. A batch that took less may be followed by one of twice the size."""

ADVISED = 3
"""So many of the best candidates get an outlook to the end of the match."""

OUTLOOK_SECONDS = 0.3
"""At most so much time for all of these outlooks, on top of the search's own."""

PLAIN = Knowledge()
"""What is known of a game that gives no knowledge of its own: playouts are then uniform, to the end."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a search found out about one action.

    Attributes:
        reward: expected, 0 (last) to 1 (the win, far ahead).
        outlook: how the match is likely to end after it; None where that has not been looked at.
    """

    action: int
    visits: int
    reward: float
    outlook: Outlook | None = None


class Thinker(Protocol):
    """A search for the decisions of one turn."""

    def think(self, until: float | None) -> None:
        """Thinks until the clock shows this, or for as many iterations as the specification says."""
        ...

    def best(self) -> int:
        """What it would do now."""
        ...

    def statistics(self) -> list[tuple[int, int, float]]:
        """As `Search.statistics` has them."""
        ...

    def advance(self, action: int) -> None:
        """The seat takes this action."""
        ...


class Tree:
    """A thinker of one tree."""

    def __init__(self, search: Search, spec: Spec, clock: Clock, stop: Stop) -> None:
        self._search = search
        self._spec = spec
        self._clock = clock
        self._stop = stop

    def think(self, until: float | None) -> None:
        """Deepens the tree."""
        deepen(self._search, self._spec, until, self._clock, self._stop)

    def best(self) -> int:
        """See `Search.best`."""
        return int(self._search.best())

    def statistics(self) -> list[tuple[int, int, float]]:
        """See `Search.statistics`."""
        return self._search.statistics()

    def advance(self, action: int) -> None:
        """See `Search.advance`."""
        self._search.advance(action)


Plant = Callable[[Kernel, int, Spec, int, Knowledge, Clock, Stop], Thinker]
"""Begins to think: the position, masked to its seat, how strong, the seed, what is known of the game, clock, stop."""


def plant(
    kernel: Kernel, seat: int, spec: Spec, seed: int, knowledge: Knowledge, clock: Clock, stop: Stop
) -> Thinker:
    """A tree in this process."""
    return Tree(seedling(kernel, seat, spec, seed, knowledge), spec, clock, stop)


def choose_turn(
    kernel: Kernel,
    seat: int,
    level: Level | Spec,
    seed: int,
    clock: Clock,
    stop: Stop,
    *,
    knowledge: Knowledge = PLAIN,
    plant: Plant = plant,
) -> list[int]:
    """A whole turn of a seat that has to decide, as kernel actions.

    Args:
        kernel: any position of the match; it is copied and masked.
        seed: of every random draw; 63 bits are used.
        clock: asked only by searches with a time.
        stop: once it says yes, the rest of the turn comes without further thought.
        knowledge: of this game.
        plant: begins a search.
    """
    spec = SPECS[level] if isinstance(level, Level) else level
    position = kernel.clone()
    position.mask(seat)
    match spec.method:
        case Method.RANDOM:
            return random_turn(position, seat, seed)
        case Method.GREEDY:
            return greedy_turn(position, seat, knowledge, generator(seed))
        case Method.EXACT:
            return exact_turn(position, knowledge, generator(seed))
        case Method.SEARCH:
            return search_turn(
                position, spec, clock, plant(position, seat, spec, seed, knowledge, clock, stop)
            )


def random_turn(kernel: Kernel, seat: int, seed: int) -> list[int]:
    """A turn of uniform draws from the legal actions."""
    position = kernel.clone()
    position.mask(seat)
    rng = generator(seed)
    turns = position.turns()
    buffer = room()
    chosen: list[int] = []
    while same_turn(position, seat, turns):
        action = buffer[rng.below(position.legal_actions(buffer))]
        position.apply(action)
        chosen.append(int(action))
    return chosen


def exact_turn(position: Kernel, knowledge: Knowledge, rng: Random) -> list[int]:
    """A turn of what the game's knowledge reckons best at each decision, see `Knowledge.exact`.

    Args:
        position: masked to the seat that decides; it is played on.
    """
    seat, turns = position.actor(), position.turns()
    buffer = room()
    chosen: list[int] = []
    while same_turn(position, seat, turns):
        action = buffer[knowledge.exact(position, buffer, position.legal_actions(buffer), rng)]
        position.apply(action)
        chosen.append(int(action))
    return chosen


def search_turn(position: Kernel, spec: Spec, clock: Clock, thinker: Thinker) -> list[int]:
    """A turn by search; one tree serves all its decisions. What is forced takes no time, what is settled no more."""
    end = None if spec.seconds is None else clock() + spec.seconds
    seat, turns = position.actor(), position.turns()
    buffer = room()
    chosen: list[int] = []
    while same_turn(position, seat, turns):
        if position.legal_actions(buffer) > 1:
            thinker.think(None if end is None else clock() + SHARE * (end - clock()))
        action = thinker.best()
        thinker.advance(action)
        position.apply(action)
        chosen.append(action)
    return chosen


def advise(
    kernel: Kernel,
    seat: int,
    level: Level | Spec,
    seed: int,
    clock: Clock,
    stop: Stop,
    *,
    knowledge: Knowledge = PLAIN,
    plant: Plant = plant,
) -> list[Candidate]:
    """What a search thinks of the actions that the seat has now, best first, the best with their outlooks.

    It takes a whole turn's time, and `OUTLOOK_SECONDS`. A level without search advises as `hard` does. The arguments
    are those of `choose_turn`.
    """
    spec = SPECS[level] if isinstance(level, Level) else level
    if spec.method is not Method.SEARCH:
        spec = SPECS[Level.HARD]
    position = kernel.clone()
    position.mask(seat)
    thinker = plant(position, seat, spec, seed, knowledge, clock, stop)
    thinker.think(None if spec.seconds is None else clock() + spec.seconds)
    found = [Candidate(*entry) for entry in thinker.statistics()]
    best, others = found[:ADVISED], found[ADVISED:]
    end = None if spec.seconds is None else clock() + OUTLOOK_SECONDS

    def go_on() -> bool:
        return not stop() and (end is None or clock() < end)

    actions = [candidate.action for candidate in best]
    seen = outlooks(kernel, seat, actions, narrow(seed) >> 1, go_on, knowledge=knowledge)
    return [replace(candidate, outlook=each) for candidate, each in zip(best, seen, strict=True)] + others


def seedling(kernel: Kernel, seat: int, spec: Spec, seed: int, knowledge: Knowledge) -> Search:
    """A new tree, as its specification wants it."""
    if knowledge is PLAIN:
        return Search(kernel, seat, narrow(seed))
    horizon = int(knowledge.horizon()) if spec.horizon is None else spec.horizon
    return Search(kernel, seat, narrow(seed), knowledge, horizon, exploration=spec.exploration)


def deepen(search: Search, spec: Spec, until: float | None, clock: Clock, stop: Stop) -> None:
    """Runs the search for its iterations, or until the clock shows `until`; at least one iteration, whatever.

    With a time it ends as soon as no other action could be visited more often than the first one by then. A tree of
    several goes on: what it has seen is added to what the others have.
    """
    left = spec.iterations if spec.iterations is not None else MAX_ITERATIONS
    batch = 1
    done = 0
    begin = before = clock() if until is not None else 0.0
    while left > 0:
        search.run(min(batch, left))
        left -= batch
        done += batch
        if stop():
            return
        if until is None:
            batch = BATCH
            continue
        now = clock()
        spent = now - before
        before = now
        if spec.processes == 1 and int(search.lead()) * (now - begin) > (until - now) * done:
            return
        if spent < QUICK and batch < BATCH:
            batch *= 2
            spent *= 2
        if now + spent >= until:
            return


def generator(seed: int) -> Random:
    """A generator from a seed of any size."""
    return Random(narrow(seed))


def narrow(seed: int) -> int:
    """The seed's lowest 63 bits: what a machine integer holds."""
    return seed & 0x7FFF_FFFF_FFFF_FFFF


def room() -> vec[i64]:
    """A buffer for legal actions."""
    return vec[i64]([0] * MAX_ACTIONS)
