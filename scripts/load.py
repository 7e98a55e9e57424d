"""Shell. A host under load: `python scripts/load.py`; figures as JSON, exit code 1 where the seats notice it.

The one rule: everything it needs is in `tests/load`; this chooses the numbers, and judges.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.load.measure import Figures, Order, Phase, measure

MOST = 2.0
"""How many times as long as before and after, when it is quiet, a seat may wait: the medians, in every stretch."""

GROWTH = 96.0
"""MiB that the host may grow by: 384 connections at a quarter of one each, whoever they are and whatever they say."""


def phases(watchers: int, silent: int, codes: int, seconds: float) -> list[Phase]:
    """What comes one after the other, with a quiet stretch at both ends.

    Args:
        seconds: of a stretch; each also lasts until all of its crowd have come.
    """
    looking = Order("watcher", watchers, seconds)
    nothing = Order("silent", silent, seconds)
    guessing = Order("guesser", codes, 2 * seconds)
    return [
        Phase("quiet", hold=2 * seconds),
        Phase("watchers", (looking,), seconds),
        Phase("silent", (nothing,), seconds),
        Phase("wrong codes", (guessing,), 1),
        Phase("all", (looking, nothing, guessing), seconds),
        Phase("quiet again", hold=seconds),
    ]


def main() -> int:
    """Measures, and says whether it is well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=200)
    parser.add_argument("--silent", type=int, default=1_000)
    parser.add_argument("--codes", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=10.0, help="of one stretch")
    parser.add_argument(
        "--pause", type=float, default=30.0, help="seconds before each turn of a measured seat"
    )
    parser.add_argument(
        "--precedence",
        action="store_true",
        help="host and seats run before all other programs, for figures on a machine that others use too (Linux, root)",
    )
    given = parser.parse_args()
    if given.precedence:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    stretches = phases(given.watchers, given.silent, given.codes, given.seconds)
    return asyncio.run(report(stretches, pause=given.pause))


async def report(stretches: list[Phase], *, pause: float) -> int:
    """A line of JSON for each stretch, and one that judges; 1 if that is bad."""
    found: list[Figures] = []
    async for figures in measure(stretches, pause=pause):
        found.append(figures)
        print(json.dumps(asdict(figures)), flush=True)
    quiet, loud = ([figures for figures in found if (not figures.crowd) is calm] for calm in (True, False))
    rest = sum(figures.median for figures in quiet) / len(quiet)
    ratios = {figures.name: round(figures.median / rest, 2) for figures in loud}
    ratio = max(ratios.values())
    growth = max(figures.memory for figures in found) - found[0].memory
    well = ratio <= MOST and growth <= GROWTH
    judged = {"ratio": ratio, "ratios": ratios, "growth": round(growth, 1), "well": well}
    print(json.dumps(judged), flush=True)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
