"""A match with one deck for all, as single choices: hands are passed on, and the deck is made anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from ai.adapters.course import Course
from ai.adapters.rules import Rules, legal
from gefaehrten.core.kernel import DEAL, PASS, WATCHER
from gefaehrten.core.random import Random
from tests.unit.ai.adapters.circle import FullKernel, cards
from tests.unit.ai.adapters.games import CIRCLE
from tests.unit.ai.adapters.test_course import draws, step

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def whole(kernel: object) -> FullKernel:
    assert isinstance(kernel, FullKernel)
    return kernel


@SEATS
def test_hands_are_passed_on_by_themselves(seats: int) -> None:
    course, rng = Course(Rules(CIRCLE, seats)), Random(1)
    before = whole(course.kernel)
    while not whole(course.kernel).gone_round:
        assert course.kernel.request() != PASS
        before = whole(course.kernel).clone()
        step(course, rng)
    before.deal(course.values[-1])
    assert before.request() == PASS
    assert whole(course.kernel).hands == [before.hands[-1], *before.hands[:-1]]
    assert not course.over()
    assert len(course.values) == 1 + 2 * seats + seats


@SEATS
def test_giver_and_heir_are_told_what_is_passed_on_and_nobody_else(seats: int) -> None:
    course, rng = Course(Rules(CIRCLE, seats)), Random(3)
    while not whole(course.kernel).gone_round:
        step(course, rng)
    hands = [hand[0] for hand in whole(course.kernel).hands]
    for viewer in (*range(seats), int(WATCHER)):
        expected = []
        for giver in range(seats):
            heir = (giver + 1) % seats
            shown = str(hands[heir]) if viewer in (giver, heir) else "?"
            expected.append(f"{giver}>{heir}:{shown}")
        assert course.told(viewer).split()[-seats:] == expected


@SEATS
def test_an_empty_deck_is_made_anew_from_what_was_shown(seats: int) -> None:
    course, rng = Course(Rules(CIRCLE, seats)), Random(5)
    dealt: list[int] = []
    while not course.over():
        if course.kernel.request() == DEAL and len(dealt) == len(cards(seats)):
            shown = Counter(dealt) - Counter(face for hand in whole(course.kernel).hands for face in hand)
            expected = {face: count / shown.total() for face, count in shown.items()}
            assert dict(course.chances()) == pytest.approx(expected)
            return
        deal = course.kernel.request() == DEAL
        step(course, rng)
        dealt += course.values[-1:] * deal
    pytest.fail("the deck never was empty")


def worlds(course: Course, seat: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """All matches in which the seat was told the same, each with its probability: by trying everything."""
    told = course.told(seat)
    open_ones = [(Course(course.rules), 1.0)]
    for value in course.values:
        later = []
        for one, chance in open_ones:
            if one.chance():
                options = [(each, chance * part) for each, part in one.chances()]
            else:
                options = [(value, chance)] if value in legal(one.kernel) else []
            for each, likely in options:
                other = one.clone()
                other.take(each)
                if told.startswith(other.told(seat)):
                    later.append((other, likely))
        open_ones = later
    yield from ((tuple(one.values), chance) for one, chance in open_ones)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("seat", [0, 1, int(WATCHER)])
def test_what_is_imagined_is_any_match_that_the_seat_may_have_seen_as_often_as_it_happens(
    seat: int, seed: int
) -> None:
    course, rng, tries = Course(Rules(CIRCLE, 2)), Random(seed), 600
    most = 0
    while not course.over():
        step(course, rng)
        expected = dict(worlds(course, seat))
        total = sum(expected.values())
        found = Counter(tuple(course.imagine(seat, draws(rng))) for _ in range(tries))
        assert set(found) <= set(expected)
        for values, chance in expected.items():
            share = chance / total
            assert abs(found[values] - tries * share) <= 5 * (tries * share * (1 - share)) ** 0.5
        most = max(most, len(expected))
    assert most > 1
