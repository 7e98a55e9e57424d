"""Shell. The program with a sudden end: `kill -9` by its own hand, at a moment of the match that a test has chosen.

The one rule: it dies when something has just been stored, and before anybody has got it.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence

from gefaehrten.session.journal import Journal
from protocol.machine.effects import Keep, KeepEntry, KeepOwn
from protocol.wire.envelope import open_envelope


def main(what: str, kind: str, count: int) -> int:
    """Runs the program until it has stored so many messages of a kind.

    Args:
        what: "entry" for entries of the log, "own" for own envelopes that have only been signed.
    """
    keep, seen = Journal.keep, 0

    def kept(journal: Journal, things: Sequence[Keep]) -> None:
        nonlocal seen
        keep(journal, things)
        for thing in things:
            if isinstance(thing, KeepEntry) and what == "entry" and journal.orders:
                seen += open_envelope(thing.entry.envelope).kind.name == kind
            elif isinstance(thing, KeepOwn) and what == "own":
                seen += open_envelope(thing.data).kind.name == kind
        if seen >= count:
            os.kill(os.getpid(), signal.SIGKILL)

    Journal.keep = kept  # type: ignore[method-assign,assignment]
    from gefaehrten.cli.main import main as run

    return run()


def program(what: str, kind: str, count: int) -> str:
    """What `python -c` is given to run it."""
    return (
        "import sys; sys.argv[0] = 'gefaehrten'; from tests.interop.dying import main; "
        f"sys.exit(main({what!r}, {kind!r}, {count}))"
    )
