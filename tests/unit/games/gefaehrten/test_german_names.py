"""Cards, locations, rings and colours are called in German what the box calls them, and all of them have a name."""

from __future__ import annotations

import pytest

from gefaehrten.engine import catalogue
from gefaehrten.games.gefaehrten import names
from gefaehrten.games.gefaehrten.data import FIGURES
from tests.german import german, texts

LOCATIONS = (
    "Beutelsend",
    "Bree",
    "Wetterspitze",
    "Furt",
    "Bruchtal",
    "Caradhras",
    "Tor zu Moria",
    "Moria",
    "Lothlórien",
    "Amon Hen",
)

RINGS = (
    "Ring Beutelsend",
    "Ring Bree",
    "Ring Wetterspitze",
    "Ring Bruchtal I",
    "Ring Bruchtal II",
    "Ring Lothlórien",
)

CARDS = {"Gandalf's cart": "Gandalfs Karren", "Small object": "Kleiner Gegenstand"}
"""All other cards bear names of people, the same in both languages."""


def test_locations() -> None:
    assert tuple(map(german(), names.LOCATIONS)) == LOCATIONS


def test_rings() -> None:
    assert tuple(map(german(), names.TOKEN_WORDS[1:])) == RINGS


def test_colours() -> None:
    assert tuple(map(german(), names.COLOUR_WORDS)) == ("rot", "gelb", "grün", "blau")


def test_cards() -> None:
    for word in names.CARD_WORDS:
        assert german()(word) == CARDS.get(word, word)


@pytest.mark.parametrize(
    "words",
    [names.CARD_WORDS, names.LOCATIONS, names.TOKEN_WORDS[1:], names.COLOUR_WORDS, names.TOKEN_EFFECTS[1:]],
    ids=["cards", "locations", "rings", "colours", "effects"],
)
def test_each_has_an_entry_of_its_own(words: tuple[str, ...]) -> None:
    """`german` gives back what it does not know, and most names are the same in both languages."""
    assert [word for word in words if not texts().get(word)] == []
    assert len({german()(word) for word in words}) == len(words)


def test_every_card_of_the_deck_has_a_german_name() -> None:
    for colour in range(len(names.COLOUR_WORDS)):
        for card, kind in enumerate(FIGURES.deck):
            assert texts()[names.card_name(names.face_of(colour, kind), card)]


def test_every_games_title_and_house_rules_have_german_texts() -> None:
    for game in map(catalogue.game, catalogue.keys()):
        assert texts()[game.title]
        for option in game.options:
            assert texts()[option.help]
