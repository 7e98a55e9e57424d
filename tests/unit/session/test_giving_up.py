"""What the host does about seats whose time is over, with clocks and consents that the test chooses."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gefaehrten.session import giving_up
from gefaehrten.session.giving_up import AGREE_SECONDS, GivingUp
from protocol.machine.absence import Proposal
from protocol.machine.attendance import Attendance
from protocol.machine.hub import Stage


class Hub:
    stage = Stage.RUNNING

    def __init__(self) -> None:
        self.parting: Any = None
        self.proposed: list[tuple[tuple[int, ...], list[int]]] = []
        self.attendance = Attendance()
        self.reminded = 0

    def propose(self, proposal: Proposal, staying: list[int]) -> None:
        self.proposed.append((proposal.seats, staying))
        self.parting = SimpleNamespace(proposal=proposal, complete=False, missing=set(staying))

    def remind(self) -> None:
        self.reminded += 1


class Clocks:
    """Whose time is over, as the test says."""

    def __init__(self, _own: int, _seats: int, grace: float, _clocks: object) -> None:
        self.grace = grace
        self.over: tuple[int, ...] = ()

    def step(self, table: object, now: float) -> None:
        pass

    def proposed(self, proposal: Proposal, unsigned: set[int]) -> None:
        self.unsigned = unsigned

    def overdue(self, table: object) -> tuple[int, ...]:
        return self.over


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> tuple[GivingUp, Hub, Any, Any]:
    monkeypatch.setattr(giving_up, "Patience", Clocks)
    hub = Hub()
    care = GivingUp(hub, 4, 100.0)  # type: ignore[arg-type]
    log = SimpleNamespace(length=9, head=lambda: bytes(32))
    table = SimpleNamespace(active=[0, 1, 2, 3], retirements=0, log=log, ending=None)
    return care, hub, table, care._patience


def test_the_others_are_asked_once(scene: tuple[GivingUp, Hub, Any, Any]) -> None:
    care, hub, table, clocks = scene
    clocks.over = (3,)
    for now in (0.0, 1.0, AGREE_SECONDS):
        care.step(table, "abcd", now)
    assert hub.proposed == [((3,), [0, 1, 2])]


def test_who_has_spoken_and_falls_silent_again_is_proposed_again(
    scene: tuple[GivingUp, Hub, Any, Any],
) -> None:
    care, hub, table, clocks = scene
    for now, over in enumerate([(3,), (), (3,)]):
        clocks.over = over
        care.step(table, "abcd", float(now))
    assert hub.proposed == [((3,), [0, 1, 2])] * 2


def test_when_somebody_else_concedes_those_who_are_left_are_asked(
    scene: tuple[GivingUp, Hub, Any, Any],
) -> None:
    care, hub, table, clocks = scene
    clocks.over = (3,)
    care.step(table, "abcd", 0.0)
    table.active = [0, 2, 3]
    care.step(table, "abcd", 1.0)
    assert hub.proposed == [((3,), [0, 1, 2]), ((3,), [0, 2])]


def test_consents_that_nobody_has_logged_are_asked_for_again(scene: tuple[GivingUp, Hub, Any, Any]) -> None:
    care, hub, table, clocks = scene
    clocks.over = (3,)
    care.step(table, "abcd", 0.0)
    hub.parting.complete = True
    care.step(table, "abcd", AGREE_SECONDS)
    assert len(hub.proposed) == 1
    care.step(table, "abcd", AGREE_SECONDS + 1)
    assert hub.proposed == [((3,), [0, 1, 2])] * 2


def test_who_owes_a_consent_is_reminded_charged_and_at_last_given_up_too(
    scene: tuple[GivingUp, Hub, Any, Any],
) -> None:
    care, hub, table, clocks = scene
    table.active = [0, 1, 2, 3, 4]
    clocks.over = (3,)
    care.step(table, "abcde", 0.0)
    hub.parting.missing = {2}
    for now in (1.0, AGREE_SECONDS + 1, 2 * AGREE_SECONDS + 2):
        care.step(table, "abcde", now)
        assert clocks.unsigned == {2}
    assert hub.reminded == 2
    assert len(hub.proposed) == 1
    clocks.over = (2, 3)  # by the same clock as for every other answer
    care.step(table, "abcde", 2 * AGREE_SECONDS + 3)
    assert hub.proposed[-1] == ((2, 3), [0, 1, 4])
