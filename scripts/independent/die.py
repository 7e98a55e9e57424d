"""Pure. The joint die: requests, the links that answer them, and the number that they make (§9, §10, §10.1).

The one rule: one request is open at a time; a link is believed if hashing it leads to what is known of its chain.
"""

from __future__ import annotations

from collections.abc import Sequence

from scripts.independent.record import Table
from scripts.independent.values import Plain, hash32


class Die:
    """Every request of a match."""

    def __init__(self, table: Table) -> None:
        self.table_id = table.id
        self.request = 0
        self.open = False
        self._opened_at = 0
        self._links: dict[int, bytes] = {}
        self._known = [(0, seat.chain_end) for seat in table.seats]
        """Per seat the last link that it has given, and its number."""
        self._void: dict[int, int] = {}
        """The entry that made a request void, by request."""

    def ask(self, entry: int) -> None:
        """Opens the next request."""
        self.open = True
        self.request += 1
        self._opened_at = entry

    def void(self, entry: int) -> None:
        """The open request is not answered any more."""
        if self.open:
            self.open = False
            self._void[self.request] = entry
            self._links = {}

    def take(self, seat: int, request: int, link: bytes, ack: int) -> str:
        """Takes a link; says with a code what is wrong with it, "" for nothing."""
        if ack < self._void.get(request, 0):
            return ""
        if not self.open or request != self.request or ack < self._opened_at:
            return "link-not-due"
        if seat in self._links:
            return "link-twice"
        known, end = self._known[seat]
        earlier = link
        for number in range(request, known, -1):
            earlier = hash32("chain", number, earlier)
        if earlier != end:
            return "link"
        self._links[seat] = link
        self._known[seat] = request, link
        return ""

    def result(self, owed: Sequence[int], sides: int) -> int | None:
        """The number below `sides`, once all links that are owed are there; that closes the request."""
        if not self.open or any(seat not in self._links for seat in owed):
            return None
        links: list[Plain] = [self._links[seat] for seat in owed]
        self._links = {}
        self.open = False
        return below(hash32("joint", self.table_id, self.request, links), sides)


def below(result: bytes, sides: int) -> int:
    """The number below `sides` that a joint result stands for (§9)."""
    limit = 2**64 - 2**64 % sides
    counter = 0
    while True:
        data = hash32("below", result, counter)
        for at in range(0, 32, 8):
            word = int.from_bytes(data[at : at + 8], "big")
            if word < limit:
                return word % sides
        counter += 1
