"""Pure. Lines of styled text: what every screen is made of.

The one rule: nothing here knows a terminal. A style is a name that a theme turns into a look; widths are in terminal
cells.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, StrEnum
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
            known = "".join(part for part in plain if part.isascii()) or "?"
        out.append(known)
    return "".join(out)


_STEERING = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
"""Categories of characters that may move a cursor, hide or reorder text, or break a line."""


def printable(text: str) -> str:
    """The text without control, format, separator and surrogate characters: the last barrier before a terminal."""
    return "".join(char for char in text if unicodedata.category(char) not in _STEERING)


def cells(text: str) -> int:
    """How many terminal cells the text takes."""
    total = 0
    for char in text:
        if unicodedata.category(char) in ("Mn", "Me", "Cf"):
            continue
        total += 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
    return total


def fit(text: str, width: int) -> str:
    """The text cut or filled with blanks to exactly `width` cells."""
    while cells(text) > width:
        text = text[:-1]
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
