"""Pure. A typed line cut into items, each with what was said and nothing more.

The one rule: no position is looked at here. What an item may mean is `notation`'s business.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from gefaehrten.games.gefaehrten.actions import Cell


@dataclass(frozen=True, slots=True)
class PlaceItem:
    """`5@7`, `g5@7+bree`, `5+bree@7`; or by letter of the hand, `a7`, `a@7`, `a+bree7`.

    Attributes:
        colour: the letter of a colour, "" where none was named.
        card: the digit of a value or, where `by_letter`, a letter of the hand.
        space: the label of a space.
        ring: what was typed behind `+`, "" for nothing.
    """

    text: str
    colour: str
    card: str
    space: str
    ring: str


@dataclass(frozen=True, slots=True)
class NazgulItem:
    """`nazgul@3`, `n3`, `n@4,2`, `n@free`, `n`: a label, a cell, or None for a free space."""

    text: str
    colour: str
    target: str | Cell | None


@dataclass(frozen=True, slots=True)
class RecallItem:
    """`4,2>7`: the cell, or label of a space, that a card is picked up from, and where it goes."""

    text: str
    source: str | Cell
    space: str
    ring: str


@dataclass(frozen=True, slots=True)
class LocateItem:
    """`@3,0` or `loc 3,0`."""

    text: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class EndItem:
    """`end` or `.`"""

    text: str


@dataclass(frozen=True, slots=True)
class Nonsense:
    """A word that is no item."""

    text: str


Item = PlaceItem | NazgulItem | RecallItem | LocateItem | EndItem | Nonsense

NUMBERED_RINGS = ("rivendell", "bruchtal")
"""Rings of which there are two, with a digit at the end of their names."""

LONGEST_WORD = 24
"""A longer word is cut where it is quoted."""

_XY = r"(-?\d{1,4})\s*,\s*(-?\d{1,4})(?!\d)"
_RING_WORD = r"[a-z]{1,20}(?:[_-][a-z]{1,20}){0,2}_?"
_RING = rf"(?:\s*\+\s*({_RING_WORD}\d?)(?!\w))?"
_EDGE = r"(?![\w@>+])"

_LOCATE = re.compile(rf"(?:(?:location|loc|ort)\s*@?|@)\s*{_XY}{_EDGE}", re.ASCII)
_RECALL = re.compile(rf"(?:{_XY}|(\d))\s*>\s*(\d){_RING}{_EDGE}", re.ASCII)
_NAZGUL = re.compile(rf"([rygb]?)(?:nazgul|n)(?:\s*@\s*(?:{_XY}|(\d)|(free|frei))|(\d))?{_EDGE}", re.ASCII)
_PLACE = re.compile(rf"([rygb]?)([0-9])@\s*(\d){_RING}{_EDGE}", re.ASCII)
_LETTER = re.compile(rf"([a-f])(?:\s*@\s*)?(\d){_RING}{_EDGE}", re.ASCII)
# The ring before the space, as it comes by keys and clicks: a card, a ring onto it, a space.
_RINGED = re.compile(
    rf"(?:([rygb]?)([0-9])|([a-f]))\s*\+\s*({_RING_WORD}[12]?)(?:\s*@\s*(\d)|(\d)){_EDGE}", re.ASCII
)
_END = re.compile(r"(?:end|ende|\.)(?![\w@])", re.ASCII)
_GAP = re.compile(r"[\s;,]*", re.ASCII)
_WORD = re.compile(r"[^\s;]+", re.ASCII)
_LOOSE_AT = re.compile(r"(?<=\d)\s+@\s+(?=\d)", re.ASCII)


def normalise(text: str) -> str:
    """Small letters without accents: `Nazgûl` and `nazgul` are the same word."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))


def items(text: str) -> list[Item]:
    """The items of a line in order; what cannot be read comes as `Nonsense`, word by word."""
    line = _LOOSE_AT.sub("@", normalise(text)).strip()
    found: list[Item] = []
    at = _skip(line, 0)
    while at < len(line):
        item, at = _item(line, at)
        found.append(item)
        at = _skip(line, at)
    return found


def _skip(line: str, at: int) -> int:
    gap = _GAP.match(line, at)
    return gap.end() if gap else at


def _item(line: str, at: int) -> tuple[Item, int]:
    if match := _LOCATE.match(line, at):
        return LocateItem(match[0], (int(match[1]), int(match[2]))), match.end()
    if match := _RECALL.match(line, at):
        source = match[3] or (int(match[1]), int(match[2]))
        return RecallItem(match[0], source, match[4], match[5] or ""), match.end()
    if match := _NAZGUL.match(line, at):
        target = (int(match[2]), int(match[3])) if match[2] else match[4] or match[6]
        return NazgulItem(match[0], match[1], target), match.end()
    if match := _PLACE.match(line, at):
        return PlaceItem(match[0], match[1], match[2], match[3], match[4] or ""), match.end()
    if match := _LETTER.match(line, at):
        return PlaceItem(match[0], "", match[1], match[2], match[3] or ""), match.end()
    if (match := _RINGED.match(line, at)) and not _half_named(match[4], match[6]):
        card, space = match[2] or match[3], match[5] or match[6]
        return PlaceItem(match[0], match[1] or "", card, space, match[4]), match.end()
    if match := _END.match(line, at):
        return EndItem(match[0]), match.end()
    word = _WORD.match(line, at)
    text = word[0] if word else line[at:]
    shown = text if len(text) <= LONGEST_WORD else text[:LONGEST_WORD] + "…"
    return Nonsense(shown), at + len(text)


def _half_named(ring: str, digit: str | None) -> bool:
    """Whether a digit right behind a ring may be a part of the ring's name: `a+rivendell1` names no space yet."""
    return digit in ("1", "2") and any(name.startswith(ring) for name in NUMBERED_RINGS)
