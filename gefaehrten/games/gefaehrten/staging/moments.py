"""Pure. A scoring shown slowly: party after party its cards light up and its total grows, then prizes and rings go out.

The one rule: everything is taken from the record, so it does not matter how far the match has gone on since.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

from gefaehrten.core.game import JsonStep
from gefaehrten.core.lines import PARTIES, Line, Span, Style, cells, clipped, fit, line, wrapped
from gefaehrten.core.stage import Moment
from gefaehrten.core.text import N_
from gefaehrten.core.view import Wording
from gefaehrten.games.gefaehrten import phrases, tables
from gefaehrten.games.gefaehrten.actions import Cell
from gefaehrten.games.gefaehrten.names import COLOUR_LETTERS, COLOURS, TOKEN_KEYS, TOKEN_NOTATION, kind_of
from gefaehrten.games.gefaehrten.panels import NAME_WIDTH
from gefaehrten.games.gefaehrten.staging.sides import named
from gefaehrten.games.gefaehrten.trail import Laid, around, retrace

CARD_SECONDS: Final = 2.4
"""How long all cards together take."""

PARTY_SECONDS: Final = 0.25
"""How long a party's total stands before the next one's cards light up."""

PRIZE_SECONDS: Final = 1.2
"""How long the prizes are shown."""

ENDS = 12
"""Columns for a total and what is behind it."""

SUMS = 3
"""So many cards of a sum are written out; of more only the total."""


@dataclass(frozen=True, slots=True)
class _Party:
    """A party's line in a scoring, the best first.

    Attributes:
        cards: cells and what each counts, in reading order.
    """

    seat: int
    colour: int
    cards: tuple[tuple[Cell, int], ...]
    total: int
    points: int
    loss: int
    rings: tuple[str, ...]


def moments(
    step: JsonStep, before: Sequence[JsonStep], names: Sequence[str], own: int, wording: Wording, width: int
) -> list[Moment]:
    """The moments of a scoring; none for any other step.

    Args:
        before: the record up to this step.
    """
    if step["step"] != "scored":
        return []
    parties = _parties(step, before)
    location = phrases.location(cast(int, step["location"]) - 1)
    title = Span(wording.say(N_("{location} is scored:"), location=location), Style.TITLE)
    count = sum(len(party.cards) for party in parties)
    found: list[Moment] = []
    shown: dict[int, int] = {}
    # The last first, so that the winner is known last.
    for party in reversed(parties):
        for number in range(1, len(party.cards) + 1):
            shown[party.colour] = number
            lit = tuple(f"{x},{y}" for (x, y), _ in party.cards[:number])
            pause = PARTY_SECONDS if number == len(party.cards) else 0.0
            said = _lines(title, parties, shown, names, own, wording, width)
            found.append(Moment(lit, said, CARD_SECONDS / count + pause))
    said = _prizes(title, parties, names, own, wording, width)
    return [*found, Moment((), said, PRIZE_SECONDS)]


def _parties(step: JsonStep, before: Sequence[JsonStep]) -> list[_Party]:
    trail = retrace(before)
    cells_around = around(trail.origin)
    counting = any(
        cell in trail.cards and trail.cards[cell].ring == TOKEN_KEYS[tables.BREE] for cell in cells_around
    )
    found: list[_Party] = []
    for party in cast("list[JsonStep]", step["parties"]):
        colour = COLOURS.index(str(party["colour"]))
        cards = tuple(
            (cell, _worth(trail.cards[cell], counting))
            for cell in cells_around
            if cell in trail.cards and trail.cards[cell].face >> 3 == colour
        )
        found.append(
            _Party(
                cast(int, party["seat"]),
                colour,
                cards,
                cast(int, party["total"]),
                cast(int, party["ep"]),
                cast(int, party["loss"]),
                tuple(cast("list[str]", party["tokens"])),
            )
        )
    return found


def _worth(card: Laid, counting: bool) -> int:
    """What a card counts: 1 where a Bree ring lies, else its value, with Rivendell I two more (F21)."""
    if counting:
        return 1
    return kind_of(card.face) + (2 if card.ring == TOKEN_KEYS[tables.RIVENDELL_1] else 0)


def _lines(
    title: Span,
    parties: Sequence[_Party],
    shown: dict[int, int],
    names: Sequence[str],
    own: int,
    wording: Wording,
    width: int,
) -> tuple[Line, ...]:
    """The totals as far as they have grown."""
    found = wrapped(line(title), width)
    for party in sorted(parties, key=lambda party: (party.seat, party.colour)):
        number = shown.get(party.colour)
        worths = [str(worth) for _, worth in party.cards[: number or 0]]
        total = sum(map(int, worths))
        growing = number is not None and party.colour == list(shown)[-1]
        added = "" if not worths or len(worths) > SUMS else "+".join(worths)
        text = f"{total:>3}" if number is not None or not party.cards else "  ."
        style = Style.LIT if growing else Style.STRONG
        found.append(
            _row(party, names, own, wording, width, [Span(text, style), Span(f"  {added}", Style.DIM)])
        )
    return tuple(found)


def _prizes(
    title: Span, parties: Sequence[_Party], names: Sequence[str], own: int, wording: Wording, width: int
) -> tuple[Line, ...]:
    """The parties in their order, with what each gets."""
    found = wrapped(line(title), width)
    for party in parties:
        won = f"+{party.points}" if party.points else ""
        won += "".join(
            f" {wording.pick('○', 'o')}{TOKEN_NOTATION[TOKEN_KEYS.index(ring)]}" for ring in party.rings
        )
        lost = f"-{party.loss}" if party.loss else ""
        gained = Span(f"  {won}{lost}", Style.BAD if party.loss else Style.GOOD)
        found.append(
            _row(party, names, own, wording, width, [Span(f"{party.total:>3}", Style.STRONG), gained])
        )
    return tuple(found)


def _row(
    party: _Party, names: Sequence[str], own: int, wording: Wording, width: int, end: list[Span]
) -> Line:
    """A party's letter and name, and what is said of it, cut to the width."""
    who = wording.part(phrases.who(names, party.seat, own))
    size = max(min(width - 2 - ENDS, NAME_WIDTH), 1)
    spans = [
        Span(f"{COLOUR_LETTERS[party.colour]} ", PARTIES[party.colour]),
        Span(fit(named(who, size, wording), size), PARTIES[party.colour]),
        *end,
    ]
    kept: list[Span] = []
    left = width
    for span in spans:
        kept.append(Span(clipped(span.text, left), span.style))
        left -= cells(kept[-1].text)
    return line(*kept)
