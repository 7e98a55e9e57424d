"""A host's machine that goes on with a log out of its journal: to everybody it is the host that it was."""

from __future__ import annotations

import pytest

from protocol.errors import RemoteProtocolError
from protocol.identity import Identity
from protocol.machine.effects import SeatBack, SeatLost
from protocol.machine.guest import Applicant
from protocol.machine.hub import Hub, Stage
from protocol.wire.messages import Kind
from tests.machines import Entropy, TableBench, offer

pytestmark = pytest.mark.slow


def restarted(bench: TableBench, *, away: tuple[int, ...] = (0, 1)) -> Hub:
    """The next process of the bench's host: what was on its way is lost, and it knows what it had kept."""
    file = bench.record()
    bench.queue.clear()
    hub = Hub(Identity(Entropy(f"{bench.seed}/host")(32)), bench.offer, Entropy("after the crash"))
    hub.resume(file.table, file.signatures, file.entries, away=away)
    bench.hub = hub
    return hub


def come_back(bench: TableBench) -> None:
    """Everybody's program dials again."""
    for peer in bench.peers:
        remains = peer.guest.remains()
        peer.guest = bench.make_guest(
            peer.identity,
            peer.number,
            Applicant(b"Peer", bench.offer.code),
            recall=lambda match, remains=remains: remains,  # type: ignore[misc]
        )
        bench.hub.connected(peer.number, f"origin {peer.number}", bench.now)
        bench._flush_guest(peer)


@pytest.mark.parametrize("turns", [0, 5])
def test_a_match_goes_on_to_its_end_at_the_next_host(turns: int) -> None:
    bench = TableBench(offer(2), seed="next host")
    bench.run(turns=turns)
    before = bench.record()
    hub = restarted(bench)
    assert (hub.stage, hub.record, hub.signatures) == (Stage.RUNNING, before.table, before.signatures)
    assert hub.log is not None
    assert tuple(hub.log.entries) == before.entries
    come_back(bench)
    bench.run()
    assert all(peer.table.closed and peer.table.proven for peer in bench.peers)
    assert {peer.table.log.head() for peer in bench.peers} == {hub.log.head()}
    assert bench.record().entries[: len(before.entries)] == before.entries
    events = [event for event in bench.events if isinstance(event, SeatLost | SeatBack)]
    assert events[:4] == [SeatLost(0), SeatLost(1), SeatBack(0), SeatBack(1)]


def test_nothing_is_stored_or_sent_for_what_was_stored_before() -> None:
    bench = TableBench(offer(2), seed="quiet")
    bench.run(turns=0)
    effects = restarted(bench, away=(1,)).take()
    assert (effects.journal, effects.send, effects.close) == ([], [], [])
    assert effects.events == [SeatLost(1)]


def test_a_watcher_gets_what_the_earlier_process_had_ordered() -> None:
    bench = TableBench(offer(2), seed="watched")
    bench.run(turns=0)
    hub = restarted(bench)
    eye = bench.watch()
    bench.run(turns=0)
    assert eye.error is None
    assert hub.log is not None
    assert eye.table.log.head() == hub.log.head()


def test_a_match_that_all_have_judged_is_over() -> None:
    bench = TableBench(offer(2), seed="judged")
    bench.run()
    hub = restarted(bench)
    assert sorted(hub._judged) == [0, 1]
    file = bench.record()
    assert file.log().envelopes[-1].kind is Kind.VERDICT


def test_another_key_than_the_host_s_has_to_be_elected_first() -> None:
    bench = TableBench(offer(2), seed="another")
    bench.run(turns=0)
    file = bench.record()
    other = Hub(Identity(bytes(32)), bench.offer, Entropy("other"))
    other.resume(file.table, file.signatures, file.entries, away=(0, 1))
    assert other.stage is not Stage.RUNNING
    assert other.take().events == []


def test_a_log_that_is_not_of_this_record_is_refused() -> None:
    benches = [TableBench(offer(2), seed=seed) for seed in ("this", "that")]
    for bench in benches:
        bench.run(turns=0)
    ours, theirs = (bench.record() for bench in benches)
    hub = Hub(Identity(Entropy("this/host")(32)), benches[0].offer, Entropy("hub"))
    with pytest.raises(RemoteProtocolError):
        hub.resume(ours.table, ours.signatures, theirs.entries)
