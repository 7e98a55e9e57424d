"""Shell. `gefaehrten show`: a match of the profile, as everybody at the table could see it."""

from __future__ import annotations

from pathlib import Path

import click

from gefaehrten.cli import options
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.cli.values import MatchId
from gefaehrten.core.text import N_


@click.command(
    "show",
    cls=Command,
    context_settings=CONTEXT,
    help=N_(
        "Show the table of a match in your profile. MATCH is its id or the beginning of it. With --json: the "
        "record in the open, as export writes it."
    ),
)
@click.argument("match", metavar="MATCH", type=MatchId())
@options.option(
    "--at",
    metavar="N",
    type=click.IntRange(min=0),
    help=N_("As it was after entry N of the log; without it as far as the match has got."),
)
@options.reads_profile
def command(*, match: str, at: int | None, profile: Path, as_json: bool, ascii_only: bool) -> None:
    import dataclasses

    from gefaehrten.cli import output, stored
    from gefaehrten.session.export import open_record
    from gefaehrten.session.restore import record_file, table_of

    row = stored.load(profile, match)
    file = record_file(row)
    if at is not None:
        file = dataclasses.replace(file, entries=file.entries[:at])
    table = table_of(file)
    if as_json:
        output.JsonLines().print(open_record(table))
        return
    from gefaehrten.cli.picture import picture

    for line in picture(
        table, [str(seat["name"]) for seat in stored.seats_of(row.row)], ascii_only=ascii_only
    ):
        output.show(line)
