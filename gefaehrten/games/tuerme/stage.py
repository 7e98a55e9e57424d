"""Pure. The board game on a full screen: board, hand, panels, and what the typed line means.

The one rule: it only puts together; the board is drawn in `board`, the rest in `panels`, and the typed line is the only
state of a move in hand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.game import JsonStep
from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.lines import Line, Span, Style, cells, line, shortened, wrapped
from gefaehrten.core.stage import Hotspot, Look, Moment, Panel, Picture, Room, Type
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Scene, Wording, choice_lines, whose_turn
from gefaehrten.games.tuerme import board, panels
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.moves import to_set
from gefaehrten.games.tuerme.names import EVENT_EFFECTS, EVENT_WORDS
from gefaehrten.games.tuerme.notation import LETTERS, STOPS
from gefaehrten.games.tuerme.phrases import actor, card
from gefaehrten.games.tuerme.sight import Sight, sight
from gefaehrten.games.tuerme.view import VIEW, doings

CLAUSES: Final = {
    int(t.SETTING): "T8",
    int(t.ORCS): "T10",
    int(t.HERO): "T11",
    int(t.MOVING): "T12",
    int(t.DRAWING): "T16",
    int(t.TILES): "T17",
    int(t.EVENT): "T18",
    int(t.CHOOSING): "T20",
    int(t.PASSING): "T20",
    int(t.REPLACING): "T20",
    int(t.OVER_): "T23",
}
"""By phase the clause that matters."""

_CELL: Final = re.compile(r"!?\d{1,2},\d")


class TuermeStage:
    """See `core.stage.Stage`."""

    zooms: int = board.ZOOMS

    def heading(self, scene: Scene, wording: Wording, width: int) -> Line:
        """The turn, the Ents, the chain."""
        return panels.heading(sight(scene), wording, width)

    def board(self, scene: Scene, wording: Wording, typed: str, look: Look, room: Room) -> Picture:
        """The board in the middle of the room; scrolled where it is larger."""
        seen = sight(scene, typed)
        whole = board.grid(seen, wording, look.zoom)
        width = max(cells(each.text) for each in whole.lines)
        over, below = max(width - room.columns, 0), max(len(whole.lines) - room.rows, 0)
        right, down = min(max(look.right, 0), over), min(max(look.down, 0), below)
        left = max((room.columns - width) // 2, 0)
        legend = list(wrapped(panels.legend(wording), room.columns - 2, 0))
        fitting = len(whole.lines) + 1 + len(legend) <= room.rows
        above = max((room.rows - len(whole.lines) - (1 + len(legend)) * fitting) // 2, 0)
        lines = [Line()] * above
        for each in whole.lines[down : down + room.rows]:
            lines.append(_cut(Line((Span(" " * left), *_from(each, right).spans)), room.columns))
        if fitting:
            lines += [Line(), *(line(" ", *each.spans) for each in legend)]
        spots = [spot.moved(above - down, left - right) for spot in whole.hotspots]
        return Picture(
            tuple(lines),
            tuple(
                spot
                for spot in spots
                if spot.row >= 0
                and spot.column >= 0
                and spot.row + spot.height <= min(room.rows, len(lines))
                and spot.column + spot.width <= room.columns
            ),
        )

    def fits(self, scene: Scene, zoom: int, room: Room) -> bool:  # noqa: ARG002
        """Whether the whole board can be seen."""
        return board.fits(zoom, room)

    def hand(self, scene: Scene, wording: Wording, typed: str, room: Room) -> Picture:
        """The own cards, one a line; side by side, in fewer words, where there are not as many lines."""
        seen = sight(scene, typed)
        if scene.seat < 0:
            return Picture(())
        if len(seen.letters) > room.rows:
            return _side_by_side(seen, wording, typed, room)
        found: list[Line] = []
        spots: list[Hotspot] = []
        for letter, number in zip(LETTERS, seen.letters, strict=False):
            mine = bool(int(seen.now.hand(scene.seat)) >> number & 1)
            chosen = typed.strip().lower()[:1] == letter
            key = Span(f" {letter} ", Style.CHOSEN if chosen else Style.KEY)
            each = _cut(line(key, *panels.held(seen, number, wording)), room.columns)
            if mine and seen.deciding:
                spots.append(Hotspot(len(found), 0, max(cells(each.text), 1), 1, Type(f"{letter} ")))
            found.append(each)
        return Picture(tuple(found), tuple(spots))

    def panels(self, scene: Scene, wording: Wording, width: int) -> list[Panel]:
        """Players, the chain, the Ents."""
        seen = sight(scene)
        rows = panels.players(seen, wording, width)
        parts = [
            ("players", N_("Players"), rows, rows),
            ("chain", N_("The chain"), panels.chain_now(seen, wording), []),
            ("track", N_("The Ents"), panels.track(seen, wording), []),
        ]
        return [
            Panel(
                key,
                wording.say(title),
                tuple(part for long in lines for part in wrapped(long, width, 2)),
                tuple(_cut(long, width) for long in short[:2]),
            )
            for key, title, lines, short in parts
        ]

    def explain(self, scene: Scene, wording: Wording, typed: str, look: Look, width: int) -> list[Line]:  # noqa: ARG002
        """Why what is typed cannot be, what it does, or what can be done now."""
        seen = sight(scene, typed)
        return [part for long in _explained(seen, wording, width) for part in wrapped(long, width, 2)]

    def press(self, scene: Scene, typed: str, key: str) -> str | None:
        """Another card's letter takes the place of the one that is typed."""
        if key in LETTERS and len(key) == 1 and typed.strip().lower() in tuple(LETTERS) and scene.on_turn():
            return f"{key} "
        return None

    def whole(self, scene: Scene, typed: str) -> bool:
        """Where the last word is a space or the stop, and the turn is complete by it."""
        words = typed.lower().split()
        if not words or not scene.on_turn():
            return False
        if not (_CELL.fullmatch(words[-1]) or words[-1] in STOPS):
            return False
        seen = sight(scene, typed)
        return seen.error is None and bool(seen.actions) and not seen.open

    def clause(self, scene: Scene, typed: str) -> str:
        """That of the refusal, else that of the phase."""
        seen = sight(scene, typed)
        if isinstance(seen.error, IllegalAction):
            return seen.error.clause
        if seen.now.request() == OVER and seen.now.lost():
            return "T22"
        return CLAUSES.get(int(seen.meant.phase()), "T11")

    def moments(
        self,
        step: JsonStep,  # noqa: ARG002
        before: Scene,  # noqa: ARG002
        names: Sequence[str],  # noqa: ARG002
        wording: Wording,  # noqa: ARG002
        width: int,  # noqa: ARG002
    ) -> list[Moment]:
        """None: tiles are turned over one by one anyway."""
        return []


def _side_by_side(seen: Sight, wording: Wording, typed: str, room: Room) -> Picture:
    rows: list[Line] = []
    spots: list[Hotspot] = []
    spans: list[Span] = []
    used = 0
    for letter, number in zip(LETTERS, seen.letters, strict=False):
        style = Style.CHOSEN if typed.strip().lower()[:1] == letter else Style.KEY
        each = line(Span(f" {letter} ", style), *panels.held(seen, number, wording, short=True), " ")
        wide = cells(each.text)
        if used + wide > room.columns and spans:
            rows.append(Line(tuple(spans)))
            spans, used = [], 0
        if len(rows) == room.rows:
            break
        if int(seen.now.hand(seen.scene.seat)) >> number & 1 and seen.deciding:
            spots.append(Hotspot(len(rows), used, min(wide, room.columns - used), 1, Type(f"{letter} ")))
        spans += each.spans
        used += wide
    if spans and len(rows) < room.rows:
        rows.append(Line(tuple(spans)))
    return Picture(tuple(_cut(each, room.columns) for each in rows), tuple(spots))


def _explained(seen: Sight, wording: Wording, width: int) -> list[Line]:
    scene = seen.scene
    if seen.now.request() == OVER or not scene.is_mover():
        return [line(wording.say(whose_turn(scene)))]
    if seen.error is not None:
        return [line(Span(wording.say(seen.error.sentence), Style.WARN))]
    if seen.typed.strip() and seen.open and seen.ways:
        played = wording.say(card(int(seen.meant.card())))
        head = wording.say(
            N_("{card}: strength {left}; type or click a space"),
            card=played,
            left=int(seen.meant.strength_left()),
        )
        return [line(Span(head, Style.STRONG)), *panels.ways(seen, wording)[:3]]
    if seen.actions or scene.turn:
        turn = Scene(
            scene.kernel,
            scene.seat,
            scene.names,
            scene.steps,
            scene.hand_cards,
            scene.options,
            (*scene.turn, *seen.actions),
        )
        # The prompt has the notation; here every line is precious.
        return [line("; ".join(doings(turn, wording)))]
    choices = VIEW.choices(scene)
    if choices:
        return [line(Span(_asked(seen, wording), Style.KEY)), *choice_lines(choices, wording, width, 6)]
    if seen.now.request() == DECIDE and seen.now.phase() == t.HERO:
        return panels.reach(seen, wording)
    return [line(wording.say(whose_turn(scene)))]


def _asked(seen: Sight, wording: Wording) -> str:
    """What is to be chosen."""
    event = int(seen.now.happening())
    if event < 0:
        return wording.say(
            N_("{pawn} begins on a free space of Amon Hen (T8)."), pawn=actor(to_set(seen.now))
        )
    said = N_("{event}: {effect} (T20).")
    return wording.say(said, event=Sentence(EVENT_WORDS[event]), effect=Sentence(EVENT_EFFECTS[event]))


def _cut(long: Line, width: int) -> Line:
    """A line that is no wider than there is room."""
    spans: list[Span] = []
    left = width
    for span in long.spans:
        text = span.text if cells(span.text) <= left else shortened(span.text, left, "")
        spans.append(Span(text, span.style))
        left -= cells(text)
    return Line(tuple(spans))


def _from(long: Line, column: int) -> Line:
    """A line without its first columns; every sign of the board is one column wide."""
    spans: list[Span] = []
    for span in long.spans:
        kept = span.text[column:]
        column = max(column - len(span.text), 0)
        if kept:
            spans.append(Span(kept, span.style))
    return Line(tuple(spans))


STAGE: Final = TuermeStage()
