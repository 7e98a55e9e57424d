"""One seat's program: every duty once, no key before its time, and a card that cannot be is claimed at once."""

from __future__ import annotations

import pytest

from protocol.deck import _group as group
from protocol.errors import LocalProtocolError
from protocol.machine.seat import Duty, Seat
from protocol.table import TableRecord
from protocol.wire.messages import Claim, Keys, Link, Opening, Payload, Seal, Turn, Verdict
from tests.unit.protocol.machine.toy import Deck, Illegal, Need, Toy

CHEAT, VICTIM = 0, 1


def test_each_duty_is_due_until_it_is_answered_and_never_again() -> None:
    toy = Toy()
    told: dict[tuple[int, str], int] = {}
    while due := toy.due():
        number, duty = due[0]
        seat = toy.players[number].seat
        assert duty in seat.due(), "looking does not answer"
        seat.answer(duty)
        assert all(not set(other.words) & set(duty.words) for other in seat.due())
        for word in duty.words:
            told[number, word] = told.get((number, word), 0) + 1
        toy.say(number, duty.payload)
    # Two passes of two decks, one link, two keys for the other's cards.
    assert set(told.values()) == {1}
    assert len([word for number, word in told if number == 0]) == 4 + 1 + 2


def test_an_answered_duty_stays_answered_while_its_entry_is_on_the_way() -> None:
    toy = Toy()
    number, duty = toy.due()[0]
    toy.players[number].seat.answer(duty)
    other = next((who, what) for who, what in toy.due() if who != number)
    toy.say(*((other[0], other[1].payload)))
    words = [word for what in toy.players[number].seat.due() for word in what.words]
    assert not set(words) & set(duty.words)


def test_a_seat_that_was_restored_does_not_answer_again() -> None:
    """The same log and the words from the journal: nothing that was signed before is signed again."""
    toy = Toy()
    words: list[list[str]] = [[], []]
    entries = []

    def note(seat: int, duty: Duty) -> Payload:
        words[seat].extend(duty.words)
        return duty.payload

    toy.settle(note)
    entries = list(toy.log.entries)
    table = toy.fresh()
    restored = Seat(table, 0, toy.secrets[0], words[0])
    forgetful_table = toy.fresh()
    forgetful = Seat(forgetful_table, 0, toy.secrets[0])
    for entry in entries:
        before = restored.due()
        assert before == []
        table.receive(entry)
        restored.look()
        forgetful_table.receive(entry)
        forgetful.look()
    assert restored.ready
    assert table.rules.public() == toy.watcher.rules.public()
    assert restored.turn([], []).payload == forgetful.turn([], []).payload


def test_a_seat_restored_before_its_last_word_was_logged() -> None:
    """Signed and stored, but the process died before the host logged it: the word alone keeps it from a second one."""
    toy = Toy()
    mine = [duty for number, duty in toy.due() if number == 0]
    seat = Seat(toy.fresh(), 0, toy.secrets[0], [word for duty in mine for word in duty.words])
    assert seat.due() == []
    assert Seat(toy.fresh(), 0, toy.secrets[0]).due() == mine


def test_part_of_a_batch_of_keys_is_due_alone() -> None:
    toy = Toy()
    held: list[tuple[int, Duty]] = []

    def hold(seat: int, duty: Duty) -> Payload | None:
        if isinstance(duty.payload, Keys):
            held.append((seat, duty))
            return None
        return duty.payload

    toy.settle(hold)
    number, duty = held[0]
    table = toy.fresh()
    for entry in toy.log.entries:
        table.receive(entry)
    seat = Seat(table, number, toy.secrets[number], [*duty.words[:1], "link:1"])
    (rest,) = seat.due()
    assert rest.words == duty.words[1:]


def test_no_key_of_the_own_hand_is_given_away() -> None:
    toy = Toy()
    given: list[tuple[int, int, int]] = []

    def note(seat: int, duty: Duty) -> Payload:
        if isinstance(duty.payload, Keys):
            given.extend((seat, key.deck, key.position) for key in duty.payload.keys)
        return duty.payload

    toy.settle(note)
    hands = {(number, *slot) for number in (0, 1) for slot in toy.watcher.hands[number]}
    assert not hands & set(given)
    assert len(given) == len(set(given)) == 4


def test_a_turn_of_a_seat_that_is_not_to_move() -> None:
    toy = Toy()
    toy.settle()
    with pytest.raises(LocalProtocolError):
        toy.players[1].seat.turn([], [])


def test_a_turn_is_made_once() -> None:
    toy = Toy()
    toy.settle()
    seat = toy.players[0].seat
    assert seat.ready
    seat.answer(toy.turn(0))
    assert not seat.ready
    with pytest.raises(LocalProtocolError):
        seat.turn([], [])


def test_a_turn_that_the_rules_forbid_is_not_made() -> None:
    toy = Toy()
    toy.settle()
    seat = toy.players[0].seat
    with pytest.raises(Illegal):
        seat.turn([77], [])
    assert seat.ready


def test_a_turn_names_its_request_and_the_keys_it_opens() -> None:
    toy = Toy()
    toy.settle()
    duty = toy.turn(0, cards=2)
    assert isinstance(duty.payload, Turn)
    assert duty.words == ("turn:1",)
    assert [(key.deck, key.position) for key in duty.payload.openings] == toy.watcher.hands[0]


def test_openings_come_once_and_the_verdict_after_the_audit() -> None:
    toy = Toy()
    toy.settle()
    toy.play(0)
    toy.settle()
    toy.play(1)
    kinds = [(number, type(duty.payload)) for number, duty in toy.due()]
    assert kinds == [(0, Opening), (1, Opening)]
    toy.settle()
    assert toy.due() == []
    assert set(toy.watcher.verdicts) == {0, 1}


# Cheats in a pass: seat 0 locks seat 1's cards with something else


def cheat(change: object, *, deal: int = 2, second: int = 0) -> Toy:
    """A table at which seat 0 changes the points of its last pass over seat 1's deck."""
    script = [Need("deal", seat=VICTIM, deck=1, amount=deal), Need("turn", seat=VICTIM)]
    if second:
        script += [Need("deal", seat=VICTIM, deck=1, amount=second), Need("turn", seat=VICTIM)]
    toy = Toy(script=script, decks=[Deck(1, 4, VICTIM)])
    toy.twist = make_twist(toy, change)  # type: ignore[attr-defined]
    return toy


def make_twist(toy: Toy, change: object, liar: int = CHEAT) -> object:
    assert callable(change)

    def twist(seat: int, duty: Duty) -> Payload:
        payload = duty.payload
        if seat == liar and isinstance(payload, Seal) and payload.step == 2:
            return Seal(payload.deck, payload.epoch, 2, change(toy, payload.points), payload.key_hashes, ())
        return payload

    return twist


def twin(at: int, of: int) -> object:
    """Position `at` opens to the card of position `of`: seat 0 is the last to lock and takes the other's point.

    Seat 1 has locked both with keys of its own, so this needs its help: the two collude, or the cheat guesses. For
    the test the cheat simply knows everything.
    """

    def change(toy: Toy, points: tuple[bytes, ...]) -> tuple[bytes, ...]:
        keys = [
            [player.seat._key((1, position)) for player in toy.players] for position in range(len(points))
        ]
        card = group.multiply(group.inverse_of_product(keys[of]), points[of])
        assert card is not None
        point = card
        for key in keys[at]:
            multiplied = group.multiply(key, point)
            assert multiplied is not None
            point = multiplied
        return tuple(point if position == at else old for position, old in enumerate(points))

    return change


def no_card(at: int) -> object:
    """Position `at` opens to no card."""

    def change(toy: Toy, points: tuple[bytes, ...]) -> tuple[bytes, ...]:
        strange = group.multiply(bytes([7]) + bytes(31), points[at])
        assert strange is not None
        return tuple(strange if position == at else old for position, old in enumerate(points))

    return change


def expect_the_cheat_alone(toy: Toy) -> None:
    assert toy.watcher.closed
    assert {(fault.seat, fault.code) for fault in toy.watcher.faults} == {(CHEAT, "keys")}


def claims(toy: Toy) -> list[Claim]:
    return [envelope.payload for envelope in toy.log.envelopes if isinstance(envelope.payload, Claim)]


def run(toy: Toy) -> None:
    toy.settle(toy.twist)  # type: ignore[attr-defined]
    while (mover := toy.watcher.to_move) is not None:
        toy.play(mover)
        toy.settle(toy.twist)  # type: ignore[attr-defined]


@pytest.mark.parametrize("position", [0, 1])
def test_a_card_that_is_none_is_claimed_and_the_audit_names_the_cheat(position: int) -> None:
    toy = cheat(no_card(position))
    toy.settle(toy.twist)  # type: ignore[attr-defined]
    (claim,) = claims(toy)
    assert [(key.deck, key.position) for key in claim.openings] == [(1, position)]
    assert toy.watcher.ending is not None
    assert toy.watcher.ending.reason == "deck"
    expect_the_cheat_alone(toy)


def test_two_equal_cards_in_one_hand_are_claimed_together() -> None:
    toy = cheat(twin(at=1, of=0))
    toy.settle(toy.twist)  # type: ignore[attr-defined]
    (claim,) = claims(toy)
    assert [(key.deck, key.position) for key in claim.openings] == [(1, 0), (1, 1)]
    assert toy.watcher.ending is not None
    assert toy.watcher.ending.reason == "deck"
    expect_the_cheat_alone(toy)


def test_a_card_that_was_played_before_is_claimed_alone() -> None:
    toy = cheat(twin(at=1, of=0), deal=1, second=1)
    run(toy)
    (claim,) = claims(toy)
    assert [(key.deck, key.position) for key in claim.openings] == [(1, 1)]
    expect_the_cheat_alone(toy)


def test_a_card_of_a_shared_deck_that_another_seat_has_played_is_claimed() -> None:
    script = [
        Need("deal", seat=1, deck=1, amount=1),
        Need("turn", seat=1),
        Need("deal", seat=0, deck=1, amount=1),
        Need("turn", seat=0),
    ]
    toy = Toy(script=script, decks=[Deck(1, 4, None)])
    # Seat 1 is the last to lock a deck that belongs to nobody.
    toy.twist = make_twist(toy, twin(at=1, of=0), liar=1)  # type: ignore[attr-defined]
    run(toy)
    (claim,) = claims(toy)
    assert [(key.deck, key.position) for key in claim.openings] == [(1, 1)]
    assert toy.watcher.ending is not None
    assert toy.watcher.ending.reason == "deck"
    assert {(fault.seat, fault.code) for fault in toy.watcher.faults} == {(1, "keys")}


def test_a_cheat_that_nobody_draws_is_found_at_the_end() -> None:
    toy = cheat(no_card(3))
    run(toy)
    assert claims(toy) == []
    assert toy.watcher.ending is not None
    assert toy.watcher.ending.reason == "over"
    expect_the_cheat_alone(toy)


def test_the_own_hidden_card_is_not_shown_for_a_card_that_is_none() -> None:
    """A claim shows as little as it can."""
    toy = cheat(no_card(1))
    toy.settle(toy.twist)  # type: ignore[attr-defined]
    assert toy.watcher.dealing.hidden((1, 0))


def test_a_seat_with_a_claim_looks_at_no_further_card() -> None:
    toy = cheat(no_card(0))
    toy.settle(toy.twist)  # type: ignore[attr-defined]
    assert toy.players[VICTIM].rules.known == {}


def test_secrets_do_not_show_in_what_a_seat_says() -> None:
    toy = Toy()
    toy.settle()
    toy.play(0)
    said = b"".join(entry.envelope for entry in toy.log.entries)
    for secrets in toy.secrets:
        assert secrets.deck not in said
        assert secrets.chain not in said
    assert isinstance(toy.record, TableRecord)
    assert any(isinstance(envelope.payload, Link) for envelope in toy.log.envelopes)
    assert not any(isinstance(envelope.payload, Verdict) for envelope in toy.log.envelopes)
