"""Pure, compiled. What a seat has between two locations, as numbers: what chances of the match are learned for.

The one rule: as in `glance`, `learned.toml` holds a weight for each number; whoever changes its meaning trains anew.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.tables import COLOURS, KINDS, NAZGUL, TOKEN_KINDS

STRENGTH: Final = vec[i64]([2, 4, 7, 11, 14, 18, 8])
"""Per kind what a card still to be played counts in the contest for the prizes to come."""

BIG: Final[i64] = 4
"""Cards of this value and above are counted together."""

# Which number is what.
SCORE: Final[i64] = 0
LEFT: Final[i64] = 1  # cards of each kind (7) in hand and stack
TOKEN: Final[i64] = 7  # + token (1 ... 6): whether it is held
MOVES: Final[i64] = 14  # whether the seat lays the next location
HELD: Final[i64] = 15  # the hand's strength
BEST_COLOUR: Final[i64] = 16  # the strength of hand and stack in the seat's better colour
NAZGUL_HELD: Final[i64] = 17
BIG_HELD: Final[i64] = 18
BEHIND: Final[i64] = 19  # seats clockwise from who lays the next location
ONES_HELD: Final[i64] = 20
HOBBITS_HELD: Final[i64] = 21
HAND: Final[i64] = 22  # hand cards
EMPTY: Final[i64] = 23  # whether it has no cards at all
PROSPECTS: Final[i64] = 24

STAGES: Final[i64] = 10
"""Scorings that may be passed while a match is not over, 0 ... 9."""


def prospects(kernel: GefaehrtenKernel, seat: i64, into: vec[i64]) -> None:
    """Writes what the seat has.

    Args:
        into: `PROSPECTS` entries.
    """
    index: i64 = 0
    while index < PROSPECTS:
        into[index] = 0
        index += 1
    into[SCORE] = kernel.score(seat)
    colour: i64 = 0
    while colour < COLOURS:
        if kernel.owner(colour) == seat:
            total: i64 = 0
            kind: i64 = 0
            while kind < KINDS:
                face = colour * 8 + kind
                held = kernel.hand(seat, face)
                left = held + kernel.unseen(face)
                into[LEFT + kind] += left
                into[HELD] += STRENGTH[kind] * held
                total += STRENGTH[kind] * left
                if kind == NAZGUL:
                    into[NAZGUL_HELD] += held
                elif kind >= BIG:
                    into[BIG_HELD] += held
                elif kind == 3:
                    into[HOBBITS_HELD] += held
                elif kind == 1:
                    into[ONES_HELD] += held
                kind += 1
            if total > into[BEST_COLOUR]:
                into[BEST_COLOUR] = total
        colour += 1
    token: i64 = 1
    while token < TOKEN_KINDS:
        if kernel.has_token(seat, token):
            into[TOKEN + token] = 1
        token += 1
    behind = seat - kernel.mover()
    if behind < 0:
        behind += kernel.seats()
    into[MOVES] = 1 if behind == 0 else 0
    into[BEHIND] = behind
    into[HAND] = kernel.hand_size(seat)
    into[EMPTY] = 1 if kernel.hand_size(seat) + kernel.stack(seat) == 0 else 0
