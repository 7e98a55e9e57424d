"""The number by which seats compare their rules."""

from __future__ import annotations

from gefaehrten.core.rules import rules_hash


def test_the_order_of_figures_does_not_count_and_every_figure_does() -> None:
    assert rules_hash("toy", {"a": 1, "b": [2]}) == rules_hash("toy", {"b": [2], "a": 1})
    assert rules_hash("toy", {"a": 1}) != rules_hash("toy", {"a": 2})


def test_two_games_with_equal_figures_differ() -> None:
    assert rules_hash("toy", {"a": 1}) != rules_hash("top", {"a": 1})
    assert len(rules_hash("toy", {})) == 32
