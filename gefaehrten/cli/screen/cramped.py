"""Pure. Windows too small for a table: one sentence that says so, whose turn it is, and a line to type in.

The one rule: it never breaks; at one cell it shows what one cell can show.
"""

from __future__ import annotations

from gefaehrten.cli.screen.bars import WHOLE, entry, waiting
from gefaehrten.cli.screen.blocks import block, flowing
from gefaehrten.cli.screen.state import Frame, Place, ScreenState
from gefaehrten.core.lines import Line, Span, Style, line
from gefaehrten.core.stage import Room
from gefaehrten.core.text import N_
from gefaehrten.core.view import Wording

LEAST = Room(40, 12)
"""Below this no table is drawn."""


def cramped(state: ScreenState, wording: Wording, room: Room) -> Frame:
    """The frame of a window below `LEAST`."""
    typing = entry(state, wording, room)
    has_entry = typing.width > 0 and (room.rows > 1 or bool(state.typed))
    rows = room.rows - has_entry
    lines = flowing(_said(state, wording), room.columns, wording, 0)[:rows]
    shown = block(lines, Room(room.columns, rows), wording).lines
    if not has_entry:
        return Frame(shown)
    return Frame(
        (*shown, *typing.block.lines),
        input_row=room.rows - 1,
        input_column=typing.column,
        input_width=typing.width,
    )


def _said(state: ScreenState, wording: Wording) -> list[Line]:
    """What has to be said, the most urgent first."""
    if state.question is not None:
        answers = line("[y] ", wording.say(N_("yes")), "  [n] ", wording.say(N_("no")))
        return [line(Span(wording.say(state.question), Style.WARN)), answers]
    found: list[Line] = []
    if state.status:
        mine = state.place is Place.TABLE and state.scene is not None and state.scene.is_mover()
        found.append(line(Span(wording.clean(state.status), Style.GOOD if mine else Style.STRONG)))
    found += waiting(state, wording)
    said = wording.say(
        N_("This window is too small: {least} is the least, {whole} shows everything. Typing still works."),
        least=f"{LEAST.columns}x{LEAST.rows}",
        whole=f"{WHOLE.columns}x{WHOLE.rows}",
    )
    found.append(line(Span(said, Style.WARN)))
    return [*found, *state.notice, *state.result]
