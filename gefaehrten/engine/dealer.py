"""Pure. The seeded local dealer: fulfils what a match needs from decks that it shuffled itself.

For tests, the arena and bots' practice; a match between people uses sealed decks instead.
"""

from __future__ import annotations

from collections.abc import Iterable

from gefaehrten.core.random import Random
from gefaehrten.engine.match import Match


class Dealer:
    """Decks of a match in an order fixed by the seed, and the random numbers that the match asks for."""

    def __init__(self, match: Match, seed: int) -> None:
        self._match = match
        self._rng = Random(seed)
        self._decks = {deck.number: self._shuffled(range(deck.size)) for deck in match.decks()}
        self._next = {deck.number: 0 for deck in match.decks()}

    def serve(self) -> None:
        """Fulfils everything up to the next turn or the end; this replica learns every card."""
        match = self._match
        while (need := match.need()).kind in ("roll", "deal", "pass"):
            if need.kind == "roll":
                match.rolled(self._rng.below(need.amount))
                continue
            if need.kind == "pass":
                match.passed(need.gifts)
                continue
            if self._next[need.deck] == len(self._decks[need.deck]):
                self._decks[need.deck] += self._shuffled(match.restocked(need.deck))
            first = self._next[need.deck]
            self._next[need.deck] = first + need.amount
            slots = [(need.deck, position) for position in range(first, first + need.amount)]
            match.dealt(need.seat, slots)
            for slot in slots:
                match.learned(need.seat, slot, self._decks[need.deck][slot[1]])

    def _shuffled(self, made_of: Iterable[int]) -> list[int]:
        cards = list(made_of)
        for last in range(len(cards) - 1, 0, -1):
            other = self._rng.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards
