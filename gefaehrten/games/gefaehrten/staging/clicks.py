"""Pure. What a click on each thing of the table writes into the typed line.

The one rule: a click writes what could have been typed. Where the line holds something that the click does not go on
from, it takes its place: `Press("=5")` is a key that only clicks have, and `keys.press` answers it with `5`.
"""

from __future__ import annotations

from typing import Final

from gefaehrten.core.stage import Click, Press, Type
from gefaehrten.games.gefaehrten.actions import Cell
from gefaehrten.games.gefaehrten.moves import coloured, seat_colours, space_cell
from gefaehrten.games.gefaehrten.names import (
    COLOUR_LETTERS,
    NAZGUL_LETTER,
    SPACE_LABELS,
    TOKEN_NOTATION,
    colour_of,
)
from gefaehrten.games.gefaehrten.staging.intent import Begun, Held, Intent, Lifted, Ring, Seen
from gefaehrten.games.gefaehrten.staging.sight import Sight
from gefaehrten.games.gefaehrten.tables import BLUE, LOTHLORIEN, NO_TOKEN

WRITES: Final = "="
"""Begins the name of a key that writes the whole line."""


def written(intent: Intent, word: str) -> Click:
    """The click after which the last word of the line is `word`."""
    return Type(word) if not intent.word else Press(f"{WRITES}{intent.before}{word}")


def on_space(intent: Intent, space: int) -> Click:
    """A click on one of the ten spaces."""
    label, hold = SPACE_LABELS[space], intent.hold
    cell = space_cell(intent.sight.now, space)
    if intent.actions or intent.error is not None or intent.space is not None:
        again = _once_more(intent, label)
        return written(intent, again if again is not None else f"@{label}")
    match hold:
        case Held(_, text, (token,), str(ring)) if not ring:
            return written(intent, f"{text}+{TOKEN_NOTATION[token]}@{label}")
        case Held(_, text, tokens, ring) if ring is not None and len(tokens) != 1:
            # Which ring was not said: the card goes without one.
            return written(intent, f"{text}@{label}")
        case Held():
            return Type(label if _takes_digit(intent) else f"@{label}")
        case Lifted():
            return Type(label)
        case Ring(tokens):
            lifts = tokens == (LOTHLORIEN,) and cell in intent.sight.sources
            return written(intent, f"{label}>" if lifts else f"@{label}")
        case _:
            lifts = cell in intent.sight.sources and isinstance(hold, Begun | Seen)
            return written(intent, f"{label}>" if lifts else f"@{label}")


def on_cell(intent: Intent, cell: Cell, *, struck: bool) -> Click:
    """A click on a card beyond the ten spaces.

    Args:
        struck: whether the Nazgûl in hand may hit it.
    """
    where = f"{cell[0]},{cell[1]}"
    if struck and isinstance(intent.hold, Held):
        colour = colour_of(intent.hold.faces[0])
        letter = COLOUR_LETTERS[colour] if coloured(intent.sight.now) else ""
        return written(intent, f"{letter}{NAZGUL_LETTER}@{where}")
    if cell in intent.sight.sources:
        return written(intent, f"{where}>")
    return written(intent, where)


def on_place(intent: Intent, left: Cell) -> Click:
    """A click on a place for the next location."""
    return written(intent, f"@{left[0]},{left[1]}")


def on_card(intent: Intent, letter: str) -> Click:
    """A click on a card of the hand."""
    return written(intent, onto_card(intent, letter))


def onto_card(intent: Intent, letter: str) -> str:
    """What the last word becomes when a card of the hand is picked: a ring or a space that is named already stays."""
    match intent.hold:
        case Ring((token,)) if intent.sight.placing:
            return f"{letter}+{TOKEN_NOTATION[token]}@"
        case Seen(cell) if intent.sight.placing and intent.word.startswith("@"):
            label = next(
                label
                for space, label in enumerate(SPACE_LABELS)
                if space_cell(intent.sight.now, space) == cell
            )
            return f"{card_word(intent.sight, letter)}{label}"
        case _:
            return card_word(intent.sight, letter)


def card_word(here: Sight, letter: str) -> str:
    """How a card of the hand is begun: by its letter; `b`, which may also be blue, with a sign that it is no colour."""
    return f"{letter}@" if letter == "b" and doubtful(here) else letter


def doubtful(here: Sight) -> bool:
    """Whether `b5` may be the blue 5 as well as the card b on space 5: where its player has two colours."""
    return coloured(here.now) and here.scene.seat >= 0 and BLUE in seat_colours(here.now, here.scene.seat)


def on_ring(intent: Intent, token: int) -> Click:
    """A click on a ring token of one's own: onto the card that is typed, else on its own."""
    ring, hold = f"+{TOKEN_NOTATION[token]}", intent.hold
    if not isinstance(hold, Held):
        return written(intent, ring)
    if intent.space is not None:
        return written(intent, f"{hold.text}{ring}@{SPACE_LABELS[intent.space]}")
    if hold.ring is None and not intent.word.endswith("@"):
        return Type(f"{ring}@")
    return written(intent, f"{hold.text}{ring}@")


def _takes_digit(intent: Intent) -> bool:
    """Whether a digit typed behind the card in hand is its space."""
    word, hold = intent.word, intent.hold
    assert isinstance(hold, Held)
    if word.endswith("@"):
        return True
    if hold.ring is not None:
        return False
    if word == "b":
        return not doubtful(intent.sight)
    return word[-1] in "acdef" or word.endswith(NAZGUL_LETTER)


def _once_more(intent: Intent, label: str) -> str | None:
    """The finished word with another space, None where it has no card; a ring that can be no one ring is left out."""
    match intent.hold:
        case Held(_, text, (token,), str()) if token != NO_TOKEN:
            return f"{text}+{TOKEN_NOTATION[token]}@{label}"
        case Held(_, text, _, _):
            return f"{text}@{label}"
        case Lifted(cell):
            return f"{cell[0]},{cell[1]}>{label}"
        case _:
            return None
