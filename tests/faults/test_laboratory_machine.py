"""A match in the fault laboratory in which anything goes wrong at any time, as hypothesis likes it.

Whatever it does is a plan at the same time, which stands in the message of a failure: `python -m tests.lab 'PLAN'`.
"""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.lab.checks import forks, stored_of
from tests.lab.plan import FOREVER, HOST, OF_A_LINE, OF_A_PERSON, OF_A_RELAY, Fault, Kind, Plan, Way
from tests.lab.run import Laboratory
from tests.lab.secrecy import signed_twice
from tests.lab.shortcuts import laboratory

SECONDS = st.sampled_from([0.0, 1.0, 8.0, 30.0, 75.0, 200.0, FOREVER])
LINES = st.sampled_from(list(OF_A_LINE))
RELAYS = st.sampled_from(list(OF_A_RELAY))
PEOPLE = st.sampled_from(list(OF_A_PERSON))
FRAMES = st.sampled_from([Way.UP, Way.DOWN])
WRITES = st.sampled_from([Way.KEEP, Way.KEPT])
ROUND_THE_TABLE = st.integers(0, 3)


class Meddling(RuleBasedStateMachine):
    """A table, and everything that can happen to it."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.lab: Laboratory | None = None

    @initialize(
        seats=st.sampled_from([2, 2, 3]),
        watchers=st.sampled_from([0, 0, 1]),
        seed=st.integers(0, 1000),
        grace=st.sampled_from([20.0, 60.0]),
        think=st.sampled_from([0.5, 20.0]),
    )
    def open(self, seats: int, watchers: int, seed: int, grace: float, think: float) -> None:
        self.stack.enter_context(laboratory("tiny"))
        plan = Plan("tiny", seats, watchers, seed, grace, think, again=3)
        self.lab = Laboratory(plan)
        self.lab.advance(3.0)

    @property
    def running(self) -> Laboratory:
        assert self.lab is not None
        return self.lab

    def who(self, number: int) -> str:
        peers = self.running.plan.peers
        return peers[number % len(peers)]

    @rule(seconds=st.sampled_from([0.1, 1.0, 5.0, 30.0]))
    def time_passes(self, seconds: float) -> None:
        self.running.advance(seconds)

    @precondition(lambda self: not self.running.over)
    @rule(kind=LINES, number=ROUND_THE_TABLE, way=FRAMES, seconds=SECONDS)
    def a_line_suffers(self, kind: Kind, number: int, way: Way, seconds: float) -> None:
        self.strike(kind, self.who(number), way, seconds)

    @precondition(lambda self: not self.running.over)
    @rule(kind=RELAYS, number=ROUND_THE_TABLE, way=FRAMES, what=st.integers(0, 3000))
    def a_relay_meddles(self, kind: Kind, number: int, way: Way, what: int) -> None:
        self.strike(kind, self.who(number), way, float(what if kind in (Kind.FLIP, Kind.AGAIN) else 0))

    @precondition(lambda self: not self.running.over)
    @rule(number=ROUND_THE_TABLE, way=FRAMES | WRITES, seconds=SECONDS)
    def a_process_is_killed(self, number: int, way: Way, seconds: float) -> None:
        self.strike(Kind.CRASH, self.who(number), way, seconds)

    @precondition(lambda self: not self.running.over)
    @rule(way=WRITES, seconds=SECONDS)
    def the_host_is_killed(self, way: Way, seconds: float) -> None:
        self.strike(Kind.CRASH, HOST, way, seconds)

    @precondition(lambda self: not self.running.over)
    @rule(kind=PEOPLE, number=ROUND_THE_TABLE, way=FRAMES, what=st.sampled_from([1.0, 2.0, 5.0]))
    def somebody_does_something(self, kind: Kind, number: int, way: Way, what: float) -> None:
        self.strike(kind, self.who(number), way, what)

    def strike(self, kind: Kind, who: str, way: Way, number: float) -> None:
        fault: Fault = self.running.strike(kind, who, way, number)
        note(str(fault))

    @invariant()
    def journals_hold_one_log(self) -> None:
        if self.lab is not None:
            assert forks(stored_of(self.lab.peers)) == []

    @invariant()
    def nobody_has_signed_twice(self) -> None:
        if self.lab is not None:
            assert signed_twice(self.lab.tap) == []

    def teardown(self) -> None:
        try:
            if self.lab is not None:
                try:
                    report = self.lab.finish()
                    note(str(report.plan))
                    assert report.failures == [], report.plan
                finally:
                    self.lab.close()
        finally:
            self.stack.close()


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_anything_at_any_time() -> None:
    bounds = settings(
        max_examples=50,
        stateful_step_count=12,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Meddling, settings=bounds)
