#!/usr/bin/env python3
"""Shell. Plays matches in which things go wrong, and says what came of them: see docs/faults.md.

    scripts/fault_lab.py --matches 20000 --seed 1 --jobs 2     anything, at random
    scripts/fault_lab.py --everywhere --jobs 2                 each kind of fault at each place of a tiny match

The one rule: thin; the laboratory is `tests/lab`. Exit code 1: a plan failed, and stands at the end of the output.
Whoever ends it early gets the figures so far.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.lab.campaign import Figures, anywhere, campaign, everywhere


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(description="Matches in which things go wrong, in virtual time.")
    parser.add_argument("--matches", type=int, default=1000, help="how many (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, help="of the plans (default: 1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once (default: 1)")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    parser.add_argument("--everywhere", action="store_true", help="not at random: each kind at each place")
    asked = parser.parse_args()
    plans = everywhere() if asked.everywhere else anywhere(asked.matches, asked.seed)
    matches = len(plans) if isinstance(plans, list) else asked.matches
    for end in (signal.SIGINT, signal.SIGTERM):
        signal.signal(end, signal.default_int_handler)
    figures = Figures()
    try:
        for so_far in told(campaign(plans, asked.jobs), matches):
            figures = so_far
    except KeyboardInterrupt:
        print("\nended early; so far:", file=sys.stderr)
    if asked.json:
        print(json.dumps(figures.json(), indent=1))
    else:
        print("\n".join(figures.lines()))
    return 1 if figures.failures else 0


def told(sums: Iterator[Figures], matches: int) -> Iterator[Figures]:
    """Says on stderr how far it is."""
    began = time.monotonic()
    failed = 0
    for figures in sums:
        for plan, what in figures.failures[failed:]:
            print(f"\nFAILED: {plan}\n    {what[0]}", file=sys.stderr)
        failed = len(figures.failures)
        passed = time.monotonic() - began
        left = passed / figures.runs * (matches - figures.runs)
        print(
            f"\r{figures.runs} of {matches}, {failed} failed, {passed:.0f} s, {left:.0f} s left ",
            end="",
            file=sys.stderr,
            flush=True,
        )
        yield figures
    print(file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
