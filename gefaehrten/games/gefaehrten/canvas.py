"""Pure. A sheet of characters with styles that is written on in any order, and boxes to draw on it.

The one rule: what would stand outside the sheet is dropped, so a drawing never grows wider or higher than its room.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gefaehrten.core.lines import Line, Span, Style, fit
from gefaehrten.core.view import Wording


@dataclass(frozen=True, slots=True)
class Edges:
    """The characters of a box: corners in reading order, then across and down."""

    corners: str
    across: str
    down: str


@dataclass(frozen=True, slots=True)
class Box:
    """A kind of box in Unicode and in ASCII."""

    unicode: Edges
    ascii: Edges

    def edges(self, wording: Wording) -> Edges:
        """The characters that the reader's terminal has."""
        return self.ascii if wording.pick("u", "a") == "a" else self.unicode


PLAIN_BOX: Final = Box(Edges("┌┐└┘", "─", "│"), Edges("++++", "-", "|"))
DOUBLE_BOX: Final = Box(Edges("╔╗╚╝", "═", "║"), Edges("####", "=", "#"))
HEAVY_BOX: Final = Box(Edges("┏┓┗┛", "━", "┃"), Edges("****", "*", "*"))
DOTTED_BOX: Final = Box(Edges("┌┐└┘", "╌", "╎"), Edges("....", ".", ":"))


class Canvas:
    """Characters with styles: mutable for as long as a drawing takes."""

    def __init__(self, width: int, height: int) -> None:
        self._width = width
        self._chars = [[" "] * width for _ in range(height)]
        self._styles = [[Style.PLAIN] * width for _ in range(height)]

    def write(self, column: int, row: int, text: str, style: Style = Style.PLAIN) -> None:
        """Text of one-cell characters from a place on."""
        if not 0 <= row < len(self._chars):
            return
        if column < 0:
            text, column = text[-column:], 0
        text = text[: max(self._width - column, 0)]
        if text:
            self._chars[row][column : column + len(text)] = text
            self._styles[row][column : column + len(text)] = [style] * len(text)

    def box(
        self, column: int, row: int, width: int, inside: list[str], edges: Edges, style: Style = Style.PLAIN
    ) -> None:
        """A box around lines of text, its frame and what stands in it in one style."""
        first, second, third, fourth = tuple(edges.corners)
        inner = width - 2
        self.write(column, row, first + edges.across * inner + second, style)
        for offset, content in enumerate(inside, start=1):
            self.write(column, row + offset, edges.down + fit(content, inner) + edges.down, style)
        self.write(column, row + len(inside) + 1, third + edges.across * inner + fourth, style)

    def lines(self) -> list[Line]:
        """What was written, without blanks at the ends of lines."""
        return [
            _line(chars, styles, len("".join(chars).rstrip()))
            for chars, styles in zip(self._chars, self._styles, strict=True)
        ]


def _line(chars: list[str], styles: list[Style], end: int) -> Line:
    """The first `end` characters, runs of one style together."""
    spans: list[Span] = []
    start = 0
    for at in range(1, end + 1):
        if at == end or styles[at] is not styles[start]:
            spans.append(Span("".join(chars[start:at]), styles[start]))
            start = at
    return Line(tuple(spans) if end else ())
