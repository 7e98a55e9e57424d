"""Pure. The small signs of the drawing: emblems of the parties, rings, shields, stones, cards seen from behind.

The one rule: a party is told by its shape and its letter, so no sign depends on colour alone.
"""

from __future__ import annotations

import math
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
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.names import COLOUR_LETTERS

Points = tuple[tuple[float, float], ...]

_DIAMOND: Final[Points] = ((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0))
_TRIANGLE: Final[Points] = ((0, -1.25), (1.2, 0.95), (-1.2, 0.95))
_SQUARE: Final[Points] = ((-0.95, -0.95), (0.95, -0.95), (0.95, 0.95), (-0.95, 0.95))
_SHIELD: Final[Points] = (
    (-0.85, -1),
    (0.85, -1),
    (0.85, 0.15),
    (0.5, 0.75),
    (0, 1.1),
    (-0.5, 0.75),
    (-0.85, 0.15),
)
_CROWN: Final[Points] = ((-1.2, 0.8), (-1.3, -0.7), (-0.55, 0), (0, -1), (0.55, 0), (1.3, -0.7), (1.2, 0.8))
_NAZGUL: Final[Points] = (
    (0, -1.35),
    (0.28, -1),
    (0.3, -0.6),
    (0.75, -0.75),
    (1.5, -1.15),
    (1.35, -0.45),
    (1.45, 0.2),
    (1.05, 0),
    (0.85, 0.5),
    (0.5, 0.3),
    (0.3, 1.25),
    (0, 0.95),
)


def emblem(name: str, colour: int, x: float, y: float, size: float, *, on: Paint, letter: Paint) -> Group:
    """A party's shape with its letter: red a diamond, yellow a disc, green a triangle, blue a square.

    Args:
        size: half its width.
        on: the paint of the shape; `letter` that of the letter.
    """
    shape: Shape
    if colour == tables.YELLOW:
        shape = Circle(f"{name}.f", 0, 0, size * 1.05, on)
    else:
        corners = {tables.RED: _DIAMOND, tables.GREEN: _TRIANGLE, tables.BLUE: _SQUARE}[colour]
        shape = Polyline(f"{name}.f", _sized(corners, size), on, Ends.CLOSED)
    drop = 0.62 if colour == tables.GREEN else 0.42
    text = Text(
        f"{name}.l",
        0,
        round(size * drop, 1),
        COLOUR_LETTERS[colour].upper(),
        round(size * (1.0 if colour == tables.GREEN else 1.2), 1),
        letter,
        Face.BOLD,
        Anchor.MIDDLE,
    )
    return Group(name, x, y, (shape, text))


def badge(name: str, colour: int, x: float, y: float, size: float) -> Group:
    """A party's emblem in its own colour, for panels."""
    return emblem(name, colour, x, y, size, on=PARTY[colour], letter=ON_PARTY[colour])


def ring(name: str, token: int, x: float, y: float, size: float, title: str) -> Group:
    """A ring token: a golden ring around a sign of what it does."""
    return Group(
        name,
        x,
        y,
        (
            Circle(f"{name}.d", 0, 0, size, Paint.GOLD),
            Circle(f"{name}.o", 0, 0, round(size * 0.82, 1), Paint.GOLD_RING),
            *_ring_sign(name, token, size),
        ),
        title,
    )


def _ring_sign(name: str, token: int, size: float) -> tuple[Shape, ...]:
    words = {tables.BREE: "1", tables.WEATHERTOP: "+", tables.RIVENDELL_1: "+2"}
    if token in words:
        height = size * (0.95 if token == tables.RIVENDELL_1 else 1.15)
        return (
            Text(
                f"{name}.s",
                0,
                round(height * 0.36, 1),
                words[token],
                round(height, 1),
                Paint.GOLD_TEXT,
                Face.BOLD,
                Anchor.MIDDLE,
            ),
        )
    if token == tables.BAG_END:
        return stone(f"{name}.s", 0, 0, size * 0.5)
    if token == tables.RIVENDELL_2:
        return (Polyline(f"{name}.s", _sized(_SHIELD, size * 0.5), Paint.GOLD_SIGN, Ends.CLOSED),)
    arrow: Points = ((0, -0.55), (0.5, 0), (0.18, 0), (0.18, 0.55), (-0.18, 0.55), (-0.18, 0), (-0.5, 0))
    return (Polyline(f"{name}.s", _sized(arrow, size * 0.95), Paint.GOLD_SIGN, Ends.CLOSED),)


def stone(name: str, x: float, y: float, size: float) -> tuple[Shape, ...]:
    """A disc half white, half black: a side that has been turned."""
    half = tuple(
        (round(x + size * math.sin(turn * math.pi / 8), 1), round(y - size * math.cos(turn * math.pi / 8), 1))
        for turn in range(9)
    )
    return (
        Circle(f"{name}.w", x, y, round(size, 1), Paint.LIGHT),
        Polyline(f"{name}.b", half, Paint.DARK, Ends.CLOSED),
        Circle(f"{name}.o", x, y, round(size, 1), Paint.LIGHT_STROKE),
    )


def shield(name: str, x: float, y: float, size: float, paint: Paint, title: str) -> Group:
    """The mark of a hobbit: nothing may go on it."""
    return Group(name, x, y, (Polyline(f"{name}.s", _sized(_SHIELD, size), paint, Ends.CLOSED),), title)


def crown(name: str, x: float, y: float, size: float) -> Polyline:
    """The winner's."""
    return Polyline(name, _sized(_CROWN, size, x, y), Paint.GOLD_SIGN, Ends.CLOSED)


def nazgul(name: str, x: float, y: float, size: float, paint: Paint) -> Polyline:
    """A winged shadow."""
    whole = (*_NAZGUL, *((-a, b) for a, b in reversed(_NAZGUL[1:-1])))
    return Polyline(name, _sized(whole, size, x, y), paint, Ends.CLOSED)


def backs(name: str, count: int, x: float, y: float, most: int) -> tuple[Shape, ...]:
    """Cards seen from behind, side by side."""
    return tuple(
        Rectangle(f"{name}.{number}", Box(x + 9 * number, y, 7, 10.5), Paint.BACK, 1.5)
        for number in range(min(count, most))
    )


@lru_cache(maxsize=512)
def _sized(points: Points, size: float, x: float = 0, y: float = 0) -> Points:
    return tuple((round(x + a * size, 1), round(y + b * size, 1)) for a, b in points)
