"""Pure. The point of the group that stands for each card before it is masked.

The one rule: nobody knows a logarithm between two card points, so none can be told from another under a mask.
"""

from __future__ import annotations

from functools import lru_cache

from protocol.canonical import hash32
from protocol.deck import _group
from protocol.deck.secret import DeckId


def card_point(table_id: bytes, deck: DeckId, card: int) -> bytes:
    """M_c: the sum of two points from independent hashes, 32 bytes.

    One `from_uniform` reaches only half of the group's points; the sum of two is statistically close to
    uniform (Farashahi et al., "Indifferentiable deterministic hashing to elliptic and hyperelliptic curves",
    2013).
    """
    halves = (
        _group.from_uniform(hash32("card", table_id, deck.deck, deck.epoch, card, half)) for half in (0, 1)
    )
    return _group.add(*halves)


@lru_cache(maxsize=32)
def card_points(table_id: bytes, deck: DeckId, cards: tuple[int, ...]) -> tuple[bytes, ...]:
    """The points of some cards. Remembered, since every seat of one process asks for the same ones."""
    return tuple(card_point(table_id, deck, card) for card in cards)
