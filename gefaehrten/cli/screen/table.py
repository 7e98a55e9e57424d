"""Pure. The table: the board with its heading, and the panels beside it, under it, or in its place.

The one rule: the board has priority. What it needs is asked of the game (`Stage.fits`); the reader's zoom is a wish.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gefaehrten.cli.screen.blocks import Block, Part, beside, block, framed, rule, stacked
from gefaehrten.cli.screen.ending import result_sheet
from gefaehrten.cli.screen.shelf import Sheet, column, crowded, sheets, strip, turned
from gefaehrten.cli.screen.state import Place, ScreenState
from gefaehrten.core.lines import Line, Span, Style, line
from gefaehrten.core.stage import Look, Room, Stage
from gefaehrten.core.text import N_
from gefaehrten.core.view import Choice, Scene, View, Wording

BESIDE_COLUMNS, BESIDE_ROWS = 76, 10
"""From so many cells on the panels stand beside the board."""

NARROW, WIDE = 26, 46
"""The least and the most columns of the panels, frame included."""

STRIP_ROWS = 3
"""The least rows of the panel under the board, its title included; below that it takes the board's place."""

BOARD_ROWS = 6
"""Rows of the board that a panel under it leaves."""

ASKED_BOARD_ROWS = 4
"""The same of a panel that the reader has asked for with Tab."""


def panel_columns(columns: int) -> int:
    """How wide a panel's lines are on a screen of so many columns: for what is made before it is shown."""
    if columns < BESIDE_COLUMNS:
        return max(columns - 1, 1)
    return max(NARROW, min(columns * 3 // 10, WIDE)) - 2


def table(
    state: ScreenState, view: View, stage: Stage, wording: Wording, room: Room, choices: Sequence[Choice]
) -> tuple[Block, bool]:
    """Board and panels in exactly this room, and whether Tab shows more of them."""
    found = _sheets(state, view, stage, wording, room, choices)
    if room.columns < BESIDE_COLUMNS or room.rows < BESIDE_ROWS:
        # The line with the titles of the panels says Tab itself.
        low = room.rows < 1 + BOARD_ROWS + STRIP_ROWS
        return (_pages if low else _one_over_the_other)(state, stage, wording, room, found), low
    width = panel_columns(room.columns) + 2
    if state.place is Place.OVER:
        width = max(width, room.columns * 2 // 5)
    beside_it = Room(width, room.rows)
    board = _framed_board(state, stage, wording, Room(room.columns - width, room.rows))
    return beside(board, column(found, state.tab, beside_it, wording)), crowded(found, beside_it)


def _sheets(
    state: ScreenState, view: View, stage: Stage, wording: Wording, room: Room, choices: Sequence[Choice]
) -> list[Sheet]:
    width = panel_columns(room.columns)
    if state.place is Place.OVER and room.columns >= BESIDE_COLUMNS:
        width = max(width, room.columns * 2 // 5 - 2)
    found = sheets(state, view, stage, wording, Room(width, room.rows), choices)
    at_end = state.place is Place.OVER or (state.place is Place.REPLAY and state.result)
    if at_end and state.moment is None:
        found.insert(0, result_sheet(state, wording, width))
    return found


def _one_over_the_other(
    state: ScreenState, stage: Stage, wording: Wording, room: Room, found: Sequence[Sheet]
) -> Block:
    front = turned(found, state.tab)[0]
    most = room.rows - 1 - (BOARD_ROWS if front is found[0] else ASKED_BOARD_ROWS)
    height = min(1 + max(front.wanted(most - 1), STRIP_ROWS - 1), most)
    board = _ruled_board(state, stage, wording, Room(room.columns, room.rows - height))
    return stacked(board, strip(turned(found, state.tab), Room(room.columns, height), wording))


def _pages(state: ScreenState, stage: Stage, wording: Wording, room: Room, found: Sequence[Sheet]) -> Block:
    """Where a panel under the board would leave nothing of it: one of them at a time, the board being the first."""
    at = state.tab % (len(found) + 1)
    if state.moment is not None or not at or room.rows < 2:
        return _ruled_board(state, stage, wording, room)
    board = Sheet("board", line(Span(wording.say(N_("Board")), Style.TITLE)), ())
    front = [*found[at - 1 :], board, *found[: at - 1]]
    return strip(front, room, wording)


def _framed_board(state: ScreenState, stage: Stage, wording: Wording, room: Room) -> Block:
    inner = Room(room.columns - 2, room.rows - 2)
    scene = state.scene
    heading = Line() if scene is None else stage.heading(scene, wording, inner.columns - 4)
    return framed([Part(heading, _board(state, stage, wording, inner))], wording)


def _ruled_board(state: ScreenState, stage: Stage, wording: Wording, room: Room) -> Block:
    """Without a frame at its sides: every column counts on a small screen."""
    scene = state.scene
    heading = Line() if scene is None else stage.heading(scene, wording, room.columns - 6)
    top = Block(room.columns, (rule(room.columns, heading, wording),))
    return stacked(top, _board(state, stage, wording, Room(room.columns, room.rows - 1)))


def _board(state: ScreenState, stage: Stage, wording: Wording, room: Room) -> Block:
    scene = state.scene
    if scene is None or room.rows < 1:
        return block([], room, wording)
    look = seen(state, stage, scene, room)
    picture = stage.board(scene, wording, state.drafted, look, room)
    return block(picture.lines, room, wording, picture.hotspots)


def seen(state: ScreenState, stage: Stage, scene: Scene, room: Room) -> Look:
    """How the board is really looked at: at the zoom wished for, or the largest below it that shows what matters."""
    zoom = min(max(state.look.zoom, 0), stage.zooms - 1)
    while zoom and not stage.fits(scene, zoom, room):
        zoom -= 1
    lit = state.look.lit if state.moment is None else state.moment.lit
    return replace(state.look, zoom=zoom, lit=lit)
