"""Pure. The board of the full screen: the way to Mordor, the tracks of everybody, the dice.

The one rule: three sizes, and each says the same; what a die does when it is clicked is what its number does.
"""

from __future__ import annotations

from gefaehrten.core.kernel import OVER
from gefaehrten.core.lines import PARTIES, Line, Span, Style, cells, centred, fit, line, shortened
from gefaehrten.core.stage import Hotspot, Look, Picture, Press, Room, Type
from gefaehrten.core.text import N_
from gefaehrten.core.view import Wording
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.data import FIGURES
from gefaehrten.games.mordor.names import (
    COLOUR_WORDS,
    DIE_LABELS,
    EFFECTS,
    PLACES,
    SHORT_SYMBOLS,
    SYMBOL_WORDS,
)
from gefaehrten.games.mordor.panels import DIE_STYLES, field_glyph, name_of, ring_track
from gefaehrten.games.mordor.staging.intent import Intent

ZOOMS = 3

SMALL_DIE, LARGE_DIE = 10, 14
"""Columns of a die's box, frame included."""

DIE_ROWS = 5
"""Rows of a die's box."""

ROWS = (1, 7, 18)
"""Rows that a size needs beside one a player; one of them for the numbers of the fields that may be halved."""

WIDE = 66
"""Columns from which names and gaps are as wide as they can be of use."""

COLUMNS = (30, 5 * SMALL_DIE, 5 * LARGE_DIE)
"""Columns that a size needs."""


def fits(seats: int, zoom: int, room: Room) -> bool:
    """Whether a size can be seen whole."""
    return room.rows >= seats + ROWS[zoom] and room.columns >= COLUMNS[zoom]


def board(meant: Intent, wording: Wording, look: Look, room: Room) -> Picture:
    """The board in a room, in the middle of it."""
    canvas = _Canvas()
    if look.zoom >= 2:
        _way(meant, wording, canvas, room.columns)
        canvas.blank()
    _tracks(meant, wording, canvas, look.zoom, room.columns)
    if look.zoom:
        canvas.blank()
        _dice(meant, wording, canvas, LARGE_DIE if look.zoom >= 2 else SMALL_DIE)
    return canvas.picture(room)


class _Canvas:
    """Lines with hotspots, from top to bottom. Mutable while a board is drawn."""

    def __init__(self) -> None:
        self._lines: list[Line] = []
        self._spots: list[Hotspot] = []

    @property
    def rows(self) -> int:
        return len(self._lines)

    def add(self, *parts: Span | str) -> None:
        self._lines.append(line(*parts))

    def blank(self) -> None:
        self._lines.append(Line())

    def spot(self, spot: Hotspot) -> None:
        self._spots.append(spot)

    def picture(self, room: Room) -> Picture:
        """Centred, cut to the room."""
        width = max((cells(each.text) for each in self._lines), default=0)
        left = max((room.columns - width) // 2, 0)
        above = max((room.rows - self.rows) // 2, 0)
        lines = [Line()] * above
        lines += [_cut(Line((Span(" " * left), *each.spans)), room.columns) for each in self._lines]
        return Picture(
            tuple(lines[: room.rows]),
            tuple(
                moved
                for spot in self._spots
                if (moved := spot.moved(above, left)).row + moved.height <= room.rows
                and moved.column + moved.width <= room.columns
            ),
        )


def _cut(long: Line, width: int) -> Line:
    spans: list[Span] = []
    left = width
    for span in long.spans:
        text = span.text if cells(span.text) <= left else shortened(span.text, left, "")
        spans.append(Span(text, span.style))
        left -= cells(text)
    return Line(tuple(spans))


def _way(meant: Intent, wording: Wording, canvas: _Canvas, width: int) -> None:
    """The ten fields from Mordor down to Bag End, with who is there and what the place does."""
    now = meant.now
    names = [wording.say(name) for name in PLACES]
    wide = max(map(cells, names))
    for field in reversed(range(len(FIGURES.places))):
        parts: list[Span | str] = [f"{field} ", Span(fit(names[field], wide), Style.STRONG), " "]
        used = 3 + wide
        for seat in range(now.seats()):
            if now.reached(seat) == field and not now.retired(seat):
                colour = int(now.colour(seat))
                sign = wording.pick("◆", "*") if now.playing(seat) else wording.pick("×", "x")
                name = name_of(meant.scene, wording, seat, 12)
                parts += [" ", Span(f"{sign} {name}", PARTIES[colour] if now.playing(seat) else Style.DIM)]
                used += 3 + cells(name)
        if now.advanced() and EFFECTS[field]:
            effect = wording.say(EFFECTS[field])
            live = now.request() != OVER and now.effect() == field
            parts += [
                "  ",
                Span(
                    shortened(effect, width - used - 2, wording.pick("…", "...")),
                    Style.WARN if live else Style.DIM,
                ),
            ]
        canvas.add(*parts)


def _tracks(meant: Intent, wording: Wording, canvas: _Canvas, zoom: int, width: int) -> None:
    """A line a player: name, colour, both tracks; the fields that may be halved can be clicked."""
    now = meant.now
    name_wide = 14 if zoom and width >= WIDE else 8
    gap = "  " if zoom and width >= WIDE else " "
    words = [wording.say(word) for word in COLOUR_WORDS[: tables.DICE - 1]]
    word_wide = max(map(cells, words)) if zoom else 0
    for seat in range(now.seats()):
        moves = seat == now.mover() and now.request() != OVER
        colour = int(now.colour(seat))
        name = fit(name_of(meant.scene, wording, seat, name_wide), name_wide)
        parts: list[Span | str] = [
            Span(wording.pick("▶ ", "> ") if moves else "  ", Style.KEY),
            Span(name, PARTIES[colour] if now.playing(seat) else Style.DIM),
            f" {fit(words[colour], word_wide)}" if zoom else "",
            gap,
            *ring_track(now, seat, wording),
            f" {now.reached(seat)}",
            gap,
        ]
        column = sum(cells(part if isinstance(part, str) else part.text) for part in parts)
        for field in range(tables.FIELDS):
            parts.append(_field(meant, seat, field, wording))
            if meant.halving and seat == now.mover() and now.halvable() >> field & 1:
                canvas.spot(Hotspot(canvas.rows, column + field, 1, 1, Type(f"h{field + 1}")))
        if now.retired(seat):
            parts += [" ", Span(wording.say(N_("has left")), Style.WARN)]
        elif now.out(seat):
            parts += [" ", Span(wording.say(N_("knocked out")), Style.BAD)]
        canvas.add(*parts)
        if meant.halving and seat == now.mover():
            numbers = [
                Span(str(field + 1), Style.KEY) if now.halvable() >> field & 1 else Span(" ")
                for field in range(tables.FIELDS)
            ]
            canvas.add(Span(" " * column), *numbers)


def _field(meant: Intent, seat: int, field: int, wording: Wording) -> Span:
    now = meant.now
    glyph = field_glyph(now, seat, field, wording)
    if meant.halving and seat == now.mover():
        if meant.action == int(tables.BASE_HALVE) + field:
            return Span(glyph, Style.CHOSEN)
        if now.halvable() >> field & 1:
            return Span(glyph, Style.TARGET)
    return Span(glyph, Style.BAD if field < now.crossed(seat) else Style.PLAIN)


def _dice(meant: Intent, wording: Wording, canvas: _Canvas, width: int) -> None:
    """The five dice side by side: number and colour, symbol, whom a Nazgûl hits, where it lies."""
    boxes = [_die(meant, die, wording, width) for die in range(tables.DICE)]
    top = canvas.rows
    for row in range(DIE_ROWS):
        canvas.add(*(span for box in boxes for span in box[row]))
    joining = meant.joining() | meant.mask
    for die in range(tables.DICE):
        if joining >> die & 1:
            canvas.spot(Hotspot(top, die * width, width, DIE_ROWS, Press(DIE_LABELS[die])))


def _die(meant: Intent, die: int, wording: Wording, width: int) -> list[tuple[Span, ...]]:
    now, inner = meant.now, width - 2
    shown = now.request() != OVER and now.face(die) >= 0
    rolled, aside = bool(now.rolled() >> die & 1), bool(now.aside() >> die & 1)
    chosen = bool(meant.mask >> die & 1)
    style = DIE_STYLES[die]
    frame = Style.CHOSEN if chosen else Style.TARGET if meant.joining() >> die & 1 else Style.FRAME
    if not (rolled or aside):
        style = Style.DIM
    word = wording.say(COLOUR_WORDS[die])
    title = fit(f"{DIE_LABELS[die]} {word}" if cells(word) + 2 <= inner else DIE_LABELS[die] + word, inner)
    words = SYMBOL_WORDS if width >= LARGE_DIE else SHORT_SYMBOLS
    symbol = wording.say(words[now.face(die)]) if shown and (rolled or aside) else ""
    below = ""
    if symbol and now.face(die) == tables.NAZGUL:
        below = wording.pick("→ ", "> ") + name_of(meant.scene, wording, int(now.victim(die)), inner - 3)
    state = wording.say(N_("aside")) if aside else ""
    bar, dash = wording.pick("│", "|"), wording.pick("─", "-")
    corner = wording.pick("┌┐└┘", "++++")
    return [
        (Span(corner[0], frame), Span(title, style), Span(corner[1], frame)),
        (Span(bar, frame), Span(centred(symbol, inner), Style.CHOSEN if chosen else style), Span(bar, frame)),
        (Span(bar, frame), Span(centred(below, inner), Style.DIM), Span(bar, frame)),
        (Span(bar, frame), Span(centred(state, inner), Style.DIM), Span(bar, frame)),
        (Span(corner[2] + dash * inner + corner[3], frame),),
    ]
