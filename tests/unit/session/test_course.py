"""What is told of a match while its decks are sealed, for the first time or again."""

from __future__ import annotations

import pytest

from gefaehrten.session.course import Course
from gefaehrten.session.events import Ended, Resumed, Started, Stepped
from tests.machines import TableBench, offer


@pytest.mark.parametrize("entries", [0, 3])
def test_of_two_who_stays_while_the_decks_are_sealed_hears_the_whole_course(entries: int) -> None:
    bench = TableBench(offer(2), seed="course")
    while any(peer.guest.table is None or peer.table.log.length < entries for peer in bench.peers):
        bench._deliver()
    bench.peers[1].guest.concede()
    bench._flush_guest(bench.peers[1])
    bench.run()
    table = bench.peers[0].table
    assert not table.sealed
    course = Course(b"", lambda: 0.0)
    course.begin(table)
    told = list(course.progress(table))
    assert [type(event) for event in told] == [Started, Stepped, Stepped, Ended]
    assert [event.step["step"] for event in told if isinstance(event, Stepped)] == ["retired", "over"]
    assert list(course.progress(table)) == []


@pytest.mark.slow
def test_who_comes_back_while_decks_are_sealed_again_hears_of_no_second_start() -> None:
    bench = TableBench(offer(3), seed="again")
    bench.run(turns=4)
    table = bench.peers[0].table
    bench.peers[1].guest.concede()
    bench._flush_guest(bench.peers[1])
    while table.sealed:
        bench._deliver()
    course = Course(b"", lambda: 0.0)
    assert [type(event) for event in course.resume(table)] == [Resumed]
    steps = len(bench.peers[0].match.steps)
    while not table.sealed:
        bench._deliver()
    told = list(course.progress(table))
    assert [type(event) for event in told] == [Stepped] * len(told)
    assert [event.step for event in told if isinstance(event, Stepped)] == bench.peers[0].match.steps[steps:]
