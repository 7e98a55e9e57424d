"""Shell. Runs a harness for as long as one likes: `python -m tests.fuzz NAME [--seconds S] [--seed N]`.

The one rule: what is found is printed as hex, ready to become a test.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback

from tests.fuzz.mutate import inputs
from tests.fuzz.protocol import harnesses


def main() -> int:
    """Runs the command; 1 if a bug was found."""
    known = harnesses()
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description="Feeds decoders with broken bytes."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(known)}; all without one")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each harness (default 10)")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    for name in arguments.names or known:
        end, count = time.monotonic() + arguments.seconds, 0
        for data in inputs(arguments.seed, known[name].corpus):
            try:
                known[name].run(data)
            except Exception:
                traceback.print_exc()
                print(f"{name}: after {count} inputs, seed {arguments.seed}: {data.hex()}", file=sys.stderr)
                return 1
            count += 1
            if time.monotonic() > end:
                break
        print(f"{name}: {count} inputs, nothing found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
