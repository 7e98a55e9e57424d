"""Shell. Where what was asked for goes: into a file, whole or not at all, or to the standard output."""

from __future__ import annotations

import sys
from pathlib import Path

from gefaehrten.cli import i18n, output
from gefaehrten.core.text import N_


def put(file: Path, text: str, *, form: str, match: str, as_json: bool) -> None:
    """Writes a text in UTF-8, and says so.

    Args:
        file: `-` is the standard output, on which nothing else is then said.
        form: what it is, for `--json`.
        match: the id of the match that it shows.

    Raises:
        UsageError: it cannot be written; the typist's fault.
    """
    from gefaehrten.cli.commands.export import write

    if str(file) == "-":
        # As bytes: whatever the terminal's encoding is, the file says that it is UTF-8.
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
        return
    write(file, text.encode())
    if as_json:
        output.JsonLines().print({"match": match, "file": str(file), "format": form})
    else:
        output.tell(i18n.say(N_("Written: {file}"), file=file))
