"""Shell. What a tree would be worth at its seat's next decision, had it been kept: `scripts/bench_reuse.py`.

The one rule: every seat thinks as bots do, for so many seconds of this process's own processor time a turn, and its
tree is followed along the actions that were then really taken, and the rolls where they are part of it. What is counted
are visits at the node reached, against the iterations of the whole turn that grew the tree.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from ai.levels import Method, Spec  # noqa: E402 - the repository must be importable from anywhere
from ai.search import CHILD, KEY, MOST_OUTCOMES, OUTCOME, SIBLING, VISITS, Search  # noqa: E402
from ai.thinking import Tree, search_turn, seedling  # noqa: E402
from gefaehrten.core.game import Game  # noqa: E402
from gefaehrten.core.kernel import DECIDE, OVER, ROLL  # noqa: E402
from gefaehrten.core.random import Random  # noqa: E402
from gefaehrten.engine import catalogue  # noqa: E402
from gefaehrten.session.benchmark import usual_setup  # noqa: E402

NOWHERE = -1


class Counted(Tree):
    """A tree that knows how many iterations it has had, whatever it has left behind."""

    def __init__(self, search: Search, spec: Spec) -> None:
        super().__init__(search, spec, time.process_time, bool)
        self.search = search
        self.iterations = 0

    def think(self, until: float | None) -> None:
        """Deepens the tree, and counts by its root."""
        before = visits(self.search, int(self.search._top))
        super().think(until)
        self.iterations += visits(self.search, int(self.search._top)) - before


@dataclass
class Kept:
    """A tree after its turn, and where in it the match is now. Mutable: it is led on."""

    search: Search
    iterations: int
    at_end: int
    node: int

    def follow(self, key: int) -> None:
        """Goes to the child with this key, if there is one."""
        if self.node == NOWHERE:
            return
        words = self.search._words
        child = int(words[self.node + CHILD])
        while child and words[child + KEY] != key:
            child = int(words[child + SIBLING])
        self.node = child or NOWHERE


@dataclass(frozen=True, slots=True)
class Found:
    """What became of one tree.

    Attributes:
        iterations: of the whole turn.
        at_end: visits of the node where the turn ended.
        kept: visits of the node reached at the next decision, 0 where the tree had none.
    """

    iterations: int
    at_end: int
    kept: int


def visits(search: Search, node: int) -> int:
    """How often iterations came by a node."""
    return int(search._words[node + VISITS])


def play(game: Game, seats: int, seconds: float, seed: int) -> list[Found]:
    """A match; what became of every tree whose seat had another decision."""
    kernel = game.start(usual_setup(game, seats))
    knowledge, spec, rng = game.knowledge(), Spec(Method.SEARCH, seconds=seconds), Random(seed)
    trees: dict[int, Kept] = {}
    found: list[Found] = []
    turn = 0
    while kernel.request() != OVER:
        if kernel.request() == ROLL:
            value, in_tree = rng.below(kernel.amount()), kernel.amount() <= MOST_OUTCOMES
            kernel.roll(value)
            for tree in trees.values():
                if in_tree:
                    tree.follow(int(OUTCOME + value))
                else:
                    tree.node = NOWHERE
            continue
        if kernel.request() != DECIDE:
            kernel.chance(rng)
            continue
        seat = int(kernel.actor())
        if (old := trees.pop(seat, None)) is not None:
            kept = 0 if old.node == NOWHERE else visits(old.search, old.node)
            found.append(Found(old.iterations, old.at_end, kept))
        turn += 1
        position = kernel.clone()
        position.mask(seat)
        search = seedling(position, seat, spec, seed * 1_000_003 + turn, knowledge)
        counted = Counted(search, spec)
        for action in search_turn(position, spec, time.process_time, counted):
            for tree in trees.values():
                tree.follow(int(action * kernel.seats() + seat))
            kernel.apply(action)
        if counted.iterations:
            top = int(search._top)
            trees[seat] = Kept(search, counted.iterations, visits(search, top), top)
    return found


def figures(game: Game, seats: int, seconds: float, matches: int, seed: int) -> dict[str, object]:
    """Shares of a turn's iterations that lie below what was really played, over all turns of some matches."""
    found = [each for number in range(matches) for each in play(game, seats, seconds, seed + number)]
    shares = sorted(each.kept / each.iterations for each in found)
    return {
        "game": game.key,
        "seats": seats,
        "matches": matches,
        "turns": len(found),
        "iterations_a_turn": round(median(each.iterations for each in found)),
        "at_the_turns_end": round(mean(each.at_end / each.iterations for each in found), 4),
        "kept_mean": round(mean(shares), 4),
        "kept_median": round(median(shares), 4),
        "kept_90th": round(shares[int(0.9 * len(shares))], 4),
        "kept_most": round(shares[-1], 4),
        "path_in_tree": round(mean(share > 0 for share in shares), 3),
    }


def row(line: dict[str, object]) -> str:
    """A row of the table in docs/benchmarks.md."""
    shares = ("at_the_turns_end", "kept_mean", "kept_median", "kept_90th", "kept_most", "path_in_tree")
    counts = " | ".join(f"{line[key]:,}" for key in ("seats", "turns", "iterations_a_turn"))
    return f"| {line['game']} | {counts} | " + " | ".join(f"{line[key]:.1%}" for key in shares) + " |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=catalogue.keys(), action="append", help="by itself all")
    parser.add_argument("--seats", type=int, action="append", help="by itself 2, 3 and 4")
    parser.add_argument("--seconds", type=float, default=0.4, help="of processor time, a turn")
    parser.add_argument("--matches", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    if not wanted.json:
        print(
            "| game | seats | turns | iterations a turn | left where it ended | kept, mean | median | 90th percentile "
            "| at most | path in the tree |\n|" + "---|" * 10,
            flush=True,
        )
    for key in wanted.game or catalogue.keys():
        for seats in wanted.seats or (2, 3, 4):
            line = figures(catalogue.game(key), seats, wanted.seconds, wanted.matches, wanted.seed)
            print(json.dumps(line) if wanted.json else row(line), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
