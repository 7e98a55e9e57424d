"""The clock of a table: what runs when, and what is left."""

from __future__ import annotations

import math

from gefaehrten.session.clocks import Clocks


def test_without_a_limit_nobody_runs_out_of_time() -> None:
    clocks = Clocks(2)
    clocks.step(0, 1, 0)
    clocks.step(0, 1, 1e9)
    assert clocks.left(0) == math.inf
    assert not clocks.out(0)


def test_a_turn_uses_its_own_time_first_and_then_the_reserve() -> None:
    clocks = Clocks(2, 30, 20)
    clocks.step(0, 1, 0)
    clocks.step(0, 1, 25)
    assert (clocks.seconds(0), clocks.reserve(0)) == (5, 20)
    clocks.step(0, 1, 15)
    assert (clocks.seconds(0), clocks.reserve(0)) == (0, 10)
    assert not clocks.out(0)
    clocks.step(0, 1, 10)
    assert clocks.out(0)
    assert not clocks.out(1)


def test_the_reserve_is_for_the_whole_match_and_the_limit_for_each_turn() -> None:
    clocks = Clocks(2, 30, 20)
    clocks.step(0, 1, 0)
    clocks.step(1, 2, 45)
    clocks.step(0, 3, 10)
    assert (clocks.seconds(0), clocks.reserve(0)) == (30, 5)
    assert (clocks.seconds(1), clocks.reserve(1)) == (30, 20)


def test_time_that_passed_belongs_to_how_things_stood_then() -> None:
    clocks = Clocks(2, 30)
    clocks.step(None, 1, 0)  # keys are waited for
    clocks.step(0, 1, 100)
    assert clocks.seconds(0) == 30
    clocks.step(None, 1, 10)  # a pause begins
    clocks.step(0, 1, 1000)
    assert clocks.seconds(0) == 20
    clocks.step(0, 1, 5)
    assert clocks.seconds(0) == 15


def test_a_reserve_can_be_taken_away() -> None:
    clocks = Clocks(2, 30, 20)
    clocks.forfeit(1)
    assert (clocks.reserve(0), clocks.reserve(1)) == (20, 0)
