"""Pure. What the things of the dice game are called.

The one rule: keys of the record are English and never change; what a person reads is a template (`N_`) and is
translated where it is shown.
"""

from __future__ import annotations

from typing import Final

from gefaehrten.core.text import N_, Sentence
from gefaehrten.games.mordor.data import FIGURES, SYMBOLS
from gefaehrten.games.mordor.steps import DICE

DIE_LABELS: Final = "12345"
"""One key a die: red, yellow, green, blue, black."""

COLOUR_WORDS: Final = (N_("red"), N_("yellow"), N_("green"), N_("blue"), N_("black"))

SHOWN: Final = (
    N_("red {symbol}"),
    N_("yellow {symbol}"),
    N_("green {symbol}"),
    N_("blue {symbol}"),
    N_("black {symbol}"),
)
"""A die and what it shows: whole templates, since a language may bend the colour."""

SYMBOL_WORDS: Final = (
    N_("Orc"),
    N_("Ring"),
    N_("Nazgûl"),
    N_("Gandalf"),
    N_("Companion"),
    N_("White Tree"),
)

SHORT_SYMBOLS: Final = (*SYMBOL_WORDS[:4], N_("Compan."), N_("Tree"))
"""The same where there is room for eight letters."""

PLACES: Final = (
    N_("Bag End"),
    N_("Rivendell"),
    N_("Moria"),
    N_("Lothlórien"),
    N_("Rohan"),
    N_("Helm's Deep"),
    N_("Gondor"),
    N_("Minas Tirith"),
    N_("Shelob's Lair"),
    N_("Mordor"),
)
"""The fields of the ring-bearer track (M3)."""

EFFECTS: Final = (
    "",
    N_("dice of one symbol may be set aside together (M16)"),
    N_("Gandalf has no effect (M17)"),
    N_("a Companion holds two Orcs (M18)"),
    N_("every throw may be repeated once (M19)"),
    N_("an Orc needs two Companions (M20)"),
    N_("Nazgûl do nothing to you (M21)"),
    N_("all Nazgûl hit you (M22)"),
    N_("one ring alone does not lead to Mordor (M23)"),
    "",
)
"""What a place does to the turn that begins there, said to its player."""

HOBBITS: Final = FIGURES.hobbits
"""Whom each colour leads (M2): names are the same in both languages."""


def colour(number: int) -> Sentence:
    """The word for a colour, or for the black die's."""
    return Sentence(COLOUR_WORDS[number])


def symbol(number: int) -> Sentence:
    """The name of a symbol."""
    return Sentence(SYMBOL_WORDS[number])


def place(field: int) -> Sentence:
    """The name of a field of the ring-bearer track."""
    return Sentence(PLACES[field])


def shown(die: int, face: int) -> Sentence:
    """A die and what it shows: `red Ring`."""
    return Sentence(SHOWN[die], {"symbol": symbol(face)})


def die_of(key: str) -> int:
    """A die by its key in the record."""
    return DICE.index(key)


def symbol_of(key: str) -> int:
    """A symbol by its key in the record."""
    return SYMBOLS.index(key)
