#!/usr/bin/env python3
"""Shell. Verifies a record with a second implementation, written from the documents alone.

    scripts/verify_independent.py FILE

Needs nothing but Python. Prints one JSON object: valid, honest, proven, finished, entries, head, scores, winners,
faults. Ends as `gefaehrten verify` does: with 0 if everything holds, 5 if anything does not, 2 if there is no file.

The one rule: no code of the program is imported, so that the two can disagree.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.independent.report import verify


def main(arguments: list[str]) -> int:
    """Runs the command; returns its exit code."""
    if len(arguments) != 1:
        print("Usage: verify_independent.py FILE", file=sys.stderr)
        return 2
    try:
        data = Path(arguments[0]).read_bytes()
    except OSError as error:
        print(f"{arguments[0]} cannot be read: {error.strerror}.", file=sys.stderr)
        return 2
    report = verify(data)
    print(json.dumps(report.plain()))
    return 0 if report.valid and report.honest else 5


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
