"""Shell. One match of a tournament: by the rules, from its seeds alone, and no bot sees what it should not."""

from __future__ import annotations

import dataclasses
import pickle

import pytest

from ai import thinking
from ai.levels import Spec
from gefaehrten.core.kernel import Kernel
from gefaehrten.core.knowledge import Knowledge
from gefaehrten.session import arena_worker
from gefaehrten.session.arena_worker import Failed, Played, Task, play
from tests.unit.session.arena_helpers import tournament


def no_clock() -> float:
    return 0.0


def task(*specs: str, number: int = 0, seed: int = 1) -> Task:
    contest = tournament(*specs, seats=len(specs), seed=seed)
    return contest.left[number]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_has_points_and_places_for_everybody(seats: int) -> None:
    played = play(task(*["random", "greedy", "random", "greedy"][:seats]))
    assert isinstance(played, Played)
    assert len(played.scores) == len(played.places) == seats
    assert min(played.places) == 1
    assert played.reason
    assert played.turns > seats
    for seat in range(seats):
        for other in range(seats):
            if played.scores[seat] > played.scores[other]:
                assert played.places[seat] <= played.places[other]


@pytest.mark.slow
def test_the_same_task_is_the_same_match_and_another_seed_another() -> None:
    wanted = task("ismcts:iterations=3", "random")
    first = play(wanted, no_clock)
    assert play(pickle.loads(pickle.dumps(wanted)), no_clock) == first
    assert play(dataclasses.replace(wanted, cards=wanted.cards + 1), no_clock) != first
    assert play(dataclasses.replace(wanted, seeds=wanted.seeds[::-1]), no_clock) != first


@pytest.mark.slow
def test_everybody_in_turn_plays_the_same_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    hands: list[dict[int, tuple[int, ...]]] = []

    def turn(kernel: Kernel, seat: int, *args: object, **named: object) -> list[int]:
        if seat not in hands[-1]:
            hands[-1][seat] = tuple(int(kernel.hand(seat, face)) for face in range(32))  # type: ignore[attr-defined]
        return thinking.random_turn(kernel, seat, 5)

    monkeypatch.setattr(arena_worker, "choose_turn", turn)
    for match in tournament("greedy", "random").left[:4]:
        hands.append({})
        assert isinstance(play(match), Played)
    assert hands[0] == hands[1] != hands[2] == hands[3]


@pytest.mark.slow
def test_every_turn_has_a_seed_of_its_own_and_the_clock_that_was_handed_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seeds: list[int] = []

    def turn(
        kernel: Kernel,
        seat: int,
        spec: Spec,
        seed: int,
        clock: thinking.Clock,
        stop: thinking.Stop,
        *,
        knowledge: Knowledge,
        plant: thinking.Plant,
    ) -> list[int]:
        seeds.append(seed)
        assert clock is no_clock
        assert not stop()
        assert type(knowledge) is not Knowledge  # the game's own
        return thinking.random_turn(kernel, seat, seed)

    monkeypatch.setattr(arena_worker, "choose_turn", turn)
    played = play(task("random", "random"), no_clock)
    assert isinstance(played, Played)
    assert len(seeds) == len(set(seeds)) == played.turns
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_a_bug_comes_back_as_an_answer() -> None:
    wrong = dataclasses.replace(task("random", "random"), specs=("random", "strong"))
    answer = play(wrong)
    assert isinstance(answer, Failed)
    assert answer.number == 0
    assert "UsageError" in answer.problem
