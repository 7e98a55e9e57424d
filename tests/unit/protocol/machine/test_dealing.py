"""Slots and keys: nobody gives a key before it is due, for another's slot twice, or another key than the locked one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.deck.epochs import Epochs
from protocol.deck.sealing import SealedDeck
from protocol.deck.secret import SeatSecret
from protocol.errors import Culprit, LocalProtocolError, RemoteProtocolError
from protocol.machine.dealing import Dealing

TABLE = b"t" * 32
SECRETS = [SeatSecret(bytes([number + 1]) * 32) for number in range(3)]


def sealed(size: int = 5) -> Epochs:
    epochs = Epochs(TABLE, 0, None, (0, 1, 2), size)
    while (due := epochs.deck.due()) is not None:
        epochs.deck.receive(due[1], epochs.deck.make(SECRETS[due[1]]))
    return epochs


DECK = sealed().deck


def dealing() -> Dealing:
    """Three seats and one deck that is sealed already."""
    return Dealing({0: sealed()}, 3)


def key(seat: int, position: int) -> bytes:
    return SECRETS[seat].position_key(TABLE, DECK.deck_id, seat, position)


def code_of(call: object, *arguments: object) -> str:
    assert callable(call)
    with pytest.raises(RemoteProtocolError) as caught:
        call(*arguments)
    assert (caught.value.culprit, caught.value.seat) == (Culprit.SEAT, arguments[0])
    return caught.value.code


def complete(state: Dealing, slot: tuple[int, int], holder: int) -> None:
    for seat in range(3):
        if seat != holder:
            state.publish(seat, slot, key(seat, slot[1]), 99)


def test_positions_are_dealt_in_order_and_never_twice() -> None:
    state = dealing()
    assert state.deal(0, 1, 2, 10) == [(0, 0), (0, 1)]
    assert state.deal(0, 2, 3, 11) == [(0, 2), (0, 3), (0, 4)]
    assert [state.holder((0, position)) for position in range(5)] == [1, 1, 2, 2, 2]


def test_everybody_but_the_holder_owes_a_key_of_each_slot() -> None:
    state = dealing()
    state.deal(0, 1, 2, 10)
    state.deal(0, 0, 1, 11)
    assert state.owed(0) == [(0, 0), (0, 1)]
    assert state.owed(1) == [(0, 2)]
    assert state.owed(2) == [(0, 0), (0, 1), (0, 2)]


def test_a_key_is_owed_until_it_is_given() -> None:
    state = dealing()
    slot = state.deal(0, 1, 1, 10)[0]
    state.publish(0, slot, key(0, 0), 10)
    assert state.owed(0) == []
    assert not state.complete(slot)
    state.publish(2, slot, key(2, 0), 10)
    assert state.complete(slot)


def test_a_key_signed_before_the_deal_is_not_due() -> None:
    state = dealing()
    slot = state.deal(0, 1, 1, 10)[0]
    assert code_of(state.publish, 0, slot, key(0, 0), 9) == "key-not-due"
    assert state.owed(0) == [slot]
    state.publish(0, slot, key(0, 0), 10)


def test_keys_that_nobody_is_owed() -> None:
    state = dealing()
    slot = state.deal(0, 1, 1, 10)[0]
    assert code_of(state.publish, 0, (0, 1), key(0, 1), 99) == "key-not-due"  # not dealt
    assert code_of(state.publish, 0, (7, 0), key(0, 0), 99) == "key-not-due"  # no such deck
    assert code_of(state.publish, 1, slot, key(1, 0), 99) == "key-not-due"  # the holder's own
    state.publish(0, slot, key(0, 0), 99)
    assert code_of(state.publish, 0, slot, key(0, 0), 99) == "key-not-due"  # twice
    assert not state.complete(slot)


def test_another_key_than_the_locked_one_does_not_count() -> None:
    state = dealing()
    slot = state.deal(0, 1, 1, 10)[0]
    assert code_of(state.publish, 0, slot, key(0, 1), 10) == "key-hash"
    assert code_of(state.publish, 0, slot, key(2, 0), 10) == "key-hash"
    assert code_of(state.publish, 0, slot, bytes(32), 10) == "scalar"
    assert state.owed(0) == [slot]


def test_a_slot_opens_to_what_its_holder_peeked() -> None:
    state = dealing()
    slots = state.deal(0, 1, 5, 10)
    cards = []
    for slot in slots:
        complete(state, slot, 1)
        peeked = state.peek(slot, key(1, slot[1]))
        assert peeked is not None
        assert state.hidden(slot)
        assert not state.seen(slot, peeked)
        assert state.open(1, slot, key(1, slot[1])) == peeked
        assert not state.hidden(slot)
        assert state.seen(slot, peeked)
        cards.append(peeked)
    assert sorted(cards) == [0, 1, 2, 3, 4]


def test_only_the_holder_opens_a_slot_and_only_once() -> None:
    state = dealing()
    slot = state.deal(0, 1, 1, 10)[0]
    complete(state, slot, 1)
    assert code_of(state.open, 0, slot, key(0, 0)) == "not-held"
    assert code_of(state.open, 2, slot, key(2, 0)) == "not-held"
    assert code_of(state.open, 1, (0, 1), key(1, 1)) == "not-held"  # not dealt
    assert code_of(state.open, 1, (3, 0), key(1, 0)) == "not-held"  # no such deck
    state.open(1, slot, key(1, 0))
    assert code_of(state.open, 1, slot, key(1, 0)) == "not-held"  # shown already


def test_a_slot_is_not_opened_before_all_others_gave_their_keys() -> None:
    state = dealing()
    slot = state.deal(0, 1, 1, 10)[0]
    state.publish(0, slot, key(0, 0), 10)
    assert code_of(state.open, 1, slot, key(1, 0)) == "not-held"
    with pytest.raises(LocalProtocolError):
        state.peek(slot, key(1, 0))


def test_a_false_key_of_the_holder_shows_nothing() -> None:
    state = dealing()
    slot = state.deal(0, 1, 1, 10)[0]
    complete(state, slot, 1)
    assert code_of(state.open, 1, slot, key(1, 1)) == "key-hash"
    assert state.hidden(slot)
    assert state.open(1, slot, key(1, 0)) is not None


def test_a_card_that_was_seen_before_counts_as_none() -> None:
    """Two slots that open to one card: a cheat in a pass, here put into the deck by hand."""
    epochs = sealed()
    deck = epochs.deck
    first = deck._points[0]
    # What seat 0 would have to put at position 1 so that it opens to the card at position 0.
    from protocol.deck import _group as group

    def product(position: int) -> bytes:
        inverse = group.inverse_of_product([key(seat, position) for seat in range(3)])
        return group.inverse_of_product([inverse])

    plain = group.multiply(group.inverse_of_product([product(0)]), first)
    assert plain is not None
    twin = group.multiply(product(1), plain)
    assert twin is not None
    put_points(deck, (first, twin, *deck._points[2:]))
    state = Dealing({0: epochs}, 3)
    one, two = state.deal(0, 1, 2, 10)
    complete(state, one, 1)
    complete(state, two, 1)
    card = state.peek(one, key(1, 0))
    assert card is not None
    assert state.peek(two, key(1, 1)) == card
    assert state.open(1, one, key(1, 0)) == card
    assert state.open(1, two, key(1, 1)) is None
    assert state.hidden(two)


def put_points(deck: SealedDeck, points: tuple[bytes, ...]) -> None:
    """Changes what the last pass has left, as a cheat in it would."""
    deck._passes[-1] = replace(deck._passes[-1], after=points)


def test_a_slot_that_is_no_card() -> None:
    epochs = sealed()
    deck = epochs.deck
    from protocol.deck import _group as group

    strange = group.multiply(bytes([9]) + bytes(31), deck._points[0])
    assert strange is not None
    put_points(deck, (strange, *deck._points[1:]))
    state = Dealing({0: epochs}, 3)
    slot = state.deal(0, 1, 1, 10)[0]
    complete(state, slot, 1)
    assert state.peek(slot, key(1, 0)) is None
    assert state.open(1, slot, key(1, 0)) is None
    assert state.hidden(slot)
