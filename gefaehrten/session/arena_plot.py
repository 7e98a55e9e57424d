"""Pure. How a tournament ended, as a drawing: every rating with its interval, and how each pair fares.

The one rule: figures stand beside every mark, so that nobody has to read the drawing by colour or by size.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from importlib import import_module
from typing import Final

from ai.rating import Pair, Standing
from gefaehrten.core.errors import UsageError
from gefaehrten.core.shapes import (
    Anchor,
    Box,
    Circle,
    Drawing,
    Face,
    Paint,
    Part,
    Placed,
    Polyline,
    Rectangle,
    Shape,
    Text,
    letters,
)
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Wording
from gefaehrten.session.arena import Tournament
from gefaehrten.session.arena_report import interval, ranking

MARGIN: Final = 28.0
ROW: Final = 44.0
SCALE: Final = 560.0
"""Units that the axis of the ratings is long."""
FIGURES: Final = 170.0
CELL: Final = (84.0, 160.0)
"""Units that a column of the pairs is wide: at least, and at most where there is room."""
HIGH: Final = 55.0
"""Units that a row of the pairs is high."""
NAME: Final = 15.0
SMALL: Final = 12.0
WIDEST_NAME: Final = 260.0
TICKS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)


class Form(StrEnum):
    """The files that a drawing can become, by their suffixes."""

    SVG = ".svg"
    PNG = ".png"


def drawing(
    game: str,
    tournament: Tournament,
    names: Sequence[str],
    standings: Sequence[Standing],
    pairs: Sequence[Pair],
    wording: Wording,
) -> Drawing:
    """The whole sheet.

    Args:
        game: its title, a template.
        names: of the players, by number.
    """
    order = ranking(standings)
    room = min(max(letters(name, NAME, Face.BOLD) for name in names), WIDEST_NAME) + 16
    title = wording.say(
        N_("Tournament of bots: {game}, {seats} seats, {matches} matches"),
        game=Sentence(game),
        seats=tournament.settings.seats,
        matches=tournament.finished,
    )
    described = "; ".join(
        f"{names[player]} {standings[player].rating:.0f} "
        f"({interval(standings[player].low, standings[player].high, wording)})"
        for player in order
    )
    ratings = Part(
        "ratings",
        wording.say(N_("Ratings")),
        Box(0, 0, room + SCALE + FIGURES, ROW * (len(order) + 1)),
        tuple(_ratings(order, names, standings, room, wording)),
    )
    cell = min(max((SCALE + FIGURES) / len(order), CELL[0]), CELL[1])
    matrix = Part(
        "pairs",
        wording.say(N_("Pairs")),
        Box(0, 0, room + cell * len(order), HIGH * len(order) + ROW),
        tuple(_matrix(order, names, pairs, room, cell, wording)),
    )
    width = max(ratings.view.width, matrix.view.width) + 2 * MARGIN
    top = MARGIN + 40
    below = top + ratings.view.height + 44
    head = Part("head", "", Box(0, 0, width, below), tuple(_heads(title, top, below, wording)))
    parts = (
        Placed(head, head.view),
        Placed(ratings, Box(MARGIN, top, ratings.view.width, ratings.view.height)),
        Placed(matrix, Box(MARGIN, below, matrix.view.width, matrix.view.height)),
    )
    return Drawing(title, described, width, below + matrix.view.height + MARGIN, parts)


def png_maker() -> Callable[[str], bytes]:
    """What makes a PNG of an SVG.

    Raises:
        UsageError: nothing here can.
    """
    try:
        convert = import_module("cairosvg").svg2png
    except (ImportError, OSError) as error:  # the second where the library that it rests on is missing
        raise UsageError(
            "png",
            N_("A drawing as .png needs the package cairosvg, which is not installed; .svg needs nothing."),
        ) from error

    def made(svg: str) -> bytes:
        return bytes(convert(bytestring=resolved(svg).encode(), scale=2))

    return made


def resolved(svg: str) -> str:
    """An SVG whose style sheet says its colours outright, those for a light background: not every reader knows more."""
    light = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", svg)
    colours = dict(re.findall(r"--([\w-]+):\s*(#\w+)", light))
    return re.sub(r"var\(--([\w-]+)\)", lambda name: colours[name[1]], light)


def _heads(title: str, top: float, below: float, wording: Wording) -> Iterator[Shape]:
    yield Text("head.title", MARGIN, MARGIN + 8, title, 19, Paint.INK, Face.BOLD)
    yield Text(
        "head.ratings",
        MARGIN,
        top - 6,
        wording.say(N_("Rating, with the interval in which it lies with 95 %")),
        SMALL + 1,
        Paint.FAINT,
    )
    yield Text(
        "head.pairs",
        MARGIN,
        below - 12,
        wording.say(
            N_(
                "How often the player of the row came in ahead of the player of the column, a tie for half, with the "
                "interval"
            )
        ),
        SMALL + 1,
        Paint.FAINT,
    )


def _ratings(
    order: Sequence[int], names: Sequence[str], standings: Sequence[Standing], room: float, wording: Wording
) -> Iterator[Shape]:
    """An axis, and a row for each player."""
    low = min(standing.low for standing in standings)
    high = max(standing.high for standing in standings)
    tick = next((step for step in TICKS if (high - low) / step <= 8), TICKS[-1])
    first = int(low // tick) * tick
    last = int(-(-high // tick)) * tick

    def x(rating: float) -> float:
        return round(room + SCALE * (rating - first) / max(last - first, 1), 1)

    bottom = ROW * len(order) + 6
    for value in range(first, last + 1, tick):
        yield Polyline(f"ratings.x{value}", ((x(value), 6), (x(value), bottom)), Paint.RULE)
        yield Text(
            f"ratings.v{value}",
            x(value),
            bottom + 18,
            str(value),
            SMALL,
            Paint.FAINT,
            Face.PLAIN,
            Anchor.MIDDLE,
        )
    for row, player in enumerate(order):
        standing = standings[player]
        middle = ROW * (row + 0.5) + 4
        mark = f"ratings.p{player}"
        bar = Box(x(standing.low), middle - 6, max(x(standing.high) - x(standing.low), 2), 12)
        yield Text(f"{mark}.name", 0, middle + 5, names[player], NAME, Paint.INK, Face.BOLD, room=room - 16)
        yield Rectangle(f"{mark}.interval", bar, Paint.PARTY_3, 4)
        yield Circle(f"{mark}.rating", x(standing.rating), middle, 8, Paint.GOLD)
        figures = f"{standing.rating:.0f}  ({interval(standing.low, standing.high, wording)})"
        yield Text(f"{mark}.figures", room + SCALE + 14, middle + 4, figures, SMALL)


def _matrix(
    order: Sequence[int],
    names: Sequence[str],
    pairs: Sequence[Pair],
    room: float,
    cell: float,
    wording: Wording,
) -> Iterator[Shape]:
    """A row for each player, a column for each that it meets."""
    known = {(pair.a, pair.b): pair for pair in pairs}
    for column, player in enumerate(order):
        middle = room + cell * (column + 0.5)
        name = names[player]
        yield Text(
            f"pairs.c{player}", middle, ROW - 14, name, SMALL, Paint.INK, Face.BOLD, Anchor.MIDDLE, cell - 8
        )
    for row, player in enumerate(order):
        y = ROW + HIGH * row
        name = names[player]
        yield Text(f"pairs.r{player}", 0, y + HIGH / 2 + 5, name, NAME, Paint.INK, Face.BOLD, room=room - 16)
        for column, other in enumerate(order):
            mark = f"pairs.{player}.{other}"
            box = Box(room + cell * column + 3, y + 3, cell - 6, HIGH - 6)
            yield Rectangle(mark, box, Paint.TRACK if player == other else Paint.PANEL, 5)
            if player != other:
                pair = known[min(player, other), max(player, other)]
                yield from _cell(mark, box, pair, pair.a != player, wording)


def _cell(mark: str, box: Box, pair: Pair, turned: bool, wording: Wording) -> Iterator[Shape]:
    """A pair's figures, and a bar: the longer, the more has been won. `turned` sees it with the other one's eyes."""
    if pair.share is None:
        return
    share, low, high = pair.share, pair.low, pair.high
    if turned:
        share, low, high = 1 - share, 1 - high, 1 - low
    middle = box.x + box.width / 2
    percent = f"{100 * share:.0f} %"
    between = interval(100 * low, 100 * high, wording)
    yield Text(f"{mark}.share", middle, box.y + 20, percent, NAME, Paint.INK, Face.BOLD, Anchor.MIDDLE)
    yield Text(f"{mark}.interval", middle, box.y + 35, between, SMALL, Paint.FAINT, Face.PLAIN, Anchor.MIDDLE)
    track = Box(box.x + 6, box.y + box.height - 9, box.width - 12, 5)
    yield Rectangle(f"{mark}.track", track, Paint.TRACK, 2)
    if share > 0:
        yield Rectangle(f"{mark}.bar", Box(track.x, track.y, track.width * share, 5), Paint.PARTY_2, 2)
