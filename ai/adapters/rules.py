"""Pure. A game of the catalogue as libraries for research want it: its sizes, its start, lists and rewards.

The one rule: no game is named here, and no library is imported.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.game import Game, Setup, Sizes
from gefaehrten.core.kernel import MAX_ACTIONS, OVER, Kernel
from gefaehrten.engine import catalogue

_ROOM: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
"""One for all calls: a compiled method never frees what plain Python hands to it (mypyc 2.4), 32 KiB each time."""


class Rules:
    """A game with the setup that it is played with. Not to be changed."""

    def __init__(
        self, key: str | None = None, seats: int | None = None, options: Mapping[str, str] | None = None
    ) -> None:
        """Looks the game up.

        Args:
            key: of the game; the catalogue's first where None.
            seats: how many; as few as can play where None.
            options: house rules; what is not named has its default.

        Raises:
            UsageError: there is no such game, or it cannot be played like this; the caller's fault.
        """
        self.game: Game = catalogue.game(catalogue.keys()[0] if key is None else key)
        self.setup = Setup(
            self.game.min_seats if seats is None else seats,
            {option.key: option.values[0] for option in self.game.options} | dict(options or {}),
        )
        self._begin = self.game.start(self.setup)

    @property
    def seats(self) -> int:
        """How many play."""
        return self.setup.seats

    @cached_property
    def sizes(self) -> Sizes:
        """How large the match can get."""
        return self.game.sizes(self.setup)

    @cached_property
    def decks(self) -> dict[int, tuple[int, ...]]:
        """The faces of all cards of each deck, by its number."""
        return {
            deck.number: tuple(self.game.face(self.setup, deck.number, card) for card in range(deck.size))
            for deck in self.game.decks(self.setup)
        }

    @cached_property
    def shared(self) -> frozenset[int]:
        """The decks that all draw from: empty ones are made anew from the cards shown."""
        return frozenset(deck.number for deck in self.game.decks(self.setup) if deck.owner is None)

    @cached_property
    def faces(self) -> int:
        """Every face is below this."""
        return 1 + max((face for faces in self.decks.values() for face in faces), default=-1)

    def start(self) -> Kernel:
        """The first position."""
        return self._begin.clone()

    def observe(self, kernel: Kernel, seat: int) -> list[int]:
        """What the seat (`WATCHER`: everybody) may know, as the numbers of `sizes.features`."""
        return self.game.observe(self.setup, seen(kernel, seat), seat)

    def returns(self, kernel: Kernel) -> list[float]:
        """Per seat what the match was worth to it: -1 ... 1 by its place alone; 0 for all while it goes on.

        A seat gets the share of the others that it left behind less the share that came in before it, so the sum is
        zero, and a place that is shared is worth the same to all who share it. A match that nobody has won is worth
        -1 to all: whoever loses with everybody has gained nothing by it.
        """
        if kernel.request() != OVER:
            return [0.0] * self.seats
        places = [int(kernel.place(seat)) for seat in range(self.seats)]
        if min(places) > 0:
            return [-1.0] * self.seats
        others = self.seats - 1
        return [sum((each > place) - (each < place) for each in places) / others for place in places]


def legal(kernel: Kernel) -> list[int]:
    """The actions that may be legal for all the kernel knows, ascending."""
    count = kernel.legal_actions(_ROOM)
    return [int(_ROOM[index]) for index in range(count)]


def seen(kernel: Kernel, seat: int) -> Kernel:
    """A copy that knows no more than the seat."""
    own = kernel.clone()
    own.mask(seat)
    return own
