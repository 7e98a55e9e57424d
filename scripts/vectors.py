#!/usr/bin/env python3
"""Shell. Compares the protocol's test vectors with the program, or writes them anew.

    scripts/vectors.py            compares; exit code 1 names the files that differ
    scripts/vectors.py --write    writes them: only with a new version of the protocol, or a new vector

The one rule: a vector that changes without a new protocol version is a bug in the program, not in the vector.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.golden.protocol import vectors


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(description="Test vectors of the protocol.")
    parser.add_argument("--write", action="store_true", help="write the files instead of comparing them")
    write = parser.parse_args().write
    differ = []
    for name in vectors.VECTORS:
        path, text = vectors.path(name), vectors.text(name)
        if write:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            differ.append(path.name)
    if differ:
        print("These vectors differ from what the program makes:", ", ".join(differ), file=sys.stderr)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
