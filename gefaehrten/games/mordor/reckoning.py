"""Pure, compiled. A whole turn of the dice game as a graph, and what each point of it is worth, exactly.

The one rule: it knows how turns go on and end, not what an end is worth; that it is told, for every end.

`prospect.py` adds up what dice are worth one by one and is quick enough for playouts. Here an end is worth whatever it
is worth: the last Nazgûl that a track can take, or the ring that a rival is about to find, count for what they are.

A point of a turn is before a throw: which dice are left to throw, and what those that lie aside amount to: rings,
Orcs that are not held (less than none where Companions are to spare), Gandalfs less Nazgûl on the mover, and which
others are hit. Dice whose Nazgûl hits the mover are all alike; every other coloured die is its own, a bit each.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from gefaehrten.games.mordor.prospect import BLACK_ODDS, COLOURED_ODDS, FACTORIALS
from gefaehrten.games.mordor.tables import (
    BITS,
    COLOURS,
    COMPANION,
    DICE,
    GANDALF,
    GONDOR,
    HELMS_DEEP,
    LOTHLORIEN,
    MORIA,
    NAZGUL,
    ORC,
    POWERS,
    RING,
    RIVENDELL,
    ROHAN,
    SHELOBS_LAIR,
    TREE,
)

NO_POINT: Final[i64] = -1

LEAST: Final = -1e9
"""Less than anything is worth."""


class Reckoning:
    """All turns from one place with one number of dice that hit others. It is big: make few, and keep them.

    Attributes that are handed in:
        effect: the place whose effect holds, 0 for none.
        others: how many coloured dice have a Nazgûl that hits another seat.
    """

    def __init__(self, effect: i64, others: i64) -> None:
        self._effect: i64 = effect
        self._others: i64 = others
        self._orc: i64 = 2 if effect == HELMS_DEEP else 1
        self._companion: i64 = 2 if effect == LOTHLORIEN else 1
        self._points: dict[int, int] = {}
        self._ends: dict[int, int] = {}
        # By end: what counts of it.
        self._end_rings: vec[i64] = vec[i64]([0 for _ in range(0)])
        self._end_net: vec[i64] = vec[i64]([0 for _ in range(0)])
        self._end_hits: vec[i64] = vec[i64]([0 for _ in range(0)])
        # By point: its key, its throws from the first to the one before the last, and how many sides they stand for.
        self._keys: vec[i64] = vec[i64]([0 for _ in range(0)])
        self._first: vec[i64] = vec[i64]([0 for _ in range(0)])
        self._last: vec[i64] = vec[i64]([0 for _ in range(0)])
        # By throw: its weight, and where in `_next` its choices begin; the next throw's begin where they end.
        self._weights: vec[i32] = vec[i32]([0 for _ in range(0)])
        self._choices: vec[i32] = vec[i32]([0 for _ in range(0)])
        # What a choice leads to: a point, or -1 - an end.
        self._next: vec[i32] = vec[i32]([0 for _ in range(0)])
        self._order: vec[i64] = vec[i64]([0 for _ in range(0)])
        self._build()
        self.worth: vec[float] = vec[float]([0.0 for _ in range(len(self._keys))])
        self.plain: vec[float] = vec[float]([0.0 for _ in range(len(self._keys))])

    def ends(self) -> i64:
        """How many ends a turn may have that differ in what counts."""
        return i64(len(self._end_rings))

    def end_rings(self, end: i64) -> i64:
        """How many fields the rings of an end lead on, were there so many (M10, M23)."""
        return self._end_rings[end]

    def end_net(self, end: i64) -> i64:
        """Gandalfs less Nazgûl on the mover, those that have an effect (M17, M21)."""
        return self._end_net[end]

    def end_hits(self, end: i64) -> i64:
        """Which of the other seats' dice show a Nazgûl, a bit each."""
        return self._end_hits[end]

    def points(self) -> i64:
        """How many points the graph has."""
        return i64(len(self._keys))

    def start(self) -> i64:
        """The point before the first throw."""
        return 0

    def point(self, own: i64, others: i64, black: i64, rings: i64, balance: i64, net: i64, hits: i64) -> i64:
        """The number of a point, `NO_POINT` where no turn comes by it.

        Args:
            own: dice to throw whose Nazgûl hits the mover, without the black one.
            others: those whose Nazgûl hits another, a bit each.
            black: 1 if the black die is to be thrown.
        """
        key = point_key(own, others, black, rings, balance, net, hits)
        return i64(self._points[key]) if key in self._points else NO_POINT

    def end(self, rings: i64, balance: i64, net: i64, hits: i64) -> i64:
        """The number of an end, `NO_POINT` where no turn comes to it."""
        key = end_key(self._valid(rings, balance), net, hits)
        return i64(self._ends[key]) if key in self._ends else NO_POINT

    def weigh(self, ends: vec[float]) -> None:
        """Writes what each point is worth into `worth`, for a mover who chooses best; into `plain` without M19.

        Args:
            ends: what each end is worth to the mover.
        """
        worth = self.worth
        plain = self.plain
        nexts = self._next
        choices = self._choices
        weights = self._weights
        order = self._order
        rohan = self._effect == ROHAN
        at: i64 = 0
        while at < i64(len(order)):
            point = order[at]
            total = 0.0
            sides = 0.0
            throw = self._first[point]
            last = self._last[point]
            while throw < last:
                best = _best(nexts, i64(choices[throw]), i64(choices[throw + 1]), worth, ends)
                total += float(i64(weights[throw])) * best
                sides += float(i64(weights[throw]))
                throw += 1
            mean = total / sides
            plain[point] = mean
            if rohan:
                total = 0.0
                throw = self._first[point]
                while throw < last:
                    best = _best(nexts, i64(choices[throw]), i64(choices[throw + 1]), worth, ends)
                    total += float(i64(weights[throw])) * (best if best > mean else mean)
                    throw += 1
                mean = total / sides
            worth[point] = mean
            at += 1

    def _valid(self, rings: i64, balance: i64) -> i64:
        if balance > 0 or (self._effect == SHELOBS_LAIR and rings < 2):
            return 0
        return rings

    def _build(self) -> None:
        """Finds every point, those with more dice to throw first, and every throw at it."""
        layers: list[list[int]] = [[] for _ in range(DICE + 1)]
        self._find(layers, COLOURS - self._others, (i64(1) << self._others) - 1, 1, 0, 0, 0, 0)
        left: i64 = DICE
        while left > 0:
            for point in layers[left]:
                self._expand(layers, i64(point))
            left -= 1
        self._choices = append(self._choices, i32(len(self._next)))
        for layer in layers:
            for point in layer:
                self._order = append(self._order, i64(point))

    def _find(
        self,
        layers: list[list[int]],
        own: i64,
        others: i64,
        black: i64,
        rings: i64,
        balance: i64,
        net: i64,
        hits: i64,
    ) -> i64:
        """The number of a point, a new one where it has none yet."""
        key = point_key(own, others, black, rings, balance, net, hits)
        if key in self._points:
            return i64(self._points[key])
        new = i64(len(self._keys))
        self._points[key] = new
        self._keys = append(self._keys, key)
        self._first = append(self._first, 0)
        self._last = append(self._last, 0)
        layers[own + BITS[others] + black].append(new)
        return new

    def _finish(self, rings: i64, balance: i64, net: i64, hits: i64) -> i64:
        """The number of an end, a new one where it has none yet."""
        valid = self._valid(rings, balance)
        key = end_key(valid, net, hits)
        if key in self._ends:
            return i64(self._ends[key])
        new = i64(len(self._end_rings))
        self._ends[key] = new
        self._end_rings = append(self._end_rings, valid)
        self._end_net = append(self._end_net, net)
        self._end_hits = append(self._end_hits, hits)
        return new

    def _expand(self, layers: list[list[int]], point: i64) -> None:
        """Writes down every throw at a point; of those that differ only in the order of equal dice, one."""
        key: i64 = self._keys[point]
        own = key % 5
        others = key // 5 % 8
        black = key // 40 % 2
        # The dice in the order in which they are looked at; -1 for the mover's, -2 for the black one.
        dice: vec[i64] = vec[i64]([-2, -2, -2, -2, -2])
        count: i64 = 0
        while count < own:
            dice[count] = -1
            count += 1
        bit: i64 = 0
        for bit in range(3):
            if (others >> bit) & 1 != 0:
                dice[count] = bit
                count += 1
        coloured = count
        count += black
        size: i64 = POWERS[count]
        die: i64 = 0
        shown: vec[i64] = vec[i64]([0, 0, 0, 0, 0])
        self._first[point] = i64(len(self._weights))
        number: i64 = 0
        for number in range(size):
            rest: i64 = number
            weight: i64 = 1
            for die in range(count):
                symbol: i64 = rest % 6
                rest = rest // 6
                shown[die] = symbol
                weight *= COLOURED_ODDS[symbol] if die < coloured else BLACK_ODDS[symbol]
                if weight == 0 or (0 < die < own and symbol < shown[die - 1]):
                    weight = 0
                    break
            if weight == 0:
                continue
            orders: i64 = FACTORIALS[own]
            run: i64 = 0
            for die in range(own):
                run = run + 1 if die > 0 and shown[die] == shown[die - 1] else 1
                orders = orders // run
            self._weights = append(self._weights, i32(weight * orders))
            self._choices = append(self._choices, i32(len(self._next)))
            self._choose(layers, key, dice, shown, count, own)
        self._last[point] = i64(len(self._weights))

    def _choose(
        self, layers: list[list[int]], key: i64, dice: vec[i64], shown: vec[i64], count: i64, own: i64
    ) -> None:
        """Writes down what each legal choice after a throw leads to (M5, M6, M8, M16), once."""
        begin = i64(len(self._next))
        nazgul: bool = False
        die: i64 = 0
        for die in range(count):
            if shown[die] == NAZGUL:
                nazgul = True
        mask: i64 = 0
        for mask in range(1, i64(1) << count):
            seen: i64 = 0
            left: i64 = key % 5
            others: i64 = key // 5 % 8
            black: i64 = key // 40 % 2
            rings: i64 = key // 80 % 6
            balance: i64 = key // 480 % 32 - 16
            net: i64 = key // 15360 % 16 - 8
            hits: i64 = key // 245760
            legal: bool = True
            for die in range(count):
                if (mask >> die) & 1 == 0:
                    continue
                symbol: i64 = shown[die]
                # Of equal dice the first ones stand for all.
                if 0 < die < own and shown[die - 1] == symbol and (mask >> (die - 1)) & 1 == 0:
                    legal = False
                    break
                if (seen >> symbol) & 1 != 0 and self._effect != RIVENDELL:
                    legal = False
                    break
                seen = seen | (i64(1) << symbol)
                whose: i64 = dice[die]
                if whose == -1:
                    left -= 1
                elif whose == -2:
                    black = 0
                else:
                    others = others & ~(i64(1) << whose)
                if symbol == RING:
                    rings += 1
                elif symbol == ORC:
                    balance += self._orc
                elif symbol == COMPANION:
                    balance -= self._companion
                elif symbol == GANDALF:
                    if self._effect != MORIA:
                        net += 1
                elif symbol == NAZGUL:
                    if whose >= 0:
                        hits = hits | (i64(1) << whose)
                    elif self._effect != GONDOR:
                        net -= 1
            if not legal or (nazgul and (seen >> NAZGUL) & 1 == 0):
                continue
            found: i64 = 0
            if (seen >> TREE) & 1 != 0 or left + others + black == 0:
                found = -1 - self._finish(rings, balance, net, hits)
            else:
                found = self._find(layers, left, others, black, rings, balance, net, hits)
            at: i64 = begin
            while at < i64(len(self._next)) and i64(self._next[at]) != found:
                at += 1
            if at == i64(len(self._next)):
                self._next = append(self._next, i32(found))


def point_key(own: i64, others: i64, black: i64, rings: i64, balance: i64, net: i64, hits: i64) -> i64:
    """A point as one number, see `Reckoning.point`."""
    return own + 5 * (others + 8 * (black + 2 * (rings + 6 * (balance + 16 + 32 * (net + 8 + 16 * hits)))))


def end_key(rings: i64, net: i64, hits: i64) -> i64:
    """An end as one number."""
    return rings + 6 * (net + 8 + 16 * hits)


def _best(nexts: vec[i32], begin: i64, end: i64, worth: vec[float], ends: vec[float]) -> float:
    """The best of what a throw's choices lead to."""
    best = LEAST
    at = begin
    while at < end:
        found = i64(nexts[at])
        value = worth[found] if found >= 0 else ends[-1 - found]
        if value > best:
            best = value
        at += 1
    return best
