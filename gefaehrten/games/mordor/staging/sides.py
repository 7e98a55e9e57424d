"""Pure. What stands over, under and beside the board: heading, the dice in a line, panels, explanations.

The one rule: everything fits the width that is asked for; where that is little, less is said, never something else.
"""

from __future__ import annotations

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.kernel import OVER
from gefaehrten.core.lines import PARTIES, Line, Span, Style, cells, fit, line, shortened, wrapped
from gefaehrten.core.stage import Hotspot, Panel, Picture, Press, Room, Type
from gefaehrten.core.text import N_
from gefaehrten.core.view import Wording
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.data import FIGURES
from gefaehrten.games.mordor.effect import dice, effects, outcome
from gefaehrten.games.mordor.moves import dice_of, fields_left, is_set
from gefaehrten.games.mordor.names import DIE_LABELS, EFFECTS, PLACES, shown, symbol
from gefaehrten.games.mordor.panels import DIE_STYLES, field_glyph, name_of, waits
from gefaehrten.games.mordor.staging.intent import Intent

WHOLE_WORDS = 110
"""Columns from which the dice of a throw have room for colour and symbol."""


def heading(meant: Intent, wording: Wording, width: int) -> Line:
    """Where the turn began and what that place does; what does not fit is left out."""
    now = meant.now
    dot = wording.pick(" · ", " - ")
    parts = [Span(wording.say(N_("Turn {number}"), number=int(now.rounds()) + 1), Style.TITLE)]
    if now.mover() >= 0 and now.request() != OVER:
        parts.append(Span(wording.say(PLACES[now.start()]), Style.STRONG))
        if EFFECTS[now.effect()]:
            parts.append(Span(wording.say(EFFECTS[now.effect()]), Style.WARN))
    if not now.advanced():
        parts.append(Span(wording.say(N_("basic game")), Style.DIM))
    spans: list[Span | str] = []
    left = width
    for number, part in enumerate(parts):
        gap = dot if number else ""
        if cells(gap + part.text) <= left:
            spans += [gap, part]
            left -= cells(gap + part.text)
    return line(*spans)


def hand(meant: Intent, wording: Wording, room: Room) -> Picture:
    """The dice of the throw in a line; what is set aside in a second one."""
    now = meant.now
    if now.request() == OVER or now.mover() < 0:
        return Picture(())
    rows: list[Line] = []
    spots: list[Hotspot] = []
    if now.rolled():
        parts: list[Span | str] = [Span(wording.say(N_("Thrown:")), Style.TITLE)]
        used = cells(parts[0].text if isinstance(parts[0], Span) else "")
        joining = meant.joining() | meant.mask
        for die in dice_of(int(now.rolled())):
            text = _short(meant, die, wording, room.columns)
            chosen = bool(meant.mask >> die & 1)
            if chosen:
                spans = [Span(f" [{DIE_LABELS[die]} {text}]", Style.CHOSEN)]
            else:
                spans = [
                    Span("  "),
                    Span(DIE_LABELS[die], Style.KEY),
                    Span(" "),
                    Span(text, DIE_STYLES[die]),
                    Span(" "),
                ]
            wide = sum(cells(span.text) for span in spans)
            if used + wide > room.columns:
                break
            if joining >> die & 1:
                spots.append(Hotspot(0, used, wide, 1, Press(DIE_LABELS[die])))
            parts += spans
            used += wide
        if meant.choosing and now.may_repeat():
            again = "  [" + wording.say(N_("again")) + "]"
            if used + cells(again) <= room.columns:
                spots.append(Hotspot(0, used + 2, len(again) - 2, 1, Type("again")))
                parts.append(Span(again, Style.KEY))
        rows.append(line(*parts))
    if now.aside() and len(rows) < room.rows:
        said = wording.part(dice(now, int(now.aside())))
        rows.append(
            line(
                Span(wording.say(N_("Set aside:")), Style.TITLE),
                " ",
                shortened(
                    said,
                    max(room.columns - 1 - cells(wording.say(N_("Set aside:"))), 0),
                    wording.pick("…", "..."),
                ),
            )
        )
    return Picture(tuple(rows), tuple(spots))


def _short(meant: Intent, die: int, wording: Wording, columns: int) -> str:
    face = int(meant.now.face(die))
    return wording.say(shown(die, face) if columns >= WHOLE_WORDS else symbol(face))


def panels(meant: Intent, wording: Wording, width: int) -> list[Panel]:
    """Players; what the turn comes to so far; the places, where they have effects."""
    found = [_players(meant, wording, width)]
    so_far = _so_far(meant, wording, width)
    if so_far.lines:
        found.append(so_far)
    if meant.now.advanced():
        found.append(_places(meant, wording, width))
    return found


def _players(meant: Intent, wording: Wording, width: int) -> Panel:
    """One line a player: where, and how many Nazgûl it can still take."""
    now = meant.now
    found: list[Line] = []
    for seat in range(now.seats()):
        moves = seat == now.mover() and now.request() != OVER
        left = f"{now.reached(seat)} "
        if now.retired(seat):
            state = Span(wording.say(N_("has left")), Style.WARN)
        elif now.out(seat):
            state = Span(wording.say(N_("knocked out")), Style.BAD)
        else:
            state = Span(wording.say(N_("{count} left"), count=fields_left(now, seat)))
        room = max(width - 3 - cells(left) - cells(state.text), 1)
        found.append(
            line(
                Span(wording.pick("▶ ", "> ") if moves else "  ", Style.KEY),
                Span(fit(name_of(meant.scene, wording, seat, room), room), PARTIES[int(now.colour(seat))]),
                Span(left, Style.STRONG),
                state,
            )
        )
    title = wording.say(N_("Players (field, Nazgûl left)"))
    if cells(title) > width - 4:
        title = wording.say(N_("Players"))
    short = [
        Span(
            f"{name_of(meant.scene, wording, seat, 8)} {now.reached(seat)}/{fields_left(now, seat)} ",
            PARTIES[int(now.colour(seat))],
        )
        for seat in range(now.seats())
    ]
    return Panel("players", title, tuple(found), tuple(wrapped(line(*short), width)))


def _so_far(meant: Intent, wording: Wording, width: int) -> Panel:
    """What the turn comes to with the dice set aside."""
    now = meant.now
    mask = int(now.aside())
    title = wording.say(N_("The turn so far"))
    if now.request() == OVER or not mask:
        return Panel("now", title, ())
    said = [
        part
        for sentence in outcome(now, mask, meant.scene.names, meant.scene.seat)
        for part in wrapped(line(wording.say(sentence)), width, 2)
    ] or [line(Span(wording.say(N_("nothing yet")), Style.DIM))]
    return Panel("now", title, tuple(said), tuple(said[:1]))


def _places(meant: Intent, wording: Wording, width: int) -> Panel:
    """Those that still lie ahead: nobody ever goes back."""
    now, seat = meant.now, meant.scene.seat
    playing = [each for each in range(now.seats()) if now.playing(each)]
    behind = seat if seat in playing else min(playing, key=lambda each: int(now.reached(each)), default=0)
    lines = []
    for field in range(int(now.reached(behind)), len(FIGURES.places)):
        style = Style.TITLE if field == meant.now.start() else Style.PLAIN
        said = f"{field} {wording.say(PLACES[field])}"
        effect = f": {wording.say(EFFECTS[field])}" if EFFECTS[field] else ""
        lines += wrapped(line(Span(said, style), Span(effect, Style.DIM)), width, 2)
    return Panel("places", wording.say(N_("The way to Mordor")), tuple(lines))


def explain(meant: Intent, wording: Wording, width: int) -> list[Line]:
    """What is typed does, or why it may not be; else what can be done."""
    return [part for each in _said(meant, wording) for part in wrapped(each, width, 2)]


def _said(meant: Intent, wording: Wording) -> list[Line]:
    now, scene = meant.now, meant.scene
    if not meant.deciding:
        return [line(wording.say(waits(scene)))]
    if meant.error is not None:
        clause = meant.error.clause if isinstance(meant.error, IllegalAction) else ""
        more = f" ({clause})" if clause else ""
        return [line(Span(wording.say(meant.error.sentence) + more, Style.BAD))]
    if meant.actions:
        after = now.clone()
        lines = []
        for action in meant.actions:
            does = [wording.say(each) for each in effects(after, action, scene.names, scene.seat)]
            what = wording.part(dice(after, action)) + ": " if is_set(action) else ""
            lines.append(line(Span(what, Style.STRONG), "; ".join(does) or wording.say(N_("ends the turn"))))
            after.apply(action)
        if after.phase() == tables.THROWING and after.mover() == now.mover():
            so_far = outcome(after, int(after.aside()), scene.names, scene.seat)
            if so_far:
                told = "; ".join(map(wording.say, so_far))
                lines.append(line(wording.say(N_("so far: {outcome}"), outcome=told)))
        ends = N_("Enter: that is it, and it cannot be taken back.")
        if meant.open:
            ends = N_("Enter takes it; until the turn is whole, it can be taken back.")
        return [*lines, line(Span(wording.say(ends), Style.KEY))]
    if meant.halving:
        glyphs = "".join(field_glyph(now, int(now.mover()), field, wording) for field in range(tables.FIELDS))
        said = wording.say(N_("Gandalf is here: type the field to be halved, or 0 for none."))
        return [line(Span(said, Style.KEY), " " + glyphs)]
    found = [
        line(Span(wording.say(N_("Press the numbers of the dice to be set aside, then Enter.")), Style.KEY))
    ]
    if now.may_repeat():
        ask = N_("Type again, or !, to throw all dice of this throw once more (M19).")
        found.append(line(Span(wording.say(ask), Style.WARN)))
    elif EFFECTS[now.effect()] and now.effect() != tables.ROHAN:
        place = wording.say(PLACES[now.start()])
        found.append(line(Span(f"{place}: {wording.say(EFFECTS[now.effect()])}", Style.WARN)))
    if now.count(now.rolled(), tables.NAZGUL):
        found.append(line(wording.say(N_("One Nazgûl has to be set aside (M6)."))))
    return found
