"""Shell. `gefaehrten tables`: the tables on the local network, and a seat at one of them."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from gefaehrten.cli import i18n, options, output
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.cli.values import Seconds
from gefaehrten.core.errors import UsageError
from gefaehrten.core.text import N_
from gefaehrten.session.requests import Address, JoinRequest, Person, Screen

if TYPE_CHECKING:
    from gefaehrten.session.signs import NearbyTable

DEFAULT_SECONDS = 2.0
"""Enough for whoever is there: an answer takes a tenth of it."""

NOTHING = N_(
    "No table has answered. Is its host on the same network, and does no firewall keep mDNS (UDP port 5353) out? "
    "`gefaehrten join ADDRESS` needs neither."
)


@click.command(
    "tables",
    cls=Command,
    context_settings=CONTEXT,
    help=N_(
        "Find the tables on your local network. On a terminal you may then choose one, and sit down there as join does "
        "it; the options are those of join."
    ),
)
@options.option(
    "--seconds",
    type=Seconds(),
    default=DEFAULT_SECONDS,
    show_default=True,
    help=N_("How long to listen for answers."),
)
@options.seat
@options.plays(at_a_table=True)
@click.pass_context
def command(context: click.Context, *, person: Person, seconds: float, seat: int | None) -> None:
    found = search(seconds)
    if person.screen is Screen.JSON:
        output.JsonLines().print([table.json() for table in found])
        return
    joinable = show(found, ascii_only=person.ascii_only)
    if not joinable or not all(map(output.is_terminal, (sys.stdin, sys.stdout, sys.stderr))):
        return
    chosen = choose(joinable)
    if chosen is None:
        return
    from gefaehrten.cli import guests, start

    start.join(
        JoinRequest(
            person=person,
            address=Address(chosen.addresses[0], chosen.port),
            code="" if chosen.open else guests.code_from_terminal(),
            seat=seat,
            tls=chosen.tls,
        )
    )


def search(seconds: float) -> Sequence[NearbyTable]:
    """The tables that answer.

    Raises:
        NoConnection: the network cannot be asked.
    """
    from gefaehrten.session import lan
    from gefaehrten.session.ends import NoConnection

    try:
        return asyncio.run(lan.look(seconds))
    except Exception as error:
        raise NoConnection(
            "network",
            N_("The local network cannot be searched for tables ({reason}); join one by its address."),
            reason=lan.reason_of(error),
        ) from error


def show(found: Sequence[NearbyTable], *, ascii_only: bool) -> list[NearbyTable]:
    """Prints the tables, and gives those that one can choose in the order of their numbers."""
    from gefaehrten.core.lines import asciify

    spell = asciify if ascii_only else str
    joinable: list[NearbyTable] = []
    for table in found:
        problem = why_not(table)
        if problem is None:
            joinable.append(table)
        output.show(spell(line(table, len(joinable), problem)))
    if not found:
        output.tell(i18n.translate(NOTHING))
    return joinable


def line(table: NearbyTable, number: int, problem: str | None) -> str:
    """What is shown of a table."""
    if problem is not None:
        return i18n.say(
            N_("–  {name}, {address}: {problem}"), name=table.name, address=table.address, problem=problem
        )
    return i18n.say(
        N_("{number}  {name}, {address}: {game}, free seats {free} of {seats}, {entry}"),
        number=number,
        name=table.name,
        address=table.address,
        game=i18n.translate(title_of(table.game)),
        free=table.free,
        seats=table.seats,
        entry=i18n.translate(N_("open to all") if table.open else N_("with a code")),
    )


def why_not(table: NearbyTable) -> str | None:
    """Why one cannot sit down there; None if one can."""
    from protocol.limits import VERSION

    if table.foreign:
        return i18n.say(
            N_("This needs version {version} of the protocol; this program speaks version {own}."),
            version=table.version,
            own=VERSION,
        )
    try:
        title_of(table.game)
    except UsageError as error:
        return error.sentence.say(i18n.translate)
    return None


def title_of(key: str) -> str:
    """The name of a game.

    Raises:
        UsageError: this program does not have it.
    """
    from gefaehrten.engine import catalogue

    return catalogue.game(key).title


def choose(joinable: Sequence[NearbyTable]) -> NearbyTable | None:
    """Asks for a number; None if none of them is wanted."""
    question = i18n.say(N_("Number of the table to join (just Enter for none)"))
    while True:
        answer = str(click.prompt(question, default="", show_default=False, err=True)).strip()
        if not answer:
            return None
        if answer.isascii() and answer.isdecimal() and 1 <= int(answer[:6]) <= len(joinable):
            return joinable[int(answer[:6]) - 1]
        output.tell(
            i18n.say(
                N_("There is no choice {number}: it goes from 1 to {most}."),
                number=answer,
                most=len(joinable),
            )
        )
