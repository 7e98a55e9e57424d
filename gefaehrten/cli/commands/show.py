"""Shell. `gefaehrten show`: a match of the profile, as everybody at the table could see it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gefaehrten.cli import i18n, options
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.cli.values import MatchId
from gefaehrten.core.text import N_

if TYPE_CHECKING:
    from protocol.record import RecordFile


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
@options.option(
    "--svg",
    "svg_file",
    metavar="FILE",
    type=click.Path(path_type=Path, allow_dash=True),
    help=N_("Draw it into this file instead, for browsers and documents; - is the standard output."),
)
@options.reads_profile
def command(
    *,
    match: str,
    at: int | None,
    svg_file: Path | None,
    profile: Path,
    as_json: bool,
    ascii_only: bool,
) -> None:
    import dataclasses

    from gefaehrten.cli import output, stored
    from gefaehrten.session.export import open_record
    from gefaehrten.session.restore import record_file, table_of
    from gefaehrten.session.seating import table_names

    row = stored.load(profile, match)
    file = record_file(row)
    if svg_file is not None:
        _draw(file, at, svg_file, as_json=as_json)
        return
    if at is not None:
        file = dataclasses.replace(file, entries=file.entries[:at])
    table = table_of(file)
    if as_json:
        output.JsonLines().print(open_record(table))
        return
    from gefaehrten.cli.picture import picture

    for line in picture(table, table_names(table.record), ascii_only=ascii_only):
        output.show(line)


def _draw(record: RecordFile, at: int | None, file: Path, *, as_json: bool) -> None:
    """The table as a drawing."""
    from gefaehrten.cli.files import put
    from gefaehrten.cli.svg import svg
    from gefaehrten.core.view import Wording
    from gefaehrten.session.history import look_back

    history = look_back(record)
    index = history.last if at is None else history.after(at)
    drawing = history.game.artist().draw(history.at(index), Wording(i18n.translate))
    put(file, svg(drawing, i18n.current().value), form="svg", match=history.match, as_json=as_json)
