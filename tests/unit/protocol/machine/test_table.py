"""One replica of a table: what is awaited when, what names whom, and what is void."""

from __future__ import annotations

import msgspec
import pytest

from protocol.canonical import hash32
from protocol.deck.secret import SeatSecret
from protocol.errors import Culprit, RemoteProtocolError
from protocol.machine.seat import Duty
from protocol.machine.table import Table, state_digest
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
    VerdictFault,
)
from tests.unit.protocol.machine.toy import Deck, Need, Toy


def at_turn() -> Toy:
    """Seat 0 is to move, nobody owes anything else."""
    toy = Toy()
    toy.settle()
    assert toy.watcher.to_move == 0
    return toy


def ended() -> Toy:
    """Play is over; nobody has opened yet."""
    toy = at_turn()
    toy.play(0)
    toy.settle()
    toy.play(1)
    assert toy.watcher.ending is not None
    return toy


def fault_of(toy: Toy) -> tuple[int, int, str]:
    """The one fault, the same at every replica; it has ended play."""
    views = {
        tuple((fault.entry, fault.seat, fault.code) for fault in table.faults)
        for table in (toy.watcher, *(player.table for player in toy.players))
    }
    assert len(views) == 1
    (only,) = views
    assert len(only) == 1
    assert toy.watcher.ending is not None
    assert toy.watcher.ending.reason == "fault"
    assert str(toy.watcher.faults[0])
    return only[0]


# What is awaited


@pytest.mark.slow
def test_what_is_awaited_in_every_phase() -> None:
    toy = Toy()
    table = toy.watcher
    # Both decks pass their owners first; the roll is asked for from the start: everybody owes something.
    assert table.awaited() == [0, 1]
    toy.settle(limit=100)
    assert table.awaited() == [0]
    toy.play(0)
    # Now a roll: one link each.
    assert table.to_move is None
    assert table.awaited() == [0, 1]
    number, duty = toy.due()[0]
    toy.players[number].seat.answer(duty)
    toy.say(number, duty.payload)
    assert table.awaited() == [1 - number]
    toy.settle()
    assert table.awaited() == [1]
    toy.play(1)
    assert (table.to_move, table.awaited()) == (None, [0, 1])
    openings = [(number, duty) for number, duty in toy.due() if isinstance(duty.payload, Opening)]
    toy.say(1, openings[1][1].payload)
    assert table.awaited() == [0]
    toy.say(0, openings[0][1].payload)
    assert table.audited
    assert table.awaited() == [0, 1]
    toy.say(0, table.verdict())
    assert table.awaited() == [1]
    assert not table.closed
    toy.say(1, table.verdict())
    assert table.awaited() == []
    assert table.closed
    assert table.proven


def test_during_sealing_the_seats_whose_passes_are_due_are_awaited() -> None:
    toy = Toy(script=[Need("deal", seat=1, deck=0, amount=1), Need("turn", seat=1)], decks=[Deck(0, 3, 1)])
    table = toy.watcher
    order = []
    while not table.sealed:
        order.append(table.awaited())
        number, duty = toy.due()[0]
        assert isinstance(duty.payload, Seal)
        toy.players[number].seat.answer(duty)
        toy.say(number, duty.payload)
    # The owner is seat 1, who passes first both times.
    assert order == [[1], [0], [1], [0]]


def test_a_mover_waits_for_the_keys_of_the_own_hand_before_being_awaited() -> None:
    toy = Toy()
    held: list[Duty] = []

    def hold_keys(seat: int, duty: Duty) -> Payload | None:
        if seat == 1 and isinstance(duty.payload, Keys):
            held.append(duty)
            return None
        return duty.payload

    toy.settle(hold_keys)
    assert toy.watcher.to_move == 0
    assert toy.watcher.awaited() == [1]
    assert not toy.players[0].seat.ready
    toy.say(1, held[0].payload)
    assert toy.watcher.awaited() == [0]
    assert toy.players[0].seat.ready


# Turns


def test_a_digest_is_what_the_protocol_page_says() -> None:
    assert state_digest([1, -2, 3]) == hash32("state", [1, -2, 3])


def test_a_turn_goes_through_everywhere() -> None:
    toy = at_turn()
    toy.play(0, cards=2)
    assert toy.watcher.faults == []
    assert toy.watcher.rules.public() == toy.players[1].rules.public()


def test_a_turn_of_the_other_seat() -> None:
    toy = at_turn()
    entry = toy.say(1, Turn(toy.watcher.turn_number, (), (), bytes(32)))
    assert fault_of(toy) == (entry.index, 1, "out-of-turn")


def test_a_turn_for_a_request_that_is_still_to_come() -> None:
    toy = at_turn()
    turn = toy.turn(0).payload
    assert isinstance(turn, Turn)
    entry = toy.say(0, msgspec.structs.replace(turn, request=turn.request + 1))
    assert fault_of(toy) == (entry.index, 0, "out-of-turn")


def test_a_turn_signed_before_its_request_was_open() -> None:
    """Its author has seen the entry before, not the one that made it the mover; another has to have been said since."""
    toy = Toy(script=[Need("turn", seat=0), Need("roll", amount=2), Need("turn", seat=1)], decks=[])
    toy.play(0)
    assert [duty.words for _, duty in toy.due()] == [("link:1",), ("link:1",)]
    (_, first), (_, second) = toy.due()
    toy.say(1, second.payload)
    toy.say(0, first.payload)
    table = toy.watcher
    assert (table.to_move, table.turn_opened_at) == (1, 3)
    turn = toy.turn(1, cards=0).payload
    entry = toy.say(1, turn, ack=2)
    assert fault_of(toy) == (entry.index, 1, "out-of-turn")


def test_a_turn_signed_when_its_request_opened_is_in_time() -> None:
    toy = at_turn()
    toy.say(0, toy.turn(0).payload, ack=toy.watcher.turn_opened_at)
    assert toy.watcher.faults == []


def test_an_earlier_turn_again_is_void() -> None:
    toy = at_turn()
    turn = toy.turn(0).payload
    toy.play(0)
    before = toy.watcher.rules.public()
    toy.say(0, turn)  # between two turns: a roll is awaited
    toy.settle()
    toy.say(0, turn)  # while the other one is to move
    assert toy.watcher.faults == []
    assert toy.watcher.ending is None
    assert toy.watcher.rules.public()[: len(before)] == before
    assert toy.watcher.to_move == 1


def test_a_turn_that_the_rules_forbid() -> None:
    toy = at_turn()
    turn = toy.turn(0).payload
    assert isinstance(turn, Turn)
    before = toy.watcher.rules.public()
    entry = toy.say(0, msgspec.structs.replace(turn, moves=(99,)))
    assert fault_of(toy) == (entry.index, 0, "illegal")
    assert "these are not the cards" in str(toy.watcher.faults[0])
    assert toy.watcher.rules.public() == before


def test_a_digest_of_another_position() -> None:
    toy = at_turn()
    turn = toy.turn(0).payload
    assert isinstance(turn, Turn)
    entry = toy.say(0, msgspec.structs.replace(turn, digest=bytes(32)))
    assert fault_of(toy) == (entry.index, 0, "digest")
    assert str(entry.index) in str(toy.watcher.faults[0])


def test_a_card_of_somebody_else_is_not_opened() -> None:
    toy = at_turn()
    slot = toy.watcher.hands[1][0]
    key = toy.players[0].seat._shown(slot)
    entry = toy.say(0, Turn(1, (0,), (key,), bytes(32)))
    assert fault_of(toy) == (entry.index, 0, "not-held")


# Everything else that a seat can say while play goes on


def test_passes_for_decks_that_are_not_there_or_not_due() -> None:
    toy = Toy()
    seal = next(duty.payload for _, duty in toy.due() if isinstance(duty.payload, Seal))
    entry = toy.say(0, msgspec.structs.replace(seal, deck=9))
    assert fault_of(toy) == (entry.index, 0, "no-deck")
    toy = Toy()
    seal = next(duty.payload for number, duty in toy.due() if number == 0 and isinstance(duty.payload, Seal))
    entry = toy.say(1, seal)
    assert fault_of(toy) == (entry.index, 1, "seal-due")


def test_a_link_that_acknowledges_less_than_its_request() -> None:
    toy = at_turn()
    toy.play(0)
    opened = toy.watcher.randomness.opened_at
    _, duty = toy.due()[0]
    assert isinstance(duty.payload, Link)
    entry = toy.say(1, toy.players[1].seat.due()[0].payload, ack=opened - 1)
    assert fault_of(toy) == (entry.index, 1, "link-not-due")


def test_a_link_that_acknowledges_its_request_is_in_time() -> None:
    toy = at_turn()
    toy.play(0)
    toy.say(1, toy.players[1].seat.due()[0].payload, ack=toy.watcher.randomness.opened_at)
    assert toy.watcher.faults == []


def test_keys_that_acknowledge_less_than_their_deal() -> None:
    for back, faults in ((1, 1), (0, 0)):
        toy = Toy(
            script=[Need("deal", seat=0, deck=0, amount=1), Need("turn", seat=0)], decks=[Deck(0, 3, 0)]
        )
        toy.settle(lambda seat, duty: None if isinstance(duty.payload, Keys) else duty.payload)
        sealed = toy.log.length
        slot = toy.watcher.hands[0][0]
        entry = toy.say(1, Keys((toy.players[1].seat._shown(slot),)), ack=sealed - back)
        if faults:
            assert fault_of(toy) == (entry.index, 1, "key-not-due")
        else:
            assert toy.watcher.faults == []


def test_one_wrong_key_among_right_ones() -> None:
    toy = Toy()

    def lie(seat: int, duty: Duty) -> Payload:
        if seat == 1 and isinstance(duty.payload, Keys):
            last = duty.payload.keys[-1]
            return Keys((*duty.payload.keys[:-1], SlotKey(last.deck, last.position, bytes([5]) + bytes(31))))
        return duty.payload

    toy.settle(lie)
    assert [(fault.seat, fault.code) for fault in toy.watcher.faults] == [(1, "key-hash")]


def test_a_false_claim() -> None:
    toy = at_turn()
    entry = toy.say(1, Claim((toy.players[1].seat._shown(toy.watcher.hands[1][0]),)))
    assert fault_of(toy) == (entry.index, 1, "false-claim")


def test_a_claim_of_a_slot_twice_is_no_proof_of_a_double_card() -> None:
    toy = at_turn()
    shown = toy.players[1].seat._shown(toy.watcher.hands[1][0])
    toy.say(1, Claim((shown, shown)))
    assert [(fault.seat, fault.code) for fault in toy.watcher.faults] == [(1, "not-held")]


@pytest.mark.parametrize(
    "payload",
    [Opening(bytes(32), bytes(32)), Verdict(True, (), bytes(32), (0, 0))],
    ids=["opening", "verdict"],
)
def test_the_end_before_the_end(payload: Payload) -> None:
    toy = at_turn()
    entry = toy.say(1, payload)
    assert fault_of(toy) == (entry.index, 1, "too-early")


# After the end


def test_an_end_remembers_the_entry_that_ended_play() -> None:
    toy = ended()
    ending = toy.watcher.ending
    assert ending is not None
    assert (ending.reason, ending.entry, ending.head) == ("over", toy.log.length, toy.log.head())
    toy.settle()
    assert toy.watcher.ending == ending


def test_late_answers_are_void() -> None:
    toy = ended()
    before = toy.watcher.rules.public()
    key = toy.players[0].seat._shown(toy.watcher.hands[1][0])
    for payload in (
        Turn(2, (), (), bytes(32)),
        Turn(99, (), (), bytes(32)),
        Link(3, bytes(32)),
        Keys((key,)),
        Claim((key,)),
        Seal(0, 0, 1, (bytes(32),), (), ()),
    ):
        toy.say(0, payload)
    assert toy.watcher.faults == []
    assert toy.watcher.rules.public() == before
    toy.settle()
    assert toy.watcher.proven
    assert toy.watcher.closed


def test_a_verdict_before_the_audit_is_void() -> None:
    toy = ended()
    assert toy.watcher.ending is not None
    toy.say(0, Verdict(False, (), bytes(32), ()))
    assert toy.watcher.verdicts == {}
    toy.settle()
    assert toy.watcher.faults == []
    assert toy.watcher.closed


def test_the_first_opening_counts() -> None:
    toy = ended()
    toy.settle(lambda seat, duty: None)
    good = Opening(toy.players[0].secrets.deck, toy.players[0].secrets.chain)
    toy.say(0, good)
    toy.say(0, Opening(bytes(32), bytes(32)))
    assert toy.watcher.openings[0][1] == good


@pytest.mark.slow
def test_the_first_verdict_counts() -> None:
    toy = ended()
    toy.settle()
    verdict = toy.watcher.verdicts[1]
    toy.say(1, Verdict(False, (), bytes(32), ()))
    assert toy.watcher.verdicts[1] == verdict
    assert toy.watcher.faults == []


def test_a_verdict_that_is_not_what_the_record_shows() -> None:
    toy = ended()

    def lie(seat: int, duty: Duty) -> Payload:
        if seat == 1 and isinstance(duty.payload, Verdict):
            return msgspec.structs.replace(duty.payload, scores=(0, 100))
        return duty.payload

    toy.settle(lie)
    table = toy.watcher
    assert [(fault.seat, fault.code) for fault in table.faults] == [(1, "verdict")]
    assert table.closed
    # A liar does not change what the others sign: the fault is not of the match.
    assert table.verdict().honest
    assert table.culprits == {1}


def test_the_verdict_holds_the_faults_of_play_and_audit() -> None:
    toy = ended()

    def lie(seat: int, duty: Duty) -> Payload:
        if seat == 1 and isinstance(duty.payload, Opening):
            return msgspec.structs.replace(duty.payload, chain_seed=bytes(32))
        return duty.payload

    toy.settle(lambda seat, duty: None if isinstance(duty.payload, Verdict) else lie(seat, duty))
    # Only play convicts before the end: whoever opened something false is still asked what it found.
    assert toy.watcher.audited
    assert toy.watcher.awaited() == [0, 1]
    (fault,) = toy.watcher.faults
    assert (fault.seat, fault.code) == (1, "chain")
    verdict = toy.watcher.verdict()
    assert not verdict.honest
    assert verdict.faults == (VerdictFault(fault.entry, 1, "chain"),)
    assert toy.watcher.ending is not None
    assert verdict.play_head == toy.watcher.ending.head
    assert verdict.scores == tuple(toy.watcher.rules.scores())


def test_nobody_waits_for_a_seat_that_play_has_convicted() -> None:
    toy = at_turn()
    toy.say(1, Claim((toy.players[1].seat._shown(toy.watcher.hands[1][0]),)))
    assert toy.watcher.awaited() == [0]
    number, duty = toy.due()[0]
    assert (number, type(duty.payload)) == (0, Opening)
    toy.say(0, duty.payload)
    assert toy.watcher.audited
    assert not toy.watcher.proven  # seat 1 has not opened
    toy.say(0, toy.watcher.verdict())
    assert toy.watcher.closed


def test_a_result_is_not_proven_while_a_seat_has_not_opened() -> None:
    toy = ended()
    toy.say(0, Opening(toy.players[0].secrets.deck, toy.players[0].secrets.chain))
    table = toy.watcher
    assert (table.audited, table.proven, table.closed) == (False, False, False)
    assert table.awaited() == [1]


# The host


def test_a_refused_entry_changes_nothing() -> None:
    toy = at_turn()
    table = toy.watcher
    good = toy.order(0, toy.turn(0).payload)
    before = (table.log.length, table.log.head(), table.rules.public(), table.awaited())
    bad = type(good)(good.index, good.term, bytes(64), good.envelope)
    with pytest.raises(RemoteProtocolError) as caught:
        table.receive(bad)
    assert caught.value.culprit is Culprit.HOST
    assert (table.log.length, table.log.head(), table.rules.public(), table.awaited()) == before
    table.receive(good)
    assert table.log.length == before[0] + 1


@pytest.mark.slow
def test_a_replica_with_secrets_known_beforehand_judges_the_same() -> None:
    """A verifier that knows the openings in advance skips work, not judgement; false ones spare nothing."""
    honest = Toy()
    honest.finish()
    cheat = Toy(passes={1: SeatSecret(b"x" * 32)})
    cheat.finish()
    for toy in (honest, cheat):
        opened = {number: SeatSecret(player.secrets.deck) for number, player in enumerate(toy.players)}
        for known in ({}, opened, {0: SeatSecret(b"z" * 32)}, dict(toy.passes)):
            table = toy.fresh(known)
            for entry in toy.log.entries:
                table.receive(entry)
            assert table.faults == toy.watcher.faults
            assert table.verdict() == toy.watcher.verdict()
    assert honest.watcher.faults == []
    assert {fault.seat for fault in cheat.watcher.faults} == {1}


@pytest.mark.parametrize(("owner", "first"), [(None, 0), (0, 0), (1, 1), (2, 2)])
def test_the_owner_of_a_deck_passes_first(owner: int | None, first: int) -> None:
    toy = Toy(script=[], decks=[Deck(0, 2, owner)], seats=3)
    assert toy.watcher.decks[0].order == tuple((first + step) % 3 for step in range(3))


def test_decks_without_cards_dealt_are_sealed_all_the_same() -> None:
    toy = Toy(script=[Need("turn", seat=0)], decks=[Deck(0, 2, 0)])
    assert toy.watcher.to_move == 0
    assert not toy.watcher.sealed
    assert isinstance(toy.watcher, Table)
