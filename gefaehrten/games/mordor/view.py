"""Pure. The words and pictures of the dice game for screens of lines.

The one rule: it only puts together; every part has a module of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.game import JsonStep
from gefaehrten.core.kernel import DECIDE
from gefaehrten.core.lines import Line, Span, Style, line, wrapped
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Choice, Completion, Page, Scene, View, Wording, log_lines
from gefaehrten.games.mordor import panels, tables
from gefaehrten.games.mordor.announce import announce
from gefaehrten.games.mordor.completion import completions
from gefaehrten.games.mordor.moves import dice_kernel, legal
from gefaehrten.games.mordor.notation import parse, spell
from gefaehrten.games.mordor.preview import preview

PAGES: Final = (
    Page("table", ("table", "tisch"), N_("all that a turn needs: tracks and dice"), title=N_("All at once")),
    Page("players", ("players", "spieler"), N_("both tracks of everybody"), "S", N_("The tracks")),
    Page("dice", ("dice", "würfel", "wuerfel"), N_("the dice thrown and set aside"), title=N_("Dice")),
    Page(
        "moves",
        ("moves", "züge", "zuege"),
        N_("what may be set aside, and what it does"),
        "M",
        N_("What may be done"),
    ),
    Page(
        "places",
        ("places", "orte"),
        N_("the places on the way and what they do"),
        "O",
        N_("The way to Mordor"),
    ),
    Page("log", ("log", "verlauf"), N_("what happened last"), "L", N_("What happened")),
)

HELP: Final = (
    ("135", N_("sets the dice 1, 3 and 5 aside: red 1, yellow 2, green 3, blue 4, black 5")),
    ("ring nazgul", N_("the same by symbols, or by colours: red, k for black")),
    ("again", N_("repeats the throw, in a turn that begins in Rohan (M19)")),
    ("h3", N_("Gandalf halves field 3 of your Nazgûl track; h0 halves none")),
)

WELCOME: Final = (
    N_(
        "Set dice aside after every throw until none is left: rings lead to Mordor, if Companions hold the Orcs."
    ),
    N_(
        "A Nazgûl has to be set aside; it hits the player of its colour, or you. Eight of them and a player is out."
    ),
    N_("Type 13 to set dice 1 and 3 aside, ? for help."),
)
"""Three sentences above the first throw."""


class MordorView:
    """See `core.view.View`."""

    pages: tuple[Page, ...] = PAGES
    help: tuple[tuple[str, str], ...] = HELP
    welcome: tuple[str, ...] = WELCOME
    portrait: tuple[str, ...] = ("players",)
    counts: bool = False

    def page(self, key: str, scene: Scene, wording: Wording, width: int) -> list[Line]:
        """One of `pages`."""
        return [part for long in _page(key, scene, wording) for part in wrapped(long, width, 4)]

    def preview(self, scene: Scene, wording: Wording, width: int) -> list[Line]:
        """What the turn so far does."""
        return preview(scene, wording, width)

    def choices(self, scene: Scene) -> list[Choice]:  # noqa: ARG002
        """None: dice and fields are named by their own numbers."""
        return []

    def read(self, scene: Scene, text: str) -> list[int]:
        """Typed notation as actions that go on from the turn so far."""
        return parse(dice_kernel(scene.now()), text)

    def finish(self, scene: Scene) -> list[int]:
        """What is forced: the only thing that can be done. Raises `IllegalAction` where there is a choice."""
        now = dice_kernel(scene.now())
        if now.request() != DECIDE or now.turns() != scene.kernel.turns():
            return []
        forced = legal(now)
        if len(forced) == 1:
            after = now.clone()
            after.apply(forced[0])
            if after.request() != DECIDE or after.turns() != now.turns():
                return [forced[0]]
        if now.phase() == tables.HALVING:
            raise IllegalAction("M11", N_("Gandalf is here: type the field to be halved, or 0 for none."))
        raise IllegalAction("M4", N_("At least one die has to be set aside: type its number."))

    def closes(self, scene: Scene) -> bool:
        """As soon as it is whole: what was said cannot be taken back once dice are thrown."""
        now = scene.now()
        return now.request() != DECIDE or now.turns() != scene.kernel.turns()

    def format(self, scene: Scene, actions: Iterable[int]) -> str:  # noqa: ARG002
        """Actions in notation."""
        return " ".join(spell(action) for action in actions)

    def completions(self, scene: Scene, text: str) -> list[Completion]:
        """How the text could go on."""
        if not scene.on_turn():
            return []
        return completions(dice_kernel(scene.now()), text, scene.names, scene.seat)

    def announce(
        self,
        step: JsonStep,
        before: Sequence[JsonStep],  # noqa: ARG002
        names: Sequence[str],
        seat: int,
    ) -> Sentence | None:
        """One sentence about a step as it happens."""
        return announce(step, names, seat)


def _page(key: str, scene: Scene, wording: Wording) -> list[Line]:
    match key:
        case "table":
            return _table(scene, wording)
        case "players":
            return [*panels.players(scene, wording), panels.marks(wording)]
        case "dice":
            return panels.thrown(scene, wording) or [line(wording.say(panels.waits(scene)))]
        case "moves":
            if not scene.on_turn():
                return [line(wording.say(panels.waits(scene)))]
            return panels.moves(scene, wording)
        case "places":
            return panels.places(scene, wording)
        case _:
            return log_lines(VIEW, scene, wording)


def _table(scene: Scene, wording: Wording) -> list[Line]:
    """What a player must see without asking."""
    found = [panels.heading(scene, wording), *panels.players(scene, wording)]
    if not dice_kernel(scene.now()).aside():
        found.append(panels.marks(wording))  # once a turn is enough
    found += panels.thrown(scene, wording)
    if scene.on_turn():
        halving = dice_kernel(scene.now()).phase() == tables.HALVING
        ask = (
            N_("Gandalf is here: type the field to be halved, or 0 for none.")
            if halving
            else N_("Type the numbers of the dice to be set aside; moves lists what may be.")
        )
        found.append(line(Span(wording.say(ask), Style.DIM)))
    return found


VIEW: Final[View] = MordorView()
