"""The seeded dealer: every card once, the same match from the same seed, another from another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gefaehrten.core.game import Slot
from gefaehrten.core.random import Random
from gefaehrten.engine.dealer import Dealer
from gefaehrten.engine.match import Match
from tests.machines import random_actions
from tests.unit.engine.matches import finished, new_match, play


class Watched(Match):
    """Notes every card that it is told."""

    def __init__(self, match: Match) -> None:
        super().__init__(match.game, match.setup)
        self.told: list[tuple[int, Slot, int]] = []

    def learned(self, seat: int, slot: Slot, card: int) -> None:
        self.told.append((seat, slot, card))
        super().learned(seat, slot, card)


def opening_hands(seed: int, seats: int = 2) -> tuple[object, ...]:
    match = new_match(seats)
    Dealer(match, seed).serve()
    return match.first(), *(tuple(match.hand(seat)) for seat in range(seats))


def test_it_serves_up_to_the_next_turn_and_then_nothing() -> None:
    match = new_match()
    dealer = Dealer(match, 1)
    dealer.serve()
    assert match.need().kind == "turn"
    before = match.kernel.dump()
    dealer.serve()
    assert match.kernel.dump() == before


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_hand_is_known_and_from_the_front_of_its_own_deck(seats: int) -> None:
    match = new_match(seats)
    Dealer(match, 7).serve()
    for seat in range(seats):
        assert [slot for slot, _ in match.hand(seat)] == [(seat, position) for position in range(6)]
        cards = [card for _, card in match.hand(seat)]
        assert None not in cards
        assert len(set(cards)) == 6


def test_no_card_is_dealt_twice_and_a_deck_that_runs_out_has_dealt_all() -> None:
    match = Watched(new_match())
    dealer = Dealer(match, 5)
    rng = Random(5)
    dealer.serve()
    while match.need().kind == "turn":
        play(match, random_actions(match, rng))
        dealer.serve()
    for deck in match.decks():
        cards = [card for _, slot, card in match.told if slot[0] == deck.number]
        assert len(set(cards)) == len(cards)
        assert set(cards) <= set(range(deck.size))
        positions = [slot[1] for _, slot, _ in match.told if slot[0] == deck.number]
        assert positions == list(range(len(positions)))
        stack = match.kernel.stack(deck.number)  # type: ignore[attr-defined]
        assert len(cards) == deck.size - stack


def test_the_whole_deck_is_a_permutation() -> None:
    match = new_match()
    decks = Dealer(match, 11)._decks
    assert {deck.number for deck in match.decks()} == set(decks)
    for deck in match.decks():
        assert sorted(decks[deck.number]) == list(range(deck.size))
        assert decks[deck.number] != list(range(deck.size))


@given(st.integers(0, 2**63 - 1))
def test_the_same_seed_deals_the_same_hands(seed: int) -> None:
    assert opening_hands(seed) == opening_hands(seed)


def test_different_seeds_deal_different_hands() -> None:
    assert len({opening_hands(seed) for seed in range(40)}) == 40


@pytest.mark.slow
def test_both_seats_begin_and_every_card_can_come_first() -> None:
    hands = [opening_hands(seed) for seed in range(400)]
    firsts = [first for first, *_ in hands]
    # 400 fair tosses: fewer than 140 of a side has a chance below 10**-9.
    assert min(firsts.count(0), firsts.count(1)) > 140
    cards = {hand[0][1] for _, hand, _ in hands}  # type: ignore[index]
    assert cards == set(range(44)) or len(cards) >= 40


@pytest.mark.slow
def test_the_same_seed_makes_the_same_match() -> None:
    a, b = finished(8), finished(8)
    assert a.steps == b.steps
    assert a.kernel.dump() == b.kernel.dump()
    assert finished(9).steps != a.steps
