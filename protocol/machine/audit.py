"""Pure. The audit after the match: every commitment, shuffle and key run again from the secrets that were opened.

The one rule: what a seat did not open is not held against it here; it only leaves the result unproven.
"""

from __future__ import annotations

from collections.abc import Mapping

from protocol.deck.audit import audit_opening
from protocol.deck.sealing import SealedDeck
from protocol.deck.secret import SeatSecret
from protocol.errors import FAULTS
from protocol.machine.faults import Fault
from protocol.table import TableRecord
from protocol.wire.messages import Opening


def audit(
    record: TableRecord, decks: Mapping[int, SealedDeck], openings: Mapping[int, tuple[int, Opening]]
) -> list[Fault]:
    """The faults that the openings prove, in the order of seats and decks.

    Args:
        record: the table record with everybody's commitments.
        decks: the sealed decks as the log made them.
        openings: per seat the log entry of its opening, and the secrets in it.
    """
    found = []
    honest: dict[int, SeatSecret] = {}
    for seat in sorted(openings):
        entry, opening = openings[seat]
        wrong = audit_opening(record, seat, opening, entry)
        found.extend(wrong)
        if not wrong:
            honest[seat] = SeatSecret(opening.secret)
    for number in sorted(decks):
        found.extend(decks[number].audit(honest))
    return [
        Fault(
            fault.entry,
            fault.seat,
            fault.code,
            FAULTS[fault.code],
            {"seat": fault.seat + 1, "entry": fault.entry},
        )
        for fault in found
    ]
