"""Wording and scenes: the last place that every text passes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gefaehrten.core.lines import Glyphs
from gefaehrten.core.text import Sentence
from gefaehrten.core.view import Choice, Wording, choice_lines

GERMAN = {"{who}: {card}": "{card} von {who}", "small": "klein"}


def german(template: str) -> str:
    return GERMAN.get(template, template)


def test_say_translates_sentences_and_what_stands_in_them() -> None:
    wording = Wording(german)
    assert wording.say("{who}: {card}", who="Jörg", card=Sentence("small")) == "klein von Jörg"


def test_ascii_reaches_names_too() -> None:
    assert Wording(german, Glyphs.ASCII).say("{who}: {card}", who="Jörg", card="2") == "2 von Joerg"


def test_a_name_with_braces_is_only_a_name() -> None:
    assert Wording(german).say("{who}: {card}", who="{card}", card="2") == "2 von {card}"
    assert Wording(german).part("{card}") == "{card}"


@pytest.mark.slow
@given(st.text())
def test_no_control_character_ever_leaves(name: str) -> None:
    for glyphs in Glyphs:
        said = Wording(german, glyphs).say("{who}: {card}", who=name, card="\x1b]0;title\x07")
        assert not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in said)
        assert not set(said) & set("\u2028\u202e\u200b\ufeff")


def test_choices_are_numbered_best_first_and_the_rest_is_counted() -> None:
    picks = [Choice(number, Sentence(f"pick {number}")) for number in range(12)]
    texts = [each.text for each in choice_lines(picks, Wording(str), 80, 9)]
    assert texts[0] == " 1  pick 0"
    assert texts[8] == " 9  pick 8"
    assert texts[9:] == ["    and 3 more: moves"]
