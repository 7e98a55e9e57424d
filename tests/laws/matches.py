"""Pure. Random matches of every game in the catalogue, as the laws need them.

The one rule: no game is named here; a new one is under the laws as soon as it is in the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.game import Game, Setup
from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS, OVER, Kernel
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


def legal(kernel: Kernel) -> list[int]:
    """The legal actions as the kernel writes them."""
    buffer: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
    return [buffer[index] for index in range(kernel.legal_actions(buffer))]


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


def shuffled(start: Start, rng: Random) -> dict[int, list[int]]:
    """The faces of every deck in a random order; the last one is dealt first."""
    decks = {}
    for deck in start.game.decks(start.setup):
        cards = list(range(deck.size))
        for last in range(deck.size - 1, 0, -1):
            other = rng.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        decks[deck.number] = [start.game.face(start.setup, deck.number, card) for card in cards]
    return decks
