"""Pure, compiled. A whole turn that looks best by itself: a beam over its small actions, no look at anybody's reply.

The one rule: it judges positions by `Knowledge.evaluate` alone, and breaks ties at random.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS, Kernel
from gefaehrten.core.knowledge import Knowledge
from gefaehrten.core.random import Random

WIDTH: Final = 8
"""Unfinished lines that are followed further after each action."""

TIES: Final[i64] = 1 << 20
"""Values are scaled by this much before a random number below it is added."""


class Line:
    """A part of a turn and where it leads. `rank` orders lines: value first, then chance."""

    def __init__(self, kernel: Kernel, actions: list[int], rank: int) -> None:
        self.kernel = kernel
        self.actions = actions
        self.rank = rank


def same_turn(kernel: Kernel, seat: i64, turns: i64) -> bool:
    """Whether the seat still decides in the turn that began after `turns` turns."""
    return kernel.request() == DECIDE and kernel.actor() == seat and kernel.turns() == turns


def greedy_turn(kernel: Kernel, seat: i64, knowledge: Knowledge, rng: Random) -> list[int]:
    """The whole turn of a seat that decides, as actions.

    Args:
        kernel: masked to the seat; it is left as it is.
    """
    buffer: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
    turns = kernel.turns()
    frontier: list[Line] = [Line(kernel, [], 0)]
    best: Line | None = None
    while frontier:
        # The order in which a line took its actions hardly matters, so lines that took the same ones are one.
        found: dict[tuple[int, ...], Line] = {}
        for line in frontier:
            count = line.kernel.legal_actions(buffer)
            index: i64 = 0
            while index < count:
                action = buffer[index]
                index += 1
                after = line.kernel.clone()
                after.apply(action)
                rank = int(knowledge.evaluate(after, seat) * TIES + rng.below(TIES))
                actions = [*line.actions, int(action)]
                if not same_turn(after, seat, turns):
                    if best is None or rank > best.rank:
                        best = Line(after, actions, rank)
                    continue
                key = tuple(sorted(actions))
                if key not in found or found[key].rank < rank:
                    found[key] = Line(after, actions, rank)
        frontier = sorted(found.values(), key=by_rank)[:WIDTH]
    assert best is not None, "a turn has an end"
    return best.actions


def by_rank(line: Line) -> int:
    """Sorting key: the best first."""
    return -line.rank
