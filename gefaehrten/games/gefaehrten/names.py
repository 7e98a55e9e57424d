"""Pure. What the things of the card game are called.

The one rule: keys and card names of the record are English and never change; what a person reads is a template (`N_`)
and is translated where it is shown.
"""

from __future__ import annotations

from typing import Final

from gefaehrten.core.text import N_
from gefaehrten.core.view import Wording
from gefaehrten.games.gefaehrten.data import FIGURES, TOKENS
from gefaehrten.games.gefaehrten.tables import HOBBIT

COLOURS: Final = FIGURES.colours
"""Keys of the colours by number; a colour's number is also its party's."""

COLOUR_LETTERS: Final = "rygb"
"""One letter a colour, the same in every language: notation and the board rely on it."""

NAZGUL_LETTER: Final = "n"
"""What a Nazgûl is called for short."""

COLOUR_WORDS: Final = (N_("red"), N_("yellow"), N_("green"), N_("blue"))

SMALL: Final = N_("Small object")

CARD_WORDS: Final = (
    N_("Gandalf's cart"),
    SMALL,
    N_("Galadriel"),
    N_("Bilbo"),
    N_("Elrond"),
    N_("Arwen"),
    N_("Sam"),
    N_("Pippin"),
    N_("Merry"),
    N_("Frodo"),
    N_("Aragorn"),
    N_("Boromir"),
    N_("Gimli"),
    N_("Legolas"),
    N_("Gandalf"),
    N_("Nazgûl"),
)
"""Every name a card bears, for the catalogues; which card bears which stands in `data.toml`."""

LOCATIONS: Final = (
    N_("Bag End"),
    N_("Bree"),
    N_("Weathertop"),
    N_("Ford"),
    N_("Rivendell"),
    N_("Caradhras"),
    N_("Gate of Moria"),
    N_("Moria"),
    N_("Lothlórien"),
    N_("Amon Hen"),
)

SPECIAL_RULES: Final = {
    3: N_("one or two cards of any values in a turn, never more (F17)"),
    5: N_("at most one card of value 1 in a turn (F18)"),
    7: N_("the lowest party loses 3 points (F26)"),
}
"""What is printed on some locations, by index."""

TOKEN_KEYS: Final = TOKENS
"""Keys of the ring tokens in the record, by number; 0 is none."""

TOKEN_WORDS: Final = (
    "",
    N_("Bag End ring"),
    N_("Bree ring"),
    N_("Weathertop ring"),
    N_("Rivendell ring I"),
    N_("Rivendell ring II"),
    N_("Lothlórien ring"),
)

TOKEN_EFFECTS: Final = (
    "",
    N_("the location changes between white and black, now and wherever this card adjoins later (F21)"),
    N_("where this card adjoins, every card counts 1 at the scoring (F21)"),
    N_("one more card of a value that you have already placed in this turn (F21)"),
    N_("the card's value is 2 higher, for covering and scoring (F21)"),
    N_("the card is protected (F21)"),
    N_("pick up an own card at a scored location and place it anew (F22)"),
)

TOKEN_NOTATION: Final = ("", "bagend", "bree", "weathertop", "rivendell1", "rivendell2", "lothlorien")
"""How a token is written in notation, the same in every language."""

TOKEN_SPELLINGS: Final = (
    (),
    ("bagend", "beutelsend"),
    ("bree",),
    ("weathertop", "wetterspitze"),
    ("rivendell1", "bruchtal1"),
    ("rivendell2", "bruchtal2"),
    ("lothlorien",),
)
"""What is understood beside unique beginnings of these words."""

SPACE_LABELS: Final = "1234567890"
"""The ten spaces of the current location in reading order (screen.md)."""


def colour_of(face: int) -> int:
    """The colour of a face."""
    return face >> 3


def kind_of(face: int) -> int:
    """0 ... 5 the value, `NAZGUL` the Nazgûl."""
    return face & 7


def face_of(colour: int, kind: int) -> int:
    """The face of a colour and a kind."""
    return colour * 8 + kind


def face_names(face: int) -> tuple[str, ...]:
    """The English names of the cards with this face, one or four; also the templates of their translations."""
    kind = kind_of(face)
    if kind == HOBBIT:
        return (FIGURES.hobbits[colour_of(face)],)
    return next(card.names for card in FIGURES.cards if card.kind == kind) or (SMALL,)


def card_name(face: int, card: int) -> str:
    """The English name of the card with number `card` in its sealed deck, and of the face that it has."""
    names = face_names(face)
    first = FIGURES.deck.index(kind_of(face))
    return names[(card % len(FIGURES.deck) - first) % len(names)]


def card_title(face: int, name: str | None, wording: Wording) -> str:
    """What is written on a card on the table: its name in ten columns, or nothing where it has none to tell."""
    names = face_names(face)
    if kind_of(face) == 0:
        return wording.say(N_("Cart"))
    if names == (SMALL,) or (name is None and len(names) > 1):
        return ""
    return wording.say(name or names[0])
