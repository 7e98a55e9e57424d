"""Pure. Levels and specifications; whole turns: legal, honest, in time, stopped when told."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from ai.levels import SPECS, Level, Method, Spec, parse_spec
from ai.thinking import SHARE, advise, choose_turn, random_turn
from gefaehrten.core.errors import UsageError
from gefaehrten.core.kernel import DECIDE, Kernel
from gefaehrten.core.random import Random
from gefaehrten.engine.catalogue import game, keys
from tests.ai.toy import Climb, ClimbKnowledge, started
from tests.unit.ai.test_search import hand

LIMITS = {Level.EXPERT: 2.0}
FAST = [Spec(Method.RANDOM), Spec(Method.GREEDY), Spec(Method.SEARCH, iterations=40)]


class Time:
    """A clock that goes on when asked for it."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.now


class Slow(ClimbKnowledge):
    """Every step of a playout takes its time."""

    def __init__(self, time: Time, step: float) -> None:
        self.time = time
        self.step = step

    def pick(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:
        self.time.now += self.step
        return actions[rng.below(count)]


def never() -> bool:
    return False


def no_clock() -> float:
    raise AssertionError("nobody may ask the time here")


def check_turn(kernel: Climb, seat: int, turn: list[int]) -> None:
    """Plays the turn, every action checked; it must be a whole one."""
    turns = kernel.turns()
    for action in turn:
        assert (kernel.request(), kernel.actor(), kernel.turns()) == (DECIDE, seat, turns)
        kernel.check(action)
        kernel.apply(action)
    assert kernel.turns() == turns + 1


@pytest.mark.slow
@pytest.mark.parametrize("spec", FAST, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_of_whole_legal_turns(spec: Spec, seats: int) -> None:
    kernel = started(seats, seed=seats)
    seed = 0
    while kernel.request() == DECIDE:
        seed += 1
        seat = kernel.mover
        check_turn(kernel, seat, choose_turn(kernel, seat, spec, seed, no_clock, never))
        while kernel.request() not in (DECIDE, 0):
            kernel.chance(Random(seed))
    assert sum(kernel.points) > 0


@pytest.mark.slow
@pytest.mark.parametrize("spec", [*FAST, Spec(Method.SEARCH, iterations=40, horizon=2)], ids=str)
@settings(max_examples=20)
@given(actions=st.integers(0, 14), seed=st.integers(0, 2**70), other=st.integers(0, 2**32))
def test_hidden_cards_never_change_a_choice(spec: Spec, actions: int, seed: int, other: int) -> None:
    known = started(3, seed=6, actions=actions)
    seat = known.mover
    swapped = known.clone()
    swapped.mask(seat)
    swapped.determinize(Random(other))
    turns = [
        choose_turn(kernel, seat, spec, seed, no_clock, never, knowledge=ClimbKnowledge())
        for kernel in (known, swapped)
    ]
    assert turns[0] == turns[1]


@pytest.mark.slow
@settings(max_examples=5)
@given(actions=st.integers(0, 14), seed=st.integers(0, 2**70), other=st.integers(0, 2**32))
def test_hidden_cards_never_change_advice(actions: int, seed: int, other: int) -> None:
    known = started(3, seed=6, actions=actions)
    seat = known.mover
    swapped = known.clone()
    swapped.mask(seat)
    swapped.determinize(Random(other))
    advice = [advise(k, seat, FAST[2], seed, no_clock, never) for k in (known, swapped)]
    assert advice[0] == advice[1]


@pytest.mark.parametrize("level", LIMITS)
@pytest.mark.parametrize("part", [0.0001, 0.001])
def test_a_turn_keeps_its_time(level: Level, part: float) -> None:
    """Steps of playouts take this part of the level's time: whole ones a hundredth of it, or a few times as much."""
    time = Time()
    kernel = started(3, seed=6)
    seconds = SPECS[level].seconds
    assert seconds is not None
    choose_turn(kernel, kernel.mover, level, 1, time, never, knowledge=Slow(time, part * seconds))
    spent = time.now - 1000
    assert spent <= LIMITS[level]
    assert spent > 0.5 * seconds * SHARE  # and it uses it: the first decision alone takes this share


def test_one_iteration_happens_however_short_the_time() -> None:
    time = Time()
    kernel = started(3, seed=6)
    spec = Spec(Method.SEARCH, seconds=0.001)
    check_turn(
        kernel, kernel.mover, choose_turn(kernel, kernel.mover, spec, 1, time, never, knowledge=Slow(time, 1))
    )


def test_what_is_forced_takes_no_time() -> None:
    kernel = started(2, seed=1)
    seat = kernel.mover
    hand(kernel, seat, 4)
    kernel.stack = 0
    time = Time()
    turn = choose_turn(kernel, seat, Level.EXPERT, 1, time, never, knowledge=Slow(time, 1))
    assert turn == [1 + 4]
    assert time.now == 1000


@pytest.mark.parametrize(
    "spec", [Spec(Method.SEARCH, iterations=10**9), Spec(Method.SEARCH, seconds=3600)], ids=str
)
def test_a_stop_ends_the_search(spec: Spec) -> None:
    looks = iter([False, False, True, True, True, True, True, True])
    kernel = started(3, seed=6)
    check_turn(kernel, kernel.mover, choose_turn(kernel, kernel.mover, spec, 1, Time(), lambda: next(looks)))


def test_the_stop_flag_is_looked_at_every_few_dozen_iterations() -> None:
    looks = []

    def stop() -> bool:
        looks.append(1)
        return False

    kernel = started(3, seed=6)
    advise(kernel, kernel.mover, Spec(Method.SEARCH, iterations=500), 1, no_clock, stop)
    assert len(looks) >= 500 / 64


def test_advice_names_legal_actions_best_first_and_uses_search_for_every_level() -> None:
    kernel = started(3, seed=6)
    time = Time()
    for level in (Level.GREEDY, parse_spec("ismcts:iterations=80")):
        advice = advise(kernel, kernel.mover, level, 1, time, never, knowledge=Slow(time, 0.001))
        for candidate in advice:
            kernel.check(candidate.action)
            assert 0 <= candidate.reward <= 1
        assert [c.visits for c in advice] == sorted((c.visits for c in advice), reverse=True)
        assert advice


@settings(max_examples=15)
@given(st.integers(0, 2**80), st.integers(0, 10))
def test_random_turns_vary_with_the_seed_alone(seed: int, actions: int) -> None:
    kernel = started(3, seed=6, actions=actions)
    turn = random_turn(kernel, kernel.mover, seed)
    assert turn == random_turn(kernel, kernel.mover, seed)
    check_turn(kernel, kernel.mover, turn)


def test_levels_are_specifications_too() -> None:
    for level in Level:
        assert parse_spec(level.value) is SPECS[level]
    assert parse_spec(" Medium ") is SPECS[Level.MEDIUM]


def test_a_game_may_say_what_a_level_is() -> None:
    own = {"hard": "ismcts:iterations=8", "easy": "greedy"}
    assert parse_spec("hard", own) == Spec(Method.SEARCH, iterations=8)
    assert parse_spec("Easy", own) is SPECS[Level.GREEDY]
    assert parse_spec("medium", own) is SPECS[Level.MEDIUM]
    assert parse_spec("ismcts:time=1", own) == Spec(Method.SEARCH, seconds=1)
    assert parse_spec("expert", {"expert": "exact"}) == parse_spec(" Exact ") == Spec(Method.EXACT)
    assert str(Spec(Method.EXACT)) == "exact"


@pytest.mark.parametrize("key", keys())
def test_what_games_say_of_levels_is_read(key: str) -> None:
    own = game(key).levels
    assert set(own) <= {level.value for level in Level}
    for text in own.values():
        assert str(parse_spec(text)) == text


def test_each_level_thinks_more_than_the_one_below() -> None:
    counted = [SPECS[level].iterations for level in (Level.EASY, Level.MEDIUM, Level.HARD)]
    assert counted == sorted({count for count in counted if count is not None})
    assert SPECS[Level.EXPERT].iterations is None


@given(
    st.one_of(st.none(), st.integers(0, 100)),
    st.one_of(st.integers(1, 10**9), st.sampled_from([0.05, 0.5, 2.0, 3600.0])),
)
def test_a_specification_is_read_back(horizon: int | None, effort: int | float) -> None:
    if isinstance(effort, int):
        spec = Spec(Method.SEARCH, iterations=effort, horizon=horizon)
    else:
        spec = Spec(Method.SEARCH, seconds=effort, horizon=horizon, exploration=0.1)
    assert parse_spec(str(spec)) == spec


@pytest.mark.parametrize(
    "text",
    [
        "", "strong", "ismcts", "ismcts:", "ismcts:time", "ismcts:time=", "ismcts:time=0", "ismcts:time=-1",
        "ismcts:time=nan", "ismcts:time=inf", "ismcts:time=4000", "ismcts:iterations=0", "ismcts:iterations=1.5",
        "ismcts:iterations=10000000000", "ismcts:time=1:iterations=5", "ismcts:time=1:time=1", "medium:time=1",
        "ismcts:horizon=2", "ismcts:time=1:horizon=-1", "ismcts:time=1:depth=3",
        "ismcts:time=1:exploration=0", "ismcts:time=1=2", "random,greedy",
    ],
)  # fmt: skip
def test_anything_else_is_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_spec(text)
    assert "medium" in str(caught.value)
    assert "ismcts:time=0.5" in str(caught.value)
