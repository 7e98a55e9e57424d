"""Pure. The dice game as the layers above see it: kernel, words and steps behind `core.game.Game`.

The one rule: nothing is decided here; rules live in the kernel, wire forms in `actions`, words in `notation`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from gefaehrten.core.game import DeckSpec, JsonStep, Option, Plain, Setup, Sizes, Slot
from gefaehrten.core.kernel import Kernel
from gefaehrten.core.rules import rules_hash
from gefaehrten.core.setups import check_setup, colours_by_wish
from gefaehrten.core.text import N_, Sentence
from gefaehrten.games.mordor import actions, notation
from gefaehrten.games.mordor.announce import describe
from gefaehrten.games.mordor.data import FIGURES, RAW
from gefaehrten.games.mordor.kernel import MordorKernel, load
from gefaehrten.games.mordor.moves import dice_kernel
from gefaehrten.games.mordor.steps import consequences, rolled, steps

if TYPE_CHECKING:
    from gefaehrten.core.knowledge import Knowledge
    from gefaehrten.core.shapes import Artist
    from gefaehrten.core.stage import Stage
    from gefaehrten.core.view import View

SIDE: Final = "side"

NEUTRAL: Final = -1
"""The owner of a colour that nobody plays."""


class MordorGame:
    """Reise nach Mordor for two to four; see docs/rules/mordor.md."""

    key = "mordor"
    title = N_("Reise nach Mordor")
    min_seats = 2
    max_seats = 4
    turn_clause = "M4"
    # Each wins some three matches of five against the one below; docs/benchmarks.md has the figures. A search looks
    # from where greed would go, so that its iterations make all the difference.
    levels: Mapping[str, str] = MappingProxyType(
        {
            "easy": "ismcts:iterations=20",
            "medium": "ismcts:iterations=80",
            "hard": "ismcts:iterations=250",
            "expert": "exact",
        }
    )
    options: tuple[Option, ...] = (
        Option(
            SIDE,
            ("basic", "advanced"),
            N_("Which side of the sheet is played: on the back, places have effects (M15)."),
        ),
    )

    def view(self) -> View:
        """The game's words and pictures for every screen."""
        from gefaehrten.games.mordor.view import VIEW

        return VIEW

    def artist(self) -> Artist:
        """Who draws the game's positions."""
        from gefaehrten.games.mordor.artist import ARTIST

        return ARTIST

    def stage(self) -> Stage:
        """The pieces of a full screen for the game."""
        from gefaehrten.games.mordor.stage import STAGE

        return STAGE

    def knowledge(self) -> Knowledge:
        """What bots know of the game beyond its rules."""
        from gefaehrten.games.mordor.knowledge import MordorKnowledge

        return MordorKnowledge()

    def rules_hash(self) -> bytes:
        """32 bytes over the parsed figures, the rules' version among them."""
        return rules_hash(self.key, RAW)

    def start(self, setup: Setup) -> MordorKernel:
        """The first position. Raises `UsageError` for seats, options or wishes that cannot be."""
        return MordorKernel(setup.seats, _owners(setup), _advanced(setup))

    def load(self, setup: Setup, dump: list[int]) -> MordorKernel:
        """A position from `Kernel.dump`."""
        return load(setup.seats, _owners(setup), _advanced(setup), dump)

    def decks(self, setup: Setup) -> tuple[DeckSpec, ...]:  # noqa: ARG002
        """None: all chance is thrown (M1)."""
        return ()

    def face(self, setup: Setup, deck: int, card: int) -> int:
        """There are no cards."""
        raise NotImplementedError

    def sizes(self, setup: Setup) -> Sizes:
        """How large the match can get."""
        from gefaehrten.games.mordor.observation import sizes

        return sizes(setup.seats, advanced=_advanced(setup))

    def observe(self, setup: Setup, kernel: Kernel, seat: int) -> list[int]:  # noqa: ARG002
        """What the seat may know of a position; see `observation`."""
        from gefaehrten.games.mordor.observation import observe

        return observe(dice_kernel(kernel), seat)

    def encode(self, kernel: Kernel, action: int, take: Callable[[int], Slot]) -> Plain:  # noqa: ARG002
        """A kernel action as a wire value; see `actions`."""
        return actions.encode(action)

    def decode(self, kernel: Kernel, value: Plain, show: Callable[[Slot], int]) -> int:  # noqa: ARG002
        """A wire value as a kernel action. Raises `IllegalAction`, its author's fault, for anything else."""
        return actions.decode(value)

    def rolled(self, before: Kernel, value: int, after: Kernel) -> tuple[JsonStep, ...]:  # noqa: ARG002
        """What a throw shows; see `core.game.Game`."""
        return rolled(dice_kernel(before), dice_kernel(after))

    def steps(self, before: Kernel, action: int, after: Kernel, card: int | None) -> tuple[JsonStep, ...]:  # noqa: ARG002
        """What an action did; see `core.game.Game`."""
        return steps(dice_kernel(before), action, dice_kernel(after))

    def claims(self, kernel: Kernel, action: int) -> bool:  # noqa: ARG002
        """Nothing is hidden; see `core.game.Game`."""
        return False

    def consequences(self, before: Kernel, after: Kernel) -> tuple[JsonStep, ...]:
        """What a retirement led to; see `core.game.Game`."""
        return consequences(dice_kernel(before), dice_kernel(after))

    def colours(self, setup: Setup) -> tuple[tuple[str, ...], ...]:
        """Per seat the key of the colour it plays."""
        return tuple((FIGURES.colours[colour],) for colour in _colours(setup))

    def parse(self, kernel: Kernel, text: str) -> list[int]:
        """Typed notation as kernel actions. Raises `NotationError` and `IllegalAction`."""
        return notation.parse(dice_kernel(kernel), text)

    def format(self, kernel: Kernel, action: int) -> str:  # noqa: ARG002
        """A legal action in notation."""
        return notation.spell(action)

    def describe(self, step: JsonStep, names: Sequence[str]) -> Sentence:
        """One sentence about a step, in words for people."""
        return describe(step, names)


def _advanced(setup: Setup) -> bool:
    return setup.options.get(SIDE) == "advanced"


def _colours(setup: Setup) -> tuple[int, ...]:
    """Per seat its colour (M24). Raises `UsageError`: the setup cannot be played."""
    check_setup(GAME, setup, FIGURES.colours)
    return colours_by_wish(setup, FIGURES.colours)


def _owners(setup: Setup) -> list[int]:
    owners = [NEUTRAL] * len(FIGURES.colours)
    for seat, colour in enumerate(_colours(setup)):
        owners[colour] = seat
    return owners


GAME: Final = MordorGame()
