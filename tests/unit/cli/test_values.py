"""What is typed after options."""

from __future__ import annotations

import pytest

from gefaehrten.cli.values import GERMAN_COLOURS, Colour
from gefaehrten.core.game import Setup
from gefaehrten.engine import catalogue


@pytest.mark.parametrize(
    ("text", "key"), [("red", "red"), (" Blau ", "blue"), ("GRÜN", "green"), ("pink", "pink")]
)
def test_a_colour_is_named_in_either_language(text: str, key: str) -> None:
    assert Colour().read(text) == key


@pytest.mark.parametrize("game", ["gefaehrten", "mordor"])
def test_every_colour_that_can_be_asked_for_has_a_german_name(game: str) -> None:
    rules = catalogue.game(game)
    options = {option.key: option.values[0] for option in rules.options}
    given = rules.colours(Setup(4, options))
    assert {key for seat in given for key in seat} <= set(GERMAN_COLOURS.values())
