"""Pure. Actions between the kernel's integers and what goes over the wire (docs/protocol-tuerme.md).

The one rule: a value from outside is looked at whole and exactly; what is none of the forms below is refused.

    [0]                    the move ends              [5, column, row]       a pawn begins here (T8)
    [1, direction]         one space on               [6, pawn]              the pawn that an event is about
    [2, column, row]       Shadowfax                  [7, pawn, direction]   the Elven warriors
    [3, slot, pawn]        a hero card for a pawn     [8, column, row]       an Orc that an event removes
    [4, slot]              a card without a move      [9, slot]              a card that Gríma takes
"""

from __future__ import annotations

from collections.abc import Callable

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.game import Plain, Slot
from gefaehrten.core.text import N_
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.data import FIGURES
from gefaehrten.games.tuerme.moves import cell_of, spot_of


def encode(action: int, take: Callable[[int], Slot]) -> Plain:
    """An action as a wire value; `take(card)` names the slot of the hand that it uses up."""
    if action == t.STOP:
        return [0]
    if action < t.BASE_JUMP:
        return [1, action - int(t.BASE_STEP)]
    if action < t.BASE_PLAY:
        return [2, *cell_of(action - int(t.BASE_JUMP))]
    if action < t.BASE_WITHOUT:
        card, colour = divmod(action - int(t.BASE_PLAY), int(t.COLOURS))
        return [3, list(take(card)), colour]
    if action < t.BASE_SET:
        return [4, list(take(action - int(t.BASE_WITHOUT)))]
    if action < t.BASE_PAWN:
        return [5, *cell_of(action - int(t.BASE_SET))]
    if action < t.BASE_AIM:
        return [6, action - int(t.BASE_PAWN)]
    if action < t.BASE_PICK:
        return [7, *divmod(action - int(t.BASE_AIM), int(t.DIRECTIONS))]
    if action < t.BASE_DISCARD:
        return [8, *cell_of(action - int(t.BASE_PICK))]
    return [9, list(take(action - int(t.BASE_DISCARD)))]


def decode(value: Plain, show: Callable[[Slot], int]) -> int:
    """A wire value as the kernel's integer; `show(slot)` gives the card of a slot that the turn opens.

    Raises:
        IllegalAction: the value has none of the forms above; its author's fault. What `show` raises passes through.
    """
    if not _exact(value):
        raise _shapeless()
    match value:
        case [int(0)]:
            return int(t.STOP)
        case [int(1), int(way)]:
            return int(t.BASE_STEP) + _below(way, t.DIRECTIONS)
        case [int(2), int(column), int(row)]:
            return int(t.BASE_JUMP) + _spot(column, row)
        case [int(3), [int(deck), int(place)], int(colour)]:
            _below(colour, t.COLOURS)
            return int(t.BASE_PLAY) + show(_slot(deck, place)) * int(t.COLOURS) + colour
        case [int(4), [int(deck), int(place)]]:
            return int(t.BASE_WITHOUT) + show(_slot(deck, place))
        case [int(5), int(column), int(row)]:
            return int(t.BASE_SET) + _spot(column, row)
        case [int(6), int(colour)]:
            return int(t.BASE_PAWN) + _below(colour, t.COLOURS)
        case [int(7), int(colour), int(way)]:
            return int(t.BASE_AIM) + _below(colour, t.COLOURS) * int(t.DIRECTIONS) + _below(way, t.DIRECTIONS)
        case [int(8), int(column), int(row)]:
            return int(t.BASE_PICK) + _spot(column, row)
        case [int(9), [int(deck), int(place)]]:
            return int(t.BASE_DISCARD) + show(_slot(deck, place))
        case _:
            raise _shapeless()


def _shapeless() -> IllegalAction:
    return IllegalAction("T11", N_("A turn holds something that is no action of this game."))


def _exact(value: Plain) -> bool:
    """Whether every number in it, or in an array in it, is an int and nothing else: `True` matches `int(1)`."""
    if not isinstance(value, list):
        return False
    for item in value:
        parts = item if isinstance(item, list) else [item]
        if any(type(part) is not int for part in parts):
            return False
    return True


def _below(number: int, bound: int) -> int:
    if not 0 <= number < bound:
        raise _shapeless()
    return number


def _slot(deck: int, place: int) -> Slot:
    """A slot of the size that decks have: `show` may look it up in a table."""
    return _below(deck, 256), _below(place, 65_536)


def _spot(column: int, row: int) -> int:
    if not (1 <= column <= FIGURES.columns and 1 <= row <= FIGURES.rows):
        raise IllegalAction("T1", N_("There is no such space: columns are 1 to 16, rows 1 to 8."))
    return spot_of((column, row))
