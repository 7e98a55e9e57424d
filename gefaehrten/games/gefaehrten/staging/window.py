"""Pure. Which part of the board a room shows, how large its cells are, and where on the screen each cell is.

The one rule: only numbers; nothing is drawn here. It follows the place that counts and stops at the board's edge.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from gefaehrten.core.stage import Look, Room
from gefaehrten.games.gefaehrten.actions import Cell
from gefaehrten.games.gefaehrten.board import Area

ZOOMS: Final = 3
"""Small, medium, large."""

AXIS: Final = 4
"""Columns that the row numbers take."""

RING_COLUMNS: Final = 4
RING_ROWS: Final = 3
"""Cells of a location with its ten spaces."""


@dataclass(frozen=True, slots=True)
class Tile:
    """How large a cell is drawn, in terminal cells."""

    columns: int
    rows: int


SMALL: Final = (Tile(6, 1), Tile(5, 1), Tile(4, 1), Tile(3, 1))
MEDIUM: Final = (Tile(7, 3), Tile(6, 3))
LARGE: Final = (Tile(12, 4),)


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the board as it lies on the screen.

    Attributes:
        area: the cells that are shown, the last ones perhaps not whole.
        axes: whether the numbers of columns and rows are shown.
        left, top: where its first cell is, the axes before it.
        hidden: whether there is more of the board to the left, above, below, to the right.
    """

    tile: Tile
    area: Area
    axes: bool
    left: int
    top: int
    hidden: tuple[bool, bool, bool, bool]

    def place(self, cell: Cell) -> tuple[int, int]:
        """Column and row of a cell's top left corner; of one outside the area too."""
        return (
            self.left + (cell[0] - self.area.left) * self.tile.columns,
            self.top + (cell[1] - self.area.top) * self.tile.rows,
        )

    def shows(self, cell: Cell) -> bool:
        """Whether the cell is a part of it."""
        return self.area.left <= cell[0] <= self.area.right and self.area.top <= cell[1] <= self.area.bottom


def tile_for(zoom: int, room: Room, whole: Area) -> Tile:
    """The largest cell of a zoom with which everything that matters there fits: the ring, or at zoom 0 the journey."""
    kinds = (SMALL, MEDIUM, LARGE)[max(0, min(zoom, ZOOMS - 1))]
    needed = whole.columns if kinds is SMALL else RING_COLUMNS
    return next((tile for tile in kinds if needed * tile.columns + AXIS <= room.columns), kinds[-1])


def fits(zoom: int, room: Room, whole: Area) -> bool:
    """Whether a location with its ten spaces can be seen at this zoom."""
    tile = tile_for(zoom, room, whole)
    return RING_COLUMNS * tile.columns <= room.columns and RING_ROWS * tile.rows <= room.rows


def window(look: Look, room: Room, whole: Area, focus: Area) -> Window:
    """What of `whole` is seen in a room, with `focus` in the middle unless the reader has scrolled away."""
    tile = tile_for(look.zoom, room, whole)
    axes = (
        min(whole.columns, RING_COLUMNS) * tile.columns + AXIS <= room.columns
        and min(whole.rows, RING_ROWS) * tile.rows + 1 <= room.rows
    )
    columns, rows = room.columns - AXIS * axes, room.rows - axes
    left, right = _slice(
        whole.left, whole.right, focus.left, focus.right, columns // tile.columns, look.right
    )
    top, bottom = _slice(whole.top, whole.bottom, focus.top, focus.bottom, rows // tile.rows, look.down)
    area = Area(left, top, right, bottom)
    spare = max(columns - area.columns * tile.columns, 0), max(rows - area.rows * tile.rows, 0)
    return Window(
        tile,
        area,
        axes,
        spare[0] // 2 + AXIS * axes,
        spare[1] // 2 + axes,
        (whole.left < left, whole.top < top, bottom < whole.bottom, right < whole.right),
    )


def kept(look: Look, room: Room, whole: Area, focus: Area) -> Look:
    """The look without the scrolling that the board's edge does not let happen."""
    straight = window(replace(look, right=0, down=0), room, whole, focus).area
    seen = window(look, room, whole, focus).area
    return replace(look, right=seen.left - straight.left, down=seen.top - straight.top)


def _slice(low: int, high: int, first: int, last: int, room: int, shift: int) -> tuple[int, int]:
    """`room` cells, at least one, of low ... high: first ... last in the middle, shifted, kept inside."""
    room = max(room, 1)
    if high - low < room:
        return low, high
    start = first - (room - (last - first + 1)) // 2
    start = max(low, min(start, high - room + 1))
    start = max(low, min(start + shift, high - room + 1))
    return start, start + room - 1
