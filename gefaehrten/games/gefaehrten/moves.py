"""Pure. What the seat to move may do, asked of the kernel.

The one rule: nothing here decides what is legal; it sorts and groups what the kernel says.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import MAX_ACTIONS, Kernel
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.actions import Cell, cell_of
from gefaehrten.games.gefaehrten.data import FIGURES
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.names import COLOURS, face_of


def card_kernel(kernel: Kernel) -> GefaehrtenKernel:
    """The kernel as this game's own: every position that this game is handed is one that it made."""
    assert isinstance(kernel, GefaehrtenKernel)
    return kernel


_ROOM: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
"""One for all calls: a compiled method never frees what plain Python hands to it (mypyc 2.4), 32 KiB each time."""


def legal(kernel: Kernel) -> tuple[int, ...]:
    """The actions that may be legal for all this replica knows, ascending."""
    count = kernel.legal_actions(_ROOM)
    return tuple(_ROOM[index] for index in range(count))


def coloured(kernel: GefaehrtenKernel) -> bool:
    """Whether every player has two colours, so that a card's colour has to be named (F4)."""
    return kernel.seats() == len(FIGURES.two_players)


def seat_colours(kernel: GefaehrtenKernel, seat: int) -> tuple[int, ...]:
    """The colours of a seat in the order of its deck."""
    if coloured(kernel):
        return FIGURES.two_players[seat]
    return tuple(colour for colour in range(len(COLOURS)) if kernel.owner(colour) == seat)


def hand(kernel: GefaehrtenKernel, seat: int) -> tuple[int, ...]:
    """The known faces in a hand in the order in which they bear the letters a ... f: by colour, then by kind."""
    return tuple(
        face
        for colour in seat_colours(kernel, seat)
        for face in range(face_of(colour, 0), face_of(colour, tables.NAZGUL) + 1)
        for _ in range(kernel.hand(seat, face))
    )


def space_cell(kernel: GefaehrtenKernel, space: int) -> Cell:
    """The cell of a space (0 ... 9) of the current location."""
    return cell_of(tables.space_position(kernel.origin(), space))


def space_of(kernel: GefaehrtenKernel, cell: Cell) -> int | None:
    """The space that a cell is, None where it is none of the current ten."""
    for space in range(tables.SPACES):
        if space_cell(kernel, space) == cell:
            return space
    return None


def is_free(kernel: GefaehrtenKernel, space: int) -> bool:
    """Whether nothing lies on the space."""
    return bool(kernel.free_spaces() >> space & 1)
