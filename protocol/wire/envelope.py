"""Pure. The signed envelope around every message.

The one rule: length, then signature, then decoding, so that only the holder of a key can make us decode
anything; and the signature covers the bytes as sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from protocol import limits
from protocol.canonical import ZERO, Plain
from protocol.errors import N_, Culprit, LocalProtocolError, RemoteProtocolError
from protocol.identity import SIGNATURE_BYTES, Identity, verify
from protocol.wire.codec import pack, unpack
from protocol.wire.messages import Kind, Payload, is_logged, kind_of, payload_of, plain_of

CONTEXT: Final = "envelope"

# A body starts with fixed bytes, so the author's key is found before anything is decoded: array of 8, version
# and kind of one byte each, then two 32-byte values with the two-byte head c4 20.
_ARRAY_OF_8: Final = 0x98
_BYTES_32: Final = b"\xc4\x20"
_AUTHOR: Final = 1 + 1 + 1 + 34 + 2
_SMALLEST_BODY: Final = _AUTHOR + 32 + 1 + 1 + 34 + 1


@dataclass(frozen=True, slots=True)
class Envelope:
    """A message and who vouches for it.

    Attributes:
        table: table id, 32 bytes; zeros on a connection.
        author: public key, 32 bytes.
        number: the author's running number in this log from 1; 0 on a connection.
        ack_index: the log entry that the author had seen, 0 before the first.
        ack_head: the log's head at that entry, 32 bytes.
        data: the envelope's bytes as they were sent.
    """

    kind: Kind
    table: bytes
    author: bytes
    number: int
    ack_index: int
    ack_head: bytes
    payload: Payload
    data: bytes


def seal(
    identity: Identity,
    payload: Payload,
    *,
    table: bytes = ZERO,
    number: int = 0,
    ack_index: int = 0,
    ack_head: bytes = ZERO,
) -> bytes:
    """Signs a message: the envelope's bytes. Its kind follows from the payload.

    Raises:
        LocalProtocolError: the envelope is one that `open_envelope` would refuse; our own bug.
    """
    kind = kind_of(payload)
    body = pack(
        [limits.VERSION, int(kind), table, identity.public, number, ack_index, ack_head, plain_of(payload)]
    )
    data = identity.sign(CONTEXT, body) + body
    try:
        _decode(data)
    except RemoteProtocolError as error:
        raise LocalProtocolError("payload", N_("This value cannot be sent.")) from error
    return data


def open_envelope(data: bytes) -> Envelope:
    """Opens an envelope: length, fixed head, version, signature, strict decoding, shape of the payload, in
    this order.

    Raises:
        RemoteProtocolError: the fault of who sent the bytes.
    """
    if not SIGNATURE_BYTES + _SMALLEST_BODY <= len(data) <= limits.ENVELOPE:
        raise RemoteProtocolError("size", N_("A message is too long or too short."), culprit=Culprit.PEER)
    author = author_of(data)
    version = data[SIGNATURE_BYTES + 1]
    if version != limits.VERSION:
        raise RemoteProtocolError(
            "version",
            N_("This needs version {version} of the protocol; this program speaks version {own}."),
            culprit=Culprit.PEER,
            version=version,
            own=limits.VERSION,
        )
    verify(author, CONTEXT, data[SIGNATURE_BYTES:], data[:SIGNATURE_BYTES])
    return _decode(data)


def author_of(data: bytes) -> bytes:
    """The key that an envelope claims as its author, 32 bytes, nothing verified.

    Raises:
        RemoteProtocolError: code "envelope"; the bytes do not start as an envelope does; the fault of who
            sent them.
    """
    body = data[SIGNATURE_BYTES:]
    if (
        len(body) < _SMALLEST_BODY
        or body[0] != _ARRAY_OF_8
        or body[1] > 0x7F
        or body[2] > 0x7F
        or body[3:5] != _BYTES_32
        or body[_AUTHOR - 2 : _AUTHOR] != _BYTES_32
    ):
        raise _no_envelope()
    return body[_AUTHOR : _AUTHOR + 32]


@lru_cache(maxsize=64)
def _decode(data: bytes) -> Envelope:
    """What an envelope holds, whoever has signed it. Remembered: who has made it, the host who orders it, and every
    seat of one process look at the same one."""
    plain = unpack(data[SIGNATURE_BYTES:], limit=limits.ENVELOPE - SIGNATURE_BYTES)
    match plain:
        case [
            int(),
            int(kind),
            bytes(table),
            bytes(author),
            int(number),
            int(ack_index),
            bytes(ack_head),
            payload,
        ] if _sound(kind, table, author, number, ack_index, ack_head):
            return Envelope(
                kind=_known(kind),
                table=table,
                author=author,
                number=number,
                ack_index=ack_index,
                ack_head=ack_head,
                payload=payload_of(kind, payload),
                data=data,
            )
        case _:
            raise _no_envelope()


def _known(kind: int) -> Kind:
    try:
        return Kind(kind)
    except ValueError as error:
        raise RemoteProtocolError(
            "kind", N_("A message is of unknown kind {kind}."), culprit=Culprit.PEER, kind=kind
        ) from error


_OF_A_TABLE = frozenset({Kind.CHAT, Kind.BROKEN})
"""Kinds outside the log that name their table once it has its record, so that none is of use at another one."""


def _sound(
    kind: Plain, table: bytes, author: bytes, number: Plain, ack_index: Plain, ack_head: bytes
) -> bool:
    """Exact types, lengths and ranges; what goes into the log names a table and has a number."""
    if type(kind) is not int or type(number) is not int or type(ack_index) is not int:
        return False
    if len(table) != 32 or len(author) != 32 or len(ack_head) != 32:
        return False
    if is_logged(kind):
        numbered = number == 0 if kind == Kind.TERM else 1 <= number <= limits.NUMBER
        return table != ZERO and numbered and 0 <= ack_index <= limits.NUMBER
    return (table == ZERO or kind in _OF_A_TABLE) and number == 0 and ack_index == 0 and ack_head == ZERO


def _no_envelope() -> RemoteProtocolError:
    return RemoteProtocolError("envelope", N_("A message is not in a signed envelope."), culprit=Culprit.PEER)
