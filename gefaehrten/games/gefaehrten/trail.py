"""Pure. The table as the record tells it: which card, by name, lies where.

The one rule: it decides nothing; it follows the steps, for the names that the kernel does not keep.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from gefaehrten.core.game import JsonStep
from gefaehrten.games.gefaehrten.actions import Cell
from gefaehrten.games.gefaehrten.names import COLOURS, face_of
from gefaehrten.games.gefaehrten.tables import OFFSETS, WIDTH


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table: whose, what, its name where the record has it, the key of its ring, "" for none."""

    seat: int
    face: int
    name: str | None
    ring: str = ""


@dataclass(frozen=True, slots=True)
class Trail:
    """Attributes:
    cards: the top card of every cell that holds one.
    origin: the left cell of the current location.
    location: its index, 0 ... 9.
    """

    cards: Mapping[Cell, Laid]
    origin: Cell
    location: int

    def space(self, cell: Cell) -> int | None:
        """Which of the ten spaces a cell is."""
        x, y = cell[0] - self.origin[0], cell[1] - self.origin[1]
        if not (-1 <= x <= 2 and -1 <= y <= 1):
            return None
        return _SPACES.get(y * WIDTH + x)


def around(left: Cell) -> tuple[Cell, ...]:
    """The ten spaces of a location by its left cell, in reading order (F7)."""
    return tuple((left[0] + x, left[1] + y) for x, y in _SHIFTS)


_SHIFTS = tuple((int(offset + 1) % WIDTH - 1, int(offset + 1) // WIDTH) for offset in OFFSETS)
_SPACES = {int(offset): space for space, offset in enumerate(OFFSETS)}

START = Trail({}, (0, 0), 0)


def retrace(steps: Sequence[JsonStep]) -> Trail:
    """The table after these steps."""
    cards: dict[Cell, Laid] = {}
    origin, location = START.origin, START.location
    for step in steps:
        match step["step"]:
            case "place":
                cards[cell_in(step, "cell")] = laid(step)
            case "nazgul" if step["cell"] is not None:
                cards.pop(cell_in(step, "cell"), None)
            case "recall":
                source = cards.pop(cell_in(step, "from"), None)
                if source is not None:
                    cards[cell_in(step, "cell")] = replace(source, ring=str(step["token"]))
            case "locate":
                origin, location = cell_in(step, "cell"), location + 1
    return Trail(cards, origin, location)


def cell_in(step: JsonStep, key: str) -> Cell:
    """A cell of a step."""
    x, y = cast("list[int]", step[key])
    return x, y


def laid(step: JsonStep) -> Laid:
    """The card of a step `place`."""
    card = cast("dict[str, object]", step["card"])
    face = face_of(COLOURS.index(str(card["colour"])), cast(int, card["value"]))
    name = card["name"]
    return Laid(
        cast(int, step["seat"]), face, None if name is None else str(name), str(step.get("token") or "")
    )
