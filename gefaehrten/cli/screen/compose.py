"""Pure. One frame of the full screen from everything that decides what it shows.

The one rule: it knows no game, no terminal and no clock. What is the game's comes from its view and stage, and the same
state gives the same frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gefaehrten.cli.screen import bars, hints
from gefaehrten.cli.screen.blocks import Block, Part, blank, block, flowing, framed, inside, placed, stacked
from gefaehrten.cli.screen.cramped import LEAST, cramped
from gefaehrten.cli.screen.lobby import lobby_page
from gefaehrten.cli.screen.overlay import overlay
from gefaehrten.cli.screen.state import Frame, Overlay, Place, ScreenState
from gefaehrten.cli.screen.table import table
from gefaehrten.cli.screen.transport import transport_bar
from gefaehrten.cli.words import Words
from gefaehrten.core.lines import Line, Span, Style, cells, line
from gefaehrten.core.stage import Hotspot, Press, Room, Stage
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Choice, Completion, View, Wording

WELCOME_LEAVES = 12
"""Rows of the main part that a welcome leaves."""

LONG_ANSWER = 6
"""Rows that a long answer may take beyond what is kept for it."""

QUESTION = 60
"""Columns of the box that asks, at most."""


def compose(state: ScreenState, view: View, stage: Stage, wording: Wording, room: Room) -> Frame:
    """The whole screen: exactly as many lines as there are rows, each exactly as wide as it has columns."""
    room = Room(max(room.columns, 1), max(room.rows, 1))
    if room.columns < LEAST.columns or room.rows < LEAST.rows:
        return cramped(state, wording, room)
    choices = _choices(state, view)
    small = room.columns < bars.WHOLE.columns or room.rows < bars.WHOLE.rows
    top = bars.top(state, wording, room)
    entry = bars.entry(state, wording, room, small=small)
    typing = entry.block
    if state.transport is not None and not entry.width:
        typing = transport_bar(state.transport, room.columns, wording)
    between = Room(room.columns, room.rows - top.rows - typing.rows - 1)
    middle = _middle(state, view, stage, wording, between, choices)
    covered = middle.block if state.question is None else _asked(state.question, middle.block, wording)
    situation = hints.Situation(bool(choices), middle.tabbed, scrolls=middle.scroll[0] > middle.scroll[1])
    foot = hints.foot(hints.hints(state, view, situation), room.columns, wording)
    whole = stacked(top, covered, typing, foot)
    return Frame(
        lines=whole.lines,
        hotspots=inside(whole.hotspots, room),
        input_row=top.rows + covered.rows if entry.width else -1,
        input_column=entry.column,
        input_width=entry.width,
        scroll=middle.scroll,
    )


def _choices(state: ScreenState, view: View) -> Sequence[Choice]:
    """What has to be picked now; nothing where it is not the reader's to pick."""
    scene = state.scene
    if scene is None or state.place is not Place.TABLE or state.moment is not None or not scene.on_turn():
        return ()
    return view.choices(scene)


@dataclass(frozen=True, slots=True)
class _Middle:
    """Everything between the top line and the input, whether Tab shows more, and how far an overlay scrolls."""

    block: Block
    tabbed: bool = False
    scroll: tuple[int, int] = (0, 0)


def _middle(
    state: ScreenState, view: View, stage: Stage, wording: Wording, room: Room, choices: Sequence[Choice]
) -> _Middle:
    if state.overlay is not None:
        return _under_overlay(state, state.overlay, view, stage, wording, room)
    if state.place is Place.CONNECTING or (state.place is Place.LOBBY and state.lobby is None):
        return _Middle(_alone(state, wording, room))
    low = _low(state, view, stage, wording, room)
    main = Room(room.columns, room.rows - sum(each.rows for each in low))
    if state.place is Place.LOBBY and state.lobby is not None:
        return _Middle(stacked(lobby_page(state, state.lobby, wording, main), *low))
    shown, tabbed = table(state, view, stage, wording, main, choices)
    return _Middle(stacked(shown, *low), tabbed)


def _low(state: ScreenState, view: View, stage: Stage, wording: Wording, room: Room) -> list[Block]:
    """What stands between the main part and the input: a welcome, the hand, answers and explanations."""
    found: list[Block] = []
    hand = _hand(state, stage, wording, room)
    rows, most = _said_rows(room)
    # Only at the table there is always something to explain.
    least = 1 if state.place in (Place.LOBBY, Place.OVER) else rows
    words = _words(state, view)
    kept = bars.says(state, stage, wording, room.columns, least, most, words)
    spare = room.rows - hand.rows - kept.rows - WELCOME_LEAVES
    if state.welcome and state.place is Place.TABLE and spare > 0:
        welcome = _whole(state.welcome, room.columns - 2, spare, wording)
        found.append(bars.indented(welcome, room.columns, len(welcome), wording))
    return [*found, hand, kept]


def _whole(sentences: Sequence[Line], columns: int, rows: int, wording: Wording) -> list[Line]:
    """The first sentences, as many as there is room for, and none of them in part."""
    found: list[Line] = []
    for each in sentences:
        lines = flowing([each], columns, wording)
        if len(found) + len(lines) > rows:
            break
        found += lines
    return found


def _words(state: ScreenState, view: View) -> list[Completion]:
    """The words that what is typed may become, those that stand for it in another language among them."""
    words = Words(view.pages)
    command = words.command(state.drafted) if state.drafted else None
    return words.completions(command if command is not None else state.drafted)


def _said_rows(room: Room) -> tuple[int, int]:
    """Rows that answers and explanations are given, and how many a long answer may take. `room`: without the bars."""
    kept = 4 if room.rows >= 36 else 3 if room.rows >= 24 else 2 if room.rows >= 15 else 1
    return kept, kept + (LONG_ANSWER if room.rows >= 20 else 2)


def _hand(state: ScreenState, stage: Stage, wording: Wording, room: Room) -> Block:
    if state.scene is None or state.place not in (Place.TABLE, Place.REPLAY):
        return blank(Room(room.columns, 0))
    rows = 3 if room.rows >= 26 else 2 if room.rows >= 13 else 1
    picture = stage.hand(state.scene, wording, state.drafted, Room(room.columns - 1, rows))
    lines = [Line((Span(" "), *each.spans)) for each in picture.lines[:rows]]
    spots = [spot.moved(0, 1) for spot in picture.hotspots]
    return block(lines, Room(room.columns, len(lines)), wording, spots)


def _under_overlay(
    state: ScreenState, shown: Overlay, view: View, stage: Stage, wording: Wording, room: Room
) -> _Middle:
    """An overlay over the table; what answers and explains stays, and the hand where there is room for it."""
    kept, most = _said_rows(room)
    low = [bars.says(state, stage, wording, room.columns, 0 if room.rows < 18 else min(kept, 2), most)]
    if room.rows >= 24:
        low.insert(0, _hand(state, stage, wording, room))
    spare = Room(room.columns, room.rows - sum(each.rows for each in low))
    over, scroll = overlay(state, shown, view, wording, spare)
    return _Middle(stacked(over, *low), scroll=scroll)


def _alone(state: ScreenState, wording: Wording, room: Room) -> Block:
    """Nothing yet but what is waited for."""
    said = [*bars.waiting(state, wording), *flowing(state.notice, room.columns - 4, wording)]
    lines = said or [line(wording.say(N_("Connecting …")))]
    above = [Line()] * max((room.rows - len(lines)) // 2, 0)
    middled = [
        Line((Span(" " * max((room.columns - cells(each.text)) // 2, 0)), *each.spans)) for each in lines
    ]
    return block([*above, *middled], room, wording)


def _asked(question: Sentence, under: Block, wording: Wording) -> Block:
    """The question in a box over the middle, with its two answers to click."""
    width = min(QUESTION, under.columns) - 4
    asked = flowing([line(Span(wording.say(question), Style.WARN))], width, wording)
    yes, no = "[y] " + wording.say(N_("yes")), "[n] " + wording.say(N_("no"))
    answers = line(Span(yes, Style.KEY), "    ", Span(no, Style.KEY))
    row = len(asked) + 1
    spots = (
        Hotspot(row, 1, len(yes), 1, Press("y")),
        Hotspot(row, 1 + len(yes) + 4, len(no), 1, Press("n")),
    )
    lines = [Line((Span(" "), *each.spans)) for each in [*asked, Line(), answers]]
    box = framed([Part(Line(), block(lines, Room(width + 2, len(lines)), wording, spots))], wording)
    row, column = (under.rows - box.rows) // 2, (under.columns - box.columns) // 2
    return placed(under, box, max(row, 0), max(column, 0))
