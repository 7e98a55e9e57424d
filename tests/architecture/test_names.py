"""Nothing above the games names one of them: the catalogue does, and the option that says which is played by itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gefaehrten.engine import catalogue

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("gefaehrten/engine", "gefaehrten/session", "gefaehrten/cli", "protocol", "ai")
KEYS = catalogue.keys()
CATALOGUE = "gefaehrten/engine/catalogue.py"
PROGRAM = "gefaehrten"
"""The first game's key, which is also the program's name: of it only what can mean nothing else is looked for."""


def pattern() -> re.Pattern[str]:
    """Every game's key and title in any spelling, within longer names too, and the game of the program's own name."""
    others = [key for key in KEYS if key != PROGRAM]
    titles = [catalogue.game(key).title for key in KEYS if key != PROGRAM]
    own = [rf"(?-i:{PROGRAM.capitalize()}(?!Error)[A-Z])", rf"games\.{PROGRAM}\b", rf"games/{PROGRAM}\b"]
    return re.compile("|".join([*map(re.escape, (*others, *titles)), *own]), re.IGNORECASE)


def sources() -> list[Path]:
    """Every module above the games but the catalogue."""
    found = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return [path for path in found if path.relative_to(ROOT).as_posix() != CATALOGUE]


def test_no_module_above_the_games_names_one() -> None:
    names = pattern()
    named = {
        f"{path.relative_to(ROOT).as_posix()}:{number}": line.strip()
        for path in sources()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if names.search(line)
    }
    assert named == {}
    assert len(sources()) > 200, "they are looked for where they are"


def test_the_catalogue_names_each() -> None:
    text = (ROOT / CATALOGUE).read_text("utf-8")
    assert [key for key in KEYS if f'"{key}"' not in text] == []


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ('if game.key == "mordor":', True),
        ("class MordorDesk:", True),
        ("TUERME_SEATS = 3", True),
        ("# as in Reise nach Mordor", True),
        ("from gefaehrten.games.gefaehrten.kernel import LOCATE", True),
        ("isinstance(kernel, GefaehrtenKernel)", True),
        ("raise GefaehrtenError(code)", False),
        ('PROGRAM: Final = "gefaehrten"', False),
        ("from gefaehrten.games import gefaehrten_like", False),
    ],
)
def test_what_a_name_is(line: str, is_one: bool) -> None:
    assert bool(pattern().search(line)) is is_one
