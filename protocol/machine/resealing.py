"""Machine. What has to be sealed, and dealt, again since a seat has gone.

The one rule: the next seal of a deck with an owner begins only when that one knows its whole hand: it has to mark the
cards of it. A deck that all draw from takes all hands back, and deals as many cards anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from protocol.deck.epochs import Epochs
from protocol.machine.dealing import Dealing
from protocol.machine.rules import Slot


class Resealing:
    """The decks and slots of a table that wait for a new seal. Mutable: seats go, and decks are sealed.

    Args:
        decks: all decks of the table, by number.
        dealing: who holds what.
    """

    def __init__(self, decks: Mapping[int, Epochs], dealing: Dealing) -> None:
        self._decks = decks
        self._dealing = dealing
        self._lost: list[Slot] = []
        self._running = False
        self.waiting: list[int] = []

    def begin(self, numbers: Iterable[int], lost: Sequence[Slot], gone: Collection[int]) -> None:
        """Seats are gone: every deck that can still be drawn from, or lacks what it has dealt, is sealed anew.

        Args:
            numbers: the decks of the seats that stay.
            lost: the slots of seats that stay which can never be opened.
            gone: who has left now.
        """
        self._lost = [slot for slot in self._lost if self._dealing.holder(slot) not in gone] + list(lost)
        lacking = {number for number, _ in self._lost}
        self.waiting = [number for number in numbers if self._decks[number].left or number in lacking]
        self._running = bool(self.waiting)

    def lacks(self, seat: int) -> bool:
        """Whether cards that were dealt to the seat could not be opened, and others have not been dealt yet."""
        return any(self._dealing.holder(slot) == seat for slot in self._lost)

    def owner(self, number: int) -> int | None:
        """The seat that a deck belongs to; None: all draw from it."""
        return self._decks[number].owner

    def seal(
        self, owing: Callable[[int], Sequence[int]], order: Callable[[int | None], Sequence[int]]
    ) -> None:
        """Begins the seals that can begin.

        Args:
            owing: who owes keys for the hand of a seat.
            order: the seats that pass over the deck of a seat.
        """
        for number in list(self.waiting):
            owner = self.owner(number)
            if owner is not None and owing(owner):
                continue
            hand, cards = self._dealing.held(number), self._dealing.unseen(number)
            self.waiting.remove(number)
            if len(cards) > len(hand):
                self._decks[number].again(order(owner), cards, hand)

    def deal(self, entry: int) -> list[tuple[int, Slot, Slot]]:
        """Deals again what was lost, from the decks that are sealed: seat, lost slot, and the one in its place."""
        found: list[tuple[int, Slot, Slot]] = []
        for slot in list(self._lost):
            number, seat = slot[0], self._dealing.holder(slot)
            if number not in self.waiting and self._decks[number].deck.sealed:
                self._lost.remove(slot)
                found.append((seat, slot, self._dealing.deal(number, seat, 1, entry)[0]))
        return found

    def finished(self, sealed: bool) -> bool:
        """Whether everything has been sealed again; says so once.

        Args:
            sealed: whether all decks are sealed.
        """
        done = self._running and sealed
        self._running = self._running and not sealed
        return done
