"""What a table says of itself: seats, end and audit, as everybody tells them."""

from __future__ import annotations

import msgspec
import pytest

from gefaehrten.engine.match import Match
from gefaehrten.session.restore import table_of
from gefaehrten.session.summary import ended_of, judged_of, seats_json
from protocol.machine.guest import Guest
from protocol.machine.table import Table
from protocol.wire.messages import Opening, Payload, Turn
from tests.machines import TableBench, offer
from tests.unit.session.toy_bench import bench, first_card, record

pytestmark = pytest.mark.usefixtures("toy")


def match(table: Table) -> Match:
    assert isinstance(table.rules, Match)
    return table.rules


def twisted(kind: type, **fields: object) -> Table:
    def twist(guest: Guest, payload: Payload) -> Payload:
        return msgspec.structs.replace(payload, **fields) if isinstance(payload, kind) else payload

    made = TableBench(offer(2, game="toy"), seed="liar", play=first_card, twists={1: twist})
    made.run()
    return made.peers[0].table


def test_names_are_cleaned_and_keys_are_hex() -> None:
    table = table_of(record())
    seats = (
        msgspec.structs.replace(table.record.seats[0], name="S\u202eam\x1b".encode()),
        table.record.seats[1],
    )
    told = seats_json(msgspec.structs.replace(table.record, seats=seats), match(table))
    assert [seat["name"] for seat in told] == ["Sam", "Peer 1"]
    assert [seat["key"] for seat in told] == [key.hex() for key in table.record.keys]
    assert [seat["seat"] for seat in told] == [0, 1]


def test_an_end_by_the_rules() -> None:
    table = table_of(record())
    ended = ended_of(table, match(table))
    assert table.ending is not None
    assert (ended.entries, ended.head) == (table.ending.entry, table.ending.head.hex())
    assert ended.reason == "empty"
    assert ended.scores == tuple(match(table).scores())
    assert ended.winners == tuple(match(table).winners())
    assert ended.winners


def test_an_end_by_a_fault_has_no_winners() -> None:
    table = twisted(Turn, digest=bytes(32))
    ended = ended_of(table, match(table))
    assert (ended.reason, ended.winners) == ("fault", ())
    judged = judged_of(table)
    assert not judged.honest
    assert [(fault.seat, fault.code) for fault in judged.faults] == [(1, "digest")]
    assert "Replicas differ" in str(judged.faults[0].what)


def test_a_fault_in_the_last_turn_leaves_nobody_the_winner() -> None:
    def twist(guest: Guest, payload: Payload) -> Payload:
        last = isinstance(payload, Turn) and payload.request == 4
        return msgspec.structs.replace(payload, digest=bytes(32)) if last else payload

    made = TableBench(offer(2, game="toy"), seed="late", play=first_card, twists={0: twist, 1: twist})
    made.run()
    table = made.peers[0].table
    assert match(table).need().kind == "over"
    ended = ended_of(table, match(table))
    assert (ended.reason, ended.winners) == ("fault", ())


def test_a_judgement() -> None:
    table = table_of(record())
    judged = judged_of(table)
    assert (judged.honest, judged.proven, judged.faults) == (True, True, ())


def test_a_judgement_names_the_audits_faults_in_words() -> None:
    judged = judged_of(twisted(Opening, secret=bytes(32)))
    assert not judged.honest
    (fault,) = judged.faults
    assert (fault.seat, fault.code) == (1, "secret")
    assert str(fault.what) == f"Seat 1 opened another secret than it had committed to (entry {fault.entry})."


def test_a_match_that_goes_on_is_not_proven() -> None:
    judged = judged_of(bench("half", turns=1).peers[0].table)
    assert (judged.honest, judged.proven) == (True, False)
