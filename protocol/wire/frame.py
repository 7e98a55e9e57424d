"""Pure. What one websocket message holds: an envelope on its way to the host, or an ordered entry of the log.

The one rule: one type byte, then fixed-width fields, then an envelope to the last byte.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from protocol import limits
from protocol.errors import N_, Culprit, LocalProtocolError, RemoteProtocolError
from protocol.identity import SIGNATURE_BYTES

ENVELOPE_TYPE: Final = 0x01
ENTRY_TYPE: Final = 0x02


@dataclass(frozen=True, slots=True)
class Entry:
    """An envelope and its place in the log, signed by the host.

    Attributes:
        index: from 1.
        term: the host's term, from 1.
        signature: 64 bytes over table id, term, index and head.
        envelope: the envelope's bytes as sent.
    """

    index: int
    term: int
    signature: bytes
    envelope: bytes


def envelope_frame(data: bytes) -> bytes:
    """The websocket message that carries an envelope."""
    return bytes([ENVELOPE_TYPE]) + data


def entry_frame(entry: Entry) -> bytes:
    """The websocket message that carries an entry of the log.

    Raises:
        LocalProtocolError: a field is out of range; our own bug.
    """
    if (
        len(entry.signature) != SIGNATURE_BYTES
        or not 0 <= entry.term <= limits.NUMBER
        or not 0 <= entry.index <= limits.NUMBER
        or len(entry.envelope) > limits.ENVELOPE
    ):
        raise LocalProtocolError("entry", N_("This log entry cannot be sent."))
    return b"".join(
        (
            bytes([ENTRY_TYPE]),
            entry.signature,
            entry.term.to_bytes(4, "big"),
            entry.index.to_bytes(4, "big"),
            entry.envelope,
        )
    )


def parse_frame(message: bytes | str) -> bytes | Entry:
    """An envelope's bytes, or an entry; neither is verified yet.

    Raises:
        RemoteProtocolError: code "frame" or "size"; the fault of who sent it.
    """
    if isinstance(message, str) or not message:
        raise _no_frame()
    if len(message) > limits.FRAME:
        raise RemoteProtocolError("size", N_("A message is too long."), culprit=Culprit.PEER)
    if message[0] == ENVELOPE_TYPE:
        return message[1:]
    if message[0] == ENTRY_TYPE and len(message) > limits.ENTRY_OVERHEAD:
        return Entry(
            index=int.from_bytes(message[69:73], "big"),
            term=int.from_bytes(message[65:69], "big"),
            signature=message[1:65],
            envelope=message[73:],
        )
    raise _no_frame()


def _no_frame() -> RemoteProtocolError:
    return RemoteProtocolError("frame", N_("A message is of no known form."), culprit=Culprit.PEER)
