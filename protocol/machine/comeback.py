"""Machine. A seat that goes on where it was: from the table record, the log and what it has signed itself.

The one rule: what was signed is sent again byte for byte as long as it can stand in the log; what acknowledges entries
that a new host's term has left behind cannot, and is owed anew under a later number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from protocol.log import Entry, Log
from protocol.machine.rules import Rules
from protocol.machine.seat import Seat, Secrets
from protocol.machine.table import Table
from protocol.table import TableRecord
from protocol.wire.envelope import open_envelope


@dataclass(frozen=True, slots=True)
class Own:
    """An envelope that a seat has signed, and the words of the duties that it answers."""

    data: bytes
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resumed:
    """A table that was left in the middle: the replica, the own seat, the own envelopes by number, and the last term
    that the seat has voted for."""

    table: Table
    seat: Seat
    own: Mapping[int, Own]
    voted: int = 0


def come_back(
    record: TableRecord,
    rules: Rules,
    number: int,
    secrets: Secrets,
    entries: Iterable[Entry],
    own: Mapping[int, Own],
    voted: int = 0,
) -> Resumed:
    """A seat after these entries, with the envelopes that it has signed before.

    Args:
        rules: a fresh match.
        number: the seat.

    Raises:
        RemoteProtocolError: an entry is one that must not be logged.
    """
    table = Table(record, rules)
    seat = Seat(table, number, secrets)
    for entry in entries:
        table.receive(entry)
        seat.look()
    for number_ in standing(own, table.log, number):
        seat.remember(own[number_].words)
    return Resumed(table, seat, own, voted)


def standing(own: Mapping[int, Own], log: Log, seat: int) -> list[int]:
    """The numbers of the own envelopes that stand in a log, or still can."""
    return [
        number
        for number in sorted(own)
        if log.logged(own[number].data) or _can_follow(own[number], log, seat)
    ]


def waiting(own: Mapping[int, Own], log: Log, seat: int) -> list[bytes]:
    """The own envelopes that a log lacks and can still take, in order."""
    due = log.next_number(seat)
    later = {number: envelope for number, envelope in own.items() if number >= due}
    return [later[number].data for number in standing(later, log, seat)]


def branched(table: Table, start: Callable[[TableRecord], Rules], length: int) -> Table:
    """Another replica that begins as this one did."""
    branch = Table(table.record, start(table.record))
    for entry in table.log.entries[:length]:
        branch.receive(entry)
    return branch


def _can_follow(own: Own, log: Log, seat: int) -> bool:
    envelope = open_envelope(own.data)
    return (
        envelope.number >= log.next_number(seat)
        and envelope.ack_index <= log.length
        and envelope.ack_head == log.head(envelope.ack_index)
    )
