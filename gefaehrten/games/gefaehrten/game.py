"""Pure. The card game as the layers above see it: kernel, decks, words and steps behind `core.game.Game`.

The one rule: nothing is decided here; rules live in the kernel, wire forms in `actions`, words in `notation`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from gefaehrten.core.game import AS_USUAL, DeckSpec, JsonStep, Option, Plain, Setup, Sizes, Slot
from gefaehrten.core.kernel import Kernel
from gefaehrten.core.rules import rules_hash
from gefaehrten.core.setups import check_setup, colours_by_wish
from gefaehrten.core.text import N_, Sentence
from gefaehrten.games.gefaehrten import actions, notation
from gefaehrten.games.gefaehrten.announce import describe
from gefaehrten.games.gefaehrten.data import FIGURES, RAW
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel, load
from gefaehrten.games.gefaehrten.moves import card_kernel
from gefaehrten.games.gefaehrten.names import COLOURS, face_of
from gefaehrten.games.gefaehrten.steps import consequences, steps

if TYPE_CHECKING:
    from gefaehrten.core.knowledge import Knowledge
    from gefaehrten.core.shapes import Artist
    from gefaehrten.core.stage import Stage
    from gefaehrten.core.view import View

NAZGUL_RANGE: Final = "nazgul_range"
POINTS: Final = "points"

BOX: Final = -1
"""The owner of a colour that nobody plays."""


class GefaehrtenGame:
    """Die Gefährten for two to four; see docs/rules/gefaehrten.md."""

    key = "gefaehrten"
    title = N_("Die Gefährten")
    min_seats = 2
    max_seats = 4
    turn_clause = "F11"
    levels = AS_USUAL
    options: tuple[Option, ...] = (
        Option(
            NAZGUL_RANGE,
            ("location", "table"),
            N_("Where a Nazgûl may strike: at the current location, or anywhere on the table (F16)."),
        ),
        Option(
            POINTS,
            ("open", "hidden"),
            N_("Whether everybody sees all points, or each player only the own ones until the end (F33)."),
        ),
    )

    def view(self) -> View:
        """The game's words and pictures for every screen."""
        from gefaehrten.games.gefaehrten.view import VIEW

        return VIEW

    def artist(self) -> Artist:
        """Who draws the game's positions."""
        from gefaehrten.games.gefaehrten.artist import ARTIST

        return ARTIST

    def stage(self) -> Stage:
        """The pieces of a full screen for the game."""
        from gefaehrten.games.gefaehrten.stage import STAGE

        return STAGE

    def knowledge(self) -> Knowledge:
        """What bots know of the game beyond its rules."""
        from gefaehrten.games.gefaehrten.knowledge import GefaehrtenKnowledge

        return GefaehrtenKnowledge()

    def rules_hash(self) -> bytes:
        """32 bytes over the parsed figures, the rules' version among them."""
        return rules_hash(self.key, RAW)

    def start(self, setup: Setup) -> GefaehrtenKernel:
        """The first position. Raises `UsageError` for seats, options or wishes that cannot be."""
        return GefaehrtenKernel(setup.seats, _owners(setup), _nazgul_table(setup))

    def load(self, setup: Setup, dump: list[int]) -> GefaehrtenKernel:
        """A position from `Kernel.dump`."""
        return load(setup.seats, _owners(setup), _nazgul_table(setup), dump)

    def decks(self, setup: Setup) -> tuple[DeckSpec, ...]:
        """One deck a seat, which only that seat draws from (F6)."""
        return tuple(
            DeckSpec(seat, len(colours) * len(FIGURES.deck), seat)
            for seat, colours in enumerate(_colours(setup))
        )

    def face(self, setup: Setup, deck: int, card: int) -> int:
        """The kernel's face of a card of a deck."""
        colour, number = divmod(card, len(FIGURES.deck))
        return face_of(_colours(setup)[deck][colour], FIGURES.deck[number])

    def sizes(self, setup: Setup) -> Sizes:
        """How large the match can get."""
        from gefaehrten.games.gefaehrten.observation import sizes

        return sizes(setup.seats, sum(deck.size for deck in self.decks(setup)))

    def observe(self, setup: Setup, kernel: Kernel, seat: int) -> list[int]:
        """What the seat may know of a position; see `observation`."""
        from gefaehrten.games.gefaehrten.observation import observe

        return observe(card_kernel(kernel), seat, secret=setup.options.get(POINTS) == "hidden")

    # Every action says all that its wire value needs; other games' forms look at the position too.
    def encode(self, kernel: Kernel, action: int, take: Callable[[int], Slot]) -> Plain:  # noqa: ARG002
        """A kernel action as a wire value; see `actions`."""
        return actions.encode(actions.typed(action), take)

    def decode(self, kernel: Kernel, value: Plain, show: Callable[[Slot], int]) -> int:  # noqa: ARG002
        """A wire value as a kernel action. Raises `IllegalAction`, its author's fault, for anything else."""
        return actions.decode(value, show)

    def rolled(self, before: Kernel, value: int, after: Kernel) -> tuple[JsonStep, ...]:  # noqa: ARG002
        """The only roll says who begins (F5), which the record says of itself."""
        return ()

    def steps(self, before: Kernel, action: int, after: Kernel, card: int | None) -> tuple[JsonStep, ...]:
        """What an action did; see `core.game.Game`."""
        return steps(card_kernel(before), action, card_kernel(after), card)

    def claims(self, kernel: Kernel, action: int) -> bool:  # noqa: ARG002
        """See `Game.claims`: what is played is shown."""
        return False

    def consequences(self, before: Kernel, after: Kernel) -> tuple[JsonStep, ...]:
        """What a retirement led to; see `core.game.Game`."""
        return consequences(card_kernel(before), card_kernel(after))

    def colours(self, setup: Setup) -> tuple[tuple[str, ...], ...]:
        """Per seat the keys of the colours it plays."""
        return tuple(tuple(COLOURS[colour] for colour in colours) for colours in _colours(setup))

    def parse(self, kernel: Kernel, text: str) -> list[int]:
        """Typed notation as kernel actions. Raises `NotationError` and `IllegalAction`."""
        return notation.parse(card_kernel(kernel), text)

    def format(self, kernel: Kernel, action: int) -> str:
        """A legal action in notation."""
        return notation.spell(card_kernel(kernel), action)

    def describe(self, step: JsonStep, names: Sequence[str]) -> Sentence:
        """One sentence about a step, in words for people."""
        return describe(step, names)


def _nazgul_table(setup: Setup) -> bool:
    return setup.options.get(NAZGUL_RANGE) == "table"


def _colours(setup: Setup) -> tuple[tuple[int, ...], ...]:
    """Per seat its colours in the order of its deck (F4, F5): wishes first, in seat order; what is left in order.

    Raises:
        UsageError: the setup cannot be played.
    """
    check_setup(GAME, setup, COLOURS)
    if setup.seats == len(FIGURES.two_players):
        return FIGURES.two_players
    return tuple((colour,) for colour in colours_by_wish(setup, COLOURS))


def _owners(setup: Setup) -> list[int]:
    owners = [BOX] * len(COLOURS)
    for seat, colours in enumerate(_colours(setup)):
        for colour in colours:
            owners[colour] = seat
    return owners


GAME: Final = GefaehrtenGame()
