"""Shell. `gefaehrten watch`: looks on at somebody's table."""

from __future__ import annotations

import click

from gefaehrten.cli import options
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.core.text import N_
from gefaehrten.session.requests import Person, WatchRequest


@click.command(
    "watch",
    cls=Command,
    context_settings=CONTEXT,
    help=N_(
        "Look on at somebody's table: you see what everybody there sees, and no hand. ADDRESS is HOST[:PORT], "
        "[IPV6]:PORT or the whole invite to watch, which has the CODE in it; the host shows both. You may come at any "
        "time, and the match is in your profile afterwards."
    ),
)
@click.argument("address", metavar="ADDRESS")
@click.argument("code", metavar="[CODE]", required=False)
@options.watches
@click.pass_context
def command(context: click.Context, *, person: Person, address: str, code: str | None) -> None:
    from gefaehrten.cli import guests, start

    goal = guests.destination(context, address, code, watch=True)
    start.watch(WatchRequest(person=person, address=goal.address, code=goal.code, tls=goal.tls))
