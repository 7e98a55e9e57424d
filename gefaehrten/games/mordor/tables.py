"""Pure, compiled. The numbers that the kernel of the dice game speaks in, and its look-up tables.

The one rule: everything here is a constant; figures of the game come from `data.toml`, codes are fixed here.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.games.mordor.data import FIGURES

# Symbols (M1); `SYMBOL_KINDS` of them.
ORC: Final[i64] = 0
RING: Final[i64] = 1
NAZGUL: Final[i64] = 2
GANDALF: Final[i64] = 3
COMPANION: Final[i64] = 4
TREE: Final[i64] = 5
SYMBOL_KINDS: Final[i64] = 6
NO_SYMBOL: Final[i64] = -1

# Dice: the coloured ones have the numbers of their colours (M2), then comes the black one.
RED: Final[i64] = 0
YELLOW: Final[i64] = 1
GREEN: Final[i64] = 2
BLUE: Final[i64] = 3
COLOURS: Final[i64] = 4
BLACK: Final[i64] = 4
DICE: Final[i64] = 5
ALL_DICE: Final[i64] = 31
SIDES: Final[i64] = 6

# Places of the ring-bearer track with a rule of their own (M16-M23), by field.
BAG_END: Final[i64] = 0
RIVENDELL: Final[i64] = 1
MORIA: Final[i64] = 2
LOTHLORIEN: Final[i64] = 3
ROHAN: Final[i64] = 4
HELMS_DEEP: Final[i64] = 5
GONDOR: Final[i64] = 6
MINAS_TIRITH: Final[i64] = 7
SHELOBS_LAIR: Final[i64] = 8
MORDOR: Final[i64] = 9

# Phases.
SETUP: Final[i64] = 0
THROWING: Final[i64] = 1
CHOOSING: Final[i64] = 2
HALVING: Final[i64] = 3
OVER_: Final[i64] = 4

# Why a match is over.
NOT_OVER: Final[i64] = 0
BY_RING: Final[i64] = 1
BY_NAZGUL: Final[i64] = 2
BY_RETIREMENT: Final[i64] = 3
BY_TURNS: Final[i64] = 4

# Actions: 1 ... 31 set aside the dice of that mask, die d being bit d.
AGAIN: Final[i64] = 32
BASE_HALVE: Final[i64] = 33
DECLINE: Final[i64] = 41
ACTIONS: Final[i64] = 42

NOBODY: Final[i64] = -1
SEATS: Final[i64] = 4

# Sections of the kernel's vector of numbers. By seat: field of the ring-bearer track; fields of the Nazgûl track that
# are crossed off; whether the next one has lost a half already; which fields are halved, a bit each.
REACHED: Final[i64] = 0
CROSSED: Final[i64] = 4
HALF: Final[i64] = 8
HALVED: Final[i64] = 12
# By die: the symbol it shows in this turn.
FACE: Final[i64] = 16
# What the Nazgûl of the last turn did, in the order in which it was done: the die, whom it hit, which field (0 ... 7,
# -1 for none), and whether that is crossed off now.
HIT_DIE: Final[i64] = 21
HIT_SEAT: Final[i64] = 26
HIT_FIELD: Final[i64] = 31
HIT_WHOLE: Final[i64] = 36
NUMBERS: Final[i64] = 41

FIELDS: Final[i64] = FIGURES.nazgul_fields
ALL_FIELDS: Final[i64] = (1 << FIGURES.nazgul_fields) - 1
LAST_TURN: Final[i64] = FIGURES.turns

POWERS: Final = vec[i64]([6**count for count in range(6)])
"""Number of dice to how many equally likely throws they have."""

BITS: Final = vec[i64]([bin(mask).count("1") for mask in range(256)])
"""Mask to how many of its bits are set."""

SHOWN: Final = vec[i64](list(FIGURES.coloured * 4 + FIGURES.black))
"""Die * 6 + side to symbol."""
