"""Pure. The figures of the card game as its rules print them (F1, F2, F4, F24), and their hash.

The one rule: the hash is computed from the figures here, so a record of other rules is noticed.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from typing import Any

GAME = "gefaehrten"
OPTIONS = {"nazgul_range": ("location", "table"), "points": ("open", "hidden")}
SECONDS = re.compile("[1-9][0-9]{0,4}")
TABLE_OPTIONS = ("table.clock", "table.grace", "table.reserve")
"""What a table may say that is no business of the game: each a number of seconds."""
COLOURS = ["red", "yellow", "green", "blue"]
TWO_PLAYERS = [["yellow", "green"], ["red", "blue"]]
TIES = ["green", "yellow", "red", "blue"]
HAND = 6
MORIA_LOSS = 3
NAZGUL = 6
HOBBIT = 3

CARDS: list[tuple[int, list[str], int]] = [
    (0, ["Gandalf's cart"], 1),
    (1, [], 7),
    (2, ["Galadriel", "Bilbo", "Elrond", "Arwen"], 4),
    (HOBBIT, [], 4),
    (4, ["Aragorn", "Boromir", "Gimli", "Legolas"], 4),
    (5, ["Gandalf"], 1),
    (NAZGUL, ["Nazgûl"], 1),
]
"""Value, names and count, in the order of the sealed deck's card numbers."""

KINDS = [value for value, _, count in CARDS for _ in range(count)]
"""The value of each card number of a colour, 6 for the Nazgûl."""

TOKENS = ["", "bag_end", "bree", "weathertop", "rivendell_1", "rivendell_2", "lothlorien"]


@dataclass(frozen=True, slots=True)
class Location:
    """One line of the table of F2."""

    key: str
    black: bool
    prizes: tuple[int, int, int]
    tokens: tuple[str, ...] = ()


LOCATIONS = [
    Location("bag_end", False, (2, 2, 1), ("bag_end",)),
    Location("bree", False, (3, 3, 1), ("bree",)),
    Location("weathertop", True, (4, 3, 2), ("weathertop",)),
    Location("ford", True, (5, 4, 3)),
    Location("rivendell", False, (3, 2, 2), ("rivendell_1", "rivendell_2")),
    Location("caradhras", False, (4, 3, 2)),
    Location("gate_of_moria", True, (6, 3, 1)),
    Location("moria", True, (3, 0, 0)),
    Location("lothlorien", False, (4, 3, 2), ("lothlorien",)),
    Location("amon_hen", True, (7, 4, 2)),
]
FORD, CARADHRAS, MORIA = 3, 5, 7


def rules_hash() -> bytes:
    """The hash that the table record must name."""
    figures: dict[str, Any] = {
        "rules_version": 1,
        "hand": HAND,
        "card": [{"value": value, "count": count, "names": names} for value, names, count in CARDS],
        "hobbits": {"red": "Sam", "yellow": "Pippin", "green": "Merry", "blue": "Frodo"},
        "colours": {"order": COLOURS, "two_players": TWO_PLAYERS, "ties": TIES},
        "moria": {"loss": MORIA_LOSS},
        "location": [
            {"key": place.key, "black": place.black, "prizes": place.prizes, "tokens": place.tokens}
            for place in LOCATIONS
        ],
    }
    data = json.dumps(figures, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode()
    return hashlib.blake2b(data, digest_size=32, person=b"gefaehrten-rules").digest()


def colours_of(wishes: list[str]) -> list[list[int]]:
    """The colours of each seat, by number, the first one first in its deck (F4, F5)."""
    if len(wishes) == 2:
        return [[COLOURS.index(colour) for colour in pair] for pair in TWO_PLAYERS]
    granted: list[str | None] = []
    for wish in wishes:
        granted.append(wish if wish in COLOURS and wish not in granted else None)
    left = [colour for colour in COLOURS if colour not in granted]
    return [[COLOURS.index(colour or left.pop(0))] for colour in granted]
