"""Every text for a person has its German, with the same names in braces."""

from __future__ import annotations

import pytest

from scripts import catalogue


@pytest.fixture(scope="module")
def report() -> catalogue.Report:
    return catalogue.compare(catalogue.extracted(), catalogue.translated())


@pytest.mark.slow
def test_every_text_is_translated(report: catalogue.Report) -> None:
    assert report.missing == []


@pytest.mark.slow
def test_every_translation_has_the_same_names(report: catalogue.Report) -> None:
    assert report.wrong == []


@pytest.mark.slow
def test_no_translation_is_left_over(report: catalogue.Report) -> None:
    assert report.unused == []


def test_the_comparison_finds_what_is_missing_wrong_and_unused() -> None:
    texts: dict[catalogue.Key, list[str]] = {"a {x}": [], "b {x} {y}": [], ("one {n}", "many {n}"): []}
    report = catalogue.compare(
        texts, {"b {x} {y}": ("B {x}",), ("one {n}", "many {n}"): ("E", "V {n}"), "c": ("C",)}
    )
    assert report.missing == ["a {x}"]
    assert report.wrong == ["b {x} {y}"]
    assert report.unused == ["c"]
