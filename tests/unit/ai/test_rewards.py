"""Pure. The end of a match as rewards: place first, points only between equals."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from ai.rewards import final_rewards
from gefaehrten.core.knowledge import REWARD_ONE
from tests.ai.toy import Climb


def rewards(points: list[int]) -> list[int]:
    kernel = Climb(len(points))
    kernel.points = points
    into = vec[i64]([-1] * len(points))
    final_rewards(kernel, into)
    return list(into)


scores = st.lists(st.integers(0, 60), min_size=2, max_size=4)


@given(scores)
def test_every_reward_lies_in_range_and_a_better_place_gets_more(points: list[int]) -> None:
    found = rewards(points)
    assert all(0 <= reward <= REWARD_ONE for reward in found)
    for one, other in permutations(range(len(points)), 2):
        if points[one] > points[other]:
            assert found[one] > found[other]
        if points[one] == points[other]:
            assert found[one] == found[other]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([10, 0], [10_000, 0]),  # all of the place's nine tenths and of the points' one tenth, and nothing
        ([0, 0], [5_000, 5_000]),
        ([30, 10], [9_000 + 750, 250]),
        ([20, 10, 10, 0], [9_000 + 666, 4_500 + 333, 4_500 + 333, 0]),
    ],
)
def test_figures_reckoned_by_hand(points: list[int], expected: list[int]) -> None:
    assert rewards(points) == expected


def test_points_tell_apart_what_places_do_not() -> None:
    narrow, wide = rewards([21, 20]), rewards([40, 20])
    assert narrow[0] < wide[0]
