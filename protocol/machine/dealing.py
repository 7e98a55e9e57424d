"""Machine. Who holds which slot, who still owes keys for it, and what it turned out to be.

A slot is locked for good with the key of the seat that it was dealt to; a hand that is passed on changes its holder
alone. Where a deck is made anew, what was shown of it may be shown again from the later seal, and from no earlier one.

The one rule: every key is checked against the hash that its seat published with its pass, at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from protocol.deck.epochs import Epochs
from protocol.errors import N_, Culprit, RemoteProtocolError
from protocol.machine.rules import Slot


@dataclass(slots=True)
class SlotState:
    """A dealt slot. Mutable: it gathers keys.

    Attributes:
        locker: the seat that it was dealt to: whose key is the last.
        holder: the seat that holds (or held) it.
        dealt_at: the log entry that made it due.
        keys: the keys published so far, by seat.
        card: the card, once everybody has seen it.
    """

    locker: int
    holder: int
    dealt_at: int
    keys: dict[int, bytes] = field(default_factory=dict)
    card: int | None = None


class Dealing:
    """The dealt slots of all decks of a table."""

    def __init__(self, decks: Mapping[int, Epochs], seats: int) -> None:
        self._decks = decks
        self._slots: dict[Slot, SlotState] = {}
        self._lost: dict[Slot, int] = {}
        self._owed: list[dict[Slot, None]] = [{} for _ in range(seats)]
        self._seen: dict[tuple[int, int], set[int]] = {}
        self._shown: dict[int, set[int]] = {number: set() for number in decks}

    def deal(self, deck: int, seat: int, count: int, entry: int) -> list[Slot]:
        """Gives the seat the next positions of a deck."""
        first = self._decks[deck].next
        self._decks[deck].next = first + count
        slots = [(deck, position) for position in range(first, first + count)]
        for slot in slots:
            self._slots[slot] = SlotState(seat, seat, entry)
            for other in self._decks[deck].deck.order:
                if other != seat:
                    self._owed[other][slot] = None
        return slots

    def retire(self, seats: Collection[int], entry: int) -> list[Slot]:
        """These seats give no keys any more; the slots that lack one of theirs can never be opened.

        Of decks that all draw from every hidden slot is taken back.

        Returns:
            Those of them that seats hold which are still in the match, in the order of dealing: for them other cards
            have to be dealt.
        """
        shared = [number for number, epochs in self._decks.items() if epochs.owner is None]
        lost = [slot for number in shared for slot in self.held(number)]
        lost += [
            slot
            for slot in self._slots
            if slot not in lost and any(slot in self._owed[seat] for seat in seats)
        ]
        lost += [slot for slot, state in self._slots.items() if state.holder in seats and slot not in lost]
        again = [slot for slot in lost if self._slots[slot].holder not in seats]
        for slot in lost:
            if self._slots[slot].card is None:
                self._lost.setdefault(slot, entry)
            for owed in self._owed:
                owed.pop(slot, None)
        return again

    def owed(self, seat: int) -> list[Slot]:
        """The slots of others that the seat has not given its keys for, in the order of dealing."""
        return list(self._owed[seat])

    def publish(self, seat: int, slot: Slot, key: bytes, acknowledged: int) -> None:
        """A seat's key for a slot of somebody else.

        Raises:
            RemoteProtocolError: the key is not due at the entry that its author acknowledged, or it is the wrong one.
        """
        state = self._slots.get(slot)
        if state is not None and state.dealt_at <= acknowledged < self._lost.get(slot, 0):
            return  # it was due when it was signed, and a retirement has made it void
        if state is None or slot not in self._owed[seat] or acknowledged < state.dealt_at:
            raise RemoteProtocolError(
                "key-not-due",
                N_("A key for card {position} of deck {deck} came that was not due."),
                culprit=Culprit.SEAT,
                seat=seat,
                deck=slot[0],
                position=slot[1],
            )
        self._check_key(seat, slot, key)
        del self._owed[seat][slot]
        state.keys[seat] = key

    def complete(self, slot: Slot) -> bool:
        """Whether everyone but the holder has given their keys."""
        deck, _ = self._decks[slot[0]].at(slot[1])
        return len(self._slots[slot].keys) >= len(deck.order) - 1

    def peek(self, slot: Slot, key: bytes) -> int | None:
        """What a complete slot is, for its holder's eyes: the card, or None where it is no card of the deck.

        Args:
            key: of the seat that the slot was dealt to.
        """
        state = self._slots[slot]
        deck, place = self._decks[slot[0]].at(slot[1])
        return deck.open(place, {**state.keys, state.locker: key})

    def slots(self) -> Collection[Slot]:
        """Every slot that was ever dealt, in that order."""
        return self._slots.keys()

    def hidden(self, slot: Slot) -> bool:
        """Whether the slot's holder has not shown it yet."""
        return self._slots[slot].card is None

    def holder(self, slot: Slot) -> int:
        """The seat that holds a slot, or held it last."""
        return self._slots[slot].holder

    def locker(self, slot: Slot) -> int:
        """The seat that a slot was dealt to, whose key opens it."""
        return self._slots[slot].locker

    def hand_on(self, slots: Iterable[Slot], receiver: int) -> None:
        """These slots are in another hand from now on."""
        for slot in slots:
            self._slots[slot].holder = receiver

    def is_key(self, slot: Slot, key: bytes) -> bool:
        """Whether this is the key of the seat that a slot was dealt to."""
        try:
            self._check_key(self._slots[slot].locker, slot, key)
        except RemoteProtocolError:
            return False
        return True

    def seen(self, slot: Slot, card: int) -> bool:
        """Whether everybody has seen this card, so that no slot of this seal can be it."""
        return card in self._seen.get(self._seal(slot), ())

    def unseen(self, deck: int) -> list[int]:
        """The cards of a deck that nobody has shown since they were sealed last, ascending."""
        return [card for card in self._decks[deck].epochs[0].deck.cards if card not in self._shown[deck]]

    def restock(self, deck: int) -> list[int]:
        """What was shown of a deck goes into it again, ascending; none of it counts as shown any more."""
        cards = sorted(self._shown[deck])
        self._shown[deck].clear()
        return cards

    def held(self, deck: int) -> list[Slot]:
        """The slots of a deck that are in a hand, in the order of dealing."""
        return [
            slot
            for slot, state in self._slots.items()
            if slot[0] == deck and state.card is None and slot not in self._lost
        ]

    def open(self, seat: int, slot: Slot, key: bytes) -> int | None:
        """The holder shows a slot to everybody.

        Returns:
            The card; None where the slot is no card of the deck or one already seen: somebody cheated in a pass.

        Raises:
            RemoteProtocolError: the seat does not hold the slot, has shown it already, or the key is not the right one.
        """
        state = self._slots.get(slot)
        if (
            state is None
            or state.holder != seat
            or state.locker in state.keys
            or slot in self._lost
            or not self.complete(slot)
        ):
            raise RemoteProtocolError(
                "not-held",
                N_("Card {position} of deck {deck} is not in this seat's hand."),
                culprit=Culprit.SEAT,
                seat=seat,
                deck=slot[0],
                position=slot[1],
            )
        self._check_key(state.locker, slot, key, author=seat)
        state.keys[state.locker] = key
        deck, place = self._decks[slot[0]].at(slot[1])
        card = deck.open(place, state.keys)
        if card is None or self.seen(slot, card):
            return None
        for epoch in self._decks[slot[0]].epochs:
            self._seen.setdefault((slot[0], epoch.deck.deck_id.epoch), set()).add(card)
        self._shown[slot[0]].add(card)
        state.card = card
        return card

    def _check_key(self, seat: int, slot: Slot, key: bytes, *, author: int | None = None) -> None:
        deck, place = self._decks[slot[0]].at(slot[1])
        deck.check_key(seat, place, key, author=author)

    def _seal(self, slot: Slot) -> tuple[int, int]:
        """The deck and epoch that a slot was dealt from."""
        deck, _ = self._decks[slot[0]].at(slot[1])
        return deck.deck_id.deck, deck.deck_id.epoch
