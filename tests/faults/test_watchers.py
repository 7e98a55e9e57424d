"""Watchers that lie, flood, come in crowds or sit at the table themselves: no seat notices, and none learns a card."""

from __future__ import annotations

import functools
from collections.abc import Callable

import pytest

from gefaehrten.engine.match import Match
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from protocol import limits
from protocol.canonical import ZERO
from protocol.chain import Chain
from protocol.deck.secret import SeatSecret
from protocol.errors import Refused
from protocol.identity import Identity
from protocol.machine.effects import (
    BrokeOff,
    KeepEntry,
    KeepRecord,
    Said,
    SeatAway,
    TurnedAway,
    WatcherCame,
    WatcherLeft,
)
from protocol.machine.terms import NOTHING
from protocol.wire.envelope import open_envelope, seal
from protocol.wire.frame import Entry, entry_frame, envelope_frame, parse_frame
from protocol.wire.messages import (
    Bye,
    Challenge,
    Chat,
    Commit,
    Keys,
    Kind,
    Lobby,
    Payload,
    Ready,
    Sign,
    SlotKey,
    Start,
    TableRecord,
    Welcome,
)
from tests.faults.test_secrets import position_keys, shown_slots
from tests.machines import CODE, Entropy, Onlooker, Peer, TableBench, offer, own_envelopes


def running(seats: int = 2, turns: int = 2) -> TableBench:
    bench = TableBench(offer(seats), seed="watchers")
    bench.run(turns=turns)
    return bench


def settled(bench: TableBench) -> None:
    """The seats play to an honest, proven end as if nobody had watched."""
    bench.run()
    assert not [event for event in bench.events if isinstance(event, BrokeOff)]
    for peer in bench.peers:
        assert peer.error is None
        assert peer.table.proven
        assert not peer.table.faults


def same_log(onlooker: Onlooker, bench: TableBench) -> None:
    assert onlooker.error is None
    assert onlooker.table.log.head() == bench.peers[0].table.log.head()
    assert onlooker.table.log.length == bench.peers[0].table.log.length
    assert onlooker.table.proven


# Seeing everything that all see


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_watcher_sees_the_same_table_whenever_it_comes(seats: int) -> None:
    bench = TableBench(offer(seats), seed="when", guests=0)
    from_the_first = bench.watch()
    bench.join()
    bench.run()
    in_the_lobby = bench.watch()
    for _ in range(seats - 1):
        bench.join()
    bench.run(turns=5)
    in_the_middle = bench.watch()
    bench.run()
    at_the_end = bench.watch()
    settled(bench)
    for onlooker in (from_the_first, in_the_lobby, in_the_middle, at_the_end):
        same_log(onlooker, bench)
        assert isinstance(onlooker.kept[0], KeepRecord)
        kept = [keep.entry for keep in onlooker.kept if isinstance(keep, KeepEntry)]
        assert tuple(kept) == bench.record().entries
    counts = [event.watchers for event in bench.events if isinstance(event, WatcherCame)]
    assert counts == [1, 2, 3, 4]


def test_a_watcher_hears_what_the_seats_say() -> None:
    bench = running()
    onlooker = bench.watch()
    bench.run(turns=1)
    bench.peers[1].guest.say("well played")
    bench._flush_guest(bench.peers[1])
    settled(bench)
    assert Said(bench.peers[1].identity.public, "well played") in onlooker.events


def test_a_watcher_that_comes_back_goes_on_where_it_was() -> None:
    bench = running()
    first = bench.watch()
    bench.run(turns=3)
    bench.hub.disconnected(first.number, bench.now)
    bench.run(turns=3)
    missed = bench.peers[0].table.log.length - first.table.log.length
    assert missed > 0
    second = bench.watch(identity=first.identity, recall=lambda match: first.table)
    bench.run(turns=0)
    entries = [frame for frame in second.received if isinstance(parse_frame(frame), Entry)]
    assert len(entries) == missed
    settled(bench)
    same_log(second, bench)


# Lies


def of_watcher(payload: Payload) -> Callable[[TableBench, Onlooker], bytes]:
    return lambda bench, eye: envelope_frame(seal(eye.identity, payload))


def keys_of(bench: TableBench, eye: Onlooker) -> bytes:
    """A message of the log, signed by the watcher and otherwise as a seat's would be."""
    log = bench.peers[0].table.log
    payload = Keys((SlotKey(0, 21, b"k" * 32),))
    ack = {"table": log.table_id, "number": 1, "ack_index": log.length, "ack_head": log.head()}
    return envelope_frame(seal(eye.identity, payload, **ack))  # type: ignore[arg-type]


LIES: dict[str, tuple[Callable[[TableBench, Onlooker], bytes], str]] = {
    "nothing": (lambda bench, eye: b"", "frame"),
    "garbage": (lambda bench, eye: bytes(range(256)), "frame"),
    "too long": (lambda bench, eye: b"\x01" + bytes(limits.FRAME), "size"),
    "a message of the log": (keys_of, "watcher"),
    "a seat's logged message": (
        lambda bench, eye: envelope_frame(own_envelopes(bench.peers[0])[0]),
        "foreign-key",
    ),
    "an entry": (lambda bench, eye: entry_frame(bench.peers[0].table.log.entries[0]), "out-of-order"),
    "a seat's chat": (
        lambda bench, eye: envelope_frame(seal(bench.peers[0].identity, Chat("I am Peer 0"))),
        "foreign-key",
    ),
    "a seat's good-bye": (
        lambda bench, eye: envelope_frame(seal(bench.peers[0].identity, Bye())),
        "foreign-key",
    ),
    "chat": (of_watcher(Chat("hello")), "watcher"),
    "a commitment": (of_watcher(Commit(b"d" * 32, b"n" * 32, b"s" * 32, b"c" * 32)), "watcher"),
    "a signature": (of_watcher(Sign(b"s" * 64)), "watcher"),
    "readiness": (of_watcher(Ready(True, "red")), "watcher"),
    "a start": (of_watcher(Start((b"s" * 64,))), "watcher"),
    "a welcome": (of_watcher(Welcome(ZERO, 0, True)), "watcher"),
    "a second resume": (of_watcher(NOTHING), "watcher"),
    "a second hello": (lambda bench, eye: eye.sent[0], "watcher"),
    "its proof again": (lambda bench, eye: eye.sent[1], "watcher"),
}


@pytest.mark.parametrize("lie", LIES, ids=str)
def test_a_watcher_that_says_anything_is_dropped_and_nobody_else_hears_of_it(lie: str) -> None:
    make, code = LIES[lie]
    bench = running()
    onlooker, honest = bench.watch(), bench.watch()
    bench.run(turns=1)
    heard = [list(peer.received) for peer in bench.peers]
    bench.inject(onlooker, make(bench, onlooker))
    bench.run(turns=0)
    away = [event for event in bench.events if isinstance(event, TurnedAway)]
    assert [(event.connection, event.seat, event.code) for event in away] == [(onlooker.number, -1, code)]
    assert isinstance(onlooker.error, Refused)
    assert [list(peer.received) for peer in bench.peers] == heard
    assert [event.watchers for event in bench.events if isinstance(event, WatcherLeft)] == [1]
    settled(bench)
    same_log(honest, bench)


@pytest.mark.parametrize("lie", ["chat", "a commitment", "readiness", "a second resume", "a second hello"])
def test_before_the_match_too(lie: str) -> None:
    make, code = LIES[lie]
    bench = TableBench(offer(2), seed="lobby", guests=1)
    onlooker = bench.watch()
    bench.run()
    bench.inject(onlooker, make(bench, onlooker))
    bench.run()
    away = [event for event in bench.events if isinstance(event, TurnedAway)]
    assert [event.code for event in away] == [code]
    bench.join()
    settled(bench)


def test_a_watcher_that_floods_is_dropped() -> None:
    """The first word is one too many; a flood before that is stopped as anybody's is."""
    bench = running()
    bench.hub.connected(500, "somewhere", bench.now)
    hello = envelope_frame(seal(Identity(b"f" * 32), Bye()))
    for _ in range(limits.ENVELOPES_BURST + 10):
        bench.hub.receive(500, hello, bench.now)
    assert 500 not in bench.hub._connections
    bench.hub.take()
    settled(bench)


def test_a_watcher_that_comes_again_and_again_is_kept_out_for_a_while() -> None:
    bench = running()
    identity = Identity(b"a" * 32)
    eyes = [bench.watch(identity=identity, origin="one") for _ in range(limits.WATCHER_VISITS + 3)]
    bench.run(turns=0)
    codes = [eye.error.code for eye in eyes if isinstance(eye.error, Refused)]
    assert codes == ["flood"] * 3
    settled(bench)


def test_whoever_guesses_the_code_for_watching_is_told_each_time_and_the_right_one_still_opens() -> None:
    bench = running()
    eyes = [
        bench.watch(code=CODE, origin="guesser", identity=Identity(bytes([number]) * 32))
        for number in range(40)
    ]
    bench.run(turns=0)
    codes = [eye.error.code for eye in eyes if isinstance(eye.error, Refused)]
    assert codes == ["code"] * 40
    assert bench.watch(origin="guesser").error is None
    settled(bench)


@pytest.mark.slow
def test_more_than_two_hundred_that_want_to_watch() -> None:
    bench = TableBench(offer(2), seed="crowd", guests=1)
    eyes = [bench.watch() for _ in range(limits.WATCHERS + 40)]
    bench.run()
    inside = [eye for eye in eyes if eye.error is None]
    refused = [eye.error.code for eye in eyes if isinstance(eye.error, Refused)]
    assert len(inside) == limits.WATCHERS == len(bench.hub.gallery)
    assert limits.WATCHERS >= 200
    assert refused == ["full"] * 40
    for eye in inside[2:]:
        eye.down = lambda data: []  # two that follow the match are enough
    bench.join()
    settled(bench)
    for eye in inside[:2]:
        same_log(eye, bench)


def test_a_seat_that_was_sent_away_does_not_look_on() -> None:
    bench = TableBench(offer(3), seed="kicked", guests=2)
    bench.run()
    bench.hub.kick(1, bench.now)
    eye = bench.watch(identity=bench.peers[1].identity)
    bench._flush_hub()
    bench.run()
    assert isinstance(eye.error, Refused)
    assert eye.error.code == "kicked"


def test_watchers_are_not_waited_for_before_the_match() -> None:
    """One that never says another word after its proof is no handshake that takes too long."""
    bench = TableBench(offer(2), seed="slow", guests=1)
    eye = bench.watch()
    bench.run()
    bench.now += limits.HANDSHAKE_SECONDS + 1
    bench.hub.tick(bench.now)
    bench._flush_hub()
    assert not [event for event in bench.events if isinstance(event, TurnedAway)]
    bench.join()
    settled(bench)
    same_log(eye, bench)


# Nothing that only one may know


@functools.cache
def watched_match(seats: int) -> TableBench:
    """A match with a watcher from the start, and one that sits at the table itself and comes in the middle."""
    bench = TableBench(offer(seats), seed=f"privacy {seats}", guests=0)
    bench.watch()
    for _ in range(seats):
        bench.join()
    bench.run(turns=6)
    bench.watch(identity=Identity(Entropy("second profile of peer 0")(32)))
    bench.run(turns=6)
    return bench


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_goes_to_watchers_is_what_goes_to_every_seat(seats: int) -> None:
    """Byte for byte, but for the handshake; what one seat alone gets never reaches them."""
    bench = watched_match(seats)
    common = functools.reduce(set.intersection, (set(peer.received) for peer in bench.peers))
    first = bench.peers[0].received
    for onlooker in bench.onlookers.values():
        kinds = []
        for data in onlooker.received:
            content = parse_frame(data)
            kind = Entry if isinstance(content, Entry) else type(open_envelope(content).payload)
            kinds.append(kind)
            if kind in (Entry, TableRecord, Start):
                assert data in common
            elif kind is Lobby:
                assert data in first or not open_envelope(content).payload.seats  # type: ignore[arg-type,attr-defined]
        assert set(kinds) <= {Challenge, Welcome, Lobby, TableRecord, Start, Entry}
        assert (kinds.count(Challenge), kinds.count(Welcome)) == (1, 1)
        entries = [data for data in onlooker.received if isinstance(parse_frame(data), Entry)]
        assert entries == [data for data in first if isinstance(parse_frame(data), Entry)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_kernel_of_a_watcher_knows_no_card_of_a_hand(seats: int) -> None:
    bench = watched_match(seats)
    for onlooker in bench.onlookers.values():
        match = match_of(onlooker)
        for seat in range(seats):
            hand = match.hand(seat)
            assert hand, "there is something to hide"
            assert [card for _, card in hand if card is not None] == []
            kernel = kernel_of(match)
            assert kernel.hand_unknown(seat) == kernel.hand_size(seat) == len(hand)
            assert [kernel.hand(seat, face) for face in range(32)] == [0] * 32
    kernels = [kernel_of(match_of(onlooker)) for onlooker in bench.onlookers.values()]
    assert kernels[0].dump() == kernels[1].dump(), (
        "who sits at the table sees no more as a watcher than a stranger"
    )
    player = bench.peers[0].match
    assert kernels[0].public() == player.public()
    assert kernels[0].dump() != player.kernel.dump(), "a seat does know its hand"


@pytest.mark.parametrize("seats", [2, 4])
def test_no_secret_reaches_a_watcher_before_it_is_public(seats: int) -> None:
    bench = watched_match(seats)
    for onlooker in bench.onlookers.values():
        assert leaks(onlooker, bench.peers) == []


def test_the_search_for_leaks_finds_a_key_that_a_watcher_must_not_have() -> None:
    bench = watched_match(2)
    onlooker = next(iter(bench.onlookers.values()))
    peer = bench.peers[1]
    played = shown_slots(peer, peer.table.log.length)
    slot = next(slot for slot in peer.table.hands[1] if slot not in played)
    key = position_keys(peer)[slot]
    tapped = Onlooker(0, onlooker.watcher, onlooker.identity, received=[*onlooker.received, key])
    assert leaks(tapped, bench.peers) == [f"key of {slot} by 1"]


def leaks(onlooker: Onlooker, peers: list[Peer]) -> list[str]:
    """Every secret of a seat that a watcher has got a byte-for-byte copy of although it is not public."""
    stream = b"".join(onlooker.received)
    table = onlooker.table
    assert table.ending is None
    found = []
    for peer in peers:
        seat = peer.guest.number
        chain = Chain(peer.secrets.chain)
        if peer.secrets.deck in stream:
            found.append(f"deck secret of {seat}")
        if any(chain.link(request) in stream for request in range(table.randomness.request + 1, 60)):
            found.append(f"chain of {seat}")
        for deck in table.decks.values():
            if SeatSecret(peer.secrets.deck).deck_key(table.table_id, deck.deck_id, seat) in stream:
                found.append(f"deck key of {seat}")
        played = shown_slots(peer, table.log.length)
        dealt = {slot for hand in table.hands for slot in hand}
        for slot, key in position_keys(peer).items():
            public = slot in played if slot in table.hands[seat] else slot in dealt
            if not public and key in stream:
                found.append(f"key of {slot} by {seat}")
    return found


def match_of(onlooker: Onlooker) -> Match:
    rules = onlooker.table.rules
    assert isinstance(rules, Match)
    return rules


def kernel_of(match: Match) -> GefaehrtenKernel:
    kernel = match.kernel
    assert isinstance(kernel, GefaehrtenKernel)
    return kernel


def test_a_watcher_sees_a_seat_go_and_the_others_play_on() -> None:
    """It is told whose line is down; what the seats are asked to sign is none of its business."""
    bench = TableBench(offer(3), seed="watchers")
    onlooker = bench.watch()
    bench.run(turns=2)
    bench.hub.away(2, True, 40)
    bench._flush_hub()
    bench.run(turns=0)
    assert SeatAway(2, True, 40) in onlooker.events
    bench.give_up(2)
    assert onlooker.error is None
    assert onlooker.table.active == [0, 1]
    assert onlooker.table.log.head() == bench.peers[0].table.log.head()
    kinds = [open_envelope(data[1:]).kind for data in onlooker.received if data[:1] == b"\x01"]
    assert Kind.AWAY in kinds
    assert Kind.PROPOSE not in kinds
