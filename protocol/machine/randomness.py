"""Machine. Joint random numbers: every seat reveals the next link of its hash chain, nobody can choose the result.

The one rule: link r answers request r only, and request r+1 opens when all links r are logged.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from protocol import chain
from protocol.errors import N_, Culprit, RemoteProtocolError


class Randomness:
    """The requests for joint random numbers and the links that answered them.

    Args:
        table_id: 32 bytes.
        ends: per seat the end of its chain, from the table record.
    """

    def __init__(self, table_id: bytes, ends: Sequence[bytes]) -> None:
        self._table_id = table_id
        self._previous = list(ends)
        self._reached = [0] * len(ends)
        self._seats = list(range(len(ends)))
        self._void: dict[int, int] = {}
        self._links: dict[int, bytes] = {}
        self.request = 0
        self.opened_at = 0
        self.open = False

    def ask(self, entry: int) -> None:
        """Opens the next request, as of a log entry."""
        self.request += 1
        self.opened_at = entry
        self.open = True
        self._links = {}

    def retire(self, seats: Collection[int], entry: int) -> None:
        """These seats reveal nothing any more; a request that is open is void, and asked anew with later links."""
        self._seats = [seat for seat in self._seats if seat not in seats]
        if self.open:
            self._void[self.request] = entry
            self.open = False

    def owes(self, seat: int) -> bool:
        """Whether the seat's link is still missing."""
        return self.open and seat in self._seats and seat not in self._links

    def receive(self, seat: int, request: int, link: bytes, acknowledged: int) -> None:
        """A seat's link.

        Raises:
            RemoteProtocolError: the link answers nothing that is asked, comes twice, or does not match its chain.
        """
        if acknowledged < self._void.get(request, 0):
            return  # it was asked for when it was signed, and a retirement has made it void
        if not self.open or request != self.request or acknowledged < self.opened_at:
            raise RemoteProtocolError(
                "link-not-due",
                N_("A link of a hash chain came that nobody had asked for."),
                culprit=Culprit.SEAT,
                seat=seat,
            )
        if seat in self._links:
            raise RemoteProtocolError(
                "link-twice",
                N_("The same link of a hash chain came twice."),
                culprit=Culprit.SEAT,
                seat=seat,
            )
        chain.check_link(self._reached[seat], self._previous[seat], request, link, seat=seat)
        self._previous[seat], self._reached[seat] = link, request
        self._links[seat] = link

    def value(self, sides: int) -> int | None:
        """The result, `0 <= value < sides`, once every link is there; closes the request."""
        if not self.open or len(self._links) < len(self._seats):
            return None
        links = [self._links[seat] for seat in self._seats]
        self.open = False
        return chain.below(chain.joint(self._table_id, self.request, links), sides)
