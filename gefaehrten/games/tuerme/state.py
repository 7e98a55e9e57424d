"""Pure, compiled. A position of the board game as numbers: what stands where, and who holds what.

The one rule: no rule of the game lives here. It keeps the numbers and answers questions about them; what they may turn
into is `kernel.py`'s business.

All numbers stand in one vector, in sections that `tables` names; the squares of the board in another. Hero cards are
bits of masks, since each is there once.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from gefaehrten.core.kernel import DEAL, DECIDE, ROLL, Kernel
from gefaehrten.games.tuerme.tables import (
    ALL_CARDS,
    ALL_EVENTS,
    ALL_ORC_CARDS,
    ALL_TILES,
    BITS,
    BY_CHAIN,
    BY_TIME,
    CARD,
    CHOOSER,
    CHOSEN,
    DISCARD,
    DUE,
    ENDING,
    ENT,
    EVENT,
    EVENTS_LEFT,
    GROUND,
    GROUP,
    GROUPS,
    HAND,
    HAPPENING,
    HEADING,
    HIDDEN,
    KEPT,
    LAST_ORCS,
    LEFT,
    MARCHER,
    MOVER,
    NO_CARD,
    NO_EVENT,
    NO_HEADING,
    NUMBERS,
    OPENER,
    ORC,
    ORC_LEFT,
    ORCS,
    OWED,
    PAWN,
    PAWNS,
    PENDING,
    PHASE,
    PICKED,
    PICKS,
    POINTS,
    POOL,
    REQUEST,
    RETIRED,
    REVEALER,
    RINGED,
    RINGING,
    RINGS,
    ROUND,
    SEATS,
    SIZE,
    SQUARES,
    STACK,
    STOCK,
    TILE_COUNT,
    TILE_KINDS,
    TURNED,
    TURNS,
    UNSEEN,
    WALKED,
    bits,
)


class TuermeState(Kernel):
    """The numbers of a position, with full or partial knowledge, and all questions about them."""

    def __init__(self, seats: i64, rings: i64, source: TuermeState | None = None) -> None:
        """An empty board with its towers; nothing is dealt.

        Args:
            seats: 2, 3 or 4.
            rings: house rule `rings` (T9), as `tables` numbers it.
            source: a position to copy; the other arguments are then not looked at.
        """
        if source is not None:
            self._n: vec[i64] = source._n[:]
            self._cells: vec[u8] = source._cells[:]
            return
        self._n = vec[i64]([0] * NUMBERS)
        self._cells = vec[u8](GROUND)
        n: vec[i64] = self._n
        n[SEATS] = seats
        n[RINGS] = rings
        n[UNSEEN] = ALL_CARDS
        n[STACK] = bits(ALL_CARDS)
        n[STOCK] = ALL_TILES
        n[ORC_LEFT] = ALL_ORC_CARDS
        n[EVENTS_LEFT] = ALL_EVENTS
        n[CARD] = NO_CARD
        n[MARCHER] = -1
        n[HEADING] = NO_HEADING
        n[HAPPENING] = NO_EVENT
        n[CHOOSER] = -1
        n[CHOSEN] = -1
        n[REVEALER] = -1
        n[DUE] = -1
        n[LAST_ORCS] = -1
        n[RINGED] = -1
        n[OPENER] = -1
        kind: i64 = 0
        for kind in range(TILE_KINDS):
            n[POOL + kind] = TILE_COUNT[kind]

    # What comes next.

    def request(self) -> i64:
        """What the match needs next."""
        return self._n[REQUEST]

    def actor(self) -> i64:
        """The seat that decides or gets cards; otherwise -1."""
        request: i64 = self._n[REQUEST]
        if request == DEAL:
            return self._n[DUE]
        if request == DECIDE:
            return self._n[CHOOSER]
        return -1

    def amount(self) -> i64:
        """How many cards are still to be dealt, of those that the deck has; or how many values a roll has."""
        n: vec[i64] = self._n
        request: i64 = n[REQUEST]
        if request == DEAL:
            there: i64 = n[STACK] if n[STACK] > 0 else bits(n[DISCARD])
            return n[OWED] if n[OWED] < there else there
        if request != ROLL:
            return 0
        phase: i64 = n[PHASE]
        if phase == RINGING:
            return 2
        if phase == ORCS:
            return bits(n[ORC_LEFT])
        if phase == EVENT:
            return bits(self.top_events())
        return self.hidden_tiles()

    def deck(self) -> i64:
        """The number of the deck that cards come from: there is one."""
        return 0 if self._n[REQUEST] == DEAL else -1

    def first(self) -> i64:
        """The seat that begins: the first one that has not left by then (T8)."""
        if self._n[ROUND] > 0:
            return self._n[OPENER]
        return 0 if not self.retired(0) else self.next_seat(0)

    def turns(self) -> i64:
        """How many runs of decisions have ended."""
        return self._n[TURNS]

    def seats(self) -> i64:
        """How many seats the match began with."""
        return self._n[SEATS]

    def rings(self) -> i64:
        """House rule `rings`."""
        return self._n[RINGS]

    def phase(self) -> i64:
        """Where the match stands."""
        return self._n[PHASE]

    def mover(self) -> i64:
        """Whose turn of the game it is, whoever decides now."""
        return self._n[MOVER]

    def rounds(self) -> i64:
        """How many turns of the game have ended."""
        return self._n[ROUND] - 1 if self._n[ROUND] > 0 else i64(0)

    def round(self) -> i64:
        """How many turns of the game have begun."""
        return self._n[ROUND]

    def ending(self) -> i64:
        """Why the match is over."""
        return self._n[ENDING]

    def lost(self) -> bool:
        """Whether the towers have won (T22, T30)."""
        return self._n[ENDING] == BY_CHAIN or self._n[ENDING] == BY_TIME

    # The board.

    def cell(self, spot: i64) -> i64:
        """What is on a square. A pawn that is being moved stands on none."""
        return i64(self._cells[spot])

    def pawn(self, colour: i64) -> i64:
        """Where a pawn is, 0 for nowhere."""
        return self._n[PAWNS + colour]

    def owner(self, colour: i64) -> i64:
        """Whose pawn it is, -1 for one that stays in the box (T8)."""
        seats: i64 = self._n[SEATS]
        if seats == 2:
            return colour & 1
        return colour if colour < seats else -1

    def orcs(self) -> i64:
        """How many Orcs are on the board."""
        count: i64 = 0
        index: i64 = 0
        for index in range(len(SQUARES)):
            if self._cells[SQUARES[index]] == ORC:
                count += 1
        return count

    # Material.

    def stock(self) -> i64:
        """Tiles that can still enter."""
        return self._n[STOCK]

    def pool(self, kind: i64) -> i64:
        """Tiles with such a back that nobody has turned over."""
        return self._n[POOL + kind]

    def hidden_tiles(self) -> i64:
        """Tiles that nobody has turned over."""
        count: i64 = 0
        kind: i64 = 0
        for kind in range(TILE_KINDS):
            count += self._n[POOL + kind]
        return count

    def orc_cards(self) -> i64:
        """The Orc cards that have not been turned over since the last shuffle, a mask."""
        return self._n[ORC_LEFT]

    def last_orcs(self) -> i64:
        """The Orc card turned over last, -1 for none."""
        return self._n[LAST_ORCS]

    def events_left(self) -> i64:
        """The event cards that have not been turned over, a mask."""
        return self._n[EVENTS_LEFT]

    def top_events(self) -> i64:
        """Those of them that may lie on top (T7), a mask."""
        left: i64 = self._n[EVENTS_LEFT]
        group: i64 = 0
        for group in range(GROUPS):
            if left & GROUP[group] != 0:
                return left & GROUP[group]
        return 0

    def happening(self) -> i64:
        """The event that is being carried out, -1 for none."""
        return self._n[HAPPENING]

    def ent(self) -> i64:
        """How many steps the Ent has gone."""
        return self._n[ENT]

    def ringed(self) -> i64:
        """The one tower that has a second ring, -1 for none or both."""
        return self._n[RINGED]

    # Seats.

    def hand(self, seat: i64) -> i64:
        """The cards known in the seat's hand, a mask."""
        return self._n[HAND + seat]

    def hand_size(self, seat: i64) -> i64:
        """How many cards the seat holds."""
        return self._n[SIZE + seat]

    def hand_unknown(self, seat: i64) -> i64:
        """How many of them this replica does not know."""
        return self._n[HIDDEN + seat]

    def unseen(self) -> i64:
        """The cards in the draw deck or unknown in a hand, a mask."""
        return self._n[UNSEEN]

    def stack(self) -> i64:
        """Cards in the draw deck."""
        return self._n[STACK]

    def discard(self) -> i64:
        """Cards played and not shuffled back, a mask."""
        return self._n[DISCARD]

    def points(self, seat: i64) -> i64:
        """Points on the seat's tiles, whether or not the match is lost."""
        return self._n[POINTS + seat]

    def tiles(self, seat: i64) -> i64:
        """Tiles that the seat has kept."""
        return self._n[KEPT + seat]

    def pending(self, seat: i64) -> i64:
        """Tiles that the seat has defeated this turn, not turned over yet."""
        return self._n[PENDING + seat]

    def retired(self, seat: i64) -> bool:
        """Whether the seat has left the match."""
        return self._n[RETIRED] & BITS[seat] != 0

    def staying(self) -> i64:
        """How many seats have not left."""
        return self._n[SEATS] - bits(self._n[RETIRED])

    def next_seat(self, seat: i64) -> i64:
        """The next seat clockwise that has not left, the seat itself if it is the last one."""
        other: i64 = seat
        _step: i64 = 0
        for _step in range(self._n[SEATS]):
            other += 1
            if other >= self._n[SEATS]:
                other = 0
            if not self.retired(other):
                return other
        return seat

    # The move under way.

    def card(self) -> i64:
        """The hero card in play, -1 for none."""
        return self._n[CARD]

    def marcher(self) -> i64:
        """The colour of the pawn that is being moved, -1 for none."""
        return self._n[MARCHER]

    def strength_left(self) -> i64:
        """Points of strength that the move still has."""
        return self._n[LEFT]

    def heading(self) -> i64:
        """The direction of the last step, -1 for none."""
        return self._n[HEADING]

    def turned(self) -> bool:
        """Whether the move has changed its direction."""
        return self._n[TURNED] != 0

    def walked(self) -> i64:
        """Spaces moved."""
        return self._n[WALKED]

    def picks(self) -> i64:
        """How many Orcs, or cards, the event still wants picked."""
        return self._n[PICKS]

    def picked(self) -> i64:
        """The position of the last Orc picked, or the strength of the last card."""
        return self._n[PICKED]

    def chosen(self) -> i64:
        """The pawn that the event is about, -1 while that is open."""
        return self._n[CHOSEN]

    def revealer(self) -> i64:
        """Whose tile is being turned over, or was last."""
        return self._n[REVEALER]

    def numbers(self) -> list[int]:
        """All numbers, then all squares."""
        out: list[int] = []
        index: i64 = 0
        for index in range(NUMBERS):
            out.append(self._n[index])
        for index in range(len(SQUARES)):
            out.append(i64(self._cells[SQUARES[index]]))
        return out

    def _take_over(self, numbers: list[int]) -> None:
        index: i64 = 0
        for index in range(NUMBERS):
            self._n[index] = numbers[index]
        for index in range(len(SQUARES)):
            self._cells[SQUARES[index]] = u8(numbers[NUMBERS + index])

    def _stand(self, colour: i64, spot: i64) -> None:
        """Puts a pawn on a space."""
        self._cells[spot] = u8(PAWN + colour)
        self._n[PAWNS + colour] = spot
