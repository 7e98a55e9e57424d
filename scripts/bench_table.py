#!/usr/bin/env python3
"""Shell. What a table costs beside what it cannot do without: `scripts/bench_table.py`.

    sealing     four decks for four processes on loopback, beside the bare multiplications of points
    an action   from its seat's decision to the screens of all others, beside two bare commits of SQLite and a bare
                round trip of websockets

The one rule: real processes of the program, whose fronts note the time instead of showing anything, and say it when the
match is over: nobody else needs a core while an action is on its way. All processes of one machine share its steady
clock. The bare figures are taken between the matches, since disks and processors change their pace.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from ai.thinking import random_turn  # noqa: E402 - the repository must be importable from anywhere
from gefaehrten.core.game import Setup  # noqa: E402
from gefaehrten.engine import catalogue  # noqa: E402
from gefaehrten.session import run  # noqa: E402
from gefaehrten.session.events import SessionEvent, Started, Stepped, TableOpened  # noqa: E402
from gefaehrten.session.front import Controls  # noqa: E402
from gefaehrten.session.players import Position  # noqa: E402
from gefaehrten.session.requests import (  # noqa: E402
    Address,
    HostRequest,
    JoinRequest,
    Person,
    Screen,
    TableRules,
)
from protocol.deck import _group  # noqa: E402
from protocol.deck.cards import card_points  # noqa: E402
from protocol.deck.secret import DeckId  # noqa: E402

SEALING_MOST = 5.0
ACTION_MOST = 3.0
THOUGHT_SECONDS = 0.25
GAME = "gefaehrten"
SEATS = 4


class Noting:
    """A front that plays at random, and notes when a step was told and when its own turn was decided."""

    def __init__(self) -> None:
        self.noted: list[dict[str, Any]] = []
        self._steps = 0
        self._seed = os.getpid()

    def attach(self, controls: Controls) -> None:
        """Nobody controls anything."""

    def tell(self, event: SessionEvent) -> None:
        """Notes the time; says at once only where the table is, for whoever starts the others."""
        now = time.monotonic()
        match event:
            case TableOpened():
                print(json.dumps({"address": event.address, "code": event.code}), flush=True)
            case Started():
                self.noted.append({"sealing": event.sealing_s})
            case Stepped():
                self.noted.append({"step": self._steps, "seat": event.step.get("seat"), "at": now})
                self._steps += 1
            case _:
                pass

    async def decide(self, position: Position) -> list[int]:
        """A random turn, once everybody has done with what came before it: people think for longer."""
        await asyncio.sleep(THOUGHT_SECONDS)
        self._seed += 1
        turn = random_turn(position.kernel, position.seat, self._seed)
        self.noted.append({"decided": self._steps, "at": time.monotonic()})
        return turn

    async def another(self) -> bool:
        """One match is enough."""
        return False


def sit(profile: Path, address: str, code: str) -> None:
    """The process of one seat: the host's, where there is no address yet."""
    person = Person(name="Bench", profile=profile, language="en", screen=Screen.JSON)
    front = Noting()
    if address:
        host, port = address.rsplit(":", 1)
        asyncio.run(run.join(JoinRequest(person, Address(host, int(port)), code), front))
    else:
        game = catalogue.game(GAME)
        options = {option.key: option.values[0] for option in game.options}
        table = TableRules(GAME, SEATS, "random", options)
        asyncio.run(run.host(HostRequest(person, table, Address("127.0.0.1", 0), announce=False), front))
    for line in front.noted:
        print(json.dumps(line))


def play(folder: Path) -> list[list[dict[str, Any]]]:
    """A match of four processes; what each of them noted."""

    def start(name: str, *words: str) -> subprocess.Popen[str]:
        command = [sys.executable, __file__, "--seat", str(folder / name), *words]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    host = start("host")
    assert host.stdout is not None
    opened = json.loads(host.stdout.readline())
    guests = [start(f"guest {number}", opened["address"], opened["code"]) for number in range(1, SEATS)]
    said = []
    for program in (host, *guests):
        text, _ = program.communicate()
        assert program.returncode == 0, text
        said.append([json.loads(line) for line in text.splitlines()])
    return said


def delays(said: list[list[dict[str, Any]]]) -> list[float]:
    """Seconds from each decision to the last of the others who was told of its first step."""
    told = [{line["step"]: line["at"] for line in lines if "step" in line} for lines in said]
    found = []
    for number, lines in enumerate(said):
        for line in lines:
            if "decided" not in line:
                continue
            step = line["decided"]
            others = [steps[step] for other, steps in enumerate(told) if other != number and step in steps]
            if len(others) == SEATS - 1:
                found.append(max(others) - line["at"])
    return found


def arithmetic() -> float:
    """Seconds of the multiplications that sealing cannot do without, on one core."""
    game = catalogue.game(GAME)
    setup = Setup(SEATS, {option.key: option.values[0] for option in game.options}, ("",) * SEATS)
    table = os.urandom(32)
    scalars = [os.urandom(31) + b"\x00" for _ in range(2 * SEATS)]
    begin = time.perf_counter()
    for deck in game.decks(setup):
        points = list(card_points(table, DeckId(deck.number, 0), tuple(range(deck.size))))
        for scalar in scalars:
            points = [_group.multiply(scalar, point) or point for point in points]
    return time.perf_counter() - begin


def commit(folder: Path) -> list[float]:
    """Seconds of bare commits of as many bytes as an entry has, as the journal does them."""
    database = sqlite3.connect(folder / "bare.db", isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE entry (number INTEGER PRIMARY KEY, data BLOB)")
    times = []
    for number in range(300):
        begin = time.perf_counter()
        database.execute("INSERT INTO entry VALUES (?, ?)", (number, os.urandom(300)))
        times.append(time.perf_counter() - begin)
    database.close()
    return times


async def round_trip() -> list[float]:
    """Seconds from one end of a bare websocket to the other and back, each time."""
    from websockets.asyncio.client import connect
    from websockets.asyncio.server import ServerConnection, serve

    async def echo(connection: ServerConnection) -> None:
        async for message in connection:
            await connection.send(message)

    async with serve(echo, "127.0.0.1", 0, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}", compression=None) as connection:
            times = []
            for _ in range(1000):
                begin = time.perf_counter()
                await connection.send(bytes(300))
                await connection.recv()
                times.append(time.perf_counter() - begin)
    return times


def main() -> int:
    parser = argparse.ArgumentParser(description="A table beside what it cannot do without.")
    parser.add_argument("--matches", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seat", nargs="+", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.seat:
        profile, address, code = (*wanted.seat, "", "")[:3]
        sit(Path(profile), address, code)
        return 0
    sealing, bare, found, commits, trips = [], [], [], [], []
    with tempfile.TemporaryDirectory(prefix="gefaehrten-bench-") as name:
        for number in range(wanted.matches):
            folder = Path(name, str(number))
            folder.mkdir()
            bare.append(arithmetic())
            said = play(folder)
            sealing += [line["sealing"] for line in said[0] if "sealing" in line]
            found += delays(said)
            commits += commit(folder)
            trips += asyncio.run(round_trip())
    stored, trip = median(commits), median(trips)
    least = 2 * stored + trip
    figures = {
        "sealing_ms": round(1000 * median(sealing), 1),
        "arithmetic_ms": round(1000 * median(bare), 1),
        "sealing_ratio": round(median(sealing) / median(bare), 2),
        "sealing_most": SEALING_MOST,
        "actions": len(found),
        "action_ms": round(1000 * median(found), 2),
        "commit_ms": round(1000 * stored, 3),
        "round_trip_ms": round(1000 * trip, 3),
        "action_ratio": round(median(found) / least, 2),
        "action_most": ACTION_MOST,
    }
    if wanted.json:
        print(json.dumps(figures))
    else:
        for key, value in figures.items():
            print(f"{key:20} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
