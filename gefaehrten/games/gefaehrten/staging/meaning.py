"""Pure. What a line that is being typed would do, where its card may go, and why not elsewhere.

The one rule: every reason names its clause, and what can be done comes before what cannot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.lines import PARTIES, Line, Span, Style, line
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Wording, whose_turn
from gefaehrten.games.gefaehrten import phrases, tables
from gefaehrten.games.gefaehrten.actions import Cell, typed
from gefaehrten.games.gefaehrten.completion import effect
from gefaehrten.games.gefaehrten.hand import HandCard
from gefaehrten.games.gefaehrten.moves import coloured
from gefaehrten.games.gefaehrten.names import SPACE_LABELS, TOKEN_EFFECTS, TOKEN_NOTATION, colour_of, kind_of
from gefaehrten.games.gefaehrten.staging.because import Goals, because, from_hand, from_table, goals
from gefaehrten.games.gefaehrten.staging.clicks import doubtful
from gefaehrten.games.gefaehrten.staging.intent import (
    Held,
    Intent,
    Lifted,
    Ring,
    Seen,
    held_spaces,
    may_go,
    rings_for,
)
from gefaehrten.games.gefaehrten.staging.sight import Sight
from gefaehrten.games.gefaehrten.staging.tray import named


def of_typed(meant: Intent, wording: Wording) -> list[Line]:
    here, hold = meant.sight, meant.hold
    if isinstance(hold, Seen):
        return _of_cell(meant, hold.cell, wording)
    if isinstance(hold, Ring):
        return _of_ring(meant, hold, wording)
    if not here.on_turn:
        held = _head(here, hold, wording) if isinstance(hold, Held) else []
        return [line(*held, "  " if held else "", wording.say(whose_turn(here.scene)))]
    if meant.error is not None:
        could = _of_hold(meant, wording) if held_spaces(here, hold) else []
        return [*_refused(meant, wording), *could]
    if meant.actions:
        return _of_whole(meant, wording)
    return _of_hold(meant, wording) or [
        line(Span(wording.say(N_("Go on: {how}"), how=_how(here)), Style.DIM))
    ]


def _how(here: Sight) -> Sentence:
    """How what is begun goes on."""
    if here.candidates:
        return Sentence(N_("the number of a choice, or the cell of the next location as @3,0"))
    return Sentence(N_("@7 looks at space 7; another cell is written as the board's edge has it: 4,2"))


def _of_hold(meant: Intent, wording: Wording) -> list[Line]:
    match meant.hold:
        case Held() as held:
            return _of_held(meant, held, wording)
        case Lifted(cell):
            return _of_lifted(meant, cell, wording)
        case _:
            return []


def _of_held(meant: Intent, held: Held, wording: Wording) -> list[Line]:
    """Where the card may go, and why not elsewhere; which rings may go with it."""
    here = meant.sight
    found: list[Line] = []
    if held.ring is not None and all(kind_of(face) == tables.NAZGUL for face in held.faces):
        never = Sentence(N_("No ring goes with a Nazgûl: send it without one."))
        said = wording.say(N_("{reason} ({clause})"), reason=never, clause="F21")
        return [line(Span(said, Style.WARN))]
    if held.ring is not None and len(held.tokens) != 1:
        found.append(_which_ring(here, held, wording))
    token = held.tokens[0] if len(held.tokens) == 1 else tables.NO_TOKEN
    for face in held.faces:
        head = _head(here, Held((face,), held.text, held.tokens, held.ring), wording)
        found.append(_where(head, goals(here, from_hand(here, face, token)), face, wording))
    if token:
        found.append(_ring_line(token, wording))
    elif held.ring is None and (rings := rings_for(here, held.faces)):
        names = ", ".join(_opening(here, held, ring, wording) for ring in rings)
        found.append(line(Span("+", Style.KEY), " " + wording.say(N_("adds a ring: {rings}"), rings=names)))
    return found


def _opening(here: Sight, held: Held, ring: int, wording: Wording) -> str:
    """A ring, with the spaces that only it opens to the card."""
    without = held_spaces(here, held)
    more = [space for space in held_spaces(here, replace(held, tokens=(ring,))) if space not in without]
    name = TOKEN_NOTATION[ring]
    return (
        wording.say(N_("{ring} (opens {spaces})"), ring=name, spaces=phrases.spaces(more)) if more else name
    )


def _which_ring(here: Sight, held: Held, wording: Wording) -> Line:
    rings = rings_for(here, held.faces)
    if not rings:
        return line(Span(wording.say(N_("No ring can go with this card now (F21).")), Style.WARN))
    names = phrases.either([TOKEN_NOTATION[ring] for ring in rings])
    return line(wording.say(N_("Which ring: {rings}?"), rings=names))


def _head(here: Sight, held: Held, wording: Wording) -> list[Span | str]:
    """The card in hand: `d 4 Gimli`, with its ring."""
    face = held.faces[0]
    card = _first(here, held)
    name = card.name if card is not None else None
    text = wording.say(phrases.card(face, name, coloured=coloured(here.now)))
    head: list[Span | str] = []
    if card is not None:
        head += [Span(card.letter, Style.KEY), " "]
    head.append(Span(text, PARTIES[colour_of(face)]))
    if len(held.tokens) == 1 and held.tokens[0]:
        head.append(f" + {wording.say(phrases.token(held.tokens[0]))}")
    return head


def _first(here: Sight, held: Held) -> HandCard | None:
    """The card of the hand that is meant: by its letter, or the first of its face that is not placed."""
    fitting = [card for card in here.hand if card.face in held.faces]
    named = [card for card in fitting if card.letter == held.text]
    left = [card for card in fitting if not card.placed]
    return next(iter(named + left + fitting), None)


def _where(head: Sequence[Span | str], where: Goals, face: int, wording: Wording) -> Line:
    dot = wording.pick(" · ", " - ")
    nazgul = face >= 0 and kind_of(face) == tables.NAZGUL
    parts: list[Span | str] = []
    if nazgul and where.free:
        template = (
            N_("takes {spaces} away, or goes on a free space")
            if where.covered
            else N_("has nothing to take away, may go on a free space")
        )
        parts.append(wording.say(template, spaces=phrases.spaces(where.covered)))
    else:
        if where.free:
            parts.append(wording.say(N_("free: {spaces}"), spaces=phrases.spaces(where.free)))
        if where.covered:
            parts.append(wording.say(N_("covers {covered}"), covered=phrases.spaces(where.covered)))
    if where.never is not None and not where.free and not where.covered:
        parts = [Span(wording.say(where.never.reason), Style.WARN)]
    else:
        for why, spaces in where.barred:
            said = wording.say(
                N_("not on {spaces}: {reason}"), spaces=phrases.spaces(spaces), reason=why.reason
            )
            parts.append(Span(said, Style.DIM))
    spans: list[Span | str] = [*head, ": "]
    for number, part in enumerate(parts):
        spans += [dot if number else "", part]
    return line(*spans)


def _of_lifted(meant: Intent, cell: Cell, wording: Wording) -> list[Line]:
    """Where a card that is picked up may go (F22)."""
    here = meant.sight
    spot = here.board.spots.get(cell)
    head: list[Span | str] = [wording.say(phrases.cell(cell))]
    if spot is not None and spot.card is not None:
        card = wording.say(phrases.card(spot.card.face, spot.card.name, coloured=True))
        said = wording.say(N_("{card} on {place}"), card=card, place=_place(here, cell))
        head = [Span(said, PARTIES[spot.card.colour])]
    inside = tables.position(*cell) >= 0
    where = goals(here, from_table(cell)) if inside else Goals((), (), ())
    found = [_where(head, where, -1, wording)] if inside else []
    if where.free or where.covered:
        found.append(_ring_line(tables.LOTHLORIEN, wording))
        if len(here.sources) > 1:
            found.append(
                line(Span("+", Style.KEY), " " + wording.say(N_("the next card that can be picked up")))
            )
    return found


def _place(here: Sight, cell: Cell) -> Sentence:
    """A cell by the number of its space, if it is one of the ten."""
    spot = here.board.spots.get(cell)
    if spot is not None and spot.label:
        return phrases.space(SPACE_LABELS.index(spot.label))
    return phrases.cell(cell)


def _of_cell(meant: Intent, cell: Cell, wording: Wording) -> list[Line]:
    """What lies on a cell that is looked at, and which cards of the hand may go there."""
    here = meant.sight
    spot = here.board.spots.get(cell)
    where = Span(wording.say(_place(here, cell)), Style.STRONG)
    if spot is None:
        return [line(where, ": ", wording.say(N_("no card lies there")))]
    parts: list[Span | str] = [where, ": "]
    if spot.card is None:
        parts.append(wording.say(N_("free")))
    else:
        card = spot.card
        parts.append(
            Span(wording.say(phrases.card(card.face, card.name, coloured=True)), PARTIES[card.colour])
        )
        parts.append(", " + wording.part(phrases.who(here.scene.names, card.seat, here.scene.seat)))
        if card.token:
            parts.append(", " + wording.say(phrases.token(card.token)))
        if card.worth != card.value:
            parts.append(", " + wording.say(N_("counts {worth}"), worth=card.worth))
        if card.protected:
            parts.append(", " + wording.say(N_("protected (F14)")))
    found = [line(*parts)]
    if cell in here.sources:
        found.append(line(wording.say(N_("can be picked up with the Lothlórien ring: type > (F22)"))))
    if spot.label and here.placing:
        found.append(_comers(here, SPACE_LABELS.index(spot.label), wording))
    return found


def _comers(here: Sight, space: int, wording: Wording) -> Line:
    """Which cards of the hand may go to a space."""
    fit = [card for card in here.hand if not card.placed and may_go(here, card.face, space, tables.NO_TOKEN)]
    if not fit:
        return line(wording.say(N_("None of your cards may go there now.")))
    spans: list[Span | str] = [wording.say(N_("May go there:"))]
    for card in fit:
        spans += [" ", *named(card, here, wording)]
    return line(*spans)


def _of_ring(meant: Intent, ring: Ring, wording: Wording) -> list[Line]:
    """What a ring does; with which cards it may go."""
    here = meant.sight
    if len(ring.tokens) != 1:
        names = phrases.either(
            [TOKEN_NOTATION[token] for token in ring.tokens or range(1, tables.TOKEN_KINDS)]
        )
        return [line(wording.say(N_("Which ring: {rings}?"), rings=names))]
    (token,) = ring.tokens
    found = [_ring_line(token, wording)]
    if token not in here.rings:
        if here.placing:
            template = (
                N_("It can be played from your next turn on (F21).")
                if here.now.token_fresh(here.scene.seat, token)
                else N_("You do not have this ring.")
            )
            found.append(line(Span(wording.say(template), Style.WARN)))
        return found
    spans: list[Span | str] = [wording.say(N_("Now a card for it:"))]
    cards = [card for card in here.hand if not card.placed and token in rings_for(here, (card.face,))]
    for card in cards:
        spans += [" ", *named(card, here, wording)]
    if cards:
        found.append(line(*spans))
    if token == tables.LOTHLORIEN and here.sources:
        cells = ", ".join(wording.say(_place(here, cell)) for cell in here.sources[:6])
        said = wording.say(N_("or one of your cards on the table: {cells} (+ or a click)"), cells=cells)
        found.append(line(said))
    return found


def _ring_line(token: int, wording: Wording) -> Line:
    said = wording.say(
        N_("{ring}: {effect}"), ring=phrases.token(token), effect=Sentence(TOKEN_EFFECTS[token])
    )
    return line(Span(said, Style.DIM))


def _of_whole(meant: Intent, wording: Wording) -> list[Line]:
    """What is typed and legal would do; it waits for Enter because more may follow."""
    here = meant.sight
    kernel = here.now.clone()
    found: list[Line] = []
    for action in meant.actions:
        found.append(line(Span("Enter", Style.KEY), ": " + wording.say(effect(kernel, typed(action)))))
        kernel.apply(action)
    if meant.word[:1] == "b" and "@" not in meant.word and doubtful(here):
        found.append(
            line(Span("@", Style.KEY), ": " + wording.say(N_("the blue card of this value instead")))
        )
    return found


def _refused(meant: Intent, wording: Wording) -> list[Line]:
    """Why what is typed cannot be, in one sentence with the clause."""
    error = meant.error
    assert error is not None, "what is refused has a reason"
    sentence: Sentence = error.sentence
    clause = ""
    if isinstance(error, IllegalAction):
        short = _by_space(meant)
        sentence, clause = (short, "") if short is not None else (error.sentence, f" ({error.clause})")
    return [line(Span(wording.say(sentence) + clause, Style.BAD))]


def _by_space(meant: Intent) -> Sentence | None:
    """`d on 3: the 4 of Berta is not lower (F13)`, where a single space is refused."""
    here, hold, space = meant.sight, meant.hold, meant.space
    if space is None:
        return None
    match hold:
        case Held((face,), _, (token,)) if not (token and kind_of(face) == tables.NAZGUL):
            action = from_hand(here, face, token)[space]
        case Lifted(cell) if tables.position(*cell) >= 0:
            action = from_table(cell)[space]
        case _:
            return None
    why = because(here, action, space)
    return (
        Sentence(N_("Not on {space}: {reason}"), {"space": phrases.space(space), "reason": why.reason})
        if why.clause in ("F9", "F13", "F14")
        else why.reason
    )
