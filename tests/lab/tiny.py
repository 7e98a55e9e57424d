"""Pure. A game so small that a whole match of it takes a blink, yet with all that matters: cards drawn in the middle of
it, and seats that leave while the others go on.

The one rule: it is a game like any other, so whatever a session does with it, it would do with a real one.
"""

from __future__ import annotations

from collections.abc import Callable

from gefaehrten.core.errors import IllegalAction, UsageError
from gefaehrten.core.game import JsonStep, Plain, Setup, Slot
from gefaehrten.core.kernel import DEAL, DECIDE, OVER, ROLL, UNKNOWN, Kernel
from tests.unit.session.toy_game import ToyGame

DECK = 3
"""Cards of each seat, with the faces 1 ... 3: as many points as they are played for."""

HAND = 1
TURNS = 2
"""Of each seat; one card of its deck stays undealt, so that there is something to seal again."""

STAKES = 3
"""A card is played for its face, or for so much more: whoever is asked again may choose otherwise."""


def face_of(action: int) -> int:
    """The card that an action plays."""
    return (action - 1) % DECK + 1


class TinyKernel(Kernel):
    """One position."""

    def __init__(self, seats: int) -> None:
        self.count = seats
        self.last = -1
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.points = [0] * seats
        self.played = [0] * seats
        self.gone: list[int] = []

    def clone(self) -> TinyKernel:
        other = TinyKernel(self.count)
        other.last, other.gone = self.last, list(self.gone)
        other.hands = [list(hand) for hand in self.hands]
        other.points, other.played = list(self.points), list(self.played)
        return other

    def request(self) -> int:
        if len(self.gone) + 1 >= self.count or all(self._done(seat) for seat in range(self.count)):
            return int(OVER)
        if self.last < 0:
            return int(ROLL)
        return int(DECIDE if self._short() < 0 else DEAL)

    def actor(self) -> int:
        if self.request() == DEAL:
            return self._short()
        if self.request() != DECIDE:
            return -1
        order = ((self.last + step) % self.count for step in range(1, self.count + 1))
        return next(seat for seat in order if not self._done(seat))

    def amount(self) -> int:
        return self.count if self.last < 0 else HAND - len(self.hands[self._short()])

    def deck(self) -> int:
        return self._short()

    def first(self) -> int:
        return -1

    def turns(self) -> int:
        return sum(self.played)

    def seats(self) -> int:
        return self.count

    def check(self, action: int) -> None:
        if self.request() != DECIDE or not 1 <= action <= STAKES * DECK:
            raise IllegalAction("T1", "This card cannot be played.")
        if not {face_of(action), int(UNKNOWN)} & set(self.hands[self.actor()]):
            raise IllegalAction("T1", "This card is not in the hand.")

    def apply(self, action: int) -> None:
        seat, face = self.actor(), face_of(action)
        self.hands[seat].remove(face if face in self.hands[seat] else int(UNKNOWN))
        self.points[seat] += action
        self.played[seat] += 1
        self.last = seat

    def roll(self, value: int) -> None:
        self.last = value

    def deal(self, face: int) -> None:
        self.hands[self._short()].append(face)

    def learn(self, seat: int, face: int) -> None:
        self.hands[seat][self.hands[seat].index(int(UNKNOWN))] = face

    def retire(self, seat: int) -> None:
        self.gone.append(seat)
        self.hands[seat] = []

    def score(self, seat: int) -> int:
        return self.points[seat]

    def place(self, seat: int) -> int:
        if seat in self.gone:
            return self.count - 1 - self.gone.index(seat)
        return sum(
            self.points[other] > self.points[seat] for other in range(self.count) if other not in self.gone
        )

    def public(self) -> list[int]:
        sizes = [len(hand) for hand in self.hands]
        return [self.last, *self.points, *self.played, *sizes, len(self.gone), *self.gone]

    def dump(self) -> list[int]:
        return [*self.public(), *(face for hand in self.hands for face in hand)]

    def _done(self, seat: int) -> bool:
        return seat in self.gone or self.played[seat] == TURNS

    def _short(self) -> int:
        """The seat whose hand is filled next; -1: all are full."""
        for seat, hand in enumerate(self.hands):
            if seat not in self.gone and len(hand) < min(HAND, TURNS - self.played[seat]):
                return seat
        return -1


class TinyGame(ToyGame):
    """See the module."""

    key = "tiny"
    title = "Tiny"

    def rules_hash(self) -> bytes:
        return b"tiny rules".ljust(32)

    def start(self, setup: Setup) -> TinyKernel:  # type: ignore[override]
        if not self.min_seats <= setup.seats <= self.max_seats:
            raise UsageError("seats", "Not for so many.")
        return TinyKernel(setup.seats)

    def encode(self, kernel: Kernel, action: int, take: Callable[[int], Slot]) -> Plain:
        return [*take(face_of(action)), (action - 1) // DECK]

    def decode(self, kernel: Kernel, value: Plain, show: Callable[[Slot], int]) -> int:
        match value:
            case [int(deck), int(position), int(stake)] if 0 <= stake < STAKES:
                return show((deck, position)) + stake * DECK
            case _:
                raise IllegalAction("T1", "This is no move.")

    def load(self, setup: Setup, dump: list[int]) -> TinyKernel:
        kernel, values = TinyKernel(setup.seats), list(dump)

        def take(count: int) -> list[int]:
            taken = values[:count]
            del values[:count]
            return taken

        (kernel.last,) = take(1)
        kernel.points, kernel.played = take(setup.seats), take(setup.seats)
        sizes = take(setup.seats)
        kernel.gone = take(take(1)[0])
        kernel.hands = [take(size) for size in sizes]
        return kernel

    def rolled(self, before: Kernel, value: int, after: Kernel) -> tuple[JsonStep, ...]:
        return ()

    def claims(self, kernel: Kernel, action: int) -> bool:
        return False

    def consequences(self, before: Kernel, after: Kernel) -> tuple[JsonStep, ...]:
        if before.request() == OVER or after.request() != OVER:
            return ()
        scores = [int(after.score(seat)) for seat in range(after.seats())]
        return ({"step": "over", "reason": "alone", "scores": scores},)


GAME = TinyGame()
