"""Pure, compiled. How pawns move on the board: ways, costs, pincers (T11-T15); and how near the towers are (T22).

The one rule: it looks at the board and at the move under way, never at who holds what, and ends no turn.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from gefaehrten.games.tuerme.replica import TuermeReplica
from gefaehrten.games.tuerme.tables import (
    BITS,
    CARD,
    COLOURS,
    DIRECTIONS,
    EMPTY,
    FAR,
    GRID,
    HEADING,
    LEFT,
    MARCHER,
    MOVER,
    NO_HEADING,
    NORTH,
    ORC,
    PAWN,
    PAWNS,
    PENDING,
    SHADOWFAX,
    SOUTH,
    SQUARES,
    STEPS,
    STRENGTH,
    SYMBOL,
    TOUCHES,
    TOWER,
    TURNED,
    WALKED,
    startable,
    turnable,
)


class TuermeMarch(TuermeReplica):
    """A position with its chains, and with what a pawn could do and does on it."""

    def survey(self, into: vec[i64]) -> None:
        """Writes what `cell` says of every position of the grid."""
        cells: vec[u8] = self._cells
        spot: i64 = 0
        while spot < GRID:
            into[spot] = i64(cells[spot])
            spot += 1

    def gap(self) -> i64:
        """How many Orcs are missing to the shortest chain between the towers (T22); 0: it is there.

        A space with a pawn counts as two: it can be left, but not by those who place Orcs.
        """
        reach: vec[i64] = vec[i64]([FAR] * GRID)
        now: vec[i64] = vec[i64]()
        index: i64 = 0
        spot: i64 = 0
        for index in range(len(SQUARES)):
            spot = SQUARES[index]
            if TOUCHES[spot] == 1:
                now = append(now, spot)
                reach[spot] = self._toll(spot)
        # A sweep settles what is dearer by one than the sweep before; spaces come again when they get cheaper.
        cost: i64 = 0
        while cost < FAR:
            later: vec[i64] = vec[i64]()
            index = 0
            while index < len(now):
                spot = now[index]
                index += 1
                if reach[spot] > cost:
                    later = append(later, spot)
                    continue
                if reach[spot] < cost:
                    continue
                if TOUCHES[spot] == 2:
                    return cost
                way: i64 = 0
                while way < 8:
                    near: i64 = spot + STEPS[way]
                    way += 2
                    if self.cell(near) >= TOWER:
                        continue
                    total: i64 = cost + self._toll(near)
                    if total < reach[near]:
                        reach[near] = total
                        now = append(now, near)
            if len(later) == 0:
                return FAR
            now = later
            cost += 1
        return FAR

    def _toll(self, spot: i64) -> i64:
        what: i64 = i64(self._cells[spot])
        if what == ORC:
            return 0
        return 1 if what == EMPTY else 2

    def joined(self) -> bool:
        """Whether a chain of Orcs joins the towers (T22)."""
        seen: vec[u8] = vec[u8](bytes(GRID))
        open_: vec[i64] = vec[i64]()
        index: i64 = 0
        for index in range(len(SQUARES)):
            start: i64 = SQUARES[index]
            if TOUCHES[start] == 1 and self._cells[start] == ORC:
                seen[start] = 1
                open_ = append(open_, start)
        index = 0
        while index < len(open_):
            spot: i64 = open_[index]
            index += 1
            if TOUCHES[spot] == 2:
                return True
            way: i64 = 0
            while way < 8:
                near: i64 = spot + STEPS[way]
                way += 2
                if self._cells[near] == ORC and seen[near] == 0:
                    seen[near] = 1
                    open_ = append(open_, near)
        return False

    def adjacent(self, spot: i64) -> i64:
        """How many Orcs stand orthogonally adjacent to a space (T11)."""
        count: i64 = 0
        way: i64 = 0
        while way < 8:
            if self._cells[spot + STEPS[way]] == ORC:
                count += 1
            way += 2
        return count

    def pawns(self, seat: i64) -> i64:
        """How many pawns of the seat are on the board."""
        count: i64 = 0
        colour: i64 = 0
        for colour in range(COLOURS):
            if self.owner(colour) == seat and self._n[PAWNS + colour] > 0:
                count += 1
        return count

    def least(self, spot: i64, heading: i64, turned: bool, symbol: i64) -> i64:
        """The least strength that brings a pawn from a space to another one where it may stay; `FAR` for no way.

        Args:
            heading: the direction it came in, `NO_HEADING` at the start of a move.
            turned: whether its one change of direction is used up.
        """
        best: i64 = FAR
        way: i64 = 0
        for way in range(DIRECTIONS):
            again: bool = turned
            if heading == NO_HEADING:
                if not startable(symbol, way):
                    continue
            elif way != heading:
                if turned or not turnable(symbol, heading, way):
                    continue
                again = True
            near: i64 = spot + STEPS[way]
            what: i64 = self.cell(near)
            if what >= TOWER:
                continue
            cost: i64 = 1
            if what == ORC:
                # From a pawn's space the pincers that fire there may have cleared the way (T15).
                if heading == NO_HEADING or way & 3 != 0 or self.caught(spot, way) == 0:
                    cost = 2
            elif what >= PAWN:
                # On a pawn nobody stays (T11).
                cost += self.least(near, way, again, symbol)
            if cost < best:
                best = cost
        return best

    def strength(self, card: i64, colour: i64) -> i64:
        """What a card is worth to a pawn where it stands (T11); 0 or less: no move."""
        return STRENGTH[card] - self.adjacent(self._n[PAWNS + colour])

    def mobile(self, card: i64, colour: i64) -> bool:
        """Whether a card can bring a pawn at least one space on (T13, T14)."""
        return self.mobile_cards(colour, BITS[card]) != 0

    def mobile_cards(self, colour: i64, cards: i64) -> i64:
        """Those of a mask of cards that are `mobile` for a pawn."""
        spot: i64 = self._n[PAWNS + colour]
        less: i64 = self.adjacent(spot)
        self._cells[spot] = 0  # on its way it is not at its start, where it could make pincers with itself
        straight: i64 = self.least(spot, NO_HEADING, False, 0) + less
        diagonal: i64 = self.least(spot, NO_HEADING, False, 1) + less
        either: i64 = self.least(spot, NO_HEADING, False, 2) + less
        self._cells[spot] = u8(PAWN + colour)
        found: i64 = 0
        card: i64 = 0
        bit: i64 = 1
        while bit <= cards:
            if cards & bit != 0:
                symbol: i64 = SYMBOL[card]
                needed: i64 = either
                if symbol == 0:
                    needed = straight
                elif symbol == 1:
                    needed = diagonal
                if STRENGTH[card] >= needed or SHADOWFAX[card] != 0:
                    found = found | bit
            card += 1
            bit = bit + bit
        return found

    def may_stop(self) -> bool:
        """Whether the move may end where the pawn is now (T11, T13)."""
        n: vec[i64] = self._n
        return n[WALKED] > 0 and self.cell(n[PAWNS + n[MARCHER]]) == EMPTY

    def may_step(self, way: i64) -> bool:
        """Whether the pawn that is being moved may go on in a direction (T11, T12)."""
        n: vec[i64] = self._n
        symbol: i64 = SYMBOL[n[CARD]]
        heading: i64 = n[HEADING]
        turned: bool = n[TURNED] != 0
        if heading == NO_HEADING:
            if n[WALKED] > 0 or not startable(symbol, way):
                return False
        elif way != heading:
            if turned or not turnable(symbol, heading, way):
                return False
            turned = True
        near: i64 = n[PAWNS + n[MARCHER]] + STEPS[way]
        what: i64 = self.cell(near)
        if what >= TOWER:
            return False
        if what == EMPTY:
            return n[LEFT] >= 1
        if what == ORC:
            return n[LEFT] >= 2
        return n[LEFT] >= 1 + self.least(near, way, turned, symbol)

    def may_jump(self, spot: i64) -> bool:
        """Whether Shadowfax may carry the pawn to a space (T14)."""
        n: vec[i64] = self._n
        return (
            n[WALKED] == 0
            and SHADOWFAX[n[CARD]] != 0
            and self.cell(spot) <= ORC
            and spot != n[PAWNS + n[MARCHER]]
        )

    def cost(self, way: i64) -> i64:
        """What the next step in a direction costs (T11)."""
        return 2 if self.cell(self._n[PAWNS + self._n[MARCHER]] + STEPS[way]) == ORC else 1

    def _arrive(self, spot: i64) -> None:
        """T11, T15: an Orc there is defeated, then pincers are looked for in both directions."""
        n: vec[i64] = self._n
        n[PAWNS + n[MARCHER]] = spot
        n[WALKED] += 1
        if self._cells[spot] == ORC:
            self._cells[spot] = 0
            n[PENDING + n[MOVER]] += 1
        self._pinch(spot, NORTH)
        self._pinch(spot, SOUTH)

    def _pinch(self, spot: i64, way: i64) -> None:
        n: vec[i64] = self._n
        caught: i64 = self.caught(spot, way)
        if caught == 0:
            return
        near: i64 = spot
        _taken: i64 = 0
        for _taken in range(caught):
            near += STEPS[way]
            self._cells[near] = 0
        other: i64 = self.owner(self.cell(near + STEPS[way]) - PAWN)
        theirs: i64 = caught // 2  # the mover takes the first, the third, ...
        n[PENDING + n[MOVER]] += caught - theirs
        n[PENDING + other] += theirs

    def caught(self, spot: i64, way: i64) -> i64:
        """How many Orcs a pawn on a space would catch in pincers with the nearest pawn in a direction (T15)."""
        near: i64 = spot + STEPS[way]
        count: i64 = 0
        while self.cell(near) == ORC:
            count += 1
            near += STEPS[way]
        what: i64 = self.cell(near)
        return count if PAWN <= what < PAWN + COLOURS else 0
