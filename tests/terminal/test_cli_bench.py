"""`gefaehrten bench` as a person and as a program read it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from gefaehrten.cli import i18n
from gefaehrten.cli.commands import bench
from gefaehrten.cli.i18n import Language
from gefaehrten.session import benchmark

KEYS = {
    "playouts_per_second",
    "search_iterations_per_second",
    "search_steps_per_second",
    "sealing_seconds",
    "verify_matches_per_second",
}
"""What other programs read (docs/cli.md)."""


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr(benchmark.measure, "__defaults__", (0.02,))


@pytest.mark.slow
def test_json_is_one_object() -> None:
    done = CliRunner().invoke(bench.command, ["--json", "--seats", "2"])
    assert done.exit_code == 0, done.output
    (found,) = map(json.loads, done.stdout.splitlines())
    assert set(found) >= KEYS
    assert all(found[key] > 0 for key in KEYS)
    assert (found["game"], found["seats"]) == ("gefaehrten", 2)


@pytest.mark.slow
def test_people_get_a_line_for_each_figure() -> None:
    done = CliRunner().invoke(bench.command, ["--seats", "2"])
    assert done.exit_code == 0, done.output
    rows = done.stdout.splitlines()
    assert len(rows) == 11
    assert all(len(row) <= 100 for row in rows)
    assert any(row.startswith("sealing the decks ") and row.endswith(" s") for row in rows)


@pytest.mark.parametrize(
    ("value", "english", "german"),
    [
        (0.0834, "0.083", "0,083"),
        (1.5, "1.50", "1,50"),
        (48.0, "48.0", "48,0"),
        (999.4, "999", "999"),
        (5123.0, "5,120", "5.120"),
        (4_624_512.0, "4,624,500", "4.624.500"),
    ],
)
def test_figures_have_the_digits_that_mean_something(value: float, english: str, german: str) -> None:
    assert bench.number(value) == english
    try:
        i18n.activate(Language.DE)
        assert bench.number(value) == german
    finally:
        i18n.activate(Language.EN)
