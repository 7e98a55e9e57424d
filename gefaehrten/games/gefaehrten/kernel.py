"""Pure, compiled. The rules kernel of the card game: all clauses F1-F34 of docs/rules/gefaehrten.md.

The one rule: this file alone decides what is legal and what an action does. It is longer than other files because the
rules are one subject and an inner loop; the numbers it works on live in `state.py`, what a replica knows of them
in `replica.py`, the wording of refusals in `refusals.py`.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from gefaehrten.core.kernel import DEAL, DECIDE, MAX_ACTIONS, OVER, ROLL, UNKNOWN
from gefaehrten.core.random import Random
from gefaehrten.games.gefaehrten.refusals import refusal
from gefaehrten.games.gefaehrten.replica import GefaehrtenReplica
from gefaehrten.games.gefaehrten.tables import (
    ALL_SPACES,
    BAG_END,
    BASE_LOCATE,
    BASE_NAZGUL,
    BASE_PLACE,
    BASE_RECALL,
    BITS,
    BLACK,
    BREE,
    BY_CARDS,
    BY_LOCATIONS,
    BY_RETIREMENT,
    CARADHRAS,
    CARDS,
    COLOURS,
    COLUMNS,
    COVER,
    END,
    FACE_BITS,
    FACES,
    FIELDS,
    FORD,
    GONE,
    GRID,
    HAND,
    HAND_LIMIT,
    HEIGHT,
    HIDDEN,
    LAID,
    LAST,
    LEFT,
    LOCATING,
    LOCATION_CELL,
    LOSS,
    LOTHLORIEN,
    MAIN_BIG,
    MAIN_NONE,
    MAIN_ONES,
    MORIA,
    MORIA_LOSS,
    NAZGUL,
    NET,
    NO_TOKEN,
    OFFSETS,
    ORIGIN,
    OVER_,
    PLACING,
    PRIZE,
    PRIZES,
    RANK,
    RIVENDELL_1,
    ROWS,
    SCORE,
    SETUP,
    SIZE,
    SPACE_LIST,
    SPACES,
    STACK,
    TIES,
    TOKEN_KINDS,
    TOKENS,
    TOTAL,
    UNSEEN,
    VALUES,
    WEATHERTOP,
    WIDTH,
    WINS,
    WON,
)

_BELOW_LAST_FIELD: Final[i64] = 50
_NO_OWNERS: Final[list[int]] = []


class GefaehrtenKernel(GefaehrtenReplica):
    """One position of the card game, with full or partial knowledge, and the rules by which it goes on."""

    def __init__(
        self,
        seats: i64,
        owners: list[int],
        nazgul_table: bool = False,
        source: GefaehrtenKernel | None = None,
    ) -> None:
        """The first position: Bag End lies, nothing is dealt, the first mover is to be drawn.

        Args:
            seats: 2, 3 or 4.
            owners: the seat of each of the four colours, -1 for one that stays in the box (F4, F5).
            nazgul_table: house rule `nazgul_range=table` (F16).
            source: a position to copy; the other arguments are then not looked at.
        """
        super().__init__(seats, owners, nazgul_table, source)
        if source is None:
            self._lay(ORIGIN)

    def clone(self) -> GefaehrtenKernel:
        """An independent copy."""
        return GefaehrtenKernel(0, _NO_OWNERS, False, self)

    # Legal actions.

    def legal_actions(self, into: vec[i64]) -> i64:
        """Writes what may be legal for all that is known, ascending; returns the count."""
        if self._request != DECIDE:
            return 0
        if self._phase == LOCATING:
            return self._locations(into)
        return self._placements(into)

    def _placements(self, into: vec[i64]) -> i64:
        """`END`, then placements by token, face and space (F11-F18, F21), then Nazgûl, then F22."""
        count: i64 = 0
        location: i64 = self._location
        if self._placed > 0:
            into[0] = END
            count = 1
            if self._placed >= 2 and location == FORD:
                return count  # F17
        numbers: vec[i64] = self._numbers
        parties: vec[i64] = self._parties
        mover: i64 = self._mover
        hidden: bool = numbers[HIDDEN + mover] > 0
        first: i64 = parties[2 * mover]
        second: i64 = parties[2 * mover + 1]
        # Four bits a kind, not zero where the mover has, or may have, such a card.
        hold: i64 = numbers[HAND + first]
        other: i64 = 0
        if hidden:
            hold = hold | numbers[UNSEEN + first]
        if second >= 0:
            other = numbers[HAND + second]
            if hidden:
                other = other | numbers[UNSEEN + second]
        free: i64 = self._free
        cover: i64 = 0
        nazgul: bool = (hold | other) >> (4 * NAZGUL) != 0
        if self._black != 0 or nazgul:
            cover = self._coverable()
        # F12: which kinds no token is needed for. The Ford takes two cards of any values (F17).
        kinds: i64 = 63
        if location != FORD:
            if self._main == MAIN_ONES:
                kinds = 3
            elif self._main == MAIN_BIG:
                kinds = 1
        barred: i64 = 0
        if location == CARADHRAS:
            barred = self._values & 2  # F18
        beats: i64 = 0
        if self._black != 0:
            beats = cover
        count = self._faces(into, count, NO_TOKEN, first, hold, kinds & ~barred, free, beats)
        if second >= 0:
            count = self._faces(into, count, NO_TOKEN, second, other, kinds & ~barred, free, beats)
        tokens: i64 = numbers[TOKENS + mover] & ~self._fresh
        if tokens != 0:
            token: i64 = 1
            for token in range(1, TOKEN_KINDS):
                if (tokens >> token) & 1 != 0:
                    allowed: i64 = kinds
                    if token == WEATHERTOP:
                        allowed = kinds | self._values  # F21: once more a value placed in this turn
                    allowed = allowed & 63 & ~barred
                    count = self._faces(into, count, token, first, hold, allowed, free, beats)
                    if second >= 0:
                        count = self._faces(into, count, token, second, other, allowed, free, beats)
        if nazgul:
            if hold >> (4 * NAZGUL) != 0:
                count = self._nazgul_targets(into, count, first, cover)
            if other >> (4 * NAZGUL) != 0:
                count = self._nazgul_targets(into, count, second, cover)
        if (tokens >> LOTHLORIEN) & 1 != 0:
            count = self._recalls(into, count, beats, barred)
        return count

    def _coverable(self) -> i64:
        """F13-F15 as ten bits per covering value 1 ... 6: the current spaces whose card it beats, own ones left out."""
        cover: i64 = 0
        colour: i64 = 0
        for colour in range(COLOURS):
            if self._owners[colour] != self._mover:
                cover = cover | self._numbers[FIELDS + colour]
        return cover

    def _faces(
        self,
        into: vec[i64],
        count: i64,
        token: i64,
        colour: i64,
        hold: i64,
        kinds: i64,
        free: i64,
        cover: i64,
    ) -> i64:
        """Writes the placements of one colour with one token: by kind, then by space."""
        base: i64 = (token * FACES + colour * 8) * SPACES  # BASE_PLACE less one: `SPACE_LIST` counts from one
        bonus: i64 = 0
        if token == RIVENDELL_1:
            bonus = 2
        kind: i64 = 0
        hold = hold & 0xFFFFFF
        while hold != 0:
            if hold & FACE_BITS != 0 and (kinds >> kind) & 1 != 0:
                mask: i64 = free
                value: i64 = kind + bonus
                if cover != 0 and value > 0:
                    if value > 6:
                        value = 6
                    mask = mask | ((cover >> (10 * (value - 1))) & ALL_SPACES)
                spaces: i64 = SPACE_LIST[mask]
                while spaces != 0:
                    into[count] = base + (spaces & 15)
                    count += 1
                    spaces = spaces >> 4
            hold = hold >> 4
            kind += 1
            base += SPACES
        return count

    def _nazgul_targets(self, into: vec[i64], count: i64, colour: i64, cover: i64) -> i64:
        """F15, F16. A location that is open has a free space, so going there is always possible."""
        base: i64 = BASE_NAZGUL + colour * (GRID + 1)
        if not self._table:
            spaces: i64 = SPACE_LIST[(cover >> _BELOW_LAST_FIELD) & ALL_SPACES]
            while spaces != 0:
                into[count] = base + self._origin + OFFSETS[(spaces & 15) - 1]
                count += 1
                spaces = spaces >> 4
        else:
            cells: vec[u8] = self._cells
            row: i64 = 0
            for row in range(HEIGHT):
                bits: i64 = self._numbers[ROWS + row]
                target: i64 = row * WIDTH
                while bits != 0:
                    if bits & 1 != 0:
                        cell: i64 = i64(cells[target])
                        if COVER[cell] != 0 and self._owners[(cell >> 3) & 3] != self._mover:
                            into[count] = base + target
                            count += 1
                    bits = bits >> 1
                    target += 1
        into[count] = base + GRID
        return count + 1

    def _recalls(self, into: vec[i64], count: i64, cover: i64, barred: i64) -> i64:
        """F22. A turn once begun goes on, so the hand may have run out by now."""
        cells: vec[u8] = self._cells
        row: i64 = 0
        for row in range(HEIGHT):
            bits: i64 = self._numbers[ROWS + row]
            source: i64 = row * WIDTH
            while bits != 0:
                if bits & 1 != 0:
                    cell: i64 = i64(cells[source])
                    value: i64 = (cell & 7) - 1
                    if self._recallable(source) and (barred >> value) & 1 == 0:
                        mask: i64 = self._free
                        old: i64 = self._space_of(source)
                        if old >= 0:
                            mask = mask | (i64(1) << old)
                        if cover != 0 and value > 0:
                            mask = mask | ((cover >> (10 * (value - 1))) & ALL_SPACES)
                        spaces: i64 = SPACE_LIST[mask]
                        while spaces != 0:
                            into[count] = BASE_RECALL + source * SPACES + (spaces & 15) - 1
                            count += 1
                            spaces = spaces >> 4
                bits = bits >> 1
                source += 1
        return count

    def _recallable(self, source: i64) -> bool:
        """F22: an own top card without a token that adjoins an already scored location."""
        cells: vec[u8] = self._cells
        cell: i64 = i64(cells[source])
        if cell == 0 or cell >= 32 or cell & 7 == LOCATION_CELL:
            return False
        if self._owners[(cell >> 3) & 3] != self._mover:
            return False
        # Every location but the current one is scored, and a card adjoins the locations whose cells it touches.
        row: i64 = -WIDTH
        while row <= WIDTH:
            column: i64 = -1
            while column <= 1:
                near: i64 = source + row + column
                if (
                    i64(cells[near]) & 7 == LOCATION_CELL
                    and near != self._origin
                    and near != self._origin + 1
                ):
                    return True
                column += 1
            row += WIDTH
        return False

    def _space_of(self, cell: i64) -> i64:
        """Which current space a grid position is, -1 if it is none."""
        space: i64 = 0
        for space in range(SPACES):
            if self._origin + OFFSETS[space] == cell:
                return space
        return -1

    def _locations(self, into: vec[i64]) -> i64:
        """F28 for a whole row of cells at a time: bit x stands for the location whose left cell is (x, row)."""
        numbers: vec[i64] = self._numbers
        count: i64 = 0
        above: i64 = 0
        here: i64 = numbers[ROWS]
        row: i64 = 0
        for row in range(HEIGHT):
            below: i64 = 0
            if row < HEIGHT - 1:
                below = numbers[ROWS + row + 1]
            if above | here | below != 0:
                # Corner contact does not count: of the rows above and below only the two cells face to face with it.
                touched: i64 = above | below
                beside: i64 = (here << 1) | (here >> 2)
                found: i64 = (touched | (touched >> 1) | beside) & ~here & ~(here >> 1)
                # The ten spaces are all occupied: the four above, the four below, and both ends.
                shut: i64 = above & below & (here << 1)
                if shut != 0:
                    both: i64 = above & below
                    shut = (both << 1) & both & (both >> 1) & (both >> 2) & (here << 1) & (here >> 2)
                    found = found & ~shut
                action: i64 = BASE_LOCATE + row * WIDTH
                while found != 0:
                    if found & 255 == 0:
                        found = found >> 8
                        action += 8
                        continue
                    if found & 1 != 0:
                        into[count] = action
                        count += 1
                    found = found >> 1
                    action += 1
            above = here
            here = below
        return count

    def recallable(self, source: i64) -> bool:
        """Whether the mover may pick up the card at a grid position, once it has the token to (F22)."""
        return self._recallable(source)

    def check(self, action: i64) -> None:
        """Raises `IllegalAction` with the clause unless `legal_actions` names the action."""
        buffer: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        count: i64 = self.legal_actions(buffer)
        index: i64 = 0
        for index in range(count):
            if buffer[index] == action:
                return
        raise refusal(self, action)

    # What actions do.

    def apply(self, action: i64) -> None:
        """Takes one legal action."""
        if action >= BASE_LOCATE:
            self._locate(action - BASE_LOCATE)
        elif action == END:
            self._close()
        elif action < BASE_NAZGUL:
            code: i64 = action - BASE_PLACE
            space: i64 = code % SPACES
            code = code // SPACES
            self._place_card(code >> 5, code & 31, space)
        elif action < BASE_RECALL:
            hit: i64 = action - BASE_NAZGUL
            self._send_nazgul(hit // (GRID + 1), hit % (GRID + 1))
        else:
            recall: i64 = action - BASE_RECALL
            self._recall(recall // SPACES, recall % SPACES)

    def _take(self, colour: i64, kind: i64) -> None:
        """Takes a card out of the mover's hand: a known one, else one of the unknown ones turns out to be it."""
        numbers: vec[i64] = self._numbers
        mover: i64 = self._mover
        one: i64 = i64(1) << (4 * kind)
        if (numbers[HAND + colour] >> (4 * kind)) & FACE_BITS != 0:
            numbers[HAND + colour] -= one
        else:
            numbers[UNSEEN + colour] -= one
            numbers[HIDDEN + mover] -= 1
        numbers[SIZE + mover] -= 1

    def _place_card(self, token: i64, face: i64, space: i64) -> None:
        colour: i64 = face >> 3
        kind: i64 = face & 7
        self._take(colour, kind)
        again: bool = token == WEATHERTOP and (self._values >> kind) & 1 != 0
        if kind > 0 and not again:
            self._main = MAIN_ONES if kind == 1 else MAIN_BIG
        self._put((kind + 1) | (colour << 3) | (token << 5), space)

    def _put(self, cell: i64, space: i64) -> None:
        """Lays a card on a current space; a covered card is out of the game (F10). Fills or not (F19)."""
        numbers: vec[i64] = self._numbers
        spot: i64 = self._origin + OFFSETS[space]
        bit: i64 = i64(1) << space
        if self._free & bit != 0:
            self._free = self._free & ~bit
            row: i64 = ROWS + (spot >> 6)
            numbers[row] = numbers[row] | BITS[spot & 63]
        else:
            self._discard(i64(self._cells[spot]), space)
        self._cells[spot] = u8(cell)
        field: i64 = FIELDS + ((cell >> 3) & 3)
        numbers[field] = numbers[field] | (COVER[cell] << space)
        self._values = self._values | (i64(1) << ((cell & 7) - 1))
        self._placed += 1
        self._last_placer = self._mover
        token: i64 = cell >> 5
        if token != NO_TOKEN:
            numbers[TOKENS + self._mover] &= ~(i64(1) << token)
            if token == BAG_END:
                self._black = 1 - self._black  # after this card: it was placed under the old side
        if self._free == 0:
            self._filled()

    def _discard(self, cell: i64, space: i64) -> None:
        """Counts a card that leaves the game in the open, from a current space or (-1) from another cell."""
        colour: i64 = (cell >> 3) & 3
        self._numbers[GONE + colour] += i64(1) << (4 * ((cell & 7) - 1))
        self._uncover(colour, space)

    def _uncover(self, colour: i64, space: i64) -> None:
        """On the space no card of the colour is to be covered any more."""
        if space >= 0:
            self._numbers[FIELDS + colour] = self._numbers[FIELDS + colour] & ~COLUMNS[space]

    def _vacate(self, spot: i64, space: i64) -> None:
        """Frees a cell (F10), a current space or (-1) another one."""
        row: i64 = ROWS + (spot >> 6)
        self._cells[spot] = 0
        self._numbers[row] = self._numbers[row] & ~BITS[spot & 63]
        if space >= 0:
            self._free = self._free | (i64(1) << space)

    def _send_nazgul(self, colour: i64, target: i64) -> None:
        self._take(colour, NAZGUL)
        self._numbers[GONE + colour] += i64(1) << (4 * NAZGUL)
        if target < GRID:
            space: i64 = self._space_of(target)
            self._discard(i64(self._cells[target]), space)
            self._vacate(target, space)
        self._placed += 1
        self._last_placer = self._mover

    def _recall(self, source: i64, space: i64) -> None:
        cell: i64 = i64(self._cells[source])
        old: i64 = self._space_of(source)
        self._uncover((cell >> 3) & 3, old)
        self._vacate(source, old)
        self._put(cell | (LOTHLORIEN << 5), space)

    def _lay(self, left: i64) -> None:
        """Lays the next location; cards that adjoin it count for it, with their tokens (F29)."""
        numbers: vec[i64] = self._numbers
        cells: vec[u8] = self._cells
        self._location += 1
        self._origin = left
        numbers[LAID + self._location] = left
        cells[left] = u8(LOCATION_CELL)
        cells[left + 1] = u8(LOCATION_CELL)
        row: i64 = ROWS + (left >> 6)
        numbers[row] = numbers[row] | BITS[left & 63] | BITS[(left & 63) + 1]
        black: i64 = BLACK[self._location]
        free: i64 = 0
        space: i64 = 0
        for space in range(SPACES):
            cell: i64 = i64(cells[left + OFFSETS[space]])
            if cell == 0:
                free = free | (i64(1) << space)
            elif cell >> 5 == BAG_END:
                black = 1 - black
        self._free = free
        self._black = black
        self._survey()

    def _locate(self, left: i64) -> None:
        self._lay(left)
        self._phase = PLACING
        if self._stand_in != 0:
            # F34: who places the location for a retired seat moves next; the turn that owed it is over.
            self._stand_in = 0
            self._open_turn()
            self._turns += 1
            self._pass_on(self._mover)
        else:
            self._close()

    def _filled(self) -> None:
        """F19, F27, F30, F31."""
        self._score_location()
        if self._location == LAST:
            self._finish(BY_LOCATIONS)
        elif self._with_cards() <= 1:
            self._finish(BY_CARDS)
        else:
            self._phase = LOCATING

    def _with_cards(self) -> i64:
        """How many seats have a hand or a stack."""
        count: i64 = 0
        seat: i64 = 0
        for seat in range(self._seats):
            if self._numbers[SIZE + seat] + self._numbers[STACK + seat] > 0:
                count += 1
        return count

    def _finish(self, ending: i64) -> None:
        self._open_turn()
        self._turns += 1
        self._phase = OVER_
        self._request = OVER
        self._ending = ending
        self._deal_seat = -1
        self._deal_left = 0
        self._stand_in = 0

    def _open_turn(self) -> None:
        """Forgets what the turn before has used up."""
        self._main = MAIN_NONE
        self._values = 0
        self._placed = 0
        self._fresh = 0

    def _close(self) -> None:
        """Ends the mover's turn: refill as far as the stack reaches, then the next seat (F11)."""
        self._open_turn()
        self._turns += 1
        mover: i64 = self._mover
        need: i64 = HAND_LIMIT - self._numbers[SIZE + mover]
        stack: i64 = self._numbers[STACK + mover]
        if need > stack:
            need = stack
        if need > 0:
            self._request = DEAL
            self._deal_seat = mover
            self._deal_left = need
        else:
            self._pass_on(mover + 1)

    def _pass_on(self, start: i64) -> None:
        """The first seat with hand cards moves, clockwise from `start`; without one the match ends (F11, F30)."""
        self._deal_seat = -1
        self._deal_left = 0
        seat: i64 = start
        _step: i64 = 0
        for _step in range(self._seats):
            if seat >= self._seats:
                seat -= self._seats
            if self._numbers[SIZE + seat] > 0:
                self._mover = seat
                self._request = DECIDE
                return
            seat += 1
        self._score_location()
        # The turn that led here was counted when it ended.
        self._turns -= 1
        self._finish(BY_CARDS)

    # Scoring.

    def score_now(self) -> None:
        """Scores the current location as it lies. For previews, on a clone: the play does not go on from it."""
        self._score_location()

    def _score_location(self) -> None:
        """F23-F26."""
        numbers: vec[i64] = self._numbers
        cells: vec[u8] = self._cells
        owners: vec[i64] = self._owners
        location: i64 = self._location
        colour: i64 = 0
        for colour in range(COLOURS):
            numbers[RANK + colour] = 0
            numbers[TOTAL + colour] = 0
            numbers[CARDS + colour] = 0
            numbers[PRIZE + colour] = 0
            numbers[LOSS + colour] = 0
            numbers[WON + colour] = 0
            numbers[NET + colour] = 0  # by seat, of which there are no more than colours
        bree: bool = False
        cell: i64 = 0
        space: i64 = 0
        for space in range(SPACES):
            cell = i64(cells[self._origin + OFFSETS[space]])
            if cell != 0 and cell & 7 != LOCATION_CELL:
                colour = (cell >> 3) & 3
                numbers[TOTAL + colour] += VALUES[cell]
                numbers[CARDS + colour] += 1
                if cell >> 5 == BREE:
                    bree = True
        if bree:
            for colour in range(COLOURS):
                numbers[TOTAL + colour] = numbers[CARDS + colour]
        # Parties in the order that settles ties (F24), two bits each.
        order: i64 = 0
        parties: i64 = 0
        seat: i64 = self._last_placer
        _step: i64 = 0
        for _step in range(self._seats):
            seat += 1
            if seat >= self._seats:
                seat -= self._seats
            tie: i64 = 0
            for tie in range(COLOURS):
                colour = TIES[tie]
                if owners[colour] == seat:
                    order = order | (colour << (2 * parties))
                    parties += 1
        rank: i64 = 0
        lowest: i64 = 0
        for rank in range(parties):
            best: i64 = -1
            high: i64 = -1
            left: i64 = order
            _step = 0
            for _step in range(parties):
                colour = left & 3
                left = left >> 2
                if numbers[RANK + colour] == 0:
                    # A party without a card comes after those with a total of zero.
                    worth: i64 = 0
                    if numbers[CARDS + colour] > 0:
                        worth = numbers[TOTAL + colour] + 1
                    if worth > high:
                        high = worth
                        best = colour
            numbers[RANK + best] = rank + 1
            lowest = best
            if rank < 3 and rank < parties - 1 and numbers[CARDS + best] > 0:
                prize: i64 = PRIZES[3 * location + rank]
                seat = owners[best]
                numbers[PRIZE + best] = prize
                numbers[SCORE + seat] += prize
                numbers[NET + seat] += prize
                token: i64 = WINS[3 * location + rank]
                if token != NO_TOKEN:
                    numbers[WON + best] = i64(1) << token
                    numbers[TOKENS + seat] |= i64(1) << token
                    self._fresh = self._fresh | (i64(1) << token)
        if location == MORIA:
            seat = owners[lowest]
            loss: i64 = MORIA_LOSS
            if loss > numbers[SCORE + seat]:
                loss = numbers[SCORE + seat]
            numbers[LOSS + lowest] = loss
            numbers[SCORE + seat] -= loss
            numbers[NET + seat] -= loss
        self._scorings += 1
        self._scored = location

    # The beginning and the draws.

    def roll(self, value: i64) -> None:
        """The first mover is drawn (F5); then each seat gets its six cards (F6)."""
        self._first = value
        self._mover = value
        self._deal_out(0)

    def _deal_out(self, start: i64) -> None:
        """Asks for the first hands, seat by seat; then the first mover, or the next seat with cards, begins."""
        seat: i64 = 0
        for seat in range(start, self._seats):
            if self._numbers[STACK + seat] > 0:
                self._request = DEAL
                self._deal_seat = seat
                self._deal_left = HAND_LIMIT
                return
        self._phase = PLACING
        self._pass_on(self._first)

    def deal(self, face: i64) -> None:
        """One card of the open `DEAL`, `UNKNOWN` where this replica does not see it."""
        numbers: vec[i64] = self._numbers
        seat: i64 = self._deal_seat
        if face == UNKNOWN:
            numbers[HIDDEN + seat] += 1
        else:
            one: i64 = i64(1) << (4 * (face & 7))
            numbers[HAND + (face >> 3)] += one
            numbers[UNSEEN + (face >> 3)] -= one
        numbers[SIZE + seat] += 1
        numbers[STACK + seat] -= 1
        self._deal_left -= 1
        if self._deal_left == 0:
            if self._phase == SETUP:
                self._deal_out(seat + 1)
            else:
                self._pass_on(seat + 1)

    def chance(self, rng: Random) -> None:
        """Fulfils the open `ROLL`, or the whole open `DEAL`."""
        if self._request == ROLL:
            self.roll(rng.below(self._seats))
        elif self._request == DEAL:
            seat: i64 = self._deal_seat
            left: i64 = self._deal_left
            while left > 0:
                self.deal(self._draw(seat, rng))
                left -= 1

    # Leaving.

    def retire(self, seat: i64) -> None:
        """F34. The seat's hand and stack leave the game; what lies on the table stays."""
        if self._request == OVER or self.retired(seat):
            return
        numbers: vec[i64] = self._numbers
        self._retired = self._retired | (i64(1) << seat)
        numbers[LEFT + seat] = numbers[SIZE + seat] + numbers[STACK + seat]
        numbers[SIZE + seat] = 0
        numbers[STACK + seat] = 0
        numbers[HIDDEN + seat] = 0
        colour: i64 = 0
        for colour in range(COLOURS):
            if self._owners[colour] == seat:
                numbers[HAND + colour] = 0
                numbers[UNSEEN + colour] = 0
        staying: i64 = 0
        other: i64 = 0
        for other in range(self._seats):
            if not self.retired(other):
                staying += 1
        if staying == 1:
            self._finish(BY_RETIREMENT)
        elif self._request == DEAL:
            if self._deal_seat == seat:
                if self._phase == SETUP:
                    self._deal_out(seat + 1)
                else:
                    self._pass_on(seat + 1)
        elif self._request == DECIDE:
            if self._phase == LOCATING:
                # Open in F34 where the seat that leaves is not the one that owes: F30 then says the same.
                if self._with_cards() <= 1:
                    self._finish(BY_CARDS)
                elif self._mover == seat:
                    self._open_turn()
                    self._turns += 1
                    self._stand_in = 1
                    self._pass_on(seat + 1)
            elif self._mover == seat:
                self._open_turn()
                self._turns += 1
                self._pass_on(seat + 1)

    # The outcome.

    def place(self, seat: i64) -> i64:
        """The seat's final place (F32, F34): retired seats come after the others, by the same figures."""
        place: i64 = 0
        other: i64 = 0
        for other in range(self._seats):
            if self._ahead(other, seat):
                place += 1
        return place

    def _ahead(self, one: i64, other: i64) -> bool:
        numbers: vec[i64] = self._numbers
        if self.retired(one) != self.retired(other):
            return self.retired(other)
        if numbers[SCORE + one] != numbers[SCORE + other]:
            return numbers[SCORE + one] > numbers[SCORE + other]
        return numbers[NET + one] > numbers[NET + other]


def load(seats: int, owners: list[int], nazgul_table: bool, dump: list[int]) -> GefaehrtenKernel:
    """A position from `GefaehrtenKernel.dump`.

    Raises:
        ValueError: the dump is of another setup: the caller's fault.
    """
    kernel = GefaehrtenKernel(seats, owners, nazgul_table)
    head = int(GONE + COLOURS)
    if dump[head : head + 2] != [seats, int(nazgul_table)] or dump[head + 23 : head + 27] != list(owners):
        raise ValueError("the dump belongs to a match with another setup")
    kernel.restore(dump)
    return kernel
