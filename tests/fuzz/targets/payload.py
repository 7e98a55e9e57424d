"""Invariant: any plain value is the payload of a kind that gives it back exactly, or the sender's RemoteProtocolError.

The first byte chooses the kind, the rest is its payload; all kinds there are.
"""

from __future__ import annotations

from protocol.errors import Culprit, RemoteProtocolError
from protocol.wire.codec import pack, unpack
from protocol.wire.messages import PAYLOADS, kind_of, payload_of, plain_of
from tests.fuzz import seeds as good
from tests.fuzz.mutate import packed
from tests.unit.protocol import samples

KINDS = tuple(PAYLOADS)

mutate = packed(1)


def seeds() -> list[bytes]:
    made = [
        bytes([KINDS.index(kind)]) + pack(plain_of(payload)) for kind, payload in samples.PAYLOADS.items()
    ]
    golden = [
        bytes([[kind.name for kind in KINDS].index(each["kind"])]) + bytes.fromhex(each["payload_bytes"])
        for each in good.vectors("envelope")["envelopes"]
    ]
    return [*made, *golden]


def run(data: bytes) -> None:
    kind = KINDS[data[0] % len(KINDS)] if data else KINDS[0]
    try:
        made = payload_of(kind, unpack(data[1:]), culprit=Culprit.HOST)
    except RemoteProtocolError as error:
        assert error.culprit in (Culprit.HOST, Culprit.PEER)
        return
    assert kind_of(made) is kind
    assert pack(plain_of(made)) == data[1:], "a payload that is not what was sent"
