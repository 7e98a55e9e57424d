"""Pure. The figures of the card game, read once from `data.toml`.

The one rule: no figure of the game is written anywhere else.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

TOKENS: Final[tuple[str, ...]] = (
    "none",
    "bag_end",
    "bree",
    "weathertop",
    "rivendell_1",
    "rivendell_2",
    "lothlorien",
)
"""Keys of the ring tokens by the kernel's number; 0 is no token."""


@dataclass(frozen=True, slots=True)
class CardKind:
    """The cards of one kind in one colour (F1).

    Attributes:
        kind: the kernel's kind: 0 ... 5 the value, 6 the Nazgûl.
        count: how many each colour has.
        names: one name a card in the order of the deck, or none where all look alike.
    """

    kind: int
    count: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Location:
    """One location (F2).

    Attributes:
        key: its name in files and on the wire.
        black: whether its base side is black.
        prizes: success points of the first three places.
        tokens: the kernel's numbers of the ring tokens that the first places win.
    """

    key: str
    black: bool
    prizes: tuple[int, int, int]
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of the game."""

    rules_version: int
    hand: int
    cards: tuple[CardKind, ...]
    colours: tuple[str, ...]
    hobbits: tuple[str, ...]
    two_players: tuple[tuple[int, ...], ...]
    ties: tuple[int, ...]
    moria_loss: int
    locations: tuple[Location, ...]

    @property
    def deck(self) -> tuple[int, ...]:
        """The kind of each card of one colour by its number in the sealed deck, 22 of them."""
        return tuple(card.kind for card in self.cards for _ in range(card.count))


def parse(raw: dict[str, Any]) -> Figures:
    """The figures in `raw`, which is `data.toml` as `tomllib` reads it."""
    colours = tuple(raw["colours"]["order"])
    return Figures(
        rules_version=raw["rules_version"],
        hand=raw["hand"],
        cards=tuple(CardKind(card["value"], card["count"], tuple(card["names"])) for card in raw["card"]),
        colours=colours,
        hobbits=tuple(raw["hobbits"][colour] for colour in colours),
        two_players=tuple(
            tuple(colours.index(colour) for colour in seat) for seat in raw["colours"]["two_players"]
        ),
        ties=tuple(colours.index(colour) for colour in raw["colours"]["ties"]),
        moria_loss=raw["moria"]["loss"],
        locations=tuple(
            Location(
                entry["key"],
                entry["black"],
                (entry["prizes"][0], entry["prizes"][1], entry["prizes"][2]),
                tuple(TOKENS.index(token) for token in entry["tokens"]),
            )
            for entry in raw["location"]
        ),
    )


RAW: Final[dict[str, Any]] = tomllib.loads(
    files("gefaehrten.games.gefaehrten").joinpath("data.toml").read_text("utf-8")
)
"""`data.toml` as parsed: what `rules_hash` covers."""

FIGURES: Final[Figures] = parse(RAW)
