"""Pure. The table of the card game: cells, locations, and what lies around them (F7–F10, F21, F28).

The one rule: only the top card of a cell exists; who may place what is decided elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from scripts.independent.figures import HOBBIT, LOCATIONS

Cell: TypeAlias = tuple[int, int]

BAG_END, BREE, WEATHERTOP, RIVENDELL_1, RIVENDELL_2, LOTHLORIEN = range(1, 7)
ROWS = range(-24, 24)
COLUMNS = range(-31, 33)


@dataclass(frozen=True, slots=True)
class Card:
    """A card on the table."""

    colour: int
    value: int
    token: int = 0

    @property
    def effective(self) -> int:
        """The value for covering and scoring."""
        return self.value + (2 if self.token == RIVENDELL_1 else 0)

    @property
    def protected(self) -> bool:
        """Whether nothing may take or cover it (F14)."""
        return self.value == HOBBIT or self.token != 0


def spaces_around(left: Cell) -> list[Cell]:
    """The ten spaces of a location, in reading order (F7)."""
    x, y = left
    above = [(x + step, y - 1) for step in range(-1, 3)]
    below = [(x + step, y + 1) for step in range(-1, 3)]
    return [*above, (x - 1, y), (x + 2, y), *below]


class Board:
    """Cards and locations on the table."""

    def __init__(self) -> None:
        self.cards: dict[Cell, Card] = {}
        self.lefts: list[Cell] = [(0, 0)]
        """The left cell of every location that has been laid."""

    @property
    def stones(self) -> set[Cell]:
        """The cells that locations lie on."""
        return {cell for x, y in self.lefts for cell in ((x, y), (x + 1, y))}

    @property
    def current(self) -> int:
        """The current location, from 0 (F8)."""
        return len(self.lefts) - 1

    @property
    def spaces(self) -> list[Cell]:
        """The ten spaces of the current location."""
        return spaces_around(self.lefts[-1])

    def empty(self, cell: Cell) -> bool:
        """Whether nothing lies on a cell."""
        return cell not in self.cards and cell not in self.stones

    @property
    def free(self) -> list[int]:
        """The free spaces of the current location, by number."""
        return [number for number, cell in enumerate(self.spaces) if self.empty(cell)]

    def adjoining(self) -> list[Card]:
        """The cards at the current location."""
        return [self.cards[cell] for cell in self.spaces if cell in self.cards]

    @property
    def black(self) -> bool:
        """The side of the current location, with what the Bag End token does to it (F21)."""
        flips = sum(card.token == BAG_END for card in self.adjoining())
        return LOCATIONS[self.current].black ^ bool(flips % 2)

    def was_scored(self, cell: Cell) -> bool:
        """Whether a cell adjoins a location that has been scored: any but the current one."""
        return any(cell in spaces_around(left) for left in self.lefts[:-1])

    def may_lay(self, left: Cell) -> bool:
        """Whether the next location may lie there (F28)."""
        x, y = left
        own = [(x, y), (x + 1, y)]
        sides = [(a + dx, b + dy) for a, b in own for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        return (
            x in COLUMNS
            and x + 1 in COLUMNS
            and y in ROWS
            and all(map(self.empty, own))
            and any(cell in self.cards for cell in sides)
            and any(map(self.empty, spaces_around(left)))
        )


def position(cell: Cell) -> int:
    """A cell as the public numbers write it."""
    return 64 * (cell[1] + 24) + cell[0] + 31
