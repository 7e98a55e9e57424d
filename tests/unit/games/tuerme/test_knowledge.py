"""What bots know of the board game: chains against the kernel's own count, feelings by hand, and who fears what."""

from __future__ import annotations

import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS, OVER
from gefaehrten.core.random import Random
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.glance import GROUND, SHARED, TAKEN, Glance
from gefaehrten.games.tuerme.kernel import TuermeKernel
from gefaehrten.games.tuerme.knowledge import HOPELESS, TuermeKnowledge
from gefaehrten.games.tuerme.prospects import MOST_GAP, NEAR_GAP, Prospects
from tests.unit.games.tuerme import positions as p

BOARD = vec[i64]([0] * int(t.GRID))


def scattered(seed: int) -> str:
    """A board with pawns and Orcs anywhere, few or many."""
    draw = random.Random(seed)
    cells = [list(row.strip()) for row in p.EMPTY_BOARD.strip().splitlines()]
    free = [(x, y) for y in range(8) for x in range(16) if cells[y][x] == "."]
    draw.shuffle(free)
    for pawn in p.PAWNS:
        x, y = free.pop()
        cells[y][x] = pawn
    for _ in range(draw.randrange(90)):
        x, y = free.pop()
        cells[y][x] = "o"
    return "\n".join("".join(row) for row in cells)


def seen(kernel: TuermeKernel) -> Prospects:
    kernel.survey(BOARD)
    found = Prospects()
    found.look(BOARD)
    return found


def changed(board: str, cell: p.Cell, sign: str) -> str:
    rows = board.splitlines()
    x, y = cell
    rows[y - 1] = rows[y - 1][: x - 1] + sign + rows[y - 1][x:]
    return "\n".join(rows)


@pytest.mark.parametrize("seed", range(40))
def test_the_shortest_chain_is_as_long_as_the_kernel_says(seed: int) -> None:
    kernel = p.position(scattered(seed))
    found = seen(kernel)
    assert found.chains() == min(int(kernel.gap()), int(MOST_GAP))
    assert found.orcs() == kernel.orcs()


@pytest.mark.parametrize("seed", range(12))
def test_what_is_marked_belongs_to_a_shortest_chain(seed: int) -> None:
    """A hole that is filled makes it shorter by one; an Orc is of one where its pawn instead makes no chain shorter."""
    board = scattered(100 + seed)
    found = seen(p.position(board))
    gap = int(found.chains())
    if not 0 < gap < MOST_GAP:
        return
    marks = vec[i64]([0] * int(t.GRID))
    found.mark(marks, 1000, 1)
    for spot in map(int, t.SQUARES):
        cell = spot % 18, spot // 18
        sign = board.splitlines()[cell[1] - 1][cell[0] - 1]
        if sign == ".":
            shorter = int(p.position(changed(board, cell, "o")).gap()) < gap
            assert marks[spot] == int(shorter), cell
        else:
            assert marks[spot] in (0, 1000 if sign == "o" else 0), cell
    every = board
    for spot in map(int, t.SQUARES):
        if marks[spot] == 1000:
            every = changed(every, (spot % 18, spot // 18), ".")
    assert every == board or int(p.position(every).gap()) > gap


@pytest.mark.parametrize("seed", range(8))
def test_what_the_next_orc_card_leaves_is_what_the_kernel_makes_of_it(seed: int) -> None:
    kernel = p.position(scattered(200 + seed), phase=int(t.ORCS), orc_cards=[0, 2, 3, 5, 6, 8])
    found = seen(kernel)
    before = found.chains()
    assert found.foresee(kernel) == 6
    if kernel.joined():
        return
    wanted = [0] * (int(NEAR_GAP) + 1)
    for card in (0, 2, 3, 5, 6, 8):
        after = p.orc_card(kernel.clone(), card)
        wanted[0 if after.lost() else min(int(after.gap()), int(NEAR_GAP))] += 1
    assert [int(found.leaving(gap)) for gap in range(len(wanted))] == wanted
    assert found.chains() == before, "the board is as it was"


def test_a_card_feels_like_the_best_way_that_it_offers() -> None:
    """Two Orcs in a row to the east, of which a diagonal way meets one only; nothing is near to a chain."""
    board = """
        ##..............
        ##..............
        ................
        ................
        ....G.oo........
        ................
        ..............##
        ..............##
    """
    straight, diagonal = p.strongest("O"), p.strongest("D")
    kernel = p.position(board, hands={0: [straight, diagonal, p.weakest("O")]})
    glance = Glance()
    glance.look(kernel)
    east = int(glance.feel(kernel, p.play_action(straight)))
    askew = int(glance.feel(kernel, p.play_action(diagonal)))
    assert east > askew
    p.play(kernel, straight)
    ways = {way: int(glance.feel(kernel, 1 + way)) for way in p.steps(kernel)}
    assert max(ways, key=lambda way: ways[way]) == p.E
    assert ways[p.E] >= GROUND + 2 * TAKEN


def test_pincers_are_felt() -> None:
    """T15: three Orcs between two pawns: two are the mover's."""
    board = """
        ##..............
        ##.....R........
        .......o........
        .......o........
        .......o........
        ......G.........
        ..............##
        ..............##
    """
    kernel = p.play(p.position(board, hands={0: [p.strongest("O")]}), p.strongest("O"))
    glance = Glance()
    glance.look(kernel)
    assert glance.feel(kernel, 1 + p.E) >= 2 * TAKEN + SHARED + GROUND
    assert glance.feel(kernel, 1 + p.E) > glance.feel(kernel, 1 + p.W)


def test_a_playout_takes_what_it_was_given() -> None:
    kernel, rng = p.position(scattered(3)), Random(1)
    knowledge, room = TuermeKnowledge(), vec[i64]([0] * MAX_ACTIONS)
    while kernel.request() != OVER and kernel.round() < 8:
        if kernel.request() != DECIDE:
            kernel.chance(rng)
            continue
        action = knowledge.pick(kernel, room, kernel.legal_actions(room), rng)
        kernel.check(action)
        kernel.apply(action)


def test_a_new_position_is_looked_at_anew() -> None:
    """What was seen of another position, at the same turn, must not decide."""
    rng, room = Random(1), vec[i64]([0] * MAX_ACTIONS)
    used = TuermeKnowledge()
    for seed in range(8):
        kernel = p.position(scattered(seed))
        count = kernel.legal_actions(room)
        assert used.foremost(kernel, room, count, rng) == TuermeKnowledge().foremost(kernel, room, count, rng)


def test_towers_are_feared_by_chains_the_way_to_go_and_tiles_to_come() -> None:
    knowledge = TuermeKnowledge()

    def safe(**given: object) -> int:
        return int(knowledge.safety(p.position(**given)))  # type: ignore[arg-type]

    quiet, full = p.EMPTY_BOARD, scattered(0)
    assert safe(board=quiet, ent=10) > safe(board=quiet, ent=5)
    assert safe(board=quiet, ent=5, pending={0: 6}, phase=int(t.TILES)) > safe(board=quiet, ent=5)
    assert safe(board=quiet) > safe(board=full)


def test_what_the_next_card_loses_for_certain_is_lost() -> None:
    """Row 4 lacks three spaces to a chain; the first Orc card brings Orcs there, the fifth in row 2."""
    rows = ["##..............", "##..............", "o...............", "...ooooooooooooo"]
    rows += ["...............o", "...............o", "..............##", "..............##"]
    losing, harmless = (
        p.position("\n".join(rows), phase=int(t.ORCS), orc_cards=cards, ent=14) for cards in ([0], [4])
    )
    assert t.ORC_ROW[0] == 4
    knowledge = TuermeKnowledge()
    assert p.orc_card(losing.clone(), 0).lost()
    assert knowledge.safety(losing) == 0
    assert not p.orc_card(harmless.clone(), 4).lost()
    assert knowledge.safety(harmless) > 0
    both = p.position("\n".join(rows), phase=int(t.ORCS), orc_cards=[0, 4], ent=14)
    assert knowledge.safety(both) == knowledge.safety(harmless) // 2


def test_who_has_left_has_nothing_to_hope_for() -> None:
    kernel = p.position(retired=(2,))
    assert TuermeKnowledge().evaluate(kernel, 2) == HOPELESS
    assert TuermeKnowledge().evaluate(kernel, 1) > HOPELESS
