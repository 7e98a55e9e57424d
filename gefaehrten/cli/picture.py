"""Shell. A table in plain lines: what happened, the table as it lies, how everybody stands."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from gefaehrten.cli import i18n, output
from gefaehrten.core.kernel import WATCHER
from gefaehrten.core.lines import Glyphs
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Scene, Wording
from gefaehrten.engine.match import Match
from protocol.machine.table import Table

WIDTH = 100
"""Columns that the picture is kept to."""


def picture(table: Table, names: Sequence[str], *, ascii_only: bool) -> Iterator[str]:
    """The lines, in the reader's language and safe to print."""
    match = table.rules
    assert isinstance(match, Match), "the rules of a table here are a match"
    ascii_only = ascii_only or not output.speaks_unicode(sys.stdout)
    wording = Wording(i18n.translate, Glyphs.ASCII if ascii_only else Glyphs.UNICODE)
    yield wording.say(
        N_("{title}, match {match}, {count} entries"),
        title=Sentence(match.game.title),
        match=table.record.match_id.hex()[:12],
        count=table.log.length,
    )
    for step in match.steps:
        yield wording.say(match.game.describe(step, names))
    scene = Scene(match.kernel, WATCHER, names, match.steps, options=match.setup.options)
    view = match.game.view()
    for page in view.portrait:
        yield ""
        for line in view.page(page, scene, wording, WIDTH):
            yield line.text
    if winners := match.winners():
        yield wording.say(N_("Winner: {names}"), names=", ".join(names[seat] for seat in winners))
