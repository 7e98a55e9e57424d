"""A match as single choices, and the other matches that a seat cannot tell from it."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate, product

import pytest

from ai.adapters.course import Course
from ai.adapters.puzzle import Draw, Drawn
from ai.adapters.rules import Rules, legal
from gefaehrten.core.game import Slot
from gefaehrten.core.kernel import DEAL, DECIDE, PASS, ROLL, UNKNOWN, WATCHER, Kernel
from gefaehrten.core.random import Random
from tests.unit.ai.adapters.games import ALL, DEALING, often

GAMES = pytest.mark.parametrize("key", ALL)
CARD_GAMES = pytest.mark.parametrize("key", DEALING)


def draws(rng: Random) -> Draw:
    return lambda: float(rng.word()) / 2.0**32


def step(course: Course, rng: Random) -> None:
    """One event at random, as OpenSpiel would draw it."""
    if not course.chance():
        actions = legal(course.kernel)
        course.take(actions[rng.below(len(actions))])
        return
    values, chances = zip(*course.chances(), strict=True)
    point = draws(rng)()
    course.take(
        next(value for value, reached in zip(values, accumulate(chances), strict=True) if point < reached)
    )


def walk(key: str, seats: int, seed: int) -> Iterator[Course]:
    """The positions of a random match, the same object again and again."""
    course, rng = Course(Rules(key, seats)), Random(seed)
    yield course
    while not course.over():
        step(course, rng)
        yield course


def replayed(rules: Rules, values: list[int]) -> Course:
    """A match from its events, every action of which is checked."""
    course = Course(rules)
    for value in values:
        if not course.chance():
            course.kernel.check(value)
        course.take(value)
    return course


def dumped(kernel: Kernel, seat: int) -> list[int]:
    own = kernel.clone()
    own.mask(seat)
    return own.dump()


@GAMES
def test_chances_are_even_for_a_roll_and_those_of_the_cards_left_for_a_card(key: str) -> None:
    rules, rng = Rules(key), Random(3)
    left = {deck: Counter(faces) for deck, faces in rules.decks.items()}
    shown: Counter[int] = Counter()
    course = Course(rules)
    rolled = dealt = 0

    def show(face: int) -> Slot:
        shown[face] += 1
        return (0, 0)

    while not course.over():
        request, before = course.kernel.request(), course.kernel.clone()
        if request == ROLL:
            sides = before.amount()
            assert course.chances() == [(value, 1 / sides) for value in range(sides)]
            rolled += 1
        if request == DEAL:
            deck = int(before.deck())
            if not left[deck].total() and deck in rules.shared:
                left[deck] = Counter(shown)
                shown.clear()
            faces = left[deck]
            expected = {face: count / faces.total() for face, count in faces.items() if count}
            assert dict(course.chances()) == pytest.approx(expected)
            assert [face for face, _ in course.chances()] == sorted(expected)
        step(course, rng)
        if request == DEAL:
            faces[course.values[-1]] -= 1
            dealt += 1
        if request == DECIDE:
            rules.game.encode(before, course.values[-1], show)
    assert rolled
    assert dealt >= 2 * rules.seats or not rules.decks


@GAMES
def test_what_comes_next_is_chance_or_a_decision_and_nothing_else(key: str) -> None:
    for course in walk(key, 3, 7):
        assert course.kernel.request() != PASS
        assert course.over() or course.chance() == (course.kernel.request() in (ROLL, DEAL))


@GAMES
def test_a_seat_is_told_what_it_saw_and_no_more(key: str) -> None:
    *_, course = walk(key, 3, 5)
    watcher = course.told(int(WATCHER)).split()[1:]
    for seat in range(3):
        told = course.told(seat).split()[2:]
        assert len(told) == len(watcher)
        for word, public in zip(told, watcher, strict=True):
            if ">" in word:
                giver, heir = map(int, word.split(":")[0].split(">"))
                assert public == f"{giver}>{heir}:?"
                assert (word == public) == (seat not in (giver, heir))
        events = [(word, public) for word, public in zip(told, watcher, strict=True) if ">" not in word]
        for (word, public), value in zip(events, course.values, strict=True):
            if "+" not in word:
                assert word == public
                assert word.endswith(f":{value}")
                continue
            owner = int(word.split("+")[0])
            assert word == f"{owner}+{value if owner == seat else '?'}"
            assert public == f"{owner}+?"


@GAMES
@pytest.mark.parametrize("seats", [2, 3])
def test_an_imagined_match_is_a_match_and_looks_the_same_to_the_seat(key: str, seats: int) -> None:
    rng = Random(seats)
    for index, course in enumerate(walk(key, seats, seats)):
        if index % often(key, 17):
            continue
        for seat in range(seats):
            other = replayed(course.rules, course.imagine(seat, draws(rng)))
            assert other.told(seat) == course.told(seat)
            assert dumped(other.kernel, seat) == dumped(course.kernel, seat)


@GAMES
def test_what_is_imagined_hangs_on_no_hidden_card(key: str) -> None:
    rng = Random(9)
    for index, course in enumerate(walk(key, 2, 9)):
        if index % often(key, 23):
            continue
        for seat in range(2):
            other = replayed(course.rules, course.imagine(seat, draws(rng)))
            assert other.imagine(seat, draws(Random(4))) == course.imagine(seat, draws(Random(4)))


@pytest.mark.slow
@CARD_GAMES
def test_hidden_cards_vary_whatever_comes_next(key: str) -> None:
    """Wherever the kernel's own determinizations differ, so do imagined matches, in each kind of position."""
    # The phase as any game has it: what comes next, whose it is, and whether the turn has begun already.
    phases: Counter[tuple[int, bool, bool]] = Counter()
    before, rng = (-1, -1), Random(6)
    for index, course in enumerate(walk(key, 2, 6)):
        kernel = course.kernel
        now = (int(kernel.request()), int(kernel.turns()))
        begun, before = now == before, now
        for seat in range(2):
            phase = (now[0], kernel.actor() == seat, begun)
            if phases[phase] > 3 and index % 13:
                continue
            if len({tuple(guess(kernel, seat, rng)) for _ in range(6)}) < 4:
                continue
            others = (replayed(course.rules, course.imagine(seat, draws(rng))) for _ in range(6))
            found = {tuple(other.kernel.dump()) for other in others}
            assert len(found) > 1, f"nothing varies at event {index} for seat {seat}"
            phases[phase] += len(found) > 3
    wanted = product((int(DECIDE), int(DEAL)), (False, True), (False, True))
    assert [phase for phase in wanted if not phases[phase]] == []


def guess(kernel: Kernel, seat: int, rng: Random) -> list[int]:
    """What the kernel's own determinization makes of the position."""
    own = kernel.clone()
    own.mask(seat)
    own.determinize(rng)
    return own.dump()


@pytest.mark.slow
@CARD_GAMES
def test_hands_are_imagined_as_often_as_the_kernel_draws_them(key: str) -> None:
    rng = Random(2)
    *_, course = (later.clone() for later in walk(key, 2, 12) if later.kernel.turns() < 6)
    tries = 300
    ours: Counter[tuple[int, ...]] = Counter()
    theirs: Counter[tuple[int, ...]] = Counter()
    for _ in range(tries):
        ours.update(enumerate(replayed(course.rules, course.imagine(0, draws(rng))).kernel.dump()))
        theirs.update(enumerate(guess(course.kernel, 0, rng)))
    unlike = {each for each in ours | theirs if abs(ours[each] - theirs[each]) > 5 * (tries / 2) ** 0.5}
    assert unlike == set(), "five standard deviations"
    assert max(ours.values()) == tries
    assert len(ours) > len(course.kernel.dump()) + 4, "nothing was hidden"


@CARD_GAMES
def test_a_puzzle_holds_no_card_that_its_viewer_has_not_seen(key: str) -> None:
    *_, course = (later.clone() for later in walk(key, 2, 10) if later.kernel.turns() < 4)
    course.imagine(1, draws(Random(1)))
    puzzle = course._puzzles[1]
    drawn = [part.event for part in puzzle.parts if isinstance(part, Drawn)]
    assert len(drawn) > 2
    assert {puzzle.values[event] for event in drawn} == {int(UNKNOWN)}
    others = [event for event in range(len(course.values)) if event not in drawn]
    assert all(puzzle.values[event] == course.values[event] for event in others)


@GAMES
def test_copies_go_their_own_way(key: str) -> None:
    rng = Random(8)
    for index, course in enumerate(walk(key, 2, 8)):
        if index % often(key, 40) or course.over():
            continue
        before = (
            course.kernel.dump(),
            course.told(0),
            list(course.values),
            course.chance() and course.chances(),
        )
        for other in (course.clone(), copy.deepcopy(course), pickle.loads(pickle.dumps(course))):
            state = (other.kernel.dump(), other.told(0), other.values, other.chance() and other.chances())
            assert state == before
            step(other, rng)
            assert other.kernel.dump() != before[0]
        assert (course.kernel.dump(), course.told(0), course.values) == before[:3]
