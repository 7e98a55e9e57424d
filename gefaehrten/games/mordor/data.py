"""Pure. The figures of the dice game, read once from `data.toml`.

The one rule: no figure of the game is written anywhere else.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

SYMBOLS: Final[tuple[str, ...]] = ("orc", "ring", "nazgul", "gandalf", "companion", "tree")
"""Keys of the symbols by the kernel's number."""

SIDES: Final = 6
"""Faces of a die."""


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of the game.

    Attributes:
        coloured: the symbols of a coloured die, by side (M1).
        black: those of the black die.
        colours: keys of the colours by the kernel's number (M2).
        hobbits: by colour, who it is.
        places: keys of the fields of the ring-bearer track, Bag End first (M3).
        nazgul_fields: fields of the Nazgûl track (M3).
        turns: after so many turns of all seats together nobody wins any more (M26).
    """

    rules_version: int
    coloured: tuple[int, ...]
    black: tuple[int, ...]
    colours: tuple[str, ...]
    hobbits: tuple[str, ...]
    places: tuple[str, ...]
    nazgul_fields: int
    turns: int


def parse(raw: dict[str, Any]) -> Figures:
    """The figures in `raw`, which is `data.toml` as `tomllib` reads it."""
    colours = tuple(raw["colours"]["order"])
    return Figures(
        rules_version=raw["rules_version"],
        coloured=tuple(SYMBOLS.index(symbol) for symbol in raw["dice"]["coloured"]),
        black=tuple(SYMBOLS.index(symbol) for symbol in raw["dice"]["black"]),
        colours=colours,
        hobbits=tuple(raw["hobbits"][colour] for colour in colours),
        places=tuple(raw["track"]["places"]),
        nazgul_fields=raw["track"]["nazgul_fields"],
        turns=raw["end"]["turns"],
    )


RAW: Final[dict[str, Any]] = tomllib.loads(
    files("gefaehrten.games.mordor").joinpath("data.toml").read_text("utf-8")
)
"""`data.toml` as parsed: what `rules_hash` covers."""

FIGURES: Final[Figures] = parse(RAW)
