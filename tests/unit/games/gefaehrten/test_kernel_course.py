"""F27-F34: the next location, the end, leaving."""

from __future__ import annotations

import pytest

from gefaehrten.core.kernel import DEAL, DECIDE, OVER, ROLL, UNKNOWN
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.tables import BY_CARDS, BY_LOCATIONS, BY_RETIREMENT, LOCATING, OVER_, PLACING
from tests.unit.games.gefaehrten import kernel_positions as p

NINE = {label: f"{'yg'[index % 2]}1" for index, label in enumerate("123456789")}
"""All spaces of a location but the one with the label 0."""


def cells(kernel: GefaehrtenKernel) -> set[tuple[int, int]]:
    """The left cells on which the next location may lie."""
    spots = [action - 45253 for action in p.legal(kernel)]
    assert all(spot >= 0 for spot in spots)
    return {(spot % 64 - 31, spot // 64 - 24) for spot in spots}


def leave(kernel: GefaehrtenKernel, *seats: int) -> GefaehrtenKernel:
    """A copy that the seats have left."""
    kernel = kernel.clone()
    for seat in seats:
        kernel.retire(seat)
    return kernel


def test_f27_the_player_of_the_last_card_lays_the_location_then_refills() -> None:
    kernel = p.position(spaces=NINE, hands={0: "r4 r1 r1", 1: "y1", 2: "g1"}, mover=0)
    kernel = p.play(kernel, p.place("r4", "0"))
    assert (kernel.request(), kernel.actor(), kernel.phase(), kernel.turns()) == (DECIDE, 0, LOCATING, 0)
    kernel = p.play(kernel, p.locate(3, 1))
    assert kernel.location_position(1) == kernel.origin() == p.cell_at(3, 1)
    assert (kernel.cell(p.cell_at(3, 1)), kernel.cell(p.cell_at(4, 1))) == (7, 7)
    assert (kernel.request(), kernel.actor(), kernel.amount()) == (DEAL, 0, 4)
    assert (kernel.turns(), kernel.phase(), kernel.locations_laid()) == (1, PLACING, 2)
    assert p.refill(kernel).mover() == 1


def test_f27_the_location_is_laid_even_by_who_has_no_cards_left() -> None:
    kernel = p.position(spaces=NINE, hands={0: "r4", 1: "y1", 2: "g1"}, stacks={0: 0, 1: 0, 2: 0})
    kernel = p.play(kernel, p.place("r4", "0"))
    assert (kernel.phase(), kernel.mover()) == (LOCATING, 0)
    assert p.play(kernel, p.locate(3, 0)).mover() == 1


def test_f28_locations_touch_a_card_with_a_side() -> None:
    # A full location alone: a frame of four by three cells from (-1, -1) to (2, 1).
    kernel = p.position(spaces=NINE | {"0": "r4"}, hands={0: "r1", 1: "y1"}, locating=True)
    above = {(x, -2) for x in (-2, -1, 0, 1, 2)}
    below = {(x, 2) for x in (-2, -1, 0, 1, 2)}
    beside = {(x, y) for x in (-3, 3) for y in (-1, 0, 1)}
    assert cells(kernel) == above | below | beside
    assert p.clause(kernel, p.locate(3, 2)) == "F28"  # a corner only
    assert p.clause(kernel, p.locate(-3, -2)) == "F28"
    assert p.clause(kernel, p.locate(2, 0)) == "F28"  # onto a card
    assert p.clause(kernel, p.locate(-2, 0)) == "F28"  # its right cell onto a card
    assert p.clause(kernel, p.locate(5, 0)) == "F28"
    assert p.clause(kernel, p.place("r1", "1")) == "F27"


def test_f28_a_location_card_counts_as_a_card_of_any_kind() -> None:
    # The space above Bag End's left card has been emptied by a Nazgûl (table) after its scoring.
    kernel = p.position(location=p.BREE, at=(9, 0), earlier=[(0, 0)], hands={0: "r1"}, locating=True)
    assert {cell for cell in cells(kernel) if cell[0] < 5} == {
        (x, y) for x, y in [(-1, -1), (0, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (0, 1), (1, 1)]
    }


def test_f28_one_of_the_ten_spaces_is_free() -> None:
    ring = [(x, y) for x in (-1, 0, 1, 2) for y in (-1, 0, 1) if (x, y) not in {(0, 0), (1, 0)}]
    cards = {cell: f"{'ryg'[index % 3]}1" for index, cell in enumerate(ring)}
    kernel = p.position(location=p.BREE, at=(9, 0), cells=cards, hands={0: "r1"}, locating=True)
    assert (0, 0) not in cells(kernel)
    assert p.clause(kernel, p.locate(0, 0)) == "F28"
    for gap in ring:
        kernel = p.position(
            location=p.BREE,
            at=(9, 0),
            cells={cell: card for cell, card in cards.items() if cell != gap},
            hands={0: "r1"},
            locating=True,
        )
        assert (0, 0) in cells(kernel)


def test_f29_a_card_already_there_takes_a_space_of_the_new_location() -> None:
    kernel = p.position(
        location=p.BREE, at=(9, 0), cells={(0, 1): "r1"}, hands={0: "r1", 1: "y1 y1", 2: "g1"}, locating=True
    )
    kernel = p.refill(p.play(kernel, p.locate(0, 0)))
    assert p.clause(kernel, p.place("y1", "8")) == "F13"
    assert p.clause(kernel, p.place("y1", "7")) is None


def test_f29_a_card_already_there_may_be_covered_by_f13() -> None:
    spaces = {label: f"{'yg'[index % 2]}{2 - index % 2}" for index, label in enumerate("12345678")} | {
        "0": "r2"
    }
    kernel = p.position(
        location=p.BREE, spaces=spaces, hands={0: "r1 r1", 1: "y4 y1", 2: "g1"}, stacks={0: 0, 1: 0, 2: 0}
    )
    kernel = p.play(kernel, p.place("r1", "9"), p.locate(3, 0))
    # Weathertop, black: its spaces 1, 5 and 7 hold green's 1, green's 1 and red's 2.
    assert kernel.black()
    covered = {label for label in p.LABELS if p.clause(kernel, p.place("y4", label)) is None}
    assert covered == set(p.LABELS)
    assert p.clause(kernel, p.place("y1", "1")) == "F13"
    assert p.clause(kernel, p.place("y1", "2")) is None


def test_f30_a_seat_without_cards_is_out_of_the_turn_order_tokens_or_not() -> None:
    kernel = p.position(
        hands={0: "r1 r1", 1: "y1", 2: "g1 g1"}, stacks={0: 0, 1: 0, 2: 0}, mover=1, tokens={1: ["bree"]}
    )
    kernel = p.play(kernel, p.place("y1", "1"), p.END, p.place("g1", "2"), p.END, p.place("r1", "3"), p.END)
    assert kernel.mover() == 2
    assert kernel.has_token(1, p.TOKENS.index("bree"))


def test_f30_the_game_ends_when_nobody_has_cards_and_the_open_location_is_scored() -> None:
    kernel = p.position(spaces={"1": "y2"}, hands={0: "r1"}, stacks={0: 0, 1: 0, 2: 0})
    kernel = p.play(kernel, p.place("r1", "2"))
    assert kernel.request() == DECIDE  # the turn is not over before its end
    kernel = p.play(kernel, p.END)
    assert (kernel.request(), kernel.phase(), kernel.ending(), kernel.scorings()) == (
        OVER,
        OVER_,
        BY_CARDS,
        1,
    )
    assert [kernel.score(seat) for seat in range(3)] == [2, 2, 0]
    assert (kernel.turns(), kernel.actor(), p.legal(kernel)) == (1, -1, [])


@pytest.mark.parametrize("others", [0, 1, 2])
def test_f30_the_game_ends_when_after_a_scoring_at_most_one_player_has_cards(others: int) -> None:
    hands = {0: "r4"} | {seat: f"{p.LETTERS[seat]}1" for seat in range(1, others + 1)}
    kernel = p.play(p.position(spaces=NINE, hands=hands, stacks={0: 0, 1: 0, 2: 0}), p.place("r4", "0"))
    assert kernel.scorings() == 1
    assert kernel.phase() == (LOCATING if others == 2 else OVER_)
    assert kernel.ending() == (0 if others == 2 else BY_CARDS)


def test_f30_a_stack_counts_as_cards() -> None:
    kernel = p.position(spaces=NINE, hands={0: "r4", 1: "y1"}, stacks={0: 1, 1: 0, 2: 0})
    assert p.play(kernel, p.place("r4", "0")).phase() == LOCATING


def test_f30_while_a_location_is_open_a_single_player_goes_on_alone() -> None:
    kernel = p.position(hands={0: "r1 r2 r4"}, stacks={0: 0, 1: 0, 2: 0})
    kernel = p.play(kernel, p.place("r1", "1"), p.END, p.place("r2", "2"), p.END)
    assert (kernel.request(), kernel.mover()) == (DECIDE, 0)
    assert p.play(kernel, p.place("r4", "3"), p.END).request() == OVER


def test_f31_the_game_ends_when_amon_hen_has_been_scored() -> None:
    kernel = p.position(location=p.AMON_HEN, spaces=NINE, hands={0: "r4 r1", 1: "y1", 2: "g1"})
    kernel = p.play(kernel, p.place("r4", "0"))
    assert (kernel.request(), kernel.ending(), kernel.turns()) == (OVER, BY_LOCATIONS, 1)
    before = p.position(location=p.LOTHLORIEN, spaces=NINE, hands={0: "r4 r1", 1: "y1", 2: "g1"})
    assert p.play(before, p.place("r4", "0")).phase() == LOCATING


def ended(spaces: dict[str, str], scores: list[int], location: int = p.BAG_END) -> GefaehrtenKernel:
    """Seat 0 plays its last card, a 0, and the open location is scored."""
    kernel = p.position(
        location=location, spaces=spaces, hands={0: "r0"}, stacks={0: 0, 1: 0, 2: 0}, scores=scores
    )
    return p.play(kernel, p.place("r0", "0"), p.END)


def test_f32_most_points_win() -> None:
    kernel = ended({"1": "y2", "2": "g1"}, [9, 3, 5])
    assert [kernel.score(seat) for seat in range(3)] == [9, 5, 7]
    assert [kernel.place(seat) for seat in range(3)] == [0, 2, 1]


def test_f32_a_tie_goes_to_the_higher_change_at_the_location_scored_last() -> None:
    kernel = ended({"1": "y2", "2": "g1"}, [6, 3, 4], p.WEATHERTOP)
    assert [kernel.score(seat) for seat in range(3)] == [6, 7, 7]
    assert [kernel.place(seat) for seat in range(3)] == [2, 0, 1]


def test_f32_the_change_is_net_of_the_loss_as_taken() -> None:
    # Green has no card at Moria and loses 3; nobody else wins anything beyond the 3 of the first.
    kernel = ended({"1": "y2"}, [7, 4, 10], p.MORIA)
    assert [kernel.score(seat) for seat in range(3)] == [7, 7, 7]
    assert [kernel.last_net(seat) for seat in range(3)] == [0, 3, -3]
    assert [kernel.place(seat) for seat in range(3)] == [1, 0, 2]


def test_f32_still_tied_is_a_shared_victory() -> None:
    kernel = ended({"1": "y2", "2": "g1"}, [1, 3, 3])
    assert [kernel.score(seat) for seat in range(3)] == [1, 5, 5]
    assert [kernel.place(seat) for seat in range(3)] == [2, 0, 0]


def test_f32_both_colours_of_a_player_count_for_the_change() -> None:
    kernel = p.position(
        seats=2,
        location=p.FORD,
        spaces={"1": "y4", "2": "g2", "3": "r3", "4": "b1"},
        hands={0: "y0"},
        stacks={0: 0, 1: 0},
        scores=[0, 4],
    )
    kernel = p.play(kernel, p.place("y0", "0"), p.END)
    assert [kernel.score(seat) for seat in range(2)] == [8, 8]
    assert [kernel.place(seat) for seat in range(2)] == [0, 1]


def test_f33_the_replica_knows_all_points_whatever_the_views_show() -> None:
    kernel = p.position(hands={0: "r1", 1: "y1"}, scores=[1, 2, 3])
    for viewer in (0, 1, 2, -1):
        masked = kernel.clone()
        masked.mask(viewer)
        assert [masked.score(seat) for seat in range(3)] == [1, 2, 3]


def table(**settings: object) -> GefaehrtenKernel:
    """Four seats with a few cards each, seat 0 to move."""
    defaults: dict[str, object] = {
        "seats": 4,
        "spaces": {"1": "r2", "2": "y2", "3": "g2"},
        "hands": {0: "r1 r4", 1: "y1 y4", 2: "g1 g4", 3: "b1 b4"},
        "stacks": {0: 2, 1: 2, 2: 2, 3: 2},
    }
    return p.position(**(defaults | settings))  # type: ignore[arg-type]


def test_f34_hand_and_stack_leave_and_the_cards_on_the_table_stay() -> None:
    kernel = leave(table(), 1)
    assert (kernel.hand_size(1), kernel.stack(1), kernel.left(1), kernel.retired(1)) == (0, 0, 4, True)
    assert [kernel.unseen(8 + kind) + kernel.hand(1, 8 + kind) for kind in range(7)] == [0] * 7
    assert kernel.cell(p.cell_at(*p.space("2"))) == p.byte("y2")
    assert kernel.mover() == 0
    kernel.score_now()
    assert (kernel.last_total(1), kernel.last_rank(1), kernel.last_prize(1)) == (2, 2, 2)


def test_f34_a_retired_seats_cards_may_be_covered_and_keep_their_place_in_ties() -> None:
    kernel = leave(table(location=p.WEATHERTOP, last_placer=0), 1)
    assert p.clause(kernel, p.place("r4", "2")) is None
    kernel.score_now()
    assert [kernel.last_rank(colour) for colour in range(4)] == [3, 1, 2, 4]
    assert kernel.has_token(1, p.TOKENS.index("weathertop"))


def test_f34_a_retirement_is_no_placement() -> None:
    kernel = leave(table(last_placer=3), 0)
    assert (kernel.last_placer(), kernel.mover(), kernel.turns()) == (3, 1, 1)


def test_f34_in_its_own_turn_what_it_placed_stands_and_the_next_seat_moves() -> None:
    kernel = leave(p.play(table(), p.place("r1", "4")), 0)
    assert (kernel.request(), kernel.mover(), kernel.placed_this_turn()) == (DECIDE, 1, 0)
    assert kernel.cell(p.cell_at(*p.space("4"))) == p.byte("r1")
    assert kernel.last_placer() == 0
    assert p.clause(kernel, p.place("y4", "5")) is None


def test_f34_in_anothers_turn_the_turn_goes_on() -> None:
    kernel = leave(p.play(table(), p.place("r1", "4")), 1)
    assert (kernel.mover(), kernel.placed_this_turn(), kernel.turns()) == (0, 1, 0)
    kernel = p.refill(p.play(kernel, p.END))
    assert kernel.mover() == 2


def full_table(**settings: object) -> GefaehrtenKernel:
    """Seat 0 of four has just filled the location and owes the next one."""
    spaces = {label: f"{'ygb'[index % 3]}1" for index, label in enumerate("123456789")}
    kernel = table(spaces=spaces, hands={0: "r1 r4", 1: "y4", 2: "g4", 3: "b4"}, **settings)
    return p.play(kernel, p.place("r4", "0"))


def test_f34_the_next_seat_places_the_location_owed_and_moves_next() -> None:
    kernel = leave(full_table(), 0)
    assert (kernel.phase(), kernel.mover(), kernel.stand_in(), kernel.turns()) == (LOCATING, 1, True, 1)
    kernel = p.play(kernel, p.locate(3, 0))
    assert (kernel.request(), kernel.phase(), kernel.mover(), kernel.turns()) == (DECIDE, PLACING, 1, 2)
    assert not kernel.stand_in()
    assert p.clause(kernel, p.END) == "F11"
    # After that turn it goes on as usual.
    assert p.refill(p.play(kernel, p.place("y4", "2"), p.END)).mover() == 2


def test_f34_the_stand_in_is_a_seat_with_cards_and_may_leave_in_its_turn() -> None:
    kernel = leave(full_table(stacks={0: 2, 1: 2, 2: 2, 3: 2}), 1, 0)
    assert (kernel.mover(), kernel.stand_in()) == (2, True)
    kernel = leave(full_table(stacks={0: 2, 1: 2, 2: 2, 3: 2}), 0, 1)
    assert (kernel.mover(), kernel.stand_in()) == (2, True)


def test_f34_with_at_most_one_player_with_cards_no_location_is_laid() -> None:
    spaces = {label: f"{'ygb'[index % 3]}1" for index, label in enumerate("123456789")}
    kernel = table(spaces=spaces, hands={0: "r1 r4", 2: "g4"}, stacks={0: 0, 1: 0, 2: 0, 3: 0})
    kernel = p.play(kernel, p.place("r4", "0"))
    assert kernel.phase() == LOCATING
    for leaver in (0, 2):
        after = leave(kernel, leaver)
        assert (after.request(), after.ending(), after.scorings()) == (OVER, BY_CARDS, 1)
    # A seat without cards leaves: the location is still owed by the same seat.
    after = leave(kernel, 1)
    assert (after.phase(), after.mover(), after.stand_in()) == (LOCATING, 0, False)


def test_f34_when_nobody_else_has_cards_the_location_is_scored_as_it_is() -> None:
    kernel = leave(table(hands={0: "r1"}, stacks={0: 3, 1: 0, 2: 0, 3: 0}), 0)
    assert (kernel.request(), kernel.ending(), kernel.scorings()) == (OVER, BY_CARDS, 1)
    assert kernel.place(0) == 3


def test_f34_during_the_first_deal_its_cards_are_not_dealt() -> None:
    kernel = GefaehrtenKernel(3, [0, 1, 2, -1])
    kernel.roll(1)
    for _ in range(8):
        kernel.deal(UNKNOWN)
    assert (kernel.actor(), kernel.amount()) == (1, 4)
    kernel.retire(1)
    assert (kernel.request(), kernel.actor(), kernel.amount()) == (DEAL, 2, 6)
    for _ in range(6):
        kernel.deal(UNKNOWN)
    # It was to begin; the next seat with cards does.
    assert (kernel.request(), kernel.first(), kernel.mover()) == (DECIDE, 1, 2)


@pytest.mark.parametrize("leaver", range(3))
def test_f34_before_the_first_mover_is_drawn(leaver: int) -> None:
    kernel = GefaehrtenKernel(3, [0, 1, 2, -1])
    kernel.retire(leaver)
    assert (kernel.request(), kernel.amount()) == (ROLL, 3)
    kernel.roll(leaver)
    dealt = []
    while kernel.request() == DEAL:
        dealt.append(kernel.actor())
        kernel.deal(UNKNOWN)
    assert dealt == [seat for seat in range(3) if seat != leaver for _ in range(6)]
    assert kernel.mover() == (leaver + 1) % 3


def test_f34_during_its_refill_the_next_seat_moves() -> None:
    kernel = p.play(table(), p.place("r1", "4"), p.END)
    assert (kernel.request(), kernel.actor()) == (DEAL, 0)
    after = leave(kernel, 0)
    assert (after.request(), after.mover(), after.hand_size(0), after.turns()) == (DECIDE, 1, 0, 1)
    # Another seat leaves: the refill goes on and that seat is passed over.
    after = leave(kernel, 1)
    assert (after.request(), after.actor(), after.amount()) == (DEAL, 0, 2)
    assert p.refill(after).mover() == 2


def test_f34_the_last_seat_that_stays_wins_at_once() -> None:
    kernel = leave(table(scores=[9, 8, 7, 0]), 0, 1)
    assert kernel.request() == DECIDE
    kernel = leave(kernel, 2)
    assert (kernel.request(), kernel.ending(), kernel.scorings()) == (OVER, BY_RETIREMENT, 0)
    assert [kernel.place(seat) for seat in range(4)] == [1, 2, 3, 0]


def test_f34_a_retired_seat_never_wins() -> None:
    kernel = leave(p.position(hands={0: "r0", 1: "y1"}, stacks={0: 0, 1: 0, 2: 0}, scores=[1, 90, 2]), 1)
    kernel = p.play(kernel, p.place("r0", "1"), p.END)
    assert kernel.request() == OVER
    assert [kernel.place(seat) for seat in range(3)] == [0, 2, 1]


def test_f34_leaving_twice_or_after_the_end_changes_nothing() -> None:
    kernel = leave(table(), 1)
    assert leave(kernel, 1).dump() == kernel.dump()
    over = p.play(p.position(hands={0: "r1"}, stacks={0: 0, 1: 0, 2: 0}), p.place("r1", "2"), p.END)
    assert leave(over, 0).dump() == over.dump()
