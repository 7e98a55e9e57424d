#!/usr/bin/env python3
"""Shell. The example in docs/example: the record of a whole match between bots, its replay as a page, its drawing.

    scripts/example.py            compares page and drawing with what the program makes of the record; 1 if they differ
    scripts/example.py --write    makes them anew: after a change to drawing, page or texts
    scripts/example.py --play     plays the match anew first: only when records of this version cannot be read any more

The one rule: page and drawing follow from the record alone. The match itself is seeded in all its parts, the secrets
of the seats included, which are therefore no secrets: never play so.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from ai.levels import parse_spec
from ai.thinking import choose_turn
from gefaehrten.cli.html import page
from gefaehrten.cli.svg import svg
from gefaehrten.core.view import Wording
from gefaehrten.session.history import look_back
from gefaehrten.session.verify import parsed
from tests.machines import Peer, TableBench, offer

FOLDER: Final = Path(__file__).resolve().parent.parent / "docs" / "example"
RECORD: Final = FOLDER / "match.record"
SEED: Final = "the example in the documents"
NAMES: Final = ("Anna", "Berta", "Cem", "Dörte")
LEVEL: Final = "ismcts:iterations=600"


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(description="The example match in docs/example.")
    parser.add_argument("--write", action="store_true", help="write the files instead of comparing them")
    parser.add_argument("--play", action="store_true", help="play the match anew, then write the files")
    asked = parser.parse_args()
    if asked.play:
        FOLDER.mkdir(exist_ok=True)
        RECORD.write_bytes(played())
    differ = []
    for name, text in rendered().items():
        path = FOLDER / name
        if asked.write or asked.play:
            path.write_text(text, "utf-8", newline="\n")
        elif not path.exists() or path.read_text("utf-8") != text:
            differ.append(name)
    if differ:
        print("These files differ from what the program makes:", ", ".join(differ), file=sys.stderr)
    return 1 if differ else 0


def rendered() -> dict[str, str]:
    """Every file that is made from the record, by its name."""
    history = look_back(parsed(RECORD.read_bytes()))
    english = Wording(str)
    artist = history.game.artist()
    scoring = history.scorings[len(history.scorings) // 2]
    middle = max(index for index in range(scoring - 2) if (history.step(index) or {}).get("step") == "place")
    mover = int(history.at(middle).kernel.actor())
    return {
        "replay.html": page(history, english, "en"),
        "middle.svg": svg(artist.draw(history.at(middle, mover), english), "en"),
        "end.svg": svg(artist.draw(history.at(history.last), english), "en"),
    }


def played() -> bytes:
    """The record of a match of four bots in which everything comes from the seed."""
    bench = TableBench(offer(4), seed=SEED, play=_think, guests=0)
    for name in NAMES:
        bench.join(name=name.encode(), bot=True)
    bench.run()
    return bench.record().to_bytes()


def _think(peer: Peer) -> list[int]:
    match = peer.match
    turn = peer.table.turn_number
    return choose_turn(
        match.kernel,
        peer.number,
        parse_spec(LEVEL),
        1000 * turn + peer.number,
        lambda: 0.0,
        lambda: False,
        knowledge=match.game.knowledge(),
    )


if __name__ == "__main__":
    sys.exit(main())
