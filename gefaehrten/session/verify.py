"""Pure. What anybody can find out about a match from its record alone, offline.

The one rule: the same replica that played checks the record; nothing is judged here that a seat would not judge so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gefaehrten.core.text import Sentence
from gefaehrten.engine.match import Match
from gefaehrten.session.events import FaultFound
from gefaehrten.session.replicas import match_of
from gefaehrten.session.summary import judged_of
from protocol.deck.secret import SeatSecret
from protocol.errors import N_, Culprit, ProtocolError, Refused, RemoteProtocolError
from protocol.log import compare
from protocol.machine.table import Table
from protocol.record import RecordFile
from protocol.table import check_signatures
from protocol.wire.messages import Concede


@dataclass(frozen=True, slots=True)
class Report:
    """What a record shows.

    Attributes:
        valid: every byte, signature and entry holds.
        honest: no seat and no host is at fault, as far as the record goes.
        proven: every seat has opened its secrets, and the audit found nothing.
        finished: play came to its end.
        faults: who did what wrong at which entry; seat -1 is the host, or the file.
        entries: the index of the entry that ended play, or of the last one.
        head: the log's head there, in hex.
        scores: points by seat.
        winners: empty unless the match came to an honest end.
        given_up: seats that the others have put out; that they were absent is what these say, and no more.
        table: the replica, None where the record holds none.
    """

    valid: bool
    honest: bool
    proven: bool
    finished: bool
    faults: tuple[FaultFound, ...]
    entries: int
    head: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    table: Table | None = None
    given_up: tuple[int, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether `verify` ends with success."""
        return self.valid and self.honest

    def json(self) -> dict[str, object]:
        return {
            "valid": self.valid,
            "honest": self.honest,
            "proven": self.proven,
            "finished": self.finished,
            "faults": [fault.json() for fault in self.faults],
            "entries": self.entries,
            "head": self.head,
            "scores": list(self.scores),
            "winners": list(self.winners),
        }


def verify(data: bytes) -> Report:
    """Checks a record from its bytes; whatever is wrong stands in the report, also that it cannot be played here."""
    try:
        file = parsed(data)
        match = match_of(file.table)
    except (RemoteProtocolError, Refused) as error:
        return Report(False, False, False, False, (_found(0, error),), 0, "", (), ())
    return examine(file, match)


def parsed(data: bytes) -> RecordFile:
    """A record whose bytes and signatures hold; its entries are not looked at yet.

    Raises:
        RemoteProtocolError: they do not; the file's fault.
    """
    file = RecordFile.parse(data)
    check_signatures(file.table, file.signatures, culprit=Culprit.FILE)
    return file


def examine(file: RecordFile, match: Match, seen: Callable[[int], None] | None = None) -> Report:
    """Repeats a match from its entries, up to the first that the host must not have logged.

    Args:
        match: a fresh match, which is played on.
        seen: is told the index of each entry as soon as the match has gone as far as that leads.
    """
    known = {seat: SeatSecret(opening.secret) for seat, opening in file.openings().items()}
    table = Table(file.table, match, known=known)
    broken: tuple[FaultFound, ...] = ()
    for entry in file.entries:
        try:
            table.receive(entry)
        except RemoteProtocolError as error:
            broken = (_unordered(entry.index, error),)
            break
        if seen is not None:
            seen(entry.index)
    return _report(table, broken)


def verify_two(first: bytes, second: bytes) -> tuple[Report, Report, FaultFound | None]:
    """Checks two records of one match, and whether the host showed their owners two different logs.

    Returns:
        Both reports, and the fork where there is one.

    Raises:
        LocalProtocolError: the records are of two tables.
    """
    reports = verify(first), verify(second)
    a, b = reports[0].table, reports[1].table
    if a is None or b is None:
        return *reports, None
    try:
        compare(a.log, b.log)
    except RemoteProtocolError as error:
        index = error.params.get("index")
        return *reports, _found(index if isinstance(index, int) else 0, error)
    return *reports, None


def _report(table: Table, broken: tuple[FaultFound, ...]) -> Report:
    match = table.rules
    assert isinstance(match, Match), "the rules of a table here are a match"
    ending = table.ending
    judged = judged_of(table)
    faults = broken + judged.faults
    return Report(
        valid=not broken,
        honest=not faults,
        proven=table.proven and not faults,
        finished=ending is not None and ending.reason in ("over", "aborted"),
        faults=faults,
        entries=ending.entry if ending is not None else table.log.length,
        head=(ending.head if ending is not None else table.log.head()).hex(),
        scores=tuple(match.scores()),
        winners=tuple(match.winners()) if not faults else (),
        table=table,
        given_up=_given_up(table),
    )


def _given_up(table: Table) -> tuple[int, ...]:
    """The seats that are out and have not said so themselves."""
    conceded = {
        seat
        for seat, (entry, _) in table.openings.items()
        if isinstance(table.log.envelope(entry).payload, Concede)
    }
    return tuple(seat for seat in range(table.seats) if seat not in table.active and seat not in conceded)


def _unordered(entry: int, error: RemoteProtocolError) -> FaultFound:
    """What is wrong with an entry that a log cannot hold: the host's fault only where its signature covers it."""
    if error.evidence:
        return _found(entry, error)
    template = N_(
        "The host has not signed this here: the file was changed, and from here on it proves nothing against anybody."
    )
    return FaultFound(entry, -1, error.code, Sentence(template))


def _found(entry: int, error: ProtocolError) -> FaultFound:
    return FaultFound(entry, -1, error.code, Sentence(error.template, error.params))
