"""Before the match: who is not ready holds it up, who changes their mind voids the draft, who is sent away stays away.

Whatever is said is said at every point between two frames, so that it crosses everything that it can cross.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from protocol import limits
from protocol.errors import Culprit, LocalProtocolError, Refused, RemoteProtocolError
from protocol.identity import Identity
from protocol.machine.effects import BrokeOff, KeepSecrets, LobbyChanged, TurnedAway
from protocol.machine.guest import Applicant, Guest, Stage
from protocol.wire.envelope import open_envelope, seal
from protocol.wire.frame import envelope_frame, parse_frame
from protocol.wire.messages import Commit, Draft, Ready, Sign
from tests.machines import Peer, TableBench, offer, own_envelopes
from tests.unit.protocol.machine.meeting import HOST, at_stage


def say(bench: TableBench, peer: Peer, *, ready: bool, wish: str = "") -> None:
    peer.guest.prefer(ready=ready, wish=wish)
    bench._flush_guest(peer)


def begun(bench: TableBench) -> bool:
    return bench.hub.record is not None


def lobby(bench: TableBench) -> LobbyChanged:
    return [event for event in bench.events if isinstance(event, LobbyChanged)][-1]


def signed(peer: Peer) -> int:
    """How many commitments and signatures a peer has sent."""
    payloads = [
        open_envelope(content).payload
        for content in map(parse_frame, peer.sent)
        if isinstance(content, bytes)
    ]
    return sum(isinstance(payload, Commit | Sign) for payload in payloads)


def points() -> Iterator[TableBench]:
    """A table of two at every point between two frames, from the first lobby of both to the start."""
    steps = 0
    while True:
        bench = TableBench(offer(2), seed="ready")
        for _ in range(steps):
            bench._deliver()
        steps += 1
        if any(peer.guest._stage in (Stage.CHALLENGE, Stage.WELCOME) for peer in bench.peers):
            continue
        last = all(peer.guest.table is not None for peer in bench.peers)
        yield bench
        if last:
            return


def all_begin(bench: TableBench, peers: list[Peer]) -> None:
    bench.run(turns=0)
    for peer in peers:
        assert peer.error is None
        assert peer.broken is None
        assert peer.guest.table is not None
    assert len({peer.table.table_id for peer in peers}) == 1


def test_a_seat_that_is_not_ready_holds_the_match_up() -> None:
    bench = TableBench(offer(3), guests=2)
    late = bench.join(ready=False)
    bench.run()
    assert bench.hub.lobby.draft is None
    assert [view.ready for view in lobby(bench).seats] == [True, True, False]
    bench.hub.tick(bench.now + limits.HANDSHAKE_SECONDS + 1)
    bench._flush_hub()
    bench.run()
    assert late.error is None, "whoever thinks it over is not slow"
    say(bench, late, ready=True)
    all_begin(bench, bench.peers)


@pytest.mark.slow
def test_who_is_no_longer_ready_stops_the_match_at_every_point_before_the_start() -> None:
    stopped = crossed = 0
    for bench in points():
        other, fickle = bench.peers
        if fickle.guest.table is not None:
            with pytest.raises(LocalProtocolError):
                fickle.guest.prefer(ready=False, wish="")
            continue
        say(bench, fickle, ready=False)
        before = signed(fickle)
        bench.run(turns=0)
        assert signed(fickle) == before, "who is not ready signs nothing"
        if begun(bench):
            crossed += 1  # every signature was with the host already
        else:
            stopped += 1
            assert (other.guest.table, fickle.guest.table) == (None, None)
            say(bench, fickle, ready=True)
        all_begin(bench, bench.peers)
    assert stopped > 5
    assert crossed > 0


@pytest.mark.slow
def test_a_wish_that_changes_is_in_the_record_or_came_too_late_for_everybody() -> None:
    heard = 0
    for bench in points():
        _, fickle = bench.peers
        if fickle.guest.table is not None:
            continue
        say(bench, fickle, ready=True, wish="blue")
        all_begin(bench, bench.peers)
        wish = fickle.table.record.seats[1].wish
        assert wish in ("", "blue")
        heard += wish == "blue"
    assert heard > 5


@pytest.mark.slow
def test_minds_that_change_again_and_again() -> None:
    """Twice at one point: the draft that both cross is answered by nobody's old secrets."""
    for bench in points():
        _, fickle = bench.peers
        if fickle.guest.table is not None:
            continue
        for ready, wish in ((False, ""), (True, "red"), (False, "red"), (True, "")):
            say(bench, fickle, ready=ready, wish=wish)
        all_begin(bench, bench.peers)
        nonces = [keep.nonce for keep in fickle.kept if isinstance(keep, KeepSecrets)]
        assert len(set(nonces)) == len(nonces)


def test_the_same_said_again_changes_nothing() -> None:
    bench = TableBench(offer(3), guests=2)
    bench.run()
    sent = len(bench.peers[0].received)
    say(bench, bench.peers[1], ready=True)
    assert not bench.queue
    bench.inject(bench.peers[1], envelope_frame(seal(bench.peers[1].identity, Ready(True, ""))))
    bench.run()
    assert len(bench.peers[0].received) == sent


@pytest.mark.slow
def test_somebody_is_sent_away_at_every_point_before_the_start() -> None:
    sent_away = 0
    for bench in points():
        other, gone = bench.peers
        if begun(bench):
            with pytest.raises(LocalProtocolError) as caught:
                bench.hub.kick(1, bench.now)
            assert caught.value.code == "running"
            all_begin(bench, bench.peers)
            continue
        bench.hub.kick(1, bench.now)
        bench._flush_hub()
        bench.run()
        sent_away += 1
        assert isinstance(gone.error, Refused)
        assert gone.error.code == "kicked"
        assert other.error is None
        assert [view.seat for view in lobby(bench).seats] == [0]
        assert not [event for event in bench.events if isinstance(event, BrokeOff)]

        def again(identity: Identity, number: int, applicant: Applicant, old: Peer = gone) -> Guest:
            return bench.make_guest(old.identity, number, applicant)  # noqa: B023 - used within this round

        back = bench.join(again)
        bench.run()
        assert isinstance(back.error, Refused)
        assert back.error.code == "kicked"
        friend = bench.join()
        all_begin(bench, [other, friend])
    assert sent_away > 5


def test_only_somebody_can_be_sent_away() -> None:
    bench = TableBench(offer(3), guests=1)
    bench.run()
    for seat in (-1, 1, 2, 7):
        with pytest.raises(LocalProtocolError):
            bench.hub.kick(seat, bench.now)


# Lies


def away(bench: TableBench) -> list[tuple[int, str]]:
    return [(event.seat, event.code) for event in bench.events if isinstance(event, TurnedAway)]


def inject(bench: TableBench, peer: Peer, said: Ready) -> None:
    bench.inject(peer, envelope_frame(seal(peer.identity, said)))
    bench.run()


@pytest.mark.parametrize("turns", [0, 3])
def test_who_plays_knows_that_the_match_has_begun(turns: int) -> None:
    bench = TableBench(offer(3), seed="late")
    bench.run(turns=turns)
    assert own_envelopes(bench.peers[1])
    inject(bench, bench.peers[1], Ready(False, ""))
    assert away(bench) == [(1, "out-of-order")]
    bench.give_up(1)
    assert all(bench.peers[number].table.closed for number in (0, 2))


def test_who_came_back_knows_it_too() -> None:
    bench = TableBench(offer(2), seed="back")
    bench.run(turns=2)
    old = bench.peers[1]
    bench.hub.disconnected(1, bench.now)
    bench._flush_hub()

    def again(identity: Identity, number: int, applicant: Applicant) -> Guest:
        return bench.make_guest(old.identity, number, applicant, recall=lambda match: old.guest.remains())

    new = bench.join(again)
    bench.run(turns=0)
    bench.inject(new, envelope_frame(seal(old.identity, Ready(True, ""))))
    bench.run()
    assert away(bench) == [(1, "out-of-order")]


def test_before_the_code_is_proved_nobody_is_asked_for_a_wish() -> None:
    bench = TableBench(offer(3), guests=1)
    peer = bench.join()
    bench.queue.clear()
    bench.hub.connected(1, "stranger", bench.now)
    inject(bench, peer, Ready(True, ""))
    assert away(bench) == [(-1, "out-of-order")]


def only_blue(wish: str) -> None:
    if wish not in ("", "blue"):
        raise Refused("wish", "There is no such colour.")


def test_a_wish_that_cannot_be_costs_its_author_the_seat_and_nobody_else_anything() -> None:
    bench = TableBench(replace(offer(3), grant=only_blue), guests=2)
    bench.run()
    inject(bench, bench.peers[1], Ready(True, "pink"))
    assert away(bench) == [(1, "wish")]
    knocking = bench.join(wish="pink")
    bench.run()
    assert isinstance(knocking.error, Refused)
    assert knocking.error.code == "wish"
    bench.join(wish="blue")
    bench.join()
    all_begin(bench, [bench.peers[0], *bench.peers[3:]])


def test_endless_changes_of_mind_are_a_flood() -> None:
    bench = TableBench(offer(3), guests=2)
    bench.run()
    for count in range(limits.CHANGES_BURST + 1):
        assert away(bench) == []
        inject(bench, bench.peers[1], Ready(count % 2 == 1, ""))
    assert away(bench) == [(1, "flood")]
    assert bench.peers[0].error is None


def test_a_message_of_another_key_is_not_heard() -> None:
    bench = TableBench(offer(3), guests=2)
    bench.run()
    bench.inject(bench.peers[1], envelope_frame(seal(bench.peers[0].identity, Ready(False, ""))))
    bench.run()
    assert away(bench) == [(1, "foreign-key")]
    assert [view.ready for view in lobby(bench).seats] == [True]


def test_a_host_that_will_not_wait_gets_no_commitment() -> None:
    meeting, guest = at_stage(Stage.DRAFT)
    while not any(
        isinstance(payload_of(data), Draft) for way, to, data in meeting.queue if (way, to) == ("down", 0)
    ):
        meeting.step()
    draft = next(
        data
        for way, to, data in meeting.queue
        if (way, to) == ("down", 0) and isinstance(payload_of(data), Draft)
    )
    while meeting.queue[0] != ("down", 0, draft):
        meeting.step()
    guest.prefer(ready=False, wish="")
    guest.take()
    guest.receive(draft)
    effects = guest.take()
    assert (effects.journal, effects.send) == ([], [])
    assert guest.preferred == (False, "")


def payload_of(data: bytes) -> object:
    content = parse_frame(data)
    assert isinstance(content, bytes)
    return open_envelope(content).payload


def test_a_host_sends_no_word_about_readiness() -> None:
    _, guest = at_stage(Stage.DRAFT)
    with pytest.raises(RemoteProtocolError) as caught:
        guest.receive(envelope_frame(seal(HOST, Ready(True, ""))))
    assert (caught.value.code, caught.value.culprit) == ("out-of-order", Culprit.HOST)


def test_out_of_a_lobby_nothing_can_be_asked_for() -> None:
    for stage in (Stage.CHALLENGE, Stage.WELCOME, Stage.ENTRIES, Stage.CLOSED):
        _, guest = at_stage(stage)
        with pytest.raises(LocalProtocolError):
            guest.prefer(ready=False, wish="")


def test_a_table_that_is_still_that_of_the_match_before() -> None:
    bench = TableBench(offer(3), guests=0)
    early = bench.join(after=bench.offer.match_id)
    bench.run()
    assert isinstance(early.error, Refused)
    assert early.error.code == "over"
    assert lobby_is_empty(bench)


def lobby_is_empty(bench: TableBench) -> bool:
    return bench.hub.lobby.free == bench.offer.seats
