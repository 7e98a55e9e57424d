"""Pure. What stands beside the board of the full screen: players, what the location pays now, which ones come next.

The one rule: everything fits the width that is asked for; where that is little, less is said, never something else.
"""

from __future__ import annotations

from gefaehrten.core.kernel import OVER
from gefaehrten.core.lines import (
    PARTIES,
    Line,
    Span,
    Style,
    cells,
    clipped,
    fit,
    line,
    short_name,
    shortened,
    wrapped,
)
from gefaehrten.core.stage import Panel
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Wording
from gefaehrten.games.gefaehrten import phrases, tables, told
from gefaehrten.games.gefaehrten.data import FIGURES
from gefaehrten.games.gefaehrten.moves import coloured, seat_colours
from gefaehrten.games.gefaehrten.names import (
    COLOUR_LETTERS,
    COLOUR_WORDS,
    LOCATIONS,
    SPECIAL_RULES,
    TOKEN_NOTATION,
)
from gefaehrten.games.gefaehrten.panels import points
from gefaehrten.games.gefaehrten.staging.sight import Sight
from gefaehrten.games.gefaehrten.staging.tiles import side_sign
from gefaehrten.games.gefaehrten.standing import Party, Standing, party_name, prizes

COUNTS = 7
"""Columns that the counts of hand and stack take: ` 6/16  `."""

LEAST = 12
"""Narrower panels say no sentences."""

GAIN = 4
"""Columns that what a party gets takes at least: `+4 ○`."""

SHORT_NAME = 5
"""Cells that a name is not cut below: what would be left tells nobody from another."""

TITLE_EDGES = 4
"""Columns of a panel's width that its title does not have."""

WORDED = 36
"""From this width on, colours are written out."""


def panels(here: Sight, wording: Wording, width: int) -> list[Panel]:
    """The panels in the order of their weight."""
    found = [_players(here, wording, width), _pay(here, wording, width)]
    queue = _queue(here, wording, width)
    return [*found, queue] if queue.lines else found


def heading(here: Sight, wording: Wording, width: int) -> Line:
    """The current location: number, name, side, prizes, free spaces, its own rule; what does not fit is left out."""
    now = here.now
    index, black = int(now.location()), bool(now.black())
    word = wording.say(N_("black") if black else N_("white"))
    if black != FIGURES.locations[index].black:
        word = wording.say(N_("{side}, turned over"), side=word)
    free = int(now.free_spaces()).bit_count()
    dot = wording.pick(" · ", " - ")
    parts = [
        Span(f"{index + 1} {wording.say(LOCATIONS[index])}", Style.TITLE),
        Span(f"{side_sign(black, wording)} {word}", Style.PLACE_BLACK if black else Style.PLACE_WHITE),
        Span(_prizes(here, index, wording)),
        Span(wording.say(N_("free: {count}"), count=free)),
    ]
    if index in SPECIAL_RULES:
        parts.append(Span(wording.say(SPECIAL_RULES[index]), Style.WARN))
    spans: list[Span | str] = []
    left = width
    for number, part in enumerate(parts):
        gap = dot if number else ""
        if number and cells(gap + part.text) > left:
            continue
        spans += [gap, Span(brief(part.text, left, wording), part.style)]
        left -= cells(gap + part.text)
    return line(*spans)


def brief(text: str, width: int, wording: Wording) -> str:
    """The text, with a sign at its end where it is cut."""
    return shortened(text, width, wording.pick("…", "."))


def named(name: str, width: int, wording: Wording) -> str:
    """A player's name, cut where it has to be."""
    return short_name(name, width, wording.pick("…", "."))


def _players(here: Sight, wording: Wording, width: int) -> Panel:
    """One line a player: whose turn, colour, points, hand and stack; a second one for rings."""
    found: list[Line] = []
    seats = range(here.now.seats())
    for seat in seats:
        found += _player(here, seat, wording, width)
    title = wording.say(N_("Players (points, hand/stack)"))
    if cells(title) > width - TITLE_EDGES:
        title = wording.say(N_("Players"))
    return Panel("players", title, tuple(found), _players_short(here, wording, width))


def _player(here: Sight, seat: int, wording: Wording, width: int) -> list[Line]:
    now, scene = here.now, here.scene
    colours = seat_colours(now, seat)
    marks = [Span(COLOUR_LETTERS[colour], PARTIES[colour]) for colour in colours]
    if width >= WORDED:
        words = [wording.say(word) for word in COLOUR_WORDS]
        size = max(map(cells, words)) + 1
        marks = [Span(fit(words[colour], size), PARTIES[colour]) for colour in colours]
    counts = f"{now.hand_size(seat):>2}/{now.stack(seat)}"
    if now.retired(seat):
        counts = wording.say(N_("has left"))
    score = f"{points(scene, seat):>3}"
    name = (
        width
        - 2
        - sum(cells(mark.text) for mark in marks)
        - 1
        - len(score)
        - 1
        - max(cells(counts), COUNTS - 2)
    )
    found = [
        line(
            Span(_turn_sign(here, seat, wording), Style.KEY),
            Span(
                fit(named(_name(here, seat, wording), max(name, 1), wording), max(name, 1)),
                PARTIES[colours[0]],
            ),
            " ",
            *marks,
            Span(score, Style.STRONG),
            " ",
            Span(counts, Style.WARN if now.retired(seat) else Style.PLAIN),
        )
    ]
    rings = [wording.pick("○", "o") + TOKEN_NOTATION[token] for token in told.rings(scene, seat)]
    if rings and width >= LEAST:
        found += wrapped(line(Span("    " + " ".join(rings), Style.DIM)), width, 4)
    return [_clipped(each, width) for each in found]


def _players_short(here: Sight, wording: Wording, width: int) -> tuple[Line, ...]:
    """All players on a line or two: whose turn, points, cards in all."""
    words: list[tuple[str, Style]] = []
    for seat in range(here.now.seats()):
        colour = seat_colours(here.now, seat)[0]
        cards = int(here.now.hand_size(seat) + here.now.stack(seat))
        sign = _turn_sign(here, seat, wording).strip()
        rest = f" {points(here.scene, seat)} ({cards})"
        # Two players at least stand on a line.
        name = named(_name(here, seat, wording), max((width - 2) // 2 - cells(sign + rest), 3), wording)
        words.append((sign + name + rest, PARTIES[colour]))
    rows: list[list[Span]] = [[]]
    used = 0
    for text, style in words:
        if rows[-1] and used + 2 + cells(text) > width:
            rows.append([])
            used = 0
        if rows[-1]:
            rows[-1].append(Span("  "))
            used += 2
        rows[-1].append(Span(text, style))
        used += cells(text)
    return tuple(_clipped(line(*row), width) for row in rows[:2])


def _turn_sign(here: Sight, seat: int, wording: Wording) -> str:
    kernel = here.before
    turn = kernel.request() != OVER and kernel.actor() == seat
    return wording.pick("▶ ", "> ") if turn else "  "


def _name(here: Sight, seat: int, wording: Wording) -> str:
    return wording.part(phrases.who(here.scene.names, seat, here.scene.seat))


def _pay(here: Sight, wording: Wording, width: int) -> Panel:
    """What the location pays as it lies; what the turn changes as `9 → 13`; why ties fall as they do."""
    at, was = here.at, _compared(here)
    found: list[Line] = []
    totals = {party.colour: _total(party, was, wording) for party in at.parties}
    size = max((cells(total) for total in totals.values()), default=0)
    for party in at.parties:
        total = Span(totals[party.colour].rjust(size), _total_style(party, was))
        found.append(_party(here, party, total, wording, width))
    if at.counting and width >= LEAST:
        said = wording.say(N_("A Bree ring lies here: every card counts 1 (F21)."))
        found += wrapped(line(Span(said, Style.WARN)), width, 2)
    for tie in _ties(here, at) if width >= LEAST else ():
        found += wrapped(line(Span(wording.say(tie), Style.DIM)), width, 2)
    template = N_("{location} scored") if at.final else N_("{location} now")
    title = wording.say(template, location=phrases.location(at.location))
    return Panel("pay", title, tuple(found), (_pay_short(here, wording, width),))


def _ties(here: Sight, at: Standing) -> list[Sentence]:
    """Why parties with the same total do not get the same (F24)."""

    def gains(party: Party) -> tuple[object, ...]:
        return party.points, party.loss, party.tokens

    last = int(here.now.last_placer())
    found: list[Sentence] = []
    for total in dict.fromkeys(party.total for party in at.parties):
        tied = [party for party in at.parties if party.total == total and party.cards]
        if last < 0 or len({gains(party) for party in tied}) < 2:
            continue
        names, own = here.scene.names, here.scene.seat
        order = phrases.listed([party_name(party, here.now, names, own) for party in tied])
        found.append(
            Sentence(
                N_("{total}: {order} – clockwise; last to place: {last} (F24)"),
                {"total": total, "order": order, "last": phrases.who(names, last, own)},
            )
        )
    return found


def _compared(here: Sight) -> Standing:
    """The standing that the turn began with; the one now where the turn has gone on to another location."""
    return here.was if here.was.location == here.at.location else here.at


def _total(party: Party, was: Standing, wording: Wording) -> str:
    """A total, and what the turn has made of it: `9 → 13`."""
    old, new = was.total(party.colour), party.total
    return f"{old}{wording.pick(' → ', ' -> ')}{new}" if old != new else str(new)


def _total_style(party: Party, was: Standing) -> Style:
    return Style.STRONG if was.total(party.colour) == party.total else Style.PENDING


def _party(here: Sight, party: Party, total: Span, wording: Wording, width: int) -> Line:
    rank = f"{party.rank}. {COLOUR_LETTERS[party.colour]} "
    won = _won(party, wording, long=width >= WORDED)
    name = max(width - cells(rank) - 1 - cells(total.text) - 1 - max(cells(won), GAIN), 1)
    shown = line(
        Span(rank, PARTIES[party.colour]),
        Span(fit(named(_name(here, party.seat, wording), name, wording), name), PARTIES[party.colour]),
        " ",
        total,
        " ",
        Span(won, Style.GOOD if party.points else Style.BAD if party.loss else Style.DIM),
    )
    return _clipped(shown, width)


def _won(party: Party, wording: Wording, *, long: bool) -> str:
    if party.loss:
        return f"-{party.loss}"
    if not party.points and not party.tokens:
        return wording.pick("–", "-")
    rings = "".join(
        f" {wording.pick('○', 'o')}{TOKEN_NOTATION[token] if long else ''}" for token in party.tokens
    )
    return f"+{party.points}{rings}"


def _pay_short(here: Sight, wording: Wording, width: int) -> Line:
    """The totals on one line, the best first; where names would be cut too short, their colours stand for them."""
    names = [_name(here, party.seat, wording) for party in here.at.parties]
    for most in range(max(map(cells, names)), SHORT_NAME - 1, -1):
        shown = _totals(here, [named(name, most, wording) for name in names], wording)
        if cells(shown.text) <= width:
            return shown
    nameless = _totals(here, [""] * len(names), wording)
    if cells(nameless.text) > width:
        nameless = _totals(here, [""] * len(names), wording, tight=True)
    return _clipped(nameless, width)


def _totals(here: Sight, names: list[str], wording: Wording, *, tight: bool = False) -> Line:
    """Every party's name, total, and what it would get; the colour's letter where the name does not tell it."""
    was = _compared(here)
    spans: list[Span | str] = []
    for party, name in zip(here.at.parties, names, strict=True):
        old, new = was.total(party.colour), party.total
        total = f"{old}{wording.pick('→', '>')}{new}" if old != new else str(new)
        ring = wording.pick("○", "o") if party.tokens else ""
        gain = f"+{party.points}{ring}" if tight else f"(+{party.points}{ring})"
        won = f" {gain}" if party.points else ""
        letter = COLOUR_LETTERS[party.colour] if coloured(here.now) or not name else ""
        who = " ".join(filter(None, (name, letter)))
        spans += [(" " if tight else "  ") if spans else "", Span(f"{who} ", PARTIES[party.colour])]
        spans += [Span(total, Style.PENDING if old != new else Style.STRONG), won]
    return line(*spans)


def _queue(here: Sight, wording: Wording, width: int) -> Panel:
    """The locations to come with side, prizes and what is special about them."""
    after = range(int(here.now.location()) + 1, int(tables.LOCATIONS))
    found: list[Line] = []
    for index in after:
        black = FIGURES.locations[index].black
        paid = _prizes(here, index, wording)
        room = width - 3 - 2 - 1 - cells(paid)
        name = wording.say(LOCATIONS[index])
        head = [
            Span(f"{index + 1:>2} ", Style.KEY),
            Span(side_sign(black, wording) + " "),
        ]
        if room >= cells(name):
            found.append(_clipped(line(*head, Span(fit(name, room)), " ", paid), width))
        else:
            found += [_clipped(line(*head, name), width), _clipped(line("     " + paid), width)]
        if index in SPECIAL_RULES and width >= LEAST:
            rule = Span("     " + wording.say(SPECIAL_RULES[index]), Style.DIM)
            found += wrapped(line(rule), width, 5)
    if not found or here.now.request() == OVER:
        return Panel("queue", "", ())
    following = int(here.now.location()) + 1
    said = wording.say(
        N_("Next: {location} ({prizes})"),
        location=phrases.location(following),
        prizes=_prizes(here, following, wording),
    )
    return Panel(
        "queue", wording.say(N_("Locations to come")), tuple(found), (line(brief(said, width, wording)),)
    )


def _prizes(here: Sight, index: int, wording: Wording) -> str:
    """`4+ring/3/2` in few characters: `4○/3/2`."""
    ring = wording.pick("○", "o")
    return "/".join(
        str(prize.params["points"]) + ring if isinstance(prize, Sentence) else prize
        for prize in prizes(here.now, index)
    )


def _clipped(whole: Line, width: int) -> Line:
    """A line that is no wider than asked for."""
    if cells(whole.text) <= width:
        return whole
    spans: list[Span] = []
    left = width
    for span in whole.spans:
        text = clipped(span.text, left) if cells(span.text) > left else span.text
        spans.append(Span(text, span.style))
        left -= cells(text)
        if left <= 0:
            break
    return Line(tuple(spans))
