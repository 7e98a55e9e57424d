"""Pure. The card game's view: the pages of line mode, and the parts that other screens put together.

The one rule: it only puts together; every part has a module of its own (`drawing`, `panels`, `listing`, `preview`,
`candidates`, `announce`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.game import JsonStep
from gefaehrten.core.kernel import DECIDE
from gefaehrten.core.lines import Line, line, wrapped
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import (
    Choice,
    Completion,
    Page,
    Scene,
    View,
    Wording,
    choice_lines,
    log_lines,
    whose_turn,
)
from gefaehrten.games.gefaehrten import panels, tables
from gefaehrten.games.gefaehrten.actions import EndTurn
from gefaehrten.games.gefaehrten.announce import announce
from gefaehrten.games.gefaehrten.board import Area, survey
from gefaehrten.games.gefaehrten.candidates import choices
from gefaehrten.games.gefaehrten.completion import completions
from gefaehrten.games.gefaehrten.drawing import Size, columns_in, draw
from gefaehrten.games.gefaehrten.hand import letters
from gefaehrten.games.gefaehrten.listing import moves, why
from gefaehrten.games.gefaehrten.moves import card_kernel
from gefaehrten.games.gefaehrten.notation import parse
from gefaehrten.games.gefaehrten.preview import preview
from gefaehrten.games.gefaehrten.remedy import remedy, with_remedy
from gefaehrten.games.gefaehrten.spelling import spell

NEIGHBOURS: Final = 2
"""How many rows beyond the ten spaces the board shows."""

PAGES: Final = (
    Page(
        "table",
        ("table", "tisch", "t"),
        N_("all that a turn needs: board, points, prizes, hand"),
        title=N_("All at once"),
    ),
    Page(
        "board",
        ("board", "brett", "b"),
        N_("the current location and what lies around it"),
        title=N_("Board"),
    ),
    Page(
        "journey", ("journey", "reise", "map", "karte"), N_("the whole table"), "J", N_("The whole journey")
    ),
    Page("hand", ("hand",), N_("your cards and rings"), title=N_("Hand and rings")),
    Page(
        "pay",
        ("pay", "wertung", "now", "jetzt"),
        N_("what the location would pay now, and why"),
        "P",
        N_("What the location pays"),
    ),
    Page("moves", ("moves", "züge", "zuege"), N_("where every card may go"), "M", N_("Where cards may go")),
    Page("why", ("why", "warum"), N_("why a card may not go elsewhere"), "W", N_("Why not elsewhere")),
    Page("players", ("players", "spieler"), N_("points, cards and rings of everybody"), "S", N_("Players")),
    Page(
        "places",
        ("places", "orte"),
        N_("the ten locations with prizes and rules"),
        "O",
        N_("The ten locations"),
    ),
    Page(
        "count",
        ("count", "karten", "zählen", "zaehlen"),
        N_("which cards have not been seen yet"),
        "K",
        N_("Cards not seen yet"),
    ),
    Page("log", ("log", "verlauf"), N_("what happened last"), "L", N_("What happened")),
)

HELP: Final = (
    ("5@7", N_("the 5 on space 7; the spaces around the location are 1 2 3 4 / 5 6 / 7 8 9 0")),
    ("a7", N_("the card with the letter a on space 7")),
    ("g5@7", N_("the green 5, where players have two colours: r y g b stand for the colours")),
    ("5@7+bree", N_("with a ring: bagend bree weathertop rivendell1 rivendell2 lothlorien")),
    ("n@3", N_("the Nazgûl takes the card on space 3 away; n alone sends it to a free space")),
    ("4,2>7", N_("picks up your card on cell 4,2 and places it on space 7 (ring lothlorien)")),
    ("@3,0", N_("the next location, its left half on cell 3,0; or type the number of a choice")),
    ("1@2 1@3 0@5", N_("several placements one after the other")),
    ("end", N_("ends the turn at once; Enter does so too, once something is placed")),
)

WELCOME: Final = (
    N_(
        "Place cards around the location; whoever has the highest total when all ten spaces are taken wins the prize."
    ),
    N_(
        "In a turn you place any number of 1s, or one card of value 2 to 5; a 0 and a Nazgûl may come on top."
    ),
    N_("Type 5@7 for the 5 on space 7, Enter to commit the turn, ? for help."),
)
"""Three sentences above the first hand."""


class GefaehrtenView:
    """See `core.view.View`."""

    pages: tuple[Page, ...] = PAGES
    help: tuple[tuple[str, str], ...] = HELP
    welcome: tuple[str, ...] = WELCOME
    portrait: tuple[str, ...] = ("journey", "players")
    counts: bool = True

    def page(self, key: str, scene: Scene, wording: Wording, width: int) -> list[Line]:
        """One of `pages`."""
        found = _PAGES[key](scene, wording, width)
        return [part for long in found for part in wrapped(long, width, 4)]

    def preview(self, scene: Scene, wording: Wording, width: int) -> list[Line]:
        """What the turn so far does."""
        return preview(scene, wording, width)

    def choices(self, scene: Scene) -> list[Choice]:
        """Where the next location could go."""
        return choices(scene)

    def read(self, scene: Scene, text: str) -> list[int]:
        """Typed notation as actions that go on from the turn so far."""
        return parse(card_kernel(scene.now()), text, letters(scene))

    def finish(self, scene: Scene) -> list[int]:
        """The end of the turn, where it still needs one. Raises `IllegalAction` where it needs something else."""
        now = card_kernel(scene.now())
        if now.request() != DECIDE or now.turns() != scene.kernel.turns():
            return []
        try:
            now.check(tables.END)
        except IllegalAction as error:
            raise with_remedy(error, remedy(now, EndTurn())) from None
        return [int(tables.END)]

    def closes(self, scene: Scene) -> bool:
        """Where the turn was ended by word."""
        return scene.turn[-1:] == (tables.END,)

    def format(self, scene: Scene, actions: Iterable[int]) -> str:
        """Actions in notation, each in the position that the ones before it leave."""
        now = card_kernel(scene.now())
        spelled: list[str] = []
        for action in actions:
            spelled.append(spell(now, action))
            now.apply(action)
        return " ".join(spelled)

    def completions(self, scene: Scene, text: str) -> list[Completion]:
        """How the text could go on."""
        return completions(card_kernel(scene.now()), text, letters(scene)) if scene.on_turn() else []

    def announce(
        self, step: JsonStep, before: Sequence[JsonStep], names: Sequence[str], seat: int
    ) -> Sentence | None:
        """One sentence about a step as it happens."""
        return announce(step, before, names, seat)


def _board(scene: Scene, wording: Wording, width: int) -> list[Line]:
    """The current location in the middle, what is around it, and what the marks mean."""
    board = survey(scene)
    ring = board.ring
    wide = Area(
        board.area.left,
        max(board.area.top, ring.top - NEIGHBOURS),
        board.area.right,
        min(board.area.bottom, ring.bottom + NEIGHBOURS),
    )
    area = wide.within(columns_in(width, Size.SMALL), wide.rows, ring)
    return [
        *panels.heading(scene, wording),
        *draw(board, area, Size.SMALL, wording),
        *panels.marks(scene, wording),
    ]


def _journey(scene: Scene, wording: Wording, width: int) -> list[Line]:
    """Everything on the table; in parts side by side where it is too wide."""
    board = survey(scene)
    size = Size.SMALL if board.area.columns <= columns_in(width, Size.SMALL) else Size.TINY
    room = columns_in(width, size)
    found: list[Line] = []
    for left in range(board.area.left, board.area.right + 1, room):
        right = min(left + room - 1, board.area.right)
        if left > board.area.left:
            found.append(line(wording.say(N_("further to the right:"))))
        found += draw(board, Area(left, board.area.top, right, board.area.bottom), size, wording)
    return [*found, *panels.marks(scene, wording)]


def _moves(scene: Scene, wording: Wording, width: int) -> list[Line]:
    if not scene.on_turn():
        return [line(wording.say(whose_turn(scene)))]
    picks = choices(scene)
    if picks:
        return choice_lines(picks, wording, width, len(picks))
    return moves(scene, wording, width)


def _why(scene: Scene, wording: Wording, width: int) -> list[Line]:
    if not scene.on_turn():
        return [line(wording.say(whose_turn(scene)))]
    return why(scene, wording, width)


def _simple(part: Callable[[Scene, Wording], list[Line]]) -> Callable[[Scene, Wording, int], list[Line]]:
    def page(scene: Scene, wording: Wording, _: int) -> list[Line]:
        return part(scene, wording)

    return page


def _log(scene: Scene, wording: Wording) -> list[Line]:
    return log_lines(VIEW, scene, wording)


def _table(scene: Scene, wording: Wording, width: int) -> list[Line]:
    """What a player must see without asking."""
    return [
        *_board(scene, wording, width),
        *panels.players(scene, wording),
        *panels.pay(scene, wording),
        *panels.hand(scene, wording),
    ]


_PAGES: Final = {
    "table": _table,
    "board": _board,
    "journey": _journey,
    "hand": _simple(panels.hand),
    "pay": _simple(panels.pay),
    "moves": _moves,
    "why": _why,
    "players": _simple(panels.players),
    "places": _simple(panels.queue),
    "count": _simple(panels.count),
    "log": _simple(_log),
}

VIEW: Final[View] = GefaehrtenView()
