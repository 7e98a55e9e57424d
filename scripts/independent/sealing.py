"""Pure. Sealed decks: what passes, keys and cards have to be, and how a pass is made from a secret (§8).

The one rule: a deck believes a pass only as far as the log lets everybody check it; the audit makes it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from scripts.independent import curve
from scripts.independent.values import hash32, keyed64


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass as it was logged."""

    entry: int
    seat: int
    step: int
    points: list[bytes]
    hashes: list[bytes]
    marks: list[int]


@cache
def looks_valid(point: bytes) -> bool:
    """Whether a point is one that a receiver takes; remembered, since many ask."""
    return curve.valid(point) is not None


@dataclass(frozen=True, slots=True)
class DeckName:
    """What names a deck in every hash: the table, the deck's number, its epoch."""

    table: bytes
    number: int
    epoch: int

    def card(self, card: int) -> curve.Point:
        """M_c (§8.2)."""
        halves = [hash32("card", self.table, self.number, self.epoch, card, half) for half in (0, 1)]
        return curve.add(curve.from_uniform(halves[0]), curve.from_uniform(halves[1]))

    def key_hash(self, seat: int, position: int, key: bytes) -> bytes:
        """What a seat publishes about the key of a position (§8.4)."""
        return hash32("key", self.table, self.number, self.epoch, seat, position, key)


class Epoch:
    """One epoch of a deck as a log shows it: its passes, its key hashes, and the points that they end in.

    Args:
        numbers: the cards that it is made of, ascending.
        order: the seats that pass, the owner first.
        first: the position that it begins with.
        hidden: the positions of earlier epochs that the owner holds and has not shown; the owner marks their cards.
    """

    def __init__(
        self, name: DeckName, numbers: list[int], order: list[int], first: int, hidden: list[int]
    ) -> None:
        self.name = name
        self.numbers = numbers
        self.order = order
        self.first = first
        self.hidden = hidden
        self.size = len(numbers) - len(hidden)
        """How many positions it has."""
        self.passes: list[Pass] = []

    @cached_property
    def cards(self) -> list[curve.Point]:
        """The points that it starts as."""
        return [self.name.card(card) for card in self.numbers]

    @cached_property
    def _number_of(self) -> dict[bytes, int]:
        return {curve.encode(point): card for card, point in zip(self.numbers, self.cards, strict=True)}

    @property
    def sealed(self) -> bool:
        """Whether both steps are done by every seat."""
        return len(self.passes) == 2 * len(self.order)

    @property
    def due(self) -> tuple[int, int]:
        """The step and the seat of the next pass; (0, -1) when there is none."""
        if self.sealed:
            return 0, -1
        step, place = divmod(len(self.passes), len(self.order))
        return step + 1, self.order[place]

    def take_pass(self, made: Pass) -> str:
        """Adds a pass, unless it is refused.

        Returns:
            "" if it was added, "last" if it is the last one and holds an invalid point, else the code of what its
            author did wrong.
        """
        if (made.step, made.seat) != self.due:
            return "seal-due"
        points = self.size if self.passes else len(self.numbers)
        if len(made.points) != points or len(made.hashes) != (points if made.step == 2 else 0):
            return "seal-size"
        if len(made.marks) != (0 if self.passes else len(self.hidden)) or not _places(made.marks, points):
            return "seal-marks"
        if len(set(made.points)) < points:
            return "seal-point"
        if len(self.passes) + 1 < 2 * len(self.order) or all(map(looks_valid, made.points)):
            self.passes.append(made)
            return ""
        return "last"

    def first_invalid(self) -> Pass | None:
        """The first pass with a point that nobody may take, or None."""
        return next((made for made in self.passes if not all(map(looks_valid, made.points))), None)

    def before(self, place: int) -> list[curve.Point]:
        """The points that a pass had to build on; none if one of them is invalid: then it had to be a claim."""
        if not place:
            return self.cards
        made = self.passes[place - 1]
        if not all(map(looks_valid, made.points)):
            return []
        going = [point for number, point in enumerate(made.points) if number not in made.marks]
        return [point for point in map(curve.decode, going) if point is not None]

    def key_hash_of(self, seat: int, place: int) -> bytes:
        """What a seat has published about its key of a place of this epoch."""
        return next(made.hashes[place] for made in self.passes if made.step == 2 and made.seat == seat)

    def card_at(self, place: int, keys: list[int]) -> int | None:
        """The card of a place, all keys being given; None if it is no card of this epoch."""
        product = 1
        for key in keys:
            product = product * key % curve.L
        point = curve.decode(self.passes[-1].points[place])
        assert point is not None, "the last pass was looked at when it came"
        return self._number_of.get(curve.encode(curve.times(pow(product, -1, curve.L), point)))


def _places(marks: list[int], size: int) -> bool:
    """Whether marks are places below a size, ascending."""
    return marks == sorted(set(marks)) and all(mark < size for mark in marks)


@dataclass(frozen=True, slots=True)
class SeatSecret:
    """A deck secret that a seat has opened, and what follows from it for one deck (§8.3)."""

    secret: bytes
    seat: int
    deck: DeckName

    def _scalar(self, label: str, position: int) -> int:
        attempt = number = 0
        while not number:
            name = (self.deck.table, self.deck.number, self.deck.epoch)
            data = keyed64(self.secret, label, *name, self.seat, position, attempt)
            number = int.from_bytes(data, "little") % curve.L
            attempt += 1
        return number

    def deck_key(self) -> int:
        """k_i."""
        return self._scalar("deck key", 0)

    def position_key(self, position: int) -> int:
        """k_{i,j}."""
        return self._scalar("position key", position)

    def permutation(self, size: int) -> list[int]:
        """π."""
        order = list(range(size))
        words: list[int] = []
        counter = 0
        for place in reversed(range(1, size)):
            limit = 2**64 - 2**64 % (place + 1)
            while True:
                if not words:
                    data = keyed64(
                        self.secret,
                        "permutation",
                        self.deck.table,
                        self.deck.number,
                        self.deck.epoch,
                        self.seat,
                        counter,
                    )
                    words = [int.from_bytes(data[at : at + 8], "big") for at in range(0, 64, 8)]
                    counter += 1
                word = words.pop(0)
                if word < limit:
                    break
            other = word % (place + 1)
            order[place], order[other] = order[other], order[place]
        return order

    def points(self, step: int, old: list[curve.Point]) -> list[bytes]:
        """The points that an honest seat makes of the points before its pass (§8.4)."""
        own = self.deck_key()
        if step == 1:
            return [curve.encode(curve.times(own, old[place])) for place in self.permutation(len(old))]
        undo = pow(own, -1, curve.L)
        factors = [self.position_key(position) * undo % curve.L for position in range(len(old))]
        return [curve.encode(curve.times(factor, point)) for factor, point in zip(factors, old, strict=True)]

    def hashes(self, size: int) -> list[bytes]:
        """The key hashes that an honest seat publishes with step 2."""
        keys = [self.position_key(position).to_bytes(32, "little") for position in range(size)]
        return [self.deck.key_hash(self.seat, position, key) for position, key in enumerate(keys)]
