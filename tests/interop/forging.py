"""Pure. Matches with every key laid open, so that their records can be changed at any place and signed again.

The one rule: a change touches what it names and nothing else; whatever the format makes depend on it (numbers, heads,
acknowledgements, signatures, the hash at the end) is made anew, as cheating peers would.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from protocol.canonical import Plain, canonical, hash32
from protocol.identity import Identity
from protocol.record import FORMAT, MAGIC, RecordFile
from protocol.wire.codec import pack, unpack
from protocol.wire.messages import Kind, plain_of
from tests.machines import Entropy, TableBench

Body = list[Plain]


@dataclass
class Logged:
    """A message of a log before it is signed.

    Attributes:
        edit: changes the fields of the envelope.
        raw: changes the packed body, before the author signs it.
        sealed: changes the envelope, after the author signed it.
        ordered: changes order signature and term, after the host signed them.
        term: of the host's signature; that of the log where None.
        signer: who signs instead of the author.
        skips: how many numbers of its author are left out before it.
        votes: who has voted, of a TERM: its payload is made to fit, but for the term.
        claims: changes what a TERM says of its place and its host, before the votes are signed: term, index, head, key.
        host: who signs the order instead of the host of this term.
    """

    seat: int
    kind: int
    payload: list[Plain]
    ack: int
    edit: Callable[[Body], Body] = lambda body: body
    raw: Callable[[bytes], bytes] = lambda data: data
    sealed: Callable[[bytes], bytes] = lambda data: data
    ordered: Callable[[bytes, int], tuple[bytes, int]] = lambda signature, term: (signature, term)
    term: int | None = None
    signer: Identity | None = None
    skips: int = 0
    votes: list[int] | None = None
    claims: Callable[[Body], Body] = lambda place: place
    host: Identity | None = None


@dataclass
class Forge:
    """A match in parts that can be changed, and put together again.

    Attributes:
        table: the payload of RECORD.
        seeds: per seat what its key is made from.
        secrets: per seat its deck secret and chain seed.
        signed: changes the seats' signatures of the table.
    """

    table: list[Plain]
    host: Identity
    seats: list[Identity]
    seeds: list[bytes]
    secrets: list[tuple[bytes, bytes]]
    log: list[Logged]
    signed: Callable[[list[bytes]], list[bytes]] = lambda signatures: signatures
    heads: list[bytes] = field(default_factory=list)

    @classmethod
    def of(cls, bench: TableBench, file: RecordFile | None = None) -> Forge:
        """The match that a bench has played; its hub's record where None."""
        file = file or bench.record()
        table = plain_of(file.table)
        assert isinstance(table, list)
        keys = list(file.table.keys)
        peers = {peer.identity.public: peer for peer in bench.peers}
        log: list[Logged] = []
        numbers = [0] * len(keys)
        for entry in file.entries:
            body = unpack(entry.envelope[64:])
            assert isinstance(body, list)
            _, kind, _, author, number, ack, _, payload = body
            assert isinstance(kind, int)
            assert isinstance(author, bytes)
            assert isinstance(ack, int)
            assert isinstance(number, int)
            assert isinstance(payload, list)
            seat = keys.index(author)
            logged = Logged(seat, kind, payload, ack)
            if kind == Kind.TERM:
                logged.votes = [vote[0] for vote in payload[3]]  # type: ignore[index, misc, union-attr]
            else:
                logged.skips = number - numbers[seat] - 1
                numbers[seat] = number
            log.append(logged)
        secrets = [(peers[key].secrets.deck, peers[key].secrets.chain) for key in keys]
        seeds = [Entropy(f"{bench.seed}/identity/{peers[key].number}")(32) for key in keys]
        host = Identity(Entropy(f"{bench.seed}/host")(32))
        return cls(table, host, [Identity(seed) for seed in seeds], seeds, secrets, log)

    def copy(self) -> Forge:
        """The same match, to be changed."""
        return Forge(
            copy.deepcopy(self.table),
            self.host,
            list(self.seats),
            list(self.seeds),
            list(self.secrets),
            [
                replace(logged, payload=copy.deepcopy(logged.payload), votes=copy.copy(logged.votes))
                for logged in self.log
            ],
        )

    def first(self, kind: Kind, number: int = 0, *, seat: int | None = None) -> int:
        """The index in `log` of a message of a kind: entry - 1."""
        found = [
            index
            for index, logged in enumerate(self.log)
            if logged.kind == kind and seat in (None, logged.seat)
        ]
        return found[number]

    def id(self) -> bytes:
        """The table id."""
        return hash32("table", self.table)

    def build(self) -> bytes:
        """The record."""
        packed = pack(self.table)
        table_id = self.id()
        signatures = self.signed([seat.sign("table", table_id) for seat in self.seats])
        parts = [MAGIC, FORMAT.to_bytes(2, "big"), len(packed).to_bytes(4, "big"), packed, *signatures]
        parts.append(len(self.log).to_bytes(4, "big"))
        self.heads = [hash32("head", table_id)]
        numbers: dict[int, int] = {}
        host, term = self.host, 1
        for index, logged in enumerate(self.log, 1):
            author = self.seats[logged.seat] if logged.seat < len(self.seats) else self.host
            number, ack = 0, index - 1
            if logged.votes is not None:
                payload = self._term(table_id, index, logged, author)
                host, term = author, int(str(logged.payload[0]))
            else:
                payload = logged.payload
                number = numbers[logged.seat] = numbers.get(logged.seat, 0) + 1 + logged.skips
                ack = min(logged.ack, ack)
            body: Body = [1, int(logged.kind), table_id, author.public, number, ack, self.heads[ack], payload]
            data = logged.raw(pack(logged.edit(body)))
            envelope = logged.sealed((logged.signer or author).sign("envelope", data) + data)
            head = hash32("entry", self.heads[-1], envelope)
            self.heads.append(head)
            said = term if logged.term is None else logged.term
            order = (logged.host or host).sign("order", canonical([table_id, said, index, head]))
            signature, said = logged.ordered(order, said)
            parts += [signature, said.to_bytes(4, "big"), len(envelope).to_bytes(4, "big"), envelope]
        return closed(b"".join(parts))

    def _term(self, table_id: bytes, index: int, logged: Logged, author: Identity) -> list[Plain]:
        """The payload of a TERM that stands at this entry, all votes signed for it."""
        assert logged.votes is not None
        *place, key = logged.claims([logged.payload[0], index - 1, self.heads[-1], author.public])
        message = canonical([table_id, *place, key])
        return [*place, [[seat, self.seats[seat].sign("term", message)] for seat in logged.votes]]


def closed(content: bytes) -> bytes:
    """A file of this content: the right hash stands at its end."""
    return content + hashlib.blake2b(content, digest_size=32).digest()


def flipped(data: bytes, at: int, bit: int = 0) -> bytes:
    """The bytes with one bit changed."""
    changed = bytearray(data)
    changed[at] ^= 1 << bit
    return bytes(changed)
