"""Who is at the table, by hearsay; and how the hub passes it on."""

from __future__ import annotations

from protocol.machine.attendance import Attendance
from protocol.machine.effects import HostLeft, SeatAway, SeatIdle, TurnedAway
from protocol.machine.guest import Applicant
from protocol.wire.envelope import seal
from protocol.wire.frame import envelope_frame
from protocol.wire.messages import Away, Idle
from tests.machines import CODE, Peer, TableBench, offer


def test_a_table_is_deserted_when_no_person_is_there_and_never_without_people() -> None:
    attendance = Attendance()
    bots = [False, True, False]
    assert not attendance.deserted([0, 1, 2], bots)
    attendance.line(0, True, 40)
    attendance.rest(2, True)
    assert attendance.deserted([0, 1, 2], bots)
    assert not attendance.deserted([1], bots), "no person is in the match"
    attendance.rest(2, False)
    assert not attendance.deserted([0, 1, 2], bots)


def test_who_comes_back_is_told_of_the_others() -> None:
    attendance = Attendance()
    attendance.line(0, True, 40)
    attendance.rest(1, True)
    attendance.rest(2, True)
    assert attendance.messages(2) == [Away(0, True, 40), Idle(1, True)]
    attendance.line(0, False)
    assert attendance.messages(-1) == [Idle(1, True), Idle(2, True)]


def test_a_new_line_says_anew_whether_somebody_is_there() -> None:
    attendance = Attendance()
    assert attendance.rest(1, True)
    assert not attendance.rest(1, True)
    attendance.line(1, True, 40)
    attendance.line(1, False)
    assert not attendance.missed(1)


def running() -> TableBench:
    bench = TableBench(offer(3), seed="attendance")
    bench.run(turns=1)
    return bench


def heard(bench: TableBench, peer: Peer) -> list[object]:
    """What a peer's machine tells of others from now on."""
    told: list[object] = []
    take = peer.guest.take

    def taking() -> object:
        effects = take()
        told.extend(each for each in effects.events if isinstance(each, SeatIdle | SeatAway | HostLeft))
        return effects

    peer.guest.take = taking  # type: ignore[method-assign, assignment]
    return told


def test_everybody_hears_that_a_person_is_not_there_once() -> None:
    bench = running()
    told = [heard(bench, peer) for peer in bench.peers]
    for _ in range(3):
        bench.peers[1].guest.idle(True)
        bench._flush_guest(bench.peers[1])
    bench.run(turns=0)
    assert told == [[SeatIdle(1, True)]] * 3
    assert bench.hub.attendance.idle == {1}


def test_nobody_says_it_of_somebody_else() -> None:
    bench = running()
    liar = bench.peers[1]
    bench.inject(liar, envelope_frame(seal(liar.identity, Idle(0, True))))
    bench.run(turns=0)
    assert bench.hub.attendance.idle == set()
    assert [event.seat for event in bench.events if isinstance(event, TurnedAway)] == [1]


def test_who_takes_the_seat_again_is_told_who_is_not_there() -> None:
    bench = running()
    bench.peers[1].guest.idle(True)
    bench._flush_guest(bench.peers[1])
    bench.run(turns=0)
    bench.hub.away(2, True, 33)
    old = bench.peers[0]
    again = bench.make_guest(
        old.identity, 0, Applicant(b"Peer 0", CODE), recall=lambda match: old.guest.remains()
    )
    peer = Peer(3, again, old.identity, old.rng)
    bench.peers.append(peer)
    bench.hub.connected(3, "origin 3", bench.now)
    told = heard(bench, peer)
    bench._flush_guest(peer)
    bench.run(turns=0)
    assert told == [SeatAway(2, True, 33), SeatIdle(1, True)]


def test_a_host_that_goes_home_says_so_and_orders_nothing_more() -> None:
    bench = running()
    told = [heard(bench, peer) for peer in bench.peers]
    eye = bench.watch()
    bench.run(turns=0)
    bench.hub.adjourn()
    bench._flush_hub()
    length = bench.hub.log.length if bench.hub.log is not None else 0
    bench.peers[0].guest.move("pause")
    bench._flush_guest(bench.peers[0])
    bench.run(turns=0)
    assert told == [[HostLeft()]] * 3
    assert HostLeft() in eye.events
    assert bench.hub.log is not None
    assert bench.hub.log.length == length
