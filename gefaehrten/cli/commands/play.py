"""Shell. `gefaehrten play`: you against bots, at once, no network."""

from __future__ import annotations

from typing import Final

import click

from gefaehrten.cli import options
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.core.text import N_
from gefaehrten.session.requests import Person, PlayRequest, ResumeRequest

OF_THE_MATCH: Final = {
    "game": "--game",
    "seats": "--seats",
    "level": "--level",
    "house_rules": "--option",
    "colour": "--colour",
}
"""The options that say what is played, by their parameters."""


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
@options.resume
@options.plays(at_a_table=True)
@click.pass_context
def command(
    context: click.Context,
    *,
    person: Person,
    game: str,
    seats: int,
    level: str,
    house_rules: tuple[tuple[str, str], ...],
    resume: str | None,
) -> None:
    from gefaehrten.cli import start, tables

    if resume is not None:
        options.refuse_beside_resume(context, **OF_THE_MATCH)
        start.resume(ResumeRequest(person, resume, hosting=False))
        return
    table = tables.table_rules(game=game, seats=seats, level=level, house_rules=house_rules, wish=person.wish)
    start.play(PlayRequest(person=person, table=table))
