"""Pure. The parts of a screen beside the board: players, hand, track and events, the chain, what may be done.

The one rule: each function makes whole lines from a sight and nothing else, so every screen can put them where it has
room.
"""

from __future__ import annotations

from gefaehrten.core.kernel import OVER
from gefaehrten.core.lines import PARTIES as PARTY_STYLES
from gefaehrten.core.lines import Line, Span, Style, cells, fit, line, short_name
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.data import EVENTS, FIGURES
from gefaehrten.games.tuerme.kernel import TuermeKernel
from gefaehrten.games.tuerme.moves import best_ways, cards_in, colours_of, legal, pawns_of
from gefaehrten.games.tuerme.names import (
    AREA_WORDS,
    COLOUR_LETTERS,
    COLOUR_WORDS,
    EVENT_EFFECTS,
    EVENT_WORDS,
    PARTIES,
    SIDE_WORDS,
)
from gefaehrten.games.tuerme.notation import LETTERS
from gefaehrten.games.tuerme.phrases import card, space, spaces, symbol
from gefaehrten.games.tuerme.sight import AREA_LETTERS, Sight

NAME_WIDTH = 14
"""Columns of a player's name in a table."""

LEAST_NAME = 4
"""Columns that a name has whatever stands behind it."""

WIDE = 60
"""Columns from which a player's line has room for everything."""

CLOSE = 4
"""So few missing Orcs are named."""


def party(kernel: TuermeKernel, seat: int) -> int:
    """The number of the party whose paint stands for a seat."""
    return PARTIES[colours_of(kernel, seat)[0]]


def points(scene: Scene, kernel: TuermeKernel, seat: int) -> int | None:
    """A seat's points; None where they are kept from this reader (T17)."""
    if scene.options.get("points") == "hidden" and seat != scene.seat and kernel.request() != OVER:
        return None
    return int(kernel.points(seat))


def heading(seen: Sight, wording: Wording, width: int = 200) -> Line:
    """The turn, the Ent's track, how far the towers are from being joined, the event; what does not fit is left out."""
    kernel = seen.meant
    number = int(kernel.round())
    gap = int(kernel.gap())
    style = Style.BAD if gap <= 2 else Style.WARN if gap <= CLOSE else Style.PLAIN
    chained = wording.say(N_("the chain is closed")) if kernel.lost() else ""
    parts = [
        Span(
            wording.say(N_("Turn {number}"), number=number) if number else wording.say(N_("Setup")),
            Style.TITLE,
        ),
        Span(wording.say(N_("Ent {ent}/{track}"), ent=int(kernel.ent()), track=FIGURES.track)),
        Span(chained or wording.say(N_("chain: {gap} missing"), gap=gap), style),
    ]
    if kernel.happening() >= 0:
        parts.append(Span(wording.say(EVENT_WORDS[kernel.happening()]), Style.WARN))
    spans: list[Span | str] = []
    left = width
    for part in parts:
        gone = "  " if spans else ""
        if cells(gone + part.text) <= left:
            spans += [gone, part]
            left -= cells(gone + part.text)
    return line(*spans)


def players(seen: Sight, wording: Wording, width: int = 80) -> list[Line]:
    """One line a player: whose turn, pawns, points; tiles and cards where the width lets it."""
    template = N_("{points} pts, {tiles} tiles, {cards} cards") if width >= WIDE else N_("{points} pts")
    kernel = seen.meant
    found = []
    for seat in range(int(kernel.seats())):
        own = seat == seen.scene.seat
        name = wording.say(N_("You")) if own else wording.clean(seen.scene.names[seat])
        score = points(seen.scene, kernel, seat)
        pawns = "".join(COLOUR_LETTERS[colour].upper() for colour in colours_of(kernel, seat))
        told = wording.say(
            template,
            points="?" if score is None else score,
            tiles=int(kernel.tiles(seat)),
            cards=int(kernel.hand_size(seat)),
        )
        more: list[Span | str] = []
        if kernel.pending(seat):
            more.append(Span(f" +{int(kernel.pending(seat))}", Style.PENDING))
        if kernel.retired(seat):
            more += [" ", Span(wording.say(N_("has left")), Style.WARN)]
        taken = cells(told) + cells(line(*more).text) + len("▶  GB ")
        wide = max(min(NAME_WIDTH, width - taken), LEAST_NAME)
        parts: list[Span | str] = [
            wording.pick("▶ ", "> ") if seat == kernel.mover() and kernel.request() != OVER else "  ",
            Span(fit(short_name(name, wide), wide), PARTY_STYLES[party(kernel, seat)]),
            f" {pawns:<2} ",
            told,
            *more,
        ]
        found.append(line(*parts))
    return found


def hand(seen: Sight, wording: Wording) -> list[Line]:
    """The reader's cards with their letters, what each is worth to its pawn, and cards known in others' hands."""
    kernel, scene = seen.now, seen.scene
    if scene.seat < 0:
        return []
    found = [
        line(Span(f"{letter} ", Style.KEY), *held(seen, number, wording))
        for letter, number in zip(LETTERS, seen.letters, strict=False)
    ]
    for seat in range(int(kernel.seats())):
        known = cards_in(kernel.hand(seat)) if seat != scene.seat else ()
        if known:
            names = ", ".join(wording.say(card(number)) for number in known)
            found.append(
                line(
                    wording.say(N_("{who} holds {cards}"), who=wording.clean(scene.names[seat]), cards=names)
                )
            )
    return found


def held(seen: Sight, number: int, wording: Wording, *, short: bool = False) -> list[Span | str]:
    """A card: name, figures, what its symbol allows (not where it has to be short), and the strength for each pawn."""
    kernel, seat = seen.now, seen.scene.seat
    gone = not int(kernel.hand(seat)) >> number & 1
    parts: list[Span | str] = [Span(wording.say(card(number)), Style.DIM if gone else Style.STRONG)]
    if gone:
        return parts
    if not short:
        parts.append(" " + wording.say(symbol(number)))
    if FIGURES.cards[number].shadowfax and not short:
        parts.append(", " + wording.say(N_("Shadowfax")))
    for colour in pawns_of(kernel, seat):
        parts += [
            " ",
            Span(
                f"{COLOUR_LETTERS[colour].upper()}{max(int(kernel.strength(number, colour)), 0)}",
                PARTY_STYLES[PARTIES[colour]],
            ),
        ]
    return parts


def chain(seen: Sight, wording: Wording) -> list[Line]:
    """How near the towers are to being joined, and where."""
    gap = int(seen.meant.gap())
    if seen.meant.lost():
        return [line(Span(wording.say(N_("A chain of Orcs joins the towers.")), Style.BAD))]
    found = [
        line(wording.say(N_("Orcs missing to the shortest chain between the towers: {gap} (T22)."), gap=gap))
    ]
    if seen.missing:
        found.append(line(wording.say(N_("For instance on {cells}."), cells=spaces(seen.missing))))
    return found


def chain_now(seen: Sight, wording: Wording) -> list[Line]:
    """The same in a few words; where it lacks Orcs only once that is close."""
    gap = int(seen.meant.gap())
    if seen.meant.lost():
        return chain(seen, wording)
    found = [line(wording.say(N_("Orcs missing: {gap} (T22)"), gap=gap))]
    if gap <= CLOSE and seen.missing:
        found.append(line(wording.say(N_("For instance on {cells}."), cells=spaces(seen.missing))))
    return found


def track(seen: Sight, wording: Wording) -> list[Line]:
    """The Ent's steps, the next Orc cards, the event cards still to come."""
    kernel = seen.meant
    steps = int(kernel.ent())
    bar = wording.pick("■", "#") * steps + wording.pick("·", ".") * (FIGURES.track - steps)
    found = [
        line(wording.say(N_("The Ents: {steps} of {track}"), steps=steps, track=FIGURES.track), f"  {bar}")
    ]
    left = int(kernel.orc_cards())
    cards = []
    for number, figures in enumerate(FIGURES.orcs):
        if left >> number & 1:
            sides = [
                wording.say(N_("{side} row {row}: {tiles}"), side=Sentence(word), row=side[0], tiles=side[1])
                for word, side in zip(SIDE_WORDS, (figures.isengard, figures.mordor), strict=True)
                if side[0]
            ]
            cards.append(" + ".join(sides))
    found.append(line(wording.say(N_("Orc cards to come:")), " " + ("; ".join(cards) or "-")))
    top = int(kernel.top_events())
    names = [wording.say(EVENT_WORDS[event]) for event in range(len(EVENTS)) if top >> event & 1]
    found.append(line(wording.say(N_("The next event is one of:")), " " + ("; ".join(names) or "-")))
    return found


def events(seen: Sight, wording: Wording) -> list[Line]:
    """Every event card: what it does, and whether it is still to come."""
    left = int(seen.meant.events_left())
    found = []
    for number, group in enumerate(FIGURES.groups, start=1):
        for event in group:
            gone = not left >> event & 1
            style = Style.DIM if gone else Style.STRONG
            parts: list[Span | str] = [f"{number} ", Span(wording.say(EVENT_WORDS[event]), style)]
            parts.append(": " + wording.say(EVENT_EFFECTS[event]))
            if gone:
                parts += [" ", Span(wording.say(N_("(gone)")), Style.DIM)]
            found.append(line(*parts))
    return found


def legend(wording: Wording) -> Line:
    """What the signs on the board mean."""
    areas = ", ".join(
        f"{letter} {wording.say(word)}" for letter, word in zip(AREA_LETTERS, AREA_WORDS, strict=True)
    )
    orc = wording.pick("●", "o")
    pawns = ", ".join(
        f"{letter.upper()} {wording.say(word)}"
        for letter, word in zip(COLOUR_LETTERS, COLOUR_WORDS, strict=True)
    )
    return line(
        Span(
            wording.say(
                N_("{orc} Orc; ! a chain lacks one here; pawns {pawns}; {areas}"),
                orc=orc,
                pawns=pawns,
                areas=areas,
            ),
            Style.DIM,
        )
    )


def reach(seen: Sight, wording: Wording) -> list[Line]:
    """Where each card could bring a pawn: the spaces that win tiles first, with the strength that is left."""
    kernel = seen.meant
    if kernel.phase() == t.MOVING:
        return ways(seen, wording)
    found: list[tuple[str, int, Line]] = []
    for action in legal(kernel):
        if not t.BASE_PLAY <= action < t.BASE_WITHOUT:
            continue
        number, colour = divmod(action - int(t.BASE_PLAY), int(t.COLOURS))
        after = kernel.clone()
        after.apply(action)
        best = sorted(best_ways(after).values(), key=lambda way: (-way.own, way.others, way.cell))
        letter = LETTERS[seen.letters.index(number)] if number in seen.letters else "?"
        some = ", ".join(f"{space(way.cell)} (+{way.own})" for way in best[:4] if way.own)
        told = line(
            Span(f"{letter} ", Style.KEY),
            Span(COLOUR_LETTERS[colour].upper(), PARTY_STYLES[PARTIES[colour]]),
            " " + wording.say(card(number)) + ": ",
            wording.say(N_("{count} spaces"), count=len(best)),
            f"; {some}" if some else "",
        )
        found.append((letter, colour, told))
    return [told for _, _, told in sorted(found, key=lambda each: each[:2])]


def ways(seen: Sight, wording: Wording) -> list[Line]:
    """Where the pawn in motion may stop."""
    best = sorted(seen.ways.values(), key=lambda way: (-way.own, way.others, -way.left, way.cell))
    found = []
    for way in best[:12]:
        template = N_("{cell}: tiles {own}, strength left {left}")
        if way.others:
            template = N_("{cell}: tiles {own}, for others {others}, strength left {left}")
        found.append(
            line(wording.say(template, cell=space(way.cell), own=way.own, others=way.others, left=way.left))
        )
    if len(best) > 12:
        found.append(line(wording.say(N_("and {count} more spaces"), count=len(best) - 12)))
    return found
