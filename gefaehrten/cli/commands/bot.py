"""Shell. `gefaehrten bot`: a bot takes a seat at somebody's table."""

from __future__ import annotations

from dataclasses import replace

import click

from gefaehrten.cli import options
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.core.text import N_
from gefaehrten.session.requests import BotRequest, Person


@click.command(
    "bot",
    cls=Command,
    context_settings=CONTEXT,
    help=N_(
        "Send a bot to somebody's table. It plays from this machine, so whoever runs the table cannot look at its "
        "cards; only you could. ADDRESS and CODE are as for join."
    ),
)
@click.argument("address", metavar="ADDRESS")
@click.argument("code", metavar="[CODE]", required=False)
@options.level
@options.seat
@options.plays(at_a_table=False)
@click.pass_context
def command(
    context: click.Context, *, person: Person, address: str, code: str | None, level: str, seat: int | None
) -> None:
    from gefaehrten.cli import guests, start

    goal = guests.destination(context, address, code)
    start.bot(
        BotRequest(
            person=replace(person, auto=level), address=goal.address, code=goal.code, seat=seat, tls=goal.tls
        )
    )
