"""Shell. The program and the second verifier judge the same records: `python -m tests.interop.independent [N] [PART]`.

N records, an even choice of honest matches, files and messages that were tampered with, and matches with a liar in
them; all there are without N. PART chooses the names that it stands in. Both verifiers run as programs of their own.
Prints a line per record and ends with 1 if they differ anywhere.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from tests.interop.cheating import CHEATS
from tests.interop.departures import LEFT, left
from tests.interop.forging import Forge
from tests.interop.full import FULL
from tests.interop.leaving import LEAVING
from tests.interop.lying import AGAIN, LIES, with_liar, with_liar_again
from tests.interop.programs import ROOT, RUN
from tests.interop.successions import SUCCEEDED, succeeded
from tests.interop.tampering import ENVELOPE, FILE, TABLE, Case
from tests.interop.terming import TERMING
from tests.interop.wishes import WISHED, wished
from tests.interop.wishing import WISHING
from tests.machines import TableBench, offer

PROGRAM = [sys.executable, "-c", RUN]
FIRST = [*PROGRAM, "verify", "--json"]
SECOND = [sys.executable, "-I", str(ROOT / "scripts" / "verify_independent.py")]

COMPARED = ("valid", "honest", "proven", "finished", "entries", "head", "scores", "winners")

WISHES = (("", "", "", ""), ("blue", "", "blue", "green"), ("", "yellow", "red", ""))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one verifier says of a record."""

    code: int
    report: dict[str, Any]

    @property
    def faults(self) -> list[tuple[int, int | None, str]]:
        """Entry, seat, and the code, but for the host's and the file's: no document fixes those."""
        return [
            (fault["entry"], fault["seat"], "" if fault["seat"] == -1 else fault["code"])
            for fault in self.report["faults"]
        ]


@cache
def match(seats: int, span: str, points: str, seed: str) -> Forge:
    """An honest match, random but for its seed."""
    bench = TableBench(offer(seats, nazgul_range=span, points=points), seed=seed, guests=0)
    for wish in WISHES[len(seed) % len(WISHES)][:seats]:
        bench.join(wish=wish if seats > 2 else "")
    bench.run()
    return Forge.of(bench)


def base(number: int) -> Forge:
    """A match to tamper with; the smaller ones more often, for they are faster."""
    return match(
        *((2, "location", "open"), (3, "table", "open"), (2, "table", "hidden"))[number % 3], "base"
    ).copy()


def bot_match(seats: int, level: str, span: str) -> bytes:
    """A match that the program played by itself, as it exports it."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["--seats", str(seats), "--level", level, "--auto", level, "--option", f"nazgul_range={span}"]
        run([*PROGRAM, "play", *words, "--json", "--profile", folder])
        games = json.loads(run([*PROGRAM, "games", "--json"], home=folder).stdout)
        file = Path(folder) / "record"
        run([*PROGRAM, "export", games[0]["match"], str(file), "--profile", folder])
        return file.read_bytes()


def run(words: list[str], home: str = "") -> subprocess.CompletedProcess[str]:
    """Runs a program to its end."""
    env = {"GEFAEHRTEN_HOME": home, "PATH": "", "LANG": "C.UTF-8"}
    return subprocess.run(words, capture_output=True, text=True, env=env, check=False, timeout=500, cwd=ROOT)


def records() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """The name of every record, and what makes it."""
    for seats in (2, 3, 4):
        for span in ("location", "table"):
            for points in ("open", "hidden"):
                name = f"honest: {seats} seats, {span}, {points}"
                yield name, partial(untouched, seats, span, points, name)
            for level in ("random", "greedy"):
                yield f"honest: {seats} bots, {level}, {span}", partial(bot_match, seats, level, span)
    for name in LEFT:
        yield f"left: {name}", partial(left, name)
    for name in SUCCEEDED:
        yield f"succeeded: {name}", partial(succeeded, name)
    for name in WISHED:
        yield f"wished: {name}", partial(wished, name)
    for cases in (LEAVING, TERMING, WISHING, FULL):
        yield from cases.items()
    for name in LIES:
        yield f"liar: {name}", partial(with_liar, name)
    for name in AGAIN:
        yield f"liar again: {name}", partial(with_liar_again, name)
    tampering: dict[str, Case] = {**FILE, **TABLE, **ENVELOPE, **CHEATS}
    for number, (name, case) in enumerate(tampering.items()):
        yield name, partial(tampered, case, number)


def untouched(seats: int, span: str, points: str, seed: str) -> bytes:
    """The record of an honest match."""
    return match(seats, span, points, seed).build()


def tampered(case: Case, number: int) -> bytes:
    """The record of a match that was tampered with."""
    return case(base(number))


def judged(words: list[str], file: Path) -> Verdict:
    """What a verifier says."""
    done = run([*words, str(file)])
    if done.returncode not in (0, 5) or "Traceback" in done.stderr:
        raise AssertionError(f"{words[0]} ended with {done.returncode}: {done.stderr}")
    return Verdict(done.returncode, json.loads(done.stdout))


def differences(program: Verdict, second: Verdict) -> list[str]:
    """Everything that the two do not agree on."""
    found = [] if program.code == second.code else [f"exit code {program.code} / {second.code}"]
    for key in COMPARED:
        if program.report[key] != second.report[key]:
            found.append(f"{key} {program.report[key]} / {second.report[key]}")
    if program.faults != second.faults:
        found.append(f"faults {program.faults} / {second.faults}")
    return found


def compare(data: bytes) -> tuple[Verdict, list[str]]:
    """What the program says of a record, and where the second verifier says something else."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "record"
        file.write_bytes(data)
        verdict = judged(FIRST, file)
        return verdict, differences(verdict, judged(SECOND, file))


def main(words: list[str]) -> int:
    """Runs the command; returns its exit code."""
    part = words[1] if len(words) > 1 else ""
    chosen = [(name, make) for name, make in records() if part in name]
    count = min(int(words[0]) if words else len(chosen), len(chosen))
    chosen = [chosen[number * len(chosen) // count] for number in range(count)]
    start, bad, honest = time.monotonic(), 0, 0
    for name, make in chosen:
        verdict, found = compare(make())
        bad += bool(found)
        honest += verdict.code == 0
        first = verdict.faults[:1] or "no fault"
        print(
            f"{name}: {verdict.code}, {first}{' DIFFERENT: ' if found else ''}{'; '.join(found)}", flush=True
        )
    spent = time.monotonic() - start
    print(f"{count} records, {honest} without a fault, {bad} judged differently, {spent:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
