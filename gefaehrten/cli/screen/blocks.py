"""Pure. Rectangles of styled text that are put beside, under and over each other until they are a screen.

The one rule: every line of a block is exactly as wide as the block, so nothing that a peer is called can shift what
stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from gefaehrten.core.lines import Glyphs, Line, Span, Style, cells, clipped, line, wrapped
from gefaehrten.core.stage import Click, Hotspot, Room
from gefaehrten.core.view import Wording

EMPTY = Line()


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of exactly `columns` cells, with what can be clicked on them."""

    columns: int
    lines: tuple[Line, ...]
    hotspots: tuple[Hotspot, ...] = ()

    @property
    def rows(self) -> int:
        """How many lines."""
        return len(self.lines)


def ellipsis(wording: Wording) -> str:
    """What stands where a text is cut."""
    return wording.pick("…", "..")


def fitted(long: Line, columns: int, wording: Wording) -> Line:
    """The line, safe to print, cut or filled to exactly so many cells.

    Whatever reaches the screen comes by here: a text that nobody has cleaned is cleaned at the latest now.
    """
    spans = [Span(wording.clean(span.text), span.style) for span in long.spans]
    used = sum(cells(span.text) for span in spans)
    if used > columns:
        spans = _cut(spans, columns, ellipsis(wording))
        used = sum(cells(span.text) for span in spans)
    if used < columns:
        spans.append(Span(" " * (columns - used)))
    return Line(tuple(spans))


def _cut(spans: Sequence[Span], columns: int, mark: str) -> list[Span]:
    """As much as fits with the mark at its end, or without one where only blanks are lost."""
    kept = list(spans)
    while kept and not kept[-1].text.strip():
        kept.pop()
    if kept:
        kept[-1] = Span(kept[-1].text.rstrip(), kept[-1].style)
    if sum(cells(span.text) for span in kept) <= columns:
        return kept
    room = columns - cells(mark)
    for index, span in enumerate(kept):
        width = cells(span.text)
        if width > room:
            text = clipped(clipped(span.text, max(room, 0)) + mark, columns)
            return [*kept[:index], Span(text, span.style)]
        room -= width
    return kept


def blank(room: Room) -> Block:
    """Nothing, of that size."""
    return Block(room.columns, (Line((Span(" " * room.columns),)),) * max(room.rows, 0))


def block(lines: Iterable[Line], room: Room, wording: Wording, hotspots: Iterable[Hotspot] = ()) -> Block:
    """Lines cut and filled to the size of the room; hotspots that stand out are cut too."""
    kept = [fitted(each, room.columns, wording) for each in islice(lines, max(room.rows, 0))]
    spare = (Line((Span(" " * room.columns),)),) * (room.rows - len(kept))
    return Block(room.columns, (*kept, *spare), inside(hotspots, room))


def inside(hotspots: Iterable[Hotspot], room: Room) -> tuple[Hotspot, ...]:
    """The hotspots as far as they lie in a room that begins at 0, 0."""
    found: list[Hotspot] = []
    for spot in hotspots:
        top, left = max(spot.row, 0), max(spot.column, 0)
        height = min(spot.row + spot.height, room.rows) - top
        width = min(spot.column + spot.width, room.columns) - left
        if height > 0 and width > 0:
            found.append(Hotspot(top, left, width, height, spot.click))
    return tuple(found)


def beside(*blocks: Block) -> Block:
    """Blocks of the same height from left to right."""
    left = 0
    hotspots: list[Hotspot] = []
    for each in blocks:
        hotspots += [spot.moved(0, left) for spot in each.hotspots]
        left += each.columns
    rows = zip(*(each.lines for each in blocks), strict=True)
    return Block(
        left, tuple(Line(tuple(span for part in row for span in part.spans)) for row in rows), tuple(hotspots)
    )


def stacked(*blocks: Block) -> Block:
    """Blocks of the same width from top to bottom."""
    top = 0
    hotspots: list[Hotspot] = []
    for each in blocks:
        hotspots += [spot.moved(top, 0) for spot in each.hotspots]
        top += each.rows
    return Block(blocks[0].columns, tuple(each for part in blocks for each in part.lines), tuple(hotspots))


def placed(under: Block, box: Block, row: int, column: int) -> Block:
    """A block over another, which can no longer be clicked at all: what lies on top wants an answer."""
    lines = list(under.lines)
    for offset, each in enumerate(box.lines):
        if 0 <= row + offset < len(lines):
            base = lines[row + offset]
            lines[row + offset] = Line(
                (
                    *_sliced(base, 0, column),
                    *each.spans,
                    *_sliced(base, column + box.columns, under.columns),
                )
            )
    return Block(under.columns, tuple(lines), tuple(spot.moved(row, column) for spot in box.hotspots))


def _sliced(long: Line, start: int, end: int) -> list[Span]:
    """The cells `start` ... `end` of a line; a character that is cut in two becomes blank."""
    found: list[Span] = []
    at = 0
    for span in long.spans:
        width = cells(span.text)
        left, right = max(start - at, 0), min(end - at, width)
        if left < right:
            found.append(Span(_middle(span.text, left, right), span.style))
        at += width
    return found


def _middle(text: str, left: int, right: int) -> str:
    head = clipped(text, left)
    missing = left - cells(head)
    rest = text[len(head) :][1 if missing else 0 :]
    while rest and not cells(rest[0]):  # marks of the character before
        rest = rest[1:]
    # Half of a wide character at the left edge is a blank.
    start = " " * min(2 - missing if missing else 0, right - left)
    part = start + clipped(rest, right - left - len(start))
    return part + " " * (right - left - cells(part))


@dataclass(frozen=True, slots=True)
class Border:
    """The characters of a frame: corners in reading order, across, down, and where a rule meets the sides."""

    corners: str
    across: str
    down: str
    joints: str


_BORDERS = {Glyphs.UNICODE: Border("┌┐└┘", "─", "│", "├┤"), Glyphs.ASCII: Border("++++", "-", "|", "++")}


def rule(columns: int, title: Line, wording: Wording, ends: str | None = None) -> Line:
    """A line across with a title in it; `ends` are its first and last character, by itself more of the line."""
    border = _BORDERS[wording.glyphs]
    first, last = tuple(ends or border.across * 2)
    if columns < 2:
        return line(Span(border.across * columns, Style.FRAME))
    shown = Line(tuple(Span(wording.clean(span.text), span.style) for span in title.spans))
    width = cells(shown.text)
    room = columns - 6  # corners, a dash, and a blank at each side of the title
    if not width or room < 3:
        return line(Span(first + border.across * (columns - 2) + last, Style.FRAME))
    if width > room:
        shown, width = fitted(shown, room, wording), room
    return line(
        Span(first + border.across + " ", Style.FRAME),
        *shown.spans,
        Span(" " + border.across * (columns - width - 5) + last, Style.FRAME),
    )


@dataclass(frozen=True, slots=True)
class Part:
    """One of the parts of a frame: what stands in the rule over it, what that rule does when clicked, and its lines."""

    title: Line
    body: Block
    click: Click | None = None


def framed(parts: Sequence[Part], wording: Wording, foot: Line = EMPTY) -> Block:
    """A frame around blocks of the same width, each under a rule with its title: two cells wider than they are."""
    border = _BORDERS[wording.glyphs]
    columns = parts[0].body.columns + 2
    down = Span(border.down, Style.FRAME)
    lines: list[Line] = []
    hotspots: list[Hotspot] = []
    for part in parts:
        ends = border.joints if lines else border.corners[:2]
        if part.click is not None:
            hotspots.append(Hotspot(len(lines), 0, columns, 1, part.click))
        lines.append(rule(columns, part.title, wording, ends))
        hotspots += [spot.moved(len(lines), 1) for spot in part.body.hotspots]
        lines += [Line((down, *each.spans, down)) for each in part.body.lines]
    lines.append(rule(columns, foot, wording, border.corners[2:]))
    return Block(columns, tuple(lines), tuple(hotspots))


@lru_cache(maxsize=2048)
def folded(long: Line, width: int, indent: int = 2) -> tuple[Line, ...]:
    """`wrapped`, remembered: the same lines of log and chat are drawn again and again."""
    return tuple(wrapped(long, max(width, 1), min(indent, max(width - 1, 0))))


def flowing(lines: Iterable[Line], width: int, wording: Wording, indent: int = 2) -> list[Line]:
    """Lines of any length, made safe and broken to the width."""
    return [part for each in lines for part in folded(_clean(each, wording), width, indent)]


def tail(lines: Sequence[Line], width: int, rows: int, wording: Wording) -> list[Line]:
    """The last lines of a list, broken to the width, whole ones only: as many as so many rows hold."""
    found: list[Line] = []
    for each in reversed(lines):
        more = folded(_clean(each, wording), width)
        if found and len(found) + len(more) > rows:
            break
        found = [*more, *found]
    return found[:rows] if rows > 0 else []


def _clean(long: Line, wording: Wording) -> Line:
    return Line(tuple(Span(wording.clean(span.text), span.style) for span in long.spans))
