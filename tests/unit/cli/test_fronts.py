"""What stands between a session and its screens: how leaving is noted, and who is welcomed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from gefaehrten.cli.fronts import JsonFront, Outcome, first_time
from gefaehrten.cli.output import JsonLines
from gefaehrten.session.events import (
    Back,
    Chatted,
    Ended,
    HandSeen,
    Judged,
    LobbySeat,
    LobbyShown,
    Seated,
    SessionEvent,
    TableOpened,
    Waiting,
)
from gefaehrten.session.front import Controls
from gefaehrten.session.players import Leaving, Position

GONE = Waiting(1, "Berta", 40.0)


class Screen:
    """A front that keeps what it is told, and leaves when asked for a move."""

    def __init__(self) -> None:
        self.told: list[SessionEvent] = []
        self.controls: Controls | None = None
        self.closed = 0

    def attach(self, controls: Controls) -> None:
        self.controls = controls

    def tell(self, event: SessionEvent) -> None:
        self.told.append(event)

    async def decide(self, position: Position) -> list[int]:
        raise Leaving

    async def another(self) -> bool:
        return True

    async def close(self) -> None:
        self.closed += 1


class Desk:
    """Controls that keep what was asked of them."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def say(self, text: str) -> None:
        self.asked.append(f"say {text}")

    async def fill(self) -> None:
        self.asked.append("fill")

    async def ready(self, ready: bool) -> None:
        self.asked.append(f"ready {ready}")

    async def wish(self, colour: str) -> None:
        self.asked.append(f"wish {colour}")

    async def kick(self, seat: int) -> None:
        self.asked.append(f"kick {seat}")

    async def add_bot(self, level: str) -> None:
        self.asked.append(f"bot {level}")

    async def move(self, wish: str) -> None:
        self.asked.append(f"move {wish}")

    async def autopilot(self, on: bool) -> None:
        self.asked.append(f"autopilot {on}")

    def concede(self) -> None:
        self.asked.append("concede")

    def position(self) -> Position | None:
        return None

    def quit(self) -> None:
        self.asked.append("quit")


def test_a_lost_seat_is_told_of_as_long_as_the_own_one_stays() -> None:
    screen = Screen()
    front = Outcome(screen)
    front.tell(GONE)
    front.tell(Back(1, "Berta"))
    assert screen.told == [GONE, Back(1, "Berta")]


async def test_after_leaving_by_the_controls_nobody_is_waited_for() -> None:
    screen, desk = Screen(), Desk()
    front = Outcome(screen)
    front.attach(desk)
    assert screen.controls is not None
    await screen.controls.say("bye")
    await screen.controls.fill()
    assert screen.controls.position() is None
    front.tell(GONE)
    screen.controls.quit()
    front.tell(GONE)
    front.tell(Chatted(1, "Berta", "bye"))
    assert desk.asked == ["say bye", "fill", "quit"]
    assert screen.told == [GONE, Chatted(1, "Berta", "bye")]


async def test_after_leaving_instead_of_moving_nobody_is_waited_for() -> None:
    screen = Screen()
    front = Outcome(screen)
    with pytest.raises(Leaving):
        await front.decide(None)  # type: ignore[arg-type]
    front.tell(GONE)
    assert screen.told == []


def test_after_the_verdict_those_who_go_are_not_missed() -> None:
    screen = Screen()
    front = Outcome(screen)
    ended = Ended((3, 1), (0,), "locations", 9, "ab")
    judged = Judged(honest=True, proven=True, faults=())
    for event in (ended, judged, GONE):
        front.tell(event)
    assert screen.told == [ended, judged]
    assert (front.ended, front.judged) == (ended, judged)


async def test_closing_reaches_the_innermost_front() -> None:
    screen = Screen()
    await Outcome(JsonFront(JsonLines(), screen)).close()
    await Outcome(JsonFront(JsonLines(), None)).close()
    assert screen.closed == 1


def test_a_profile_is_welcomed_once_to_each_game(tmp_path: Path) -> None:
    assert first_time(tmp_path, "gefaehrten")
    assert not first_time(tmp_path, "gefaehrten")
    assert first_time(tmp_path, "mordor")


def test_where_nothing_can_be_noted_everybody_is_welcome(tmp_path: Path) -> None:
    assert first_time(tmp_path / "missing", "gefaehrten")
    assert first_time(tmp_path / "missing", "gefaehrten")


async def test_the_controls_of_the_lobby_are_passed_on() -> None:
    screen, desk = Screen(), Desk()
    front = Outcome(screen)
    front.attach(desk)
    assert screen.controls is not None
    await screen.controls.ready(True)
    await screen.controls.wish("blue")
    await screen.controls.kick(2)
    await screen.controls.add_bot("easy")
    assert desk.asked == ["ready True", "wish blue", "kick 2", "bot easy"]


async def test_another_match_is_for_the_person_to_want() -> None:
    assert await Outcome(JsonFront(JsonLines(), Screen())).another()
    assert not await Outcome(JsonFront(JsonLines(), None)).another()


class Paper:
    """Collects the kinds of what is printed."""

    def __init__(self) -> None:
        self.kinds: list[object] = []

    def print(self, value: Mapping[str, object] | Sequence[object]) -> None:
        assert isinstance(value, Mapping)
        self.kinds.append(value["event"])


def lobby(*seats: tuple[str, bool, str]) -> LobbyShown:
    taken = tuple(
        LobbySeat(seat, name, name, False, ready, wish) for seat, (name, ready, wish) in enumerate(seats)
    )
    return LobbyShown("toy", {}, 3, taken, 0, 0)


def test_json_shows_the_lobby_only_where_nothing_else_has_said_it() -> None:
    paper, screen = Paper(), Screen()
    front = JsonFront(paper, screen)  # type: ignore[arg-type]

    def printed(*events: SessionEvent) -> list[object]:
        paper.kinds.clear()
        for event in events:
            front.tell(event)
        return paper.kinds

    ann, berta = ("Ann", True, "red"), ("Berta", True, "")
    assert printed(Seated(0, "Ann", "Ann", False), lobby(ann)) == ["seated"]
    assert printed(lobby(ann, berta)) == [], "whoever sits down is ready, unless"
    assert printed(lobby(ann, ("Berta", False, ""))) == ["lobby"]
    assert printed(lobby(ann, ("Berta", False, ""), ("Cem", True, ""))) == []
    assert printed(lobby(ann, berta, ("Cem", True, ""))) == ["lobby"]
    assert printed(lobby(ann, ("Berta", True, "blue"))) == ["lobby"]
    assert printed(lobby(ann)) == [], "left says it"
    assert printed(lobby(ann, ("Dora", False, ""))) == ["lobby"], "not ready from the first moment on"
    assert printed(TableOpened("h:1", "C", "W", "x", "00"), lobby(("Ann", True, ""))) == ["table"]
    assert printed(HandSeen(6)) == [], "for screens alone"
    assert screen.told[-1] == HandSeen(6)
    assert len(screen.told) == 11 + 1
