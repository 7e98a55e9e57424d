from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import limits
from protocol.errors import Culprit, LocalProtocolError, ProtocolError, RemoteProtocolError
from protocol.wire.frame import Entry, entry_frame, envelope_frame, parse_frame
from tests.unit.protocol.samples import blob, outcome

ENTRY = Entry(index=0x01020304, term=0x0A0B0C0D, signature=blob("s", 64), envelope=b"envelope")


def refused(message: bytes | str) -> str:
    with pytest.raises(RemoteProtocolError) as caught:
        parse_frame(message)
    assert caught.value.culprit is Culprit.PEER
    return caught.value.code


def test_bytes_of_the_document() -> None:
    assert envelope_frame(b"abc") == b"\x01abc"
    assert entry_frame(ENTRY) == b"\x02" + blob("s", 64) + bytes.fromhex("0a0b0c0d01020304") + b"envelope"


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.binary(min_size=1, max_size=100))
def test_round_trip(index: int, term: int, envelope: bytes) -> None:
    entry = Entry(index, term, blob("s", 64), envelope)
    assert parse_frame(entry_frame(entry)) == entry
    assert parse_frame(envelope_frame(envelope)) == envelope


@given(st.binary(max_size=200))
def test_any_bytes_are_a_frame_or_refused(message: bytes) -> None:
    frame = outcome(parse_frame, message)
    if isinstance(frame, ProtocolError):
        assert refused(message) == "frame"
    else:
        assert message == (entry_frame(frame) if isinstance(frame, Entry) else envelope_frame(frame))


@pytest.mark.parametrize("message", ["", "\x01text", b"", b"\x00", b"\x03abc", b"\xff", b"\x02" + bytes(72)])
def test_other_messages_are_refused(message: bytes | str) -> None:
    assert refused(message) == "frame"


def test_length_is_limited() -> None:
    parse_frame(b"\x01" + bytes(limits.FRAME - 1))
    assert refused(b"\x01" + bytes(limits.FRAME)) == "size"


def test_the_longest_envelope_fits_an_entry() -> None:
    entry = Entry(1, 1, bytes(64), bytes(limits.ENVELOPE))
    assert len(entry_frame(entry)) == limits.FRAME
    assert parse_frame(entry_frame(entry)) == entry


@pytest.mark.parametrize(
    "entry",
    [
        Entry(-1, 1, bytes(64), b"x"),
        Entry(2**32, 1, bytes(64), b"x"),
        Entry(1, -1, bytes(64), b"x"),
        Entry(1, 2**32, bytes(64), b"x"),
        Entry(1, 1, bytes(63), b"x"),
        Entry(1, 1, bytes(64), bytes(limits.ENVELOPE + 1)),
    ],
    ids=["index", "large index", "term", "large term", "signature", "envelope"],
)
def test_entries_that_cannot_be_are_our_own_fault(entry: Entry) -> None:
    with pytest.raises(LocalProtocolError):
        entry_frame(entry)
