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
    COLOURS,
    END,
    KINDS,
    LOCATIONS,
    PLACING,
    PRIZES,
    SPACES,
    TOKEN_KINDS,
)

STRENGTH: Final = vec[i64]([2, 4, 7, 11, 14, 18, 8])
"""Per kind what a card still to be played counts in the contest for the prizes to come."""

TOKEN_WORTH: Final = vec[i64]([0, 40, 40, 60, 80, 50, 60])
"""Per ring token what holding it unplayed is worth, in hundredths of a point."""

TO_COME: Final = vec[i64](
    [
        sum(PRIZES[3 * later + place] for later in range(now, LOCATIONS) for place in range(3))
        for now in range(LOCATIONS + 1)
    ]
)
"""Location to the sum of the prizes from it on."""


class GefaehrtenKnowledge(Knowledge):
    """Values by what has been won, what would be won if scored now, and the cards left for the rest."""

    def evaluate(self, kernel: Kernel, seat: i64) -> i64:
        """What the position is worth to the seat, in hundredths of a point."""
        assert isinstance(kernel, GefaehrtenKernel)
        worth = POINT * kernel.score(seat)
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

    def pick(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:
        """Ends a turn as soon as it may in half of all cases; else any action is as likely as any other."""
        if actions[0] == END and count > 1 and rng.below(2) == 0:
            return END
        return actions[rng.below(count)]


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
