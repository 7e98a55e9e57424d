"""Pure. The tables of a profile, and how older ones become the present ones.

The one rule: a migration that was ever released is never edited; a change is a new one at the end.
"""

from __future__ import annotations

from typing import Final

APPLICATION_ID: Final = 0x47656661
"""Stands in the header of the file (SQLite's `application_id`) and tells a profile from other databases: "Gefa"."""

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
        """CREATE TABLE matches (
            id INTEGER PRIMARY KEY,
            match BLOB NOT NULL UNIQUE,
            game TEXT NOT NULL,
            role TEXT NOT NULL,
            state TEXT NOT NULL,
            started INTEGER NOT NULL,
            address TEXT NOT NULL,
            code TEXT NOT NULL,
            watch_code TEXT NOT NULL,
            record BLOB NOT NULL,
            signatures BLOB NOT NULL,
            result TEXT
        )""",
        """CREATE TABLE secrets (
            match INTEGER NOT NULL,
            seat_key BLOB NOT NULL,
            draft_nonce BLOB NOT NULL,
            deck_secret BLOB NOT NULL,
            chain_seed BLOB NOT NULL,
            identity_seed BLOB NOT NULL,
            level TEXT NOT NULL,
            PRIMARY KEY (match, seat_key, draft_nonce)
        ) WITHOUT ROWID""",
        # `place` is match * ENTRIES + index: one flat tree without a second one for an index, so a commit writes one
        # page of it, and what stands before a damaged page stays readable.
        """CREATE TABLE entries (
            place INTEGER PRIMARY KEY,
            term INTEGER NOT NULL,
            signature BLOB NOT NULL,
            envelope BLOB NOT NULL
        )""",
        """CREATE TABLE outbox (
            match INTEGER NOT NULL,
            author BLOB NOT NULL,
            number INTEGER NOT NULL,
            envelope BLOB NOT NULL,
            duty TEXT NOT NULL,
            PRIMARY KEY (match, author, number)
        ) WITHOUT ROWID""",
        # Entries that a new host's term has left behind: no longer part of the log, but signed, so kept.
        """CREATE TABLE aside (
            id INTEGER PRIMARY KEY,
            place INTEGER NOT NULL,
            term INTEGER NOT NULL,
            signature BLOB NOT NULL,
            envelope BLOB NOT NULL
        )""",
    ),
    (
        # See `checksums`; rows that were written before have none.
        "ALTER TABLE meta ADD COLUMN checksum BLOB",
        "ALTER TABLE matches ADD COLUMN checksum BLOB",
        "ALTER TABLE secrets ADD COLUMN checksum BLOB",
        "ALTER TABLE entries ADD COLUMN checksum BLOB",
        "ALTER TABLE outbox ADD COLUMN checksum BLOB",
        "ALTER TABLE aside ADD COLUMN checksum BLOB",
    ),
    (
        # The last term that a seat has voted for: it never votes twice for one.
        """CREATE TABLE votes (
            match INTEGER NOT NULL,
            seat_key BLOB NOT NULL,
            term INTEGER NOT NULL,
            checksum BLOB NOT NULL,
            PRIMARY KEY (match, seat_key)
        ) WITHOUT ROWID""",
    ),
)
"""Statement by statement, what leads from version v (the index) to v + 1."""

ENTRIES: Final = 2**32
"""Places for the entries of one match, one more than the largest index on the wire."""

VERSION: Final = len(MIGRATIONS)
"""The form of the tables, in the header of the file (SQLite's `user_version`)."""
