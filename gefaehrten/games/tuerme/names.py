"""Pure. What the things of the board game are called.

The one rule: keys of the record are English and never change; what a person reads is a template (`N_`) and is
translated where it is shown.
"""

from __future__ import annotations

from typing import Final

from gefaehrten.core.text import N_
from gefaehrten.games.tuerme.data import EVENTS, FIGURES, SYMBOLS

COLOURS: Final = ("green", "red", "blue", "yellow")
"""Keys of the pawns by the kernel's number, in the order in which they are placed (T8)."""

COLOUR_LETTERS: Final = "grby"
"""One letter a pawn, the same in every language: notation and the board rely on it."""

COLOUR_WORDS: Final = (N_("green"), N_("red"), N_("blue"), N_("yellow"))

PAWN_NAMES: Final = (N_("Green"), N_("Red"), N_("Blue"), N_("Yellow"))
"""A pawn as who does something: `Green defeats the Orc`."""

PAWN_WORDS: Final = (N_("the green pawn"), N_("the red pawn"), N_("the blue pawn"), N_("the yellow pawn"))
"""A pawn as what is moved."""

PARTIES: Final = (2, 0, 3, 1)
"""Pawn to the number of the party whose paint has its colour."""

HEROES: Final = (N_("Aragorn"), N_("Éomer"), N_("Legolas"), N_("Gimli"), N_("Faramir"), N_("Gandalf"))
"""For the catalogues; which card is whose stands in `data.toml`."""

HERO_KEYS: Final = {
    "Aragorn": "ara",
    "Éomer": "eom",
    "Legolas": "leg",
    "Gimli": "gim",
    "Faramir": "far",
    "Gandalf": "gan",
}
"""How a hero is written in notation."""

SYMBOL_LETTERS: Final = SYMBOLS

SYMBOL_WORDS: Final = (N_("straight"), N_("diagonal"), N_("any direction"))
"""What the three symbols allow (T12)."""

DIRECTIONS: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
"""Keys of the directions, clockwise from the north; notation knows them in every language."""

DIRECTION_WORDS: Final = (
    N_("north"),
    N_("north-east"),
    N_("east"),
    N_("south-east"),
    N_("south"),
    N_("south-west"),
    N_("west"),
    N_("north-west"),
)

SPELLED_DIRECTIONS: Final = {
    **{key: number for number, key in enumerate(DIRECTIONS)},
    "no": 1,
    "o": 2,
    "so": 3,
}
"""What notation understands beside them: north is up, and the German east."""

TOWERS: Final = ("orthanc", "barad_dur")
TOWER_WORDS: Final = (N_("Orthanc"), N_("Barad-dûr"))
SIDE_WORDS: Final = (N_("Isengard"), N_("Mordor"))

EVENT_KEYS: Final = EVENTS

EVENT_WORDS: Final = (
    N_("The Orcs threaten Minas Tirith"),
    N_("The Easterlings support Sauron"),
    N_("Edoras calls"),
    N_("Saruman surrounds the Fangorn Forest"),
    N_("The Elven warriors"),
    N_("The Wild Men"),
    N_("Helm's Deep is relieved"),
    N_("King Théoden resists Saruman"),
    N_("Merry and Pippin march with Treebeard"),
    N_("Sauron's Eye sees all"),
    N_("The Riders of Rohan"),
    N_("Éowyn's courage"),
    N_("Frodo and Sam"),
    N_("Gríma Wormtongue"),
)

EVENT_EFFECTS: Final = (
    N_("an Orc on each free space before Minas Tirith"),
    N_("three Orcs from Mordor in row 6"),
    N_("one's own pawn goes to Edoras at once"),
    N_("an Orc on each free space of Fangorn"),
    N_("Orcs up to three spaces from one's own pawn in one direction go to the stock"),
    N_("everybody's hand goes to the left"),
    N_("the Orcs before Helm's Deep go to the stock"),
    N_("two Orcs beside Orthanc go to the stock"),
    N_("the Ent moves one further step"),
    N_("an Orc on each free space of Amon Hen"),
    N_("the Orcs on the Plains of Rohan go to the stock"),
    N_("two Orcs beside one's own pawn go to the stock"),
    N_("two Orcs beside Barad-dûr go to the stock"),
    N_("one's own two highest hero cards are discarded, two new ones drawn"),
)
"""What the event cards say (T20)."""

AREA_WORDS: Final = (
    N_("Amon Hen"),
    N_("Fangorn"),
    N_("Helm's Deep"),
    N_("Plains of Rohan"),
    N_("Edoras"),
    N_("Minas Tirith"),
)


def card_text(card: int) -> str:
    """Strength and symbol of a card, `9A`."""
    figures = FIGURES.cards[card]
    return f"{figures.strength}{SYMBOL_LETTERS[figures.symbol]}"


def card_word(card: int) -> str:
    """A card in notation: `ara9a`, and `ara9a*` for the second one that is just like it."""
    figures = FIGURES.cards[card]
    word = HERO_KEYS[figures.hero] + card_text(card).lower()
    return word + "*" * FIGURES.cards[:card].count(figures)
