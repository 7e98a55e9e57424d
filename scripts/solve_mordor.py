"""Shell. How two seats of the dice game fare against each other, and one alone: writes `race.toml`.

The one rule: what is written follows from the rules alone; nothing is played and nothing is drawn.

    scripts/solve_mordor.py        (some minutes of a core, with compiled modules)

Every standing of two seats (field and how many Nazgûl the track can still take, 12 at most; nobody's fields are halved
but from the left) is given the chance of who throws next, half a draw with it: the best that a turn leads to, throw by
throw, where each end is worth what its own standing is. Standings near the end come first in a sweep, and sweeps go on
until nothing moves any more (value iteration; Shapley, "Stochastic games", 1953).
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from librt.vecs import vec  # noqa: E402 - from the environment

from gefaehrten.games.mordor.race import LIVES, PLACES, STANDINGS, packed  # noqa: E402 - from the repository
from gefaehrten.games.mordor.reckoning import Reckoning  # noqa: E402
from gefaehrten.games.mordor.tables import MINAS_TIRITH, MORDOR  # noqa: E402

TARGET = ROOT / "gefaehrten" / "games" / "mordor" / "race.toml"
DRAW = 0.5
STILL = 1e-5
"""Sweeps end when no chance has moved by more."""

HEAD = """\
# How one seat of the dice game fares alone, and two against each other; written by scripts/solve_mordor.py, read by
# race.py. Chances in 1/50,000, two bytes each, in base64.
"""


def index(field: int, left: int) -> int:
    """The number of a standing."""
    return field * LIVES + min(left, LIVES) - 1


class Side:
    """One side of the sheet. Mutable: its tables approach the truth."""

    def __init__(self, advanced: bool) -> None:
        self.advanced = advanced
        self.alone = [0.0] * STANDINGS
        self.two = [0.5] * (STANDINGS * STANDINGS)
        self.sweeps = 0
        self._graphs: dict[tuple[int, int], Reckoning] = {}
        self._ends: dict[tuple[int, int], list[tuple[int, int, int]]] = {}

    def turn(self, field: int, others: int) -> tuple[Reckoning, list[tuple[int, int, int]]]:
        """The graph of a turn from a field, and its ends: rings, Gandalfs less Nazgûl, whether the other is hit."""
        effect = field if self.advanced else 0
        key = (effect, 0 if effect == MINAS_TIRITH else others)
        if key not in self._graphs:
            made = Reckoning(*key)
            self._graphs[key] = made
            self._ends[key] = [
                (int(made.end_rings(end)), int(made.end_net(end)), int(made.end_hits(end)))
                for end in range(int(made.ends()))
            ]
        return self._graphs[key], self._ends[key]

    def sweep_alone(self) -> float:
        """Reckons every standing of a seat alone; returns the largest change."""
        change = 0.0
        for field in reversed(range(PLACES)):
            graph, ends = self.turn(field, 0)
            for left in reversed(range(1, LIVES + 1)):
                values = [
                    1.0
                    if field + rings >= MORDOR
                    else self.alone[index(field + rings, left + net)]
                    if left + net > 0
                    else 0.0
                    for rings, net, _ in ends
                ]
                graph.weigh(vec[float](values))
                at, found = index(field, left), graph.worth[graph.start()]
                change = max(change, abs(found - self.alone[at]))
                self.alone[at] = found
        return change

    def sweep_two(self) -> float:
        """Reckons every standing of two seats; returns the largest change."""
        change = 0.0
        for both in reversed(range(2 * PLACES - 1)):
            for field in range(max(0, both - PLACES + 1), min(PLACES, both + 1)):
                graph, ends = self.turn(field, 1)
                for left in range(1, LIVES + 1):
                    for theirs in range(1, LIVES + 1):
                        rival = both - field
                        values = [self._end(field, left, rival, theirs, *end) for end in ends]
                        graph.weigh(vec[float](values))
                        at = index(field, left) * STANDINGS + index(rival, theirs)
                        found = graph.worth[graph.start()]
                        change = max(change, abs(found - self.two[at]))
                        self.two[at] = found
        self.sweeps += 1
        return change

    def _end(self, field: int, left: int, rival: int, theirs: int, rings: int, net: int, hits: int) -> float:
        """What an end of a turn is worth to the mover."""
        if field + rings >= MORDOR:
            return 1.0
        left += net
        theirs -= hits
        if left <= 0 and theirs <= 0:
            return DRAW
        if left <= 0:
            return DRAW * (1.0 - self.alone[index(rival, theirs)])
        if theirs <= 0:
            won = self.alone[index(field + rings, left)]
            return won + DRAW * (1.0 - won)
        return 1.0 - self.two[index(rival, theirs) * STANDINGS + index(field + rings, left)]


def main() -> int:
    parts = [HEAD]
    for name, advanced in (("basic", False), ("advanced", True)):
        side = Side(advanced)
        began = time.process_time()
        while side.sweep_alone() > STILL:
            pass
        while (change := side.sweep_two()) > STILL:
            start = side.two[index(0, 8) * STANDINGS + index(0, 8)]
            print(
                f"{name}: {change:.6f}, {start:.5f} to who begins, {time.process_time() - began:.0f} s",
                flush=True,
            )
        start = side.two[index(0, 8) * STANDINGS + index(0, 8)]
        alone = side.alone[index(0, 8)]
        parts.append(
            f"\n[{name}]\nsweeps = {side.sweeps}\nlast_change = {change:.7f}\n"
            f"who_begins = {start:.4f}  # two seats in Bag End; who throws next, half a draw with it\n"
            f"alone_from_bag_end = {alone:.4f}\n"
            f'alone = """\n{packed(side.alone)}"""\ntwo = """\n{packed(side.two)}"""\n'
        )
    TARGET.write_text("".join(parts), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
