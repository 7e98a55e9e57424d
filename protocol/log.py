"""Pure. The log that the host orders and everybody verifies.

The one rule: what stands in the log was signed by a seat for this table, with that seat's next number and an
acknowledgement of this very log. Anything else inside an ordered entry is the host's fault, who must not
order it; before ordering it is the fault of the connection that it came over. Who the host is says the table record,
and then the log itself: a TERM begins the term of another.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from protocol import limits
from protocol.canonical import hash32
from protocol.errors import N_, Culprit, LocalProtocolError, RemoteProtocolError
from protocol.forks import fork, order_bytes
from protocol.identity import Identity, verify
from protocol.terms import FIRST_TERM, check_votes, majority, votes_fault
from protocol.wire.envelope import Envelope, open_envelope, seal
from protocol.wire.frame import Entry, entry_frame
from protocol.wire.messages import Resume, Term, TermStart

__all__ = ["Entry", "Log", "Reign", "compare", "genesis", "next_head"]


@dataclass(frozen=True, slots=True)
class Reign:
    """A host's time.

    Attributes:
        term: its number.
        index: of the entry that began it; 0 for the first host.
        host: public key of who orders.
    """

    term: int
    index: int
    host: bytes


def genesis(table_id: bytes) -> bytes:
    """The head of an empty log, 32 bytes."""
    return hash32("head", table_id)


def next_head(head: bytes, envelope: bytes) -> bytes:
    """The head after an envelope, 32 bytes."""
    return hash32("entry", head, envelope)


class Log:
    """A verified log. Mutable: it only ever grows.

    Attributes:
        reigns: the hosts that have ordered it, one after the other.
    """

    def __init__(self, table_id: bytes, host_key: bytes, seats: Sequence[bytes]) -> None:
        """An empty log.

        Args:
            table_id: 32 bytes.
            host_key: public key that orders entries.
            seats: public keys in seat order.
        """
        self.table_id = table_id
        self.reigns = [Reign(FIRST_TERM, 0, host_key)]
        self._seats = {key: seat for seat, key in enumerate(seats)}
        self._entries: list[Entry] = []
        self._envelopes: list[Envelope] = []
        self._heads = [genesis(table_id)]
        self._numbers = [0] * len(seats)
        self._acknowledged = [0] * len(seats)
        self._latest = [0] * len(seats)
        self._logged: set[bytes] = set()
        self._bytes = 0
        self._admitted: Envelope | None = None
        self._made: Entry | None = None

    @property
    def length(self) -> int:
        """How many entries; also the index of the last one."""
        return len(self._entries)

    @property
    def host_key(self) -> bytes:
        """Public key of who orders it now."""
        return self.reigns[-1].host

    @property
    def term(self) -> int:
        """The host's term, that entries must carry."""
        return self.reigns[-1].term

    @property
    def terms(self) -> tuple[TermStart, ...]:
        """The changes of host."""
        return tuple(TermStart(reign.term, reign.index) for reign in self.reigns[1:])

    def host_in(self, term: int) -> bytes | None:
        """Public key of who ordered it in a term; None where it has no such term."""
        return next((reign.host for reign in self.reigns if reign.term == term), None)

    def resume(self, voted: int = 0) -> Resume:
        """What another peer has to know to send what is missing here."""
        return Resume(self.length, self.head(), self.terms, voted)

    def branch(self, length: int) -> Log:
        """Another log that begins as this one does."""
        log = Log(self.table_id, self.reigns[0].host, self.seats)
        for entry, envelope in zip(self._entries[:length], self._envelopes[:length], strict=True):
            log._take(entry, envelope, self._heads[entry.index])
        return log

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
        signed = order_bytes(self.table_id, self.term, index, next_head(self.head(), data))
        self._made = Entry(index, self.term, identity.sign("order", signed), data)
        return self._made

    def append(self, entry: Entry, active: Collection[int] | None = None) -> Envelope:
        """Verifies the next entry and takes it into the log.

        Checks, in this order: index, term, order signature; then what `admit` checks. An entry of a later term is the
        TERM of a new host.

        Args:
            active: the seats in the match, of which one can be host if more than half have voted for it. None where
                that has been seen to, or will be, by whoever has a replica.

        Raises:
            RemoteProtocolError: the host's fault. Once the order signature holds, the evidence is the entry's
                frame.
        """
        if entry.index != self.length + 1 or entry.term < self.term:
            raise RemoteProtocolError(
                "index",
                N_("The host sent log entry {index} where entry {expected} was due."),
                culprit=Culprit.HOST,
                index=entry.index,
                expected=self.length + 1,
            )
        head = next_head(self.head(), entry.envelope)
        signed = order_bytes(self.table_id, entry.term, entry.index, head)
        if entry.term > self.term:
            envelope = self._crowned(entry, active)
            verify(envelope.author, "order", signed, entry.signature, culprit=Culprit.HOST)
        else:
            if entry is not self._made:  # what `order` has signed a moment ago holds
                verify(self.host_key, "order", signed, entry.signature, culprit=Culprit.HOST)
            try:
                if self._admitted is not None and self._admitted.data == entry.envelope:
                    envelope = self._admitted
                else:
                    envelope = open_envelope(entry.envelope)
                self._check(envelope)
            except RemoteProtocolError as error:
                raise error.blame(Culprit.HOST, (entry_frame(entry),)) from error
        self._admitted = self._made = None
        self._take(entry, envelope, head)
        return envelope

    def _take(self, entry: Entry, envelope: Envelope, head: bytes) -> None:
        seat = self._seats[envelope.author]
        if entry.term > self.term:
            self.reigns.append(Reign(entry.term, entry.index, envelope.author))
        else:
            self._numbers[seat] = envelope.number
            self._acknowledged[seat] = envelope.ack_index
        self._entries.append(entry)
        self._envelopes.append(envelope)
        self._logged.add(entry.envelope)
        self._bytes += len(entry.envelope)
        self._heads.append(head)
        self._latest[seat] = entry.index

    def _crowned(self, entry: Entry, active: Collection[int] | None) -> Envelope:
        """The TERM with which a new host's time begins."""
        try:
            envelope = open_envelope(entry.envelope)
            seat = self._seat_here(envelope)
            self._check_acknowledged(envelope, self.length)
            self._check_room(envelope)
            term = envelope.payload
            if (
                not isinstance(term, Term)
                or (term.term, term.index, term.head) != (entry.term, self.length, self.head())
                or len(self.reigns) > limits.TERMS
            ):
                raise _no_term()
            check_votes(term, envelope.author, self.table_id, self.seats)
            voters = [vote.seat for vote in term.votes]
            if active is not None and not (seat in active and majority(active, voters)):
                raise votes_fault()
        except RemoteProtocolError as error:
            raise error.blame(Culprit.HOST, (entry_frame(entry),)) from error
        return envelope

    def crown(self, identity: Identity, term: Term) -> Entry:
        """The entry with which a new host's time begins, signed, not yet appended."""
        place = self.length, self.head()
        data = seal(identity, term, table=self.table_id, ack_index=place[0], ack_head=place[1])
        signed = order_bytes(self.table_id, term.term, place[0] + 1, next_head(place[1], data))
        return Entry(place[0] + 1, term.term, identity.sign("order", signed), data)

    def repeated(self, entry: Entry) -> None:
        """An entry for an index that the log has already: the same one is harmless, another proves a fork.

        Raises:
            RemoteProtocolError: code "fork" with the evidence, or "index" where the other one is not even signed;
                the host's fault.
        """
        known = self._entries[entry.index - 1] if entry.index else None
        if known is not None and known != entry:
            before = self._heads[entry.index - 1]
            heads = [next_head(before, other.envelope) for other in (known, entry)]
            fork(self.table_id, self.host_in(known.term) or b"", known, heads[0], entry, heads[1])
        if known != entry:
            raise RemoteProtocolError(
                "index",
                N_("The host sent log entry {index} where entry {expected} was due."),
                culprit=Culprit.HOST,
                index=entry.index,
                expected=self.length + 1,
            )

    def _check(self, envelope: Envelope) -> None:
        seat = self._seat_here(envelope)
        if isinstance(envelope.payload, Term):
            raise _no_term()
        # What was signed on a log that a new host's term has left behind never comes: numbers may skip it, once. That
        # term need not be the last: what skips may have been on its way when the next host came.
        fresh = any(self._acknowledged[seat] < reign.index <= envelope.ack_index for reign in self.reigns)
        if envelope.number != self.next_number(seat) and not (
            fresh and envelope.number > self._numbers[seat]
        ):
            raise RemoteProtocolError(
                "number",
                N_("A message has number {number} where {expected} was due."),
                culprit=Culprit.PEER,
                number=envelope.number,
                expected=self.next_number(seat),
            )
        self._check_acknowledged(envelope, self._acknowledged[seat])
        self._check_room(envelope)

    def _check_room(self, envelope: Envelope) -> None:
        if self.length >= limits.LOG_LENGTH or self._bytes + len(envelope.data) > limits.LOG_BYTES:
            raise RemoteProtocolError("log-length", N_("The log is full."), culprit=Culprit.PEER)

    def _seat_here(self, envelope: Envelope) -> int:
        if envelope.table != self.table_id:
            raise RemoteProtocolError(
                "table-id", N_("A message belongs to another table."), culprit=Culprit.PEER
            )
        return self.seat_of(envelope.author)

    def _check_acknowledged(self, envelope: Envelope, least: int) -> None:
        if not least <= envelope.ack_index <= self.length:
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


def _no_term() -> RemoteProtocolError:
    return RemoteProtocolError(
        "term", N_("A change of host stands where there is none."), culprit=Culprit.PEER
    )


def _no_entry(index: int) -> LocalProtocolError:
    return LocalProtocolError("index", N_("The log has no entry {index}."), index=index)


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
    one, other = a.entries[first - 1], b.entries[first - 1]
    if one.term == other.term:
        fork(a.table_id, a.host_in(one.term) or b"", one, a.head(first), other, b.head(first))
    return first - 1
