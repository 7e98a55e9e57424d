"""Pure. The record file, the table record in it, and the log (§6.3, §7, §12).

The one rule: what is wrong up to the signatures of the seats makes the file no record; what is wrong inside an entry
whose order the host has signed is the host's fault.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scripts.independent.curve import signature_holds, valid
from scripts.independent.shapes import LONGEST_ENVELOPE, RECORD, Envelope, Kind, open_envelope
from scripts.independent.terms import fault_of
from scripts.independent.values import BadForm, Plain, canonical, hash32, signed, unpack

MAGIC = bytes.fromhex("89474546414548 52 54454e 0d0a1a0a")
FORMAT = 1
MOST_ENTRIES = 100_000
LONGEST_FILE = 64 * 2**20
MOST_BYTES = 48 * 2**20
MOST_TERMS = 256


@dataclass(frozen=True, slots=True)
class Fault:
    """Who did what wrong, and where; the code is a word of §11.

    The seat is -1 for the host or the file, None where it was one of several and nobody can say which.
    """

    entry: int
    seat: int | None
    code: str
    what: str


@dataclass(frozen=True, slots=True)
class Seat:
    """What the table record says about a seat."""

    key: bytes
    name: bytes
    wish: str
    commitment: bytes
    chain_end: bytes


@dataclass(frozen=True, slots=True)
class Table:
    """The table record: everything that was agreed before the first entry."""

    game: str
    rules_hash: bytes
    options: dict[str, str]
    draft_nonce: bytes
    host: bytes
    seats: list[Seat]
    id: bytes


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as it stands in the file."""

    signature: bytes
    term: int
    envelope: bytes


@dataclass(frozen=True, slots=True)
class Record:
    """A file in its parts."""

    table: Table
    entries: list[Entry]


@dataclass(frozen=True, slots=True)
class Said:
    """A message that the log holds: its index, its seat, the envelope, and the head after it."""

    index: int
    seat: int
    envelope: Envelope
    head: bytes


class BrokenLog(Exception):
    """An entry that the host must not have ordered."""

    def __init__(self, index: int, what: str) -> None:
        super().__init__(what)
        self.fault = Fault(index, -1, "log", what)


def read(data: bytes) -> Record:
    """The record that a file holds, the signatures of its seats checked.

    Raises:
        BadForm: if it is none.
    """
    if len(data) > LONGEST_FILE or data[:15] != MAGIC or int.from_bytes(data[15:17], "big") != FORMAT:
        raise BadForm("this is no record, or none of a format that is known")
    content, trailer = data[17:-32], data[-32:]
    if len(data) < 17 + 32 or hashlib.blake2b(data[:-32], digest_size=32).digest() != trailer:
        raise BadForm("the hash at the end is not that of the bytes before it")
    cursor = _Cursor(content)
    payload = unpack(cursor.take(cursor.number()))
    table = read_table(payload)
    for seat in table.seats:
        if not signature_holds(seat.key, signed("table", table.id), cursor.take(64)):
            raise BadForm("a seat has not signed the table record")
    count = cursor.number()
    if count > MOST_ENTRIES:
        raise BadForm("more entries than a log may have")
    entries = []
    for _ in range(count):
        signature, term, length = cursor.take(64), cursor.number(), cursor.number()
        if length > LONGEST_ENVELOPE:
            raise BadForm("an envelope beyond the limit")
        entries.append(Entry(signature, term, cursor.take(length)))
    if cursor.at != len(content):
        raise BadForm("bytes after the last entry")
    return Record(table, entries)


class _Cursor:
    """Reads a file from its beginning."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, size: int) -> bytes:
        """The next bytes."""
        piece = self.data[self.at : self.at + size]
        if len(piece) != size:
            raise BadForm("the file ends too early")
        self.at += size
        return piece

    def number(self) -> int:
        """The next 4 bytes as a number."""
        return int.from_bytes(self.take(4), "big")


def read_table(payload: Plain) -> Table:
    """The table record of a payload of RECORD, checked as §6.3 says.

    Raises:
        BadForm: if a program would refuse it.
    """
    if not RECORD(payload):
        raise BadForm("this is no table record")
    assert isinstance(payload, list)
    _, game, rules_hash, options, _match, draft_nonce, host, rows = payload
    assert isinstance(game, str)
    assert isinstance(rules_hash, bytes)
    assert isinstance(options, list)
    assert isinstance(draft_nonce, bytes)
    assert isinstance(host, bytes)
    assert isinstance(rows, list)
    chosen = _options(options)
    seats, fresh = [], []
    for row in rows:
        assert isinstance(row, list)
        key, name, _bot, wish, *commitments = row
        nonce, commitment, chain_end = (item for item in commitments if isinstance(item, bytes))
        assert isinstance(key, bytes)
        assert isinstance(name, bytes)
        assert isinstance(wish, str)
        seats.append(Seat(key, name, wish, commitment, chain_end))
        fresh += [nonce, commitment, chain_end]
    keys = [seat.key for seat in seats]
    if not game or len(set(keys)) < len(keys) or len(set(fresh)) < len(fresh):
        raise BadForm("the table record names no game, or two seats share a key or a commitment")
    if any(valid(key) is None for key in [host, *keys]):
        raise BadForm("a key in the table record is no valid point")
    return Table(game, rules_hash, chosen, draft_nonce, host, seats, hash32("table", payload))


def _options(rows: list[Plain]) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for row in rows:
        assert isinstance(row, list)
        key, value = row
        assert isinstance(key, str)
        assert isinstance(value, str)
        if not key or (chosen and key <= max(chosen)):
            raise BadForm("the options are not in order")
        chosen[key] = value
    return chosen


def follow(record: Record, active: Callable[[], Sequence[int]]) -> Iterator[Said]:
    """The messages of a log, one after the other, each checked as §7 says before it comes.

    Args:
        active: the seats that are in the match after all messages that have come.

    Raises:
        BrokenLog: at the entry that the host must not have ordered.
    """
    table = record.table
    order = _Order(table)
    size = 0
    for index, entry in enumerate(record.entries, 1):
        head = hash32("entry", order.heads[-1], entry.envelope)
        try:
            envelope = open_envelope(entry.envelope)
        except BadForm as fault:
            raise BrokenLog(index, f"the host ordered what is no message of a log: {fault}") from None
        seat = order.seat_of.get(envelope.author, -1)
        if envelope.table != table.id or seat < 0:
            raise BrokenLog(index, "the host ordered a message of another table, or of nobody who has a seat")
        size += len(entry.envelope)
        if size > MOST_BYTES:
            raise BrokenLog(index, "the host ordered more than a log may hold")
        if envelope.kind is Kind.TERM:
            wrong = order.begin(entry.term, seat, envelope, active())
        else:
            wrong = order.go_on(entry.term, seat, envelope)
        message = signed("order", order_of(table.id, entry.term, index, head))
        if not wrong and not signature_holds(order.host, message, entry.signature):
            wrong = "the host has not signed the order of this entry"
        if wrong:
            raise BrokenLog(index, wrong)
        order.heads.append(head)
        yield Said(index, seat, envelope, head)


class _Order:
    """What the entries of a log so far say about the next one."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.host = table.host
        """Who orders in this term."""
        self.seat_of = {seat.key: number for number, seat in enumerate(table.seats)}
        self.heads = [hash32("head", table.id)]
        self._term = 1
        self._begun: list[int] = []
        """The entries of all TERMs."""
        self._numbers = [0] * len(table.seats)
        self._acknowledged = [0] * len(table.seats)
        """Per seat what its last message has acknowledged, TERM left out."""

    def begin(self, term: int, seat: int, envelope: Envelope, active: Sequence[int]) -> str:
        """Takes a TERM; says what is wrong with it, "" if nothing is."""
        length = len(self.heads) - 1
        place: list[Plain] = [term, length, self.heads[length]]
        if envelope.payload[:3] != place or [envelope.ack_index, envelope.ack_head] != place[1:]:
            return "a TERM of another term, or at another place, than it says"
        if term <= self._term or len(self._begun) == MOST_TERMS:
            return "a TERM that begins no later term"
        keys = [seat.key for seat in self.table.seats]
        wrong = fault_of(envelope.payload, author=seat, keys=keys, active=active, table_id=self.table.id)
        if not wrong:
            self._term, self.host = term, envelope.author
            self._begun.append(length + 1)
        return wrong

    def go_on(self, term: int, seat: int, envelope: Envelope) -> str:
        """Takes a message of a seat; says what is wrong with its place, "" if nothing is."""
        if term != self._term:
            return "an entry of another term than the last TERM has begun"
        ack, length = envelope.ack_index, len(self.heads) - 1
        # Only the first message of a seat that knows of a TERM can skip numbers (§7.1).
        skips = any(self._acknowledged[seat] < begun <= ack for begun in self._begun)
        if envelope.number <= self._numbers[seat] or (
            envelope.number != self._numbers[seat] + 1 and not skips
        ):
            return "the host ordered a message out of its author's order"
        if not self._acknowledged[seat] <= ack <= length or self.heads[ack] != envelope.ack_head:
            return "the host ordered a message that acknowledges another log"
        self._numbers[seat], self._acknowledged[seat] = envelope.number, ack
        return ""


def order_of(table_id: bytes, term: int, index: int, head: bytes) -> bytes:
    """What the host signs about an entry: C([table id, term, index, head])."""
    return canonical([table_id, term, index, head])
