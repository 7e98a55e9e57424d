"""A seat that lies inside the log: every kind of lie is named with its entry, and the others end cleanly."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from gefaehrten.session.summary import judged_of
from gefaehrten.session.verify import verify
from protocol.deck import _group as group
from protocol.deck.secret import SeatSecret
from protocol.machine.guest import Guest
from protocol.wire.messages import (
    Claim,
    Keys,
    Link,
    Opening,
    Payload,
    Seal,
    SlotKey,
    Turn,
    Verdict,
)
from tests.machines import LyingGuest, Peer, TableBench, Twist, offer

LIAR = 1
STRANGE = bytes([7]) + bytes(31)
"""A scalar that is nobody's key."""


def bench_with(twist: Twist, seats: int = 3, **options: str) -> TableBench:
    return TableBench(offer(seats, **options), seed="liar", twists={LIAR: twist})


def honest(bench: TableBench) -> list[Peer]:
    return [peer for peer in bench.peers if peer.number != LIAR]


def expect(bench: TableBench, code: str, *, seat: int = LIAR) -> None:
    """Every honest peer, and whoever verifies the record, names the same seat for the same entry; nobody hangs."""
    views = set()
    for peer in honest(bench):
        assert peer.error is None
        assert peer.table.ending is not None
        fault = peer.table.faults[0]
        assert (fault.seat, fault.code) == (seat, code)
        assert str(fault)
        assert peer.table.closed, "honest peers come to a verdict"
        views.add((fault.entry, peer.table.log.head(peer.table.log.length)))
    assert len(views) == 1
    report = verify(bench.record().to_bytes())
    assert report.valid
    assert not report.honest
    assert (report.faults[0].seat, report.faults[0].code) == (seat, code)


def only_first(kind: type[Payload], lie: Callable[[Guest, Payload], Payload | None]) -> Twist:
    """A twist of the first payload of a kind; the rest goes as it is."""
    told: list[Payload] = []

    def twist(guest: Guest, payload: Payload) -> Payload | None:
        if isinstance(payload, kind) and not told:
            told.append(payload)
            return lie(guest, payload)
        return payload

    return twist


def replaced(payload: Payload, **fields: object) -> Payload:
    return msgspec.structs.replace(payload, **fields)


# Sealing


def in_pass(step: int, lie: Callable[[tuple[bytes, ...]], tuple[bytes, ...]]) -> Twist:
    def twist(guest: Guest, payload: Payload) -> Payload:
        if isinstance(payload, Seal) and payload.step == step and payload.deck == 0:
            return replaced(payload, points=lie(payload.points))
        return payload

    return twist


@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize(
    ("lie", "code"),
    [
        (lambda points: (points[1], *points[1:]), "seal-point"),
        (lambda points: (group.IDENTITY, *points[1:]), "seal-point"),
        (lambda points: (b"\xff" * 32, *points[1:]), "seal-point"),
        (lambda points: points[:-1], "seal-size"),
    ],
)
def test_a_pass_that_cannot_be_one_is_named_at_once(
    step: int, lie: Callable[[tuple[bytes, ...]], tuple[bytes, ...]], code: str
) -> None:
    bench = bench_with(in_pass(step, lie))
    bench.run()
    expect(bench, code)


def test_small_order_points_are_refused() -> None:
    small = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
    bench = bench_with(in_pass(1, lambda points: (small, *points[1:])))
    bench.run()
    expect(bench, "seal-point")


def test_a_foreign_valid_point_is_found_by_the_audit() -> None:
    foreign = group.multiply(STRANGE, _some_point())
    assert foreign is not None
    bench = bench_with(in_pass(2, lambda points: (*points[:-1], foreign)))
    bench.run()
    for peer in honest(bench):
        assert peer.error is None
        assert peer.table.closed
        assert (LIAR, "keys") in {(fault.seat, fault.code) for fault in peer.table.faults}


def _some_point() -> bytes:
    from protocol.deck.cards import card_point
    from protocol.deck.secret import DeckId

    return card_point(bytes(32), DeckId(0, 0), 0)


def test_a_shuffle_that_was_not_committed_to_is_found_by_the_audit() -> None:
    other = SeatSecret(b"o" * 32)

    def twist(guest: Guest, payload: Payload) -> Payload:
        if isinstance(payload, Seal) and payload.deck == 0 and payload.step == 1:
            assert guest.table is not None
            return guest.table.decks[0].make(other)
        return payload

    bench = bench_with(twist)
    bench.run()
    for peer in honest(bench):
        assert peer.table.closed
        codes = {(fault.seat, fault.code) for fault in peer.table.faults}
        assert (LIAR, "shuffle") in codes
        assert {seat for seat, _ in codes} == {LIAR}


def test_a_pass_out_of_turn_is_named() -> None:
    def twist(guest: Guest, payload: Payload) -> Payload:
        return replaced(payload, step=2) if isinstance(payload, Seal) and payload.step == 1 else payload

    bench = bench_with(twist)
    bench.run()
    expect(bench, "seal-due")


# Keys


def test_a_false_key_is_named_at_once() -> None:
    def lie(guest: Guest, payload: Payload) -> Payload:
        assert isinstance(payload, Keys)
        first = payload.keys[0]
        return Keys((SlotKey(first.deck, first.position, STRANGE), *payload.keys[1:]))

    bench = bench_with(only_first(Keys, lie))
    bench.run()
    expect(bench, "key-hash")


def test_a_key_before_its_time_is_named() -> None:
    def lie(guest: Guest, payload: Payload) -> Payload:
        assert isinstance(payload, Keys)
        assert guest.seat is not None
        early = guest.seat._shown((0, 20))
        return Keys((*payload.keys, early))

    bench = bench_with(only_first(Keys, lie))
    bench.run()
    expect(bench, "key-not-due")


def test_a_false_key_for_a_played_card_is_named() -> None:
    def lie(guest: Guest, payload: Payload) -> Payload:
        assert isinstance(payload, Turn)
        return replaced(
            payload,
            openings=tuple(SlotKey(shown.deck, shown.position, STRANGE) for shown in payload.openings),
        )

    bench = bench_with(only_first(Turn, lie))
    bench.run()
    expect(bench, "key-hash")


# Turns


def test_a_card_that_is_not_in_the_hand_is_named() -> None:
    def lie(guest: Guest, payload: Payload) -> Payload:
        assert isinstance(payload, Turn)
        assert guest.seat is not None
        position = 19
        return replaced(payload, openings=(guest.seat._shown((LIAR, position)),))

    bench = bench_with(only_first(Turn, lie))
    bench.run()
    expect(bench, "not-held")


@pytest.mark.parametrize(
    "moves",
    [
        (),
        (["nonsense"],),
        (None, 3, b"x"),
        ([1, [1, 0], 99, 0],),
        ([[[[[1]]]]],),
        tuple([0] for _ in range(100)),
    ],
)
def test_moves_that_are_none_are_illegal(moves: tuple[object, ...]) -> None:
    bench = bench_with(only_first(Turn, lambda guest, payload: replaced(payload, moves=moves)))
    bench.run()
    expect(bench, "illegal")


def test_a_turn_that_opens_more_than_it_plays_is_illegal() -> None:
    def lie(guest: Guest, payload: Payload) -> Payload:
        assert isinstance(payload, Turn)
        assert guest.table is not None
        assert guest.seat is not None
        played = {(shown.deck, shown.position) for shown in payload.openings}
        spare = next(slot for slot in guest.table.hands[LIAR] if slot not in played)
        return replaced(payload, openings=(*payload.openings, guest.seat._shown(spare)))

    bench = bench_with(only_first(Turn, lie))
    bench.run()
    expect(bench, "illegal")


def test_a_digest_that_differs_is_named() -> None:
    bench = bench_with(only_first(Turn, lambda guest, payload: replaced(payload, digest=b"d" * 32)))
    bench.run()
    expect(bench, "digest")


def test_a_turn_out_of_turn_is_named() -> None:
    def twist(guest: Guest, payload: Payload) -> Payload:
        if isinstance(payload, Keys) and guest.table is not None and guest.table.to_move != LIAR:
            return Turn(guest.table.turn_number, ([0],), (), bytes(32))
        return payload

    bench = bench_with(twist)
    bench.run()
    expect(bench, "out-of-turn")


def test_an_answer_to_a_past_request_is_void_and_no_fault() -> None:
    stale = []

    def twist(guest: Guest, payload: Payload) -> Payload:
        if isinstance(payload, Turn):
            stale.append(payload)
        elif isinstance(payload, Keys) and stale:
            old = stale.pop()
            assert isinstance(guest, LyingGuest)
            guest.author(old)
        return payload

    bench = bench_with(twist)
    bench.run()
    for peer in bench.peers:
        assert peer.table.faults == []
        assert peer.table.proven


# Joint randomness, claims


def test_a_false_link_is_named() -> None:
    bench = bench_with(only_first(Link, lambda guest, payload: replaced(payload, link=b"l" * 32)))
    bench.run()
    expect(bench, "link")


def test_a_link_for_another_request_is_named() -> None:
    bench = bench_with(only_first(Link, lambda guest, payload: replaced(payload, request=2)))
    bench.run()
    expect(bench, "link-not-due")


def test_a_false_claim_is_named() -> None:
    def lie(guest: Guest, payload: Payload) -> Payload:
        assert guest.table is not None
        assert guest.seat is not None
        return Claim((guest.seat._shown(guest.table.hands[LIAR][0]),))

    bench = bench_with(only_first(Turn, lie))
    bench.run()
    expect(bench, "false-claim")


# The end


def test_secrets_opened_too_early_are_named() -> None:
    def lie(guest: Guest, payload: Payload) -> Payload:
        return Opening(b"s" * 32, b"c" * 32)

    bench = bench_with(only_first(Turn, lie))
    bench.run()
    expect(bench, "too-early")


@pytest.mark.parametrize(("field", "code"), [("secret", "secret"), ("chain_seed", "chain")])
def test_another_secret_than_committed_is_named(field: str, code: str) -> None:
    bench = bench_with(only_first(Opening, lambda guest, payload: replaced(payload, **{field: b"x" * 32})))
    bench.run()
    for peer in honest(bench):
        assert peer.table.closed
        assert (LIAR, code) in {(fault.seat, fault.code) for fault in peer.table.faults}


def test_a_verdict_that_lies_is_named() -> None:
    bench = bench_with(only_first(Verdict, lambda guest, payload: replaced(payload, scores=(99, 0, 0))))
    bench.run()
    for peer in honest(bench):
        assert peer.table.closed
        assert [(fault.seat, fault.code) for fault in peer.table.faults] == [(LIAR, "verdict")]


def test_a_seat_that_never_opens_leaves_the_result_unproven() -> None:
    bench = bench_with(only_first(Opening, lambda guest, payload: None))
    bench.run()
    for peer in honest(bench):
        assert peer.table.faults == []
        assert not peer.table.proven
        assert peer.table.awaited() == [LIAR]
    report = verify(bench.record().to_bytes())
    assert report.holds
    assert not report.proven


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
def test_a_seat_that_spoils_a_deck_and_keeps_its_secrets_is_named_by_elimination(seats: int) -> None:
    foreign = group.multiply(STRANGE, _some_point())
    assert foreign is not None
    spoil = in_pass(1, lambda points: (foreign, *points[1:]))

    def twist(guest: Guest, payload: Payload) -> Payload | None:
        return None if isinstance(payload, Opening) else spoil(guest, payload)

    bench = bench_with(twist, seats)
    bench.run()
    report = verify(bench.record().to_bytes())
    assert report.valid
    assert not report.holds
    for peer in honest(bench):
        assert peer.error is None
        assert peer.table.ending is not None
        assert (peer.table.ending.reason, peer.table.awaited()) == ("deck", [LIAR])
        judged = judged_of(peer.table)
        assert not judged.honest
        assert [(fault.seat, fault.code) for fault in judged.faults] == [(LIAR, "unopened")]
        assert judged.faults == report.faults


def test_a_complaint_about_a_pass_that_is_sound_is_false() -> None:
    bench = bench_with(only_first(Seal, lambda guest, payload: Claim(())))
    bench.run()
    expect(bench, "false-claim")


def test_a_complaint_names_the_pass_that_brought_in_what_is_no_card() -> None:
    bench = bench_with(in_pass(1, lambda points: (b"\xff" * 32, *points[1:])))
    bench.run()
    expect(bench, "seal-point")
    table = honest(bench)[0].table
    assert table.ending is not None
    entry = table.faults[0].entry
    guilty = table.log.envelope(entry)
    assert isinstance(guilty.payload, Seal)
    assert guilty.payload.points[0] == b"\xff" * 32
    assert isinstance(table.log.envelope(table.ending.entry).payload, Claim)
