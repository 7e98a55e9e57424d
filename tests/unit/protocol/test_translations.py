"""Every sentence of the protocol has its German."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import protocol

SOURCES = sorted(Path(protocol.__file__).parent.rglob("*.py"))
PARTS = sorted(
    (Path(protocol.__file__).parent.parent / "gefaehrten" / "locale" / "de" / "parts").glob("*.po")
)
FIELD = re.compile(r"\{(\w+)\}")


def templates(path: Path) -> Iterator[str]:
    """The arguments of `N_` in a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_":
            yield ast.literal_eval(node.args[0])


def german() -> dict[str, str]:
    """All translations, whichever part they stand in."""
    found: dict[str, str] = {}
    for path in PARTS:
        with path.open("rb") as file:
            catalogue = read_po(file, locale="de", abort_invalid=True)
        found |= {
            str(message.id): str(message.string) for message in catalogue if message.id and message.string
        }
    return found


GERMAN = german()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: "/".join(path.parts[-2:]))
def test_every_sentence_is_said_in_german_with_the_same_fields(path: Path) -> None:
    for template in templates(path):
        assert GERMAN.get(template), f"no German for {template!r}"
        assert set(FIELD.findall(GERMAN[template])) == set(FIELD.findall(template))


def test_the_sentences_are_found() -> None:
    assert sum(len(list(templates(path))) for path in SOURCES) > 60


def test_this_part_has_no_sentence_twice() -> None:
    part = next(path for path in PARTS if path.name == "protocol.po").read_text(encoding="utf-8")
    written = re.findall(r'^msgid "(.*)"$', part, re.MULTILINE)
    assert len(written) == len(set(written))
