"""Shell. Plays whole matches of the board game between bots of one kind and says what T28 asks: losses and length.

The one rule: it measures and changes nothing; own values are changed by hand in the game's data file.

    python scripts/balance_tuerme.py --games 500 --level ismcts:time=0.4
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from ai.levels import Spec, parse_spec
from ai.thinking import choose_turn
from gefaehrten.core.game import Setup
from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.random import Random
from gefaehrten.games.tuerme.game import GAME
from gefaehrten.games.tuerme.kernel import TuermeKernel
from gefaehrten.games.tuerme.steps import REASONS

Z = 1.959964
"""Standard normal quantile of a 95 % interval."""


def played(setup: Setup, spec: Spec, seed: int) -> TuermeKernel:
    """A whole match between bots of one kind; each sees what its seat sees. Times are of this process's processor."""
    rng = Random(seed)
    kernel = GAME.start(setup)
    knowledge = GAME.knowledge()
    while kernel.request() != OVER:
        if kernel.request() != DECIDE:
            kernel.chance(rng)
            continue
        seat = int(kernel.actor())
        turn = choose_turn(kernel, seat, spec, int(rng.word()), time.process_time, bool, knowledge=knowledge)
        for action in turn:
            kernel.apply(action)
    return kernel


def wilson(count: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share in per cent (Wilson 1927)."""
    share, z = count / of, Z * Z / of
    spread = Z * math.sqrt(share * (1 - share) / of + z / (4 * of))
    return 100 * (share + z / 2 - spread) / (1 + z), 100 * (share + z / 2 + spread) / (1 + z)


def main() -> None:
    """Prints a line now and then, and the figures at the end."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--level", default="medium", help="as for `gefaehrten arena`")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rings", default="1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first match: a series in parts")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no further match after so many")
    given = parser.parse_args()
    spec = parse_spec(given.level, GAME.levels)
    setup = Setup(given.seats, {"rings": given.rings})
    reasons: Counter[str] = Counter()
    moves: list[int] = []
    ents: list[int] = []
    points: list[int] = []
    began = time.monotonic()
    for number in range(given.first, given.first + given.games):
        if time.monotonic() - began > given.seconds:
            break
        last = played(setup, spec, given.seed * 1_000_003 + number)
        reasons[REASONS[int(last.ending())]] += 1
        moves.append(int(last.round()))
        ents.append(int(last.ent()))
        points += [int(last.points(seat)) for seat in range(given.seats)]
        if len(moves) % 20 == 0:
            print(number + 1, dict(reasons), f"{sum(moves) / len(moves):.1f} moves", flush=True)
    count = len(moves)
    lost = reasons["chain"] + reasons["time"]
    low, high = wilson(lost, count)
    moves.sort()
    print(
        f"{count} matches, {spec}, {given.seats} seats, rings={given.rings}, seed {given.seed}, first {given.first}"
    )
    print(
        f"lost to the towers: {100 * lost / count:.1f} % ({low:.0f} to {high:.0f}; by time: {reasons['time']}); "
        f"moves a table: mean {sum(moves) / count:.1f}, "
        f"10 % below {moves[count // 10]}, median {moves[count // 2]}, 10 % above {moves[-1 - count // 10]}, "
        f"longest {moves[-1]}; Ent steps {sum(ents) / count:.1f}; points a seat {sum(points) / len(points):.1f}; "
        f"{(time.monotonic() - began) / count:.2f} s a match"
    )


if __name__ == "__main__":
    main()
