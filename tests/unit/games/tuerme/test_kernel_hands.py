"""T25 to T27: who knows which card, over whole matches that get as far as the Wild Men and a shuffle."""

from __future__ import annotations

from typing import cast

import pytest

from ai.greedy import greedy_turn
from gefaehrten.core.game import Game, Setup
from gefaehrten.core.kernel import DECIDE, OVER, PASS, WATCHER
from gefaehrten.core.random import Random
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.game import GAME
from tests.laws.matches import Sealed, Start, legal
from tests.unit.games.tuerme import positions as p


class Course:
    """A match between greedy players, so that it lasts; with what has happened in it."""

    def __init__(self, seats: int, seed: int) -> None:
        self.rng = Random(seed)
        self.sealed = Sealed(Start(cast(Game, GAME), Setup(seats)), self.rng)
        self.passed = self.renewed = 0
        self._turn: list[int] = []

    def step(self) -> None:
        truth = self.sealed.truth
        if truth.request() == DECIDE:
            if not self._turn:
                seat = int(truth.actor())
                self._turn = greedy_turn(self.sealed.views[seat], seat, GAME.knowledge(), self.rng)
            self.sealed.act(self._turn.pop(0))
            return
        self.passed += truth.request() == PASS
        discards = truth.public()[int(t.DISCARD - t.PUBLIC)]
        self.sealed.draw()
        self.renewed += bool(discards) and truth.public()[int(t.DISCARD - t.PUBLIC)] == 0


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_t25_t26_masking_law_over_hands_passed_on_and_decks_made_anew(seats: int) -> None:
    passed = renewed = 0
    for seed in range(60):
        if passed and renewed:
            break
        course = Course(seats, seed)
        truth, views = course.sealed.truth, course.sealed.views
        while truth.request() != OVER:
            if truth.request() == DECIDE:
                actions, actor = legal(truth), int(truth.actor())
                assert legal(views[actor]) == actions
                assert all(set(legal(view)) >= set(actions) for view in views.values())
            course.step()
            for viewer, view in views.items():
                masked = truth.clone()
                masked.mask(viewer)
                assert view.dump() == masked.dump(), viewer
        passed += course.passed
        renewed += course.renewed
    assert passed > 0
    assert renewed > 0


def test_t26_who_gave_a_hand_away_still_knows_it_and_nobody_else_does() -> None:
    hands = {seat: [3 * seat, 3 * seat + 1, 3 * seat + 2] for seat in range(4)}
    kernel = p.happens(key="wild_men", hands=hands)
    kernel.passed()
    giver, heir, other, watcher = (kernel.clone() for _ in range(4))
    giver.mask(0)
    assert giver.hand(1) == 0b111, "seat 0 gave it to seat 1"
    assert giver.hand(0) == 0b111 << 9, "and has got that of seat 3"
    assert [int(giver.hand_unknown(seat)) for seat in range(4)] == [0, 0, 3, 3]
    heir.mask(1)
    assert heir.hand(1) == 0b111
    other.mask(2)
    assert other.hand(1) == 0
    watcher.mask(int(WATCHER))
    assert [int(watcher.hand_unknown(seat)) for seat in range(4)] == [3] * 4


def test_t26_a_card_drawn_later_is_no_longer_known_to_the_giver() -> None:
    hands = {seat: [3 * seat, 3 * seat + 1, 3 * seat + 2] for seat in range(4)}
    board = """
        ##..............
        ##..............
        ................
        G...............
        R...............
        B...............
        ..............##
        Y.............##
    """
    kernel = p.happens(board, "wild_men", hands=hands)
    kernel.passed()
    rng = Random(5)
    while not (kernel.phase() == t.HERO and kernel.mover() == 1):
        if kernel.request() == DECIDE:
            kernel.apply(p.legal(kernel)[0])
        else:
            kernel.chance(rng)
    kernel.apply(p.legal(kernel)[0])
    while kernel.phase() == t.MOVING:
        kernel.apply(p.legal(kernel)[0])
    p.deal(kernel)
    giver = kernel.clone()
    giver.mask(0)
    assert giver.hand_unknown(1) == 1
    assert kernel.hand(1) & ~giver.hand(1) == kernel.hand(1) & ~0b111


def test_t25_determinizing_fills_exactly_what_is_unknown() -> None:
    kernel = p.position()
    kernel.mask(0)
    own = int(kernel.hand(0))
    found = set()
    for seed in range(8):
        full = kernel.clone()
        full.determinize(Random(seed))
        assert full.hand(0) == own
        hands = [int(full.hand(seat)) for seat in range(4)]
        assert [hand.bit_count() for hand in hands] == [3] * 4
        assert sum(hands) + int(full.unseen()) == t.ALL_CARDS, "each card is in one place"
        found.add(tuple(hands))
    assert len(found) == 8


def test_a_dump_of_another_setup_is_refused() -> None:
    dump = p.position(seats=4).dump()
    with pytest.raises(ValueError, match="another setup"):
        GAME.load(Setup(3), dump)
