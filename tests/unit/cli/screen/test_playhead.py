"""Where a replay stands: by hand, by leaps, and by the clock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gefaehrten.cli.screen.playhead import LATE, SPEEDS, Playhead

STOPS = (4, 5, 8, 11)
LAST = 13


def head(at: int = 0, speed: float = 1.0) -> Playhead:
    return Playhead(STOPS, LAST, at=at, speed=speed)


def test_a_step_goes_from_stop_to_stop() -> None:
    there = head()
    seen = [there.step]
    while there.step_on():
        seen.append(there.step)
    assert seen == [0, 4, 5, 8, 11, 13]
    back = [there.step]
    while there.step_back():
        back.append(there.step)
    assert back == seen[::-1]
    assert not there.step_back()


@pytest.mark.parametrize(("at", "on", "back"), [(6, 8, 5), (1, 4, 0), (12, 13, 11)])
def test_between_two_stops_a_step_goes_to_either(at: int, on: int, back: int) -> None:
    there = head(at)
    there.step_on()
    assert there.step == on
    there = head(at)
    there.step_back()
    assert there.step == back


def test_leaps_go_to_marks_only_and_say_where_there_is_none() -> None:
    there = head(5)
    assert there.leap((3, 7, 10), 1)
    assert there.step == 7
    assert there.leap((3, 7, 10), -1)
    assert there.step == 3
    assert not there.leap((3, 7, 10), -1)
    assert there.step == 3
    assert not there.leap((), 1)


@pytest.mark.parametrize(("digit", "step"), [(0, 0), (1, 1), (5, 6), (9, 11)])
def test_tenths(digit: int, step: int) -> None:
    there = head(3)
    there.tenth(digit)
    assert there.step == step


@given(st.integers(-5, 30))
def test_it_never_leaves_the_match(step: int) -> None:
    there = head()
    there.go(step)
    assert 0 <= there.step <= LAST


def test_playing_goes_on_with_the_clock_and_ends_at_the_end() -> None:
    there = head(speed=2.0)
    assert there.due(0.0) is None
    there.play(10.0)
    assert there.playing
    assert there.due(10.0) == 0.5
    assert not there.tick(10.4)
    seen = []
    now = 10.0
    while there.playing:
        now += 0.5
        assert there.tick(now)
        seen.append(there.step)
    assert seen == [4, 5, 8, 11, 13]
    assert there.due(now) is None
    assert not there.tick(now + 9)


def test_space_stops_and_at_the_end_begins_anew() -> None:
    there = head(5)
    there.play(0.0)
    there.play(0.1)
    assert (there.playing, there.step) == (False, 5)
    there.go(LAST)
    there.play(1.0)
    assert (there.playing, there.step) == (True, 0)


def test_whoever_steps_by_hand_has_stopped_it() -> None:
    for act in (Playhead.step_on, Playhead.step_back, lambda it: it.tenth(5), lambda it: it.leap((3,), 1)):
        there = head(5)
        there.play(0.0)
        act(there)
        assert not there.playing


def test_a_match_of_nothing_does_not_play() -> None:
    there = Playhead((), 0)
    there.play(0.0)
    assert not there.playing
    assert not there.step_on()
    there.tenth(9)
    assert there.step == 0


def test_what_is_a_little_late_catches_up_and_what_slept_does_not() -> None:
    there = head(speed=4.0)
    there.play(0.0)
    late = 0.25 + LATE / 2
    assert there.tick(late)
    assert there.tick(late)  # still behind
    assert there.step == 5
    there = head(speed=4.0)
    there.play(0.0)
    assert there.tick(100.0)
    assert not there.tick(100.0)


def test_speeds_go_up_and_down_to_the_ends() -> None:
    there = head()
    faster = [there.speed]
    while there.faster(0.0, 1):
        faster.append(there.speed)
    assert tuple(faster) == SPEEDS[SPEEDS.index(1.0) :]
    slower = [there.speed]
    while there.faster(0.0, -1):
        slower.append(there.speed)
    assert tuple(slower) == SPEEDS[::-1]


@pytest.mark.parametrize(
    ("speed", "faster", "slower"), [(3.0, 4.0, 2.0), (0.1, 0.25, 0.1), (90.0, 90.0, 32.0)]
)
def test_a_speed_of_ones_own_goes_to_those_beside_it(speed: float, faster: float, slower: float) -> None:
    there = head(speed=speed)
    there.faster(0.0, 1)
    assert there.speed == faster
    there = head(speed=speed)
    there.faster(0.0, -1)
    assert there.speed == slower


def test_another_speed_counts_from_now() -> None:
    there = head(speed=0.25)
    there.play(0.0)
    there.faster(1.0, 1)
    assert there.due(1.0) == 2.0
