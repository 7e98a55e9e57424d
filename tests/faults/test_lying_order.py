"""A host that chooses whom it hears when: it can leave nothing out, and what it holds up is nobody's fault."""

from __future__ import annotations

import pytest

from gefaehrten.session.verify import verify, verify_two
from protocol.errors import Culprit, RemoteProtocolError
from protocol.log import Log
from protocol.machine.effects import KeepEntry
from protocol.record import RecordFile
from protocol.wire.envelope import open_envelope
from protocol.wire.frame import entry_frame
from protocol.wire.messages import Keys
from tests.faults.test_lying_host import keys_by, order
from tests.machines import Peer, TableBench, offer, own_envelopes

VICTIM = 1


def running(seats: int = 3, turns: int = 3, seed: str = "order") -> TableBench:
    bench = TableBench(offer(seats), seed=seed)
    bench.run(turns=turns)
    return bench


def told(bench: TableBench, peer: Peer, data: bytes) -> RemoteProtocolError:
    """What a peer says of an envelope that the host orders next."""
    log = bench.hub.log
    assert log is not None
    frame = entry_frame(order(bench, log.length + 1, log.head(), data))
    with pytest.raises(RemoteProtocolError) as caught:
        peer.guest.receive(frame)
    assert caught.value.evidence == (frame,)
    return caught.value


def test_a_host_cannot_leave_one_envelope_of_a_seat_out_and_log_the_next() -> None:
    bench = running()
    peer = bench.peers[VICTIM]
    following = keys_by(peer, number=peer.table.log.next_number(VICTIM) + 1)
    error = told(bench, bench.peers[0], following)
    assert (error.code, error.culprit) == ("number", Culprit.HOST)


def test_a_host_cannot_log_what_a_seat_has_said_at_another_table() -> None:
    """The same people, the same host, the same numbers: another table id."""
    bench, elsewhere = running(), running(seed="elsewhere")
    for own in own_envelopes(elsewhere.peers[VICTIM]):
        error = told(bench, bench.peers[0], own)
        assert (error.code, error.culprit) == ("table-id", Culprit.HOST)


def test_a_host_cannot_show_a_seats_word_in_a_log_that_it_has_not_seen() -> None:
    """What a seat says acknowledges the log that it was shown: the fork that others were shown cannot carry it."""
    bench = running()
    log = bench.hub.log
    assert log is not None
    fork = Log(log.table_id, log.host_key, list(log.seats))
    for entry in log.entries:
        fork.append(entry)
    a = order(bench, log.length + 1, log.head(), keys_by(bench.peers[2]))
    b = order(bench, log.length + 1, log.head(), keys_by(bench.peers[0]))
    fork.append(b)
    victim = bench.peers[VICTIM]
    victim.guest.receive(entry_frame(a))
    said = keys_by(victim)
    assert open_envelope(said).ack_index == a.index
    with pytest.raises(RemoteProtocolError) as caught:
        fork.admit(said)
    assert caught.value.code == "ack-head"


@pytest.mark.slow
@pytest.mark.parametrize("every", [2, 5, 11])
@pytest.mark.parametrize("way", ["up", "down"])
def test_a_seat_that_is_held_up_by_the_host_has_done_nothing_wrong(every: int, way: str) -> None:
    """Each of its messages, or of those to it, waits for some others; all of them count."""
    bench = TableBench(offer(3), seed=f"held up {every}")
    bench.run(turns=0)
    held: list[tuple[str, int, bytes]] = []
    for _ in range(100_000):
        line = next((frame for frame in bench.queue if frame[:2] == (way, VICTIM)), None)
        if line is not None:
            bench.queue.remove(line)
            held.append(line)
        if held and (not bench.queue or len(held) > every):
            bench.queue.appendleft(held.pop(0))
        if bench.queue:
            bench._deliver()
            continue
        mover = next((peer for peer in bench.peers if bench._ready(peer)), None)
        if mover is None:
            break
        moves, opened = mover.match.encode(mover.guest.number, bench.play(mover))
        mover.guest.play(moves, opened)
        bench._flush_guest(mover)
    for peer in bench.peers:
        assert peer.error is None
        assert peer.table.faults == []
        assert peer.table.proven


def test_what_two_were_shown_is_compared_by_their_records_alone() -> None:
    """A watcher acknowledges nothing, so a log of its own shows only beside somebody else's."""
    bench = running()
    log = bench.hub.log
    assert log is not None
    eye = bench.watch()
    bench.run(turns=0)
    other = order(bench, log.length + 1, log.head(), keys_by(bench.peers[2]))
    eye.watcher.receive(entry_frame(other))
    eye.kept.extend(eye.watcher.take().journal)
    bench.run(turns=1)
    whole = bench.record()
    shown = tuple(keep.entry for keep in eye.kept if isinstance(keep, KeepEntry))
    records = whole, RecordFile(whole.table, whole.signatures, shown)
    assert all(verify(record.to_bytes()).valid for record in records)
    *_, fork = verify_two(*(record.to_bytes() for record in records))
    assert fork is not None
    assert (fork.entry, fork.code) == (other.index, "fork")
    assert isinstance(open_envelope(other.envelope).payload, Keys)
