"""Pure. The cards of the drawing: cards of the parties, empty spaces, locations.

The one rule: every group has its origin at its own left top corner, so that a card looks the same wherever it lies.
What has been drawn is remembered: in the drawings of a match the same cards come again and again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gefaehrten.core.shapes import (
    ON_PARTY,
    PARTY,
    Anchor,
    Box,
    Circle,
    Ends,
    Face,
    Group,
    Paint,
    Polyline,
    Rectangle,
    Shape,
    Text,
)
from gefaehrten.core.text import N_
from gefaehrten.core.view import Wording
from gefaehrten.games.gefaehrten import phrases, tables
from gefaehrten.games.gefaehrten.art import signs
from gefaehrten.games.gefaehrten.art.scenery import SCENERY, spread
from gefaehrten.games.gefaehrten.board import Card, LaidLocation
from gefaehrten.games.gefaehrten.data import FIGURES
from gefaehrten.games.gefaehrten.names import (
    LOCATIONS,
    SPECIAL_RULES,
    card_title,
)

WIDE: Final = 66.0
HIGH: Final = 92.0
"""Units of a card."""
GAP: Final = 6.0
"""Units between two cards."""
ACROSS: Final = WIDE + GAP
DOWN: Final = HIGH + GAP
"""Units from a cell to the next."""
PLACE_WIDE: Final = 2 * WIDE + GAP

SPECIAL_SIGNS: Final = {tables.FORD: "≤ 2", tables.CARADHRAS: "1 × 1", tables.MORIA: "–3"}
"""The special rules of locations in a few characters: two cards, a single 1, three points lost."""


@lru_cache(maxsize=1024)
def card(
    name: str, what: Card, x: float, y: float, wording: Wording, title: str, *, label: str = ""
) -> Group:
    """A card of a party; `label` is the number of the space that it lies on."""
    colour = what.colour
    ink = ON_PARTY[colour]
    shapes: list[Shape] = [
        *_body(name, PARTY[colour]),
        signs.emblem(f"{name}.e", colour, 15, 17, 8.5, on=ink, letter=PARTY[colour]),
        Text(f"{name}.v", WIDE / 2, 62, str(what.worth), 44, ink, Face.SERIF_BOLD, Anchor.MIDDLE),
    ]
    written = card_title(what.face, what.name, wording)
    if written:
        shapes.append(
            Text(f"{name}.n", WIDE / 2, 82, written, 11.5, ink, Face.PLAIN, Anchor.MIDDLE, WIDE - 8)
        )
    if what.token:
        shapes.append(
            signs.ring(f"{name}.r", what.token, 50, 17, 10.5, wording.say(phrases.token(what.token)))
        )
    elif what.protected:
        shapes.append(signs.shield(f"{name}.h", 51, 16.5, 8.5, ink, wording.say(N_("protected"))))
    if label:
        shapes += _tag(name, label)
    return Group(name, x, y, tuple(shapes), title)


def hand_card(name: str, face: int, known: str | None, x: float, y: float, wording: Wording) -> Group:
    """A card in a hand; the Nazgûl too."""
    colour, kind = divmod(face, 8)
    title = wording.say(phrases.card(face, known))
    if kind != tables.NAZGUL:
        what = Card(colour, -1, kind, kind, 0, known)
        return card(name, what, x, y, wording, title)
    ink = ON_PARTY[colour]
    shapes: tuple[Shape, ...] = (
        *_body(name, PARTY[colour]),
        signs.emblem(f"{name}.e", colour, 15, 17, 8.5, on=ink, letter=PARTY[colour]),
        signs.nazgul(f"{name}.z", WIDE / 2, 48, 20, ink),
        Text(f"{name}.n", WIDE / 2, 82, title, 11.5, ink, Face.PLAIN, Anchor.MIDDLE, WIDE - 8),
    )
    return Group(name, x, y, shapes, title)


@lru_cache(maxsize=1024)
def space(name: str, label: str, x: float, y: float, title: str) -> Group:
    """A free space with its number."""
    shapes: tuple[Shape, ...] = (
        Rectangle(f"{name}.b", Box(1, 1, WIDE - 2, HIGH - 2), Paint.CELL, 8),
        Text(f"{name}.l", WIDE / 2, 56, label, 27, Paint.CELL_TEXT, Face.SERIF, Anchor.MIDDLE),
    )
    return Group(name, x, y, shapes, title)


def fallen(name: str, colour: int, x: float, y: float, title: str) -> Group:
    """Where a Nazgûl has just struck."""
    shapes: tuple[Shape, ...] = (
        Rectangle(f"{name}.b", Box(1, 1, WIDE - 2, HIGH - 2), Paint.GONE, 8),
        signs.nazgul(f"{name}.z", WIDE / 2, 42, 19, Paint.DARK_TEXT),
        signs.badge(f"{name}.e", colour, WIDE / 2, 76, 7.5),
    )
    return Group(name, x, y, shapes, title)


def glow(name: str, x: float, y: float, wide: float = WIDE) -> Rectangle:
    """What the last step changed."""
    return Rectangle(name, Box(x - 2.5, y - 2.5, wide + 5, HIGH + 5), Paint.FRESH, 10)


@lru_cache(maxsize=256)
def place(
    name: str, what: LaidLocation, x: float, y: float, prizes: int, wording: Wording, title: str
) -> Group:
    """A location: number, name, what it pays, its own rule, and whether its side has been turned.

    Args:
        prizes: how many places it pays in this match.
    """
    index = what.index
    dark = what.black
    ink = Paint.DARK_TEXT if dark else Paint.LIGHT_TEXT
    scenery = Paint.DARK_SCENERY if dark else Paint.LIGHT_SCENERY
    stroke = Paint.DARK_STROKE if dark else Paint.LIGHT_STROKE
    shapes: list[Shape] = [
        Rectangle(f"{name}.s", Box(1.5, 2.5, PLACE_WIDE, HIGH), Paint.SHADOW, 9),
        Rectangle(f"{name}.b", Box(0, 0, PLACE_WIDE, HIGH), Paint.DARK if dark else Paint.LIGHT, 9),
    ]
    for number, (points, ends) in enumerate(SCENERY[index]):
        paint = scenery if ends is Ends.CLOSED else stroke
        shapes.append(Polyline(f"{name}.p{number}", spread(points, 9, 33, 1), paint, ends))
    shapes.append(Rectangle(f"{name}.f", Box(4, 4, PLACE_WIDE - 8, HIGH - 8), stroke, 6))
    shapes.append(
        Text(
            f"{name}.n",
            PLACE_WIDE / 2,
            25,
            f"{index + 1} · {wording.say(LOCATIONS[index])}",
            16,
            ink,
            Face.SERIF_BOLD,
            Anchor.MIDDLE,
            PLACE_WIDE - 18,
        )
    )
    shapes += _prizes(name, index, prizes)
    if index in SPECIAL_RULES:
        shapes.append(_special(name, index, wording))
    if dark != FIGURES.locations[index].black:
        turned = signs.stone(f"{name}.t", 0, 0, 7)
        shapes.append(Group(f"{name}.t", 16, 77, turned, wording.say(N_("turned by a Bag End ring"))))
    return Group(name, x, y, tuple(shapes), title)


def _prizes(name: str, index: int, count: int) -> list[Shape]:
    """The prizes as coins; those that come with a ring have a golden edge."""
    figures = FIGURES.locations[index]
    shapes: list[Shape] = []
    # Where a rule of its own stands at the right, the coins make room for it.
    middle = PLACE_WIDE / 2 - (20 if index in SPECIAL_RULES else 0)
    left = middle - (count - 1) * 12
    for rank in range(count):
        x = left + 24 * rank
        golden = rank < len(figures.tokens)
        shapes.append(
            Circle(f"{name}.c{rank}", x, 77, 9.5 if golden else 9, Paint.GOLD if golden else Paint.TAG)
        )
        if golden:
            shapes.append(Circle(f"{name}.g{rank}", x, 77, 8, Paint.GOLD_RING))
        shapes.append(
            Text(
                f"{name}.k{rank}",
                x,
                81.3,
                str(figures.prizes[rank]),
                12.5,
                Paint.GOLD_TEXT if golden else Paint.TAG_TEXT,
                Face.BOLD,
                Anchor.MIDDLE,
            )
        )
    return shapes


def _special(name: str, index: int, wording: Wording) -> Group:
    said = wording.say(SPECIAL_RULES[index])
    return Group(
        f"{name}.x",
        PLACE_WIDE - 40,
        68,
        (
            Rectangle(f"{name}.xb", Box(0, 0, 34, 18), Paint.BADGE, 9),
            Text(
                f"{name}.xt",
                17,
                13,
                SPECIAL_SIGNS[index],
                11.5,
                Paint.BADGE_TEXT,
                Face.BOLD,
                Anchor.MIDDLE,
                30,
            ),
        ),
        said,
    )


def _body(name: str, paint: Paint) -> tuple[Shape, ...]:
    return (
        Rectangle(f"{name}.s", Box(1.5, 2.5, WIDE, HIGH), Paint.SHADOW, 9),
        Rectangle(f"{name}.b", Box(0, 0, WIDE, HIGH), paint, 8),
        Rectangle(f"{name}.f", Box(3.5, 3.5, WIDE - 7, HIGH - 7), Paint.SHEEN, 5.5),
    )


def _tag(name: str, label: str) -> list[Shape]:
    return [
        Circle(f"{name}.t", WIDE / 2, 1, 8.5, Paint.TAG),
        Text(f"{name}.l", WIDE / 2, 5, label, 11.5, Paint.TAG_TEXT, Face.BOLD, Anchor.MIDDLE),
    ]
