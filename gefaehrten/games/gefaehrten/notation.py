"""Pure. Typed text as actions, in the table's own words (docs/notation.md).

The one rule: three ways to fail, and each says what would be right: *invalid* is no move at all, *ambiguous* could be
several, *illegal* is a move that the rules forbid now.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from gefaehrten.core.errors import IllegalAction, NotationError
from gefaehrten.core.kernel import DECIDE
from gefaehrten.core.text import N_, Sentence
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.actions import Action, Cell, EndTurn, Locate, Nazgul, Place, Recall, coded
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.lexer import (
    EndItem,
    Item,
    LocateItem,
    NazgulItem,
    Nonsense,
    PlaceItem,
    RecallItem,
    items,
)
from gefaehrten.games.gefaehrten.moves import hand, is_free, legal, seat_colours, space_cell
from gefaehrten.games.gefaehrten.names import (
    COLOUR_LETTERS,
    SPACE_LABELS,
    TOKEN_NOTATION,
    TOKEN_SPELLINGS,
    colour_of,
    face_of,
    kind_of,
)
from gefaehrten.games.gefaehrten.phrases import either
from gefaehrten.games.gefaehrten.remedy import examples, refuse
from gefaehrten.games.gefaehrten.spelling import spell, spell_typed

__all__ = ["LETTERS", "parse", "spell"]

LETTERS = "abcdef"
"""The letters of the hand's cards."""


def parse(kernel: GefaehrtenKernel, text: str, letters: Sequence[int] | None = None) -> list[int]:
    """A typed line as kernel actions of the seat to move; each is read in the position that the ones before it leave.

    Args:
        letters: the faces that bear the letters a ... f; the hand as it is now where None.

    Raises:
        NotationError: the text is no move ("invalid") or could be several ("ambiguous").
        IllegalAction: a move that the rules forbid now.
    """
    if kernel.request() != DECIDE:
        raise IllegalAction("F11", N_("Nobody has to move now: wait for the next turn."))
    faces = hand(kernel, int(kernel.mover())) if letters is None else tuple(letters)
    now = kernel.clone()
    turns = now.turns()
    found: list[int] = []
    for item in items(text):
        if now.request() != DECIDE or now.turns() != turns:
            raise IllegalAction(
                "F11", N_("The turn is over by then: “{word}” comes too late."), word=item.text
            )
        action = _resolve(now, item, faces)
        found.append(action)
        now.apply(action)
    if not found:
        raise _invalid(kernel, N_("Nothing is typed. {right}"))
    return found


def _resolve(kernel: GefaehrtenKernel, item: Item, letters: Sequence[int]) -> int:
    """The one legal action that the item means."""
    readings = _readings(kernel, item, letters)
    possible = frozenset(legal(kernel))
    found = [reading for reading in readings if coded(reading) in possible]
    if len(found) == 1:
        return coded(found[0])
    if found:
        raise NotationError(
            "ambiguous",
            N_("“{word}” could be {options}: say which."),
            word=item.text,
            options=either([spell_typed(kernel, reading) for reading in found]),
        )
    raise refuse(kernel, _likeliest(kernel, readings))


def _readings(kernel: GefaehrtenKernel, item: Item, letters: Sequence[int]) -> list[Action]:
    """Everything that the item can mean for this seat, legal or not; never empty."""
    match item:
        case PlaceItem():
            return _by_value(kernel, item) if item.card.isdigit() else _by_letter(kernel, item, letters)
        case NazgulItem(_, letter, target):
            return _nazguls(kernel, _colours(kernel, letter), target)
        case RecallItem(_, source, space, ring):
            if ring and tables.LOTHLORIEN not in _rings(kernel, ring):
                raise _invalid(kernel, N_("Only the ring lothlorien picks a card up. {right}"))
            cell = space_cell(kernel, SPACE_LABELS.index(source)) if isinstance(source, str) else source
            return [Recall(cell, SPACE_LABELS.index(space))]
        case LocateItem(_, cell):
            return [Locate(cell)]
        case EndItem():
            return [EndTurn()]
        case Nonsense(text):
            raise _invalid(kernel, N_("“{word}” is no move. {right}"), word=text)
        case _:
            assert_never(item)


def _by_value(kernel: GefaehrtenKernel, item: PlaceItem) -> list[Action]:
    value, space = int(item.card), SPACE_LABELS.index(item.space)
    if value > tables.GANDALF:
        raise _invalid(
            kernel, N_("There is no card of value {value}: values are 0 to 5. {right}"), value=value
        )
    colours = _colours(kernel, item.colour)
    return [Place(number, value, space, ring) for number in colours for ring in _rings(kernel, item.ring)]


def _by_letter(kernel: GefaehrtenKernel, item: PlaceItem, letters: Sequence[int]) -> list[Action]:
    index = LETTERS.index(item.card)
    if index >= len(letters):
        raise _invalid(
            kernel,
            N_("There is no card {letter}: the letters are {letters}. {right}"),
            letter=item.card,
            letters=", ".join(LETTERS[: len(letters)]) or "–",
        )
    face, space = letters[index], SPACE_LABELS.index(item.space)
    if kind_of(face) != tables.NAZGUL:
        return [Place(colour_of(face), kind_of(face), space, ring) for ring in _rings(kernel, item.ring)]
    if item.ring:
        raise IllegalAction("F21", N_("No ring goes with a Nazgûl: send it without one."))
    return _nazguls(kernel, [colour_of(face)], item.space)


def _nazguls(kernel: GefaehrtenKernel, colours: Sequence[int], target: str | Cell | None) -> list[Action]:
    """A free space, whichever it is, is the same as any other (F15)."""
    goal = target
    if isinstance(target, str):
        space = SPACE_LABELS.index(target)
        goal = None if is_free(kernel, space) else space_cell(kernel, space)
    assert not isinstance(goal, str)
    return [Nazgul(number, goal) for number in colours]


def _colours(kernel: GefaehrtenKernel, letter: str) -> tuple[int, ...]:
    """The colour that is named, or all of the mover's."""
    if letter:
        return (COLOUR_LETTERS.index(letter),)
    return seat_colours(kernel, int(kernel.mover()))


def _rings(kernel: GefaehrtenKernel, word: str) -> tuple[int, ...]:
    """The tokens that a word can mean: by its whole name, by a beginning; of several, those at hand."""
    if not word:
        return (tables.NO_TOKEN,)
    plain = word.replace("_", "").replace("-", "")
    stem, digit = plain.rstrip("12"), plain[len(plain.rstrip("12")) :]
    found = [
        number
        for number, spellings in enumerate(TOKEN_SPELLINGS)
        if any(name.startswith(stem) and name.endswith(digit) for name in spellings)
    ]
    exact = [number for number in found if plain in TOKEN_SPELLINGS[number]]
    held = [number for number in found if kernel.has_token(kernel.mover(), number)]
    if not found:
        raise _invalid(
            kernel,
            N_("There is no ring “{word}”: the rings are {rings}."),
            word=word,
            rings=", ".join(TOKEN_NOTATION[1:]),
        )
    return tuple(exact or held or found)


def _likeliest(kernel: GefaehrtenKernel, readings: Sequence[Action]) -> Action:
    """The reading to explain where none is legal: one whose card is in the hand, if there is one."""
    mover = kernel.mover()

    def at_hand(reading: Action) -> bool:
        match reading:
            case Place(number, value):
                return kernel.hand(mover, face_of(number, value)) > 0
            case Nazgul(number):
                return kernel.hand(mover, face_of(number, tables.NAZGUL)) > 0
            case _:
                return True

    return next((reading for reading in readings if at_hand(reading)), readings[0])


def _invalid(kernel: GefaehrtenKernel, template: str, **params: object) -> NotationError:
    """What is typed is no move; `{right}` in the template names some that are."""
    some = examples(kernel)
    right = (
        Sentence(N_("Right would be {moves}."), {"moves": either(some)})
        if some
        else Sentence(N_("Type ? for help."))
    )
    return NotationError("invalid", template, right=right, **params)
