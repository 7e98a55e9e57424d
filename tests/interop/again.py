"""Shell. The program with a person at it who wants so many rematches: `main(1)` plays twice.

The one rule: nothing is different but the answer of a person whom a test does not have.
"""

from __future__ import annotations

from gefaehrten.cli import main as program
from gefaehrten.cli.fronts import JsonFront


def main(rematches: int) -> int:
    """Runs the command line; returns its exit code."""
    left = rematches

    async def another(self: JsonFront) -> bool:
        nonlocal left
        left -= 1
        return left >= 0

    JsonFront.another = another  # type: ignore[method-assign]
    return program.main()
