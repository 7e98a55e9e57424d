"""Shell. Runs every measurement and prints its figures as the tables of docs/benchmarks.md: `scripts/bench_report.py`.

The one rule: it measures nothing itself. Each script runs in a process of its own, one after the other; what it says
with `--json` becomes rows, and those that print tables themselves are passed on as they are. One that cannot run is
named, its rows are left out, and the others go on.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = "import sys; from gefaehrten.cli.main import main; sys.exit(main())"

Figures = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """A script.

    Attributes:
        words: what it is called with.
        quick: what makes it short, where nothing but whether it runs is to be seen.
        tables: whether it prints its tables itself.
        needs: a package that it cannot do without, which need not be installed.
    """

    name: str
    words: tuple[str, ...]
    quick: tuple[str, ...] = ()
    tables: bool = False
    needs: str = ""


PARTS = (
    Part("bench", ("-c", PROGRAM, "bench", "--lang", "en")),
    Part("kernel", ("scripts/bench_kernel.py",), ("--rounds", "1", "--games", "1000")),
    Part(
        "openspiel", ("scripts/bench_openspiel.py",), ("--rounds", "1", "--slice", "0.1"), needs="open_spiel"
    ),
    Part("table", ("scripts/bench_table.py",), ("--matches", "1")),
    Part("process", ("scripts/bench_process.py",), ("--rounds", "3", "--seconds", "5")),
    Part("screen", ("scripts/bench_screen.py",), ("--rounds", "1")),
    Part(
        "growth",
        ("scripts/bench_growth.py",),
        ("--seconds", "0.02", "--matches", "1", "--minute", "3", "--most", "10000"),
        tables=True,
    ),
    Part("reuse", ("scripts/bench_reuse.py",), ("--seconds", "0.01", "--matches", "1"), tables=True),
)


def run(part: Part, quick: bool, keep: Path | None) -> Figures | None:
    """What a script says, nothing of one that prints tables; None where it could not run, which is said."""
    if part.needs and find_spec(part.needs) is None:
        say(f"{part.name}: {part.needs} is not installed (docs/research.md says how)")
        return None
    say(f"{part.name}: {' '.join(part.words[-3:])}")
    command = [sys.executable, *part.words, *(part.quick if quick else ())]
    begin = time.monotonic()
    if part.tables:
        print(f"\n## {part.name}", flush=True)
    else:
        command.append("--json")
    done = subprocess.run(
        command, cwd=ROOT, stdout=None if part.tables else subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        say(f"{part.name}: failed with {done.returncode}")
        return None
    say(f"{part.name}: {time.monotonic() - begin:.0f} s")
    if part.tables:
        return {}
    found: Figures = json.loads(done.stdout)
    if keep is not None:
        (keep / f"{part.name}.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return found


def say(text: str) -> None:
    """Where it is, for whoever waits."""
    print(f"== {text}", file=sys.stderr, flush=True)


def rate(value: float) -> str:
    """With three digits that mean something."""
    if value >= 1_000_000:
        return f"{value / 1e6:.2f} M"
    return f"{float(f'{value:.3g}'):,.0f}"


def search_rows(all_of: dict[str, Figures]) -> Iterator[str]:
    """The section on rules and search."""
    yield "| what | ours | beside it | ratio | wanted |\n|---|---|---|---|---|"
    if kernel := all_of.get("kernel"):
        beside = "a C compiler is missing | |"
        if "ratio" in kernel:
            beside = (
                f"`scripts/limit.c`, which plays simpler rules: {rate(kernel['limit_playouts_per_second'])} /s | "
                f"**{kernel['ratio']:.2f}** (actions: {rate(kernel['actions_per_second'])}/s beside "
                f"{rate(kernel['limit_actions_per_second'])}/s) |"
            )
        yield (
            f"| random playouts of the card game, 4 seats, one core | {rate(kernel['playouts_per_second'])} /s | "
            f"{beside} ≥ 0.45 |"
        )
    if spiel := all_of.get("openspiel"):
        steps, turns = spiel["steps_per_second"], spiel["iterations_per_second"]
        yield (
            "| search steps (iterations × actions), random playouts to the end | "
            f"{rate(steps['ours_steps_per_second'])}/s | OpenSpiel's ISMCTS in C++ on hearts: "
            f"{rate(steps['hearts_steps_per_second'])}/s ({rate(steps['hearts_simulations_per_second'])} simulations "
            f"of {steps['hearts_steps_per_simulation']:.0f}) | **{steps['ratio']:.2f}** | ≥ 1.5 |"
        )
        ours = rate(turns["ours_uniform_playouts"])
        yield (
            f"| search iterations, random playouts to the end | {ours} /s | OpenSpiel's ISMCTS in Python, our game "
            f"through our adapter: {turns['openspiel_python']:.0f} /s | **{turns['ratio']:.0f}** | ≥ 40 |"
        )
        yield (
            f"| the same with our compiled playouts in OpenSpiel's search | {ours} /s | "
            f"{rate(turns['openspiel_python_kernel_playouts'])} /s | {turns['ratio_to_kernel_playouts']:.0f} | |"
        )
    if bench := all_of.get("bench"):
        yield (
            f"| search as bots do it (knowledge, cut) | {rate(bench['bot_iterations_per_second'])} /s | "
            f"random playouts to the end: {rate(bench['search_iterations_per_second'])} /s | | |"
        )
        one = bench["process_iterations_per_second"]
        yield (
            f"| two bots' processes | {rate(one * bench['two_processes'])} /s | one: {rate(one)} /s | "
            f"**{bench['two_processes']:.2f}** | ≥ 1.8 |"
        )
        yield f"| memory of a tree | {bench['tree_bytes_per_iteration']:.0f} bytes an iteration | | | bounded |"
        yield (
            "\n| game, 4 seats | matches at random | actions | search to the end | its actions | as bots do it | "
            "its actions |\n|---|---|---|---|---|---|---|"
        )
        keys = [f"{what}_per_second" for what in ("playouts", "actions")]
        keys += [f"{how}_{what}_per_second" for how in ("search", "bot") for what in ("iterations", "steps")]
        for game, figures in bench["games"].items():
            yield f"| {game} | " + " | ".join(f"{rate(figures[key])} /s" for key in keys) + " |"


def table_rows(all_of: dict[str, Figures]) -> Iterator[str]:
    """The section on the table."""
    yield "\n| what | ours | beside it | ratio | wanted |\n|---|---|---|---|---|"
    if table := all_of.get("table"):
        yield (
            f"| sealing four decks, four processes on loopback | {table['sealing_ms']:.0f} ms | the bare "
            f"multiplications, one core: {table['arithmetic_ms']:.0f} ms | **{table['sealing_ratio']:.1f}** | "
            f"≤ {table['sealing_most']:.0f}, < 250 ms |"
        )
        yield (
            "| an action, from its seat's decision to the last of three other processes' screens | "
            f"{table['action_ms']:.1f} ms | 2 bare commits ({2 * table['commit_ms']:.2f} ms) and a bare round trip "
            f"({table['round_trip_ms']:.2f} ms) | **{table['action_ratio']:.1f}** | ≤ {table['action_most']:.0f} |"
        )
    if bench := all_of.get("bench"):
        yield f"| `verify` of a match of four | {bench['verify_matches_per_second']:.1f} matches/s | | | ≥ 5 |"
        yield (
            f"| a whole match of four in one process, sealed, signed, stored | {bench['match_seconds']:.1f} s | | | |"
        )


def program_rows(all_of: dict[str, Figures]) -> Iterator[str]:
    """The section on the program."""
    yield "\n| what | ours | beside it | ratio | wanted |\n|---|---|---|---|---|"
    if process := all_of.get("process"):
        heavy = ", ".join(process["heavy_imports"]) or "no search, crypto or terminal library"
        yield (
            f'| `gefaehrten --help` | {process["help_ms"]:.0f} ms | `python -c "import click"`: '
            f"{process['click_ms']:.0f} ms | **{process['help_ratio']:.2f}** | ≤ {process['help_most']}; "
            f"imports {heavy} |"
        )
        yield f"| memory: a guest in play | {process['guest_mb']:.0f} MB | | | ≤ {process['guest_most_mb']} |"
        yield (
            f"| memory: a host and three `medium` bots, all processes | "
            f"{process['host_with_three_medium_bots_mb']:.0f} MB | | | ≤ {process['host_most_mb']} |"
        )
    if screen := all_of.get("screen"):
        whole = screen["whole"]
        yield (
            f"| full screen at 120×40, late in the match, key to last byte | {whole['median_ms']:.0f} ms, at worst "
            f"{whole['worst_ms']:.0f} | | | ≤ {whole['target_ms']:.0f} |"
        )
    if process:
        yield (
            f"| event loop of a host with three `{process['level']}` bots on two cores, lateness at worst | "
            f"{process['loop_worst_ms']:.0f} ms | | | ≤ {process['loop_most_ms']} |"
        )
        yield f"| a turn of these bots | {process['turn_median_s']} s, at worst {process['turn_worst_s']} | | | ≤ 2 s |"
        yield f"| Ctrl-C until all processes are gone | {process['ctrl_c_s']} s | | | ≤ 2 s |"


def main() -> int:
    parser = argparse.ArgumentParser(description="Every figure of docs/benchmarks.md, as its tables.")
    parser.add_argument("--only", choices=[part.name for part in PARTS], action="append")
    parser.add_argument("--quick", action="store_true", help="only to see that everything runs")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where the figures are put as JSON too")
    wanted = parser.parse_args()
    if wanted.keep is not None:
        wanted.keep.mkdir(parents=True, exist_ok=True)
    parts = [part for part in PARTS if not wanted.only or part.name in wanted.only]
    all_of: dict[str, Figures] = {}
    failed = False
    for part in (part for part in parts if not part.tables):
        found = run(part, wanted.quick, wanted.keep)
        if found is None:
            failed = failed or not part.needs or find_spec(part.needs) is not None
        else:
            all_of[part.name] = found
    sections = {
        "Rules and search": (search_rows, {"bench", "kernel", "openspiel"}),
        "The table": (table_rows, {"bench", "table"}),
        "The program": (program_rows, {"process", "screen"}),
    }
    for title, (rows, sources) in sections.items():
        if sources & all_of.keys():
            print(f"\n## {title}\n\n" + "\n".join(rows(all_of)).lstrip("\n"), flush=True)
    for part in (part for part in parts if part.tables):
        failed = run(part, wanted.quick, wanted.keep) is None or failed
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
