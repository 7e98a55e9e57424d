#!/usr/bin/env python3
"""Shell. Feeds a decoder with broken inputs for as long as one likes, guided by coverage where atheris is installed.

    scripts/fuzz.py --list
    scripts/fuzz.py TARGET [TARGET …] [--seconds 600] [--corpus DIR] [--report FILE]
    scripts/fuzz.py TARGET [TARGET …] --plain [--seconds 600 | --count N]
    scripts/fuzz.py TARGET --replay FILE|HEX

The one rule: what is found is kept as a file and printed as hex, ready to become a test. How to install atheris, which
is no dependency of the project, stands in docs/fuzzing.md; with --plain, and without it, inputs come from our own
mutator. MSGPACK_PUREPYTHON=1 in the environment shows the codec's own branches to it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import traceback
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

INSTRUMENTED = ["protocol", "gefaehrten", "msgpack"]
SECONDS_PER_INPUT = 10
MEGABYTES = 2_048
LONGEST = 65_536
"""Bytes of an input: one frame."""


def arguments() -> argparse.Namespace:
    """What was typed."""
    parser = argparse.ArgumentParser(description="Feeds decoders with broken inputs.")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="all without one")
    parser.add_argument("--list", action="store_true", help="name the targets with their invariants")
    parser.add_argument("--seconds", type=float, default=600.0, help="for each target (default 600)")
    parser.add_argument("--count", type=int, help="so many inputs for each target, without coverage")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", type=Path, help="where inputs that reach something new are kept")
    parser.add_argument("--plain", action="store_true", help="without coverage")
    parser.add_argument("--replay", help="one input, as a file or in hex")
    parser.add_argument("--report", type=Path, help="append a line of JSON for each target")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    """Runs the command; 1 if something was found."""
    given = arguments()
    if given.inside:
        guided(given.targets[0], given)
        return 0  # never reached: libFuzzer ends the process
    from tests.fuzz import target

    unknown = set(given.targets) - set(target.names())
    if unknown:
        print(f"no such target: {', '.join(sorted(unknown))}; --list names them", file=sys.stderr)
        return 2
    if given.list:
        for name in target.names():
            print(f"{name}: {target.load(name).invariant}")
        return 0
    names = given.targets or list(target.names())
    if given.replay is not None:
        return replay(names[0], given.replay)
    with_coverage = not given.plain and given.count is None and find_spec("atheris") is not None
    results = [guide(name, given) if with_coverage else unguided(name, given) for name in names]
    for result in results:
        if given.report is not None:
            with given.report.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(result) + "\n")
    return 1 if any(result["found"] for result in results) else 0


def replay(name: str, what: str) -> int:
    """One input once more."""
    from tests.fuzz import target

    data = Path(what).read_bytes() if Path(what).is_file() else bytes.fromhex(what)
    started = time.monotonic()
    target.load(name).run(data)
    print(f"{name}: nothing wrong, {time.monotonic() - started:.3f} s")
    return 0


def unguided(name: str, given: argparse.Namespace) -> dict[str, Any]:
    """Seeded mutations of good inputs, one after the other."""
    from tests.fuzz import target
    from tests.fuzz.mutate import inputs

    one = target.load(name)
    started, count, slowest, found = time.monotonic(), 0, 0.0, ""
    for data in inputs(given.seed, one.seeds, one.mutate):
        before = time.monotonic()
        try:
            one.run(data)
        except Exception:
            traceback.print_exc()
            found = data.hex()
            print(f"{name}: after {count} inputs, seed {given.seed}: {found}", file=sys.stderr)
            break
        count += 1
        slowest = max(slowest, time.monotonic() - before)
        if count == given.count or time.monotonic() - started > given.seconds:
            break
    seconds = time.monotonic() - started
    result = {"target": name, "engine": "plain", "execs": count, "per_second": round(count / seconds)}
    result |= {"seconds": round(seconds), "slowest_s": round(slowest, 3), "found": found}
    print(json.dumps(result))
    return result


def guide(name: str, given: argparse.Namespace) -> dict[str, Any]:
    """Runs a target under atheris in a process of its own: libFuzzer ends the process that it runs in."""
    from tests.fuzz import target

    corpus = given.corpus or Path(tempfile.mkdtemp(prefix=f"fuzz-{name}-"))
    folder = corpus / name if given.corpus else corpus
    folder.mkdir(parents=True, exist_ok=True)
    for data in target.load(name).seeds:
        (folder / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    begun = len(list(folder.iterdir()))
    command = [sys.executable, __file__, name, "--inside", "--corpus", str(folder), "--seed", str(given.seed)]
    command += ["--seconds", str(given.seconds)]
    log = folder.with_name(f"{folder.name}.log")
    started = time.monotonic()
    with log.open("wb") as stream:
        done = subprocess.run(command, stdout=stream, stderr=subprocess.STDOUT, cwd=ROOT, check=False)
    text = log.read_text("utf-8", errors="replace")
    result = {
        "target": name,
        "engine": "atheris",
        **figures(text),
        "seconds": round(time.monotonic() - started),
    }
    result |= {"seeds": begun, "corpus": len(list(folder.iterdir())), "log": str(log)}
    result |= {"pure_msgpack": os.environ.get("MSGPACK_PUREPYTHON", "") != ""}
    result["found"] = (
        "" if done.returncode == 0 else next(iter(re.findall(r"written to (\S+)", text)), "see log")
    )
    print(json.dumps(result), flush=True)
    return result


def figures(text: str) -> dict[str, Any]:
    """What libFuzzer's output says at its end."""
    last = re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)/", text)
    first = re.search(r"INITED cov: (\d+) ft: (\d+)", text)
    stats = dict(re.findall(r"stat::(\w+):\s+(\d+)", text))
    slowest = re.findall(r"slowest_unit_time_sec:\s+(\d+)", text)
    return {
        "execs": int(stats.get("number_of_executed_units", 0)),
        "per_second": int(stats.get("average_exec_per_sec", 0)),
        "edges": int(last[-1][0]) if last else 0,
        "edges_of_seeds": int(first[1]) if first else 0,
        "features": int(last[-1][1]) if last else 0,
        "kept": int(last[-1][2]) if last else 0,
        "peak_mb": int(stats.get("peak_rss_mb", 0)),
        "slowest_s": int(slowest[-1]) if slowest else 0,
    }


def guided(name: str, given: argparse.Namespace) -> None:
    """The process in which libFuzzer calls the target; nothing of ours may be imported before it is instrumented."""
    atheris: Any = import_module("atheris")  # by name: types of it are nowhere
    with atheris.instrument_imports(include=INSTRUMENTED):
        from tests.fuzz import target

        one = target.load(name)

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        """Bytes as libFuzzer changes them, or values as our own mutator does: half of each."""
        generator = random.Random(seed)
        if generator.random() < 0.5:
            return bytes(atheris.Mutate(data, most))
        return one.mutate(generator, data, one.seeds)[:most]

    given.corpus.mkdir(parents=True, exist_ok=True)
    flags = [
        f"-max_total_time={int(given.seconds)}",
        f"-timeout={SECONDS_PER_INPUT}",
        f"-rss_limit_mb={MEGABYTES}",
        f"-max_len={LONGEST}",
        f"-seed={given.seed}",
        f"-artifact_prefix={given.corpus.with_name(given.corpus.name + '-')}",
        "-print_final_stats=1",
        "-len_control=0",
    ]
    atheris.Setup([sys.argv[0], *flags, str(given.corpus)], one.run, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
