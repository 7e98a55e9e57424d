"""Every text for a person has its German, with the same names in braces."""

from __future__ import annotations

import re

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


def test_no_text_hides_in_an_f_string() -> None:
    """Python 3.11 reads an f-string as one piece, so a text inside is found only by later versions."""
    hidden = re.compile(r"""f(["']).*\{[^}]*\bN_\(""")
    found = [
        f"{path}: {line.strip()}"
        for package in catalogue.PACKAGES
        for path in (catalogue.ROOT / package).rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if hidden.search(line)
    ]
    assert found == []
    assert hidden.search("""f"a {say(N_('b'))}" """)
