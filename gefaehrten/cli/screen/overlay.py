"""Pure. What lies over the table until Esc: a page of the game, help, rules, log, chat, the invite.

The one rule: its lines are broken to the width there is, so it scrolls in one direction only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gefaehrten.cli.screen.blocks import Block, Part, block, flowing, framed, rule, stacked
from gefaehrten.cli.screen.helptext import Row, help_rows
from gefaehrten.cli.screen.state import Overlay, Place, ScreenState
from gefaehrten.core.kernel import WATCHER
from gefaehrten.core.lines import Line, Span, Style, line
from gefaehrten.core.stage import Hotspot, Press, Room
from gefaehrten.core.text import N_
from gefaehrten.core.view import View, Wording

READABLE = 100
"""Cells beyond which running text is hard to read; a page of the game may use all."""


def overlay(
    state: ScreenState, shown: Overlay, view: View, wording: Wording, room: Room
) -> tuple[Block, tuple[int, int]]:
    """The overlay in exactly this room, and of how many lines how many are seen."""
    if shown.key == "invite":
        return _bare(state, shown, wording, room)
    inner = Room(room.columns - 4, room.rows - 2)
    rows = content(state, shown, view, wording, inner.columns)
    top = max(0, min(shown.top, len(rows) - inner.rows))
    seen = rows[top : top + inner.rows]
    spots = [
        Hotspot(at, 0, inner.columns, 1, row.click) for at, row in enumerate(seen) if row.click is not None
    ]
    body = block([row.line for row in seen], inner, wording, spots)
    padded = Block(
        inner.columns + 2,
        tuple(Line((Span(" "), *each.spans, Span(" "))) for each in body.lines),
        tuple(spot.moved(0, 1) for spot in body.hotspots),
    )
    title = line(Span(wording.clean(shown.title), Style.TITLE), "  ", Span("Esc", Style.KEY))
    whole = framed([Part(title, padded, Press("escape"))], wording, _foot(top, len(seen), len(rows), wording))
    scroll = (Hotspot(0, 0, room.columns, 1, Press("pagedown")).moved(whole.rows - 1, 0),)
    more = scroll if len(rows) > len(seen) else ()
    return Block(whole.columns, whole.lines, (*whole.hotspots, *more)), (len(rows), len(seen))


def content(state: ScreenState, shown: Overlay, view: View, wording: Wording, width: int) -> list[Row]:
    """All lines of an overlay."""
    page = shown.key.removeprefix("page:")
    if shown.lines is not None:
        return _rows(flowing(shown.lines, min(width, READABLE), wording))
    if shown.key == "help":
        return help_rows(state.place, view, wording, min(width, READABLE))
    if shown.key == "log":
        return _rows(flowing(state.log, min(width, READABLE), wording) or _nothing(wording))
    if shown.key == "chat":
        return _rows(flowing(state.chat, min(width, READABLE), wording) or _silence(wording))
    if state.scene is not None and page in {each.key for each in view.pages}:
        # In a replay nobody is "you", whoever's cards are seen.
        replayed = state.place is Place.REPLAY
        scene = replace(state.scene, seat=WATCHER) if replayed else state.scene
        return _rows(view.page(page, scene, wording, width))
    return []


def _bare(state: ScreenState, shown: Overlay, wording: Wording, room: Room) -> tuple[Block, tuple[int, int]]:
    """Without anything at the sides: a line is selected with a mouse as a whole, and nothing else with it."""
    lobby = state.lobby
    lines = shown.lines if shown.lines is not None else (line(lobby.invite if lobby else ""),)
    title = line(Span(wording.clean(shown.title), Style.TITLE), "  ", Span("Esc", Style.KEY))
    head = Block(
        room.columns,
        (rule(room.columns, title, wording),),
        (Hotspot(0, 0, room.columns, 1, Press("escape")),),
    )
    flowed = flowing(lines, room.columns, wording, indent=0)
    hint = line(
        Span(wording.say(N_("To copy: Shift and the mouse select text in most terminals.")), Style.DIM)
    )
    body = [Line(), *flowed, Line(), hint]
    inner = Room(room.columns, room.rows - 2)
    foot = Block(room.columns, (rule(room.columns, Line(), wording),))
    seen = (len(body), min(len(body), max(inner.rows, 0)))
    return stacked(head, block(body, inner, wording), foot), seen


def _foot(top: int, seen: int, total: int, wording: Wording) -> Line:
    if total <= seen:
        return Line()
    said = wording.say(N_("{first} to {last} of {count}"), first=top + 1, last=top + seen, count=total)
    return line(Span(said, Style.DIM), "  ", Span("PgUp PgDn", Style.KEY))


def _rows(lines: Sequence[Line]) -> list[Row]:
    return [Row(each) for each in lines]


def _nothing(wording: Wording) -> list[Line]:
    return [line(wording.say(N_("Nothing has happened yet.")))]


def _silence(wording: Wording) -> list[Line]:
    return [line(wording.say(N_("Nobody has said anything yet.")))]
