"""Pure, compiled. What the end of a match is worth to each seat.

The one rule: the place comes first; points only tell apart what ends in the same place. What all have lost together is
worth nothing to anybody.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import Kernel
from gefaehrten.core.knowledge import REWARD_ONE

POINTS_PART: Final[i64] = REWARD_ONE // 10
"""How much of a reward hangs on points. With at most 8 seats one place is worth more: 9/10 / 7 > 1/10."""


def final_rewards(kernel: Kernel, into: vec[i64]) -> None:
    """Writes each seat's reward, 0 ... `REWARD_ONE`, at `OVER`.

    A seat gets for its place the share of the other seats that it left behind, half for those it shares the
    place with; and for its points their share of the sum of its own and the best other seat's.

    Args:
        into: one entry a seat.
    """
    seats = kernel.seats()
    winners: i64 = 0
    seat: i64 = 0
    while seat < seats:
        into[seat] = 0
        if kernel.place(seat) == 0:
            winners += 1
        seat += 1
    if winners == 0:
        return
    seat = 0
    while seat < seats:
        place = kernel.place(seat)
        own = kernel.score(seat)
        beaten: i64 = 0
        best: i64 = 0
        other: i64 = 0
        while other < seats:
            if other != seat:
                theirs = kernel.place(other)
                if theirs > place:
                    beaten += 2
                elif theirs == place:
                    beaten += 1
                points = kernel.score(other)
                if points > best:
                    best = points
            other += 1
        if own < 0:
            own = 0
        reward = (
            (REWARD_ONE - POINTS_PART) * beaten // (2 * (seats - 1))
            if seats > 1
            else REWARD_ONE - POINTS_PART
        )
        reward += POINTS_PART * own // (own + best) if own + best > 0 else POINTS_PART // 2
        into[seat] = reward
        seat += 1
