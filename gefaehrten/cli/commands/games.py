"""Shell. `gefaehrten games`: the matches in a profile."""

from __future__ import annotations

from pathlib import Path

import click

from gefaehrten.cli import i18n, options
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.core.text import N_

STATES = {
    "lobby": N_("never began"),
    "running": N_("not finished"),
    "over": N_("finished, not audited"),
    "verdict": N_("finished"),
    "broken": N_("broken off"),
}
"""The states of a match in words, by their values in `session.stored.MatchState`."""


@click.command(
    "games",
    cls=Command,
    context_settings=CONTEXT,
    help=N_("List the matches in your profile, the newest first, also while one is being played."),
)
@options.reads_profile
def command(*, profile: Path, as_json: bool, ascii_only: bool) -> None:
    from gefaehrten.cli import output, stored
    from gefaehrten.core.lines import asciify

    rows = stored.rows(profile)
    if as_json:
        output.JsonLines().print(
            [
                {
                    "match": row.id,
                    "game": row.game,
                    "started": stored.started(row),
                    "seats": stored.seats_of(row),
                    "state": row.state.value,
                    "result": row.result,
                }
                for row in rows
            ]
        )
        return
    spell = asciify if ascii_only else str
    for row in rows:
        names = ", ".join(str(seat["name"]) for seat in stored.seats_of(row))
        state = i18n.translate(STATES[row.state.value])
        output.show(
            spell(
                f"{row.id[:12]}  {stored.started(row)[:16].replace('T', ' ')}  {row.game}  {state}  {names}"
            )
        )
    if not rows:
        output.tell(
            i18n.say(N_("There is no match in {folder} yet; `gefaehrten play` starts one."), folder=profile)
        )
