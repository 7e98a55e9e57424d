"""Pure. The scoring of a location (F23–F26).

The one rule: it looks at the table as it is and changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scripts.independent.board import BREE, Board
from scripts.independent.figures import COLOURS, LOCATIONS, MORIA, MORIA_LOSS, TIES, TOKENS


def _zeros() -> list[int]:
    return [0] * 4


@dataclass(slots=True)
class Scoring:
    """One scoring, per colour but for `net`, which is per seat; all zeros before the first one."""

    location: int = -1
    rank: list[int] = field(default_factory=_zeros)
    total: list[int] = field(default_factory=_zeros)
    cards: list[int] = field(default_factory=_zeros)
    prize: list[int] = field(default_factory=_zeros)
    loss: list[int] = field(default_factory=_zeros)
    tokens: list[set[int]] = field(default_factory=lambda: [set() for _ in range(4)])
    net: list[int] = field(default_factory=_zeros)


def score(board: Board, owner: list[int], seats: int, last_placer: int, points: list[int]) -> Scoring:
    """What the current location brings.

    Args:
        board: the table.
        owner: per colour its seat, -1 for none.
        seats: how many seats there are.
        last_placer: the player of the last card.
        points: per seat the points before.
    """
    result = Scoring(board.current)
    adjoining = board.adjoining()
    bree = any(card.token == BREE for card in adjoining)
    for card in adjoining:
        result.cards[card.colour] += 1
        result.total[card.colour] += 1 if bree else card.effective

    def place(colour: int) -> tuple[bool, int, int, int]:
        """The lower, the better: without a card last, then the total, then the order of ties (F24)."""
        clockwise = (owner[colour] - last_placer - 1) % seats
        tie = TIES.index(COLOURS[colour])
        return result.cards[colour] == 0, -result.total[colour], clockwise, tie

    ranking = sorted((colour for colour in range(4) if owner[colour] >= 0), key=place)
    location = LOCATIONS[board.current]
    for number, colour in enumerate(ranking):
        result.rank[colour] = number + 1
        if number < min(3, len(ranking) - 1) and result.cards[colour]:
            result.prize[colour] = location.prizes[number]
            result.net[owner[colour]] += location.prizes[number]
            if number < len(location.tokens):
                result.tokens[colour].add(TOKENS.index(location.tokens[number]))
    if board.current == MORIA:
        lowest = ranking[-1]
        seat = owner[lowest]
        result.loss[lowest] = min(MORIA_LOSS, points[seat] + result.net[seat])
        result.net[seat] -= result.loss[lowest]
    return result
