"""Shell. `gefaehrten host`: opens a table for others, and sits at it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from gefaehrten.cli import i18n, options, output
from gefaehrten.cli.commands.play import OF_THE_MATCH
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.cli.values import Listen, Seconds
from gefaehrten.core.text import N_
from gefaehrten.session.requests import (
    DEFAULT_PORT,
    Address,
    Certificate,
    HostRequest,
    Person,
    ResumeRequest,
    Screen,
)

OF_THE_TABLE: Final = {
    "bots": "--bots",
    "open_table": "--open",
    "grace": "--grace",
    "clock": "--clock",
    "reserve": "--reserve",
    "fill": "--fill",
    "fill_after": "--fill-after",
}
"""The options that say how a table is opened, by their parameters."""

ROUTER = N_(
    "Behind a router, guests from outside reach you only if it forwards the port to this machine. If it cannot, "
    "meet in a VPN, or let a peer that all can reach be the host (`gefaehrten host --auto`, or a server)."
)


class HostCommand(Command):
    """`host` says at the end of its help what to do behind a router."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        formatter.write_text(i18n.translate(ROUTER))


@click.command(
    "host",
    cls=HostCommand,
    context_settings=CONTEXT,
    help=N_(
        "Open a table and sit at it. The match starts by itself when every seat is taken; you need not be "
        "trusted: a host orders what is said at the table, it sees no card and throws no die."
    ),
)
@options.game
@options.seats
@options.option(
    "--bots",
    metavar="N",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help=N_("How many seats bots of yours take from the start."),
)
@options.level
@options.house_rules
@options.option(
    "--listen",
    type=Listen(),
    default=f"*:{DEFAULT_PORT}",
    show_default=True,
    help=N_("Where guests connect; port 0 is any free one, 127.0.0.1:PORT is this machine only."),
)
@options.option(
    "--open",
    "open_table",
    is_flag=True,
    help=N_("Let anybody who reaches the address join: the code is the same for all open tables."),
)
@options.option(
    "--tls-cert", metavar="F", type=click.Path(path_type=Path), help=N_("Certificate chain for TLS, PEM.")
)
@options.option("--tls-key", metavar="F", type=click.Path(path_type=Path), help=N_("Its private key, PEM."))
@options.option(
    "--grace",
    type=Seconds(),
    help=N_("Seconds that a seat may be away in a match before the others go on without it."),
)
@options.option(
    "--clock",
    type=Seconds(),
    help=N_(
        "Seconds that everybody has for a turn; then the autopilot plays for who is late. Without it nobody is hurried."
    ),
)
@options.option(
    "--reserve",
    type=Seconds(),
    help=N_(
        "Seconds on top for each seat, once for the whole match: longer turns use them up. None by itself; "
        "only with --clock."
    ),
)
@options.option(
    "--no-announce",
    is_flag=True,
    envvar="GEFAEHRTEN_NO_ANNOUNCE",
    show_envvar=True,
    help=N_("Do not tell the local network of the table, where `gefaehrten tables` would show it."),
)
@options.option("--fill", is_flag=True, help=N_("Start at once: bots take every free seat."))
@options.option("--fill-after", type=Seconds(), help=N_("Bots take the free seats after so many seconds."))
@options.resume
@options.plays(at_a_table=True)
@click.pass_context
def command(
    context: click.Context,
    *,
    person: Person,
    game: str,
    seats: int,
    bots: int,
    level: str,
    house_rules: tuple[tuple[str, str], ...],
    listen: Address,
    open_table: bool,
    tls_cert: Path | None,
    tls_key: Path | None,
    grace: float | None,
    clock: float | None,
    reserve: float | None,
    no_announce: bool,
    fill: bool,
    fill_after: float | None,
    resume: str | None,
) -> None:
    from gefaehrten.cli import start, tables
    from gefaehrten.session import settings

    certificate = certificate_of(context, tls_cert, tls_key)
    announce = not no_announce and settings.read(person.profile).get(settings.ANNOUNCE) != "no"
    if resume is not None:
        options.refuse_beside_resume(context, **OF_THE_MATCH, **OF_THE_TABLE)
        elsewhere = context.get_parameter_source("listen") is ParameterSource.COMMANDLINE
        start.resume(
            ResumeRequest(
                person,
                resume,
                hosting=True,
                listen=listen if elsewhere else None,
                tls=certificate,
                announce=announce,
            )
        )
        return
    if reserve is not None and clock is None:
        raise click.UsageError(
            i18n.say(N_("--reserve is time beyond --clock: name both, as --clock 90 --reserve 300.")), context
        )
    table = tables.table_rules(game=game, seats=seats, level=level, house_rules=house_rules, wish=person.wish)
    if bots >= seats:
        raise click.UsageError(
            i18n.say(
                N_("With {seats} seats there is room for {most} bots beside you, not for {bots}."),
                seats=seats,
                most=seats - 1,
                bots=bots,
            ),
            context,
        )
    if person.screen is not Screen.JSON and not is_loopback(listen.host):
        output.tell(i18n.translate(ROUTER))
    start.host(
        HostRequest(
            person=person,
            table=table,
            listen=listen,
            bots=bots,
            open_table=open_table,
            fill=fill,
            fill_after=fill_after,
            grace=grace,
            clock=clock,
            reserve=reserve or 0.0,
            tls=certificate,
            announce=announce,
        )
    )


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a table that listens there."""
    return host in ("localhost", "::1") or host.startswith("127.")


def certificate_of(context: click.Context, chain: Path | None, key: Path | None) -> Certificate | None:
    """The files for TLS; both or none must be named, and both must be there."""
    if chain is None and key is None:
        return None
    if chain is None or key is None:
        raise click.UsageError(
            i18n.say(N_("--tls-cert and --tls-key go together: name both files.")), context
        )
    for path in (chain, key):
        if not path.is_file():
            raise click.UsageError(i18n.say(N_("There is no file {path}."), path=path), context)
    return Certificate(chain=chain, key=key)
