"""What every game of the catalogue promises to programs that learn from arrays: bounds, and no hidden card in them."""

from __future__ import annotations

import pytest

from gefaehrten.core.kernel import DECIDE, ROLL, WATCHER, Kernel
from gefaehrten.core.random import Random
from tests.laws.matches import Start, legal, match, starts

STARTS = pytest.mark.parametrize("start", starts(), ids=str)


def other_hands(kernel: Kernel, seat: int, seed: int) -> Kernel:
    """A position that looks the same to the seat."""
    other = kernel.clone()
    other.mask(seat)
    other.determinize(Random(seed))
    return other


@STARTS
@pytest.mark.parametrize("seed", range(3))
def test_a_match_keeps_to_the_sizes(start: Start, seed: int) -> None:
    sizes = start.game.sizes(start.setup)
    actions = rolls = 0
    for kernel in match(start, seed):
        if kernel.request() == DECIDE:
            actions += 1
            assert legal(kernel)[-1] < sizes.actions
        elif kernel.request() == ROLL:
            rolls += 1
            assert kernel.amount() <= sizes.sides
    assert 0 < actions <= sizes.length
    assert rolls <= sizes.rolls


@STARTS
def test_an_observation_is_what_the_features_announce(start: Start) -> None:
    features = start.game.sizes(start.setup).features
    assert len({feature.name for feature in features}) == len(features)
    most = [feature.most for feature in features for _ in range(feature.count)]
    for index, kernel in enumerate(match(start, 21, leaving=True)):
        if index % 5 and kernel.request() == DECIDE:
            continue
        for seat in (*range(start.setup.seats), int(WATCHER)):
            numbers = start.game.observe(start.setup, kernel, seat)
            assert len(numbers) == len(most)
            assert all(0 <= number <= limit for number, limit in zip(numbers, most, strict=True))


@STARTS
def test_hidden_cards_change_no_number_and_own_ones_do(start: Start) -> None:
    differed = {"others": 0, "own": 0}
    for index, kernel in enumerate(match(start, 22)):
        if index % 7:
            continue
        for seat in (*range(start.setup.seats), int(WATCHER)):
            numbers = start.game.observe(start.setup, kernel, seat)
            same = other_hands(kernel, seat, index)
            differed["others"] += same.dump() != kernel.dump()
            assert start.game.observe(start.setup, same, seat) == numbers
            masked = kernel.clone()
            masked.mask(seat)
            assert start.game.observe(start.setup, masked, seat) == numbers
            if seat != WATCHER:
                other = other_hands(kernel, int(WATCHER), index)
                differed["own"] += start.game.observe(start.setup, other, seat) != numbers
    if start.game.decks(start.setup):
        assert all(count > 10 for count in differed.values()), "nothing was hidden in this match"
    else:
        assert not any(differed.values()), "without decks there is nothing to hide"
