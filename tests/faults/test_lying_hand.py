"""Lies about hands that are passed on: whoever tells one is named, at every replica, and nobody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from protocol.deck import _box
from protocol.deck.secret import SeatSecret
from protocol.errors import Fault
from protocol.machine.handing import Gift
from protocol.machine.seat import Duty
from protocol.machine.table import Table
from protocol.wire.messages import HandKey, HandOver, Opening, Payload, Reveal, SlotKey, Turn
from tests.unit.protocol.machine.toy import Deck, Need, Toy, Twist

ROUND = ((0, 1), (1, 2), (2, 0))
GIVER, RECEIVER, OTHER = 0, 1, 2
SMALL_ORDER = (
    bytes(32),
    b"\x01" + bytes(31),
    (2**255 - 20).to_bytes(32, "little"),
    bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
    bytes.fromhex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
)
"""Points of X25519 with which everybody gets the same shared key (RFC 7748, section 6.1)."""


def table() -> Toy:
    script = [Need("deal", seat=seat, deck=0, amount=2) for seat in range(3)]
    script.append(Need("pass", gifts=ROUND))
    script += [Need("turn", seat=seat) for seat in range(3)]
    return Toy(script=script, decks=[Deck(0, 9, None)], seats=3)


def lying(twist: Callable[[Toy, Any], Payload | None], seat: int, kind: type[Payload]) -> Toy:
    """A table at which a seat twists what it says of one kind about a hand-over; all else is as it should be."""
    toy = table()

    def twisted(number: int, duty: Duty) -> Payload | None:
        payload = duty.payload
        if number == seat and isinstance(payload, kind):
            return twist(toy, payload)
        return payload

    toy.settle(twisted)
    return toy


def named(toy: Toy, seat: int, code: str, *, entry: int | None = None) -> Fault:
    """Play has ended with this one fault, at every replica; the openings follow, and the audit finds none in others."""
    tables: list[Table] = [toy.watcher, *(player.table for player in toy.players)]
    for view in tables:
        assert next((fault.seat, fault.code) for fault in view.faults if fault.code != "verdict") == (
            seat,
            code,
        )
        assert {fault.seat for fault in view.faults} == {seat}
        assert view.ending is not None
        assert view.closed
    fault = toy.watcher.faults[0]
    assert str(fault)
    if entry is not None:
        assert fault.entry == entry
    return fault


def gift_to(toy: Toy, receiver: int = RECEIVER) -> Gift:
    (gift,) = [gift for gift in toy.watcher.handing.made if gift.receiver == receiver]
    return gift


def boxed(
    toy: Toy, keys: Callable[[Gift, dict[tuple[int, int], bytes]], dict[tuple[int, int], bytes]]
) -> HandOver:
    """The giver's box with other keys than the right ones."""
    seat = toy.players[GIVER].seat
    handing = toy.watcher.handing
    gift = handing._gifts[RECEIVER]
    right = {slot: seat._key(slot) for slot in gift.slots}
    return handing.boxed(gift, SeatSecret(toy.secrets[GIVER].deck), keys(gift, right))


def swapped(gift: Gift, right: dict[tuple[int, int], bytes]) -> dict[tuple[int, int], bytes]:
    one, other = gift.slots
    return {one: right[other], other: right[one]}


WRONG_BOXES: dict[str, Callable[[Toy, HandOver], HandOver]] = {
    "a key of another card": lambda toy, said: boxed(toy, swapped),
    "no scalar": lambda toy, said: boxed(toy, lambda gift, right: dict.fromkeys(right, b"\xff" * 32)),
    "zero": lambda toy, said: boxed(toy, lambda gift, right: {slot: bytes(32) for slot in right}),
    "another seat's key of the card": lambda toy, said: boxed(
        toy, lambda gift, right: {slot: toy.players[OTHER].seat._own_key(slot) for slot in right}
    ),
    "nothing but noise": lambda toy, said: msgspec.structs.replace(
        said, boxes=(b"\x07" * 80, *said.boxes[1:])
    ),
    "one bit": lambda toy, said: msgspec.structs.replace(
        said, boxes=(said.boxes[0], bytes([said.boxes[1][0] ^ 1]) + said.boxes[1][1:])
    ),
    "the boxes exchanged": lambda toy, said: msgspec.structs.replace(said, boxes=said.boxes[::-1]),
    "the name of another card": lambda toy, said: msgspec.structs.replace(
        said, boxes=(named_otherwise(toy, said), said.boxes[1])
    ),
    "another public key": lambda toy, said: msgspec.structs.replace(said, key=_box.public(b"z" * 32)),
}


def named_otherwise(toy: Toy, said: HandOver) -> bytes:
    """The first box with the right key, under a hash that names the second card."""
    gift = toy.watcher.handing._gifts[RECEIVER]
    own = SeatSecret(toy.secrets[GIVER].deck).hand_secret(toy.watcher.table_id, 1, gift.head, GIVER, "give")
    to = toy.watcher.handing._gifts[RECEIVER].key
    plain = [_box.unshut(box, number, to, own) for number, box in enumerate(said.boxes)]
    assert plain[0] is not None
    assert plain[1] is not None
    return _box.shut(plain[1][:32] + plain[0][32:], 0, to, own)


@pytest.mark.parametrize("wrong", WRONG_BOXES.values(), ids=WRONG_BOXES)
def test_who_passes_a_hand_on_with_a_wrong_key_is_named(wrong: Callable[[Toy, HandOver], HandOver]) -> None:
    toy = lying(lambda toy, said: wrong(toy, said), GIVER, HandOver)
    named(toy, GIVER, "hand-over", entry=gift_to(toy).box_entry)


def test_a_box_meant_for_somebody_else_is_none() -> None:
    """The very box of seat 1 for seat 2, said again by seat 0 for seat 1."""
    toy = table()
    stolen: list[HandOver] = []

    def copy(number: int, duty: Duty) -> Payload | None:
        payload = duty.payload
        if isinstance(payload, HandOver):
            if number == GIVER:
                return stolen[0]
            stolen.append(payload)
        return payload

    def others_first(number: int, duty: Duty) -> Payload | None:
        return None if number == GIVER and isinstance(duty.payload, HandOver) else copy(number, duty)

    toy.settle(others_first)
    assert stolen
    toy.say(GIVER, stolen[0])
    toy.settle()
    named(toy, GIVER, "hand-over", entry=gift_to(toy).box_entry)


@pytest.mark.parametrize("key", SMALL_ORDER, ids=lambda key: key.hex()[:8])
@pytest.mark.parametrize(("seat", "kind"), [(RECEIVER, HandKey), (GIVER, HandOver)])
def test_a_key_that_keeps_no_secret_is_refused_at_once(key: bytes, seat: int, kind: type) -> None:
    toy = lying(lambda toy, said: msgspec.structs.replace(said, key=key), seat, kind)
    named(toy, seat, "hand-key")


@pytest.mark.parametrize("count", [1, 3])
def test_who_passes_another_number_of_cards_on_is_named_at_once(count: int) -> None:
    toy = lying(
        lambda toy, said: msgspec.structs.replace(said, boxes=said.boxes[:1] * count), GIVER, HandOver
    )
    named(toy, GIVER, "hand-size")


def test_who_claims_a_wrong_key_that_was_right_is_named() -> None:
    toy = table()
    toy.settle()
    secret = toy.players[RECEIVER].seat._hand_secret(gift_to(toy))
    entry = toy.say(RECEIVER, Reveal(1, secret))
    toy.settle()
    named(toy, RECEIVER, "false-reveal", entry=entry.index)


def test_who_reveals_another_secret_is_named_and_not_its_giver() -> None:
    """Else a receiver could make any box look wrong."""
    toy = table()
    toy.settle()
    entry = toy.say(RECEIVER, Reveal(1, b"s" * 32))
    toy.settle()
    named(toy, RECEIVER, "hand-secret", entry=entry.index)


@pytest.mark.parametrize(
    "payload",
    [Reveal(2, bytes(32)), HandKey(1, _box.public(b"k" * 32)), HandKey(2, _box.public(b"k" * 32))]
    + [HandOver(request, _box.public(b"k" * 32), (bytes(80),) * 2) for request in (1, 2)],
    ids=lambda payload: f"{type(payload).__name__} {payload.request}",
)
@pytest.mark.parametrize("seat", [GIVER, RECEIVER])
def test_what_nobody_asked_for_is_its_authors_fault(payload: Payload, seat: int) -> None:
    """After the hand-over: a second key or box for it, or one for the next that is not there."""
    toy = table()
    toy.settle()
    entry = toy.say(seat, payload)
    toy.settle()
    named(toy, seat, "hand-not-due", entry=entry.index)


def test_a_reveal_of_somebody_elses_hand_is_its_authors_fault() -> None:
    toy = Toy(
        script=[Need("deal", seat=0, deck=0, amount=1), Need("pass", gifts=((0, 1),)), Need("turn", seat=1)],
        decks=[Deck(0, 3, None)],
        seats=3,
    )
    toy.settle()
    entry = toy.say(2, Reveal(1, toy.players[1].seat._hand_secret(gift_to(toy))))
    toy.settle()
    named(toy, 2, "hand-not-due", entry=entry.index)


def test_a_box_before_the_key_that_it_is_for_is_its_authors_fault() -> None:
    toy = table()
    held: Twist = lambda seat, duty: None if isinstance(duty.payload, HandKey) else duty.payload  # noqa: E731
    toy.settle(held)
    entry = toy.say(GIVER, HandOver(1, _box.public(b"k" * 32), (bytes(80),) * 2))
    assert [(fault.entry, fault.seat, fault.code) for fault in toy.watcher.faults] == [
        (entry.index, GIVER, "hand-not-due")
    ]


def test_a_box_signed_before_its_author_saw_the_key_is_its_fault() -> None:
    """It can only have guessed: an answer acknowledges what it answers."""
    toy = table()
    toy.settle(lambda seat, duty: None if isinstance(duty.payload, HandKey | HandOver) else duty.payload)
    before = toy.log.length
    secret = SeatSecret(toy.secrets[RECEIVER].deck)
    toy.say(RECEIVER, toy.watcher.handing.hand_key(RECEIVER, secret))
    entry = toy.say(GIVER, HandOver(1, _box.public(b"k" * 32), (bytes(80),) * 2), ack=before)
    assert [(fault.entry, fault.seat, fault.code) for fault in toy.watcher.faults] == [
        (entry.index, GIVER, "hand-not-due")
    ]


@pytest.mark.parametrize("kind", [HandKey, HandOver])
def test_who_withholds_its_part_of_a_hand_over_is_who_is_awaited(kind: type) -> None:
    seat = RECEIVER if kind is HandKey else GIVER
    toy = lying(lambda toy, said: None, seat, kind)
    assert toy.watcher.awaited() == [seat]
    assert toy.watcher.waits_for_programs
    assert toy.watcher.to_move is None


def test_a_giver_whose_accomplice_says_nothing_is_found_by_the_audit() -> None:
    toy = table()

    def twisted(number: int, duty: Duty) -> Payload | None:
        payload = duty.payload
        if number == GIVER and isinstance(payload, HandOver):
            return boxed(toy, swapped)
        return None if isinstance(payload, Reveal) else payload

    toy.settle(twisted)
    assert toy.watcher.faults == []
    entry = gift_to(toy).box_entry
    # Both know the keys anyway, so the accomplice can play: it takes what its giver tells it by telephone.
    for slot in gift_to(toy).slots:
        toy.players[RECEIVER].seat._given[slot] = toy.players[GIVER].seat._own_key(slot)
    toy.players[RECEIVER].seat._wrong = None
    toy.players[RECEIVER].seat.look()
    toy.finish(twisted)
    assert toy.watcher.proven
    named(toy, GIVER, "hand-over", entry=entry)


def test_who_takes_a_hand_with_another_key_than_its_own_is_found_by_the_audit() -> None:
    """The key comes of the committed secret, so that the audit can look into every box."""
    toy = table()
    other = SeatSecret(b"x" * 32)
    seat = toy.players[RECEIVER].seat
    seat._hand_secret = lambda gift: toy.watcher.handing.secret(gift, other)  # type: ignore[method-assign]

    def twisted(number: int, duty: Duty) -> Payload | None:
        if number == RECEIVER and isinstance(duty.payload, HandKey):
            return toy.watcher.handing.hand_key(RECEIVER, other)
        return duty.payload

    toy.finish(twisted)
    named(toy, RECEIVER, "hand-key", entry=gift_to(toy).key_entry)


def test_a_card_that_was_passed_on_and_is_opened_with_a_wrong_key_is_its_players_fault() -> None:
    """And not that of the seat that it was dealt to, whose key it should have been."""
    toy = table()
    toy.settle()
    toy.play(0)
    toy.settle()
    assert toy.watcher.to_move == RECEIVER
    entry = toy.say(RECEIVER, Turn(2, (0,), (SlotKey(0, 0, b"\x02" + bytes(31)),), bytes(32)))
    toy.settle()
    named(toy, RECEIVER, "key-hash", entry=entry.index)


def test_untruth_about_a_hand_is_found_by_the_audit() -> None:
    """The rules say which turns were untrue once all cards are known; here the second."""
    toy = table()
    for rules in (toy.watcher.rules, *(player.rules for player in toy.players)):
        rules.untrue.append(1)  # type: ignore[attr-defined]
    toy.finish()
    named(toy, 1, "claim", entry=toy.watcher.turns[1][0])
    told = toy.watcher.rules.told  # type: ignore[attr-defined]
    assert told == {
        slot: toy.players[toy.watcher.dealing.locker(slot)].rules.known[slot]
        for slot in toy.watcher.dealing.slots()
    }


def test_without_the_secrets_of_a_seat_nobody_is_blamed_for_its_boxes() -> None:
    toy = table()
    toy.finish(
        lambda seat, duty: None if seat == RECEIVER and isinstance(duty.payload, Opening) else duty.payload
    )
    assert toy.watcher.audit() == []
