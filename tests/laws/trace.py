"""Shell. Plays random matches of every game and prints a digest of each step: `python -m tests.laws.trace [MATCHES]`.

The one rule: the output depends on the rules alone. Tests compare it between processes with other hash seeds, and
between the compiled and the interpreted form (`GEFAEHRTEN_PURE=1`).
"""

from __future__ import annotations

import sys
from hashlib import blake2b

from tests import pure

pure.install()

from gefaehrten.games.gefaehrten import kernel as module  # noqa: E402 - the finder must be in place first
from tests.laws.matches import legal, match, starts  # noqa: E402

COMPILED = "compiled"
INTERPRETED = "interpreted"


def form() -> str:
    """Which form of the kernels runs here."""
    return INTERPRETED if str(module.__file__).endswith(".py") else COMPILED


def main(matches: int) -> None:
    """Prints the form, then a line per step."""
    print(form())
    for start in starts():
        for seed in range(matches):
            for index, kernel in enumerate(match(start, seed, leaving=seed % 4 == 3)):
                view = kernel.clone()
                view.mask(seed % start.setup.seats)
                state = repr([legal(kernel), kernel.dump(), legal(view), view.dump()])
                print(start, seed, index, blake2b(state.encode(), digest_size=8).hexdigest())


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2)
