"""Pure. A tiny game with hidden hands, chance and turns of several actions, to try the bots on.

The one rule: a kernel like any other, small enough to check by hand. "Climb": cards of value 0 ... 5 come from one
common stack. A turn plays one or two cards and ends. A card above the one on top scores its value plus one, any card
becomes the top. Hands are filled up to three. The match ends when no hand holds a card.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.kernel import DEAL, DECIDE, OVER, ROLL, UNKNOWN, Kernel
from gefaehrten.core.knowledge import POINT, Knowledge
from gefaehrten.core.random import Random

VALUES = 6
HAND = 3
COPIES = 4
END = 0


class Climb(Kernel):
    def __init__(self, seats: int) -> None:
        self.n = seats
        self.hands = [[0] * VALUES for _ in range(seats)]
        self.unknown = [0] * seats
        self.unseen = [COPIES] * VALUES
        self.stack = COPIES * VALUES
        self.points = [0] * seats
        self.mover = -1
        self.top = -1
        self.played = 0
        self.ended = 0
        self.dealing: list[int] = []

    def clone(self) -> Climb:
        other = Climb(self.n)
        other.hands = [list(hand) for hand in self.hands]
        other.unknown = list(self.unknown)
        other.unseen = list(self.unseen)
        other.points = list(self.points)
        other.dealing = list(self.dealing)
        for name in ("stack", "mover", "top", "played", "ended"):
            setattr(other, name, getattr(self, name))
        return other

    def size(self, seat: int) -> int:
        return sum(self.hands[seat]) + self.unknown[seat]

    def request(self) -> i64:
        if self.mover < 0:
            return ROLL
        if self.dealing:
            return DEAL
        return DECIDE if any(self.size(seat) for seat in range(self.n)) else OVER

    def actor(self) -> i64:
        return {DEAL: self.dealing[0] if self.dealing else -1, DECIDE: self.mover}.get(self.request(), -1)

    def amount(self) -> i64:
        if self.mover < 0:
            return self.n
        return min(HAND - self.size(self.dealing[0]), self.stack)

    def deck(self) -> i64:
        return 0

    def turns(self) -> i64:
        return self.ended

    def seats(self) -> i64:
        return self.n

    def legal_actions(self, into: vec[i64]) -> i64:
        found = [END] if self.played else []
        if self.played < 2:
            for face in range(VALUES):
                if self.hands[self.mover][face] or (self.unknown[self.mover] and self.unseen[face]):
                    found.append(1 + face)
        for index, action in enumerate(found):
            into[index] = action
        return len(found)

    def check(self, action: i64) -> None:
        buffer = vec[i64]([0] * 16)
        count = self.legal_actions(buffer)
        if action not in list(buffer)[:count]:
            raise IllegalAction("F0", "Not a legal action.")

    def apply(self, action: i64) -> None:
        if action == END:
            self.finish()
            return
        face = action - 1
        if not self.hands[self.mover][face]:
            self.learn(self.mover, face)
        self.hands[self.mover][face] -= 1
        if face > self.top:
            self.points[self.mover] += face + 1
        self.top = face
        self.played += 1
        if not self.size(self.mover):
            self.finish()

    def finish(self) -> None:
        self.ended += 1
        self.played = 0
        self.dealing = [self.mover] if self.stack and self.size(self.mover) < HAND else []
        seats = [(self.mover + step) % self.n for step in range(1, self.n + 1)]
        self.mover = next((seat for seat in seats if self.size(seat) or seat in self.dealing), self.mover)

    def roll(self, value: i64) -> None:
        self.mover = value
        self.dealing = list(range(self.n))

    def deal(self, face: i64) -> None:
        seat = self.dealing[0]
        if face == UNKNOWN:
            self.unknown[seat] += 1
        else:
            self.hands[seat][face] += 1
            self.unseen[face] -= 1
        self.stack -= 1
        if self.size(seat) == HAND or not self.stack:
            self.dealing.pop(0)

    def learn(self, seat: i64, face: i64) -> None:
        self.unknown[seat] -= 1
        self.hands[seat][face] += 1
        self.unseen[face] -= 1

    def draw(self, rng: Random) -> int:
        index = rng.below(sum(self.unseen))
        for face in range(VALUES):
            index -= self.unseen[face]
            if index < 0:
                return face
        raise AssertionError("the unseen cards have run out")

    def chance(self, rng: Random) -> None:
        if self.mover < 0:
            self.roll(rng.below(self.n))
            return
        for _ in range(self.amount()):
            self.deal(self.draw(rng))

    def mask(self, seat: i64) -> None:
        for other in range(self.n):
            if other != seat:
                for face in range(VALUES):
                    self.unseen[face] += self.hands[other][face]
                    self.unknown[other] += self.hands[other][face]
                    self.hands[other][face] = 0

    def determinize(self, rng: Random) -> None:
        for seat in range(self.n):
            while self.unknown[seat]:
                self.learn(seat, self.draw(rng))

    def score(self, seat: i64) -> i64:
        return self.points[seat]

    def place(self, seat: i64) -> i64:
        return sum(points > self.points[seat] for points in self.points)

    def public(self) -> list[int]:
        sizes = [self.size(seat) for seat in range(self.n)]
        return [
            *self.points,
            *sizes,
            self.stack,
            self.mover,
            self.top,
            self.played,
            self.ended,
            *self.dealing,
        ]

    def dump(self) -> list[int]:
        known = [count for hand in self.hands for count in hand]
        scalars = [self.stack, self.mover, self.top, self.played, self.ended]
        return [self.n, *known, *self.unknown, *self.unseen, *self.points, *scalars, *self.dealing]


def load(dump: list[int]) -> Climb:
    """The position of a dump."""
    values = iter(dump)
    kernel = Climb(next(values))
    kernel.hands = [[next(values) for _ in range(VALUES)] for _ in range(kernel.n)]
    kernel.unknown = [next(values) for _ in range(kernel.n)]
    kernel.unseen = [next(values) for _ in range(VALUES)]
    kernel.points = [next(values) for _ in range(kernel.n)]
    for name in ("stack", "mover", "top", "played", "ended"):
        setattr(kernel, name, next(values))
    kernel.dealing = list(values)
    return kernel


class ClimbKnowledge(Knowledge):
    """Points, and a little for low cards: they make room to climb. A stage is a turn."""

    def evaluate(self, kernel: Kernel, seat: i64) -> i64:
        assert isinstance(kernel, Climb)
        return POINT * kernel.points[seat] - 10 * sum(kernel.hands[seat][4:])

    def stage(self, kernel: Kernel) -> i64:
        return kernel.turns()


def started(seats: int, seed: int, actions: int = 0) -> Climb:
    """A match with full knowledge, so many random actions after the first deal."""
    rng = Random(seed)
    kernel = Climb(seats)
    buffer = vec[i64]([0] * 16)
    while kernel.request() != OVER:
        if kernel.request() != DECIDE:
            kernel.chance(rng)
        elif actions:
            kernel.apply(buffer[rng.below(kernel.legal_actions(buffer))])
            actions -= 1
        else:
            break
    return kernel
