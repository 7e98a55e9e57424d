"""Pure. What the seat to move may do, asked of the kernel.

The one rule: nothing here decides what is legal; it sorts and groups what the kernel says.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import MAX_ACTIONS, Kernel
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.kernel import MordorKernel

_ROOM: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
"""One for all calls: a compiled method never frees what plain Python hands to it (mypyc 2.4), 32 KiB each time."""


def dice_kernel(kernel: Kernel) -> MordorKernel:
    """The kernel as this game's own: every position that this game is handed is one that it made."""
    assert isinstance(kernel, MordorKernel)
    return kernel


def legal(kernel: Kernel) -> tuple[int, ...]:
    """The legal actions, ascending."""
    count = kernel.legal_actions(_ROOM)
    return tuple(int(_ROOM[index]) for index in range(count))


def dice_of(mask: int) -> tuple[int, ...]:
    """The dice of a mask, ascending."""
    return tuple(die for die in range(tables.DICE) if mask >> die & 1)


def is_set(action: int) -> bool:
    """Whether the action sets dice aside."""
    return 0 < action < tables.AGAIN


def playing(kernel: MordorKernel) -> tuple[int, ...]:
    """The seats that are in the game."""
    return tuple(seat for seat in range(kernel.seats()) if kernel.playing(seat))


def fields_left(kernel: MordorKernel, seat: int) -> int:
    """How many Nazgûl the seat's track can still take: a whole field one, a halved one two."""
    gone = int(kernel.crossed(seat))
    halved = sum(int(kernel.halved(seat)) >> field & 1 for field in range(gone, int(tables.FIELDS)))
    return int(tables.FIELDS) - gone + halved - int(kernel.half(seat))
