"""Votes are asked for when enough seats are there, and not before the others had time to come."""

from __future__ import annotations

from gefaehrten.session.succession import ASK_SECONDS, GATHER_SECONDS, Succession
from protocol.machine.hub import Stage
from tests.machines import TableBench, offer


def orphaned(seats: int, *here: int) -> TableBench:
    """The host is gone in the middle of a match, and the first of these seats gathers the others."""
    bench = TableBench(offer(seats), seed="orphaned")
    bench.run(turns=1)
    bench.succeed(*here)
    return bench


def asked(bench: TableBench) -> bool:
    return bench.hub.gathering is not None and bench.hub.gathering.election is not None


def test_everybody_is_there() -> None:
    bench = orphaned(3, 1, 0, 2)
    succession = Succession(bench.hub)
    said = succession.step(bench.peers[1].table, 0.0)
    assert said is not None
    assert (said.params["needed"], said.params["seats"], said.params["here"]) == (2, 3, 3)
    assert asked(bench)


def test_enough_wait_a_while_for_the_others() -> None:
    bench = orphaned(3, 1, 0)
    table, succession = bench.peers[1].table, Succession(bench.hub)
    assert succession.step(table, 100.0) is not None
    assert succession.step(table, 100.0 + GATHER_SECONDS - 0.1) is None, "nothing has changed"
    assert not asked(bench)
    succession.step(table, 100.0 + GATHER_SECONDS)
    assert asked(bench)


def test_a_seat_that_has_been_given_up_asks_nobody() -> None:
    """It learns that only from the log of the others; a term of its own would be refused by all."""
    bench = orphaned(4, 1, 0, 2, 3)
    table, succession = bench.peers[1].table, Succession(bench.hub)
    table.active.remove(1)
    said = succession.step(table, 0.0)
    assert said is not None
    assert said.template.startswith("You are not in the match any more")
    assert succession.step(table, 10 * GATHER_SECONDS) is None, "it is said once"
    assert not asked(bench)


def test_too_few_wait_for_ever() -> None:
    bench = orphaned(4, 1, 0)
    succession = Succession(bench.hub)
    for now in range(0, 1000, 10):
        succession.step(bench.peers[1].table, float(now))
    assert not asked(bench)


def test_whoever_does_not_answer_is_asked_again_in_a_later_term() -> None:
    bench = orphaned(3, 1, 0, 2)
    table, succession = bench.peers[1].table, Succession(bench.hub)
    succession.step(table, 0.0)
    first = bench.hub.gathering.election.candidacy.term  # type: ignore[union-attr]
    succession.step(table, ASK_SECONDS - 0.1)
    assert bench.hub.gathering.election.candidacy.term == first  # type: ignore[union-attr]
    succession.step(table, ASK_SECONDS)
    assert bench.hub.gathering.election.candidacy.term == first + 1  # type: ignore[union-attr]


def test_a_host_asks_nobody() -> None:
    bench = orphaned(3, 1, 0, 2)
    table, succession = bench.peers[1].table, Succession(bench.hub)
    succession.step(table, 0.0)
    bench._flush_hub()
    bench.run(turns=0)
    assert bench.hub.stage is Stage.RUNNING
    assert succession.step(table, 50.0) is None
    assert bench.hub.take().send == []
