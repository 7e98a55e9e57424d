"""Shell. `gefaehrten play`: you against bots, at once, no network."""

from __future__ import annotations

import click

from gefaehrten.cli import options
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.core.text import N_
from gefaehrten.session.requests import Person, PlayRequest


@click.command(
    "play",
    cls=Command,
    context_settings=CONTEXT,
    help=N_("Play against bots, at once and without a network: all other seats are theirs."),
)
@options.game
@options.seats
@options.level
@options.house_rules
@options.plays(at_a_table=True)
def command(
    *, person: Person, game: str, seats: int, level: str, house_rules: tuple[tuple[str, str], ...]
) -> None:
    from gefaehrten.cli import start, tables

    table = tables.table_rules(game=game, seats=seats, level=level, house_rules=house_rules, wish=person.wish)
    start.play(PlayRequest(person=person, table=table))
