"""Pure. Sealed decks: what passes, keys and cards have to be, and how a pass is made from a secret (§8).

The one rule: a deck believes a pass only as far as the log lets everybody check it; the audit makes it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from scripts.independent import curve
from scripts.independent.values import hash32, keyed64

EPOCH = 0


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass as it was logged."""

    entry: int
    seat: int
    step: int
    points: list[bytes]
    hashes: list[bytes]


@cache
def looks_valid(point: bytes) -> bool:
    """Whether a point is one that a receiver takes; remembered, since many ask."""
    return curve.valid(point) is not None


@dataclass(frozen=True, slots=True)
class DeckName:
    """What names a deck in every hash: the table, the deck's number, its epoch."""

    table: bytes
    number: int

    def card(self, card: int) -> curve.Point:
        """M_c (§8.2)."""
        halves = [hash32("card", self.table, self.number, EPOCH, card, half) for half in (0, 1)]
        return curve.add(curve.from_uniform(halves[0]), curve.from_uniform(halves[1]))

    def key_hash(self, seat: int, position: int, key: bytes) -> bytes:
        """What a seat publishes about the key of a position (§8.4)."""
        return hash32("key", self.table, self.number, EPOCH, seat, position, key)


class Deck:
    """One deck as a log shows it: its passes, whom its positions were dealt to, and the keys that are known."""

    def __init__(self, table: bytes, number: int, size: int, seats: int) -> None:
        self.name = DeckName(table, number)
        self.size = size
        self.order = [(number + step) % seats for step in range(seats)]
        self.passes: list[Pass] = []
        self.dealt: list[tuple[int, int]] = []
        """Per position that has been dealt: the seat, and the entry."""
        self.keys: dict[tuple[int, int], int] = {}
        """By seat and position."""
        self.seen: set[int] = set()
        """The cards that have been shown."""

    @cached_property
    def cards(self) -> list[curve.Point]:
        """The points that the deck starts as."""
        return [self.name.card(card) for card in range(self.size)]

    @cached_property
    def _number_of(self) -> dict[bytes, int]:
        return {curve.encode(point): card for card, point in enumerate(self.cards)}

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
        if len(made.points) != self.size or len(made.hashes) != (self.size if made.step == 2 else 0):
            return "seal-size"
        if len(set(made.points)) < self.size:
            return "seal-point"
        if len(self.passes) + 1 < 2 * len(self.order) or all(map(looks_valid, made.points)):
            self.passes.append(made)
            return ""
        return "last"

    def first_invalid(self) -> Pass | None:
        """The first pass with a point that nobody may take, or None."""
        return next((made for made in self.passes if not all(map(looks_valid, made.points))), None)

    def take_key(self, seat: int, position: int, key: bytes) -> str:
        """Remembers a key of a seat; says with a code if it is not the one whose hash that seat has published."""
        number = curve.scalar(key)
        if number is None:
            return "scalar"
        hashes = next(made.hashes for made in self.passes if made.step == 2 and made.seat == seat)
        if self.name.key_hash(seat, position, key) != hashes[position]:
            return "key-hash"
        self.keys[seat, position] = number
        return ""

    def shown(self, position: int) -> int | None:
        """The card of a position whose keys are all known; None if it is no card of the deck."""
        product = 1
        for seat in self.order:
            product = product * self.keys[seat, position] % curve.L
        point = curve.decode(self.passes[-1].points[position])
        assert point is not None, "the last pass was looked at when it came"
        return self._number_of.get(curve.encode(curve.times(pow(product, -1, curve.L), point)))

    def lacks(self, position: int, holder: int) -> list[int]:
        """The other seats whose key of a position is not known yet."""
        return [seat for seat in self.order if seat != holder and (seat, position) not in self.keys]


@dataclass(frozen=True, slots=True)
class SeatSecret:
    """A deck secret that a seat has opened, and what follows from it for one deck (§8.3)."""

    secret: bytes
    seat: int
    deck: DeckName

    def _scalar(self, label: str, position: int) -> int:
        attempt = number = 0
        while not number:
            table, deck = self.deck.table, self.deck.number
            data = keyed64(self.secret, label, table, deck, EPOCH, self.seat, position, attempt)
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
                        EPOCH,
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


def faults_of_deck(deck: Deck, secrets: Mapping[int, bytes]) -> list[tuple[int, int, str]]:
    """Entry, seat and code of every pass that the opened secret of its seat does not make (§11)."""
    found = []
    for place, made in enumerate(deck.passes):
        if made.seat not in secrets:
            continue
        opened = SeatSecret(secrets[made.seat], made.seat, deck.name)
        if opened.points(made.step, _before(deck, place)) != made.points:
            found.append((made.entry, made.seat, "shuffle" if made.step == 1 else "keys"))
        if made.step == 2 and opened.hashes(deck.size) != made.hashes:
            found.append((made.entry, made.seat, "hashes"))
    return found


def _before(deck: Deck, place: int) -> list[curve.Point]:
    """The points that a pass had to build on; none if one of them is invalid, for then it had to be a claim."""
    if not place:
        return deck.cards
    points = deck.passes[place - 1].points
    if not all(map(looks_valid, points)):
        return []
    return [point for point in map(curve.decode, points) if point is not None]
