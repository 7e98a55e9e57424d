"""Pure, compiled. What bots know of the card game: what a position is worth, and how to play on from it by feel.

The one rule: these are guesses, never rules; a bot without them is weaker, not wrong.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import OVER, Kernel
from gefaehrten.core.knowledge import POINT, Knowledge
from gefaehrten.core.random import Random
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.tables import (
    BASE_LOCATE,
    BASE_NAZGUL,
    BASE_PLACE,
    BASE_RECALL,
    COLOURS,
    END,
    GRID,
    KINDS,
    LOCATIONS,
    NO_TOKEN,
    OFFSETS,
    PLACING,
    PRIZES,
    SPACES,
    TOKEN_KINDS,
    VALUES,
)

STRENGTH: Final = vec[i64]([2, 4, 7, 11, 14, 18, 8])
"""Per kind what a card still to be played counts in the contest for the prizes to come."""

TOKEN_WORTH: Final = vec[i64]([0, 40, 40, 60, 80, 50, 60])
"""Per ring token what holding it unplayed is worth, in hundredths of a point."""

END_APPEAL: Final[i64] = 2
"""Ending a turn appeals as much as a card of this value."""

WASTED_NAZGUL: Final[i64] = -3
"""And so much a Nazgûl sent to a free space."""

FOREMOST_OF: Final[i64] = 8
"""Of so many random actions the search looks at the most appealing one next."""

HOPELESS: Final[i64] = -100_000
"""The value of a position for a seat that has left: it cannot win (F34)."""

TO_COME: Final = vec[i64]([sum(PRIZES[3 * now : 3 * LOCATIONS]) for now in range(LOCATIONS + 1)])
"""Location to the sum of its prizes and all later ones."""


class GefaehrtenKnowledge(Knowledge):
    """Judges by what has been won, what would be won if scored now, and the share of cards left for the rest."""

    def evaluate(self, kernel: Kernel, seat: i64) -> i64:
        """What the position is worth to the seat, in hundredths of a point."""
        assert isinstance(kernel, GefaehrtenKernel)
        worth = POINT * kernel.score(seat)
        if kernel.retired(seat):
            return HOPELESS
        if kernel.request() == OVER:
            return worth
        token: i64 = 1
        while token < TOKEN_KINDS:
            if kernel.has_token(seat, token):
                worth += TOKEN_WORTH[token]
            token += 1
        location = kernel.location()
        own = strength(kernel, seat)
        total: i64 = 1
        other: i64 = 0
        while other < kernel.seats():
            total += strength(kernel, other)
            other += 1
        if kernel.phase() == PLACING:
            free = bits(kernel.free_spaces())
            filled = SPACES - free
            here = POINT * (TO_COME[location] - TO_COME[location + 1])
            preview = kernel.clone()
            preview.score_now()
            worth += filled * POINT * (preview.score(seat) - kernel.score(seat)) // SPACES
            worth += free * here * own // (total * SPACES)
        if location + 1 < LOCATIONS:
            worth += POINT * TO_COME[location + 1] * own // total
        return worth

    def stage(self, kernel: Kernel) -> i64:
        """A milestone is a scoring."""
        assert isinstance(kernel, GefaehrtenKernel)
        return kernel.scorings()

    def horizon(self) -> i64:
        """To the end of the next location; in short trials 1, 3 and the end of the match did no better."""
        return 2

    def foremost(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:
        """The most appealing of some random actions; not of all, or no search would ever look at a modest one."""
        assert isinstance(kernel, GefaehrtenKernel)
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
        """The more appealing of two random actions: better than random play, and hardly less varied."""
        assert isinstance(kernel, GefaehrtenKernel)
        one = actions[rng.below(count)]
        two = actions[rng.below(count)]
        if one == two or appeal(kernel, one) >= appeal(kernel, two):
            return one
        return two


def appeal(kernel: GefaehrtenKernel, action: i64) -> i64:
    """How good an action feels, in card values: what it adds for the mover and takes from others, at a glance."""
    if action == END:
        return END_APPEAL
    if action < BASE_NAZGUL:
        code = action - BASE_PLACE
        space = code % SPACES
        code = code // SPACES
        value = (code & 7) + VALUES[kernel.cell(kernel.origin() + OFFSETS[space])]
        if code >> 5 != NO_TOKEN:
            value -= 1
        return value
    if action < BASE_RECALL:
        target = (action - BASE_NAZGUL) % (GRID + 1)
        if target == GRID:
            return WASTED_NAZGUL
        return VALUES[kernel.cell(target)]
    if action < BASE_LOCATE:
        return 0
    return neighbours(kernel, action - BASE_LOCATE)


def neighbours(kernel: GefaehrtenKernel, left: i64) -> i64:
    """What the cards around a next location count for the mover, less a share of what they count for others."""
    mover = kernel.mover()
    worth: i64 = 0
    space: i64 = 0
    while space < SPACES:
        cell = kernel.cell(left + OFFSETS[space])
        if kernel.owner((cell >> 3) & 3) == mover:
            worth += 3 * VALUES[cell]
        else:
            worth -= VALUES[cell]
        space += 1
    return worth


def strength(kernel: GefaehrtenKernel, seat: i64) -> i64:
    """What the cards in a seat's hand and stack count, known or not."""
    total: i64 = 0
    colour: i64 = 0
    while colour < COLOURS:
        if kernel.owner(colour) == seat:
            kind: i64 = 0
            while kind < KINDS:
                face = colour * 8 + kind
                total += STRENGTH[kind] * (kernel.hand(seat, face) + kernel.unseen(face))
                kind += 1
        colour += 1
    return total


def bits(mask: i64) -> i64:
    """How many bits of a mask of spaces are set."""
    count: i64 = 0
    while mask != 0:
        count += mask & 1
        mask = mask >> 1
    return count
