"""Pure. A few lines about the move in hand: what is typed, else what the turn has done, else what can be done.

The one rule: the most important line first; a screen with less room shows fewer of them.
"""

from __future__ import annotations

from gefaehrten.core.kernel import OVER
from gefaehrten.core.lines import Line, Span, Style, line, wrapped
from gefaehrten.core.stage import Look
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Wording, whose_turn
from gefaehrten.games.gefaehrten import phrases
from gefaehrten.games.gefaehrten.candidates import carried
from gefaehrten.games.gefaehrten.names import SPECIAL_RULES
from gefaehrten.games.gefaehrten.preview import changes
from gefaehrten.games.gefaehrten.staging.intent import Intent
from gefaehrten.games.gefaehrten.staging.meaning import of_typed
from gefaehrten.games.gefaehrten.staging.sight import Sight
from gefaehrten.games.gefaehrten.staging.tray import named, placeable
from gefaehrten.games.gefaehrten.standing import party_name


def explain(meant: Intent, wording: Wording, look: Look, width: int) -> list[Line]:
    """What the reader should know now, at most `width` cells wide."""
    return [part for each in _said(meant, wording, look) for part in wrapped(each, width, 2) if part.spans]


def _said(meant: Intent, wording: Wording, look: Look) -> list[Line]:
    here = meant.sight
    if meant.word or meant.error is not None:
        return of_typed(meant, wording)
    if here.candidates:
        return _of_choice(here, wording, look)
    if here.scene.turn:
        return _of_turn(here, wording)
    if not here.placing:
        return [line(wording.say(whose_turn(here.scene)))]
    return _of_nothing(here, wording)


def _of_choice(here: Sight, wording: Wording, look: Look) -> list[Line]:
    """The place for the next location that is looked at."""
    at = look.choice % len(here.candidates)
    number = wording.say(N_("Next location, {number} of {count}:"), number=at + 1, count=len(here.candidates))
    said = wording.say(carried(here.now, here.candidates[at], here.scene))
    found = [line(Span(number, Style.TITLE), " ", said)]
    keys = wording.say(N_("Tab or arrows: another place; Enter takes this one (F27)."))
    return [*found, line(Span(keys, Style.DIM)), *_changed(here, wording)]


def _of_turn(here: Sight, wording: Wording) -> list[Line]:
    """What the turn so far changes, and what may follow."""
    found = _changed(here, wording)
    if here.now.request() == OVER or not here.on_turn:
        return [*found, line(Span(wording.say(whose_turn(here.scene)), Style.KEY))]
    follow = [card for card in here.hand if not card.placed and placeable(here, card.face)]
    spans: list[Span | str] = []
    for card in follow:
        spans += [" ", *named(card, here, wording)]
    if follow:
        found.append(line(wording.say(N_("May follow:")), *spans))
    said = (
        N_("Enter commits the turn.") if follow else N_("Nothing more may be placed: Enter commits the turn.")
    )
    found.append(line(Span(wording.say(said), Style.KEY)))
    return found


def _changed(here: Sight, wording: Wording) -> list[Line]:
    found = [line(wording.say(said)) for said in changes(here.scene, here.before, here.now)]
    paid = _paid(here)
    return [*found[:1], line(wording.say(paid)), *found[1:]] if paid is not None else found


def _paid(here: Sight) -> Sentence | None:
    """Who would be paid now, where the turn changes that."""
    if here.was.location != here.at.location or here.at.final:
        return None

    def gains(party: object) -> tuple[object, ...]:
        return tuple(getattr(party, name) for name in ("colour", "points", "tokens", "loss"))

    if {gains(party) for party in here.at.parties} == {gains(party) for party in here.was.parties}:
        return None
    paid = [
        Sentence(
            N_("{who} +{points}"),
            {"who": party_name(party, here.now, here.scene.names, here.scene.seat), "points": party.points},
        )
        for party in here.at.parties
        if party.points
    ]
    return Sentence(N_("Would be paid now: {parties}."), {"parties": phrases.listed(paid)}) if paid else None


def _of_nothing(here: Sight, wording: Wording) -> list[Line]:
    """What can be done: cards that can be placed, rings, the location's own rule."""
    spans: list[Span | str] = []
    for card in here.hand:
        if placeable(here, card.face):
            spans += [" ", *named(card, here, wording)]
    found = [line(wording.say(N_("Your turn. Press a card's letter, then its space:")), *spans)]
    index = int(here.now.location())
    if index in SPECIAL_RULES:
        found.append(line(Span(wording.say(SPECIAL_RULES[index]), Style.WARN)))
    found += [line(wording.say(said)) for said in changes(here.scene, here.before, here.now)]
    if here.sources:
        said = wording.say(N_("picks up one of your cards on the table with the Lothlórien ring (F22)"))
        found.append(line(Span("+", Style.KEY), " " + said))
    elif here.rings:
        found.append(
            line(Span("+", Style.KEY), " " + wording.say(N_("behind a card's letter adds a ring (F21)")))
        )
    return found
