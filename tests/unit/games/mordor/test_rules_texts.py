"""The rules that people read: every clause in both languages, with the figures that the program plays by."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gefaehrten.cli.commands.rules import clause_text, clauses, rules_text
from gefaehrten.cli.i18n import Language
from gefaehrten.games.mordor.data import FIGURES

ROOT = Path(__file__).resolve().parents[4]
ALL = [f"M{number}" for number in range(1, 27)]

SYMBOLS = {
    Language.EN: ("Orc", "Ring", "Nazgûl", "Gandalf", "Companion", "White Tree"),
    Language.DE: ("Ork", "Ring", "Nazgûl", "Gandalf", "Gefährte", "Weißer Baum"),
}


@pytest.mark.parametrize("language", Language)
def test_every_clause_is_there_once_and_in_order(language: Language) -> None:
    assert [number for number, _ in clauses(rules_text("mordor", language))] == ALL


@pytest.mark.parametrize("language", Language)
def test_clauses_refer_to_clauses_that_exist(language: Language) -> None:
    assert set(re.findall(r"\bM\d+\b", rules_text("mordor", language))) <= set(ALL)


@pytest.mark.parametrize("language", Language)
def test_the_dice_and_the_end_are_those_of_the_game(language: Language) -> None:
    text = " ".join(clause_text(rules_text("mordor", language), "M1").split())
    for die in (FIGURES.coloured, FIGURES.black):
        assert ": " + ", ".join(SYMBOLS[language][symbol] for symbol in die) + "." in text
    assert f" {FIGURES.turns} " in clause_text(rules_text("mordor", language), "M26")


def test_the_page_on_sources_has_every_clause() -> None:
    page = (ROOT / "docs" / "rules" / "mordor.md").read_text("utf-8")
    assert re.findall(r"^\| (M\d+) \|", page, re.MULTILINE) == ALL
