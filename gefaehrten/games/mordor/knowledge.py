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
from gefaehrten.games.mordor.prospect import OWN
from gefaehrten.games.mordor.tables import (
    AGAIN,
    ALL_DICE,
    CHOOSING,
    DICE,
    GANDALF,
    HALVING,
    NAZGUL,
    SETUP,
)
from gefaehrten.games.mordor.worth import (
    SCALE,
    best_of,
    chance,
    class_of,
    nobody,
    prospect,
    successor,
    weight,
    worth_of,
    worth_of_action,
)

WON: Final[i64] = 10_000
"""What a match is worth to who has won it."""


class MordorKnowledge(Knowledge):
    """Judges by distance to Mordor and what the Nazgûl track can still take; within a turn by what is to come."""

    def evaluate(self, kernel: Kernel, seat: i64) -> i64:
        """How likely the seat is to win, in hundredths of a percent; the mover's turn with what is to come in it."""
        assert isinstance(kernel, MordorKernel)
        if kernel.request() == OVER:
            return WON if kernel.winner() == seat else 0
        if not kernel.playing(seat):
            return 0
        if kernel.phase() == SETUP or (kernel.aside() == 0 and kernel.rolled() == 0):
            return i64(float(WON) * chance(kernel, seat, kernel.mover()))
        worth = float(WON) * chance(kernel, seat, successor(kernel))
        if seat == kernel.mover():
            worth += float(self._to_come(kernel)) * float(WON) / SCALE
        # What is added up may be more than all there is: a win makes up for every Nazgûl.
        if worth < 0.0:
            return 0
        return i64(worth) if worth < float(WON) else WON - 1

    def _to_come(self, kernel: MordorKernel) -> i64:
        """What the rest of the mover's turn is worth to it, in millionths of a win."""
        if kernel.phase() == CHOOSING:
            return self._throw(kernel)
        if kernel.phase() != HALVING:
            return worth_of(kernel, kernel.aside(), kernel.to_throw(), False, kernel.repeated() == 0)
        # The rings have moved already; what is still to come are Nazgûl and what is halved.
        found = prospect(kernel)
        worth = kernel.gandalfs() * found.step(GANDALF, OWN)
        die: i64 = 0
        for die in range(DICE):
            if (kernel.aside() >> die) & 1 != 0 and kernel.face(die) == NAZGUL:
                worth += found.step(NAZGUL, class_of(kernel, die))
        return worth

    def _throw(self, kernel: MordorKernel) -> i64:
        """What a throw that lies there is worth to who sets the best dice aside."""
        most: i64 = -10_000_000
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
        """To the end of the turn: what follows is luck that the strengths sum up better than a few playouts do.

        In trials of 300 iterations a move, looking 8 turns ahead won 40 matches of 100 against the playout policy
        alone, looking one ahead 53.
        """
        return 1

    def rewards(self, kernel: Kernel, into: vec[i64]) -> None:
        """By seat the chance of winning by its strength; and half a win's worth where nobody does."""
        assert isinstance(kernel, MordorKernel)
        seats = kernel.seats()
        none = nobody(kernel)
        total = none
        seat: i64 = 0
        while seat < seats:
            total += weight(kernel, seat, kernel.mover())
            seat += 1
        # As `ai.rewards` has it for the places at the end: a win, a defeat that is shared with all but one, a draw.
        lost = 0.9 * float(seats - 2) / float(2 * (seats - 1)) if seats > 1 else 0.0
        seat = 0
        while seat < seats:
            own = weight(kernel, seat, kernel.mover()) / total
            reward = own + 0.5 * none / total + (1.0 - own - none / total) * lost
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
