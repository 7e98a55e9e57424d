"""Pure. A board as lines of text, in four sizes, in Unicode or ASCII.

The one rule: colour is never the only sign. A card shows its colour's letter, what it counts, and a mark where it is
protected; a space shows its number.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from gefaehrten.core.lines import PARTIES, Line, Style, centred, fit
from gefaehrten.core.text import N_
from gefaehrten.core.view import Wording
from gefaehrten.games.gefaehrten.board import Area, Board, Card, LaidLocation, Spot
from gefaehrten.games.gefaehrten.canvas import DOUBLE_BOX, PLAIN_BOX, Canvas
from gefaehrten.games.gefaehrten.names import COLOUR_LETTERS, LOCATIONS, card_title


class Size(Enum):
    """How large a cell is drawn: (columns, rows) of the terminal."""

    TINY = (3, 1)
    SMALL = (8, 1)
    MEDIUM = (7, 3)
    LARGE = (12, 4)

    @property
    def width(self) -> int:
        """Terminal cells across."""
        return self.value[0]

    @property
    def height(self) -> int:
        """Terminal lines."""
        return self.value[1]


AXIS: Final = 4
"""Columns that the row numbers take."""

SHORT_NAMES: Final = {6: N_("Moria Gate")}
"""Names of locations that do not fit on their card."""


def columns_in(width: int, size: Size) -> int:
    """How many cells of a board fit in `width` terminal columns."""
    return max((width - AXIS) // size.width, 4)


def draw(board: Board, area: Area, size: Size, wording: Wording) -> list[Line]:
    """A part of the board, with the x of F7 above and the y at the left."""
    canvas = Canvas(AXIS + area.columns * size.width, 1 + area.rows * size.height)
    for x in range(area.left, area.right + 1):
        # The x stands over the middle of its cell.
        number = fit("", (size.width - len(str(x))) // 2) + str(x)
        canvas.write(AXIS + (x - area.left) * size.width, 0, number, Style.DIM)
    for y in range(area.top, area.bottom + 1):
        row = 1 + (y - area.top) * size.height + (size.height - 1) // 2
        canvas.write(0, row, f"{y:>{AXIS - 1}}", Style.DIM)
    for (x, y), spot in board.spots.items():
        if area.left <= x <= area.right and area.top <= y <= area.bottom:
            at = (AXIS + (x - area.left) * size.width, 1 + (y - area.top) * size.height)
            _draw_spot(canvas, at, spot, size, wording)
    for place in board.locations:
        x, y = place.left
        # A location at the edge shows the half that is inside: the canvas drops the rest.
        if area.left <= x + 1 and x <= area.right and area.top <= y <= area.bottom:
            at = (AXIS + (x - area.left) * size.width, 1 + (y - area.top) * size.height)
            _draw_location(canvas, at, place, size, wording)
    return canvas.lines()


def card_text(card: Card, wording: Wording) -> str:
    """Colour letter, what it counts, and a mark where it is protected: three columns."""
    mark = wording.pick("○", "o") if card.token else wording.pick("●", "*") if card.protected else " "
    return f"{COLOUR_LETTERS[card.colour]}{card.worth}{mark}"


def _style(spot: Spot) -> Style:
    if spot.pending:
        return Style.PENDING
    return Style.DIM if spot.card is None else PARTIES[spot.card.colour]


def _draw_spot(canvas: Canvas, at: tuple[int, int], spot: Spot, size: Size, wording: Wording) -> None:
    column, row = at
    text = "" if spot.card is None else card_text(spot.card, wording)
    changed = "+" if spot.pending else ""
    if size is Size.TINY:
        if spot.card is None:
            canvas.write(column, row, f" {spot.label}", Style.KEY)
        else:
            canvas.write(column, row, text.rstrip(), _style(spot))
        return
    if size is Size.SMALL:
        canvas.write(column + 1, row, spot.label, Style.KEY)
        canvas.write(column + 3, row, ((text or ".  ") + changed).rstrip(), _style(spot))
        return
    inner = size.width - 2
    inside = [f" {text or '   '}{changed}"]
    if size is Size.LARGE:
        inside.append("" if spot.card is None else card_title(spot.card.face, spot.card.name, wording))
    contents = [centred(content, inner) for content in inside]
    canvas.box(column, row, size.width, contents, PLAIN_BOX.edges(wording), _style(spot))
    canvas.write(column + 1, row, spot.label, Style.KEY)


def _draw_location(
    canvas: Canvas, at: tuple[int, int], place: LaidLocation, size: Size, wording: Wording
) -> None:
    column, row = at
    number = str(place.index + 1)
    style = Style.PLACE_BLACK if place.black else Style.PLACE_WHITE
    name = wording.say(SHORT_NAMES.get(place.index, LOCATIONS[place.index]))
    if size is Size.TINY:
        text = f"[[{number:>2}]]" if place.current else f"[ {number:>2} ]"
        canvas.write(column, row, text, style)
        return
    if size is Size.SMALL:
        canvas.write(column, row, "[" + fit(f"{number} {name}", 2 * size.width - 2) + "]", style)
        return
    inner = 2 * size.width - 2
    inside = [centred(name, inner)] + [""] * (size.height - 3)
    canvas.box(column, row, 2 * size.width, inside, DOUBLE_BOX.edges(wording), style)
    canvas.write(column + 1, row, number, style)
