"""Pure. A game so small that a whole match of it over links and stores takes a blink: two cards each, one a turn.

The one rule: it is a game like any other, so whatever a session does with it, it would do with a real one.
"""

from __future__ import annotations

from collections.abc import Callable

from gefaehrten.core.errors import IllegalAction, UsageError
from gefaehrten.core.game import AS_USUAL, DeckSpec, JsonStep, Option, Plain, Setup, Slot
from gefaehrten.core.kernel import DEAL, DECIDE, OVER, ROLL, UNKNOWN, Kernel

DECK = 3
HAND = 2


class ToyKernel(Kernel):
    """Hands as lists of faces; a face is 1 ... 3, and its value."""

    def __init__(self, seats: int) -> None:
        self.count = seats
        self.begins = -1
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.points = [0] * seats
        self.done = 0
        self.gone: set[int] = set()

    def clone(self) -> ToyKernel:
        other = ToyKernel(self.count)
        other.begins, other.done, other.gone = self.begins, self.done, set(self.gone)
        other.hands, other.points = [list(hand) for hand in self.hands], list(self.points)
        return other

    def retire(self, seat: int) -> None:
        assert self.count == 2, "with more than two the toy knows no going on"
        self.gone.add(seat)

    def request(self) -> int:
        if self.gone:
            return int(OVER)
        if self.begins < 0:
            return int(ROLL)
        if self._next_dealt() >= 0:
            return int(DEAL)
        return int(OVER) if self.done == HAND * self.count else int(DECIDE)

    def actor(self) -> int:
        return self._next_dealt() if self.request() == DEAL else (self.begins + self.done) % self.count

    def amount(self) -> int:
        return self.count if self.begins < 0 else HAND - len(self.hands[self._next_dealt()])

    def deck(self) -> int:
        return self._next_dealt()

    def turns(self) -> int:
        return self.done

    def first(self) -> int:
        return self.begins

    def seats(self) -> int:
        return self.count

    def check(self, action: int) -> None:
        hand = self.hands[self.actor()]
        if self.request() != DECIDE or not 1 <= action <= DECK or not {action, int(UNKNOWN)} & set(hand):
            raise IllegalAction("T1", "This card cannot be played.")

    def apply(self, action: int) -> None:
        hand = self.hands[self.actor()]
        hand.remove(action if action in hand else int(UNKNOWN))
        self.points[self.actor()] += action
        self.done += 1

    def roll(self, value: int) -> None:
        self.begins = value

    def deal(self, face: int) -> None:
        self.hands[self._next_dealt()].append(face)

    def learn(self, seat: int, face: int) -> None:
        self.hands[seat][self.hands[seat].index(int(UNKNOWN))] = face

    def score(self, seat: int) -> int:
        return self.points[seat]

    def place(self, seat: int) -> int:
        if self.gone:
            return int(seat in self.gone)
        return sum(points > self.points[seat] for points in self.points)

    def public(self) -> list[int]:
        return [self.begins, self.done, *self.points, *(len(hand) for hand in self.hands)]

    def dump(self) -> list[int]:
        return [self.begins, self.done, *self.points, *(face for hand in self.hands for face in hand)]

    def _next_dealt(self) -> int:
        """The seat whose hand is filled next; -1: all are full, or play has begun."""
        if self.done:
            return -1
        return next((seat for seat, hand in enumerate(self.hands) if len(hand) < HAND), -1)


class ToyGame:
    """See the module."""

    key = "toy"
    title = "Toy"
    min_seats = 2
    max_seats = 4
    turn_clause = "T1"
    levels = AS_USUAL
    options = (Option("colour", ("plain", "bright"), "No difference."),)

    def rules_hash(self) -> bytes:
        return b"toy rules".ljust(32)

    def start(self, setup: Setup) -> ToyKernel:
        if not self.min_seats <= setup.seats <= self.max_seats:
            raise UsageError("seats", "Not for so many.")
        if any(value not in ("plain", "bright") for value in setup.options.values()):
            raise UsageError("option", "No such colour.")
        return ToyKernel(setup.seats)

    def decks(self, setup: Setup) -> tuple[DeckSpec, ...]:
        return tuple(DeckSpec(seat, DECK, seat) for seat in range(setup.seats))

    def face(self, setup: Setup, deck: int, card: int) -> int:
        return card + 1

    def encode(self, kernel: Kernel, action: int, take: Callable[[int], Slot]) -> Plain:
        return list(take(action))

    def decode(self, kernel: Kernel, value: Plain, show: Callable[[Slot], int]) -> int:
        match value:
            case [int(deck), int(position)]:
                return show((deck, position))
            case _:
                raise IllegalAction("T1", "This is no move.")

    def rolled(self, before: Kernel, value: int, after: Kernel) -> tuple[JsonStep, ...]:
        return ()

    def steps(self, before: Kernel, action: int, after: Kernel, card: int | None) -> tuple[JsonStep, ...]:
        steps: list[JsonStep] = [{"step": "place", "seat": int(before.actor()), "card": action}]
        if after.request() == OVER:
            scores = [int(after.score(seat)) for seat in range(after.seats())]
            steps.append({"step": "over", "reason": "empty", "scores": scores})
        return tuple(steps)

    def claims(self, kernel: Kernel, action: int) -> bool:
        return False

    def consequences(self, before: Kernel, after: Kernel) -> tuple[JsonStep, ...]:
        return ()

    def colours(self, setup: Setup) -> tuple[tuple[str, ...], ...]:
        return tuple((f"colour {seat}",) for seat in range(setup.seats))


GAME = ToyGame()
