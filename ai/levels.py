"""Pure. How strong a bot is: the named levels, specifications of others, and the choice of a whole turn.

The one rule: a bot sees what its seat sees. Every way in masks the kernel before anything looks at it. Clock and
stop flag are handed in. This module stays interpreted where the search is compiled: its calls of the two are the
places where other threads get their turn.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from librt.vecs import vec
from mypy_extensions import i64

from ai.greedy import greedy_turn, same_turn
from ai.outlook import Outlook, outlooks
from ai.search import Search
from gefaehrten.core.errors import UsageError
from gefaehrten.core.kernel import MAX_ACTIONS, Kernel
from gefaehrten.core.knowledge import Knowledge
from gefaehrten.core.random import Random
from gefaehrten.core.text import N_

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

MAX_SECONDS = 3600.0
MAX_ITERATIONS = 1_000_000_000
MAX_HORIZON = 100


class Level(Enum):
    """The levels by name, weakest first."""

    RANDOM = "random"
    GREEDY = "greedy"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"


class Method(Enum):
    """How a bot comes to its choice."""

    RANDOM = "random"
    GREEDY = "greedy"
    SEARCH = "ismcts"


@dataclass(frozen=True, slots=True)
class Spec:
    """A bot's strength. A search has either `seconds` or `iterations`.

    Attributes:
        seconds: for a whole turn.
        iterations: for each decision of a turn; with equal seeds the choice is then the same everywhere.
        horizon: milestones after which iterations end in an estimate, 0 for the end of the match; None leaves
            it to the game's knowledge.
    """

    method: Method
    seconds: float | None = None
    iterations: int | None = None
    horizon: int | None = None

    def __str__(self) -> str:
        """The form that `parse_spec` reads."""
        if self.method is not Method.SEARCH:
            return str(self.method.value)
        effort = f"iterations={self.iterations}" if self.seconds is None else f"time={self.seconds:g}"
        return f"ismcts:{effort}" if self.horizon is None else f"ismcts:{effort}:horizon={self.horizon}"


# A little below what docs promise for a turn (0.15, 0.5, 2, 5 s): the rest is for the way there and back.
SPECS = {
    Level.RANDOM: Spec(Method.RANDOM),
    Level.GREEDY: Spec(Method.GREEDY),
    Level.EASY: Spec(Method.SEARCH, seconds=0.1),
    Level.MEDIUM: Spec(Method.SEARCH, seconds=0.4),
    Level.HARD: Spec(Method.SEARCH, seconds=1.8),
    Level.EXPERT: Spec(Method.SEARCH, seconds=4.6),
}

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


def parse_spec(text: str) -> Spec:
    """Reads a level's name, `ismcts:time=SECONDS` or `ismcts:iterations=N`, either with `:horizon=N`.

    Raises:
        UsageError: it is none of these; its author's fault.
    """
    word, *settings = text.strip().lower().split(":")
    if not settings and word in (level.value for level in Level):
        return SPECS[Level(word)]
    try:
        if word != Method.SEARCH.value:
            raise ValueError(word)
        found = dict(setting.split("=") for setting in settings)
        given = len(found)
        seconds = float(found.pop("time")) if "time" in found else None
        iterations = int(found.pop("iterations")) if "iterations" in found else None
        horizon = int(found.pop("horizon")) if "horizon" in found else None
        if found or given != len(settings) or (seconds is None) == (iterations is None):
            raise ValueError(text)
        if seconds is not None and not (math.isfinite(seconds) and 0 < seconds <= MAX_SECONDS):
            raise ValueError(text)
        if iterations is not None and not 0 < iterations <= MAX_ITERATIONS:
            raise ValueError(text)
        if horizon is not None and not 0 <= horizon <= MAX_HORIZON:
            raise ValueError(text)
    except ValueError:
        raise UsageError(
            "level",
            N_("There is no level “{text}”; write {levels}, or ismcts:time=0.5, or ismcts:iterations=2000."),
            text=text,
            levels=", ".join(level.value for level in Level),
        ) from None
    return Spec(Method.SEARCH, seconds=seconds, iterations=iterations, horizon=horizon)


def choose_turn(
    kernel: Kernel,
    seat: int,
    level: Level | Spec,
    seed: int,
    clock: Clock,
    stop: Stop,
    *,
    knowledge: Knowledge = PLAIN,
) -> list[int]:
    """A whole turn of a seat that has to decide, as kernel actions.

    Args:
        kernel: any position of the match; it is copied and masked.
        seed: of every random draw; 63 bits are used.
        clock: asked only by searches with a time.
        stop: once it says yes, the rest of the turn comes without further thought.
        knowledge: of this game.
    """
    spec = SPECS[level] if isinstance(level, Level) else level
    position = kernel.clone()
    position.mask(seat)
    match spec.method:
        case Method.RANDOM:
            return random_turn(position, seat, seed)
        case Method.GREEDY:
            return greedy_turn(position, seat, knowledge, generator(seed))
        case Method.SEARCH:
            return search_turn(position, seat, spec, seed, clock, stop, knowledge)


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


def search_turn(
    position: Kernel, seat: int, spec: Spec, seed: int, clock: Clock, stop: Stop, knowledge: Knowledge
) -> list[int]:
    """A turn by search; one tree serves all its decisions, and what is forced takes no time."""
    search = plant(position, seat, spec, seed, knowledge)
    end = None if spec.seconds is None else clock() + spec.seconds
    turns = position.turns()
    buffer = room()
    chosen: list[int] = []
    while same_turn(position, seat, turns):
        if position.legal_actions(buffer) > 1:
            until = None if end is None else clock() + SHARE * (end - clock())
            deepen(search, spec, until, clock, stop)
        action = int(search.best())
        search.advance(action)
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
) -> list[Candidate]:
    """What a search thinks of the actions that the seat has now, best first, the best with their outlooks.

    It takes a whole turn's time, and `OUTLOOK_SECONDS`. A level without search advises as `medium` does. The arguments
    are those of `choose_turn`.
    """
    spec = SPECS[level] if isinstance(level, Level) else level
    if spec.method is not Method.SEARCH:
        spec = SPECS[Level.MEDIUM]
    search = plant(kernel, seat, spec, seed, knowledge)
    deepen(search, spec, None if spec.seconds is None else clock() + spec.seconds, clock, stop)
    found = [Candidate(*entry) for entry in search.statistics()]
    best, others = found[:ADVISED], found[ADVISED:]
    end = None if spec.seconds is None else clock() + OUTLOOK_SECONDS

    def go_on() -> bool:
        return not stop() and (end is None or clock() < end)

    actions = [candidate.action for candidate in best]
    seen = outlooks(kernel, seat, actions, narrow(seed) >> 1, go_on, knowledge=knowledge)
    return [replace(candidate, outlook=each) for candidate, each in zip(best, seen, strict=True)] + others


def plant(kernel: Kernel, seat: int, spec: Spec, seed: int, knowledge: Knowledge) -> Search:
    """A new tree."""
    if knowledge is PLAIN:
        return Search(kernel, seat, narrow(seed))
    horizon = int(knowledge.horizon()) if spec.horizon is None else spec.horizon
    return Search(kernel, seat, narrow(seed), knowledge, horizon)


def deepen(search: Search, spec: Spec, until: float | None, clock: Clock, stop: Stop) -> None:
    """Runs the search for its iterations, or until the clock shows `until`; at least one iteration, whatever."""
    left = spec.iterations if spec.iterations is not None else MAX_ITERATIONS
    batch = 1
    before = clock() if until is not None else 0.0
    while left > 0:
        search.run(min(batch, left))
        left -= batch
        if stop():
            return
        if until is None:
            batch = BATCH
            continue
        now = clock()
        spent = now - before
        before = now
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
