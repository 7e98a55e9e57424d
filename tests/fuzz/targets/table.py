"""Invariant: any table record is one that every program reads alike and can or cannot play, or somebody's named fault.

The first byte: a draft or a record. The payload is read as DRAFT or RECORD, hashed, and given to the games.
"""

from __future__ import annotations

from msgspec.structs import replace

from gefaehrten.session.replicas import match_of, setup_of
from protocol.errors import Culprit, Refused, RemoteProtocolError
from protocol.table import Draft, TableRecord
from protocol.wire.codec import pack, unpack
from protocol.wire.messages import Kind, payload_of, plain_of
from tests.fuzz import seeds as good
from tests.fuzz.mutate import packed
from tests.machines import TableBench, offer
from tests.unit.protocol import samples

mutate = packed(1)


def seeds() -> list[bytes]:
    records = [samples.record(seats) for seats in (1, 2, 4)] + [good.match().table]
    for options in ({"nazgul_range": "table"}, {"points": "hidden"}):
        bench = TableBench(offer(2, **options))
        bench.run(turns=0)
        records.append(bench.peers[0].table.record)
    found = [
        bytes([number % 2]) + pack(plain_of(each))
        for record in records
        for number, each in enumerate((record, record.draft()))
    ]
    return [*found, *(bytes(1) + pack(plain_of(each)) for each in wrong(records[1]))]


def wrong(record: TableRecord) -> list[TableRecord]:
    """Records that everybody must refuse: whatever is copied from another seat, or out of order."""
    first, second = record.seats
    fields = ("key", "nonce", "secret_commitment", "chain_end")
    copies = [replace(second, **{field: getattr(first, field)}) for field in fields]
    copies.append(replace(second, nonce=first.chain_end))
    seats = [replace(record, seats=(first, copy)) for copy in copies]
    return [
        *seats,
        replace(record, options=record.options[::-1]),
        replace(record, options=record.options[:1] * 2),
    ]


def run(data: bytes) -> None:
    kind = Kind.DRAFT if data[:1] == b"\1" else Kind.RECORD
    try:
        made = payload_of(kind, unpack(data[1:]), culprit=Culprit.HOST)
    except RemoteProtocolError as error:
        assert error.culprit in (Culprit.HOST, Culprit.PEER)
        return
    assert isinstance(made, Draft | TableRecord)
    keys = [seat.key for seat in made.seats]
    assert len(set(keys)) == len(keys), "one key at two seats"
    if isinstance(made, Draft):
        assert len(made.hash()) == 32
        return
    assert made.draft().hash() != made.table_id()
    values = [value for seat in made.seats for value in (seat.nonce, seat.secret_commitment, seat.chain_end)]
    assert len(set(values)) == len(values), "a copied commitment"
    options = [option.key for option in made.options]
    assert options == sorted(set(options) - {""})
    try:
        match = match_of(made)
    except Refused as refusal:
        assert refusal.code == "rules"
        assert str(refusal).isprintable() or not made.game.isprintable() or odd(made)
        return
    assert match.setup == setup_of(made)
    assert match.need() is not None


def odd(record: TableRecord) -> bool:
    """Whether a host has put something unprintable into what a sentence quotes; the screen cleans it."""
    return not all(
        each.isprintable()
        for each in (*(f"{o.key}{o.value}" for o in record.options), *(seat.wish for seat in record.seats))
    )
