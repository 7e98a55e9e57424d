"""Hands that are passed on: who learns what, who opens what, and that nothing else leaves a seat."""

from __future__ import annotations

import itertools

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocol.deck import _box
from protocol.deck.secret import DeckId, SeatSecret
from protocol.machine.rules import Slot
from protocol.machine.seat import Duty
from protocol.wire.messages import Concede, HandKey, HandOver, Keys, Payload, SlotKey, Turn
from tests.unit.protocol.machine.toy import Deck, Need, Toy

SHARED = (Deck(0, 9, None),)
ROUND = ((0, 1), (1, 2), (2, 0))
DEALS = [Need("deal", seat=seat, deck=0, amount=2) for seat in range(3)]
PASS = Need("pass", gifts=ROUND)
TURNS = [Need("turn", seat=seat) for seat in range(3)]


def table(*needs: Need, deck: Deck = SHARED[0]) -> Toy:
    """Three seats, one deck that all draw from, two cards each, then what a test needs."""
    return Toy(script=[*DEALS, *needs], decks=[deck], seats=3)


def passed(*needs: Need) -> Toy:
    """A table at which all hands have gone to the left."""
    toy = table(PASS, *(needs or TURNS))
    toy.settle()
    assert toy.watcher.handing.request == 1
    assert not toy.watcher.handing.open
    return toy


def truth(toy: Toy, slot: Slot) -> int:
    """What a slot is, by all secrets together."""
    table = toy.watcher
    deck, place = table.epochs[slot[0]].at(slot[1])
    locker = table.dealing.locker(slot)
    secret = SeatSecret(toy.secrets[locker].deck)
    card = table.dealing.peek(slot, secret.position_key(table.table_id, deck.deck_id, locker, place))
    assert card is not None
    return card


def test_hands_change_owners_at_every_replica() -> None:
    toy = passed()
    for view in (toy.watcher, *(player.table for player in toy.players)):
        assert view.hands == [[(0, 4), (0, 5)], [(0, 0), (0, 1)], [(0, 2), (0, 3)]]
        assert [view.dealing.holder((0, place)) for place in range(6)] == [1, 1, 2, 2, 0, 0]
        assert [view.dealing.locker((0, place)) for place in range(6)] == [0, 0, 1, 1, 2, 2]
        assert view.faults == []


def test_a_receiver_knows_its_new_hand_and_the_giver_still_does_and_nobody_else() -> None:
    toy = passed()
    for place in range(6):
        slot = (0, place)
        knowing = {number for number, player in enumerate(toy.players) if slot in player.rules.known}
        assert knowing == {toy.watcher.dealing.locker(slot), toy.watcher.dealing.holder(slot)}
        for number in knowing:
            assert toy.players[number].rules.known[slot] == truth(toy, slot)


def test_a_card_that_was_passed_on_is_played_by_its_new_owner() -> None:
    toy = passed()
    expected = [truth(toy, (0, place)) for place in (4, 0, 2)]
    toy.finish()
    assert toy.watcher.closed
    assert toy.watcher.proven
    assert toy.watcher.faults == []
    cards = [toy.watcher.dealing._slots[0, place].card for place in (4, 0, 2)]
    assert cards == expected


def test_the_old_owner_cannot_play_what_it_gave_away() -> None:
    toy = passed()
    key = toy.players[0].seat._own_key((0, 0))
    entry = toy.say(0, Turn(1, (), (SlotKey(0, 0, key),), bytes(32)))
    (fault,) = toy.watcher.faults
    assert (fault.entry, fault.seat, fault.code) == (entry.index, 0, "not-held")


def test_no_key_of_a_hand_that_is_passed_on_can_be_read_in_the_log() -> None:
    toy = passed()
    bytes_said = b"".join(entry.envelope for entry in toy.log.entries)
    for place, (giver, _) in itertools.product(range(6), ROUND):
        if toy.watcher.dealing.locker((0, place)) == giver:
            secret = SeatSecret(toy.secrets[giver].deck)
            key = secret.position_key(toy.watcher.table_id, DeckId(0, 0), giver, place)
            assert key not in bytes_said


def test_a_hand_waits_until_its_owner_has_seen_it() -> None:
    """Or nobody could say who knows a card: it would hang on whose keys come first."""
    toy = table(PASS, *TURNS)
    held: list[Duty] = []

    def late(seat: int, duty: Duty) -> Payload | None:
        if seat == 1 and isinstance(duty.payload, Keys):
            held.append(duty)
            return None
        return duty.payload

    toy.settle(late)
    assert toy.watcher.handing.request == 0
    assert toy.watcher.awaited() == [1]
    assert toy.watcher.waits_for_programs
    for duty in held:
        toy.say(1, duty.payload)
    toy.settle()
    assert toy.watcher.hands[1] == [(0, 0), (0, 1)]
    assert all((0, place) in toy.players[0].rules.known for place in (0, 1))


def test_a_hand_goes_round_until_it_is_back() -> None:
    toy = table(PASS, PASS, PASS, *TURNS)
    toy.settle()
    assert toy.watcher.hands == [[(0, 0), (0, 1)], [(0, 2), (0, 3)], [(0, 4), (0, 5)]]
    assert all((0, place) in player.rules.known for player in toy.players for place in range(6))
    assert [gift.request for gift in toy.watcher.handing.made] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    toy.finish()
    assert toy.watcher.proven
    assert toy.watcher.faults == []


def test_one_time_keys_are_all_different() -> None:
    toy = table(PASS, PASS, *TURNS)
    toy.settle()
    made = toy.watcher.handing.made
    keys = [gift.key for gift in made] + [gift.giver_key for gift in made]
    assert len(set(keys)) == len(keys) == 12


def test_a_hand_over_of_the_same_number_on_another_log_has_other_keys() -> None:
    """A host that goes on from an earlier entry may come to it with other hands: one key stream must not hide both."""
    one, other = table(TURNS[0], PASS, *TURNS), table(TURNS[0], PASS, *TURNS)
    for toy, place in ((one, 0), (other, 1)):
        toy.settle()
        seat = toy.players[0].seat
        duty = seat.turn([toy.players[0].rules.known[0, place]], [(0, place)])
        seat.answer(duty)
        toy.say(0, duty.payload)
        toy.settle()
    assert one.watcher.table_id == other.watcher.table_id
    pairs = [(gift.key, gift.giver_key) for toy in (one, other) for gift in toy.watcher.handing.made]
    assert [gift.request for gift in (*one.watcher.handing.made, *other.watcher.handing.made)] == [1] * 6
    assert len({key for pair in pairs for key in pair}) == 12


def test_an_empty_hand_needs_no_box() -> None:
    toy = Toy(script=[DEALS[0], PASS, Need("turn", seat=1)], decks=SHARED, seats=3)
    toy.settle()
    (gift,) = toy.watcher.handing.made
    assert (gift.giver, gift.receiver, gift.slots) == (0, 1, ((0, 0), (0, 1)))
    nothing = Toy(script=[PASS, *DEALS, *TURNS], decks=SHARED, seats=3)
    nothing.settle()
    assert nothing.watcher.handing.made == []
    assert nothing.watcher.to_move == 0


def test_who_owes_what_and_when() -> None:
    toy = table(PASS, *TURNS)
    toy.settle(lambda seat, duty: None if isinstance(duty.payload, HandKey) else duty.payload)
    assert toy.watcher.awaited() == [0, 1, 2]
    assert toy.watcher.waits_for_programs
    toy.say(1, toy.players[1].seat.table.handing.hand_key(1, SeatSecret(toy.secrets[1].deck)))
    # Seat 0 owes its box for 1 and its own key; 1 owes nothing until 2 has sent a key.
    assert toy.watcher.awaited() == [0, 2]


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.sampled_from(["pass", "swap", "turn0", "turn1", "turn2", "draw0", "draw1", "draw2"]), max_size=9
    )
)
def test_whatever_happens_in_whatever_order_all_end_alike(events: list[str]) -> None:
    """Passing, playing and drawing from a deck of nine, in any order: the deck is made anew as often as need be."""
    script: list[Need] = []
    hands, deck, shown = [2, 2, 2], 3, 0
    for event in events:
        seat = int(event[-1]) if event[-1].isdigit() else -1
        if event == "pass":
            script.append(PASS)
            hands = [hands[2], hands[0], hands[1]]
        elif event == "swap":
            script.append(Need("pass", gifts=((0, 2), (2, 0))))
            hands = [hands[2], hands[1], hands[0]]
        elif event.startswith("turn") and hands[seat]:
            script.append(Need("turn", seat=seat))
            hands[seat] -= 1
            shown += 1
        elif event.startswith("draw") and deck + shown:
            if not deck:
                deck, shown = shown, 0
            script.append(Need("deal", seat=seat, deck=0, amount=1))
            hands[seat] += 1
            deck -= 1
    toy = table(*script)
    toy.finish()
    assert toy.watcher.faults == []
    assert toy.watcher.proven
    assert len({player.table.log.head(player.table.log.length) for player in toy.players}) == 1
    assert len({tuple(player.rules.history) for player in toy.players}) == 1


# The deck that all draw from


def test_an_empty_deck_is_made_anew_from_what_was_shown() -> None:
    """Six cards, all dealt; two are played, and the next two come from these two alone."""
    deck = Deck(0, 6, None)
    draws = [Need("deal", seat=seat, deck=0, amount=1) for seat in (0, 1)]
    toy = table(TURNS[0], TURNS[1], *draws, *TURNS, deck=deck)
    toy.settle()
    for seat in (0, 1):
        toy.play(seat)
        toy.settle()
    played = {toy.watcher.dealing._slots[0, place].card for place in (0, 2)}
    assert [player.rules.restocks for player in toy.players] == [[0]] * 3
    epochs = toy.watcher.epochs[0]
    assert [epoch.deck.cards for epoch in epochs.epochs] == [
        tuple(range(6)),
        (*sorted(card for card in played if card is not None),),
    ]
    assert toy.watcher.hands[0][-1] == (0, 6)
    assert {truth(toy, (0, 6)), truth(toy, (0, 7))} == played
    assert toy.watcher.dealing.unseen(0) == list(range(6))
    toy.finish()
    assert toy.watcher.faults == []
    assert toy.watcher.proven


def test_a_card_of_the_first_seal_cannot_come_up_again_from_it() -> None:
    """After the discards are shuffled back, a slot of the old seal that shows one of them is none."""
    deck = Deck(0, 6, None)
    toy = table(TURNS[0], Need("deal", seat=0, deck=0, amount=1), *TURNS, deck=deck)
    toy.settle()
    toy.play(0)
    toy.settle()
    card = toy.watcher.dealing._slots[0, 0].card
    assert card is not None
    assert toy.watcher.dealing.seen((0, 1), card)
    assert not toy.watcher.dealing.seen((0, 6), card)
    assert truth(toy, (0, 6)) == card


# Leaving


def left(toy: Toy, seat: int) -> None:
    """The seat leaves for good, and the others go on as far as they can."""
    secrets = toy.secrets[seat]
    toy.say(seat, Concede(secrets.deck, secrets.chain))
    toy.settle(lambda number, duty: None if number == seat else duty.payload)


def test_when_somebody_leaves_all_hands_are_taken_back_and_dealt_anew() -> None:
    toy = table(TURNS[0], *TURNS)
    toy.settle()
    toy.play(0)
    toy.settle()
    left(toy, 2)
    table_ = toy.watcher
    assert table_.active == [0, 1]
    latest = table_.epochs[0].deck
    shown = table_.dealing._slots[0, 0].card
    # All but the card that was shown, the leaver's hand among them, by the two who stay.
    assert latest.cards == tuple(card for card in range(9) if card != shown)
    assert latest.order == (0, 1)
    assert latest.sealed
    held = [[slot for slot in hand if table_.dealing.hidden(slot)] for hand in table_.hands[:2]]
    assert held == [[(0, 9)], [(0, 10), (0, 11)]]
    for number in (0, 1):
        assert all(slot in toy.players[number].rules.known for slot in held[number])
    assert toy.watcher.faults == []


def test_a_hand_over_that_somebody_leaves_is_asked_for_anew_with_new_hands() -> None:
    toy = table(PASS, *TURNS)
    toy.settle(lambda seat, duty: None if isinstance(duty.payload, HandOver) and seat == 2 else duty.payload)
    assert toy.watcher.awaited() == [2]
    left(toy, 2)
    assert toy.watcher.handing.request == 2
    made = toy.watcher.handing.made
    assert [(gift.request, gift.giver, gift.receiver) for gift in made] == [(2, 1, 0), (2, 0, 1)]
    assert toy.watcher.hands[:2] == [[(0, 11), (0, 12)], [(0, 9), (0, 10)]]
    assert all((0, place) in player.rules.known for player in toy.players[:2] for place in range(9, 13))
    assert toy.watcher.faults == []


def test_what_was_signed_for_a_void_hand_over_is_no_fault() -> None:
    toy = table(PASS, *TURNS)
    toy.settle(lambda seat, duty: None if isinstance(duty.payload, HandKey) else duty.payload)
    asked = toy.log.length
    secret = SeatSecret(toy.secrets[1].deck)
    key = toy.watcher.handing.hand_key(1, secret)
    concession = Concede(toy.secrets[2].deck, toy.secrets[2].chain)
    toy.say(2, concession)
    assert not toy.watcher.handing.open
    toy.say(1, key, ack=asked)
    assert toy.watcher.faults == []
    assert toy.watcher.ending is None


def test_a_box_opens_for_its_two_owners_under_its_number_and_for_nobody_else() -> None:
    own, other = bytes(range(32)), bytes(range(1, 33))
    box = _box.shut(b"text", 3, _box.public(other), own)
    assert len(box) == len(b"text") + _box.OVERHEAD
    assert _box.unshut(box, 3, _box.public(own), other) == b"text"
    assert _box.unshut(box, 3, _box.public(other), own) == b"text"  # X25519 is the same both ways
    assert _box.unshut(box, 2, _box.public(own), other) is None
    assert _box.unshut(box, 3, _box.public(own), own) is None
    assert _box.unshut(box[:-1] + bytes([box[-1] ^ 1]), 3, _box.public(own), other) is None
    assert _box.unshut(b"", 3, _box.public(own), other) is None
