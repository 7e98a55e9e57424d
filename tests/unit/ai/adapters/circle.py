"""Pure. The laboratory's game round one shared deck, with all that programs for research ask of a game.

The one rule: hands are passed on and the deck is made anew in every match; who gave a hand away still knows it.
"""

from __future__ import annotations

from collections import Counter

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.game import Feature, Option, Setup, Sizes
from gefaehrten.core.kernel import DEAL, DECIDE, PASS, ROLL, UNKNOWN, Kernel
from gefaehrten.core.random import Random
from tests.lab.circle import SPARE, CircleGame, CircleKernel
from tests.lab.tiny import DECK, STAKES, TURNS

HIGHEST = STAKES * DECK


def cards(seats: int) -> list[int]:
    """The faces of the deck."""
    return [card % DECK + 1 for card in range(seats + SPARE)]


class FullKernel(CircleKernel):
    """One position, and who knows which hand: with one card a hand all of it or nothing."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.shown: list[int] = []
        self.knowers: list[set[int]] = [set() for _ in range(seats)]

    def clone(self) -> FullKernel:
        other = FullKernel(self.count)
        other.last, other.gone, other.gone_round = self.last, list(self.gone), self.gone_round
        other.hands = [list(hand) for hand in self.hands]
        other.points, other.played = list(self.points), list(self.played)
        other.shown = list(self.shown)
        other.knowers = [set(seats) for seats in self.knowers]
        return other

    def unseen(self) -> list[int]:
        """The cards that this replica has neither in a hand nor among those shown."""
        known = Counter(self.shown) + Counter(face for hand in self.hands for face in hand if face != UNKNOWN)
        return sorted((Counter(cards(self.count)) - known).elements())

    def legal_actions(self, into: vec[i64]) -> i64:
        count = 0
        for action in range(1, HIGHEST + 1):
            try:
                self.check(action)
            except IllegalAction:
                continue
            into[count] = action
            count += 1
        return count

    def apply(self, action: int) -> None:
        seat = self.actor()
        super().apply(action)
        self.shown.append((action - 1) % DECK + 1)
        self.knowers[seat] = set()

    def deal(self, face: int) -> None:
        if len(self.shown) + sum(map(len, self.hands)) == self.count + SPARE:
            self.shown = []
        self.knowers[self.actor()] = {self.actor()}
        super().deal(face)

    def passed(self) -> None:
        knowers = list(self.knowers)
        for seat in range(self.count):
            heir = self.heir(seat)
            self.knowers[heir] = knowers[seat] | {heir}
        super().passed()

    def mask(self, seat: int) -> None:
        for other, hand in enumerate(self.hands):
            if seat not in self.knowers[other]:
                self.hands[other] = [int(UNKNOWN)] * len(hand)

    def determinize(self, rng: Random) -> None:
        for seat, hand in enumerate(self.hands):
            if hand == [int(UNKNOWN)]:
                unseen = self.unseen()
                self.hands[seat] = [unseen[rng.below(len(unseen))]]

    def chance(self, rng: Random) -> None:
        request = self.request()
        if request == ROLL:
            self.roll(rng.below(self.amount()))
        elif request == PASS:
            self.passed()
        elif request == DEAL:
            unseen = self.unseen() or sorted(self.shown)
            self.deal(unseen[rng.below(len(unseen))])


class FullGame(CircleGame):
    """See the module."""

    options = (  # type: ignore[assignment]
        Option("colour", ("plain", "bright"), "No difference."),
        Option("size", ("1", "big", "true"), "No difference, but numbers and words are mixed."),
    )

    def start(self, setup: Setup) -> FullKernel:  # type: ignore[override]
        super().start(Setup(setup.seats))
        return FullKernel(setup.seats)

    def sizes(self, setup: Setup) -> Sizes:
        seats = setup.seats
        return Sizes(
            actions=HIGHEST + 1,
            length=TURNS * seats,
            rolls=1,
            sides=seats,
            features=(
                Feature("seat", 1, seats),
                Feature("request", 1, int(PASS)),
                Feature("last", 1, seats),
                Feature("gone_round", 1, 1),
                Feature("points", seats, TURNS * HIGHEST),
                Feature("played", seats, TURNS),
                Feature("hand", seats, DECK),
            ),
        )

    def observe(self, setup: Setup, kernel: Kernel, seat: int) -> list[int]:
        assert isinstance(kernel, FullKernel)
        hands = [max(0, *hand) if hand else 0 for hand in kernel.hands]
        numbers = [seat + 1, kernel.request(), kernel.last + 1, int(kernel.gone_round)]
        return [*map(int, numbers), *kernel.points, *kernel.played, *hands]

    def format(self, kernel: Kernel, action: int) -> str:
        assert kernel.request() == DECIDE
        return str(action)


GAME = FullGame()
