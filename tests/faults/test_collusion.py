"""Two of three seats lie together (protocol design 4.3): the third still gets every wrong named."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from protocol.deck import _group as group
from protocol.deck.sealing import key_hash
from protocol.machine.guest import Guest
from protocol.machine.rules import Slot
from protocol.wire.messages import Keys, Payload, Seal, SlotKey, Turn
from tests.machines import TableBench, Twist, offer

HONEST = 0
THREE = (3).to_bytes(32, "little")


def multiplied(key: bytes) -> bytes:
    return group.times(key, THREE)


def divided(key: bytes) -> bytes:
    return group.times(key, group.inverse_of_product([THREE]))


def bench_with(first: Twist, second: Twist) -> TableBench:
    bench = TableBench(offer(3), seed="collusion", twists={1: first, 2: second})
    bench.run()
    return bench


def named(bench: TableBench) -> set[tuple[int, str]]:
    peer = bench.peers[HONEST]
    assert peer.error is None
    assert peer.table.closed
    assert peer.table.ending is not None
    return {(fault.seat, fault.code) for fault in peer.table.faults}


def test_keys_that_only_match_together_are_refused_one_by_one() -> None:
    """One gives its key times three, the other divided by three: the product, and so every card, is as before."""

    def first(guest: Guest, payload: Payload) -> Payload:
        if isinstance(payload, Keys):
            return Keys(
                tuple(
                    SlotKey(given.deck, given.position, multiplied(given.key)) if given.deck == 2 else given
                    for given in payload.keys
                )
            )
        return payload

    def second(guest: Guest, payload: Payload) -> Payload:
        if isinstance(payload, Turn):
            shown = tuple(
                SlotKey(given.deck, given.position, divided(given.key)) for given in payload.openings
            )
            return msgspec.structs.replace(payload, openings=shown)
        return payload

    assert (1, "key-hash") in named(bench_with(first, second))


def test_hashes_of_other_keys_are_found_by_the_audit() -> None:
    """Both publish, with their passes, hashes of keys that they did not lock with, and later give those keys."""

    def lie(seat: int, change: Callable[[bytes], bytes]) -> Twist:
        def twist(guest: Guest, payload: Payload) -> Payload:
            assert guest.table is not None
            assert guest.seat is not None
            if isinstance(payload, Seal) and payload.step == 2 and payload.deck == 2:
                deck = guest.table.decks[2]
                true = guest.seat._own_key

                def false(slot: Slot) -> bytes:
                    return change(true(slot)) if slot[0] == 2 else true(slot)

                guest.seat._own_key = false  # type: ignore[method-assign]
                hashes = (
                    key_hash(guest.table.table_id, deck.deck_id, seat, position, false((2, position)))
                    for position in range(deck.size)
                )
                return msgspec.structs.replace(payload, key_hashes=tuple(hashes))
            return payload

        return twist

    found = named(bench_with(lie(1, multiplied), lie(2, divided)))
    assert found == {(1, "hashes"), (2, "hashes")}


def test_positions_changed_in_the_second_pass_end_the_match_and_are_named() -> None:
    """The last seat to lock exchanges two cards that the others have locked already: the slots open to no card."""

    def first(guest: Guest, payload: Payload) -> Payload:
        if isinstance(payload, Seal) and payload.step == 2 and payload.deck == 2:
            points = list(payload.points)
            points[0], points[1] = points[1], points[0]
            return msgspec.structs.replace(payload, points=tuple(points))
        return payload

    bench = bench_with(first, lambda guest, payload: payload)
    peer = bench.peers[HONEST]
    assert peer.table.ending is not None
    assert peer.table.ending.reason == "deck"
    assert named(bench) == {(1, "keys")}


def test_no_lie_no_name() -> None:
    bench = bench_with(lambda guest, payload: payload, lambda guest, payload: payload)
    assert named(bench) == set()
