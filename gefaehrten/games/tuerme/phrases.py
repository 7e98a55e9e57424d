"""Pure. The small parts that sentences about the board game are put together from.

The one rule: a part is a `Sentence` too, so that it is translated together with what it stands in.
"""

from __future__ import annotations

from collections.abc import Sequence

from gefaehrten.core.text import N_, Sentence
from gefaehrten.games.tuerme.data import FIGURES, Cell
from gefaehrten.games.tuerme.names import PAWN_NAMES, PAWN_WORDS, SYMBOL_WORDS, card_text


def card(number: int) -> Sentence:
    """A hero card: `Aragorn 9A`."""
    return Sentence(
        N_("{hero} {figures}"),
        {"hero": Sentence(FIGURES.cards[number].hero), "figures": card_text(number)},
    )


def symbol(number: int) -> Sentence:
    """What a card's symbol allows."""
    return Sentence(SYMBOL_WORDS[FIGURES.cards[number].symbol])


def pawn(colour: int) -> Sentence:
    """A pawn as what is moved: `the green pawn`."""
    return Sentence(PAWN_WORDS[colour])


def actor(colour: int) -> Sentence:
    """A pawn as who does something: `Green`."""
    return Sentence(PAWN_NAMES[colour])


def space(cell: Cell) -> str:
    """A space by column and row, as it is typed."""
    return f"{cell[0]},{cell[1]}"


def spaces(cells: Sequence[Cell]) -> str:
    """Several spaces."""
    return " ".join(map(space, cells)) or "–"
