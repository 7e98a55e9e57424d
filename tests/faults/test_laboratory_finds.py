"""The laboratory itself: each thing that must not be is found, in a program that has been made to do it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gefaehrten.session import frames, redial
from gefaehrten.session.journal import Journal
from gefaehrten.session.keeping import GuestKeeping
from protocol.machine.comeback import Resumed
from protocol.machine.guest import Guest
from protocol.machine.hub import Hub
from protocol.machine.seat import Seat
from protocol.machine.table import Table
from protocol.wire.messages import Keys, SlotKey
from tests.lab.plan import Plan
from tests.lab.run import run

CRASH_AFTER = "tiny 2+0 seed=1 think=9 again=3 crash@1.up.{at}+1"
"""A guest that is killed when it has stored what it wants to send."""

CRASH_BEFORE = "tiny 2+0 seed=1 think=9 again=3 crash@1.keep.{at}+1"
"""A guest that is killed before it has stored anything of it."""

pytestmark = pytest.mark.slow


def failures(plan: str, places: range = range(1)) -> str:
    """What is found in the runs of a plan, at some places of its fault."""
    found = (run(Plan.parse(plan.format(at=at))).failures for at in places)
    return "\n".join(line for lines in found for line in lines)


def test_a_program_that_signs_anew_what_it_has_signed(monkeypatch: pytest.MonkeyPatch) -> None:
    places = range(7, 14)
    assert failures(CRASH_AFTER, places) == ""
    honest: Callable[..., Any] = Guest._enter

    def forgetful(self: Guest, welcome: Any) -> None:
        recall = self._recall

        def less(match: bytes) -> Resumed | None:
            found = recall(match)
            if found is None:
                return None
            found.seat._answered.clear()
            return Resumed(found.table, found.seat, {})

        self._recall = less
        honest(self, welcome)

    monkeypatch.setattr(Guest, "_enter", forgetful)
    assert "signed_twice" in failures(CRASH_AFTER, places), "its own journal does not let it"


def test_a_program_that_sends_before_it_has_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    places = range(9, 26)
    assert failures(CRASH_BEFORE, places) == ""

    async def hasty(machine: Any, link: Any, journal: Any, handle: Any) -> None:
        effects = machine.take()
        for _, data in effects.send:
            await link.send(data)
        if journal is not None:
            journal.keep(effects.journal)
        for event in effects.events:
            handle(event)

    monkeypatch.setattr(frames, "flush", hasty)
    assert "two signatures for" in failures(CRASH_BEFORE, places)


def test_a_journal_that_keeps_too_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that comes back without its own envelopes signs their numbers again."""
    honest = Journal._keep

    def lazy(self: Journal, keep: Any) -> None:
        if type(keep).__name__ != "KeepOwn":
            honest(self, keep)

    monkeypatch.setattr(Journal, "_keep", lazy)
    assert "two signatures for" in failures(CRASH_AFTER, range(7, 14))


def test_a_host_that_forgets_what_it_has_ordered(monkeypatch: pytest.MonkeyPatch) -> None:
    honest: Callable[..., Any] = Hub.resume

    def forget(self: Hub, record: Any, signatures: Any, entries: Any, **more: Any) -> None:
        honest(self, record, signatures, list(entries)[:-2], **more)

    plan = "tiny 3+0 seed=1 grace=60 think=1 crash@0.kept.60+9"
    assert failures(plan) == ""
    monkeypatch.setattr(Hub, "resume", forget)
    assert "should have come through" in failures(plan)


def test_a_key_that_is_given_too_early(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Seat.due

    def eager(self: Seat) -> Any:
        duties = honest(self)
        for duty in duties:
            if isinstance(duty.payload, Keys) and (hand := self.table.hands[self.number]):
                object.__setattr__(duty, "payload", Keys((*duty.payload.keys, self._shown(hand[0]))))
        return duties

    monkeypatch.setattr(Seat, "due", eager)
    found = failures("tiny 2+0 seed=1")
    assert "KEYS of seat" in found
    assert "is not due" in found


def test_a_secret_that_gets_onto_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Seat.due

    def open_hearted(self: Seat) -> Any:
        duties = honest(self)
        for duty in duties:
            if isinstance(duty.payload, Keys):
                first = duty.payload.keys[0]
                keys = (SlotKey(first.deck, first.position, self.secrets.deck),)
                object.__setattr__(duty, "payload", Keys(keys))
        return duties

    monkeypatch.setattr(Seat, "due", open_hearted)
    assert "a secret is on a line" in failures("tiny 2+0 seed=1")


def test_an_honest_seat_that_is_convicted(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Seat._key

    def clumsy(self: Seat, slot: Any) -> bytes:
        key = honest(self, slot)
        return bytes(reversed(key)) if slot == (0, 1) else key

    monkeypatch.setattr(Seat, "_key", clumsy)
    assert "was told of faults" in failures("tiny 2+0 seed=1")


def test_a_program_that_never_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = "tiny 2+0 seed=1 cut@1.down.20+inf"
    assert failures(plan) == ""
    monkeypatch.setattr(redial.Redial, "left", property(lambda self: 1.0))
    found = failures(plan)
    assert "hang" in found or "left waiting" in found


def test_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Table, *given: Any) -> None:
        raise KeyError("retire")

    plan = "tiny 3+0 seed=1 grace=20 crash@1.up.12+inf"
    assert failures(plan) == ""
    monkeypatch.setattr(Table, "_without", broken)
    assert "KeyError" in failures(plan)


def test_a_seat_that_does_not_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """After mild faults everybody has to have a verdict."""
    plan = "tiny 2+0 seed=1 grace=60 think=9 crash@1.up.11+1"
    assert Plan.parse(plan).mild
    assert failures(plan) == ""
    monkeypatch.setattr(GuestKeeping, "recall", lambda self, match: None)
    assert "should have come through" in failures(plan)
