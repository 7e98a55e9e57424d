from __future__ import annotations

import contextlib
import os
import struct
import subprocess
import sys
import tracemalloc
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from protocol import limits
from protocol.canonical import Plain
from protocol.errors import Culprit, LocalProtocolError, ProtocolError, RemoteProtocolError
from protocol.wire.codec import pack, unpack
from tests.unit.protocol.samples import outcome

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=300)
wire_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.binary(max_size=300) | texts,
    lambda inner: st.lists(inner, max_size=6),
    max_leaves=12,
).filter(lambda value: depth(value) <= limits.NESTING)


def depth(value: object) -> int:
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


def refused(data: bytes) -> str:
    with pytest.raises(RemoteProtocolError) as caught:
        unpack(data)
    assert caught.value.culprit is Culprit.PEER
    return caught.value.code


@given(wire_values)
def test_round_trip_keeps_value_and_types(value: Plain) -> None:
    back = unpack(pack(value))
    assert back == value
    assert repr(back) == repr(value)  # tells True from 1


@given(st.binary(max_size=200))
@example(b"\xc1")
@example(b"\xd9\x01\xff")
def test_any_bytes_are_a_value_in_its_one_form_or_refused(data: bytes) -> None:
    value = outcome(unpack, data)
    if isinstance(value, ProtocolError):
        assert refused(data) == "codec"
    else:
        assert pack(value) == data


@given(wire_values, st.data())
def test_no_other_bytes_near_a_form_mean_the_same(value: Plain, data: st.DataObject) -> None:
    form = bytearray(pack(value))
    form[data.draw(st.integers(0, len(form) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    try:
        other = unpack(bytes(form))
    except RemoteProtocolError:
        return
    assert repr(other) != repr(value)


# What pitfalls.md found, and its like: (what, bytes)
NOT_CANONICAL = [
    ("nothing", b""),
    ("5 as uint8", b"\xcc\x05"),
    ("5 as uint16", b"\xcd\x00\x05"),
    ("5 as uint32", b"\xce\x00\x00\x00\x05"),
    ("5 as uint64", b"\xcf" + struct.pack(">Q", 5)),
    ("5 as int8", b"\xd0\x05"),
    ("5 as int16", b"\xd1\x00\x05"),
    ("5 as int32", b"\xd2\x00\x00\x00\x05"),
    ("5 as int64", b"\xd3" + struct.pack(">q", 5)),
    ("-1 as int8", b"\xd0\xff"),
    ("-1 as int64", b"\xd3" + b"\xff" * 8),
    ("255 as uint16", b"\xcd\x00\xff"),
    ("short text as str8", b"\xd9\x01a"),
    ("short text as str16", b"\xda\x00\x01a"),
    ("short text as str32", b"\xdb\x00\x00\x00\x01a"),
    ("bytes as bin16", b"\xc5\x00\x01a"),
    ("bytes as bin32", b"\xc6\x00\x00\x00\x01a"),
    ("array as array16", b"\xdc\x00\x01\x05"),
    ("array as array32", b"\xdd\x00\x00\x00\x01\x05"),
    ("a byte left over", b"\x05\x00"),
    ("two values", b"\x05\x05"),
    ("an array cut off", b"\x92\x05"),
    ("bytes cut off", b"\xc4\x05a"),
    ("an empty map", b"\x80"),
    ("an empty map in an array", b"\x91\x80"),
    ("a map", b"\x81\xa1a\x01"),
    ("a map with one key twice", b"\x82\xa1a\x01\xa1a\x02"),
    ("a map with integer keys", b"\x81\x01\x02"),
    ("an empty map16", b"\xde\x00\x00"),
    ("an empty map32", b"\xdf\x00\x00\x00\x00"),
    ("a float32", b"\xca" + struct.pack(">f", 1.5)),
    ("a float64", b"\xcb" + struct.pack(">d", 1.0)),
    ("not a number", b"\xcb" + struct.pack(">d", float("nan"))),
    ("infinity in an array", b"\x91\xcb" + struct.pack(">d", float("inf"))),
    ("extension 1", b"\xd4\x05a"),
    ("an empty extension", b"\xc7\x00\x05"),
    ("extension 16 bytes", b"\xd8\x05" + bytes(16)),
    ("timestamp 32", b"\xd6\xff" + bytes(4)),
    ("timestamp 64", b"\xd7\xff" + bytes(8)),
    ("timestamp 96", b"\xc7\x0c\xff" + bytes(12)),
    ("the byte that is never used", b"\xc1"),
    ("text that is not UTF-8", b"\xa1\xff"),
    ("text with a surrogate", b"\xa3\xed\xa0\x80"),
    ("text in overlong UTF-8", b"\xa2\xc0\x80"),
    ("arrays nested too deep", b"\x91" * limits.NESTING + b"\x90"),
    ("arrays nested far too deep", b"\x91" * 60_000 + b"\x90"),
    ("arrays nested until the end", b"\x91" * 60_000),
    ("a long array that is not there", b"\xdd\xff\xff\xff\xff"),
    ("long bytes that are not there", b"\xc6\xff\xff\xff\xff"),
    ("an array too long", b"\xdc" + struct.pack(">H", limits.ARRAY + 1) + b"\x00" * (limits.ARRAY + 1)),
    ("bytes too long", b"\xc5" + struct.pack(">H", limits.BINARY + 1) + bytes(limits.BINARY + 1)),
    ("text too long", b"\xda" + struct.pack(">H", limits.STRING + 1) + b"a" * (limits.STRING + 1)),
]


@pytest.mark.parametrize("data", [data for _, data in NOT_CANONICAL], ids=[what for what, _ in NOT_CANONICAL])
def test_other_bytes_are_refused(data: bytes) -> None:
    assert refused(data) == "codec"


def test_limits_themselves_pass() -> None:
    deep: list[Plain] = []
    for _ in range(limits.NESTING - 1):
        deep = [deep]
    values: list[Any] = [
        deep,
        [0] * limits.ARRAY,
        bytes(limits.BINARY),
        "a" * limits.STRING,
        2**64 - 1,
        -(2**63),
    ]
    for value in values:
        assert unpack(pack(value)) == value


def test_length_is_looked_at_first() -> None:
    assert refused(bytes(limits.FRAME + 1)) == "size"
    with pytest.raises(RemoteProtocolError) as caught:
        unpack(pack([1, 2, 3]), limit=3)
    assert caught.value.code == "size"


def test_culprit_is_whom_the_caller_names() -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        unpack(b"\xc1", culprit=Culprit.FILE)
    assert caught.value.culprit is Culprit.FILE


class Number(int):
    """Looks like an integer, is another type."""


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        (),
        {},
        Number(3),
        bytearray(b"x"),
        "\ud800",
        2**64,
        -(2**63) - 1,
        object(),
        [[{}]],
        msgpack.Timestamp(1),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_not_plain_is_our_own_fault(value: Any) -> None:
    with pytest.raises(LocalProtocolError) as caught:
        pack(value)
    assert caught.value.code == "plain"


def test_too_deep_a_value_is_our_own_fault() -> None:
    value: list[Plain] = []
    for _ in range(limits.NESTING):
        value = [value]
    with pytest.raises(LocalProtocolError):
        pack(value)


@pytest.mark.parametrize(
    "data",
    [
        b"\xdc\x02\x00" + b"\x80" * 512,
        (b"\xdc\x01\xff" + b"\x80" * 511) * 127,
        b"\x91" * 65_536,
        b"\xdc\x02\x00" + (b"\xdc\x00\x7c" + b"\x80" * 124) * 512,
        b"\xdc\x02\x00" + (b"\xdc\x00\x7c" + b"\x90" * 124) * 511 + b"\xc0",
    ],
)
def test_a_frame_of_containers_stays_small_in_memory(data: bytes) -> None:
    unpack(b"\x05")
    tracemalloc.start()
    try:
        with contextlib.suppress(RemoteProtocolError):
            unpack(data[: limits.FRAME])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 10 * 2**20


@pytest.mark.slow
@pytest.mark.skipif("MSGPACK_PUREPYTHON" in os.environ, reason="this is that run")
def test_all_of_this_without_the_compiled_msgpack() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", __file__],
        env=os.environ | {"MSGPACK_PUREPYTHON": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3000:]


def test_the_msgpack_that_was_asked_for_is_used() -> None:
    pure = msgpack.Unpacker.__module__ == "msgpack.fallback"
    assert pure == ("MSGPACK_PUREPYTHON" in os.environ)
