"""The rules that people read: every clause in both languages, with the figures that the program plays by."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gefaehrten.cli.commands.rules import clause_text, clauses, rules_text
from gefaehrten.cli.i18n import Language
from gefaehrten.games.tuerme.data import FIGURES
from gefaehrten.games.tuerme.names import card_text

ROOT = Path(__file__).resolve().parents[4]
ALL = [f"T{number}" for number in range(1, 31)]


def flat(language: Language, clause: str) -> str:
    return " ".join(clause_text(rules_text("tuerme", language), clause).split())


@pytest.mark.parametrize("language", Language)
def test_every_clause_is_there_once_and_in_order(language: Language) -> None:
    assert [number for number, _ in clauses(rules_text("tuerme", language))] == ALL


@pytest.mark.parametrize("language", Language)
def test_clauses_refer_to_clauses_that_exist(language: Language) -> None:
    assert set(re.findall(r"\bT\d+\b", rules_text("tuerme", language))) <= set(ALL)


@pytest.mark.parametrize("language", Language)
def test_tiles_and_cards_are_those_of_the_game(language: Language) -> None:
    figures = [int(number) for number in re.findall(r"\d+", flat(language, "T4"))]
    assert figures == [4, 150, *(n for tile in FIGURES.tiles for n in (tile.count, tile.points))]
    text = flat(language, "T5")
    for hero in FIGURES.heroes:
        cards = [card_text(number) for number, card in enumerate(FIGURES.cards) if card.hero == hero]
        assert f"{hero} {' '.join(cards)}" in text


@pytest.mark.parametrize("language", Language)
def test_orc_cards_and_the_last_turn_are_those_of_the_game(language: Language) -> None:
    figures = [int(number) for number in re.findall(r"\d+", flat(language, "T6"))]
    sides = [side for card in FIGURES.orcs for side in (card.isengard, card.mordor) if side[0]]
    assert figures == [6, *(number for side in sides for number in side)]
    assert f" {FIGURES.most_turns} " in flat(language, "T30")


def test_the_page_on_sources_has_every_clause() -> None:
    page = (ROOT / "docs" / "rules" / "tuerme.md").read_text("utf-8")
    assert re.findall(r"^\| (T\d+) \|", page, re.MULTILINE) == ALL
