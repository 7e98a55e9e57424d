"""Nobody can have an honest seat named: a sample of the attempts of `framing`, and that the search would see one."""

from __future__ import annotations

import pytest

from tests.faults.framing import Found, attempt

SAMPLE = (9013, 9022, 9023, 9036)
"""Attempts that do name one if what was signed before a retirement is not void: a SEAL, a LINK, a SEAL, a TURN."""


@pytest.mark.slow
@pytest.mark.parametrize("number", SAMPLE)
def test_whatever_the_others_and_the_host_do_no_honest_seat_is_named(number: int) -> None:
    assert attempt(number).framed == []


def test_a_fault_of_an_honest_seat_is_what_the_search_looks_for() -> None:
    found = Found(frozenset({1}), {(0, "digest"), (1, "link"), (None, "unopened")})
    assert found.framed == [(1, "link")]
