"""Pure. What the seat to move may do, asked of the kernel, and where a pawn could go.

The one rule: nothing here decides what is legal; it sorts and groups what the kernel says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS, Kernel
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.data import Cell
from gefaehrten.games.tuerme.kernel import TuermeKernel


def board_kernel(kernel: Kernel) -> TuermeKernel:
    """The kernel as this game's own: every position that this game is handed is one that it made."""
    assert isinstance(kernel, TuermeKernel)
    return kernel


_ROOM: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
"""One for all calls: a compiled method never frees what plain Python hands to it (mypyc 2.4), 32 KiB each time."""


def legal(kernel: Kernel) -> tuple[int, ...]:
    """The actions that may be legal for all this replica knows, ascending."""
    count = kernel.legal_actions(_ROOM)
    return tuple(int(_ROOM[index]) for index in range(count))


def cell_of(spot: int) -> Cell:
    """Column and row of a grid position."""
    return int(t.column_of(spot)), int(t.row_of(spot))


def spot_of(cell: Cell) -> int:
    """The grid position of a space."""
    return int(t.position(*cell))


def cards_in(mask: int) -> tuple[int, ...]:
    """The cards of a mask, ascending."""
    return tuple(card for card in range(int(t.CARDS)) if int(mask) >> card & 1)


def colours_of(kernel: TuermeKernel, seat: int) -> tuple[int, ...]:
    """The pawns of a seat, on the board or not."""
    return tuple(colour for colour in range(int(t.COLOURS)) if kernel.owner(colour) == seat)


def pawns_of(kernel: TuermeKernel, seat: int) -> tuple[int, ...]:
    """The pawns of a seat that are on the board."""
    return tuple(colour for colour in colours_of(kernel, seat) if kernel.pawn(colour))


def to_set(kernel: TuermeKernel) -> int:
    """The pawn that is put on the board next by whoever has to (T8)."""
    return next(colour for colour in colours_of(kernel, int(kernel.actor())) if not kernel.pawn(colour))


@dataclass(frozen=True, slots=True)
class Way:
    """A move of one pawn from where it is to a space where it may stop.

    Attributes:
        actions: the steps, without the stop.
        cell: where it ends.
        own: tiles that the mover gets by it.
        others: tiles that others get by pincers.
        left: strength that is left over.
    """

    actions: tuple[int, ...]
    cell: Cell
    own: int
    others: int
    left: int


def ways(kernel: TuermeKernel) -> Iterator[Way]:
    """Every way that the pawn in motion has, shorter ones first along each line; jumps last."""
    yield from _ways(kernel, ())


def _ways(kernel: TuermeKernel, done: tuple[int, ...]) -> Iterator[Way]:
    turns = kernel.turns()
    for action in legal(kernel):
        if action == t.STOP:
            continue
        after = kernel.clone()
        left = kernel.strength_left() - (
            kernel.cost(action - int(t.BASE_STEP)) if action < t.BASE_JUMP else kernel.strength_left()
        )
        after.apply(action)
        actions = (*done, action)
        going = after.request() == DECIDE and after.turns() == turns
        if not going or after.may_stop():
            colour = kernel.marcher()
            mover = kernel.mover()
            seats = range(int(kernel.seats()))
            yield Way(
                actions,
                cell_of(after.pawn(colour)),
                int(after.pending(mover)),
                sum(int(after.pending(seat)) for seat in seats if seat != mover),
                int(left),
            )
        if going:
            yield from _ways(after, actions)


def best_ways(kernel: TuermeKernel) -> dict[Cell, Way]:
    """Per space that the pawn in motion can stop on the way that defeats most, then leaves most to itself."""
    found: dict[Cell, Way] = {}
    for way in ways(kernel):
        old = found.get(way.cell)
        if old is None or _better(way, old):
            found[way.cell] = way
    return found


def _better(one: Way, other: Way) -> bool:
    """A ride is taken only where no walk leads: it leaves nothing out that a walk would defeat."""
    return (one.own, -one.others, one.left, other.actions) > (
        other.own,
        -other.others,
        other.left,
        one.actions,
    )
