"""Pure. Text from a peer, made safe and legible for a screen.

The one rule: nothing that a peer writes can move the cursor, hide, change direction or take more room than it
is given.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

from protocol import limits

_MARKS: Final = 2
"""Combining marks that one character keeps: enough for every living script's usual stacks, not for towers of
them."""

_REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})

_INVISIBLE: Final = frozenset(
    map(
        chr,
        [
            0x034F,  # combining grapheme joiner
            0x115F,  # Hangul fillers
            0x1160,
            0x17B4,  # Khmer inherent vowels
            0x17B5,
            0x180B,  # Mongolian variation selectors
            0x180C,
            0x180D,
            0x180F,
            0x2800,  # blank Braille
            0x3164,
            0xFFA0,
            *range(0xFE00, 0xFE10),  # variation selectors
            *range(0xE0100, 0xE01F0),
        ],
    )
)
"""What draws nothing and is none of the refused categories."""


def clean(text: str, limit: int, *, empty: str = "?") -> str:
    """Text from a peer, fit to be stored for display and shown.

    Out go control, format (bidi, zero-width), surrogate, private and unassigned characters, variation
    selectors and other invisible ones; of combining marks two stay per character, none without one; every run
    of white space becomes one space; the form is NFC.

    Args:
        text: anything.
        limit: characters (code points) of the result at most.
        empty: the result where nothing visible is left.
    """
    seen = "".join(_visible(text[: 16 * limit + 64]))
    kept = "".join(_stacked(unicodedata.normalize("NFC", seen)))
    result = unicodedata.normalize("NFC", " ".join(kept.split()))
    return result[:limit].rstrip() or empty


def clean_name(raw: bytes) -> str:
    """A player's name from its raw bytes; what is not UTF-8 becomes U+FFFD."""
    return clean(raw.decode(errors="replace"), limits.NAME_CHARACTERS)


def _visible(text: str) -> Iterator[str]:
    for character in text:
        if character.isspace():
            yield " "
        elif unicodedata.category(character) not in _REFUSED and character not in _INVISIBLE:
            yield character


def _stacked(text: str) -> Iterator[str]:
    marks = _MARKS
    for character in text:
        if not unicodedata.category(character).startswith("M"):
            marks = _MARKS if character == " " else 0
            yield character
        elif marks < _MARKS:
            marks += 1
            yield character
