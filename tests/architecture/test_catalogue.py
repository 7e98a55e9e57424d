"""Every text for a person has its German, with the same names in braces."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

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


@pytest.mark.parametrize(
    ("text", "translation", "right"),
    [
        ("a {x} of {y}", "{y}: {x}", True),
        ("a {x!r}", "{x!r}", True),
        ("a {x!r}", "{x}", False),
        ("a {x:.2f}", "{x}", False),
        ("a {x}", "ein {X}", False),
        ("a {x}", "ein {x", False),
        ("a {x}", "ein {x} {y}", False),
        ("a", "ein {x}", False),
        ("a %(x)s", "ein %(x)s", True),
        ("a %(x)s", "ein %(y)s", False),
        ("  a", "  ein", True),
        ("  a", "ein", False),
        ("a\n", "ein", False),
        (("one {n}", "many {n}"), ("eins", "viele {n}"), True),
        (("one", "many {n}"), ("eins {n}", "viele {n}"), False),
        (("one {n}", "many {n}"), ("eins {m}", "viele {n}"), False),
        (("one {n}", "many {n}"), ("eins {n}", "viele"), False),
    ],
)
def test_a_translation_must_fit_where_its_text_stands(
    text: catalogue.Key, translation: str | tuple[str, str], right: bool
) -> None:
    strings = (translation,) if isinstance(translation, str) else translation
    assert (catalogue.compare({text: []}, {text: strings}).wrong == []) is right


# No text escapes the extraction

TEMPLATES = {"Sentence", "say", "translate", "refuse", "_said"}
"""What is called with a template first."""

ERRORS = re.compile(r"\w+(Error|Refused|Closed|Connection|Fault|Action)")
"""Errors of ours: a code, then a template (an `IllegalAction`: the clause, then a template)."""


def literal(node: ast.expr | None) -> str | None:
    """The text that is written there, if one is."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Every call in a file with the last name of what is called."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            yield name, node


def spoken(path: Path) -> Iterator[tuple[int, str | None]]:
    """The texts of a file that a person may read, marked or not; None where a mark has no text that can be found."""
    for name, call in calls(path):
        first = call.args[0] if call.args else None
        if name == "N_" or (name in TEMPLATES and literal(first)):
            yield call.lineno, literal(first)
        elif ERRORS.fullmatch(name) and len(call.args) > 1 and (text := literal(call.args[1])):
            yield call.lineno, text
        for keyword in call.keywords:
            if keyword.arg == "help" and name != "add_argument" and (text := literal(keyword.value)):
                yield call.lineno, text


def sources() -> list[Path]:
    return [path for package in catalogue.PACKAGES for path in (catalogue.ROOT / package).rglob("*.py")]


@pytest.mark.slow
def test_every_text_that_is_said_is_in_the_catalogue() -> None:
    texts = catalogue.extracted()
    known = {form for key in texts for form in ((key,) if isinstance(key, str) else key)}
    found = [(path, line, text) for path in sources() for line, text in spoken(path)]
    assert len(found) > 500
    escaped = [f"{path}:{line}: {text!r}" for path, line, text in found if text not in known]
    assert escaped == []


def test_a_text_that_escapes_is_found(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(
        "Sentence('one')\ni18n.say('two', x=1)\nraise UsageError('code', 'three')\nN_(four)\n"
        "option('--five', help='five')\nN_(f'six')\nsay(seven)\nSentence(N_('eight'))\n"
    )
    texts = [text for _, text in spoken(file)]
    assert sorted(text or "?" for text in texts) == ["?", "?", "eight", "five", "one", "three", "two"]


@pytest.mark.slow
def test_the_screen_and_click_are_looked_through() -> None:
    texts = catalogue.extracted()
    files = {file for found in texts.values() for file in found}
    assert any(file.startswith("gefaehrten/cli/screen/") for file in files)
    assert any(file.startswith("protocol/") for file in files)
    # click's own, from its sources: a message, one with a plural, and the words of its help
    assert {"Usage:", "Options", "Aborted!", "Missing command."} <= set(texts)
    assert any(isinstance(key, tuple) and key[0].startswith("Did you mean") for key in texts)


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
