"""Pure. How strong a bot is: the named levels, and specifications of others.

The one rule: a specification says how much is thought, never how; `thinking` does it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from gefaehrten.core.errors import UsageError
from gefaehrten.core.text import N_

MAX_SECONDS = 3600.0
MAX_ITERATIONS = 1_000_000_000
MAX_HORIZON = 100
MAX_PROCESSES = 64
MAX_EXPLORATION = 10.0


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
    EXACT = "exact"  # for games whose knowledge reckons instead of searching, see `Knowledge.exact`


@dataclass(frozen=True, slots=True)
class Spec:
    """A bot's strength. A search has either `seconds` or `iterations`.

    Attributes:
        seconds: for a whole turn.
        iterations: for each decision of a turn; with equal seeds the choice is then the same everywhere.
        horizon: milestones after which iterations end in an estimate, 0 for the end of the match; None leaves
            it to the game's knowledge.
        exploration: the constant of UCB, by itself that of the search.
        processes: how many trees grow at once, each in a process of its own; iterations are shared among them.
            That is for whoever plants them: `plant` here grows one.
    """

    method: Method
    seconds: float | None = None
    iterations: int | None = None
    horizon: int | None = None
    processes: int = 1
    exploration: float | None = None

    def __str__(self) -> str:
        """The form that `parse_spec` reads."""
        if self.method is not Method.SEARCH:
            return str(self.method.value)
        effort = f"iterations={self.iterations}" if self.seconds is None else f"time={self.seconds:g}"
        horizon = "" if self.horizon is None else f":horizon={self.horizon}"
        exploration = "" if self.exploration is None else f":exploration={self.exploration:g}"
        return f"ismcts:{effort}{horizon}{exploration}" + (
            f":processes={self.processes}" if self.processes > 1 else ""
        )


# Each level thinks so much more than the one below that it wins two matches of three (docs/benchmarks.md). What
# counts its iterations plays the same on every machine; the best one has a time, a little below the promised 2 s,
# since the rest is for the way there and back.
SPECS = {
    Level.RANDOM: Spec(Method.RANDOM),
    Level.GREEDY: Spec(Method.GREEDY),
    Level.EASY: Spec(Method.SEARCH, iterations=40),
    Level.MEDIUM: Spec(Method.SEARCH, iterations=200),
    Level.HARD: Spec(Method.SEARCH, iterations=1500),
    Level.EXPERT: Spec(Method.SEARCH, seconds=1.8),
}


def parse_spec(text: str, own: Mapping[str, str] | None = None) -> Spec:
    """Reads a level's name, `ismcts:time=SECONDS` or `ismcts:iterations=N`, with `:horizon=N`, `:exploration=X`,
    `:processes=N`; `exact`.

    Args:
        own: what levels mean in the game at hand, see `Game.levels`.

    Raises:
        UsageError: it is none of these; its author's fault.
    """
    word, *settings = text.strip().lower().split(":")
    if own is not None and not settings and word in own:
        return parse_spec(own[word])
    if not settings and word in (level.value for level in Level):
        return SPECS[Level(word)]
    if not settings and word == Method.EXACT.value:
        return Spec(Method.EXACT)
    try:
        if word != Method.SEARCH.value:
            raise ValueError(word)
        found = dict(setting.split("=") for setting in settings)
        given = len(found)
        seconds = float(found.pop("time")) if "time" in found else None
        iterations = int(found.pop("iterations")) if "iterations" in found else None
        horizon = int(found.pop("horizon")) if "horizon" in found else None
        exploration = float(found.pop("exploration")) if "exploration" in found else None
        processes = int(found.pop("processes")) if "processes" in found else 1
        if found or given != len(settings) or (seconds is None) == (iterations is None):
            raise ValueError(text)
        if seconds is not None and not (math.isfinite(seconds) and 0 < seconds <= MAX_SECONDS):
            raise ValueError(text)
        if iterations is not None and not 0 < iterations <= MAX_ITERATIONS:
            raise ValueError(text)
        if horizon is not None and not 0 <= horizon <= MAX_HORIZON:
            raise ValueError(text)
        if exploration is not None and not 0 < exploration <= MAX_EXPLORATION:
            raise ValueError(text)
        if not 1 <= processes <= MAX_PROCESSES:
            raise ValueError(text)
    except ValueError:
        raise UsageError(
            "level",
            N_("There is no level “{text}”; write {levels}, or ismcts:time=0.5, or ismcts:iterations=2000."),
            text=text,
            levels=", ".join(level.value for level in Level),
        ) from None
    return Spec(Method.SEARCH, seconds, iterations, horizon, processes, exploration)
