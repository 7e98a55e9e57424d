from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import limits
from protocol.canonical import ZERO, Plain
from protocol.errors import Culprit, LocalProtocolError, ProtocolError, RemoteProtocolError
from protocol.wire.codec import pack, unpack
from protocol.wire.envelope import Envelope, author_of, open_envelope, seal
from protocol.wire.messages import Chat, Kind, Link, Rules, Turn, is_logged, plain_of
from tests.unit.protocol.samples import PAYLOADS, PLAYERS, TABLE, blob, outcome
from tests.unit.protocol.wire.test_codec import wire_values

ALICE = PLAYERS[0]
LINK = Link(1, blob("link"))


def logged(**changes: Any) -> bytes:
    place: dict[str, Any] = {"table": TABLE, "number": 3, "ack_index": 2, "ack_head": blob("h")}
    return seal(ALICE, LINK, **place | changes)


def signed(body: bytes) -> bytes:
    """A good signature over whatever body."""
    return ALICE.sign("envelope", body) + body


def body_of(*changes: tuple[int, Plain]) -> bytes:
    body: list[Plain] = [1, int(Kind.LINK), TABLE, ALICE.public, 3, 2, blob("h"), plain_of(LINK)]
    for index, value in changes:
        body[index] = value
    return pack(body)


def refused(data: bytes) -> str:
    with pytest.raises(RemoteProtocolError) as caught:
        open_envelope(data)
    assert caught.value.culprit is Culprit.PEER
    return caught.value.code


@pytest.mark.parametrize("kind", list(Kind), ids=lambda kind: kind.name)
def test_what_is_sealed_opens(kind: Kind) -> None:
    payload = PAYLOADS[kind]
    if is_logged(kind):
        number = 0 if kind is Kind.TERM else 3
        data = seal(ALICE, payload, table=TABLE, number=number, ack_index=2, ack_head=blob("h"))
        assert open_envelope(data) == Envelope(kind, TABLE, ALICE.public, number, 2, blob("h"), payload, data)
    else:
        data = seal(ALICE, payload)
        assert open_envelope(data) == Envelope(kind, ZERO, ALICE.public, 0, 0, ZERO, payload, data)
    assert author_of(data) == ALICE.public


def test_bytes_are_signature_and_body() -> None:
    assert logged() == signed(body_of())


def test_every_flipped_bit_is_refused() -> None:
    data = bytearray(logged())
    for bit in range(8 * len(data)):
        data[bit // 8] ^= 1 << bit % 8
        refused(bytes(data))
        data[bit // 8] ^= 1 << bit % 8
    open_envelope(bytes(data))


def test_every_cut_is_refused() -> None:
    data = logged()
    for size in range(len(data)):
        refused(data[:size])
    refused(data + b"\x00")


def test_another_author_does_not_fit_the_signature() -> None:
    data = logged().replace(ALICE.public, PLAYERS[1].public)
    assert refused(data) == "signature"


def test_signature_of_another_context_is_refused() -> None:
    body = body_of()
    assert refused(ALICE.sign("order", body) + body) == "signature"


def test_signature_comes_before_decoding() -> None:
    # Not signed and not decodable: the complaint must be about the signature.
    body = body_of()
    junk = body[:71] + b"\xc1" * len(body[71:])
    assert refused(bytes(64) + junk) == "signature"
    assert refused(signed(junk)) == "codec"


def test_version_comes_before_the_signature() -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        open_envelope(bytes(64) + body_of((0, 2)))
    assert caught.value.code == "version"
    assert "version 2" in str(caught.value)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ((0, 0), "version"),
        ((0, 2), "version"),
        ((0, True), "envelope"),
        ((0, 200), "envelope"),
        ((1, 46), "kind"),
        ((1, 64), "kind"),
        ((1, int(Kind.TERM)), "envelope"),
        ((1, True), "envelope"),
        ((1, 200), "envelope"),
        ((2, ZERO), "envelope"),
        ((2, bytes(31)), "envelope"),
        ((2, None), "envelope"),
        ((3, bytes(33)), "envelope"),
        ((4, 0), "envelope"),
        ((4, -1), "envelope"),
        ((4, 2**32), "envelope"),
        ((4, True), "envelope"),
        ((4, "3"), "envelope"),
        ((5, -1), "envelope"),
        ((5, 2**32), "envelope"),
        ((5, False), "envelope"),
        ((5, None), "envelope"),
        ((6, bytes(31)), "envelope"),
        ((6, "x" * 32), "envelope"),
        ((7, None), "payload"),
        ((7, []), "payload"),
        ((7, [0, bytes(32)]), "payload"),
        ((7, [1, bytes(32), 0]), "payload"),
    ],
)
def test_signed_nonsense_is_refused(change: tuple[int, Plain], code: str) -> None:
    assert refused(signed(body_of(change))) == code


def test_body_of_another_length_is_refused() -> None:
    body: Any = unpack(body_of())
    for other in ([*body, bytes(32)], [*body[:-2], [bytes(32)]]):
        assert refused(signed(pack(other))) == "envelope"


def test_body_in_a_longer_form_is_refused() -> None:
    body = body_of()
    assert body[71] == 3
    assert refused(signed(body[:71] + b"\xcc\x03" + body[72:])) == "codec"


@pytest.mark.parametrize(
    "change", [(2, TABLE), (4, 1), (5, 1), (6, blob("h"))], ids=["table", "number", "index", "head"]
)
def test_what_stays_on_a_connection_claims_no_place_in_a_log(change: tuple[int, Plain]) -> None:
    plain: list[Plain] = [1, int(Kind.BYE), ZERO, ALICE.public, 0, 0, ZERO, []]
    open_envelope(signed(pack(plain)))
    plain[change[0]] = change[1]
    assert refused(signed(pack(plain))) == "envelope"


def test_talk_and_the_end_of_a_table_name_the_table_and_claim_no_place_in_its_log() -> None:
    plain: list[Plain] = [1, int(Kind.CHAT), TABLE, ALICE.public, 0, 0, ZERO, ["hello"]]
    assert open_envelope(signed(pack(plain))).table == TABLE
    plain[4] = 1
    assert refused(signed(pack(plain))) == "envelope"


def test_length_is_looked_at_first() -> None:
    assert refused(bytes(limits.ENVELOPE + 1)) == "size"
    assert refused(bytes(64)) == "size"


@given(st.binary(max_size=300))
def test_any_bytes_are_refused(data: bytes) -> None:
    refused(data)


@given(wire_values)
def test_any_signed_value_is_an_envelope_or_refused(value: Any) -> None:
    refused(signed(pack(value)))
    opened = outcome(open_envelope, signed(body_of((7, value))))
    if isinstance(opened, ProtocolError):
        assert opened.code == "payload"
    else:
        assert opened.payload == Link(*value)


@given(st.integers(0, 180), st.binary(min_size=1, max_size=8))
def test_any_signed_bytes_over_a_body_are_an_envelope_or_refused(at: int, junk: bytes) -> None:
    body = body_of()
    changed = body[:at] + junk + body[at + len(junk) :]
    try:
        envelope = open_envelope(signed(changed))
    except RemoteProtocolError:
        return
    assert envelope.data == signed(changed)


@pytest.mark.parametrize(
    "changes",
    [
        {"table": ZERO},
        {"number": 0},
        {"number": 2**32},
        {"ack_index": -1},
        {"ack_head": b""},
        {"table": b"short"},
    ],
    ids=repr,
)
def test_sealing_what_nobody_would_open_is_our_own_fault(changes: dict[str, Any]) -> None:
    with pytest.raises(LocalProtocolError):
        logged(**changes)


@pytest.mark.parametrize(
    "payload",
    [
        Link(0, blob("link")),
        Link(1, b"short"),
        Turn(1, (1.5,), (), blob("d")),
        Turn(1, (bytes(1000),) * 200, (), blob("d")),
        Rules("toy", blob("rules")),
        Chat("x" * 501),
    ],
    ids=lambda payload: type(payload).__name__,
)
def test_sealing_a_wrong_payload_is_our_own_fault(payload: Any) -> None:
    with pytest.raises(LocalProtocolError):
        seal(ALICE, payload, table=TABLE, number=1)
