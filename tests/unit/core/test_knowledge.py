"""Pure. What bots know of a game that tells them nothing: points, and how leads turn into rewards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.knowledge import POINT, REWARD_ONE, SPREAD, Knowledge
from gefaehrten.core.random import Random
from tests.ai.toy import Climb

KNOWN = Knowledge()


def rewards(points: list[int]) -> list[int]:
    kernel = Climb(len(points))
    kernel.points = points
    into = vec[i64]([-1] * len(points))
    KNOWN.rewards(kernel, into)
    return list(into)


def test_a_position_is_worth_its_points() -> None:
    kernel = Climb(2)
    kernel.points = [7, 0]
    assert [KNOWN.evaluate(kernel, seat) for seat in range(2)] == [7 * POINT, 0]
    assert KNOWN.stage(kernel) == 0
    assert KNOWN.horizon() == 0


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([5, 5], [5_000, 5_000]),
        ([5 + SPREAD // POINT, 5], [7_500, 2_500]),  # a lead of SPREAD is half the way to a sure win
        ([0, 3 * SPREAD // POINT, 0], [1_250, 8_750, 1_250]),
        ([4, 4, 0], [5_000, 5_000, 2_500]),
    ],
)
def test_figures_reckoned_by_hand(points: list[int], expected: list[int]) -> None:
    assert rewards(points) == expected


@given(st.lists(st.integers(0, 80), min_size=2, max_size=4))
def test_rewards_lie_in_range_and_follow_the_points(points: list[int]) -> None:
    found = rewards(points)
    assert all(0 <= reward <= REWARD_ONE for reward in found)
    for one, mine in enumerate(points):
        for other, theirs in enumerate(points):
            if mine > theirs:
                assert found[one] > found[other]
            if mine == theirs:
                assert found[one] == found[other]


def test_playouts_are_uniform() -> None:
    actions = vec[i64]([3, 5, 9, 77])
    rng = Random(1)
    picks = [int(KNOWN.pick(Climb(2), actions, 3, rng)) for _ in range(3000)]
    assert {action: 900 < picks.count(action) < 1100 for action in (3, 5, 9)} == {3: True, 5: True, 9: True}
    assert 77 not in picks
