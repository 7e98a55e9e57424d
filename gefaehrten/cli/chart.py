"""Pure. Points from scoring to scoring as a chart: one line a player.

The one rule: lines differ in dashes and end with their player's name, so that nobody has to tell them by colour.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from gefaehrten.core.shapes import (
    LINE,
    PARTY,
    Anchor,
    Box,
    Circle,
    Face,
    Group,
    Milestone,
    Paint,
    Part,
    Polyline,
    Rectangle,
    Shape,
    Text,
)

WIDE: Final = 860.0
HIGH: Final = 340.0
LEFT: Final = 34.0
RIGHT: Final = 150.0
TOP: Final = 14.0
BOTTOM: Final = 44.0
LABEL: Final = 17.0
"""The least distance of two names at the ends of their lines."""


def chart(
    milestones: Sequence[Milestone], names: Sequence[str], parties: Sequence[int], reached: int, title: str
) -> Part:
    """The part `chart`; `reached` scorings have been passed by whoever looks."""
    most = max((points or 0 for stone in milestones for points in stone.points), default=0)
    top = max(-(-most // 5) * 5, 5)
    step = (WIDE - LEFT - RIGHT) / max(len(milestones), 1)

    def x(number: int) -> float:
        return round(LEFT + step * number, 1)

    def y(points: float) -> float:
        return round(HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * points / top, 1)

    shapes: list[Shape] = []
    if reached:
        band = Box(x(reached) - step / 2, TOP - 8, step, HIGH - TOP - 2)
        shapes.append(Rectangle("chart.now", band, Paint.HALO, 8))
    for points in range(0, top + 1, 5):
        shapes.append(
            Polyline(f"chart.y{points}", ((LEFT, y(points)), (WIDE - RIGHT, y(points))), Paint.RULE)
        )
        shapes.append(
            Text(
                f"chart.v{points}",
                LEFT - 8,
                y(points) + 4,
                str(points),
                12,
                Paint.FAINT,
                Face.PLAIN,
                Anchor.END,
            )
        )
    for number, stone in enumerate(milestones, start=1):
        mark = f"chart.m{number}"
        ink = Paint.INK if number <= reached else Paint.FAINT
        words = (
            Text(f"{mark}.i", 0, 17, str(number), 13, ink, Face.BOLD, Anchor.MIDDLE),
            Text(f"{mark}.t", 0, 32, stone.title, 11.5, ink, Face.PLAIN, Anchor.MIDDLE, step - 6),
        )
        shapes.append(Group(mark, x(number), HIGH - BOTTOM, words))
    for seat, party in enumerate(parties):
        known = [(0, 0)] + [
            (number, known_points)
            for number, stone in enumerate(milestones, start=1)
            if (known_points := stone.points[seat]) is not None
        ]
        line = tuple((x(number), y(points)) for number, points in known)
        shapes.append(Polyline(f"chart.l{seat}", line, LINE[party]))
        shapes += [
            Circle(f"chart.d{seat}.{number}", x(number), y(points), 4.5, PARTY[party])
            for number, points in known[1:]
        ]
    shapes += _names(milestones, names, x(len(milestones)) + 12, y)
    return Part("chart", title, Box(0, 0, WIDE, HIGH), tuple(shapes))


def _names(
    milestones: Sequence[Milestone],
    names: Sequence[str],
    left: float,
    y: Callable[[float], float],
) -> list[Shape]:
    """The players at the ends of their lines, moved apart where they would overlap."""
    if not milestones:
        return []
    ends = [(points, seat) for seat, points in enumerate(milestones[-1].points) if points is not None]
    shapes: list[Shape] = []
    lowest = TOP - LABEL
    for points, seat in sorted(ends, key=lambda end: -end[0]):
        lowest = max(y(points) + 4, lowest + LABEL)
        shapes.append(
            Text(
                f"chart.n{seat}",
                left,
                round(lowest, 1),
                f"{points}  {names[seat]}",
                13.5,
                Paint.INK,
                Face.BOLD,
                room=RIGHT - 16,
            )
        )
    return shapes
