"""Shell. Two ways to search, match against match with the same cards: `scripts/duel.py --deals 50 ONE OTHER`.

The one rule: each deal is played once with ONE on every seat, so that the cards cancel out. A turn takes iterations, or
seconds of this process's own processor time: what else the machine does makes no difference.

A way is a level's name, or settings with commas between them: `iterations=N` (for each decision) or `cpu=SECONDS` (for
each turn), and any of

    horizon=N  widening=X  exploration=X       of the search, where they are not the usual ones
    pick=N  foremost=N                         of the game's knowledge
    weights=FILE                               learned weights as scripts/train.py writes them
    plain=1                                    no knowledge at all: random playouts to the end

With two seats they meet; with more, ONE sits among copies of OTHER, in every seat once. `--game` plays another, where
`pick`, `foremost` and `weights` mean nothing; `--option` gives a house rule. Where all lost together it says how often.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from ai.greedy import greedy_turn  # noqa: E402 - from the repository
from ai.levels import Level, Method, Spec, parse_spec  # noqa: E402
from ai.search import WIDENING, Search  # noqa: E402
from ai.thinking import Tree, exact_turn, random_turn, search_turn  # noqa: E402
from gefaehrten.core.game import Game, Setup  # noqa: E402
from gefaehrten.core.kernel import DECIDE, OVER, Kernel  # noqa: E402
from gefaehrten.core.knowledge import Knowledge  # noqa: E402
from gefaehrten.core.random import Random  # noqa: E402
from gefaehrten.engine.catalogue import game as game_of  # noqa: E402
from gefaehrten.engine.catalogue import keys  # noqa: E402
from gefaehrten.games.gefaehrten.knowledge import FOREMOST_OF, PICK_OF, GefaehrtenKnowledge  # noqa: E402
from gefaehrten.games.gefaehrten.learned import APPEAL, CHANCES, appeal_of, chances_of  # noqa: E402

Z = 1.959964
"""Standard normal quantile of a 95 % interval."""


@dataclass
class Way:
    """One way to play. Mutable: it adds up what it took."""

    spec: Spec
    knowledge: Knowledge | None
    horizon: int
    widening: float
    exploration: float | None
    spent: float = 0.0
    turns: int = 0

    def turn(self, kernel: Kernel, seat: int, seed: int) -> list[int]:
        """A whole turn of a seat that has to decide."""
        begin = time.process_time()
        position = kernel.clone()
        position.mask(seat)
        if self.spec.method is Method.RANDOM:
            chosen = random_turn(position, seat, seed)
        elif self.spec.method is Method.GREEDY:
            assert self.knowledge is not None
            chosen = greedy_turn(position, seat, self.knowledge, Random(seed))
        elif self.spec.method is Method.EXACT:
            assert self.knowledge is not None
            chosen = exact_turn(position, self.knowledge, Random(seed))
        else:
            search = Search(
                position,
                seat,
                seed,
                self.knowledge,
                self.horizon,
                widening=self.widening,
                exploration=self.exploration,
            )
            tree = Tree(search, self.spec, time.process_time, bool)
            chosen = search_turn(position, self.spec, time.process_time, tree)
        self.spent += time.process_time() - begin
        self.turns += 1
        return chosen


def way(game: Game, text: str) -> Way:
    """Reads a way as the module's docstring has it."""
    usual = game.knowledge()
    if text in {level.value for level in Level} or text == Method.EXACT.value:
        spec = parse_spec(text, game.levels)
        return Way(spec, usual, int(usual.horizon()), WIDENING, spec.exploration)
    found = dict(setting.split("=") for setting in text.split(","))
    seconds = float(found.pop("cpu")) if "cpu" in found else None
    iterations = int(found.pop("iterations")) if "iterations" in found else None
    known: Knowledge | None = usual
    if isinstance(usual, GefaehrtenKnowledge):
        appeal, chances = APPEAL, CHANCES
        if "weights" in found:
            raw = tomllib.loads(Path(found.pop("weights")).read_text("utf-8"))
            appeal, chances = appeal_of(raw), chances_of(raw)
        known = GefaehrtenKnowledge(
            appeal, chances, int(found.pop("pick", PICK_OF)), int(found.pop("foremost", FOREMOST_OF))
        )
    horizon = int(found.pop("horizon", usual.horizon()))
    if found.pop("plain", ""):
        known, horizon = None, 0
    made = Way(
        Spec(Method.SEARCH, seconds, iterations),
        known,
        horizon,
        float(found.pop("widening", WIDENING)),
        float(found.pop("exploration")) if "exploration" in found else None,
    )
    if found:
        raise SystemExit(f"Nobody knows the settings {', '.join(found)}.")
    return made


def play(game: Game, house_rules: dict[str, str], ways: list[Way], seed: int) -> Kernel:
    """A match; the cards come from the seed alone."""
    options = {option.key: option.values[0] for option in game.options} | house_rules
    kernel = game.start(Setup(len(ways), options, ("",) * len(ways)))
    rng = Random(seed)
    number = 0
    while kernel.request() != OVER:
        if kernel.request() != DECIDE:
            kernel.chance(rng)
            continue
        seat = int(kernel.actor())
        number += 1
        for action in ways[seat].turn(kernel, seat, seed * 1_000_003 + number * 101 + seat):
            kernel.apply(action)
    return kernel


def duel(
    game: Game,
    house_rules: dict[str, str],
    one: Way,
    other: Way,
    deals: int,
    seats: int,
    seed: int,
    name: str,
) -> None:
    """Plays the deals and says what came of them, once in a while and in the end."""
    shares: list[float] = []
    leads: list[float] = []
    lost = 0
    said = time.monotonic()
    for deal in range(deals):
        won = lead = 0.0
        for mine in range(seats):
            ways = [one if seat == mine else other for seat in range(seats)]
            kernel = play(game, house_rules, ways, seed + deal)
            first = [seat for seat in range(seats) if kernel.place(seat) == 0]
            lost += not first
            won += (mine in first) / max(1, len(first))
            points = [int(kernel.score(seat)) for seat in range(seats)]
            lead += points[mine] - (sum(points) - points[mine]) / (seats - 1)
        shares.append(won / seats)
        leads.append(lead / seats)
        if deal == deals - 1 or time.monotonic() - said > 60:
            said = time.monotonic()
            by_all = f", {lost} lost by all" if lost else ""
            print(f"{name}: {summary(shares, leads, seats)}{by_all}; {cost(one)} / {cost(other)}", flush=True)


def summary(shares: list[float], leads: list[float], seats: int) -> str:
    """Means with 95 % intervals over deals, which are independent of each other as matches are not."""
    won, lead = sum(shares) / len(shares), sum(leads) / len(leads)
    low, high = wilson(won, len(shares) * seats)
    return (
        f"{len(shares) * seats} matches, first {won:.1%} ±{half(shares):.1%} (Wilson {low:.1%} to {high:.1%}), "
        f"points {lead:+.2f} ±{half(leads):.2f}"
    )


def half(values: list[float]) -> float:
    """Half of the 95 % interval of a mean."""
    if len(values) < 2:
        return math.inf
    mean = sum(values) / len(values)
    return Z * math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def wilson(share: float, matches: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    z = Z * Z / matches
    spread = Z * math.sqrt(share * (1 - share) / matches + z / (4 * matches))
    return (share + z / 2 - spread) / (1 + z), (share + z / 2 + spread) / (1 + z)


def cost(one: Way) -> str:
    """Processor time of a turn."""
    return f"{1000 * one.spent / one.turns:.0f} ms a turn" if one.turns else "no turn"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=keys(), default=keys()[0])
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    options = parser.parse_args()
    name = f"{options.one} against {options.other}, {options.seats} seats"
    game = game_of(options.game)
    house_rules = dict(each.split("=", 1) for each in options.option)
    one, other = way(game, options.one), way(game, options.other)
    duel(game, house_rules, one, other, options.deals, options.seats, options.seed, name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
