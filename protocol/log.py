"""Pure. The log that the host orders and everybody verifies.

The one rule: what stands in the log was signed by a seat for this table, with that seat's next number and an
acknowledgement of this very log. Anything else inside an ordered entry is the host's fault, who must not
order it; before ordering it is the fault of the connection that it came over.
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol import limits
from protocol.canonical import canonical, hash32
from protocol.errors import N_, Culprit, LocalProtocolError, RemoteProtocolError
from protocol.identity import Identity, verify
from protocol.wire.envelope import Envelope, open_envelope
from protocol.wire.frame import Entry, entry_frame

__all__ = ["Entry", "Log", "compare", "fork", "genesis", "next_head"]

FIRST_TERM = 1


def genesis(table_id: bytes) -> bytes:
    """The head of an empty log, 32 bytes."""
    return hash32("head", table_id)


def next_head(head: bytes, envelope: bytes) -> bytes:
    """The head after an envelope, 32 bytes."""
    return hash32("entry", head, envelope)


def _order_bytes(table_id: bytes, term: int, index: int, head: bytes) -> bytes:
    return canonical([table_id, term, index, head])


class Log:
    """A verified log. Mutable: it only ever grows.

    Attributes:
        term: the host's term that entries must carry.
    """

    def __init__(self, table_id: bytes, host_key: bytes, seats: Sequence[bytes]) -> None:
        """An empty log.

        Args:
            table_id: 32 bytes.
            host_key: public key that orders entries.
            seats: public keys in seat order.
        """
        self.table_id = table_id
        self.host_key = host_key
        self.term = FIRST_TERM
        self._seats = {key: seat for seat, key in enumerate(seats)}
        self._entries: list[Entry] = []
        self._envelopes: list[Envelope] = []
        self._heads = [genesis(table_id)]
        self._numbers = [0] * len(seats)
        self._acknowledged = [0] * len(seats)
        self._latest = [0] * len(seats)
        self._logged: set[bytes] = set()
        self._admitted: Envelope | None = None

    @property
    def length(self) -> int:
        """How many entries; also the index of the last one."""
        return len(self._entries)

    @property
    def seats(self) -> Sequence[bytes]:
        """The seats' public keys, in seat order."""
        return tuple(self._seats)

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries; entry i stands at i - 1."""
        return self._entries

    @property
    def envelopes(self) -> Sequence[Envelope]:
        """The opened envelopes of all entries; that of entry i stands at i - 1."""
        return self._envelopes

    def envelope(self, index: int) -> Envelope:
        """The envelope of entry `index`, from 1."""
        if not 1 <= index <= self.length:
            raise _no_entry(index)
        return self._envelopes[index - 1]

    def head(self, index: int | None = None) -> bytes:
        """The 32-byte head after entry `index`; 0 is the empty log, None the whole."""
        if index is None:
            return self._heads[-1]
        if not 0 <= index <= self.length:
            raise _no_entry(index)
        return self._heads[index]

    def seat_of(self, author: bytes) -> int:
        """The seat with this key.

        Raises:
            RemoteProtocolError: code "author"; no seat has it.
        """
        seat = self._seats.get(author)
        if seat is None:
            raise RemoteProtocolError(
                "author", N_("A message comes from nobody at this table."), culprit=Culprit.PEER
            )
        return seat

    def logged(self, data: bytes) -> bool:
        """Whether these very envelope bytes stand in the log already."""
        return data in self._logged

    def next_number(self, seat: int) -> int:
        """The running number that this seat's next envelope must carry."""
        return self._numbers[seat] + 1

    def acknowledged(self, seat: int) -> int:
        """The index that this seat acknowledged last; its next envelope may not acknowledge an older one."""
        return self._acknowledged[seat]

    def latest(self, seat: int) -> int:
        """The index of this seat's last entry; 0 for none."""
        return self._latest[seat]

    def admit(self, data: bytes) -> Envelope:
        """The host's check of an envelope before it orders it; the log stays as it is.

        Checks, in this order: the envelope (`open_envelope`), table id, author, running number,
        acknowledgement, room.

        Raises:
            RemoteProtocolError: the fault of the connection that it came over.
        """
        envelope = open_envelope(data)
        self._check(envelope)
        self._admitted = envelope
        return envelope

    def order(self, identity: Identity, data: bytes) -> Entry:
        """The host's next entry, signed, not yet appended: store it, then append and send it.

        Raises:
            LocalProtocolError: the identity is not this log's host; our own bug.
        """
        if identity.public != self.host_key:
            raise LocalProtocolError("host", N_("Only the host orders the log."))
        index = self.length + 1
        signed = _order_bytes(self.table_id, self.term, index, next_head(self.head(), data))
        return Entry(index, self.term, identity.sign("order", signed), data)

    def append(self, entry: Entry) -> Envelope:
        """Verifies the next entry and takes it into the log.

        Checks, in this order: index, term, order signature; then what `admit` checks.

        Raises:
            RemoteProtocolError: the host's fault. Once the order signature holds, the evidence is the entry's
                frame.
        """
        if entry.index != self.length + 1 or entry.term != self.term:
            raise RemoteProtocolError(
                "index",
                N_("The host sent log entry {index} where entry {expected} was due."),
                culprit=Culprit.HOST,
                index=entry.index,
                expected=self.length + 1,
            )
        head = next_head(self.head(), entry.envelope)
        signed = _order_bytes(self.table_id, entry.term, entry.index, head)
        verify(self.host_key, "order", signed, entry.signature, culprit=Culprit.HOST)
        try:
            if self._admitted is not None and self._admitted.data == entry.envelope:
                envelope = self._admitted
            else:
                envelope = open_envelope(entry.envelope)
            seat = self._check(envelope)
        except RemoteProtocolError as error:
            raise error.blame(Culprit.HOST, (entry_frame(entry),)) from error
        self._admitted = None
        self._entries.append(entry)
        self._envelopes.append(envelope)
        self._logged.add(entry.envelope)
        self._heads.append(head)
        self._numbers[seat] = envelope.number
        self._acknowledged[seat] = envelope.ack_index
        self._latest[seat] = entry.index
        return envelope

    def repeated(self, entry: Entry) -> None:
        """An entry for an index that the log has already: the same one is harmless, another proves a fork.

        Raises:
            RemoteProtocolError: code "fork" with the evidence, or "index" where the other one is not even signed;
                the host's fault.
        """
        known = self._entries[entry.index - 1]
        if known != entry:
            before = self._heads[entry.index - 1]
            heads = [next_head(before, other.envelope) for other in (known, entry)]
            fork(self.table_id, self.host_key, known, heads[0], entry, heads[1])
            raise RemoteProtocolError(
                "index",
                N_("The host sent log entry {index} where entry {expected} was due."),
                culprit=Culprit.HOST,
                index=entry.index,
                expected=self.length + 1,
            )

    def _check(self, envelope: Envelope) -> int:
        if envelope.table != self.table_id:
            raise RemoteProtocolError(
                "table-id", N_("A message belongs to another table."), culprit=Culprit.PEER
            )
        seat = self.seat_of(envelope.author)
        if envelope.number != self.next_number(seat):
            raise RemoteProtocolError(
                "number",
                N_("A message has number {number} where {expected} was due."),
                culprit=Culprit.PEER,
                number=envelope.number,
                expected=self.next_number(seat),
            )
        if not self._acknowledged[seat] <= envelope.ack_index <= self.length:
            raise RemoteProtocolError(
                "ack-index",
                N_("A message acknowledges log entry {index}, which it cannot."),
                culprit=Culprit.PEER,
                index=envelope.ack_index,
            )
        if envelope.ack_head != self._heads[envelope.ack_index]:
            raise RemoteProtocolError(
                "ack-head",
                N_("A message acknowledges another log than this one at entry {index}."),
                culprit=Culprit.PEER,
                index=envelope.ack_index,
            )
        if self.length >= limits.LOG_LENGTH:
            raise RemoteProtocolError("log-length", N_("The log is full."), culprit=Culprit.PEER)
        return seat


def _no_entry(index: int) -> LocalProtocolError:
    return LocalProtocolError("index", N_("The log has no entry {index}."), index=index)


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
            verify(host_key, "order", _order_bytes(table_id, entry.term, entry.index, head), entry.signature)
        except RemoteProtocolError:
            return
    raise RemoteProtocolError(
        "fork",
        N_("The host signed two different entries {index} of one log."),
        culprit=Culprit.HOST,
        evidence=(entry_frame(a), head_a, entry_frame(b), head_b),
        index=a.index,
    )


def compare(a: Log, b: Log) -> int:
    """Compares two verified logs of one table: the length of what they share.

    Raises:
        RemoteProtocolError: code "fork"; the host signed two entries for one index.
        LocalProtocolError: code "table-id"; the logs are not of one table.
    """
    shared = min(a.length, b.length)
    if a.head(shared) == b.head(shared):
        return shared
    first = next(index for index in range(shared + 1) if a.head(index) != b.head(index))
    if first == 0:
        raise LocalProtocolError("table-id", N_("These logs belong to two tables."))
    fork(a.table_id, a.host_key, a.entries[first - 1], a.head(first), b.entries[first - 1], b.head(first))
    return first - 1
