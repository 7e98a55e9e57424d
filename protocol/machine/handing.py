"""Machine. Hands that seats pass on to others: for each the receiver's one-time key, then the giver's keys in boxes.

Theory of operation (docs/protocol.md, "Hands that are passed on"). A slot opens with the key of the seat that it was
dealt to, whoever holds it since. Who passes a slot on sends that key, to its receiver alone: encrypted to a key that
the receiver has logged for this one hand-over. A receiver whose boxes do not hold the right keys reveals the secret of
its one-time key; then everybody can look into the boxes, and one of the two is at fault.

The one rule: all boxes of a hand-over are there, or no hand has changed owners.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from protocol.canonical import hash32
from protocol.deck import _box
from protocol.deck.secret import SeatSecret
from protocol.errors import N_, Culprit, Fault, RemoteProtocolError
from protocol.machine.rules import Slot
from protocol.wire.messages import HandKey, HandOver, Reveal

Check = Callable[[Slot, bytes], bool]
"""Whether a key is the one that a slot was locked with by the seat that it was dealt to."""


@dataclass(frozen=True, slots=True)
class Gift:
    """One hand on its way.

    Attributes:
        request: the number of the hand-over; several gifts may be made in one.
        head: the log's head where it was asked for.
        slots: what is passed on, in the order of the giver's hand.
        key_entry, key: the receiver's one-time key and its log entry.
        box_entry, giver_key, boxes: what the giver sent, a box for each slot.
    """

    request: int
    head: bytes
    giver: int
    receiver: int
    slots: tuple[Slot, ...]
    key_entry: int = 0
    key: bytes = b""
    box_entry: int = 0
    giver_key: bytes = b""
    boxes: tuple[bytes, ...] = ()


class Handing:
    """The hand-overs of a table. Mutable: it gathers one-time keys and boxes.

    Args:
        table_id: 32 bytes.
        check: of a key for a slot.
    """

    def __init__(self, table_id: bytes, check: Check) -> None:
        self._table_id = table_id
        self._check = check
        self._gifts: dict[int, Gift] = {}
        self._void: dict[int, int] = {}
        self._opened_at = 0
        self.request = 0
        self.open = False
        self.made: list[Gift] = []
        """Every gift whose boxes have come, in the order of requests and receivers."""

    # What is asked for

    def ask(self, gifts: Sequence[tuple[int, int, Sequence[Slot]]], entry: int, head: bytes) -> None:
        """Opens the next hand-over, as of a log entry and its head.

        Args:
            gifts: (giver, receiver, slots) of each hand that is not empty.
        """
        self.request += 1
        self._opened_at = entry
        self.open = True
        self._gifts = {
            receiver: Gift(self.request, head, giver, receiver, tuple(slots))
            for giver, receiver, slots in gifts
        }

    def retire(self, entry: int) -> None:
        """Seats have gone: a hand-over that is open is void, and asked for anew."""
        if self.open:
            self._void[self.request] = entry
            self.open = False

    def close(self) -> list[Gift]:
        """Ends the open hand-over once every box is there; empty before. In the order of receivers."""
        if not self.complete:
            return []
        self.open = False
        gifts = [self._gifts[receiver] for receiver in sorted(self._gifts)]
        self.made.extend(gifts)
        return gifts

    @property
    def complete(self) -> bool:
        """Whether every box of the open hand-over is there."""
        return self.open and all(gift.boxes for gift in self._gifts.values())

    def owes_key(self, seat: int) -> bool:
        """Whether the seat is to get a hand and has not logged its one-time key."""
        return self.open and seat in self._gifts and not self._gifts[seat].key

    def owes_box(self, seat: int) -> Gift | None:
        """The gift that the seat is to put into boxes now."""
        if not self.open:
            return None
        return next(
            (gift for gift in self._gifts.values() if gift.giver == seat and gift.key and not gift.boxes),
            None,
        )

    def owing(self) -> set[int]:
        """The seats that owe a one-time key or a box."""
        if not self.open:
            return set()
        return {gift.giver if gift.key else gift.receiver for gift in self._gifts.values() if not gift.boxes}

    # What comes in

    def receive_key(self, seat: int, payload: HandKey, entry: int, acknowledged: int) -> None:
        """A receiver's one-time key.

        Raises:
            RemoteProtocolError: it is not due ("hand-not-due"), or keeps no secret ("hand-key"); the seat's fault.
        """
        if self._is_void(payload.request, acknowledged):
            return
        if payload.request != self.request or acknowledged < self._opened_at or not self.owes_key(seat):
            raise _not_due(seat)
        self._expect_usable(seat, payload.key)
        self._gifts[seat] = replace(self._gifts[seat], key_entry=entry, key=payload.key)

    def receive_box(self, seat: int, payload: HandOver, entry: int, acknowledged: int) -> None:
        """A giver's boxes; what is in them only their receiver sees.

        Raises:
            RemoteProtocolError: as `receive_key`, or there is not one for each slot ("hand-size").
        """
        if self._is_void(payload.request, acknowledged):
            return
        gift = self.owes_box(seat)
        if payload.request != self.request or gift is None or acknowledged < gift.key_entry:
            raise _not_due(seat)
        if len(payload.boxes) != len(gift.slots):
            raise _blamed("hand-size", N_("A seat passed another number of cards on than it holds."), seat)
        self._expect_usable(seat, payload.key)
        self._gifts[gift.receiver] = replace(
            gift, box_entry=entry, giver_key=payload.key, boxes=payload.boxes
        )

    def reveal(self, seat: int, payload: Reveal) -> RemoteProtocolError:
        """A receiver lets everybody look into its boxes: the fault that this shows, the giver's or its own."""
        gift = next(
            (made for made in self.made if (made.request, made.receiver) == (payload.request, seat)), None
        )
        if gift is None:
            return _not_due(seat)
        if _box.public(payload.secret) != gift.key:
            return _blamed(
                "hand-secret",
                N_("A seat revealed another secret than that of its key for a hand-over."),
                seat,
            )
        if self.contents(gift, payload.secret) is not None:
            return _blamed(
                "false-reveal",
                N_("A seat claimed that it was given a wrong key with a hand, but it was not."),
                seat,
            )
        wrong = N_("Seat {seat} passed a hand on with a wrong key.")
        return _blamed("hand-over", wrong, gift.giver, entry=gift.box_entry)

    # What is in a box

    def contents(self, gift: Gift, secret: bytes) -> dict[Slot, bytes] | None:
        """The keys in the boxes by slot, by their receiver's one-time secret; None unless all are right."""
        found: dict[Slot, bytes] = {}
        for number, (slot, box) in enumerate(zip(gift.slots, gift.boxes, strict=True)):
            plain = _box.unshut(box, number, gift.giver_key, secret)
            key = plain[-_box.KEY_BYTES :] if plain is not None else b""
            if plain != self._content(gift, slot, key) or not self._check(slot, key):
                return None
            found[slot] = key
        return found

    def boxed(self, gift: Gift, secret: SeatSecret, keys: Mapping[Slot, bytes]) -> HandOver:
        """The giver's answer: the key of every slot in a box for the receiver's one-time key."""
        own = secret.hand_secret(self._table_id, gift.request, gift.head, gift.giver, "give")
        boxes = [
            _box.shut(self._content(gift, slot, keys[slot]), number, gift.key, own)
            for number, slot in enumerate(gift.slots)
        ]
        return HandOver(gift.request, _box.public(own), tuple(boxes))

    def hand_key(self, seat: int, secret: SeatSecret) -> HandKey:
        """The receiver's answer: its one-time key for the open hand-over."""
        return HandKey(self.request, _box.public(self.secret(self._gifts[seat], secret)))

    def secret(self, gift: Gift, secret: SeatSecret) -> bytes:
        """The 32-byte secret of a receiver's one-time key."""
        return secret.hand_secret(self._table_id, gift.request, gift.head, gift.receiver, "get")

    # Afterwards

    def audit(self, secrets: Mapping[int, SeatSecret]) -> list[Fault]:
        """Looks into the boxes of receivers that have opened: codes "hand-over", "hand-key" (another one-time key).

        A receiver that says nothing about a wrong box is its giver's accomplice; the cards have been theirs, and the
        record shows both.
        """
        faults: list[Fault] = []
        for gift in self.made:
            if gift.receiver not in secrets:
                continue
            own = self.secret(gift, secrets[gift.receiver])
            if _box.public(own) != gift.key:
                faults.append(Fault(gift.key_entry, gift.receiver, "hand-key"))
            elif self.contents(gift, own) is None:
                faults.append(Fault(gift.box_entry, gift.giver, "hand-over"))
        return faults

    def _content(self, gift: Gift, slot: Slot, key: bytes) -> bytes:
        """What is in a box, 64 bytes: a hash that says whose and which card it is, then the key."""
        named = hash32("hand", self._table_id, gift.request, gift.giver, gift.receiver, *slot)
        return named + key

    def _is_void(self, request: int, acknowledged: int) -> bool:
        """Whether it was asked for when the author signed, and a retirement has made it void."""
        return acknowledged < self._void.get(request, 0)

    @staticmethod
    def _expect_usable(seat: int, key: bytes) -> None:
        if not _box.usable(key):
            raise _blamed("hand-key", N_("A seat sent a key for a hand-over that keeps no secret."), seat)


def _not_due(seat: int) -> RemoteProtocolError:
    return _blamed("hand-not-due", N_("Something came for a hand-over that nobody had asked for."), seat)


def _blamed(code: str, template: str, seat: int, **params: object) -> RemoteProtocolError:
    return RemoteProtocolError(code, template, culprit=Culprit.SEAT, evidence=(), seat=seat, **params)
