"""A match with one deck for all: hands that are passed on, a deck made anew, and what turns say of hidden cards."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.game import DeckSpec, Plain, Setup, Slot
from gefaehrten.core.kernel import UNKNOWN, Kernel
from gefaehrten.engine.dealer import Dealer
from gefaehrten.engine.match import Match
from tests.lab.circle import CircleGame
from tests.unit.session.toy_game import DECK, ToyGame, ToyKernel


def circle(seats: int = 3, seed: int = 1) -> tuple[Match, Dealer]:
    match = Match(CircleGame(), Setup(seats))  # type: ignore[arg-type]
    return match, Dealer(match, seed)


def play(match: Match, seat: int) -> None:
    """The seat plays the one card that it holds."""
    ((slot, card),) = match.hand(seat)
    assert card is not None
    match.turn(seat, [[*slot, 0]], {slot: card})


def test_hands_are_asked_to_be_passed_on_and_change_owners() -> None:
    match, _ = circle()
    match.rolled(0)
    for seat in range(3):
        match.dealt(seat, [(0, seat)])
    for seat, slot in ((1, (0, 1)), (2, (0, 2)), (0, (0, 0))):
        match.turn(seat, [[*slot, 0]], {slot: slot[1]})
        if match.need().kind == "deal":
            match.dealt(match.need().seat, [(0, 3 + seat)])
    need = match.need()
    assert (need.kind, need.gifts) == ("pass", ((0, 1), (1, 2), (2, 0)))
    before = [match.hand(seat) for seat in range(3)]
    match.passed(need.gifts)
    assert [match.hand(seat) for seat in range(3)] == [before[2], before[0], before[1]]
    assert match.steps[-1] == {"step": "passed", "hands": [[0, 1, 1], [1, 2, 1], [2, 0, 1]]}
    assert match.need().kind == "turn"


def test_a_giver_knows_the_hand_that_it_gave_away() -> None:
    match, dealer = circle()
    dealer.serve()
    while match.need().kind == "turn" and not any(step["step"] == "passed" for step in match.steps):
        play(match, match.need().seat)
        dealer.serve()
    assert all(card is not None for seat in range(3) for _, card in match.hand(seat))


def test_the_dealer_makes_an_empty_deck_anew_from_what_was_shown() -> None:
    """Four cards for three seats: the first who plays draws the last one; whoever follows, what was played."""
    match, dealer = circle()
    dealer.serve()
    first = match.need().seat
    shown = [card for _, card in match.hand(first)]
    play(match, first)
    dealer.serve()
    second = match.need().seat
    shown += [card for _, card in match.hand(second)]
    play(match, second)
    dealer.serve()
    ((slot, card),) = match.hand(second)
    assert card in shown
    assert slot == (0, 4)
    assert {"step": "reshuffled", "deck": 0, "count": 2} in match.steps


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_matches_end_and_no_card_is_ever_there_twice(seats: int) -> None:
    for seed in range(20):
        match, dealer = circle(seats, seed)
        dealer.serve()
        while match.need().kind == "turn":
            cards = [card for seat in range(seats) for _, card in match.hand(seat)]
            assert len(set(cards)) == len(cards)
            play(match, match.need().seat)
            dealer.serve()
        assert match.need().kind == "over"


def test_when_a_seat_leaves_nobody_knows_the_hands_of_a_shared_deck_any_more() -> None:
    match, dealer = circle()
    dealer.serve()
    match.retire(2)
    assert [card for seat in range(2) for _, card in match.hand(seat)] == [None, None]
    match.dealt_again(0, (0, 0), (0, 4))
    match.learned(0, (0, 4), 3)
    assert match.hand(0) == [((0, 4), 3)]


# What a turn says of cards that nobody else sees


class ClaimingKernel(ToyKernel):
    """Two cards each; actions 4 ... 6 play a card and say that no 3 is left in the hand."""

    def clone(self) -> ClaimingKernel:
        other = ClaimingKernel(self.count)
        other.begins, other.done, other.gone = self.begins, self.done, set(self.gone)
        other.hands, other.points = [list(hand) for hand in self.hands], list(self.points)
        return other

    def deck(self) -> int:
        return 0

    def mask(self, seat: int) -> None:
        for other, hand in enumerate(self.hands):
            if other != seat:
                self.hands[other] = [int(UNKNOWN)] * len(hand)

    def check(self, action: int) -> None:
        super().check((action - 1) % DECK + 1)
        hand = list(self.hands[self.actor()])
        if action > DECK:
            hand.remove(action - DECK if action - DECK in hand else int(UNKNOWN))
            if DECK in hand:
                raise IllegalAction("T2", "There is a 3.")

    def apply(self, action: int) -> None:
        super().apply((action - 1) % DECK + 1)

    def learn(self, seat: int, face: int) -> None:
        self.hands[seat][self.hands[seat].index(int(UNKNOWN))] = face


class ClaimingGame(ToyGame):
    """One deck for all, in which every face comes thrice."""

    def start(self, setup: Setup) -> ClaimingKernel:
        return ClaimingKernel(setup.seats)

    def decks(self, setup: Setup) -> tuple[DeckSpec, ...]:
        return (DeckSpec(0, 9, None),)

    def face(self, setup: Setup, deck: int, card: int) -> int:
        return card % DECK + 1

    def encode(self, kernel: Kernel, action: int, take: Callable[[int], Slot]) -> Plain:
        return [*take((action - 1) % DECK + 1), action > DECK]

    def decode(self, kernel: Kernel, value: Plain, show: Callable[[Slot], int]) -> int:
        match value:
            case [int(deck), int(position), bool(claims)]:
                return show((deck, position)) + DECK * claims
            case _:
                raise IllegalAction("T1", "This is no move.")

    def claims(self, kernel: Kernel, action: int) -> bool:
        return action > DECK


HAND = {(0, 0): 0, (0, 1): 2}
"""Seat 0 holds a 1 and a 3."""


def claiming(*, knows: bool) -> Match:
    match = Match(ClaimingGame(), Setup(2))  # type: ignore[arg-type]
    match.rolled(0)
    match.dealt(0, [(0, 0), (0, 1)])
    match.dealt(1, [(0, 2), (0, 3)])
    if knows:
        for slot, card in HAND.items():
            match.learned(0, slot, card)
    return match


UNTRUE: list[Plain] = [[0, 0, True]]


@pytest.mark.parametrize("knows", [True, False])
def test_a_claim_is_taken_by_everybody_also_by_who_knows_better(knows: bool) -> None:
    match = claiming(knows=knows)
    match.turn(0, UNTRUE, {(0, 0): 0})
    assert match.scores() == [1, 0]


def test_the_own_program_makes_no_untrue_claim() -> None:
    match = claiming(knows=True)
    with pytest.raises(IllegalAction) as caught:
        match.preview(0, UNTRUE, {(0, 0): 0})
    assert caught.value.clause == "T2"
    assert match.preview(0, [[0, 1, True]], {(0, 1): 2})


@pytest.mark.parametrize("knows", [True, False])
def test_once_the_hand_is_known_an_untrue_claim_is_disproved(knows: bool) -> None:
    match = claiming(knows=knows)
    match.turn(0, UNTRUE, {(0, 0): 0})
    assert match.disproved(HAND) == [0]
    assert match.disproved(HAND | {(0, 1): 1}) == []


@pytest.mark.parametrize("knows", [True, False])
def test_while_the_hand_is_not_known_nothing_is_disproved_even_by_who_knows_it(knows: bool) -> None:
    """What an audit finds must hang on what was opened alone."""
    match = claiming(knows=knows)
    match.turn(0, UNTRUE, {(0, 0): 0})
    assert match.disproved({(0, 0): 0}) == []
    assert match.disproved({}) == []


def test_turns_without_claims_are_never_disproved() -> None:
    match = claiming(knows=False)
    match.turn(0, [[0, 0, False]], {(0, 0): 0})
    assert match.disproved(HAND) == []
