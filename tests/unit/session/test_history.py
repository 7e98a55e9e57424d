"""A match looked back on: each position is the one that was played, and each viewpoint sees what it saw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import pytest

from gefaehrten.core.errors import UsageError
from gefaehrten.core.game import JsonStep
from gefaehrten.core.kernel import Kernel
from gefaehrten.engine.match import Match
from gefaehrten.games.gefaehrten.actions import EndTurn, Locate, Nazgul, Place, Recall, coded
from gefaehrten.games.gefaehrten.moves import card_kernel, space_of
from gefaehrten.games.gefaehrten.names import COLOURS, TOKEN_KEYS
from gefaehrten.games.gefaehrten.trail import cell_in
from gefaehrten.session.history import LOOKER, History, look_back
from gefaehrten.session.replicas import match_of
from gefaehrten.session.verify import examine, parsed
from protocol.errors import RemoteProtocolError
from protocol.machine.guest import Guest
from protocol.record import RecordFile
from protocol.wire.messages import Opening, Payload
from tests.machines import Peer, TableBench, offer, random_turn

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Seen:
    """What a seat knew when it was to move."""

    steps: int
    seat: int
    dump: list[int]
    hand: list[int]


@cache
def played(seats: int) -> tuple[RecordFile, tuple[Seen, ...]]:
    """A whole match, and what everybody saw while it was played."""
    seen: list[Seen] = []

    def look(peer: Peer) -> list[int]:
        match = peer.match
        hand = [card for _, card in match.hand(peer.guest.number) if card is not None]
        seen.append(Seen(len(match.steps), peer.guest.number, match.kernel.dump(), hand))
        return random_turn(peer)

    bench = TableBench(offer(seats), seed=f"history {seats}", play=look)
    bench.run()
    return bench.record(), tuple(seen)


@cache
def history(seats: int) -> History:
    return look_back(played(seats)[0])


def cut(file: RecordFile, entries: int) -> RecordFile:
    return replace(file, entries=file.entries[:entries])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_seat_sees_what_it_saw_when_it_moved(seats: int) -> None:
    past = history(seats)
    assert past.viewpoints() == (LOOKER, *range(seats))
    assert len(played(seats)[1]) > 20
    for seen in played(seats)[1]:
        scene = past.at(seen.steps, seen.seat)
        assert scene.kernel.dump() == seen.dump
        assert list(scene.hand_cards) == seen.hand
        assert (scene.seat, list(scene.steps)) == (seen.seat, list(past.steps[: seen.steps]))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_watcher_sees_what_a_replica_without_secrets_knows(seats: int) -> None:
    """The masking law from outside: the replica of the audit has never known a hand."""
    file, past = played(seats)[0], history(seats)
    match: Match = match_of(file.table)
    compared: list[int] = []

    def compare(entry: int) -> None:
        index = len(match.steps)
        if index == 0:
            return
        assert past.after(entry) == index
        assert past.at(index).kernel.dump() == match.kernel.dump()
        compared.append(index)

    examine(file, match, compare)
    assert compared[-1] == past.last
    assert list(past.steps) == match.steps


def action_of(step: JsonStep, kernel: Kernel) -> int | None:
    """The action that a step of the record tells of; None for what is no action."""
    now = card_kernel(kernel)

    match step["step"]:
        case "place":
            card = step["card"]
            assert isinstance(card, dict)
            token = 0 if step["token"] is None else TOKEN_KEYS.index(str(step["token"]))
            space = space_of(now, cell_in(step, "cell"))
            assert space is not None
            return coded(Place(COLOURS.index(card["colour"]), card["value"], space, token))
        case "nazgul":
            target = None if step["cell"] is None else cell_in(step, "cell")
            return coded(Nazgul(COLOURS.index(str(step["colour"])), target))
        case "recall":
            space = space_of(now, cell_in(step, "cell"))
            assert space is not None
            return coded(Recall(cell_in(step, "from"), space))
        case "locate":
            return coded(Locate(cell_in(step, "cell")))
        case "end_turn":
            return coded(EndTurn())
        case _:
            return None


@pytest.mark.parametrize("seats", [2, 4])
def test_within_a_turn_each_step_is_one_action_further(seats: int) -> None:
    past = history(seats)
    kinds = set()
    for index in range(1, past.length):
        step = past.step(index)
        assert step is not None
        kinds.add(step["step"])
        before, after = past.at(index - 1).kernel, past.at(index).kernel
        action = action_of(step, before)
        if action is not None:
            before.check(action)
            before.apply(action)
            assert before.dump() == after.dump()
        elif step["step"] in ("scored", "over"):
            # One action fills the location, scores it and may end the match: one position, several steps.
            assert before.dump() == after.dump()
    assert {"place", "nazgul", "end_turn", "scored", "locate", "drawn", "over"} <= kinds


def test_a_watcher_knows_no_hand_and_a_seat_only_its_own() -> None:
    past = history(4)
    for index in range(past.length):
        for viewpoint in past.viewpoints():
            kernel = card_kernel(past.at(index, viewpoint).kernel)
            for seat in range(4):
                known = seat == viewpoint
                assert kernel.hand_unknown(seat) == (0 if known else kernel.hand_size(seat))
                assert sum(kernel.hand(seat, face) for face in range(32)) == (
                    kernel.hand_size(seat) if known else 0
                )
        assert past.at(index).hand_cards == ()


def test_scorings_turns_and_entries() -> None:
    past = history(4)
    assert [past.steps[index - 1]["step"] for index in past.scorings] == ["scored"] * len(past.scorings)
    assert len(past.scorings) == card_kernel(past.at(past.last).kernel).scorings()
    assert {past.steps[index - 1]["step"] for index in past.turns} <= {
        "end_turn",
        "locate",
        "scored",
        "over",
        "place",
    }
    assert past.turns[-1] == past.last
    entries = [past.entry(index) for index in range(past.length)]
    assert entries == sorted(entries)
    assert (entries[0], entries[-1]) == (0, past.report.entries)
    for index in range(1, past.length):
        assert past.entry(past.after(past.entry(index))) == past.entry(index)
    assert past.after(0) == 0
    assert past.after(10**6) == past.last
    assert past.scores(past.last) == past.report.scores
    assert past.scores(0) == (0, 0, 0, 0)


def test_sentences_are_those_that_a_watcher_is_told() -> None:
    past = history(3)
    view = past.game.view()
    assert len(past.sentences) == past.length
    assert past.sentences[0] is None
    for index in range(1, past.length):
        step = past.steps[index - 1]
        said = view.announce(step, past.steps[: index - 1], past.names, LOOKER)
        assert past.sentences[index] == said
        assert (said is None) is (step["step"] in ("drawn", "end_turn"))


@pytest.mark.parametrize("share", [0.0, 0.15, 0.4, 0.7])
def test_a_record_that_stops_is_the_beginning_of_the_whole(share: float) -> None:
    file, whole = played(3)[0], history(3)
    part = look_back(cut(file, int(share * len(file.entries))))
    assert part.report.valid
    assert part.viewpoints() == (LOOKER,)
    assert part.length <= whole.length
    assert part.steps == whole.steps[: part.length - 1]
    for index in range(part.length):
        if part.steps:
            assert part.at(index).kernel.dump() == whole.at(index).kernel.dump()
            assert part.entry(index) == whole.entry(index)
    with pytest.raises(UsageError, match="Seat 0 has not opened"):
        part.at(part.last, 0)


def test_a_record_without_a_single_entry_has_one_position() -> None:
    nothing = look_back(cut(played(2)[0], 0))
    assert (nothing.length, nothing.steps, nothing.scorings, nothing.turns) == (1, (), (), ())
    assert nothing.at(0).steps == ()
    assert nothing.sentences == (None,)


def test_the_table_in_memory_gives_the_same_history() -> None:
    table = history(2).report.table
    assert table is not None
    again = look_back(table)
    assert again.steps == history(2).steps
    assert all(
        again.at(index, 1).kernel.dump() == history(2).at(index, 1).kernel.dump()
        for index in range(again.length)
    )


@pytest.mark.parametrize("index", [-1, 10**6])
def test_there_is_no_position_outside(index: int) -> None:
    with pytest.raises(UsageError, match="the last is"):
        history(2).at(index)


def test_what_comes_before_a_broken_entry_holds() -> None:
    file, whole = played(2)[0], history(2)
    at = whole.entry(whole.last // 2)
    entry = file.entries[at]
    broken = replace(entry, signature=bytes([entry.signature[0] ^ 1]) + entry.signature[1:])
    part = look_back(replace(file, entries=(*file.entries[:at], broken, *file.entries[at + 1 :])))
    assert not part.report.valid
    assert part.report.faults[0].entry == at + 1
    assert 1 < part.length < whole.length
    assert part.steps == whole.steps[: part.length - 1]


def lie(change: Callable[[Opening], Opening]) -> RecordFile:
    """The record of a match at which seat 1 opens other secrets than its own."""

    def twist(guest: Guest, payload: Payload) -> Payload | None:
        return change(payload) if isinstance(payload, Opening) else payload

    bench = TableBench(offer(2), seed="liar", twists={1: twist})
    bench.run()
    return bench.record()


def test_secrets_that_are_not_those_committed_to_open_nothing() -> None:
    past = look_back(lie(lambda opening: Opening(bytes(32), opening.chain_seed)))
    assert not past.report.honest
    assert [past.opened(seat) for seat in (0, 1)] == [True, False]
    assert past.viewpoints() == (LOOKER, 0)
    past.at(past.last // 2, 0)
    with pytest.raises(UsageError):
        past.at(past.last // 2, 1)


def test_only_bytes_and_signatures_that_hold_are_looked_back_on() -> None:
    data = played(2)[0].to_bytes()
    assert look_back(parsed(data)).steps == history(2).steps
    with pytest.raises(RemoteProtocolError):
        parsed(data[:-1])


# Matches that did not go as planned


def test_a_match_that_somebody_left_is_looked_back_on_whole() -> None:
    bench = TableBench(offer(3), seed="history of a leaver")
    bench.run(turns=4)
    bench.peers[1].guest.concede()
    bench._flush_guest(bench.peers[1])
    bench.run()
    looked = look_back(bench.record())
    kinds = [step["step"] for step in looked.steps]
    assert {"retired", "resealed", "over"} <= set(kinds)
    assert looked.length == len(looked.steps) + 1
    assert looked.report.proven
    assert list(looked.scores(looked.last)) == bench.peers[0].match.scores()
    left = kinds.index("retired")
    assert not card_kernel(looked.at(left).kernel).retired(1)
    assert card_kernel(looked.at(left + 1).kernel).retired(1)
    for seat in looked.viewpoints():
        for index in range(looked.length):
            scene = looked.at(index, seat)
            if seat >= 0:
                assert card_kernel(scene.kernel).hand_size(seat) == len(scene.hand_cards), (
                    "every card of the own hand is known"
                )


def test_a_match_that_everybody_would_rather_not_play_on_is_looked_back_on_to_its_end() -> None:
    bench = TableBench(offer(2), seed="history of an end")
    bench.run(turns=3)
    for peer in bench.peers:
        peer.guest.move("abort")
        bench._flush_guest(peer)
    bench.run()
    looked = look_back(bench.record())
    assert looked.steps[-1] == {
        "step": "over",
        "reason": "aborted",
        "scores": bench.peers[0].match.scores(),
        "winners": [],
    }
    assert looked.report.proven
    assert looked.last in looked.turns
