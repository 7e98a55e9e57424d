"""Matches in the fault laboratory: one fault of every kind at every place of a tiny match, and some of each larger one.

`scripts/fault_lab.py` plays thousands, `python -m tests.lab 'PLAN'` repeats one; see docs/faults.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import islice

import pytest

from tests.lab.draw import anything, every
from tests.lab.loop import Hang, VirtualLoop
from tests.lab.plan import FOREVER, Fault, Kind, Plan, Way
from tests.lab.run import Report, run

TWO = Plan("tiny", 2, 0, grace=40.0, think=2.0, again=2)
"""The match that every fault is tried on."""

CIRCLE = Plan("circle", 3, 0, grace=40.0, think=2.0, again=2)
"""A match with a shared deck and hands that are passed on."""

STRIDE = 3
"""Every third place of every kind of fault: with all of them the tests take three times as long."""


def reports(plans: Iterator[Plan]) -> list[Report]:
    return [run(plan) for plan in plans]


def assert_sound(found: list[Report]) -> None:
    assert [(str(report.plan), report.failures) for report in found if report.failures] == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(Kind))
def test_one_fault_at_every_place(kind: Kind) -> None:
    start = list(Kind).index(kind) % STRIDE
    found = reports(islice(every(kind, TWO), start, None, STRIDE))
    assert_sound(found)
    happened = sum(len(report.happened) for report in found)
    assert happened > 0.8 * len(found), "most places are places of a match"
    outcomes = {report.outcome for report in found}
    if kind in (Kind.DELAY, Kind.TWICE):
        assert "verdict" in outcomes
    if kind is Kind.LEAVE:
        assert outcomes & {"left", "absent"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(Kind))
def test_a_fault_here_and_there_of_a_match_with_hand_overs(kind: Kind) -> None:
    found = reports(islice(every(kind, CIRCLE), 7 * list(Kind).index(kind) % 37, None, 37))
    assert_sound(found)


@pytest.mark.slow
@pytest.mark.parametrize(
    "plan",
    [
        "circle 3+1 seed=1 crash@1.keep.24+2 cut@2.down.28+3 crash@0.kept.50+1",
        "circle 4+0 seed=2 grace=20 crash@2.up.14+inf leave@3.up.16",
        "tiny 3+1 seed=1 cut@1.down.20+3 crash@2.keep.30+2 mute@w0.down.12+30",
        "tiny 3+0 seed=2 grace=20 crash@1.up.15+inf",
        "tiny 4+1 seed=3 grace=40 lose@1.up.12+30 cut@2.down.40+200 crash@w0.kept.30+1",
        "tiny 3+1 seed=4 bots=1 crash@0.kept.70+5 cut@1.up.12+1",
        "tiny 3+1 seed=8 again=5 crash@0.kept.60+60 take@1.up.8+5",
        "tiny 2+0 seed=5 clock=20 think=10 cut@1.down.20+1",
        "gefaehrten 2+0 seed=6 think=1 crash@1.kept.60+2 cut@1.down.100+1 crash@0.keep.150+3",
        "gefaehrten 3+1 seed=7 think=1 grace=40 crash@2.up.40+inf twice@1.down.60 cut@w0.down.90+2",
    ],
)
def test_larger_matches(plan: str) -> None:
    report = run(Plan.parse(plan))
    assert report.failures == []
    assert len(report.happened) == len(report.plan.faults), "everything planned has happened"
    assert report.outcome in ("verdict", "unproven", "absent", "left", "lost")


def test_a_match_without_faults_ends_in_a_proven_verdict_for_everybody() -> None:
    report = run(Plan("tiny", 3, 1, seed=1))
    assert report.failures == []
    assert set(report.peers.values()) == {"verdict"}
    assert (report.retired, report.resumed) == (0, 0)


def test_the_same_plan_is_the_same_run() -> None:
    plan = Plan.parse("tiny 3+1 seed=9 cut@1.down.20+3 crash@2.keep.30+2 swap@w0.down.9 crash@0.kept.60+1")
    first, again = run(plan), run(plan)
    assert (first.trace, first.seconds, first.peers) == (again.trace, again.seconds, again.peers)
    assert run(Plan.parse(str(plan).replace("seed=9", "seed=10"))).trace != first.trace


def test_journals_in_files_change_nothing() -> None:
    plan = "tiny 2+0 seed=3 crash@1.keep.20+2 crash@0.kept.40+2"
    assert run(Plan.parse(plan)).trace == run(Plan.parse(plan + " files=1")).trace


def test_plans_print_and_read_back() -> None:
    for number in range(300):
        plan = anything(number, seed=1)
        assert Plan.parse(str(plan)) == plan
    fault = Fault(Kind.CUT, "w0", Way.DOWN, 12, FOREVER)
    assert Fault.parse("cut@w0.down.12+inf") == fault


@pytest.mark.parametrize("text", ["", "tiny", "tiny 2+0 cut", "tiny 2+0 cut@1.down", "tiny 2+0 speed=3"])
def test_what_is_no_plan(text: str) -> None:
    with pytest.raises(ValueError, match=r"no (plan|fault|such value)"):
        Plan.parse(text)


# The loop


def test_time_jumps_to_the_next_timer() -> None:
    loop = VirtualLoop()
    seen: list[tuple[str, float]] = []

    async def sleeper(name: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        seen.append((name, round(loop.time(), 6)))

    async def both() -> None:
        await asyncio.gather(sleeper("late", 3000.0), sleeper("early", 2.5))

    loop.play(both())
    assert seen == [("early", 2.5), ("late", 3000.0)]
    assert loop.is_closed()


async def _for_ever() -> None:
    await asyncio.get_running_loop().create_future()


async def _again_and_again() -> None:
    while True:
        await asyncio.sleep(0)


async def _later_and_later() -> None:
    while True:
        await asyncio.sleep(10)


@pytest.mark.parametrize("work", [_for_ever, _again_and_again, _later_and_later])
def test_what_does_not_end_is_found(work: object) -> None:
    with pytest.raises(Hang):
        VirtualLoop(seconds=1000.0, steps=2000).play(work())  # type: ignore[operator]
