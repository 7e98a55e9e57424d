"""Pure. The hand of the full screen: cards by letter, rings, and what a click on each writes.

The one rule: nothing moves while a turn is put together: what is placed stays where it was, in brackets.
"""

from __future__ import annotations

from dataclasses import dataclass

from gefaehrten.core.lines import PARTIES, Line, Span, Style, cells, clipped
from gefaehrten.core.stage import Click, Hotspot, Picture, Room
from gefaehrten.core.text import N_
from gefaehrten.core.view import Wording
from gefaehrten.games.gefaehrten import phrases, tables
from gefaehrten.games.gefaehrten.hand import HandCard
from gefaehrten.games.gefaehrten.moves import coloured
from gefaehrten.games.gefaehrten.names import (
    COLOUR_LETTERS,
    NAZGUL_LETTER,
    TOKEN_NOTATION,
    colour_of,
    kind_of,
)
from gefaehrten.games.gefaehrten.staging import clicks
from gefaehrten.games.gefaehrten.staging.intent import Held, Intent, Ring, may_go, rings_for
from gefaehrten.games.gefaehrten.staging.sight import Sight


@dataclass(frozen=True, slots=True)
class _Item:
    """One thing in the hand, with what a click on it writes; None for what is only there to be read."""

    spans: tuple[Span, ...]
    click: Click | None = None

    @property
    def width(self) -> int:
        """In terminal cells."""
        return sum(cells(span.text) for span in self.spans)


def tray(meant: Intent, wording: Wording, room: Room) -> Picture:
    """The hand in a room: with names where they fit, else without; rings on a line of their own where they must."""
    here = meant.sight
    if here.scene.seat < 0:
        return Picture(())
    rings = _rings(meant, wording)
    rows: list[list[_Item]] = []
    for named in (True, False):
        cards = _cards(meant, wording, named=named)
        rows = _fill([*cards, *rings], room.columns)
        apart = [*_fill(cards, room.columns), *_fill(rings, room.columns)]
        if len(rows) > 1 and len(apart) == len(rows):
            rows = apart  # Rings begin a line of their own where that takes no more lines.
        if len(rows) <= room.rows:
            break
    return _drawn(rows[: max(room.rows, 0)], room)


def _cards(meant: Intent, wording: Wording, *, named: bool) -> list[_Item]:
    here = meant.sight
    title = wording.say(N_("Hand:"))
    if not here.hand:
        return [_Item((Span(f"{title} ", Style.TITLE), Span(wording.say(N_("no cards")), Style.DIM)))]
    return [
        _Item((Span(title, Style.TITLE), Span(" "))),
        *(_card(card, meant, wording, named) for card in here.hand),
    ]


def _card(card: HandCard, meant: Intent, wording: Wording, named: bool) -> _Item:
    here = meant.sight
    text = _text(card, here, wording, named)
    click = clicks.on_card(meant, card.letter) if here.placing and not card.placed else None
    if card.placed:
        return _Item((Span(f"({card.letter} {text})", Style.DIM),), click)
    if _typed(card, meant):
        return _Item((Span(f"[{card.letter} {text}]", Style.CHOSEN),), click)
    style = Style.DIM if here.placing and not placeable(here, card.face) else PARTIES[colour_of(card.face)]
    return _Item((Span(" "), Span(card.letter, Style.KEY), Span(" "), Span(text, style), Span(" ")), click)


def _text(card: HandCard, here: Sight, wording: Wording, named: bool) -> str:
    kind = kind_of(card.face)
    text = wording.say(phrases.card(card.face, card.name))
    if not named:
        text = NAZGUL_LETTER if kind == tables.NAZGUL else str(kind)
    if not coloured(here.now):
        return text
    letter = COLOUR_LETTERS[colour_of(card.face)]
    return f"{letter} {text}" if named and kind == tables.NAZGUL else f"{letter}{text}"


def _typed(card: HandCard, meant: Intent) -> bool:
    """Whether the typed line has hold of this card: by its letter, or as the first with its value."""
    hold = meant.hold
    if not isinstance(hold, Held):
        return False
    if hold.text and hold.text[0] == card.letter and len(hold.text) == 1:
        return True
    lettered = any(hold.text == each.letter for each in meant.sight.hand)
    first = next((each for each in meant.sight.hand if each.face in hold.faces and not each.placed), None)
    return not lettered and first is card


def placeable(here: Sight, face: int) -> bool:
    """Whether a card of the hand may go anywhere now, with a ring or without."""
    spaces = range(tables.SPACES)
    return any(may_go(here, face, space, tables.NO_TOKEN) for space in spaces) or bool(
        rings_for(here, (face,))
    )


def _rings(meant: Intent, wording: Wording) -> list[_Item]:
    here = meant.sight
    held = [token for token in range(1, tables.TOKEN_KINDS) if here.now.has_token(here.scene.seat, token)]
    if not held:
        return []
    title = wording.say(N_("Rings:"))
    found = [_Item((Span(f"  {title}", Style.TITLE), Span(" ")))]
    fitting = rings_for(here, meant.hold.faces) if isinstance(meant.hold, Held) else here.rings
    for token in held:
        name = TOKEN_NOTATION[token]
        sign = wording.pick("○", "o")
        typed = isinstance(meant.hold, Held | Ring) and meant.hold.tokens == (token,)
        if typed:
            spans: tuple[Span, ...] = (Span(f"[{sign}{name}]", Style.CHOSEN),)
        else:
            style = Style.KEY if token in fitting else Style.DIM
            spans = (Span(" "), Span(f"{sign}{name}", style), Span(" "))
        found.append(_Item(spans, clicks.on_ring(meant, token)))
    return found


def _fill(items: list[_Item], width: int) -> list[list[_Item]]:
    """Items on as few lines as they take, none torn apart."""
    rows: list[list[_Item]] = []
    used = 0
    for item in items:
        if not rows or used + item.width > width:
            rows.append([])
            used = 0
        rows[-1].append(item)
        used += item.width
    return rows


def _drawn(rows: list[list[_Item]], room: Room) -> Picture:
    lines: list[Line] = []
    hotspots: list[Hotspot] = []
    for number, row in enumerate(rows):
        spans: list[Span] = []
        column = 0
        for item in row:
            spans += item.spans
            shown = min(item.width, room.columns - column)
            if item.click is not None and shown > 0:
                hotspots.append(Hotspot(number, column, shown, 1, item.click))
            column += item.width
        lines.append(_cut(spans, room.columns))
    return Picture(tuple(lines), tuple(hotspots))


def _cut(spans: list[Span], width: int) -> Line:
    """A line without what does not fit; blanks at its end go too."""
    kept: list[Span] = []
    left = width
    for span in spans:
        text = clipped(span.text, max(left, 0))
        if text:
            kept.append(Span(text, span.style))
        left -= cells(span.text)
    while kept and not kept[-1].text.strip():
        kept.pop()
    return Line(tuple(kept))


def named(card: HandCard, here: Sight, wording: Wording) -> list[Span | str]:
    """A card of the hand in short: its letter and its value."""
    kind = kind_of(card.face)
    text = wording.say(N_("Nazgûl")) if kind == tables.NAZGUL else str(kind)
    if coloured(here.now):
        text = COLOUR_LETTERS[colour_of(card.face)] + text
    return [Span(card.letter, Style.KEY), Span(f" {text} ", PARTIES[colour_of(card.face)])]
