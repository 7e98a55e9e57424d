"""Pure. What a log shows of who was honest, wherever it ends: also what the verdicts in it cannot say (§11).

The one rule: what the replica found stands as it is, and what is added follows from the log alone. More of a log makes
a finding more exact and clears nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gefaehrten.core.text import Sentence
from gefaehrten.session.events import FaultFound
from protocol.errors import FAULTS, N_, Fault
from protocol.machine.table import Ending, Table
from protocol.text import clean_name
from protocol.wire.messages import Verdict

VERDICT = "verdict"
"""The code of a verdict that is not what the record shows."""

PASSES = frozenset({"shuffle", "marks", "keys", "hashes"})
"""What an audit finds in passes; nobody can know it of a seat that has not opened."""

CHEATED = PASSES | {"secret"}
"""What explains a card that is none: a wrong pass, or a secret that passes cannot be repeated with."""


def findings(table: Table) -> tuple[FaultFound, ...]:
    """Every fault that the log of a table shows: play's, the audit's, then what follows from them, then verdicts'.

    Openings that an audit still waits for others with are audited here as they are.
    """
    signed = [fault for fault in table.faults if fault.code == VERDICT]
    faults = [fault for fault in table.faults if fault.code != VERDICT]
    ending = table.ending
    if ending is None:
        return tuple(map(_told, faults))
    if not table.audited:
        faults += table.audit()
    found = list(map(_told, faults))
    if ending.reason == "deck" and CHEATED.isdisjoint(fault.code for fault in faults):
        found.append(_unopened(table, ending))
    verdicts = [*map(_told, signed), *_early(table, ending, faults), *_contradictions(table)]
    return (*found, *sorted(verdicts, key=lambda fault: fault.entry))


def _told(fault: Fault) -> FaultFound:
    return FaultFound(fault.entry, fault.seat, fault.code, Sentence(*fault.sentence))


def _unopened(table: Table, ending: Ending) -> FaultFound:
    """A card was none, and no pass that can be repeated is wrong: it was one of those who have not opened."""
    silent = [seat for seat in range(table.seats) if seat not in table.openings]
    if len(silent) == 1:
        template = N_(
            "Seat {seat} cheated in a pass: entry {entry} shows a sealed card that is none of its deck, all passes "
            "of the others are right, and this seat has not opened its secrets."
        )
        return FaultFound(
            ending.entry,
            silent[0],
            "unopened",
            Sentence(template, {"seat": silent[0], "entry": ending.entry}),
        )
    names = ", ".join(clean_name(table.record.seats[seat].name) for seat in silent)
    template = N_(
        "A sealed card is none of its deck, so somebody cheated in a pass; who it was cannot be said, because these "
        "have not opened their secrets: {names}."
    )
    return FaultFound(ending.entry, None, "unopened", Sentence(template, {"names": names}))


def _early(table: Table, ending: Ending, faults: Sequence[Fault]) -> Iterator[FaultFound]:
    """The first verdict of each seat that no audit had come before, where the log contradicts it."""
    audited = _audited_at(table, ending)
    judged: set[int] = set()
    for entry, seat, verdict in _verdicts(table):
        if ending.entry < entry < audited and seat not in judged:
            judged.add(seat)
            if _contradicts(table, ending, faults, entry, verdict):
                yield _told(
                    Fault(entry, seat, VERDICT, N_("The verdict signed here is not what the record shows."))
                )


def _contradicts(table: Table, ending: Ending, faults: Sequence[Fault], entry: int, verdict: Verdict) -> bool:
    """Whether a verdict from before the audit says what is certainly not so, or hides what was to be seen."""
    opened = {seat: at for seat, (at, _) in table.openings.items() if at <= _audited_at(table, ending)}
    listed = {(fault.entry, fault.seat, fault.code) for fault in verdict.faults}
    shown = {(fault.entry, fault.seat, fault.code) for fault in faults}
    seen = {row for row in shown if row[2] not in FAULTS or opened[row[1]] < entry}
    unknown = {row for row in listed if row[2] in PASSES and row[1] < table.seats and row[1] not in opened}
    return (
        verdict.play_head != ending.head
        or verdict.scores != tuple(table.rules.scores())
        or verdict.honest != (not verdict.faults)
        or not seen <= listed
        or not listed - unknown <= {row for row in shown if row[0] < entry}
    )


def _audited_at(table: Table, ending: Ending) -> int:
    """The entry that the audit came with; behind the last one while it has not come."""
    if not table.audited:
        return table.log.length + 1
    convicted = {fault.seat for fault in table.faults if fault.code not in FAULTS and fault.code != VERDICT}
    staying = set(table.active) - convicted
    awaited = [entry for seat, (entry, _) in table.openings.items() if seat in staying]
    return max(awaited, default=ending.entry)


def _contradictions(table: Table) -> Iterator[FaultFound]:
    """The first verdict of each seat that is not its first one over again."""
    first: dict[int, tuple[int, Verdict]] = {}
    told: set[int] = set()
    for entry, seat, verdict in _verdicts(table):
        before, known = first.setdefault(seat, (entry, verdict))
        if verdict != known and seat not in told:
            told.add(seat)
            template = N_("Seat {seat} signed two different verdicts, at entries {first} and {entry}.")
            words = Sentence(template, {"seat": seat, "first": before, "entry": entry})
            yield FaultFound(entry, seat, "verdict-twice", words)


def _verdicts(table: Table) -> Iterator[tuple[int, int, Verdict]]:
    """Every VERDICT of the log, but for those of retired seats: its entry, its seat, what it says."""
    for entry, envelope in enumerate(table.log.envelopes, 1):
        if isinstance(envelope.payload, Verdict) and table.log.seat_of(envelope.author) in table.active:
            yield entry, table.log.seat_of(envelope.author), envelope.payload
