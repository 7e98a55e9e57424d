"""Shell. Writes the golden files of the board game anew: `python -m tests.golden.tuerme.regenerate`.

The one rule: a person runs it and reads what changed; tests and CI only compare.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.golden.tuerme.playthrough import MATCHES
from tests.golden.tuerme.test_moves import counted

FOLDER = Path(__file__).parent


def main() -> None:
    """Counts come from the reference, playthroughs from the kernel."""
    (FOLDER / "move_counts.json").write_text(json.dumps(counted(), indent=1) + "\n", "utf-8")
    for name, played in MATCHES.items():
        path = FOLDER.parent / "playthroughs" / name
        path.write_text(played(), "utf-8")  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main()
