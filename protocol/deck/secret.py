"""Pure. A seat's deck secret and everything that is derived from it: keys and permutations.

The one rule: one secret, committed to before play, fixes all that a seat does in every shuffle; so the audit
can repeat it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from protocol.canonical import hash32, keyed64
from protocol.deck import _group
from protocol.errors import N_, LocalProtocolError

_WORD = 2**64


@dataclass(frozen=True, slots=True)
class DeckId:
    """A sealed deck: its number among the game's decks, and its epoch, which grows with every re-seal."""

    deck: int
    epoch: int


@dataclass(frozen=True, slots=True)
class SeatSecret:
    """A seat's 32 secret bytes for one match."""

    value: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.value) != 32:
            raise LocalProtocolError("secret", N_("A deck secret has 32 bytes."))

    def commitment(self, draft_nonce: bytes, seat: int) -> bytes:
        """What the table record holds: 32 bytes, bound to draft and seat so that it cannot be copied."""
        return hash32("secret", draft_nonce, seat, self.value)

    def deck_key(self, table_id: bytes, deck: DeckId, seat: int) -> bytes:
        """The scalar k_i that pass 1 masks every point with."""
        return _scalar(self.value, "deck key", table_id, deck, seat, 0)

    def position_key(self, table_id: bytes, deck: DeckId, seat: int, position: int) -> bytes:
        """The scalar k_{i,j} that locks position j from pass 2 on."""
        return _scalar(self.value, "position key", table_id, deck, seat, position)

    def hand_secret(self, table_id: bytes, request: int, head: bytes, seat: int, side: str) -> bytes:
        """32 bytes for one hand-over: the X25519 secret of the seat that is to "get" a hand, or to "give" one.

        Args:
            head: the log's head where it was asked for. A log that another host goes on from an earlier entry may come
                to a hand-over of the same number with other hands, and no pair of keys may serve both.
        """
        return keyed64(self.value, "hand", table_id, request, head, seat, side)[:32]

    def permutation(self, table_id: bytes, deck: DeckId, seat: int, size: int) -> tuple[int, ...]:
        """The shuffle of pass 1: output j is made from input `permutation[j]`.

        Fisher-Yates from the top with 64-bit words and rejection, so all orders are equally likely.
        """
        order = list(range(size))
        words = self._words(table_id, deck, seat)
        for last in range(size - 1, 0, -1):
            sides = last + 1
            limit = _WORD - _WORD % sides
            word = next(words)
            while word >= limit:
                word = next(words)
            other = word % sides
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _words(self, table_id: bytes, deck: DeckId, seat: int) -> Iterator[int]:
        counter = 0
        while True:
            block = keyed64(self.value, "permutation", table_id, deck.deck, deck.epoch, seat, counter)
            for start in range(0, 64, 8):
                yield int.from_bytes(block[start : start + 8], "big")
            counter += 1


@lru_cache(maxsize=2_048)
def _scalar(secret: bytes, label: str, table_id: bytes, deck: DeckId, seat: int, position: int) -> bytes:
    """A key from a deck secret. Remembered: a seat needs each when it locks, when it says its hash, when it deals."""
    attempt = 0
    while True:
        wide = keyed64(secret, label, table_id, deck.deck, deck.epoch, seat, position, attempt)
        scalar = _group.reduce(wide)
        if not _group.is_zero(scalar):
            return scalar
        attempt += 1
