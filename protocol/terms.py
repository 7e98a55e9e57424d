"""Pure. Changes of host: what seats sign for one, and when it counts.

The one rule: a host that nobody chose orders nothing; more than half of the seats in the match choose, and none of them
twice for one term.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from protocol.canonical import canonical
from protocol.errors import N_, Culprit, RemoteProtocolError
from protocol.identity import Identity, verify
from protocol.wire.messages import Elect, Term, Vote

CONTEXT = "term"

FIRST_TERM = 1
"""The term of the host that the table record names; nobody votes for it."""


@dataclass(frozen=True, slots=True)
class Candidacy:
    """Who wants to order the log, in which term, from which place on.

    Attributes:
        index: the log's length.
        head: 32 bytes, the head there.
        host: public key of the seat that wants to.
    """

    term: int
    index: int
    head: bytes
    host: bytes

    @classmethod
    def of(cls, said: Elect | Term, host: bytes) -> Candidacy:
        """What a message of this author says."""
        return cls(said.term, said.index, said.head, host)

    def signed(self, table_id: bytes) -> bytes:
        """What a vote is a signature under."""
        return canonical([table_id, self.term, self.index, self.head, self.host])

    def vote(self, identity: Identity, seat: int, table_id: bytes) -> Vote:
        """The vote of a seat."""
        return Vote(seat, identity.sign(CONTEXT, self.signed(table_id)))

    def check(self, vote: Vote, key: bytes, table_id: bytes) -> None:
        """Whether a vote holds.

        Raises:
            RemoteProtocolError: code "signature"; its sender's fault.
        """
        verify(key, CONTEXT, self.signed(table_id), vote.signature)


def majority(active: Collection[int], voters: Collection[int]) -> bool:
    """Whether these seats may choose a host: more than half of those in the match, so of two both."""
    return 2 * len(set(voters) & set(active)) > len(active)


def check_votes(term: Term, author: bytes, table_id: bytes, keys: Sequence[bytes]) -> None:
    """Checks the votes in a TERM, but not whether there are enough.

    Raises:
        RemoteProtocolError: code "term-votes"; the fault of the host that it makes.
    """
    seats = [vote.seat for vote in term.votes]
    try:
        if seats != sorted(set(seats)) or seats[-1] >= len(keys):
            raise votes_fault()
        for vote in term.votes:
            Candidacy.of(term, author).check(vote, keys[vote.seat], table_id)
    except RemoteProtocolError as error:
        raise votes_fault() from error


def votes_fault() -> RemoteProtocolError:
    """A host has no right to its term."""
    return RemoteProtocolError(
        "term-votes",
        N_("Somebody wants to order the log without the votes of more than half of the seats."),
        culprit=Culprit.HOST,
    )
