"""Pure. Which keys help now: the line at the foot of the screen, every hint a place to click.

The one rule: a hint is shown where its key does something, and what a mouse needs to finish a turn is among them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gefaehrten.cli.screen.blocks import Block, fitted
from gefaehrten.cli.screen.state import LobbyState, Place, ScreenState
from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.kernel import OVER
from gefaehrten.core.lines import Line, Span, Style, cells
from gefaehrten.core.stage import Hotspot, Press
from gefaehrten.core.text import N_
from gefaehrten.core.view import Scene, View, Wording

HINTED = frozenset("WL")
"""Pages that are hinted at in words of their own, where they help."""

GAP = 3
"""Cells between two hints, half of which belong to each for the mouse."""


@dataclass(frozen=True, slots=True)
class Hint:
    """One key.

    Attributes:
        shown: the key as it is written, a template.
        does: a template of one or two words.
        press: the key's name.
        weight: which hints go first where the line is short: the lightest.
    """

    shown: str
    does: str
    press: str
    weight: int = 1


LEAVE = Hint("Q", N_("leave"), "Q", 8)
HELP = Hint("?", N_("help"), "?", 7)
CLOSE = Hint("Esc", N_("close"), "escape", 9)
PAUSE = Hint("B", N_("break"), "B", 1)
GO_ON = Hint("B", N_("go on"), "B", 10)
TALK = Hint("T", N_("chat"), "T", 2)
ENTER = "Enter"
"""The key's name on the screen; so does the keyboard call it in both languages."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What the keys depend on beside the state.

    Attributes:
        choosing: one of `view.choices` has to be picked.
        paged: Tab shows what there is no room for.
        scrolls: the overlay has more lines than can be seen.
    """

    choosing: bool = False
    paged: bool = False
    scrolls: bool = False


def hints(state: ScreenState, view: View, situation: Situation) -> list[Hint]:
    """The keys that do something now, in the order of the foot line."""
    if state.question is not None:
        return [Hint("y", N_("yes"), "y", 9), Hint("n", N_("no"), "n", 9)]
    if state.overlay is not None:
        return _overlay(state, scrolls=situation.scrolls)
    if state.moment is not None and state.place in (Place.TABLE, Place.OVER):
        return [Hint(ENTER, N_("skip"), "enter", 9), HELP, LEAVE]
    match state.place:
        case Place.CONNECTING:
            return [LEAVE]
        case Place.LOBBY:
            return (
                [LEAVE]
                if state.lobby is None
                else _lobby(state.lobby, typing=bool(state.typed or state.prompt))
            )
        case Place.OVER:
            return [
                Hint("r", N_("another match"), "r", 8),
                Hint("Esc", N_("look at the table"), "escape", 7),
                Hint("L", N_("log"), "L", 4),
                TALK,
                LEAVE,
            ]
        case Place.REPLAY:
            return _replay(state, paged=situation.paged)
        case Place.TABLE:
            found = _table(state, view, choosing=situation.choosing)
            turn = (
                [Hint("Tab", N_("panels"), "tab", 6)]
                if situation.paged and not (state.typed or situation.choosing)
                else []
            )
            return [*found[:-2], *turn, *found[-2:]]


def _overlay(state: ScreenState, *, scrolls: bool) -> list[Hint]:
    scroll = [Hint("PgUp", N_("back"), "pageup", 4), Hint("PgDn", N_("on"), "pagedown", 5)] if scrolls else []
    typing = [Hint(ENTER, N_("send"), "enter", 9)] if state.typed else []
    return [*typing, CLOSE, *scroll, LEAVE]


def _lobby(lobby: LobbyState, *, typing: bool) -> list[Hint]:
    if typing:
        return [Hint(ENTER, N_("send"), "enter", 9), CLOSE]
    found: list[Hint] = []
    chosen = lobby.rows[lobby.chosen] if 0 <= lobby.chosen < len(lobby.rows) else None
    if lobby.hosting:
        free = any(not row.name for row in lobby.rows)
        found.append(Hint(ENTER, N_("start"), "enter", 9))
        if free:
            found += [Hint("+", N_("add a bot"), "+", 7), Hint("L", N_("its level"), "L", 2)]
        if any(row.bot for row in lobby.rows):
            found.append(Hint("-", N_("remove a bot"), "-", 6))
        if chosen is not None and chosen.name and not chosen.bot and chosen.seat != lobby.own:
            found.append(Hint("K", N_("send away"), "K", 6))
    elif lobby.own >= 0:
        ready = any(row.seat == lobby.own and row.ready for row in lobby.rows)
        found.append(Hint(ENTER, N_("not ready yet") if ready else N_("ready"), "enter", 9))
    if lobby.own >= 0 and lobby.wishes:
        found.append(Hint("C", N_("colour"), "C", 3))
    if lobby.invite:
        found.append(Hint("I", N_("show invite"), "I", 7))
    return [*found, *([TALK] if lobby.own >= 0 else []), HELP, LEAVE]


def _replay(state: ScreenState, *, paged: bool) -> list[Hint]:
    transport = state.transport
    playing = transport is not None and transport.playing
    scored = transport is None or transport.scored
    found = [
        *([Hint(ENTER, N_("skip"), "enter", 6)] if state.moment is not None else []),
        Hint("←", N_("back"), "left", 8),
        Hint("→", N_("on"), "right", 9),
        Hint(N_("Space"), N_("stop") if playing else N_("play"), " ", 7),
        Hint("PgUp", N_("scoring before") if scored else N_("turn before"), "pageup", 4),
        Hint("PgDn", N_("next scoring") if scored else N_("next turn"), "pagedown", 6),
        Hint("< >", N_("speed"), ">", 3),
    ]
    if transport is not None and transport.opened:
        found.append(Hint("v", N_("viewpoint"), "v", 5))
    if paged:
        found.append(Hint("Tab", N_("panels"), "tab", 2))
    return [*found, Hint("z", N_("zoom"), "z", 1), HELP, LEAVE]


def _table(state: ScreenState, view: View, *, choosing: bool) -> list[Hint]:
    scene = state.scene
    common = [*_pages(view), *([PAUSE, TALK] if scene is not None and scene.seat >= 0 else []), HELP, LEAVE]
    if state.paused:
        return [*([GO_ON] if scene is not None and scene.seat >= 0 else []), *_pages(view), TALK, HELP, LEAVE]
    if scene is None or not scene.is_mover():
        log = [Hint("L", N_("log"), "L", 3)] if _has(view, "L") else []
        over = scene is not None and scene.kernel.request() == OVER
        again = (
            [Hint("r", N_("another match"), "r", 9)] if over and scene is not None and scene.seat >= 0 else []
        )
        return [*again, *log, Hint("z", N_("zoom"), "z", 1), *common]
    if state.typed:
        return [
            Hint(ENTER, N_("take it"), "enter", 9),
            Hint("⌫", N_("delete"), "backspace", 8),
            Hint("Esc", N_("drop it"), "escape", 7),
            Hint("Tab", N_("complete"), "tab", 4),
            HELP,
            LEAVE,
        ]
    if choosing:
        found = [
            Hint("↑", N_("better one"), "up", 8),
            Hint("↓", N_("next one"), "down", 8),
            Hint(ENTER, N_("take it"), "enter", 9),
        ]
        return [*found, Hint("⌫", N_("take back"), "backspace", 7), Hint("H", N_("advice"), "H", 4), *common]
    why = [Hint("W", N_("why not"), "W", 3)] if _has(view, "W") else []
    ends = [Hint(ENTER, N_("end the turn"), "enter", 9)] if scene.turn and _ends(view, scene) else []
    begun = [*ends, Hint("⌫", N_("take back"), "backspace", 8)]
    return [
        *(begun if scene.turn and state.waiting is None else []),
        Hint("H", N_("advice"), "H", 4),
        *why,
        Hint("z", N_("zoom"), "z", 1),
        *common,
    ]


def _pages(view: View) -> list[Hint]:
    """The pages by their titles, where there is room for nothing better."""
    return [
        Hint(page.hot, page.title, page.hot, 0)
        for page in view.pages
        if page.title and page.hot and page.hot not in HINTED
    ]


def _ends(view: View, scene: Scene) -> bool:
    """Whether Enter commits the turn as it stands."""
    try:
        view.finish(scene)
    except IllegalAction:
        return False
    return True


def _has(view: View, hot: str) -> bool:
    return any(page.hot == hot for page in view.pages)


ASCII_KEYS = {"⌫": "Bksp", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right"}
"""Keys whose sign is not ASCII."""


def foot(found: Iterable[Hint], columns: int, wording: Wording) -> Block:
    """The hints as one line of so many cells; the lightest are left out where it is short."""
    kept = [(hint, *_text(hint, wording)) for hint in found]
    while len(kept) > 1 and 1 + sum(_width(key, does) + GAP for _, key, does in kept) - GAP > columns:
        kept.remove(min(kept, key=lambda each: each[0].weight))
    spans = [Span(" ")]
    hotspots: list[Hotspot] = []
    at = 1
    for hint, key, does in kept:
        if len(spans) > 1:
            spans.append(Span(" · " if wording.pick("u", "a") == "u" else " | ", Style.DIM))
            at += GAP
        width = _width(key, does)
        if at < columns:
            hotspots.append(Hotspot(0, at, min(width, columns - at), 1, Press(hint.press)))
        spans += [Span(key, Style.KEY), Span(" " + does)]
        at += width
    return Block(columns, (fitted(Line(tuple(spans)), columns, wording),), tuple(hotspots))


def _text(hint: Hint, wording: Wording) -> tuple[str, str]:
    shown = wording.pick(hint.shown, ASCII_KEYS.get(hint.shown, hint.shown))
    return wording.say(shown), wording.say(hint.does)


def _width(key: str, does: str) -> int:
    return cells(key) + 1 + cells(does)
