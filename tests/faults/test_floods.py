"""Seats that flood: with talk, with returns, with questions for the whole log, with envelopes that nobody needs."""

from __future__ import annotations

import pytest

from protocol import limits
from protocol.errors import Refused
from protocol.identity import Identity
from protocol.limits import Pace
from protocol.machine.effects import BrokeOff, SeatBack, TurnedAway
from protocol.machine.terms import NOTHING
from protocol.wire.envelope import open_envelope, seal
from protocol.wire.frame import Entry, envelope_frame, parse_frame
from protocol.wire.messages import Chat, Claim, Payload
from tests.machines import Peer, TableBench, offer


def running(seats: int = 3) -> TableBench:
    bench = TableBench(offer(seats), seed="floods")
    bench.run(turns=3)
    return bench


def said(peer: Peer, payload: Payload, **where: object) -> bytes:
    return envelope_frame(seal(peer.identity, payload, **where))  # type: ignore[arg-type]


def turned_away(bench: TableBench) -> list[tuple[int, str]]:
    return [(event.seat, event.code) for event in bench.events if isinstance(event, TurnedAway)]


def again(bench: TableBench, identity: Identity) -> Peer:
    """Somebody takes the own seat back, from a profile that knows nothing any more."""
    return bench.join(lambda _, number, applicant: bench.make_guest(identity, number, applicant))


def test_nobody_gets_the_whole_log_twice_over_one_connection() -> None:
    """A question of 100 bytes has an answer of some hundred thousand."""
    bench = running()
    peer = bench.peers[1]
    bench.hub.receive(1, said(peer, NOTHING), bench.now)
    sent = bench.hub.take().send
    assert not [data for _, data in sent if isinstance(parse_frame(data), Entry)]
    assert 1 not in bench.hub._connections


def test_chat_beyond_what_a_person_types_is_not_passed_on_and_costs_nobody_a_seat() -> None:
    bench = running()
    talker, listener = bench.peers[1], bench.peers[2]
    for number in range(200):
        bench.hub.receive(1, said(talker, Chat(f"line {number}"), table=talker.table.table_id), bench.now)
    bench._flush_hub()
    bench.run()
    heard = [
        envelope.payload.text
        for envelope in map(open_envelope, filter(None, map(envelope_in, listener.received)))
        if isinstance(envelope.payload, Chat)
    ]
    assert heard == [f"line {number}" for number in range(int(limits.CHAT_LINES.burst))]
    assert turned_away(bench) == []
    assert not [event for event in bench.events if isinstance(event, BrokeOff)]
    assert listener.table.proven


def envelope_in(frame: bytes) -> bytes | None:
    content = parse_frame(frame)
    return None if isinstance(content, Entry) else content


def test_who_fills_the_log_is_dropped_and_the_others_play_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SEAT_BYTES", 20_000)
    bench = running()
    peer = bench.peers[1]
    log = peer.table.log
    number = log.next_number(1)
    for more in range(200):
        data = said(
            peer,
            Claim(()),
            table=log.table_id,
            number=number + more,
            ack_index=log.length,
            ack_head=log.head(),
        )
        bench.hub.receive(1, data, bench.now)
    assert bench.hub.log is not None
    written = sum(len(entry.envelope) for entry in bench.hub.log.entries)
    assert written < 3 * 20_000
    assert 1 not in bench.hub._connections
    assert (1, "flood") in [
        (event.seat, event.code) for event in bench.hub.take().events if isinstance(event, TurnedAway)
    ]


def test_a_seat_that_comes_back_again_and_again_has_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not refused: it tries again by itself after a pause, and so does an honest one on a bad line."""
    monkeypatch.setattr(limits, "SEAT_RETURNS", Pace(3, 0.1))
    bench = running()
    key = bench.peers[1].identity
    for _ in range(6):
        again(bench, key)
        bench.run(turns=0)
    backs = [event for event in bench.events if isinstance(event, SeatBack)]
    assert len(backs) == 3
    late = bench.peers[-1]
    assert not isinstance(late.error, Refused)
    assert late.number not in bench.hub._connections
    bench.now += 11
    again(bench, key)
    bench.run(turns=0)
    assert len([event for event in bench.events if isinstance(event, SeatBack)]) == 4
