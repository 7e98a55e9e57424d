"""Shell. A match from the profile's store, as far as it got: for rejoining, showing, exporting and verifying."""

from __future__ import annotations

from gefaehrten.core.errors import StoreError
from gefaehrten.core.text import N_
from gefaehrten.session.replicas import match_of
from gefaehrten.session.store import Store
from gefaehrten.session.stored import StoredMatch
from protocol.errors import Culprit
from protocol.machine.comeback import Own, Resumed, come_back
from protocol.machine.seat import Secrets
from protocol.machine.table import Table
from protocol.record import RecordFile
from protocol.table import TableRecord
from protocol.wire.codec import unpack
from protocol.wire.messages import Kind, payload_of


def record_of(stored: StoredMatch) -> TableRecord:
    """The table record of a stored match.

    Raises:
        StoreError: the match has not begun, so it has none.
        RemoteProtocolError: what is stored is damaged.
    """
    if not stored.row.record:
        raise StoreError("not_begun", N_("This match never began, so there is nothing to show of it."))
    record = payload_of(Kind.RECORD, unpack(stored.row.record, culprit=Culprit.FILE), culprit=Culprit.FILE)
    assert isinstance(record, TableRecord), "a RECORD payload is a table record"
    return record


def record_file(stored: StoredMatch) -> RecordFile:
    """A stored match as a record, as far as it got."""
    return RecordFile(record_of(stored), stored.row.signatures, stored.entries)


def table_of(file: RecordFile) -> Table:
    """The replica that the entries of a record lead to.

    Raises:
        RemoteProtocolError: an entry that the host must not have logged, or a signature that does not hold.
        Refused: the rules are not those of this program.
    """
    table = Table(file.table, match_of(file.table))
    for entry in file.entries:
        table.receive(entry)
    return table


def watched(store: Store, match: bytes) -> Table | None:
    """The replica of a stored match, without a seat; None where nothing of it is stored that could go on."""
    if all(row.match != match for row in store.matches()):
        return None
    stored = store.load(match)
    if not stored.row.record or not stored.row.signatures or not all(stored.row.signatures):
        return None
    return table_of(record_file(stored))


def remembered(store: Store, match: bytes, key: bytes, nonce: bytes) -> Secrets | None:
    """The secrets that a seat has stored for a draft; None if there are none."""
    for secrets in store.secrets(match):
        if (secrets.seat_key, secrets.draft_nonce) == (key, nonce):
            return Secrets(secrets.deck_secret, secrets.chain_seed)
    return None


def resumed(store: Store, match: bytes, key: bytes) -> Resumed | None:
    """The seat of a key in a stored match that is running, ready to go on; None if there is none."""
    if all(row.match != match for row in store.matches()):
        return None
    stored = store.load(match)
    if not stored.row.record or not stored.row.signatures:
        return None
    record = record_of(stored)
    secrets = stored.secret(key, record.draft_nonce)
    if secrets is None or key not in record.keys:
        return None
    own = {
        outgoing.number: Own(outgoing.envelope, tuple(outgoing.duty.split()))
        for outgoing in stored.outgoing(key)
    }
    return come_back(
        record,
        match_of(record),
        record.keys.index(key),
        Secrets(secrets.deck_secret, secrets.chain_seed),
        stored.entries,
        own,
        store.vote(match, key),
    )
