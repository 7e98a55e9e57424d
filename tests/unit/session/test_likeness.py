"""Names that can be mistaken for each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gefaehrten.session.likeness import alike, distinct_names, skeleton

KEYS = ("abcd-efgh-ijkl", "mnop-qrst-uvwx", "yzab-cdef-ghij")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "anna"),
        ("Anna", "Аnna"),  # Cyrillic А
        ("Anna", "Αnna"),  # Greek Α
        ("Anna", "Ann a"),
        ("Anna", "Anna."),
        ("Jörg", "Jorg"),
        ("Jörg", "Jo\u0308rg"),
        ("Ina", "lna"),
        ("Ina", "1na"),
        ("Otto", "0tto"),
        ("Marna", "Mama"),
        ("Bob", "Ｂｏｂ"),
        ("Bob", "𝐁𝐨𝐛"),
        ("НОМЕ", "HOME"),
        ("Groß", "Gross"),
    ],
)
def test_what_looks_alike_has_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    assert alike([one, "Zoë", other]) == {0, 2}


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Hanna"), ("Bert", "Berta"), ("дом", "dom"), ("桜", "梅"), ("A1", "A2")]
)
def test_what_looks_different_stays_apart(one: str, other: str) -> None:
    assert alike([one, other]) == frozenset()


def test_free_seats_are_nobody() -> None:
    assert alike(["", "", "Anna"]) == frozenset()


def test_names_that_differ_stay_as_they_are() -> None:
    assert distinct_names(["Anna", "Berta", "Cem"], KEYS) == ["Anna", "Berta", "Cem"]


def test_names_that_look_alike_get_the_beginning_of_their_key() -> None:
    assert distinct_names(["Anna", "Berta", "Аnna"], KEYS) == ["Anna (abcd)", "Berta", "Аnna (yzab)"]


def test_keys_that_begin_alike_are_shown_whole_and_one_key_twice_by_seat() -> None:
    keys = ("abcd-efgh-ijkl", "abcd-qrst-uvwx")
    assert distinct_names(["Anna", "Anna"], keys) == ["Anna (abcd-efgh-ijkl #0)", "Anna (abcd-qrst-uvwx #1)"]
    assert distinct_names(["Bot", "Bot"], ("", "")) == ["Bot (#0)", "Bot (#1)"]


@given(st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=4))
def test_distinct_names_are_distinct_and_keep_the_name(names: list[str]) -> None:
    found = distinct_names(names, [f"{seat}xyz-abcd-efgh" for seat in range(len(names))])
    assert len(set(found)) == len(names)
    assert all(shown.startswith(name) for shown, name in zip(found, names, strict=True))
