"""Pure. The table as data: what lies where, what it counts, which spaces bear which number.

The one rule: no characters here; `drawing` turns a board into lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gefaehrten.core.view import Scene
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.actions import Cell, cell_of
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.moves import card_kernel, space_cell
from gefaehrten.games.gefaehrten.names import SPACE_LABELS, face_of
from gefaehrten.games.gefaehrten.trail import Trail, retrace


@dataclass(frozen=True, slots=True)
class Card:
    """A top card.

    Attributes:
        value: what is printed on it.
        worth: what it counts for covering and scoring, Rivendell I included, Bree not.
        token: number of the ring on it, 0 for none.
        name: where it is known: of 2s and 4s only the record tells it.
    """

    colour: int
    seat: int
    value: int
    worth: int
    token: int
    name: str | None

    @property
    def face(self) -> int:
        """The kernel's face."""
        return face_of(self.colour, self.value)

    @property
    def protected(self) -> bool:
        """F14: nothing may go on it."""
        return self.value == tables.HOBBIT or self.token != tables.NO_TOKEN


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell that is one of the ten spaces, or that holds a card.

    Attributes:
        label: the space's number, "" for a cell that is none.
        pending: whether the turn that is not committed yet changed it.
    """

    card: Card | None
    label: str
    pending: bool


@dataclass(frozen=True, slots=True)
class LaidLocation:
    """A location on the table; `left` is its left cell."""

    index: int
    left: Cell
    current: bool
    black: bool


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of cells, all four edges within."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def columns(self) -> int:
        """How many cells wide."""
        return self.right - self.left + 1

    @property
    def rows(self) -> int:
        """How many cells high."""
        return self.bottom - self.top + 1

    def within(self, columns: int, rows: int, around: Area) -> Area:
        """The part of this area that fits in so many cells and has `around` as near its middle as can be."""
        left, right = _slice(self.left, self.right, around.left, around.right, columns)
        top, bottom = _slice(self.top, self.bottom, around.top, around.bottom, rows)
        return Area(left, top, right, bottom)


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the table.

    Attributes:
        spots: every cell with a card on it, and the ten spaces.
        area: the smallest rectangle with everything in it.
        ring: the current location with its ten spaces.
    """

    spots: Mapping[Cell, Spot]
    locations: tuple[LaidLocation, ...]
    area: Area
    ring: Area


def survey(scene: Scene) -> Board:
    """The table as it would be after the turn that is not committed yet."""
    before, now = card_kernel(scene.kernel), card_kernel(scene.now())
    trail = retrace(scene.steps)
    labels = {space_cell(now, space): label for space, label in enumerate(SPACE_LABELS)}
    spots: dict[Cell, Spot] = {}
    for cell in _cells(now):
        position = int(tables.position(*cell))
        byte = int(now.cell(position))
        card = _card(now, byte, cell, trail)
        if card is not None or cell in labels:
            spots[cell] = Spot(card, labels.get(cell, ""), byte != before.cell(position))
    current = int(now.location())
    locations = tuple(
        LaidLocation(
            index,
            cell_of(int(now.location_position(index))),
            index == current,
            now.black() if index == current else bool(tables.BLACK[index]),
        )
        for index in range(now.locations_laid())
    )
    corners = [*spots, *((x + end, y) for x, y in (place.left for place in locations) for end in (0, 1))]
    x, y = locations[-1].left
    return Board(
        spots,
        locations,
        Area(
            min(cell[0] for cell in corners),
            min(cell[1] for cell in corners),
            max(cell[0] for cell in corners),
            max(cell[1] for cell in corners),
        ),
        Area(x - 1, y - 1, x + 2, y + 1),
    )


def _cells(kernel: GefaehrtenKernel) -> list[Cell]:
    """Every cell that can hold a card: the spaces of all locations laid."""
    found: dict[Cell, None] = {}
    for index in range(kernel.locations_laid()):
        left = int(kernel.location_position(index))
        for space in range(tables.SPACES):
            found[cell_of(int(tables.space_position(left, space)))] = None
    return list(found)


def _card(kernel: GefaehrtenKernel, byte: int, cell: Cell, trail: Trail) -> Card | None:
    if byte == 0 or byte & 7 == tables.LOCATION_CELL:
        return None
    colour, value = byte >> 3 & 3, (byte & 7) - 1
    laid = trail.cards.get(cell)
    return Card(
        colour=colour,
        seat=int(kernel.owner(colour)),
        value=value,
        worth=int(tables.VALUES[byte]),
        token=byte >> 5,
        name=laid.name if laid and laid.face == face_of(colour, value) else None,
    )


def _slice(low: int, high: int, first: int, last: int, room: int) -> tuple[int, int]:
    """`room` cells of low ... high with first ... last in the middle; all of it where it fits."""
    if high - low < room:
        return low, high
    start = first - (room - (last - first + 1)) // 2
    start = max(low, min(start, high - room + 1))
    return start, start + room - 1
