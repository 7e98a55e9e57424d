"""Pure. Where every card may go, and why not elsewhere.

The one rule: the kernel is asked for each; the reasons are its own sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.lines import PARTIES, Line, Span, Style, cells, line, wrapped
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.gefaehrten import phrases, tables
from gefaehrten.games.gefaehrten.actions import Action, EndTurn, Nazgul, Place, Recall, coded, typed
from gefaehrten.games.gefaehrten.hand import HandCard, hand_cards
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.moves import card_kernel, coloured, is_free, legal, space_cell
from gefaehrten.games.gefaehrten.names import COLOUR_LETTERS, TOKEN_NOTATION, colour_of, kind_of
from gefaehrten.games.gefaehrten.spelling import spell_typed

COLUMN = 26
"""Where the second column of the legal moves begins."""


@dataclass(frozen=True, slots=True)
class Destinations:
    """Where one face may go without a ring.

    Attributes:
        free: free spaces.
        covered: spaces with a card that it would cover, or for a Nazgûl take away.
        barred: why not, with the spaces that it holds for.
    """

    free: tuple[int, ...]
    covered: tuple[int, ...]
    barred: tuple[tuple[Sentence, tuple[int, ...]], ...]


def destinations(kernel: GefaehrtenKernel, face: int) -> Destinations:
    """Where the seat to move may place a card of this face, space by space."""
    free: list[int] = []
    covered: list[int] = []
    barred: dict[str, tuple[Sentence, list[int]]] = {}
    for space in range(tables.SPACES):
        try:
            kernel.check(coded(_to(kernel, face, space)))
        except IllegalAction as error:
            barred.setdefault(str(error), (error.sentence, []))[1].append(space)
        else:
            (free if is_free(kernel, space) else covered).append(space)
    return Destinations(
        tuple(free), tuple(covered), tuple((why, tuple(spaces)) for why, spaces in barred.values())
    )


def moves(scene: Scene, wording: Wording, width: int) -> list[Line]:
    """The legal moves, a line a card; then rings, cards to pick up, and whether the turn may end."""
    kernel = card_kernel(scene.now())
    found: list[Line] = []
    for cards in _by_face(scene):
        goals = destinations(kernel, cards[0].face)
        head = line(*_head(cards, kernel, wording))
        # Goals stand in a column of their own where the cards leave room for it.
        gap = " " * max(COLUMN - cells(head.text), 2)
        found += wrapped(line(*head.spans, gap, _goals(cards[0], goals, wording)), width, COLUMN)
    possible = [typed(action) for action in legal(kernel)]
    found += wrapped(_with_rings(kernel, possible, wording), width, 6)
    sources = {move.source: None for move in possible if isinstance(move, Recall)}
    if sources:
        where = ", ".join(f"{x},{y}" for x, y in sources)
        text = wording.say(N_("Cards to pick up with the ring lothlorien: {where} (4,2>7)"), where=where)
        found += wrapped(line(text), width, 6)
    if any(isinstance(move, EndTurn) for move in possible):
        found.append(line(wording.say(N_("The turn may end: press Enter."))))
    return [each for each in found if each.spans]


def why(scene: Scene, wording: Wording, width: int) -> list[Line]:
    """For every card the spaces that it may not go to, and why."""
    kernel = card_kernel(scene.now())
    found: list[Line] = []
    for cards in _by_face(scene):
        where = destinations(kernel, cards[0].face)
        found.append(line(*_head(cards, kernel, wording), "  ", _goals(cards[0], where, wording)))
        for reason, spaces in where.barred:
            text = wording.say(N_("not on {spaces}: {reason}"), spaces=phrases.spaces(spaces), reason=reason)
            found += wrapped(line("    " + text), width, 6)
    return found


def _to(kernel: GefaehrtenKernel, face: int, space: int) -> Action:
    colour, kind = colour_of(face), kind_of(face)
    if kind != tables.NAZGUL:
        return Place(colour, kind, space)
    return Nazgul(colour, None if is_free(kernel, space) else space_cell(kernel, space))


def _by_face(scene: Scene) -> list[list[HandCard]]:
    """The cards still in the hand, equal ones together."""
    groups: dict[int, list[HandCard]] = {}
    for card in hand_cards(scene):
        if not card.placed:
            groups.setdefault(card.face, []).append(card)
    return list(groups.values())


def _head(cards: Sequence[HandCard], kernel: GefaehrtenKernel, wording: Wording) -> list[Span | str]:
    face = cards[0].face
    names: list[str] = []
    for card in cards:
        said = wording.say(phrases.card(face, card.name))
        if said not in names:
            names.append(said)
    text = ", ".join(names)
    if coloured(kernel):
        text = f"{COLOUR_LETTERS[colour_of(face)]} {text}"
    return [
        Span(" ".join(card.letter for card in cards), Style.KEY),
        "  ",
        Span(text, PARTIES[colour_of(face)]),
    ]


def _goals(card: HandCard, where: Destinations, wording: Wording) -> str:
    free, covered = phrases.spaces(where.free), phrases.spaces(where.covered)
    nazgul = kind_of(card.face) == tables.NAZGUL
    if nazgul and where.free:
        if covered:
            return wording.say(N_("takes {spaces} away, or goes on a free space"), spaces=covered)
        return wording.say(N_("has nothing to take away, may go on a free space"))
    if free and covered:
        return wording.say(N_("on {free}; covers {covered}"), free=free, covered=covered)
    if free:
        return wording.say(N_("on {free}"), free=free)
    if covered:
        return wording.say(N_("covers {covered}"), covered=covered)
    return wording.say(where.barred[0][0]) if len(where.barred) == 1 else wording.say(N_("nowhere now"))


def _with_rings(kernel: GefaehrtenKernel, possible: Sequence[Action], wording: Wording) -> Line:
    """Which rings could go with which values, with one move as it is written."""
    placed = [move for move in possible if isinstance(move, Place) and move.token]
    rings = {move.token: move for move in reversed(placed)}
    if not rings:
        return line()
    text = wording.say(
        N_("Rings that may go with a card: {rings} (written {example})"),
        rings=", ".join(TOKEN_NOTATION[token] for token in sorted(rings)),
        example=spell_typed(kernel, rings[min(rings)]),
    )
    return line(text)
