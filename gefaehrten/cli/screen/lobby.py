"""Pure. The lobby: seats, who is ready, options, the invite, and what everybody may do.

The one rule: names that could be mistaken for each other never stand there without their keys; and the invite stands
on lines of its own from the first column on, so that a mouse selects it and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from gefaehrten.cli.screen.blocks import Block, Part, beside, block, ellipsis, flowing, framed, stacked, tail
from gefaehrten.cli.screen.state import LobbyRow, LobbyState, ScreenState
from gefaehrten.core.lines import Line, Span, Style, cells, fit, line, shortened
from gefaehrten.core.stage import Hotspot, Press, Room
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Wording
from gefaehrten.session.likeness import alike

OPTIONS = 30
"""Columns of the options beside the seats, frame included."""

BESIDE = 90
"""From so many columns on options stand beside the seats."""

NAME = 12
"""Cells that a name is to have before anything else on its line."""

WISH = 12
"""Cells of the colour asked for, at most."""

KEYED = frozenset(range(10))
"""Seats whose number is a digit: that chooses them, and so does a click."""


def lobby_page(state: ScreenState, lobby: LobbyState, wording: Wording, room: Room) -> Block:
    """The lobby in exactly this room."""
    invite, whole = _invite(lobby, wording, room.columns)
    seats = len(lobby.rows) + 2
    spare = room.rows - seats
    parts: list[Block] = []
    if room.columns >= BESIDE and (lobby.options or lobby.address):
        left = _seats(lobby, wording, room.columns - OPTIONS)
        parts.append(beside(left, _options(lobby, wording, Room(OPTIONS, left.rows))))
    else:
        parts.append(_seats(lobby, wording, room.columns))
        options = flowing([_option_line(lobby, wording)], room.columns - 2, wording) if lobby.options else []
        if options and spare - len(options) - len(invite) >= 2:
            parts.append(_indented(options, room.columns, wording))
            spare -= len(options)
    if invite and spare >= whole:  # half an invite would be copied as if it were one
        shown = block(invite, Room(room.columns, min(len(invite), spare)), wording)
        spots = (Hotspot(0, 0, shown.columns, shown.rows, Press("I")),)
        parts.append(Block(shown.columns, shown.lines, spots))
        spare -= shown.rows
    rules = flowing(_who_may_what(lobby, wording), room.columns - 2, wording)
    if spare >= len(rules):
        parts.append(_indented(rules, room.columns, wording))
        spare -= len(rules)
    if spare >= 3:
        parts.append(_talk(state, wording, Room(room.columns, spare)))
    found = stacked(*parts)
    return block(found.lines, room, wording, found.hotspots)


def _seats(lobby: LobbyState, wording: Wording, columns: int) -> Block:
    mistaken = alike([row.name for row in lobby.rows])
    inner = columns - 2
    keys = [
        f" {wording.clean(row.key)}" if index in mistaken and row.key else ""
        for index, row in enumerate(lobby.rows)
    ]
    shares = _columns(lobby, wording, inner, NAME + max(map(cells, keys), default=0))
    rows = [
        _row(lobby, row, wording, shares, key=keys[index], chosen=index == lobby.chosen)
        for index, row in enumerate(lobby.rows)
    ]
    spots = [
        Hotspot(index, 0, inner, 1, Press(str(row.seat)))
        for index, row in enumerate(lobby.rows)
        if row.seat in KEYED
    ]
    taken = sum(1 for row in lobby.rows if row.name)
    said = wording.say(
        N_("{title}: {taken} of {count} seats taken"), title=lobby.title, taken=taken, count=len(rows)
    )
    body = block(rows, Room(inner, len(rows)), wording, spots)
    return framed([Part(line(Span(said, Style.TITLE)), body)], wording)


def _row(
    lobby: LobbyState, row: LobbyRow, wording: Wording, columns: _Columns, *, key: str, chosen: bool
) -> Line:
    mark = Span(f"{wording.pick('▶', '>') if chosen else ' '}{row.seat} ", Style.KEY)
    if not row.name:
        return line(mark, Span(wording.say(N_("free")), Style.DIM))
    readiness = wording.say(N_("ready") if row.ready else N_("not ready"))
    if columns.readiness == 1:
        readiness = wording.pick("✓", "+") if row.ready else wording.pick("–", "-")
    name = shortened(wording.clean(row.name), max(columns.name - cells(key), 3), ellipsis(wording))
    style = Style.CHOSEN if chosen else Style.STRONG
    return line(
        mark,
        Span(name, style),
        Span(key, Style.WARN),
        " " * max(columns.name - cells(name) - cells(key), 0) + "  ",
        fit(_role(lobby, row, wording), columns.role) + "  ",
        Span(fit(readiness, columns.readiness), Style.GOOD if row.ready else Style.WARN),
        "  " + fit(_wish(lobby, row, wording), columns.wish),
    )


@dataclass(frozen=True, slots=True)
class _Columns:
    """Cells of the columns of a seat's line; two blanks stand between them."""

    name: int
    role: int
    readiness: int
    wish: int


def _columns(lobby: LobbyState, wording: Wording, width: int, wanted: int) -> _Columns:
    """How the line is divided: where a name would get fewer cells than wanted, the last columns shrink."""
    role = max((cells(_role(lobby, row, wording)) for row in lobby.rows), default=0)
    readiness = max(cells(wording.say(text)) for text in (N_("ready"), N_("not ready")))
    wish = min(max((cells(_wish(lobby, row, wording)) for row in lobby.rows), default=0), WISH)
    left = width - cells(f" {lobby.rows[-1].seat if lobby.rows else ''} ") - role - 2
    for columns in ((readiness, wish), (readiness, 0), (1, 0)):
        name = left - sum(columns) - 4
        if name >= wanted:
            return _Columns(name, role, *columns)
    return _Columns(max(left - 5, 3), role, 1, 0)


def _role(lobby: LobbyState, row: LobbyRow, wording: Wording) -> str:
    """What somebody is, in a column of its own: no name can pretend to be in it."""
    if row.bot:
        return wording.say(N_("bot"))
    if row.seat == lobby.own:
        return wording.say(N_("you, host") if row.seat == lobby.host else N_("you"))
    return wording.say(N_("host")) if row.seat == lobby.host else ""


def _wish(lobby: LobbyState, row: LobbyRow, wording: Wording) -> str:
    if not row.wish:
        return ""
    # A colour's English word is the template of its name; anything else is foreign text.
    return wording.say(Sentence(row.wish)) if row.wish in lobby.wishes else wording.clean(row.wish)


def _options(lobby: LobbyState, wording: Wording, room: Room) -> Block:
    width = room.columns - 2
    lines = [
        line(f"{wording.clean(key)}: ", Span(wording.clean(value), Style.STRONG))
        for key, value in lobby.options.items()
    ]
    if lobby.hosting and lobby.level:
        lines.append(line(wording.say(N_("next bot:")) + " ", Span(wording.clean(lobby.level), Style.STRONG)))
    body = block(flowing(lines, width, wording), Room(width, room.rows - 2), wording)
    return framed([Part(line(Span(wording.say(N_("House rules")), Style.TITLE)), body)], wording)


def _option_line(lobby: LobbyState, wording: Wording) -> Line:
    said = " ".join(f"{wording.clean(key)}={wording.clean(value)}" for key, value in lobby.options.items())
    return line(Span(wording.say(N_("House rules")) + ": ", Style.TITLE), said)


def _invite(lobby: LobbyState, wording: Wording, columns: int) -> tuple[list[Line], int]:
    """The invite and what it is made of, and how many of these lines it takes to show all of the invite."""
    if not lobby.invite:
        return [], 0
    say = wording.say
    whole = flowing([line(Span(wording.clean(lobby.invite), Style.STRONG))], columns, wording, indent=0)
    facts = [line(" ", say(N_("address {address}, code {code}"), address=lobby.address, code=lobby.code))]
    if lobby.watch_invite:
        facts.append(line(" ", say(N_("to watch only: {invite}"), invite=lobby.watch_invite)))
    elif lobby.watch_code:
        facts.append(line(" ", say(N_("to watch only: code {code}"), code=lobby.watch_code)))
    head = line(Span(" " + say(N_("Invite, for gefaehrten join:")), Style.TITLE))
    return [head, *whole, *flowing(facts, columns, wording, 1)], 1 + len(whole)


def _who_may_what(lobby: LobbyState, wording: Wording) -> list[Line]:
    said = [wording.say(N_("The match begins when every seat is taken and everybody is ready."))]
    if lobby.own < 0:
        said.insert(0, wording.say(N_("You are watching.")))
    elif lobby.hosting:
        said.append(wording.say(N_("Enter starts it, with bots on the free seats.")))
    else:
        said.append(wording.say(N_("Enter says that you are, or not yet.")))
    return [line(Span(" ".join(said), Style.DIM))]


def _talk(state: ScreenState, wording: Wording, room: Room) -> Block:
    """What was said; before that, what happened."""
    inner = Room(room.columns - 2, room.rows - 2)
    title = N_("Chat") if state.chat else N_("What happened")
    shown = tail(state.chat or state.log, inner.columns, inner.rows, wording)
    body = block(shown, inner, wording)
    return framed([Part(line(Span(wording.say(title), Style.TITLE)), body, Press("T"))], wording)


def _indented(lines: list[Line], columns: int, wording: Wording) -> Block:
    shifted = [Line((Span(" "), *each.spans)) for each in lines]
    return block(shifted, Room(columns, len(lines)), wording)
