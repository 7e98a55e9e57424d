"""Pure. The schedule: everybody meets everybody equally often, at every seat, and luck cancels out."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.arena import Fixture, arrangements, derived, line_ups, round_length, schedule, whole

SIZES = [(players, seats) for players in (2, 3, 4, 5, 6) for seats in (2, 3, 4)]

sizes = st.tuples(st.integers(2, 7), st.integers(2, 4))
seeds = st.integers(0, 2**64)


def meetings(fixtures: list[Fixture]) -> Counter[tuple[int, int]]:
    """How often every two different players sat at one table, seat by seat."""
    return Counter(
        pair
        for fixture in fixtures
        for pair in combinations(sorted(fixture.players), 2)
        if pair[0] != pair[1]
    )


def whole_round(players: int, seats: int) -> list[Fixture]:
    return list(schedule(players, seats, round_length(players, seats), 1))


def test_two_players_at_two_seats_change_seats_with_the_same_cards() -> None:
    first, second, third, fourth = schedule(2, 2, 4, 7)
    assert [first.players, second.players] == [(0, 1), (1, 0)]
    assert first.cards == second.cards != third.cards == fourth.cards
    assert [fixture.number for fixture in (first, second, third, fourth)] == [0, 1, 2, 3]
    assert [fixture.deal for fixture in (first, second, third, fourth)] == [0, 0, 1, 1]


def test_of_two_players_at_four_seats_each_meets_three_copies_of_the_other() -> None:
    assert line_ups(2, 4) == ((0, 1, 1, 1), (1, 0, 0, 0))
    assert [fixture.players for fixture in whole_round(2, 4)] == [
        (0, 1, 1, 1), (1, 1, 1, 0), (1, 1, 0, 1), (1, 0, 1, 1),
        (1, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0), (0, 1, 0, 0),
    ]  # fmt: skip


def test_of_three_players_at_four_seats_each_is_doubled_once() -> None:
    assert sorted(Counter(line_up).most_common(1)[0] for line_up in line_ups(3, 4)) == [
        (0, 2),
        (1, 2),
        (2, 2),
    ]


@pytest.mark.parametrize(("players", "seats"), SIZES)
def test_in_a_round_everybody_meets_everybody_equally_often(players: int, seats: int) -> None:
    met = meetings(whole_round(players, seats))
    assert set(met) == set(combinations(range(players), 2))
    assert len(set(met.values())) == 1


@pytest.mark.parametrize(("players", "seats"), SIZES)
def test_in_a_round_everybody_sits_at_every_seat_equally_often(players: int, seats: int) -> None:
    sat = Counter(
        (player, seat)
        for fixture in whole_round(players, seats)
        for seat, player in enumerate(fixture.players)
    )
    assert len(sat) == players * seats
    assert len(set(sat.values())) == 1


@given(sizes, st.integers(1, 60), seeds)
def test_every_deal_is_played_in_all_its_rotations_and_by_no_other_deal(
    size: tuple[int, int], matches: int, seed: int
) -> None:
    players, seats = size
    fixtures = list(schedule(players, seats, matches, seed))
    deals = [fixtures[start : start + seats] for start in range(0, len(fixtures), seats)]
    for number, deal in enumerate(deals):
        assert {fixture.deal for fixture in deal} == {number}
        assert len({fixture.cards for fixture in deal}) == 1
        around = deal[0].players
        assert {fixture.players for fixture in deal} == {
            around[turn:] + around[:turn] for turn in range(seats)
        }
        assert len({fixture.players for fixture in deal}) == seats
    assert len({fixture.cards for fixture in fixtures}) == len(deals)
    assert all(0 <= fixture.cards < 2**63 for fixture in fixtures)


@given(sizes, st.integers(1, 60), seeds)
def test_every_bot_has_a_seed_of_its_own(size: tuple[int, int], matches: int, seed: int) -> None:
    fixtures = list(schedule(*size, matches, seed))
    given_out = [one for fixture in fixtures for one in fixture.seeds]
    assert len(set(given_out)) == len(given_out) == len(fixtures) * size[1]
    assert all(0 <= one < 2**63 for one in given_out)


@given(sizes, st.integers(1, 60), st.integers(0, 60), seeds)
def test_a_longer_tournament_begins_with_the_shorter_one(
    size: tuple[int, int], matches: int, more: int, seed: int
) -> None:
    shorter = list(schedule(*size, matches, seed))
    longer = list(schedule(*size, matches + more, seed))
    assert longer[: len(shorter)] == shorter
    assert len(longer) == whole(matches + more, size[1])


@given(seeds, seeds)
def test_another_seed_deals_other_cards(one: int, other: int) -> None:
    cards = [next(schedule(2, 2, 2, seed)).cards for seed in (one, other)]
    assert (cards[0] == cards[1]) == (one == other)


@given(st.integers(1, 10**6), st.integers(2, 8))
def test_matches_are_rounded_up_to_whole_deals(matches: int, seats: int) -> None:
    assert whole(matches, seats) % seats == 0
    assert 0 <= whole(matches, seats) - matches < seats


@pytest.mark.parametrize("players", range(3, 9))
def test_pairs_that_are_cut_short_leave_nobody_behind(players: int) -> None:
    pairs = line_ups(players, 2)
    for length in range(1, len(pairs)):
        played = Counter(player for pair in pairs[:length] for player in pair)
        assert max(played.values()) - min(played[player] for player in range(players)) <= 2


def test_everybody_sits_beside_everybody_equally_often_in_the_end() -> None:
    rounds = list(schedule(4, 4, 6 * round_length(4, 4), 1))
    beside = Counter(
        (fixture.players[seat], fixture.players[(seat + 1) % 4]) for fixture in rounds for seat in range(4)
    )
    assert len(beside) == 12
    assert len(set(beside.values())) == 1


def test_orders_that_are_rotations_of_each_other_count_once() -> None:
    assert len(arrangements((0, 1, 2, 3))) == 6
    assert len(arrangements((0, 1, 2, 2))) == 3
    assert len(arrangements((0, 1, 1, 1))) == 1


def test_seeds_are_the_same_everywhere_and_for_ever() -> None:
    # blake2b of "arena 1 deal 0", 8 bytes, big endian, halved: what `b2sum -l 64` says of the same text.
    assert derived(1, "deal", 0) == int("d9ceabc615fdb4d8", 16) >> 1
