"""Who is asked to take the host's place, and what counts as yes."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

from gefaehrten.cli import succession
from gefaehrten.session.ends import HostGone
from gefaehrten.session.requests import Person, Screen

PERSON = Person("Anna", Path("nowhere"), "en", Screen.LINE)
GONE = HostGone(b"\xab" * 16)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def answered(
    monkeypatch: pytest.MonkeyPatch, answer: str, person: Person = PERSON, *, terminal: bool = True
) -> bool:
    stream = Terminal if terminal else io.StringIO
    monkeypatch.setattr("sys.stdin", stream(answer))
    monkeypatch.setattr("sys.stderr", stream())
    return succession.wanted(GONE, person)


@pytest.mark.parametrize(
    ("answer", "yes"), [("y\n", True), ("Ja\n", True), ("n\n", False), ("\n", False), ("later\n", False)]
)
def test_only_a_yes_is_one(monkeypatch: pytest.MonkeyPatch, answer: str, yes: bool) -> None:
    assert answered(monkeypatch, answer) is yes


def test_programs_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not answered(monkeypatch, "y\n", replace(PERSON, screen=Screen.JSON))
    assert not answered(monkeypatch, "y\n", replace(PERSON, auto="easy"))
    assert not answered(monkeypatch, "y\n", terminal=False)


def test_the_sentence_names_both_ways_on() -> None:
    text = str(GONE)
    assert "gefaehrten host --resume abababab" in text
    assert "Join again" in text
