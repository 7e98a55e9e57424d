"""Pure, compiled. The rules kernel of the board game: all clauses T1-T30 of docs/rules/tuerme.md.

The one rule: this file decides what is legal and what an action does; how pawns move is in `march.py`. It is longer
than other files because the rules are one subject and an inner loop; the numbers it works on live in `state.py`, what
a replica knows of them in `replica.py`, the wording of refusals in `refusals.py`.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import DEAL, DECIDE, MAX_ACTIONS, OVER, PASS, ROLL, UNKNOWN
from gefaehrten.core.random import Random
from gefaehrten.games.tuerme.march import TuermeMarch
from gefaehrten.games.tuerme.refusals import refusal
from gefaehrten.games.tuerme.tables import (
    ALL_ORC_CARDS,
    AMON_HEN,
    AREA,
    AREA_AMON_HEN,
    AREA_FANGORN,
    AREA_FROM,
    AREA_HELMS_DEEP,
    AREA_MINAS_TIRITH,
    AREA_ROHAN,
    BARAD_DUR,
    BASE_AIM,
    BASE_DISCARD,
    BASE_JUMP,
    BASE_PAWN,
    BASE_PICK,
    BASE_PLAY,
    BASE_SET,
    BASE_STEP,
    BASE_WITHOUT,
    BITS,
    BY_CHAIN,
    BY_ENT,
    BY_RETIREMENT,
    BY_TIME,
    CARD,
    CARDS,
    CHOOSER,
    CHOOSING,
    CHOSEN,
    COLOURS,
    DEALING,
    DIRECTIONS,
    DISCARDED,
    DRAWING,
    DUE,
    EAST_ROW,
    EAST_TILES,
    EASTERLINGS,
    EDORAS,
    EDORAS_SPACE,
    ELVEN_WARRIORS,
    EMPTY,
    ENDING,
    ENT,
    EOWYN,
    EVENT,
    EVENTS_LEFT,
    FANGORN,
    FRODO_AND_SAM,
    GRIMA,
    HAND,
    HAND_SIZE,
    HAPPENING,
    HEADING,
    HELMS_DEEP,
    HERO,
    HIDDEN,
    KEPT,
    LAST_COLUMN,
    LAST_ORCS,
    LEFT,
    MARCHER,
    MERRY_AND_PIPPIN,
    MINAS_TIRITH,
    MOST_TURNS,
    MOVER,
    MOVING,
    NO_CARD,
    NO_EVENT,
    NO_HEADING,
    OPENER,
    ORC,
    ORC_LEFT,
    ORC_ROW,
    ORC_TILES,
    ORCS,
    ORTHANC,
    OVER_,
    OWED,
    PASSED,
    PASSING,
    PAWN,
    PAWNS,
    PENDING,
    PHASE,
    PICKED,
    PICKS,
    POINTS,
    POOL,
    REACH,
    REPLACING,
    REQUEST,
    RETIRED,
    REVEALER,
    RING,
    RING_SIZE,
    RINGED,
    RINGING,
    ROHAN,
    ROUND,
    SEATS,
    SECOND_AT_BOTH,
    SECOND_AT_ONE,
    SECOND_RING,
    SECOND_SIZE,
    SETTING,
    SHADOWFAX,
    SIZE,
    SQUARES,
    STACK,
    STEPS,
    STOCK,
    STOP,
    STRENGTH,
    THEODEN,
    TILE_ENT,
    TILE_POINTS,
    TILES,
    TO_PICK,
    TOWER,
    TRACK,
    TURNED,
    TURNS,
    UNSEEN,
    WALKED,
    WIDTH,
    WILD_MEN,
    bits,
    nth,
)


class TuermeKernel(TuermeMarch):
    """One position of the board game, with full or partial knowledge, and the rules by which it goes on."""

    def __init__(self, seats: i64, rings: i64, source: TuermeKernel | None = None) -> None:
        """The first position: the rings stand, as far as nothing has to be drawn for them (T8, T9).

        Args:
            seats: 2, 3 or 4.
            rings: house rule `rings`, as `tables` numbers it.
            source: a position to copy; the other arguments are then not looked at.
        """
        super().__init__(seats, rings, source)
        if source is not None:
            return
        spot: i64 = 0
        for spot in range(len(RING)):
            self._place(RING[spot])
        if rings == SECOND_AT_BOTH:
            self._second_ring(ORTHANC)
            self._second_ring(BARAD_DUR)
        if rings == SECOND_AT_ONE:
            self._ask(ROLL, RINGING)
        else:
            self._deal_out(0)

    def clone(self) -> TuermeKernel:
        """An independent copy."""
        return TuermeKernel(0, 0, self)

    def _ask(self, request: i64, phase: i64) -> None:
        self._n[REQUEST] = request
        self._n[PHASE] = phase

    def _ask_seat(self, seat: i64, phase: i64) -> None:
        """A decision of a seat is due."""
        self._n[CHOOSER] = seat
        self._ask(DECIDE, phase)

    def _ask_cards(self, seat: i64, amount: i64, phase: i64) -> None:
        self._n[DUE] = seat
        self._n[OWED] = amount
        self._ask(DEAL, phase)

    # Legal actions.

    def legal_actions(self, into: vec[i64]) -> i64:
        """Writes what may be legal for all that is known, ascending; returns the count."""
        n: vec[i64] = self._n
        if n[REQUEST] != DECIDE:
            return 0
        phase: i64 = n[PHASE]
        if phase == HERO:
            return self._plays(into)
        if phase == MOVING:
            return self._march(into)
        if phase == CHOOSING:
            return self._choices(into)
        return self._settings(into)

    def _settings(self, into: vec[i64]) -> i64:
        """T8: a free space of Amon Hen."""
        count: i64 = 0
        index: i64 = 0
        for index in range(AREA_FROM[AREA_AMON_HEN], AREA_FROM[AREA_AMON_HEN + 1]):
            if self._cells[AREA[index]] == EMPTY:
                into[count] = BASE_SET + AREA[index]
                count += 1
        return count

    def _plays(self, into: vec[i64]) -> i64:
        """T11, T13: a card that moves one of the pawns; only where there is none, a card without a move."""
        n: vec[i64] = self._n
        mover: i64 = n[MOVER]
        known: i64 = n[HAND + mover]
        possible: i64 = known
        if n[HIDDEN + mover] > 0:
            possible = possible | n[UNSEEN]
        first: i64 = 0
        second: i64 = 0
        first_pawn: i64 = -1
        second_pawn: i64 = -1
        colour: i64 = 0
        for colour in range(COLOURS):
            if self.owner(colour) == mover and n[PAWNS + colour] > 0:
                if first_pawn < 0:
                    first_pawn = colour
                    first = self.mobile_cards(colour, possible)
                else:
                    second_pawn = colour
                    second = self.mobile_cards(colour, possible)
        count: i64 = 0
        card: i64 = 0
        mobile: i64 = first | second
        left: i64 = mobile
        while left != 0:
            if left & 1 != 0:
                if first & BITS[card] != 0:
                    into[count] = BASE_PLAY + card * COLOURS + first_pawn
                    count += 1
                if second & BITS[card] != 0:
                    into[count] = BASE_PLAY + card * COLOURS + second_pawn
                    count += 1
            left = left >> 1
            card += 1
        # Whoever holds nothing but immobile cards plays one of them: a claim, where the hand is hidden.
        fixed: i64 = possible & ~mobile
        if known & mobile == 0 and bits(fixed & n[UNSEEN]) >= n[HIDDEN + mover]:
            left = fixed
            card = 0
            while left != 0:
                if left & 1 != 0:
                    into[count] = BASE_WITHOUT + card
                    count += 1
                left = left >> 1
                card += 1
        return count

    def _march(self, into: vec[i64]) -> i64:
        """T11-T14: stop, a step, a jump."""
        count: i64 = 0
        if self.may_stop():
            into[0] = STOP
            count = 1
        way: i64 = 0
        for way in range(DIRECTIONS):
            if self.may_step(way):
                into[count] = BASE_STEP + way
                count += 1
        if self._n[WALKED] == 0 and SHADOWFAX[self._n[CARD]] != 0:
            index: i64 = 0
            for index in range(len(SQUARES)):
                if self.may_jump(SQUARES[index]):
                    into[count] = BASE_JUMP + SQUARES[index]
                    count += 1
        return count

    def _choices(self, into: vec[i64]) -> i64:
        """T20: what an event leaves open to the seat."""
        n: vec[i64] = self._n
        seat: i64 = n[CHOOSER]
        event: i64 = n[HAPPENING]
        count: i64 = 0
        colour: i64 = 0
        if event == GRIMA:
            return self._highest(into)
        if event == EDORAS or (event == EOWYN and n[CHOSEN] < 0):
            for colour in range(COLOURS):
                if self.owner(colour) == seat and n[PAWNS + colour] > 0:
                    into[count] = BASE_PAWN + colour
                    count += 1
            return count
        if event == ELVEN_WARRIORS:
            for colour in range(COLOURS):
                if self.owner(colour) == seat and n[PAWNS + colour] > 0:
                    way: i64 = 0
                    for way in range(DIRECTIONS):
                        into[count] = BASE_AIM + colour * DIRECTIONS + way
                        count += 1
            return count
        # Orcs are picked in ascending order, so that no two runs of picks are the same.
        index: i64 = 0
        for index in range(self._around()):
            spot: i64 = self._near(index)
            if spot > n[PICKED] and self._cells[spot] == ORC:
                into[count] = BASE_PICK + spot
                count += 1
        return count - (n[PICKS] - 1)

    def _highest(self, into: vec[i64]) -> i64:
        """T20, T27: the cards of which none in the hand is higher; where it is hidden, those that may be."""
        n: vec[i64] = self._n
        seat: i64 = n[CHOOSER]
        known: i64 = n[HAND + seat]
        hidden: i64 = n[HIDDEN + seat]
        count: i64 = 0
        card: i64 = 0
        for card in range(CARDS):
            bit: i64 = BITS[card]
            if known & bit == 0 and (hidden == 0 or n[UNSEEN] & bit == 0):
                continue
            if n[PICKED] > 0 and STRENGTH[card] > n[PICKED]:
                continue
            lower: i64 = 0  # cards that the hidden ones may be
            fits: bool = True
            other: i64 = 0
            for other in range(CARDS):
                if STRENGTH[other] <= STRENGTH[card]:
                    if n[UNSEEN] & BITS[other] != 0:
                        lower += 1
                elif known & BITS[other] != 0:
                    fits = False
            if fits and lower >= hidden:
                into[count] = BASE_DISCARD + card
                count += 1
        return count

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
        n: vec[i64] = self._n
        n[PASSED] = 0
        if action == STOP:
            self._halt()
        elif action < BASE_JUMP:
            self._step(action - BASE_STEP)
        elif action < BASE_PLAY:
            self._arrive(action - BASE_JUMP)
            self._halt()
        elif action < BASE_WITHOUT:
            self._play((action - BASE_PLAY) // COLOURS, (action - BASE_PLAY) % COLOURS)
        elif action < BASE_SET:
            self._take(n[MOVER], action - BASE_WITHOUT)
            n[TURNS] += 1
            self._ask_cards(n[MOVER], 1, DRAWING)
        elif action < BASE_PAWN:
            self._stand(n[DUE], action - BASE_SET)
            n[TURNS] += 1
            self._next_pawn(n[DUE] + 1)
        elif action < BASE_AIM:
            self._choose_pawn(action - BASE_PAWN)
        elif action < BASE_PICK:
            self._shoot((action - BASE_AIM) // DIRECTIONS, (action - BASE_AIM) % DIRECTIONS)
            self._chosen()
        elif action < BASE_DISCARD:
            self._pick(action - BASE_PICK)
        else:
            self._drop(action - BASE_DISCARD)

    # A hero moves (T11-T16).

    def _play(self, card: i64, colour: i64) -> None:
        """The pawn is lifted: while it moves it stands on no square."""
        n: vec[i64] = self._n
        self._take(n[MOVER], card)
        n[LEFT] = self.strength(card, colour)
        if n[LEFT] < 0:
            n[LEFT] = 0
        self._cells[n[PAWNS + colour]] = 0
        n[CARD] = card
        n[MARCHER] = colour
        n[HEADING] = NO_HEADING
        n[TURNED] = 0
        n[WALKED] = 0
        self._ask_seat(n[MOVER], MOVING)

    def _step(self, way: i64) -> None:
        n: vec[i64] = self._n
        n[LEFT] -= self.cost(way)
        if n[HEADING] != NO_HEADING and way != n[HEADING]:
            n[TURNED] = 1
        n[HEADING] = way
        self._arrive(n[PAWNS + n[MARCHER]] + STEPS[way])
        if n[LEFT] == 0:
            self._halt()
            return
        # Where no further step is possible the move is over; a pawn's space it has always strength to leave.
        for way in range(DIRECTIONS):
            if self.may_step(way):
                return
        self._halt()

    def _halt(self) -> None:
        """The move is over: the pawn is put down, the mover draws (T16)."""
        n: vec[i64] = self._n
        self._stand(n[MARCHER], n[PAWNS + n[MARCHER]])
        self._drop_move()
        n[TURNS] += 1
        self._ask_cards(n[MOVER], 1, DRAWING)

    def _drop_move(self) -> None:
        n: vec[i64] = self._n
        n[CARD] = NO_CARD
        n[MARCHER] = -1
        n[HEADING] = NO_HEADING
        n[TURNED] = 0
        n[WALKED] = 0
        n[LEFT] = 0

    # The course of the match.

    def roll(self, value: i64) -> None:
        """The joint random number that was asked for: T9, T10, T17 or T18."""
        n: vec[i64] = self._n
        n[PASSED] = 0
        phase: i64 = n[PHASE]
        if phase == RINGING:
            n[RINGED] = value
            self._second_ring(value)
            self._deal_out(0)
        elif phase == ORCS:
            self._turn_orcs(nth(n[ORC_LEFT], value))
        elif phase == TILES:
            self._turn_tile(value)
        else:
            self._carry_out(nth(self.top_events(), value))

    def deal(self, face: i64) -> None:
        """One card of the open `DEAL`, `UNKNOWN` where this replica does not see it."""
        n: vec[i64] = self._n
        n[PASSED] = 0
        self._renew()
        seat: i64 = n[DUE]
        if face == UNKNOWN:
            n[HIDDEN + seat] += 1
        else:
            n[HIDDEN + seat] += 1
            self.learn(seat, face)
        n[SIZE + seat] += 1
        n[STACK] -= 1
        n[OWED] -= 1
        if n[OWED] == 0:
            self._dealt()

    def _dealt(self) -> None:
        n: vec[i64] = self._n
        seat: i64 = n[DUE]
        n[DUE] = -1
        n[OWED] = 0
        if n[PHASE] == DEALING:
            self._deal_out(seat + 1)
        elif n[PHASE] == DRAWING:
            self._evaluate()
        else:
            self._after_event()

    def passed(self) -> None:
        """T20: the Wild Men. All hands go to the left at once."""
        self._pass_hands()
        self._after_event()
        self._n[PASSED] = 1

    def chance(self, rng: Random) -> None:
        """Fulfils the open `ROLL`, the whole open `DEAL`, or the `PASS`."""
        request: i64 = self._n[REQUEST]
        if request == ROLL:
            self.roll(rng.below(self.amount()))
        elif request == DEAL:
            left: i64 = self.amount()
            while left > 0:
                self._renew()
                self.deal(self._draw(rng))
                left -= 1
        elif request == PASS:
            self.passed()

    def _deal_out(self, start: i64) -> None:
        """T8: three cards to each seat; then the pawns."""
        seat: i64 = 0
        for seat in range(start, self._n[SEATS]):
            if not self.retired(seat):
                self._ask_cards(seat, HAND_SIZE, DEALING)
                return
        self._next_pawn(0)

    def _next_pawn(self, start: i64) -> None:
        """T8: green, red, blue, yellow; then the first seat begins."""
        n: vec[i64] = self._n
        colour: i64 = 0
        for colour in range(start, COLOURS):
            owner: i64 = self.owner(colour)
            if owner >= 0 and not self.retired(owner):
                n[DUE] = colour
                self._ask_seat(owner, SETTING)
                return
        n[DUE] = -1
        self._begin(self.first())

    def _begin(self, seat: i64) -> None:
        """A turn of the game begins with an Orc card (T10), unless there have been too many (T30)."""
        n: vec[i64] = self._n
        if n[ROUND] == MOST_TURNS:
            self._finish(BY_TIME)
            return
        if n[ROUND] == 0:
            n[OPENER] = seat
        n[MOVER] = seat
        n[ROUND] += 1
        n[CHOOSER] = -1
        if n[ORC_LEFT] == 0:
            n[ORC_LEFT] = ALL_ORC_CARDS
        self._ask(ROLL, ORCS)

    def _turn_orcs(self, card: i64) -> None:
        """T10: Isengard first, then Mordor."""
        n: vec[i64] = self._n
        n[ORC_LEFT] = n[ORC_LEFT] & ~BITS[card]
        n[LAST_ORCS] = card
        self._enter(ORC_ROW[2 * card], ORTHANC, ORC_TILES[2 * card])
        if not self._chained():
            self._enter(ORC_ROW[2 * card + 1], BARAD_DUR, ORC_TILES[2 * card + 1])
            if not self._chained():
                self._ask_seat(n[MOVER], HERO)

    def _evaluate(self) -> None:
        """T17: the next tile is turned over, the mover's first, then clockwise; after the last one the turn is over."""
        n: vec[i64] = self._n
        n[CHOOSER] = -1
        seat: i64 = n[MOVER]
        _step: i64 = 0
        for _step in range(n[SEATS]):
            if n[PENDING + seat] > 0:
                n[REVEALER] = seat
                self._ask(ROLL, TILES)
                return
            seat += 1
            if seat == n[SEATS]:
                seat = 0
        n[REVEALER] = -1
        if n[ENT] >= TRACK:
            self._finish(BY_ENT)
        else:
            self._begin(self.next_seat(n[MOVER]))

    def _turn_tile(self, value: i64) -> None:
        """T17, T18, T23: the back of one defeated tile."""
        n: vec[i64] = self._n
        kind: i64 = 0
        while value >= n[POOL + kind]:
            value -= n[POOL + kind]
            kind += 1
        n[POOL + kind] -= 1
        n[PENDING + n[REVEALER]] -= 1
        n[KEPT + n[REVEALER]] += 1
        n[POINTS + n[REVEALER]] += TILE_POINTS[kind]
        if TILE_ENT[kind] != 0 and n[ENT] < TRACK:
            n[ENT] += 1
            if n[EVENTS_LEFT] != 0:
                self._ask(ROLL, EVENT)
                return
        self._evaluate()

    def _chained(self) -> bool:
        """T22, after Orcs have been placed."""
        if not self.joined():
            return False
        self._finish(BY_CHAIN)
        return True

    def _finish(self, ending: i64) -> None:
        n: vec[i64] = self._n
        n[ENDING] = ending
        n[DUE] = -1
        n[OWED] = 0
        n[CHOOSER] = -1
        n[HAPPENING] = NO_EVENT
        self._ask(OVER, OVER_)

    # Orcs on the board.

    def _place(self, spot: i64) -> bool:
        """An Orc on a space, if it is free and there is a tile; whether it was placed."""
        if self._cells[spot] != EMPTY or self._n[STOCK] == 0:
            return False
        self._cells[spot] = 1
        self._n[STOCK] -= 1
        return True

    def _remove(self, spot: i64) -> None:
        """T19: an Orc that an event takes goes back to the stock unseen, if there is one."""
        if self._cells[spot] == ORC:
            self._cells[spot] = 0
            self._n[STOCK] += 1

    def _second_ring(self, tower: i64) -> None:
        index: i64 = 0
        for index in range(SECOND_SIZE):
            self._place(SECOND_RING[tower * SECOND_SIZE + index])

    def _enter(self, row: i64, tower: i64, tiles: i64) -> None:
        """T10: so many tiles on the first free spaces of a row from a side."""
        spot: i64 = row * WIDTH + 1
        step: i64 = 1
        if tower == BARAD_DUR:
            spot = row * WIDTH + LAST_COLUMN
            step = -1
        column: i64 = 0
        while tiles > 0 and column < LAST_COLUMN:
            if self._place(spot):
                tiles -= 1
            spot += step
            column += 1

    def _fill(self, area: i64) -> None:
        """T20, T21: an Orc on each free space, row by row, west to east."""
        index: i64 = 0
        for index in range(AREA_FROM[area], AREA_FROM[area + 1]):
            self._place(AREA[index])
        if not self._chained():
            self._after_event()

    def _clear(self, area: i64) -> None:
        index: i64 = 0
        for index in range(AREA_FROM[area], AREA_FROM[area + 1]):
            self._remove(AREA[index])
        self._after_event()

    # Events (T18, T20, T21).

    def _carry_out(self, event: i64) -> None:
        n: vec[i64] = self._n
        n[EVENTS_LEFT] = n[EVENTS_LEFT] & ~BITS[event]
        n[HAPPENING] = event
        n[CHOSEN] = -1
        n[PICKS] = 0
        n[PICKED] = 0
        you: i64 = n[REVEALER]
        if event == MINAS_TIRITH:
            self._fill(AREA_MINAS_TIRITH)
        elif event == FANGORN:
            self._fill(AREA_FANGORN)
        elif event == AMON_HEN:
            self._fill(AREA_AMON_HEN)
        elif event == HELMS_DEEP:
            self._clear(AREA_HELMS_DEEP)
        elif event == ROHAN:
            self._clear(AREA_ROHAN)
        elif event == EASTERLINGS:
            self._enter(EAST_ROW, BARAD_DUR, EAST_TILES)
            if not self._chained():
                self._after_event()
        elif event == MERRY_AND_PIPPIN:
            if n[ENT] < TRACK:
                n[ENT] += 1
            self._after_event()
        elif event == WILD_MEN:
            self._ask(PASS, PASSING)
        elif event in (THEODEN, FRODO_AND_SAM):
            self._pick_from(self._heir_of_choice())
        elif self.retired(you):
            self._after_event()  # T18: it lapses
        elif event == GRIMA:
            n[PICKS] = DISCARDED
            self._ask_seat(you, CHOOSING)
        elif event == EDORAS:
            self._call_to_edoras(you)
        elif event == ELVEN_WARRIORS:
            self._call_elves(you)
        else:
            self._encourage(you)

    def _after_event(self) -> None:
        """The card has been carried out: the next tile."""
        n: vec[i64] = self._n
        n[HAPPENING] = NO_EVENT
        n[CHOSEN] = -1
        n[PICKS] = 0
        n[PICKED] = 0
        self._evaluate()

    def _chosen(self) -> None:
        """A seat has chosen what an event left open."""
        self._n[TURNS] += 1
        self._after_event()

    def _heir_of_choice(self) -> i64:
        """T18: the tile's owner, else the mover, else the next seat."""
        seat: i64 = self._n[REVEALER]
        if self.retired(seat):
            seat = self._n[MOVER]
        return self.next_seat(seat) if self.retired(seat) else seat

    def _one_pawn(self, seat: i64) -> i64:
        """The pawn of a seat that has only one."""
        colour: i64 = 0
        for colour in range(COLOURS):
            if self.owner(colour) == seat and self._n[PAWNS + colour] > 0:
                return colour
        return -1

    def _call_to_edoras(self, seat: i64) -> None:
        if self.cell(EDORAS_SPACE) >= PAWN:
            self._after_event()
        elif self.pawns(seat) > 1:
            self._ask_seat(seat, CHOOSING)
        else:
            self._go_to_edoras(self._one_pawn(seat))
            self._after_event()

    def _go_to_edoras(self, colour: i64) -> None:
        self._remove(EDORAS_SPACE)
        self._cells[self._n[PAWNS + colour]] = 0
        self._stand(colour, EDORAS_SPACE)

    def _choose_pawn(self, colour: i64) -> None:
        if self._n[HAPPENING] == EDORAS:
            self._go_to_edoras(colour)
            self._chosen()
            return
        self._n[CHOSEN] = colour
        if self._few():
            self._chosen()

    def _call_elves(self, seat: i64) -> None:
        """A choice only where there is something to be hit."""
        colour: i64 = 0
        way: i64 = 0
        for colour in range(COLOURS):
            if self.owner(colour) == seat and self._n[PAWNS + colour] > 0:
                for way in range(DIRECTIONS):
                    if self.in_line(colour, way) > 0:
                        self._ask_seat(seat, CHOOSING)
                        return
        self._after_event()

    def in_line(self, colour: i64, way: i64) -> i64:
        """How many Orcs the Elven warriors would take: pawns do not stop them, towers and the edge do (T20)."""
        spot: i64 = self._n[PAWNS + colour]
        count: i64 = 0
        _step: i64 = 0
        for _step in range(REACH):
            spot += STEPS[way]
            if self.cell(spot) >= TOWER:
                break
            if self._cells[spot] == ORC:
                count += 1
        return count

    def _shoot(self, colour: i64, way: i64) -> None:
        spot: i64 = self._n[PAWNS + colour]
        _step: i64 = 0
        for _step in range(REACH):
            spot += STEPS[way]
            if self.cell(spot) >= TOWER:
                break
            self._remove(spot)

    def _encourage(self, seat: i64) -> None:
        """T20: Éowyn. Which of two pawns is asked where one of them has an Orc beside it."""
        n: vec[i64] = self._n
        found: i64 = 0
        colour: i64 = 0
        for colour in range(COLOURS):
            if self.owner(colour) == seat and n[PAWNS + colour] > 0:
                n[CHOSEN] = colour
                found += self._there()
        if found == 0:
            self._after_event()
            return
        if self.pawns(seat) > 1:
            n[CHOSEN] = -1
            self._ask_seat(seat, CHOOSING)
            return
        self._pick_from(seat)

    def _around(self) -> i64:
        """How many spaces the event lets pick from."""
        return DIRECTIONS if self._n[HAPPENING] == EOWYN else RING_SIZE

    def _near(self, index: i64) -> i64:
        """The spaces that the event lets pick from, ascending."""
        n: vec[i64] = self._n
        if n[HAPPENING] == THEODEN:
            return RING[index]
        if n[HAPPENING] == FRODO_AND_SAM:
            return RING[RING_SIZE + index]
        spot: i64 = n[PAWNS + n[CHOSEN]]
        if index < 3:
            return spot - WIDTH - 1 + index
        if index < 5:
            return spot - 1 + 2 * (index - 3)
        return spot + WIDTH - 1 + (index - 5)

    def _there(self) -> i64:
        """How many Orcs stand there."""
        count: i64 = 0
        index: i64 = 0
        for index in range(self._around()):
            if self._cells[self._near(index)] == ORC:
                count += 1
        return count

    def _few(self) -> bool:
        """T21: where no more stand there than may be taken, they all go; else they are to be picked."""
        if self._there() > TO_PICK:
            self._n[PICKS] = TO_PICK
            return False
        index: i64 = 0
        for index in range(self._around()):
            self._remove(self._near(index))
        return True

    def _pick_from(self, seat: i64) -> None:
        if self._few():
            self._after_event()
        else:
            self._ask_seat(seat, CHOOSING)

    def _pick(self, spot: i64) -> None:
        n: vec[i64] = self._n
        self._remove(spot)
        n[PICKED] = spot
        n[PICKS] -= 1
        if n[PICKS] == 0:
            self._chosen()

    def _drop(self, card: i64) -> None:
        """Gríma: a card is discarded; for the last one as many are drawn (T20)."""
        n: vec[i64] = self._n
        seat: i64 = n[CHOOSER]
        self._take(seat, card)
        n[PICKED] = STRENGTH[card]
        n[PICKS] -= 1
        if n[PICKS] == 0:
            n[TURNS] += 1
            n[CHOOSER] = -1
            self._ask_cards(seat, DISCARDED, REPLACING)

    # Leaving.

    def retire(self, seat: i64) -> None:
        """T29. Pawns leave the board, the hand goes to the draw deck, all hands are dealt anew."""
        n: vec[i64] = self._n
        if n[REQUEST] == OVER or self.retired(seat):
            return
        n[PASSED] = 0
        if n[REQUEST] == DEAL:
            self._renew()  # at the table an empty deck was made anew as soon as a card was due
        n[RETIRED] = n[RETIRED] | BITS[seat]
        colour: i64 = 0
        for colour in range(COLOURS):
            if self.owner(colour) == seat and n[PAWNS + colour] > 0:
                if colour != n[MARCHER]:
                    self._cells[n[PAWNS + colour]] = 0
                n[PAWNS + colour] = 0
        n[STACK] += n[SIZE + seat]
        n[SIZE + seat] = 0
        self._forget_hands()
        phase: i64 = n[PHASE]
        if self.staying() == 1:
            self._drop_move()
            self._finish(BY_RETIREMENT)
        elif phase in (DEALING, DRAWING, REPLACING):
            if n[DUE] == seat:
                self._dealt()
        elif phase == ORCS:
            if n[MOVER] == seat:
                self._begin(self.next_seat(seat))
        elif n[REQUEST] == DECIDE and n[CHOOSER] == seat:
            self._lapse()

    def _lapse(self) -> None:
        """What was due to a seat that has left."""
        n: vec[i64] = self._n
        n[TURNS] += 1
        if n[PHASE] == SETTING:
            self._next_pawn(n[DUE] + 1)
        elif n[PHASE] != CHOOSING:
            self._drop_move()
            self._evaluate()
        elif n[HAPPENING] in (THEODEN, FRODO_AND_SAM):
            self._ask_seat(self._heir_of_choice(), CHOOSING)
        else:
            self._after_event()

    # The outcome.

    def score(self, seat: i64) -> i64:
        """The seat's points; a loss is a shared zero (T24)."""
        return 0 if self.lost() else self._n[POINTS + seat]

    def place(self, seat: i64) -> i64:
        """The seat's final place (T23, T29); nobody has the first one where the towers have won (T22)."""
        n: vec[i64] = self._n
        if self.lost():
            return 1
        place: i64 = 0
        other: i64 = 0
        for other in range(n[SEATS]):
            if self._ahead(other, seat):
                place += 1
        return place

    def _ahead(self, one: i64, other: i64) -> bool:
        n: vec[i64] = self._n
        if self.retired(one) != self.retired(other):
            return self.retired(other)
        if n[POINTS + one] != n[POINTS + other]:
            return n[POINTS + one] > n[POINTS + other]
        return n[KEPT + one] > n[KEPT + other]


def load(seats: int, rings: int, dump: list[int]) -> TuermeKernel:
    """A position from `TuermeKernel.dump`.

    Raises:
        ValueError: the dump is of another setup: the caller's fault.
    """
    kernel = TuermeKernel(seats, rings)
    kernel.restore(dump)
    return kernel
