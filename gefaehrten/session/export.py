"""Pure. A match in the open, as JSON that other programs read (docs/record.md).

The one rule: it holds what everybody at the table has seen, and nothing else; no hand, no stack.
"""

from __future__ import annotations

from gefaehrten.engine.match import Match
from gefaehrten.session.replicas import house_rules
from gefaehrten.session.summary import seats_json
from protocol.machine.table import Table

FORMAT = "gefaehrten-record/1"


def open_record(table: Table) -> dict[str, object]:
    """The match so far, as `export --format json` writes it."""
    match = table.rules
    assert isinstance(match, Match), "the rules of a table here are a match"
    record = table.record
    return {
        "format": FORMAT,
        "game": record.game,
        "options": house_rules(record.options),
        "match": record.match_id.hex(),
        "first": match.first(),
        "seats": [dict(seat) for seat in seats_json(record, match)],
        "steps": [dict(step) for step in match.steps],
    }
