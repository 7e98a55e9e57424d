"""T17 to T21: tiles turned over, and every event."""

from __future__ import annotations

import pytest

from gefaehrten.core.kernel import DEAL, DECIDE, PASS, ROLL
from gefaehrten.games.tuerme import tables as t
from tests.unit.games.tuerme import positions as p
from tests.unit.games.tuerme.positions import E, W

PAWNS_ASIDE = """
    ##..............
    ##..............
    ................
    G...............
    R...............
    B...............
    ..............##
    Y.............##
"""


def test_t17_the_movers_tiles_come_first_then_clockwise() -> None:
    kernel = p.position(phase=int(t.TILES), mover=2, pending={2: 1, 3: 1, 0: 2})
    owners = []
    while kernel.phase() == t.TILES:
        owners.append(int(kernel.revealer()))
        p.tile(kernel, 2)
    assert owners == [2, 3, 0, 0]
    assert [int(kernel.points(seat)) for seat in range(4)] == [4, 0, 2, 2]
    assert [int(kernel.tiles(seat)) for seat in range(4)] == [2, 0, 1, 1]
    assert (kernel.phase(), kernel.mover()) == (t.ORCS, 3)


def test_t17_every_tile_that_nobody_has_seen_is_as_likely() -> None:
    kernel = p.position(phase=int(t.TILES), pending={0: 2})
    assert kernel.amount() == 150
    three = kernel.pool(3)
    p.tile(kernel, 3)
    assert (kernel.amount(), kernel.pool(3)) == (149, three - 1)


def test_t18_an_ent_moves_one_step_and_its_event_comes_before_the_next_tile() -> None:
    kernel = p.position(PAWNS_ASIDE, phase=int(t.TILES), pending={0: 2}, events=["fangorn", "grima"])
    p.tile(kernel, 1, ent=True)
    assert (kernel.ent(), kernel.request(), kernel.phase()) == (1, ROLL, t.EVENT)
    p.event(kernel, "fangorn")
    assert p.orcs(kernel)
    assert (kernel.phase(), kernel.pending(0), kernel.events_left()) == (t.TILES, 1, 1 << t.GRIMA)


def test_t18_the_owner_of_the_tile_chooses_in_anothers_turn_too() -> None:
    kernel = p.position(PAWNS_ASIDE, phase=int(t.TILES), mover=2, pending={3: 1}, events=["grima"])
    p.event(p.tile(kernel, 1, ent=True), "grima")
    assert (kernel.request(), kernel.actor(), kernel.mover()) == (DECIDE, 3, 2)


def test_t18_an_event_for_you_lapses_where_you_have_left() -> None:
    kernel = p.position(
        PAWNS_ASIDE.replace("B", "."), phase=int(t.TILES), pending={2: 1}, events=["edoras"], retired=(2,)
    )
    p.event(p.tile(kernel, 1, ent=True), "edoras")
    assert (kernel.phase(), kernel.mover(), kernel.events_left()) == (t.ORCS, 1, 0)


RING_OF_ORCS = """
    ##o.............
    ##o.............
    ooo.............
    G...............
    R...............
    B...............
    ..............##
    Y.............##
"""


@pytest.mark.parametrize(
    ("mover", "retired", "chooser"), [(0, (), 2), (0, (2,), 0), (2, (2,), 3), (2, (2, 3), 0)]
)
def test_t18_other_choices_fall_to_the_mover_else_to_the_next_seat(
    mover: int, retired: tuple[int, ...], chooser: int
) -> None:
    board = RING_OF_ORCS
    for seat in retired:
        board = board.replace("GRBY"[seat], ".")
    kernel = p.position(
        board, phase=int(t.TILES), mover=mover, pending={2: 1}, events=["theoden"], retired=retired
    )
    p.event(p.tile(kernel, 1, ent=True), "theoden")
    assert (kernel.request(), kernel.actor()) == (DECIDE, chooser)


def test_t19_defeated_tiles_count_and_removed_ones_go_back_to_the_stock_unseen() -> None:
    board = PAWNS_ASIDE.replace("R...............", "R...ooo.........")
    kernel = p.happens(board, "rohan")
    # Rohan is (5-7, 4-5): three tiles go back to the stock, and nobody has seen more backs than the one turned over.
    assert (p.orcs(kernel), kernel.stock(), kernel.hidden_tiles()) == (set(), 150, 149)
    assert (kernel.points(0), kernel.tiles(0)) == (1, 1)


MINAS_TIRITH = {(column, row) for column in (11, 12, 13) for row in (7, 8)}
FANGORN = {(column, row) for column in (5, 6, 7) for row in (1, 2)}
AMON_HEN = {(column, row) for column in (8, 9) for row in (4, 5)}


@pytest.mark.parametrize(
    ("key", "area"), [("minas_tirith", MINAS_TIRITH), ("fangorn", FANGORN), ("amon_hen", AMON_HEN)]
)
def test_t20_an_area_fills_with_orcs_where_no_orc_and_no_pawn_is(
    key: str, area: set[tuple[int, int]]
) -> None:
    assert p.orcs(p.happens(PAWNS_ASIDE, key)) == area
    first, second, *rest = sorted(area)
    rows = [["." for _ in range(16)] for _ in range(8)]
    rows[first[1] - 1][first[0] - 1] = "G"
    rows[second[1] - 1][second[0] - 1] = "o"
    board = "\n".join("".join(row) for row in rows)
    assert p.orcs(p.happens(board, key)) == {second, *rest}


def test_t21_an_area_fills_row_by_row_from_the_west_until_the_stock_ends() -> None:
    kernel = p.happens(PAWNS_ASIDE, "fangorn", stock=4)
    assert p.orcs(kernel) == {(5, 1), (6, 1), (7, 1), (5, 2)}
    assert kernel.stock() == 0


def test_t20_the_easterlings_enter_from_mordor_in_row_6() -> None:
    board = PAWNS_ASIDE.replace("B...............", "B............o..")
    assert p.orcs(p.happens(board, "easterlings")) == {(14, 6), (16, 6), (15, 6), (13, 6)}


def test_t20_edoras_calls_the_pawn_and_an_orc_there_goes_to_the_stock() -> None:
    board = PAWNS_ASIDE.replace("B...............", "B.....o.........")
    kernel = p.happens(board, "edoras")
    assert (p.where(kernel, "G"), p.orcs(kernel), kernel.stock()) == ((7, 6), set(), 150)
    assert kernel.cell(p.spot((1, 4))) == t.EMPTY
    assert kernel.tiles(0) == 1, "only the tile that was turned over"


def test_t20_edoras_with_a_pawn_there_changes_nothing() -> None:
    board = PAWNS_ASIDE.replace("B...............", "......B.........")
    kernel = p.happens(board, "edoras")
    assert (p.where(kernel, "G"), p.where(kernel, "B")) == ((1, 4), (7, 6))
    assert kernel.phase() == t.ORCS


def test_t20_of_two_pawns_one_is_chosen_for_edoras() -> None:
    kernel = p.happens(PAWNS_ASIDE, "edoras", seats=2)
    assert p.legal(kernel) == [int(t.BASE_PAWN), int(t.BASE_PAWN) + 2]
    assert p.clause(kernel, int(t.BASE_PAWN) + 1) == "T20"
    kernel.apply(int(t.BASE_PAWN) + 2)
    assert (p.where(kernel, "B"), p.where(kernel, "G"), kernel.phase()) == ((7, 6), (1, 4), t.ORCS)


LINE = """
    ##..............
    ##..............
    ................
    .oGoRoo.........
    ................
    B...............
    ..............##
    Y.............##
"""


def aim(pawn: str, way: int) -> int:
    return int(t.BASE_AIM) + "GRBY".index(pawn) * 8 + way


def test_t20_the_elven_warriors_reach_three_spaces_and_pass_pawns() -> None:
    kernel = p.happens(LINE, "elven_warriors")
    assert p.legal(kernel) == [aim("G", way) for way in range(8)]
    kernel.apply(aim("G", E))
    # (4,4), over red on (5,4), (6,4); the fourth space (7,4) is out of reach.
    assert p.orcs(kernel) == {(2, 4), (7, 4)}
    assert (kernel.stock(), kernel.tiles(0), p.where(kernel, "G")) == (148, 1, (3, 4))


def test_t20_a_tower_stops_the_elven_warriors() -> None:
    board = """
        ##..............
        ##.G............
        ................
        ................
        ..............R.
        B.............o.
        ..............##
        Y.............##
    """
    kernel = p.happens(board, "elven_warriors", owner=1)
    kernel.apply(aim("R", p.S))
    assert p.orcs(kernel) == set()
    # Diagonally past the corner: no tower stands on the way itself.
    board = """
        ##..............
        #oG.............
        o...............
        ................
        ................
        BR..............
        ..............##
        Y.............##
    """
    blocked = p.happens(board.replace("#oG", "##G").replace("o....", "....."), "elven_warriors")
    assert blocked.phase() == t.ORCS, "with nothing to hit there is nothing to choose"
    assert int(p.position(board.replace("#oG", "##G")).in_line(0, W)) == 0
    assert int(p.position(board.replace("#oG", "##G").replace("o....", ".o...")).in_line(0, p.SW)) == 1


def test_t20_of_two_pawns_one_is_chosen_for_the_elven_warriors() -> None:
    kernel = p.happens(LINE, "elven_warriors", seats=2)
    assert p.legal(kernel) == [aim(pawn, way) for pawn in "GB" for way in range(8)]


def test_t20_the_wild_men_pass_every_hand_to_the_left() -> None:
    hands = {seat: [3 * seat, 3 * seat + 1, 3 * seat + 2] for seat in range(4)}
    kernel = p.happens(PAWNS_ASIDE, "wild_men", hands=hands)
    assert kernel.request() == PASS
    assert [int(kernel.heir(seat)) for seat in range(4)] == [1, 2, 3, 0]
    kernel.passed()
    assert [int(kernel.hand(seat)) for seat in range(4)] == [0b111 << 9, 0b111, 0b111 << 3, 0b111 << 6]
    assert kernel.request() == ROLL


def test_t20_helms_deep_is_cleared() -> None:
    board = PAWNS_ASIDE.replace("B...............", "B..oo...........")
    assert p.orcs(p.happens(board, "helms_deep")) == {(5, 6)}


def test_t20_theoden_takes_two_orcs_from_the_ring_by_choice() -> None:
    kernel = p.happens(RING_OF_ORCS, "theoden")
    ring = [(3, 1), (3, 2), (1, 3), (2, 3), (3, 3)]
    assert p.legal(kernel) == [p.pick(cell) for cell in ring[:-1]], "the last one would leave no second"
    kernel.apply(p.pick((3, 2)))
    assert p.legal(kernel) == [p.pick(cell) for cell in ring[2:]]
    assert kernel.request() == DECIDE
    kernel.apply(p.pick((3, 3)))
    assert p.orcs(kernel) == {(3, 1), (1, 3), (2, 3)}
    assert (kernel.phase(), kernel.stock()) == (t.ORCS, 150 - 3)


def test_t21_two_or_fewer_go_without_a_choice() -> None:
    board = PAWNS_ASIDE.replace("##..............", "##o.............", 1)
    kernel = p.happens(board, "theoden")
    assert (p.orcs(kernel), kernel.phase()) == (set(), t.ORCS)


def test_t20_frodo_and_sam_do_the_same_at_barad_dur() -> None:
    board = """
        ##o.............
        ##..............
        ................
        G...............
        R...............
        B............ooo
        .............o##
        Y............o##
    """
    kernel = p.happens(board, "frodo_and_sam")
    kernel.apply(p.pick((14, 6)))
    kernel.apply(p.pick((14, 8)))
    assert p.orcs(kernel) == {(3, 1), (15, 6), (16, 6), (14, 7)}


def test_t20_merry_and_pippin_move_the_ent_one_further_step_without_a_card() -> None:
    kernel = p.happens(PAWNS_ASIDE, "merry_and_pippin", ent=5)
    assert (kernel.ent(), kernel.phase()) == (7, t.ORCS)


BESIDE = """
    ##..............
    ##..............
    ................
    ...ooo..........
    ...oG...........
    R...............
    ..............##
    BY............##
"""


def test_t20_eowyn_takes_two_orcs_beside_the_pawn_diagonal_ones_too() -> None:
    kernel = p.happens(BESIDE, "eowyn")
    assert p.legal(kernel) == [p.pick(cell) for cell in ((4, 4), (5, 4), (6, 4))]
    kernel.apply(p.pick((6, 4)))
    kernel.apply(p.pick((4, 5)))
    assert p.orcs(kernel) == {(4, 4), (5, 4)}
    assert kernel.tiles(0) == 1


def test_t20_eowyn_asks_which_of_two_pawns_is_meant() -> None:
    kernel = p.happens(BESIDE, "eowyn", seats=2)
    assert p.legal(kernel) == [int(t.BASE_PAWN), int(t.BASE_PAWN) + 2]
    turns = kernel.turns()
    kernel.apply(int(t.BASE_PAWN))
    assert kernel.turns() == turns, "the picks belong to the same turn"
    kernel.apply(p.pick((4, 4)))
    kernel.apply(p.pick((5, 4)))
    assert kernel.turns() == turns + 1
    none = p.happens(BESIDE.replace("o", "."), "eowyn", seats=2)
    assert none.phase() == t.ORCS


def by_strength(strength: int) -> list[int]:
    return [card for card in range(32) if p.strength(card) == strength]


def test_t20_grima_takes_the_two_highest_cards_and_two_are_drawn() -> None:
    high, middle, low = by_strength(9)[0], by_strength(7)[0], by_strength(5)[0]
    kernel = p.happens(PAWNS_ASIDE, "grima", hands={0: [low, high, middle]})
    assert p.legal(kernel) == [int(t.BASE_DISCARD) + high]
    assert p.clause(kernel, int(t.BASE_DISCARD) + low) == "T20"
    turns = kernel.turns()
    kernel.apply(int(t.BASE_DISCARD) + high)
    assert p.legal(kernel) == [int(t.BASE_DISCARD) + middle]
    kernel.apply(int(t.BASE_DISCARD) + middle)
    assert kernel.turns() == turns + 1
    assert (kernel.request(), kernel.actor(), kernel.amount()) == (DEAL, 0, 2)
    assert kernel.discard() == 1 << high | 1 << middle
    p.deal(kernel)
    assert (kernel.hand_size(0), kernel.phase()) == (3, t.ORCS)


def test_t20_ties_are_the_owners_choice() -> None:
    fives = by_strength(5)[:2]
    sixes = by_strength(6)[:1]
    kernel = p.happens(PAWNS_ASIDE, "grima", hands={0: [*fives, *sixes]})
    kernel.apply(int(t.BASE_DISCARD) + sixes[0])
    assert p.legal(kernel) == sorted(int(t.BASE_DISCARD) + card for card in fives)


def test_t16_two_cards_from_a_deck_of_one_are_two_deals() -> None:
    hands = {seat: [3 * seat, 3 * seat + 1, 3 * seat + 2] for seat in range(4)}
    discard = list(range(13, 32))
    kernel = p.happens(PAWNS_ASIDE, "grima", hands=hands, discard=discard)
    assert kernel.stack() == 1
    for _ in range(2):
        kernel.apply(p.legal(kernel)[0])
    assert (kernel.request(), kernel.amount()) == (DEAL, 1)
    kernel.deal(12)
    # Now the deck is made anew: 19 discards and the two that Gríma took.
    assert (kernel.request(), kernel.actor(), kernel.amount()) == (DEAL, 0, 1)
    kernel.deal(13)
    assert (kernel.stack(), kernel.discard(), kernel.phase()) == (20, 0, t.ORCS)


def test_t27_grimas_claim_is_allowed_while_the_hidden_cards_may_be_lower() -> None:
    high, low = by_strength(9)[0], by_strength(5)
    kernel = p.happens(PAWNS_ASIDE, "grima", hands={0: [high, *low[:2]]})
    watched = kernel.clone()
    watched.mask(-1)
    claims = {action - int(t.BASE_DISCARD) for action in p.legal(watched)}
    assert high in claims
    # Three fives would be needed for a five to be the highest, and there are that many unseen.
    assert (low[0] in claims) == (len(low) >= 3)
    watched.apply(int(t.BASE_DISCARD) + low[0])
    later = {action - int(t.BASE_DISCARD) for action in p.legal(watched)}
    assert later == set(low) - {low[0]}, "nothing higher than what was called the highest"
    assert int(t.BASE_DISCARD) + low[0] not in p.legal(kernel), "the audit knows the hand"
