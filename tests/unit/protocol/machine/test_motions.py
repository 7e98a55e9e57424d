"""Pauses and ends by agreement in the log: when they begin, when they end, and what of them is void."""

from __future__ import annotations

import pytest

from protocol.machine.motions import ABORT, PAUSE, PLAY, Motions
from protocol.wire.messages import Concede, Motion, Opening, Verdict
from tests.unit.protocol.machine.toy import OVER, Deck, Need, Toy


def moved(*wishes: tuple[int, str]) -> Motions:
    motions = Motions(4)
    for seat, wish in wishes:
        motions.receive(seat, wish)
    return motions


ALL = [0, 1, 2, 3]


def test_a_pause_begins_when_everybody_would_like_it_and_not_before() -> None:
    motions = moved((0, PAUSE), (1, PAUSE), (2, PAUSE))
    assert not motions.weigh(ALL)
    assert not motions.paused
    motions.receive(3, PAUSE)
    assert not motions.weigh(ALL)
    assert motions.paused
    assert motions.pauses == 1


def test_a_pause_ends_when_more_than_half_would_play_on_and_with_it_all_wishes() -> None:
    motions = moved(*((seat, PAUSE) for seat in ALL))
    motions.weigh(ALL)
    for seat in (0, 1):
        motions.receive(seat, PLAY)
        motions.weigh(ALL)
    assert motions.paused, "half of them is not more than half"
    motions.receive(2, PLAY)
    motions.weigh(ALL)
    assert not motions.paused
    assert motions.wishes == [PLAY] * 4


def test_of_two_one_is_enough_to_go_on() -> None:
    motions = moved((0, PAUSE), (1, PAUSE))
    motions.weigh([0, 1])
    motions.receive(1, PLAY)
    motions.weigh([0, 1])
    assert not motions.paused


def test_who_would_like_the_end_keeps_nobody_from_resting() -> None:
    motions = moved(*((seat, PAUSE) for seat in ALL))
    motions.weigh(ALL)
    for seat in (0, 1, 2):
        motions.receive(seat, ABORT)
        assert not motions.weigh(ALL)
    assert motions.paused
    motions.receive(3, ABORT)
    assert motions.weigh(ALL)


def test_a_turn_in_the_pause_takes_its_authors_wish_back_another_does_not() -> None:
    motions = moved((0, PAUSE))
    motions.turned(0)
    assert motions.wishes[0] == PAUSE
    for seat in ALL:
        motions.receive(seat, PAUSE)
    motions.weigh(ALL)
    motions.turned(0)
    assert motions.wishes == [PLAY, PAUSE, PAUSE, PAUSE]


def test_only_those_count_who_are_in_the_match() -> None:
    motions = moved((0, ABORT), (1, ABORT), (2, ABORT))
    assert not motions.weigh(ALL)
    assert motions.weigh([0, 1, 2])


# In the log


def at_turn(seats: int = 2) -> Toy:
    """Seat 0 is to move, nobody owes anything else."""
    script = [Need("deal", seat=0, deck=0, amount=2), Need("turn", seat=0), Need("turn", seat=seats - 1)]
    toy = Toy(seats=seats, script=script, decks=[Deck(0, 4, 0)])
    toy.settle()
    assert toy.watcher.to_move == 0
    return toy


def same(toy: Toy) -> None:
    """All replicas say the same."""
    for table in (player.table for player in toy.players):
        assert table.motions.wishes == toy.watcher.motions.wishes
        assert table.paused == toy.watcher.paused
        assert (table.ending is None) == (toy.watcher.ending is None)


def test_in_a_pause_turns_are_still_awaited_and_count() -> None:
    toy = at_turn()
    toy.say(0, Motion("pause"))
    assert not toy.watcher.paused
    late = toy.turn(0)
    toy.players[0].seat.answer(late)
    toy.say(1, Motion("pause"))
    assert toy.watcher.paused
    assert toy.watcher.to_move == 0
    toy.say(0, late.payload)
    assert toy.watcher.faults == []
    assert not toy.watcher.paused, "of two, one that plays on is enough"
    same(toy)


def test_all_wishing_the_end_end_the_match_as_it_stands() -> None:
    toy = at_turn()
    toy.play(0)
    points = toy.watcher.rules.scores()
    toy.say(1, Motion("abort"))
    entry = toy.say(0, Motion("abort"))
    table = toy.watcher
    assert table.ending is not None
    assert (table.ending.entry, table.ending.reason) == (entry.index, "aborted")
    assert table.ending.head == table.log.head(entry.index)
    assert toy.players[0].rules.aborted
    same(toy)
    toy.settle()
    assert table.closed
    assert table.proven
    assert table.verdict() == Verdict(True, (), table.ending.head, tuple(points))


def test_a_match_can_be_ended_before_a_card_is_dealt() -> None:
    toy = Toy()
    for seat in (0, 1):
        toy.say(seat, Motion("abort"))
    assert toy.watcher.ending is not None
    toy.settle()
    assert toy.watcher.proven


def test_a_cheat_is_found_although_all_would_rather_stop() -> None:
    toy = at_turn()
    for seat in (0, 1):
        toy.say(seat, Motion("abort"))
    toy.say(0, Opening(bytes(32), bytes(32)))
    toy.settle()
    assert {(fault.seat, fault.code) for fault in toy.watcher.faults} >= {(0, "secret"), (0, "chain")}


def test_after_the_end_a_motion_is_void() -> None:
    toy = at_turn()
    for seat in (0, 1):
        toy.say(seat, Motion("abort"))
    toy.say(0, Motion("pause"))
    assert toy.watcher.motions.wishes == ["abort", "abort"]
    assert toy.watcher.faults == []


def test_who_leaves_does_not_keep_the_others_from_what_they_all_want() -> None:
    toy = at_turn(3)
    for seat in (0, 1):
        toy.say(seat, Motion("pause"))
    assert not toy.watcher.paused
    secrets = toy.secrets[2]
    toy.say(2, Concede(secrets.deck, secrets.chain))
    assert toy.watcher.paused
    toy.say(2, Motion(""))
    assert toy.watcher.motions.wishes[2] == ""
    assert toy.watcher.paused, "a retired seat has no say"
    same(toy)


def test_a_leaver_ends_a_pause_that_most_of_the_others_have_had_enough_of() -> None:
    toy = at_turn(3)
    for seat in (0, 1, 2):
        toy.say(seat, Motion("pause"))
    toy.say(0, Motion(""))
    assert toy.watcher.paused
    secrets = toy.secrets[2]
    toy.say(2, Concede(secrets.deck, secrets.chain))
    assert not toy.watcher.paused


def test_a_match_that_ends_by_its_rules_at_the_same_entry_is_not_aborted() -> None:
    """Whoever is left alone has won, whatever they had wished for before."""
    toy = Toy(script=[Need("turn", seat=1)], decks=[Deck(0, 4, 0)])
    toy.settle()
    toy.say(0, Motion("abort"))
    secrets = toy.secrets[1]
    toy.say(1, Concede(secrets.deck, secrets.chain))
    assert toy.watcher.rules.need() == OVER
    assert toy.watcher.ending is not None
    assert toy.watcher.ending.reason == "over"


@pytest.mark.parametrize("wish", ["", "pause", "abort"])
def test_a_seat_signs_what_its_person_would_like(wish: str) -> None:
    toy = at_turn()
    duty = toy.players[0].seat.motion(wish)  # type: ignore[arg-type]
    assert duty.payload == Motion(wish)  # type: ignore[arg-type]
    assert duty not in toy.players[0].seat.due()
