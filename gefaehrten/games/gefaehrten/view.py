"""Pure. The card game's view: the pages of line mode, and the parts that other screens put together.

The one rule: it only puts together; every part has a module of its own (`drawing`, `panels`, `listing`, `preview`,
`candidates`, `announce`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.game import JsonStep
from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.lines import Line, line, wrapped
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Choice, Completion, Page, Scene, Wording
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

LOG_LINES: Final = 15
"""How many of the last steps the log shows."""

PAGES: Final = (
    Page("board", ("board", "b", "brett"), N_("the current location and what lies around it")),
    Page("journey", ("journey", "reise", "map", "karte"), N_("the whole table")),
    Page("hand", ("hand",), N_("your cards and rings")),
    Page("pay", ("pay", "now", "jetzt", "wertung"), N_("what the location would pay now, and why")),
    Page("moves", ("moves", "zuege", "züge"), N_("where every card may go")),
    Page("why", ("why", "warum"), N_("why a card may not go elsewhere")),
    Page("players", ("players", "spieler"), N_("points, cards and rings of everybody")),
    Page("places", ("places", "orte"), N_("the ten locations with prizes and rules")),
    Page("count", ("count", "karten", "zählen", "zaehlen"), N_("which cards have not been seen yet")),
    Page("log", ("log", "verlauf"), N_("what happened last")),
)

HELP: Final = (
    N_("5@7     the 5 on space 7; spaces are 1 2 3 4 / 5 6 / 7 8 9 0 around the location"),
    N_("a7      the card with the letter a on space 7"),
    N_("g5@7    with two colours: r y g b before the value"),
    N_("5@7+bree   with a ring: bagend bree weathertop rivendell1 rivendell2 lothlorien"),
    N_("n@3     the Nazgûl takes the card on space 3 away; n alone goes on a free space"),
    N_("4,2>7   picks up the own card on cell 4,2 and places it on space 7 (ring lothlorien)"),
    N_("@3,0    the next location, its left half on cell 3,0; or the number of a choice"),
    N_("Several on a line: 1@2 1@3 0@5. Enter commits the turn, undo takes the last one back."),
)


class GefaehrtenView:
    """See `core.view.View`."""

    pages = PAGES
    help = HELP

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
        return [_not_on_turn(scene, wording)]
    picks = choices(scene)
    if picks:
        return choice_lines(picks, wording, len(picks))
    return moves(scene, wording, width)


def _why(scene: Scene, wording: Wording, width: int) -> list[Line]:
    if not scene.on_turn():
        return [_not_on_turn(scene, wording)]
    return why(scene, wording, width)


def choice_lines(picks: Sequence[Choice], wording: Wording, most: int) -> list[Line]:
    """The best of several choices with their numbers, and how many more there are."""
    found = [
        line(f"{number:>2}  {wording.say(pick.text)}") for number, pick in enumerate(picks[:most], start=1)
    ]
    if len(picks) > most:
        found.append(line("    " + wording.say(N_("and {count} more: moves"), count=len(picks) - most)))
    return found


def _not_on_turn(scene: Scene, wording: Wording) -> Line:
    if scene.kernel.request() == OVER:
        return line(wording.say(N_("The match is over.")))
    if scene.is_mover():
        return line(wording.say(N_("Your turn is complete: press Enter.")))
    actor = scene.kernel.actor()
    if 0 <= actor < len(scene.names):
        return line(wording.say(N_("It is {who}'s turn."), who=scene.names[actor]))
    return line(wording.say(N_("Nobody has to move now.")))


def _log(scene: Scene, wording: Wording, width: int) -> list[Line]:
    said: list[Line] = []
    for index in range(len(scene.steps) - 1, -1, -1):
        sentence = announce(scene.steps[index], scene.steps[:index], scene.names, scene.seat)
        if sentence is not None:
            said.append(line(wording.say(sentence)))
        if len(said) == LOG_LINES:
            break
    return said[::-1] or [line(wording.say(N_("Nothing has happened yet.")))]


def _simple(part: Callable[[Scene, Wording], list[Line]]) -> Callable[[Scene, Wording, int], list[Line]]:
    def page(scene: Scene, wording: Wording, _: int) -> list[Line]:
        return part(scene, wording)

    return page


_PAGES: Final = {
    "board": _board,
    "journey": _journey,
    "hand": _simple(panels.hand),
    "pay": _simple(panels.pay),
    "moves": _moves,
    "why": _why,
    "players": _simple(panels.players),
    "places": _simple(panels.queue),
    "count": _simple(panels.count),
    "log": _log,
}

VIEW: Final = GefaehrtenView()
