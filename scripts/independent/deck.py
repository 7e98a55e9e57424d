"""Pure. A deck through its epochs: whom its positions were dealt to, which keys are known, what is lost (§8, §10.1).

The one rule: positions count on from epoch to epoch; what has been shown stays shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scripts.independent import curve
from scripts.independent.sealing import DeckName, Epoch


@dataclass(slots=True)
class Slot:
    """A position that has been dealt: to whom, at which entry, and at which one it was lost (0: it is not)."""

    holder: int
    dealt: int
    lost: int = 0


class Deck:
    """One deck as a log shows it."""

    def __init__(self, table: bytes, number: int, size: int, seats: int) -> None:
        self.table = table
        self.number = number
        self.size = size
        self.seats = seats
        order = [(number + step) % seats for step in range(seats)]
        self.epochs = [Epoch(DeckName(table, number, 0), list(range(size)), order, 0, [])]
        self.slots: dict[int, Slot] = {}
        """By position, in the order of dealing."""
        self.next = 0
        """The position that is dealt next."""
        self.keys: dict[tuple[int, int], int] = {}
        """By seat and position."""
        self.seen: set[int] = set()
        """The cards that have been shown."""
        self.waiting = False
        """Whether it has to be sealed again, and that has not begun."""
        self.lost = 0
        """The slots that other positions take the place of once it is sealed."""
        self.left = False
        """Whether its owner has left the match."""

    @property
    def epoch(self) -> Epoch:
        """The last one."""
        return self.epochs[-1]

    @property
    def sealed(self) -> bool:
        """Whether cards can be dealt from it."""
        return self.epoch.sealed and not self.waiting and not self.left

    @property
    def due(self) -> tuple[int, int]:
        """The step and the seat of the next pass; (0, -1) when there is none."""
        return (0, -1) if self.waiting or self.left else self.epoch.due

    @property
    def hidden(self) -> list[int]:
        """The positions that are held, not shown, and not lost."""
        return [
            position
            for position, slot in self.slots.items()
            if not slot.lost and (slot.holder, position) not in self.keys
        ]

    def deal(self, seat: int, count: int, entry: int) -> None:
        """The next positions go to a seat."""
        for _ in range(count):
            self.slots[self.next] = Slot(seat, entry)
            self.next += 1

    def _of(self, position: int) -> Epoch:
        """The epoch that a dealt position belongs to."""
        return next(epoch for epoch in reversed(self.epochs) if epoch.first <= position)

    def take_key(self, seat: int, position: int, key: bytes) -> str:
        """Remembers a key of a seat; says with a code if it is not the one whose hash that seat has published."""
        number = curve.scalar(key)
        if number is None:
            return "scalar"
        epoch = self._of(position)
        place = position - epoch.first
        if epoch.name.key_hash(seat, place, key) != epoch.key_hash_of(seat, place):
            return "key-hash"
        self.keys[seat, position] = number
        return ""

    def card(self, position: int, own: int | None = None) -> int | None:
        """The card of a position whose keys are all known; None if it is no card of its epoch.

        Args:
            own: the holder's key, if it has not shown it.
        """
        epoch = self._of(position)
        holder = self.slots[position].holder
        keys = [own if seat == holder and own else self.keys[seat, position] for seat in epoch.order]
        return epoch.card_at(position - epoch.first, keys)

    def place_of(self, position: int) -> tuple[Epoch, int]:
        """A dealt position as hashes name it."""
        epoch = self._of(position)
        return epoch, position - epoch.first

    def lacks(self, position: int) -> list[int]:
        """The seats that owe their key of a dealt position to its holder."""
        slot = self.slots[position]
        if slot.lost:
            return []
        order = self._of(position).order
        return [seat for seat in order if seat != slot.holder and (seat, position) not in self.keys]

    def retire(self, gone: Sequence[int], entry: int) -> None:
        """What it means for the deck that these seats have left."""
        for position in self.hidden:
            slot = self.slots[position]
            if slot.holder in gone or set(self.lacks(position)) & set(gone):
                slot.lost = entry
                self.lost += 1
        self.left = self.left or self.number in gone
        rest = self.size - len(self.seen) - len(self.hidden)
        self.waiting = not self.left and rest > 0

    def begin_again(self, staying: Sequence[int]) -> None:
        """Begins the next epoch, if it is due and the owner has every key of its remaining hand."""
        hidden = self.hidden
        if not self.waiting or any(map(self.lacks, hidden)):
            return
        self.waiting = False
        last = self.epoch
        order = [
            seat
            for seat in ((self.number + step) % self.seats for step in range(self.seats))
            if seat in staying
        ]
        numbers = [card for card in range(self.size) if card not in self.seen]
        name = DeckName(self.table, self.number, last.name.epoch + 1)
        self.next = last.first + last.size
        self.epochs.append(Epoch(name, numbers, order, self.next, hidden))

    def replace_lost(self, entry: int) -> None:
        """Deals a position in the place of each lost slot, now that the deck is sealed."""
        self.deal(self.number, self.lost, entry)
        self.lost = 0
