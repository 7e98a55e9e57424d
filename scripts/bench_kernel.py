"""Shell. Random playouts of the card game on one core beside `limit.c`, a cost model in C: `scripts/bench_kernel.py`.

The one rule: the two are measured in turns in the same run, because machines drift; what counts is the ratio. limit.c
plays simpler rules without ring tokens, so actions a second stand beside it.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from librt.vecs import vec  # noqa: E402 - the repository must be importable from anywhere
from mypy_extensions import i64  # noqa: E402

from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS  # noqa: E402
from gefaehrten.core.playout import playout  # noqa: E402
from gefaehrten.core.random import Random  # noqa: E402
from gefaehrten.games.gefaehrten import kernel as module  # noqa: E402
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel  # noqa: E402

OWNERS = {2: [1, 0, 0, 1], 3: [0, 1, 2, -1], 4: [0, 1, 2, 3]}
TARGET = 0.45


def ours(seats: int, games: int, seed: int) -> tuple[float, float]:
    """Playouts a second and actions a second from the first decision, all hands known."""
    rng = Random(seed)
    root = GefaehrtenKernel(seats, OWNERS[seats])
    while root.request() != DECIDE:
        root.chance(rng)
    buffer: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
    actions = 0
    begin = time.perf_counter()
    for _ in range(games):
        actions += playout(root.clone(), rng, buffer)
    seconds = time.perf_counter() - begin
    return games / seconds, actions / seconds


def limit(program: Path, seats: int, games: int) -> tuple[float, float]:
    """The same figures of limit.c, which prints the median of seven runs."""
    text = subprocess.run(
        [program, str(seats), str(games)], capture_output=True, text=True, check=True
    ).stdout
    found = re.search(r"([\d.]+) playouts/s ([\d.]+) M actions/s", text)
    assert found is not None, text
    return float(found[1]), float(found[2]) * 1e6


def build(folder: Path) -> Path | None:
    """limit.c compiled, or None without a C compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    program = folder / "limit"
    subprocess.run([compiler, "-O3", "-o", program, Path(__file__).with_name("limit.c")], check=True)
    return program


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), default=4)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=10_000, help="playouts in a round")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    compiled = not str(module.__file__).endswith(".py")
    games = options.games if compiled else max(1, options.games // 50)
    kernel, model = [], []
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        for index in range(options.rounds):
            kernel.append(ours(options.seats, games, index))
            if program is not None:
                model.append(limit(program, options.seats, max(1, options.games // 7)))
    result: dict[str, object] = {
        "form": "compiled" if compiled else "interpreted",
        "seats": options.seats,
        "playouts_per_second": round(median(pair[0] for pair in kernel)),
        "actions_per_second": round(median(pair[1] for pair in kernel)),
    }
    if model:
        result["limit_playouts_per_second"] = round(median(pair[0] for pair in model))
        result["limit_actions_per_second"] = round(median(pair[1] for pair in model))
        result["ratio"] = round(median(a[0] / b[0] for a, b in zip(kernel, model, strict=True)), 3)
        result["target"] = TARGET
    if options.json:
        print(json.dumps(result))
    else:
        for name, value in result.items():
            print(f"{name:28} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
