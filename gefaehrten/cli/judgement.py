"""Pure. What is proven of a record, in sentences: for whoever looks back on a match."""

from __future__ import annotations

from collections.abc import Sequence

from gefaehrten.core.text import N_, Sentence
from gefaehrten.session.events import FaultFound
from gefaehrten.session.verify import Report


def judgement(report: Report, names: Sequence[str]) -> list[Sentence]:
    """The verdict first, then every fault; at least one sentence."""
    faults = [_fault(fault, names) for fault in report.faults]
    if not report.valid:
        return [
            Sentence(N_("This record does not hold; what comes before its first fault is shown.")),
            *faults,
        ]
    if faults:
        return [Sentence(N_("Not everybody at this table was honest.")), *faults]
    if not report.finished:
        return [
            Sentence(
                N_("The record stops at entry {entries}; what there is holds."), {"entries": report.entries}
            )
        ]
    if report.proven:
        return [
            Sentence(N_("All {count} seats honest, proven."), {"count": len(names)}),
            *given_up(report, names),
        ]
    assert report.table is not None, "a finished match has a table"
    silent = [name for seat, name in enumerate(names) if seat not in report.table.openings]
    return [
        Sentence(
            N_("What can be checked holds; unproven, because these did not open their secrets: {names}."),
            {"names": ", ".join(silent)},
        ),
        *given_up(report, names),
    ]


def given_up(report: Report, names: Sequence[str]) -> list[Sentence]:
    """Who was put out by the others, if anybody: that is theirs to say, and proves nothing."""
    if not report.given_up:
        return []
    template = N_("Given up by the others: {names}. Nobody can prove that somebody was not there.")
    return [Sentence(template, {"names": ", ".join(names[seat] for seat in report.given_up)})]


def _fault(fault: FaultFound, names: Sequence[str]) -> Sentence:
    words: dict[str, object] = {"entry": fault.entry, "what": fault.what}
    if fault.seat is None or fault.seat < 0:
        return Sentence(N_("Entry {entry}: {what}"), words)
    return Sentence(N_("Entry {entry}, {name}: {what}"), {**words, "name": names[fault.seat]})
