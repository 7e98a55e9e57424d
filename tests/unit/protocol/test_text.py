from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from protocol import limits
from protocol.text import clean, clean_name


@pytest.mark.parametrize(
    "text",
    [
        "Jürgen",
        "Ólafur Ragnar",
        "Дмитрий",
        "太郎",
        "José",
        "ἄνθρωπος",
        "ไทยที่",
        "हिन्दी",
        "O'Neil-Smith",
        "♥",
        "🎲",
    ],
)
def test_honest_names_stay_as_they_are(text: str) -> None:
    assert clean(text, 40) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a\x1b[2Jb", "a[2Jb"),
        ("a\x07b\x9b31mc", "ab31mc"),
        ("a\x00\x7f\x85b", "a b"),
        ("abc\u202edef\u202c", "abcdef"),
        ("a\u2066b\u2069\u200e\u200f\u061c", "ab"),
        ("a\u200b\u200c\u200d\u2060\ufeffb", "ab"),
        ("♥\ufe0f", "♥"),
        ("葛\U000e0100", "葛"),
        ("a\U000e0041b", "ab"),
        ("a\ue000\uf8ff\U000f0000b", "ab"),
        ("a\ud800b", "ab"),
        ("a\u0378b", "ab"),
        ("a\u3164\u2800\u115fb", "ab"),
        ("e\u0301", "é"),
        ("a\u034f\u0301", "á"),
        ("q\u0301\u0302\u0303\u0304\u0305", "q\u0301\u0302"),
        ("\u0301abc", "abc"),
        ("a \u0301b", "a b"),
        ("  a \t\r\n\v\f b\u00a0\u2003\u2028\u2029c  ", "a b c"),
        ("👨\u200d👩\u200d👧", "👨👩👧"),
    ],
)
def test_what_must_go_goes(text: str, seen: str) -> None:
    assert clean(text, 40) == seen


@pytest.mark.parametrize("text", ["", " \n ", "\u200b\u200d", "\u0301", "\x1b", "\u3164"])
def test_nothing_visible_gives_a_stand_in(text: str) -> None:
    assert clean(text, 40) == "?"
    assert clean(text, 40, empty="") == ""


def test_length_is_limited_in_characters() -> None:
    assert clean("äöü" * 10, 5) == "äöüäö"
    assert clean("abc def", 4) == "abc"
    assert clean("\u200b" * 10 + "abc", 3) == "abc"


def test_a_flood_costs_nothing() -> None:
    assert clean("a" + "\u0301" * 10**7, 10) == "á\u0301\u0301"


def test_names_come_from_raw_bytes() -> None:
    assert clean_name("Jürgen".encode()) == "Jürgen"
    assert clean_name(b"a\xff\xfeb") == "a\ufffd\ufffdb"
    assert clean_name(b"") == "?"
    assert len(clean_name(b"x" * limits.NAME_BYTES)) == limits.NAME_CHARACTERS


@given(st.text(st.characters()), st.integers(1, 50))
@example("\u1100\u200b\u1161", 5)
@example("q\u0323\u034f\u0307\u0301x", 5)
def test_any_text_becomes_safe_and_stays_so(text: str, limit: int) -> None:
    seen = clean(text, limit)
    assert 1 <= len(seen) <= limit
    assert clean(seen, limit) == seen
    assert unicodedata.is_normalized("NFC", seen)
    assert seen == seen.strip()
    categories = {unicodedata.category(character) for character in seen}
    assert not categories & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert {character for character in seen if unicodedata.category(character) == "Zs"} <= {" "}
    assert all(unicodedata.bidirectional(c) not in ("LRO", "RLO", "LRE", "RLE", "PDF") for c in seen)


@given(st.binary(max_size=100))
def test_any_bytes_become_a_name(raw: bytes) -> None:
    assert 1 <= len(clean_name(raw)) <= limits.NAME_CHARACTERS
