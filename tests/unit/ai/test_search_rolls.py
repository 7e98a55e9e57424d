"""A roll is for all to see: the search may answer each of its outcomes in another way."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ai.search import MOST_OUTCOMES, Search
from gefaehrten.core.kernel import DECIDE, OVER, ROLL, WATCHER, Kernel
from gefaehrten.core.random import Random

BET, PASS = 1, 2


class Guess(Kernel):
    """One seat bets or passes. A bet is won by who names what was rolled; to pass wins six times in ten.

    So to bet is right for who looks at the roll, and wrong for who does not.
    """

    def __init__(self, sides: int) -> None:
        self.sides, self.phase, self.rolled, self.points = sides, 0, -1, 0

    def clone(self) -> Guess:
        other = Guess(self.sides)
        other.phase, other.rolled, other.points = self.phase, self.rolled, self.points
        return other

    def request(self) -> i64:
        return (DECIDE, ROLL, DECIDE, ROLL, OVER)[self.phase]

    def actor(self) -> i64:
        return 0 if self.request() == DECIDE else -1

    def amount(self) -> i64:
        return 10 if self.phase == 3 else self.sides

    def turns(self) -> i64:
        return self.phase // 2

    def seats(self) -> i64:
        return 2

    def legal_actions(self, into: vec[i64]) -> i64:
        actions = [BET, PASS] if self.phase == 0 else list(range(self.sides))
        for index, action in enumerate(actions):
            into[index] = action
        return len(actions)

    def apply(self, action: i64) -> None:
        if self.phase == 0:
            self.phase = 1 if action == BET else 3
        else:
            self.points, self.phase = int(action == self.rolled), 4

    def roll(self, value: i64) -> None:
        if self.phase == 3:
            self.points, self.phase = int(value < 6), 4
        else:
            self.rolled, self.phase = value, 2

    def chance(self, rng: Random) -> None:
        self.roll(rng.below(self.amount()))

    def mask(self, seat: i64) -> None:
        assert seat != WATCHER

    def determinize(self, rng: Random) -> None:
        pass

    def score(self, seat: i64) -> i64:
        return self.points if seat == 0 else 1 - self.points

    def place(self, seat: i64) -> i64:
        return 1 - self.score(seat)


@pytest.mark.parametrize("sides", [2, 4])
def test_outcomes_are_answered_one_by_one(sides: int) -> None:
    search = Search(Guess(sides), 0, 3)
    search.run(4000)
    assert search.best() == BET
    assert {action: reward for action, _, reward in search.statistics()}[BET] > 0.8


def test_a_roll_of_many_values_ends_the_tree() -> None:
    sides = int(MOST_OUTCOMES) + 1
    search = Search(Guess(sides), 0, 3)
    search.run(500)
    assert search.nodes() == 1 + 2 + 10, "the root, two actions, and what to pass may lead to"


def test_a_full_tree_goes_on_without_new_outcomes() -> None:
    search = Search(Guess(5), 0, 3, max_nodes=4)
    search.run(300)
    assert search.nodes() <= 4
    assert sum(visits for _, visits, _ in search.statistics()) == 300
