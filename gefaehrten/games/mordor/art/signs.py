"""Pure. Small drawings of the dice game: the six symbols, a player's token, a field of the Nazgûl track.

The one rule: each is drawn around its middle, and its id begins with the name it is handed.
"""

from __future__ import annotations

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
from gefaehrten.games.mordor import tables

LETTERS = "RYGB"
"""What a token says besides its colour."""


def token(name: str, colour: int, x: float, y: float, radius: float, title: str = "") -> Group:
    """A player's token with the letter of its colour."""
    shapes = (
        Circle(f"{name}.c", 0, 0, radius, PARTY[colour]),
        Text(
            f"{name}.t",
            0,
            radius * 0.42,
            LETTERS[colour],
            radius * 1.15,
            ON_PARTY[colour],
            Face.BOLD,
            Anchor.MIDDLE,
        ),
    )
    return Group(name, x, y, shapes, title)


def symbol(name: str, kind: int, paint: Paint) -> list[Shape]:
    """One of the six symbols, about 44 units high, in the paint of what it lies on."""
    match kind:
        case tables.RING:
            return [
                Circle(f"{name}.s", 0, 0, 21, Paint.GOLD_RING),
                Circle(f"{name}.s1", 0, 0, 18, Paint.GOLD),
                Circle(f"{name}.s2", 0, 0, 11, Paint.GOLD_RING),
            ]
        case tables.NAZGUL:
            hood = ((-18, 20), (-14, -6), (-6, -20), (6, -20), (14, -6), (18, 20), (0, 14))
            return [
                Polyline(f"{name}.s", hood, Paint.DARK, Ends.CLOSED),
                Circle(f"{name}.s1", -5, -4, 2.4, Paint.GOLD),
                Circle(f"{name}.s2", 5, -4, 2.4, Paint.GOLD),
            ]
        case tables.GANDALF:
            hat = ((-22, 14), (-8, 8), (2, -22), (9, 8), (22, 14), (0, 19))
            return [Polyline(f"{name}.s", hat, paint, Ends.CLOSED)]
        case tables.COMPANION:
            shield = ((-16, -18), (16, -18), (16, 2), (0, 21), (-16, 2))
            cross = ((0, -12), (0, 12))
            return [
                Polyline(f"{name}.s", shield, paint, Ends.CLOSED),
                Polyline(f"{name}.s1", cross, Paint.RULE),
                Polyline(f"{name}.s2", ((-9, -7), (9, -7)), Paint.RULE),
            ]
        case tables.TREE:
            crown = (
                (0, -22),
                (16, -6),
                (10, -4),
                (19, 10),
                (4, 8),
                (4, 20),
                (-4, 20),
                (-4, 8),
                (-19, 10),
                (-10, -4),
                (-16, -6),
            )
            return [Polyline(f"{name}.s", crown, Paint.LIGHT, Ends.CLOSED)]
        case _:
            jaw = (
                (-20, -14),
                (-8, -18),
                (0, -10),
                (8, -18),
                (20, -14),
                (14, 16),
                (7, 6),
                (0, 18),
                (-7, 6),
                (-14, 16),
            )
            return [
                Polyline(f"{name}.s", jaw, paint, Ends.CLOSED),
                Circle(f"{name}.s1", -7, -4, 2.6, Paint.WARN),
                Circle(f"{name}.s2", 7, -4, 2.6, Paint.WARN),
            ]


def field(name: str, x: float, y: float, *, crossed: bool, halved: bool, half: bool, fresh: bool) -> Group:
    """A square field, 22 units wide: whole, halved, or (half) crossed off."""
    shapes: list[Shape] = [Rectangle(f"{name}.b", Box(0, 0, 22, 22), Paint.CELL, 3)]
    if halved:
        shapes.append(Polyline(f"{name}.h", ((11, 2), (11, 20)), Paint.RULE))
    if crossed:
        shapes.append(Rectangle(f"{name}.x", Box(3, 3, 16, 16), Paint.GONE, 2))
    elif half:
        shapes.append(Rectangle(f"{name}.x", Box(3, 3, 8, 16), Paint.GONE, 2))
    if fresh:
        shapes.append(Rectangle(f"{name}.f", Box(-2, -2, 26, 26), Paint.FRESH, 5))
    return Group(name, x, y, tuple(shapes))
