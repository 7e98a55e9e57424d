"""Pure. What a game is to the layers above: a kernel, its decks, its words, its steps.

A new game is a folder in `gefaehrten/games/` and one line in the catalogue; nothing above names a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from gefaehrten.core.kernel import Kernel
from gefaehrten.core.knowledge import Knowledge
from gefaehrten.core.text import Sentence

if TYPE_CHECKING:
    from gefaehrten.core.shapes import Artist
    from gefaehrten.core.stage import Stage
    from gefaehrten.core.view import View

Plain = int | bytes | str | bool | None | list["Plain"]
"""A value that goes over the wire: nothing else does."""

Slot = tuple[int, int]
"""A card as those see it who do not know it: (deck number, position in the sealed deck)."""


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its key, the values it may take (the first is the default) and what it does."""

    key: str
    values: tuple[str, ...]
    help: str


@dataclass(frozen=True, slots=True)
class Setup:
    """What a match is played with: everything that the table record fixes and the rules look at.

    Attributes:
        seats: how many.
        options: every option of the game with its value, defaults included.
        wishes: per seat what it asked for (a colour), "" where it asked for nothing (F5).
    """

    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    wishes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeckSpec:
    """A deck to be sealed: its number, how many cards, and the one seat that draws from it (None: all do)."""

    number: int
    size: int
    owner: int | None


@dataclass(frozen=True, slots=True)
class Feature:
    """A run of numbers in an observation.

    Attributes:
        name: what they say.
        count: how many.
        most: the greatest that one of them may be; the least is 0.
    """

    name: str
    count: int
    most: int


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large a game can get: what programs that learn from arrays need to know before it begins.

    Attributes:
        actions: every action is at least 0 and below this.
        length: no match has more actions.
        rolls: no match has more rolls.
        sides: no roll has more values.
        features: what an observation consists of, in this order.
        winnerless: whether a match may end without a winner.
    """

    actions: int
    length: int
    rolls: int
    sides: int
    features: tuple[Feature, ...]
    winnerless: bool = False


AS_USUAL: Mapping[str, str] = MappingProxyType({})
"""For `Game.levels`: every level means what it usually means."""

JsonStep = dict[str, object]
"""One step of the record in the open, as `cli.md` fixes it; `{"step": "place", ...}`."""


class Game(Protocol):
    """The rules of one game as the layers above see them. Stateless."""

    key: str
    title: str
    min_seats: int
    max_seats: int
    options: tuple[Option, ...]
    turn_clause: str
    """The clause that says what a turn is: named where somebody sends what is no turn of this game."""
    levels: Mapping[str, str]
    """By the name of a level what it means in this game, as `ai.levels.parse_spec` reads it, where not what it usually
    means: games differ in how much thought wins anything."""

    def rules_hash(self) -> bytes:
        """32 bytes over the rules' version and the parsed figures of `data.toml`."""
        ...

    def start(self, setup: Setup) -> Kernel:
        """The first position, nothing dealt. Raises `UsageError` for seats, options or wishes that cannot be."""
        ...

    def load(self, setup: Setup, dump: list[int]) -> Kernel:
        """A position from `Kernel.dump`."""
        ...

    def decks(self, setup: Setup) -> tuple[DeckSpec, ...]:
        """The sealed decks that the match needs."""
        ...

    def face(self, setup: Setup, deck: int, card: int) -> int:
        """The kernel's face of card number `card` (0 ... size-1) of a deck."""
        ...

    def sizes(self, setup: Setup) -> Sizes:
        """How large the match can get."""
        ...

    def observe(self, setup: Setup, kernel: Kernel, seat: int) -> list[int]:
        """What the seat (`WATCHER`: everybody) may know of a position, as the numbers that `sizes` announces.

        Whoever holds full knowledge masks the kernel first: what a seat has not seen must not be there to be read.
        """
        ...

    def encode(self, kernel: Kernel, action: int, take: Callable[[int], Slot]) -> Plain:
        """A kernel action as a wire value. `take(face)` names and uses up a slot of the actor's hand with that face."""
        ...

    def decode(self, kernel: Kernel, value: Plain, show: Callable[[Slot], int]) -> int:
        """A wire value as a kernel action. `show(slot)` gives the face of a slot that the turn opens.

        Raises:
            IllegalAction: the value is no action of this game; its author's fault.
        """
        ...

    def rolled(self, before: Kernel, value: int, after: Kernel) -> tuple[JsonStep, ...]:
        """What a `ROLL` showed and led to, for record and screens; nothing where it says no more than who begins."""
        ...

    def steps(self, before: Kernel, action: int, after: Kernel, card: int | None) -> tuple[JsonStep, ...]:
        """What an action did, for record and screens: the step itself, then a scoring, the end of the turn, the end.

        Args:
            card: the number of the card in its deck, where the action played one.
        """
        ...

    def claims(self, kernel: Kernel, action: int) -> bool:
        """Whether a legal action says something about cards of its seat that nobody else can see.

        Once they are known, at the audit, `Kernel.check` decides whether it was true.
        """
        ...

    def consequences(self, before: Kernel, after: Kernel) -> tuple[JsonStep, ...]:
        """What a deal or a retirement led to by the rules: something turned over, a scoring, the end of the match."""
        ...

    def colours(self, setup: Setup) -> tuple[tuple[str, ...], ...]:
        """Per seat the colours it plays, for the record."""
        ...

    def parse(self, kernel: Kernel, text: str) -> list[int]:
        """Typed notation as kernel actions of the seat to move, none applied yet.

        Raises:
            NotationError: no action, or several.
            IllegalAction: an action that the rules forbid now.
        """
        ...

    def format(self, kernel: Kernel, action: int) -> str:
        """A legal action in notation; `parse` reads it back."""
        ...

    def view(self) -> View:
        """The words and pictures of this game."""
        ...

    def artist(self) -> Artist:
        """Who draws this game's positions."""
        ...

    def stage(self) -> Stage:
        """The pieces of a full screen for this game."""
        ...

    def knowledge(self) -> Knowledge:
        """What bots know of this game beyond its rules."""
        ...

    def describe(self, step: JsonStep, names: Sequence[str]) -> Sentence:
        """One sentence about a step, in words for people."""
        ...
