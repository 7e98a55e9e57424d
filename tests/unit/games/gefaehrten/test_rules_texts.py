"""The rules that people read: every clause in both languages, with the figures that the program plays by."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gefaehrten.cli.commands.rules import clause_text, clauses, rules_text
from gefaehrten.cli.i18n import Language
from gefaehrten.games.gefaehrten.data import FIGURES

ROOT = Path(__file__).resolve().parents[4]
ALL = [f"F{number}" for number in range(1, 35)]

TOKENS = {
    Language.EN: ["", "Bag End", "Bree", "Weathertop", "Rivendell I", "Rivendell II", "Lothlórien"],
    Language.DE: ["", "Beutelsend", "Bree", "Wetterspitze", "Bruchtal I", "Bruchtal II", "Lothlórien"],
}
SIDES = {Language.EN: ("white", "black"), Language.DE: ("weiß", "schwarz")}


@pytest.mark.parametrize("language", Language)
def test_every_clause_is_there_once_and_in_order(language: Language) -> None:
    assert [number for number, _ in clauses(rules_text("gefaehrten", language))] == ALL


@pytest.mark.parametrize("language", Language)
def test_clauses_refer_to_clauses_that_exist(language: Language) -> None:
    assert set(re.findall(r"\bF\d+\b", rules_text("gefaehrten", language))) <= set(ALL)


@pytest.mark.parametrize("language", Language)
def test_f2_the_table_has_the_figures_of_the_game(language: Language) -> None:
    text = clause_text(rules_text("gefaehrten", language), "F2")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if re.match(r"\| \d", line)
    ]
    assert len(rows) == len(FIGURES.locations)
    for number, (row, location) in enumerate(zip(rows, FIGURES.locations, strict=True), 1):
        assert row[0] == str(number)
        assert row[2] == SIDES[language][location.black]
        assert tuple(map(int, row[3:6])) == location.prizes
        won = re.findall(r"(\d)(?:st|nd|\.): ([^,]+)", row[6])
        assert won == [
            (str(place), TOKENS[language][token]) for place, token in enumerate(location.tokens, 1)
        ]


def test_the_page_on_sources_has_every_clause() -> None:
    page = (ROOT / "docs" / "rules" / "gefaehrten.md").read_text("utf-8")
    assert re.findall(r"^\| (F\d+) \|", page, re.MULTILINE) == ALL
