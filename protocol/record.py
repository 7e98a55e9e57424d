"""Pure. A whole match in one file that anybody can verify alone and offline.

The one rule: a match has one byte form; `parse` refuses every other byte.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from protocol import limits
from protocol.errors import N_, Culprit, LocalProtocolError, RemoteProtocolError
from protocol.identity import SIGNATURE_BYTES
from protocol.log import Entry, Log
from protocol.table import TableRecord, check_signatures
from protocol.wire.codec import pack, unpack
from protocol.wire.envelope import open_envelope
from protocol.wire.messages import Concede, Kind, Opening, payload_of, plain_of

MAGIC: Final = b"\x89GEFAEHRTEN\r\n\x1a\n"
"""First bytes of a record: no text, and broken by whatever changes line ends (as PNG does it)."""

FORMAT: Final = 1
"""Version of the file's form, the two bytes after the magic."""

_HASH: Final = 32
_KIND: Final = SIGNATURE_BYTES + 2
"""Where an envelope says its kind: after the signature, the array's head and the version."""
_HEAD: Final = len(MAGIC) + 2


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A match: what was agreed, who signed it, what happened.

    Attributes:
        table: the table record.
        signatures: of all seats under it, 64 bytes each, in seat order.
        entries: the log from entry 1 on.
    """

    table: TableRecord
    signatures: tuple[bytes, ...]
    entries: tuple[Entry, ...]

    def to_bytes(self) -> bytes:
        """The file.

        Magic (15 bytes), format (2), length (4) and msgpack of the table record, signatures (64 each, one per
        seat), number of entries (4), per entry signature (64), term (4), length (4) and envelope; BLAKE2b-256
        of everything before it (32). Integers are big-endian.

        Raises:
            LocalProtocolError: the parts do not fit together; our own bug.
        """
        if len(self.signatures) != len(self.table.seats) or any(
            entry.index != index for index, entry in enumerate(self.entries, 1)
        ):
            raise LocalProtocolError("record", N_("This match cannot be written as a record."))
        table = pack(plain_of(self.table))
        parts = [MAGIC, FORMAT.to_bytes(2, "big"), len(table).to_bytes(4, "big"), table, *self.signatures]
        parts.append(len(self.entries).to_bytes(4, "big"))
        for entry in self.entries:
            parts += (
                entry.signature,
                entry.term.to_bytes(4, "big"),
                len(entry.envelope).to_bytes(4, "big"),
                entry.envelope,
            )
        data = b"".join(parts)
        return data + hashlib.blake2b(data, digest_size=_HASH).digest()

    @classmethod
    def parse(cls, data: bytes) -> RecordFile:
        """Reads a file; signatures and entries are not verified yet.

        Raises:
            RemoteProtocolError: code "record" (no record, or damaged), "version" (of another version), or
                what is wrong with the table record; the file's fault.
        """
        if len(data) > limits.RECORD or not data.startswith(MAGIC) or len(data) < _HEAD + _HASH:
            raise _damaged()
        version = int.from_bytes(data[len(MAGIC) : _HEAD], "big")
        if version != FORMAT:
            raise RemoteProtocolError(
                "version",
                N_("This record has format {version}; this program reads format {own}."),
                culprit=Culprit.FILE,
                version=version,
                own=FORMAT,
            )
        content = data[:-_HASH]
        if hashlib.blake2b(content, digest_size=_HASH).digest() != data[-_HASH:]:
            raise _damaged()
        reader = _Reader(content, _HEAD)
        table = payload_of(
            Kind.RECORD,
            unpack(reader.block(limits.FRAME), culprit=Culprit.FILE),
            culprit=Culprit.FILE,
        )
        assert isinstance(table, TableRecord)
        signatures = tuple(reader.take(SIGNATURE_BYTES) for _ in table.seats)
        count = reader.number()
        if count > limits.LOG_LENGTH:
            raise _damaged()
        entries = tuple(reader.entry(index) for index in range(1, count + 1))
        reader.end()
        return cls(table, signatures, entries)

    def openings(self) -> dict[int, Opening]:
        """What seats are said to have opened at the end, by seat; nothing of the log around it is verified.

        Whoever repeats a match saves work by knowing the secrets at the start, and believes none of them.
        """
        found: dict[int, Opening] = {}
        for entry in self.entries:
            if entry.envelope[_KIND : _KIND + 1] in (bytes([Kind.OPENING]), bytes([Kind.CONCEDE])):
                try:
                    envelope = open_envelope(entry.envelope)
                except RemoteProtocolError:
                    continue  # the log will name whoever ordered it
                payload = envelope.payload
                if isinstance(payload, Opening | Concede) and envelope.author in self.table.keys:
                    opened = Opening(payload.secret, payload.chain_seed)
                    found.setdefault(self.table.keys.index(envelope.author), opened)
        return found

    def log(self) -> Log:
        """Verifies all signatures and every entry as a seat does in play: the log.

        Raises:
            RemoteProtocolError: code "table" or "signature" (culprit the file), else what `Log.append` found
                (the host).
        """
        check_signatures(self.table, self.signatures, culprit=Culprit.FILE)
        log = Log(self.table.table_id(), self.table.host_key, self.table.keys)
        for entry in self.entries:
            log.append(entry)
        return log


class _Reader:
    """Cuts fixed and counted pieces off; any shortage is the file's fault."""

    def __init__(self, data: bytes, start: int) -> None:
        self._data = data
        self._at = start

    def take(self, size: int) -> bytes:
        piece = self._data[self._at : self._at + size]
        if len(piece) != size:
            raise _damaged()
        self._at += size
        return piece

    def number(self) -> int:
        return int.from_bytes(self.take(4), "big")

    def block(self, limit: int) -> bytes:
        size = self.number()
        if size > limit:
            raise _damaged()
        return self.take(size)

    def entry(self, index: int) -> Entry:
        signature = self.take(SIGNATURE_BYTES)
        term = self.number()
        return Entry(index, term, signature, self.block(limits.ENVELOPE))

    def end(self) -> None:
        if self._at != len(self._data):
            raise _damaged()


def _damaged() -> RemoteProtocolError:
    return RemoteProtocolError(
        "record", N_("This is no record of a match, or it is damaged."), culprit=Culprit.FILE
    )
