"""Pure. The small parts that sentences about the card game are put together from.

The one rule: a part is a `Sentence` too, so that it is translated together with what it stands in.
"""

from __future__ import annotations

from collections.abc import Sequence

from gefaehrten.core.phrases import Phrase as Phrase
from gefaehrten.core.phrases import either as either
from gefaehrten.core.phrases import listed as listed
from gefaehrten.core.phrases import who as who
from gefaehrten.core.text import N_, Sentence
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.actions import Cell
from gefaehrten.games.gefaehrten.names import (
    COLOUR_WORDS,
    LOCATIONS,
    SPACE_LABELS,
    TOKEN_WORDS,
    colour_of,
    face_names,
    kind_of,
)


def card(face: int, name: str | None = None, *, coloured: bool = False) -> Sentence:
    """A card: `4 Gimli`, `1`, `Nazgûl`; with its colour where its player has two.

    Args:
        name: which of the four 2s or 4s it is, where that is known.
    """
    kind = kind_of(face)
    names = face_names(face)
    if kind == tables.NAZGUL:
        phrase = Sentence(names[0])
    elif kind == 1 or (name is None and len(names) > 1):
        phrase = Sentence(N_("{value}"), {"value": kind})
    else:
        phrase = Sentence(N_("{value} {name}"), {"value": kind, "name": Sentence(name or names[0])})
    if not coloured:
        return phrase
    return Sentence(N_("{card} ({colour})"), {"card": phrase, "colour": colour(colour_of(face))})


def colour(number: int) -> Sentence:
    """The word for a colour."""
    return Sentence(COLOUR_WORDS[number])


def token(number: int) -> Sentence:
    """The name of a ring token."""
    return Sentence(TOKEN_WORDS[number])


def location(index: int) -> Sentence:
    """The name of a location."""
    return Sentence(LOCATIONS[index])


def space(number: int) -> Sentence:
    """One of the ten spaces by its label."""
    return Sentence(N_("space {label}"), {"label": SPACE_LABELS[number]})


def cell(where: Cell) -> Sentence:
    """A cell that is none of the ten spaces."""
    return Sentence(N_("cell {x},{y}"), {"x": where[0], "y": where[1]})


def spaces(numbers: Sequence[int]) -> str:
    """The labels of several spaces, in reading order."""
    return ", ".join(SPACE_LABELS[number] for number in sorted(numbers))
