"""T11 to T16: how a hero card moves a pawn."""

from __future__ import annotations

from gefaehrten.core.kernel import DEAL, DECIDE
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.kernel import TuermeKernel
from tests.unit.games.tuerme import positions as p
from tests.unit.games.tuerme.positions import NE, NW, SE, SW, E, N, S, W

ORTHOGONAL, DIAGONAL, ANY = p.strongest("O"), p.strongest("D"), p.strongest("A")
WEAK = p.weakest("O")
OTHERS = [card for card in range(32) if card not in (ORTHOGONAL, DIAGONAL, ANY, p.GANDALF, WEAK)]

OPEN = """
    ##..............
    ##..............
    ................
    ................
    ....G...........
    ...............R
    ..............##
    ............B.##
"""


def holding(*cards: int, board: str = OPEN, seats: int = 4) -> TuermeKernel:
    """Seat 0 holds these cards, filled up with ones that do not matter."""
    rest = [card for card in OTHERS if card not in cards]
    return p.position(board, seats=seats, hands={0: [*cards, *rest][:3]})


def started(card: int, board: str = OPEN, pawn: str = "G", seats: int = 4) -> TuermeKernel:
    return p.play(holding(card, board=board, seats=seats), card, pawn)


def test_t11_every_space_costs_one_point() -> None:
    kernel = started(ORTHOGONAL)
    assert kernel.strength_left() == p.strength(ORTHOGONAL)
    p.walk(kernel, E, E, E)
    assert kernel.strength_left() == p.strength(ORTHOGONAL) - 3
    assert p.where(kernel, "G") == (8, 5)


def test_t11_an_orc_costs_two_and_is_defeated() -> None:
    kernel = started(ORTHOGONAL, OPEN.replace("....G...", "....G.o."))
    p.walk(kernel, E, E)
    assert kernel.strength_left() == p.strength(ORTHOGONAL) - 3
    assert (kernel.pending(0), p.orcs(kernel)) == (1, set())
    assert kernel.stock() == 149, "the tile is the mover's, not the stock's"


def test_t11_orthogonally_adjacent_orcs_at_the_start_take_strength_and_diagonal_ones_do_not() -> None:
    board = """
        ##..............
        ##..............
        ................
        ...ooo..........
        ....Go..........
        ...............R
        ..............##
        ..............##
    """
    kernel = started(ANY, board)
    # Of (4,4) (5,4) (6,4) (6,5) only (5,4) and (6,5) are orthogonally adjacent.
    assert kernel.strength_left() == p.strength(ANY) - 2


def test_t11_orcs_met_on_the_way_take_no_strength() -> None:
    kernel = started(ORTHOGONAL, OPEN.replace("...............R", ".....ooo.......R"))
    p.walk(kernel, E, E)
    assert kernel.strength_left() == p.strength(ORTHOGONAL) - 2


def test_t11_points_may_be_left_over() -> None:
    kernel = p.stop(p.walk(started(ORTHOGONAL), E))
    assert (kernel.request(), kernel.cell(p.spot((6, 5)))) == (DEAL, t.PAWN)


def test_t11_a_pawn_is_passed_for_one_point_and_nobody_stays_with_it() -> None:
    kernel = p.walk(started(ORTHOGONAL, OPEN.replace("....G...", "....GY..")), E)
    assert kernel.strength_left() == p.strength(ORTHOGONAL) - 1
    assert p.clause(kernel, 0) == "T11"
    assert p.steps(kernel) == {N, E, S}
    p.walk(kernel, E)
    assert p.where(kernel, "Y") == (6, 5)
    assert kernel.may_stop()


def test_t11_a_pawn_is_not_entered_where_the_strength_does_not_reach_beyond_it() -> None:
    # The way runs E over free ground; the last point would end it on the pawn.
    length = p.strength(WEAK)
    row = "....G" + "." * (length - 1) + "Y" + "." * (11 - length)
    kernel = started(WEAK, OPEN.replace("....G...........", row))
    p.walk(kernel, *[E] * (length - 1))
    assert kernel.strength_left() == 1
    assert E not in p.steps(kernel)
    assert p.clause(kernel, 1 + E) == "T11"


def test_t11_an_orc_needs_two_points() -> None:
    length = p.strength(WEAK)
    row = "....G" + "." * (length - 1) + "o" + "." * (11 - length)
    kernel = p.walk(started(WEAK, OPEN.replace("....G...........", row)), *[E] * (length - 1))
    assert E not in p.steps(kernel)
    assert p.clause(kernel, 1 + E) == "T11"


def test_t11_towers_and_edges_block() -> None:
    board = """
        ##..............
        ##..............
        G...............
        ................
        ................
        ...............R
        ..............##
        ..............##
    """
    kernel = started(ANY, board)
    assert p.steps(kernel) == {E, SE, S}
    assert p.clause(kernel, 1 + N) == "T11"
    assert p.clause(kernel, 1 + W) == "T11"


def test_t11_diagonal_steps_pass_a_towers_corner() -> None:
    board = """
        ##..............
        ##..............
        ..G.............
        ................
        ................
        ...............R
        ..............##
        ..............##
    """
    # From (2,3) to (3,2) runs past the corner of Orthanc at (2,2).
    kernel = started(DIAGONAL, board.replace("..G.", ".G.."))
    assert NE in p.steps(kernel)
    assert p.where(p.walk(kernel, NE), "G") == (3, 2)


def test_t11_diagonal_steps_pass_between_two_orcs() -> None:
    board = """
        ##..............
        ##..............
        ................
        ....o...........
        ....Go..........
        ...............R
        ..............##
        ..............##
    """
    kernel = p.walk(started(DIAGONAL, board), NE)
    assert p.where(kernel, "G") == (6, 4)
    assert kernel.strength_left() == p.strength(DIAGONAL) - 2 - 1


def test_t11_the_move_is_over_by_itself_where_no_step_is_left() -> None:
    kernel = p.walk(started(WEAK), *[E] * p.strength(WEAK))
    assert (kernel.request(), kernel.marcher()) == (DEAL, -1)


def test_t12_orthogonal_cards_go_in_four_directions_and_turn_by_90_degrees_once() -> None:
    kernel = started(ORTHOGONAL)
    assert p.steps(kernel) == {N, E, S, W}
    assert p.clause(kernel, 1 + NE) == "T12"
    p.walk(kernel, E)
    assert p.steps(kernel) == {E, N, S}, "no way back"
    p.walk(kernel, N)
    assert p.steps(kernel) == {N}, "one turn"
    assert p.clause(kernel, 1 + E) == "T12"


def test_t12_diagonal_cards_go_diagonally_and_turn_by_90_degrees_once() -> None:
    kernel = started(DIAGONAL)
    assert p.steps(kernel) == {NE, SE, SW, NW}
    p.walk(kernel, NE)
    assert p.steps(kernel) == {NE, SE, NW}
    p.walk(kernel, SE)
    assert p.steps(kernel) == {SE}


def test_t12_a_card_for_any_direction_turns_once_to_any_other() -> None:
    kernel = started(ANY)
    assert p.steps(kernel) == set(range(8))
    p.walk(kernel, E)
    assert p.steps(kernel) == set(range(8)) - {W}
    p.walk(kernel, NW)
    assert p.steps(kernel) == {NW}


def test_t12_there_is_no_reversal() -> None:
    kernel = p.walk(started(ANY), E)
    assert p.clause(kernel, 1 + W) == "T12"


def test_t13_a_pawn_moves_at_least_one_space() -> None:
    assert p.clause(started(ORTHOGONAL), 0) == "T13"


BOXED = """
    ##............oo
    ##............oG
    ..............oo
    ................
    ................
    ...............R
    ..............##
    ............B.##
"""


def test_t13_a_card_that_cannot_move_is_not_played_while_another_one_can() -> None:
    # Around (16,2): three orthogonal Orcs (and two diagonal ones) leave a strength of 5 with 2: enough for an Orc.
    five = p.weakest("O")
    assert p.strength(five) == 5
    kernel = holding(five, board=BOXED)
    assert p.play_action(five) in p.legal(kernel)
    assert all(action < t.BASE_WITHOUT for action in p.legal(kernel))
    assert p.clause(kernel, p.without(five)) == "T13"


CLOSED = """
    ##..............
    ##..............
    .......o........
    ......oGo.......
    .......o........
    ................
    ..............##
    RBY...........##
"""


def test_t13_without_any_possible_move_a_card_is_played_without_one() -> None:
    # Four adjacent Orcs leave 1 of a 5: orthogonally every neighbour costs 2.
    fives = [card for card in range(32) if p.strength(card) == 5 and t.SYMBOL[card] == t.ORTHOGONAL]
    kernel = p.position(CLOSED, hands={0: fives[:1]})
    assert p.legal(kernel) == [p.without(fives[0])]
    kernel.apply(p.without(fives[0]))
    assert (kernel.request(), kernel.actor(), kernel.amount()) == (DEAL, 0, 1)
    assert p.where(kernel, "G") == (8, 4)
    assert kernel.discard() == 1 << fives[0]


def test_t13_the_claim_is_allowed_while_the_hidden_cards_may_be_such() -> None:
    fives = [card for card in range(32) if p.strength(card) == 5 and t.SYMBOL[card] == t.ORTHOGONAL]
    kernel = p.position(CLOSED, hands={0: [fives[0], ANY, DIAGONAL]})
    assert p.without(fives[0]) not in p.legal(kernel), "with the hand known the claim is wrong"
    watched = kernel.clone()
    watched.mask(-1)
    immobile = [
        card
        for card in range(32)
        if not t.SHADOWFAX[card] and p.strength(card) - 4 < (2 if t.SYMBOL[card] == t.ORTHOGONAL else 1)
    ]
    # Three hidden cards need three immobile ones among the unseen.
    assert (p.without(fives[0]) in p.legal(watched)) == (len(immobile) >= 3)


def test_t14_shadowfax_jumps_to_any_space_without_pawn_and_tower() -> None:
    board = OPEN.replace("##..............", "##..o...........", 1)
    kernel = started(p.GANDALF, board)
    jumps = {action - int(t.BASE_JUMP) for action in p.legal(kernel) if t.BASE_JUMP <= action < t.BASE_PLAY}
    everywhere = {int(spot) for spot in t.SQUARES}
    assert jumps == everywhere - {p.spot((5, 5)), p.spot((16, 6)), p.spot((13, 8))}
    p.jump(kernel, (5, 1))
    assert (p.where(kernel, "G"), kernel.pending(0), kernel.request()) == ((5, 1), 1, DEAL)


def test_t14_shadowfax_comes_instead_of_a_move_and_for_gandalf_alone() -> None:
    kernel = p.walk(started(p.GANDALF), E)
    assert p.clause(kernel, int(t.BASE_JUMP) + p.spot((1, 8))) == "T14"
    assert p.clause(started(ORTHOGONAL), int(t.BASE_JUMP) + p.spot((1, 8))) == "T14"


def test_t14_gandalf_moves_a_pawn_that_no_strength_could() -> None:
    kernel = p.position(CLOSED, hands={0: [p.GANDALF]})
    assert p.legal(kernel) == [p.play_action(p.GANDALF)]


PINCERS = """
    ##....R.........
    ##....o.........
    ......o.........
    ......o.........
    ....G...........
    ......o.........
    ......B.......##
    ..............##
"""


def test_t15_orcs_between_two_pawns_in_a_column_are_defeated_tile_by_tile_in_turn() -> None:
    # Green comes to (7,5). North of it three Orcs to red, south one to blue: 2 + 1 and 1 tiles.
    kernel = p.walk(started(ORTHOGONAL, PINCERS), E, E)
    assert p.orcs(kernel) == set()
    assert [int(kernel.pending(seat)) for seat in range(3)] == [3, 1, 0]


def test_t15_both_directions_fire_at_once_and_the_mover_begins_in_each() -> None:
    board = PINCERS.replace(
        "......B.......##\n    ..............##", "......o.......##\n    ......B.......##"
    )
    kernel = p.walk(started(ORTHOGONAL, board), E, E)
    # Three north: mover 2, red 1. Two south: mover 1, blue 1.
    assert [int(kernel.pending(seat)) for seat in range(3)] == [3, 1, 1]


def test_t15_the_move_goes_on_with_what_is_left() -> None:
    kernel = p.walk(started(ORTHOGONAL, PINCERS), E, E)
    assert kernel.strength_left() == p.strength(ORTHOGONAL) - 2
    assert E in p.steps(kernel)


def test_t15_a_gap_or_a_row_makes_no_pincers() -> None:
    gap = PINCERS.replace(
        "......o.........\n    ......o.........\n    ....G",
        "................\n    ......o.........\n    ....G",
    )
    kernel = p.walk(started(ORTHOGONAL, gap), E, E)
    assert (7, 4) in p.orcs(kernel)
    row = """
        ##..............
        ##..............
        ................
        ................
        ....G.oooR......
        ................
        ..............##
        ............B.##
    """
    kernel = p.walk(started(ORTHOGONAL, row), E)
    assert len(p.orcs(kernel)) == 3


def test_t15_pincers_fire_on_a_space_that_is_merely_passed() -> None:
    kernel = p.walk(started(ORTHOGONAL, PINCERS), E, E, E)
    assert p.orcs(kernel) == set()
    assert p.where(kernel, "G") == (8, 5)


def test_t15_pincers_fire_through_a_pawn_that_is_passed() -> None:
    # Green passes yellow on (7,5): from there the column north holds Orcs up to red.
    board = PINCERS.replace("....G...........", "....G.Y.........")
    kernel = p.walk(started(ORTHOGONAL, board), E, E)
    assert p.where(kernel, "Y") == (7, 5)
    assert p.orcs(kernel) == set()
    assert [int(kernel.pending(seat)) for seat in range(4)] == [3, 1, 0, 0]
    assert not kernel.may_stop()


def test_t15_pincers_on_a_pawns_space_clear_the_way_off_it() -> None:
    """With one point beyond the pawn the Orc north of it would cost too much, had the pincers not taken it."""
    length = p.strength(WEAK)
    row = "." * (6 - length + 1) + "G" + "." * (length - 2) + "Y.........."
    row = row[:16]
    board = f"""
        ##....R.........
        ##....o.........
        ......o.........
        ......o.........
        {row}
        ......o.........
        ......B.......##
        ..............##
    """
    column = row.index("Y") + 1
    assert column == 7
    blocked = board.replace(row, row[:7] + "o" + row[8:])
    kernel = p.walk(started(WEAK, blocked), *[E] * (length - 2))
    assert kernel.strength_left() == 2
    assert E in p.steps(kernel)
    p.walk(kernel, E)
    assert p.steps(kernel) == {N, S}
    p.walk(kernel, N)
    assert p.where(kernel, "G") == (7, 4)


def test_t15_an_orc_on_the_space_itself_falls_first() -> None:
    board = PINCERS.replace("....G...........", "....G.o.........")
    kernel = p.walk(started(ORTHOGONAL, board), E, E)
    assert p.orcs(kernel) == set()
    assert [int(kernel.pending(seat)) for seat in range(3)] == [4, 1, 0]


def test_t15_own_pawns_make_pincers_for_their_player_alone() -> None:
    kernel = p.walk(started(ORTHOGONAL, PINCERS.replace("R", "Y"), seats=2), E, E)
    # Two players: green and blue are seat 0, yellow seat 1. North 2 + 1, south all to seat 0.
    assert [int(kernel.pending(seat)) for seat in range(2)] == [3, 1]
    own = """
        ##..............
        ##..............
        ......B.........
        ......o.........
        ....G...........
        ................
        ..............##
        ............RY##
    """
    kernel = p.walk(started(ORTHOGONAL, own, seats=2), E, E)
    assert [int(kernel.pending(seat)) for seat in range(2)] == [1, 0]


def test_t15_shadowfax_makes_pincers_too() -> None:
    kernel = p.jump(started(p.GANDALF, PINCERS), (7, 5))
    assert [int(kernel.pending(seat)) for seat in range(3)] == [3, 1, 0]


def test_t15_the_nearest_pawn_counts() -> None:
    board = """
        ##....R.........
        ##....o.........
        ......B.........
        ......o.........
        ....G...........
        ................
        ..............##
        ..............##
    """
    kernel = p.walk(started(ORTHOGONAL, board), E, E)
    assert p.orcs(kernel) == {(7, 2)}
    assert [int(kernel.pending(seat)) for seat in range(3)] == [1, 0, 0]


def test_t16_the_mover_draws_one_card_and_the_played_one_is_discarded() -> None:
    kernel = p.stop(p.walk(started(ORTHOGONAL), E))
    assert (kernel.request(), kernel.actor(), kernel.amount(), kernel.deck()) == (DEAL, 0, 1, 0)
    assert kernel.discard() == 1 << ORTHOGONAL
    stack = kernel.stack()
    p.deal(kernel)
    assert (kernel.stack(), kernel.hand_size(0)) == (stack - 1, 3)
    assert (kernel.phase(), kernel.mover()) == (t.ORCS, 1)


def test_t16_an_empty_draw_deck_is_made_from_the_discards_the_used_card_among_them() -> None:
    used = [card for card in range(32) if card not in range(12)]
    hands = {seat: [3 * seat, 3 * seat + 1, 3 * seat + 2] for seat in range(4)}
    kernel = p.position(OPEN + "", hands=hands, discard=used)
    assert kernel.stack() == 0
    action = next(action for action in p.legal(kernel) if action < t.BASE_WITHOUT)
    card = (action - int(t.BASE_PLAY)) // 4
    kernel.apply(action)
    p.walk(kernel, min(p.steps(kernel)))
    if kernel.request() == DECIDE:
        p.stop(kernel)
    assert kernel.amount() == 1
    kernel.deal(card)
    assert (kernel.stack(), kernel.discard()) == (20, 0)
    assert kernel.hand(0) >> card & 1, "the card just played may be drawn again"


def test_a_move_is_one_turn_of_the_table() -> None:
    kernel = holding(ORTHOGONAL)
    turns = kernel.turns()
    p.play(kernel, ORTHOGONAL)
    p.walk(kernel, E)
    assert (kernel.turns(), kernel.actor()) == (turns, 0)
    p.stop(kernel)
    assert kernel.turns() == turns + 1


def test_two_players_move_either_of_their_pawns() -> None:
    kernel = holding(ORTHOGONAL, seats=2)
    pawns = {action % 4 - int(t.BASE_PLAY) % 4 for action in p.legal(kernel) if action < t.BASE_WITHOUT}
    assert {pawn % 4 for pawn in pawns} == {0, 2}
    assert p.clause(kernel, p.play_action(ORTHOGONAL, "R")) == "T11"
