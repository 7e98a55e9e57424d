"""Pure. The help of the full screen: how moves are typed, what can be looked at, and every key.

The one rule: what a game brings comes from its view; the words are those that line mode knows, so the
two never tell different things.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from gefaehrten.cli.screen.blocks import flowing
from gefaehrten.cli.screen.state import Place
from gefaehrten.cli.words import COMMANDS
from gefaehrten.core.lines import Line, Span, Style, fit, line
from gefaehrten.core.stage import Click, Press
from gefaehrten.core.text import N_
from gefaehrten.core.view import View, Wording

NAMES: Final = 16
"""Cells of the left column."""

TABLE_KEYS: Final = (
    ("Enter", N_("takes what is typed; on an empty line it ends the turn")),
    (N_("Backspace"), N_("deletes; on an empty line it takes the last action back")),
    (N_("Ctrl-U"), N_("drops what is typed; on an empty line it takes the whole turn back")),
    ("Tab", N_("completes what is typed; on an empty line it shows the next panel")),
    ("Esc", N_("leaves what you are in: a page, a question, the typed line")),
    (N_("Arrows"), N_("move the board; where a choice is due, they go through the choices")),
    ("z + -", N_("zoom the board")),
    ("H", N_("asks a bot for advice")),
    ("R", N_("shows the rules at the clause that matters now")),
    ("T", N_("tells the table something")),
    ("B", N_("asks for a break, or agrees to one; in the pause it goes on")),
    ("A", N_("the autopilot plays for you; any other key, and you decide again")),
    (N_("Q, Ctrl-C"), N_("leaves the table")),
    (
        N_("Mouse"),
        N_("a click on something on the table, or on a key, types it; the wheel zooms and scrolls"),
    ),
)

LOBBY_KEYS: Final = (
    ("Enter", N_("host: starts, bots take the free seats; guest: ready, or not ready yet")),
    (N_("Arrows"), N_("choose a seat")),
    ("+", N_("host: a bot takes a free seat")),
    ("-", N_("host: a bot leaves again")),
    ("K", N_("host: sends whoever sits on the chosen seat away")),
    ("L", N_("host: another level for the next bot")),
    ("C", N_("asks for the next colour")),
    ("I", N_("shows the invite alone, to copy it")),
    ("T", N_("tells the table something")),
    (N_("Q, Ctrl-C"), N_("leaves the table")),
)

REPLAY_KEYS: Final = (
    (N_("Arrows"), N_("left and right: one step back, one step on")),
    (N_("Space"), N_("plays, and stops")),
    ("< >", N_("slower, faster")),
    ("PgUp PgDn", N_("to the scoring before, to the next one; where a match has none, to the turns")),
    ("T t", N_("to the end of the turn before, of the next one")),
    ("Home End", N_("to the beginning, to the end")),
    ("0 ... 9", N_("to so many tenths of the match")),
    ("v", N_("whose cards are seen, once the record is opened")),
    ("z + -", N_("zoom the board")),
    (N_("Shift+arrows"), N_("move the board; Enter brings it back to where it counts")),
    ("R", N_("shows the rules at the clause that matters now")),
    (N_("Mouse"), N_("a click on the bar or on a key does the same; the wheel zooms and scrolls")),
    (N_("q, Esc, Ctrl-C"), N_("leaves the replay")),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of an overlay, and what a click on it does."""

    line: Line
    click: Click | None = None


def help_rows(place: Place, view: View, wording: Wording, width: int) -> list[Row]:
    """Everything that can be typed and pressed where the reader is."""
    if place is Place.LOBBY:
        return _rows(LOBBY_KEYS, wording, width)
    rows: list[Row] = []
    if place is not Place.REPLAY:
        rows += [_title(N_("Moves"), wording), *_typed(view.help, wording, width)]
    rows += [_title(N_("Looking around"), wording)]
    for page in view.pages:
        if place is Place.REPLAY and not page.hot:
            continue  # nothing is typed there
        name = f"{page.hot or ' '}  {page.words[0]}"
        click = Press(page.hot) if page.hot else None
        rows += [Row(each, click) for each in _lines(name, page.help, wording, width)]
    rows += [_title(N_("Keys"), wording)]
    rows += _rows(REPLAY_KEYS if place is Place.REPLAY else TABLE_KEYS, wording, width)
    if place is not Place.REPLAY:
        rows += [
            _title(N_("Words"), wording),
            *_rows([(label, does) for _, label, does in COMMANDS], wording, width),
        ]
    return rows


def _title(template: str, wording: Wording) -> Row:
    return Row(line(Span(wording.say(template), Style.TITLE)))


def _typed(table: Iterable[tuple[str, str]], wording: Wording, width: int) -> list[Row]:
    """What is typed is the same in every language."""
    return [Row(each) for typed, does in table for each in _lines(wording.clean(typed), does, wording, width)]


def _rows(table: Iterable[tuple[str, str]], wording: Wording, width: int) -> list[Row]:
    return [Row(each) for name, does in table for each in _lines(wording.say(name), does, wording, width)]


def _lines(name: str, does: str, wording: Wording, width: int) -> list[Line]:
    shown = line("  ", Span(fit(name, NAMES), Style.KEY), " " + wording.say(does))
    return flowing([shown], width, wording, NAMES + 3)
