"""Shell. Matches of two with seeded dealers, for the tests of the engine."""

from __future__ import annotations

from gefaehrten.core.game import Plain, Setup, Slot
from gefaehrten.core.random import Random
from gefaehrten.engine import catalogue
from gefaehrten.engine.dealer import Dealer
from gefaehrten.engine.match import Match
from tests.machines import random_actions

GAME = catalogue.game("gefaehrten")


def new_match(seats: int = 2) -> Match:
    """Nothing rolled or dealt yet."""
    return Match(GAME, Setup(seats))


def dealt(seed: int = 1, turns: int = 0, seats: int = 2) -> Match:
    """A match in which somebody is to move; this replica knows every card."""
    match = new_match(seats)
    dealer = Dealer(match, seed)
    dealer.serve()
    rng = Random(seed)
    for _ in range(turns):
        play(match, random_actions(match, rng))
        dealer.serve()
    return match


def play(match: Match, actions: list[int]) -> None:
    """A turn of kernel actions by the seat that is to move."""
    seat = match.need().seat
    match.turn(seat, *match.encode(seat, actions))


def finished(seed: int = 1, seats: int = 2) -> Match:
    """A whole match of random turns."""
    match = new_match(seats)
    dealer = Dealer(match, seed)
    rng = Random(seed)
    dealer.serve()
    while match.need().kind == "turn":
        play(match, random_actions(match, rng))
        dealer.serve()
    return match


def wire_turn(match: Match, seed: int = 3) -> tuple[int, list[Plain], dict[Slot, int]]:
    """A legal turn as it goes over the wire: seat, moves, opened cards; at least one card is played."""
    seat = match.need().seat
    for attempt in range(200):
        moves, opened = match.encode(seat, random_actions(match, Random(seed * 1000 + attempt)))
        if opened:
            return seat, moves, opened
    raise AssertionError("no turn plays a card")


def state(match: Match) -> tuple[object, ...]:
    """Everything that a refused turn must leave as it was."""
    hands = tuple(tuple(match.hand(seat)) for seat in range(match.setup.seats))
    return match.kernel.dump(), match.public(), hands, list(match.steps), match.need(), match.scores()
