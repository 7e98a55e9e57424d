"""Pure, compiled. What a position between turns is worth to a seat, and with that the best action within a turn.

The one rule: within the turn nothing is guessed. After it two seats, and one alone, are looked up in `race.py`, which
is as good as exact for tracks whose fields are halved from the left; three and more are judged by the strengths in
`worth.py`.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.games.mordor.kernel import MordorKernel
from gefaehrten.games.mordor.race import LIVES, STANDINGS, SURE, tables
from gefaehrten.games.mordor.reckoning import NO_POINT, Reckoning
from gefaehrten.games.mordor.tables import (
    AGAIN,
    ALL_DICE,
    BLACK,
    COMPANION,
    DICE,
    GANDALF,
    GONDOR,
    HALVING,
    HELMS_DEEP,
    LOTHLORIEN,
    MORDOR,
    MORIA,
    NAZGUL,
    ORC,
    RING,
    TREE,
)
from gefaehrten.games.mordor.worth import NOBODY_ADVANCED, NOBODY_BASIC, TEMPO, lives, strength

DRAW: Final = 0.5
"""What it is worth that nobody wins, a win being worth 1."""

KEPT: Final[i64] = 32
"""So many graphs are kept at most: all that one table needs."""


class Standing:
    """How all seats stand between two turns. Mutable: ends of a turn are tried on it.

    Attributes:
        reached: by seat, its field.
        left: by seat, the Nazgûl that its track can still take; 0 for one that is not in the game.
    """

    def __init__(self, kernel: MordorKernel) -> None:
        self.seats: i64 = kernel.seats()
        self.advanced: bool = kernel.advanced()
        self.reached: vec[i64] = vec[i64]([0, 0, 0, 0])
        self.left: vec[i64] = vec[i64]([0, 0, 0, 0])
        self._alone, self._two = tables(kernel.advanced())
        self._lost: float = 0.9 * float(self.seats - 2) / float(2 * (self.seats - 1))
        seat: i64 = 0
        while seat < self.seats:
            self.reached[seat] = kernel.reached(seat)
            if kernel.playing(seat):
                self.left[seat] = lives(kernel, seat)
            seat += 1

    def following(self, seat: i64) -> i64:
        """Who throws after the seat: the next one in the game, it itself where it is alone."""
        step: i64 = 0
        while step < self.seats:
            seat = 0 if seat + 1 >= self.seats else seat + 1
            if self.left[seat] > 0:
                return seat
            step += 1
        return seat

    def reward(self, seat: i64, next_seat: i64) -> float:
        """What to expect of the match for a seat: 1 for a win, `DRAW` where nobody wins.

        A defeat is worth the part of the other seats with whom it is shared, as `ai.rewards` has it.

        Args:
            next_seat: who throws next.
        """
        playing: i64 = 0
        rival: i64 = 0
        other: i64 = 0
        while other < self.seats:
            if self.left[other] > 0:
                playing += 1
                if other != seat:
                    rival = other
            other += 1
        if playing == 0:
            return DRAW
        if playing == 1:
            if self.left[seat] > 0:
                won = float(self._alone[self._index(seat)]) / float(SURE)
                return won + (1.0 - won) * DRAW
            won = float(self._alone[self._index(rival)]) / float(SURE)
            return (1.0 - won) * DRAW + won * self._lost
        if playing == 2 and self.left[seat] > 0:
            if seat == next_seat:
                share = float(self._two[self._index(seat) * STANDINGS + self._index(rival)]) / float(SURE)
            else:
                share = 1.0 - float(self._two[self._index(rival) * STANDINGS + self._index(seat)]) / float(
                    SURE
                )
            return share + (1.0 - share) * self._lost
        none = NOBODY_ADVANCED if self.advanced else NOBODY_BASIC
        total = none
        own = 0.0
        other = 0
        while other < self.seats:
            if self.left[other] > 0:
                tempo = TEMPO if other == next_seat else 0.0
                weight = exp(strength(self.advanced, MORDOR - self.reached[other], self.left[other]) + tempo)
                total += weight
                if other == seat:
                    own = weight
            other += 1
        own /= total
        none /= total
        return own + DRAW * none + (1.0 - own - none) * self._lost

    def _index(self, seat: i64) -> i64:
        left = self.left[seat]
        return self.reached[seat] * LIVES + (left if left < LIVES else i64(LIVES)) - 1


_GRAPHS: Final[dict[int, Reckoning]] = {}
"""Graphs by effect * 4 + dice that hit others: made when they are needed."""


def graph(effect: i64, others: i64) -> Reckoning:
    """The graph of a turn."""
    key = effect * 4 + others
    if key not in _GRAPHS:
        if len(_GRAPHS) >= KEPT:
            _GRAPHS.clear()
        _GRAPHS[key] = Reckoning(effect, others)
    return _GRAPHS[key]


class Verdict:
    """What each point of the mover's turn is worth to it, from one position between turns."""

    def __init__(self, kernel: MordorKernel) -> None:
        mover = kernel.mover()
        self._effect: i64 = kernel.effect()
        # By die: its number among those whose Nazgûl hits another, -1 for the rest.
        self._bits: vec[i64] = vec[i64]([-1, -1, -1, -1, -1])
        victims: vec[i64] = vec[i64]([0, 0, 0, 0])
        count: i64 = 0
        die: i64 = 0
        for die in range(BLACK):
            victim = kernel.victim(die)
            if victim != mover:
                self._bits[die] = count
                victims[count] = victim
                count += 1
        self._graph: Reckoning = graph(self._effect, count)
        self._ends: vec[float] = vec[float]([0.0 for _ in range(self._graph.ends())])
        standing = Standing(kernel)
        before: vec[i64] = standing.left[:]
        field = standing.reached[mover]
        end: i64 = 0
        while end < self._graph.ends():
            reached = field + self._graph.end_rings(end)
            if reached >= MORDOR:
                self._ends[end] = 1.0
            else:
                hits = self._graph.end_hits(end)
                bit: i64 = 0
                for bit in range(count):
                    standing.left[victims[bit]] = before[victims[bit]] - ((hits >> bit) & 1)
                left = before[mover] + self._graph.end_net(end)
                standing.left[mover] = left if left > 0 else 0
                standing.reached[mover] = reached
                self._ends[end] = standing.reward(mover, standing.following(mover))
            end += 1
        self._graph.weigh(self._ends)
        self._worth: vec[float] = self._graph.worth[:]
        self._plain: vec[float] = self._graph.plain[:]

    def worth(self, kernel: MordorKernel, aside: i64, over: bool, again: bool) -> float:
        """What the turn is worth with these dice aside.

        Args:
            over: whether it ends with them (M8).
            again: whether the next throw repeats one (M19).
        """
        own: i64 = 0
        others: i64 = 0
        black: i64 = 0
        rings: i64 = 0
        balance: i64 = 0
        net: i64 = 0
        hits: i64 = 0
        die: i64 = 0
        for die in range(DICE):
            bit = self._bits[die]
            if (aside >> die) & 1 == 0:
                if die == BLACK:
                    black = 1
                elif bit >= 0:
                    others = others | (i64(1) << bit)
                else:
                    own += 1
                continue
            face = kernel.face(die)
            if face == RING:
                rings += 1
            elif face == ORC:
                balance += 2 if self._effect == HELMS_DEEP else 1
            elif face == COMPANION:
                balance -= 2 if self._effect == LOTHLORIEN else 1
            elif face == GANDALF:
                if self._effect != MORIA:
                    net += 1
            elif face == NAZGUL:
                if bit >= 0:
                    hits = hits | (i64(1) << bit)
                elif self._effect != GONDOR:
                    net -= 1
        if over or aside == ALL_DICE:
            end = self._graph.end(rings, balance, net, hits)
            assert end != NO_POINT, "a legal turn ends here"
            return self._ends[end]
        point = self._graph.point(own, others, black, rings, balance, net, hits)
        assert point != NO_POINT, "a legal turn comes by here"
        return self._plain[point] if again else self._worth[point]


class Memory:
    """The last verdict, since a turn has several decisions. Mutable."""

    def __init__(self) -> None:
        self.key: list[int] = []
        self.verdict: Verdict | None = None


_LAST: Final = Memory()


def verdict(kernel: MordorKernel) -> Verdict:
    """The verdict on the turn that is on."""
    key: list[int] = [int(kernel.mover()), int(kernel.effect()), int(kernel.advanced()), int(kernel.seats())]
    seat: i64 = 0
    while seat < kernel.seats():
        key.append(int(kernel.colour(seat)))
        key.append(int(kernel.reached(seat)))
        key.append(int(lives(kernel, seat)) if kernel.playing(seat) else 0)
        seat += 1
    found = _LAST.verdict
    if found is None or key != _LAST.key:
        found = Verdict(kernel)
        _LAST.key = key
        _LAST.verdict = found
    return found


def exact_of(kernel: MordorKernel, actions: vec[i64], count: i64) -> i64:
    """The index of the best action by reckoning.

    Of the fields that may be halved it is the first: the others then stay for the next Gandalf.
    """
    if kernel.phase() == HALVING or count == 1:
        return 0
    judge = verdict(kernel)
    best: i64 = 0
    most = -1.0
    index: i64 = 0
    while index < count:
        action = actions[index]
        if action == AGAIN:
            worth = judge.worth(kernel, kernel.aside(), False, True)
        else:
            tree = (action >> BLACK) & 1 != 0 and kernel.face(BLACK) == TREE
            worth = judge.worth(kernel, kernel.aside() | action, tree, False)
        if worth > most:
            most = worth
            best = index
        index += 1
    return best
