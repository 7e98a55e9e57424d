"""Pure. What a seat's opened secrets must agree with: its commitments in the table record.

The one rule: an audit finds, it does not judge; each fault names the entry and the seat. (Links need no second
look: each was checked in play against the chain end that the opened seed is checked against here.)
"""

from __future__ import annotations

from protocol.chain import Chain
from protocol.deck.secret import SeatSecret
from protocol.errors import Fault
from protocol.table import TableRecord
from protocol.wire.messages import Opening


def audit_opening(record: TableRecord, seat: int, opening: Opening, entry: int) -> list[Fault]:
    """Checks an OPENING against the table record: codes "secret" and "chain".

    Args:
        record: the table record.
        seat: who opened.
        opening: what it opened.
        entry: index of the log entry of the OPENING.
    """
    committed = record.seats[seat]
    faults: list[Fault] = []
    if SeatSecret(opening.secret).commitment(record.draft_nonce, seat) != committed.secret_commitment:
        faults.append(Fault(entry, seat, "secret"))
    if Chain(opening.chain_seed).end != committed.chain_end:
        faults.append(Fault(entry, seat, "chain"))
    return faults
