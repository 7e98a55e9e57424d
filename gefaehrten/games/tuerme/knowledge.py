"""Pure, compiled. What bots know of the board game: what a position is worth, and how to play on from it by feel.

The one rule: these are guesses, never rules; a bot without them is weaker, not wrong.

The game is half a common cause (T24): when the towers win nobody has anything. So a position is judged twice: how a
seat stands among the others, and how likely it is that there will be winners at all.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import OVER, Kernel
from gefaehrten.core.knowledge import POINT, Knowledge
from gefaehrten.core.random import Random
from gefaehrten.games.tuerme.kernel import TuermeKernel
from gefaehrten.games.tuerme.tables import (
    ALL_TILES,
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
    NORTH,
    ORC,
    SOUTH,
    STEPS,
    STOP,
    STRENGTH,
    TILE_COUNT,
    TILE_KINDS,
    TILE_POINTS,
    TOUCHES,
    TOWER,
    TRACK,
)

TILE_WORTH: Final[i64] = (
    POINT * sum(TILE_POINTS[kind] * TILE_COUNT[kind] for kind in range(TILE_KINDS)) // ALL_TILES
)
"""A tile whose back is not known, in hundredths of a point."""

SAFETY: Final = vec[i64]([0, 300, 520, 690, 810, 890, 940, 970, 985, 995, 1000])
"""Orcs missing to the shortest chain to how likely the towers do not win, in thousandths, the whole track to go."""

SAFEST: Final[i64] = 10

BEHIND: Final[i64] = 4
"""So many steps of the track stay in the reckoning to the last: even then Orcs enter before the Ent arrives."""

DANGER: Final[i64] = 20
"""What a thousandth of likelihood that all lose costs a bot that looks at its own turn only, in 1/100 of a point."""

NEAR: Final[i64] = 8
"""What an Orc in reach of an own pawn is worth, in hundredths of a point: there will be something to defeat."""

ORC_APPEAL: Final[i64] = 40
PINCER_APPEAL: Final[i64] = 35
GROUND_APPEAL: Final[i64] = -4
"""What a step over free ground feels like: it uses up strength."""

GATE_APPEAL: Final[i64] = 25
"""An Orc beside a tower is one that every chain through it needs."""

FOREMOST_OF: Final[i64] = 6
"""Of so many random actions the search looks at the most appealing one next."""

HOPELESS: Final[i64] = -1_000_000
"""The value of a position for a seat that has left: it cannot win (T29)."""


class TuermeKnowledge(Knowledge):
    """Judges by tiles won and in sight, and by how far the towers are from being joined."""

    def evaluate(self, kernel: Kernel, seat: i64) -> i64:
        """What the position is worth to the seat, in hundredths of a point."""
        assert isinstance(kernel, TuermeKernel)
        if kernel.retired(seat):
            return HOPELESS
        if kernel.lost():
            return -DANGER * 1000
        worth = standing(kernel, seat)
        if kernel.request() != OVER:
            worth -= DANGER * (1000 - safety(kernel))
        return worth

    def stage(self, kernel: Kernel) -> i64:
        """A milestone is a turn of the game."""
        assert isinstance(kernel, TuermeKernel)
        return kernel.round()

    def horizon(self) -> i64:
        """Until everybody has moved once more at a full table."""
        return 5

    def rewards(self, kernel: Kernel, into: vec[i64]) -> None:
        """How a seat stands among the others, times how likely it is that anybody wins."""
        assert isinstance(kernel, TuermeKernel)
        seats = kernel.seats()
        safe = safety(kernel)
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

    def foremost(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:
        """The most appealing of some random actions; not of all, or no search would ever look at a modest one."""
        assert isinstance(kernel, TuermeKernel)
        best = rng.below(count)
        most = appeal(kernel, actions[best])
        drawn: i64 = 1
        while drawn < FOREMOST_OF:
            index = rng.below(count)
            value = appeal(kernel, actions[index])
            if value > most:
                best = index
                most = value
            drawn += 1
        return best

    def pick(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:
        """The most appealing of three random actions: it goes for Orcs, and not always for the same ones."""
        assert isinstance(kernel, TuermeKernel)
        best = actions[rng.below(count)]
        most = appeal(kernel, best)
        drawn: i64 = 1
        while drawn < 3:
            action = actions[rng.below(count)]
            value = appeal(kernel, action)
            if value > most:
                best = action
                most = value
            drawn += 1
        return best


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


def safety(kernel: TuermeKernel) -> i64:
    """How likely the towers do not win, in thousandths."""
    gap = kernel.gap()
    if gap > SAFEST:
        gap = SAFEST
    left = TRACK - kernel.ent() + BEHIND
    return 1000 - (1000 - SAFETY[gap]) * left // (TRACK + BEHIND)


def appeal(kernel: TuermeKernel, action: i64) -> i64:
    """How good an action feels, at a glance."""
    if action == STOP:
        return 0
    if action < BASE_JUMP:
        return along(kernel, action - BASE_STEP)
    if action < BASE_PLAY:
        spot = action - BASE_JUMP
        worth: i64 = GATE_APPEAL if TOUCHES[spot] != 0 else 0
        if kernel.cell(spot) == ORC:
            worth += ORC_APPEAL
        return worth + PINCER_APPEAL * (kernel.caught(spot, NORTH) + kernel.caught(spot, SOUTH))
    if action < BASE_WITHOUT:
        return 10 * kernel.strength((action - BASE_PLAY) // COLOURS, (action - BASE_PLAY) % COLOURS)
    if action < BASE_SET:
        return -STRENGTH[action - BASE_WITHOUT]
    if action < BASE_AIM:
        return 0
    if action < BASE_PICK:
        return kernel.in_line((action - BASE_AIM) // DIRECTIONS, (action - BASE_AIM) % DIRECTIONS)
    if action < BASE_DISCARD:
        return GATE_APPEAL if TOUCHES[action - BASE_PICK] != 0 else 0
    return 0


def along(kernel: TuermeKernel, way: i64) -> i64:
    """What lies on the straight way from the pawn in motion as far as its strength goes: the best place to end it."""
    spot = kernel.pawn(kernel.marcher())
    left = kernel.strength_left()
    best: i64 = -FAR
    worth: i64 = 0
    while True:
        spot += STEPS[way]
        what = kernel.cell(spot)
        if what >= TOWER:
            return best
        left -= 2 if what == ORC else 1
        if left < 0:
            return best
        if what == ORC:
            worth += ORC_APPEAL
            if TOUCHES[spot] != 0:
                worth += GATE_APPEAL
        else:
            worth += GROUND_APPEAL
        worth += PINCER_APPEAL * (kernel.caught(spot, NORTH) + kernel.caught(spot, SOUTH))
        if worth > best:
            best = worth
