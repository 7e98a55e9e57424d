"""Pure. Who plays whom in a tournament of bots: at which seat, with which cards, from which seeds.

The one rule: the schedule follows from the number of players, the seats and the seed alone, and a longer tournament
begins with the whole of every shorter one.

A *line-up* is who sits at a table and in which order around it. A *deal* is one line-up with the cards of one seed; it
is played once in every rotation of the line-up, so that everybody at the table plays every hand and the luck of the
cards cancels out. A *round* is one deal of every line-up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice, permutations

LEAST_PLAYERS = 2
MOST_PLAYERS = 16
"""At four seats that makes 1820 line-ups already, and a round of 7280 matches."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One match that is to be played.

    Attributes:
        number: of the match, from 0.
        deal: the number of the deal; all of its matches stand next to each other.
        cards: seed of the decks and of all other luck, 63 bits; the same for the whole deal.
        players: by seat, each a number from 0.
        seeds: by seat, of what the bot itself draws, 63 bits each.
    """

    number: int
    deal: int
    cards: int
    players: tuple[int, ...]
    seeds: tuple[int, ...]


def schedule(players: int, seats: int, matches: int, seed: int) -> Iterator[Fixture]:
    """The matches in the order of their numbers, as many as `whole` makes of `matches`."""
    for deal, line_up in enumerate(islice(_deals(players, seats), whole(matches, seats) // seats)):
        cards = derived(seed, "deal", deal)
        for rotation in range(seats):
            number = deal * seats + rotation
            yield Fixture(
                number,
                deal,
                cards,
                tuple(line_up[(seat + rotation) % seats] for seat in range(seats)),
                tuple(derived(seed, "bot", number, seat) for seat in range(seats)),
            )


def whole(matches: int, seats: int) -> int:
    """The number of matches rounded up to whole deals: to a multiple of the number of seats."""
    return -(-matches // seats) * seats


def round_length(players: int, seats: int) -> int:
    """How many matches a round has: after each round everybody has met everybody equally often."""
    return len(line_ups(players, seats)) * seats


def line_ups(players: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Who sits at the tables of one round.

    With enough players these are all combinations of different ones. With fewer players than seats everybody sits at
    every table, and the seats that are left go to copies of one of them, in turn of each: of two players at four seats
    first one meets three copies of the other, then the reverse. The first of a line-up is nobody's copy.

    Combinations with equal sums modulo the number of players come together: at two seats these are disjoint pairs, so
    that a tournament that stops within a round has let everybody play about equally often.
    """
    assert players >= LEAST_PLAYERS, "checked by whoever asks"
    if players >= seats:
        found = combinations(range(players), seats)
        return tuple(sorted(found, key=lambda line_up: (sum(line_up) % players, line_up)))
    return tuple(
        (*(player for player in range(players) if player != copied), *(copied,) * (seats - players + 1))
        for copied in reversed(range(players))
    )


@cache
def arrangements(pattern: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The different orders in which a line-up can sit around a table; rotations of one order count once.

    Args:
        pattern: numbers in the place of players, the same ones for copies. The first is nobody's copy.
    """
    first, *others = pattern
    assert first not in others, "else rotations of one order would be counted several times"
    return tuple((first, *order) for order in sorted(set(permutations(others))))


def derived(seed: int, *words: object) -> int:
    """A seed of 63 bits for one purpose, from the tournament's seed and the words that name the purpose."""
    text = " ".join(map(str, ("arena", seed, *words)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 1


def _deals(players: int, seats: int) -> Iterator[tuple[int, ...]]:
    """The line-up of every deal, round after round; each round sits in the next order around the table."""
    number = 0
    while True:
        for table in line_ups(players, seats):
            orders = arrangements(tuple(map(table.index, table)))
            yield tuple(table[index] for index in orders[number % len(orders)])
        number += 1
