#!/usr/bin/env python3
"""Shell. What the program costs as a process: `scripts/bench_process.py`. Linux only.

    help        `gefaehrten --help` beside `python -c "import click"`
    memory      resident megabytes of a guest in play (without the bot's process, which a person has not), and of a
                host with three bots that think, all processes together
    loop        a hosted match with three bots that think: how late the event loop was at worst, how long a turn took,
                and how long after Ctrl-C all processes were gone

The one rule: real processes, looked at from outside; the loop alone is looked at from inside.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import re
import signal
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PROGRAM = "import sys; from gefaehrten.cli.main import main; sys.exit(main())"
HELP_MOST = 1.5
HEAVY = ("numpy", "prompt_toolkit", "nacl", "msgpack", "websockets", "ai", "protocol", "asyncio", "zeroconf")
GUEST_MOST_MB = 60
HOST_MOST_MB = 350
LAG_MOST_MS = 50


def program(*words: str) -> list[str]:
    """The command line of the program."""
    return [sys.executable, "-c", PROGRAM, *words]


def help_beside_click(rounds: int) -> dict[str, Any]:
    """Seconds of both, in turns; and which libraries `--help` imports that it has no use for."""
    bare: list[float] = []
    ours: list[float] = []
    for _ in range(rounds):
        for command, times in (
            ([sys.executable, "-c", "import click"], bare),
            (program("--help"), ours),
        ):
            begin = time.perf_counter()
            subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
            times.append(time.perf_counter() - begin)
    shown = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", PROGRAM, "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stderr
    imported = set(re.findall(r"\|\s+([\w.]+)$", shown, re.MULTILINE))
    return {
        "click_ms": round(1000 * median(bare), 1),
        "help_ms": round(1000 * median(ours), 1),
        "help_ratio": round(median(ours) / median(bare), 2),
        "help_most": HELP_MOST,
        "heavy_imports": sorted(imported & set(HEAVY)),
    }


def resident(pid: int, *, alone: bool = False) -> float:
    """Resident megabytes of a process, and of everything below it."""
    total = 0.0
    for each in [pid] if alone else family(pid):
        with contextlib.suppress(OSError):
            found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{each}/status").read_text())
            total += int(found[1]) / 1024 if found else 0.0
    return total


def family(pid: int) -> list[int]:
    """A process and everything below it."""
    found, left = [], [pid]
    while left:
        each = left.pop()
        with contextlib.suppress(OSError):
            for thread in Path(f"/proc/{each}/task").iterdir():
                left += map(int, (thread / "children").read_text().split())
            found.append(each)
    return found


def memory(folder: Path, seconds: float) -> dict[str, Any]:
    """The most that a host with three bots and a guest without any had while they played."""
    host = subprocess.Popen(
        program(
            *("host", "--seats", "4", "--bots", "2", "--level", "medium", "--auto", "medium", "--json"),
            *("--listen", "127.0.0.1:0", "--no-announce", "--profile", str(folder / "host")),
        ),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert host.stdout is not None
    table = json.loads(host.stdout.readline())
    guest = subprocess.Popen(
        program(
            *("join", table["address"], table["code"], "--auto", "random", "--json"),
            *("--profile", str(folder / "guest")),
        ),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
    )
    most = {"host": 0.0, "guest": 0.0}
    end = time.monotonic() + seconds
    while time.monotonic() < end and host.poll() is None:
        most["host"] = max(most["host"], resident(host.pid))
        most["guest"] = max(most["guest"], resident(guest.pid, alone=True))
        time.sleep(0.2)
    for process in (guest, host):
        process.kill()
        process.wait()
    host.stdout.close()
    return {
        "guest_mb": round(most["guest"], 1),
        "guest_most_mb": GUEST_MOST_MB,
        "host_with_three_medium_bots_mb": round(most["host"], 1),
        "host_most_mb": HOST_MOST_MB,
    }


async def lag(folder: Path, level: str, seconds: float) -> dict[str, Any]:
    """Lateness of the loop that hosts a match of three bots that think, and how long their turns took."""
    from gefaehrten.engine import catalogue
    from gefaehrten.session import run
    from gefaehrten.session.benchmark import Silent
    from gefaehrten.session.events import SessionEvent, Stepped
    from gefaehrten.session.requests import Person, PlayRequest, Screen, TableRules

    game = catalogue.game(catalogue.keys()[0])
    options = {option.key: option.values[0] for option in game.options}
    turns: list[tuple[float, object]] = []
    over: list[float] = []

    class Looking(Silent):
        def tell(self, event: SessionEvent) -> None:
            super().tell(event)
            if isinstance(event, Stepped) and event.step["step"] == "drawn":
                turns.append((time.monotonic(), event.step["seat"]))
            elif isinstance(event, Stepped) and event.step["step"] == "over":
                over.append(time.monotonic())

    person = Person(name="bench", profile=folder / "loop", language="en", screen=Screen.JSON, auto="random")
    playing = asyncio.create_task(
        run.play(PlayRequest(person, TableRules(game.key, 4, level, options)), Looking())
    )
    late: list[float] = []
    late_after: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end and not playing.done():
        begin = time.monotonic()
        await asyncio.sleep(0.005)
        if turns:  # sealing is over; what it costs has a figure of its own
            (late_after if over else late).append(time.monotonic() - begin - 0.005)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    taken = [later - earlier for (earlier, _), (later, seat) in pairwise(turns) if seat]
    return {
        "level": level,
        "loop_worst_ms": round(1000 * max(late, default=0.0), 1),
        "loop_most_ms": LAG_MOST_MS,
        "loop_worst_after_the_end_ms": round(1000 * max(late_after, default=0.0), 1),
        "turns": len(turns),
        "turn_median_s": round(median(taken), 2) if taken else None,
        "turn_worst_s": round(max(taken), 2) if taken else None,
    }


def interrupted(folder: Path, level: str) -> float:
    """Seconds from Ctrl-C in the middle of a match of bots that think until its last process is gone."""
    host = subprocess.Popen(
        program(
            *("host", "--seats", "4", "--bots", "3", "--level", level, "--auto", level, "--json"),
            *("--listen", "127.0.0.1:0", "--no-announce", "--profile", str(folder / "ctrl-c")),
        ),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert host.stdout is not None
    steps = 0
    for line in host.stdout:
        steps += '"place"' in line
        if steps >= 3:
            break
    everybody = family(host.pid)
    begin = time.monotonic()
    host.send_signal(signal.SIGINT)
    host.stdout.read()
    host.wait()
    while any(Path(f"/proc/{pid}").exists() for pid in everybody):
        time.sleep(0.01)
    host.stdout.close()
    return time.monotonic() - begin


def main() -> int:
    parser = argparse.ArgumentParser(description="The program as a process.")
    parser.add_argument("--rounds", type=int, default=15, help="of --help")
    parser.add_argument("--seconds", type=float, default=20.0, help="of play for memory and loop, each")
    parser.add_argument("--level", default="hard", help="of the bots that the loop is looked at with")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="gefaehrten-bench-") as name:
        folder = Path(name)
        figures = help_beside_click(wanted.rounds)
        figures |= memory(folder, wanted.seconds)
        figures |= asyncio.run(lag(folder, wanted.level, wanted.seconds))
        figures["ctrl_c_s"] = round(interrupted(folder, wanted.level), 2)
    if wanted.json:
        print(json.dumps(figures))
    else:
        for key, value in figures.items():
            print(f"{key:32} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
