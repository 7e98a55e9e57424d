#!/usr/bin/env python3
"""Shell. One match of which somebody is killed with SIGKILL and started again at fifty random moments.

    scripts/kill_fifty.py                       over loopback
    scripts/kill_fifty.py --namespaces          over network namespaces that delay and lose packets
    scripts/kill_fifty.py --seed 7 --kills 20   others

The one rule: thin; the killing is in `tests/interop/killing.py`. Prints figures as JSON. Exit code 1: the match did not
end, or does not hold; 3: this machine does not allow namespaces.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.interop.killing import Killing, Place
from tests.interop.namespaces import Machines, NotHere, Weather, enter

PORT = 8765


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(description="One match, fifty kills.")
    parser.add_argument("--kills", type=int, default=50, help="how many (default: 50)")
    parser.add_argument("--seed", type=int, default=1, help="of moments and victims (default: 1)")
    parser.add_argument("--level", default="random", help="of all players (default: random)")
    parser.add_argument("--entries", type=int, default=230, help="that they spread over (default: 230)")
    parser.add_argument("--namespaces", action="store_true", help="each process on a machine of its own")
    parser.add_argument("--delay", type=float, default=25.0, help="ms each way there (default: 25)")
    parser.add_argument("--jitter", type=float, default=5.0, help="ms (default: 5)")
    parser.add_argument("--loss", type=float, default=1.0, help="per cent of the packets (default: 1)")
    asked = parser.parse_args()
    places, machines = {name: Place() for name in ("host", "guest", "bot")}, None
    if asked.namespaces:
        try:
            left = enter(sys.argv)
            if left is not None:
                return left
            machines = Machines(tuple(places), Weather(asked.delay, asked.jitter, asked.loss))
        except NotHere as error:
            print(f"Network namespaces are not allowed here: {error}", file=sys.stderr)
            return 3
        places = {name: Place(machines.within(name), f"{machines.address(name)}:{PORT}") for name in places}
    with tempfile.TemporaryDirectory(prefix="kill-fifty-") as folder:
        killing = Killing(
            Path(folder),
            places,
            kills=asked.kills,
            seed=asked.seed,
            level=asked.level,
            entries=asked.entries,
            say=lambda line: print(line, file=sys.stderr, flush=True),
        )
        figures = killing.run()
    network = "loopback" if machines is None else f"namespaces, {machines.how}"
    conditions = {"network": network, "seed": asked.seed, "level": asked.level, "processors": os.cpu_count()}
    if machines is not None:
        machines.close()
        conditions |= {"delay_ms": asked.delay, "jitter_ms": asked.jitter, "loss_percent": asked.loss}
    print(json.dumps(conditions | asdict(figures)))
    return 1 if figures.problem else 0


if __name__ == "__main__":
    sys.exit(main())
