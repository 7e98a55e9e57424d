"""Pure, compiled. What bots may know of a game beyond its rules: an estimate, milestones, a playout policy.

The one rule: it judges the kernel that it is handed, whatever that shows or hides. It stands in `core` so
that games can give it and `ai` can call it, though neither may import the other.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from gefaehrten.core.kernel import Kernel
from gefaehrten.core.random import Random

REWARD_ONE: Final[i64] = 10_000
"""The reward of a sure win; 0 is a sure last place. Integers, so that sums are the same everywhere."""

POINT: Final[i64] = 100
"""The unit of `evaluate`: a hundred make one point of the game."""

SPREAD: Final[i64] = 400
"""A lead of this much, in units of `evaluate`, is worth half the way from an even chance to a sure win."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """What the bots use where a game gives nothing better: points so far, no milestones, random playouts."""

    def evaluate(self, kernel: Kernel, seat: i64) -> i64:
        """What the position is worth to the seat, in hundredths of a point: what it has and what is in sight.

        Positions within a turn must compare with those after it.
        """
        return POINT * kernel.score(seat)

    def stage(self, kernel: Kernel) -> i64:  # noqa: ARG002 - for those that override it
        """How many milestones (scorings, tricks, ...) are passed. Playouts may be cut where it rises."""
        return 0

    def horizon(self) -> i64:
        """How many milestones the levels look ahead; 0 for the end of the match, where estimates are poor."""
        return 0

    def rewards(self, kernel: Kernel, into: vec[i64]) -> None:
        """Writes per seat the expected final reward, 0 ... `REWARD_ONE`, of a position that is not over.

        Args:
            into: one entry a seat.
        """
        seats = kernel.seats()
        seat: i64 = 0
        while seat < seats:
            into[seat] = self.evaluate(kernel, seat)
            seat += 1
        best: i64 = 0
        second: i64 = -1
        seat = 1
        while seat < seats:
            if into[seat] > into[best]:
                second = best
                best = seat
            elif second < 0 or into[seat] > into[second]:
                second = seat
            seat += 1
        if second < 0:
            into[best] = REWARD_ONE
            return
        top = into[best]
        next_to_top = into[second]
        seat = 0
        while seat < seats:
            lead = top - next_to_top if seat == best else into[seat] - top
            distance = lead if lead >= 0 else -lead
            into[seat] = REWARD_ONE // 2 + (REWARD_ONE // 2) * lead // (distance + SPREAD)
            seat += 1

    def foremost(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:  # noqa: ARG002 - as above
        """The index of the action to be looked at next, of the first `count` of `actions`: here a uniform draw.

        A search with many actions looks at few of them closely; this says at which.
        """
        return rng.below(count)

    def exact(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:
        """The index of the action that is best by reckoning, in a game that can be reckoned so far: here `foremost`."""
        return self.foremost(kernel, actions, count, rng)

    def pick(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:  # noqa: ARG002 - as above
        """The action that a playout takes, one of the first `count` of `actions`: here a uniform draw."""
        return actions[rng.below(count)]
