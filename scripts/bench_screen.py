"""Shell. How long a key takes on the full screen, late in a match of four: `scripts/bench_screen.py`.

The one rule: what is timed is all of it, from the key to the last byte for the terminal; where it is spent is told too.
The processor's time stands beside the clock's: on a machine that does other things too only the former says something.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from prompt_toolkit.data_structures import Size  # noqa: E402 - the repository must be importable from anywhere
from prompt_toolkit.input import create_pipe_input  # noqa: E402
from prompt_toolkit.output.vt100 import Vt100_Output  # noqa: E402

from gefaehrten.cli.screen.app import ScreenApp, settle  # noqa: E402
from gefaehrten.cli.screen.desk import Desk  # noqa: E402
from gefaehrten.cli.screen.theme import Theme, classes  # noqa: E402
from gefaehrten.core.game import Setup  # noqa: E402
from gefaehrten.core.kernel import DECIDE  # noqa: E402
from gefaehrten.core.random import Random  # noqa: E402
from gefaehrten.core.stage import Room  # noqa: E402
from gefaehrten.core.view import Wording  # noqa: E402
from gefaehrten.engine import catalogue  # noqa: E402
from gefaehrten.engine.dealer import Dealer  # noqa: E402
from gefaehrten.engine.match import Match  # noqa: E402
from gefaehrten.session.events import Started, Stepped  # noqa: E402
from gefaehrten.session.players import Position  # noqa: E402

TARGET_MS = 30.0
SEATS = 4
NAMES = ("Ann", "Berta", "Cem", "Dörte")
KEYS = (
    "a",
    "7",
    "backspace",
    "c",
    "@",
    "escape",
    "z",
    "right",
    "left",
    "z",
    "tab",
    "K",
    "escape",
    "z",
    "down",
    "up",
)
"""Typing, taking back, zooming, moving the board, a page and back."""


def late(seed: int, locations: int) -> Match:
    """A match in which so many locations are laid and seat 0 is to move."""
    from ai.greedy import greedy_turn

    game = catalogue.game("gefaehrten")
    setup = Setup(SEATS, {option.key: option.values[0] for option in game.options}, ("",) * SEATS)
    match = Match(game, setup)
    dealer, rng = Dealer(match, seed), Random(seed)
    dealer.serve()
    laid = 1
    while match.kernel.request() == DECIDE and not (laid >= locations and match.kernel.actor() == 0):
        seat = match.kernel.actor()
        kernel = match.kernel.clone()
        kernel.mask(seat)
        match.turn(seat, *match.encode(seat, greedy_turn(kernel, seat, game.knowledge(), rng)))
        laid = 1 + sum(step["step"] == "locate" for step in match.steps)
        dealer.serve()
    assert match.kernel.request() == DECIDE, "another seed: this match was over too early"
    return match


def seen(match: Match) -> Position:
    """What seat 0 knows."""
    kernel = match.kernel.clone()
    kernel.mask(0)
    hand = tuple((slot, card) for slot, card in match.hand(0) if card is not None)
    return Position(match.game, match.setup, kernel, 0, NAMES, tuple(match.steps), hand, int(kernel.turns()))


def desk_at(match: Match) -> Desk:
    """A desk that has heard the whole match."""
    desk = Desk(Wording(str), lambda: 0.0, quick=True)
    seats = tuple({"seat": seat, "name": name, "bot": seat > 0} for seat, name in enumerate(NAMES))
    desk.position(seen(match))
    desk.tell(Started("00" * 16, seats, 0.1, "jadoj-vavad"))
    for step in match.steps:
        desk.tell(Stepped(step))
    desk.asked(seen(match))
    return desk


class Paper(io.StringIO):
    """A terminal that counts what is written."""

    encoding = "utf-8"

    def fileno(self) -> int:
        raise io.UnsupportedOperation


async def whole(match: Match, columns: int, rows: int, rounds: int) -> dict[str, list[float]]:
    """Milliseconds from a key to its last byte, and of the frame's making alone."""
    desk, paper = desk_at(match), Paper()
    times: dict[str, list[float]] = {"compose": [], "whole": [], "whole_cpu": []}
    make: Callable[[Room], object] = desk.frame

    def frame(room: Room) -> object:
        begin = time.process_time()
        made = make(room)
        times["compose"].append(1000 * (time.process_time() - begin))
        return made

    desk.frame = frame  # type: ignore[method-assign, assignment]
    with create_pipe_input() as keyboard:
        screen = Vt100_Output(paper, lambda: Size(rows=rows, columns=columns), term="xterm-256color")
        app = ScreenApp(desk, lambda _: None, str, classes(Theme.DARK), paper, source=keyboard, screen=screen)
        running = asyncio.create_task(app.run())
        await asyncio.sleep(0.2)
        settle()  # as the program does once a match begins
        times["compose"].clear()
        for number in range(rounds * len(KEYS)):
            begin, begin_cpu = time.perf_counter(), time.process_time()
            app.press(KEYS[number % len(KEYS)])
            app._app._redraw()  # what the library does on its own soon after
            times["whole"].append(1000 * (time.perf_counter() - begin))
            times["whole_cpu"].append(1000 * (time.process_time() - begin_cpu))
        app.exit()
        await running
    return times


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--columns", type=int, default=120)
    parser.add_argument("--rows", type=int, default=40)
    parser.add_argument("--locations", type=int, default=9, help="how many are laid when it is measured")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    match = late(wanted.seed, wanted.locations)
    times = asyncio.run(whole(match, wanted.columns, wanted.rows, wanted.rounds))
    figures = {
        name: {"median_ms": round(median(each), 2), "worst_ms": round(max(each), 2)}
        for name, each in times.items()
    }
    figures["whole"]["target_ms"] = TARGET_MS
    if wanted.json:
        print(json.dumps(figures))
        return 0
    print(f"{wanted.columns}x{wanted.rows}, {len(match.steps)} steps, {wanted.locations} locations laid")
    for name, what in (
        ("compose", "making the frame, processor"),
        ("whole_cpu", "key to last byte, processor"),
        ("whole", "key to last byte, clock"),
    ):
        print(
            f"{what:<28} median {figures[name]['median_ms']:6.2f} ms   worst {figures[name]['worst_ms']:6.2f} ms"
        )
    print(f"target                       {TARGET_MS:13.2f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
