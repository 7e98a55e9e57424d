"""Pure. Two logs of one table, each with its changes of host: how much of them is the same.

The one rule: the log with the later term is the one that goes on; of two with the same term the longer one.
"""

from __future__ import annotations

from protocol.canonical import ZERO
from protocol.errors import N_, Culprit, Refused, RemoteProtocolError
from protocol.log import Log
from protocol.terms import FIRST_TERM
from protocol.wire.frame import entry_frame
from protocol.wire.messages import Resume, Term

NOTHING = Resume(0, ZERO, (), 0)
"""What somebody says who has not even the table record."""


def rank(resume: Resume) -> tuple[int, int]:
    """Of two peers the one with the higher rank has the log that goes on."""
    return (resume.terms[-1].term if resume.terms else FIRST_TERM, resume.length)


def shared(log: Log, other: Resume) -> int:
    """How many entries a log and that of another peer have in common, as far as can be told from its summary.

    Raises:
        RemoteProtocolError: code "fork"; the other log is another one where it should be the same.
    """
    if other == NOTHING:
        return 0
    mine = log.terms
    same = 0
    for own, theirs in zip(mine, other.terms, strict=False):
        if own != theirs:
            break
        same += 1
    own_end = mine[same].index - 1 if same < len(mine) else log.length
    other_end = other.terms[same].index - 1 if same < len(other.terms) else other.length
    length = max(0, min(own_end, other_end))
    if length == other.length and log.head(length) != other.head:
        raise RemoteProtocolError(
            "fork",
            N_("The log that this peer kept is not the host's."),
            culprit=Culprit.PEER,
        )
    return length


def check_votes_kept(old: Log, new: Log) -> None:
    """Whether whoever has voted to leave the end of a log behind may have done so.

    A seat votes only for a log that has all that its own has. An envelope of a voter that acknowledges an entry which
    its vote has left behind proves that it had it.

    Args:
        old: a log.
        new: one that has taken its place, with a later term.

    Raises:
        RemoteProtocolError: code "term-shorter"; a voter's fault. The evidence: the frame of the entry that holds its
            envelope, and that of the TERM.
    """
    after = shared(old, new.resume())
    crown = new.envelope(after + 1).payload if new.length > after else None
    if not isinstance(crown, Term):
        return
    before = max((reign.term for reign in new.reigns if reign.index <= after), default=FIRST_TERM)
    voters = {old.seats[vote.seat] for vote in crown.votes}
    for entry, envelope in zip(old.entries[after:], old.envelopes[after:], strict=True):
        if envelope.author in voters and envelope.ack_index > after and entry.term >= before:
            raise RemoteProtocolError(
                "term-shorter",
                N_("A seat has voted for a host with a log shorter than the one that it had seen."),
                culprit=Culprit.SEAT,
                seat=old.seat_of(envelope.author),
                evidence=(entry_frame(entry), entry_frame(new.entries[after])),
            )


def check_not_behind(log: Log, other: Resume) -> None:
    """Whether a host may go on with its log although another peer has this one.

    Raises:
        Refused: the match has gone on under another host.
    """
    if rank(other)[0] > log.term:
        raise Refused("outdated", N_("This match has gone on at another host; join that one."))
    if rank(other)[0] == log.term and other.length > log.length:
        raise RemoteProtocolError(
            "fork", N_("The log that this peer kept is not the host's."), culprit=Culprit.PEER
        )
