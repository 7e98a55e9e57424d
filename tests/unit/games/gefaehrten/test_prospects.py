"""Pure. What a seat has between two locations, and what was learned of it."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.knowledge import REWARD_ONE
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.games.gefaehrten.glance import TRAITS
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.knowledge import GefaehrtenKnowledge
from gefaehrten.games.gefaehrten.learned import APPEAL, CHANCES, RAW
from gefaehrten.games.gefaehrten.prospects import (
    BEHIND,
    EMPTY,
    HAND,
    LEFT,
    MOVES,
    PROSPECTS,
    SCORE,
    STAGES,
    prospects,
)
from gefaehrten.games.gefaehrten.tables import COLOURS, GONE, HIDDEN, LOCATING, STACK
from gefaehrten.games.gefaehrten.tables import SCORE as SCORES
from tests.unit.games.gefaehrten.test_glance import decisions

KNOWN = GefaehrtenKnowledge()

POINTS = int(GONE + COLOURS) + 27 + int(HIDDEN - GONE) + int(SCORES - STACK)
"""Where a dump has the points of the first seat."""


def between(seats: int) -> list[GefaehrtenKernel]:
    found = [kernel for seed in range(12) for kernel in decisions(seats, seed) if kernel.phase() == LOCATING]
    assert len(found) > 5
    return found


def has(kernel: GefaehrtenKernel, seat: int) -> list[int]:
    into = vec[i64]([99] * int(PROSPECTS))
    prospects(kernel, seat, into)
    return [int(value) for value in into]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_left_are_counted_and_who_lays_is_told(seats: int) -> None:
    for kernel in between(seats):
        rows = [has(kernel, seat) for seat in range(seats)]
        for seat, row in enumerate(rows):
            cards = kernel.hand_size(seat) + kernel.stack(seat)
            assert sum(row[LEFT : LEFT + 7]) == cards
            assert row[HAND] == kernel.hand_size(seat)
            assert row[EMPTY] == (cards == 0)
            assert row[SCORE] == kernel.score(seat)
        assert [row[MOVES] for row in rows].index(1) == kernel.mover()
        assert sorted(row[BEHIND] for row in rows) == list(range(seats))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_more_points_never_lessen_the_chances(seats: int) -> None:
    before, after = vec[i64]([0] * seats), vec[i64]([0] * seats)
    for kernel in between(seats):
        KNOWN.rewards(kernel, before)
        dump = kernel.dump()
        richer = kernel.clone()
        dump[POINTS] += 5
        richer.restore(dump)
        assert richer.score(0) == kernel.score(0) + 5
        KNOWN.rewards(richer, after)
        assert after[0] >= before[0]
        assert all(after[seat] <= before[seat] for seat in range(1, seats))
        assert sum(after) <= REWARD_ONE * seats // 2 + seats


def test_there_is_a_weight_for_everything() -> None:
    assert len(APPEAL) == TRAITS
    assert len(CHANCES) == 3 * STAGES * PROSPECTS


def test_the_training_record_says_what_was_played_and_that_something_was_learned() -> None:
    assert all({"matches", "iterations", "seed"} <= set(played) for played in RAW["played"])
    assert RAW["appeal"]["loss"] < RAW["appeal"]["loss_uniform"]
    for seats in (2, 3, 4):
        record = RAW["chances"][f"record{seats}"]
        assert record["loss"] < record["loss_by_points_alone"]


def test_the_game_bots_know_the_learned_weights() -> None:
    assert isinstance(GAME.knowledge(), GefaehrtenKnowledge)
