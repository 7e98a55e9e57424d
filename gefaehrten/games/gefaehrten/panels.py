"""Pure. The parts of a screen beside the board: players, hand, what the location pays, cards out, the journey's places.

The one rule: each function makes whole lines from a scene and nothing else, so every screen can put them where it has
room.
"""

from __future__ import annotations

from gefaehrten.core.kernel import OVER
from gefaehrten.core.lines import PARTIES, Line, Span, Style, cells, fit, line, short_name
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.gefaehrten import phrases, tables, told
from gefaehrten.games.gefaehrten.board import survey
from gefaehrten.games.gefaehrten.data import FIGURES
from gefaehrten.games.gefaehrten.hand import HandCard, hand_cards
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.moves import card_kernel, coloured, seat_colours
from gefaehrten.games.gefaehrten.names import (
    COLOUR_LETTERS,
    COLOUR_WORDS,
    COLOURS,
    LOCATIONS,
    NAZGUL_LETTER,
    SPECIAL_RULES,
    TOKEN_EFFECTS,
    TOKEN_NOTATION,
    face_of,
)
from gefaehrten.games.gefaehrten.standing import Party, party_name, prizes, standing, ties

NAME_WIDTH = 14
"""Columns of a player's name in a table."""


def heading(scene: Scene, wording: Wording) -> list[Line]:
    """The current location: number, name, side, prizes, and its own rule where it has one."""
    kernel = card_kernel(scene.now())
    index = int(kernel.location())
    side = N_("black: higher cards cover lower ones") if kernel.black() else N_("white: free spaces only")
    style = Style.PLACE_BLACK if kernel.black() else Style.PLACE_WHITE
    found = [
        line(
            Span(f"{index + 1} {wording.say(LOCATIONS[index])}", Style.TITLE),
            " - ",
            Span(wording.say(side), style),
            " - ",
            _prizes(kernel, index, wording),
        )
    ]
    if index in SPECIAL_RULES:
        found.append(line(Span(_special(index, wording), Style.WARN)))
    return found


def players(scene: Scene, wording: Wording) -> list[Line]:
    """One line a player: whose turn, colours, points, cards, rings. Points as `points=hidden` lets them be seen."""
    kernel = card_kernel(scene.now())
    actor = scene.kernel.actor() if scene.kernel.request() != OVER else -1
    found: list[Line] = []
    width = (_colour_width(wording) + 1) * (2 if coloured(kernel) else 1) - 1
    for seat in range(kernel.seats()):
        who = wording.say(N_("You")) if seat == scene.seat else wording.clean(scene.names[seat])
        colours = seat_colours(kernel, seat)
        words = "+".join(wording.say(COLOUR_WORDS[colour]) for colour in colours)
        parts: list[Span | str] = [
            wording.pick("▶ ", "> ") if seat == actor else "  ",
            Span(fit(_short(who, wording), NAME_WIDTH), PARTIES[colours[0]]),
            " ",
            fit(words, width),
            " ",
            Span(f"{points(scene, seat):>3}", Style.STRONG),
            "  ",
        ]
        if kernel.retired(seat):
            parts.append(Span(wording.say(N_("has left")), Style.WARN))
        else:
            parts.append(
                wording.say(
                    N_("hand {hand} stack {stack}"), hand=kernel.hand_size(seat), stack=kernel.stack(seat)
                )
            )
        rings = ", ".join(TOKEN_NOTATION[token] for token in told.rings(scene, seat))
        if rings:
            parts.append("  " + wording.say(N_("rings: {rings}"), rings=rings))
        found.append(line(*parts))
    return found


def points(scene: Scene, seat: int) -> str:
    """A seat's points, or `?` where they are kept from this reader (F33)."""
    known = told.points(scene, seat)
    return "?" if known is None else str(known)


def pay(scene: Scene, wording: Wording) -> list[Line]:
    """What the location pays as it lies, ranked, with what the turn that is not committed changes."""
    before, now = card_kernel(scene.kernel), card_kernel(scene.now())
    at = standing(now)
    was = standing(before) if before.location() == now.location() else at
    title = N_("{location} is scored:") if at.final else N_("{location}, if it were scored now:")
    found = [line(Span(wording.say(title, location=phrases.location(at.location)), Style.TITLE))]
    for party in at.parties:
        who = wording.part(party_name(party, now, scene.names, scene.seat))
        old, new = was.total(party.colour), party.total
        total = f"{old}{wording.pick(' → ', ' -> ')}{new}" if old != new else str(new)
        more = 7 if coloured(now) else 0
        found.append(
            line(
                f" {party.rank}. ",
                Span(f"{COLOUR_LETTERS[party.colour]} ", PARTIES[party.colour]),
                Span(fit(_short(who, wording, more), NAME_WIDTH + more), PARTIES[party.colour]),
                Span(f" {total:>8}", Style.PENDING if old != new else Style.STRONG),
                "  ",
                _won(party, wording),
            )
        )
    if at.counting:
        found.append(
            line(Span(wording.say(N_("A Bree ring lies here: every card counts 1 (F21).")), Style.WARN))
        )
    found += [line(wording.say(tie)) for tie in ties(now, at, scene.names, scene.seat)]
    return found


def hand(scene: Scene, wording: Wording) -> list[Line]:
    """The own cards with their letters; those that the turn has placed stand in brackets. Then the own rings."""
    cards = hand_cards(scene)
    if scene.seat < 0:
        return [line(wording.say(N_("You are watching: no hand to show.")))]
    kernel = card_kernel(scene.now())
    spans: list[Span | str] = [Span(wording.say(N_("Hand:")), Style.TITLE)]
    for card in cards:
        spans += ["  ", *_hand_card(card, kernel, wording)]
    if not cards:
        spans.append(" " + wording.say(N_("no cards")))
    return [line(*spans), *rings(scene, wording)]


def rings(scene: Scene, wording: Wording) -> list[Line]:
    """The own unplayed ring tokens: how they are written, and what each does."""
    kernel = card_kernel(scene.now())
    found: list[Line] = []
    for token in range(1, tables.TOKEN_KINDS):
        if scene.seat < 0 or not kernel.has_token(scene.seat, token):
            continue
        ring, effect = phrases.token(token), Sentence(TOKEN_EFFECTS[token])
        said = wording.say(N_("{ring}: {effect}"), ring=ring, effect=effect)
        if kernel.token_fresh(scene.seat, token):
            said = wording.say(
                N_("{ring}, playable from your next turn on: {effect}"), ring=ring, effect=effect
            )
        found.append(line(Span(f"  +{TOKEN_NOTATION[token]}", Style.KEY), f"  {said}"))
    return found


def queue(scene: Scene, wording: Wording) -> list[Line]:
    """The ten locations with prizes and rules; the current one is marked."""
    kernel = card_kernel(scene.now())
    names = [wording.say(name) for name in LOCATIONS]
    width = max(cells(name) for name in names)
    found: list[Line] = []
    for index, name in enumerate(names):
        mark = ">" if index == kernel.location() else " "
        black = kernel.black() if index == kernel.location() else FIGURES.locations[index].black
        side = wording.say(N_("black") if black else N_("white"))
        parts: list[Span | str] = [
            f"{mark}{index + 1:>2} ",
            Span(fit(name, width), Style.DIM if index < kernel.location() else Style.STRONG),
            f"  {fit(side, 8)}",
            fit(_prizes(kernel, index, wording), 16),
        ]
        if index in SPECIAL_RULES:
            parts.append(Span(_special(index, wording), Style.WARN))
        found.append(line(*parts))
    return found


def count(scene: Scene, wording: Wording) -> list[Line]:
    """Cards that this reader has not seen, by colour and value: in the stacks and in hidden hands."""
    kernel = card_kernel(scene.now())
    colours = [colour for colour in range(len(COLOURS)) if kernel.owner(colour) >= 0]
    kinds = range(tables.NAZGUL + 1)
    header = "".join(f"{NAZGUL_LETTER if kind == tables.NAZGUL else kind:>4}" for kind in kinds)
    words = _colour_width(wording) + 1
    width = NAME_WIDTH + 2 + words
    found = [
        line(Span(wording.say(N_("Not seen yet, in stacks and hidden hands (n: Nazgûl):")), Style.TITLE)),
        line(fit("", width), Span(header, Style.KEY)),
    ]
    for colour in colours:
        seat = int(kernel.owner(colour))
        who = wording.say(N_("You")) if seat == scene.seat else wording.clean(scene.names[seat])
        left = [int(kernel.unseen(face_of(colour, kind))) for kind in kinds]
        found.append(
            line(
                Span(
                    f"{COLOUR_LETTERS[colour]} " + fit(wording.say(COLOUR_WORDS[colour]), words),
                    PARTIES[colour],
                ),
                fit(_short(who, wording), NAME_WIDTH),
                "".join(f"{number or '-':>4}" for number in left),
                "   " + wording.say(N_("in all {count}"), count=sum(left)),
            )
        )
    return found


def marks(scene: Scene, wording: Wording) -> list[Line]:
    """What the marks on the board mean, and which rings lie at the current location."""
    found = [
        line(
            Span(
                wording.say(
                    N_(
                        "{hobbit} protected hobbit, {ring} card with a ring (protected), + changed by your turn"
                    ),
                    hobbit=wording.pick("●", "*"),
                    ring=wording.pick("○", "o"),
                ),
                Style.DIM,
            )
        )
    ]
    for spot in survey(scene).spots.values():
        if spot.label and spot.card and spot.card.token:
            found.append(
                line(
                    "  ",
                    Span(spot.label, Style.KEY),
                    " " + wording.say(phrases.token(spot.card.token)),
                )
            )
    return found


def _short(who: str, wording: Wording, more: int = 0) -> str:
    """A name in the room that it has in a table."""
    return short_name(who, NAME_WIDTH + more, wording.pick("…", "."))


def _colour_width(wording: Wording) -> int:
    return max(cells(wording.say(word)) for word in COLOUR_WORDS)


def _special(index: int, wording: Wording) -> str:
    return wording.say(SPECIAL_RULES[index])


def _prizes(kernel: GefaehrtenKernel, index: int, wording: Wording) -> str:
    return "/".join(wording.part(prize) for prize in prizes(kernel, index))


def _won(party: Party, wording: Wording) -> str:
    if party.loss:
        return wording.say(N_("loses {loss}"), loss=party.loss)
    if not party.cards:
        return wording.say(N_("no card here"))
    if not party.points:
        return "-"
    won = f"+{party.points}"
    for token in party.tokens:
        won += f" + {wording.say(phrases.token(token))}"
    return won


def _hand_card(card: HandCard, kernel: GefaehrtenKernel, wording: Wording) -> list[Span | str]:
    text = wording.say(phrases.card(card.face, card.name))
    if coloured(kernel):
        text = COLOUR_LETTERS[card.face >> 3] + " " + text
    style = Style.DIM if card.placed else PARTIES[card.face >> 3]
    spans: list[Span | str] = [Span(card.letter, Style.KEY), " ", Span(text, style)]
    return ["(", *spans, ")"] if card.placed else spans
