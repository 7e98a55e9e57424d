"""Pure. The parts of the drawing: the way to Mordor, the dice, the players with their Nazgûl tracks.

The one rule: each part is as large in every position of a match, so that a page around it does not jump.
"""

from __future__ import annotations

from typing import Final, cast

from gefaehrten.core.game import JsonStep
from gefaehrten.core.kernel import OVER
from gefaehrten.core.lines import short_name
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

HIGH: Final = 140.0
DIE: Final = 118.0
ROW: Final = 74.0
WIDE: Final = 400.0


def way(scene: Scene, wording: Wording) -> Part:
    """The part `road`: ten places from Bag End to Mordor, and where everybody is."""
    kernel = dice_kernel(scene.kernel)
    line = HIGH - 54
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
    for seat in range(kernel.seats()):
        field = int(kernel.reached(seat))
        x, y = _standing(kernel, seat)
        x, y = 54 + STOP * field + x, line - y
        name = wording.clean(scene.names[seat])
        shapes.append(signs.token(f"token:{seat}", int(kernel.colour(seat)), x, y, 14, name))
        if _last(scene, "rings") and scene.steps[-1]["seat"] == seat and scene.steps[-1]["moved"]:
            shapes.append(Circle("way.f", x, y, 17, Paint.FRESH))
    title = wording.say(N_("The way to Mordor"))
    return Part("road", title, Box(0, 0, 108 + STOP * (stops - 1), HIGH), tuple(shapes))


def _standing(kernel: MordorKernel, seat: int) -> tuple[float, float]:
    """Where a token stands over its place: alone in the middle, else two in a row."""
    here = [each for each in range(kernel.seats()) if kernel.reached(each) == kernel.reached(seat)]
    at = here.index(seat)
    row, column = divmod(at, 2)
    alone = column == 0 and at == len(here) - 1
    return (0.0 if alone else 32.0 * column - 16), 37 + 31.0 * row


def dice(scene: Scene, wording: Wording) -> Part:
    """The part `board`: the five dice, those set aside lying lower."""
    kernel = dice_kernel(scene.kernel)
    shapes: list[Shape] = []
    for die in range(tables.DICE):
        shapes += _die(kernel, die, scene, wording)
    title = wording.say(N_("Dice"))
    return Part("board", title, Box(0, 0, DIE * int(tables.DICE), 200), tuple(shapes))


def turn(scene: Scene, wording: Wording) -> Part:
    """The part `place`: where the turn began, what that place does, and what the turn comes to so far."""
    kernel = dice_kernel(scene.kernel)
    said: list[str] = []
    title = wording.say(N_("The match is over."))
    effect = ""
    if kernel.request() != OVER:
        title = wording.say(N_("Turn {number}"), number=int(kernel.rounds()) + 1)
        if kernel.mover() >= 0:
            title += " · " + wording.say(PLACES[kernel.start()])
        effect = wording.say(EFFECTS[kernel.effect()]) if EFFECTS[kernel.effect()] else ""
        said = [wording.say(each) for each in outcome(kernel, int(kernel.aside()), scene.names, -1)]
    shapes: list[Shape] = [
        Text("place.n", 2, 24, title, 22, Paint.INK, Face.SERIF_BOLD, room=WIDE - 4),
        Text("place.x", 2, 48, effect, 14, Paint.WARN, Face.BOLD, room=WIDE - 4),
    ]
    for number, text in enumerate(said[:2]):
        shapes.append(Text(f"place.o{number}", 2, 74 + 22 * number, text, 15, Paint.INK, room=WIDE - 4))
    return Part("place", title, Box(0, 0, WIDE, 104), tuple(shapes))


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
