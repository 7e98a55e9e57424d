"""Pure. Names that are equal, or that look like each other, told apart by their keys.

The one rule: it is looks that count, not characters: case, accents, blanks, and letters of other scripts that are
drawn alike make no difference.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Final

_CAPITALS: Final = str.maketrans("АВСЕНІЈКМОРЅТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABCEHIJKMOPSTXYABEZHIKMNOPTYX")
"""Cyrillic and Greek capitals that are drawn as Latin ones; before case is dropped, since н is no h but Н is an H."""

_SMALL: Final = str.maketrans("аеорсухіјѕԁһԛԝαγικνορτυχωıłøđħ0|1", "aeopcyxijsdhqwayikvoptuxwilodholl")
"""Small letters and digits that are drawn alike; after case is dropped."""

_PAIRS: Final = (("rn", "m"), ("vv", "w"), ("i", "l"))
"""What runs together into another letter, and the last of the strokes."""

KEY_GROUP: Final = 4
"""Characters of a fingerprint that tell names apart at the table, unless they are equal too."""


def skeleton(name: str) -> str:
    """What a name looks like: two names with the same skeleton can be mistaken for each other."""
    letters = unicodedata.normalize("NFKD", name).translate(_CAPITALS).casefold()
    plain = "".join(
        char
        for char in unicodedata.normalize("NFKD", letters)
        if unicodedata.category(char)[0] not in "MZC" and char not in "-_.'’·"
    ).translate(_SMALL)
    for drawn, meant in _PAIRS:
        plain = plain.replace(drawn, meant)
    return plain


def alike(names: Sequence[str]) -> frozenset[int]:
    """The indexes of the names that look like another one; an empty name is nobody's."""
    looks = [skeleton(name) if name else None for name in names]
    counted = Counter(look for look in looks if look is not None)
    return frozenset(index for index, look in enumerate(looks) if look is not None and counted[look] > 1)


def distinct_names(names: Sequence[str], keys: Sequence[str]) -> list[str]:
    """The names, those that look alike with the beginning of their key's fingerprint behind them.

    Args:
        keys: the fingerprints, in the order of the names. Where they do not tell names apart either (one key twice,
            or none at all), the number of the seat does.
    """
    mistaken = alike(names)
    found = [
        f"{name} ({key[:KEY_GROUP] or _number(index)})" if index in mistaken else name
        for index, (name, key) in enumerate(zip(names, keys, strict=True))
    ]
    still = alike(found) & mistaken
    return [
        f"{names[index]} ({keys[index]} {_number(index)})" if index in still else name
        for index, name in enumerate(found)
    ]


def _number(seat: int) -> str:
    return f"#{seat}"
