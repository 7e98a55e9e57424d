"""Pure. The ten locations as stations of a road: which side each has, what it pays, who won it.

The one rule: it follows what the record has told, never what the kernel knows already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from gefaehrten.core.game import JsonStep
from gefaehrten.core.shapes import Anchor, Box, Circle, Face, Group, Paint, Part, Polyline, Shape, Text
from gefaehrten.core.text import N_
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.gefaehrten.art import signs
from gefaehrten.games.gefaehrten.data import FIGURES
from gefaehrten.games.gefaehrten.moves import card_kernel
from gefaehrten.games.gefaehrten.names import COLOURS, LOCATIONS
from gefaehrten.games.gefaehrten.standing import prizes

STEP: Final = 112.0
WIDE: Final = STEP * len(LOCATIONS)
HIGH: Final = 92.0
MIDDLE: Final = 30.0


def road(scene: Scene, wording: Wording) -> Part:
    """The part `road`."""
    kernel = card_kernel(scene.now())
    now = int(kernel.location())
    won = winners(scene.steps)
    ends = ((STEP / 2, MIDDLE), (STEP / 2 + STEP * now, MIDDLE), (WIDE - STEP / 2, MIDDLE))
    shapes: list[Shape] = [
        Polyline("road.rest", (ends[0], ends[2]), Paint.RULE),
        Polyline("road.done", (ends[0], ends[1]), Paint.PATH),
    ]
    paid = len(prizes(kernel, 0))
    for index, name in enumerate(LOCATIONS):
        black = kernel.black() if index == now else FIGURES.locations[index].black
        shapes.append(
            Group(
                f"stop:{index}",
                STEP / 2 + STEP * index,
                0,
                tuple(_stop(index, name, now, bool(black), won.get(index + 1, ()), paid, wording)),
            )
        )
    return Part("road", wording.say(N_("The ten locations")), Box(0, 0, WIDE, HIGH), tuple(shapes))


def winners(steps: Sequence[JsonStep]) -> dict[int, tuple[int, ...]]:
    """By location (1 ... 10) the colours that won a prize there, the best first."""
    found: dict[int, tuple[int, ...]] = {}
    for step in steps:
        if step["step"] == "scored":
            parties = cast("list[JsonStep]", step["parties"])
            found[cast(int, step["location"])] = tuple(
                COLOURS.index(str(party["colour"])) for party in parties if cast(int, party["ep"]) > 0
            )
    return found


def _stop(
    index: int, name: str, now: int, black: bool, won: tuple[int, ...], paid: int, wording: Wording
) -> list[Shape]:
    what = f"stop:{index}"
    current = index == now
    shapes: list[Shape] = []
    if current:
        shapes.append(Circle(f"{what}.h", 0, MIDDLE, 23, Paint.GOLD))
    shapes += [
        Circle(f"{what}.c", 0, MIDDLE, 18, Paint.DARK if black else Paint.LIGHT),
        Text(
            f"{what}.i",
            0,
            MIDDLE + 6,
            str(index + 1),
            17,
            Paint.DARK_TEXT if black else Paint.LIGHT_TEXT,
            Face.SERIF_BOLD,
            Anchor.MIDDLE,
        ),
        Text(
            f"{what}.n",
            0,
            MIDDLE + 39,
            wording.say(name),
            13,
            Paint.INK if index <= now else Paint.FAINT,
            Face.BOLD if current else Face.PLAIN,
            Anchor.MIDDLE,
            STEP - 8,
        ),
    ]
    if won:
        left = -9.0 * (len(won) - 1)
        shapes += [
            signs.badge(f"{what}.w{rank}", colour, left + 18 * rank, MIDDLE + 52, 6.5)
            for rank, colour in enumerate(won)
        ]
    else:
        figures = FIGURES.locations[index]
        said = " · ".join(
            f"{figures.prizes[rank]}{'○' if rank < len(figures.tokens) else ''}" for rank in range(paid)
        )
        shapes.append(
            Text(f"{what}.p", 0, MIDDLE + 56, said, 12, Paint.FAINT, Face.PLAIN, Anchor.MIDDLE, STEP - 8)
        )
    return shapes
