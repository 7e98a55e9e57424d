"""Pure. Actions in the table's own notation; `notation` reads it back.

The one rule: what is written here is the same in every language, and two legal actions never look alike.
"""

from __future__ import annotations

from typing import assert_never

from gefaehrten.games.gefaehrten.actions import Action, Cell, EndTurn, Locate, Nazgul, Place, Recall, typed
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.moves import coloured, space_of
from gefaehrten.games.gefaehrten.names import COLOUR_LETTERS, SPACE_LABELS, TOKEN_NOTATION


def spell(kernel: GefaehrtenKernel, action: int) -> str:
    """A kernel action of the seat to move in notation."""
    return spell_typed(kernel, typed(action))


def spell_typed(kernel: GefaehrtenKernel, action: Action) -> str:
    """An action of the seat to move in notation."""
    match action:
        case Place(_, _, space, token):
            ring = f"+{TOKEN_NOTATION[token]}" if token else ""
            return f"{spell_head(kernel, action)}@{SPACE_LABELS[space]}{ring}"
        case Nazgul(_, cell):
            return f"{spell_head(kernel, action)}@{'free' if cell is None else _spot(kernel, cell)}"
        case Recall(_, space):
            return f"{spell_head(kernel, action)}>{SPACE_LABELS[space]}"
        case Locate(cell):
            return f"@{_xy(cell)}"
        case EndTurn():
            return "end"
        case _:
            assert_never(action)


def spell_head(kernel: GefaehrtenKernel, action: Action) -> str:
    """What stands before the place where the action takes effect: the card, or where it is picked up."""
    match action:
        case Place(colour, value):
            return f"{prefix(kernel, colour)}{value}"
        case Nazgul(colour):
            return f"{prefix(kernel, colour)}nazgul"
        case Recall(source):
            return _xy(source)
        case Locate() | EndTurn():
            return ""
        case _:
            assert_never(action)


def prefix(kernel: GefaehrtenKernel, colour: int) -> str:
    """The letter of a colour where its player has two, else nothing."""
    return COLOUR_LETTERS[colour] if coloured(kernel) else ""


def _spot(kernel: GefaehrtenKernel, cell: Cell) -> str:
    space = space_of(kernel, cell)
    return _xy(cell) if space is None else SPACE_LABELS[space]


def _xy(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"
