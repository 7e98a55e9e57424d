"""The environment for PettingZoo: the library's own tests, honest observations, rewards by place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

np: Any = pytest.importorskip("numpy")
pytest.importorskip("gymnasium")
library_tests: Any = pytest.importorskip("pettingzoo.test")

from ai.adapters.aec import CatalogueEnv, env, raw_env  # noqa: E402 - only where the libraries are
from ai.adapters.rules import legal  # noqa: E402
from gefaehrten.core.errors import IllegalAction, UsageError  # noqa: E402
from gefaehrten.core.kernel import DECIDE, OVER  # noqa: E402
from gefaehrten.core.random import Random  # noqa: E402
from gefaehrten.engine import catalogue  # noqa: E402
from tests.unit.ai.adapters.games import ALL, CIRCLE, DEALING, check_returns  # noqa: E402

GAMES = pytest.mark.parametrize("key", ALL)
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def play(match: Any, seed: int, most: int = 10_000) -> dict[str, float]:
    """Plays legal actions at random, through masks alone; the agents' rewards."""
    match.reset(seed=seed)
    rng = np.random.default_rng(seed)
    total = dict.fromkeys(match.possible_agents, 0.0)
    for agent in match.agent_iter(most):
        seen, reward, ended, cut, _ = match.last()
        total[agent] += reward
        assert not cut
        match.step(None if ended else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return total


@pytest.mark.slow
@GAMES
@SEATS
@pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent"
)
def test_it_passes_the_test_of_the_library(key: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    library_tests.api_test(env(key, seats), num_cycles=150)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.slow
@GAMES
@SEATS
def test_equal_seeds_give_equal_matches(key: str, seats: int) -> None:
    library_tests.seed_test(lambda: env(key, seats), num_cycles=150)


@pytest.mark.slow
@GAMES
@SEATS
def test_a_match_ends_with_rewards_by_place(key: str, seats: int) -> None:
    match = env(key, seats)
    for seed in range(2):
        total = play(match, seed)
        kernel = match.unwrapped._kernel
        places = [kernel.place(seat) for seat in range(seats)]
        assert match.agents == []
        assert list(total.values()) == pytest.approx(match.unwrapped.rules.returns(kernel))
        check_returns(list(total.values()), places)


@GAMES
def test_masks_are_the_legal_actions_of_the_agent_whose_turn_it_is(key: str) -> None:
    match = raw_env(key)
    match.reset(seed=4)
    rng = Random(4)
    for _ in range(40):
        kernel = match._kernel
        if kernel.request() == OVER:
            break
        for seat, agent in enumerate(match.possible_agents):
            mask = match.observe(agent)["action_mask"]
            expected = legal(kernel) if kernel.actor() == seat else []
            assert np.flatnonzero(mask).tolist() == expected
        actions = legal(kernel)
        match.step(actions[rng.below(len(actions))])


@pytest.mark.slow
@pytest.mark.parametrize("key", [*DEALING, CIRCLE])
@SEATS
def test_hidden_cards_change_neither_numbers_nor_mask(key: str, seats: int) -> None:
    match = raw_env(key, seats)
    match.reset(seed=seats)
    rng = Random(seats)
    differed = 0
    for _ in range(60):
        if match._kernel.request() == OVER:
            match.reset()
        true = match._kernel
        for seat, agent in enumerate(match.possible_agents):
            seen = match.observe(agent)
            other = true.clone()
            other.mask(seat)
            other.determinize(rng)
            differed += other.dump() != true.dump()
            match._kernel = other
            again = match.observe(agent)
            match._kernel = true
            assert match.observation_space(agent).contains(seen)
            for part in ("observation", "action_mask"):
                assert np.array_equal(seen[part], again[part])
        actions = legal(true)
        match.step(actions[rng.below(len(actions))])
    assert differed > (10 if key == CIRCLE else 30)


@GAMES
def test_an_observation_is_made_of_a_masked_copy(key: str) -> None:
    """Whatever a game's own reading of a kernel may let slip, it gets none that knows more than the seat."""
    match = raw_env(key)
    match.reset(seed=1)
    given = []
    real = match.rules.game

    class Spy:
        def __getattr__(self, name: str) -> Any:
            return getattr(real, name)

        def observe(self, setup: Any, kernel: Any, seat: int) -> list[int]:
            given.append(kernel.dump())
            return real.observe(setup, kernel, seat)

    match.rules.game = Spy()
    match.observe("player_1")
    masked = match._kernel.clone()
    masked.mask(1)
    assert given == [masked.dump()]
    assert (given != [match._kernel.dump()]) == bool(match.rules.decks)


def start(match: CatalogueEnv, seed: int | None = None) -> list[int]:
    match.reset(seed=seed)
    return match._kernel.dump()


def test_a_seed_goes_for_all_matches_that_follow() -> None:
    one, other = raw_env(), raw_env()
    first = [start(one, 5), start(one), start(one)]
    assert first == [start(other, 5), start(other), start(other)]
    assert len({tuple(dump) for dump in first}) == 3
    assert start(one, 6) != first[0]


def test_without_any_seed_matches_differ() -> None:
    assert start(raw_env()) != start(raw_env())


@pytest.mark.filterwarnings("ignore:.*Illegal")
def test_a_forbidden_action_loses_or_raises() -> None:
    bare = raw_env()
    bare.reset(seed=2)
    forbidden = int(np.flatnonzero(bare.observe(bare.agent_selection)["action_mask"] == 0)[0])
    before = bare._kernel.dump()
    with pytest.raises(IllegalAction):
        bare.step(forbidden)
    assert bare._kernel.dump() == before
    match = env(illegal_reward=-3.0)
    match.reset(seed=2)
    agent = match.agent_selection
    match.step(forbidden)
    assert match.rewards[agent] == -3
    assert all(match.terminations.values())


def test_setups_that_cannot_be_are_refused() -> None:
    with pytest.raises(UsageError):
        env(seats=9)


def test_options_reach_the_rules() -> None:
    option = catalogue.game(catalogue.keys()[0]).options[0]
    assert raw_env(options={option.key: option.values[1]}).rules.setup.options[option.key] == option.values[1]


def test_an_agent_that_is_in_the_game_acts() -> None:
    match = raw_env()
    match.reset(seed=1)
    assert match._kernel.request() == DECIDE
    with pytest.raises(ValueError, match="has to act"):
        match.step(None)


@pytest.mark.slow
def test_the_example_of_the_document_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).resolve().parents[4] / "docs" / "research.md").read_text("utf-8")
    example = next(part for part in text.split("```python\n")[1:] if "adapters.aec" in part).split("```")[0]
    exec(example, {})
    printed = dict(line.split() for line in capsys.readouterr().out.splitlines())
    assert sorted(printed) == [f"player_{seat}" for seat in range(3)]
    assert sum(map(float, printed.values())) == pytest.approx(0)
