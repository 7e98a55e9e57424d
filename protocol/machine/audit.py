"""Pure. The audit after the match: every commitment, shuffle and key run again from the secrets that were opened.

The one rule: what a seat did not open is not held against it here; it only leaves the result unproven.
"""

from __future__ import annotations

from collections.abc import Mapping

from protocol.deck.audit import audit_opening
from protocol.deck.epochs import Epoch, Epochs
from protocol.deck.secret import SeatSecret
from protocol.errors import Fault
from protocol.machine.dealing import Dealing
from protocol.table import TableRecord
from protocol.wire.messages import Opening


def audit(
    record: TableRecord,
    decks: Mapping[int, Epochs],
    dealing: Dealing,
    openings: Mapping[int, tuple[int, Opening]],
) -> list[Fault]:
    """The faults that the openings prove, in the order of seats and decks.

    Args:
        record: the table record with everybody's commitments.
        decks: the sealed decks as the log made them.
        dealing: who held what.
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
        owner = decks[number].owner
        for epoch in decks[number].epochs:
            secret = None if owner is None else committed.get(owner)
            hand = (
                [] if secret is None else _hand(epoch, secret, owner or 0, record.table_id(), decks, dealing)
            )
            found.extend(epoch.deck.audit(committed, hand))
    return found


def _hand(
    epoch: Epoch,
    secret: SeatSecret,
    owner: int,
    table_id: bytes,
    decks: Mapping[int, Epochs],
    dealing: Dealing,
) -> list[int | None]:
    """The cards that the owner held when the deck was sealed again."""
    found: list[int | None] = []
    for number, position in epoch.hand:
        deck, place = decks[number].at(position)
        key = secret.position_key(table_id, deck.deck_id, owner, place)
        found.append(dealing.peek((number, position), key))
    return found
