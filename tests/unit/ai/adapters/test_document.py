"""What docs/research.md says of each game's numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ai.adapters.rules import Rules
from tests.unit.ai.adapters.games import KEYS

TEXT = (Path(__file__).resolve().parents[4] / "docs" / "research.md").read_text("utf-8")


def tables() -> list[list[str]]:
    """The names in each table of features, in order."""
    found = []
    for part in TEXT.split("| feature |")[1:]:
        rows = part.split("\n\n")[0].splitlines()[2:]
        found.append([name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])])
    return found


@pytest.mark.parametrize("key", KEYS)
def test_every_game_has_a_table_of_all_its_features_in_order(key: str) -> None:
    assert [feature.name for feature in Rules(key).sizes.features] in tables()


@pytest.mark.parametrize("key", KEYS)
def test_every_games_sizes_are_there(key: str) -> None:
    for seats in (Rules(key).game.min_seats, Rules(key).game.max_seats):
        sizes = Rules(key, seats).sizes
        for number in (sizes.actions, sum(feature.count for feature in sizes.features), sizes.length):
            assert re.search(rf"\b{number:,}\b", TEXT), number
