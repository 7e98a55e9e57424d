"""Pure. The panels beside or under the board: which of them are shown, how much of each, and which key shows the next.

The one rule: panels come in the order of their weight, and the last ones give way first; Tab brings another one to the
front where not all have room.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gefaehrten.cli.screen.blocks import Block, Part, block, fitted, flowing, framed, rule, stacked, tail
from gefaehrten.cli.screen.state import Place, ScreenState
from gefaehrten.core.kernel import WATCHER
from gefaehrten.core.lines import Line, Span, Style, cells, line
from gefaehrten.core.stage import Click, Hotspot, Panel, Press, Room, Stage, Type
from gefaehrten.core.text import N_
from gefaehrten.core.view import Choice, View, Wording

LOG_ROWS, LONG_LOG_ROWS, LONG_LOG_FROM = 3, 6, 20
"""Lines of the log that are kept free for it where there is any room, and on a screen that has so many rows for panels.
"""

CHAT_ROWS = 2
"""The same of the chat, once something has been said, on a screen that has so many rows for panels:"""

CHAT_FROM = 22

MOST_CHOICES, FEW_CHOICES, CHOICES_FROM = 9, 5, 24
"""So many choices are shown at once (one key each), so many on a screen with fewer rows for panels than the last."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A panel on its way to the screen.

    Attributes:
        growing: a list whose end counts, log or chat: it takes what is left over.
        least: lines below which it had better not be shown.
        focus: the line that is shown whatever the room.
        clicks: what a click on each of its first lines does.
    """

    key: str
    title: Line
    lines: tuple[Line, ...]
    short: tuple[Line, ...] = ()
    growing: bool = False
    least: int = 1
    focus: int = 0
    click: Click | None = None
    clicks: Mapping[int, Click] | None = None

    def body(self, columns: int, rows: int, wording: Wording) -> Block:
        """So many lines of it: the short form where the whole does not fit and the short one does."""
        if self.growing:
            return block(tail(self.lines, columns, rows, wording), Room(columns, rows), wording)
        if len(self.lines) > rows and self.short and len(self.short) <= rows:
            return block(self.short, Room(columns, rows), wording)
        first = max(0, min(self.focus - rows // 2, len(self.lines) - rows))
        clicks = (self.clicks or {}).items()
        spots = [Hotspot(row - first, 0, columns, 1, click) for row, click in clicks if row >= first]
        return block(self.lines[first:], Room(columns, rows), wording, spots)

    def wanted(self, most: int) -> int:
        """The lines that it shows best in, of so many at most."""
        if self.growing:
            return min(LOG_ROWS + 1, most)
        fitting = [len(lines) for lines in (self.lines, self.short) if lines and len(lines) <= most]
        return max(fitting, default=most)


def sheets(
    state: ScreenState,
    view: View,
    stage: Stage,
    wording: Wording,
    room: Room,
    choices: Sequence[Choice],
) -> list[Sheet]:
    """Everything that can stand beside the board, the weightiest first; `room` is what its lines have."""
    width = room.columns
    scene = state.scene
    if state.moment is not None:
        lines = tuple(flowing(state.moment.lines, width, wording))
        return [Sheet("moment", _title(N_("Scoring"), wording), lines, least=len(lines))]
    hot = {page.key: Press(page.hot) for page in view.pages if page.hot}
    found: list[Sheet] = []
    if choices:
        found.append(choice_sheet(choices, state.look.choice, wording, room))
    if scene is not None:
        # In a replay nobody is "you": whoever's cards are seen, it is one player's match among others'.
        shown = replace(scene, seat=WATCHER) if state.place is Place.REPLAY else scene
        found += [_of(panel, hot, wording, width) for panel in stage.panels(shown, wording, width)]
    found.append(
        Sheet(
            "log",
            _title(N_("What happened"), wording),
            state.log,
            growing=True,
            click=hot.get("log", Press("L")),
        )
    )
    if state.chat or state.unread:
        unread = line(Span(wording.say(N_("Chat ({count} new)"), count=state.unread), Style.WARN))
        title = unread if state.unread else _title(N_("Chat"), wording)
        found.append(Sheet("chat", title, state.chat, growing=True, click=Press("T")))
    return found


def choice_sheet(choices: Sequence[Choice], at: int, wording: Wording, room: Room) -> Sheet:
    """The choices around the one that is looked at; a click on one types its number."""
    at = min(max(at, 0), len(choices) - 1)
    title = wording.say(N_("Choose: {number} of {count}"), number=at + 1, count=len(choices))
    most = MOST_CHOICES if room.rows >= CHOICES_FROM else FEW_CHOICES
    lines: list[Line] = []
    clicks: dict[int, Click] = {}
    first = max(0, min(at - most // 2, len(choices) - most))
    for number in range(first, min(first + most, len(choices))):
        style = Style.CHOSEN if number == at else Style.PLAIN
        mark = wording.pick("▶", ">") if number == at else " "
        text = fitted(line(Span(wording.say(choices[number].text), style)), max(room.columns - 5, 1), wording)
        clicks[len(lines)] = Type(str(number + 1))
        lines.append(line(Span(mark), Span(f"{number + 1:>2}  ", Style.KEY), *text.spans))
    shown = tuple(lines)
    head = line(Span(title, Style.PENDING))
    return Sheet("choices", head, shown, least=min(3, len(shown)), focus=at - first, clicks=clicks)


def column(found: Sequence[Sheet], tab: int, room: Room, wording: Wording) -> Block:
    """The panels in one frame, one under the other."""
    width, rows = room.columns - 2, room.rows - 1
    order = list(found)
    if crowded(order, room):
        order = turned(order, tab)
    shown: list[tuple[Sheet, int]] = []
    left = rows
    for index, sheet in enumerate(order):
        # What is kept free for the growing lists behind this panel.
        kept = sum(1 + _kept(later, rows) for later in order[index + 1 :] if _keeps(later, rows))
        height = _height(sheet, left - kept - 1, left - 1, rows, front=not index)
        if height > 0:
            shown.append((sheet, height))
            left -= height + 1
    shown = _grown(shown, left, width, wording)
    parts = [Part(sheet.title, sheet.body(width, height, wording), sheet.click) for sheet, height in shown]
    if not parts:
        return block([], room, wording)
    return framed(parts, wording)


def crowded(found: Sequence[Sheet], room: Room) -> bool:
    """Whether not all of them have room in one column: then Tab turns them."""
    rows = room.rows - 1
    wanted = sum(1 + (_kept(sheet, rows) if sheet.growing else len(sheet.lines)) for sheet in found)
    return wanted > rows


def _keeps(sheet: Sheet, rows: int) -> bool:
    """Whether room is kept for a list at the expense of what comes before it."""
    return sheet.growing and (sheet.key == "log" or rows >= CHAT_FROM)


def _kept(sheet: Sheet, rows: int) -> int:
    if sheet.key != "log":
        return CHAT_ROWS
    return LONG_LOG_ROWS if rows >= LONG_LOG_FROM else LOG_ROWS


def _height(sheet: Sheet, easy: int, most: int, rows: int, *, front: bool) -> int:
    """Lines that a panel gets: all where they leave what is kept for the log, else the short form, else the rest.

    Args:
        easy: lines that leave what is kept for the lists behind it.
        most: lines that there are.
        rows: those of all panels together.
        front: it is the first one, and shown whatever becomes of the others.
    """
    if sheet.growing:
        return min(_kept(sheet, rows), most)
    for lines in (sheet.lines, sheet.short):
        if lines and len(lines) <= easy:
            return len(lines)
    if easy >= max(sheet.least, 2):
        return easy
    return min(max(sheet.least, 1), most) if front else 0


def _grown(
    shown: list[tuple[Sheet, int]], left: int, width: int, wording: Wording
) -> list[tuple[Sheet, int]]:
    """Spare lines go to log and chat, as far as these have something to show, and what is still left to the last."""
    found = list(shown)
    for index in range(len(found) - 1, -1, -1):
        sheet, height = found[index]
        if sheet.growing and left > 0:
            share = left if sheet.key == "log" else left // 2
            more = min(share, max(len(tail(sheet.lines, width, height + share, wording)) - height, 0))
            found[index] = (sheet, height + more)
            left -= more
    if found and left > 0:
        sheet, height = found[-1]
        found[-1] = (sheet, height + left)
    return found


def turned(found: Sequence[Sheet], tab: int) -> list[Sheet]:
    """The same panels with another one in front; a choice that is due stays the first."""
    first = [sheet for sheet in found if sheet.key == "choices"]
    others = [sheet for sheet in found if sheet.key != "choices"]
    at = tab % len(others) if others else 0
    return [*first, *others[at:], *others[:at]]


def strip(order: Sequence[Sheet], room: Room, wording: Wording) -> Block:
    """The first panel under a line with the titles of all: for screens that are narrow or low."""
    body = order[0].body(room.columns - 1, room.rows - 1, wording)
    lines = [Line((Span(" "), *each.spans)) for each in body.lines]
    spots = [spot.moved(0, 1) for spot in body.hotspots]
    below = block(lines, Room(room.columns, room.rows - 1), wording, spots)
    return stacked(tabs(order, room.columns, wording), below)


def tabs(order: Sequence[Sheet], columns: int, wording: Wording) -> Block:
    """The titles of the panels, the one that is shown first; a click shows the next."""
    spans = [Span(order[0].title.text, Style.TITLE)]
    used = cells(order[0].title.text)
    for sheet in order[1:]:
        text = sheet.title.text
        if used + cells(text) + 3 > columns - 12:
            break
        style = next((span.style for span in sheet.title.spans if span.style is Style.WARN), Style.DIM)
        spans += [Span(" · " if wording.pick("u", "a") == "u" else " | ", Style.FRAME), Span(text, style)]
        used += cells(text) + 3
    turning = len(order) > 1 and order[0].key != "choices"  # Tab goes through the choices then
    if turning:
        spans += [Span("  "), Span("Tab", Style.KEY)]
    spots = (Hotspot(0, 0, columns, 1, Press("tab")),) if turning else ()
    return Block(columns, (rule(columns, Line(tuple(spans)), wording),), spots)


def _of(panel: Panel, hot: Mapping[str, Press], wording: Wording, width: int) -> Sheet:
    lines = tuple(flowing(panel.lines, width, wording))
    short = tuple(flowing(panel.short, width, wording))
    title = line(Span(wording.clean(panel.title), Style.TITLE))
    return Sheet(panel.key, title, lines, short, click=hot.get(panel.key))


def _title(template: str, wording: Wording) -> Line:
    return line(Span(wording.say(template), Style.TITLE))
