"""Pure. How strong players are, from how their matches ended: ratings, and how each pair of them fares.

The one rule: matches of one deal are not independent of each other, so what is uncertain is judged by whole deals.

Ratings are those of Bradley and Terry ("Rank Analysis of Incomplete Block Designs", 1952) on the scale of Elo: a player
that is rated 400 higher is expected to come in ahead ten times as often. Every two seats of a match are one comparison:
who has the better place is ahead, on the same place both are by half. The ratings are the likeliest ones; their mean is
1500. Intervals are from a bootstrap over deals in Rubin's form ("The Bayesian Bootstrap", 1981): in every resample each
deal weighs as much as a draw from the exponential distribution. Plain resampling would now and then leave out the only
match that somebody has lost, and nothing finite would fit the rest.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gefaehrten.core.random import Random

MEAN: Final = 1500.0
SCALE: Final = 400 / math.log(10)
"""Points of rating for one unit of log-odds."""

FEW: Final = 10
"""With fewer deals than this, deals that happen to agree would look like certainty."""

RESAMPLES: Final = 1000
LEAST_RESAMPLES: Final = 200
WORK: Final = 2_000_000
"""About how many small steps all resamples may take together: half a second or so."""

Z: Final = 1.959964
"""The normal distribution has 95 % within so many standard deviations."""

CLOSE: Final = 1e-5
"""After a step no longer than this the fit is right to its square, in log-odds."""

STEP: Final = 2.0
"""The farthest that one step of the fit may go, in log-odds."""

Table = list[list[float]]
"""By player and player: how often the first was ahead of the second, ties as halves."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. All by seat.

    Attributes:
        deal: the matches of one deal stand or fall together.
        players: who sat there, numbers from 0; one may sit on several seats.
        places: the smaller the better.
        scores: points.
    """

    deal: int
    players: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of one player.

    Attributes:
        low, high: the 95 % interval of `rating`.
        matches: in which it sat at least once.
        first_places: matches in which it came in first, alone or with others, from any of its seats.
        points: the mean over all of its seats; None without a match.
    """

    rating: float
    low: float
    high: float
    matches: int
    first_places: int
    points: float | None


@dataclass(frozen=True, slots=True)
class Pair:
    """How two players fare against each other.

    Attributes:
        matches: in which both sat.
        a_wins: matches in which `a` was ahead in more comparisons of their seats than `b`.
        draws: matches in which both were ahead equally often.
        low, high: the 95 % interval of (a_wins + draws / 2) / matches.
    """

    a: int
    b: int
    matches: int
    a_wins: int
    draws: int
    low: float
    high: float

    @property
    def share(self) -> float | None:
        """Of the wins, draws as halves; None without a match."""
        return (self.a_wins + self.draws / 2) / self.matches if self.matches else None


def standings(players: int, outcomes: Sequence[Outcome], seed: int) -> list[Standing]:
    """Every player's standing, in the order of their numbers.

    Where the results alone give no ratings (somebody was ahead always, or never, or has met nobody) and where there
    are less than `FEW` deals, two comparisons are imagined between every two players, one for either side.

    Args:
        seed: of the resamples; the same outcomes and seed give the same standings, in whatever order they come.
    """
    deals = _tables(outcomes)
    total = _sum(players, deals, [1.0] * len(deals))
    imagined = len(deals) < FEW or not connected(total)
    if imagined:
        total = _added(total, _imagination(players, None))
    logits = fit(total)
    rng = Random(seed)
    resamples: list[list[float]] = []
    for _ in range(_affordable(players, deals)):
        weights = [_exponential(rng) for _ in deals]
        table = _sum(players, deals, weights)
        if imagined:
            table = _added(table, _imagination(players, rng))
        resamples.append(fit(table, logits))
    return [_standing(player, logits[player], resamples, outcomes) for player in range(players)]


def pairs(players: int, outcomes: Sequence[Outcome]) -> list[Pair]:
    """Every two players, `a` the one with the smaller number.

    The interval is Wilson's ("Probable Inference, the Law of Succession, and Statistical Inference", 1927) with as many
    independent matches as the spread between deals speaks for: no less than there are deals, no more than matches.
    """
    return [_pair(a, b, outcomes) for a in range(players) for b in range(a + 1, players)]


def fit(table: Table, start: Sequence[float] | None = None) -> list[float]:
    """The likeliest log-odds of the players, their sum 0, by Newton's method; `table` must be `connected`.

    Args:
        start: where to begin, for instance with the fit of a similar table.
    """
    count = len(table)
    found = list(start) if start is not None else [0.0] * count
    best = _likelihood(table, found)
    for _ in range(100):
        gradient = [0.0] * count
        # The ones make the matrix regular; the gradient's sum is 0, and so the step's is too.
        curvature = [[1.0 / count] * count for _ in range(count)]
        for a in range(count):
            for b in range(a + 1, count):
                met = table[a][b] + table[b][a]
                if not met:
                    continue
                expected = 1 / (1 + math.exp(found[b] - found[a]))
                surplus = table[a][b] - met * expected
                bend = met * expected * (1 - expected)
                gradient[a] += surplus
                gradient[b] -= surplus
                curvature[a][a] += bend
                curvature[b][b] += bend
                curvature[a][b] -= bend
                curvature[b][a] -= bend
        step = _solved(curvature, gradient)
        longest = max(map(abs, step))
        if longest < CLOSE:  # the likelihood is too flat here to tell better from worse
            return [value + change for value, change in zip(found, step, strict=True)]
        factor = 1.0 if longest <= STEP else STEP / longest
        while True:
            tried = [value + factor * change for value, change in zip(found, step, strict=True)]
            likelihood = _likelihood(table, tried)
            if likelihood >= best or factor < 1e-6:
                break
            factor /= 2
        found, best = tried, likelihood
    return found


def connected(table: Table) -> bool:
    """Whether finite ratings fit best: chains of “was ahead of” lead from everybody to everybody (Ford, 1957)."""
    everybody = len(table)
    for ahead in (table, [list(column) for column in zip(*table, strict=True)]):
        reached, border = {0}, [0]
        while border:
            found = [
                other for other, times in enumerate(ahead[border.pop()]) if times and other not in reached
            ]
            reached.update(found)
            border += found
        if len(reached) < everybody:
            return False
    return True


def wilson(share: float, matches: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share that was found in so many independent matches."""
    spread = Z * Z / matches
    middle = share + spread / 2
    half = math.sqrt(spread * (share * (1 - share) + spread / 4))
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))


_Deal = list[tuple[int, int, float]]
"""The comparisons of one deal: who was ahead of whom, how often."""


def _tables(outcomes: Iterable[Outcome]) -> list[_Deal]:
    """By deal, in the order of their numbers, so that nothing depends on which match came to its end first."""
    found: dict[int, dict[tuple[int, int], float]] = {}
    for outcome in outcomes:
        deal = found.setdefault(outcome.deal, {})
        for a, b, ahead in _comparisons(outcome):
            if ahead:
                deal[a, b] = deal.get((a, b), 0.0) + ahead
            if ahead < 1:
                deal[b, a] = deal.get((b, a), 0.0) + 1 - ahead
    return [[(a, b, times) for (a, b), times in sorted(found[deal].items())] for deal in sorted(found)]


def _comparisons(outcome: Outcome) -> Iterable[tuple[int, int, float]]:
    """Every two seats with different players, the smaller number first: 1 if that one is ahead, ½ for a tie, or 0."""
    sat = sorted(zip(outcome.players, outcome.places, strict=True))
    for index, (a, place) in enumerate(sat):
        for b, other in sat[index + 1 :]:
            if a != b:
                yield a, b, 0.5 if place == other else float(place < other)


def _sum(players: int, deals: Sequence[_Deal], weights: Sequence[float]) -> Table:
    total = [[0.0] * players for _ in range(players)]
    for deal, weight in zip(deals, weights, strict=True):
        for a, b, times in deal:
            total[a][b] += weight * times
    return total


def _added(first: Table, second: Table) -> Table:
    return [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(first, second, strict=True)]


def _imagination(players: int, rng: Random | None) -> Table:
    """One comparison for either side of every two players; in a resample each weighs like a deal of its own."""
    return [
        [0.0 if a == b else 1.0 if rng is None else _exponential(rng) for b in range(players)]
        for a in range(players)
    ]


def _affordable(players: int, deals: Sequence[_Deal]) -> int:
    """How many resamples `WORK` allows."""
    work = sum(len(deal) + 4 for deal in deals) + 8 * players**3
    return max(LEAST_RESAMPLES, min(RESAMPLES, WORK // work))


def _exponential(rng: Random) -> float:
    """A draw from the exponential distribution with mean 1."""
    return -math.log((int(rng.word()) + 0.5) / 2**32)


def _likelihood(table: Table, logits: Sequence[float]) -> float:
    """The log-likelihood of log-odds, up to a constant."""
    return -sum(
        times * math.log1p(math.exp(logits[b] - logits[a]))
        for a, row in enumerate(table)
        for b, times in enumerate(row)
        if times
    )


def _solved(matrix: Table, right: Sequence[float]) -> list[float]:
    """The solution of a positive definite system, by elimination."""
    count = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot in range(count):
        for lower in range(pivot + 1, count):
            factor = rows[lower][pivot] / rows[pivot][pivot]
            if factor:
                for column in range(pivot, count + 1):
                    rows[lower][column] -= factor * rows[pivot][column]
    solution = [0.0] * count
    for row in reversed(range(count)):
        known = sum(rows[row][column] * solution[column] for column in range(row + 1, count))
        solution[row] = (rows[row][count] - known) / rows[row][row]
    return solution


def _standing(
    player: int, logit: float, resamples: Sequence[Sequence[float]], outcomes: Sequence[Outcome]
) -> Standing:
    values = sorted(resample[player] for resample in resamples)
    own = [outcome for outcome in outcomes if player in outcome.players]
    stretch = _stretch(len({outcome.deal for outcome in own}))
    seats = [
        (place, score)
        for outcome in own
        for sat, place, score in zip(outcome.players, outcome.places, outcome.scores, strict=True)
        if sat == player
    ]
    return Standing(
        rating=MEAN + SCALE * logit,
        low=MEAN + SCALE * (logit + stretch * min(0.0, _quantile(values, 0.025) - logit)),
        high=MEAN + SCALE * (logit + stretch * max(0.0, _quantile(values, 0.975) - logit)),
        matches=len(own),
        first_places=sum(_is_first(player, outcome) for outcome in own),
        points=sum(score for _, score in seats) / len(seats) if seats else None,
    )


def _stretch(deals: int) -> float:
    """How much wider an interval has to be than its resamples say, which spread too little where deals are few.

    Their variance is (n - 1) / (n + 1) of what it should be, and Student's distribution is wider than the normal one.
    With fewer than `FEW` what is imagined does the rest.
    """
    freedom = max(deals, FEW) - 1
    student = Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)
    return math.sqrt((freedom + 2) / freedom) * student / Z


def _is_first(player: int, outcome: Outcome) -> bool:
    best = min(outcome.places)
    return any(
        sat == player and place == best for sat, place in zip(outcome.players, outcome.places, strict=True)
    )


def _quantile(values: Sequence[float], part: float) -> float:
    """Of ascending values, between the two nearest."""
    at = part * (len(values) - 1)
    lower = int(at)
    upper = min(lower + 1, len(values) - 1)
    return values[lower] + (at - lower) * (values[upper] - values[lower])


def _pair(a: int, b: int, outcomes: Iterable[Outcome]) -> Pair:
    wins = draws = matches = 0
    deals: dict[int, tuple[float, int]] = {}
    for outcome in outcomes:
        if a not in outcome.players or b not in outcome.players:
            continue
        leads = [ahead - 0.5 for x, y, ahead in _comparisons(outcome) if (x, y) == (a, b)]
        lead = sum(leads)
        matches += 1
        wins += lead > 0
        draws += lead == 0
        points, played = deals.get(outcome.deal, (0.0, 0))
        deals[outcome.deal] = points + (1.0 if lead > 0 else 0.5 if lead == 0 else 0.0), played + 1
    if not matches:
        return Pair(a, b, 0, 0, 0, 0.0, 1.0)
    share = (wins + draws / 2) / matches
    low, high = wilson(share, _independent(share, matches, list(deals.values())))
    return Pair(a, b, matches, wins, draws, low, high)


def _independent(share: float, matches: int, deals: Sequence[tuple[float, int]]) -> float:
    """How many independent matches the deals are worth, each given by its points and its number of matches."""
    count = len(deals)
    if count < 2 or not 0 < share < 1:
        return count
    squares = sum((points - share * played) ** 2 for points, played in deals)
    variance = squares * count / (count - 1) / matches**2
    return matches if not variance else max(count, min(matches, share * (1 - share) / variance))
