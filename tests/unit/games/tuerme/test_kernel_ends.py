"""T22 to T24, T29, T30: how a match ends, and what a seat that leaves leaves behind."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ai.rewards import final_rewards
from gefaehrten.core.kernel import DEAL, DECIDE, OVER, PASS, ROLL
from gefaehrten.core.random import Random
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.data import FIGURES
from gefaehrten.games.tuerme.game import GAME
from gefaehrten.games.tuerme.kernel import TuermeKernel
from gefaehrten.games.tuerme.observation import sizes
from tests.unit.games.tuerme import positions as p

NEARLY = """
    ##..............
    ##o.............
    ..o.............
    ..oooooooooooo..
    G.............o.
    R.............oo
    B.............##
    Y.............##
"""


def card_of(side: str, row: int) -> int:
    """The Orc card that brings tiles from one side alone in a row."""
    other = "mordor" if side == "isengard" else "isengard"
    return next(
        number
        for number, card in enumerate(FIGURES.orcs)
        if getattr(card, side)[0] == row and getattr(card, other)[0] == 0
    )


def test_t22_a_chain_from_tower_to_tower_loses_the_match_for_all() -> None:
    # (3,2) touches Orthanc; the chain runs along row 4 to (14,4); (15,4) is missing, (15,5) goes on to (15,6).
    assert not p.position(NEARLY).joined()
    kernel = p.orc_card(p.position(NEARLY, phase=int(t.ORCS), points=[5, 3, 2, 1]), card_of("mordor", 4))
    assert (kernel.request(), kernel.ending()) == (OVER, t.BY_CHAIN)
    assert [int(kernel.score(seat)) for seat in range(4)] == [0] * 4
    assert [int(kernel.place(seat)) for seat in range(4)] == [1] * 4
    rewards: vec[i64] = vec[i64]([7] * 4)
    final_rewards(kernel, rewards)
    assert [int(reward) for reward in rewards] == [0] * 4


def test_t22_diagonal_contact_is_no_chain_and_a_pawn_interrupts_it() -> None:
    whole = NEARLY.replace("..oooooooooooo..", "..ooooooooooooo.")
    assert p.position(whole).joined()
    assert not p.position(whole.replace("ooooo.\n", "oooG..\n").replace("G...", "....", 1)).joined()
    assert not p.position(
        whole.replace("..o.............\n    ..ooo", "...o............\n    ...oo")
    ).joined()


def test_t22_the_end_of_a_chain_touches_its_tower_with_a_side() -> None:
    # The ring space (3,3) touches Orthanc with a corner only.
    corner = NEARLY.replace("##o.............", "##..............").replace(
        "..oooooooooooo..", "..ooooooooooooo."
    )
    kernel = p.position(corner)
    assert (3, 3) in p.orcs(kernel)
    assert not kernel.joined()


def test_t22_is_looked_at_after_an_events_orcs_too() -> None:
    board = """
        ##..............
        ##oooooo........
        .......o........
        .......o.ooooo..
        G.......o.....o.
        R.............oo
        B.............##
        Y.............##
    """
    # Amon Hen fills (9,4), (8,5), (9,5) round (8,4): row 2 and row 4 are joined.
    kernel = p.happens(board.replace(".oo\n", ".oo\n").replace("ooooo..", "oooooo."), "amon_hen")
    assert (kernel.request(), kernel.ending()) == (OVER, t.BY_CHAIN)


def test_t22_the_gap_counts_the_missing_orcs() -> None:
    assert p.position(NEARLY).gap() == 1
    # On an empty board: the shortest way from (3,2) to (14,7) or (15,6) has 1 + 12 + 4 spaces; from (2,3) likewise.
    assert p.position("\n".join(["GRBY" + "." * 12] + ["." * 16] * 7)).gap() == 12 + 4 + 1
    # A pawn in the chain counts as two, which is less than the three spaces of a way round it.
    assert (
        p.position(
            NEARLY.replace("oooooooooooo..", "oooooooGooooo.").replace("G.............o.", "..............o.")
        ).gap()
        == 2
    )


def test_t23_the_ent_arrives_its_event_is_carried_out_and_the_remaining_tiles_count() -> None:
    kernel = p.position(
        NEARLY,
        phase=int(t.TILES),
        ent=14,
        events=["rohan"],
        pending={0: 2, 1: 1},
        points=[10, 12, 0, 0],
        tiles=[6, 7, 0, 0],
    )
    p.tile(kernel, 1, ent=True)
    assert (kernel.ent(), kernel.phase()) == (15, t.EVENT)
    before = len(p.orcs(kernel))
    p.event(kernel, "rohan")
    assert len(p.orcs(kernel)) == before - 3, "(5-7, 4) are cleared"
    p.tile(kernel, 1, ent=True)
    assert (kernel.ent(), kernel.phase()) == (15, t.TILES), "a further Ent has no effect"
    p.tile(kernel, 3)
    assert (kernel.request(), kernel.ending()) == (OVER, t.BY_ENT)
    assert [int(kernel.score(seat)) for seat in range(4)] == [12, 15, 0, 0]
    assert [int(kernel.place(seat)) for seat in range(4)] == [1, 0, 2, 2]


@pytest.mark.parametrize(("tiles", "places"), [([6, 7, 5, 4], [1, 0, 2, 3]), ([7, 7, 7, 4], [0, 0, 0, 3])])
def test_t23_most_points_then_most_tiles_then_shared(tiles: list[int], places: list[int]) -> None:
    # The mover's last tile makes its points and tiles equal to the others'.
    kernel = p.position(
        phase=int(t.TILES),
        ent=15,
        events=[],
        pending={0: 1},
        points=[9, 12, 12, 12],
        tiles=[tiles[0] - 1, *tiles[1:]],
    )
    p.tile(kernel, 3)
    assert kernel.request() == OVER
    assert [int(kernel.place(seat)) for seat in range(4)] == places


def test_t24_a_win_ranks_by_points_and_is_worth_more_than_a_loss_to_all_but_those_with_nothing() -> None:
    kernel = p.position(phase=int(t.TILES), ent=15, events=[], pending={0: 1}, points=[9, 5, 3, 1])
    p.tile(kernel, 1)
    rewards: vec[i64] = vec[i64]([0] * 4)
    final_rewards(kernel, rewards)
    values = [int(reward) for reward in rewards]
    assert values == sorted(values, reverse=True)
    assert min(values) > 0


def test_t29_a_seat_that_leaves_takes_its_pawn_and_gives_its_hand_back() -> None:
    kernel = p.position(NEARLY, points=[1, 2, 3, 4], tiles=[1, 1, 2, 2])
    stack = kernel.stack()
    kernel.retire(2)
    assert kernel.cell(p.spot((1, 7))) == t.EMPTY
    assert (kernel.pawn(2), kernel.hand_size(2), kernel.stack()) == (0, 0, stack + 3)
    # All hands are dealt anew: sizes stay, faces are unknown to everybody until they are learnt.
    assert [int(kernel.hand(seat)) for seat in range(4)] == [0] * 4
    assert [int(kernel.hand_unknown(seat)) for seat in range(4)] == [3, 3, 0, 3]
    assert kernel.unseen() == t.ALL_CARDS
    assert (kernel.points(2), kernel.tiles(2)) == (3, 2), "its tiles stay counted"
    kernel.learn(0, 31)
    assert (kernel.hand(0), kernel.hand_unknown(0)) == (1 << 31, 2)


def test_t29_the_next_seat_moves_where_the_mover_leaves() -> None:
    kernel = p.position(NEARLY)
    kernel.retire(0)
    assert (kernel.request(), kernel.phase(), kernel.mover()) == (ROLL, t.ORCS, 1)
    kernel = p.position(NEARLY, phase=int(t.ORCS))
    kernel.retire(0)
    assert (kernel.phase(), kernel.mover()) == (t.ORCS, 1)


def test_t29_what_a_leaving_mover_has_defeated_is_still_turned_over() -> None:
    board = NEARLY.replace("G.............o.", "Go............o.")
    card = p.strongest("O")
    kernel = p.walk(p.play(p.position(board, hands={0: [card]}), card), p.E)
    kernel.retire(0)
    assert (kernel.phase(), kernel.revealer(), kernel.pending(0)) == (t.TILES, 0, 1)
    assert kernel.pawn(0) == 0
    p.tile(kernel, 2)
    assert (kernel.points(0), kernel.mover(), kernel.phase()) == (2, 1, t.ORCS)


def test_t29_a_draw_that_was_due_falls_away() -> None:
    card = p.strongest("O")
    kernel = p.stop(p.walk(p.play(p.position(NEARLY, hands={0: [card]}), card), p.E))
    assert (kernel.request(), kernel.actor()) == (DEAL, 0)
    kernel.retire(0)
    assert (kernel.phase(), kernel.mover()) == (t.ORCS, 1)


def test_t29_a_deck_that_was_empty_when_a_card_was_due_has_all_cards_when_somebody_leaves() -> None:
    """At the table it is made anew as soon as a card is due, so what is sealed after a retirement is everything."""
    card = p.strongest("O")
    others = [number for number in range(32) if number != card]
    hands = {0: [card], 1: others[:3], 2: others[3:6], 3: others[6:9]}
    kernel = p.stop(p.walk(p.play(p.position(NEARLY, hands=hands, discard=others[9:]), card), p.E))
    assert (kernel.request(), kernel.actor(), kernel.stack(), kernel.amount()) == (DEAL, 0, 0, 1)
    kernel.retire(2)
    assert (kernel.request(), kernel.stack()) == (DEAL, 32 - 6)
    assert kernel.unseen() == t.ALL_CARDS


def test_t29_choices_for_you_lapse_and_others_fall_to_the_mover() -> None:
    lapsed = p.happens(NEARLY, "grima", owner=0)
    lapsed.retire(0)
    assert (lapsed.phase(), lapsed.happening()) == (t.ORCS, t.NO_EVENT)
    ring = NEARLY.replace("##..............", "##o.............", 1)
    handed = p.position(ring, phase=int(t.TILES), pending={3: 1}, events=["theoden"])
    p.event(p.tile(handed, 1, ent=True), "theoden")
    assert handed.actor() == 3
    turns = handed.turns()
    handed.retire(3)
    assert (handed.request(), handed.actor(), handed.turns()) == (DECIDE, 0, turns + 1)


def test_t29_the_wild_men_pass_over_who_has_left() -> None:
    kernel = p.happens(NEARLY.replace("R", ".", 1), "wild_men", retired=(1,))
    assert kernel.request() == PASS
    assert [int(kernel.heir(seat)) for seat in range(4)] == [2, -1, 3, 0]


def test_t29_the_last_seat_wins_at_once_whatever_its_points() -> None:
    kernel = p.position(NEARLY, points=[0, 9, 9, 9])
    for seat in (3, 1, 2):
        kernel.retire(seat)
    assert (kernel.request(), kernel.ending()) == (OVER, t.BY_RETIREMENT)
    assert kernel.place(0) == 0
    assert min(int(kernel.place(seat)) for seat in (1, 2, 3)) == 1


def test_t29_pawns_of_seats_that_left_before_are_not_placed() -> None:
    kernel = TuermeKernel(3, 0)
    kernel.retire(1)
    p.deal(kernel)
    assert kernel.actor() == 0
    kernel.apply(p.legal(kernel)[0])
    assert kernel.actor() == 2
    kernel.retire(2)
    assert kernel.ending() == t.BY_RETIREMENT


def test_t30_a_match_of_too_many_turns_is_lost() -> None:
    kernel = p.position(NEARLY, phase=int(t.TILES), pending={0: 1}, round=FIGURES.most_turns)
    p.tile(kernel, 1)
    assert (kernel.request(), kernel.ending(), kernel.place(0)) == (OVER, t.BY_TIME, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_t30_no_match_rolls_as_often_as_a_table_has_links(seats: int) -> None:
    bounds = sizes(seats)
    # An Orc card a turn, every tile once, every event card once, and the tower of the second ring.
    assert bounds.rolls == FIGURES.most_turns + 150 + 14 + 1 < 4096
    knowledge, rng = GAME.knowledge(), Random(seats)
    buffer: vec[i64] = vec[i64]([0] * 4096)
    for _ in range(5):
        kernel, rolls, actions = TuermeKernel(seats, 0), 0, 0
        while kernel.request() != OVER:
            if kernel.request() == DECIDE:
                actions += 1
                kernel.apply(knowledge.pick(kernel, buffer, kernel.legal_actions(buffer), rng))
            else:
                rolls += kernel.request() == ROLL
                kernel.chance(rng)
        assert rolls <= bounds.rolls
        assert actions <= bounds.length
