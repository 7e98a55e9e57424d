"""How many moves there are on some boards, by a second reading of the rules; kept in move_counts.json."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.data import FIGURES
from gefaehrten.games.tuerme.kernel import TuermeKernel, load
from tests.golden.tuerme.positions import BOARDS
from tests.golden.tuerme.reference import moves
from tests.unit.games.tuerme import positions as p

FILE = Path(__file__).with_name("move_counts.json")

BY_HAND = {
    # Three points on free ground: straight on in 4 directions, 1, 2 or 3 spaces: 12. With a turn after one space, 1 or
    # 2 more: 4 * 2 * 2 = 16; after two spaces 1 more: 4 * 2 = 8. Nothing is in the way but the southern edge, three
    # rows below: none of it.
    "a free board, straight": [36, 0, 0],
}


def counted() -> dict[str, list[int]]:
    """Per board: moves, tiles of the mover and of others summed over all of them, by the reference."""
    found = {}
    for name, (board, strength, symbol) in BOARDS.items():
        signs = p.read(board)
        pawn = next(cell for cell, sign in signs.items() if sign == "G")
        del signs[pawn]
        signs = {cell: sign for cell, sign in signs.items() if sign != "#"}
        all_moves = list(moves(signs, pawn, strength, symbol))
        found[name] = [len(all_moves), sum(each[1] for each in all_moves), sum(each[2] for each in all_moves)]
    return found


def by_kernel(kernel: TuermeKernel) -> list[int]:
    """The same by the kernel, for the move that is under way."""
    total = [0, 0, 0]
    for action in p.legal(kernel):
        after = kernel.clone()
        after.apply(action)
        if after.phase() == t.MOVING:
            deeper = by_kernel(after)
        else:
            deeper = [1, int(after.pending(0)), sum(int(after.pending(seat)) for seat in range(1, 4))]
        total = [one + other for one, other in zip(total, deeper, strict=True)]
    return total


def moving(board: str, strength: int, symbol: str) -> TuermeKernel:
    """The pawn lifted with so much strength left, whatever the cards of the data file are."""
    card = next(
        number
        for number, figures in enumerate(FIGURES.cards)
        if "ODA"[figures.symbol] == symbol and not figures.shadowfax
    )
    kernel = p.position(board, hands={0: [card]})
    kernel.apply(p.play_action(card))
    numbers = kernel.dump()
    numbers[int(t.LEFT)] = strength
    return load(4, 0, numbers)


def test_every_board_is_counted_as_it_was() -> None:
    assert counted() == json.loads(FILE.read_text("utf-8"))


@pytest.mark.parametrize("name", BY_HAND)
def test_counts_reasoned_by_hand(name: str) -> None:
    assert counted()[name] == BY_HAND[name]


@pytest.mark.parametrize("name", BOARDS)
def test_the_kernel_finds_the_same_moves(name: str) -> None:
    board, strength, symbol = BOARDS[name]
    assert by_kernel(moving(board, strength, symbol)) == counted()[name]
