from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import limits
from protocol.canonical import Plain
from protocol.errors import Culprit, LocalProtocolError, RemoteProtocolError
from protocol.wire.codec import pack, unpack
from protocol.wire.messages import (
    PAYLOADS,
    Kind,
    Rules,
    SlotKey,
    is_logged,
    kind_of,
    payload_of,
    plain_of,
)
from tests.unit.protocol import samples
from tests.unit.protocol.wire.test_codec import wire_values

KINDS = list(Kind)
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


def fields(kind: Kind) -> list[Any]:
    plain = plain_of(samples.PAYLOADS[kind])
    assert isinstance(plain, list)
    return plain


def refused(kind: int, plain: Plain) -> str:
    with pytest.raises(RemoteProtocolError) as caught:
        payload_of(kind, plain)
    assert caught.value.culprit is Culprit.PEER
    return caught.value.code


@every_kind
def test_round_trip_over_the_wire(kind: Kind) -> None:
    payload = samples.PAYLOADS[kind]
    assert payload_of(kind, unpack(pack(plain_of(payload)))) == payload
    assert kind_of(payload) is kind


def test_there_is_a_sample_and_a_payload_of_every_kind() -> None:
    assert set(PAYLOADS) == set(Kind) == set(samples.PAYLOADS)


@every_kind
def test_a_field_too_few_or_too_many_is_refused(kind: Kind) -> None:
    plain = fields(kind)
    assert refused(kind, [*plain, 0]) == "payload"
    if plain:
        assert refused(kind, plain[:-1]) == "payload"


@every_kind
@pytest.mark.parametrize("stand_in", [None, True, 0, -7, "x", b"x", [[]]], ids=repr)
def test_a_field_of_another_type_is_refused(kind: Kind, stand_in: Plain) -> None:
    for index, value in enumerate(fields(kind)):
        if type(value) is not type(stand_in) or isinstance(value, list):
            plain = fields(kind)
            plain[index] = stand_in
            # Only a turn's moves may be anything.
            if kind is Kind.TURN and index == 1 and isinstance(stand_in, list):
                continue
            assert refused(kind, plain) == "payload"


@every_kind
def test_bytes_of_another_length_are_refused(kind: Kind) -> None:
    for index, value in enumerate(fields(kind)):
        if isinstance(value, bytes) and len(value) in (16, 32, 64):
            for other in (value[:-1], value + b"\0", b"" if kind is not Kind.HELLO else value[:-1]):
                plain = fields(kind)
                plain[index] = other
                assert refused(kind, plain) == "payload"


def test_base64_text_is_not_bytes() -> None:
    assert refused(Kind.PROOF, ["A" * 43 + "="]) == "payload"


def test_true_is_not_one() -> None:
    assert refused(Kind.LINK, [True, samples.blob("link")]) == "payload"
    assert refused(Kind.WELCOME, [samples.blob("mac"), 1, 1]) == "payload"


@pytest.mark.parametrize(
    ("kind", "index", "value"),
    [
        (Kind.HELLO, 0, []),
        (Kind.HELLO, 0, [0]),
        (Kind.HELLO, 0, [1] * (limits.VERSIONS + 1)),
        (Kind.HELLO, 1, 2),
        (Kind.HELLO, 3, b"x" * (limits.NAME_BYTES + 1)),
        (Kind.HELLO, 5, "x" * (limits.WISH_CHARACTERS + 1)),
        (Kind.HELLO, 6, 1),
        (Kind.HELLO, 7, -2),
        (Kind.HELLO, 7, limits.SEATS),
        (Kind.WELCOME, 1, -2),
        (Kind.LOBBY, 1, 0),
        (Kind.LOBBY, 1, limits.SEATS + 1),
        (Kind.START, 0, []),
        (Kind.RESUME, 0, -1),
        (Kind.RESUME, 0, 2**32),
        (Kind.CHAT, 0, "x" * (limits.CHAT_CHARACTERS + 1)),
        (Kind.READY, 0, 1),
        (Kind.READY, 1, "x" * (limits.WISH_CHARACTERS + 1)),
        (Kind.SEAL, 0, limits.DECKS),
        (Kind.SEAL, 1, limits.EPOCHS),
        (Kind.SEAL, 2, 0),
        (Kind.SEAL, 2, 3),
        (Kind.SEAL, 3, []),
        (Kind.SEAL, 3, [bytes(32)] * (limits.DECK_CARDS + 1)),
        (Kind.LINK, 0, 0),
        (Kind.LINK, 0, limits.CHAIN_LINKS + 1),
        (Kind.KEYS, 0, []),
        (Kind.KEYS, 0, [[0, limits.POSITIONS, bytes(32)]]),
        (Kind.KEYS, 0, [[0, 0, bytes(32), 0]]),
        (Kind.TURN, 1, [0] * (limits.TURN_MOVES + 1)),
        (Kind.VERDICT, 3, [2**31]),
        (Kind.VERDICT, 1, [[1, limits.SEATS, "x"]]),
    ],
)
def test_values_out_of_range_are_refused(kind: Kind, index: int, value: Plain) -> None:
    plain = fields(kind)
    plain[index] = value
    assert refused(kind, plain) == "payload"


@pytest.mark.parametrize("kind", [-1, 0, 23, 31, 46, 127, 2**40])
def test_unknown_kinds_are_refused(kind: int) -> None:
    assert refused(kind, []) == "kind"


@given(st.sampled_from(KINDS), wire_values)
def test_any_value_is_a_payload_or_refused(kind: Kind, value: Plain) -> None:
    try:
        payload = payload_of(kind, value)
    except RemoteProtocolError:
        return
    assert repr(plain_of(payload)) == repr(value)


@pytest.mark.parametrize("kind", [Kind.DRAFT, Kind.RECORD])
def test_a_table_is_checked_beyond_its_shape(kind: Kind) -> None:
    plain = fields(kind)
    plain[7][1][0] = plain[7][0][0]
    assert refused(kind, plain) == "table"


def test_parts_of_payloads_are_no_payloads() -> None:
    for part in (Rules("toy", bytes(32)), SlotKey(0, 0, bytes(32))):
        with pytest.raises(LocalProtocolError):
            kind_of(part)


def test_kinds_from_32_on_are_logged() -> None:
    assert {kind.name for kind in Kind if is_logged(kind)} == {
        "SEAL",
        "LINK",
        "KEYS",
        "TURN",
        "CLAIM",
        "OPENING",
        "VERDICT",
        "RETIRE",
        "CONCEDE",
        "TERM",
        "MOTION",
        "HAND_KEY",
        "HAND_OVER",
        "REVEAL",
    }


def test_culprit_is_whom_the_caller_names() -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        payload_of(Kind.BYE, [1], culprit=Culprit.FILE)
    assert caught.value.culprit is Culprit.FILE


@pytest.mark.parametrize("wish", ["play", "Pause", "pause ", "abort\0", "draw"])
def test_no_other_motion_can_be_made(wish: str) -> None:
    assert refused(Kind.MOTION, [wish]) == "payload"
