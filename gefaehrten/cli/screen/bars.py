"""Pure. The lines that every page has: the one at the top, what is said above the input, and the input itself.

The one rule: how much room they take depends on the size of the screen and not on what they say, so that the board
stays where it is while one types; only an answer that is longer may push.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gefaehrten.cli.screen.blocks import Block, beside, block, ellipsis, fitted, flowing
from gefaehrten.cli.screen.state import Place, ScreenState
from gefaehrten.core.lines import Line, Span, Style, cells, line, shortened
from gefaehrten.core.stage import Hotspot, Press, Room, Stage
from gefaehrten.core.text import N_
from gefaehrten.core.view import Completion, Wording

SPINNER = ("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", "|/-\\")
"""What turns while a bot thinks, in Unicode and in ASCII."""

WHOLE = Room(60, 20)
"""From this on everything is shown."""

REPEATED = 8
"""Cells of a line from which on it is not said twice, by an answer and by the explanation of what is typed."""

CLAUSE = re.compile(r"\s*\([A-Z]\d+\)$")
"""How an explanation ends that names its clause."""

TYPING = 24
"""Cells that the prompt leaves for typing, where there are so many."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The input line: its block, and where what is typed goes (width 0: nowhere)."""

    block: Block
    column: int = 0
    width: int = 0


def top(state: ScreenState, wording: Wording, room: Room) -> Block:
    """Game and table at the left; unread chat, whose turn and the clock at the right. The right has priority."""
    mine = state.scene is not None and state.place is Place.TABLE and state.scene.is_mover()
    status = wording.clean(state.status)
    mail = wording.say(N_("chat: {count}"), count=state.unread) if state.unread else ""
    right = shortened(status, room.columns - 2, ellipsis(wording))
    spare = room.columns - 2 - cells(right)
    hotspots: list[Hotspot] = []
    if mail and cells(mail) + 2 <= spare:
        spare -= cells(mail) + 2
    else:
        mail = ""
    left = shortened(wording.clean(state.title), max(spare - 2, 0), ellipsis(wording))
    spans = [Span(" "), Span(left, Style.TITLE), Span(" " * (spare - cells(left)))]
    if mail:
        hotspots.append(Hotspot(0, 1 + spare, cells(mail), 1, Press("T")))
        spans += [Span(mail, Style.WARN), Span("  ")]
    spans += [Span(right, Style.GOOD if mine else Style.STRONG)]
    return Block(room.columns, (fitted(Line(tuple(spans)), room.columns, wording),), tuple(hotspots))


def waiting(state: ScreenState, wording: Wording) -> list[Line]:
    """Whom the table waits for, with something that turns while it is a bot."""
    if state.waiting is None:
        return []
    signs = wording.pick(*SPINNER)
    turning = signs[state.spin % len(signs)] + " " if state.spin else ""
    return [line(Span(turning, Style.KEY), Span(wording.say(state.waiting), Style.WARN))]


def says(
    state: ScreenState,
    stage: Stage,
    wording: Wording,
    columns: int,
    rows: int,
    most: int,
    words: Sequence[Completion] = (),
) -> Block:
    """Answers, whom the table waits for, and what the game explains: `rows` lines, up to `most` for a long answer.

    Args:
        words: those that what is typed may become; they are shown where it is no move.
    """
    width = columns - 2
    found = [*flowing(state.notice, width, wording), *waiting(state, wording)]
    scene = state.scene
    # A scoring that is shown slowly tells of a position that is past: nothing can be done in it.
    idle = state.moment is not None or (state.waiting is not None and not state.drafted)
    if scene is not None and not idle and len(found) < rows and state.place in (Place.TABLE, Place.REPLAY):
        said = stage.explain(scene, wording, state.drafted, state.look, width)
        if words and any(span.style is Style.BAD for each in said for span in each.spans):
            said = [line(Span(word, Style.KEY), "  " + wording.say(does)) for word, does in words]
        answered = " ".join(each.text for each in state.notice)
        fresh = [each for each in said if len(each.text) < REPEATED or _core(each.text) not in answered]
        found += flowing(fresh, width, wording)[: rows - len(found)]
    return indented(found, columns, max(rows, min(len(found), most)), wording)


def _core(text: str) -> str:
    """A line without the clause at its end: an answer names it in words of its own."""
    return CLAUSE.sub("", text.strip())


def indented(lines: Sequence[Line], columns: int, rows: int, wording: Wording) -> Block:
    """Lines one cell from the left edge."""
    shifted = [Line((Span(" "), *each.spans)) for each in lines[:rows]]
    return block(shifted, Room(columns, rows), wording)


def entry(state: ScreenState, wording: Wording, room: Room, *, small: bool = False) -> Entry:
    """The prompt and the room behind it; a blank line where nothing can be typed.

    Args:
        small: the window is smaller than the least that shows everything; it is said at the right.
    """
    aside = _small(wording, room.columns - TYPING) if small and not state.typed else ""
    columns = room.columns - cells(aside)
    told = block([line(Span(aside, Style.DIM))], Room(cells(aside), 1), wording)
    typable = state.place is Place.TABLE or bool(state.prompt or state.typed)
    if not typable or state.question is not None or state.place is Place.CONNECTING:
        return Entry(beside(block([], Room(columns, 1), wording), told))
    prompt = " " + (wording.clean(state.prompt) or "> ")
    most = max(columns - min(TYPING, (columns + 1) // 2), 0)
    if cells(prompt) > most:
        prompt = shortened(prompt.rstrip(), max(most - 1, 0), ellipsis(wording)) + " "
    prompt = prompt if cells(prompt) < columns else ""
    style = Style.STRONG if state.scene is not None and state.scene.is_mover() else Style.PLAIN
    shown = block([line(Span(prompt, style))], Room(columns, 1), wording)
    return Entry(beside(shown, told), cells(prompt), columns - cells(prompt))


def _small(wording: Wording, room: int) -> str:
    """That the window is small, in as many words as there is room for."""
    best = f"{WHOLE.columns}x{WHOLE.rows}"
    said = (N_("small window; best from {size}"), N_("best from {size}"))
    told = (wording.say(each, size=best) + " " for each in said)
    return next((text for text in told if cells(text) <= room), "")
