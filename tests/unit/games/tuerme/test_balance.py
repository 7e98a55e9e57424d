"""The series of T28: a match is decided by its seed, and the interval is Wilson's."""

from __future__ import annotations

import pytest

from ai.levels import parse_spec
from gefaehrten.core.game import Setup
from gefaehrten.core.kernel import OVER
from scripts.balance_tuerme import played, wilson


def test_equal_seeds_play_equal_matches() -> None:
    setup, spec = Setup(2, {"rings": "1"}), parse_spec("random")
    one, same, other = (played(setup, spec, seed) for seed in (3, 3, 4))
    assert one.request() == OVER
    assert one.numbers() == same.numbers()
    assert one.numbers() != other.numbers()


def test_the_interval_is_the_one_in_the_literature() -> None:
    """Newcombe, "Two-sided confidence intervals for the single proportion", 1998, method 3: 81 of 263, 15 of 148."""
    assert wilson(81, 263) == pytest.approx((25.53, 36.62), abs=0.01)
    assert wilson(15, 148) == pytest.approx((6.24, 16.05), abs=0.01)
