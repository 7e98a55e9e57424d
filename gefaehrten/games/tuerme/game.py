"""Pure. The board game as the layers above see it: kernel, deck, words and steps behind `core.game.Game`.

The one rule: nothing is decided here; rules live in the kernel, wire forms in `actions`, words in `notation`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from gefaehrten.core.game import DeckSpec, JsonStep, Option, Plain, Setup, Sizes, Slot
from gefaehrten.core.kernel import Kernel
from gefaehrten.core.rules import rules_hash
from gefaehrten.core.setups import check_setup
from gefaehrten.core.text import N_, Sentence
from gefaehrten.games.tuerme import actions, notation, tables
from gefaehrten.games.tuerme.announce import describe
from gefaehrten.games.tuerme.data import FIGURES, RAW
from gefaehrten.games.tuerme.kernel import TuermeKernel, load
from gefaehrten.games.tuerme.moves import board_kernel
from gefaehrten.games.tuerme.names import COLOURS
from gefaehrten.games.tuerme.steps import consequences, rolled, steps

if TYPE_CHECKING:
    from gefaehrten.core.knowledge import Knowledge
    from gefaehrten.core.shapes import Artist
    from gefaehrten.core.stage import Stage
    from gefaehrten.core.view import View

RINGS: Final = "rings"
POINTS: Final = "points"


class TuermeGame:
    """Die Zwei Türme for two to four; see docs/rules/tuerme.md."""

    key = "tuerme"
    title = N_("Die Zwei Türme")
    min_seats = 2
    max_seats = 4
    turn_clause = "T11"
    # What is left to win once the towers are held off differs little: who thinks long may look closely at the best.
    levels: Mapping[str, str] = MappingProxyType(
        {"hard": "ismcts:iterations=1500:exploration=0.1", "expert": "ismcts:time=1.8:exploration=0.1"}
    )
    options: tuple[Option, ...] = (
        Option(
            RINGS,
            ("1", "one", "2"),
            N_(
                "How many rings of Orcs there are: one round each tower, a second one round one, or two (T9)."
            ),
        ),
        Option(
            POINTS,
            ("open", "hidden"),
            N_("Whether everybody sees all points, or each player only the own ones until the end (T17)."),
        ),
    )

    def view(self) -> View:
        """The game's words and pictures for every screen."""
        from gefaehrten.games.tuerme.view import VIEW

        return VIEW

    def artist(self) -> Artist:
        """Who draws the game's positions."""
        from gefaehrten.games.tuerme.artist import ARTIST

        return ARTIST

    def stage(self) -> Stage:
        """The pieces of a full screen for the game."""
        from gefaehrten.games.tuerme.stage import STAGE

        return STAGE

    def knowledge(self) -> Knowledge:
        """What bots know of the game beyond its rules."""
        from gefaehrten.games.tuerme.knowledge import TuermeKnowledge

        return TuermeKnowledge()

    def rules_hash(self) -> bytes:
        """32 bytes over the parsed figures, the rules' version among them."""
        return rules_hash(self.key, RAW)

    def start(self, setup: Setup) -> TuermeKernel:
        """The first position. Raises `UsageError` for seats, options or wishes that cannot be."""
        check_setup(GAME, setup, COLOURS)
        return TuermeKernel(setup.seats, _rings(setup))

    def load(self, setup: Setup, dump: list[int]) -> TuermeKernel:
        """A position from `Kernel.dump`."""
        check_setup(GAME, setup, COLOURS)
        return load(setup.seats, _rings(setup), dump)

    def decks(self, setup: Setup) -> tuple[DeckSpec, ...]:  # noqa: ARG002 - the same for all
        """The hero cards, which all draw from (T5)."""
        return (DeckSpec(0, len(FIGURES.cards), None),)

    def face(self, setup: Setup, deck: int, card: int) -> int:  # noqa: ARG002 - no two cards are one to the kernel
        """The kernel's face of a card of the deck."""
        return card

    def sizes(self, setup: Setup) -> Sizes:
        """How large the match can get."""
        from gefaehrten.games.tuerme.observation import sizes

        return sizes(setup.seats)

    def observe(self, setup: Setup, kernel: Kernel, seat: int) -> list[int]:
        """What the seat may know of a position; see `observation`."""
        from gefaehrten.games.tuerme.observation import observe

        return observe(board_kernel(kernel), seat, secret=setup.options.get(POINTS) == "hidden")

    # Every action says all that its wire value needs; other games' forms look at the position too.
    def encode(self, kernel: Kernel, action: int, take: Callable[[int], Slot]) -> Plain:  # noqa: ARG002
        """A kernel action as a wire value; see `actions`."""
        return actions.encode(action, take)

    def decode(self, kernel: Kernel, value: Plain, show: Callable[[Slot], int]) -> int:  # noqa: ARG002
        """A wire value as a kernel action. Raises `IllegalAction`, its author's fault, for anything else."""
        return actions.decode(value, show)

    def rolled(self, before: Kernel, value: int, after: Kernel) -> tuple[JsonStep, ...]:  # noqa: ARG002
        """What was turned over, and what came of it; see `core.game.Game`."""
        return rolled(board_kernel(before), board_kernel(after))

    def claims(self, kernel: Kernel, action: int) -> bool:  # noqa: ARG002
        """A card without a move says that none could (T13), a card for Gríma that none is higher (T27)."""
        return tables.BASE_WITHOUT <= action < tables.BASE_SET or action >= tables.BASE_DISCARD

    def steps(self, before: Kernel, action: int, after: Kernel, card: int | None) -> tuple[JsonStep, ...]:  # noqa: ARG002
        """What an action did; see `core.game.Game`."""
        return steps(board_kernel(before), action, board_kernel(after))

    def consequences(self, before: Kernel, after: Kernel) -> tuple[JsonStep, ...]:
        """What a deal or a retirement led to; see `core.game.Game`."""
        return consequences(board_kernel(before), board_kernel(after))

    def colours(self, setup: Setup) -> tuple[tuple[str, ...], ...]:
        """Per seat the keys of the pawns it plays (T8)."""
        kernel = self.start(setup)
        return tuple(
            tuple(key for colour, key in enumerate(COLOURS) if kernel.owner(colour) == seat)
            for seat in range(setup.seats)
        )

    def parse(self, kernel: Kernel, text: str) -> list[int]:
        """Typed notation as kernel actions. Raises `NotationError` and `IllegalAction`."""
        return notation.parse(board_kernel(kernel), text)

    def format(self, kernel: Kernel, action: int) -> str:
        """A legal action in notation."""
        return notation.spell(board_kernel(kernel), action)

    def describe(self, step: JsonStep, names: Sequence[str]) -> Sentence:
        """One sentence about a step, in words for people."""
        return describe(step, names)


def _rings(setup: Setup) -> int:
    return TuermeGame.options[0].values.index(setup.options.get(RINGS, "1"))


GAME: Final = TuermeGame()
