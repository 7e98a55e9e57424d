"""Pure, compiled. What bots know of the dice game: who is how likely to win, and which action looks best.

The one rule: these are guesses, never rules; a bot without them is weaker, not wrong.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import OVER, Kernel
from gefaehrten.core.knowledge import REWARD_ONE, Knowledge
from gefaehrten.core.random import Random
from gefaehrten.games.mordor.kernel import MordorKernel
from gefaehrten.games.mordor.tables import AGAIN, BITS, DICE, HALVING, SETUP
from gefaehrten.games.mordor.verdict import Standing, exact_of
from gefaehrten.games.mordor.worth import best_of

WON: Final[i64] = 10_000
"""What a match is worth to who has won it."""

FIELD: Final[i64] = 1_000
DIE: Final[i64] = 100
"""What greed sees in a field of the ring-bearer track, and in a die that it has set aside."""


class MordorKnowledge(Knowledge):
    """Knows three ways: what lies there counts (greed, and where a search begins), dice one by one, and reckoning."""

    def evaluate(self, kernel: Kernel, seat: i64) -> i64:
        """How far the seat has come, with the rings that would count now, in thousands; a hundred for each die aside.

        It is what somebody sees who takes all that does no harm at once: no throw to come, no Nazgûl, nobody else.
        """
        assert isinstance(kernel, MordorKernel)
        if kernel.request() == OVER:
            return WON if kernel.winner() == seat else 0
        if not kernel.playing(seat):
            return 0
        if seat != kernel.mover() or kernel.phase() == SETUP:
            return FIELD * kernel.reached(seat) + DIE * DICE
        rings: i64 = 0
        if kernel.phase() != HALVING:
            rings = kernel.valid_rings(kernel.aside())
        return FIELD * (kernel.reached(seat) + rings) + DIE * BITS[kernel.aside()]

    def stage(self, kernel: Kernel) -> i64:
        """A milestone is the end of a turn."""
        assert isinstance(kernel, MordorKernel)
        return kernel.rounds()

    def horizon(self) -> i64:
        """To the end of the turn: what follows is luck that the strengths sum up better than a few playouts do.

        In trials of 300 iterations a move, looking 8 turns ahead won 40 matches of 100 against the playout policy
        alone, looking one ahead 53.
        """
        return 1

    def rewards(self, kernel: Kernel, into: vec[i64]) -> None:
        """What to expect of the match for every seat, between two turns; half a win's worth where nobody wins."""
        assert isinstance(kernel, MordorKernel)
        standing = Standing(kernel)
        seat: i64 = 0
        while seat < kernel.seats():
            into[seat] = i64(standing.reward(seat, kernel.mover()) * float(REWARD_ONE))
            seat += 1

    def exact(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:  # noqa: ARG002
        """The action that the rest of the turn, reckoned to its every end, and the standing then make the best."""
        assert isinstance(kernel, MordorKernel)
        return exact_of(kernel, actions, count)

    def foremost(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:
        """What greed would take: a search begins there, and finds out with every iteration what else there is."""
        assert isinstance(kernel, MordorKernel)
        if kernel.phase() == HALVING:
            return 0
        best: i64 = 0
        most: i64 = -1
        index: i64 = 0
        while index < count:
            worth: i64 = 0
            if actions[index] != AGAIN:
                aside = kernel.aside() | actions[index]
                worth = FIELD * kernel.valid_rings(aside) + DIE * BITS[aside] + rng.below(DIE)
            if worth > most:
                most = worth
                best = index
            index += 1
        return best

    def pick(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:  # noqa: ARG002
        """The action after which the rest of the turn is worth most, die by die."""
        assert isinstance(kernel, MordorKernel)
        return actions[best_of(kernel, actions, count)]
