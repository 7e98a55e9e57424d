"""Pure, compiled. What a player sees of an action at a glance: numbered traits, for which weights are learned.

The one rule: a trait is of the table and the action alone, never of a hidden card. `learned.toml` holds a weight for
each number; whoever changes what a number means trains anew (scripts/train.py).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.tables import (
    BASE_LOCATE,
    BASE_NAZGUL,
    BASE_PLACE,
    BASE_RECALL,
    BREE,
    COLOURS,
    END,
    GRID,
    LOCATING,
    LOCATION_CELL,
    LOCATIONS,
    MORIA,
    MORIA_LOSS,
    NAZGUL,
    OFFSETS,
    PRIZES,
    RIVENDELL_1,
    SPACES,
    TIES,
    VALUES,
)

MOST: Final[i64] = 12
"""Traits that one action has at most."""

FREE: Final = vec[i64]([0, 0, 1, 2, 2, 3, 3, 3, 4, 4, 4])
"""How many spaces are free, in five grades."""

# Where each group of traits begins: the next one's number less this is how many it has.
ENDING: Final[i64] = 0  # placements of the turn so far (4 grades) * 5 + FREE
KIND_FREE: Final[i64] = 20  # kind placed (6) * 5 + FREE
KIND_LOCATION: Final[i64] = 50  # kind (7) * 10 + location
KIND_PLACED: Final[i64] = 120  # kind (7) * 4 + placements so far
TOKEN: Final[i64] = 148  # ring token on it (7)
COVERED: Final[i64] = 155  # value of the card that it covers (7), or none
OWN: Final[i64] = 163  # the mover's prizes, were it scored now: so many more, from -7 to 7
OTHERS: Final[i64] = 178  # those of all others together
CLOSING: Final[i64] = 193  # it fills the last space: behind, level, ahead
HIT: Final[i64] = 196  # value of the card that the Nazgûl hits (7), or none
RECALLED: Final[i64] = 204
AROUND_OWN: Final[i64] = 205  # a place for the next location: own values around it (20)
AROUND_OTHERS: Final[i64] = 225  # others' (20)
AROUND_FREE: Final[i64] = 245  # free spaces (11)
AROUND_LEAD: Final[i64] = 256  # the mover's prizes there less the others' on average, from -7 to 7
KIND_STANDING: Final[i64] = 271  # kind (7) * 3 + behind, level, ahead before the action
ENDING_STANDING: Final[i64] = 292  # behind, level, ahead
TRAITS: Final[i64] = 295

REACH: Final[i64] = 7
"""Differences of prizes beyond this count as this."""

_ONE: Final[i64] = 8
"""A point of value in the keys that rank parties; what is below settles ties."""

_HALF: Final[i64] = 1 << 20
"""Prizes of the mover and of the others in one number: the mover's times twice this, both moved up by `_MOVED`."""

_MOVED: Final[i64] = 64

_LEVEL: Final[i64] = 64 * (1 << 20) + 64
"""No prizes for anybody."""


class Glance:
    """Sums up a position once, then tells the traits of any of its actions. Mutable, to be used again."""

    def __init__(self) -> None:
        self._keys: vec[i64] = vec[i64]([0, 0, 0, 0])
        self._cards: vec[i64] = vec[i64]([0, 0, 0, 0])
        self._parts: vec[i64] = vec[i64]([0, 0, 0, 0])
        self._prizes: vec[i64] = vec[i64]([0, 0, 0, 0])
        self._mover: i64 = 0
        self._seats: i64 = 0
        self._location: i64 = 0
        self._own: i64 = 0
        self._others: i64 = 0
        self._standing: i64 = 0
        self._free: i64 = 0
        self._placed: i64 = 0
        self._bree: bool = False

    def look(self, kernel: GefaehrtenKernel) -> None:
        """Sums up a position in which a seat decides."""
        self._mover = kernel.mover()
        self._seats = kernel.seats()
        location = kernel.location()
        if kernel.phase() == LOCATING:
            if location + 1 < LOCATIONS:
                location += 1
            self._take_prizes(location)
            return
        self._take_prizes(location)
        self._gather(kernel, kernel.origin())
        free = kernel.free_spaces()
        count: i64 = 0
        while free != 0:
            count += free & 1
            free = free >> 1
        self._free = count
        placed = kernel.placed_this_turn()
        if placed > 3:
            placed = 3
        self._placed = placed
        keys = self._keys
        both = self._both(keys[0], keys[1], keys[2], keys[3])
        self._own = both // _HALF - _MOVED
        self._others = both % _HALF - _MOVED
        self._standing = self._side(self._own, self._others)

    def traits(self, kernel: GefaehrtenKernel, action: i64, into: vec[i64]) -> i64:
        """Writes the numbers of the traits of an action in the position that was looked at; returns how many.

        Args:
            into: room for `MOST`.
        """
        if action == END:
            into[0] = ENDING + self._placed * 5 + FREE[self._free]
            into[1] = ENDING_STANDING + self._standing
            return 2
        if action >= BASE_LOCATE:
            return self._around(kernel, action - BASE_LOCATE, into)
        count: i64 = 1
        kind: i64 = NAZGUL
        colour: i64 = -1
        gain: i64 = 0
        old: i64 = 0
        closing = False
        if action < BASE_NAZGUL:
            code = action - BASE_PLACE
            old = kernel.cell(kernel.origin() + OFFSETS[code % SPACES])
            code = code // SPACES
            kind = code & 7
            colour = (code >> 3) & 3
            token = code >> 5
            gain = kind
            if token == RIVENDELL_1:
                gain += 2
            into[0] = KIND_FREE + kind * 5 + FREE[self._free]
            into[1] = TOKEN + token
            into[2] = COVERED + 7
            if old != 0:
                into[2] = COVERED + _grade(VALUES[old])
            count = 3
            closing = old == 0 and self._free == 1
        elif action < BASE_RECALL:
            target = (action - BASE_NAZGUL) % (GRID + 1)
            if target == GRID:
                into[0] = HIT + 7
            else:
                old = kernel.cell(target)
                into[0] = HIT + _grade(VALUES[old])
                if kernel.nazgul_table() and not _adjoins(kernel.origin(), target):
                    old = 0
        else:
            code = action - BASE_RECALL
            cell = kernel.cell(code // SPACES)
            colour = (cell >> 3) & 3
            kind = (cell & 7) - 1
            gain = kind
            old = kernel.cell(kernel.origin() + OFFSETS[code % SPACES])
            into[0] = RECALLED
        keys = self._keys
        a = keys[0]
        b = keys[1]
        c = keys[2]
        d = keys[3]
        if colour >= 0:
            more = _ONE * gain
            if self._bree:
                more = _ONE
            if self._cards[colour] == 0:
                more += _ONE
            if colour == 0:
                a += more
            elif colour == 1:
                b += more
            elif colour == 2:
                c += more
            else:
                d += more
        if old != 0:
            colour = (old >> 3) & 3
            less = _ONE * VALUES[old]
            if self._bree:
                less = _ONE
            if self._cards[colour] == 1:
                less += _ONE
            if colour == 0:
                a -= less
            elif colour == 1:
                b -= less
            elif colour == 2:
                c -= less
            else:
                d -= less
        both = self._both(a, b, c, d)
        own = both // _HALF - _MOVED
        others = both % _HALF - _MOVED
        if closing:
            into[count] = CLOSING + self._side(own, others)
            count += 1
        into[count] = OWN + _step(own - self._own)
        into[count + 1] = OTHERS + _step(others - self._others)
        into[count + 2] = KIND_LOCATION + kind * 10 + self._location
        into[count + 3] = KIND_PLACED + kind * 4 + self._placed
        into[count + 4] = KIND_STANDING + kind * 3 + self._standing
        return count + 5

    def _around(self, kernel: GefaehrtenKernel, left: i64, into: vec[i64]) -> i64:
        """The traits of a place for the next location."""
        own: i64 = 0
        others: i64 = 0
        free: i64 = 0
        space: i64 = 0
        while space < SPACES:
            cell = kernel.cell(left + OFFSETS[space])
            if cell == 0:
                free += 1
            elif cell & 7 != LOCATION_CELL:
                if kernel.owner((cell >> 3) & 3) == self._mover:
                    own += VALUES[cell]
                else:
                    others += VALUES[cell]
            space += 1
        self._gather(kernel, left)
        keys = self._keys
        both = self._both(keys[0], keys[1], keys[2], keys[3])
        if own > 19:
            own = 19
        if others > 19:
            others = 19
        into[0] = AROUND_OWN + own
        into[1] = AROUND_OTHERS + others
        into[2] = AROUND_FREE + free
        into[3] = AROUND_LEAD + _step(both // _HALF - _MOVED - (both % _HALF - _MOVED) // (self._seats - 1))
        return 4

    def _gather(self, kernel: GefaehrtenKernel, origin: i64) -> None:
        """Per party around a location its cards, and a key: the higher, the better its rank (F23, F24, F29).

        A party with a card has a key of `_ONE` at least, one that is not in the game a key below 0.
        """
        keys = self._keys
        cards = self._cards
        parts = self._parts
        colour: i64 = 0
        while colour < COLOURS:
            keys[colour] = 0
            cards[colour] = 0
            colour += 1
        bree = False
        space: i64 = 0
        while space < SPACES:
            cell = kernel.cell(origin + OFFSETS[space])
            if cell != 0 and cell & 7 != LOCATION_CELL:
                colour = (cell >> 3) & 3
                keys[colour] += _ONE * VALUES[cell]
                cards[colour] += 1
                if cell >> 5 == BREE:
                    bree = True
            space += 1
        self._bree = bree
        order: i64 = 0
        while order < COLOURS:
            colour = TIES[order]
            owner = kernel.owner(colour)
            if owner < 0:
                keys[colour] = -1
            else:
                # Clockwise after the mover, who placed last, from 6 down; of two colours the first one more.
                behind = owner - self._mover
                if behind <= 0:
                    behind += self._seats
                key = keys[colour]
                if bree:
                    key = _ONE * cards[colour]
                if cards[colour] > 0:
                    key += _ONE
                keys[colour] = key + 9 - 2 * behind - (order & 1)
            if owner == self._mover:
                parts[colour] = _HALF
            else:
                parts[colour] = 1
            order += 1

    def _take_prizes(self, location: i64) -> None:
        """By rank what is won at a location (F25), or at Moria lost (F26)."""
        self._location = location
        prizes = self._prizes
        prizes[0] = PRIZES[3 * location]
        prizes[1] = PRIZES[3 * location + 1]
        prizes[2] = PRIZES[3 * location + 2]
        prizes[3] = 0
        if location == MORIA:
            prizes[2 if self._seats == 3 else 3] = -MORIA_LOSS
        elif self._seats == 3:
            prizes[2] = 0

    def _both(self, a: i64, b: i64, c: i64, d: i64) -> i64:
        """The prizes of the mover and of all others, for the parties' keys, in one number; see `_HALF`.

        A party that is not in the game comes last, behind the lowest.
        """
        prizes = self._prizes
        parts = self._parts
        first: i64 = 0
        second: i64 = 0
        third: i64 = 0
        fourth: i64 = 0
        if b > a:
            first += 1
        else:
            second += 1
        if c > a:
            first += 1
        else:
            third += 1
        if d > a:
            first += 1
        else:
            fourth += 1
        if c > b:
            second += 1
        else:
            third += 1
        if d > b:
            second += 1
        else:
            fourth += 1
        if d > c:
            third += 1
        else:
            fourth += 1
        # No prize without a card, but the loss at Moria.
        total: i64 = _LEVEL
        prize = prizes[first]
        if a >= _ONE or prize < 0:
            total += prize * parts[0]
        prize = prizes[second]
        if b >= _ONE or prize < 0:
            total += prize * parts[1]
        prize = prizes[third]
        if c >= _ONE or prize < 0:
            total += prize * parts[2]
        prize = prizes[fourth]
        if d >= _ONE or prize < 0:
            total += prize * parts[3]
        return total

    def _side(self, own: i64, others: i64) -> i64:
        """Whether the mover's prizes are below (0), at (1) or above (2) the others' on average."""
        lead = own * (self._seats - 1) - others
        if lead > 0:
            return 2
        if lead == 0:
            return 1
        return 0


def _step(difference: i64) -> i64:
    """A difference of prizes as a number of 0 ... 14."""
    if difference < -REACH:
        return 0
    if difference > REACH:
        return 2 * REACH
    return difference + REACH


def _adjoins(origin: i64, target: i64) -> bool:
    """Whether a cell is a space of the location whose left cell is `origin`."""
    space: i64 = 0
    while space < SPACES:
        if origin + OFFSETS[space] == target:
            return True
        space += 1
    return False


def _grade(value: i64) -> i64:
    """A card's value, 6 at most."""
    if value > 6:
        return 6
    return value
