"""Shell. How the cost of thinking grows over a match, by seats and processes, with time: `scripts/bench_growth.py`.

    course      iterations a second at the first turn, a quarter, half, three quarters of a match, and late in it
    processes   iterations a second of one bot that thinks in 1, 2 and 4 processes (`ismcts:time=S:processes=N`)
    tree        nodes and bytes after so many iterations
    minute      a process that thinks for 60 s: its iterations, its tree, and what it has resident (Linux)

The one rule: what grows is the search that plays. The course is timed by the processor's clock, so that what else the
machine does matters little; the rest by the clock on the wall. Tables are printed as docs/benchmarks.md has them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from ai.greedy import greedy_turn  # noqa: E402 - the repository must be importable from anywhere
from ai.search import MAX_NODES, WORDS, Search  # noqa: E402
from ai.thinking import room  # noqa: E402
from gefaehrten.core.game import Game  # noqa: E402
from gefaehrten.core.kernel import DECIDE, OVER, Kernel  # noqa: E402
from gefaehrten.core.random import Random  # noqa: E402
from gefaehrten.engine import catalogue  # noqa: E402
from gefaehrten.session.benchmark import first_decision, usual_setup  # noqa: E402
from gefaehrten.session.bots import BotProcess  # noqa: E402

POINTS = {"first turn": 0.0, "a quarter": 0.25, "half": 0.5, "three quarters": 0.75, "late (95 %)": 0.95}
SEATS = (2, 3, 4)
PROCESSES = (1, 2, 4)
SIZES = (1_000, 10_000, 100_000, 1_000_000)
MARKS = (1, 2, 5, 10, 20, 30, 45, 60)
BATCH = 20
NODE_BYTES = 8 * int(WORDS)
MIB = 1 << 20

Line = dict[str, Any]


def as_bots_do(game: Game, kernel: Kernel, seed: int) -> Search:
    """A search with what bots know."""
    knowledge = game.knowledge()
    return Search(kernel, kernel.actor(), seed, knowledge, knowledge.horizon())


def to_the_end(_: Game, kernel: Kernel, seed: int) -> Search:
    """A search with random playouts to the end of the match."""
    return Search(kernel, kernel.actor(), seed)


def decisions(game: Game, seats: int, seed: int) -> Iterator[Kernel]:
    """Where a turn begins in a match of greedy players, and there is a choice."""
    kernel = game.start(usual_setup(game, seats))
    knowledge, rng, buffer = game.knowledge(), Random(seed), room()
    while kernel.request() != OVER:
        if kernel.request() != DECIDE:
            kernel.chance(rng)
            continue
        if kernel.legal_actions(buffer) > 1:
            yield kernel.clone()
        position = kernel.clone()
        position.mask(kernel.actor())
        for action in greedy_turn(position, kernel.actor(), knowledge, rng):
            kernel.apply(action)


def rates(search: Search, seconds: float) -> tuple[float, float]:
    """Iterations and steps a second of the processor's time."""
    done, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        search.run(BATCH)
        done += BATCH
    return done / spent, int(search.steps()) / spent


def course(game: Game, seconds: float, matches: int) -> Iterator[Line]:
    """Medians over matches at each point, for each number of seats."""
    for seats in SEATS:
        played = [list(decisions(game, seats, 100 + number)) for number in range(matches)]
        for point, part in POINTS.items():
            found: dict[str, list[float]] = {"bots": [], "steps": [], "end": []}
            for number, kernels in enumerate(played):
                kernel = kernels[round(part * (len(kernels) - 1))]
                iterations, steps = rates(as_bots_do(game, kernel, number), seconds)
                found["bots"].append(iterations)
                found["steps"].append(steps)
                found["end"].append(rates(to_the_end(game, kernel, number), seconds)[0])
            yield {
                "game": game.key,
                "seats": seats,
                "point": point,
                "bot_iterations_per_second": round(median(found["bots"])),
                "bot_steps_per_second": round(median(found["steps"])),
                "search_iterations_per_second": round(median(found["end"])),
            }


def course_table(lines: list[Line]) -> Iterator[str]:
    """A row for each game and number of seats, a column for each point."""
    yield "| game | seats | " + " | ".join(POINTS) + " |\n" + "|---" * (2 + len(POINTS)) + "|"
    for game, seats in dict.fromkeys((line["game"], line["seats"]) for line in lines):
        here = [line for line in lines if (line["game"], line["seats"]) == (game, seats)]
        cells = (
            f"{line['bot_iterations_per_second']:,} ({line['search_iterations_per_second']:,})"
            for line in here
        )
        yield f"| {game} | {seats} | " + " | ".join(cells) + " |"


async def processes(game: Game, seconds: float) -> list[Line]:
    """Iterations of one bot that thinks in several processes, from the first decision of a match of four."""
    setup = usual_setup(game, 4)
    first = first_decision(game, setup)
    dump, seat = first.dump(), int(first.actor())
    bot = BotProcess()

    async def visits(effort: str, count: int) -> int:
        level = f"ismcts:{effort}" + (f":processes={count}" if count > 1 else "")
        return sum(found.visits for found in await bot.hint(game.key, setup, dump, seat, level, 1))

    found: list[Line] = []
    try:
        await visits("iterations=8", max(PROCESSES))  # until all are awake
        for count in PROCESSES:
            rate = await visits(f"time={seconds:g}", count) / seconds
            found.append({"game": game.key, "processes": count, "iterations_per_second": round(rate)})
    finally:
        bot.close()
    return found


def processes_table(lines: list[Line]) -> Iterator[str]:
    """A row for each game, a column for each number of processes."""
    yield "| game | " + " | ".join(f"processes: {count}" for count in PROCESSES) + " |"
    yield "|---" * (1 + len(PROCESSES)) + "|"
    for game in dict.fromkeys(line["game"] for line in lines):
        rate = [line["iterations_per_second"] for line in lines if line["game"] == game]
        yield f"| {game} | " + " | ".join(f"{each:,} ({each / rate[0]:.2f})" for each in rate) + " |"


def tree(game: Game, most: int = SIZES[-1]) -> Iterator[Line]:
    """The tree of bots after so many iterations, from the first decision of a match of four."""
    search, done = as_bots_do(game, first_decision(game, usual_setup(game, 4)), 1), 0
    for size in SIZES:
        if size > most:
            return
        search.run(size - done)
        done = size
        nodes = int(search.nodes())
        yield {
            "game": game.key,
            "iterations": size,
            "nodes": nodes,
            "bytes": nodes * NODE_BYTES,
            "bytes_per_iteration": round(nodes * NODE_BYTES / size, 1),
        }


def tree_table(lines: list[Line]) -> Iterator[str]:
    """A row for each game, a column for each number of iterations."""
    sizes = list(dict.fromkeys(line["iterations"] for line in lines))
    yield "| game | " + " | ".join(f"{size:,} iterations" for size in sizes) + " |"
    yield "|---" * (1 + len(sizes)) + "|"
    for game in dict.fromkeys(line["game"] for line in lines):
        cells = (
            f"{line['nodes']:,} nodes, {line['bytes'] / MIB:.2f} MiB, {line['bytes_per_iteration']} B an iteration"
            for line in lines
            if line["game"] == game
        )
        yield f"| {game} | " + " | ".join(cells) + " |"


def resident() -> tuple[float, float]:
    """MiB that this process has resident now, and had at most."""
    status = Path("/proc/self/status").read_text("ascii")
    now, most = (re.search(rf"{name}:\s+(\d+) kB", status) for name in ("VmRSS", "VmHWM"))
    assert now is not None
    assert most is not None
    return int(now[1]) / 1024, int(most[1]) / 1024


def think(game: Game, seconds: float) -> None:
    """The process of `minute`: searches, and says now and then what has become of it."""
    search, done = as_bots_do(game, first_decision(game, usual_setup(game, 4)), 1), 0
    search.run(1)  # whatever is loaded or made at the first iteration is no tree
    begin = time.monotonic()

    def say() -> None:
        now, most = resident()
        line = {"seconds": round(time.monotonic() - begin, 1), "iterations": done}
        line |= {"nodes": int(search.nodes()), "resident_mib": round(now, 1), "peak_mib": round(most, 1)}
        print(json.dumps(line), flush=True)

    say()
    for mark in (*(mark for mark in MARKS if mark < seconds), seconds):
        while time.monotonic() - begin < mark:
            search.run(BATCH)
            done += BATCH
        say()


def minute(game: Game, seconds: float) -> Iterator[Line]:
    """What a process said that thought for so long."""
    command = [sys.executable, __file__, "--think", game.key, "--minute", str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield {"game": game.key, **json.loads(line)}
    assert process.returncode == 0


def minute_table(lines: list[Line]) -> Iterator[str]:
    """A row for each look at it."""
    yield (
        "| game | seconds | iterations | nodes | tree, MiB | resident, MiB | at most, MiB |\n"
        + "|---" * 7
        + "|"
    )
    for line in lines:
        size = line["nodes"] * NODE_BYTES / MIB
        yield (
            f"| {line['game']} | {line['seconds']:g} | {line['iterations']:,} | {line['nodes']:,} | {size:.1f} | "
            f"{line['resident_mib']} | {line['peak_mib']} |"
        )
    first, last = lines[0], lines[-1]
    yield (
        f"\nbound: {MAX_NODES:,} nodes of {NODE_BYTES} bytes, {MAX_NODES * NODE_BYTES / MIB:.0f} MiB; the process grew "
        f"by {last['peak_mib'] - first['resident_mib']:.1f} MiB at most; bound kept: {last['nodes'] <= MAX_NODES}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=catalogue.keys(), action="append", help="by itself all")
    parser.add_argument("--part", choices=("course", "processes", "tree", "minute"), action="append")
    parser.add_argument("--seconds", type=float, default=0.3, help="of the processor, for each figure")
    parser.add_argument("--matches", type=int, default=3, help="whose course is looked at")
    parser.add_argument("--most", type=int, default=SIZES[-1], help="iterations of a tree")
    parser.add_argument("--minute", type=float, default=60.0, help="seconds of the long thought")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--think", choices=catalogue.keys(), help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.think:
        think(catalogue.game(wanted.think), wanted.minute)
        return 0
    games = [catalogue.game(key) for key in wanted.game or catalogue.keys()]
    # The long thought is of one game: the bound is the search's, whatever is searched.
    measured: dict[str, tuple[Callable[[Game], Any], Callable[[list[Line]], Iterator[str]], list[Game]]] = {
        "course": (lambda game: course(game, wanted.seconds, wanted.matches), course_table, games),
        "processes": (
            lambda game: asyncio.run(processes(game, 10 * wanted.seconds)),
            processes_table,
            games,
        ),
        "tree": (lambda game: tree(game, wanted.most), tree_table, games),
        "minute": (lambda game: minute(game, wanted.minute), minute_table, games[:1]),
    }
    for part, (measure, table, whose) in measured.items():
        if wanted.part and part not in wanted.part:
            continue
        lines: list[Line] = [line for game in whose for line in measure(game)]
        if wanted.json:
            for line in lines:
                print(json.dumps({"part": part, **line}), flush=True)
        else:
            print(f"\n{part}\n\n" + "\n".join(table(lines)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
