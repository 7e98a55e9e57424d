"""Pure, compiled. A position of the card game as numbers: what lies where and who holds what.

The one rule: no rule of the game lives here. It keeps the numbers and answers questions about them; what they may turn
into is `kernel.py`'s business.

Hidden cards are kept as counts. A colour belongs to one seat, so per colour it holds the cards known in the owner's
hand, those that this replica has not seen (in the stack or among the owner's unknown hand cards), and those that went
out of the game in the open; the orders of stacks exist nowhere here.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from gefaehrten.core.kernel import DEAL, DECIDE, ROLL, Kernel
from gefaehrten.games.gefaehrten.tables import (
    ALL_SPACES,
    CARDS,
    COLOURS,
    COVER,
    FACE_BITS,
    FIELDS,
    FULL,
    GONE,
    GRID,
    HAND,
    HIDDEN,
    LAID,
    LEFT,
    LOCATIONS,
    LOSS,
    MAIN_NONE,
    NET,
    NOT_OVER,
    NUMBERS,
    OFFSETS,
    ORIGIN,
    PRIZE,
    RANK,
    SCORE,
    SETUP,
    SIZE,
    SPACES,
    STACK,
    TOKENS,
    TOTAL,
    UNSEEN,
    WON,
)


class GefaehrtenState(Kernel):
    """The numbers of a position, with full or partial knowledge, and all questions about them."""

    def __init__(
        self,
        seats: i64,
        owners: list[int],
        nazgul_table: bool = False,
        source: GefaehrtenState | None = None,
    ) -> None:
        """The first position: Bag End lies, nothing is dealt, the first mover is to be drawn.

        Args:
            seats: 2, 3 or 4.
            owners: the seat of each of the four colours, -1 for one that stays in the box (F4, F5).
            nazgul_table: house rule `nazgul_range=table` (F16).
            source: a position to copy; the other arguments are then not looked at.
        """
        if source is not None:
            self._seats: i64 = source._seats
            self._table: bool = source._table
            self._owners: vec[i64] = source._owners
            self._parties: vec[i64] = source._parties
            self._numbers: vec[i64] = source._numbers[:]
            self._cells: vec[u8] = source._cells[:]
            self._request: i64 = source._request
            self._phase: i64 = source._phase
            self._mover: i64 = source._mover
            self._first: i64 = source._first
            self._turns: i64 = source._turns
            self._location: i64 = source._location
            self._origin: i64 = source._origin
            self._free: i64 = source._free
            self._black: i64 = source._black
            self._main: i64 = source._main
            self._values: i64 = source._values
            self._placed: i64 = source._placed
            self._fresh: i64 = source._fresh
            self._last_placer: i64 = source._last_placer
            self._retired: i64 = source._retired
            self._deal_seat: i64 = source._deal_seat
            self._deal_left: i64 = source._deal_left
            self._scorings: i64 = source._scorings
            self._scored: i64 = source._scored
            self._stand_in: i64 = source._stand_in
            self._ending: i64 = source._ending
            return
        self._seats = seats
        self._table = nazgul_table
        self._owners = vec[i64](owners)
        # Two slots per seat with its colours in ascending order, -1 where there is none.
        parties: vec[i64] = vec[i64]([-1, -1, -1, -1, -1, -1, -1, -1])
        numbers: vec[i64] = vec[i64]([0 for _ in range(NUMBERS)])
        colour: i64 = 0
        for colour in range(COLOURS):
            seat: i64 = self._owners[colour]
            if seat >= 0:
                parties[2 * seat + (1 if parties[2 * seat] >= 0 else 0)] = colour
                numbers[UNSEEN + colour] = FULL
                numbers[STACK + seat] += _count(FULL)
        self._parties = parties
        place: i64 = 0
        for place in range(1, LOCATIONS):
            numbers[LAID + place] = -1
        self._numbers = numbers
        self._cells = vec[u8](bytes(GRID))
        self._request = ROLL
        self._phase = SETUP
        self._mover = -1
        self._first = -1
        self._turns = 0
        self._location = -1
        self._origin = ORIGIN
        self._free = ALL_SPACES
        self._black = 0
        self._main = MAIN_NONE
        self._values = 0
        self._placed = 0
        self._fresh = 0
        self._last_placer = -1
        self._retired = 0
        self._deal_seat = -1
        self._deal_left = 0
        self._scorings = 0
        self._scored = -1
        self._stand_in = 0
        self._ending = NOT_OVER

    def _survey(self) -> None:
        """Finds anew which cards of which colour may be covered at the current location, and by what."""
        numbers: vec[i64] = self._numbers
        colour: i64 = 0
        for colour in range(COLOURS):
            numbers[FIELDS + colour] = 0
        space: i64 = 0
        for space in range(SPACES):
            cell: i64 = i64(self._cells[self._origin + OFFSETS[space]])
            colour = (cell >> 3) & 3
            numbers[FIELDS + colour] = numbers[FIELDS + colour] | (COVER[cell] << space)

    # What the match needs next.

    def request(self) -> i64:
        """`DECIDE`, `DEAL`, `ROLL` or `OVER`."""
        return self._request

    def actor(self) -> i64:
        """The seat that decides or gets the cards, else -1."""
        if self._request == DECIDE:
            return self._mover
        if self._request == DEAL:
            return self._deal_seat
        return -1

    def amount(self) -> i64:
        """How many cards are still to be dealt, or how many values the roll has."""
        if self._request == DEAL:
            return self._deal_left
        if self._request == ROLL:
            return self._seats
        return 0

    def deck(self) -> i64:
        """The deck of the open `DEAL`: the seat's own, by its number."""
        return self._deal_seat

    def turns(self) -> i64:
        """How many turns have ended."""
        return self._turns

    def seats(self) -> i64:
        """How many seats the match began with."""
        return self._seats

    def score(self, seat: i64) -> i64:
        """The seat's success points so far."""
        return self._numbers[SCORE + seat]

    def ending(self) -> i64:
        """Why the match is over: `BY_LOCATIONS`, `BY_CARDS`, `BY_RETIREMENT`; `NOT_OVER` before."""
        return self._ending

    # What the table shows.

    def phase(self) -> i64:
        """`SETUP`, `PLACING`, `LOCATING` or `OVER_`."""
        return self._phase

    def mover(self) -> i64:
        """The seat whose turn it is or, while its hand is refilled, was; -1 before the roll."""
        return self._mover

    def first(self) -> i64:
        """The seat drawn to begin, -1 before the roll."""
        return self._first

    def last_placer(self) -> i64:
        """The seat that last made a placement (F24), -1 before any."""
        return self._last_placer

    def retired(self, seat: i64) -> bool:
        """Whether the seat left the match."""
        return (self._retired >> seat) & 1 != 0

    def stand_in(self) -> bool:
        """Whether the location is placed for a retired seat that owed it (F34)."""
        return self._stand_in != 0

    def placed_this_turn(self) -> i64:
        """How many placements the turn has so far."""
        return self._placed

    def values_this_turn(self) -> i64:
        """A bit per printed value placed in this turn (F21 Weathertop, F18)."""
        return self._values

    def main_this_turn(self) -> i64:
        """What F12 the turn has used up: 0 nothing, 1 the 1s, 2 the one card of value 2-5."""
        return self._main

    def nazgul_table(self) -> bool:
        """House rule `nazgul_range=table` (F16)."""
        return self._table

    def owner(self, colour: i64) -> i64:
        """The seat that plays the colour, -1 if it is in the box."""
        return self._owners[colour]

    def location(self) -> i64:
        """Index 0 ... 9 of the current location."""
        return self._location

    def locations_laid(self) -> i64:
        """How many locations lie on the table."""
        return self._location + 1

    def location_position(self, index: i64) -> i64:
        """The left cell of a location, -1 if it does not lie yet."""
        return self._numbers[LAID + index]

    def origin(self) -> i64:
        """The left cell of the current location."""
        return self._origin

    def black(self) -> bool:
        """The side of the current location now, after Bag End flips (F21)."""
        return self._black != 0

    def cell(self, position: i64) -> i64:
        """The byte of a grid cell: bits 0-2 kind code, 3-4 colour, 5-7 token."""
        return i64(self._cells[position])

    def free_spaces(self) -> i64:
        """A bit per free space of the current location."""
        return self._free

    def hand(self, seat: i64, face: i64) -> i64:
        """How many cards of the face are known to be in the seat's hand."""
        if self._owners[face >> 3] != seat:
            return 0
        return (self._numbers[HAND + (face >> 3)] >> (4 * (face & 7))) & FACE_BITS

    def hand_size(self, seat: i64) -> i64:
        """How many cards the seat holds."""
        return self._numbers[SIZE + seat]

    def hand_unknown(self, seat: i64) -> i64:
        """How many of them this replica does not know."""
        return self._numbers[HIDDEN + seat]

    def unseen(self, face: i64) -> i64:
        """How many cards of the face lie in the owner's stack or among its unknown hand cards."""
        return (self._numbers[UNSEEN + (face >> 3)] >> (4 * (face & 7))) & FACE_BITS

    def gone(self, face: i64) -> i64:
        """How many cards of the face left the game in the open: covered, hit by a Nazgûl, or Nazgûl."""
        return (self._numbers[GONE + (face >> 3)] >> (4 * (face & 7))) & FACE_BITS

    def left(self, seat: i64) -> i64:
        """How many cards left the game unseen when the seat retired."""
        return self._numbers[LEFT + seat]

    def stack(self, seat: i64) -> i64:
        """How many cards the seat's stack holds."""
        return self._numbers[STACK + seat]

    def has_token(self, seat: i64, token: i64) -> bool:
        """Whether the seat holds the token unplayed."""
        return (self._numbers[TOKENS + seat] >> token) & 1 != 0

    def token_fresh(self, seat: i64, token: i64) -> bool:
        """Whether the seat won the token in this very turn: not to be played yet."""
        return self.has_token(seat, token) and (self._fresh >> token) & 1 != 0

    def scorings(self) -> i64:
        """How many locations have been scored."""
        return self._scorings

    def last_location(self) -> i64:
        """The location scored last, -1 before any; the figures below are of it."""
        return self._scored

    def last_rank(self, colour: i64) -> i64:
        """The party's rank, 1 the best, 0 if it is not in the game."""
        return self._numbers[RANK + colour]

    def last_total(self, colour: i64) -> i64:
        """The party's sum of effective values, or with Bree its cards."""
        return self._numbers[TOTAL + colour]

    def last_cards(self, colour: i64) -> i64:
        """How many cards the party had there."""
        return self._numbers[CARDS + colour]

    def last_prize(self, colour: i64) -> i64:
        """Success points won, the loss at Moria not taken off."""
        return self._numbers[PRIZE + colour]

    def last_loss(self, colour: i64) -> i64:
        """Success points really taken at Moria (F26)."""
        return self._numbers[LOSS + colour]

    def last_token(self, colour: i64, token: i64) -> bool:
        """Whether the party won the token there."""
        return (self._numbers[WON + colour] >> token) & 1 != 0

    def last_net(self, seat: i64) -> i64:
        """The seat's net change of points there (F32)."""
        return self._numbers[NET + seat]


def _count(bits: i64) -> i64:
    """How many cards a number of four bits a kind stands for."""
    total: i64 = 0
    while bits != 0:
        total += bits & FACE_BITS
        bits = bits >> 4
    return total
