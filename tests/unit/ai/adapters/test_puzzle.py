"""Matches that a viewer cannot tell from the true one, from what it saw of the cards alone."""

from __future__ import annotations

from collections import Counter

from ai.adapters.puzzle import Claimed, Dealt, Draw, Drawn, Fact, Met, Part, Passed, Played, Puzzle, puzzle
from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.kernel import Kernel
from gefaehrten.core.random import Random

FIRST, ANEW, OTHER = (0, 0), (0, 1), (1, 0)


def draws(rng: Random) -> Draw:
    return lambda: float(rng.word()) / 2.0**32


def solved(made: Puzzle, tries: int) -> Counter[tuple[int, ...]]:
    rng = Random(1)
    return Counter(tuple(made.solve(draws(rng))) for _ in range(tries))


class Claims(Kernel):
    """A hand of which it is said that all its cards are below the action."""

    def __init__(self, hand: tuple[int, ...] = ()) -> None:
        self.hand = hand

    def clone(self) -> Claims:
        return Claims(self.hand)

    def learn(self, seat: int, face: int) -> None:
        self.hand = (*self.hand, face)

    def check(self, action: int) -> None:
        if max(self.hand) >= action:
            raise IllegalAction("X1", "Not so.")


def test_each_solution_is_as_likely() -> None:
    parts = (Drawn(0, 1, FIRST), Drawn(1, 1, FIRST), Played(1, 7), Drawn(2, 1, FIRST))
    found = solved(Puzzle((-1, -1, -1, 40), parts, {FIRST: (5, 6, 7, 8)}), 1200)
    # The 7 came first or second, and then three cards are left for two draws.
    assert len(found) == 12
    assert all(7 in values[:2] and values[3] == 40 for values in found)
    assert all(60 < count < 140 for count in found.values()), "more than four standard deviations"


def test_a_deck_that_has_no_such_card_is_not_where_it_came_from() -> None:
    parts = (Drawn(0, 1, FIRST), Drawn(1, 1, OTHER), Played(1, 7))
    assert set(solved(Puzzle((-1, -1, 40), parts, {FIRST: (5,), OTHER: (7, 8)}), 9)) == {(5, 7, 40)}


def test_a_card_that_was_shuffled_back_came_from_the_deck_made_anew() -> None:
    """The 5 is shown, the deck made anew from it and the 6, and the 5 shown again."""
    parts = (
        Drawn(0, 1, FIRST),
        Drawn(1, 1, FIRST),
        Played(1, 5),
        Drawn(2, 1, FIRST),
        Played(1, 6),
        Drawn(3, 1, ANEW),
        Played(1, 5),
    )
    found = solved(Puzzle((-1, -1, -1, -1), parts, {FIRST: (5, 6, 7), ANEW: (5, 6)}), 400)
    assert {values[3] for values in found} == {5}
    # The 5 came first or second; then the 6 is one of the two others.
    assert {values[:3] for values in found} == {(5, 6, 7), (5, 7, 6), (6, 5, 7), (7, 5, 6)}
    assert all(60 < count < 140 for count in found.values())


def test_a_draw_is_as_likely_as_its_pool_has_the_card_and_dead_ends_are_left() -> None:
    """A 5 and a 7 are shown that came from two pools; the 7 is in the second one only."""
    parts = (Drawn(0, 1, FIRST), Drawn(1, 1, ANEW), Played(1, 5), Played(1, 7))
    assert set(solved(Puzzle((-1, -1), parts, {FIRST: (5, 6), ANEW: (5, 7)}), 40)) == {(5, 7)}


def test_who_gets_a_hand_knows_it_and_who_gave_one_knows_whose_it_is() -> None:
    """Seat 0 watches: it draws the 5 and gives it to 1, gets the 6 and the 7, and 1 plays a card besides."""
    dealt = [Dealt(0, 0, FIRST, 5), Dealt(1, 1, FIRST, 7), Dealt(2, 1, FIRST, 6)]
    facts: list[Fact] = [*dealt, Passed(((0, 1), (1, 0))), Dealt(3, 1, FIRST, 8), Played(1, 5)]
    made = puzzle(0, [5, 7, 6, 8], facts, {FIRST: (5, 6, 7, 8, 9)})
    assert Met(0, (6, 7)) in made.parts
    assert made.values == (5, -1, -1, -1)
    found = solved(made, 400)
    assert set(found) == {(5, one, 13 - one, last) for one in (6, 7) for last in (8, 9)}
    assert all(60 < count < 140 for count in found.values())


def test_what_another_seat_knows_of_hands_passed_on_is_nothing() -> None:
    dealt = [Dealt(0, 0, FIRST, 5), Dealt(1, 1, FIRST, 7)]
    facts: list[Fact] = [*dealt, Passed(((0, 1), (1, 0))), Played(1, 5)]
    made = puzzle(2, [5, 7], facts, {FIRST: (5, 6, 7)})
    assert made.parts == (
        Drawn(0, 0, FIRST),
        Drawn(1, 1, FIRST),
        Passed(((0, 1), (1, 0))),
        Played(1, 5),
    )
    assert set(solved(made, 40)) == {(5, 6), (5, 7)}


def claiming(below: int) -> Puzzle:
    """Seat 1 draws two of four cards, says that both are below a number, and plays none."""
    parts: tuple[Part, ...] = (Drawn(0, 1, FIRST), Drawn(1, 1, FIRST), Claimed(1, below, Claims()))
    return Puzzle((-1, -1), parts, {FIRST: (5, 6, 7, 8)})


def test_claims_are_true_in_what_is_imagined() -> None:
    found = solved(claiming(8), 600)
    assert set(found) == {(one, two) for one in (5, 6, 7) for two in (5, 6, 7) if one != two}
    assert all(60 < count < 140 for count in found.values())


def test_where_no_match_makes_a_claim_true_one_is_imagined_all_the_same() -> None:
    assert len(solved(claiming(5), 3)) >= 1


def test_the_viewers_own_claims_hold_already() -> None:
    claim = Claimed(1, 8, Claims())
    facts: list[Fact] = [Dealt(0, 1, FIRST, 5), claim]
    assert claim not in puzzle(1, [5], facts, {FIRST: (5, 6)}).parts
    assert claim in puzzle(0, [5], facts, {FIRST: (5, 6)}).parts
