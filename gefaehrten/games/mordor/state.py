"""Pure, compiled. A position of the dice game as numbers: tracks, dice, whose turn it is.

The one rule: no rule of the game lives here. It keeps the numbers and answers questions about them; what they may turn
into is `kernel.py`'s business. Nothing in this game is hidden, so everybody's knowledge is the whole position.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import DECIDE, ROLL, Kernel
from gefaehrten.core.random import Random
from gefaehrten.games.mordor.tables import (
    ALL_DICE,
    BITS,
    COLOURS,
    CROSSED,
    DICE,
    FACE,
    HALF,
    HALVED,
    HIT_DIE,
    HIT_FIELD,
    HIT_SEAT,
    HIT_WHOLE,
    NO_SYMBOL,
    NOBODY,
    NOT_OVER,
    NUMBERS,
    POWERS,
    REACHED,
    SETUP,
)


class MordorState(Kernel):
    """The numbers of a position and all questions about them."""

    def __init__(
        self, seats: i64, owners: list[int], advanced: bool = False, source: MordorState | None = None
    ) -> None:
        """The first position: everybody is in Bag End, the first mover is to be drawn.

        Args:
            seats: 2, 3 or 4.
            owners: the seat of each of the four colours, -1 for a neutral one (M2).
            advanced: the back side of the sheet (M15).
            source: a position to copy; the other arguments are then not looked at.
        """
        if source is not None:
            self._seats: i64 = source._seats
            self._advanced: bool = source._advanced
            self._owners: vec[i64] = source._owners
            self._numbers: vec[i64] = source._numbers[:]
            self._request: i64 = source._request
            self._phase: i64 = source._phase
            self._mover: i64 = source._mover
            self._first: i64 = source._first
            self._turns: i64 = source._turns
            self._rounds: i64 = source._rounds
            self._start: i64 = source._start
            self._rolled: i64 = source._rolled
            self._aside: i64 = source._aside
            self._repeated: i64 = source._repeated
            self._gandalfs: i64 = source._gandalfs
            self._hits: i64 = source._hits
            self._out: i64 = source._out
            self._retired: i64 = source._retired
            self._ending: i64 = source._ending
            self._winner: i64 = source._winner
            return
        self._seats = seats
        self._advanced = advanced
        self._owners = vec[i64](owners)
        numbers: vec[i64] = vec[i64]([0 for _ in range(NUMBERS)])
        die: i64 = 0
        for die in range(DICE):
            numbers[FACE + die] = NO_SYMBOL
            numbers[HIT_FIELD + die] = -1
        self._numbers = numbers
        self._request = ROLL
        self._phase = SETUP
        self._mover = NOBODY
        self._first = NOBODY
        self._turns = 0
        self._rounds = 0
        self._start = 0
        self._rolled = 0
        self._aside = 0
        self._repeated = 0
        self._gandalfs = 0
        self._hits = 0
        self._out = 0
        self._retired = 0
        self._ending = NOT_OVER
        self._winner = NOBODY

    # What every kernel says.

    def request(self) -> i64:
        """What the match needs next."""
        return self._request

    def actor(self) -> i64:
        """The seat that decides."""
        return self._mover if self._request == DECIDE else NOBODY

    def amount(self) -> i64:
        """How many equally likely values the open throw has: the first mover's seat, or six for every die."""
        if self._request != ROLL:
            return 0
        if self._phase == SETUP:
            return self._seats
        return POWERS[BITS[self.to_throw()]]

    def deck(self) -> i64:
        """There are no decks."""
        return -1

    def turns(self) -> i64:
        """How many runs of decisions have ended: after each of them dice are thrown again."""
        return self._turns

    def seats(self) -> i64:
        """How many seats the match began with."""
        return self._seats

    def score(self, seat: i64) -> i64:
        """M14: there are no points; who has won has one, the others none."""
        return 1 if seat == self._winner else 0

    def mask(self, seat: i64) -> None:
        """Nothing is hidden."""

    def determinize(self, rng: Random) -> None:
        """Nothing is unknown."""

    # What this game's words and pictures ask.

    def phase(self) -> i64:
        """`SETUP`, `THROWING`, `CHOOSING`, `HALVING` or `OVER_`."""
        return self._phase

    def mover(self) -> i64:
        """Whose turn it is, -1 before the first."""
        return self._mover

    def first(self) -> i64:
        """The seat that was drawn to begin, -1 before that."""
        return self._first

    def rounds(self) -> i64:
        """How many turns, as players count them, have ended."""
        return self._rounds

    def advanced(self) -> bool:
        """Whether the places have their effects (M15)."""
        return self._advanced

    def owner(self, colour: i64) -> i64:
        """The seat of a colour, -1 for a neutral one."""
        return self._owners[colour]

    def colour(self, seat: i64) -> i64:
        """The colour of a seat."""
        colour: i64 = 0
        for colour in range(COLOURS):
            if self._owners[colour] == seat:
                return colour
        return -1

    def effect(self) -> i64:
        """The place whose effect holds in this turn, 0 (Bag End, which has none) in the basic game (M15)."""
        return self._start if self._advanced else 0

    def start(self) -> i64:
        """The field on which the turn began."""
        return self._start

    def reached(self, seat: i64) -> i64:
        """The seat's field on the ring-bearer track, 0 ... 9."""
        return self._numbers[REACHED + seat]

    def crossed(self, seat: i64) -> i64:
        """How many fields of the seat's Nazgûl track are crossed off."""
        return self._numbers[CROSSED + seat]

    def half(self, seat: i64) -> i64:
        """1 where the next field of the seat's Nazgûl track has lost its first half."""
        return self._numbers[HALF + seat]

    def halved(self, seat: i64) -> i64:
        """Which fields of the seat's Nazgûl track are halved, crossed off or not: a bit each."""
        return self._numbers[HALVED + seat]

    def out(self, seat: i64) -> bool:
        """Whether the seat has been knocked out (M13)."""
        return (self._out >> seat) & 1 != 0

    def retired(self, seat: i64) -> bool:
        """Whether the seat has left (M25)."""
        return (self._retired >> seat) & 1 != 0

    def playing(self, seat: i64) -> bool:
        """Whether the seat is in the game: neither knocked out nor gone."""
        return ((self._out | self._retired) >> seat) & 1 == 0

    def face(self, die: i64) -> i64:
        """The symbol that a die shows, -1 before it is thrown in this turn."""
        return self._numbers[FACE + die]

    def rolled(self) -> i64:
        """The dice of the last throw that may be set aside, a bit each."""
        return self._rolled

    def aside(self) -> i64:
        """The dice that are set aside, a bit each."""
        return self._aside

    def to_throw(self) -> i64:
        """The dice that the open throw throws, a bit each."""
        return ALL_DICE & ~self._aside

    def repeated(self) -> bool:
        """Whether the throw that lies there has been repeated already (M19)."""
        return self._repeated != 0

    def gandalfs(self) -> i64:
        """How many fields the mover may still halve."""
        return self._gandalfs

    def winner(self) -> i64:
        """Who has won, -1 for nobody."""
        return self._winner

    def ending(self) -> i64:
        """Why the match is over."""
        return self._ending

    def hits(self) -> i64:
        """How many Nazgûl the last turn had."""
        return self._hits

    def hit_die(self, index: i64) -> i64:
        """The die of a Nazgûl of the last turn."""
        return self._numbers[HIT_DIE + index]

    def hit_seat(self, index: i64) -> i64:
        """Whom it hit."""
        return self._numbers[HIT_SEAT + index]

    def hit_field(self, index: i64) -> i64:
        """Which field it crossed off or halfway so, 0 ... 7; -1 where it had no effect."""
        return self._numbers[HIT_FIELD + index]

    def hit_whole(self, index: i64) -> bool:
        """Whether that field is crossed off now."""
        return self._numbers[HIT_WHOLE + index] != 0

    # Out and in again.

    def public(self) -> list[int]:
        """The whole position: nothing in this game is hidden."""
        return self.dump()

    def dump(self) -> list[int]:
        """The whole position as plain integers."""
        return [
            self._seats,
            int(self._advanced),
            *self._owners,
            self._request,
            self._phase,
            self._mover,
            self._first,
            self._turns,
            self._rounds,
            self._start,
            self._rolled,
            self._aside,
            self._repeated,
            self._gandalfs,
            self._hits,
            self._out,
            self._retired,
            self._ending,
            self._winner,
            *self._numbers,
        ]

    def restore(self, dump: list[int]) -> None:
        """Becomes the position of a dump of the same setup."""
        (
            self._request,
            self._phase,
            self._mover,
            self._first,
            self._turns,
            self._rounds,
            self._start,
            self._rolled,
            self._aside,
            self._repeated,
            self._gandalfs,
            self._hits,
            self._out,
            self._retired,
            self._ending,
            self._winner,
        ) = dump[6:22]
        self._numbers = vec[i64](dump[22:])
