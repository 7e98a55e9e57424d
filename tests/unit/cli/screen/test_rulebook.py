"""The text of the rules on the screen."""

from __future__ import annotations

import pytest

from gefaehrten.cli.commands.rules import clauses, rules_text
from gefaehrten.cli.i18n import Language
from gefaehrten.cli.screen.rulebook import rulebook, unbroken
from gefaehrten.core.lines import Style
from tests.unit.games.gefaehrten.scenes import ENGLISH

TEXT = """# Rules

## Cards

**F1** A card
that is long, with `code`.

| a | long one |
|---|---|
| 1 | 2 |

- one
- two
"""


def test_lines_are_broken_by_the_window_and_not_by_the_file() -> None:
    found = unbroken(TEXT)
    assert "**F1** A card that is long, with `code`." in found
    assert "| 1 | 2 |" in found
    assert found[-2:] == ["- one", "- two"]


def test_paragraphs_tables_and_headings() -> None:
    found = rulebook(TEXT, ENGLISH)
    assert [each.text for each in found] == [
        "Rules",
        "",
        "Cards",
        "",
        "F1 A card that is long, with code.",
        "",
        "a  long one",
        "1  2",
        "",
        "- one",
        "- two",
    ]
    assert found[4].spans[0].style is Style.KEY


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_rules_of_the_game_have_no_marks_and_go_on_behind_the_clause(language: Language) -> None:
    text = rules_text("gefaehrten", language)
    whole = [each.text for each in rulebook(text, ENGLISH)]
    assert not any("**" in each or "|" in each or each.startswith("#") for each in whole)
    for number, _ in clauses(text):
        shown = [each.text for each in rulebook(text, ENGLISH, number)]
        assert shown[0].startswith(f"{number} ")
        assert whole[-len(shown) :] == shown
