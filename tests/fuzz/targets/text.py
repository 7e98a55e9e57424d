"""Invariant: any text of a stranger becomes short, printable, in one line and in one direction, and stays so.

Names, chat and reasons, `protocol.text`.
"""

from __future__ import annotations

import unicodedata

from protocol import limits
from protocol.text import clean, clean_name

BAD = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def seeds() -> list[bytes]:
    texts = (
        "Jürgen\u200b\u202e",
        "e\u0301\u0301\u0301",
        "ἄ太🎲",
        "  a \t b ",
        "👩‍👩‍👧",
        "\ufdfa" * 9,
        "क्षि",
        "\u1100\u1161\u11a8",
        "x" * 600,
    )
    return [*(text.encode() for text in texts), b"a\xff\x1b[2J", b"\xed\xa0\x80"]


def run(data: bytes) -> None:
    check(clean_name(data), limits.NAME_CHARACTERS)
    text = data.decode("utf-8", errors="surrogateescape")
    for limit in (1, 24, limits.CHAT_CHARACTERS):
        cleaned = clean(text, limit)
        check(cleaned, limit)
        assert clean(cleaned, limit) == cleaned, "cleaning twice is not cleaning once"


def check(text: str, limit: int) -> None:
    """What a screen can show."""
    assert 1 <= len(text) <= limit
    assert text.isprintable()
    assert text == text.strip()
    assert not {unicodedata.category(character) for character in text} & BAD
    assert unicodedata.is_normalized("NFC", text)
