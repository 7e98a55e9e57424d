"""Machine. A deck that all seats shuffle together and nobody can look into: mental poker in a prime-order
group.

Theory of operation (docs/protocol.md, "Sealed decks"; the idea is that of Shamir, Rivest and Adleman, 1979):

    card points --pass 1 of each seat, owner first--> masked and permuted --pass 2 of each seat--> sealed

Pass 1 multiplies every point by the seat's deck key and permutes; pass 2 replaces the deck key by one key per
position and publishes a hash of each. With all seats' keys of a position its point opens to a card point.
A deck that is sealed again holds the cards that nobody has shown; its owner passes first and marks those of its hand,
which go no further. Only the audit can tell whether it marked the right ones.

The one rule: every pass is m distinct valid points from the seat that is due, and every key is checked
against its hash.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from protocol.canonical import hash32
from protocol.deck import _group
from protocol.deck.cards import card_points
from protocol.deck.secret import DeckId, SeatSecret
from protocol.errors import N_, Culprit, Fault, LocalProtocolError, RemoteProtocolError
from protocol.wire.messages import Seal

MASK = 1
"""Pass 1: mask and permute."""
LOCK = 2
"""Pass 2: one key per position."""


@dataclass(frozen=True, slots=True)
class Pass:
    """One seat's pass as it stands in the log.

    Attributes:
        points: as they were published.
        marks: which of them are cards of the owner's hand.
        after: the points that go on.
    """

    step: int
    seat: int
    entry: int
    points: tuple[bytes, ...]
    marks: tuple[int, ...]
    after: tuple[bytes, ...]
    key_hashes: tuple[bytes, ...]


def key_hash(table_id: bytes, deck: DeckId, seat: int, position: int, key: bytes) -> bytes:
    """What a seat publishes of its key of a position, 32 bytes."""
    return hash32("key", table_id, deck.deck, deck.epoch, seat, position, key)


class SealedDeck:
    """One deck of one epoch at one table, the same at every replica. Mutable: passes come in one after the
    other.

    Attributes:
        deck_id: number and epoch.
        size: how many cards can be drawn.
        cards: the numbers of all cards that it is made from, the owner's hand among them.
        order: the seats in the order of both passes; the owner of a one-owner deck first.
    """

    def __init__(
        self,
        table_id: bytes,
        deck: int,
        epoch: int,
        order: Sequence[int],
        size: int,
        *,
        cards: Sequence[int] | None = None,
        known: Mapping[int, SeatSecret] | None = None,
    ) -> None:
        """A deck that nobody has touched yet.

        Args:
            table_id: 32 bytes.
            deck: its number among the game's decks.
            epoch: 0, and one more with every re-seal.
            order: the seats in the order of both passes; the owner of a one-owner deck first.
            size: how many cards can be drawn.
            cards: those that nobody has shown, ascending, where the deck is sealed again; as many as go beyond `size`
                are in the owner's hand. None: cards 0 ... size - 1.
            known: secrets that seats opened later in a record that is being verified. Their passes are repeated on
                arrival, which spares the validity checks and the repetition in `audit`; judgements are the same.
        """
        if len(set(order)) != len(order) or not order or size < 1 or size > len(cards or range(size)):
            raise LocalProtocolError("deck", N_("A deck needs cards, and seats that are all different."))
        self.deck_id = DeckId(deck, epoch)
        self.size = size
        self.cards = tuple(range(size) if cards is None else cards)
        self.order = tuple(order)
        self._table_id = table_id
        self._passes: list[Pass] = []
        self._hashes: dict[int, tuple[bytes, ...]] = {}
        self._made: Seal | None = None
        self._known = dict(known or {})
        self._repeated: set[int] = set()

    @property
    def number(self) -> int:
        """The deck's number among the game's decks."""
        return self.deck_id.deck

    @property
    def passes(self) -> Sequence[Pass]:
        """All passes so far."""
        return self._passes

    @property
    def points(self) -> tuple[bytes, ...]:
        """The points after the last pass, one per position."""
        return self._points

    @property
    def _points(self) -> tuple[bytes, ...]:
        # The card points are made when they are needed: 2 ms a deck, and while decks are sealed a seat needs its own.
        return self._passes[-1].after if self._passes else self._base

    @cached_property
    def _base(self) -> tuple[bytes, ...]:
        return card_points(self._table_id, self.deck_id, self.cards)

    @cached_property
    def _cards(self) -> dict[bytes, int]:
        return dict(zip(self._base, self.cards, strict=True))

    @property
    def held(self) -> int:
        """How many cards of the owner's hand its first pass marks."""
        return 0 if self._passes else len(self.cards) - self.size

    @property
    def sealed(self) -> bool:
        """Whether all passes are done."""
        return len(self._passes) == 2 * len(self.order)

    def due(self) -> tuple[int, int] | None:
        """The pass (`MASK` or `LOCK`) and the seat that come next; None once the deck is sealed."""
        done = len(self._passes)
        seats = len(self.order)
        if done < seats:
            return MASK, self.order[done]
        if done < 2 * seats:
            return LOCK, self.order[done - seats]
        return None

    def make(self, secret: SeatSecret, hand: Collection[int] = ()) -> Seal:
        """The pass that is due, made with the secret of the seat that is due; nothing changes until
        `receive`.

        Args:
            secret: of the seat that is due.
            hand: the owner's cards that its first pass has to mark.

        Raises:
            LocalProtocolError: no pass is due; our own bug.
            RemoteProtocolError: code "seal-point"; a seat before has put something into the deck that is no card.
        """
        due = self.due()
        if due is None:
            raise LocalProtocolError("deck", N_("The deck is sealed already."))
        step, seat = due
        points = self._expected(step, seat, secret, self._points)
        if points is None:
            self.check_points()
        assert points is not None, "points of the group can be multiplied"
        hashes = self._key_hashes(seat, secret) if step == LOCK else ()
        marks = self._marks(seat, secret, hand) if self.held else ()
        self._made = Seal(self.deck_id.deck, self.deck_id.epoch, step, points, hashes, marks)
        return self._made

    def receive(self, seat: int, payload: Seal, *, entry: int = 0) -> None:
        """Takes a pass from the log.

        Args:
            seat: who made it.
            payload: the pass.
            entry: index of its log entry, for the audit.

        Raises:
            RemoteProtocolError: code "seal-due" (not this seat, pass, deck or epoch), "seal-size", "seal-marks",
                "seal-point" (one point twice, or with the last pass any that is none); the seat's fault, or that
                of the seat that put it there first.
        """
        if (payload.deck, payload.epoch) != (self.deck_id.deck, self.deck_id.epoch) or self.due() != (
            payload.step,
            seat,
        ):
            raise _fault(seat, "seal-due", N_("Seat {seat} sealed a deck when it was not due."))
        hashes = self.size if payload.step == LOCK else 0
        points = self.size + self.held
        if len(payload.points) != points or len(payload.key_hashes) != hashes:
            raise _fault(seat, "seal-size", N_("Seat {seat} sealed a deck of another size."))
        marks = set(payload.marks)
        if len(payload.marks) != self.held or payload.marks != tuple(sorted(marks & set(range(points)))):
            raise _fault(
                seat, "seal-marks", N_("Seat {seat} marked other cards of a deck than a hand can hold.")
            )
        if self._repeats(payload, seat):
            self._repeated.add(len(self._passes))
        elif payload != self._made:
            if len(set(payload.points)) != points:
                raise _fault(seat, "seal-point", N_("Seat {seat} put a card into a deck twice."))
            last = len(self._passes) == 2 * len(self.order) - 1
            if last and not all(map(_group.is_element, payload.points)):
                self.check_points()
                raise _no_card(seat, entry)
        after = tuple(point for place, point in enumerate(payload.points) if place not in marks)
        self._passes.append(
            Pass(payload.step, seat, entry, payload.points, payload.marks, after, payload.key_hashes)
        )
        self._made = None
        if payload.step == LOCK:
            self._hashes[seat] = payload.key_hashes

    def check_points(self) -> None:
        """Looks for a pass whose points are not all of the group, from the first on.

        Nobody else need look while the deck is sealed: who is due multiplies only points of the group, and the
        last pass is looked at by all. So a point that is none stops the sealing, whoever put it there.

        Raises:
            RemoteProtocolError: code "seal-point", with the entry of the pass; its author's fault.
        """
        for done in self._passes:
            if not all(map(_group.is_element, done.points)):
                raise _no_card(done.seat, done.entry)

    def check_key(self, seat: int, position: int, key: bytes, *, author: int | None = None) -> None:
        """Checks a seat's key of a position against the hash that it published.

        Args:
            author: who sent it, where that is another seat: one that the card was passed on to.

        Raises:
            RemoteProtocolError: code "position" (none such, or the seat has not locked it), "scalar" (not 0 <
                k < order) or "key-hash"; the author's fault.
        """
        author = seat if author is None else author
        hashes = self._hashes.get(seat)
        if hashes is None or not 0 <= position < self.size:
            raise _fault(author, "position", N_("Seat {seat} sent a key of a card that it did not lock."))
        if not _group.is_scalar(key):
            raise _fault(author, "scalar", N_("Seat {seat} sent a key that is none."))
        if key_hash(self._table_id, self.deck_id, seat, position, key) != hashes[position]:
            raise _fault(author, "key-hash", N_("Seat {seat} sent another key than a card was locked with."))

    def open(self, position: int, keys: Mapping[int, bytes]) -> int | None:
        """The card at a position from all seats' checked keys; None if it is no card of the deck.

        Raises:
            LocalProtocolError: a key is missing, or the deck is not sealed; our own bug.
        """
        if not self.sealed or not 0 <= position < self.size or any(seat not in keys for seat in self.order):
            raise LocalProtocolError("deck", N_("A card is opened with the keys of all seats."))
        inverse = _group.inverse_of_product(keys[seat] for seat in self.order)
        point = _group.multiply(inverse, self._points[position])
        return None if point is None else self._cards.get(point)

    def audit(self, secrets: Mapping[int, SeatSecret], hand: Collection[int | None] = ()) -> list[Fault]:
        """Repeats every pass of the seats whose secrets are known, each from what the log says came before
        it.

        Faults: code "shuffle" (pass 1), "marks" (of a hand), "keys" (pass 2, points), "hashes" (pass 2, published
        hashes), each with entry and seat. Whether the secrets are those committed to is for `deck.audit`.

        Args:
            secrets: by seat.
            hand: the cards that the owner held when the deck was sealed again.
        """
        faults: list[Fault] = []
        for number, done in enumerate(self._passes):
            secret = secrets.get(done.seat)
            if secret is None or (number in self._repeated and secret == self._known[done.seat]):
                continue
            before = self._passes[number - 1].after if number else self._base
            if done.marks and self._marks(done.seat, secret, hand) != done.marks:
                faults.append(Fault(done.entry, done.seat, "marks"))
            if self._expected(done.step, done.seat, secret, before) != done.points:
                faults.append(Fault(done.entry, done.seat, "shuffle" if done.step == MASK else "keys"))
            if done.step == LOCK and self._key_hashes(done.seat, secret) != done.key_hashes:
                faults.append(Fault(done.entry, done.seat, "hashes"))
        return faults

    def _repeats(self, payload: Seal, seat: int) -> bool:
        """Whether the pass is what a secret that is known makes of the deck, and so valid for certain."""
        secret = self._known.get(seat)
        return (
            secret is not None
            and not payload.marks
            and payload.points == self._expected(payload.step, seat, secret, self._points)
            and (payload.step == MASK or payload.key_hashes == self._key_hashes(seat, secret))
        )

    def _expected(
        self, step: int, seat: int, secret: SeatSecret, before: tuple[bytes, ...]
    ) -> tuple[bytes, ...] | None:
        """The points of an honest pass; None where a point before it is none of the group."""
        deck_key = secret.deck_key(self._table_id, self.deck_id, seat)
        if step == MASK:
            order = secret.permutation(self._table_id, self.deck_id, seat, len(before))
            products = [_group.multiply(deck_key, before[source]) for source in order]
        else:
            inverse = _group.inverse_of_product((deck_key,))
            products = [
                _group.multiply(_group.times(inverse, self._position_key(secret, seat, position)), point)
                for position, point in enumerate(before)
            ]
        points = tuple(point for point in products if point is not None)
        return points if len(points) == len(before) else None

    def _marks(self, seat: int, secret: SeatSecret, hand: Collection[int | None]) -> tuple[int, ...]:
        """Where the owner's pass puts the cards of its hand."""
        order = secret.permutation(self._table_id, self.deck_id, seat, len(self.cards))
        return tuple(place for place, source in enumerate(order) if self.cards[source] in hand)

    def _key_hashes(self, seat: int, secret: SeatSecret) -> tuple[bytes, ...]:
        return tuple(
            key_hash(self._table_id, self.deck_id, seat, position, self._position_key(secret, seat, position))
            for position in range(self.size)
        )

    def _position_key(self, secret: SeatSecret, seat: int, position: int) -> bytes:
        return secret.position_key(self._table_id, self.deck_id, seat, position)


def _no_card(seat: int, entry: int) -> RemoteProtocolError:
    return RemoteProtocolError(
        "seal-point",
        N_("Seat {seat} put something into a deck that is no card."),
        culprit=Culprit.SEAT,
        seat=seat,
        entry=entry,
    )


def _fault(seat: int, code: str, template: str) -> RemoteProtocolError:
    return RemoteProtocolError(code, template, culprit=Culprit.SEAT, seat=seat)
