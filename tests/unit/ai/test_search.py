"""Pure. The tree search on the toy game: its counts, its honesty, its bounds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from ai.search import AVAILABLE, CHILD, KEY, SIBLING, VISITS, Search
from gefaehrten.core.kernel import DECIDE, Kernel
from gefaehrten.core.knowledge import Knowledge
from gefaehrten.core.random import Random
from tests.ai.toy import VALUES, Climb, ClimbKnowledge, started


def hand(kernel: Climb, seat: int, *faces: int) -> None:
    """Gives the seat just these cards, from the unseen ones."""
    for face in range(VALUES):
        kernel.unseen[face] += kernel.hands[seat][face]
        kernel.hands[seat][face] = 0
    for face in faces:
        kernel.hands[seat][face] += 1
        kernel.unseen[face] -= 1


def total(search: Search) -> int:
    return sum(visits for _, visits, _ in search.statistics())


class Watch(Knowledge):
    """Notes what playouts see of the other seats, and how late they are cut."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.hands: set[tuple[tuple[int, ...], ...]] = set()
        self.stages: set[int] = set()
        self.estimates = 0

    def stage(self, kernel: Kernel) -> i64:
        assert isinstance(kernel, Climb)
        if not any(kernel.unknown):
            self.hands.add(tuple(tuple(h) for s, h in enumerate(kernel.hands) if s != self.seat))
        return kernel.turns()

    def pick(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:
        self.stages.add(int(kernel.turns()))
        return actions[rng.below(count)]

    def rewards(self, kernel: Kernel, into: vec[i64]) -> None:
        self.estimates += 1
        self.stages.add(int(kernel.turns()))
        super().rewards(kernel, into)


def test_visits_add_up_and_every_iteration_adds_at_most_a_node() -> None:
    kernel = started(3, seed=4)
    search = Search(kernel, kernel.mover, 1)
    search.run(30)
    search.run(20)
    assert total(search) == 50
    assert 4 <= search.nodes() <= 51
    assert search.steps() >= 50
    assert all(0 <= mean <= 1 for _, _, mean in search.statistics())


def test_statistics_come_best_first_and_begin_with_best() -> None:
    kernel = started(2, seed=9)
    search = Search(kernel, kernel.mover, 1)
    search.run(300)
    visits = [count for _, count, _ in search.statistics()]
    assert visits == sorted(visits, reverse=True)
    assert search.best() == search.statistics()[0][0]


def test_the_lead_is_that_of_the_first_over_the_second() -> None:
    kernel = started(2, seed=9)
    search = Search(kernel, kernel.mover, 1)
    assert search.lead() == 0
    for _ in range(30):
        search.run(7)
        visits = [count for _, count, _ in search.statistics()] + [0]
        assert search.lead() == visits[0] - visits[1]


def test_it_finds_the_order_that_scores_both_cards() -> None:
    kernel = started(2, seed=1)
    hand(kernel, kernel.mover, 5, 5, 1)
    kernel.top = 0
    kernel.stack = 0  # the last cards: 1 then 5 scores both, 5 then 1 only one
    search = Search(kernel, kernel.mover, 3)
    search.run(400)
    assert search.best() == 1 + 1
    search.advance(search.best())
    search.run(400)
    assert search.best() == 1 + 5


@settings(max_examples=10)
@given(st.integers(0, 2**62), st.integers(0, 12))
def test_equal_seeds_give_equal_trees(seed: int, actions: int) -> None:
    kernel = started(3, seed=5, actions=actions)
    first, second = (Search(kernel, kernel.mover, seed, ClimbKnowledge(), 3) for _ in range(2))
    first.run(40)
    for _ in range(4):
        second.run(10)
    assert first.statistics() == second.statistics()
    assert first.steps() == second.steps()


def test_other_seeds_give_other_trees() -> None:
    kernel = started(3, seed=5)
    found = set()
    for seed in range(8):
        search = Search(kernel, kernel.mover, seed)
        search.run(40)
        found.add(tuple(search.statistics()))
    assert len(found) > 4


@pytest.mark.parametrize("actions", range(0, 20, 2))
def test_what_others_hold_changes_nothing_whoever_knows_it(actions: int) -> None:
    known = started(3, seed=6, actions=actions)
    seat = known.mover
    masked = known.clone()
    masked.mask(seat)
    swapped = masked.clone()
    swapped.determinize(Random(77))
    results = []
    for kernel in (known, masked, swapped):
        search = Search(kernel, seat, 11)
        search.run(60)
        results.append(search.statistics())
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize("actions", [0, 1, 3, 5, 8])
def test_hidden_hands_vary_from_iteration_to_iteration(actions: int) -> None:
    kernel = started(3, seed=2, actions=actions)
    watch = Watch(kernel.mover)
    Search(kernel, kernel.mover, 1, watch, 1).run(150)
    assert len(watch.hands) > 20


@pytest.mark.parametrize("horizon", [1, 2, 4])
def test_no_iteration_looks_beyond_the_horizon(horizon: int) -> None:
    kernel = started(3, seed=2, actions=4)
    watch = Watch(kernel.mover)
    Search(kernel, kernel.mover, 1, watch, horizon).run(60)
    assert max(watch.stages) == kernel.turns() + horizon
    assert watch.estimates == 60


def test_without_horizon_every_iteration_plays_to_the_end() -> None:
    kernel = started(3, seed=2, actions=4)
    watch = Watch(kernel.mover)
    Search(kernel, kernel.mover, 1, watch, 0).run(60)
    assert watch.estimates == 0


def test_the_position_handed_in_stays_as_it_is() -> None:
    kernel = started(3, seed=3)
    before = kernel.dump()
    search = Search(kernel, kernel.mover, 1)
    search.run(20)
    search.advance(search.best())
    assert kernel.dump() == before


def test_advance_keeps_what_the_tree_knows() -> None:
    kernel = started(2, seed=3)
    search = Search(kernel, kernel.mover, 1)
    search.run(400)
    action, visits, _ = search.statistics()[0]
    search.advance(action)
    assert total(search) == visits - 1  # its first visit made the node, the others went on to its children
    search.run(10)
    assert total(search) == visits + 9


def test_advance_by_an_action_never_tried_begins_anew() -> None:
    kernel = started(2, seed=3)
    search = Search(kernel, kernel.mover, 1)
    search.advance(search.best())
    assert search.statistics() == []
    search.run(5)
    assert total(search) == 5


def test_before_any_iteration_best_is_a_legal_action() -> None:
    kernel = started(2, seed=3)
    buffer = vec[i64]([0] * 16)
    count = kernel.legal_actions(buffer)
    assert Search(kernel, kernel.mover, 1).best() in list(buffer)[:count]


def test_a_full_tree_goes_on_without_growing() -> None:
    kernel = started(3, seed=4)
    search = Search(kernel, kernel.mover, 1, None, 0, 12)
    search.run(200)
    assert search.nodes() == 12
    assert total(search) == 200


def test_availability_counts_the_iterations_in_which_an_action_was_legal() -> None:
    kernel = started(2, seed=4)
    search = Search(kernel, kernel.mover, 1)
    search.run(400)
    words = search._words
    seat = kernel.mover
    scarce = 0
    pending = [0]
    while pending:
        node = pending.pop()
        children = []
        child = words[node + CHILD]
        while child:
            children.append(child)
            child = words[child + SIBLING]
        pending += children
        if not children:
            continue
        keys = [words[child + KEY] for child in children]
        assert keys == sorted(set(keys))
        passes = sum(words[child + VISITS] for child in children)
        for child in children:
            assert words[child + VISITS] <= words[child + AVAILABLE] <= passes
            seldom = 10 * int(words[child + AVAILABLE]) < 7 * int(passes)
            if words[child + KEY] % 2 != seat and passes > 40 and seldom:
                scarce += 1
    assert scarce, "some card of the other seat is seldom in its hand"


def test_it_takes_the_game_to_its_end() -> None:
    kernel = started(2, seed=8)
    while kernel.request() == DECIDE:
        search = Search(kernel, kernel.mover, 1)
        search.run(5)
        kernel.apply(search.best())
        while kernel.request() not in (DECIDE, 0):
            kernel.chance(Random(5))
    assert not any(kernel.size(seat) for seat in range(2))


# Progressive widening


class Ordered(Watch):
    """Says that the highest action is to be looked at next, whatever is left."""

    def foremost(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:
        best = 0
        for index in range(count):
            if actions[index] > actions[best]:
                best = index
        return best


def wide(seed: int) -> Climb:
    """A position with as many actions as there are."""
    kernel = started(2, seed=seed)
    hand(kernel, kernel.mover, 0, 2, 5)
    return kernel


@pytest.mark.parametrize("widening", [0.3, 1.0])
def test_a_node_gets_another_child_only_when_it_has_been_visited_often_enough(widening: float) -> None:
    kernel = wide(5)
    search = Search(kernel, kernel.mover, 1, Ordered(kernel.mover), widening=widening)
    counts = []
    for iterations in range(1, 40):
        search.run(1)
        counts.append(len(search.statistics()))
        assert counts[-1] <= 1 + int(widening * iterations**0.5)
    assert counts[0] == 1
    assert counts[-1] == min(1 + int(widening * 39**0.5), kernel.legal_actions(vec[i64]([0] * 64)))


def test_the_foremost_actions_come_first_and_all_others_in_the_end() -> None:
    kernel = wide(5)
    buffer = vec[i64]([0] * 64)
    count = kernel.legal_actions(buffer)
    legal = [int(buffer[index]) for index in range(count)]
    search = Search(kernel, kernel.mover, 1, Ordered(kernel.mover), widening=0.5)
    seen: list[int] = []
    for _ in range(600):
        search.run(1)
        seen += [action for action, *_ in search.statistics() if action not in seen]
    assert seen == sorted(legal, reverse=True)


def test_with_more_exploration_visits_are_more_even() -> None:
    kernel = wide(5)
    most = []
    for exploration in (0.01, 10.0):
        search = Search(kernel, kernel.mover, 1, Ordered(kernel.mover), widening=0, exploration=exploration)
        search.run(400)
        most.append(search.statistics()[0][1])
    assert most[0] > 1.4 * most[1]


def test_without_knowledge_every_action_is_tried_at_once() -> None:
    kernel = wide(5)
    count = int(kernel.legal_actions(vec[i64]([0] * 64)))
    search = Search(kernel, kernel.mover, 1, widening=0.5)
    search.run(count)
    assert len(search.statistics()) == count
