"""Machine. The host to be: gathers the votes of the seats for ordering the log from a place on.

The one rule: a vote counts for this very term, log and host; whoever has voted for a later one is asked for the next.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from protocol.errors import N_, Culprit, RemoteProtocolError
from protocol.terms import Candidacy, majority
from protocol.wire.messages import Elect, Term, Vote


class Election:
    """One candidacy. Mutable: it gathers votes.

    Args:
        candidacy: for what.
        active: the seats that may vote.
        keys: public keys in seat order.
    """

    def __init__(
        self, candidacy: Candidacy, active: Collection[int], table_id: bytes, keys: Sequence[bytes]
    ) -> None:
        self.candidacy = candidacy
        self._active = active
        self._table_id = table_id
        self._keys = keys
        self._votes: dict[int, Vote] = {}

    def receive(self, seat: int, vote: Vote) -> bool:
        """Takes a seat's vote; returns whether it has made them enough.

        Raises:
            RemoteProtocolError: it is not this seat's; its fault.
        """
        if vote.seat != seat:
            raise RemoteProtocolError(
                "foreign-key",
                N_("A message is signed by another key than its seat's."),
                culprit=Culprit.PEER,
                seat=seat,
            )
        if seat not in self._active or seat in self._votes:
            return False
        before = majority(self._active, self._votes)
        try:
            self.candidacy.check(vote, self._keys[seat], self._table_id)
        except RemoteProtocolError:
            return False  # for an earlier candidacy
        self._votes[seat] = vote
        return not before and majority(self._active, self._votes)

    def message(self) -> Elect:
        """What the seats are asked."""
        return Elect(self.candidacy.term, self.candidacy.index, self.candidacy.head)

    def term(self) -> Term:
        """The entry that says who has voted."""
        votes = tuple(self._votes[seat] for seat in sorted(self._votes))
        return Term(self.candidacy.term, self.candidacy.index, self.candidacy.head, votes)
