"""Shell. `gefaehrten export`: a match of the profile as a file that others can check or read."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import click

from gefaehrten.cli import i18n, options
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.cli.values import MatchId
from gefaehrten.core.errors import UsageError
from gefaehrten.core.text import N_


@click.command(
    "export",
    cls=Command,
    context_settings=CONTEXT,
    help=N_(
        "Write a match of your profile to FILE. The format record is the signed log, which anybody can verify; "
        "json is the match in the open, for other programs."
    ),
)
@click.argument("match", metavar="MATCH", type=MatchId())
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@options.option(
    "--format",
    "form",
    type=click.Choice(["record", "json"]),
    default="record",
    show_default=True,
    help=N_("What to write."),
)
@options.reads_profile
def command(*, match: str, file: Path, form: str, profile: Path, as_json: bool, ascii_only: bool) -> None:
    import json

    from gefaehrten.cli import output, stored
    from gefaehrten.session.export import open_record
    from gefaehrten.session.restore import record_file, table_of

    record = record_file(stored.load(profile, match))
    data = record.to_bytes()
    if form == "json":
        data = (json.dumps(open_record(table_of(record)), ensure_ascii=False, indent=1) + "\n").encode()
    write(file, data)
    if as_json:
        output.JsonLines().print({"match": record.table.match_id.hex(), "file": str(file), "format": form})
    else:
        output.tell(i18n.say(N_("Written: {file}"), file=file))


def write(file: Path, data: bytes) -> None:
    """Writes a file whole or not at all: what stood there before stays until the new one is complete.

    Raises:
        UsageError: it cannot be written; the typist's fault.
    """
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            os.replace(name, file)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UsageError(
            "file", N_("{file} cannot be written: {reason}."), file=file, reason=error.strerror
        ) from error
