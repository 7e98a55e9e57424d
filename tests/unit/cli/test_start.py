"""How a session ended, as an exit code; and the warning about interpreted kernels."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import sys

import pytest

from gefaehrten.cli import start
from gefaehrten.cli.fronts import JsonFront, Outcome
from gefaehrten.cli.output import JsonLines
from gefaehrten.core import kernel
from gefaehrten.core.text import Sentence
from gefaehrten.session.ends import MatchFault
from gefaehrten.session.events import Chatted, Ended, FaultFound, Judged, SessionEvent, Waiting
from gefaehrten.session.front import Controls
from gefaehrten.session.players import Position

HONEST = Judged(honest=True, proven=True, faults=())
OVER = Ended(scores=(1, 2), winners=(1,), reason="locations", entries=9, head="ab")


class Silent:
    """A front that keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[SessionEvent] = []
        self.closed = False

    def attach(self, controls: Controls) -> None:
        raise AssertionError("nothing to attach here")

    def tell(self, event: SessionEvent) -> None:
        self.told.append(event)

    async def decide(self, position: Position) -> list[int]:
        return [position.turn]

    async def another(self) -> bool:
        return False

    async def close(self) -> None:
        self.closed = True


def carry_out(events: list[SessionEvent], judged: Judged) -> Silent:
    """A session that tells these events and ends in this verdict."""
    silent = Silent()
    front = Outcome(silent)

    async def session() -> Judged:
        for event in events:
            front.tell(event)
        return judged

    start._carry_out(session(), front)
    return silent


def test_an_honest_match_ends_well_and_everything_was_passed_on() -> None:
    assert carry_out([OVER, HONEST], HONEST).told == [OVER, HONEST]


def test_a_fault_in_the_verdict_is_a_fault() -> None:
    fault = FaultFound(7, 1, "shuffle", Sentence("Seat {seat} shuffled wrongly.", {"seat": 1}))
    with pytest.raises(MatchFault, match="Seat 1 shuffled wrongly"):
        carry_out([OVER], Judged(honest=False, proven=False, faults=(fault,)))


def test_a_match_that_ended_by_fault_is_a_fault() -> None:
    with pytest.raises(MatchFault):
        carry_out([Ended((0, 0), (), "fault", 3, "ab")], HONEST)


def test_the_front_is_closed_however_a_session_ends() -> None:
    assert carry_out([], HONEST).closed
    silent = Silent()

    async def session() -> Judged:
        raise MatchFault("fault", "Nothing works.")

    with pytest.raises(MatchFault):
        start._carry_out(session(), Outcome(silent))
    assert silent.closed


@pytest.mark.skipif(sys.platform == "win32", reason="loops there take no signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_ends_a_session_in_good_order(name: str) -> None:
    silent = Silent()
    front = Outcome(silent)
    number = signal.Signals[name]
    before = signal.getsignal(number)
    left: list[str] = []

    async def session() -> Judged:
        os.kill(os.getpid(), number)
        try:
            await asyncio.Event().wait()
        finally:
            left.append("in good order")
            front.tell(Waiting(0, "Sam", 40.0))
        raise AssertionError("nothing sets the event")

    with pytest.raises(KeyboardInterrupt):
        start._carry_out(session(), front)
    assert left == ["in good order"]
    assert silent.closed
    assert silent.told == []
    assert signal.getsignal(number) is before


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_signal_that_is_to_be_ignored_stays_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signal, "getsignal", lambda number: signal.SIG_IGN)
    assert list(start._ending_signals()) == []


def test_a_terminal_that_is_gone_is_an_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    silenced: list[bool] = []
    monkeypatch.setattr(start, "_silence", lambda: silenced.append(True))

    async def session() -> Judged:
        raise OSError(errno.EIO, "gone")

    with pytest.raises(KeyboardInterrupt):
        start._carry_out(session(), Outcome(Silent()))
    assert silenced == [True]


def test_other_faults_of_the_system_are_none_of_its_business() -> None:
    async def session() -> Judged:
        raise PermissionError(errno.EACCES, "no")

    with pytest.raises(PermissionError):
        start._carry_out(session(), Outcome(Silent()))


def test_json_events_are_lines_and_a_person_hears_of_them_too(capsys: pytest.CaptureFixture[str]) -> None:
    person = Silent()
    said = Chatted(0, "Sam", "hä")
    JsonFront(JsonLines(), None).tell(said)
    JsonFront(JsonLines(), person).tell(said)
    assert capsys.readouterr().out == 2 * '{"event":"chat","seat":0,"name":"Sam","text":"h\\u00e4"}\n'
    assert person.told == [said]


def test_interpreted_kernels_are_announced_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "__file__", "/somewhere/kernel.cpython-311-x86_64-linux-gnu.so")
    start.warn_if_interpreted()
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(kernel, "__file__", "/somewhere/kernel.py")
    start.warn_if_interpreted()
    assert len(capsys.readouterr().err.splitlines()) == 1
