"""Pure. The public numbers of the card game, which the digest of a turn covers (docs/protocol-gefaehrten.md).

The one rule: every replica has the same, whatever hidden cards it knows.
"""

from __future__ import annotations

from scripts.independent.board import position
from scripts.independent.game import Game
from scripts.independent.values import Plain


def public(game: Game) -> list[Plain]:
    """The numbers that the digest of a turn covers."""
    board, last = game.board, game.scoring
    laid = [position(left) for left in board.lefts]
    numbers = [game.seats, int(game.table_range), game.need.value, game.phase.value, game.mover, game.first]
    numbers += [
        game.turns,
        board.current,
        laid[-1],
        sum(1 << space for space in board.free),
        int(board.black),
    ]
    numbers += [2 if game.single else int(game.ones), bits(game.placed), game.placements, 0]
    numbers += [game.last_placer, bits(game.retired), game.deal_to, game.deal_count, game.scorings]
    numbers += [last.location, 0, game.over_by, *game.owner]
    numbers += [sum(count << 4 * kind for kind, count in enumerate(kinds)) for kinds in game.gone]
    numbers += [*game.hand, *game.stack, *game.points, *last.net, *map(bits, game.tokens), *game.unseen]
    numbers += [*last.rank, *last.total, *last.cards, *last.prize, *last.loss, *map(bits, last.tokens)]
    numbers += laid + [-1] * (10 - len(laid))
    occupied = dict.fromkeys(board.stones, 7)
    for cell, card in board.cards.items():
        occupied[cell] = 1 + card.value + 8 * card.colour + 32 * card.token
    numbers += [sum(1 << x + 31 for x, other in occupied if other == y) for y in range(-24, 24)]
    for cell in sorted(occupied, key=position):
        numbers += [position(cell), occupied[cell]]
    return list(numbers)


def bits(numbers: set[int]) -> int:
    """A bit per number."""
    return sum(1 << number for number in numbers)
