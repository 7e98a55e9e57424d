"""Invariant: any bytes are the one form of a plain value within all limits, or the sender's RemoteProtocolError.

The wire codec, `protocol.wire.codec`. With MSGPACK_PUREPYTHON=1 the library under it shows its own branches.
"""

from __future__ import annotations

from protocol import limits
from protocol.canonical import Plain, canonical
from protocol.errors import RemoteProtocolError
from protocol.wire.codec import pack, unpack
from protocol.wire.messages import plain_of
from tests.fuzz import seeds as good
from tests.fuzz.mutate import packed
from tests.unit.protocol import samples

mutate = packed()


def seeds() -> list[bytes]:
    payloads = [pack(plain_of(payload)) for payload in samples.PAYLOADS.values()]
    vectors = [bytes.fromhex(each["payload_bytes"]) for each in good.vectors("envelope")["envelopes"]]
    edges: list[Plain] = [
        2**64 - 1,
        -(2**63),
        2**32,
        -33,
        "x" * 32,
        "x" * 256,
        b"x" * 256,
        [None] * 16,
        [[[[]]]],
    ]
    return [*payloads, *vectors, *map(pack, edges), *beyond()]


def beyond() -> list[bytes]:
    """What is just allowed, and just no more: depth, lengths, numbers, forms."""
    towers = [b"\x91" * depth + b"\xc0" for depth in (limits.NESTING, limits.NESTING + 1, 600)]
    arrays = [
        b"\xdc" + size.to_bytes(2, "big") + b"\x00" * size for size in (16, limits.ARRAY, limits.ARRAY + 1)
    ]
    texts = [b"\xda" + size.to_bytes(2, "big") + b"x" * size for size in (limits.STRING, limits.STRING + 1)]
    blobs = [b"\xc5" + size.to_bytes(2, "big") + b"x" * size for size in (limits.BINARY, limits.BINARY + 1)]
    return [
        *towers,
        *arrays,
        *texts,
        *blobs,
        b"\xcc\x05",
        b"\x80",
        b"\xca\0\0\0\0",
        b"\xd6\xff\0\0\0\0",
        b"\xa2\xed\xa0",
    ]


def run(data: bytes) -> None:
    try:
        value = unpack(data)
    except RemoteProtocolError as error:
        assert error.code in ("codec", "size")
        return
    assert pack(value) == data, "a second form of one value"
    check(value, limits.NESTING)
    assert canonical(value)


def check(value: Plain, depth: int) -> None:
    """Exact types and limits, as the document has them."""
    if type(value) is list:
        assert depth > 0
        assert len(value) <= limits.ARRAY
        for item in value:
            check(item, depth - 1)
    elif type(value) is str:
        assert len(value.encode()) <= limits.STRING
    elif type(value) is bytes:
        assert len(value) <= limits.BINARY
    elif type(value) is int:
        assert -(2**63) <= value < 2**64
    else:
        assert value is None or type(value) is bool
