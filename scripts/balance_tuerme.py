"""Shell. Plays whole matches of the board game between bots of one kind and says what T28 asks: losses and length.

The one rule: it measures and changes nothing; own values are changed by hand in the game's data file.

    python scripts/balance_tuerme.py --games 500 --level ismcts:time=0.4
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from librt.vecs import vec
from mypy_extensions import i64

from ai.greedy import greedy_turn
from ai.levels import Method, Spec, parse_spec
from ai.search import Search
from gefaehrten.core.game import Setup
from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS, OVER, Kernel
from gefaehrten.core.random import Random
from gefaehrten.games.tuerme.game import GAME
from gefaehrten.games.tuerme.kernel import TuermeKernel
from gefaehrten.games.tuerme.steps import REASONS

BATCH = 32


def turn(kernel: Kernel, spec: Spec, seed: int) -> list[int]:
    """A whole turn of the seat that decides, by a bot of this kind; it sees what its seat sees."""
    seat, turns = int(kernel.actor()), kernel.turns()
    knowledge, rng = GAME.knowledge(), Random(seed)
    now = kernel.clone()
    now.mask(seat)
    if spec.method is Method.GREEDY:
        return greedy_turn(now, seat, knowledge, rng)
    chosen: list[int] = []
    buffer = vec[i64]([0] * MAX_ACTIONS)
    search: Search | None = None
    end = time.monotonic() + (spec.seconds or 0)
    while now.request() == DECIDE and now.actor() == seat and now.turns() == turns:
        count = now.legal_actions(buffer)
        action = int(buffer[rng.below(count)])
        if spec.method is Method.SEARCH and count == 1:
            action = int(buffer[0])
        elif spec.method is Method.SEARCH:
            if search is None:
                horizon = knowledge.horizon() if spec.horizon is None else spec.horizon
                search = Search(now, seat, seed, knowledge, horizon)
            if spec.iterations is not None:
                search.run(spec.iterations)
            else:
                share = time.monotonic() + 0.65 * (end - time.monotonic())
                search.run(BATCH)
                while time.monotonic() < share:
                    search.run(BATCH)
            action = int(search.best())
        chosen.append(action)
        now.apply(action)
        if search is not None:
            search.advance(action)
    return chosen


def played(setup: Setup, spec: Spec, seed: int) -> TuermeKernel:
    """A whole match."""
    rng = Random(seed)
    kernel = GAME.start(setup)
    while kernel.request() != OVER:
        if kernel.request() != DECIDE:
            kernel.chance(rng)
            continue
        for action in turn(kernel, spec, rng.word()):
            kernel.apply(action)
    return kernel


def main() -> None:
    """Prints a line now and then, and the figures at the end."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--level", default="medium", help="as for `gefaehrten arena`")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rings", default="1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no further match after so many")
    given = parser.parse_args()
    spec = parse_spec(given.level)
    setup = Setup(given.seats, {"rings": given.rings})
    reasons: Counter[str] = Counter()
    moves: list[int] = []
    ents: list[int] = []
    points: list[int] = []
    began = time.monotonic()
    for number in range(given.games):
        if time.monotonic() - began > given.seconds:
            break
        last = played(setup, spec, given.seed * 1_000_003 + number)
        reasons[REASONS[int(last.ending())]] += 1
        moves.append(int(last.round()))
        ents.append(int(last.ent()))
        points += [int(last.points(seat)) for seat in range(given.seats)]
        if (number + 1) % 20 == 0:
            print(number + 1, dict(reasons), f"{sum(moves) / len(moves):.1f} moves", flush=True)
    count = len(moves)
    lost = 100 * (reasons["chain"] + reasons["time"]) / count
    moves.sort()
    print(f"{count} matches, {spec}, {given.seats} seats, rings={given.rings}, seed {given.seed}")
    print(
        f"lost to the towers: {lost:.1f} % (by time: {reasons['time']}); moves a table: mean {sum(moves) / count:.1f}, "
        f"10 % below {moves[count // 10]}, median {moves[count // 2]}, 10 % above {moves[-1 - count // 10]}, "
        f"longest {moves[-1]}; Ent steps {sum(ents) / count:.1f}; points a seat {sum(points) / len(points):.1f}; "
        f"{(time.monotonic() - began) / count:.2f} s a match"
    )


if __name__ == "__main__":
    main()
