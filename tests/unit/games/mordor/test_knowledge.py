"""What bots know: expectations that can be checked by hand, and that playing by them is worth what they say."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS
from gefaehrten.core.knowledge import REWARD_ONE
from gefaehrten.core.random import Random
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.kernel import MordorKernel
from gefaehrten.games.mordor.knowledge import MordorKnowledge
from gefaehrten.games.mordor.prospect import Prospect
from gefaehrten.games.mordor.worth import best_of, lives
from tests.unit.games.mordor.positions import begin, dice, legal, throw, turn

RINGS = [0, 6_000, 12_000, 18_000, 24_000, 30_000]
OWN, OTHER, GANDALF = -6_000, 3_000, 1_200
KNOWLEDGE = MordorKnowledge()
ROOM = vec[i64]([0] * MAX_ACTIONS)


def prospect(effect: int = 0) -> Prospect:
    return Prospect(effect, 1, RINGS, OWN, OTHER, GANDALF)


def best(kernel: MordorKernel) -> int:
    return int(ROOM[best_of(kernel, ROOM, kernel.legal_actions(ROOM))])


def test_one_die_by_hand() -> None:
    found = prospect()
    assert found.before(0, 0, 1, 0, 0) == (RINGS[1] + 2 * OWN) // 6
    assert found.before(1, 0, 0, 0, 0) == (RINGS[1] + OWN + GANDALF) // 6
    assert found.before(0, 1, 0, 0, 0) == (RINGS[1] + OTHER + GANDALF) // 6
    assert found.before(1, 0, 0, 1, 1) == (RINGS[1] + OWN + GANDALF) // 6, "a Companion would save the ring"
    assert found.before(1, 0, 0, 1, 0) == (RINGS[1] * 3 + RINGS[2] + OWN + GANDALF) // 6, "two Orcs void it"
    assert found.before(0, 0, 0, 2, 0) == RINGS[2]
    assert found.before(0, 0, 0, 2, 1) == 0


def test_the_effects_of_places() -> None:
    assert prospect(int(tables.LOTHLORIEN)).before(1, 0, 0, 1, 2) == (RINGS[1] + OWN + GANDALF) // 6
    assert prospect(int(tables.HELMS_DEEP)).before(1, 0, 0, 1, 2) == (OWN + GANDALF) // 6
    rohan, plain = prospect(int(tables.ROHAN)), prospect()
    assert rohan.repeated(1, 0, 0, 0, 0) == plain.before(1, 0, 0, 0, 0)
    once = plain.before(1, 0, 0, 0, 0)
    assert rohan.before(1, 0, 0, 0, 0) == (RINGS[1] + GANDALF + 4 * once) // 6
    assert prospect(int(tables.RIVENDELL)).before(2, 0, 0, 0, 0) >= plain.before(2, 0, 0, 0, 0)


@pytest.mark.slow
def test_who_plays_by_it_gets_what_it_says() -> None:
    """Turns with four dice left, a Companion lying aside: the mean of what they bring is the expectation."""
    found, rng = prospect(), Random(8)
    total, turns = 0, 3_000
    for _ in range(turns):
        own, other, black, rings, balance = 2, 1, 1, 0, -1
        while own + other + black:
            shown = [
                (kind, tables.SHOWN[(0 if kind < 2 else 24) + rng.below(6)])
                for kind in [0] * own + [1] * other + [2] * black
            ]
            choices = []
            for mask in range(1, 1 << len(shown)):
                chosen = [each for index, each in enumerate(shown) if mask >> index & 1]
                symbols = [symbol for _, symbol in chosen]
                thrown = [symbol for _, symbol in shown]
                if len(set(symbols)) < len(symbols) or (
                    tables.NAZGUL in thrown and tables.NAZGUL not in symbols
                ):
                    continue
                worth = sum(int(found.step(symbol, kind)) for kind, symbol in chosen)
                kinds = [kind for kind, _ in chosen]
                after = (
                    own - kinds.count(0),
                    other - kinds.count(1),
                    black - kinds.count(2),
                    rings + symbols.count(tables.RING),
                    balance + symbols.count(tables.ORC) - symbols.count(tables.COMPANION),
                )
                if tables.TREE in symbols:
                    after = (0, 0, 0, *after[3:])
                choices.append((worth + int(found.before(*after)), worth, after))
            _, worth, (own, other, black, rings, balance) = max(choices)
            total += worth
        total += int(found.ended(rings, balance))
    assert total / turns == pytest.approx(found.before(2, 1, 1, 0, -1), abs=500)


def test_a_ring_that_wins_is_taken_and_an_orc_left_alone() -> None:
    kernel = begin(reached=[8])
    throw(kernel, "R O O C T")
    assert best(kernel) & dice("15") == dice("15"), "the ring and the White Tree win at once"


def test_the_first_field_is_halved() -> None:
    kernel = begin(crossed=[2])
    throw(kernel, "G O O C T")
    kernel.apply(dice("15"))
    assert legal(kernel)[0] == best(kernel) == tables.BASE_HALVE + 2


def test_chances_add_up_and_rise_on_the_way() -> None:
    rewards = vec[i64]([0, 0])
    before = -1
    for reached in range(9):
        kernel = begin(reached=[reached, 4])
        KNOWLEDGE.rewards(kernel, rewards)
        assert rewards[0] + rewards[1] == pytest.approx(REWARD_ONE, abs=2), (
            "a draw is worth half a win to both"
        )
        assert rewards[0] > before
        before = int(rewards[0])
    assert lives(begin(crossed=[3], halved={0: [2, 5]}), 0) == 6


def test_evaluations_lie_between_nothing_and_a_win() -> None:
    rng = Random(5)
    for seed in range(20):
        kernel = begin(3, advanced=True, first=seed % 3)
        for _ in range(200):
            if kernel.request() == DECIDE:
                kernel.apply(KNOWLEDGE.pick(kernel, ROOM, kernel.legal_actions(ROOM), rng))
            elif kernel.request() != 0:
                kernel.chance(rng)
            values = [KNOWLEDGE.evaluate(kernel, seat) for seat in range(3)]
            assert all(0 <= value <= 10_000 for value in values), values
    over = begin(crossed=[7, 7])
    turn(over, "N N O O O")
    assert [KNOWLEDGE.evaluate(over, seat) for seat in range(2)] == [0, 0]
