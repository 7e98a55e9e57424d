"""Shell. `gefaehrten rules`: the rules of a game, all of them or one clause."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import resources
from typing import TYPE_CHECKING

import click

from gefaehrten.cli import i18n, options
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.core.errors import UsageError
from gefaehrten.core.text import N_

if TYPE_CHECKING:
    from gefaehrten.core.game import Game

READABLE = 100
"""Columns beyond which running text is hard to read."""

CLAUSE = re.compile(r"[A-Za-z]\d{1,2}", re.ASCII)


@click.command(
    "rules",
    cls=Command,
    context_settings=CONTEXT,
    help=N_(
        "Read the rules of GAME, or only a CLAUSE of them, a letter and a number; refusals in play name the clause "
        "they rest on."
    ),
)
@click.argument("game", metavar="[GAME]", required=False)
@click.argument("clause", metavar="[CLAUSE]", required=False)
@options.lang
@options.ascii_only
def command(*, game: str | None, clause: str | None, ascii_only: bool) -> None:
    from gefaehrten.cli import output
    from gefaehrten.core.lines import asciify
    from gefaehrten.engine import catalogue

    if game is not None and clause is None and CLAUSE.fullmatch(game):
        game, clause = game_with(game.upper()), game
    rules = catalogue.game(game or catalogue.keys()[0])
    text = rules_text(rules.key, i18n.current())
    if clause is not None:
        text = clause_text(text, clause.upper())
    elif rules.options:
        text += "\n" + house_rules(rules)
    if ascii_only or not output.speaks_unicode(sys.stdout):
        text = asciify(text)
    if output.is_terminal(sys.stdout):
        text = fitted(text)
    output.show(text.rstrip("\n"))


def fitted(text: str) -> str:
    """Broken where the window ends, and not where the file is; programs get it as it is."""
    import shutil

    from gefaehrten.cli.screen.rulebook import unbroken
    from gefaehrten.core.lines import line, wrapped

    columns = min(shutil.get_terminal_size().columns, READABLE)
    return "\n".join(part.text for row in unbroken(text) for part in wrapped(line(row), columns, 0))


def game_with(clause: str) -> str | None:
    """The game that has a clause of this number: every game's clauses have a letter of their own. None: no game has."""
    from gefaehrten.engine.catalogue import keys

    for key in keys():
        if any(number[0] == clause[0] for number, _ in clauses(rules_text(key, i18n.current()))):
            return key
    return None


def rules_text(game: str, language: i18n.Language) -> str:
    """The rules of a game as Markdown that reads well as it is."""
    return resources.files(f"gefaehrten.games.{game}").joinpath(f"rules.{language}.md").read_text("utf-8")


def house_rules(rules: Game) -> str:
    """What `--option` takes, as the last section of the rules."""
    lines = ["## " + i18n.say(N_("House rules")), ""]
    for option in rules.options:
        lines.append(f"- `--option {option.key}={'|'.join(option.values)}`: {i18n.translate(option.help)}")
    return "\n".join(lines)


def clause_text(text: str, clause: str) -> str:
    """One clause of the rules.

    Raises:
        UsageError: there is no such clause; the typist's fault.
    """
    for number, lines in clauses(text):
        if number == clause:
            return lines
    known = [number for number, _ in clauses(text)]
    raise UsageError(
        "clause",
        N_("There is no clause {clause}; there are {first} to {last}."),
        clause=clause,
        first=known[0],
        last=known[-1],
    )


def clauses(text: str) -> Iterator[tuple[str, str]]:
    """Every clause with its number: a paragraph or table that begins with the number in bold."""
    pattern = re.compile(r"^\*\*([A-Z]\d+)\*\* .*?(?=^\*\*[A-Z]\d+\*\* |^#|\Z)", re.MULTILINE | re.DOTALL)
    for found in pattern.finditer(text):
        yield found[1], found[0].rstrip("\n")
