"""Pure. The words and pictures of the board game for screens of lines.

The one rule: it only puts together; every part has a module of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.game import JsonStep
from gefaehrten.core.kernel import DECIDE
from gefaehrten.core.lines import Line, Span, Style, line, wrapped
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Choice, Completion, Page, Scene, View, Wording, log_lines, whose_turn
from gefaehrten.games.tuerme import board, panels
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.announce import announce
from gefaehrten.games.tuerme.kernel import TuermeKernel
from gefaehrten.games.tuerme.moves import board_kernel, legal, pawns_of, to_set
from gefaehrten.games.tuerme.names import COLOUR_LETTERS, DIRECTION_WORDS
from gefaehrten.games.tuerme.notation import LETTERS, parse, spell
from gefaehrten.games.tuerme.phrases import actor, card, pawn, space
from gefaehrten.games.tuerme.sight import letters, sight
from gefaehrten.games.tuerme.steps import steps

PAGES: Final = (
    Page(
        "table", ("table", "tisch"), N_("all that a turn needs: board, points, hand"), title=N_("All at once")
    ),
    Page("board", ("board", "brett"), N_("the board with Orcs, pawns and areas"), title=N_("Board")),
    Page("hand", ("hand",), N_("your hero cards"), title=N_("Hand")),
    Page(
        "moves",
        ("moves", "züge", "zuege"),
        N_("where each card could bring a pawn"),
        "M",
        N_("Where pawns may go"),
    ),
    Page("chain", ("chain", "kette"), N_("how near the towers are to being joined"), "K", N_("The chain")),
    Page("players", ("players", "spieler"), N_("points, tiles and cards of everybody"), "S", N_("Players")),
    Page("track", ("track", "ents"), N_("the Ents' way, Orc cards and events to come"), "P", N_("The Ents")),
    Page("events", ("events", "ereignisse"), N_("every event card and what it does"), "O", N_("Event cards")),
    Page("log", ("log", "verlauf"), N_("what happened last"), "L", N_("What happened")),
)

HELP: Final = (
    (
        "a 7,6",
        N_("the card with the letter a brings your pawn to column 7, row 6, on the way that defeats most"),
    ),
    ("a n2 e3", N_("step by step: two spaces north, three east; n ne e se s sw w nw")),
    ("a:g 7,6", N_("with two pawns: which one, g r b y for the colours")),
    ("9a 7,6", N_("a card by strength and symbol: o straight, d diagonal, a any direction")),
    ("a !7,6", N_("Gandalf's Shadowfax jumps there instead of moving")),
    ("a:-", N_("a card without a move, where no card can move a pawn")),
    ("stop", N_("ends the move; Enter does so too")),
)

WELCOME: Final = (
    N_("Play a hero card and defeat Orcs: a chain of them from tower to tower loses the match for all."),
    N_(
        "Once the Ents reach Orthanc the match is won, and whoever has most points on defeated tiles wins it."
    ),
    N_("Type a 7,6 to bring your pawn to column 7, row 6 with card a, Enter to commit the turn, ? for help."),
)
"""Three sentences above the first hand."""


class TuermeView:
    """See `core.view.View`."""

    pages: tuple[Page, ...] = PAGES
    help: tuple[tuple[str, str], ...] = HELP
    welcome: tuple[str, ...] = WELCOME
    portrait: tuple[str, ...] = ("board", "players", "chain")
    counts: bool = True

    def page(self, key: str, scene: Scene, wording: Wording, width: int) -> list[Line]:
        """One of `pages`."""
        return [part for long in _page(key, scene, wording, width) for part in wrapped(long, width, 4)]

    def preview(self, scene: Scene, wording: Wording, width: int) -> list[Line]:
        """The turn so far in notation and in words, and what it does to the chain."""
        if not scene.turn:
            return [line(wording.say(N_("Nothing is chosen yet.")))]
        spelled = self.format(Scene(scene.kernel, scene.seat, scene.names), scene.turn)
        found = [
            line(wording.say(N_("Your turn so far:")), " ", Span(spelled, Style.PENDING)),
            *(line("  " + each) for each in doings(scene, wording)),
        ]
        return [part for long in found for part in wrapped(long, width, 4)]

    def choices(self, scene: Scene) -> list[Choice]:
        """What an event or the setup leaves open, the best first."""
        kernel = board_kernel(scene.now())
        if not scene.on_turn() or kernel.phase() not in (t.SETTING, t.CHOOSING):
            return []
        picks = [Choice(action, _choice(kernel, action)) for action in legal(kernel)]
        return sorted(picks, key=lambda pick: -_worth(kernel, pick.action))

    def read(self, scene: Scene, text: str) -> list[int]:
        """Typed notation as actions that go on from the turn so far."""
        return parse(board_kernel(scene.now()), text, letters(scene))

    def finish(self, scene: Scene) -> list[int]:
        """The stop of a move. Raises `IllegalAction` where something is still to be chosen."""
        now = board_kernel(scene.now())
        if now.request() != DECIDE or now.turns() != scene.kernel.turns():
            return []
        now.check(int(t.STOP))
        return [int(t.STOP)]

    def closes(self, scene: Scene) -> bool:  # noqa: ARG002
        """Never: a move can be taken back until Enter says that it counts."""
        return False

    def format(self, scene: Scene, actions: Iterable[int]) -> str:
        """Actions in notation, each in the position that the ones before it leave."""
        now = board_kernel(scene.now())
        spelled: list[str] = []
        for action in actions:
            spelled.append(spell(now, action))
            now.apply(action)
        return " ".join(spelled)

    def completions(self, scene: Scene, text: str) -> list[Completion]:
        """How the text could go on."""
        return completions(scene, text) if scene.on_turn() else []

    def announce(
        self, step: JsonStep, before: Sequence[JsonStep], names: Sequence[str], seat: int
    ) -> Sentence | None:
        """One sentence about a step as it happens."""
        return announce(step, before[:-1] if before and before[-1] is step else before, names, seat)


def doings(scene: Scene, wording: Wording) -> list[str]:
    """What the turn so far does, in sentences, with what becomes of the chain."""
    kernel = board_kernel(scene.kernel).clone()
    before = int(kernel.gap())
    said: list[str] = []
    for action in scene.turn:
        after = kernel.clone()
        after.apply(action)
        for step in steps(kernel, action, after):
            sentence = announce(step, (), scene.names, scene.seat)
            if sentence is not None:
                said.append(wording.say(sentence))
        kernel = after
    if kernel.phase() == t.MOVING:
        said.append(wording.say(N_("strength left: {left}"), left=int(kernel.strength_left())))
    if kernel.gap() != before:
        said.append(
            wording.say(N_("Orcs missing to a chain: {old} → {new}"), old=before, new=int(kernel.gap()))
        )
    return said


def completions(scene: Scene, text: str) -> list[Completion]:
    """What could stand in the place of the last word: cards, then spaces and directions."""
    found = re.search(r"\S*$", text)
    word = found[0] if found else ""
    before = text[: len(text) - len(word)]
    now = board_kernel(scene.now())
    turns = now.turns()
    held = letters(scene)
    try:
        for action in parse(now, before, held) if before.strip() else ():
            now.apply(action)
    except GefaehrtenError:
        return []
    if now.request() != DECIDE or now.turns() != turns:
        return []
    whole = dict(_wholes(scene, now, held))
    return [(each, does) for each, does in whole.items() if each.startswith(word.lower()) and each != word]


def _wholes(scene: Scene, kernel: TuermeKernel, held: Sequence[int]) -> Iterable[Completion]:
    if kernel.phase() == t.MOVING:
        for cell, way in sight(_at(scene, kernel)).ways.items():
            yield (
                space(cell),
                Sentence(N_("tiles: {own}, strength left: {left}"), {"own": way.own, "left": way.left}),
            )
    for action in legal(kernel):
        if t.BASE_JUMP <= action < t.BASE_PLAY:
            continue
        if t.BASE_PLAY <= action < t.BASE_WITHOUT:
            number, colour = divmod(action - int(t.BASE_PLAY), int(t.COLOURS))
            several = len(pawns_of(kernel, kernel.mover())) > 1
            if number in held:
                letter = LETTERS[held.index(number)]
                yield f"{letter}:{COLOUR_LETTERS[colour]}" if several else letter, card(number)
        yield spell(kernel, action), _choice(kernel, action)


def _at(scene: Scene, kernel: TuermeKernel) -> Scene:
    """The same reader at another position of the same turn."""
    return Scene(kernel, scene.seat, scene.names, scene.steps, scene.hand_cards, scene.options)


def _choice(kernel: TuermeKernel, action: int) -> Sentence:
    """What an action is, in words."""
    if action == t.STOP:
        return Sentence(N_("the move ends here"))
    if action < t.BASE_JUMP:
        way = action - int(t.BASE_STEP)
        return Sentence(
            N_("one space to the {way}, cost {cost}"),
            {"way": Sentence(DIRECTION_WORDS[way]), "cost": int(kernel.cost(way))},
        )
    if action < t.BASE_WITHOUT:
        number, colour = divmod(action - int(t.BASE_PLAY), int(t.COLOURS))
        return Sentence(N_("{card} for {pawn}"), {"card": card(number), "pawn": pawn(colour)})
    if action < t.BASE_SET:
        return Sentence(N_("{card} without a move"), {"card": card(action - int(t.BASE_WITHOUT))})
    if action < t.BASE_PAWN:
        setting = actor(to_set(kernel))
        return Sentence(N_("{cell}: {pawn}"), {"cell": _spelled(kernel, action), "pawn": setting})
    if action < t.BASE_AIM:
        return pawn(action - int(t.BASE_PAWN))
    if action < t.BASE_PICK:
        colour, way = divmod(action - int(t.BASE_AIM), int(t.DIRECTIONS))
        return Sentence(
            N_("{count} Orcs: {pawn}, {way}"),
            {
                "pawn": actor(colour),
                "way": Sentence(DIRECTION_WORDS[way]),
                "count": int(kernel.in_line(colour, way)),
            },
        )
    if action < t.BASE_DISCARD:
        return Sentence(N_("the Orc on {cell}"), {"cell": _spelled(kernel, action)})
    return card(action - int(t.BASE_DISCARD))


def _spelled(kernel: TuermeKernel, action: int) -> str:
    return spell(kernel, action)


def _worth(kernel: TuermeKernel, action: int) -> int:
    """How much better a choice makes things: the chain farther away, then more Orcs gone."""
    after = kernel.clone()
    after.apply(action)
    return 100 * int(after.gap()) - int(after.orcs())


def _page(key: str, scene: Scene, wording: Wording, width: int) -> list[Line]:
    seen = sight(scene)
    match key:
        case "table":
            return [
                panels.heading(seen, wording),
                *_board(scene, wording, width),
                *panels.players(seen, wording),
                *panels.hand(seen, wording),
            ]
        case "board":
            return [*_board(scene, wording, width), panels.legend(wording)]
        case "hand":
            return panels.hand(seen, wording)
        case "moves":
            if not scene.on_turn():
                return [line(wording.say(whose_turn(scene)))]
            return panels.reach(seen, wording)
        case "chain":
            return panels.chain(seen, wording)
        case "players":
            return panels.players(seen, wording)
        case "track":
            return panels.track(seen, wording)
        case "events":
            return panels.events(seen, wording)
        case _:
            return log_lines(VIEW, scene, wording)


def _board(scene: Scene, wording: Wording, width: int) -> list[Line]:
    zoom = 1 if width >= board.COLUMNS[1] else 0
    return list(board.grid(sight(scene), wording, zoom).lines)


VIEW: Final[View] = TuermeView()
