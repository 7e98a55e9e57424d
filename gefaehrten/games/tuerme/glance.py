"""Pure, compiled. What a player sees at a glance: the best way that a hero card offers, and which Orcs must fall.

The one rule: these are feelings about single actions, quick enough for the innermost loop; what a whole position is
worth is `knowledge`'s business.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.games.tuerme.kernel import TuermeKernel
from gefaehrten.games.tuerme.prospects import MOST_GAP, Prospects
from gefaehrten.games.tuerme.tables import (
    BASE_AIM,
    BASE_DISCARD,
    BASE_JUMP,
    BASE_PICK,
    BASE_PLAY,
    BASE_SET,
    BASE_STEP,
    BASE_WITHOUT,
    COLOURS,
    DIRECTIONS,
    EMPTY,
    FAR,
    GRID,
    NO_HEADING,
    ORC,
    PAWN,
    REACH,
    SHADOWFAX,
    SQUARES,
    STEPS,
    STOP,
    STRENGTH,
    SYMBOL,
    SYMBOLS,
    TOUCHES,
    TOWER,
    WIDTH,
    startable,
    turnable,
)

TAKEN: Final[i64] = 40
"""What an Orc feels like that becomes an own tile; the unit of all others here."""

SHARED: Final[i64] = 10
"""One that pincers leave to somebody else, or an event to nobody."""

GATE: Final[i64] = 6
"""An Orc beside a tower is one that every chain through it needs."""

GROUND: Final[i64] = -2
"""A step over free ground uses up strength."""

THRIFT: Final[i64] = 1
"""A strong card is better kept for later where a weaker one does as much: what a point of strength is worth."""

URGENT: Final = vec[i64]([0, 160, 110, 70, 45, 30, 20, 12, 8, 5, 3, 2, 0])
"""Orcs missing to the shortest chains to what an Orc of one of them is worth beyond itself."""

BARRED: Final = vec[i64]([0, 60, 45, 30, 20, 14, 10, 6, 4, 2, 1, 0, 0])
"""The same to what it is worth to end a move where such a chain lacks an Orc: none can enter there."""


NOWHERE: Final[i64] = -1000
"""Below every feeling."""


def _turnings(symbol: int, heading: int) -> list[int]:
    found = [way for way in range(DIRECTIONS) if turnable(symbol, heading, way)]
    return found + [0] * (6 - len(found))


TURNINGS: Final = vec[i64](
    [way for symbol in range(SYMBOLS) for heading in range(DIRECTIONS) for way in _turnings(symbol, heading)]
)
"""(Symbol * 8 + heading) * 6 + number to a direction that a pawn may turn to."""

HOW_MANY: Final = vec[i64](
    [
        sum(turnable(symbol, heading, way) for way in range(DIRECTIONS))
        for symbol in range(SYMBOLS)
        for heading in range(DIRECTIONS)
    ]
)
"""Symbol * 8 + heading to how many of these there are."""


class Glance:
    """Sums up a board once, then tells how good actions feel. Mutable, to be used again."""

    def __init__(self) -> None:
        self._prospects: Prospects = Prospects()
        self._board: vec[i64] = vec[i64]([0] * GRID)
        self._fall: vec[i64] = vec[i64]([0] * GRID)  # what it is worth that the Orc there falls
        self._pass: vec[i64] = vec[i64]([0] * GRID)  # what it is worth to come there
        self._stay: vec[i64] = vec[i64]([0] * GRID)  # what it is worth to end a move there
        self._cost: vec[i64] = vec[i64]([0] * GRID)  # the strength that it takes to come there
        self._colour: i64 = -1  # the pawn that all this is for

    def look(self, kernel: TuermeKernel) -> None:
        """Sums up a board."""
        board = self._board
        kernel.survey(board)
        seen = self._prospects
        seen.look(board)
        gap = seen.chains()
        fall = self._fall
        stay = self._stay
        cost = self._cost
        spot: i64 = 0
        while spot < GRID:
            what = board[spot]
            fall[spot] = 0
            stay[spot] = 0
            cost[spot] = 1
            if what == ORC:
                cost[spot] = 2
                if TOUCHES[spot] != 0:
                    fall[spot] = GATE
            elif what >= TOWER:
                cost[spot] = FAR
            elif what != EMPTY:
                stay[spot] = NOWHERE
            spot += 1
        if gap < MOST_GAP:
            seen.mark(fall, URGENT[gap], 0)
            seen.mark(stay, 0, BARRED[gap])
        self._colour = -1

    def _for(self, colour: i64) -> None:
        """Sums up what spaces are worth to a pawn: pincers are with others."""
        if colour == self._colour:
            return
        self._colour = colour
        board = self._board
        into = self._pass
        fall = self._fall
        spot: i64 = 0
        while spot < GRID:
            into[spot] = TAKEN + fall[spot] if board[spot] == ORC else GROUND
            spot += 1
        spot = WIDTH
        while spot < GRID - WIDTH:
            what = board[spot]
            if PAWN <= what < TOWER and what != PAWN + colour:
                self._pincers(spot, -WIDTH)
                self._pincers(spot, WIDTH)
            spot += 1

    def _pincers(self, spot: i64, step: i64) -> None:
        """T15: what there is to be caught together with the pawn on a space; every other Orc is the mover's."""
        board = self._board
        worth: i64 = 0
        mine = True
        spot += step
        while board[spot] == ORC:
            self._pass[spot] += worth
            worth += self._fall[spot] + (TAKEN if mine else SHARED)
            mine = not mine
            spot += step
        self._pass[spot] += worth

    def feel(self, kernel: TuermeKernel, action: i64) -> i64:
        """How good an action feels in the position that was looked at, or later in the same turn."""
        if action < BASE_JUMP:
            colour = kernel.marcher()
            spot = kernel.pawn(colour)
            if action == STOP:
                return self._stay[spot]
            self._for(colour)
            way = action - BASE_STEP
            heading = kernel.heading()
            turned = kernel.turned() or (heading != NO_HEADING and heading != way)
            return self._along(spot, way, kernel.strength_left(), SYMBOL[kernel.card()], turned)
        if action < BASE_PLAY:
            self._for(kernel.marcher())
            return self._pass[action - BASE_JUMP] + self._stay[action - BASE_JUMP]
        if action < BASE_WITHOUT:
            return self._best(kernel, (action - BASE_PLAY) // COLOURS, (action - BASE_PLAY) % COLOURS)
        if action < BASE_SET:
            return -STRENGTH[action - BASE_WITHOUT]
        if action < BASE_AIM:
            return 0
        if action < BASE_PICK:
            return self._line(kernel, (action - BASE_AIM) // DIRECTIONS, (action - BASE_AIM) % DIRECTIONS)
        if action < BASE_DISCARD:
            return self._fall[action - BASE_PICK]
        return 0

    def _best(self, kernel: TuermeKernel, card: i64, colour: i64) -> i64:
        """The best that a card can do for a pawn."""
        self._for(colour)
        best: i64 = NOWHERE
        spot = kernel.pawn(colour)
        strength = kernel.strength(card, colour)
        symbol = SYMBOL[card]
        way: i64 = 0
        while way < DIRECTIONS:
            if startable(symbol, way):
                value = self._along(spot, way, strength, symbol, False)
                if value > best:
                    best = value
            way += 1
        if SHADOWFAX[card] != 0:
            board = self._board
            index: i64 = 0
            count = i64(len(SQUARES))
            while index < count:
                spot = SQUARES[index]
                if board[spot] <= ORC:
                    value = self._pass[spot] + self._stay[spot]
                    if value > best:
                        best = value
                index += 1
        return best - THRIFT * STRENGTH[card]

    def _along(self, spot: i64, way: i64, left: i64, symbol: i64, turned: bool) -> i64:
        """The best end of a move that begins with a step, with a change of direction if there may be one."""
        worth = self._pass
        stay = self._stay
        cost = self._cost
        best: i64 = NOWHERE
        gained: i64 = 0
        step = STEPS[way]
        turning: i64 = (symbol * DIRECTIONS + way) * 6
        turnings = HOW_MANY[symbol * DIRECTIONS + way]
        while True:
            spot += step
            left -= cost[spot]
            if left < 0:
                return best
            gained += worth[spot]
            value = gained + stay[spot]
            if value > best:
                best = value
            if left == 0:
                return best
            if not turned:
                other: i64 = 0
                while other < turnings:
                    after = STEPS[TURNINGS[turning + other]]
                    # The same, once more, without another turn.
                    at = spot + after
                    rest = left - cost[at]
                    value = gained
                    while rest >= 0:
                        value += worth[at]
                        if value + stay[at] > best:
                            best = value + stay[at]
                        at += after
                        rest -= cost[at]
                    other += 1

    def _line(self, kernel: TuermeKernel, colour: i64, way: i64) -> i64:
        """T20: the Elven warriors."""
        spot = kernel.pawn(colour)
        worth: i64 = 0
        step: i64 = 0
        while step < REACH:
            spot += STEPS[way]
            what = kernel.cell(spot)
            if what >= TOWER:
                break
            if what == ORC:
                worth += SHARED + self._fall[spot]
            step += 1
        return worth
