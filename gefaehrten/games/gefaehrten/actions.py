"""Pure. The actions of the card game as values, as the kernel's integers, and as what goes over the wire.

The one rule: whatever a peer sends is either one of these actions or an `IllegalAction`, never any other error.

On the wire an action is an array that begins with its kind; a card from the hand is a slot `[deck, position]`:

    [0]                               the turn ends
    [1, [deck, position], s, token]   a card is placed on space s (0 ... 9), with a ring token or 0
    [2, [deck, position]]             a Nazgûl goes on a free space
    [2, [deck, position], x, y]       a Nazgûl hits the card at (x, y)
    [3, x, y, s]                      the card at (x, y) is picked up and placed on space s (F22)
    [4, x, y]                         the next location is laid with its left cell at (x, y)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.game import Plain, Slot
from gefaehrten.core.text import N_
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.names import colour_of, face_of, kind_of

Cell = tuple[int, int]
"""(x, y) of F7."""


@dataclass(frozen=True, slots=True)
class Place:
    """A card from the hand goes on a space, perhaps with a ring token on it (F12, F13, F21).

    Attributes:
        space: 0 ... 9 in reading order.
        token: number of the ring token, 0 for none.
    """

    colour: int
    value: int
    space: int
    token: int = tables.NO_TOKEN


@dataclass(frozen=True, slots=True)
class Nazgul:
    """A Nazgûl hits the card on a cell, or goes on a free space (None): all free spaces are the same (F15)."""

    colour: int
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class Recall:
    """An own card is picked up and placed anew with the Lothlórien token (F22)."""

    source: Cell
    space: int


@dataclass(frozen=True, slots=True)
class Locate:
    """The next location is laid; `cell` is its left one (F27, F28)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn ends (F11)."""


Action = Place | Nazgul | Recall | Locate | EndTurn


def cell_of(position: int) -> Cell:
    """(x, y) of a grid position."""
    return int(tables.x_of(position)), int(tables.y_of(position))


def typed(action: int) -> Action:
    """A kernel action as a value; its parts are not checked against any position."""
    if action == tables.END:
        return EndTurn()
    if action < tables.BASE_NAZGUL:
        rest, space = divmod(action - int(tables.BASE_PLACE), int(tables.SPACES))
        token, face = divmod(rest, int(tables.FACES))
        return Place(colour_of(face), kind_of(face), space, token)
    if action < tables.BASE_RECALL:
        colour, target = divmod(action - int(tables.BASE_NAZGUL), int(tables.GRID) + 1)
        return Nazgul(colour, None if target == tables.GRID else cell_of(target))
    if action < tables.BASE_LOCATE:
        source, space = divmod(action - int(tables.BASE_RECALL), int(tables.SPACES))
        return Recall(cell_of(source), space)
    return Locate(cell_of(action - tables.BASE_LOCATE))


def coded(action: Action) -> int:
    """The kernel's integer of an action.

    Raises:
        IllegalAction: a cell lies where no card ever can; the author's fault.
    """
    match action:
        case EndTurn():
            return tables.END
        case Place():
            face = face_of(action.colour, action.value)
            return tables.place_action(action.token, face, action.space)
        case Nazgul():
            target = tables.GRID if action.cell is None else _position(action.cell)
            return tables.nazgul_action(action.colour, target)
        case Recall():
            return tables.recall_action(_position(action.source), action.space)
        case Locate():
            return tables.locate_action(_position(action.cell))
        case _:
            assert_never(action)


def encode(action: Action, take: Callable[[int], Slot]) -> Plain:
    """An action as a wire value; `take(face)` names the slot of the hand that it uses up."""
    match action:
        case EndTurn():
            return [0]
        case Place():
            slot = take(face_of(action.colour, action.value))
            return [1, list(slot), action.space, action.token]
        case Nazgul():
            slot = take(face_of(action.colour, tables.NAZGUL))
            return [2, list(slot), *(action.cell or ())]
        case Recall():
            return [3, *action.source, action.space]
        case Locate():
            return [4, *action.cell]
        case _:
            assert_never(action)


def decode(value: Plain, show: Callable[[Slot], int]) -> int:
    """A wire value as the kernel's integer; `show(slot)` gives the face of a slot that the turn opens.

    Raises:
        IllegalAction: the value has none of the forms above; its author's fault. What `show` raises passes through.
    """
    match value:
        case [int(0)] if _exact(value):
            return tables.END
        case [int(1), [int(deck), int(position)], int(space), int(token)] if _exact(value):
            _within(space, tables.SPACES)
            _within(token, tables.TOKEN_KINDS)
            face = show(_slot(deck, position))
            if kind_of(face) == tables.NAZGUL:
                raise IllegalAction("F15", N_("A Nazgûl is not placed like a card with a value."))
            return coded(Place(colour_of(face), kind_of(face), space, token))
        case [int(2), [int(deck), int(position)], *cell] if _exact(value):
            face = show(_slot(deck, position))
            if kind_of(face) != tables.NAZGUL:
                raise IllegalAction("F15", N_("Only a Nazgûl takes a card from the table."))
            return coded(Nazgul(colour_of(face), _cell(cell) if cell else None))
        case [int(3), int(x), int(y), int(space)] if _exact(value):
            _within(space, tables.SPACES)
            return coded(Recall((x, y), space))
        case [int(4), int(x), int(y)] if _exact(value):
            return coded(Locate((x, y)))
        case _:
            raise _shapeless()


def _shapeless() -> IllegalAction:
    return IllegalAction("F11", N_("A turn holds something that is no action of this game."))


def _exact(value: Plain) -> bool:
    """Whether every number in it, or in an array in it, is an int and nothing else: `True` matches `int(1)`."""
    if not isinstance(value, list):
        return False
    for item in value:
        parts = item if isinstance(item, list) else [item]
        if any(type(part) is not int for part in parts):
            return False
    return True


def _within(number: int, bound: int) -> None:
    if not 0 <= number < bound:
        raise _shapeless()


def _slot(deck: int, position: int) -> Slot:
    """A slot of the size that decks have: `show` may look it up in a table."""
    _within(deck, 256)
    _within(position, 65_536)
    return deck, position


def _cell(parts: list[Plain]) -> Cell:
    match parts:
        case [int(x), int(y)]:
            return x, y
        case _:
            raise _shapeless()


def _position(cell: Cell) -> int:
    """The grid position of a cell, checked before the compiled tables see a number that may not fit theirs."""
    x, y = cell
    if not (-tables.WIDTH < x < tables.WIDTH and -tables.HEIGHT < y < tables.HEIGHT):
        raise _nowhere()
    position = tables.position(x, y)
    if position < 0:
        raise _nowhere()
    return int(position)


def _nowhere() -> IllegalAction:
    return IllegalAction("F7", N_("No card can ever lie on that cell."))
