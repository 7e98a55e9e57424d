"""Pure. The figures of the board game, read once from `data.toml`.

The one rule: no figure of the game is written anywhere else.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

Cell = tuple[int, int]
"""Column 1-16 from the west, row 1-8 from the north (T1)."""

SYMBOLS: Final = "ODA"
"""The directions of a hero card by the kernel's number (T12)."""

EVENTS: Final[tuple[str, ...]] = (
    "minas_tirith",
    "easterlings",
    "edoras",
    "fangorn",
    "elven_warriors",
    "wild_men",
    "helms_deep",
    "theoden",
    "merry_and_pippin",
    "amon_hen",
    "rohan",
    "eowyn",
    "frodo_and_sam",
    "grima",
)
"""Keys of the event cards by the kernel's number (T7)."""

AREAS: Final[tuple[str, ...]] = ("amon_hen", "fangorn", "helms_deep", "rohan", "edoras", "minas_tirith")
"""Keys of the areas by number (T2)."""


@dataclass(frozen=True, slots=True)
class Card:
    """A hero card (T5).

    Attributes:
        hero: whose picture it has.
        strength: before adjacent Orcs are taken off.
        symbol: the kernel's number of its directions.
        shadowfax: whether it may be a jump instead.
    """

    hero: str
    strength: int
    symbol: int
    shadowfax: bool


@dataclass(frozen=True, slots=True)
class Tile:
    """The Orc tiles with the same back (T4)."""

    points: int
    ent: bool
    count: int


@dataclass(frozen=True, slots=True)
class OrcCard:
    """What an Orc card brings (T6): row and number of tiles from either side, (0, 0) for nothing."""

    isengard: tuple[int, int]
    mordor: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of the game."""

    rules_version: int
    hand: int
    track: int
    discarded: int
    most_turns: int
    columns: int
    rows: int
    orthanc: tuple[Cell, ...]
    ring: tuple[Cell, ...]
    second_ring: tuple[Cell, ...]
    areas: tuple[tuple[Cell, ...], ...]
    tiles: tuple[Tile, ...]
    heroes: tuple[str, ...]
    cards: tuple[Card, ...]
    orcs: tuple[OrcCard, ...]
    groups: tuple[tuple[int, ...], ...]
    easterlings: tuple[int, int]
    reach: int
    picked: int

    def mirrored(self, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """The point mirror of some spaces: what belongs to Barad-dûr as they do to Orthanc (T1)."""
        return tuple((self.columns + 1 - column, self.rows + 1 - row) for column, row in cells)


def parse(raw: dict[str, Any]) -> Figures:
    """The figures in `raw`, which is `data.toml` as `tomllib` reads it."""
    board = raw["board"]
    return Figures(
        rules_version=raw["rules_version"],
        hand=raw["hand"],
        track=raw["track"],
        discarded=raw["discarded"],
        most_turns=raw["most_turns"],
        columns=board["columns"],
        rows=board["rows"],
        orthanc=_cells(board["orthanc"]),
        ring=_cells(board["orthanc_ring"]),
        second_ring=_cells(board["orthanc_second_ring"]),
        areas=tuple(_cells(raw["area"][key]) for key in AREAS),
        tiles=tuple(Tile(tile["points"], tile["ent"], tile["count"]) for tile in raw["tile"]),
        heroes=tuple(hero["name"] for hero in raw["hero"]),
        cards=tuple(
            Card(hero["name"], int(card[0]), SYMBOLS.index(card[1]), hero["shadowfax"])
            for hero in raw["hero"]
            for card in hero["cards"]
        ),
        orcs=tuple(OrcCard(_pair(card, "isengard"), _pair(card, "mordor")) for card in raw["orcs"]),
        groups=tuple(tuple(EVENTS.index(key) for key in raw["events"][number]) for number in ("1", "2", "3")),
        easterlings=(raw["easterlings"]["row"], raw["easterlings"]["tiles"]),
        reach=raw["events_reach"]["elven_warriors"],
        picked=raw["events_reach"]["picked"],
    )


def _cells(raw: list[list[int]]) -> tuple[Cell, ...]:
    """Spaces in the order in which Orcs fill them: row by row, west to east (T21)."""
    return tuple(sorted(((column, row) for column, row in raw), key=lambda cell: (cell[1], cell[0])))


def _pair(card: dict[str, list[int]], side: str) -> tuple[int, int]:
    row, tiles = card.get(side, (0, 0))
    return row, tiles


RAW: Final[dict[str, Any]] = tomllib.loads(
    files("gefaehrten.games.tuerme").joinpath("data.toml").read_text("utf-8")
)
"""`data.toml` as parsed: what `rules_hash` covers."""

FIGURES: Final[Figures] = parse(RAW)
