"""Pure, compiled. What the rest of a turn of the dice game is worth, exactly, by looking at every throw that may come.

The one rule: what a turn brings is worth what it is told: so much for each number of rings that count, so much for each
Nazgûl and each Gandalf. With that every expectation is exact, for a player who chooses best all along.

Of the dice only their *class* matters: a coloured die whose Nazgûl hits the mover (`own`), one whose Nazgûl hits
another (`other`), and the black one. So a turn is in one of few states: how many dice of each class are still to be
thrown, how many rings lie aside, and how many Orcs are not held (less than none where Companions are to spare).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from gefaehrten.games.mordor.tables import (
    COLOURS,
    COMPANION,
    GANDALF,
    HELMS_DEEP,
    LOTHLORIEN,
    NAZGUL,
    ORC,
    RING,
    RIVENDELL,
    ROHAN,
    TREE,
)

OWN: Final[i64] = 0
OTHER: Final[i64] = 1
DARK: Final[i64] = 2

NOT_YET: Final[i64] = -1_000_000_000_000
BALANCES: Final[i64] = 21
LEVEL: Final[i64] = 10
"""The index of a balance of 0."""

RINGS: Final[i64] = 6

COLOURED_ODDS: Final = vec[i64]([2, 1, 1, 1, 1, 0])
"""Symbol to how many sides of a coloured die show it (M1)."""

BLACK_ODDS: Final = vec[i64]([2, 1, 2, 0, 0, 1])
"""The same of the black die."""

FACTORIALS: Final = vec[i64]([1, 1, 2, 6, 24, 120])


class Prospect:
    """What states of one kind of turn are worth. Mutable: it remembers what it has found out.

    Attributes that are handed in:
        effect: the place whose effect holds, 0 for none.
        others: how many coloured dice are of the class `OTHER`; the rest are `OWN`.
        rings: what 0 ... 5 rings that count are worth, an integer each, so that sums are the same everywhere.
        own: what a Nazgûl is worth that hits the mover; less than 0.
        other: the same of one that hits another.
        gandalf: what a Gandalf is worth.
    """

    def __init__(
        self, effect: i64, others: i64, rings: list[int], own: i64, other: i64, gandalf: i64
    ) -> None:
        self._effect: i64 = effect
        self._rings: vec[i64] = vec[i64](rings)
        self._own: i64 = own
        self._other: i64 = other
        self._gandalf: i64 = gandalf
        self._orc: i64 = 2 if effect == HELMS_DEEP else 1
        self._companion: i64 = 2 if effect == LOTHLORIEN else 1
        self._wide: i64 = others + 1
        size: i64 = (COLOURS + 1 - others) * self._wide * 2 * RINGS * BALANCES
        self._known: vec[i64] = vec[i64]([NOT_YET for _ in range(size)])
        # Where no throw can be repeated nothing else is to be known of one that is not.
        self._again: vec[i64] = vec[i64]([NOT_YET for _ in range(size if effect == ROHAN else 0)])

    def step(self, symbol: i64, kind: i64) -> i64:
        """What a die that is set aside is worth at once, by its symbol and its class."""
        if symbol == NAZGUL:
            return self._other if kind == OTHER else self._own
        return self._gandalf if symbol == GANDALF else 0

    def orc(self) -> i64:
        """How much an Orc adds to the balance."""
        return self._orc

    def companion(self) -> i64:
        """How much a Companion takes from it."""
        return self._companion

    def ended(self, rings: i64, balance: i64) -> i64:
        """What rings and balance are worth where the turn is over with them (M10)."""
        return self._rings[rings] if balance <= 0 else self._rings[0]

    def before(self, own: i64, other: i64, black: i64, rings: i64, balance: i64) -> i64:
        """What is to be expected of throwing so many dice of each class, with this aside."""
        if own + other + black == 0:
            return self.ended(rings, balance)
        index = self._index(own, other, black, rings, balance)
        if self._known[index] == NOT_YET:
            self._look(own, other, black, rings, balance, index)
        return self._known[index]

    def repeated(self, own: i64, other: i64, black: i64, rings: i64, balance: i64) -> i64:
        """The same where the throw may not be repeated, in Rohan (M19)."""
        worth = self.before(own, other, black, rings, balance)
        if self._effect != ROHAN:
            return worth
        return self._again[self._index(own, other, black, rings, balance)]

    def _index(self, own: i64, other: i64, black: i64, rings: i64, balance: i64) -> i64:
        return (((own * self._wide + other) * 2 + black) * RINGS + rings) * BALANCES + balance + LEVEL

    def _look(self, own: i64, other: i64, black: i64, rings: i64, balance: i64, index: i64) -> None:
        """Weighs every throw of these dice; of those that differ only in the order of equal dice, one."""
        count: i64 = own + other + black
        coloured: i64 = own + other
        shown: vec[i64] = vec[i64]([0, 0, 0, 0, 0])
        worths: vec[i64] = vec[i64]([0 for _ in range(0)])
        weights: vec[i64] = vec[i64]([0 for _ in range(0)])
        total: i64 = 0
        sides: i64 = 0
        number: i64 = 0
        size: i64 = 1
        die: i64 = 0
        while die < count:
            size *= 6
            die += 1
        for number in range(size):
            rest: i64 = number
            weight: i64 = 1
            for die in range(count):
                symbol: i64 = rest % 6
                rest = rest // 6
                shown[die] = symbol
                weight *= COLOURED_ODDS[symbol] if die < coloured else BLACK_ODDS[symbol]
                if weight == 0:
                    break
                if die != 0 and die != own and die != coloured and symbol < shown[die - 1]:
                    weight = 0
                    break
            if weight == 0:
                continue
            weight *= self._orders(shown, 0, own) * self._orders(shown, own, coloured)
            worth: i64 = self._best(shown, own, other, black, rings, balance)
            total += weight * worth
            sides += weight
            worths = append(worths, worth)
            weights = append(weights, weight)
        plain: i64 = total // sides
        if self._effect != ROHAN:
            self._known[index] = plain
            return
        self._again[index] = plain
        total = 0
        at: i64 = 0
        for at in range(i64(len(worths))):
            total += weights[at] * (worths[at] if worths[at] > plain else plain)
        self._known[index] = total // sides

    def _orders(self, shown: vec[i64], start: i64, end: i64) -> i64:
        """In how many orders a run of dice may show what it shows, ascending."""
        orders: i64 = FACTORIALS[end - start]
        run: i64 = 0
        at: i64 = start
        while at < end:
            run = 1
            while at + run < end and shown[at + run] == shown[at]:
                run += 1
            orders = orders // FACTORIALS[run]
            at += run
        return orders

    def _best(self, shown: vec[i64], own: i64, other: i64, black: i64, rings: i64, balance: i64) -> i64:
        """What the throw is worth to who sets the best dice aside (M5, M6, M8, M16)."""
        count: i64 = own + other + black
        coloured: i64 = own + other
        nazgul: bool = False
        die: i64 = 0
        for die in range(count):
            if shown[die] == NAZGUL:
                nazgul = True
        best: i64 = NOT_YET
        mask: i64 = 0
        for mask in range(1, i64(1) << count):
            seen: i64 = 0
            worth: i64 = 0
            left_own: i64 = own
            left_other: i64 = other
            left_black: i64 = black
            more: i64 = rings
            level: i64 = balance
            legal: bool = True
            for die in range(count):
                symbol: i64 = shown[die]
                if (mask >> die) & 1 == 0:
                    continue
                # Of equal dice of one class the first ones stand for all.
                first: bool = die in (0, own, coloured) or shown[die - 1] != symbol
                if not first and (mask >> (die - 1)) & 1 == 0:
                    legal = False
                    break
                if (seen >> symbol) & 1 != 0 and self._effect != RIVENDELL:
                    legal = False
                    break
                seen = seen | (i64(1) << symbol)
                if die < own:
                    left_own -= 1
                    worth += self.step(symbol, OWN)
                elif die < coloured:
                    left_other -= 1
                    worth += self.step(symbol, OTHER)
                else:
                    left_black = 0
                    worth += self.step(symbol, DARK)
                if symbol == RING:
                    more += 1
                elif symbol == ORC:
                    level += self._orc
                elif symbol == COMPANION:
                    level -= self._companion
            if not legal or (nazgul and (seen >> NAZGUL) & 1 == 0):
                continue
            if (seen >> TREE) & 1 != 0:
                worth += self.ended(more, level)
            else:
                worth += self.before(left_own, left_other, left_black, more, level)
            if worth > best:
                best = worth
        return best
