"""Pure. How likely a seat is to win against one other, and alone: tables that were reckoned out once.

The one rule: nothing is reckoned here; scripts/solve_mordor.py writes `race.toml`, and how it did stands there.
"""

from __future__ import annotations

import base64
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

LIVES: Final = 12
"""A track that can still take more Nazgûl than that is taken for one that can take so many."""

PLACES: Final = 9
"""Fields of the ring-bearer track on which a seat may stand while nobody has won."""

STANDINGS: Final = PLACES * LIVES
"""How a seat may stand: field * LIVES + Nazgûl that its track can still take - 1."""

SURE: Final = 50_000
"""A chance of 1, as the tables have it."""


@cache
def tables(advanced: bool) -> tuple[vec[i64], vec[i64]]:
    """By standing: how likely a seat is to reach Mordor that is alone. And how a seat fares that throws next.

    The second is by its standing * STANDINGS + the other seat's: the chance of winning, and half that of a draw.
    """
    raw = tomllib.loads(files("gefaehrten.games.mordor").joinpath("race.toml").read_text("utf-8"))
    side: dict[str, Any] = raw["advanced" if advanced else "basic"]
    return unpacked(side["alone"], STANDINGS), unpacked(side["two"], STANDINGS * STANDINGS)


def unpacked(text: str, count: int) -> vec[i64]:
    """The numbers of a table: base64 of two bytes each, the higher one first."""
    data = base64.b64decode(text)
    assert len(data) == 2 * count, "race.toml is part of the package"
    return vec[i64]([int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)])


def packed(values: list[float]) -> str:
    """The reverse: chances as a table has them, in lines."""
    data = b"".join(round(value * SURE).to_bytes(2, "big") for value in values)
    return base64.encodebytes(data).decode("ascii")
