"""Pure. A second, slow reading of T11 to T15: every move that a hero card allows, counted without the kernel.

The one rule: nothing of the game's package but its figures is used here.
"""

from __future__ import annotations

from collections.abc import Iterator

Cell = tuple[int, int]
WAYS: tuple[Cell, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Clockwise from the north."""

TOWERS = {(1, 1), (2, 1), (1, 2), (2, 2), (15, 7), (16, 7), (15, 8), (16, 8)}


def moves(
    board: dict[Cell, str], pawn: Cell, strength: int, symbol: str
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Every whole move: its directions, tiles for the mover, tiles for others.

    Args:
        board: what stands where, without the pawn that moves: `o` Orcs, letters pawns; towers are known.
        strength: what is left of the card's after adjacent Orcs.
        symbol: O, D or A.
    """
    yield from _from(dict(board), pawn, strength, symbol, (), 0, 0)


def _from(
    board: dict[Cell, str], at: Cell, left: int, symbol: str, path: tuple[int, ...], own: int, others: int
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    if path and at not in board:
        yield path, own, others
    for way, (dx, dy) in enumerate(WAYS):
        if not _turns_well(path, way, symbol):
            continue
        near = (at[0] + dx, at[1] + dy)
        if near in TOWERS or not (1 <= near[0] <= 16 and 1 <= near[1] <= 8):
            continue
        cost = 2 if board.get(near) == "o" else 1
        if cost > left:
            continue
        after, more, theirs = dict(board), own, others
        if after.get(near) == "o":
            del after[near]
            more += 1
        for step in (-1, 1):
            caught = []
            look = (near[0], near[1] + step)
            while after.get(look) == "o":
                caught.append(look)
                look = (look[0], look[1] + step)
            if caught and after.get(look, "o") in "GRBY":
                for number, cell in enumerate(caught):
                    del after[cell]
                    more, theirs = (more + 1, theirs) if number % 2 == 0 else (more, theirs + 1)
        yield from _from(after, near, left - cost, symbol, (*path, way), more, theirs)


def _turns_well(path: tuple[int, ...], way: int, symbol: str) -> bool:
    if not path:
        return symbol == "A" or (way % 2 == 0) == (symbol == "O")
    if way == path[-1]:
        return True
    if len(set(path)) > 1:
        return False
    change = (way - path[-1]) % 8
    return change != 4 if symbol == "A" else change in (2, 6)
