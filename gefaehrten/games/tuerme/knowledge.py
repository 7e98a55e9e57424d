"""Pure, compiled. What bots know of the board game: what a position is worth, and how to play on from it by feel.

The one rule: these are guesses, never rules; a bot without them is weaker, not wrong.

The game is half a common cause (T24): when the towers win nobody has anything. So a position is judged twice: how a
seat stands among the others, and how likely it is that there will be winners at all.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import OVER, Kernel
from gefaehrten.core.knowledge import POINT, Knowledge
from gefaehrten.core.random import Random
from gefaehrten.games.tuerme.glance import Glance
from gefaehrten.games.tuerme.kernel import TuermeKernel
from gefaehrten.games.tuerme.prospects import NEAR_GAP, Prospects
from gefaehrten.games.tuerme.tables import (
    ALL_TILES,
    COLOURS,
    DIRECTIONS,
    EMPTY,
    GRID,
    ORC,
    STEPS,
    TILE_COUNT,
    TILE_ENT,
    TILE_KINDS,
    TILE_POINTS,
    TRACK,
)

TILE_WORTH: Final[i64] = (
    POINT * sum(TILE_POINTS[kind] * TILE_COUNT[kind] for kind in range(TILE_KINDS)) // ALL_TILES
)
"""A tile whose back is not known, in hundredths of a point."""

ENTS: Final[i64] = sum(TILE_COUNT[kind] for kind in range(TILE_KINDS) if TILE_ENT[kind] != 0)
"""Tiles with an Ent on their backs."""

# The logit of how likely the towers win where the next Orc card does not decide it, in thousandths. Fitted to 4,096
# positions of 120 matches of bots (60 iterations a decision), then rounded: a logistic regression.
BASE: Final[i64] = -5000
STEP: Final[i64] = 345
"""For each step that the Ent has still to go."""

CROWD: Final[i64] = 10
"""For each Orc on the board."""

THREAT: Final = vec[i64]([0, 350, 245, 175, 120, 70, 35])
"""For the Orcs that will be missing to the shortest chain after the next Orc card, the mean over cards."""

LIKELY: Final = vec[i64]([round(1000 / (1 + exp(-logit / 20))) for logit in range(-200, 201)])
"""200 + a logit in twentieths to its likelihood in thousandths."""

DANGER: Final[i64] = 20
"""What a thousandth of likelihood that all lose costs a bot that looks at its own turn only, in 1/100 of a point."""

NEAR: Final[i64] = 8
"""What an Orc in reach of an own pawn is worth, in hundredths of a point: there will be something to defeat."""

AHEAD: Final[i64] = 5
"""Turns of the game that a search looks ahead: until everybody at a full table has moved once more."""

HOPELESS: Final[i64] = -1_000_000
"""The value of a position for a seat that has left: it cannot win (T29)."""


class TuermeKnowledge(Knowledge):
    """Judges by tiles won and in sight, and by how far the towers are from being joined."""

    def __init__(self) -> None:
        """What bots know."""
        self._glance: Glance = Glance()
        self._prospects: Prospects = Prospects()
        self._board: vec[i64] = vec[i64]([0] * GRID)
        self._seen: Kernel | None = None
        self._turn: i64 = -1

    def evaluate(self, kernel: Kernel, seat: i64) -> i64:
        """What the position is worth to the seat, in hundredths of a point."""
        assert isinstance(kernel, TuermeKernel)
        if kernel.retired(seat):
            return HOPELESS
        if kernel.lost():
            return -DANGER * 1000
        worth = standing(kernel, seat)
        if kernel.request() != OVER:
            worth -= DANGER * (1000 - self.safety(kernel))
        return worth

    def stage(self, kernel: Kernel) -> i64:
        """A milestone is a turn of the game."""
        assert isinstance(kernel, TuermeKernel)
        return kernel.round()

    def horizon(self) -> i64:
        """Until everybody has moved once more at a full table."""
        return AHEAD

    def rewards(self, kernel: Kernel, into: vec[i64]) -> None:
        """How a seat stands among the others, times how likely it is that anybody wins."""
        assert isinstance(kernel, TuermeKernel)
        seats = kernel.seats()
        safe = self.safety(kernel)
        top: i64 = HOPELESS
        second: i64 = HOPELESS
        seat: i64 = 0
        while seat < seats:
            worth = HOPELESS if kernel.retired(seat) else standing(kernel, seat)
            into[seat] = worth
            if worth > top:
                second = top
                top = worth
            elif worth > second:
                second = worth
            seat += 1
        spread: i64 = 500 + 60 * (TRACK - kernel.ent())
        seat = 0
        while seat < seats:
            worth = into[seat]
            lead = worth - second if worth == top else worth - top
            distance = lead if lead >= 0 else -lead
            into[seat] = (5000 + 4500 * lead // (distance + spread)) * safe // 1000
            seat += 1

    def foremost(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:  # noqa: ARG002 - no draw
        """The one that feels best."""
        assert isinstance(kernel, TuermeKernel)
        best: i64 = 0
        if count == 1:
            return best
        glance = self._glance
        # One look serves for all actions of a turn: what has fallen since is never looked at again.
        if self._seen is not kernel or self._turn != kernel.turns():
            self._seen = kernel
            self._turn = kernel.turns()
            glance.look(kernel)
        most: i64 = HOPELESS
        index: i64 = 0
        while index < count:
            value = glance.feel(kernel, actions[index])
            if value > most:
                best = index
                most = value
            index += 1
        return best

    def pick(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:
        """The same: what playouts differ in are the cards and the Orcs that come."""
        return actions[self.foremost(kernel, actions, count, rng)]

    def safety(self, kernel: TuermeKernel) -> i64:
        """How likely the towers do not win, in thousandths."""
        seen = self._prospects
        kernel.survey(self._board)
        seen.look(self._board)
        cards = seen.foresee(kernel)
        threat: i64 = 0
        gap: i64 = 1
        while gap <= NEAR_GAP:
            threat += THREAT[gap] * seen.leaving(gap)
            gap += 1
        surviving = cards - seen.leaving(0)
        if surviving == 0:
            return 0
        logit = BASE + STEP * (TRACK - kernel.ent()) + CROWD * seen.orcs() + threat // surviving
        # Tiles that are to be turned over yet bring the Ent on as the others do.
        seat: i64 = 0
        while seat < kernel.seats():
            logit -= STEP * ENTS * kernel.pending(seat) // ALL_TILES
            seat += 1
        place = 200 + logit // 50
        if place < 0:
            place = 0
        elif place > 400:
            place = 400
        return (1000 - LIKELY[place]) * surviving // cards


def standing(kernel: TuermeKernel, seat: i64) -> i64:
    """Points, tiles whose backs are not known yet, and Orcs in reach, in hundredths of a point."""
    worth = POINT * kernel.points(seat) + TILE_WORTH * kernel.pending(seat)
    colour: i64 = 0
    while colour < COLOURS:
        spot = kernel.pawn(colour)
        if spot > 0 and kernel.owner(colour) == seat:
            way: i64 = 0
            while way < DIRECTIONS:
                near = spot + STEPS[way]
                if kernel.cell(near) == ORC or (
                    kernel.cell(near) == EMPTY and kernel.cell(near + STEPS[way]) == ORC
                ):
                    worth += NEAR
                way += 1
        colour += 1
    return worth
