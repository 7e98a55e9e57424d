"""Pure. What a table says of itself to people and programs: who sits there, how play ended, what the audit found."""

from __future__ import annotations

from gefaehrten.engine.match import Match
from gefaehrten.session.events import Ended, Judged
from gefaehrten.session.findings import findings
from protocol.machine.table import Table
from protocol.table import TableRecord
from protocol.text import clean_name


def seats_json(record: TableRecord, match: Match) -> tuple[dict[str, object], ...]:
    """The seats of a table as JSON names them: number, cleaned name, bot, key in hex, colours."""
    colours = match.game.colours(match.setup)
    return tuple(
        {
            "seat": number,
            "name": clean_name(seat.name),
            "bot": seat.bot,
            "key": seat.key.hex(),
            "colours": list(colours[number]),
        }
        for number, seat in enumerate(record.seats)
    )


def ended_of(table: Table, match: Match) -> Ended:
    """How play at a table ended, as it is told."""
    ending = table.ending
    assert ending is not None, "play has ended"
    over = ending.reason in ("over", "aborted")
    return Ended(
        scores=tuple(match.scores()),
        winners=tuple(match.winners()) if over else (),
        reason=match.reason() if over else "fault",
        entries=ending.entry,
        head=ending.head.hex(),
    )


def judged_of(table: Table) -> Judged:
    """What the log of a table shows of who was honest, as far as it got."""
    faults = findings(table)
    return Judged(honest=not faults, proven=table.proven, faults=faults)
