"""Shell. Writes the golden files of the kernels anew: `python -m tests.golden.regenerate`.

The one rule: a person runs it and reads what changed; tests and CI only compare.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.golden import mordor
from tests.golden.bridge import reference_of
from tests.golden.node_positions import POSITIONS
from tests.golden.playthrough import MATCHES
from tests.golden.reference import nodes

FOLDER = Path(__file__).parent


def main() -> None:
    """Node counts of the card game come from the reference, playthroughs from the kernel."""
    found = {
        name: [nodes(reference_of(kernel), index + 1) for index in range(depth)]
        for name, (depth, kernel) in POSITIONS.items()
    }
    lines = [
        f"  {json.dumps(name, ensure_ascii=False)}: {json.dumps(nodes)}" for name, nodes in found.items()
    ]
    (FOLDER / "node_counts.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    for name, played in (MATCHES | mordor.MATCHES).items():
        path = FOLDER / "playthroughs" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(played(), "utf-8")  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main()
