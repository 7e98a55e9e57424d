"""Invariant: any websocket message is one frame that gives it back exactly, or the sender's RemoteProtocolError."""

from __future__ import annotations

from protocol import limits
from protocol.errors import Culprit, RemoteProtocolError
from protocol.wire.frame import Entry, entry_frame, envelope_frame, parse_frame
from tests.fuzz import seeds as good


def seeds() -> list[bytes]:
    golden = [bytes.fromhex(each["frame"]) for each in good.vectors("envelope")["envelopes"]]
    return [*map(envelope_frame, good.envelopes()), *golden, *good.frames()]


def run(data: bytes) -> None:
    try:
        parse_frame(data.decode("latin-1"))
    except RemoteProtocolError as error:
        assert error.code == "frame"
    else:
        raise AssertionError("a text message was taken")
    try:
        parsed = parse_frame(data)
    except RemoteProtocolError as error:
        assert error.culprit == Culprit.PEER
        return
    if isinstance(parsed, Entry):
        assert len(parsed.signature) == 64
        assert 0 <= parsed.index <= limits.NUMBER
        assert entry_frame(parsed) == data, "a second form of one frame"
    else:
        assert envelope_frame(parsed) == data, "a second form of one frame"
