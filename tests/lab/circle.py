"""Pure. The tiny game round one deck: all draw from it, hands go left once, and it is made anew when it is empty.

The one rule: as small as the tiny game, with all that a shared deck and hands that are passed on can lead to.
"""

from __future__ import annotations

from gefaehrten.core.game import DeckSpec, Setup
from gefaehrten.core.kernel import DECIDE, OVER, PASS, UNKNOWN
from tests.lab.tiny import DECK, TinyGame, TinyKernel

SPARE = 1
"""Cards of the deck beyond one for each seat: the second draw of a round finds it empty."""


class CircleKernel(TinyKernel):
    """One position. Hands are passed on when everybody has made the first turn."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.gone_round = False

    def clone(self) -> CircleKernel:
        other = CircleKernel(self.count)
        other.last, other.gone, other.gone_round = self.last, list(self.gone), self.gone_round
        other.hands = [list(hand) for hand in self.hands]
        other.points, other.played = list(self.points), list(self.played)
        return other

    def request(self) -> int:
        asked = super().request()
        first = all(self.played[seat] for seat in self._here())
        return int(PASS) if asked == DECIDE and first and not self.gone_round else asked

    def deck(self) -> int:
        return 0

    def heir(self, seat: int) -> int:
        here = self._here()
        if seat not in here:
            return -1
        return next(
            other for step in range(1, self.count + 1) if (other := (seat + step) % self.count) in here
        )

    def passed(self) -> None:
        heirs = {seat: self.heir(seat) for seat in self._here()}
        hands = list(self.hands)
        for seat, heir in heirs.items():
            self.hands[heir] = hands[seat]
        self.gone_round = True

    def retire(self, seat: int) -> None:
        super().retire(seat)
        if self.request() != OVER:
            self.hands = [[int(UNKNOWN)] * len(hand) for hand in self.hands]

    def public(self) -> list[int]:
        return [*super().public(), int(self.gone_round)]

    def dump(self) -> list[int]:
        return [int(self.gone_round), *self._dump()]

    def _dump(self) -> list[int]:
        return [*super().public(), *(face for hand in self.hands for face in hand)]

    def _here(self) -> list[int]:
        return [seat for seat in range(self.count) if seat not in self.gone]


class CircleGame(TinyGame):
    """See the module."""

    key = "circle"
    title = "Circle"

    def rules_hash(self) -> bytes:
        return b"circle rules".ljust(32)

    def start(self, setup: Setup) -> CircleKernel:  # type: ignore[override]
        super().start(setup)
        return CircleKernel(setup.seats)

    def decks(self, setup: Setup) -> tuple[DeckSpec, ...]:
        return (DeckSpec(0, setup.seats + SPARE, None),)

    def face(self, setup: Setup, deck: int, card: int) -> int:
        return card % DECK + 1

    def load(self, setup: Setup, dump: list[int]) -> CircleKernel:
        tiny, kernel = super().load(setup, dump[1:]), CircleKernel(setup.seats)
        kernel.last, kernel.points, kernel.played = tiny.last, tiny.points, tiny.played
        kernel.gone, kernel.hands, kernel.gone_round = tiny.gone, tiny.hands, bool(dump[0])
        return kernel


GAME = CircleGame()
