from __future__ import annotations

import nacl.bindings
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from protocol.deck import _group
from tests.unit.protocol import reference
from tests.unit.protocol.samples import blob
from tests.unit.protocol.test_identity import EIGHT_SMALL, NOT_CANONICAL

POINT = _group.from_uniform(blob("point"))
scalars = st.integers(1, reference.L - 1)


def scalar(number: int) -> bytes:
    return number.to_bytes(32, "little")


@given(st.binary(min_size=32, max_size=32))
@example(bytes(32))
@settings(max_examples=25)
def test_from_uniform_is_elligator_times_the_cofactor(text: bytes) -> None:
    point = _group.from_uniform(text)
    assert point == reference.encode(reference.from_uniform(text))
    assert _group.is_element(point) == (point != _group.IDENTITY)


@given(scalars)
@settings(max_examples=10)
def test_arithmetic_is_that_of_rfc_8032(number: int) -> None:
    p = reference.decode(POINT)
    product = _group.multiply(scalar(number), POINT)
    assert product == reference.encode(reference.multiply(number, p))
    assert product is not None
    assert (
        _group.add(POINT, product) == reference.encode(reference.multiply(number + 1, p))
        or number + 1 == reference.L
    )


@given(scalars, scalars)
def test_scalars_divide(a: int, b: int) -> None:
    quotient = int.from_bytes(_group.inverse_of_product([scalar(a), scalar(b)]), "little")
    assert quotient * a * b % reference.L == 1
    assert int.from_bytes(_group.times(scalar(a), scalar(b)), "little") == a * b % reference.L


@given(st.binary(min_size=64, max_size=64))
def test_wide_bytes_are_reduced(wide: bytes) -> None:
    assert int.from_bytes(_group.reduce(wide), "little") == int.from_bytes(wide, "little") % reference.L


def test_zero_is_seen() -> None:
    assert _group.is_zero(_group.reduce((reference.L * 7).to_bytes(64, "little")))
    assert not _group.is_zero(_group.reduce((reference.L * 7 + 1).to_bytes(64, "little")))


@pytest.mark.parametrize(
    ("number", "good"),
    [
        (0, False),
        (1, True),
        (reference.L - 1, True),
        (reference.L, False),
        (reference.L + 1, False),
        (2**256 - 1, False),
    ],
)
def test_a_scalar_has_one_encoding(number: int, good: bool) -> None:
    assert _group.is_scalar(scalar(number)) is good


def test_other_lengths_are_neither_scalar_nor_point() -> None:
    for size in (0, 31, 33, 64):
        assert not _group.is_scalar(b"\1" * size)
        assert not _group.is_element(b"\1" * size)


@pytest.mark.parametrize("point", EIGHT_SMALL + NOT_CANONICAL)
def test_small_order_and_non_canonical_points_are_no_elements(point: str) -> None:
    assert not _group.is_element(bytes.fromhex(point))


@pytest.mark.parametrize("torsion", EIGHT_SMALL[1:])
def test_points_with_a_small_order_part_are_no_elements(torsion: str) -> None:
    mixed = reference.encode(reference.add(reference.decode(POINT), reference.decode(bytes.fromhex(torsion))))
    assert not _group.is_element(mixed)
    assert _group.multiply(scalar(5), mixed) is None


def test_the_identity_is_refused_even_by_a_libsodium_that_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nacl.bindings, "crypto_core_ed25519_is_valid_point", lambda point: True)
    assert not _group.is_element(_group.IDENTITY)
    assert _group.is_element(POINT)
