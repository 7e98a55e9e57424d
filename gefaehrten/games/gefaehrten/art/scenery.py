"""Pure. A silhouette for each location, so that the journey looks like one.

The one rule: coordinates only, in a strip of 120 by 34 units whose ground is at y = 34; areas end on the ground.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from gefaehrten.core.shapes import Ends

Points = tuple[tuple[float, float], ...]

WIDTH: Final = 120
HEIGHT: Final = 34


def _arc(x: float, y: float, across: float, down: float, start: float, end: float, steps: int = 12) -> Points:
    """Points on an ellipse around (x, y), angles in degrees, 0 to the right, growing clockwise."""
    return tuple(
        (
            round(x + across * math.cos(math.radians(start + (end - start) * step / steps)), 1),
            round(y + down * math.sin(math.radians(start + (end - start) * step / steps)), 1),
        )
        for step in range(steps + 1)
    )


def _hill(x: float, across: float, high: float) -> Points:
    return _arc(x, HEIGHT, across, high, 180, 360)


def _house(x: float, width: float, wall: float, roof: float) -> Points:
    return (
        (x, HEIGHT),
        (x, HEIGHT - wall),
        (x + width / 2, HEIGHT - wall - roof),
        (x + width, HEIGHT - wall),
        (x + width, HEIGHT),
    )


def _tree(x: float, high: float, across: float) -> Points:
    """A slender tree: a leaf on a stem."""
    top = HEIGHT - high
    return (
        (x - 0.8, HEIGHT),
        (x - 0.8, HEIGHT - high * 0.25),
        (x - across, HEIGHT - high * 0.45),
        (x - across * 0.7, HEIGHT - high * 0.75),
        (x, top),
        (x + across * 0.7, HEIGHT - high * 0.75),
        (x + across, HEIGHT - high * 0.45),
        (x + 0.8, HEIGHT - high * 0.25),
        (x + 0.8, HEIGHT),
    )


def _arch(x: float, width: float, high: float) -> Points:
    """An arch as an area between two curves."""
    outer = _arc(x, HEIGHT - high + width / 2, width / 2, width / 2, 180, 360, 8)
    inner = _arc(x, HEIGHT - high + width / 2, width / 2 - 2, width / 2 - 2, 360, 180, 8)
    left, right = x - width / 2, x + width / 2
    return ((left, HEIGHT), *outer, (right, HEIGHT), (right - 2, HEIGHT), *inner, (left + 2, HEIGHT))


def _wave(y: float, phase: float) -> Points:
    return tuple((x, round(y + 1.8 * math.sin((x + phase) / 6), 1)) for x in range(4, 117, 3))


def _pillar(x: float) -> Points:
    return (
        (x - 4.5, 3),
        (x + 4.5, 3),
        (x + 3, 7),
        (x + 3, HEIGHT - 3),
        (x + 4.5, HEIGHT),
        (x - 4.5, HEIGHT),
        (x - 3, HEIGHT - 3),
        (x - 3, 7),
    )


SCENERY: Final[tuple[tuple[tuple[Points, Ends], ...], ...]] = (
    (  # Bag End: a hill with a round door
        (_hill(38, 36, 25), Ends.CLOSED),
        (_hill(88, 30, 15), Ends.CLOSED),
        (_arc(38, 24, 6.5, 6.5, 0, 360, 18), Ends.OPEN),
        (((19, 9), (19, 3), (22, 3), (22, 11)), Ends.CLOSED),
        (_tree(92, 27, 6), Ends.CLOSED),
    ),
    (  # Bree: gables behind a fence
        (_house(14, 20, 12, 10), Ends.CLOSED),
        (_house(36, 24, 17, 12), Ends.CLOSED),
        (_house(64, 18, 11, 9), Ends.CLOSED),
        (_house(84, 22, 14, 11), Ends.CLOSED),
    ),
    (  # Weathertop: a hill with a broken crown
        (
            (
                (8, HEIGHT),
                (34, 22),
                (48, 12),
                (48, 6),
                (51, 6),
                (51, 10),
                (55, 10),
                (55, 3),
                (58, 3),
                (58, 9),
                (63, 9),
                (64, 5),
                (67, 5),
                (67, 10),
                (72, 12),
                (88, 23),
                (112, HEIGHT),
            ),
            Ends.CLOSED,
        ),
    ),
    (  # Ford: water
        *(((_wave(6 + 7 * row, 9 * row)), Ends.OPEN) for row in range(4)),
        (_arc(30, 21, 5, 2.2, 0, 360, 10), Ends.CLOSED),
        (_arc(62, 14, 6, 2.4, 0, 360, 10), Ends.CLOSED),
        (_arc(92, 22, 5, 2.2, 0, 360, 10), Ends.CLOSED),
    ),
    (  # Rivendell: arches under a cliff
        (_arch(24, 20, 22), Ends.CLOSED),
        (_arch(46, 24, 31), Ends.CLOSED),
        (_arch(74, 24, 31), Ends.CLOSED),
        (_arch(96, 20, 22), Ends.CLOSED),
    ),
    (  # Caradhras: peaks, the middle one with snow
        (((4, HEIGHT), (26, 12), (40, 26), (48, HEIGHT)), Ends.CLOSED),
        (((34, HEIGHT), (62, 1), (92, HEIGHT)), Ends.CLOSED),
        (((74, HEIGHT), (94, 14), (116, HEIGHT)), Ends.CLOSED),
    ),
    (  # Gate of Moria: a door between two trees
        (_arch(60, 34, 32), Ends.CLOSED),
        (_arch(60, 22, 24), Ends.CLOSED),
        (_tree(34, 29, 7), Ends.CLOSED),
        (_tree(86, 29, 7), Ends.CLOSED),
    ),
    (  # Moria: a hall of pillars
        *((_pillar(x), Ends.CLOSED) for x in (16, 38, 60, 82, 104)),
        (((6, 2), (114, 2)), Ends.OPEN),
    ),
    (  # Lothlórien: tall trees
        *(
            (_tree(x, high, across), Ends.CLOSED)
            for x, high, across in (
                (18, 24, 6),
                (34, 31, 7),
                (52, 27, 6),
                (68, 33, 8),
                (86, 28, 6),
                (102, 23, 6),
            )
        ),
    ),
    (  # Amon Hen: a seat on a hill
        (_hill(60, 54, 13), Ends.CLOSED),
        (((50, 22), (52, 6), (55, 6), (55, 15), (65, 15), (65, 6), (68, 6), (70, 22)), Ends.CLOSED),
        (((54, 6), (60, 1), (66, 6)), Ends.OPEN),
    ),
)
"""By location: areas, and lines where they stay open."""


@lru_cache(maxsize=128)
def spread(points: Points, x: float, y: float, scale: float) -> Points:
    """Points of the strip moved to a place."""
    return tuple((round(x + a * scale, 1), round(y + b * scale, 1)) for a, b in points)
