"""Shell. Reads what a profile holds of its matches, also from a damaged file.

The one rule: what is given back is what was written; where something else stands, reading stops and says so. Each
answer's last column is the row's checksum; it never leaves this module.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from gefaehrten.core.errors import StoreError, UsageError
from gefaehrten.core.text import N_, Sentence
from gefaehrten.session import database, store_errors
from gefaehrten.session.checksums import checksum
from gefaehrten.session.database import Database, Row
from gefaehrten.session.schema import ENTRIES
from gefaehrten.session.stored import (
    MATCH_ID_BYTES,
    NO_SIGNATURE,
    SIGNATURE_BYTES,
    MatchRow,
    MatchState,
    Outgoing,
    Role,
    SeatSecrets,
    StoredMatch,
)
from protocol.wire.frame import Entry

MATCH_COLUMNS: Final = (
    "SELECT id, match, game, role, state, started, address, code, watch_code, record, signatures, result, checksum "
    "FROM matches"
)
_MATCH_TYPES: Final = (int, bytes, str, str, str, int, str, str, str, bytes, bytes, (str, type(None)))
_SECRETS_COLUMNS: Final = (
    "SELECT match, seat_key, draft_nonce, deck_secret, chain_seed, identity_seed, level, checksum "
    "FROM secrets"
)
_SECRETS_TYPES: Final = (int, bytes, bytes, bytes, bytes, bytes, str)
_ENTRY_COLUMNS: Final = "SELECT place, term, signature, envelope, checksum"
_ENTRY_TYPES: Final = (int, int, bytes, bytes)
_OUTBOX_COLUMNS: Final = "SELECT match, author, number, envelope, duty, checksum FROM outbox"
_OUTBOX_TYPES: Final = (int, bytes, int, bytes, str)
_META_COLUMNS: Final = "SELECT key, value, checksum FROM meta"
_META_TYPES: Final = (str, bytes)

_LATEST: Final = 253_402_300_799
"""The last second of the year 9999, beyond which no calendar goes."""


class Reader:
    """The reading half of a `Store`."""

    def __init__(self, file: Database) -> None:
        """Use `Store.open` or `Store.empty`."""
        self._file = file
        self._ids: dict[bytes, int] = {}

    @classmethod
    def empty(cls, path: Path) -> Self:
        """What a reader sees where there is no profile yet."""
        return cls(database.empty(path))

    def close(self) -> None:
        """Closes the file. Again is fine."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def damage(self) -> Sentence | None:
        """What could not be read so far (of a read-only store; a writer gets an error instead)."""
        return self._file.damage

    def suspect(self, damage: Sentence) -> None:
        """Somebody else knows that something is missing."""
        self._file.damage = self._file.damage or damage

    def get(self, key: str) -> bytes | None:
        """A fact about the profile itself.

        Raises:
            StoreError: `damaged`: another value stands there than was written; nobody may go on with that.
        """
        rows = self._file.rows(f"{_META_COLUMNS} WHERE key = ?", key)
        found = self._sound(rows, _META_TYPES)
        if len(found) < len(rows):
            raise store_errors.damaged(self._file.path)
        return found[0][1] if found else None

    def last_index(self, match: bytes) -> int:
        """The index of the last entry of the log, 0 if there is none."""
        return self._last_index(self._id(match))

    def entries(self, match: bytes, *, after: int = 0) -> tuple[Entry, ...]:
        """The entries behind an index, without a hole."""
        return self._entries(self._id(match), after=after)

    def _entries(self, key: int, *, after: int = 0) -> tuple[Entry, ...]:
        query = f"{_ENTRY_COLUMNS} FROM entries WHERE place > ? AND place < ? ORDER BY place"
        first = key * ENTRIES + after + 1
        rows = self._sound(self._file.rows(query, first - 1, (key + 1) * ENTRIES), _ENTRY_TYPES)
        whole = next((i for i, row in enumerate(rows) if row[0] != first + i), len(rows))
        if whole < len(rows):
            self._file.note_damage()
        return tuple(_entry(row) for row in rows[:whole])

    def aside(self, match: bytes) -> tuple[Entry, ...]:
        """The entries that new hosts' terms have left behind, in the order in which they were left."""
        query = f"{_ENTRY_COLUMNS} FROM aside WHERE place / {ENTRIES} = ? ORDER BY id"
        rows = self._sound(self._file.rows(query, self._id(match)), _ENTRY_TYPES)
        return tuple(_entry(row) for row in rows)

    def secrets(self, match: bytes) -> tuple[SeatSecrets, ...]:
        """What the profile's seats have put into the drafts of a match."""
        rows = self._file.rows(f"{_SECRETS_COLUMNS} WHERE match = ?", self._id(match))
        return tuple(SeatSecrets(*row[1:]) for row in self._sound(rows, _SECRETS_TYPES))

    def vote(self, match: bytes, seat_key: bytes) -> int:
        """The last term that a seat of this profile has voted for, 0 for none.

        Raises:
            StoreError: `damaged`: something else stands there than was written; nobody may vote on that.
        """
        query = "SELECT match, seat_key, term, checksum FROM votes WHERE match = ? AND seat_key = ?"
        rows = self._file.rows(query, self._id(match), seat_key)
        found = self._sound(rows, (int, bytes, int))
        if len(found) < len(rows):
            raise store_errors.damaged(self._file.path)
        return found[0][2] if found else 0

    def outbox(self, match: bytes, author: bytes | None = None) -> tuple[Outgoing, ...]:
        """What the profile's seats have signed in a match, by author and number; of one author if one is named."""
        query = f"{_OUTBOX_COLUMNS} WHERE match = ? AND author = coalesce(?, author) ORDER BY author, number"
        rows = self._file.rows(query, self._id(match), author)
        return tuple(Outgoing(*row[1:]) for row in self._sound(rows, _OUTBOX_TYPES))

    def matches(self) -> list[MatchRow]:
        """All matches, the newest first."""
        with self._file.snapshot():
            # One by one, and sorted here: a damaged row hides no other one.
            found = [(key, self._row("id", key)) for (key,) in self._file.rows("SELECT id FROM matches")]
        listed = [(row.started, key, row) for key, row in found if row is not None]
        return [row for _, _, row in sorted(listed, key=lambda each: each[:2], reverse=True)]

    def row(self, match: bytes) -> MatchRow:
        """One match of the list.

        Raises:
            StoreError: `unknown`: the profile does not hold it.
        """
        row = self._row("match", match)
        if row is None:
            raise self._not_found(match)
        return row

    def _row(self, column: str, value: object) -> MatchRow | None:
        rows = self._file.rows(f"{MATCH_COLUMNS} WHERE {column} = ?", value)
        sound = self._sound(rows, _MATCH_TYPES)
        return self._match_row(sound[0]) if sound else None

    def load(self, match: bytes) -> StoredMatch:
        """Everything about one match, as of one moment.

        Raises:
            StoreError: `unknown`: the profile does not hold it.
        """
        with self._file.snapshot():
            row, entries, secrets, outbox = (
                self.row(match),
                self.entries(match),
                self.secrets(match),
                self.outbox(match),
            )
        return StoredMatch(row, entries, secrets, outbox, self.damage)

    def find(self, prefix: str) -> bytes:
        """The match whose id begins with these hexadecimal digits.

        Raises:
            UsageError: none does (`match_unknown`), or several do (`match_ambiguous`).
        """
        wanted = prefix.strip().lower()
        found = [row.match for row in self.matches() if wanted and row.id.startswith(wanted)]
        match found:
            case [match]:
                return match
            case [] if self.damage is not None:
                raise store_errors.damaged(self._file.path)
            case []:
                raise UsageError(
                    "match_unknown",
                    N_("No match has an id that begins with {prefix}; gefaehrten games lists them all."),
                    prefix=prefix,
                )
            case _:
                raise UsageError(
                    "match_ambiguous",
                    N_("{count} matches have an id that begins with {prefix}; give more of its digits."),
                    count=len(found),
                    prefix=prefix,
                )

    def _id(self, match: bytes) -> int:
        key = self._ids.get(match)
        if key is None:
            row = self._file.one("SELECT id FROM matches WHERE match = ?", match)
            if row is None:
                raise self._not_found(match)
            key = int(row[0])
            self._ids[match] = key
        return key

    def _not_found(self, match: bytes) -> StoreError:
        if self.damage is not None:
            return store_errors.damaged(self._file.path)
        return store_errors.unknown_match(match)

    def _last_index(self, key: int) -> int:
        row = self._file.one(
            f"SELECT max(place) % {ENTRIES} FROM entries WHERE place > ? AND place < ?",
            *(key * ENTRIES, (key + 1) * ENTRIES),
        )
        # No row at all: the place that would say it is damaged, and what stands before it counts.
        return len(self._entries(key)) if row is None else int(row[0] or 0)

    def _sound(self, rows: list[Row], types: tuple[type | tuple[type, ...], ...]) -> list[Row]:
        """The rows without their checksums, up to the first in which something else stands now.

        Rows of a profile that was made before there were checksums have none.
        """
        found = []
        for *values, stored in rows:
            typed = all(isinstance(value, kind) for value, kind in zip(values, types, strict=True))
            if not typed or stored not in (None, checksum(*values)):
                self._file.note_damage()
                break
            found.append(tuple(values))
        return found

    def _match_row(self, values: Row) -> MatchRow | None:
        key, match, game, role, state, started, address, code, watch_code, record, signatures, result = values
        try:
            read = None if result is None else json.loads(result)
            if not (read is None or isinstance(read, dict)) or len(signatures) % SIGNATURE_BYTES:
                raise ValueError
            if len(match) != MATCH_ID_BYTES or not 0 <= started <= _LATEST:
                raise ValueError
            return MatchRow(
                *(match, game, Role(role), MatchState(state), started, address, code, watch_code, record),
                *(_split(signatures), read, self._last_index(key)),
            )
        except (ValueError, RecursionError):
            self._file.note_damage()
            return None


def _entry(row: Row) -> Entry:
    return Entry(row[0] % ENTRIES, *row[1:])


def _split(packed: bytes) -> tuple[bytes, ...]:
    parts = (packed[at : at + SIGNATURE_BYTES] for at in range(0, len(packed), SIGNATURE_BYTES))
    return tuple(b"" if part == NO_SIGNATURE else part for part in parts)
