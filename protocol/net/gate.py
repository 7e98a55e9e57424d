"""Pure. How many connections there are, in all and from one place.

The one rule: a connection counts from its first packet to its last, whatever it says in between.
"""

from __future__ import annotations

from collections import Counter

from protocol import limits


class Gate:
    """Counts. Mutable: the counts."""

    def __init__(self) -> None:
        """Begins with none."""
        self._counts: Counter[str] = Counter()

    def enter(self, origin: str) -> float:
        """Counts a connection: how full it is with it, as a share of the nearer limit; above 1 there is no room."""
        self._counts[origin] += 1
        return max(
            self._counts.total() / limits.CONNECTIONS,
            self._counts[origin] / limits.CONNECTIONS_PER_ADDRESS,
        )

    def leave(self, origin: str) -> None:
        """Counts a connection no more."""
        self._counts[origin] -= 1
        if not self._counts[origin]:
            del self._counts[origin]
