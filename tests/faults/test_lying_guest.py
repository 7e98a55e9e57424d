"""A guest whose envelopes the host must not order: each lie is named at once, and the others' match ends cleanly."""

from __future__ import annotations

import msgpack  # type: ignore[import-untyped]
import pytest

from protocol import limits
from protocol.canonical import ZERO
from protocol.identity import Identity
from protocol.machine.effects import SeatLost, TurnedAway
from protocol.wire.envelope import open_envelope, seal
from protocol.wire.frame import Entry, entry_frame, envelope_frame, parse_frame
from protocol.wire.messages import Bye, Chat, Hello, Keys, SlotKey, Welcome
from tests.machines import Entropy, Peer, TableBench, offer, own_envelopes

LIAR = 1


def running(turns: int = 2) -> TableBench:
    bench = TableBench(offer(3), seed="guest")
    bench.run(turns=turns)
    return bench


def expect(bench: TableBench, code: str) -> None:
    """The host names the liar and drops it; the others give it up and play on, without a crash and without a hang."""
    bench.run()
    away = [event for event in bench.events if isinstance(event, TurnedAway)]
    assert [(event.seat, event.code) for event in away] == [(LIAR, code)]
    assert SeatLost(LIAR) in bench.events
    bench.give_up(LIAR)
    for peer in bench.peers:
        if peer.number != LIAR:
            assert peer.error is None
            assert peer.broken is None
            assert peer.table.faults == []
            assert peer.table.active == [seat for seat in range(3) if seat != LIAR]
            assert peer.table.closed


def keys_of(peer: Peer, **fields: object) -> bytes:
    """An envelope of the liar's with some of its fields wrong."""
    log = peer.table.log
    fields = {
        "table": log.table_id,
        "number": log.next_number(LIAR),
        "ack_index": log.length,
        "ack_head": log.head(),
    } | fields
    return seal(peer.identity, Keys((SlotKey(0, 21, b"k" * 32),)), **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x01",
        b"\x03" + bytes(100),
        b"\x01" + bytes(64),
        b"\x01" + bytes(64) + msgpack.packb([1, 2]),
        b"\x01" + bytes(64) + msgpack.packb({"a": 1}),
        b"\x01" + bytes(64) + b"\xc1" * 40,
        b"\x01" + bytes(limits.FRAME),
        b"\x02" + bytes(200),
        bytes(range(256)) * 4,
    ],
)
def test_bytes_that_are_no_message(data: bytes) -> None:
    bench = running()
    bench.inject(bench.peers[LIAR], data)
    bench.run()
    away = [event for event in bench.events if isinstance(event, TurnedAway)]
    assert [event.seat for event in away] == [LIAR]
    bench.give_up(LIAR)
    assert all(peer.table.closed for peer in bench.peers if peer.number != LIAR)


def test_a_wrong_signature() -> None:
    bench = running()
    data = bytearray(keys_of(bench.peers[LIAR]))
    data[5] ^= 1
    bench.inject(bench.peers[LIAR], envelope_frame(bytes(data)))
    expect(bench, "signature")


def test_a_changed_body() -> None:
    bench = running()
    data = bytearray(keys_of(bench.peers[LIAR]))
    data[-1] ^= 1
    bench.inject(bench.peers[LIAR], envelope_frame(bytes(data)))
    expect(bench, "signature")


def test_an_envelope_of_another_seat() -> None:
    bench = running()
    stolen = keys_of(bench.peers[2])
    bench.inject(bench.peers[LIAR], envelope_frame(stolen))
    expect(bench, "foreign-key")


def test_an_envelope_under_a_key_of_nobody() -> None:
    bench = running()
    stranger = Identity(Entropy("stranger")(32))
    log = bench.peers[LIAR].table.log
    data = seal(
        stranger,
        Keys((SlotKey(0, 0, b"k" * 32),)),
        table=log.table_id,
        number=1,
        ack_index=0,
        ack_head=log.head(0),
    )
    bench.inject(bench.peers[LIAR], envelope_frame(data))
    expect(bench, "foreign-key")


def test_a_replayed_envelope() -> None:
    bench = running()
    old = own_envelopes(bench.peers[LIAR])[0]
    bench.inject(bench.peers[LIAR], envelope_frame(old))
    expect(bench, "number")


def test_envelopes_in_another_order() -> None:
    bench = running()
    peer = bench.peers[LIAR]
    bench.inject(peer, envelope_frame(keys_of(peer, number=peer.table.log.next_number(LIAR) + 1)))
    expect(bench, "number")


def test_an_envelope_for_another_table() -> None:
    bench = running()
    bench.inject(bench.peers[LIAR], envelope_frame(keys_of(bench.peers[LIAR], table=b"t" * 32)))
    expect(bench, "table-id")


def test_an_acknowledgement_of_another_log() -> None:
    bench = running()
    bench.inject(bench.peers[LIAR], envelope_frame(keys_of(bench.peers[LIAR], ack_head=b"h" * 32)))
    expect(bench, "ack-head")


def test_an_acknowledgement_of_the_future() -> None:
    bench = running()
    peer = bench.peers[LIAR]
    bench.inject(peer, envelope_frame(keys_of(peer, ack_index=peer.table.log.length + 5)))
    expect(bench, "ack-index")


def test_an_acknowledgement_older_than_before() -> None:
    bench = running()
    peer = bench.peers[LIAR]
    log = peer.table.log
    bench.inject(peer, envelope_frame(keys_of(peer, ack_index=0, ack_head=log.head(0))))
    expect(bench, "ack-index")


def test_an_entry_from_a_guest() -> None:
    bench = running()
    peer = bench.peers[LIAR]
    entry = Entry(peer.table.log.length + 1, 1, bytes(64), keys_of(peer))
    bench.inject(peer, entry_frame(entry))
    expect(bench, "out-of-order")


def test_a_message_of_the_host_from_a_guest() -> None:
    bench = running()
    peer = bench.peers[LIAR]
    bench.inject(peer, envelope_frame(seal(peer.identity, Welcome(ZERO, 1, True))))
    expect(bench, "out-of-order")


def test_a_chat_line_under_another_name() -> None:
    bench = running()
    other = bench.peers[2].identity
    bench.inject(bench.peers[LIAR], envelope_frame(seal(other, Chat("I am Peer 2"))))
    expect(bench, "foreign-key")


def test_a_second_hello() -> None:
    bench = running()
    peer = bench.peers[LIAR]
    hello = next(parse_frame(data) for data in peer.sent)
    assert isinstance(hello, bytes)
    assert isinstance(open_envelope(hello).payload, Hello)
    bench.inject(peer, envelope_frame(hello))
    expect(bench, "out-of-order")


def test_a_flood() -> None:
    bench = running()
    peer = bench.peers[LIAR]
    line = envelope_frame(seal(peer.identity, Chat("again")))
    for _ in range(limits.ENVELOPES_BURST + 10):
        bench.inject(peer, line)
    expect(bench, "flood")


def test_an_honest_good_bye_is_no_fault() -> None:
    bench = running()
    peer = bench.peers[LIAR]
    bench.inject(peer, envelope_frame(seal(peer.identity, Bye())))
    bench.run()
    assert not [event for event in bench.events if isinstance(event, TurnedAway)]
