"""Pure. The parts of a screen: tracks, dice, what may be set aside, the places.

The one rule: each function makes whole lines from a scene and nothing else, so every screen can put them where it has
room.
"""

from __future__ import annotations

from gefaehrten.core.kernel import OVER, ROLL
from gefaehrten.core.lines import PARTIES, Line, Span, Style, cells, fit, line, short_name
from gefaehrten.core.phrases import listed
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Scene, Wording, whose_turn
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.data import FIGURES
from gefaehrten.games.mordor.effect import dice, effects, outcome
from gefaehrten.games.mordor.kernel import MordorKernel
from gefaehrten.games.mordor.moves import dice_kernel, dice_of, is_set, legal
from gefaehrten.games.mordor.names import (
    COLOUR_WORDS,
    DIE_LABELS,
    EFFECTS,
    PLACES,
    shown,
)
from gefaehrten.games.mordor.notation import spell

NAME_WIDTH = 14
"""Columns of a player's name in a table."""

DIE_STYLES = (*PARTIES, Style.STRONG)
"""The styles of the dice by number."""


def heading(scene: Scene, wording: Wording) -> Line:
    """Which turn it is, and what its place does."""
    kernel = dice_kernel(scene.now())
    parts: list[Span | str] = [
        Span(wording.say(N_("Turn {number}"), number=int(kernel.rounds()) + 1), Style.TITLE)
    ]
    if kernel.mover() >= 0 and kernel.request() != OVER:
        parts += [" - ", wording.say(PLACES[kernel.start()])]
        if EFFECTS[kernel.effect()]:
            parts += [": ", Span(wording.say(EFFECTS[kernel.effect()]), Style.WARN)]
    if not kernel.advanced():
        parts += [" - ", Span(wording.say(N_("basic game")), Style.DIM)]
    return line(*parts)


def waits(scene: Scene) -> Sentence:
    """Who has to move, said to somebody who cannot move now."""
    if scene.kernel.request() == ROLL:
        return Sentence(N_("Dice are being thrown: nobody has to move now."))
    return whose_turn(scene)


def players(scene: Scene, wording: Wording) -> list[Line]:
    """One line a player: whose turn, colour, both tracks."""
    kernel = dice_kernel(scene.now())
    places = max(cells(wording.say(name)) for name in PLACES)
    colours = max(cells(wording.say(word)) for word in COLOUR_WORDS)
    return [
        line(
            wording.pick("▶ ", "> ") if seat == kernel.mover() and kernel.request() != OVER else "  ",
            Span(
                fit(name_of(scene, wording, seat, NAME_WIDTH), NAME_WIDTH),
                PARTIES[int(kernel.colour(seat))],
            ),
            " ",
            fit(wording.say(COLOUR_WORDS[kernel.colour(seat)]), colours),
            "  ",
            *ring_track(kernel, seat, wording),
            f" {kernel.reached(seat)} ",
            fit(wording.say(PLACES[kernel.reached(seat)]), places),
            "  ",
            *nazgul_track(kernel, seat, wording),
            *_state(kernel, seat, wording),
        )
        for seat in range(kernel.seats())
    ]


def name_of(scene: Scene, wording: Wording, seat: int, width: int) -> str:
    """A player's name, cut where it is longer; “you” for the reader."""
    if seat == scene.seat:
        return wording.say(N_("You"))
    return short_name(wording.clean(scene.names[seat]), width, wording.pick("…", "..."))


def _state(kernel: MordorKernel, seat: int, wording: Wording) -> list[Span | str]:
    if kernel.retired(seat):
        return ["  ", Span(wording.say(N_("has left")), Style.WARN)]
    if kernel.out(seat):
        return ["  ", Span(wording.say(N_("knocked out")), Style.BAD)]
    if kernel.winner() == seat:
        return ["  ", Span(wording.say(N_("has won")), Style.GOOD)]
    return []


def ring_track(kernel: MordorKernel, seat: int, wording: Wording) -> list[Span | str]:
    """The nine round fields: those behind the ring-bearer, those ahead."""
    reached = int(kernel.reached(seat))
    behind, ahead = wording.pick("●", "*"), wording.pick("○", ".")
    return [Span(behind * reached, Style.GOOD), Span(ahead * (int(tables.MORDOR) - reached), Style.DIM)]


def field_glyph(kernel: MordorKernel, seat: int, field: int, wording: Wording) -> str:
    """One square field: crossed off, whole, halved, or with its second half left."""
    halved = int(kernel.halved(seat)) >> field & 1
    if field < kernel.crossed(seat):
        return wording.pick("■", "X")
    if not halved:
        return wording.pick("□", "_")
    return (
        wording.pick("◧", "1")
        if field == kernel.crossed(seat) and kernel.half(seat)
        else wording.pick("◫", "2")
    )


def nazgul_track(kernel: MordorKernel, seat: int, wording: Wording) -> list[Span | str]:
    """The eight square fields."""
    return [
        Span(
            field_glyph(kernel, seat, field, wording),
            Style.BAD if field < kernel.crossed(seat) else Style.PLAIN,
        )
        for field in range(tables.FIELDS)
    ]


def marks(wording: Wording) -> Line:
    """What the signs of the Nazgûl track mean."""
    signs = (
        (wording.pick("■", "X"), N_("crossed off")),
        (wording.pick("□", "_"), N_("one Nazgûl")),
        (wording.pick("◫", "2"), N_("halved: two")),
        (wording.pick("◧", "1"), N_("its second half")),
    )
    return line(Span("  ".join(f"{sign} {wording.say(means)}" for sign, means in signs), Style.DIM))


def thrown(scene: Scene, wording: Wording) -> list[Line]:
    """The dice: number, colour, symbol; those of the throw, those set aside, and what these come to."""
    kernel = dice_kernel(scene.now())
    if kernel.request() == OVER or kernel.mover() < 0:
        return []
    found: list[Line] = []
    if kernel.rolled():
        parts: list[Span | str] = [wording.say(N_("Thrown:")), " "]
        for die in dice_of(int(kernel.rolled())):
            parts += [" ", Span(DIE_LABELS[die], Style.KEY), " ", _die(kernel, die, wording), " "]
        found.append(line(*parts))
    if kernel.aside():
        parts = [wording.say(N_("Set aside:")), " "]
        for die in dice_of(int(kernel.aside())):
            parts += [" ", _die(kernel, die, wording), " "]
        found.append(line(*parts))
        said = outcome(kernel, int(kernel.aside()), scene.names, scene.seat)
        if said:
            found.append(line("  " + wording.say(N_("so far: {outcome}"), outcome=listed(said))))
    return found


def _die(kernel: MordorKernel, die: int, wording: Wording) -> Span:
    return Span(wording.say(shown(die, int(kernel.face(die)))), DIE_STYLES[die])


def moves(scene: Scene, wording: Wording, actions: list[int] | None = None) -> list[Line]:
    """Every action with what it does."""
    kernel = dice_kernel(scene.now())
    found = []
    for action in sorted(legal(kernel), key=_simplest) if actions is None else actions:
        said: list[str] = []
        if 0 < action < tables.AGAIN:
            said.append(wording.part(dice(kernel, action)))
        said += [wording.say(sentence) for sentence in effects(kernel, action, scene.names, scene.seat)]
        found.append(line("  ", Span(f"{spell(action):<6}", Style.KEY), "; ".join(said)))
    return found


def _simplest(action: int) -> tuple[int, str]:
    """Single dice first, then two together, each in the order of their numbers."""
    spelled = spell(action)
    return (len(spelled) if is_set(action) else tables.DICE + 1), spelled


def places(scene: Scene, wording: Wording) -> list[Line]:
    """The fields of the ring-bearer track, who is there, and what they do to a turn."""
    kernel = dice_kernel(scene.now())
    found = []
    for field in range(len(FIGURES.places)):
        here = [
            name_of(scene, wording, seat, NAME_WIDTH)
            for seat in range(kernel.seats())
            if kernel.reached(seat) == field and kernel.playing(seat)
        ]
        parts: list[Span | str] = [f"  {field} ", Span(wording.say(PLACES[field]), Style.STRONG)]
        if EFFECTS[field]:
            effect = wording.say(EFFECTS[field])
            parts += [": ", Span(effect, Style.PLAIN if kernel.advanced() else Style.DIM)]
        if here:
            parts.append("  " + wording.pick("◂ ", "< ") + ", ".join(here))
        found.append(line(*parts))
    if not kernel.advanced():
        found.append(
            line(Span(wording.say(N_("In the basic game the places have no effects (M15).")), Style.DIM))
        )
    return found
