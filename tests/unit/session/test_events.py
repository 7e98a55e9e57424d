"""What a session tells: each event prints as one JSON object of the promised form."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from gefaehrten.core.text import Sentence
from gefaehrten.session.events import (
    Back,
    Chatted,
    ClockSet,
    Continued,
    Ended,
    Failed,
    FaultFound,
    HandSeen,
    HostChanged,
    Idled,
    Judged,
    Left,
    LobbySeat,
    LobbyShown,
    Moved,
    Notice,
    Paused,
    Resumed,
    Seated,
    SessionEvent,
    Started,
    Stepped,
    TableOpened,
    Waiting,
)

FAULT = FaultFound(9, 1, "illegal", Sentence("Wrong: {why}", {"why": "{x}"}))
SEAT = {"seat": 0, "name": "A", "bot": False, "key": "ab", "colours": ["red"]}

FORMS: list[tuple[SessionEvent, dict[str, object]]] = [
    (
        TableOpened("127.0.0.1:1", "C", "W", "gefaehrten://x", "ab", "gefaehrten://x/watch/W"),
        {"event": "table", "address": "127.0.0.1:1", "code": "C", "watch_code": "W", "invite": "gefaehrten://x",
         "watch_invite": "gefaehrten://x/watch/W", "match": "ab"},
    ),
    (Seated(1, "A", "ab", True), {"event": "seated", "seat": 1, "name": "A", "key": "ab", "bot": True}),
    (Left(1, "A"), {"event": "left", "seat": 1, "name": "A"}),
    (
        LobbyShown("toy", {"a": "b"}, 3, (LobbySeat(1, "A", "ab", True, False, "red"),), 1, 0),
        {"event": "lobby", "size": 3,
         "seats": [{"seat": 1, "name": "A", "bot": True, "ready": False, "wish": "red"}]},
    ),
    (
        Started("ab", (SEAT,), 0.21004, "w"),
        {"event": "started", "match": "ab", "seats": [SEAT], "sealing_s": 0.21, "check_word": "w"},
    ),
    (Resumed(7), {"event": "resumed", "entries": 7}),
    (Stepped({"step": "place", "seat": 1}), {"event": "step", "step": "place", "seat": 1}),
    (HandSeen(6), {"event": "hand", "cards": 6}),
    (Waiting(2, "A", 39.6), {"event": "waiting", "seat": 2, "seconds": 40}),
    (Back(2, "A"), {"event": "back", "seat": 2}),
    (
        Moved(1, "A", "pause", False, ("", "pause", None), 1, 2),
        {"event": "motion", "seat": 1, "wish": "pause", "wishes": ["", "pause", None]},
    ),
    (Paused(), {"event": "paused"}),
    (Continued(), {"event": "continued"}),
    (
        ClockSet(1, 12.34, 60.0, True),
        {"event": "clock", "seat": 1, "seconds": 12.3, "reserve": 60.0, "running": True},
    ),
    (HostChanged(1, "A", True), {"event": "host", "seat": 1}),
    (Idled(1, "A", True), {"event": "idle", "seat": 1, "idle": True}),
    (Chatted(0, "A", "hi"), {"event": "chat", "seat": 0, "name": "A", "text": "hi"}),
    (
        Ended((3, 1), (0,), "locations", 12, "ff"),
        {"event": "result", "scores": [3, 1], "winners": [0], "reason": "locations", "entries": 12, "head": "ff"},
    ),
    (
        Judged(False, True, (FAULT,)),
        {"event": "verdict", "honest": False, "proven": True,
         "faults": [{"entry": 9, "seat": 1, "code": "illegal", "what": "Wrong: {x}"}]},
    ),
    (Failed("io", Sentence("No.")), {"event": "error", "code": "io", "text": "No."}),
    (Notice("n", Sentence("Yes.")), {"event": "notice", "code": "n", "text": "Yes."}),
]  # fmt: skip


@pytest.mark.parametrize(("event", "form"), FORMS, ids=lambda value: type(value).__name__)
def test_the_json_of_an_event(event: SessionEvent, form: dict[str, object]) -> None:
    assert event.json() == form
    assert json.loads(json.dumps(event.json())) == form
    assert next(iter(event.json())) == "event"


def test_every_event_has_its_form_here() -> None:
    assert {type(event) for event, _ in FORMS} == set(get_args(SessionEvent))


def test_a_fault_of_one_of_several_names_no_seat() -> None:
    fault = FaultFound(9, None, "unopened", Sentence("Who?"))
    assert fault.json() == {"entry": 9, "seat": None, "code": "unopened", "what": "Who?"}


def test_no_two_events_share_a_name() -> None:
    names = [form["event"] for _, form in FORMS]
    assert len(set(names)) == len(names)
