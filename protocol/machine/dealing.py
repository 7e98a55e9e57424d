"""Machine. Who holds which slot, who still owes keys for it, and what it turned out to be.

The one rule: every key is checked against the hash that its seat published with its pass, at once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from protocol.deck.epochs import Epochs
from protocol.errors import N_, Culprit, RemoteProtocolError
from protocol.machine.rules import Slot


@dataclass(slots=True)
class SlotState:
    """A dealt slot. Mutable: it gathers keys.

    Attributes:
        holder: the seat that holds (or held) it.
        dealt_at: the log entry that made it due.
        keys: the keys published so far, by seat.
        card: the card, once everybody has seen it.
    """

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
        self._seen: dict[int, set[int]] = {number: set() for number in decks}

    def deal(self, deck: int, seat: int, count: int, entry: int) -> list[Slot]:
        """Gives the seat the next positions of a deck."""
        first = self._decks[deck].next
        self._decks[deck].next = first + count
        slots = [(deck, position) for position in range(first, first + count)]
        for slot in slots:
            self._slots[slot] = SlotState(seat, entry)
            for other in self._decks[deck].deck.order:
                if other != seat:
                    self._owed[other][slot] = None
        return slots

    def retire(self, seats: Collection[int], entry: int) -> list[Slot]:
        """These seats give no keys any more; the slots that lack one of theirs can never be opened.

        Returns:
            Those of them that seats hold which are still in the match, in the order of dealing: for them other cards
            have to be dealt.
        """
        lost = [slot for slot in self._slots if any(slot in self._owed[seat] for seat in seats)]
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
        """What a complete slot is, for its holder's eyes: the card, or None where it is no card of the deck."""
        state = self._slots[slot]
        deck, place = self._decks[slot[0]].at(slot[1])
        return deck.open(place, {**state.keys, state.holder: key})

    def hidden(self, slot: Slot) -> bool:
        """Whether the slot's holder has not shown it yet."""
        return self._slots[slot].card is None

    def holder(self, slot: Slot) -> int:
        """The seat that a slot was dealt to."""
        return self._slots[slot].holder

    def seen(self, slot: Slot, card: int) -> bool:
        """Whether the deck has already shown this card to everybody."""
        return card in self._seen[slot[0]]

    def unseen(self, deck: int) -> list[int]:
        """The cards of a deck that nobody has shown, ascending."""
        return [card for card in self._decks[deck].epochs[0].deck.cards if card not in self._seen[deck]]

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
            or seat in state.keys
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
        self._check_key(seat, slot, key)
        state.keys[seat] = key
        deck, place = self._decks[slot[0]].at(slot[1])
        card = deck.open(place, state.keys)
        if card is None or card in self._seen[slot[0]]:
            return None
        self._seen[slot[0]].add(card)
        state.card = card
        return card

    def _check_key(self, seat: int, slot: Slot, key: bytes) -> None:
        deck, place = self._decks[slot[0]].at(slot[1])
        deck.check_key(seat, place, key)
