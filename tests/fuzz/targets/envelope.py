"""Invariant: any bytes are an envelope that keeps them as they came, or the sender's RemoteProtocolError.

As they are, and once more signed by somebody who signs whatever it sends: a signature keeps no mutation from the
decoders behind it.
"""

from __future__ import annotations

from nacl.signing import VerifyKey

from protocol import limits
from protocol.canonical import ZERO, canonical
from protocol.errors import Culprit, RemoteProtocolError
from protocol.wire.codec import unpack
from protocol.wire.envelope import author_of, open_envelope
from protocol.wire.messages import is_logged, plain_of
from tests.fuzz import seeds as good
from tests.fuzz.mutate import packed
from tests.unit.protocol import samples

AUTHOR = 64 + 39
"""Where an envelope says whose it is."""

mutate = packed(64)


def seeds() -> list[bytes]:
    return [*good.envelopes(), *(entry.envelope for entry in good.played())]


def run(data: bytes) -> None:
    opened(data)
    opened(signed(data))


def signed(data: bytes) -> bytes:
    """The same body, its author somebody whose key we have, under a good signature."""
    author = samples.PLAYERS[0]
    body = data[64:AUTHOR] + author.public + data[AUTHOR + 32 :] if len(data) >= AUTHOR + 32 else data[64:]
    return author.sign("envelope", body) + body


def opened(data: bytes) -> None:
    try:
        envelope = open_envelope(data)
    except RemoteProtocolError as error:
        assert error.culprit in (Culprit.PEER, Culprit.HOST), "only a table record names its host"
        return
    assert envelope.data == data
    message = canonical(["gefaehrten.1", "envelope", data[64:]])
    VerifyKey(envelope.author).verify(message, data[:64])  # raises if nobody has signed this
    assert envelope.author == author_of(data)
    body = unpack(data[64:])
    fields = (envelope.kind, envelope.table, envelope.author, envelope.number, envelope.ack_index)
    assert body == [limits.VERSION, *fields, envelope.ack_head, plain_of(envelope.payload)]
    assert is_logged(envelope.kind) or envelope.number == 0, "a number outside the log"
    assert envelope.table != ZERO or not is_logged(envelope.kind), "an entry of no table"
