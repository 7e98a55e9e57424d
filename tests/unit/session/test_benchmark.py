"""What `gefaehrten bench` measures, with a clock of its own: no test waits, and none asks how fast the machine is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from ai.thinking import Candidate
from gefaehrten.core.game import Setup
from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.random import Random
from gefaehrten.engine import catalogue
from gefaehrten.session import benchmark
from gefaehrten.session.benchmark import Figure

SETUP = Setup(2, {option.key: option.values[0] for option in catalogue.game("gefaehrten").options}, ("", ""))


def ticking(step: float) -> Callable[[], float]:
    """A clock that is `step` later whenever somebody looks."""
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += step
        return now

    return clock


def values(figures: Any) -> dict[str, float]:
    return {figure.key: figure.value for figure in figures}


def test_the_first_decision_has_nothing_hidden() -> None:
    first = benchmark.first_decision(catalogue.game("gefaehrten"), SETUP)
    assert first.request() == DECIDE
    before = first.public()
    again = first.clone()
    again.determinize(Random(1))
    assert again.dump() == first.dump(), "there is nothing to draw"
    assert first.public() == before


def test_rates_are_counts_by_the_clock() -> None:
    """The clock shows one second more at every look: three looks are two parts in three seconds."""
    first = benchmark.first_decision(catalogue.game("gefaehrten"), SETUP)
    found = values(benchmark.rules(first, ticking(1.0), 2.5))
    assert found["playouts_per_second"] == pytest.approx(2 * benchmark.BATCH / 3)
    assert found["actions_per_second"] > 20 * found["playouts_per_second"], (
        "a match of two has dozens of turns"
    )
    assert first.request() == DECIDE, "the position is left as it was"
    assert first.request() != OVER


def test_a_search_is_measured_with_and_without_what_bots_know() -> None:
    game = catalogue.game("gefaehrten")
    first = benchmark.first_decision(game, SETUP)
    found = values(benchmark.search(game, first, ticking(1.0), 2.5))
    each = 2 * benchmark.BATCH / 3
    assert found["search_iterations_per_second"] == found["bot_iterations_per_second"] == pytest.approx(each)
    assert found["search_steps_per_second"] > 20 * each
    assert found["bot_steps_per_second"] > found["bot_iterations_per_second"]
    assert 0 < found["tree_bytes_per_iteration"] <= 49, "a node an iteration, and the root"


def test_one_game_is_measured_in_full_and_every_other_for_its_rules_and_searches() -> None:
    games = list(map(catalogue.game, catalogue.keys()))
    chosen = games[-1]
    parts = benchmark.programme(chosen, games, 99, ticking(1.0), 2.5)
    of = [part.game.key for part in parts]
    assert of == [chosen.key] * 4 + [game.key for game in games[:-1] for _ in range(2)]
    assert all(part.setup.seats == part.game.max_seats for part in parts), "no game is for 99"

    async def collect() -> list[list[Figure]]:
        return [[figure async for figure in part.figures] for part in parts[:2] + parts[4:]]

    found = asyncio.run(collect())
    for ruled, searched in zip(found[::2], found[1::2], strict=True):
        assert [figure.key for figure in ruled] == ["playouts_per_second", "actions_per_second"]
        assert {"search_steps_per_second", "bot_steps_per_second"} < set(values(searched))


def test_others_get_their_turn_between_two_figures() -> None:
    """A signal's handler, above all: what measures never waits by itself."""
    turns = 0

    async def collect() -> int:
        async def count() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        counting = asyncio.create_task(count())
        game = catalogue.game("gefaehrten")
        parts = benchmark.programme(game, [game], 2, ticking(1.0), 1.5)
        figures = [figure for part in parts[:2] async for figure in part.figures]
        counting.cancel()
        return len(figures)

    assert asyncio.run(collect()) <= turns


class Thinker:
    """A bot's process that has looked at something so often."""

    def __init__(self, visits: list[int]) -> None:
        self.visits = visits
        self.closed = False
        self.asked: list[str] = []

    async def hint(
        self, game_key: str, setup: Setup, dump: list[int], seat: int, level: str, seed: int
    ) -> list[Candidate]:
        self.asked.append(level)
        return [Candidate(number, visits, 0.5) for number, visits in enumerate(self.visits)]

    def close(self) -> None:
        self.closed = True


def test_two_processes_are_held_against_one() -> None:
    game = catalogue.game("gefaehrten")
    thinkers = [Thinker([100, 50]), Thinker([60, 60])]
    ready = iter(thinkers)

    async def collect() -> list[Figure]:
        first = benchmark.first_decision(game, SETUP)
        return [figure async for figure in benchmark.processes(game, SETUP, first, 0.5, lambda: next(ready))]

    found = values(asyncio.run(collect()))
    assert found == {"process_iterations_per_second": 300.0, "two_processes": (150 + 120) / 150}
    assert all(thinker.closed for thinker in thinkers)
    assert thinkers[1].asked == ["ismcts:iterations=1", "ismcts:time=0.5"], "both are awake when it counts"


@pytest.mark.slow
def test_a_whole_match_is_sealed_played_and_audited() -> None:
    game = catalogue.game("gefaehrten")

    async def collect() -> list[Figure]:
        return [figure async for figure in benchmark.match(game, SETUP, ticking(1.0), 2.5)]

    found = values(asyncio.run(collect()))
    assert found["match_seconds"] == 1.0, "two looks at the clock"
    assert 0 < found["sealing_seconds"] < 60
    assert found["verify_matches_per_second"] == pytest.approx(2 / 3)
