"""Pure, compiled. What bots know of the card game: what a position is worth, and how to play on from it by feel.

The one rule: these are guesses, never rules; a bot without them is weaker, not wrong.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import OVER, Kernel
from gefaehrten.core.knowledge import POINT, REWARD_ONE, Knowledge
from gefaehrten.core.random import Random
from gefaehrten.games.gefaehrten.glance import MOST, Glance
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.learned import APPEAL, CHANCES
from gefaehrten.games.gefaehrten.prospects import PROSPECTS, STAGES, STRENGTH, prospects
from gefaehrten.games.gefaehrten.tables import (
    COLOURS,
    KINDS,
    LOCATIONS,
    PLACING,
    PRIZES,
    SPACES,
    TOKEN_KINDS,
)

TOKEN_WORTH: Final = vec[i64]([0, 40, 40, 60, 80, 50, 60])
"""Per ring token what holding it unplayed is worth, in hundredths of a point."""

FOREMOST_OF: Final[i64] = 8
"""Of so many random actions the search looks at the most appealing one next."""

PICK_OF: Final[i64] = 6
"""And of so many a playout takes the most appealing one: good play, and still varied."""

LEAST: Final[i64] = -1_000_000_000_000
"""Below every appeal."""

HOPELESS: Final[i64] = -100_000
"""The value of a position for a seat that has left: it cannot win (F34)."""

TO_COME: Final = vec[i64]([sum(PRIZES[3 * now : 3 * LOCATIONS]) for now in range(LOCATIONS + 1)])
"""Location to the sum of its prizes and all later ones."""

SHARE: Final[i64] = 1024
"""Chances come in this many parts of a logit, the logarithm of the odds of one seat to end before another."""

STEP: Final[i64] = 32
"""Leads are told apart in steps of this many such parts."""

FAR: Final[i64] = 255
"""Steps beyond which a lead is as good as a win."""

REWARDS: Final = vec[i64](
    [round(int(REWARD_ONE) / (1 + exp(-lead * int(STEP) / int(SHARE)))) for lead in range(-FAR, FAR + 1)]
)
"""`FAR` + steps that a seat leads another by to its expected reward from the two."""


class GefaehrtenKnowledge(Knowledge):
    """Judges a turn by what has been won, what would be won if scored now, and the share of cards left for the rest.

    What a location leaves behind is judged by learned chances, and what to do next by a learned appeal.
    """

    def __init__(
        self,
        appeal: list[int] = APPEAL,
        chances: list[int] = CHANCES,
        pick_of: i64 = PICK_OF,
        foremost_of: i64 = FOREMOST_OF,
    ) -> None:
        """What bots know; other figures than the best that were found serve to find better ones.

        Args:
            appeal: a weight for each trait of `glance`.
            chances: as `learned` has them.
            pick_of: of so many random actions a playout takes the most appealing one.
            foremost_of: and of so many the search looks at it next.
        """
        self._appeal: vec[i64] = vec[i64](appeal)
        self._odds: vec[i64] = vec[i64](chances)
        self._pick_of: i64 = pick_of
        self._foremost_of: i64 = foremost_of
        self._glance: Glance = Glance()
        self._traits: vec[i64] = vec[i64]([0] * MOST)
        self._prospects: vec[i64] = vec[i64]([0] * PROSPECTS)
        self._chances: vec[i64] = vec[i64]([0] * COLOURS)

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

    def rewards(self, kernel: Kernel, into: vec[i64]) -> None:
        """Writes per seat the mean of its chances against each other seat, as learned for this many scorings."""
        assert isinstance(kernel, GefaehrtenKernel)
        seats = kernel.seats()
        chances = self._chances
        own = self._prospects
        odds = self._odds
        base = ((seats - 2) * STAGES + kernel.scorings()) * PROSPECTS
        seat: i64 = 0
        while seat < seats:
            prospects(kernel, seat, own)
            sum_: i64 = HOPELESS if kernel.retired(seat) else 0
            index: i64 = 0
            while index < PROSPECTS:
                sum_ += odds[base + index] * own[index]
                index += 1
            chances[seat] = sum_
            seat += 1
        seat = 0
        while seat < seats:
            total: i64 = 0
            other: i64 = 0
            while other < seats:
                if other != seat:
                    lead = (chances[seat] - chances[other]) // STEP
                    if lead > FAR:
                        lead = FAR
                    elif lead < -FAR:
                        lead = -FAR
                    total += REWARDS[FAR + lead]
                other += 1
            into[seat] = total // (seats - 1)
            seat += 1

    def foremost(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:
        """The most appealing of some random actions; not of all, or no search would ever look at a modest one."""
        assert isinstance(kernel, GefaehrtenKernel)
        return self._best_of(kernel, actions, count, self._foremost_of, rng)

    def pick(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:
        """The most appealing of a few random actions."""
        assert isinstance(kernel, GefaehrtenKernel)
        return actions[self._best_of(kernel, actions, count, self._pick_of, rng)]

    def _best_of(
        self, kernel: GefaehrtenKernel, actions: vec[i64], count: i64, draws: i64, rng: Random
    ) -> i64:
        """The index of the most appealing of `draws` random actions, each as likely as any other."""
        best: i64 = 0
        if count == 1:
            return best
        glance = self._glance
        traits = self._traits
        weights = self._appeal
        glance.look(kernel)
        most: i64 = LEAST
        drawn: i64 = 0
        while drawn < draws:
            index = rng.below(count)
            left = glance.traits(kernel, actions[index], traits)
            appeal: i64 = 0
            while left > 0:
                left -= 1
                appeal += weights[traits[left]]
            if appeal > most:
                best = index
                most = appeal
            drawn += 1
        return best


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
