"""The games for OpenSpiel: the library's own test, honest strings and resampled states, its ISMCTS bot in Python."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

np: Any = pytest.importorskip("numpy")
pyspiel: Any = pytest.importorskip("pyspiel")
ismcts: Any = pytest.importorskip("open_spiel.python.algorithms.ismcts")
mcts: Any = pytest.importorskip("open_spiel.python.algorithms.mcts")

from ai.adapters.openspiel import CatalogueState, Observer, register, resampler  # noqa: E402 - as above
from ai.adapters.rules import Rules  # noqa: E402
from gefaehrten.core.kernel import DEAL, DECIDE  # noqa: E402
from gefaehrten.core.random import Random  # noqa: E402
from gefaehrten.engine import catalogue  # noqa: E402
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel  # noqa: E402
from gefaehrten.games.gefaehrten.tables import LOCATING  # noqa: E402
from tests.unit.ai.adapters.games import ALL, CIRCLE, DEALING, check_returns, circle_too, often  # noqa: E402

with circle_too():
    NAMES = register()
GAMES = pytest.mark.parametrize("name", NAMES)
CARD_GAMES = pytest.mark.parametrize("name", [f"python_{key}" for key in DEALING])
SEATS = pytest.mark.parametrize("players", [2, 3, 4])
ROOT = Path(__file__).resolve().parents[4]


def load(name: str, players: int = 2) -> Any:
    return pyspiel.load_game(name, {"players": players})


def key_of(name: str) -> str:
    return name.removeprefix("python_")


def walk(game: Any, seed: int) -> Iterator[CatalogueState]:
    """The states of a random match, the same object again and again."""
    rng = np.random.RandomState(seed)
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        actions, chances = zip(*state.chance_outcomes(), strict=True) if state.is_chance_node() else ((), ())
        state.apply_action(int(rng.choice(actions or state.legal_actions(), p=chances or None)))
        yield state


def bot(game: Any, seed: int, simulations: int) -> Any:
    """OpenSpiel's bot for what is hidden in a game; where nothing is, that refuses to play, and MCTS does."""
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        return mcts.MCTSBot(game, 1.4, simulations, evaluator, random_state=np.random.RandomState(seed + 1))
    made = ismcts.ISMCTSBot(game, evaluator, 1.4, simulations, random_state=np.random.RandomState(seed + 1))
    made.set_resampler(resampler(seed))
    return made


def swapped(state: CatalogueState, player: int) -> CatalogueState | None:
    """Another card in another hand, if one can be: made by hand, not by the resampler under test."""
    history = state.history()
    states = [state.get_game().new_initial_state()]
    for value in history:
        states.append(states[-1].clone())
        states[-1].apply_action(value)
    for index in range(len(history) - 1, -1, -1):
        before = states[index]
        if not before.is_chance_node() or before.course.kernel.actor() in (player, -1):
            continue
        for face, _ in before.chance_outcomes():
            if face == history[index]:
                continue
            try:
                other = before.clone()
                other.apply_action(face)
                for value in history[index + 1 :]:
                    if value not in other.legal_actions():
                        raise ValueError(value)
                    other.apply_action(value)
            except ValueError:
                continue
            return other  # type: ignore[no-any-return]
    return None


@pytest.mark.slow
@GAMES
@pytest.mark.parametrize(("players", "matches"), [(2, 10), (3, 1), (4, 1)])
def test_it_passes_the_test_of_the_library(
    name: str, players: int, matches: int, capfd: pytest.CaptureFixture[str]
) -> None:
    pyspiel.random_sim_test(load(name, players), num_sims=matches, serialize=True, verbose=False)
    capfd.readouterr()


def test_every_game_of_the_catalogue_is_registered_once() -> None:
    assert register() == NAMES
    assert [key_of(name) for name in NAMES] == list(catalogue.keys()) == list(ALL)
    assert set(NAMES) <= set(pyspiel.registered_names())


@GAMES
def test_parameters_are_seats_and_options(name: str) -> None:
    for option in catalogue.game(key_of(name)).options:
        for value in option.values:
            spelled = f"_{value}" if value[0].isdecimal() or value == "true" else value
            game = pyspiel.load_game(f"{name}(players=3,{option.key}={spelled})")
            assert game.num_players() == 3
            assert game.rules.setup.options[option.key] == value
            again = pickle.loads(pickle.dumps(game))
            assert str(again) == str(game)
            assert again.rules.setup == game.rules.setup
            plain = pyspiel.load_game(name, {"players": 3, option.key: value})
            assert str(pickle.loads(pickle.dumps(plain))) == str(plain) == str(game)


@GAMES
def test_what_kind_of_game_it_is_depends_on_cards_and_on_whether_somebody_always_wins(name: str) -> None:
    kind, rules = load(name).get_type(), Rules(key_of(name))
    hidden = kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert hidden == bool(rules.decks)
    zero = kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    assert zero != rules.sizes.winnerless
    assert load(name).utility_sum() == (0 if zero else None)


@GAMES
@SEATS
def test_no_match_has_more_chance_than_announced(name: str, players: int) -> None:
    game = load(name, players)
    events = 0
    for state in walk(game, players):
        if state.is_chance_node():
            events += 1
            assert max(value for value, _ in state.chance_outcomes()) < game.max_chance_outcomes()
    assert events <= game.max_chance_nodes_in_history()


@GAMES
@SEATS
def test_returns_are_the_rules(name: str, players: int) -> None:
    *_, state = walk(load(name, players), players)
    kernel = state.course.kernel
    assert state.returns() == pytest.approx(Rules(key_of(name), players).returns(kernel))
    check_returns(state.returns(), [int(kernel.place(seat)) for seat in range(players)])


@GAMES
def test_a_state_and_its_clone_go_their_own_ways(name: str) -> None:
    for index, state in enumerate(walk(load(name), 3)):
        if index % often(key_of(name), 30) or state.is_terminal() or state.is_chance_node():
            continue
        before = (str(state), state.information_state_string(0))
        clone = state.clone()
        clone.apply_action(clone.legal_actions()[0])
        assert (str(state), state.information_state_string(0)) == before
        assert str(clone) == f"{before[0]} {clone.history()[-1]}"
        for other in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert (str(other), other.information_state_string(0)) == before
            assert other.history() == state.history()


@pytest.mark.slow
@GAMES
@SEATS
def test_a_resampled_state_looks_the_same_to_the_player_and_to_nobody_else(name: str, players: int) -> None:
    resample = resampler(1)
    others, tried = 0, 0
    for index, state in enumerate(walk(load(name, players), players)):
        if index % often(key_of(name), 29):
            continue
        for player in range(players):
            other = resample(state, player)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.current_player() == state.current_player()
            assert len(other.history()) == len(state.history())
            if state.current_player() == player:
                assert other.legal_actions() == state.legal_actions()
            rival = (player + 1) % players
            others += other.information_state_string(rival) != state.information_state_string(rival)
            tried += 1
    if key_of(name) in DEALING:
        assert others > tried / 3
    elif not Rules(key_of(name), players).decks:
        assert others == 0 < tried


def guesses(state: CatalogueState, player: int) -> set[tuple[int, ...]]:
    """What the kernel's own determinization makes of the position."""
    found = set()
    for seed in range(8):
        own = state.seen(player)
        own.determinize(Random(seed))
        found.add(tuple(own.dump()))
    return found


@pytest.mark.slow
@CARD_GAMES
def test_hidden_cards_vary_in_every_phase(name: str) -> None:
    resample = resampler(2)
    # The phase as any game has it: what comes next, whose it is, and whether the turn has begun already.
    phases: Counter[tuple[int, bool, bool]] = Counter()
    before, located = (-1, -1), 0
    for index, state in enumerate(walk(load(name), 2)):
        kernel = state.course.kernel
        now = (int(kernel.request()), int(kernel.turns()))
        begun, before = now == before, now
        for player in range(2):
            locating = isinstance(kernel, GefaehrtenKernel) and kernel.phase() == LOCATING
            phase = (now[0], kernel.actor() == player, begun)
            if (phases[phase] > 3 and index % 13 and not locating) or len(guesses(state, player)) < 4:
                continue
            located += locating
            found = {tuple(resample(state, player).course.kernel.dump()) for _ in range(8)}
            assert len(found) > 1, f"nothing varies at event {index} for player {player}"
            phases[phase] += len(found) > 4
    wanted = product((int(DECIDE), int(DEAL)), (False, True), (False, True))
    assert [phase for phase in wanted if not phases[phase]] == []
    assert located > 4 or "gefaehrten" not in name


@pytest.mark.slow
@CARD_GAMES
def test_the_bots_choice_hangs_on_no_hidden_card(name: str) -> None:
    game = load(name)
    tried = 0
    for seed in range(4, 12):
        for index, state in enumerate(walk(game, seed)):
            if state.is_chance_node() or state.is_terminal() or index % 37 > 2 or tried > 12:
                continue
            other = swapped(state, state.current_player()) if len(state.legal_actions()) > 1 else None
            if other is None:
                continue
            tried += 1
            assert str(other) != str(state)
            assert bot(game, index, 20).get_policy(other) == bot(game, index, 20).get_policy(state)
        if tried >= 4:
            return
    pytest.fail("hardly any position had a card to swap")


@pytest.mark.slow
@GAMES
@SEATS
def test_the_bot_plays_to_the_end(name: str, players: int) -> None:
    game = load(name, players)
    player = bot(game, players, 2)
    state = game.new_initial_state()
    rng = np.random.RandomState(players)
    # A playout through thousands of outcomes for each roll takes long: it searches a few times and goes on at random.
    most = 2 if key_of(name) == CIRCLE else 1000 if game.max_chance_outcomes() < 1000 else 3
    searched = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            action = rng.choice(actions, p=chances)
        elif state.current_player() == 0 and searched < most:
            action = player.step(state)
            searched += 1
        else:
            action = rng.choice(state.legal_actions())
        state.apply_action(int(action))
    assert searched == most or (most == 1000 and searched > 5)


def test_observers_are_one_players_or_public() -> None:
    game = load(NAMES[0])
    *_, state = (later.clone() for later, _ in zip(walk(game, 1), range(30), strict=False))
    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    observer = game.make_py_observer(public)
    assert observer.string_from(state, 0) == observer.string_from(state, 1)
    own = game.make_py_observer()
    assert len({observer.string_from(state, 0), own.string_from(state, 0), own.string_from(state, 1)}) == 3
    own.set_from(state, 1)
    numbers = Rules().game.observe(Rules().setup, state.seen(1), 1)
    assert own.tensor.tolist() == numbers == state.observation_tensor(1)
    assert np.concatenate(list(own.dict.values())).tolist() == numbers
    everything = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="one player's or public"):
        Observer(Rules(), everything, None)


@pytest.mark.slow
def test_a_process_that_registered_them_ends_in_peace() -> None:
    code = (
        "import pyspiel; from ai.adapters.openspiel import register;"
        "print(pyspiel.load_game(register()[0]).new_initial_state().current_player())"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"{int(pyspiel.PlayerId.CHANCE)}\n"), done.stderr


@pytest.mark.slow
def test_the_example_of_the_document_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "research.md").read_text("utf-8")
    example = next(part for part in text.split("```python\n")[1:] if "adapters.openspiel" in part).split(
        "```"
    )[0]
    exec(example, {})
    assert "@" in capsys.readouterr().out
