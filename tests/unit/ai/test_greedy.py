"""Pure. The beam over one turn, on the toy game."""

from __future__ import annotations

from ai.greedy import greedy_turn
from gefaehrten.core.kernel import Kernel
from gefaehrten.core.knowledge import Knowledge
from gefaehrten.core.random import Random
from tests.ai.toy import END, ClimbKnowledge, started
from tests.unit.ai.test_search import hand


def test_it_takes_the_best_whole_turn_not_the_best_first_step() -> None:
    kernel = started(2, seed=1)
    hand(kernel, kernel.mover, 5, 2, 0)
    kernel.top = 0
    # 5 alone is the best first step, but 2 and then 5 scores both.
    assert greedy_turn(kernel, kernel.mover, ClimbKnowledge(), Random(1)) == [1 + 2, 1 + 5, END]


def test_ties_are_broken_at_random() -> None:
    kernel = started(2, seed=1)

    class Flat(Knowledge):
        def evaluate(self, kernel: Kernel, seat: int) -> int:
            return 0

    turns = {tuple(greedy_turn(kernel, kernel.mover, Flat(), Random(seed))) for seed in range(30)}
    assert len(turns) > 3


def test_equal_generators_give_equal_turns_and_the_position_stays() -> None:
    kernel = started(3, seed=2)
    before = kernel.dump()
    turns = {tuple(greedy_turn(kernel, kernel.mover, ClimbKnowledge(), Random(3))) for _ in range(3)}
    assert len(turns) == 1
    assert kernel.dump() == before
