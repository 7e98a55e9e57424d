"""T1 to T10: board, material, setup, Orc cards."""

from __future__ import annotations

from collections import Counter

import pytest

from gefaehrten.core.kernel import DEAL, DECIDE, ROLL
from gefaehrten.core.random import Random
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.data import AREAS, EVENTS, FIGURES, parse
from gefaehrten.games.tuerme.data import RAW as FIGURES_RAW
from gefaehrten.games.tuerme.kernel import TuermeKernel
from tests.unit.games.tuerme import positions as p

ORTHANC_RING = {(3, 1), (3, 2), (3, 3), (1, 3), (2, 3)}
BARAD_DUR_RING = {(17 - column, 9 - row) for column, row in ORTHANC_RING}
AMON_HEN = [(8, 4), (9, 4), (8, 5), (9, 5)]


def dealt(seats: int = 4, rings: int = 0) -> TuermeKernel:
    kernel = TuermeKernel(seats, rings)
    if rings == 1:
        kernel.roll(0)
    return p.deal(kernel)


def begun(seats: int = 4) -> TuermeKernel:
    """Pawns stand on Amon Hen in the order of its spaces; the Orc card is due."""
    kernel = dealt(seats)
    for cell in AMON_HEN[: 3 if seats == 3 else 4]:
        kernel.apply(int(t.BASE_SET) + p.spot(cell))
    return kernel


def test_t1_the_board_has_sixteen_columns_and_eight_rows_with_towers_in_two_corners() -> None:
    kernel = TuermeKernel(4, 0)
    towers = {(s % 18, s // 18) for s in range(180) if kernel.cell(s) == t.TOWER}
    assert towers == {(1, 1), (2, 1), (1, 2), (2, 2), (15, 7), (16, 7), (15, 8), (16, 8)}
    assert len(t.SQUARES) == 16 * 8 - 8
    for beyond in ((0, 4), (17, 4), (5, 0), (5, 9)):
        assert kernel.cell(p.spot(beyond)) == t.EDGE


def test_t2_the_areas_have_as_many_spaces_as_the_cards_say() -> None:
    sizes = {key: len(cells) for key, cells in zip(AREAS, FIGURES.areas, strict=True)}
    assert sizes == {"amon_hen": 4, "fangorn": 6, "helms_deep": 3, "rohan": 6, "edoras": 1, "minas_tirith": 6}
    cells = [cell for area in FIGURES.areas for cell in area]
    assert len(set(cells)) == len(cells), "no space is in two areas"
    assert set(FIGURES.areas[AREAS.index("amon_hen")]) == set(AMON_HEN)


def test_t3_the_track_ends_with_the_last_event_card() -> None:
    # Every Ent tile turns a card over and moves the Ent one step; one card moves it one further step.
    assert len(EVENTS) + 1 == FIGURES.track == 15


def test_t4_there_are_150_tiles() -> None:
    assert sum(tile.count for tile in FIGURES.tiles) == 150
    assert {tile.points for tile in FIGURES.tiles if tile.ent} == {1}
    kernel = TuermeKernel(4, 0)
    assert kernel.hidden_tiles() == 150
    assert kernel.stock() == 150 - 10, "the rings are drawn from them"


def test_t5_there_are_32_hero_cards_of_strength_5_to_9() -> None:
    assert len(FIGURES.cards) == 32
    assert {card.strength for card in FIGURES.cards} == {5, 6, 7, 8, 9}
    assert ("Aragorn", 9) in {(card.hero, card.strength) for card in FIGURES.cards}
    assert ("Éomer", 8) in {(card.hero, card.strength) for card in FIGURES.cards}
    assert {card.hero for card in FIGURES.cards if card.shadowfax} == {"Gandalf"}


def test_t6_there_are_nine_orc_cards_and_one_has_both_sides() -> None:
    assert len(FIGURES.orcs) == 9
    assert sum(card.isengard != (0, 0) and card.mordor != (0, 0) for card in FIGURES.orcs) == 1
    assert {card.isengard[0] for card in FIGURES.orcs} == {0, 4, 5, 6, 7}
    assert {card.mordor[0] for card in FIGURES.orcs} == {0, 2, 3, 4, 5}


def test_t7_events_come_from_the_first_group_until_it_is_used_up_then_from_the_second() -> None:
    assert [len(group) for group in FIGURES.groups] == [4, 6, 4]
    kernel = p.position(phase=int(t.EVENT), events=["edoras", "wild_men", "grima"])
    assert kernel.amount() == 1
    assert kernel.top_events() == 1 << t.EDORAS
    kernel = p.position(phase=int(t.EVENT), events=["wild_men", "amon_hen", "grima"])
    assert kernel.amount() == 2


def test_t8_each_tower_has_a_ring_and_each_seat_three_cards() -> None:
    kernel = TuermeKernel(3, 0)
    assert p.orcs(kernel) == ORTHANC_RING | BARAD_DUR_RING
    for seat in range(3):
        assert (kernel.request(), kernel.actor(), kernel.amount(), kernel.deck()) == (DEAL, seat, 3, 0)
        for card in range(3 * seat, 3 * seat + 3):
            kernel.deal(card)
    assert [int(kernel.hand(seat)) for seat in range(3)] == [0b111, 0b111000, 0b111000000]


@pytest.mark.parametrize(
    ("seats", "order"), [(2, [(0, "G"), (1, "R"), (0, "B"), (1, "Y")]), (3, [(0, "G"), (1, "R"), (2, "B")])]
)
def test_t8_pawns_are_placed_in_seat_order_on_free_spaces_of_amon_hen(
    seats: int, order: list[tuple[int, str]]
) -> None:
    kernel = dealt(seats)
    free = list(AMON_HEN)
    for turns, (seat, pawn) in enumerate(order):
        assert (kernel.request(), kernel.actor(), kernel.turns()) == (DECIDE, seat, turns)
        assert p.legal(kernel) == sorted(int(t.BASE_SET) + p.spot(cell) for cell in free)
        cell = free.pop()
        kernel.apply(int(t.BASE_SET) + p.spot(cell))
        assert p.where(kernel, pawn) == cell
    assert p.clause(kernel, 0) == "T16", "now an Orc card is due"
    assert (kernel.request(), kernel.mover(), kernel.first()) == (ROLL, 0, 0)


def test_t8_a_taken_space_is_refused() -> None:
    kernel = dealt()
    kernel.apply(int(t.BASE_SET) + p.spot((8, 4)))
    assert p.clause(kernel, int(t.BASE_SET) + p.spot((8, 4))) == "T8"
    assert p.clause(kernel, int(t.BASE_SET) + p.spot((7, 4))) == "T8"


def test_t9_one_second_ring_goes_round_a_tower_that_is_drawn() -> None:
    kernel = TuermeKernel(4, 1)
    assert (kernel.request(), kernel.amount()) == (ROLL, 2)
    kernel.roll(1)
    second = {(4, 1), (4, 2), (4, 3), (4, 4), (1, 4), (2, 4), (3, 4)}
    assert p.orcs(kernel) - ORTHANC_RING - BARAD_DUR_RING == {(17 - x, 9 - y) for x, y in second}
    both = TuermeKernel(4, 2)
    assert both.request() == DEAL
    assert p.orcs(both) == ORTHANC_RING | BARAD_DUR_RING | second | {(17 - x, 9 - y) for x, y in second}


def test_t10_tiles_enter_on_the_first_free_spaces_of_their_row_from_their_side() -> None:
    card = next(number for number, card in enumerate(FIGURES.orcs) if card.isengard[0] == 4)
    tiles = FIGURES.orcs[card].isengard[1]
    board = """
        ##..............
        ##..............
        ................
        o.G.............
        ................
        ................
        ..............##
        ..............##
    """
    kernel = p.orc_card(p.position(board, phase=int(t.ORCS)), card)
    # Column 1 has an Orc and column 3 a pawn, so the tiles go on 2, 4, 5, 6 ...
    free = [(2, 4), *((column, 4) for column in range(4, 17))]
    assert p.orcs(kernel) == {(1, 4), *free[:tiles]}
    assert kernel.stock() == 149 - tiles
    assert (kernel.request(), kernel.actor(), kernel.phase()) == (DECIDE, 0, t.HERO)


def test_t10_mordor_enters_from_the_east_and_passes_no_tower() -> None:
    card = next(number for number, card in enumerate(FIGURES.orcs) if card.mordor[0] == 2)
    tiles = FIGURES.orcs[card].mordor[1]
    kernel = p.orc_card(p.position("##" + "." * 14 + "\n##.............o", phase=int(t.ORCS)), card)
    assert p.orcs(kernel) == {(16, 2), *((column, 2) for column in range(15, 15 - tiles, -1))}


def test_t10_what_finds_no_space_is_not_placed() -> None:
    card = next(number for number, card in enumerate(FIGURES.orcs) if card.mordor[0] == 2)
    kernel = p.orc_card(p.position("##" + "." * 14 + "\n##.ooooooooooooo", phase=int(t.ORCS)), card)
    assert p.orcs(kernel) == {(column, 2) for column in range(3, 17)}
    assert kernel.stock() == 150 - 14


def test_t10_an_empty_stock_places_nothing() -> None:
    card = next(
        number for number, card in enumerate(FIGURES.orcs) if card.isengard[0] == 5 and not card.mordor[0]
    )
    kernel = p.orc_card(p.position(phase=int(t.ORCS), stock=1), card)
    assert p.orcs(kernel) == {(1, 5)}
    assert kernel.stock() == 0


def test_t10_the_card_with_both_sides_does_isengard_first() -> None:
    card = next(number for number, card in enumerate(FIGURES.orcs) if card.isengard[0] and card.mordor[0])
    kernel = p.orc_card(p.position(phase=int(t.ORCS), stock=1), card)
    assert p.orcs(kernel) == {(1, FIGURES.orcs[card].isengard[0])}, "the last tile goes to Isengard"


def test_t10_both_sides_of_one_card_are_placed() -> None:
    card = next(number for number, card in enumerate(FIGURES.orcs) if card.isengard[0] and card.mordor[0])
    figures = FIGURES.orcs[card]
    kernel = p.orc_card(p.position(phase=int(t.ORCS)), card)
    rows = Counter(row for _, row in p.orcs(kernel))
    assert rows == {figures.isengard[0]: figures.isengard[1], figures.mordor[0]: figures.mordor[1]}


def test_t10_after_nine_cards_they_are_shuffled() -> None:
    kernel = p.position(phase=int(t.ORCS), orc_cards=[3])
    assert kernel.amount() == 1
    p.orc_card(kernel, 3)
    assert kernel.orc_cards() == 0
    rng = Random(1)
    while kernel.phase() != t.ORCS:
        if kernel.request() == DECIDE:
            kernel.apply(p.legal(kernel)[0])
        else:
            kernel.chance(rng)
    assert kernel.amount() == 9


def test_the_turn_begins_with_the_first_seat_and_goes_on_clockwise() -> None:
    kernel, rng = begun(3), Random(2)
    movers: list[int] = []
    for _ in range(400):
        if kernel.phase() == t.HERO and len(movers) < kernel.round():
            movers.append(int(kernel.mover()))
        if len(movers) == 7 or kernel.request() == 0:
            break
        if kernel.request() == DECIDE:
            kernel.apply(p.legal(kernel)[0])
        else:
            kernel.chance(rng)
    assert movers == [0, 1, 2, 0, 1, 2, 0][: len(movers)]
    assert len(movers) > 3


def test_figures_are_read_anew_from_what_the_file_says() -> None:
    assert parse(FIGURES_RAW) == FIGURES


def test_t8_who_began_stays_who_began() -> None:
    kernel = begun(3)
    assert kernel.first() == 0
    kernel.retire(0)
    assert kernel.first() == 0
    early = TuermeKernel(3, 0)
    early.retire(0)
    assert early.first() == 1
