"""Shell. Our search beside OpenSpiel's ISMCTS bots, in speed and in a series of matches: `scripts/bench_openspiel.py`.

The one rule: what is compared is measured in turns in the same run, because machines drift; what counts is the ratio.
A step is an action of a player, in the tree or in a playout; rolls and deals are none. Needs the extra `openspiel`.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts
except ModuleNotFoundError as missing:
    sys.exit(f"There is no {missing.name} here; install the extra: pip install 'gefaehrten[openspiel]'.")

from ai.adapters.openspiel import CatalogueState, register, resampler  # noqa: E402 - from the repository
from ai.adapters.rules import Rules, legal  # noqa: E402
from ai.levels import Method, Spec, parse_spec  # noqa: E402
from ai.search import Search  # noqa: E402
from ai.thinking import SHARE, choose_turn, room  # noqa: E402
from gefaehrten.core.errors import UsageError  # noqa: E402
from gefaehrten.core.kernel import Kernel  # noqa: E402
from gefaehrten.core.playout import playout  # noqa: E402
from gefaehrten.core.random import Random  # noqa: E402

TARGET_PYTHON = 40.0
TARGET_STEPS = 1.5
EXPLORATION = 1.4
"""UCB's constant for returns of -1 ... 1: twice the 0.7 that our search has for rewards of 0 ... 1."""

BATCH = 64
HEARTS_BATCH = 2000
Z = 1.959964
"""Standard normal quantile of a 95 % interval."""


def rate(step: Callable[[], int], seconds: float) -> float:
    """How many things a second `step` does, which returns how many it has done."""
    done, begin = 0, time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        done += step()
    return done / spent


# Positions.


def positions(game: Any, seed: int) -> list[CatalogueState]:
    """A random match's first decision, and those after a third and two thirds of it."""
    states = list(decisions(game, seed))
    return [states[part * len(states) // 3] for part in range(3)]


def decisions(game: Any, seed: int) -> Iterator[CatalogueState]:
    """Copies of the states of a random match in which somebody has a choice."""
    rng = np.random.RandomState(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        chances = [chance for _, chance in state.chance_outcomes()] if state.is_chance_node() else None
        if chances is None and len(actions) > 1:
            yield state.clone()
        state.apply_action(int(rng.choice(actions, p=chances)))


# The searches.


def our_search(state: CatalogueState, seed: int, how: str) -> Search:
    """A tree of ours at a state, from what its player sees."""
    player = state.current_player()
    knowledge = state.course.rules.game.knowledge()
    match how:
        case "off":
            return Search(state.seen(player), player, seed)
        case "on":
            return Search(state.seen(player), player, seed, knowledge)
        case _:
            return Search(state.seen(player), player, seed, knowledge, knowledge.horizon())


class KernelPlayouts:
    """An evaluator for OpenSpiel's bots that plays out in the compiled kernel: the bot at its fastest."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self._room = room()

    def evaluate(self, state: CatalogueState) -> Any:
        """The returns of one random playout."""
        kernel = state.course.kernel.clone()
        playout(kernel, self._rng, self._room)
        return np.array(state.course.rules.returns(kernel))

    def prior(self, state: CatalogueState) -> list[tuple[int, float]]:
        """Every action alike."""
        actions = legal(state.course.kernel)
        return [(action, 1.0 / len(actions)) for action in actions]


def their_bot(game: Any, seed: int, playouts: str) -> Any:
    """OpenSpiel's ISMCTS bot in Python, its random numbers fixed."""
    if playouts == "kernel":
        evaluator: Any = KernelPlayouts(seed)
    else:
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))
    bot = ismcts.ISMCTSBot(game, evaluator, EXPLORATION, 1, random_state=np.random.RandomState(seed + 1))
    bot.set_resampler(resampler(seed))
    return bot


class Thought:
    """One decision of their bot, simulation by simulation: what its `run_search` does, without the fixed number."""

    def __init__(self, bot: Any, state: CatalogueState) -> None:
        self._bot, self._state = bot, state
        bot.reset()
        self._root = bot._root_node = bot.create_new_node(state)

    def deepen(self) -> int:
        """One simulation."""
        self._bot.run_simulation(self._bot.sample_root_state(self._state))
        return 1

    def best(self) -> int:
        """The action visited most."""
        policy = dict(self._bot.get_final_policy(self._state, self._root))
        return int(max(policy, key=lambda action: policy[action]))


# (a) and (b): speed.


def against_python(game: Any, rounds: int, seconds: float) -> dict[str, object]:
    """Iterations a second, ours and those of OpenSpiel's Python bot through the adapter, at the same positions."""
    found: dict[str, list[float]] = {}
    for number in range(rounds):
        for state in positions(game, number):
            for how in ("off", "on", "cut"):
                search = our_search(state, number, how)
                found.setdefault(how, []).append(rate(partial(iterate, search), seconds))
            for playouts in ("own", "kernel"):
                thought = Thought(their_bot(game, number, playouts), state)
                found.setdefault(playouts, []).append(rate(thought.deepen, seconds))
    ratios = {
        f"{ours}/{theirs}": median(a / b for a, b in zip(found[ours], found[theirs], strict=True))
        for ours in ("off", "on", "cut")
        for theirs in ("own", "kernel")
    }
    return {
        "ours_uniform_playouts": round(median(found["off"])),
        "ours_knowledge_to_the_end": round(median(found["on"])),
        "ours_knowledge_and_horizon": round(median(found["cut"])),
        "openspiel_python": round(median(found["own"]), 1),
        "openspiel_python_kernel_playouts": round(median(found["kernel"]), 1),
        "ratio": round(ratios["off/own"], 1),
        "ratio_knowledge_to_the_end": round(ratios["on/own"], 1),
        "ratio_to_kernel_playouts": round(ratios["off/kernel"], 1),
        "target": TARGET_PYTHON,
    }


def iterate(search: Search) -> int:
    """A batch of ours."""
    search.run(BATCH)
    return BATCH


def against_hearts(game: Any, rounds: int, seconds: float) -> dict[str, object]:
    """Steps a second, ours to the end and those of OpenSpiel's C++ bot on hearts, each at first decisions."""
    hearts = pyspiel.load_game("hearts")
    ours, theirs, simulations, lengths = [], [], [], []
    for number in range(rounds):
        search = our_search(next(decisions(game, number)), number, "off")
        begin = time.perf_counter()
        rate(partial(iterate, search), seconds)
        ours.append(int(search.steps()) / (time.perf_counter() - begin))
        root = next(decisions(hearts, number))
        evaluator = pyspiel.RandomRolloutEvaluator(1, number)
        bot = pyspiel.ISMCTSBot(number, evaluator, 2.0, HEARTS_BATCH)

        def think(bot: Any = bot, root: Any = root) -> int:
            bot.step(root)
            return HEARTS_BATCH

        simulations.append(rate(think, seconds))
        lengths.append(mean_length(root, number))
        theirs.append(simulations[-1] * lengths[-1])
    return {
        "ours_steps_per_second": round(median(ours)),
        "hearts_simulations_per_second": round(median(simulations)),
        "hearts_steps_per_simulation": round(median(lengths), 1),
        "hearts_steps_per_second": round(median(theirs)),
        "ratio": round(median(a / b for a, b in zip(ours, theirs, strict=True)), 2),
        "target": TARGET_STEPS,
    }


def mean_length(root: Any, seed: int, matches: int = 50) -> float:
    """Players' actions from a state to the end, which is what a simulation takes: every one goes on to the end."""
    rng = np.random.RandomState(seed)
    total = 0
    for _ in range(matches):
        state = root.clone()
        while not state.is_terminal():
            total += not state.is_chance_node()
            state.apply_action(int(rng.choice(state.legal_actions())))
    return total / matches


# (c): matches.


@dataclass
class Side:
    """What one of the two has thought. Mutable: it adds up."""

    seconds: float = 0.0
    turns: int = 0
    simulations: int = 0
    longest: float = field(default=0.0)

    def thought(self, seconds: float) -> None:
        """Another turn."""
        self.seconds += seconds
        self.turns += 1
        self.longest = max(self.longest, seconds)


class Deals:
    """The order of every deck and the rolls of a pair of matches."""

    def __init__(self, rules: Rules, seed: int) -> None:
        rng = np.random.RandomState(seed)
        self._decks = {deck: list(rng.permutation(faces)) for deck, faces in rules.decks.items()}
        self._rolls = rng

    def next(self, kernel: Kernel) -> int:
        """What chance brings now."""
        if kernel.actor() < 0:
            return int(self._rolls.randint(int(kernel.amount())))
        return int(self._decks[int(kernel.deck())].pop())


def play(game: Any, spec: Spec, mine: int, seed: int, playouts: str, sides: tuple[Side, Side]) -> float:
    """A match, ours on seat `mine`; what it won: 1, a half where the first place is shared, or 0."""
    state = game.new_initial_state()
    deals = Deals(game.rules, seed)
    bot = their_bot(game, seed, playouts)
    knowledge = game.rules.game.knowledge()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(deals.next(state.course.kernel))
            continue
        player = state.current_player()
        begin = time.perf_counter()
        if player == mine:
            turn_seed = seed * 1000 + len(state.history())
            actions = choose_turn(
                state.seen(player), player, spec, turn_seed, time.perf_counter, bool, knowledge=knowledge
            )
            sides[0].thought(time.perf_counter() - begin)
            for action in actions:
                state.apply_action(action)
        else:
            their_turn(bot, state, begin + allowed(spec, sides[0]), sides[1])
            sides[1].thought(time.perf_counter() - begin)
    return (float(state.returns()[mine]) + 1) / 2


def allowed(spec: Spec, ours: Side) -> float:
    """The seconds that OpenSpiel's bot has for a turn: what ours has, or what it has taken on average so far."""
    return ours.seconds / max(1, ours.turns) if spec.seconds is None else spec.seconds


def their_turn(bot: Any, state: CatalogueState, end: float, side: Side) -> None:
    """Plays a whole turn of their bot: as for ours, each decision takes its share of what is left of the time."""
    player, turns = state.current_player(), state.course.kernel.turns()
    while state.current_player() == player and state.course.kernel.turns() == turns:
        actions = state.legal_actions()
        if len(actions) > 1:
            thought = Thought(bot, state)
            now = time.perf_counter()
            until = now + SHARE * (end - now)
            side.simulations += thought.deepen()  # that expands the root
            while time.perf_counter() < until or not thought._root.child_info:
                side.simulations += thought.deepen()
            state.apply_action(thought.best())
        else:
            state.apply_action(actions[0])


def series(game: Any, spec: Spec, matches: int, seed: int, playouts: str) -> dict[str, object]:
    """Pairs of matches with the same cards and the same first seat, in which the two change seats."""
    sides = (Side(), Side())
    won = 0.0
    for number in range(matches):
        won += play(game, spec, number % 2, seed + number // 2, playouts, sides)
    low, high = wilson(won, matches)
    return {
        "ours": str(spec),
        "openspiel_playouts": playouts,
        "seats": 2,
        "matches": matches,
        "won": won,
        "share": round(won / matches, 3),
        "low": round(low, 3),
        "high": round(high, 3),
        "our_seconds_per_turn": round(sides[0].seconds / sides[0].turns, 3),
        "their_seconds_per_turn": round(sides[1].seconds / sides[1].turns, 3),
        "their_longest_turn": round(sides[1].longest, 3),
        "their_simulations_per_turn": round(sides[1].simulations / sides[1].turns, 1),
    }


def wilson(won: float, matches: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    share, z = won / matches, Z * Z / matches
    middle = (share + z / 2) / (1 + z)
    half = Z * math.sqrt(share * (1 - share) / matches + z / (4 * matches)) / (1 + z)
    return max(0.0, middle - half), min(1.0, middle + half)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", help="its key in the catalogue")
    parser.add_argument("--seats", type=int, default=4, help="for the speeds; the series has two")
    parser.add_argument("--rounds", type=int, default=3, help="of the speeds; 0 leaves them out")
    parser.add_argument("--slice", type=float, default=1.0, help="seconds that each speed is measured for")
    parser.add_argument("--matches", type=int, default=0, help="of the series, two for each deal")
    parser.add_argument("--bot", default="hard", help="ours in the series: a level or a specification")
    parser.add_argument(
        "--seconds", type=float, help="for a turn of either; where left out theirs takes as long as ours"
    )
    parser.add_argument(
        "--playouts", choices=("own", "kernel"), default="own", help="of OpenSpiel's bot there"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    try:
        register()
        rules = Rules(options.game)
        spec = parse_spec(options.bot, rules.game.levels)
        game = pyspiel.load_game(f"python_{rules.game.key}", {"players": options.seats})
    except UsageError as wrong:
        parser.error(str(wrong))
    if options.seconds is not None and spec.method is Method.SEARCH:
        spec = replace(spec, seconds=options.seconds, iterations=None)
    elif options.seconds is not None:
        parser.error("only a search takes --seconds")
    if options.matches and spec.method is not Method.SEARCH:
        parser.error("the series needs a bot that searches")
    if options.matches % 2:
        parser.error("--matches must be even: each deal is played twice")
    form = "compiled" if not sys.modules[Search.__module__].__file__.endswith(".py") else "interpreted"  # type: ignore[union-attr]
    result: dict[str, dict[str, object]] = {
        "setup": {
            "form": form,
            "python": ".".join(map(str, sys.version_info[:3])),
            "open_spiel": version("open_spiel"),
            "numpy": version("numpy"),
            "seats_of_speeds": options.seats,
        }
    }
    if options.rounds:
        result["iterations_per_second"] = against_python(game, options.rounds, options.slice)
        result["steps_per_second"] = against_hearts(game, options.rounds, options.slice)
    if options.matches:
        two = pyspiel.load_game(game.get_type().short_name, {"players": 2})
        result["series"] = series(two, spec, options.matches, options.seed, options.playouts)
    if options.json:
        print(json.dumps(result))
    else:
        for part, values in result.items():
            print(part)
            for name, value in values.items():
                print(f"  {name:34} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
