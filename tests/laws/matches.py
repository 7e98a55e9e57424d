"""Pure. Random matches of every game in the catalogue, as the laws need them.

The one rule: no game is named here; a new one is under the laws as soon as it is in the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.game import Game, Setup, Slot
from gefaehrten.core.kernel import DEAL, DECIDE, MAX_ACTIONS, OVER, PASS, ROLL, UNKNOWN, WATCHER, Kernel
from gefaehrten.core.random import Random
from gefaehrten.engine.catalogue import game, keys

LONGEST = 20_000
"""Events after which a match counts as endless."""


@dataclass(frozen=True)
class Start:
    """A game with a setup it can be played with."""

    game: Game
    setup: Setup

    def __str__(self) -> str:
        options = ",".join(f"{key}={value}" for key, value in self.setup.options.items())
        return f"{self.game.key}-{self.setup.seats}-{options}"

    def kernel(self) -> Kernel:
        return self.game.start(self.setup)


def starts() -> tuple[Start, ...]:
    """Every game with every number of seats, and with every value of each option by itself."""
    found = []
    for played in map(game, keys()):
        default = {option.key: option.values[0] for option in played.options}
        changed = [default | {option.key: value} for option in played.options for value in option.values[1:]]
        for seats in range(played.min_seats, played.max_seats + 1):
            found += [Start(played, Setup(seats, options)) for options in (default, *changed)]
    return tuple(found)


_ROOM: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
# One for all: a compiled kernel that is handed a vector by plain Python never lets go of it.


def legal(kernel: Kernel) -> list[int]:
    """The legal actions as the kernel writes them."""
    return [_ROOM[index] for index in range(kernel.legal_actions(_ROOM))]


def step(kernel: Kernel, rng: Random) -> None:
    """Fulfils what the match needs next at random."""
    if kernel.request() == DECIDE:
        actions = legal(kernel)
        kernel.apply(actions[rng.below(len(actions))])
    else:
        kernel.chance(rng)


def match(start: Start, seed: int, *, leaving: bool = False) -> Iterator[Kernel]:
    """The positions of a random match, the same object again and again, `OVER` the last one.

    Args:
        start: what is played.
        seed: of the match.
        leaving: whether seats may leave on the way.
    """
    rng = Random(seed)
    kernel = start.kernel()
    yield kernel
    for _ in range(LONGEST):
        if kernel.request() == OVER:
            return
        if leaving and rng.below(100) == 0:
            kernel.retire(rng.below(start.setup.seats))
        else:
            step(kernel, rng)
        yield kernel
    raise AssertionError(f"{start} with seed {seed} does not end")


class Sealed:
    """A match with all its views: the whole truth, every seat's knowledge, a watcher's.

    It deals from shuffled decks as a table does: a deck that all draw from and that is empty is made anew from the
    cards shown, and who gets a hand that is passed on learns what is in it.
    """

    def __init__(self, start: Start, rng: Random) -> None:
        self.truth = start.kernel()
        self.views = {viewer: self.truth.clone() for viewer in (int(WATCHER), *range(start.setup.seats))}
        self._start = start
        self._rng = rng
        decks = start.game.decks(start.setup)
        self._decks = {
            deck.number: self._shuffled(
                [start.game.face(start.setup, deck.number, card) for card in range(deck.size)]
            )
            for deck in decks
        }
        self._common = {deck.number for deck in decks if deck.owner is None}
        self._hands: list[list[int]] = [[] for _ in range(start.setup.seats)]
        self._met: list[set[int]] = [set() for _ in range(start.setup.seats)]
        self._shown: list[int] = []

    def draw(self) -> None:
        """Fulfils what is open and is no decision, in every view as its viewer sees it."""
        truth, actor = self.truth, int(self.truth.actor())
        kernels = (truth, *self.views.values())
        if truth.request() == ROLL:
            value = self._rng.below(truth.amount())
            for kernel in kernels:
                kernel.roll(value)
        elif truth.request() == DEAL:
            face = self._top(int(truth.deck()))
            truth.deal(face)
            for viewer, view in self.views.items():
                view.deal(face if viewer == actor else UNKNOWN)
            self._hands[actor].append(face)
            self._met[actor].add(face)
        else:
            assert truth.request() == PASS
            heirs = {seat: int(truth.heir(seat)) for seat in range(len(self._hands))}
            for kernel in kernels:
                kernel.passed()
            given = {heir: self._hands[seat] for seat, heir in heirs.items() if heir >= 0}
            for heir, hand in given.items():
                self._hands[heir] = hand
                for face in hand:
                    if face not in self._met[heir]:
                        self.views[heir].learn(heir, face)
                        self._met[heir].add(face)

    def act(self, action: int) -> None:
        """The seat to move takes an action, which may show cards."""
        seat = int(self.truth.actor())

        def show(face: int) -> Slot:
            if face in self._hands[seat]:
                self._hands[seat].remove(face)
            self._shown.append(face)
            return (0, 0)

        self._start.game.encode(self.truth, action, show)
        for kernel in (self.truth, *self.views.values()):
            kernel.apply(action)

    def _top(self, number: int) -> int:
        deck = self._decks[number]
        if not deck and number in self._common:
            deck.extend(self._shuffled(self._shown))
            for met in self._met:
                met.difference_update(self._shown)
            self._shown = []
        return deck.pop()

    def _shuffled(self, cards: list[int]) -> list[int]:
        """The same in a random order; the last one is dealt first."""
        cards = list(cards)
        for last in range(len(cards) - 1, 0, -1):
            other = self._rng.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards
