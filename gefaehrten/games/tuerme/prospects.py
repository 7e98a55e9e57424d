"""Pure, compiled. How near the towers are to each other: the shortest chains, and what the next Orc card may do.

The one rule: it looks at the board alone and judges nothing; what a gap is worth is `knowledge`'s business.

The board is three words of bits, so that a whole chain of Orcs grows by a few shifts: rows 1 to 3, 4 to 6, 7 and 8, a
row in 16 bits, column 1 the lowest. No word needs the sign, so compiled and interpreted runs agree.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.games.tuerme.kernel import TuermeKernel
from gefaehrten.games.tuerme.tables import (
    ALL_ORC_CARDS,
    BITS,
    EMPTY,
    ORC,
    ORC_CARDS,
    ORC_ROW,
    ORC_TILES,
    SQUARES,
    TOUCHES,
    bits,
    column_of,
    row_of,
)

MOST_GAP: Final[i64] = 12
"""Chains of more missing Orcs than that are not looked for."""

NEAR_GAP: Final[i64] = 6
"""What an Orc card may leave is told apart up to this many missing Orcs."""

ROW: Final[i64] = 0xFFFF
NO_WEST: Final[i64] = 0xFFFEFFFEFFFE
NO_EAST: Final[i64] = 0x7FFF7FFF7FFF

WORD: Final = vec[i64]([(row_of(spot) - 1) // 3 for spot in SQUARES])
"""Number of a space in `SQUARES` to its word."""

BIT: Final = vec[i64]([BITS[((row_of(spot) - 1) % 3) * 16 + column_of(spot) - 1] for spot in SQUARES])
"""The same to its bit there."""


FIRST_OF: Final = vec[i64]([sum(each < word for each in WORD) for word in range(4)])
"""Word to the number of its first space in `SQUARES`."""


def _gate(tower: int, word: int) -> int:
    return sum(
        int(BIT[index])
        for index in range(len(SQUARES))
        if TOUCHES[SQUARES[index]] == tower and WORD[index] == word
    )


WEST: Final = vec[i64]([_gate(1, word) for word in range(3)])
"""The spaces that adjoin Orthanc with a side."""

EAST: Final = vec[i64]([_gate(2, word) for word in range(3)])
"""Those that adjoin Barad-dûr."""


class Prospects:
    """Looks at a board once, then tells of its chains. Mutable, to be used again."""

    def __init__(self) -> None:
        # What stands where: Orcs, free spaces, pawns.
        self._orcs: vec[i64] = vec[i64]([0, 0, 0])
        self._free: vec[i64] = vec[i64]([0, 0, 0])
        self._pawns: vec[i64] = vec[i64]([0, 0, 0])
        # Three words for each number of missing Orcs: what can be reached from a tower with no more.
        self._from_west: vec[i64] = vec[i64]([0] * (3 * (MOST_GAP + 1)))
        self._from_east: vec[i64] = vec[i64]([0] * (3 * (MOST_GAP + 1)))
        self._needed: vec[i64] = vec[i64]([0, 0, 0])
        self._missing: vec[i64] = vec[i64]([0, 0, 0])
        self._gaps: vec[i64] = vec[i64]([0] * (NEAR_GAP + 1))
        self._gap: i64 = 0

    def look(self, board: vec[i64]) -> None:
        """Takes over the board, as `TuermeMarch.survey` writes it."""
        orcs0: i64 = 0
        orcs1: i64 = 0
        orcs2: i64 = 0
        free0: i64 = 0
        free1: i64 = 0
        free2: i64 = 0
        pawns = self._pawns
        pawns[0] = 0
        pawns[1] = 0
        pawns[2] = 0
        index: i64 = 0
        while index < FIRST_OF[1]:
            what = board[SQUARES[index]]
            if what == ORC:
                orcs0 |= BIT[index]
            elif what == EMPTY:
                free0 |= BIT[index]
            else:
                pawns[0] |= BIT[index]
            index += 1
        while index < FIRST_OF[2]:
            what = board[SQUARES[index]]
            if what == ORC:
                orcs1 |= BIT[index]
            elif what == EMPTY:
                free1 |= BIT[index]
            else:
                pawns[1] |= BIT[index]
            index += 1
        while index < FIRST_OF[3]:
            what = board[SQUARES[index]]
            if what == ORC:
                orcs2 |= BIT[index]
            elif what == EMPTY:
                free2 |= BIT[index]
            else:
                pawns[2] |= BIT[index]
            index += 1
        orcs = self._orcs
        orcs[0] = orcs0
        orcs[1] = orcs1
        orcs[2] = orcs2
        free = self._free
        free[0] = free0
        free[1] = free1
        free[2] = free2

    def chains(self) -> i64:
        """Finds the shortest chains: how many Orcs they lack, as `TuermeKernel.gap` counts, up to `MOST_GAP`."""
        gap = self._grow(self._from_west, WEST, EAST, MOST_GAP)
        self._gap = gap
        needed = self._needed
        missing = self._missing
        word: i64 = 0
        while word < 3:
            needed[word] = 0
            missing[word] = 0
            word += 1
        if gap >= MOST_GAP:
            return gap
        self._grow(self._from_east, EAST, WEST, gap)
        west = self._from_west
        east = self._from_east
        level: i64 = 0
        while level <= gap:
            word = 0
            while word < 3:
                needed[word] |= west[3 * level + word] & east[3 * (gap - level) + word]
                if level > 0:
                    missing[word] |= west[3 * level + word] & east[3 * (gap + 1 - level) + word]
                word += 1
            level += 1
        word = 0
        while word < 3:
            needed[word] &= self._orcs[word]
            missing[word] &= self._free[word]
            word += 1
        return gap

    def gap(self) -> i64:
        """What `chains` has found."""
        return self._gap

    def orcs(self) -> i64:
        """How many Orcs stand on the board that was looked at."""
        return bits(self._orcs[0]) + bits(self._orcs[1]) + bits(self._orcs[2])

    def mark(self, into: vec[i64], needed: i64, missing: i64) -> None:
        """Adds to the entries of spaces where an Orc of a shortest chain stands, or one is lacking.

        Args:
            into: one entry a position of the grid.
        """
        word: i64 = 0
        while word < 3:
            index = FIRST_OF[word]
            orcs: i64 = 0
            holes: i64 = 0
            if needed != 0:
                orcs = self._needed[word]
            if missing != 0:
                holes = self._missing[word]
            both = orcs | holes
            while both != 0:
                if both & BIT[index] != 0:
                    into[SQUARES[index]] += needed if orcs & BIT[index] != 0 else missing
                    both ^= BIT[index]
                index += 1
            word += 1

    def foresee(self, kernel: TuermeKernel) -> i64:
        """What the next Orc card may leave on the board that was looked at: counts cards by the gap after them.

        Returns:
            how many cards may come; `leaving` tells the rest.
        """
        gaps = self._gaps
        index: i64 = 0
        while index <= NEAR_GAP:
            gaps[index] = 0
            index += 1
        left = kernel.orc_cards()
        if left == 0:
            left = ALL_ORC_CARDS
        orcs = self._orcs
        free = self._free
        orcs0 = orcs[0]
        orcs1 = orcs[1]
        orcs2 = orcs[2]
        free0 = free[0]
        free1 = free[1]
        free2 = free[2]
        west = self._from_west
        cards: i64 = 0
        card: i64 = 0
        while card < ORC_CARDS:
            if left & BITS[card] != 0:
                cards += 1
                self._enter(ORC_ROW[2 * card], ORC_TILES[2 * card], True)
                self._enter(ORC_ROW[2 * card + 1], ORC_TILES[2 * card + 1], False)
                gaps[self._grow(west, WEST, EAST, NEAR_GAP)] += 1
                orcs[0] = orcs0
                orcs[1] = orcs1
                orcs[2] = orcs2
                free[0] = free0
                free[1] = free1
                free[2] = free2
            card += 1
        return cards

    def leaving(self, gap: i64) -> i64:
        """How many of the cards leave such a gap; `NEAR_GAP` stands for all wider ones."""
        return self._gaps[gap]

    def _enter(self, row: i64, tiles: i64, from_west: bool) -> None:
        """T10 on the words; row 0 for nothing."""
        if row == 0:
            return
        word = (row - 1) // 3
        shift = ((row - 1) % 3) * 16
        free = (self._free[word] >> shift) & ROW
        placed: i64 = 0
        if from_west:
            while tiles > 0 and free != 0:
                lowest = free & -free
                placed |= lowest
                free ^= lowest
                tiles -= 1
        else:
            bit: i64 = 1 << 15
            while tiles > 0 and bit != 0:
                if free & bit != 0:
                    placed |= bit
                    tiles -= 1
                bit = bit >> 1
        placed = placed << shift
        self._orcs[word] |= placed
        self._free[word] &= ~placed

    def _grow(self, into: vec[i64], start: vec[i64], goal: vec[i64], most: i64) -> i64:
        """Fills `into` level by level from a tower, until the other one is reached; returns the last level."""
        orcs = self._orcs
        free = self._free
        pawns = self._pawns
        orcs0 = orcs[0]
        orcs1 = orcs[1]
        orcs2 = orcs[2]
        start0 = start[0]
        start1 = start[1]
        start2 = start[2]
        # What the level before could reach beside itself, and the one before that: pawns cost two.
        near0 = start0
        near1 = start1
        near2 = start2
        far0: i64 = 0
        far1: i64 = 0
        far2: i64 = 0
        now0 = start0 & orcs0
        now1 = start1 & orcs1
        now2 = start2 & orcs2
        level: i64 = 0
        while True:
            if level > 0:
                now0 |= (near0 & free[0]) | (far0 & pawns[0])
                now1 |= (near1 & free[1]) | (far1 & pawns[1])
                now2 |= (near2 & free[2]) | (far2 & pawns[2])
                far0 = near0
                far1 = near1
                far2 = near2
            while True:
                wide0 = (
                    now0
                    | ((now0 << 1) & NO_WEST)
                    | ((now0 >> 1) & NO_EAST)
                    | (now0 << 16)
                    | (now0 >> 16)
                    | ((now1 & ROW) << 32)
                )
                wide1 = (
                    now1
                    | ((now1 << 1) & NO_WEST)
                    | ((now1 >> 1) & NO_EAST)
                    | (now1 << 16)
                    | (now1 >> 16)
                    | (now0 >> 32)
                    | ((now2 & ROW) << 32)
                )
                wide2 = (
                    now2
                    | ((now2 << 1) & NO_WEST)
                    | ((now2 >> 1) & NO_EAST)
                    | (now2 << 16)
                    | (now2 >> 16)
                    | (now1 >> 32)
                )
                next0 = now0 | (wide0 & orcs0)
                next1 = now1 | (wide1 & orcs1)
                next2 = now2 | (wide2 & orcs2)
                if next0 == now0 and next1 == now1 and next2 == now2:
                    break
                now0 = next0
                now1 = next1
                now2 = next2
            into[3 * level] = now0
            into[3 * level + 1] = now1
            into[3 * level + 2] = now2
            if level == most or now0 & goal[0] != 0 or now1 & goal[1] != 0 or now2 & goal[2] != 0:
                return level
            near0 = wide0 | start0
            near1 = wide1 | start1
            near2 = wide2 | start2
            level += 1
