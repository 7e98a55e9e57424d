"""The host's machine: who is let in, who is refused by name, and how a table comes to its record."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from protocol import limits
from protocol.errors import ProtocolError, Refused
from protocol.identity import Identity
from protocol.machine.absence import Proposal
from protocol.machine.comeback import Resumed
from protocol.machine.effects import LobbyChanged, SeatBack, SeatLost, TurnedAway
from protocol.machine.guest import Applicant, Guest
from protocol.machine.seat import Secrets
from protocol.wire.envelope import open_envelope, seal
from protocol.wire.frame import envelope_frame, parse_frame
from protocol.wire.messages import Role, Rules, Start
from tests.machines import Entropy, Peer, TableBench, offer


def refusal(peer: Peer) -> str:
    assert isinstance(peer.error, Refused)
    assert str(peer.error)
    return peer.error.code


def knock(bench: TableBench, **fields: object) -> Peer:
    """A guest whose HELLO differs from an honest one."""

    def changed(identity: Identity, number: int, applicant: Applicant) -> Guest:
        guest = bench.make_guest(identity, number, applicant)
        guest.take()
        introduction = guest._introduction
        introduction.hello = msgspec.structs.replace(introduction.hello, **fields)
        guest._send(introduction.hello)
        return guest

    peer = bench.join(changed)
    bench.run()
    return peer


def test_seats_are_taken_in_the_order_of_coming() -> None:
    bench = TableBench(offer(4), guests=3)
    bench.run()
    assert [peer.guest.number for peer in bench.peers] == [0, 1, 2]
    lobby = [event for event in bench.events if isinstance(event, LobbyChanged)][-1]
    assert [view.seat for view in lobby.seats] == [0, 1, 2]
    assert all(peer.guest.table is None for peer in bench.peers)


def test_a_wrong_code_is_refused() -> None:
    bench = TableBench(offer(3), guests=1)
    peer = bench.join(code="QQQQQQQQQQQQQQQQ")
    bench.run()
    assert refusal(peer) == "code"
    away = [event for event in bench.events if isinstance(event, TurnedAway)]
    assert [(event.seat, event.code) for event in away] == [(-1, "code")]


def test_the_right_code_is_let_in_however_many_wrong_ones_came_from_there() -> None:
    """A count that shuts the door would lock out friends at an address that they share with somebody who guesses."""
    bench = TableBench(offer(3), guests=1)
    guessers = [bench.join(code="QQQQQQQQQQQQQQQQ", origin="router") for _ in range(300)]
    bench.run()
    assert {refusal(peer) for peer in guessers} == {"code"}
    friend = bench.join(origin="router")
    bench.run()
    assert friend.error is None
    assert friend.guest.number >= 0


def test_the_host_is_told_of_some_who_are_turned_away_and_not_of_a_crowd() -> None:
    bench = TableBench(offer(3), guests=1)
    for number in range(200):
        bench.join(code="QQQQQQQQQQQQQQQQ", origin="one" if number % 2 else f"origin {number}")
    bench.run()
    away = [event for event in bench.events if isinstance(event, TurnedAway)]
    assert len(away) == limits.REMARKS
    bench.now += limits.REMARK_WINDOW_SECONDS + 1
    bench.join(code="QQQQQQQQQQQQQQQQ", origin="one")
    bench.run()
    away = [event for event in bench.events if isinstance(event, TurnedAway)]
    assert len(away) == limits.REMARKS + 1


def test_a_fifth_joiner_is_refused() -> None:
    bench = TableBench(offer(4), guests=3)
    bench.run()
    last = bench.join()
    fifth = bench.join()
    bench.run()
    assert last.guest.table is not None
    assert refusal(fifth) in ("full", "running")


def test_a_full_lobby_says_so() -> None:
    """All seats are taken but nobody has signed yet."""
    bench = TableBench(offer(2), guests=2)
    for peer in bench.peers:
        peer.down = lambda data: [data]
    while not bench.hub.lobby.full:
        bench._deliver()
    late = bench.join()
    # The late one's frames go first, before the others sign.
    bench.queue.rotate(1)
    bench.run()
    assert refusal(late) in ("full", "running")


def test_two_that_want_the_same_seat() -> None:
    bench = TableBench(offer(3), guests=0)
    first = bench.join(seat=1)
    second = bench.join(seat=1)
    bench.run()
    assert first.error is None
    assert first.guest.number == 1
    assert refusal(second) == "seat"


def test_a_seat_that_is_not_there() -> None:
    bench = TableBench(offer(3), guests=0)
    peer = bench.join(seat=5)
    bench.run()
    assert refusal(peer) == "seat"


def test_the_same_profile_twice() -> None:
    bench = TableBench(offer(3), guests=1)
    bench.run()

    def twin(identity: Identity, number: int, applicant: Applicant) -> Guest:
        return bench.make_guest(bench.peers[0].identity, number, applicant)

    peer = bench.join(twin)
    bench.run()
    assert refusal(peer) == "twice"


def test_another_version() -> None:
    bench = TableBench(offer(3), guests=1)
    assert refusal(knock(bench, versions=(limits.VERSION + 1,))) == "version"


def test_other_rules() -> None:
    bench = TableBench(offer(3), guests=1)
    assert refusal(knock(bench, rules=(Rules("gefaehrten", b"r" * 32),))) == "rules"
    assert refusal(knock(bench, rules=())) == "rules"


def test_watching_is_refused_by_name() -> None:
    bench = TableBench(replace(offer(3), watch_code=""), guests=1)
    assert refusal(knock(bench, role=Role.WATCHER)) == "watch"


def test_a_hello_as_proof_is_out_of_order() -> None:
    bench = TableBench(offer(3), guests=1)
    peer = bench.join()
    hello = seal(peer.identity, peer.guest._introduction.hello)
    bench.inject(peer, envelope_frame(hello))
    bench.run()
    assert isinstance(peer.error, ProtocolError)
    away = [event for event in bench.events if isinstance(event, TurnedAway)]
    assert away[-1].code == "out-of-order"


def test_somebody_who_leaves_the_lobby_makes_the_draft_void() -> None:
    bench = TableBench(offer(3), guests=2)
    bench.run()
    bench.hub.disconnected(1, bench.now)
    bench._flush_hub()
    bench.run()
    lobby = [event for event in bench.events if isinstance(event, LobbyChanged)][-1]
    assert [view.seat for view in lobby.seats] == [0]
    bench.join()
    bench.join()
    bench.run()
    for number in (0, 2, 3):
        assert bench.peers[number].table.proven


def test_slow_handshakes_are_dropped() -> None:
    bench = TableBench(offer(3), guests=1)
    bench.run()
    bench.hub.connected(77, "slow", bench.now)
    bench.hub.tick(bench.now + limits.HANDSHAKE_SECONDS - 1)
    assert 77 in bench.hub._connections
    bench.hub.tick(bench.now + limits.HANDSHAKE_SECONDS + 1)
    assert 77 not in bench.hub._connections
    assert 0 in bench.hub._connections


def test_a_seat_that_does_not_sign_is_dropped() -> None:
    bench = TableBench(offer(2), guests=2)
    bench.peers[1].up = lambda data: [data] if len(bench.peers[1].sent) < 3 else []
    bench.run()
    assert bench.hub.lobby.missing() == [1]
    bench.now += limits.HANDSHAKE_SECONDS + 1
    bench.hub.tick(bench.now)
    bench._flush_hub()
    bench.run()
    assert refusal(bench.peers[1]) == "slow"
    assert not bench.hub.lobby.full


def test_copied_commitments_are_refused() -> None:
    """A guest that answers the draft with another seat's commitments (protocol design 4.2)."""
    bench = TableBench(offer(2), guests=2)
    seen: list[bytes] = []

    def copy(data: bytes) -> list[bytes]:
        return [data]

    bench.peers[1].up = copy
    guest = bench.peers[1].guest
    send = guest._send

    def lie(payload: object) -> None:
        from protocol.wire.messages import Commit

        if isinstance(payload, Commit):
            agreement = bench.peers[0].guest._agreement
            other = agreement._commit if agreement is not None else None
            if other is None:
                other = payload
            seen.append(other.chain_end)
            payload = msgspec.structs.replace(payload, chain_end=other.chain_end)
        send(payload)  # type: ignore[arg-type]

    guest._send = lie  # type: ignore[method-assign,assignment]
    bench.run()
    assert seen
    assert isinstance(bench.peers[1].error, Refused)
    assert bench.peers[1].error.code == "commitment"


# Coming back


def comeback(bench: TableBench, old: Peer) -> Peer:
    """The seat of an earlier peer from a new connection, with what that one kept."""

    def again(identity: Identity, number: int, applicant: Applicant) -> Guest:
        return bench.make_guest(old.identity, number, applicant, recall=lambda match: old.guest.remains())

    return bench.join(again)


@pytest.mark.parametrize("turns", [0, 1, 5])
def test_a_lost_seat_comes_back_and_the_match_goes_on(turns: int) -> None:
    bench = TableBench(offer(3), seed="back")
    bench.run(turns=turns)
    old = bench.peers[1]
    bench.hub.disconnected(1, bench.now)
    bench._flush_hub()
    old.error = ProtocolError("gone", "gone")
    bench.run(turns=2)
    assert SeatLost(1) in bench.events
    new = comeback(bench, old)
    bench.run()
    assert SeatBack(1) in bench.events
    assert new.error is None
    assert new.table.proven
    heads = {peer.table.log.head() for peer in bench.peers}
    assert len(heads) == 1


def test_a_seat_that_comes_back_hears_of_a_proposal_that_it_has_missed() -> None:
    """Its consent is due, and nobody else can give it."""
    bench = TableBench(offer(3), seed="missed")
    bench.run(turns=2)
    old = bench.peers[1]
    bench.hub.disconnected(1, bench.now)
    old.error = ProtocolError("gone", "gone")
    bench.agreeing = True
    table = bench.peers[0].table
    proposal = Proposal(1, table.log.length, table.log.head(), (2,))
    bench.hub.propose(proposal, [0, 1])
    bench._flush_hub()
    bench.run(turns=0)
    assert bench.hub.parting is not None
    assert bench.hub.parting.missing == {1}
    new = comeback(bench, old)
    bench.run(turns=0)
    assert bench.hub.parting.complete
    assert new.table.active == [0, 1]


def test_a_turn_signed_but_not_sent_is_sent_again_byte_for_byte() -> None:
    bench = TableBench(offer(2), seed="unsent")
    bench.run(turns=2)
    mover = next(peer for peer in bench.peers if peer.table.to_move == peer.guest.number)
    mover.up = lambda data: []
    bench.run(turns=1)
    assert mover.match.kernel.turns() == 2
    signed = mover.sent[-1]
    bench.hub.disconnected(mover.number, bench.now)
    bench._flush_hub()
    mover.error = ProtocolError("gone", "gone")
    new = comeback(bench, mover)
    bench.run()
    assert signed in new.sent
    assert new.table.proven


def test_a_stranger_cannot_join_a_running_match() -> None:
    bench = TableBench(offer(2), seed="stranger")
    bench.run(turns=1)
    peer = bench.join()
    bench.run()
    assert refusal(peer) == "running"


def test_a_seat_without_its_secrets_cannot_come_back() -> None:
    bench = TableBench(offer(2), seed="amnesia")
    bench.run(turns=1)
    old = bench.peers[1]

    def forgot(identity: Identity, number: int, applicant: Applicant) -> Guest:
        def recall(match: bytes) -> Resumed | None:
            return None

        return bench.make_guest(old.identity, number, applicant, recall=recall)

    peer = bench.join(forgot)
    bench.run()
    assert refusal(peer) == "running"


def test_entropy_is_what_it_says() -> None:
    """The bench's own helper: equal seeds give equal bytes, others do not."""
    assert Entropy("a")(40) == Entropy("a")(40)
    assert Entropy("a")(40) != Entropy("b")(40)


def gone_before_the_start() -> tuple[TableBench, Peer]:
    """A table that begins while a seat that has signed is gone: its START is lost, and with it the connection."""
    bench = TableBench(offer(3), seed="lost start")
    old = bench.peers[1]
    old.down = lambda data: [] if _is_start(data) else [data]
    bench.run(turns=0)
    assert old.guest.table is None
    bench.hub.disconnected(1, bench.now)
    bench._flush_hub()
    old.error = ProtocolError("gone", "gone")
    return bench, old


def _is_start(data: bytes) -> bool:
    content = parse_frame(data)
    return isinstance(content, bytes) and isinstance(open_envelope(content).payload, Start)


def test_a_seat_that_missed_the_start_comes_to_it_with_its_stored_secrets() -> None:
    bench, old = gone_before_the_start()

    def again(identity: Identity, number: int, applicant: Applicant) -> Guest:
        return bench.make_guest(old.identity, number, applicant, remember=lambda match, nonce: old.secrets)

    new = bench.join(again)
    bench.run()
    assert new.error is None
    assert new.table.proven
    assert len({peer.table.log.head() for peer in bench.peers if peer is not old}) == 1


@pytest.mark.parametrize("secrets", [None, Secrets(b"d" * 32, b"c" * 32)])
def test_a_seat_that_missed_the_start_and_has_other_secrets_cannot_come(secrets: Secrets | None) -> None:
    bench, old = gone_before_the_start()

    def again(identity: Identity, number: int, applicant: Applicant) -> Guest:
        return bench.make_guest(old.identity, number, applicant, remember=lambda match, nonce: secrets)

    new = bench.join(again)
    bench.run()
    assert new.guest.table is None
    assert isinstance(new.error, ProtocolError)
    assert new.error.code == ("running" if secrets is None else "record")
