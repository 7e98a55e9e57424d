"""The host is gone, and another seat takes its place: nothing that anybody of them has seen is lost."""

from __future__ import annotations

import pytest

from gefaehrten.core.random import Random
from protocol.errors import ProtocolError, RemoteProtocolError
from protocol.machine.effects import KeepAside, KeepEntry, KeepOwn, KeepVote, NewHost, Rewound, SeatLost
from protocol.machine.guest import Guest
from protocol.machine.hub import Stage
from protocol.terms import Candidacy
from protocol.wire.messages import Elect, Term
from tests.machines import Peer, TableBench, offer


def heads(bench: TableBench, *numbers: int) -> set[bytes]:
    return {bench.peers[number].table.log.head() for number in numbers}


def stage(bench: TableBench) -> Stage:
    return bench.hub.stage


def play_on(bench: TableBench, seats: int = 3, turns: int = 3) -> None:
    """A match of so many seats, some turns later."""
    assert len(bench.peers) == seats
    bench.run(turns=turns)
    assert all(peer.table.turn_number >= turns for peer in bench.peers)


def own_numbers(peer: Peer) -> list[int]:
    return [keep.number for keep in peer.kept if isinstance(keep, KeepOwn)]


def test_two_of_three_go_on_without_the_host() -> None:
    bench = TableBench(offer(3))
    play_on(bench)
    length = bench.peers[1].table.log.length
    bench.succeed(1, 2)
    assert stage(bench) is Stage.GATHERING
    bench.elect()
    assert stage(bench) is Stage.RUNNING
    entry = bench.peers[2].table.log.envelope(length + 1)
    assert isinstance(entry.payload, Term)
    assert [vote.seat for vote in entry.payload.votes] == [1, 2]
    assert bench.peers[2].table.log.host_key == bench.peers[1].identity.public
    assert len(heads(bench, 1, 2)) == 1
    bench.give_up(0)
    bench.run()
    assert bench.peers[1].table.closed
    assert bench.peers[1].table.culprits == set()
    assert len(heads(bench, 1, 2)) == 1


def test_the_old_host_comes_back_as_a_seat() -> None:
    bench = TableBench(offer(3))
    play_on(bench)
    bench.succeed(2, 1)
    bench.elect()
    bench.rejoin(0)
    bench.run()
    assert all(peer.table.closed for peer in bench.peers)
    assert len(heads(bench, 0, 1, 2)) == 1
    assert bench.peers[0].table.proven


def test_one_of_three_is_no_host() -> None:
    bench = TableBench(offer(3))
    play_on(bench)
    bench.succeed(1)
    bench.elect()
    assert stage(bench) is Stage.GATHERING
    assert bench.peers[1].table.log.term == 1


@pytest.mark.parametrize("joining", [(), (1,)])
def test_two_seats_need_both(joining: tuple[int, ...]) -> None:
    bench = TableBench(offer(2))
    play_on(bench, 2)
    bench.succeed(0, *joining)
    bench.elect()
    assert bench.peers[0].table.log.term == (2 if joining else 1)


def test_the_longest_log_counts_and_own_envelopes_are_sent_again() -> None:
    bench = TableBench(offer(3))
    play_on(bench)
    # Peer 2 hears nothing more; what it signs still arrives.
    bench.peers[2].down = lambda data: []
    bench.run(turns=1)
    longer, shorter = bench.peers[1].table.log, bench.peers[2].table.log
    assert longer.length > shorter.length
    bench.peers[2].down = lambda data: [data]
    before = longer.length
    bench.succeed(2, 1)
    assert bench.peers[2].table.log.length == before
    bench.elect()
    bench.rejoin(0)
    bench.run()
    assert all(peer.table.closed for peer in bench.peers)
    assert len(heads(bench, 0, 1, 2)) == 1


def test_what_only_the_old_host_had_is_left_behind_and_done_again() -> None:
    """The old host's own seat has signed on entries that no other seat has got."""
    bench = TableBench(offer(3), seed="tail")
    play_on(bench)
    for peer in bench.peers[1:]:
        peer.down = lambda data: []
    bench.run(turns=3)
    old = bench.peers[0]
    behind = old.table.log.length
    shared = bench.peers[1].table.log.length
    assert behind > shared
    signed = own_numbers(old)
    for peer in bench.peers[1:]:
        peer.down = lambda data: [data]
    bench.succeed(1, 2)
    bench.elect()
    old.kept.clear()
    bench.rejoin(0)
    bench.run()
    assert all(peer.table.closed for peer in bench.peers)
    assert len(heads(bench, 0, 1, 2)) == 1
    assert bench.peers[0].table.proven
    kept = [keep for keep in old.kept if isinstance(keep, KeepAside | KeepEntry)]
    assert kept[0] == KeepAside(shared)
    assert not set(signed) & set(own_numbers(old)), "a number is signed once"


def test_a_vote_is_kept_before_it_is_sent_and_given_once_for_a_term() -> None:
    bench = TableBench(offer(4))
    play_on(bench, 4)
    bench.succeed(1, 2)
    bench.elect()
    assert stage(bench) is Stage.GATHERING, "two of four are not enough"
    assert [keep.term for keep in bench.peers[2].kept if isinstance(keep, KeepVote)] == [2]
    bench.succeed(3, 2, 1)
    bench.elect()
    assert [keep.term for keep in bench.peers[2].kept if isinstance(keep, KeepVote)] == [2, 3]
    assert bench.peers[3].table.log.term == 3


def test_a_second_host_leaves_the_term_of_the_first_behind() -> None:
    """A host that has been chosen, and was heard by nobody, comes back to a later term."""
    bench = TableBench(offer(4))
    play_on(bench, 4)
    bench.succeed(1, 2, 3)
    for number in (2, 3):
        bench.peers[number].down = lambda data: [] if data[:1] == b"\x02" else [data]
    bench.elect()
    assert [bench.peers[number].table.log.term for number in (1, 2, 3)] == [2, 1, 1]
    for number in (2, 3):
        bench.peers[number].down = lambda data: [data]
    bench.succeed(2, 3, 0)
    bench.elect()
    bench.rejoin(1)
    bench.run()
    assert [bench.peers[number].table.log.term for number in range(4)] == [3] * 4
    assert all(peer.table.closed for peer in bench.peers)
    assert len(heads(bench, 0, 1, 2, 3)) == 1


def test_everybody_is_told_who_the_host_is_and_who_is_missing() -> None:
    bench = TableBench(offer(3))
    play_on(bench)
    bench.succeed(1, 2)
    bench.events.clear()
    bench.elect()
    assert [event.seat for event in bench.events if isinstance(event, SeatLost)] == [0]
    assert NewHost(1) in bench.peers[2].events


class Turncoat(Guest):
    """A seat that votes for whatever it is asked for."""

    def _vote(self, elect: Elect) -> None:
        table = self.table
        assert table is not None
        candidacy = Candidacy.of(elect, self._introduction.host)
        self._send(candidacy.vote(self._identity, self.number, table.table_id))


def test_a_coalition_that_starts_from_a_shorter_log_is_named_by_whoever_has_the_longer_one() -> None:
    """Two of three take a turn back, after they have seen the next one."""
    bench = TableBench(offer(3), seed="coalition", guest=Turncoat)
    play_on(bench)
    short = bench.peers[0].table.log.length
    bench.run(turns=3)
    log = bench.peers[2].table.log
    assert any(
        envelope.author == bench.peers[0].identity.public and envelope.ack_index > short
        for envelope in log.envelopes[short:]
    )
    kept = bench.peers[0].table.log.entries[:short]
    bench.succeed(1, 0, entries=kept, lend=False)
    bench.elect()
    assert stage(bench) is Stage.RUNNING, "the coalition has its host"
    bench.rejoin(2)
    bench.run()
    error = bench.peers[2].error
    assert isinstance(error, RemoteProtocolError)
    assert error.code == "term-shorter"
    assert error.seat in (0, 1)
    assert bench.peers[2].table.log.head() == log.head()


def test_honest_seats_do_not_vote_for_a_host_that_keeps_to_a_shorter_log() -> None:
    bench = TableBench(offer(3), seed="shorter")
    play_on(bench)
    kept = bench.peers[1].table.log.entries[:-2]
    bench.succeed(1, 2, entries=kept, lend=False)
    bench.elect()
    assert stage(bench) is Stage.GATHERING
    assert not [keep for keep in bench.peers[2].kept if isinstance(keep, KeepVote)]


def test_honest_seats_do_not_vote_for_a_seat_that_they_have_given_up() -> None:
    """It was away, and does not know: its term would be refused by all, and the match be lost."""
    bench = TableBench(offer(4), seed="given up")
    play_on(bench, seats=4)
    away = bench.peers[1]
    bench.hub.disconnected(1, bench.now)
    away.error = ProtocolError("gone", "gone")
    bench.give_up(1)
    assert 1 not in bench.peers[2].table.active
    assert 1 in away.table.active
    bench.succeed(1, 0, 2, 3)
    assert 1 not in away.table.active, "it has learnt it from the others"
    bench.elect()
    assert stage(bench) is Stage.GATHERING
    assert not [keep for peer in bench.peers for keep in peer.kept if isinstance(keep, KeepVote)]
    bench.succeed(2, 0, 3)
    bench.elect()
    assert stage(bench) is Stage.RUNNING, "another seat can"


def test_a_watcher_follows_to_the_new_host_and_leaves_what_it_alone_had() -> None:
    bench = TableBench(offer(3), seed="watched")
    eye = bench.watch()
    play_on(bench)
    for peer in bench.peers[1:]:
        peer.down = lambda data: []
    bench.run(turns=2)
    ahead = eye.table.log.length
    assert ahead > bench.peers[1].table.log.length
    for peer in bench.peers[1:]:
        peer.down = lambda data: [data]
    bench.succeed(1, 2)
    back = bench.watch(identity=eye.identity, recall=lambda match: eye.watcher.table)
    bench.run()
    assert back.table.log.length == ahead, "nobody has chosen a host yet"
    bench.elect()
    bench.rejoin(0)
    bench.run()
    assert back.table.log.head() == bench.peers[1].table.log.head()
    assert [type(event) for event in back.events if isinstance(event, Rewound | NewHost)] == [
        Rewound,
        NewHost,
    ]
    assert back.error is None


@pytest.mark.parametrize("number", range(12))
@pytest.mark.slow
def test_hosts_that_fail_anywhere_lose_nothing_that_counts(number: int) -> None:
    """Frames get lost, the host goes, another one comes; again and again; then all come back."""
    rng = Random(number)
    seats = 3 + number % 2
    bench = TableBench(offer(seats), seed=f"anywhere {number}")
    bench.run(turns=0)
    for _ in range(3):
        for peer in bench.peers:
            deaf = rng.below(3) == 0
            peer.down = (lambda data: []) if deaf else (lambda data: [data])
        bench.run(turns=rng.below(4))
        for peer in bench.peers:
            peer.down = lambda data: [data]
        here = list(range(seats))
        while len(here) > seats // 2 + 1:
            here.pop(rng.below(len(here)))
        # Who has been host last would go on with what its hub has stored, which is not kept here.
        host = next(
            peer for peer in here if bench.peers[peer].table.log.host_key != bench.peers[peer].identity.public
        )
        others = [peer for peer in here if peer != host]
        bench.succeed(host, *others)
        bench.elect()
    for peer in bench.peers:
        if peer.number not in bench.hub.present:
            bench.rejoin(peer.number)
    bench.run()
    assert [peer.error for peer in bench.peers] == [None] * seats
    assert all(peer.table.closed and peer.table.proven for peer in bench.peers)
    assert len(heads(bench, *range(seats))) == 1
    for peer in bench.peers:
        numbers = own_numbers(peer)
        assert len(numbers) == len(set(numbers)), "no number is signed twice"
        votes = [keep.term for keep in peer.kept if isinstance(keep, KeepVote)]
        assert votes == sorted(set(votes))
