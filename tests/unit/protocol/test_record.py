from __future__ import annotations

import dataclasses
import hashlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import limits
from protocol.errors import Culprit, LocalProtocolError, ProtocolError, RemoteProtocolError
from protocol.log import Log
from protocol.record import FORMAT, MAGIC, RecordFile
from protocol.table import sign_table
from protocol.wire.codec import pack
from protocol.wire.messages import Link, plain_of
from tests.unit.protocol.samples import HOST, PLAYERS, blob, grow, outcome, record


def match(entries: int = 3) -> RecordFile:
    table = record(2)
    log = Log(table.table_id(), HOST.public, table.keys)
    for index in range(entries):
        grow(log, index % 2, Link(index + 1, blob(f"link {index}")))
    signatures = tuple(sign_table(player, table.table_id()) for player in PLAYERS[:2])
    return RecordFile(table, signatures, tuple(log.entries))


MATCH = match()
DATA = MATCH.to_bytes()


def hashed(content: bytes) -> bytes:
    """A good trailing hash under whatever content."""
    return content + hashlib.blake2b(content, digest_size=32).digest()


def refused(data: bytes) -> str:
    with pytest.raises(RemoteProtocolError) as caught:
        RecordFile.parse(data)
    assert caught.value.culprit is Culprit.FILE
    return caught.value.code


def test_bytes_of_the_document() -> None:
    table = pack(plain_of(MATCH.table))
    content = b"\x89GEFAEHRTEN\r\n\x1a\n" + b"\0\1" + len(table).to_bytes(4, "big") + table
    content += b"".join(MATCH.signatures) + (3).to_bytes(4, "big")
    for entry in MATCH.entries:
        content += entry.signature + (1).to_bytes(4, "big")
        content += len(entry.envelope).to_bytes(4, "big") + entry.envelope
    assert hashed(content) == DATA
    assert DATA.startswith(MAGIC)


@pytest.mark.parametrize("entries", [0, 1, 5])
def test_round_trip(entries: int) -> None:
    played = match(entries)
    back = RecordFile.parse(played.to_bytes())
    assert back == played
    assert back.log().length == entries


@pytest.mark.slow
def test_every_flipped_bit_is_refused() -> None:
    data = bytearray(DATA)
    for bit in range(8 * len(data)):
        data[bit // 8] ^= 1 << bit % 8
        assert refused(bytes(data)) in {"record", "version"}
        data[bit // 8] ^= 1 << bit % 8


def test_every_cut_and_every_longer_file_is_refused() -> None:
    for size in range(len(DATA)):
        refused(DATA[:size])
    refused(DATA + b"\0")
    refused(DATA + DATA)


@given(st.binary(max_size=400))
def test_any_bytes_are_refused(data: bytes) -> None:
    refused(data)
    refused(MAGIC + data)
    refused(hashed(MAGIC + FORMAT.to_bytes(2, "big") + data))


@given(st.integers(17, len(DATA) - 40), st.binary(min_size=1, max_size=6))
def test_any_change_under_a_good_hash_is_another_match_or_refused(at: int, junk: bytes) -> None:
    data = hashed(DATA[:at] + junk + DATA[at + len(junk) : -32])
    parsed = outcome(RecordFile.parse, data)
    if isinstance(parsed, ProtocolError):
        assert refused(data) in {"record", "codec", "payload", "version", "table", "key", "size"}
        return
    assert parsed.to_bytes() == data
    if data != DATA:
        with pytest.raises(RemoteProtocolError):
            parsed.log()


def test_another_format_is_named() -> None:
    data = hashed(MAGIC + b"\0\2" + DATA[17:-32])
    assert refused(data) == "version"
    with pytest.raises(RemoteProtocolError, match="format 2"):
        RecordFile.parse(data)


def test_a_record_of_another_protocol_version_is_named() -> None:
    table = msgspec.structs.replace(MATCH.table, version=2)
    assert refused(RecordFile(table, MATCH.signatures, ()).to_bytes()) == "version"


def test_counts_that_are_not_there_are_refused() -> None:
    table = pack(plain_of(MATCH.table))
    head = MAGIC + b"\0\1"
    body = len(table).to_bytes(4, "big") + table + b"".join(MATCH.signatures)
    for content in (
        head + b"\xff\xff\xff\xff" + table,
        head + body + b"\xff\xff\xff\xff",
        head + body + (limits.LOG_LENGTH + 1).to_bytes(4, "big"),
        head + body + (1).to_bytes(4, "big") + bytes(68) + b"\xff\xff\xff\xff",
        head + body + (0).to_bytes(4, "big") + b"\0",
    ):
        assert refused(hashed(content)) == "record"


def test_length_is_looked_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RECORD", len(DATA) - 1)
    assert refused(DATA) == "record"


def test_the_log_verifies_signatures_and_entries() -> None:
    swapped = dataclasses.replace(MATCH, signatures=MATCH.signatures[::-1])
    with pytest.raises(RemoteProtocolError) as caught:
        RecordFile.parse(swapped.to_bytes()).log()
    assert (caught.value.code, caught.value.culprit) == ("signature", Culprit.FILE)
    first, second, third = MATCH.entries
    moved = dataclasses.replace(
        MATCH,
        entries=(
            dataclasses.replace(second, index=1),
            dataclasses.replace(first, index=2),
            third,
        ),
    )
    with pytest.raises(RemoteProtocolError) as caught:
        RecordFile.parse(moved.to_bytes()).log()
    assert (caught.value.code, caught.value.culprit) == ("signature", Culprit.HOST)


def test_parts_that_do_not_fit_are_our_own_fault() -> None:
    for wrong in (
        dataclasses.replace(MATCH, signatures=MATCH.signatures[:1]),
        dataclasses.replace(MATCH, entries=MATCH.entries[1:]),
    ):
        with pytest.raises(LocalProtocolError):
            wrong.to_bytes()
