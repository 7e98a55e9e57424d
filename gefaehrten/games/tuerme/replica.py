"""Pure, compiled. What one replica knows of a position: hidden cards learnt, forgotten and guessed, and the dump.

The one rule: what a viewer has not seen is a count and nothing else, and the public numbers are the same for everybody.

Since hands are passed on (T20), a seat may know cards in another's hand. So every seat has a mask of the cards it has
seen in any hand; a replica keeps of these masks what it knows itself.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import PASS
from gefaehrten.core.random import Random
from gefaehrten.games.tuerme.state import TuermeState
from gefaehrten.games.tuerme.tables import (
    BITS,
    DISCARD,
    HAND,
    HIDDEN,
    PASSED,
    PUBLIC,
    REQUEST,
    SEATS,
    SEEN,
    SIZE,
    STACK,
    UNSEEN,
    bits,
    nth,
)


class TuermeReplica(TuermeState):
    """A position as one viewer knows it; full knowledge and a watcher's are the same type."""

    def learn(self, seat: i64, face: i64) -> None:
        """One unknown card in the seat's hand turns out to be `face`."""
        n: vec[i64] = self._n
        bit: i64 = BITS[face]
        n[HAND + seat] = n[HAND + seat] | bit
        n[UNSEEN] = n[UNSEEN] & ~bit
        n[HIDDEN + seat] -= 1
        n[SEEN + seat] = n[SEEN + seat] | bit
        if n[PASSED] != 0:
            # A hand just passed on: whoever gave it has seen it too.
            giver: i64 = 0
            for giver in range(n[SEATS]):
                if giver != seat and not self.retired(giver) and self.next_seat(giver) == seat:
                    n[SEEN + giver] = n[SEEN + giver] | bit

    def heir(self, seat: i64) -> i64:
        """The left neighbour, those who have left not counted; -1 where nothing is passed on (T20, T29)."""
        if self._n[REQUEST] != PASS or self.retired(seat) or self.staying() < 2:
            return -1
        return self.next_seat(seat)

    def _pass_hands(self) -> None:
        n: vec[i64] = self._n
        hands: vec[i64] = n[HAND : HAND + 4]
        hidden: vec[i64] = n[HIDDEN : HIDDEN + 4]
        sizes: vec[i64] = n[SIZE : SIZE + 4]
        seat: i64 = 0
        for seat in range(n[SEATS]):
            heir: i64 = self.heir(seat)
            if heir >= 0:
                n[HAND + heir] = hands[seat]
                n[HIDDEN + heir] = hidden[seat]
                n[SIZE + heir] = sizes[seat]
                n[SEEN + heir] = n[SEEN + heir] | hands[seat]

    def _take(self, seat: i64, card: i64) -> None:
        """Takes a card out of a hand and shows it: a known one, else one of the unknown ones turns out to be it."""
        n: vec[i64] = self._n
        bit: i64 = BITS[card]
        if n[HAND + seat] & bit != 0:
            n[HAND + seat] = n[HAND + seat] & ~bit
        else:
            n[UNSEEN] = n[UNSEEN] & ~bit
            n[HIDDEN + seat] -= 1
        n[SIZE + seat] -= 1
        n[DISCARD] = n[DISCARD] | bit
        other: i64 = 0
        for other in range(n[SEATS]):
            n[SEEN + other] = n[SEEN + other] & ~bit

    def _renew(self) -> None:
        """T16: an empty draw deck is made from the discards."""
        n: vec[i64] = self._n
        if n[STACK] == 0:
            n[STACK] = bits(n[DISCARD])
            n[UNSEEN] = n[UNSEEN] | n[DISCARD]
            n[DISCARD] = 0

    def _forget_hands(self) -> None:
        """T29: the deck is sealed anew with all hands."""
        n: vec[i64] = self._n
        seat: i64 = 0
        for seat in range(n[SEATS]):
            n[UNSEEN] = n[UNSEEN] | n[HAND + seat]
            n[HAND + seat] = 0
            n[HIDDEN + seat] = n[SIZE + seat]
            n[SEEN + seat] = 0

    def _draw(self, rng: Random) -> i64:
        """A card drawn from the unseen ones, each as likely as any other."""
        unseen: i64 = self._n[UNSEEN]
        return nth(unseen, rng.below(bits(unseen)))

    def mask(self, seat: i64) -> None:
        """Forgets every card in a hand that the seat has not seen there."""
        n: vec[i64] = self._n
        seen: i64 = n[SEEN + seat] if seat >= 0 else 0
        left: i64 = 0
        other: i64 = 0
        for other in range(n[SEATS]):
            gone: i64 = n[HAND + other] & ~seen
            n[HAND + other] = n[HAND + other] & seen
            n[HIDDEN + other] += bits(gone)
            n[UNSEEN] = n[UNSEEN] | gone
            left = left | n[HAND + other]
        for other in range(n[SEATS]):
            n[SEEN + other] = n[SEEN + other] & left

    def determinize(self, rng: Random) -> None:
        """Fills unknown hand cards by a uniform draw from the unseen ones."""
        seat: i64 = 0
        for seat in range(self._n[SEATS]):
            while self._n[HIDDEN + seat] > 0:
                card: i64 = self._draw(rng)
                self._n[HAND + seat] = self._n[HAND + seat] | BITS[card]
                self._n[SEEN + seat] = self._n[SEEN + seat] | BITS[card]
                self._n[UNSEEN] = self._n[UNSEEN] & ~BITS[card]
                self._n[HIDDEN + seat] -= 1

    def public(self) -> list[int]:
        """What all replicas agree on; no hidden card, and nothing of who looks."""
        return self.numbers()[PUBLIC:]

    def dump(self) -> list[int]:
        """What this replica knows of hidden cards, then the public numbers."""
        return self.numbers()

    def restore(self, dump: list[int]) -> None:
        """Takes over the position of a `dump`; use `load`."""
        if len(dump) != len(self.numbers()) or dump[SEATS : SEATS + 2] != [
            int(self.seats()),
            int(self.rings()),
        ]:
            raise ValueError("the dump belongs to a match with another setup")
        self._take_over(dump)
