"""Pure. The small parts that sentences about the board game are put together from.

The one rule: a part is a `Sentence` too, so that it is translated together with what it stands in.
"""

from __future__ import annotations

from collections.abc import Sequence

from gefaehrten.core.text import N_, Sentence
from gefaehrten.games.tuerme.data import FIGURES, Cell
from gefaehrten.games.tuerme.names import COLOUR_WORDS, SYMBOL_WORDS, card_text

Phrase = Sentence | str
"""A part of a sentence: translated, or a name that is not."""


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
    """A pawn by its colour."""
    return Sentence(N_("the {colour} pawn"), {"colour": Sentence(COLOUR_WORDS[colour])})


def space(cell: Cell) -> str:
    """A space by column and row, as it is typed."""
    return f"{cell[0]},{cell[1]}"


def spaces(cells: Sequence[Cell]) -> str:
    """Several spaces."""
    return " ".join(map(space, cells)) or "–"


def who(names: Sequence[str], seat: int, own: int) -> Phrase:
    """A player by name, or “you” for the reader."""
    return Sentence(N_("You")) if seat == own else names[seat]


def listed(parts: Sequence[Phrase]) -> Phrase:
    """Several parts with commas between; at least one."""
    first, *rest = parts
    return Sentence(N_("{first}, {rest}"), {"first": first, "rest": listed(rest)}) if rest else first


def either(parts: Sequence[Phrase]) -> Phrase:
    """Several parts of which one is meant; at least one."""
    *most, last = parts
    return Sentence(N_("{first} or {last}"), {"first": listed(most), "last": last}) if most else last
