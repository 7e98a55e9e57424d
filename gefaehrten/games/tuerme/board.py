"""Pure. The board as styled text in three sizes: rows and columns, Orcs, pawns, areas, where a pawn may go.

The one rule: every size says the same with signs alone; colour only repeats it.
"""

from __future__ import annotations

from gefaehrten.core.lines import PARTIES as PARTY_STYLES
from gefaehrten.core.lines import Line, Span, Style, centred
from gefaehrten.core.stage import Hotspot, Picture, Room, Type
from gefaehrten.core.view import Wording
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.data import FIGURES, Cell
from gefaehrten.games.tuerme.moves import cell_of, legal, spot_of
from gefaehrten.games.tuerme.names import COLOUR_LETTERS, PARTIES
from gefaehrten.games.tuerme.sight import AREA_LETTERS, AREA_OF, Sight

ZOOMS = 3
WIDTHS = (2, 4, 6)
"""Columns of a square by size."""
HEIGHTS = (1, 1, 2)
"""Rows of a square by size."""
MARGIN = 2
"""Columns for the numbers of the rows."""

ROWS = tuple(1 + FIGURES.rows * height for height in HEIGHTS)
COLUMNS = tuple(MARGIN + FIGURES.columns * width for width in WIDTHS)


def fits(zoom: int, room: Room) -> bool:
    """Whether the board can be seen whole in a size."""
    return room.rows >= ROWS[zoom] and room.columns >= COLUMNS[zoom]


def choosable(seen: Sight) -> set[Cell]:
    """Spaces that can be named now: where the pawn may stop, or what an event or the setup lets choose."""
    if not seen.open or seen.error is not None:
        return set()
    found = set(seen.ways)
    for action in legal(seen.meant):
        if t.BASE_SET <= action < t.BASE_PAWN:
            found.add(cell_of(action - int(t.BASE_SET)))
        elif t.BASE_PICK <= action < t.BASE_DISCARD:
            found.add(cell_of(action - int(t.BASE_PICK)))
    return found


def grid(seen: Sight, wording: Wording, zoom: int) -> Picture:
    """The whole board in a size; every space that can be named now is a hotspot."""
    width, height = WIDTHS[zoom], HEIGHTS[zoom]
    targets = choosable(seen)
    head = "".join(centred(str(column), width) for column in range(1, FIGURES.columns + 1))
    lines = [Line((Span(" " * MARGIN + head, Style.DIM),))]
    spots: list[Hotspot] = []
    for row in range(1, FIGURES.rows + 1):
        upper: list[Span] = [Span(f"{row:<{MARGIN}}", Style.DIM)]
        lower: list[Span] = [Span(" " * MARGIN)]
        for column in range(1, FIGURES.columns + 1):
            cell = (column, row)
            sign, note, style = _square(seen, wording, cell, targets)
            if zoom == 0:
                upper.append(Span(centred(sign.strip("()"), width), style))
            elif zoom == 1:
                upper.append(Span(centred(sign + note, width), style))
            else:
                upper.append(Span(centred(sign, width), style))
                lower.append(Span(centred(note, width), style if note else Style.PLAIN))
            if cell in targets:
                place = MARGIN + (column - 1) * width
                spots.append(Hotspot(len(lines), place, width, height, Type(f" {column},{row}")))
        lines.append(Line(tuple(upper)))
        if height == 2:
            lines.append(Line(tuple(lower)))
    return Picture(tuple(lines), tuple(spots))


def _square(seen: Sight, wording: Wording, cell: Cell, targets: set[Cell]) -> tuple[str, str, Style]:
    """Sign, note and style of a square. The note: tiles that a move there wins, or `!` where a chain lacks an Orc."""
    kernel, spot = seen.meant, spot_of(cell)
    what = kernel.cell(spot)
    note = "!" if cell in seen.missing and len(seen.missing) <= 4 else ""
    sign, style = _ground(wording, cell)
    if what == t.TOWER:
        return wording.pick("▓▓", "##"), "", Style.STRONG
    if what == t.ORC:
        sign, style = wording.pick("●", "o"), Style.BAD
    elif what >= t.PAWN:
        colour = what - int(t.PAWN)
        sign, style = COLOUR_LETTERS[colour].upper(), PARTY_STYLES[PARTIES[colour]]
    moving = kernel.marcher()
    if moving >= 0 and kernel.pawn(moving) == spot:
        sign, style = f"({COLOUR_LETTERS[moving].upper()})", PARTY_STYLES[PARTIES[moving]]
    elif cell in targets:
        way = seen.ways.get(cell)
        if way is not None and way.own:
            note = f"+{way.own}"
        style = Style.TARGET
    elif note:
        style = Style.WARN
    return sign, note, style


def _ground(wording: Wording, cell: Cell) -> tuple[str, Style]:
    area = AREA_OF.get(cell)
    if area is not None:
        return AREA_LETTERS[area], Style.DIM
    return wording.pick("·", "."), Style.DIM
