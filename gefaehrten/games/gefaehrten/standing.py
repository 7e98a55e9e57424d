"""Pure. What the current location pays, as it lies or as it was scored.

The one rule: the figures are the kernel's own scoring, run on a copy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gefaehrten.core.text import N_, Sentence
from gefaehrten.games.gefaehrten import phrases, tables
from gefaehrten.games.gefaehrten.data import FIGURES
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.moves import coloured, space_cell
from gefaehrten.games.gefaehrten.names import COLOURS
from gefaehrten.games.gefaehrten.phrases import Phrase

PRIZES = 3
"""How many places a location can pay (F2)."""


@dataclass(frozen=True, slots=True)
class Party:
    """One party's figures at a location."""

    colour: int
    seat: int
    rank: int
    total: int
    cards: int
    points: int
    loss: int
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """All parties at a location, the best first.

    Attributes:
        final: whether it has been scored; else this is what a scoring now would give.
        counting: whether a Bree ring makes every card count 1.
    """

    location: int
    parties: tuple[Party, ...]
    final: bool
    counting: bool

    def total(self, colour: int) -> int:
        """A party's total; 0 for a colour that is not in the game."""
        return next((party.total for party in self.parties if party.colour == colour), 0)


def standing(kernel: GefaehrtenKernel) -> Standing:
    """The figures of the current location; once it is scored, until the next one lies, the real ones."""
    final = kernel.phase() in (tables.LOCATING, tables.OVER_) and kernel.last_location() == kernel.location()
    scored = kernel
    if not final:
        scored = kernel.clone()
        scored.score_now()
    ranked = sorted((int(scored.last_rank(colour)), colour) for colour in range(len(COLOURS)))
    parties = tuple(
        Party(
            colour,
            int(scored.owner(colour)),
            rank,
            int(scored.last_total(colour)),
            int(scored.last_cards(colour)),
            int(scored.last_prize(colour)),
            int(scored.last_loss(colour)),
            tuple(token for token in range(1, tables.TOKEN_KINDS) if scored.last_token(colour, token)),
        )
        for rank, colour in ranked
        if rank > 0
    )
    return Standing(int(kernel.location()), parties, final, _counting(kernel))


def prizes(kernel: GefaehrtenKernel, index: int) -> list[Phrase]:
    """What a location pays the first places of this match (F2, F25): `4+ring`, `3`, `2`."""
    parties = sum(kernel.owner(colour) >= 0 for colour in range(len(COLOURS)))
    place = FIGURES.locations[index]
    return [
        Sentence(N_("{points}+ring"), {"points": place.prizes[rank]})
        if rank < len(place.tokens)
        else str(place.prizes[rank])
        for rank in range(min(PRIZES, parties - 1))
    ]


def ties(kernel: GefaehrtenKernel, at: Standing, names: Sequence[str], own: int) -> list[Sentence]:
    """Why parties with equal totals are ranked as they are (F24)."""
    found: list[Sentence] = []
    groups: dict[tuple[int, bool], list[Party]] = {}
    for party in at.parties:
        groups.setdefault((party.total, party.cards > 0), []).append(party)
    last = int(kernel.last_placer())
    for (total, placed), group in groups.items():
        if len(group) < 2 or not placed or last < 0:
            continue
        found.append(
            Sentence(
                N_("Tie at {total}: {order}, clockwise after the player of the last card ({last}) (F24)."),
                {
                    "total": total,
                    "order": phrases.listed([party_name(party, kernel, names, own) for party in group]),
                    "last": phrases.who(names, last, own),
                },
            )
        )
    return found


def party_name(party: Party, kernel: GefaehrtenKernel, names: Sequence[str], own: int) -> Phrase:
    """Who a party is: its player, and its colour where players have two."""
    who = phrases.who(names, party.seat, own)
    if not coloured(kernel):
        return who
    return Sentence(N_("{who} ({colour})"), {"who": who, "colour": phrases.colour(party.colour)})


def _counting(kernel: GefaehrtenKernel) -> bool:
    """F21: whether a Bree ring adjoins the current location."""
    return any(
        kernel.cell(tables.position(*space_cell(kernel, space))) >> 5 == tables.BREE
        for space in range(tables.SPACES)
    )
