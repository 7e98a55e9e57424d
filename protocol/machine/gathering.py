"""Machine. A host to be, before it may order anything: the longest log of all who come, and their votes for it.

The one rule: it is for the shell to say when enough seats have come; what is adopted was signed by the hosts before.
"""

from __future__ import annotations

from collections.abc import Collection

from protocol.errors import N_, Culprit, RemoteProtocolError
from protocol.log import Entry, Log
from protocol.machine.election import Election
from protocol.machine.following import Following, Step
from protocol.machine.terms import rank
from protocol.terms import Candidacy
from protocol.wire.messages import Resume, Term, Vote


class _Bare:
    """A log that follows without a replica: whether enough have voted is seen by the own seat's."""

    def __init__(self, log: Log) -> None:
        self.log = log

    def receive(self, entry: Entry) -> None:
        self.log.append(entry)


class Gathering:
    """One attempt to become the host. Mutable: logs and votes come in.

    Attributes:
        election: what the seats have been asked last; void as soon as the log grows.
    """

    def __init__(self, log: Log) -> None:
        self._following = Following(_Bare(log), lambda bare, length: _Bare(bare.log.branch(length)))
        self._voted = 0
        self._owed: dict[int, int] = {}
        self._ahead: dict[int, Resume] = {}
        self.election: Election | None = None

    @property
    def log(self) -> Log:
        """The best log so far."""
        return self._following.kept.log

    def heard(self, seat: int, resume: Resume) -> bool:
        """Notes what a seat has; returns whether that is more than there is here, and it is to be asked for it."""
        self._voted = max(self._voted, resume.voted)
        more = rank(resume) > rank(self.log.resume())
        self._owed[seat] = resume.length if more else 0
        if more:
            self._ahead[seat] = resume
        return more

    def caught_up(self) -> dict[int, Resume]:
        """The seats that have had more than there was here, and have it no longer; once."""
        own = rank(self.log.resume())
        there = {seat: resume for seat, resume in self._ahead.items() if rank(resume) <= own}
        for seat in there:
            del self._ahead[seat]
        return there

    def receive(self, seat: int, entry: Entry) -> Step:
        """Takes an entry that a seat has been asked for.

        Raises:
            RemoteProtocolError: it has not been asked, or the entry does not hold, its fault; or code "fork": a host
                before has signed two.
        """
        if self._owed.get(seat, 0) < 1:
            raise RemoteProtocolError(
                "out-of-order", N_("Only the host sends entries of the log."), culprit=Culprit.PEER
            )
        self._owed[seat] -= 1
        try:
            step = self._following.receive(entry)
        except RemoteProtocolError as error:
            raise error if error.code == "fork" else error.blame(Culprit.PEER, ()) from error
        if step.entries:
            self.election = None
        return step

    def elect(self, host: bytes, active: Collection[int]) -> Election:
        """Asks the seats for their votes for this host and the log as it is here.

        Args:
            active: the seats in the match.
        """
        log = self.log
        self._voted = max(self._voted, log.term) + 1
        candidacy = Candidacy(self._voted, log.length, log.head(), host)
        self.election = Election(candidacy, active, log.table_id, log.seats)
        return self.election

    def receive_vote(self, seat: int, vote: Vote) -> Term | None:
        """Takes a vote; the entry that says so, once they are enough.

        Raises:
            RemoteProtocolError: it is another seat's.
        """
        election = self.election
        return election.term() if election is not None and election.receive(seat, vote) else None
