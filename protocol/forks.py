"""Pure. Two orders of one log: what a host signs for each entry, and when two of its signatures prove a fork.

The one rule: only the two signatures of one host for one place of one term prove anything.
"""

from __future__ import annotations

from protocol.canonical import canonical
from protocol.errors import N_, Culprit, RemoteProtocolError
from protocol.identity import verify
from protocol.wire.frame import Entry, entry_frame


def order_bytes(table_id: bytes, term: int, index: int, head: bytes) -> bytes:
    """What a host signs for an entry; `head` is the one after it."""
    return canonical([table_id, term, index, head])


def fork(table_id: bytes, host_key: bytes, a: Entry, head_a: bytes, b: Entry, head_b: bytes) -> None:
    """Judges two entries for one index with different heads; returns if they prove nothing.

    Args:
        table_id: 32 bytes.
        host_key: whose signatures these are said to be.
        a: an entry.
        head_a: the head after it, 32 bytes.
        b: another entry.
        head_b: the head after that one.

    Raises:
        RemoteProtocolError: code "fork"; the host signed both. The evidence: both frames, each followed by
            its head.
    """
    if (a.term, a.index) != (b.term, b.index) or head_a == head_b:
        return
    for entry, head in ((a, head_a), (b, head_b)):
        try:
            verify(host_key, "order", order_bytes(table_id, entry.term, entry.index, head), entry.signature)
        except RemoteProtocolError:
            return
    raise RemoteProtocolError(
        "fork",
        N_("The host signed two different entries {index} of one log."),
        culprit=Culprit.HOST,
        evidence=(entry_frame(a), head_a, entry_frame(b), head_b),
        index=a.index,
    )
