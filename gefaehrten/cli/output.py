"""Shell. How lines reach stdout and stderr: JSON for programs, sentences for people; no letter makes either fail.

The one rule: with `--json`, stdout holds nothing but one JSON object a line; people are spoken to on stderr.
"""

from __future__ import annotations

import codecs
import io
import sys
from collections.abc import Mapping, Sequence
from typing import Final, TextIO

_SPELL: Final = "gefaehrten.spell"


def prepare_streams() -> None:
    """Lets stdout and stderr spell out what their encoding lacks ("ae" for "ä") where they would raise."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_SPELL)


def spelled(text: str, stream: TextIO) -> str:
    """The text in letters that the stream has: click writes UTF-8 to streams that say they are ASCII."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, errors=_SPELL).decode(encoding)


def speaks_unicode(stream: TextIO) -> bool:
    """Whether the stream can take every character."""
    return (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "").startswith("utf")


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person sits at the other end; a closed or missing stream has nobody."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


class JsonLines:
    """Prints one object a line, each flushed, so that a reader has it as soon as it is true."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream if stream is not None else sys.stdout

    def print(self, value: Mapping[str, object] | Sequence[object]) -> None:
        """Prints a JSON value. ASCII only, so that no encoding of the stream can spoil it."""
        import json

        self._stream.write(json.dumps(value, separators=(",", ":")) + "\n")
        self._stream.flush()


def show(text: str) -> None:
    """A line that was asked for, on stdout."""
    print(text)


def tell(text: str) -> None:
    """A sentence for a person, on stderr. Words of others in it cannot steer the terminal."""
    print(harmless(text), file=sys.stderr, flush=True)


def harmless(text: str) -> str:
    """The text without what steers a terminal or hides; lines stay lines.

    Sentences about peers and files quote them: the key of a game that is none, a value that no option has.
    """
    lines = text.split("\n")
    if all(map(str.isprintable, lines)):
        return text
    from gefaehrten.core.lines import printable

    return "\n".join(map(printable, lines))


def _spell(problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    # Only now: it brings the kernels' base with it, which `--help` has no use for.
    from gefaehrten.core.lines import asciify

    return asciify(problem.object[problem.start : problem.end]), problem.end


codecs.register_error(_SPELL, _spell)
