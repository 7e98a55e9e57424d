"""Pure. The parts of the drawing: the way to Mordor, the dice, the players with their Nazgûl tracks.

The one rule: each part is as large in every position of a match, so that a page around it does not jump.
"""

from __future__ import annotations

from typing import Final, cast

from gefaehrten.core.game import JsonStep
from gefaehrten.core.kernel import OVER
from gefaehrten.core.lines import short_name
from gefaehrten.core.phrases import listed
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
    Part,
    Polyline,
    Rectangle,
    Shape,
    Text,
)
from gefaehrten.core.text import N_
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.art import signs
from gefaehrten.games.mordor.data import FIGURES
from gefaehrten.games.mordor.effect import outcome
from gefaehrten.games.mordor.kernel import MordorKernel
from gefaehrten.games.mordor.moves import dice_kernel, fields_left
from gefaehrten.games.mordor.names import COLOUR_WORDS, DIE_LABELS, EFFECTS, PLACES, SYMBOL_WORDS, die_of

STOP: Final = 108.0
"""From one place to the next."""

HIGH: Final = 250.0
DIE: Final = 118.0
ROW: Final = 74.0
WIDE: Final = 470.0


def way(scene: Scene, wording: Wording) -> Part:
    """The part `way`: ten places from Bag End to Mordor, and where everybody is."""
    kernel = dice_kernel(scene.kernel)
    line = HIGH - 96
    stops = len(FIGURES.places)
    shapes: list[Shape] = [Polyline("way.p", ((54, line), (54 + STOP * (stops - 1), line)), Paint.PATH)]
    for field in range(stops):
        x = 54 + STOP * field
        live = kernel.request() != OVER and kernel.mover() >= 0 and kernel.start() == field
        shapes += [
            Circle(f"place:{field}", x, line, 20, Paint.HALO if live else Paint.LIGHT),
            Text(
                f"place:{field}.n",
                x,
                line + 6,
                str(field),
                17,
                Paint.LIGHT_TEXT,
                Face.SERIF_BOLD,
                Anchor.MIDDLE,
            ),
            Text(
                f"place:{field}.t",
                x,
                line + 42,
                wording.say(PLACES[field]),
                14,
                Paint.INK,
                Face.BOLD,
                Anchor.MIDDLE,
                STOP - 6,
            ),
        ]
    place = kernel.effect()
    said = wording.say(EFFECTS[place]) if EFFECTS[place] and kernel.request() != OVER else ""
    shapes.append(Text("way.e", 54, line + 78, said, 15, Paint.WARN, Face.BOLD, room=STOP * (stops - 1)))
    here: dict[int, int] = {}
    for seat in range(kernel.seats()):
        field = int(kernel.reached(seat))
        at = here[field] = here.get(field, 0) + 1
        name = wording.clean(scene.names[seat])
        y = line - 2 - 34 * at
        shapes.append(signs.token(f"token:{seat}", int(kernel.colour(seat)), 54 + STOP * field, y, 15, name))
        if _last(scene, "rings") and scene.steps[-1]["seat"] == seat and scene.steps[-1]["moved"]:
            shapes.append(Circle("way.f", 54 + STOP * field, y, 18, Paint.FRESH))
    title = wording.say(N_("The way to Mordor"))
    return Part("way", title, Box(0, 0, 108 + STOP * (stops - 1), HIGH), tuple(shapes))


def dice(scene: Scene, wording: Wording) -> Part:
    """The part `dice`: the five dice, those set aside lying lower, and what the turn comes to."""
    kernel = dice_kernel(scene.kernel)
    shapes: list[Shape] = []
    for die in range(tables.DICE):
        shapes += _die(kernel, die, scene, wording)
    said = ""
    if kernel.request() != OVER and kernel.aside():
        found = outcome(kernel, int(kernel.aside()), scene.names, -1)
        said = wording.part(listed(found)) if found else ""
    wide = DIE * int(tables.DICE)
    shapes.append(Text("dice.o", 4, 216, said, 16, Paint.INK, Face.BOLD, room=wide - 8))
    return Part("dice", wording.say(N_("Dice")), Box(0, 0, wide, 226), tuple(shapes))


def _die(kernel: MordorKernel, die: int, scene: Scene, wording: Wording) -> list[Shape]:
    name = f"die:{die}"
    paint, on = (PARTY[die], ON_PARTY[die]) if die < tables.COLOURS else (Paint.DARK, Paint.DARK_TEXT)
    face = int(kernel.face(die)) if kernel.request() != OVER else -1
    aside = bool(kernel.aside() >> die & 1)
    lies = face >= 0 and (aside or bool(kernel.rolled() >> die & 1))
    shapes: list[Shape] = [Rectangle(f"{name}.b", Box(-44, -44, 88, 88), paint, 14)]
    if lies:
        if face == tables.NAZGUL:
            shapes.append(Circle(f"{name}.g", 0, 0, 30, Paint.LIGHT))
        shapes += signs.symbol(name, face, on)
    else:
        shapes.append(Text(f"{name}.q", 0, 10, DIE_LABELS[die], 28, on, Face.SERIF, Anchor.MIDDLE))
    if die in _fresh(scene):
        shapes.append(Rectangle(f"{name}.f", Box(-48, -48, 96, 96), Paint.FRESH, 17))
    word = wording.say(SYMBOL_WORDS[face]) if lies else wording.say(COLOUR_WORDS[die])
    shapes.append(
        Text(
            f"{name}.w",
            0,
            62,
            word,
            14,
            Paint.INK if lies else Paint.FAINT,
            Face.BOLD,
            Anchor.MIDDLE,
            DIE - 8,
        )
    )
    if aside:
        shapes.append(
            Text(f"{name}.a", 0, 78, wording.say(N_("aside")), 12, Paint.FAINT, Face.PLAIN, Anchor.MIDDLE)
        )
    title = f"{wording.say(COLOUR_WORDS[die])} {word}" if lies else word
    return [Group(name, DIE * (die + 0.5), 110 if aside else 60, tuple(shapes), title)]


def _fresh(scene: Scene) -> set[int]:
    """The dice that the last step is about."""
    if _last(scene, "thrown") or _last(scene, "set_aside"):
        step = scene.steps[-1]
        return {die_of(die["die"]) for die in cast("list[dict[str, str]]", step["dice"])}
    return set()


def _last(scene: Scene, kind: str) -> bool:
    return bool(scene.steps) and scene.steps[-1]["step"] == kind


def players(scene: Scene, wording: Wording) -> Part:
    """The part `players`: whose turn, and both tracks in figures and fields."""
    kernel = dice_kernel(scene.kernel)
    rows: list[Shape] = [
        Group(f"player:{seat}", 0, ROW * int(seat), tuple(_player(kernel, seat, scene, wording)))
        for seat in range(kernel.seats())
    ]
    return Part("players", wording.say(N_("Players")), Box(0, 0, WIDE, ROW * len(rows) - 6), tuple(rows))


def _player(kernel: MordorKernel, seat: int, scene: Scene, wording: Wording) -> list[Shape]:
    name = f"player:{seat}"
    over = kernel.request() == OVER
    turn = seat == kernel.mover() and not over
    shapes: list[Shape] = [
        Rectangle(f"{name}.b", Box(0, 0, WIDE, ROW - 6), Paint.HALO if turn else Paint.PANEL, 12),
        signs.token(f"{name}.e", int(kernel.colour(seat)), 34, 34, 14),
        Text(
            f"{name}.n",
            58,
            26,
            short_name(wording.clean(scene.names[seat]), 24),
            18,
            Paint.INK,
            Face.BOLD,
            room=250,
        ),
    ]
    if turn:
        shapes.append(Polyline(f"{name}.t", ((7, 26), (15, 34), (7, 42)), Paint.GOLD_SIGN, Ends.CLOSED))
    if kernel.retired(seat):
        state, paint = wording.say(N_("has left")), Paint.WARN
    elif kernel.out(seat):
        state, paint = wording.say(N_("knocked out")), Paint.WARN
    elif kernel.winner() == seat:
        state, paint = wording.say(N_("has won")), Paint.GOLD_SIGN
    else:
        state, paint = wording.say(N_("{count} left"), count=fields_left(kernel, seat)), Paint.FAINT
    shapes.append(Text(f"{name}.s", WIDE - 62, 26, state, 14, paint, Face.BOLD, Anchor.END, 120))
    for field in range(tables.FIELDS):
        shapes.append(_field(kernel, seat, field, scene))
    shapes.append(
        Text(
            f"{name}.p", WIDE - 16, 46, str(kernel.reached(seat)), 34, Paint.INK, Face.SERIF_BOLD, Anchor.END
        )
    )
    return shapes


def _field(kernel: MordorKernel, seat: int, field: int, scene: Scene) -> Group:
    crossed = field < kernel.crossed(seat)
    fresh = False
    if scene.steps:
        step: JsonStep = scene.steps[-1]
        fresh = step.get("field") == field + 1 and (
            (step["step"] == "nazgul" and step["hit"] == seat)
            or (step["step"] == "halve" and step["seat"] == seat)
        )
    return signs.field(
        f"player:{seat}.k{field}",
        58 + 27 * field,
        36,
        crossed=crossed,
        halved=bool(kernel.halved(seat) >> field & 1),
        half=field == kernel.crossed(seat) and bool(kernel.half(seat)),
        fresh=fresh,
    )
