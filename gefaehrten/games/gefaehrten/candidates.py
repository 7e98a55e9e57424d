"""Pure. Where the next location could go, the best for the mover first.

The one rule: a place is judged by what the kernel would score there; nothing is guessed.
"""

from __future__ import annotations

from dataclasses import dataclass

from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Choice, Scene
from gefaehrten.games.gefaehrten import phrases, tables
from gefaehrten.games.gefaehrten.actions import Cell, cell_of
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.moves import card_kernel, legal, space_cell
from gefaehrten.games.gefaehrten.phrases import Phrase
from gefaehrten.games.gefaehrten.standing import Standing, party_name, standing


@dataclass(frozen=True, slots=True)
class Candidate:
    """One place for the next location.

    Attributes:
        left: the location's left cell.
        at: what would be scored there.
        free: how many of its ten spaces are free.
        black: its side there, Bag End rings included.
        own: the mover's total there.
        others: the best total of another player's party there.
        cards: the worths of the cards that adjoin it, by colour.
    """

    action: int
    left: Cell
    at: Standing
    free: int
    black: bool
    own: int
    others: int
    cards: dict[int, list[int]]


def candidates(kernel: GefaehrtenKernel) -> list[Candidate]:
    """Every legal place, the best first: most own points carried over, then fewest of others, then by y and x."""
    if kernel.phase() != tables.LOCATING:
        return []
    mover = int(kernel.mover())
    found: list[Candidate] = []
    for action in legal(kernel):
        after = kernel.clone()
        after.apply(action)
        at = standing(after)
        cards: dict[int, list[int]] = {}
        for space in range(tables.SPACES):
            cell = int(after.cell(tables.position(*space_cell(after, space))))
            if cell and cell & 7 != tables.LOCATION_CELL:
                cards.setdefault(cell >> 3 & 3, []).append(int(tables.VALUES[cell]))
        found.append(
            Candidate(
                action,
                cell_of(action - int(tables.BASE_LOCATE)),
                at,
                int(after.free_spaces()).bit_count(),
                bool(after.black()),
                sum(party.total for party in at.parties if party.seat == mover),
                max((party.total for party in at.parties if party.seat != mover), default=0),
                cards,
            )
        )
    return sorted(found, key=lambda place: (-place.own, place.others, place.action))


def choices(scene: Scene) -> list[Choice]:
    """The candidates with what each carries over; empty unless the reader has to choose now."""
    kernel = card_kernel(scene.now())
    if not scene.on_turn():
        return []
    return [Choice(place.action, carried(kernel, place, scene)) for place in candidates(kernel)]


def carried(kernel: GefaehrtenKernel, place: Candidate, scene: Scene) -> Sentence:
    """What a place carries over: who would count what, its side, and how many spaces are free."""
    totals: list[Phrase] = [
        Sentence(
            N_("{who} {total} ({cards})"),
            {
                "who": party_name(party, kernel, scene.names, scene.seat),
                "total": party.total,
                "cards": "+".join(map(str, sorted(place.cards[party.colour], reverse=True))),
            },
        )
        for party in place.at.parties
        if party.cards
    ]
    side = Sentence(N_("black") if place.black else N_("white"))
    cell = f"@{place.left[0]},{place.left[1]}"
    if not totals:
        return Sentence(
            N_("{cell}: no card counts there yet; {side}, free spaces: {free}"),
            {"cell": cell, "side": side, "free": place.free},
        )
    return Sentence(
        N_("{cell}: {totals}; {side}, free spaces: {free}"),
        {"cell": cell, "totals": phrases.listed(totals), "side": side, "free": place.free},
    )
