"""Retirements that cross other messages, and what hosts and seats can make up about them."""

from __future__ import annotations

from collections import deque

import msgspec
import pytest

from gefaehrten.session.verify import verify
from protocol.machine.absence import Proposal
from protocol.machine.guest import Guest
from protocol.wire.envelope import seal
from protocol.wire.frame import envelope_frame
from protocol.wire.messages import Consent, Keys, Opening, Payload, Propose, Retire, Seal, Verdict
from tests.faults.test_leaving import author, concede, honest, play_until, proposal, retire, silent
from tests.interop.cheating import GENERATOR
from tests.machines import TableBench, offer

ZERO = bytes(32)


def table(seats: int, entries: int, seed: str) -> TableBench:
    bench = TableBench(offer(seats), seed=seed, twists=dict.fromkeys(range(seats), honest))
    play_until(bench, entries)
    return bench


def propose(bench: TableBench, payload: Propose) -> None:
    """The host says something to all seats that its machine would not say."""
    data = envelope_frame(seal(bench.hub._identity, payload))
    bench.queue.extend(("down", peer.number, data) for peer in bench.peers)
    bench.run(turns=0)


def made_up(proposed: Proposal, consents: tuple[Consent, ...]) -> Propose:
    return Propose(proposed.number, proposed.index, proposed.head, proposed.seats, consents)


def consents_of(bench: TableBench, proposed: Proposal, *signers: int) -> tuple[Consent, ...]:
    return retire(bench, proposed, *signers).consents


def found(bench: TableBench) -> set[tuple[int, str]]:
    return {(fault.seat, fault.code) for fault in bench.peers[0].table.faults}


# A host


def test_a_host_that_makes_consents_up_brings_nobody_to_sign_a_false_retirement() -> None:
    bench = table(3, 40, "made up")
    bench.run(turns=0)
    proposed = proposal(bench, 0, 2)
    length = proposed.index
    forged = tuple(Consent(seat, bytes(64)) for seat in (0, 1))
    propose(bench, made_up(proposed, forged))
    other_head = Proposal(1, length, ZERO, (2,))
    propose(bench, made_up(other_head, consents_of(bench, other_head, 0, 1)))
    beyond = Proposal(1, length + 1000, ZERO, (2,))
    propose(bench, made_up(beyond, consents_of(bench, beyond, 0, 1)))
    later = Proposal(2, length, proposed.head, (2,))
    propose(bench, made_up(later, consents_of(bench, later, 0, 1)))
    propose(bench, made_up(Proposal(1, length, proposed.head, (0, 1, 2)), ()))
    propose(bench, made_up(Proposal(1, length, proposed.head, (1, 2)), consents_of(bench, proposed, 0)))
    assert all(peer.error is None for peer in bench.peers)
    assert bench.peers[0].table.log.length == length
    assert found(bench) == set()


def test_consents_that_hold_are_logged_once_the_log_has_gone_so_far() -> None:
    bench = table(3, 40, "early")
    bench.run(turns=0)
    bench.peers[2].up = lambda data: []
    bench.run(turns=1)
    proposed = proposal(bench, 0, 2)
    peer = bench.peers[0]
    assert peer.guest.seat is not None
    agreed = retire(bench, proposed, 0, 1)
    peer.guest.seat.agreed = msgspec.structs.replace(agreed, index=proposed.index + 5)
    assert not any(isinstance(duty.payload, Retire) for duty in peer.guest.seat.due())
    peer.guest.seat.agreed = agreed
    assert [duty.payload for duty in peer.guest.seat.due() if isinstance(duty.payload, Retire)] == [agreed]


# Crossings


def overtake(bench: TableBench, number: int) -> None:
    """What this seat has sent comes to the host before what the others have."""
    first = [frame for frame in bench.queue if frame[:2] == ("up", number)]
    bench.queue = deque([*first, *(frame for frame in bench.queue if frame[:2] != ("up", number))])


@pytest.mark.slow
@pytest.mark.parametrize(("leaver", "staying"), [(3, (0, 1, 2)), (1, (0, 1, 2))])
def test_a_retirement_that_a_concession_overtakes_is_void(leaver: int, staying: tuple[int, ...]) -> None:
    """Who concedes is the very seat that is given up, or one of those that have consented."""
    bench = table(4, 60, "overtaken")
    bench.run(turns=0)
    author(bench, bench.peers[0], retire(bench, proposal(bench, 0, 3), *staying))
    concede(bench.peers[leaver], bench)
    overtake(bench, leaver)
    bench.run()
    assert found(bench) == set()
    assert bench.peers[0].table.retirements == 0
    assert bench.peers[0].table.closed
    assert verify(bench.record().to_bytes()).honest


def test_who_logs_its_own_retirement_is_there() -> None:
    bench = table(3, 40, "own")
    bench.run(turns=0)
    author(bench, bench.peers[2], retire(bench, proposal(bench, 0, 2), 0, 1))
    bench.run(turns=0)
    assert bench.peers[0].table.active == [0, 1, 2]
    assert found(bench) == set()


def test_nobody_logs_its_own_retirement() -> None:
    """It would be void, since its author is there; and the same would begin again."""
    bench = table(3, 40, "own end")
    bench.run(turns=0)
    agreed = retire(bench, proposal(bench, 0, 2), 0, 1)
    sent = len(bench.peers[2].sent)
    bench.peers[2].guest.agree(agreed)
    bench._flush_guest(bench.peers[2])
    bench.run(turns=0)
    assert len(bench.peers[2].sent) == sent
    bench.peers[0].guest.agree(agreed)
    bench._flush_guest(bench.peers[0])
    bench.run(turns=0)
    assert bench.peers[0].table.active == [0, 1]


def test_a_seat_may_be_given_up_as_of_the_empty_log() -> None:
    bench = TableBench(offer(3), seed="empty", twists=dict.fromkeys(range(3), honest))
    while any(peer.guest.table is None for peer in bench.peers):
        bench._deliver()
    proposed = Proposal(1, 0, bench.peers[0].table.log.head(0), (2,))
    silent(bench, 2)
    author(bench, bench.peers[0], retire(bench, proposed, 0, 1))
    bench.queue = deque(frame for frame in bench.queue if frame[:2] != ("up", 2))
    bench.run(turns=0)
    assert bench.peers[0].table.active == [0, 1]
    assert found(bench) == set()


# Seats


@pytest.mark.slow
def test_a_hand_with_what_is_no_card_is_claimed_and_not_sealed_again() -> None:
    """The last key for it comes when a retirement already waits for nothing else."""
    kept: list[Payload] = []

    def twist(_: Guest, payload: Payload) -> Payload | None:
        if isinstance(payload, Seal) and (payload.deck, payload.step) == (0, 2):
            return msgspec.structs.replace(payload, points=(GENERATOR, *payload.points[1:]))
        if isinstance(payload, Keys):
            kept.append(payload)
            return None
        return payload

    bench = TableBench(offer(3), seed="claimed", twists={1: twist, 2: honest})
    bench.run()
    concede(bench.peers[2], bench)
    bench.run()
    for payload in list(kept):
        author(bench, bench.peers[1], payload)
        bench.run()
    ending = bench.peers[0].table.ending
    assert ending is not None
    assert ending.reason == "deck"
    assert found(bench) == {(1, "keys")}


def test_a_pass_over_the_deck_of_who_left_is_not_due() -> None:
    bench = table(3, 5, "left deck")
    before = bench.peers[0].table
    concede(bench.peers[2], bench)
    overtake(bench, 2)
    bench._deliver()  # the concession is logged before anything else
    bench.run(turns=0)
    due = before.epochs[2].deck.due()
    assert due is not None
    step, seat = due
    points, passes = before.epochs[2].deck.points, len(before.epochs[2].deck.passes)
    author(bench, bench.peers[seat], Seal(2, 0, step, points, (), ()))
    bench.run()
    assert found(bench) == {(seat, "seal-due")}
    assert len(before.epochs[2].deck.passes) == passes


@pytest.mark.slow
def test_a_verdict_of_who_left_says_nothing() -> None:
    bench = table(3, 60, "void verdict")
    concede(bench.peers[2], bench)
    bench.run()
    for scores in ((), (1, 2, 3)):
        author(bench, bench.peers[2], Verdict(False, (), ZERO, scores))
        bench.run()
    author(bench, bench.peers[2], Opening(ZERO, ZERO))
    bench.run()
    assert found(bench) == set()
    report = verify(bench.record().to_bytes())
    assert (report.honest, report.proven) == (True, True)


def test_a_concession_that_crosses_the_end_of_play_is_void_and_the_seat_opens_all_the_same() -> None:
    whole = TableBench(offer(2), seed="crossing")
    whole.run()
    turns = whole.peers[0].table.turn_number
    bench = TableBench(offer(2), seed="crossing")
    bench.run(turns=turns - 1)
    late = bench.peers[1 - (bench.peers[0].table.to_move or 0)]
    held: list[bytes] = []

    def hold(data: bytes) -> list[bytes]:
        held.append(data)
        return []

    late.down = hold
    bench.run(turns=1)
    assert bench.peers[1 - late.number].table.ending is not None
    assert late.table.ending is None
    late.guest.concede()
    bench._flush_guest(late)
    late.down = lambda data: [data]
    bench.queue.extend(("down", late.number, data) for data in held)
    bench.run()
    assert all(peer.table.closed and peer.table.proven for peer in bench.peers)
