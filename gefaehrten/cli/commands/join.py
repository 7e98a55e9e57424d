"""Shell. `gefaehrten join`: a seat at somebody's table."""

from __future__ import annotations

import click

from gefaehrten.cli import options
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.core.text import N_
from gefaehrten.session.requests import JoinRequest, Person


@click.command(
    "join",
    cls=Command,
    context_settings=CONTEXT,
    help=N_(
        "Take a seat at somebody's table. ADDRESS is HOST[:PORT], [IPV6]:PORT or the whole gefaehrten:// invite, "
        "which has the CODE in it. With the same profile you get your own seat back in a match that runs."
    ),
)
@click.argument("address", metavar="ADDRESS")
@click.argument("code", metavar="[CODE]", required=False)
@options.seat
@options.plays(at_a_table=True)
@click.pass_context
def command(
    context: click.Context, *, person: Person, address: str, code: str | None, seat: int | None
) -> None:
    from gefaehrten.cli import guests, start

    goal = guests.destination(context, address, code)
    start.join(JoinRequest(person=person, address=goal.address, code=goal.code, seat=seat, tls=goal.tls))
