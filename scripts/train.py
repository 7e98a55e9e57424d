"""Shell. What bots know of the card game, learned from matches they play with themselves: `scripts/train.py`.

The one rule: equal arguments give equal files; what was played and how stands in the file of weights itself.

    scripts/train.py play matches.jsonl --matches 1500 --iterations 400 --seed 1   (some 20 minutes of a core)
    scripts/train.py fit matches.jsonl [more.jsonl ...]                            (minutes: writes learned.toml)

Two things are learned. *Appeal*: a softmax over the traits of all legal actions is fitted to how often a search visited
each, so that playouts and widening begin where a search would end. *Chances*: a logistic regression over what two seats
have between two locations tells which of them ends before the other; its weights are quadratic in how many locations
have been scored. Both are rounded to integers. `fit` needs numpy, which comes with the extras for research.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import combinations
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from librt.vecs import vec  # noqa: E402 - from the environment
from mypy_extensions import i64  # noqa: E402

from ai.search import Search  # noqa: E402
from ai.thinking import room  # noqa: E402 - from the repository
from gefaehrten.core.game import Setup  # noqa: E402
from gefaehrten.core.kernel import DECIDE, OVER  # noqa: E402
from gefaehrten.core.random import Random  # noqa: E402
from gefaehrten.games.gefaehrten.game import GAME  # noqa: E402
from gefaehrten.games.gefaehrten.glance import MOST, TRAITS, Glance  # noqa: E402
from gefaehrten.games.gefaehrten.knowledge import SHARE, GefaehrtenKnowledge  # noqa: E402
from gefaehrten.games.gefaehrten.prospects import PROSPECTS, STAGES, prospects  # noqa: E402
from gefaehrten.games.gefaehrten.tables import LOCATING, PLACING  # noqa: E402

LEARNED = ROOT / "gefaehrten" / "games" / "gefaehrten" / "learned.toml"

SEATS = (2, 2, 2, 4, 4, 3)
"""The tables played, as often as they stand here."""

WILD = 0.15
"""How often a seat plays a location by feel alone: searches meet such positions too."""

NOTED = 0.35
"""The part of the decisions that is written down."""

UNIT = 256
"""Weights of appeal come in this many parts of a logit."""

POINTS_PART = 0.1
"""How much of what is foretold hangs on points, as in `ai.rewards`."""

RIDGE = 20.0
"""Penalty on the squares of chances' weights, for features of unit spread."""

EPOCHS = 12
BATCH = 512
RATE = 0.03
DECAY = 1e-5
HELD_OUT = 8
"""One match of so many is kept for the test."""


def setup(seats: int) -> Setup:
    """A table without house rules."""
    return Setup(seats, {option.key: option.values[0] for option in GAME.options}, ("",) * seats)


# Playing.


def match(seed: int, iterations: int, knowledge: GefaehrtenKnowledge) -> dict[str, Any]:
    """A match of bots with themselves, all of it decided by the seed.

    Returns:
        `seats`; `between`: positions after each scoring; `decisions`: positions with what a search visited; `places`
        and `points` at the end. Positions are dumps with full knowledge.
    """
    draw = random.Random(seed)
    seats = draw.choice(SEATS)
    kernel = GAME.start(setup(seats))
    rng = Random(seed)
    buffer = room()
    between: list[list[int]] = []
    decisions: list[tuple[list[int], list[tuple[int, int]]]] = []
    search: Search | None = None
    turn = stage = -1
    wild: set[int] = set()
    while kernel.request() != OVER:
        if kernel.request() != DECIDE:
            kernel.chance(rng)
            continue
        seat = int(kernel.actor())
        if kernel.scorings() != stage:
            stage = int(kernel.scorings())
            wild = {each for each in range(seats) if draw.random() < WILD}
        if kernel.phase() == LOCATING:
            between.append(kernel.dump())
        count = int(kernel.legal_actions(buffer))
        if seat in wild and kernel.phase() == PLACING:
            kernel.apply(knowledge.pick(kernel, buffer, count, rng))
            search = None
            continue
        if count == 1:
            action = int(buffer[0])
        else:
            if search is None or turn != kernel.turns():
                turn = int(kernel.turns())
                search = Search(kernel, seat, draw.getrandbits(62), knowledge, knowledge.horizon())
            search.run(iterations)
            action = int(search.best())
            if draw.random() < NOTED:
                decisions.append(
                    (kernel.dump(), [(action, visits) for action, visits, _ in search.statistics()])
                )
        if search is not None:
            search.advance(action)
        kernel.apply(action)
    return {
        "seats": seats,
        "between": between,
        "decisions": decisions,
        "places": [int(kernel.place(seat)) for seat in range(seats)],
        "points": [int(kernel.score(seat)) for seat in range(seats)],
    }


def play(path: Path, matches: int, iterations: int, seed: int) -> None:
    """Writes matches to a file, a line each; the first line says how they were played, `by` which weights."""
    knowledge = GefaehrtenKnowledge()
    with path.open("w", encoding="utf-8") as file:
        by = blake2b(LEARNED.read_bytes(), digest_size=8).hexdigest()
        record = {"matches": matches, "iterations": iterations, "seed": seed, "by": by}
        file.write(json.dumps(record) + "\n")
        for number in range(matches):
            file.write(json.dumps(match(seed + number, iterations, knowledge)) + "\n")
            file.flush()


def read(paths: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """The matches of all files."""
    for path in paths:
        with path.open(encoding="utf-8") as file:
            next(file)
            for line in file:
                yield json.loads(line)


# Chances.


def pairs(matches: Iterator[dict[str, Any]], seats: int) -> Any:
    """Every two seats after every scoring: what one has more than the other, result, scorings, number of the match."""
    import numpy as np

    into = vec[i64]([0] * PROSPECTS)
    rows, results, stages, numbers = [], [], [], []
    for number, played in enumerate(matches):
        if played["seats"] != seats:
            continue
        places, points = played["places"], played["points"]
        for dump in played["between"]:
            kernel = GAME.load(setup(seats), dump)
            has = []
            for seat in range(seats):
                prospects(kernel, seat, into)
                has.append(np.array([float(value) for value in into]))
            for one, other in combinations(range(seats), 2):
                ahead = 0.5 + 0.5 * np.sign(places[other] - places[one])
                both = points[one] + points[other]
                share = points[one] / both if both else 0.5
                rows.append(has[one] - has[other])
                results.append((1 - POINTS_PART) * ahead + POINTS_PART * share)
                stages.append(int(kernel.scorings()))
                numbers.append(number)
    return np.array(rows), np.array(results), np.array(stages), np.array(numbers)


def bend(stages: Any) -> Any:
    """1, t and t squared, t being scorings from -1 to 1."""
    import numpy as np

    at = (np.asarray(stages, float) - 5) / 4
    return np.stack([np.ones_like(at), at, at * at], 1)


def logistic(rows: Any, results: Any, stages: Any) -> Any:
    """Weights by feature and power of t, by Newton's method."""
    import numpy as np

    wide = (rows[:, :, None] * bend(stages)[:, None, :]).reshape(len(rows), -1)
    spread = wide.std(0) + 1e-9
    wide = wide / spread
    weights = np.zeros(wide.shape[1])
    for _ in range(30):
        guess = 1 / (1 + np.exp(-wide @ weights))
        slope = wide.T @ (guess - results) + RIDGE * weights
        curve = (wide * (guess * (1 - guess))[:, None]).T @ wide + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        weights -= step
        if abs(step).max() < 1e-6:
            break
    return (weights / spread).reshape(rows.shape[1], 3)


def loss(weights: Any, rows: Any, results: Any, stages: Any) -> float:
    """Mean cross-entropy of what is foretold."""
    import numpy as np

    guess = 1 / (1 + np.exp(-(rows * (bend(stages) @ weights.T)).sum(1)))
    return float(-(results * np.log(guess) + (1 - results) * np.log(1 - guess)).mean())


def chances(paths: Sequence[Path], seats: int) -> tuple[list[list[int]], dict[str, Any]]:
    """Rows of integer weights by scorings, and the record of how well they foretell."""
    import numpy as np

    rows, results, stages, numbers = pairs(read(paths), seats)
    test = numbers % HELD_OUT == 0
    if not test.any() or test.all():
        sys.exit(f"There are too few matches of {seats} seats to learn from and to test with; play more.")
    tried = loss(
        logistic(rows[~test], results[~test], stages[~test]), rows[test], results[test], stages[test]
    )
    points_only = np.zeros_like(rows)
    points_only[:, 0] = rows[:, 0]
    plain = logistic(points_only[~test], results[~test], stages[~test])
    record = {
        "matches": len(set(numbers.tolist())),
        "pairs": len(rows),
        "loss": round(tried, 4),
        "loss_by_points_alone": round(loss(plain, points_only[test], results[test], stages[test]), 4),
    }
    weights = bend(range(STAGES)) @ logistic(rows, results, stages).T
    return np.rint(weights * int(SHARE)).astype(int).tolist(), record


# Appeal.


def choices(matches: Iterator[dict[str, Any]]) -> Any:
    """All legal actions of all decisions: traits, share of visits, where each decision begins, number of its match."""
    import numpy as np

    glance, buffer, into = Glance(), room(), vec[i64]([0] * MOST)
    traits: list[Any] = []
    shares: list[Any] = []
    starts, numbers = [0], []
    for number, played in enumerate(matches):
        for dump, seen in played["decisions"]:
            kernel = GAME.load(setup(played["seats"]), dump)
            count = int(kernel.legal_actions(buffer))
            visits = dict(map(tuple, seen))
            total = sum(visits.values())
            glance.look(kernel)
            rows: Any = np.full((count, int(MOST)), int(TRAITS), np.int16)
            for index in range(count):
                found = int(glance.traits(kernel, buffer[index], into))
                rows[index, :found] = [into[place] for place in range(found)]
            traits.append(rows)
            shares.append(np.array([visits.get(int(buffer[i]), 0) / total for i in range(count)], np.float32))
            starts.append(starts[-1] + count)
            numbers.append(number)
    return np.concatenate(traits), np.concatenate(shares), np.array(starts), np.array(numbers)


def appeal(paths: Sequence[Path]) -> tuple[list[int], dict[str, Any]]:
    """Integer weights by trait, and the record of how well they foretell."""
    import numpy as np

    traits, shares, starts, numbers = choices(read(paths))
    weights = np.zeros(int(TRAITS) + 1)  # the last is for places without a trait

    def look(chosen: Any) -> tuple[float, Any]:
        """Mean cross-entropy over some decisions, and its slope."""
        rows = np.concatenate([np.arange(starts[number], starts[number + 1]) for number in chosen])
        lengths = starts[chosen + 1] - starts[chosen]
        begins = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        sums = weights[traits[rows]].sum(1)
        sums = np.exp(sums - np.repeat(np.maximum.reduceat(sums, begins), lengths))
        guess = sums / np.repeat(np.add.reduceat(sums, begins), lengths)
        slope = np.zeros_like(weights)
        np.add.at(slope, traits[rows].ravel(), np.repeat(guess - shares[rows], int(MOST)))
        return float(-(shares[rows] * np.log(guess + 1e-12)).sum() / len(chosen)), slope / len(chosen)

    test = np.flatnonzero(numbers % HELD_OUT == 0)
    order = np.flatnonzero(numbers % HELD_OUT)
    before = look(test)[0]
    shuffle = np.random.default_rng(0)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    step = 0
    for epoch in range(EPOCHS):
        shuffle.shuffle(order)
        rate = RATE * 0.5 ** (epoch // 3)
        for begin in range(0, len(order), BATCH):  # Adam (Kingma, Ba, 2015)
            slope = look(order[begin : begin + BATCH])[1] + DECAY * weights
            step += 1
            first = 0.9 * first + 0.1 * slope
            second = 0.999 * second + 0.001 * slope * slope
            weights -= rate * first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
            weights[-1] = 0
    record = {
        "decisions": len(numbers),
        "actions": len(shares),
        "loss": round(look(test)[0], 4),
        "loss_uniform": round(before, 4),
    }
    return np.rint(weights[:-1] * UNIT).astype(int).tolist(), record


# Writing.


def table(name: str, record: dict[str, Any]) -> list[str]:
    """A table of TOML with figures."""
    return [f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in record.items()), ""]


def fit(paths: Sequence[Path], out: Path) -> None:
    """Learns from the matches of all files and writes the weights."""
    lines = [
        "# What was learned of the card game; written by scripts/train.py, read by learned.py. Losses are mean",
        "# cross-entropies on matches that were kept for the test.",
        "",
    ]
    for path in paths:
        with path.open(encoding="utf-8") as file:
            lines += ["[[played]]", *table("", json.loads(next(file)))[1:]]
    weights, record = appeal(paths)
    lines += table("appeal", record)[:-1]
    lines += ["weights = ["]
    lines += ["    " + ", ".join(map(str, weights[at : at + 20])) + "," for at in range(0, len(weights), 20)]
    lines += ["]", ""]
    rows = {seats: chances(paths, seats) for seats in sorted(set(SEATS))}
    for seats, (_, found) in rows.items():
        lines += table(f"chances.record{seats}", found)
    lines += ["[chances]"]
    for seats, (numbers, _) in rows.items():
        lines += [f"seats{seats} = [", *("    " + json.dumps(row) + "," for row in numbers), "]"]
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play", help="plays matches and writes them to a file")
    playing.add_argument("file", type=Path)
    playing.add_argument("--matches", type=int, default=1500)
    playing.add_argument("--iterations", type=int, default=400, help="for each decision")
    playing.add_argument("--seed", type=int, default=1)
    fitting = commands.add_parser("fit", help="learns from files of matches")
    fitting.add_argument("files", type=Path, nargs="+")
    fitting.add_argument("--out", type=Path, default=LEARNED)
    options = parser.parse_args()
    if options.command == "play":
        play(options.file, options.matches, options.iterations, options.seed)
        return 0
    try:
        import numpy  # noqa: F401 - to say so before hours of reading
    except ModuleNotFoundError:
        sys.exit("There is no numpy here; install an extra: pip install 'gefaehrten[openspiel]'.")
    fit(options.files, options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
