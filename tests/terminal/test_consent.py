"""Pauses, ends by agreement, clocks and the autopilot as people meet them: in line mode and on the full screen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from gefaehrten.cli.line.consent import ABORT, CONCEDE, LEAVE_PAUSED
from gefaehrten.cli.line.effects import Autopilot, Commit, Concede, Motion, Quit
from gefaehrten.cli.line.said import Company, said
from gefaehrten.cli.line.table import LineTable
from gefaehrten.cli.line.waiting import clock_shown
from gefaehrten.cli.screen.desk import Desk
from gefaehrten.core.stage import Room
from gefaehrten.core.view import Wording
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.games.gefaehrten.moves import card_kernel
from gefaehrten.session.events import ClockSet, Continued, Ended, Idled, Moved, Paused, SessionEvent, Waiting
from tests.terminal.table import NAMES, bag_end, seen, started
from tests.terminal.test_line_front import BERTAS, MY_TURN, Making
from tests.unit.games.gefaehrten.scenes import scene

COMPANY = Company(NAMES, 0)


def moved(seat: int, wish: str, agreed: int = 1, *, bot: bool = False) -> Moved:
    return Moved(seat, NAMES[seat], wish, bot, ("", "", "", ""), agreed, 3)


def words(event: SessionEvent) -> str:
    return " ".join(line.text for line in said(event, Wording(str), COMPANY, 1000))


# What is said


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (moved(1, "pause"), "Berta would like a pause (1 of 3). Type pause to agree."),
        (moved(0, "pause", 2), "You have asked for a pause (2 of 3)."),
        (
            moved(1, "abort"),
            "Berta would like to end the match here, without a winner (1 of 3). Type abort to agree.",
        ),
        (moved(1, ""), "Berta would like to play on (1 of 3)."),
        (moved(1, "pause", 3), ""),
        (moved(3, "pause", 1, bot=True), ""),
        (Idled(1, "Berta", True), "Berta is not there: the autopilot plays."),
        (Idled(1, "Berta", False), "Berta is there again."),
        (Idled(0, "Anna", False), "You decide again, from the next turn on."),
        (Waiting(1, "Berta", 180.0, True), "Berta has gone; the seat is kept while the match is paused."),
        (ClockSet(1, 30.0, 0.0, True), ""),
        (Continued(), "The match goes on."),
    ],
)
def test_what_people_are_told(event: SessionEvent, told: str) -> None:
    assert words(event) == told


def test_the_end_by_agreement_has_points_and_no_winner() -> None:
    told = words(Ended((3, 9, 0, 1), (), "aborted", 12, "00"))
    assert told.startswith("The match was ended by agreement: nobody has won.")
    assert "Berta: 9" in told
    assert "nobody has won" in told
    assert "over, and" not in told


@pytest.mark.parametrize(
    ("left", "shown"),
    [
        ((90.0, 60.0), "1:30"),
        ((83.0, 0.0), "1:20"),
        ((19.2, 0.0), "0:20"),
        ((0.0, 61.0), "+1:00"),
        ((0.0, 0.0), "0:00"),
    ],
)
def test_a_clock_is_quiet_while_there_is_time(left: tuple[float, float], shown: str) -> None:
    assert clock_shown(left) == shown


# What is typed


@pytest.fixture
def table() -> LineTable:
    return LineTable(GAME.view(), Wording(str), 200)


@pytest.mark.parametrize(
    ("typed", "effect"),
    [
        ("pause", Motion("pause")),
        ("Pause", Motion("pause")),
        ("resume", Motion("")),
        ("go on", Motion("")),
        ("Go  on", Motion("")),
        ("weiter", Motion("")),
        ("autopilot", Autopilot(True)),
    ],
)
def test_words_that_ask_at_once(table: LineTable, typed: str, effect: object) -> None:
    assert table.read(scene(bag_end()), typed).effect == effect


@pytest.mark.parametrize(
    ("typed", "question", "effect"),
    [
        ("abort", ABORT, Motion("abort")),
        ("abbrechen", ABORT, Motion("abort")),
        ("concede", CONCEDE, Concede()),
        ("give up", CONCEDE, Concede()),
        ("aufgeben", CONCEDE, Concede()),
    ],
)
def test_what_cannot_be_taken_back_is_asked_about(
    table: LineTable, typed: str, question: object, effect: object
) -> None:
    here = scene(bag_end())
    reply = table.read(here, typed)
    assert (reply.text, reply.effect) == (str(question), None)
    assert table.read(here, "n").effect is None
    assert table.read(here, typed).effect is None
    assert table.read(here, "y").effect == effect


def test_no_turn_is_made_in_a_pause_and_leaving_says_what_it_does(table: LineTable) -> None:
    here = scene(bag_end())
    table.read(here, "1@9")
    table.resting = True
    for typed in ("", "ok", "1@0", "go 1@0"):
        reply = table.read(here, typed)
        assert "paused" in reply.text
        assert reply.effect is None
    assert table.read(here, "quit").text == str(LEAVE_PAUSED)
    assert table.read(here, "y").effect == Quit()
    table.resting = False
    assert isinstance(table.read(here, "").effect, Commit), "what was placed before the pause is still there"


# Line mode as a whole


@pytest.fixture
async def playing() -> AsyncIterator[Making]:
    making = Making()
    yield making
    for each in making.all:
        await each.front.close()


async def test_any_line_brings_the_person_back(playing: Making) -> None:
    here = playing(BERTAS)
    here.front.tell(started())
    here.front.tell(Idled(0, "Anna", True))
    assert here.prompt == "The autopilot plays for you; any key or line ends that> "
    await here.typist.types("who")
    assert here.desk.asked == ["autopilot False"]
    here.front.tell(Idled(0, "Anna", False))
    await here.typist.types("autopilot")
    assert here.desk.asked == ["autopilot False", "autopilot True"]


async def test_the_word_itself_takes_it_off_again(playing: Making) -> None:
    here = playing(BERTAS)
    here.front.tell(started())
    here.front.tell(Idled(0, "Anna", True))
    await here.typist.types("autopilot")
    assert here.desk.asked == ["autopilot False"]


async def test_prompts_show_clock_and_pause(playing: Making) -> None:
    here = playing(MY_TURN)
    here.front.tell(started())
    asked = await here.asks()
    here.front.tell(ClockSet(0, 90.0, 30.0, True))
    assert here.prompt == "[1:30] Your turn> "
    here.clock.now += 80
    assert here.prompt == "[0:10] Your turn> "
    here.clock.now += 20
    assert here.prompt == "[+0:20] Your turn> "
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    here.front.tell(Paused())
    assert here.prompt == "The match is paused; resume goes on> "
    here.front.tell(Continued())
    assert "paused" not in here.prompt


# The full screen


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(clock: Clock) -> Desk:
    desk = Desk(Wording(str), clock)
    desk.position(MY_TURN)
    desk.tell(started())
    desk.position(MY_TURN)
    return desk


def foot(desk: Desk) -> str:
    return desk.frame(Room(140, 40)).lines[-1].text


def test_a_key_asks_for_a_pause_and_in_the_pause_goes_on(desk: Desk) -> None:
    assert "B break" in foot(desk)
    assert desk.key("B") == (Motion("pause"),)
    desk.tell(Paused())
    assert "B go on" in foot(desk)
    assert desk.state().status == "Turn 1 · paused"
    assert desk.key("B") == (Motion(""),)


def test_in_a_pause_the_screen_commits_nothing(desk: Desk) -> None:
    desk.asked(MY_TURN)
    desk.text("1@9")
    desk.tell(Paused())
    assert desk.key("enter") == ()
    assert "paused" in desk.state().notice[0].text
    desk.tell(Continued())
    desk.asked(MY_TURN)
    (commit,) = desk.key("enter")
    assert isinstance(commit, Commit)


def test_any_key_says_that_the_person_is_there(desk: Desk) -> None:
    assert desk.key("A") == (Autopilot(True),)
    desk.tell(Idled(0, "Anna", True))
    assert desk.state().status.endswith("autopilot")
    assert desk.key("x")[0] == Autopilot(False)
    desk.key("backspace")
    assert desk.key("A") == (Autopilot(False),)
    assert desk.click(0, 0)[0] == Autopilot(False)
    desk.tell(Idled(0, "Anna", False))
    assert desk.key("z") == ()


def test_questions_are_answered_with_what_they_ask(desk: Desk) -> None:
    for typed, question, effect in (("abort", ABORT, Motion("abort")), ("concede", CONCEDE, Concede())):
        desk.text(typed + "\n")
        assert desk.state().question == question
        assert desk.key("n") == ()
        desk.text(typed + "\n")
        assert desk.key("y") == (effect,)
    desk.tell(Paused())
    desk.key("Q")
    assert desk.state().question == LEAVE_PAUSED


def test_the_movers_clock_runs_down_in_the_top_line(desk: Desk, clock: Clock) -> None:
    desk.tell(ClockSet(0, 90.0, 30.0, True))
    assert desk.state().status == "Turn 1 · your turn · 1:30 left"
    clock.now += 100
    assert desk.state().status == "Turn 1 · your turn · +0:20 left"
    desk.tell(ClockSet(0, 0.0, 20.0, False))
    clock.now += 100
    assert desk.state().status == "Turn 1 · your turn · +0:20 left"


def test_what_is_seen_of_others(desk: Desk) -> None:
    desk.position(seen(card_kernel(BERTAS.kernel)))
    desk.tell(Idled(1, "Berta", True))
    assert desk.state().status == "Turn 2 · Berta · autopilot"
    assert str(desk.state().waiting) == "The autopilot plays for Berta"
