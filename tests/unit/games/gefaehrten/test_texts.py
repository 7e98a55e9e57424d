"""Every text of this game and of line mode has its German."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from tests.unit.games.gefaehrten.scenes import PARTS, part

ROOT = PARTS.parents[3]
GAME = ROOT / "gefaehrten" / "games" / "gefaehrten"

SOURCES = [
    *(path for path in sorted(GAME.glob("*.py")) if path.name not in ("kernel.py", "refusals.py")),
    ROOT / "gefaehrten" / "cli" / "line" / "table.py",
    ROOT / "gefaehrten" / "core" / "view.py",
]
"""The files whose texts this part of the catalogue has to cover."""


def templates(path: Path) -> Iterator[str]:
    """What stands in `N_(...)`."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_":
            yield ast.literal_eval(node.args[0])


def braces(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def test_the_sources_have_texts() -> None:
    assert sum(len(list(templates(path))) for path in SOURCES) > 100


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_every_template_is_translated_with_the_same_braces(path: Path) -> None:
    german = part()
    for template in templates(path):
        assert german.get(template), f"no German for {template!r}"
        assert braces(german[template]) == braces(template)


def test_no_translation_is_left_over() -> None:
    used = {template for path in SOURCES for template in templates(path)}
    assert set(part()) <= used


def test_parts_do_not_contradict_each_other() -> None:
    found: dict[str, str] = part()
    for path in PARTS.glob("*.po"):
        with path.open("rb") as stream:
            for message in read_po(stream):
                if isinstance(message.id, str) and message.id in found:
                    assert message.string == found[message.id], f"{path.name}: {message.id!r}"


def test_templates_are_printable() -> None:
    for english, german in part().items():
        for text in (english, german):
            assert text.isprintable()
