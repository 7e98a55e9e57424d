"""Shell. Repeats one run of the laboratory: `python -m tests.lab 'tiny 2+0 seed=1 cut@1.down.9+3'`.

The one rule: it says everything that came of it; with `-v` also what everybody was told, and when.
"""

from __future__ import annotations

import sys

from tests.lab.plan import Plan
from tests.lab.run import run


def main() -> int:
    """Runs the plan of the command line; exit code 1 where something is found that must not be."""
    words = [word for word in sys.argv[1:] if word != "-v"]
    report = run(Plan.parse(" ".join(words)))
    if "-v" in sys.argv:
        for when, who, what in report.story:
            print(f"{when:9.3f} {who:>3} {what}")
    print(report.plan)
    print(f"{report.outcome}: {report.peers}")
    print(
        f"{report.entries} entries, {report.seconds:.1f} s, {report.retired} retired, {report.resumed} resumed, "
        f"trace {report.trace}"
    )
    print("frames and transactions:", {f"{who}.{way}": count for (who, way), count in report.frames.items()})
    print("happened:", ", ".join(sorted(str(fault) for fault in report.happened)) or "nothing")
    for failure in report.failures:
        print("FAILURE:", failure)
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
