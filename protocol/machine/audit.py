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
from protocol.machine.rules import Slot
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
    committed = committed_secrets(record, openings)
    for seat in sorted(openings):
        entry, opening = openings[seat]
        found.extend(audit_opening(record, seat, opening, entry))
    for number in sorted(decks):
        owner = decks[number].owner
        for epoch in decks[number].epochs:
            secret = None if owner is None else committed.get(owner)
            hand = (
                [] if secret is None else _hand(epoch, secret, owner or 0, record.table_id(), decks, dealing)
            )
            found.extend(epoch.deck.audit(committed, hand))
    return found


def committed_secrets(
    record: TableRecord, openings: Mapping[int, tuple[int, Opening]]
) -> dict[int, SeatSecret]:
    """The secrets that seats have opened, by seat, where they are those that the seats had committed to."""
    found = {seat: SeatSecret(opening.secret) for seat, (_, opening) in openings.items()}
    return {
        seat: secret
        for seat, secret in found.items()
        if secret.commitment(record.draft_nonce, seat) == record.seats[seat].secret_commitment
    }


def shared_cards(
    table_id: bytes,
    decks: Mapping[int, Epochs],
    dealing: Dealing,
    committed: Mapping[int, SeatSecret],
) -> dict[Slot, int]:
    """What the slots of decks that all draw from were, as far as the seats that they were dealt to have opened."""
    found: dict[Slot, int] = {}
    for slot in dealing.slots():
        locker = dealing.locker(slot)
        if decks[slot[0]].owner is None and locker in committed and dealing.complete(slot):
            deck, place = decks[slot[0]].at(slot[1])
            card = dealing.peek(slot, committed[locker].position_key(table_id, deck.deck_id, locker, place))
            if card is not None:
                found[slot] = card
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
