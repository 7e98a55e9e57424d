"""Pure. How a match is likely to end for a seat after each of some actions: points and victories, by playouts.

The one rule: it sees what its seat sees, and every action meets the same hidden cards and the same luck, so that what
differs between two of them is theirs. This module stays interpreted, as `thinking` does and for the same reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS, OVER, Kernel
from gefaehrten.core.knowledge import Knowledge
from gefaehrten.core.random import Random

PLAYOUTS = 600
"""For each action: the mean of the card game's points is then right to about a quarter of a point."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is to be expected at the end of the match.

    Attributes:
        points: of the seat, the mean.
        first: how often it comes in first, alone or with others, 0 to 1.
    """

    points: float
    first: float


def outlooks(
    kernel: Kernel,
    seat: int,
    actions: Sequence[int],
    seed: int,
    go_on: Callable[[], bool],
    *,
    knowledge: Knowledge,
) -> list[Outlook]:
    """The outlook after each of the actions that the seat has now.

    Args:
        kernel: any position in which the seat decides; it is copied and masked.
        seed: of all random draws, 62 bits.
        go_on: asked after every round of playouts, one for each action; after the first one, whatever it says.
        knowledge: of this game: its playouts are those of the bots.
    """
    position = kernel.clone()
    position.mask(seat)
    buffer = vec[i64]([0] * MAX_ACTIONS)
    points, first = [0] * len(actions), [0] * len(actions)
    rounds = 0
    while rounds < PLAYOUTS and (not rounds or go_on()):
        for index, action in enumerate(actions):
            rng = Random(seed + rounds)
            end = position.clone()
            end.determinize(rng)
            end.apply(action)
            _play_out(end, knowledge, rng, buffer)
            points[index] += end.score(seat)
            first[index] += end.place(seat) == 0
        rounds += 1
    return [Outlook(points[index] / rounds, first[index] / rounds) for index in range(len(actions))]


def _play_out(kernel: Kernel, knowledge: Knowledge, rng: Random, buffer: vec[i64]) -> None:
    """Plays to the end of the match as the bots' playouts do, past every horizon."""
    while True:
        request = kernel.request()
        if request == DECIDE:
            kernel.apply(knowledge.pick(kernel, buffer, kernel.legal_actions(buffer), rng))
        elif request == OVER:
            return
        else:
            kernel.chance(rng)
