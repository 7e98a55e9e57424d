"""Pure. The audit after the match: every commitment, shuffle and key run again from the secrets that were opened.

The one rule: what a seat did not open is not held against it here; it only leaves the result unproven.
"""

from __future__ import annotations

from collections.abc import Mapping

from protocol.deck.audit import audit_opening
from protocol.deck.sealing import SealedDeck
from protocol.deck.secret import SeatSecret
from protocol.errors import Fault
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
    committed: dict[int, SeatSecret] = {}
    for seat in sorted(openings):
        entry, opening = openings[seat]
        wrong = audit_opening(record, seat, opening, entry)
        found.extend(wrong)
        if all(fault.code != "secret" for fault in wrong):
            committed[seat] = SeatSecret(opening.secret)
    for number in sorted(decks):
        found.extend(decks[number].audit(committed))
    return found
