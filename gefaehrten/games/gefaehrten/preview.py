"""Pure. What the turn that is being put together does, before it is committed.

The one rule: it compares two positions of the kernel, before the turn and after it.
"""

from __future__ import annotations

from collections.abc import Iterable

from gefaehrten.core.kernel import OVER
from gefaehrten.core.lines import Line, Span, Style, line, wrapped
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.gefaehrten import phrases, tables
from gefaehrten.games.gefaehrten.actions import typed
from gefaehrten.games.gefaehrten.announce import announce
from gefaehrten.games.gefaehrten.completion import effect
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.moves import card_kernel
from gefaehrten.games.gefaehrten.phrases import Phrase
from gefaehrten.games.gefaehrten.spelling import spell
from gefaehrten.games.gefaehrten.standing import party_name, standing
from gefaehrten.games.gefaehrten.steps import consequences

NEARLY_FULL = 3
"""So few free spaces are worth a word: whoever fills the last one chooses where the next location goes (F27)."""


def preview(scene: Scene, wording: Wording, width: int) -> list[Line]:
    """The turn so far in notation and in words, then what it changes."""
    if not scene.turn:
        return [line(wording.say(N_("Nothing is placed yet.")))]
    kernel, now = card_kernel(scene.kernel), card_kernel(scene.now())
    spelled = " ".join(spell(before, action) for before, action in _run(kernel, scene.turn))
    found = [line(wording.say(N_("Your turn so far:")), " ", Span(spelled, Style.PENDING))]
    found += [
        line("  " + wording.say(effect(before, typed(action)))) for before, action in _run(kernel, scene.turn)
    ]
    found += [line("  " + wording.say(sentence)) for sentence in changes(scene, kernel, now)]
    return [part for long in found for part in wrapped(long, width, 4)]


def changes(scene: Scene, before: GefaehrtenKernel, now: GefaehrtenKernel) -> list[Sentence]:
    """What the turn changes: totals, the side of the location, a scoring, and who places the next location."""
    found: list[Sentence] = []
    if before.location() == now.location() or now.scorings() > before.scorings():
        totals = _totals(scene, before, _filled(before, scene.turn))
        if totals:
            found.append(Sentence(N_("Totals: {totals}."), {"totals": phrases.listed(totals)}))
    if before.location() == now.location() and before.black() != now.black():
        side = N_("The location is black now.") if now.black() else N_("The location is white now.")
        found.append(Sentence(side))
    for step in consequences(before, now):
        said = announce(step, scene.steps, scene.names, scene.seat)
        if said is not None:
            found.append(said)
    if now.phase() == tables.LOCATING:
        found.append(Sentence(N_("This fills the location: you choose where the next one goes (F27).")))
    elif now.request() != OVER and now.location() == before.location():
        free = int(now.free_spaces()).bit_count()
        if 0 < free <= NEARLY_FULL:
            found.append(
                Sentence(
                    N_(
                        "Free spaces left: {free}. Who fills the last one chooses where the next location goes."
                    ),
                    {"free": free},
                )
            )
    return found


def _totals(scene: Scene, before: GefaehrtenKernel, after: GefaehrtenKernel) -> list[Phrase]:
    """The parties whose totals change: `You 9 → 13`."""
    was, at = standing(before), standing(after)
    return [
        Sentence(
            N_("{who} {old} → {new}"),
            {
                "who": party_name(party, before, scene.names, scene.seat),
                "old": was.total(party.colour),
                "new": party.total,
            },
        )
        for party in at.parties
        if party.total != was.total(party.colour)
    ]


def _filled(kernel: GefaehrtenKernel, turn: Iterable[int]) -> GefaehrtenKernel:
    """The position after the turn, but before it laid the next location or ended."""
    now = kernel
    for before, action in _run(kernel, turn):
        if action == tables.END or action >= tables.BASE_LOCATE:
            return before
        now = before.clone()
        now.apply(action)
    return now


def _run(kernel: GefaehrtenKernel, turn: Iterable[int]) -> Iterable[tuple[GefaehrtenKernel, int]]:
    """Every action of the turn with the position that it is taken in."""
    now = kernel.clone()
    for action in turn:
        yield now.clone(), action
        now.apply(action)
