"""Shell. The journal of all matches: what came in, what was signed, and every own secret, before anything leaves.

The one rule: nothing that is stored is ever overwritten by something else. Entries, secrets and signed envelopes only
come to be; the same again is fine, something different is an error that carries both as evidence.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from gefaehrten.core.errors import StoreError
from gefaehrten.core.text import N_
from gefaehrten.session import database
from gefaehrten.session.checksums import checksum
from gefaehrten.session.reader import MATCH_COLUMNS, Reader
from gefaehrten.session.schema import ENTRIES
from gefaehrten.session.store_errors import Conflict, Gap
from gefaehrten.session.stored import (
    MATCH_ID_BYTES,
    NO_SIGNATURE,
    SIGNATURE_BYTES,
    MatchRow,
    MatchState,
    Role,
    SeatSecrets,
)
from protocol.wire.frame import Entry, entry_frame


class Store(Reader):
    """The matches of a profile. One process writes (the profile's lock sees to it), any number reads.

    Every writing method is a transaction of its own, on the disk when it returns; inside `batch()` they are one.
    After any error the store holds what it held before and stays usable.
    """

    @classmethod
    def open(cls, path: Path, *, readonly: bool = False) -> Store:
        """Opens a profile's database; one that is not there is made, unless `readonly`.

        Args:
            path: the file; its folder must exist.
            readonly: changes nothing, can run beside a writer, and reads what can be read of a damaged file.

        Raises:
            StoreError: `missing`, `not_ours`, `damaged`, `newer`, `readonly`, `full` or `io`; nothing was changed.
        """
        if readonly:
            return cls(database.open_for_reading(path))
        try:
            return cls(database.open_for_writing(path))
        except StoreError as error:
            if error.code != "missing":
                raise
        database.create(path)
        return cls(database.open_for_writing(path))

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Makes what is written inside one synced transaction, or nothing of it. Never `await` inside.

        An entry and the answer to it belong together: the answer then leaves when both are on the disk.
        Inner batches join the outer one.

        Raises:
            StoreError: the disk, the file or this user's rights do not allow it; nothing was written.
        """
        try:
            with self._file.batch():
                yield
        except BaseException:
            self._ids.clear()  # they may be those of matches that were begun in this batch
            raise

    # ---- facts of the profile

    def put(self, key: str, value: bytes) -> None:
        """Stores a fact about the profile itself; the only thing here that a later value replaces."""
        with self.batch():
            self._file.execute(
                "INSERT OR REPLACE INTO meta VALUES (?, ?, ?)", key, value, checksum(key, value)
            )

    # ---- matches

    def create(
        self,
        match: bytes,
        *,
        game: str,
        role: Role,
        started: int,
        address: str = "",
        code: str = "",
        watch_code: str = "",
    ) -> None:
        """Begins a match in the lobby. A match that is there already is left as it is.

        Args:
            match: the match id, 16 bytes.
            started: seconds since 1970 (UTC).
        """
        assert len(match) == MATCH_ID_BYTES
        with self.batch():
            made = self._file.execute(
                "INSERT OR IGNORE INTO matches (match, game, role, state, started, address, code, watch_code, record, "
                "signatures) VALUES (?, ?, ?, ?, ?, ?, ?, ?, x'', x'')",
                *(match, game, role.value, MatchState.LOBBY.value, started, address, code, watch_code),
            )
            if made.rowcount:
                self._check_off(match)

    def set_record(self, match: bytes, record: bytes, signatures: Sequence[bytes] = ()) -> None:
        """Stores the table record and the seats' signatures under it, empty where one is not there yet.

        The record may change as long as the match is in the lobby and has no entry; then only missing signatures come.

        Raises:
            Conflict: `record_conflict`: the match is played under another record, or with another signature.
        """
        packed = b"".join(signature or NO_SIGNATURE for signature in signatures)
        assert len(packed) == SIGNATURE_BYTES * len(signatures)
        with self.batch():
            row = self.row(match)
            if row.state is not MatchState.LOBBY or row.entries:
                packed = _merged(row, record, signatures)
            self._file.execute(
                "UPDATE matches SET record = ?, signatures = ? WHERE id = ?", record, packed, self._id(match)
            )
            self._check_off(match)

    def set_state(
        self, match: bytes, state: MatchState, *, result: Mapping[str, object] | None = None
    ) -> None:
        """Notes how far a match has come.

        Args:
            result: JSON values; None leaves a stored result as it is.
        """
        text = None if result is None else json.dumps(result, ensure_ascii=False, sort_keys=True)
        with self.batch():
            self.row(match)  # a row that is damaged must not get a new checksum
            self._file.execute(
                "UPDATE matches SET state = ?, result = coalesce(?, result) WHERE id = ?",
                state.value,
                text,
                self._id(match),
            )
            self._check_off(match)

    def set_address(
        self,
        match: bytes,
        *,
        role: Role | None = None,
        address: str | None = None,
        code: str | None = None,
        watch_code: str | None = None,
    ) -> None:
        """Notes where a match goes on, and as what; None leaves a value as it is."""
        with self.batch():
            self.row(match)
            self._file.execute(
                "UPDATE matches SET role = coalesce(?, role), address = coalesce(?, address), "
                "code = coalesce(?, code), watch_code = coalesce(?, watch_code) WHERE id = ?",
                *(role and role.value, address, code, watch_code, self._id(match)),
            )
            self._check_off(match)

    def _check_off(self, match: bytes) -> None:
        """Gives the row of a match the checksum of what stands there now."""
        values = self._file.one(f"{MATCH_COLUMNS} WHERE match = ?", match)
        assert values is not None, "it has just been written"
        self._file.execute("UPDATE matches SET checksum = ? WHERE match = ?", checksum(*values[:-1]), match)

    # ---- what is signed and secret

    def put_secrets(self, match: bytes, secrets: SeatSecrets) -> None:
        """Stores what a seat puts into a draft, before the draft leaves the machine.

        Raises:
            Conflict: `secret_conflict`: the seat has other secrets in this draft already.
        """
        new = (secrets.deck_secret, secrets.chain_seed, secrets.identity_seed, secrets.level)
        with self.batch():
            key = (self._id(match), secrets.seat_key, secrets.draft_nonce)
            old = self._file.one(
                "SELECT deck_secret, chain_seed, identity_seed, level FROM secrets "
                "WHERE match = ? AND seat_key = ? AND draft_nonce = ?",
                *key,
            )
            if old is None:
                self._file.execute(
                    "INSERT INTO secrets VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *key, *new, checksum(*key, *new)
                )
            elif old != new:
                raise Conflict(
                    "secret_conflict",
                    N_("Other secrets are stored for this seat and draft; they were kept."),
                    stored=b"",
                    offered=b"",  # secrets are no evidence for anybody
                )

    def append(self, match: bytes, entries: Sequence[Entry]) -> None:
        """Stores log entries that follow the stored ones. Entries that are stored already are compared.

        Raises:
            Conflict: `entry_conflict`: another entry stands at that index; both carry the host's signature.
            Gap: an entry does not follow the last one.
        """
        with self.batch():
            key, new = self._id(match), []
            last = self._last_index(key)
            # All is looked at before anything is written, so that a refused call leaves no trace in the batch.
            for entry in entries:
                if entry.index == last + 1:
                    new.append(entry)
                    last += 1
                elif 0 < entry.index <= last:
                    self._compare(key, entry, new)
                else:
                    raise Gap(
                        "gap",
                        N_("Entry {index} does not follow entry {last}, the last one stored."),
                        index=entry.index,
                        last=last,
                    )
            for entry in new:
                values = key * ENTRIES + entry.index, entry.term, entry.signature, entry.envelope
                self._file.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", *values, checksum(*values))

    def _compare(self, key: int, entry: Entry, new: Iterable[Entry]) -> None:
        row = self._file.one(
            "SELECT term, signature, envelope FROM entries WHERE place = ?", key * ENTRIES + entry.index
        )
        stored = (
            next(other for other in new if other.index == entry.index)
            if row is None
            else Entry(entry.index, *row)
        )
        if stored != entry:
            raise Conflict(
                "entry_conflict",
                N_("Another entry {index} is stored already; it was kept."),
                stored=entry_frame(stored),
                offered=entry_frame(entry),
                index=entry.index,
            )

    def set_aside(self, match: bytes, *, after: int) -> int:
        """Takes the entries behind an index out of the log: a new host's term begins there.

        They stay in the profile as evidence. How many there were.
        """
        with self.batch():
            key = self._id(match)
            behind = (key * ENTRIES + after, (key + 1) * ENTRIES)
            self._file.execute(
                "INSERT INTO aside (place, term, signature, envelope, checksum) "
                "SELECT place, term, signature, envelope, checksum FROM entries "
                "WHERE place > ? AND place < ? ORDER BY place",
                *behind,
            )
            return self._file.execute("DELETE FROM entries WHERE place > ? AND place < ?", *behind).rowcount

    def put_vote(self, match: bytes, seat_key: bytes, term: int) -> None:
        """Stores that a seat votes for a host's term, before the vote leaves the machine.

        Raises:
            Conflict: `voted_twice`: it has voted for this term, or for a later one.
        """
        with self.batch():
            last = self.vote(match, seat_key)
            if term <= last:
                raise Conflict(
                    "voted_twice",
                    N_(
                        "This seat has already voted for a host of term {last}; it does not vote again for {term}."
                    ),
                    stored=b"",
                    offered=b"",
                    last=last,
                    term=term,
                )
            values = self._id(match), seat_key, term
            self._file.execute("INSERT OR REPLACE INTO votes VALUES (?, ?, ?, ?)", *values, checksum(*values))

    def put_outgoing(self, match: bytes, author: bytes, number: int, data: bytes, duty: str = "") -> None:
        """Stores an own envelope before it leaves: what is signed once is sent again, never signed again.

        Args:
            author: the seat's public key.
            number: the author's running number.
            data: the envelope.
            duty: which duty it fulfils; found again after a restart.

        Raises:
            Conflict: `signed_twice`: another envelope has this number; the new one must never leave.
        """
        with self.batch():
            key = (self._id(match), author, number)
            old = self._file.one(
                "SELECT envelope FROM outbox WHERE match = ? AND author = ? AND number = ?", *key
            )
            if old is None:
                self._file.execute(
                    "INSERT INTO outbox VALUES (?, ?, ?, ?, ?, ?)",
                    *key,
                    data,
                    duty,
                    checksum(*key, data, duty),
                )
            elif old[0] != data:
                raise Conflict(
                    "signed_twice",
                    N_(
                        "This seat has already signed another message with the number {number}; "
                        "the second one was not sent."
                    ),
                    stored=old[0],
                    offered=data,
                    number=number,
                )


def _merged(row: MatchRow, record: bytes, signatures: Sequence[bytes]) -> bytes:
    """The stored signatures and the new ones; nothing that is stored may change.

    Raises:
        Conflict: something would.
    """
    count = max(len(row.signatures), len(signatures))
    old = [*row.signatures, *[b""] * (count - len(row.signatures))]
    new = [*signatures, *[b""] * (count - len(signatures))]
    if record != row.record or any(a and b and a != b for a, b in zip(old, new, strict=True)):
        raise Conflict(
            "record_conflict",
            N_("This match is played under another table record; it was kept."),
            stored=row.record,
            offered=record,
        )
    return b"".join(a or b or NO_SIGNATURE for a, b in zip(old, new, strict=True))
