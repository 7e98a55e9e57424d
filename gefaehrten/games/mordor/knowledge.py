"""Pure, compiled. What bots know of the dice game: who is how likely to win, and which action looks best.

The one rule: these are guesses, never rules; a bot without them is weaker, not wrong.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import OVER, Kernel
from gefaehrten.core.knowledge import REWARD_ONE, Knowledge
from gefaehrten.core.random import Random
from gefaehrten.games.mordor.kernel import MordorKernel
from gefaehrten.games.mordor.prospect import OWN, SCALE
from gefaehrten.games.mordor.tables import (
    AGAIN,
    ALL_DICE,
    CHOOSING,
    DICE,
    GANDALF,
    HALVING,
    MORDOR,
    NAZGUL,
)
from gefaehrten.games.mordor.worth import (
    best_of,
    class_of,
    lives,
    standing,
    strength,
    worth_of,
    worth_of_action,
)

TEMPO: Final[i64] = 300
"""What it is worth to throw next."""

NOBODY_WINS: Final = 0.2
"""The weight of all being knocked out, against those of the seats."""

HOPELESS: Final[i64] = -100_000
"""The value of a position for a seat that is not in the game."""


class MordorKnowledge(Knowledge):
    """Judges by distance to Mordor and what the Nazgûl track can still take; within a turn by what is to come."""

    def evaluate(self, kernel: Kernel, seat: i64) -> i64:
        """How well the seat stands against the best of the others, a hundred being a factor of e in the odds."""
        assert isinstance(kernel, MordorKernel)
        if kernel.request() == OVER:
            return 0 if kernel.winner() != seat else -HOPELESS
        if not kernel.playing(seat):
            return HOPELESS
        own = self._strength(kernel, seat)
        others: i64 = 0
        count: i64 = 0
        other: i64 = 0
        while other < kernel.seats():
            if other != seat and kernel.playing(other):
                others += self._strength(kernel, other)
                count += 1
            other += 1
        if count > 0:
            others = others // count
        return (own - others) // 10

    def _strength(self, kernel: MordorKernel, seat: i64) -> i64:
        """A seat's strength, the mover's with what the rest of its turn is worth."""
        found = strength(MORDOR - kernel.reached(seat), lives(kernel, seat))
        if seat != kernel.mover():
            return found
        if kernel.aside() == 0 and kernel.rolled() == 0:
            return found + TEMPO
        if kernel.phase() == HALVING:
            # The rings have moved already; what is still to come are Nazgûl and what is halved.
            prospect = standing(kernel).prospect
            die: i64 = 0
            for die in range(DICE):
                if (kernel.aside() >> die) & 1 != 0 and kernel.face(die) == NAZGUL:
                    found += prospect.step(NAZGUL, class_of(kernel, die))
            return found + kernel.gandalfs() * prospect.step(GANDALF, OWN)
        if kernel.phase() == CHOOSING:
            return found + self._throw(kernel)
        return found + worth_of(kernel, kernel.aside(), kernel.to_throw(), False, kernel.repeated() == 0)

    def _throw(self, kernel: MordorKernel) -> i64:
        """What a throw that lies there is worth to who sets the best dice aside."""
        most: i64 = -1_000_000
        mask: i64 = 1
        while mask <= ALL_DICE:
            if kernel.may_set_aside(mask):
                worth = worth_of_action(kernel, mask)
                if worth > most:
                    most = worth
            mask += 1
        if kernel.may_repeat():
            worth = worth_of_action(kernel, AGAIN)
            if worth > most:
                most = worth
        return most

    def stage(self, kernel: Kernel) -> i64:
        """A milestone is the end of a turn."""
        assert isinstance(kernel, MordorKernel)
        return kernel.rounds()

    def horizon(self) -> i64:
        """Turns that a search looks ahead."""
        return 8

    def rewards(self, kernel: Kernel, into: vec[i64]) -> None:
        """By seat the chance of winning by its strength; and half a win's worth where nobody does."""
        assert isinstance(kernel, MordorKernel)
        seats = kernel.seats()
        total = NOBODY_WINS
        seat: i64 = 0
        while seat < seats:
            if kernel.playing(seat):
                total += odds(kernel, seat)
            seat += 1
        # As `ai.rewards` has it for the places at the end: a win, a defeat that is shared with all but one, a draw.
        lost = 0.9 * float(seats - 2) / float(2 * (seats - 1)) if seats > 1 else 0.0
        seat = 0
        while seat < seats:
            own = odds(kernel, seat) / total if kernel.playing(seat) else 0.0
            none = NOBODY_WINS / total
            reward = own + 0.5 * none + (1.0 - own - none) * lost
            into[seat] = i64(reward * float(REWARD_ONE))
            seat += 1

    def foremost(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:  # noqa: ARG002
        """The action after which the rest of the turn is worth most: the search looks at the best first."""
        assert isinstance(kernel, MordorKernel)
        return best_of(kernel, actions, count)

    def pick(self, kernel: Kernel, actions: vec[i64], count: i64, rng: Random) -> i64:  # noqa: ARG002
        """The same: the dice see to it that no two playouts are equal."""
        assert isinstance(kernel, MordorKernel)
        return actions[best_of(kernel, actions, count)]


def odds(kernel: MordorKernel, seat: i64) -> float:
    """The weight of a seat against the others' in who will win."""
    found = strength(MORDOR - kernel.reached(seat), lives(kernel, seat))
    if seat == kernel.mover():
        found += TEMPO
    return exp(float(found) / float(SCALE))
