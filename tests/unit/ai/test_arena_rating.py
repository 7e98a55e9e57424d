"""Pure. Ratings: against closed forms, against simulated strengths, and honest about what they do not know."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai import rating
from ai.arena import schedule
from ai.rating import (
    FEW,
    MEAN,
    SCALE,
    Outcome,
    Pair,
    Table,
    connected,
    fit,
    pairs,
    standings,
    wilson,
)


def outcome(deal: int, *places: int, players: tuple[int, ...] | None = None) -> Outcome:
    return Outcome(deal, players or tuple(range(len(places))), places, tuple(10 - place for place in places))


def duel(wins: int, losses: int, draws: int = 0) -> list[Outcome]:
    """Matches of two, each a deal of its own."""
    ends = [(1, 2)] * wins + [(2, 1)] * losses + [(1, 1)] * draws
    return [outcome(deal, *places) for deal, places in enumerate(ends)]


def simulated(
    strengths: Sequence[float], seats: int, matches: int, seed: int, luck: float = 1.0
) -> list[Outcome]:
    """Matches between players of these ratings; a hand is good or bad for everybody who plays it.

    Who has the largest sum of strength and Gumbel noise is ahead: without luck that is the model of the ratings.
    """
    rng = Random(seed)

    def gumbel() -> float:
        return -math.log(-math.log(rng.random()))

    hands: dict[int, list[float]] = {}
    outcomes = []
    for fixture in schedule(len(strengths), seats, matches, seed):
        hand = hands.setdefault(fixture.deal, [luck * gumbel() for _ in range(seats)])
        sums = [
            strengths[player] / SCALE + hand[seat] + gumbel() for seat, player in enumerate(fixture.players)
        ]
        places = tuple(1 + sum(other > own for other in sums) for own in sums)
        outcomes.append(Outcome(fixture.deal, fixture.players, places, tuple(int(100 * own) for own in sums)))
    return outcomes


def elo(share: float) -> float:
    """The textbook: how much higher somebody is rated who is ahead with this share."""
    return 400 * math.log10(share / (1 - share))


@given(st.integers(1, 200), st.integers(1, 200), st.integers(0, 100))
def test_two_players_are_as_far_apart_as_the_textbook_says(wins: int, losses: int, draws: int) -> None:
    table = [[0.0, wins + draws / 2], [losses + draws / 2, 0.0]]
    first, second = fit(table)
    assert SCALE * (first - second) == pytest.approx(
        elo((wins + draws / 2) / (wins + losses + draws)), abs=1e-6
    )
    assert first + second == pytest.approx(0, abs=1e-9)


def test_standings_of_two_are_the_textbooks_around_1500() -> None:
    first, second = standings(2, duel(30, 10), 1)
    assert first.rating - second.rating == pytest.approx(elo(0.75), abs=1e-6)
    assert first.rating + second.rating == pytest.approx(2 * MEAN)


def test_three_players_in_a_chain() -> None:
    # 0 and 1 have met, and 1 and 2: the differences are those of the two pairs, and they add up.
    table = [[0.0, 30.0, 0.0], [10.0, 0.0, 40.0], [0.0, 10.0, 0.0]]
    found = fit(table)
    assert SCALE * (found[0] - found[1]) == pytest.approx(elo(0.75), abs=1e-6)
    assert SCALE * (found[1] - found[2]) == pytest.approx(elo(0.8), abs=1e-6)


@given(st.lists(st.integers(1, 50), min_size=12, max_size=12))
def test_the_likeliest_ratings_expect_what_has_happened(times: list[int]) -> None:
    # At the maximum of the likelihood everybody's expected number of comparisons ahead is the number there was.
    given_times = iter(times)
    table: Table = [[0.0 if a == b else float(next(given_times)) for b in range(4)] for a in range(4)]
    found = fit(table)
    for a in range(4):
        expected = sum(
            (table[a][b] + table[b][a]) / (1 + math.exp(found[b] - found[a])) for b in range(4) if b != a
        )
        assert expected == pytest.approx(sum(table[a]), abs=1e-6)


def test_lopsided_results_still_find_their_maximum() -> None:
    first, second = fit([[0.0, 999_999.0], [1.0, 0.0]])
    assert first - second == pytest.approx(math.log(999_999), rel=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "matches"), [(2, 2400), (4, 2400)])
def test_simulated_strengths_are_found_again(seats: int, matches: int) -> None:
    strengths = [-180.0, -60.0, 40.0, 200.0]
    found = standings(4, simulated(strengths, seats, matches, 5, luck=0.0), 1)
    for strength, standing in zip(strengths, found, strict=True):
        assert standing.rating == pytest.approx(MEAN + strength, abs=35)  # three standard errors


@pytest.mark.slow
@pytest.mark.parametrize("luck", [0.0, 1.5])
def test_intervals_hold_the_truth_about_as_often_as_they_say(
    luck: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating, "RESAMPLES", 200)
    strengths = [-60.0, 60.0]
    # With luck in it the truth is what a very long tournament comes to.
    share = pairs(2, simulated(strengths, 2, 20_000, 999, luck))[0].share if luck else 1 / (1 + 10**0.3)
    assert share is not None
    truth = MEAN + elo(share) / 2
    runs = 120
    hits = pair_hits = 0
    for seed in range(runs):
        outcomes = simulated(strengths, 2, 40, seed, luck)
        found = standings(2, outcomes, seed)[0]
        hits += found.low <= truth <= found.high
        pair = pairs(2, outcomes)[0]
        pair_hits += pair.low <= share <= pair.high
    # 95 % of 120 are 114, give or take 2.4: intervals that held the truth in 88 % only would fail.
    assert hits >= 107
    assert pair_hits >= 107


@pytest.mark.slow
def test_deals_that_cancel_out_make_intervals_narrower() -> None:
    # The same results, once with the two matches of each deal together, once as if every match had its own cards.
    outcomes = simulated([0.0, 0.0], 2, 200, 3, luck=4.0)
    alone = [Outcome(number, one.players, one.places, one.scores) for number, one in enumerate(outcomes)]
    paired, single = standings(2, outcomes, 1)[0], standings(2, alone, 1)[0]
    assert paired.rating == pytest.approx(single.rating)
    assert paired.high - paired.low < 0.7 * (single.high - single.low)


def test_matches_that_only_repeat_each_other_do_not_make_intervals_narrower() -> None:
    once = duel(12, 8)
    repeated = [one for one in once for _ in range(9)]
    first, second = standings(2, once, 1)[0], standings(2, repeated, 1)[0]
    assert (second.low, second.high) == pytest.approx((first.low, first.high))
    first_pair, second_pair = pairs(2, once)[0], pairs(2, repeated)[0]
    assert (second_pair.low, second_pair.high) == pytest.approx((first_pair.low, first_pair.high), abs=0.01)


def test_nothing_but_victories_gives_finite_ratings_that_grow_with_their_number() -> None:
    ten, hundred = standings(2, duel(10, 0), 1)[0], standings(2, duel(100, 0), 1)[0]
    assert 1500 < ten.low < ten.rating < ten.high < 3000
    assert ten.rating < hundred.rating
    # One comparison is imagined for either side.
    assert 2 * (hundred.rating - MEAN) == pytest.approx(elo(101 / 102))


def test_who_has_met_nobody_is_in_the_middle_and_unknown() -> None:
    first, second, third = standings(3, duel(20, 20), 1)
    assert third.rating == pytest.approx(MEAN)
    assert third.high - third.low > 2 * (first.high - first.low)
    assert (third.matches, third.first_places, third.points) == (0, 0, None)
    assert second.matches == 40


def test_a_few_deals_that_agree_are_no_certainty() -> None:
    even = [outcome(deal, *places) for deal in range(FEW - 1) for places in ((1, 2), (2, 1))]
    standing = standings(2, even, 1)[0]
    assert standing.rating == pytest.approx(MEAN)
    assert standing.high - standing.low > 60


def test_nothing_played_is_no_error() -> None:
    first, second = standings(2, [], 1)
    assert first.rating == second.rating == MEAN
    assert first.low < MEAN < first.high
    assert pairs(2, []) == [Pair(0, 1, 0, 0, 0, 0.0, 1.0)]


@pytest.mark.slow
def test_the_order_of_the_matches_and_the_seed() -> None:
    outcomes = simulated([0.0, 50.0, 100.0], 3, 24, 2)
    shuffled = Random(1).sample(outcomes, len(outcomes))
    assert standings(3, shuffled, 7) == standings(3, outcomes, 7)
    assert pairs(3, shuffled) == pairs(3, outcomes)
    other = standings(3, outcomes, 8)
    assert [one.rating for one in other] == [one.rating for one in standings(3, outcomes, 7)]
    assert other != standings(3, outcomes, 7)


def test_places_first_places_and_points_of_who_sits_on_several_seats() -> None:
    # 1 beats two of the three copies of 0; then they share the first place.
    matches = [
        Outcome(0, (0, 1, 0, 0), (1, 2, 3, 4), (20, 15, 10, 6)),
        Outcome(0, (1, 0, 0, 0), (1, 1, 3, 4), (20, 20, 10, 6)),
    ]
    copies, alone = standings(2, matches, 1)
    assert (copies.matches, copies.first_places) == (2, 2)
    assert (alone.matches, alone.first_places) == (2, 1)
    assert copies.points == pytest.approx(72 / 6)
    assert alone.points == pytest.approx(17.5)
    # Ahead of two and behind one; ahead of two and level with one: both matches are the loner's.
    pair = pairs(2, matches)[0]
    assert (pair.matches, pair.a_wins, pair.draws) == (2, 0, 0)
    assert pair.share == 0


def test_pairs_count_matches_wins_and_draws() -> None:
    pair = pairs(2, duel(5, 3, 2))[0]
    assert (pair.matches, pair.a_wins, pair.draws) == (10, 5, 2)
    assert pair.share == pytest.approx(0.6)
    assert 0 < pair.low < 0.6 < pair.high < 1


def test_a_match_in_the_middle_of_two_copies_is_a_draw() -> None:
    pair = pairs(2, [Outcome(0, (0, 1, 1), (2, 1, 3), (5, 9, 1))])[0]
    assert (pair.matches, pair.a_wins, pair.draws) == (1, 0, 1)


def test_wilsons_interval_is_that_of_the_textbook() -> None:
    # Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
    for share, matches, low, high in (
        (81 / 263, 263, 0.2553, 0.3662),
        (15 / 148, 148, 0.0624, 0.1605),
        (0.0, 20, 0.0, 0.1611),
        (1 / 29, 29, 0.0061, 0.1718),
    ):
        assert wilson(share, matches) == pytest.approx((low, high), abs=5e-5)


def test_finite_ratings_need_chains_both_ways() -> None:
    assert connected([[0, 1], [1, 0]])
    assert not connected([[0, 1], [0, 0]])
    assert connected([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    assert not connected([[0, 1, 0], [1, 0, 0], [0, 0, 0]])
    assert not connected([[0, 1, 1], [1, 0, 1], [0, 0, 0]])
