from __future__ import annotations

import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.canonical import Plain, canonical, hash32, keyed32, keyed64
from protocol.errors import LocalProtocolError
from tests.unit.protocol import reference

texts = st.text(st.characters(exclude_categories=["Cs"]))
plain_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.binary() | texts,
    lambda inner: st.lists(inner, max_size=5),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("value", "form"),
    [
        (None, "00"),
        (False, "01"),
        (True, "02"),
        (0, "0300000000"),
        (1, "030000000101"),
        (255, "0300000001ff"),
        (256, "03000000020100"),
        (-1, "0400000000"),
        (-2, "040000000101"),
        (-257, "04000000020100"),
        (b"", "0500000000"),
        (b"\x00a", "05000000020061"),
        ("ä", "0600000002c3a4"),
        ([], "0700000000"),
        ([1, [None]], "07000000020300000001010700000001" + "00"),
    ],
)
def test_forms_of_the_document(value: Plain, form: str) -> None:
    assert canonical(value).hex() == form


@given(plain_values)
def test_agrees_with_the_second_implementation(value: Plain) -> None:
    assert canonical(value) == reference.canonical(value)


def same(a: object, b: object) -> bool:
    """Equality that tells True from 1."""
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and a == b


@given(plain_values, plain_values)
def test_different_values_have_different_forms(a: Plain, b: Plain) -> None:
    assert (canonical(a) == canonical(b)) == same(a, b)


@given(plain_values, plain_values)
def test_no_form_is_the_start_of_another(a: Plain, b: Plain) -> None:
    assert canonical(b).startswith(canonical(a)) == same(a, b)


class Text(str):
    """Looks like text, is another type."""

    __slots__ = ()


@pytest.mark.parametrize(
    "value", [1.0, float("nan"), (), {}, bytearray(b"x"), Text("x"), "\ud800", [1, [2, {}]], object()]
)
def test_what_is_not_plain_is_our_own_fault(value: Any) -> None:
    with pytest.raises(LocalProtocolError) as caught:
        canonical(value)
    assert caught.value.code == "plain"


def test_bottomless_nesting_is_our_own_fault() -> None:
    value: list[Plain] = []
    for _ in range(100):
        value = [value]
    with pytest.raises(LocalProtocolError):
        canonical(value)


def test_hashes_are_blake2b_over_context_and_values() -> None:
    form = bytes.fromhex("07000000030600000001780300000001070500000001ff")
    assert hash32("x", 7, b"\xff") == hashlib.blake2b(form, digest_size=32).digest()
    assert keyed32(b"k", "x", 7, b"\xff") == hashlib.blake2b(form, digest_size=32, key=b"k").digest()
    assert keyed64(b"k", "x", 7, b"\xff") == hashlib.blake2b(form, digest_size=64, key=b"k").digest()


def test_context_and_values_do_not_run_into_each_other() -> None:
    assert hash32("ab", "c") != hash32("a", "bc")
    assert hash32("a", [1, 2]) != hash32("a", 1, 2)


@given(st.lists(st.integers() | st.integers(-2, 2)))
def test_a_list_of_integers_has_the_form_of_its_integers(values: list[int]) -> None:
    length = len(values).to_bytes(4, "big")
    assert canonical([*values]) == b"\x07" + length + b"".join(map(canonical, values))


def test_a_truth_value_is_not_the_integer_that_it_equals() -> None:
    assert canonical([True, False]) == b"\x07" + bytes([0, 0, 0, 2]) + canonical(True) + canonical(False)
    values: list[list[Plain]] = [[1, 0], [True, 0], [1, False], [True, False]]
    assert len({canonical(value) for value in values}) == 4
