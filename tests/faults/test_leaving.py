"""Seats that leave, or are given up, in the middle of a sealed match: the others play it to its end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gefaehrten.session.verify import verify
from protocol.machine.absence import Proposal
from protocol.machine.guest import Guest
from protocol.wire.messages import Payload, Retire, Seal
from tests.machines import LyingGuest, Peer, TableBench, offer


def honest(guest: object, payload: Payload) -> Payload:
    return payload


def concede(peer: Peer, bench: TableBench) -> None:
    peer.guest.concede()
    bench._flush_guest(peer)


def play_until(bench: TableBench, entries: int) -> None:
    """Moves frames and makes turns until every replica has started and the log has so many entries."""
    while any(peer.guest.table is None or peer.table.log.length < entries for peer in bench.peers):
        if bench.queue:
            bench._deliver()
        elif (mover := next((peer for peer in bench.peers if bench._ready(peer)), None)) is not None:
            moves, opened = mover.match.encode(mover.guest.number, bench.play(mover))
            mover.guest.play(moves, opened)
            bench._flush_guest(mover)
        else:
            return


def agree(bench: TableBench) -> None:
    """Everybody, who left included, has the same log, found nobody at fault, and can prove it."""
    for peer in bench.peers:
        assert peer.error is None
        assert peer.table.faults == []
        assert peer.table.ending is not None
        assert peer.table.ending.reason == "over"
        assert peer.table.closed
        assert peer.table.proven
    assert len({peer.table.log.head() for peer in bench.peers}) == 1
    report = verify(bench.record().to_bytes())
    assert (report.valid, report.honest, report.proven) == (True, True, True)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("entries", [0, 3, 30, 60, 140])
def test_who_concedes_is_out_and_the_others_finish(seats: int, entries: int) -> None:
    bench = TableBench(offer(seats), seed=f"{seats} {entries}", twists={seats - 1: honest})
    play_until(bench, entries)
    leaver = bench.peers[-1]
    concede(leaver, bench)
    bench.run()
    agree(bench)


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(st.integers(0, 160), st.integers(0, 60), st.permutations(range(4)), st.integers(0, 2**20))
def test_two_leavers_in_one_match_at_any_moments(first: int, gap: int, order: list[int], seed: int) -> None:
    bench = TableBench(offer(4), seed=f"two {seed}", twists=dict.fromkeys(range(4), honest))
    for number, entries in ((order[0], first), (order[1], first + gap)):
        play_until(bench, entries)
        concede(bench.peers[number], bench)
    bench.run()
    agree(bench)
    match = bench.peers[order[2]].match
    retired = [step["seat"] for step in match.steps if step["step"] == "retired"]
    assert retired in ([], [order[0]], [order[0], order[1]])
    assert not set(match.winners()) & set(retired)


@pytest.mark.slow
def test_a_concession_meets_answers_that_were_on_their_way() -> None:
    """What the others had signed before they heard of it is void, and no fault."""
    for seed in range(6):
        bench = TableBench(offer(4), seed=f"way {seed}", twists={3: honest})
        play_until(bench, 20 + 7 * seed)
        # The leaver's word overtakes whatever the others have sent and the host has not ordered yet.
        concede(bench.peers[3], bench)
        own = [frame for frame in bench.queue if frame[:2] == ("up", 3)]
        bench.queue = deque([*own, *(frame for frame in bench.queue if frame[:2] != ("up", 3))])
        bench.run()
        agree(bench)


def resealing(bench: TableBench) -> bool:
    return any(epochs.deck.deck_id.epoch for epochs in bench.peers[0].table.epochs.values())


@pytest.mark.slow
def test_an_owner_that_marks_another_card_than_its_hand_is_found_by_the_audit() -> None:
    def twist(guest: Guest, payload: Payload) -> Payload:
        if isinstance(payload, Seal) and payload.marks:
            first = payload.marks[0]
            other = next(place for place in range(len(payload.points)) if place not in payload.marks)
            marks = tuple(sorted({other, *payload.marks} - {first}))
            return msgspec.structs.replace(payload, marks=marks)
        return payload

    bench = TableBench(offer(3), seed="marks", twists={1: twist, 2: honest})
    play_until(bench, 60)
    concede(bench.peers[2], bench)
    bench.run()
    for peer in bench.peers[:2]:
        found = {(fault.seat, fault.code) for fault in peer.table.faults}
        assert (1, "marks") in found
        assert {seat for seat, _ in found} == {1}
    assert not verify(bench.record().to_bytes()).honest


@pytest.mark.parametrize(
    "marks",
    [
        lambda marks: marks[:-1],
        lambda marks: marks[::-1],
        lambda marks: (marks[0],) * len(marks),
        lambda marks: (*marks[:-1], 200),
    ],
)
@pytest.mark.slow
def test_marks_that_no_hand_can_hold_are_a_fault_at_once(
    marks: Callable[[tuple[int, ...]], tuple[int, ...]],
) -> None:
    def twist(guest: Guest, payload: Payload) -> Payload:
        if isinstance(payload, Seal) and payload.marks:
            return msgspec.structs.replace(payload, marks=marks(payload.marks))
        return payload

    bench = TableBench(offer(3), seed="marks", twists={1: twist, 2: honest})
    play_until(bench, 60)
    concede(bench.peers[2], bench)
    bench.run()
    assert {(fault.seat, fault.code) for fault in bench.peers[0].table.faults} == {(1, "seal-marks")}


def proposal(bench: TableBench, view: int, *seats: int) -> Proposal:
    """That seats be given up, as of what one of the others has of the log."""
    log = bench.peers[view].table.log
    return Proposal(1, log.length, log.head(), seats)


def retire(bench: TableBench, proposed: Proposal, *signers: int) -> Retire:
    table = bench.peers[0].table
    consents = tuple(proposed.consent(bench.peers[seat].identity, seat, table.table_id) for seat in signers)
    return Retire(proposed.number, proposed.index, proposed.head, proposed.seats, consents)


def author(bench: TableBench, peer: Peer, payload: Payload) -> None:
    assert isinstance(peer.guest, LyingGuest)
    peer.guest.author(payload)
    bench._flush_guest(peer)


def silent(bench: TableBench, *seats: int) -> None:
    """From now on nothing of these seats reaches the host, and nothing reaches them."""
    for seat in seats:
        bench.peers[seat].up = lambda data: []
        bench.peers[seat].down = lambda data: []


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "gone"), [(2, (1,)), (3, (2,)), (4, (3,)), (4, (1,)), (4, (0,))])
@pytest.mark.parametrize("entries", [5, 60])
def test_seats_that_are_silent_are_given_up_by_all_others(
    seats: int, gone: tuple[int, ...], entries: int
) -> None:
    bench = TableBench(
        offer(seats), seed=f"silent {seats} {entries}", twists=dict.fromkeys(range(seats), honest)
    )
    play_until(bench, entries)
    silent(bench, *gone)
    bench.run()
    staying = [seat for seat in range(seats) if seat not in gone]
    author(bench, bench.peers[staying[0]], retire(bench, proposal(bench, staying[0], *gone), *staying))
    bench.run()
    for seat in staying:
        table = bench.peers[seat].table
        assert table.faults == []
        assert table.closed
        assert not table.proven
        assert not set(bench.peers[seat].match.winners()) & set(gone)
    report = verify(bench.record().to_bytes())
    assert (report.valid, report.honest, report.proven) == (True, True, False)
