"""Pure. What a log shows where it ends, beyond what stands in verdicts (§11.1).

The one rule: only what is certainly wrong is a fault, so that more of the log clears nobody.
"""

from __future__ import annotations

from scripts.independent.audit import audit
from scripts.independent.record import Fault
from scripts.independent.replica import Replica, Signed
from scripts.independent.values import Plain

OF_A_PASS = ("shuffle", "keys", "hashes", "marks")
OF_AN_AUDIT = ("secret", "chain", *OF_A_PASS)


def faults_at_the_end(replica: Replica) -> list[Fault]:
    """All faults of a log that has been followed to its end, in the order of §11.1."""
    faults = [fault for fault in replica.faults if fault.code != "verdict"]
    verdicts = [fault for fault in replica.faults if fault.code == "verdict"]
    if not replica.over_at:
        return faults
    if not replica.audited_at:
        faults += audit(replica.table, replica.decks, replica.openings)
    codes = {fault.code for fault in faults}
    shown = list(faults)
    if replica.spoilt and not codes & {"secret", *OF_A_PASS}:
        closed = [seat for seat in range(replica.seats) if seat not in replica.openings]
        what = f"a slot is no card, and only these seats have not opened: {closed}"
        shown.append(Fault(replica.over_at, closed[0] if len(closed) == 1 else None, "unopened", what))
    for seat in range(replica.seats):
        signed = [verdict for verdict in replica.verdicts if verdict.seat == seat]
        early = [verdict for verdict in signed if _is_early(replica, verdict)]
        if early and _contradicts(replica, faults, early[0]):
            what = "this verdict says what is not so"
            verdicts.append(Fault(early[0].entry, seat, "verdict", what))
        other = [verdict for verdict in signed if verdict.payload != signed[0].payload]
        if other:
            what = f"another verdict than at entry {signed[0].entry}"
            verdicts.append(Fault(other[0].entry, seat, "verdict-twice", what))
    return shown + sorted(verdicts, key=lambda fault: (fault.entry, fault.code))


def _is_early(replica: Replica, verdict: Signed) -> bool:
    """Whether a verdict stands between the end of play and the audit."""
    return verdict.entry > replica.over_at and not 0 < replica.audited_at < verdict.entry


def _contradicts(replica: Replica, faults: list[Fault], verdict: Signed) -> bool:
    honest, listed, head, scores = verdict.payload
    assert isinstance(listed, list)
    if head != replica.over_head or scores != replica.scores() or honest is bool(listed):
        return True
    opened_at = {seat: opening.entry for seat, opening in replica.openings.items()}
    if replica.audited_at:
        opened_at = {seat: entry for seat, entry in opened_at.items() if entry <= replica.audited_at}
    for fault in faults:
        row: Plain = [fault.entry, fault.seat, fault.code]
        assert fault.seat is not None
        plain_to_see = fault.code not in OF_AN_AUDIT or opened_at[fault.seat] < verdict.entry
        if plain_to_see and row not in listed:
            return True
    found = [[fault.entry, fault.seat, fault.code] for fault in faults if fault.entry < verdict.entry]
    for row in listed:
        match row:
            case [_, int(seat), str(code)] if code in OF_A_PASS and seat < replica.seats:
                if seat in opened_at and row not in found:
                    return True
            case _ if row not in found:
                return True
    return False
