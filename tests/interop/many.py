"""Many whole matches in a row over the in-memory network: `python -m tests.interop.many 200 [FIRST [GAME]]`.

Each is played under random seat counts, house rules and wishes, by sessions with stores, and must end honestly, proven
and equal at every seat. Prints a line per match and ends with 1 at the first that does not.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from gefaehrten.core.random import Random
from gefaehrten.engine import catalogue
from tests.sessions import agree, play


def one(number: int, key: str) -> str:
    """Plays match `number` of a game; returns seats, options and the head that ended it."""
    rng = Random(number)
    game = catalogue.game(key)
    seats = game.min_seats + rng.below(game.max_seats - game.min_seats + 1)
    options = {option.key: option.values[rng.below(len(option.values))] for option in game.options}
    colours = ["", "red", "yellow", "green", "blue"]
    wishes = tuple(colours[rng.below(len(colours))] if seats > 2 else "" for _ in range(seats))
    with tempfile.TemporaryDirectory() as folder:
        sittings = asyncio.run(
            play(Path(folder), seats=seats, seed=f"many {number}", options=options, wishes=wishes, game=key)
        )
    ended, _ = agree(sittings)
    return f"{number} seats={seats} {options} {ended.reason} {list(ended.scores)} {ended.head}"


def main(count: int, first: int = 0, key: str = catalogue.keys()[0]) -> None:
    start = time.monotonic()
    for number in range(first, first + count):
        print(one(number, key), flush=True)
    print(f"{count} matches, no fault, {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    wanted = [*sys.argv[1:], "0"][:2]
    main(int(wanted[0]), int(wanted[1]), *sys.argv[3:4])
