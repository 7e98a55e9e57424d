from __future__ import annotations

import hashlib

import nacl.bindings
import pytest

from protocol.errors import Culprit, LocalProtocolError, RemoteProtocolError
from protocol.identity import Identity, check_public, fingerprint, signed_bytes, verify
from tests.unit.protocol import reference

SEED = bytes(range(32))
ORDER = reference.L

EIGHT_SMALL = (
    # Canonical encodings of the eight points whose order divides 8.
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
)
NOT_CANONICAL = (
    # The same points, and others, in encodings with y >= p or a sign bit on x = 0.
    "0100000000000000000000000000000000000000000000000000000000000080",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
)


def test_the_eight_are_what_they_are_called() -> None:
    for text in EIGHT_SMALL:
        assert reference.multiply(8, reference.decode(bytes.fromhex(text))) == reference.IDENTITY


def test_signature_is_ed25519_over_the_documented_bytes() -> None:
    identity = Identity(SEED)
    signature = identity.sign("envelope", b"body")
    message = reference.canonical(["gefaehrten.1", "envelope", b"body"])
    assert signed_bytes("envelope", b"body") == message
    # RFC 8032 section 5.1.7 with integers: S B = R + SHA-512(R A M) A.

    base = reference.decode(bytes([0x58]) + b"\x66" * 31)
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    k = int.from_bytes(hashlib.sha512(r + identity.public + message).digest(), "little") % ORDER
    right = reference.add(reference.decode(r), reference.multiply(k, reference.decode(identity.public)))
    assert reference.multiply(s, base) == right


def test_good_signature_returns() -> None:
    identity = Identity(SEED)
    verify(identity.public, "order", b"x", identity.sign("order", b"x"))


@pytest.mark.parametrize(
    ("context", "message", "flip"),
    [("order", b"y", 0), ("table", b"x", 0), ("order", b"x", 1 << 7), ("order", b"x", 1 << 300)],
)
def test_bad_signature_is_the_named_culprits_fault(context: str, message: bytes, flip: int) -> None:
    identity = Identity(SEED)
    number = int.from_bytes(identity.sign("order", b"x"), "little") ^ flip
    with pytest.raises(RemoteProtocolError) as caught:
        verify(identity.public, context, message, number.to_bytes(64, "little"), culprit=Culprit.HOST)
    assert (caught.value.code, caught.value.culprit) == ("signature", Culprit.HOST)


@pytest.mark.parametrize("length", [0, 31, 33, 63, 65])
def test_wrong_lengths_are_refused_without_another_exception(length: int) -> None:
    identity = Identity(SEED)
    signature = identity.sign("order", b"x")
    with pytest.raises(RemoteProtocolError):
        verify(bytes(length), "order", b"x", signature)
    with pytest.raises(RemoteProtocolError):
        verify(identity.public, "order", b"x", bytes(length))


def test_signature_with_the_order_added_to_s_is_refused() -> None:
    identity = Identity(SEED)
    signature = identity.sign("order", b"x")
    s = int.from_bytes(signature[32:], "little") + ORDER
    with pytest.raises(RemoteProtocolError):
        verify(identity.public, "order", b"x", signature[:32] + s.to_bytes(32, "little"))


@pytest.mark.parametrize("key", EIGHT_SMALL + NOT_CANONICAL)
def test_small_order_and_non_canonical_keys_are_refused(key: str) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        check_public(bytes.fromhex(key))
    assert caught.value.code == "key"


@pytest.mark.parametrize("key", EIGHT_SMALL + NOT_CANONICAL)
def test_no_fixed_signature_verifies_under_a_small_order_key(key: str) -> None:
    # R the identity and S = 0 satisfy S B = R + k A for every message if A is the identity, and for one in
    # eight else.
    for r in EIGHT_SMALL:
        for number in range(8):
            with pytest.raises(RemoteProtocolError):
                verify(bytes.fromhex(key), "order", bytes([number]), bytes.fromhex(r) + bytes(32))


@pytest.mark.parametrize("torsion", EIGHT_SMALL[1:])
def test_keys_with_a_small_order_part_are_refused(torsion: str) -> None:
    mixed = reference.add(reference.decode(Identity(SEED).public), reference.decode(bytes.fromhex(torsion)))
    with pytest.raises(RemoteProtocolError):
        check_public(reference.encode(mixed))


def test_points_off_the_curve_and_wrong_lengths_are_refused() -> None:
    off = next(
        y.to_bytes(32, "little")
        for y in range(2, 50)
        if not reference.is_square((y * y - 1) * pow(reference.D * y * y + 1, -1, reference.P))
    )
    for key in (off, b"", bytes(31), bytes(33)):
        with pytest.raises(RemoteProtocolError):
            check_public(key)


def test_honest_keys_pass() -> None:
    for number in range(8):
        check_public(Identity(bytes([number]) * 32).public)


def test_key_is_the_one_of_rfc_8032() -> None:
    # Test 1 of RFC 8032, section 7.1.
    seed = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert Identity(seed).public.hex() == public
    assert nacl.bindings.crypto_sign_SEEDBYTES == 32


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_seed_of_another_size_is_our_own_fault(size: int) -> None:
    with pytest.raises(LocalProtocolError):
        Identity(bytes(size))


def test_repr_does_not_show_the_secret() -> None:
    assert SEED.hex()[:8] not in repr(Identity(SEED))


def test_fingerprint_is_sixty_bits_of_the_hash() -> None:
    public = Identity(SEED).public
    bits = int.from_bytes(reference.h("fingerprint", public), "big") >> 196
    letters = "abcdefghijklmnopqrstuvwxyz234567"
    expected = "".join(letters[bits >> shift & 31] for shift in range(55, -1, -5))
    assert fingerprint(public).replace("-", "") == expected
    assert [len(group) for group in fingerprint(public).split("-")] == [4, 4, 4]
