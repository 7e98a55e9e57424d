"""Line mode between a session and a person: what is told, what is typed, what is asked of the session."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from ai.outlook import Outlook
from ai.thinking import ADVISED, Candidate
from gefaehrten.cli import i18n
from gefaehrten.cli.line.front import LineFront
from gefaehrten.cli.line.reading import Complete, Prompt, Stop
from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.game import Setup
from gefaehrten.core.text import Sentence
from gefaehrten.games.gefaehrten.kernel import load
from gefaehrten.session.events import (
    Back,
    Chatted,
    Ended,
    Failed,
    Judged,
    Left,
    LobbySeat,
    LobbyShown,
    Notice,
    Resumed,
    Seated,
    Stepped,
    TableOpened,
    Waiting,
)
from gefaehrten.session.players import Leaving, Position
from gefaehrten.session.requests import Person, Screen
from protocol.errors import LinkClosed
from protocol.identity import fingerprint
from tests.german import german
from tests.terminal.table import HOSTILE, NAMES, Desk, Typist, bag_end, harmless, seen, started
from tests.unit.games.gefaehrten import kernel_positions as made

pytestmark = pytest.mark.timeout(10)

PERSON = Person("Anna", Path("nowhere"), "en", Screen.LINE)
MY_TURN = seen(bag_end())
BERTAS = seen(made.refill(made.play(bag_end(), made.place("r5", "0"), made.END)))
SEATED = LobbySeat(1, "Anna", "ab" * 32, bot=False, ready=True, wish="")
OPENED = TableOpened("127.0.0.1:8765", "ABCD", "WXYZ", "gefaehrten://127.0.0.1:8765/ABCD", "00")


class Oracle:
    """Thinks when it is allowed to, and knows one answer."""

    def __init__(self) -> None:
        self.may = asyncio.Event()
        self.may.set()
        self.asked = 0
        self.dump: list[int] = []
        self.closed = 0
        self.fault: GefaehrtenError | None = None

    async def think(
        self, game_key: str, setup: Setup, dump: list[int], seat: int, level: str, seed: int
    ) -> list[int]:
        self.asked += 1
        self.dump = dump
        await self.may.wait()
        if self.fault is not None:
            raise self.fault
        return [made.place("r1", "0"), made.END]

    async def hint(
        self, game_key: str, setup: Setup, dump: list[int], seat: int, level: str, seed: int
    ) -> list[Candidate]:
        best = Candidate(made.place("r1", "0"), 1234567, 0.5, Outlook(23.6, 0.456))
        return [best, *[Candidate(made.place("r1", "0"), 90, 0.5)] * 4]

    def close(self) -> None:
        self.closed += 1


class Clock:
    """Seconds that a test turns on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Playing:
    """A front with everything around it that a test looks at."""

    def __init__(self, person: Person, now: Position | None, *, seen_before: bool) -> None:
        self.desk, self.clock, self.oracle = Desk(now), Clock(), Oracle()
        self.made: list[Typist] = []
        self.welcomed: list[str] = []

        def typist(stream: object, complete: Complete, prompt: Prompt) -> Typist:
            self.made.append(Typist(io.StringIO(), complete, prompt))
            return self.made[-1]

        def first_time(game: str) -> bool:
            self.welcomed.append(game)
            return not seen_before

        self.front = LineFront(
            person,
            io.TextIOWrapper(io.BytesIO(), "utf-8"),
            first_time=first_time,
            clock=self.clock,
            make_reader=typist,
            make_thinker=lambda: self.oracle,
        )
        self.typist = self.made[0]
        self.front.attach(self.desk)

    @property
    def prompt(self) -> str:
        return self.typist.prompt()

    async def asks(self) -> asyncio.Task[list[int]]:
        """The session asks for a turn; returns when the table is shown."""
        assert self.desk.now is not None
        asked = asyncio.create_task(self.front.decide(self.desk.now))
        await self.typist.shows("Hand:")
        return asked


class Making:
    """Makes fronts and closes them."""

    def __init__(self) -> None:
        self.all: list[Playing] = []

    def __call__(
        self, now: Position | None = None, person: Person = PERSON, *, seen_before: bool = True
    ) -> Playing:
        self.all.append(Playing(person, now, seen_before=seen_before))
        return self.all[-1]


@pytest.fixture
async def playing() -> AsyncIterator[Making]:
    making = Making()
    yield making
    for each in making.all:
        await each.front.close()


# A turn


async def test_a_turn_is_put_together_and_committed(playing: Making) -> None:
    here = playing(MY_TURN)
    asked = await here.asks()
    shown = here.typist.taken()
    assert "Bag End, if it were scored now:" in shown
    assert here.prompt == "Your turn> "
    assert "Totals: You 2 → 3." in await here.typist.types("1@9")
    assert here.prompt == "1@9 - Enter commits> "
    await here.typist.types("")
    assert await asked == [made.place("r1", "9"), made.END]
    assert here.prompt == "> "


async def test_refusals_say_why_and_undo_takes_back(playing: Making) -> None:
    here = playing(MY_TURN)
    asked = await here.asks()
    assert "“foo” is no move. Right would be" in await here.typist.types("foo")
    assert "(? shows F13)" in await here.typist.types("5@1")
    assert "**F13**" in await here.typist.types("?")
    assert "at least one card" in await here.typist.types("")
    assert "Nothing is placed yet." in await here.typist.types("1@9", "undo")
    assert here.prompt == "Your turn> "
    assert not asked.done()
    asked.cancel()


async def test_pasted_lines_are_typed_one_after_the_other(playing: Making) -> None:
    here = playing(MY_TURN)
    asked = await here.asks()
    await here.typist.types("1@9\nundo\n5@9\n\n")
    assert await asked == [made.place("r5", "9"), made.END]


async def test_the_next_turn_is_asked_for_anew(playing: Making) -> None:
    here = playing(MY_TURN)
    first = await here.asks()
    await here.typist.types("5@9 end")
    await first
    second = await here.asks()
    await here.typist.types("5@0 end")
    assert await second == [made.place("r5", "0"), made.END]


# Leaving


@pytest.mark.parametrize("yes", ["y", "yes"])
async def test_leaving_in_the_own_turn(playing: Making, yes: str) -> None:
    here = playing(MY_TURN)
    asked = await here.asks()
    assert "Really leave the table? y leaves." in await here.typist.types("quit")
    await here.typist.types(yes)
    with pytest.raises(Leaving):
        await asked
    assert here.desk.quits == 0


async def test_staying_after_all(playing: Making) -> None:
    here = playing(MY_TURN)
    asked = await here.asks()
    assert "You stay." in await here.typist.types("quit", "n")
    assert not asked.done()
    asked.cancel()


async def test_leaving_in_the_turn_of_another(playing: Making) -> None:
    here = playing(BERTAS)
    here.front.tell(started())
    await here.typist.types("quit", "y")
    assert here.desk.quits == 1


async def test_leaving_in_german(playing: Making, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "translate", german())
    here = playing(BERTAS)
    here.front.tell(started())
    assert "j" in await here.typist.types("beenden")
    await here.typist.types("j")
    assert here.desk.quits == 1


async def test_the_end_of_input_leaves(playing: Making) -> None:
    here = playing(MY_TURN)
    asked = await here.asks()
    here.typist.types_last(Stop.END)
    with pytest.raises(Leaving):
        await asked


async def test_two_interruptions_leave_in_every_state_of_the_table(playing: Making) -> None:
    for now in (None, BERTAS):
        here = playing(now)
        assert "Ctrl-C once more leaves" in await here.typist.types(Stop.INTERRUPT)
        assert here.desk.quits == 0
        here.typist.types_last(Stop.INTERRUPT)
        await here.desk.left.wait()


async def test_a_line_between_two_interruptions_stays(playing: Making) -> None:
    here = playing()
    for _ in range(3):
        assert "Ctrl-C once more leaves" in await here.typist.types(Stop.INTERRUPT)
        await here.typist.types("")
    assert here.desk.quits == 0


# Everything else that is typed


async def test_chat_and_rules(playing: Making) -> None:
    here = playing(BERTAS)
    here.front.tell(started())
    await here.typist.types("say Well played!")
    assert here.desk.said == ["Well played!"]
    assert (await here.typist.types("rules F13")).startswith("**F13**")
    assert "**F1**" in await here.typist.types("rules")
    assert "There is no clause F99; there are F1 to" in await here.typist.types("rules F99")
    assert not await here.front.another()
    assert "another one with whoever wants it too" in await here.typist.types("rematch")
    assert await here.front.another()
    assert not await here.front.another(), "each match is asked for anew"


async def test_a_move_in_the_turn_of_another_says_whose_it_is(playing: Making) -> None:
    here = playing(BERTAS)
    here.front.tell(started())
    assert "It is Berta's turn." in await here.typist.types("1@9")


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        (GefaehrtenError("flood", "That is too fast."), "That is too fast."),
        (LinkClosed("lost", "The link is gone."), "The link is gone."),
    ],
)
async def test_what_the_session_refuses_is_said_and_reading_goes_on(
    playing: Making, refusal: Exception, said: str
) -> None:
    here = playing(BERTAS)
    here.front.tell(started())
    here.desk.refusal = refusal
    assert said in await here.typist.types("say hello")
    here.desk.refusal = None
    await here.typist.types("say again")
    assert here.desk.said == ["again"]


async def test_a_fault_of_the_program_ends_the_session_and_is_not_hidden(playing: Making) -> None:
    here = playing(BERTAS)
    here.front.tell(started())
    here.desk.refusal = ZeroDivisionError("inside")
    here.typist.types_last("say hello")
    await here.desk.left.wait()
    playing.all.clear()
    with pytest.raises(ZeroDivisionError):
        await here.front.close()


async def test_completions_are_said_in_words_that_can_be_printed(playing: Making) -> None:
    here = playing(MY_TURN)
    assert here.typist.complete("hi") == []
    here.front.tell(started())
    assert ("hint", "asks a bot for advice") in here.typist.complete("hi")


# Advice


async def test_advice_comes_while_the_person_types_on(playing: Making) -> None:
    here = playing(MY_TURN)
    asked = await here.asks()
    here.oracle.may.clear()
    assert "A bot thinks about it …" in await here.typist.types("hint")
    assert "thinks about it already" in await here.typist.types("hint")
    # The advice is about what was placed when it was asked for, whatever is placed by now.
    await here.typist.types("1@0")
    here.oracle.may.set()
    await here.typist.shows("looked at 90 times, worth 50 of 100")
    shown = here.typist.taken()
    assert "Hint: 1@0 end" in shown
    assert "    1@0: about 24 points, first in 46 of 100, looked at 1,234,567 times" in shown
    assert shown.count("looked at") == ADVISED == 3
    assert here.oracle.asked == 1
    asked.cancel()


async def test_advice_is_asked_for_the_turn_as_far_as_it_goes(playing: Making) -> None:
    here = playing(MY_TURN)
    asked = await here.asks()
    here.oracle.may.clear()
    await here.typist.types("1@9", "hint", "undo")
    here.oracle.may.set()
    await here.typist.shows("Hint: 1@0")
    thought_about = load(4, [0, 1, 2, 3], False, here.oracle.dump)
    assert thought_about.placed_this_turn() == 1
    asked.cancel()


async def test_advice_that_comes_too_late_is_not_given(playing: Making) -> None:
    here = playing(MY_TURN)
    asked = await here.asks()
    here.oracle.may.clear()
    await here.typist.types("hint", "5@9 end")
    await asked
    here.oracle.may.set()
    assert "Hint" not in await here.typist.types("players")
    await here.front.close()
    assert here.oracle.closed == 1


async def test_advice_that_fails_says_so(playing: Making) -> None:
    here = playing(MY_TURN)
    asked = await here.asks()
    here.oracle.fault = GefaehrtenError("bot", "No bot can be had.")
    here.oracle.may.clear()
    await here.typist.types("hint")
    here.oracle.may.set()
    await here.typist.shows("No bot can be had.")
    asked.cancel()


# The lobby


async def test_the_lobby_of_a_host(playing: Making) -> None:
    here = playing()
    here.front.tell(OPENED)
    here.front.tell(Seated(0, "Anna", "ab" * 32, bot=False))
    shown = here.typist.taken()
    assert "gefaehrten join gefaehrten://127.0.0.1:8765/ABCD" in shown
    assert "Anna takes seat 0." in shown
    assert here.prompt == "Waiting for players> "
    here.front.tell(Seated(1, "Berta", "cd" * 32, bot=False))
    here.front.tell(Left(1, "Berta"))
    here.front.tell(Chatted(1, "Berta", "bye"))
    assert here.typist.taken().splitlines()[1:] == ["Berta has left seat 1.", "Berta: bye"]
    assert "no command before the match" in await here.typist.types("1@9")
    assert "bots take the free seats" in await here.typist.types("help")
    await here.typist.types(
        "", "fill", "say hello there", "kick 1", "bot easy", "wait", "colour blue", "ready"
    )
    assert (here.desk.filled, here.desk.said) == (1, ["hello there"])
    assert here.desk.asked == ["kick 1", "bot easy", "ready False", "ready True"]
    here.typist.types_last("quit")
    await here.desk.left.wait()


async def test_the_lobby_of_a_guest(playing: Making) -> None:
    here = playing()
    here.front.tell(Seated(1, "Anna", "ab" * 32, bot=False))
    answer = await here.typist.types("help")
    assert "when every seat is taken and ready" in answer
    assert "fill" not in answer
    here.front.tell(LobbyShown("gefaehrten", {}, 4, (SEATED,), own=1, host=0))
    await here.typist.types("farbe yellow", "colour any", "warte", "bereit")
    assert here.desk.asked == ["wish yellow", "wish ", "ready False", "ready True"]
    assert ("ready", "the match may begin") in here.typist.complete("re")
    here.desk.refusal = GefaehrtenError("fill", "Only the host can.")
    assert "Only the host can." in await here.typist.types("fill")


# What is told


async def test_the_welcome_is_for_the_first_time(playing: Making) -> None:
    for seen_before in (False, True):
        here = playing(BERTAS, seen_before=seen_before)
        here.front.tell(started())
        assert ("Type 5@7 for the 5 on space 7" in here.typist.taken()) is not seen_before
        assert here.welcomed == ["gefaehrten"]


async def test_nobody_reads_or_is_welcomed_where_a_bot_plays(playing: Making) -> None:
    here = playing(MY_TURN, Person("Anna", Path("nowhere"), "en", Screen.LINE, auto="random"))
    here.front.tell(started())
    assert "decks are sealed" in here.typist.taken()
    assert here.welcomed == []


async def test_steps_are_announced_as_they_happen(playing: Making) -> None:
    here = playing(BERTAS)
    here.front.tell(started())
    here.typist.taken()
    card = {"colour": "yellow", "value": 1, "name": None}
    here.front.tell(Stepped({"step": "place", "seat": 1, "card": card, "cell": [1, 1], "token": None}))
    assert here.typist.taken() == "Berta: 1 on space 9"
    here.front.tell(Stepped({"step": "end_turn", "seat": 1}))
    assert here.typist.taken() == ""


async def test_the_end_tells_who_has_won_by_name_and_what_the_audit_found(playing: Making) -> None:
    here = playing(BERTAS)
    here.front.tell(started())
    here.typist.taken()
    here.front.tell(Stepped({"step": "over", "reason": "locations", "scores": [7, 21, 9, 8], "winners": [1]}))
    here.front.tell(Ended((7, 21, 9, 8), (1,), "locations", 9, "ab"))
    assert here.typist.taken().splitlines() == [
        "Berta has won.",
        "    Berta: 21",
        "    Cem: 9",
        "    Dörte: 8",
        "    You: 7",
    ]
    assert here.prompt == "Checking the match> "
    here.front.tell(Judged(honest=True, proven=True, faults=()))
    shown = here.typist.taken()
    assert "all seats were honest" in shown
    assert "gefaehrten show c0ffeec0" in shown


async def test_a_seat_taken_back_sees_the_table(playing: Making) -> None:
    here = playing(BERTAS)
    here.front.tell(Resumed(42))
    shown = here.typist.taken()
    assert "yours again after 42 entries" in shown
    assert "Hand:" in shown
    assert here.prompt == "It is Berta's turn> "


async def test_a_second_match_begins_with_nothing_of_the_first(playing: Making) -> None:
    here = playing(MY_TURN)
    here.front.tell(started())
    card = {"colour": "yellow", "value": 1, "name": None}
    here.front.tell(Stepped({"step": "place", "seat": 1, "card": card, "cell": [1, 1], "token": None}))
    asked = await here.asks()
    await here.typist.types("1@9 end")
    await asked
    here.front.tell(Ended((7, 21, 9, 8), (1,), "locations", 9, "ab"))
    here.front.tell(Judged(honest=True, proven=True, faults=()))
    assert here.prompt == "> "
    here.desk.now = None
    assert "no command before the match" in await here.typist.types("1@9")
    here.desk.now = MY_TURN
    here.front.tell(started())
    assert here.front._steps == []
    again = await here.asks()
    assert here.prompt == "Your turn> "
    await here.typist.types("5@9 end")
    assert await again == [made.place("r5", "9"), made.END]


async def test_lost_and_found_connections(playing: Making) -> None:
    here = playing(BERTAS)
    here.front.tell(started())
    here.typist.taken()
    here.front.tell(Waiting(2, "Cem", 40.0))
    assert here.typist.taken() == "Waiting for Cem, 40 s."
    here.clock.now += 15
    assert here.prompt == "Cem is gone, 25 s left> "
    here.clock.now += 100
    assert here.prompt == "Cem is gone, 0 s left> "
    here.front.tell(Back(2, "Cem"))
    assert here.typist.taken() == "Cem is there again."
    here.front.tell(Waiting(-1, "", 40.0))
    assert here.prompt == "The host is gone, 40 s left> "
    here.front.tell(Back(-1, ""))
    assert here.prompt.startswith("It is Berta's turn")
    here.typist.taken()
    here.front.tell(Waiting(0, "Anna", 40.0))
    assert here.typist.taken() == ""


async def test_the_prompt_tells_who_is_waited_for_and_how_long(playing: Making) -> None:
    here = playing(BERTAS)
    here.front.tell(started())
    assert here.prompt == "It is Berta's turn> "
    here.clock.now += 4
    assert here.prompt == "It is Berta's turn> "
    here.clock.now += 8
    assert here.prompt == "It is Berta's turn, 10 s> "
    bots = playing(BERTAS)
    bots.front.tell(started(bots=frozenset({1})))
    assert bots.prompt == "Berta is thinking> "
    bots.clock.now += 5
    assert bots.prompt == "Berta is thinking, 5 s> "


async def test_notices_and_failures_are_said(playing: Making) -> None:
    here = playing(BERTAS)
    here.front.tell(Notice("turned-away", Sentence("Somebody was {what}.", {"what": "refused"})))
    here.front.tell(Failed("bot", Sentence("A bot has failed.")))
    assert here.typist.taken() == "Somebody was refused.\nA bot has failed."


async def test_lines_are_as_wide_as_the_terminal(playing: Making) -> None:
    here = playing(MY_TURN)
    here.front.tell(started())
    for width in (60, 80):
        here.typist.width = width
        shown = await here.typist.types("help", "table", "rules")
        widest = max(len(row) for row in shown.splitlines())
        assert width - 12 < widest <= width


@pytest.mark.parametrize("text", HOSTILE)
async def test_hostile_names_and_chat_are_harmless_on_the_way_to_the_screen(
    playing: Making, text: str
) -> None:
    names = (text, *NAMES[1:3], text)
    position = seen(bag_end(), names=names)
    here = playing(position)
    here.front.tell(Seated(3, text, "ab" * 32, bot=False))
    here.front.tell(Chatted(3, text, text))
    here.front.tell(started(names))
    asked = await here.asks()
    here.front.tell(Chatted(3, text, text))
    here.front.tell(Waiting(3, text, 40.0))
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    shown = [*here.typist.taken().split("\n"), here.prompt]
    assert all(harmless(row) for row in shown)
    assert len(shown) > 10


async def test_two_who_look_alike_are_told_apart_in_the_lobby_and_at_the_table(playing: Making) -> None:
    """In the lobby by the keys that it shows, at the table by the names that the session hands over."""
    here = playing()
    twins = tuple(LobbySeat(seat, "Anna", f"{seat:02}" * 32, False, True, "") for seat in (0, 1))
    here.front.tell(LobbyShown("gefaehrten", {}, 4, twins, own=-1, host=0))
    here.front.tell(Chatted(1, "Anna", "it is me"))
    tag = fingerprint(bytes([1]) * 32)[:4]
    assert f"Anna ({tag}): it is me" in here.typist.taken()
    here.front.tell(Left(1, "Anna"))
    assert f"Anna ({tag}) has left seat 1." in here.typist.taken()
    others = replace(twins[1], name="Cem")
    here.front.tell(LobbyShown("gefaehrten", {}, 4, (others,), own=-1, host=0))
    here.front.tell(Chatted(1, "Cem", "somebody else"))
    assert "Cem: somebody else" in here.typist.taken()
