"""Machine. One of the game's decks from its first seal through every later one.

The one rule: a position is counted on from epoch to epoch, so a card that was dealt keeps its place whatever becomes of
the deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from protocol.deck.sealing import SealedDeck
from protocol.deck.secret import SeatSecret
from protocol.errors import N_, LocalProtocolError

Slot = tuple[int, int]
"""(deck number, position)."""


@dataclass(frozen=True, slots=True)
class Epoch:
    """A deck as it was sealed once.

    Attributes:
        first: the position of its first card, counted through all epochs.
        hand: the slots that the owner held when it was begun.
    """

    deck: SealedDeck
    first: int
    hand: tuple[Slot, ...]


class Epochs:
    """A deck of a table. Mutable: it is sealed again when a seat has gone.

    Attributes:
        number: the deck's number among the game's decks.
        owner: the one seat that draws from it; None: all do.
        next: the position that is dealt next.
    """

    def __init__(
        self,
        table_id: bytes,
        number: int,
        owner: int | None,
        order: Sequence[int],
        size: int,
        *,
        known: Mapping[int, SeatSecret] | None = None,
    ) -> None:
        """A deck that nobody has touched yet; arguments as for `SealedDeck`."""
        self.number = number
        self.owner = owner
        self.next = 0
        self._table_id = table_id
        self._known = known
        deck = SealedDeck(table_id, number, 0, order, size, known=known)
        self._epochs = [Epoch(deck, 0, ())]

    @property
    def deck(self) -> SealedDeck:
        """As it is sealed now, or is being sealed."""
        return self._epochs[-1].deck

    @property
    def hand(self) -> tuple[Slot, ...]:
        """The slots whose cards the owner's first pass marks."""
        return self._epochs[-1].hand

    @property
    def epochs(self) -> Sequence[Epoch]:
        """All of them, the first seal first."""
        return self._epochs

    @property
    def left(self) -> int:
        """How many cards can still be drawn."""
        latest = self._epochs[-1]
        return latest.first + latest.deck.size - self.next

    def at(self, position: int) -> tuple[SealedDeck, int]:
        """The deck that a position belongs to, and its place there.

        Raises:
            LocalProtocolError: no epoch has it; our own bug.
        """
        for epoch in reversed(self._epochs):
            if epoch.first <= position < epoch.first + epoch.deck.size:
                return epoch.deck, position - epoch.first
        raise LocalProtocolError("deck", N_("A deck has no such card."))

    def again(self, order: Sequence[int], cards: Sequence[int], hand: Sequence[Slot]) -> None:
        """Begins to seal it anew.

        Args:
            order: the seats that are left, the owner first.
            cards: what it is made of, an owner's hand among them, ascending.
            hand: the slots that the owner holds; none of a deck that all draw from.
        """
        latest = self._epochs[-1]
        deck = SealedDeck(
            self._table_id,
            self.number,
            latest.deck.deck_id.epoch + 1,
            order,
            len(cards) - len(hand),
            cards=cards,
            known=self._known,
        )
        first = latest.first + latest.deck.size
        self._epochs.append(Epoch(deck, first, tuple(hand)))
        self.next = first
