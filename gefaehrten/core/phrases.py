"""Pure. The small parts that sentences of every game are put together from.

The one rule: a part is a `Sentence` too, so that it is translated together with what it stands in.
"""

from __future__ import annotations

from collections.abc import Sequence

from gefaehrten.core.text import N_, Sentence

Phrase = Sentence | str
"""A part of a sentence: translated, or a name that is not."""


def who(names: Sequence[str], seat: int, own: int) -> Phrase:
    """A player by name, or “you” for the reader."""
    return Sentence(N_("You")) if seat == own else names[seat]


def listed(parts: Sequence[Phrase]) -> Phrase:
    """Several parts with commas between; at least one."""
    first, *rest = parts
    return Sentence(N_("{first}, {rest}"), {"first": first, "rest": listed(rest)}) if rest else first


def either(parts: Sequence[Phrase]) -> Phrase:
    """Several parts of which one is meant; at least one."""
    *most, last = parts
    return Sentence(N_("{first} or {last}"), {"first": listed(most), "last": last}) if most else last
