"""F1-F10: cards, locations, setup and the table."""

from __future__ import annotations

import pytest

from gefaehrten.core.kernel import DEAL, DECIDE, ROLL
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.tables import x_of, y_of
from tests.unit.games.gefaehrten import kernel_positions as p

# F2 and F3 as printed: black side, prizes, tokens of the first and second place.
LOCATIONS = (
    (False, (2, 2, 1), ("bag_end",)),
    (False, (3, 3, 1), ("bree",)),
    (True, (4, 3, 2), ("weathertop",)),
    (True, (5, 4, 3), ()),
    (False, (3, 2, 2), ("rivendell_1", "rivendell_2")),
    (False, (4, 3, 2), ()),
    (True, (6, 3, 1), ()),
    (True, (3, 0, 0), ()),
    (False, (4, 3, 2), ("lothlorien",)),
    (True, (7, 4, 2), ()),
)


def test_f01_each_colour_has_22_cards() -> None:
    kernel = GefaehrtenKernel(4, [0, 1, 2, 3])
    for colour in range(4):
        assert [kernel.unseen(colour * 8 + kind) for kind in range(7)] == [1, 7, 4, 4, 4, 1, 1]
        assert kernel.stack(colour) == 22


@pytest.mark.parametrize("location", range(10))
def test_f02_prizes_sides_and_tokens(location: int) -> None:
    black, prizes, tokens = LOCATIONS[location]
    kernel = p.position(
        seats=4,
        location=location,
        spaces={"1": "r5", "2": "r4", "3": "y4", "4": "y2", "5": "g3", "6": "g1", "7": "b1", "8": "b0"},
    )
    assert kernel.black() is black
    kernel.score_now()
    assert [kernel.last_rank(colour) for colour in range(4)] == [1, 2, 3, 4]
    assert [kernel.last_prize(colour) for colour in range(4)] == [*prizes, 0]
    for colour in range(4):
        won = {number for number in range(1, 7) if kernel.last_token(colour, number)}
        expected = {p.TOKENS.index(tokens[colour])} if colour < len(tokens) else set()
        assert won == expected
        assert all(kernel.has_token(colour, number) for number in won)


def test_f02_locations_come_in_order() -> None:
    kernel = p.position(spaces=dict.fromkeys("123", "y1") | dict.fromkeys("456789", "g1"), hands={0: "r0 r1"})
    assert kernel.location() == p.BAG_END
    kernel = p.play(kernel, p.place("r0", "0"), p.locate(3, 0))
    assert kernel.location() == p.BREE
    assert kernel.locations_laid() == 2


def test_f03_caradhras_has_no_ring() -> None:
    kernel = p.position(location=p.CARADHRAS, spaces={"1": "r5", "2": "y4", "3": "g2"})
    kernel.score_now()
    assert kernel.last_prize(0) == 4
    assert not any(kernel.has_token(seat, token) for seat in range(3) for token in range(1, 7))


def test_f04_two_players_share_four_colours_in_stacks_of_44() -> None:
    kernel = GefaehrtenKernel(2, [1, 0, 0, 1])
    assert [kernel.stack(0), kernel.stack(1)] == [44, 44]
    assert [kernel.owner(colour) for colour in range(4)] == [1, 0, 0, 1]


def test_f04_with_three_players_a_colour_stays_in_the_box() -> None:
    kernel = GefaehrtenKernel(3, [2, -1, 0, 1])
    assert [kernel.stack(seat) for seat in range(3)] == [22, 22, 22]
    assert [kernel.unseen(8 + kind) for kind in range(7)] == [0] * 7
    assert kernel.owner(1) == -1


@pytest.mark.parametrize("first", range(3))
def test_f05_the_first_mover_is_rolled(first: int) -> None:
    kernel = GefaehrtenKernel(3, [0, 1, 2, -1])
    assert (kernel.request(), kernel.amount(), kernel.actor()) == (ROLL, 3, -1)
    kernel.roll(first)
    while kernel.request() == DEAL:
        kernel = p.refill(kernel)
    assert (kernel.request(), kernel.first(), kernel.mover(), kernel.actor()) == (DECIDE, first, first, first)


def test_f06_each_seat_draws_six_from_its_own_stack() -> None:
    kernel = GefaehrtenKernel(3, [0, 1, 2, -1])
    kernel.roll(1)
    for seat in range(3):
        for left in range(6, 0, -1):
            assert (kernel.request(), kernel.actor(), kernel.deck(), kernel.amount()) == (
                DEAL,
                seat,
                seat,
                left,
            )
            kernel.deal(seat * 8 + 1)
        assert (kernel.hand_size(seat), kernel.hand(seat, seat * 8 + 1), kernel.stack(seat)) == (6, 6, 16)
        assert kernel.unseen(seat * 8 + 1) == 1
    assert kernel.request() == DECIDE


def test_f07_bag_end_lies_at_the_origin_with_ten_spaces_around() -> None:
    kernel = GefaehrtenKernel(4, [0, 1, 2, 3])
    assert (x_of(kernel.origin()), y_of(kernel.origin())) == (0, 0)
    assert [kernel.cell(p.cell_at(x, 0)) for x in (-1, 0, 1, 2)] == [0, 7, 7, 0]
    reached = set()
    for label in p.LABELS:
        after = p.play(p.position(hands={0: "r4"}), p.place("r4", label))
        (spot,) = [spot for spot in range(3072) if after.cell(spot) not in (0, 7)]
        reached.add((x_of(spot), y_of(spot)))
        assert (x_of(spot), y_of(spot)) == p.space(label)
    assert reached == {(x, y) for x in (-1, 0, 1, 2) for y in (-1, 0, 1)} - {(0, 0), (1, 0)}


def test_f08_cards_go_to_the_location_placed_last() -> None:
    kernel = p.position(location=p.BREE, at=(3, 0), earlier=[(0, 0)], spaces={"5": "y1"}, hands={0: "r4"})
    after = p.play(kernel, p.place("r4", "6"))
    assert after.cell(p.cell_at(5, 0)) == p.byte("r4")
    # The free cells around Bag End are no spaces any more.
    assert set(p.legal(kernel)) == {p.place("r4", label) for label in "1234678900" if label != "5"}


def test_f09_a_location_card_on_a_space_is_taken_and_nobodys() -> None:
    # Moria's left cell lies on a space of the Gate of Moria, whose right cell is thus a space of Moria.
    kernel = p.position(
        location=p.MORIA,
        at=(2, 0),
        earlier=[(0, 0)],
        spaces={"1": "g5"},
        hands={0: "r5 rN r1"},
        table=True,
    )
    assert p.clause(kernel, p.place("r5", "5")) == "F9"
    assert p.clause(kernel, p.nazgul("r", (1, 0))) == "F9"
    assert kernel.free_spaces() == 0b1111101110
    kernel.score_now()
    assert sum(kernel.last_cards(colour) for colour in range(4)) == 1


def test_f09_the_last_free_space_fills_a_location_beside_a_location_card() -> None:
    kernel = p.position(
        location=p.MORIA,
        at=(2, 0),
        earlier=[(0, 0)],
        spaces=dict.fromkeys("1234678", "y1") | {"9": "g5"},
        hands={0: "r5 r1"},
    )
    after = p.play(kernel, p.place("r5", "0"))
    assert after.scorings() == kernel.scorings() + 1


def test_f10_a_covered_card_never_comes_back() -> None:
    kernel = p.position(
        location=p.WEATHERTOP,
        spaces={"1": "y2"},
        hands={0: "r4 r1", 1: "yN y1", 2: "g1"},
        stacks={0: 0, 1: 0},
    )
    after = p.play(kernel, p.place("r4", "1"))
    assert after.gone(p.face("y2")) == kernel.gone(p.face("y2")) + 1
    after = p.play(after, p.END, p.nazgul("y", p.space("1")))
    assert after.cell(p.cell_at(-1, -1)) == 0
    assert after.gone(p.face("r4")) == kernel.gone(p.face("r4")) + 1


def test_f10_a_pick_up_leaves_the_cell_free_whatever_lay_below() -> None:
    kernel = p.position(
        location=p.AMON_HEN,
        at=(3, 0),
        earlier=[(0, 0)],
        spaces={"5": "y2"},
        hands={0: "r4 r1", 1: "y1"},
        stacks={0: 0, 1: 0, 2: 0},
        tokens={0: ["lothlorien"]},
    )
    after = p.play(kernel, p.place("r4", "5"), p.recall(p.space("5", (3, 0)), "6"))
    assert after.cell(p.cell_at(2, 0)) == 0
    assert after.cell(p.cell_at(5, 0)) == p.byte("r4+lothlorien")
