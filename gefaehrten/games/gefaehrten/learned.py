"""Pure. What was learned of the card game by playing it, read once from `learned.toml`.

The one rule: nothing is learned here; scripts/train.py writes the file, its training record with it.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final

SEAT_COUNTS: Final = (2, 3, 4)
"""The tables that chances are learned for."""

RAW: Final[dict[str, Any]] = tomllib.loads(
    files("gefaehrten.games.gefaehrten").joinpath("learned.toml").read_text("utf-8")
)


def appeal_of(raw: dict[str, Any]) -> list[int]:
    """A weight for each trait of `glance`."""
    return list(raw["appeal"]["weights"])


def chances_of(raw: dict[str, Any]) -> list[int]:
    """A weight for each number of `prospects`: by seats, two first, and by scorings passed, 0 ... 9."""
    return [weight for seats in SEAT_COUNTS for row in raw["chances"][f"seats{seats}"] for weight in row]


APPEAL: Final = appeal_of(RAW)
CHANCES: Final = chances_of(RAW)
