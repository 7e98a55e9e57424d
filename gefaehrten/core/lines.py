"""Pure. Lines of styled text: what every screen is made of.

The one rule: nothing here knows a terminal. A style is a name that a theme turns into a look; widths are in terminal
cells.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import lru_cache
from itertools import groupby


class Style(StrEnum):
    """The closed set of style names; the theme gives each a look, and `NO_COLOR` gives them none."""

    PLAIN = ""
    DIM = "dim"
    STRONG = "strong"
    TITLE = "title"
    KEY = "key"
    GOOD = "good"
    BAD = "bad"
    WARN = "warn"
    PENDING = "pending"
    TARGET = "target"
    LIT = "lit"
    FRAME = "frame"
    CHOSEN = "chosen"
    PLACE_WHITE = "place.white"
    PLACE_BLACK = "place.black"
    PARTY_0 = "party.0"
    PARTY_1 = "party.1"
    PARTY_2 = "party.2"
    PARTY_3 = "party.3"


PARTIES = (Style.PARTY_0, Style.PARTY_1, Style.PARTY_2, Style.PARTY_3)
"""The styles of the parties by number."""


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text in one style."""

    text: str
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a screen."""

    spans: tuple[Span, ...] = ()

    @property
    def text(self) -> str:
        """The line without its styles."""
        return "".join(span.text for span in self.spans)


def line(*parts: Span | str) -> Line:
    """A line of spans; a bare string is plain."""
    return Line(tuple(part if isinstance(part, Span) else Span(part) for part in parts if part))


class Glyphs(Enum):
    """Which characters the terminal can show."""

    UNICODE = "unicode"
    ASCII = "ascii"


_TRANSLITERATION = {
    **dict(zip("äöüÄÖÜß", ("ae", "oe", "ue", "Ae", "Oe", "Ue", "ss"), strict=True)),
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("’‘‚", "'"),
    **dict.fromkeys("–—−", "-"),
    "…": "...",
    "→": "->",
    "×": "x",
    "·": "-",
    "●": "*",
    "○": "o",
    "▶": ">",
    "⌫": "<-",
    "\u00a0": " ",
}


def asciify(text: str) -> str:
    """The text in ASCII: umlauts spelled out, accents dropped, what is left as `?`."""
    out: list[str] = []
    for char in text:
        if char.isascii():
            out.append(char)
            continue
        known = _TRANSLITERATION.get(char)
        if known is None:
            plain = unicodedata.normalize("NFKD", char)
            mark = unicodedata.category(char).startswith("M")
            known = "".join(part for part in plain if part.isascii()) or ("" if mark else "?")
        out.append(known)
    return "".join(out)


_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"))
"""Categories of characters that may move a cursor, hide or reorder text, break a line, or that no terminal knows."""

_BLANK = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
            *range(0x180B, 0x1810),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
            *range(0x1F3FB, 0x1F400),
        ),
    )
)
"""Fillers, variation selectors and skin tones: they draw nothing of their own, and terminals disagree on the cells."""

_DISPUTED = frozenset(
    map(
        chr,
        (*range(0x2630, 0x2638), *range(0x268A, 0x2690), *range(0x4DC0, 0x4E00), *range(0x1D300, 0x1D377)),
    )
)
"""Signs that were narrow until Unicode 16 made them wide: no two terminals agree on them."""

_FLAGS = {chr(0x1F1E6 + index): chr(ord("A") + index) for index in range(26)}
"""A flag is two of these, and takes two cells or four; its letters say the same."""

_MARKS = 2
"""Combining marks that a character keeps: enough for living scripts, not for towers of them."""


@lru_cache(maxsize=4096)
def _shown(char: str) -> str:
    """What is printed for a character."""
    if unicodedata.category(char) in _UNSEEN or char in _BLANK:
        return ""
    if unicodedata.category(char) == "Zs" and char != "\u3000":
        return " "
    return "?" if char in _DISPUTED else _FLAGS.get(char, char)


def printable(text: str) -> str:
    """The text with nothing in it that steers a terminal, hides, or is drawn wider or narrower than `cells` counts.

    The last barrier before a terminal. Marks that combine stay, two on a character.
    """
    if text.isprintable() and (text.isascii() or max(text) < "\u0300"):
        return text
    return _printed(text)


@lru_cache(maxsize=4096)
def _printed(text: str) -> str:
    """`printable` character by character; remembered, because frames and boards are drawn again and again."""
    text = "".join(map(_shown, text))
    if all(map(_width, text)):
        return text
    kept: list[str] = []
    marks = _MARKS
    for char in unicodedata.normalize("NFC", text):
        if _width(char):
            marks = _MARKS if char == " " else 0
            kept.append(char)
        elif marks < _MARKS:
            marks += 1
            kept.append(char)
    return "".join(kept)


@lru_cache(maxsize=4096)
def _width(char: str) -> int:
    """The cells of one character; marks, and the parts of a Hangul syllable after its first, take none."""
    if unicodedata.category(char) in ("Mn", "Mc", "Me", "Cf"):
        return 0
    if "\u1160" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7ff":
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def cells(text: str) -> int:
    """How many terminal cells a printable text takes: character by character, as terminal libraries count."""
    return len(text) if text.isascii() else sum(map(_width, text))


def clipped(text: str, width: int) -> str:
    """As much of the text's beginning as `width` cells hold."""
    if cells(text) <= width:
        return text
    used = 0
    for index, char in enumerate(text):
        used += _width(char)
        if used > width:
            return text[:index]
    return text


def shortened(text: str, width: int, ellipsis: str = "…") -> str:
    """The text, with an ellipsis at its end where `width` cells cut it."""
    if cells(text) <= width:
        return text
    return clipped(clipped(text, width - cells(ellipsis)) + ellipsis, max(width, 0))


def short_name(name: str, width: int, ellipsis: str = "…") -> str:
    """A name, `shortened`; what tells it from one that looks alike, in brackets behind it, stays whole if it can."""
    head, blank, tag = name.rpartition(" (")
    room = width - cells(blank + tag)
    if cells(name) <= width or not (head and tag.endswith(")")) or room < 1 + cells(ellipsis):
        return shortened(name, width, ellipsis)
    return shortened(head, room, ellipsis) + blank + tag


def fit(text: str, width: int) -> str:
    """The text cut or filled with blanks to exactly `width` cells."""
    text = clipped(text, width)
    return text + " " * (width - cells(text))


def centred(text: str, width: int) -> str:
    """The text in the middle of `width` cells, cut where it is longer."""
    room = max(width - cells(text), 0)
    return fit(" " * (room // 2) + text, width)


def wrapped(long: Line, width: int, indent: int = 0) -> list[Line]:
    """A line as several of at most `width` cells, broken at blanks; all but the first are indented.

    A word that is longer than a line is cut.
    """
    words = _words(long)
    lines: list[list[tuple[str, Style]]] = [[]]
    used = 0
    for word in words:
        size = sum(cells(char) for char, _ in word)
        blank = word[0][0] == " "
        if used + size > width and used > indent and not blank:
            lines.append([(" ", Style.PLAIN)] * indent)
            used = indent
        if blank and used + size > width:
            continue
        for char, style in word:
            if used + cells(char) > width:
                lines.append([(" ", Style.PLAIN)] * indent)
                used = indent
            lines[-1].append((char, style))
            used += cells(char)
    return [_joined(_trimmed(chars)) for chars in lines]


def _words(long: Line) -> list[list[tuple[str, Style]]]:
    """Runs of blanks and runs of anything else, character by character with its style."""
    chars = [(char, span.style) for span in long.spans for char in span.text]
    return [list(run) for _, run in groupby(chars, key=lambda item: item[0] == " ")]


def _trimmed(chars: list[tuple[str, Style]]) -> list[tuple[str, Style]]:
    while chars and chars[-1][0] == " ":
        chars = chars[:-1]
    return chars


def _joined(chars: Iterable[tuple[str, Style]]) -> Line:
    return Line(
        tuple(
            Span("".join(char for char, _ in run), style)
            for style, run in ((style, list(run)) for style, run in groupby(chars, key=lambda item: item[1]))
        )
    )
