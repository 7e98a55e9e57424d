"""The small machines of the full screen, each on its own."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gefaehrten.cli.line.effects import AddBot, Kick, Ready, Start, Wish
from gefaehrten.cli.line.said import Company
from gefaehrten.cli.screen.chronicle import KEPT, Chronicle
from gefaehrten.cli.screen.cover import Cover
from gefaehrten.cli.screen.desk import Desk
from gefaehrten.cli.screen.follow import followed
from gefaehrten.cli.screen.gaze import ARROWS, Gaze
from gefaehrten.cli.screen.keys import AT_TABLE, IN_LOBBY, page_keys
from gefaehrten.cli.screen.lobby_desk import Answer, LobbyDesk
from gefaehrten.cli.screen.move import Move
from gefaehrten.cli.screen.reel import Reel
from gefaehrten.cli.screen.state import Frame
from gefaehrten.cli.screen.typed import MOST, TypedLine
from gefaehrten.core.game import JsonStep
from gefaehrten.core.kernel import DECIDE
from gefaehrten.core.lines import line
from gefaehrten.core.random import Random
from gefaehrten.core.stage import Hotspot, Moment, Press, Room, Type
from gefaehrten.core.text import Sentence
from gefaehrten.core.view import Wording
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.session.events import Chatted, Ended, LobbySeat, LobbyShown, TableOpened
from protocol.identity import fingerprint
from tests.machines import random_actions
from tests.terminal.screens import Table
from tests.terminal.table import bag_end, harmless
from tests.unit.cli.screen.toy import ClimbView
from tests.unit.games.gefaehrten.scenes import ENGLISH, scene
from tests.unit.games.gefaehrten.staging.test_picture import weathertop

# What is typed


@given(
    st.lists(
        st.one_of(
            st.text(max_size=8),
            st.sampled_from(
                ["left", "right", "home", "end", "backspace", "delete", "c-w", "c-k", "c-a", "c-e"]
            ),
        )
    )
)
def test_the_cursor_stays_in_a_line_that_steers_nothing(keys: list[str]) -> None:
    typed = TypedLine()
    for key in keys:
        if not typed.key(key):
            typed.insert(key)
        assert 0 <= typed.cursor <= len(typed.text) <= MOST
        assert harmless(typed.text)


def test_editing_in_the_middle() -> None:
    typed = TypedLine()
    typed.insert("say  hello world")
    for key in ("c-w", "backspace", "home", "delete", "right", "delete"):
        assert typed.key(key)
    assert (typed.text, typed.cursor) == ("a  hello", 1)
    assert typed.take() == "a  hello"
    assert typed.text == ""
    typed.insert("  x")
    assert typed.text == "x"


# Time


def test_moments_follow_each_other_and_are_skipped_together() -> None:
    reel, here = Reel(), scene(bag_end())
    one, two = Moment(("1",), (), 1.0), Moment(("2",), (), 2.0)
    assert reel.due(0) is None
    reel.add([one, two], here, 10.0)
    assert (reel.moment, reel.due(10.25)) == (one, 0.75)
    assert not reel.tick(10.5)
    assert reel.tick(11.0)
    assert reel.moment is two
    reel.add([one], here, 11.5)
    assert reel.tick(13.0)
    assert reel.moment is one
    assert reel.tick(99.0)
    assert reel.moment is None
    assert reel.scene is None
    reel.add([one, two], here, 0.0)
    assert reel.skip()
    assert not reel.skip()


def test_positions_within_a_turn_are_found_again() -> None:
    table = Table(own=0)
    rng = Random(5)
    table._dealer.serve()
    while table.match.kernel.request() == DECIDE:
        before, count = table.match.kernel.clone(), len(table.match.steps)
        before.mask(0)
        seat = before.actor()
        actions = random_actions(table.match, rng)
        table.match.turn(seat, *table.match.encode(seat, actions))
        new = table.match.steps[count:]
        acts = [step for step in new if step["step"] not in ("scored", "over", "retired")]
        reached = followed(GAME, before, acts)
        after = table.match.kernel.clone()
        assert reached.public() == after.public()
        table._dealer.serve()


# What lies over the board


def test_scrolling_stays_within_what_there_is() -> None:
    cover = Cover()
    assert not cover.key("pagedown", typed=False)
    cover.show("log", "Log")
    cover.shown(Frame((), scroll=(30, 10)))
    assert cover.overlay is not None
    assert cover.overlay.top == 20
    assert cover.key("home", typed=False)
    assert cover.overlay.top == 0
    assert not cover.key("up", typed=True)
    assert cover.key("pagedown", typed=True)
    assert cover.overlay.top == 9
    cover.toggle("log", "Log")
    assert cover.overlay is None
    assert not cover.close()


def test_of_places_that_lie_over_each_other_the_uppermost_is_clicked() -> None:
    cover = Cover()
    cover.shown(Frame((), (Hotspot(0, 0, 9, 9, Type("7")), Hotspot(2, 2, 2, 2, Press("enter")))))
    assert cover.hit(2, 3) == Press("enter")
    assert cover.hit(0, 0) == Type("7")
    assert cover.hit(9, 0) is None


# How the board is looked at


class Camera:
    """Makes a frame of a look, as far as there is anything to see."""

    def __init__(self, gaze: Gaze, *, right: int, zooms: set[int]) -> None:
        self._gaze = gaze
        self._right = right
        self._zooms = zooms

    def __call__(self) -> Frame:
        look = self._gaze.look
        zoom = max(each for each in self._zooms if each <= look.zoom)
        return Frame((line("clock"), line(f"{min(max(look.right, 0), self._right)} {zoom}")))


def test_arrows_stop_at_the_edge() -> None:
    gaze = Gaze(3, ARROWS)
    camera = Camera(gaze, right=2, zooms={0, 1, 2})
    frame = camera()
    for _ in range(9):
        assert gaze.pan("right")
        assert gaze.pan("right")  # not drawn yet: counts once
        frame = gaze.drawn(camera, frame)
    assert gaze.look.right == 2
    gaze.pan("left")
    gaze.drawn(camera, frame)
    assert gaze.look.right == 1
    assert not gaze.pan("x")
    gaze.straighten()
    assert gaze.look.right == 0


@pytest.mark.parametrize(
    ("steps", "seen"), [("+", 1), ("-", 0), ("z", 0), ("zz", 1), ("-+", 1), ("--", 0), ("-z", 1)]
)
def test_sizes_that_there_is_no_room_for_are_left_out(steps: str, seen: int) -> None:
    gaze = Gaze(3)
    camera = Camera(gaze, right=0, zooms={0, 1})
    frame = camera()
    for step in steps:
        gaze.zoom(-1 if step == "-" else 1, around=step == "z")
        frame = gaze.drawn(camera, frame)
    assert frame.lines[1].text == f"0 {seen}"
    assert gaze.look.zoom == seen


# Keys


def test_no_hot_key_does_two_things() -> None:
    pages = page_keys(GAME.view().pages)
    assert not set(pages) & set(AT_TABLE)
    hot = [page.key for page in GAME.view().pages if page.hot]
    assert [pages[f"f{number}"] for number in range(2, 2 + len(hot))] == hot
    for key in (*pages, *AT_TABLE, *IN_LOBBY):
        assert len(key) > 1 or (not ("a" <= key <= "y") and not key.isdigit())


# Log and chat


def test_log_and_chat_do_not_grow_for_ever() -> None:
    chronicle = Chronicle(Wording(str))
    for number in range(KEPT + 50):
        chronicle.said(Chatted(0, "A\x1b[2J", f"{number}\x07"))
    assert len(chronicle.chat) == KEPT
    assert chronicle.chat[-1].text == f"A[2J: {KEPT + 49}"
    assert chronicle.unread == KEPT + 50


OVER: JsonStep = {"step": "over", "reason": "time", "scores": [0, 0], "winners": []}


class Summit(ClimbView):
    """A game that says why it is over."""

    def announce(
        self, step: JsonStep, before: Sequence[JsonStep], names: Sequence[str], seat: int
    ) -> Sentence | None:
        return Sentence("The ladder breaks.") if step["step"] == "over" else None


def test_an_end_without_a_winner_is_told_in_the_words_of_the_game() -> None:
    chronicle = Chronicle(Wording(str))
    chronicle.company = Company(("Anna", "Berta"), 0)
    chronicle.step(OVER, Summit())
    (said,) = chronicle.told(Ended((0, 0), (), "time", 9, "c0ffee"))
    assert said.text == "The ladder breaks."
    assert [each.text for each in chronicle.log] == ["The ladder breaks."], "once"


def test_an_end_that_is_none_of_the_game_is_told_in_plain_words() -> None:
    chronicle = Chronicle(Wording(str))
    (said,) = chronicle.told(Ended((0, 0), (), "aborted", 9, "c0ffee"))
    assert said.text == "The match was ended by agreement: nobody has won."
    assert chronicle.log == (said,)


# The lobby


def shown(*, own: int, names: tuple[str, ...], bots: frozenset[int] = frozenset()) -> LobbyShown:
    seats = tuple(
        LobbySeat(seat, name, f"{seat:02}" * 32, seat in bots, True, "") for seat, name in enumerate(names)
    )
    return LobbyShown("gefaehrten", {"points": "open", "nazgul_range": "location"}, 4, seats, own, 0)


def test_a_host_asks_for_what_a_host_may() -> None:
    lobby = LobbyDesk(Wording(str))
    lobby.tell(shown(own=0, names=("Ann", "Berta", "Bot 1"), bots=frozenset({2})))
    assert lobby.hosting
    assert lobby.key("enter") == Answer((Start(),))
    assert lobby.key("+") == Answer((AddBot(""),))
    lobby.key("L")
    assert lobby.key("+") == Answer((AddBot("random"),))
    assert lobby.key("-") == Answer((Kick(2),))
    lobby.key("down")
    asked = lobby.key("K")
    assert asked is not None
    assert asked.refusal, "a person is sent away for good: that is asked once"
    lobby.key("L")
    assert lobby.key("K") == asked, "another key meanwhile takes it back"
    assert lobby.key("K") == Answer((Kick(1),))
    lobby.key("3")
    assert lobby.state("").chosen == 3
    refused = lobby.key("K")
    assert refused is not None
    assert refused.refusal == "Nobody sits there."
    assert lobby.state("").host == 0
    assert [row.key for row in lobby.state("").rows[:3]] == [fingerprint(bytes([n]) * 32) for n in range(3)]
    lobby.tell(shown(own=0, names=("Ann", "Berta", "Cem", "Dora")))
    full = lobby.key("+")
    assert full is not None
    assert full.refusal == "Every seat is taken."


def test_a_guest_is_ready_or_not_and_wishes_for_colours_in_turn() -> None:
    lobby = LobbyDesk(Wording(str))
    lobby.tell(shown(own=1, names=("Ann", "Berta")))
    assert not lobby.hosting
    assert lobby.key("enter") == Answer((Ready(False),))
    colours = lobby.state("").wishes
    assert set(colours) == {"red", "yellow", "green", "blue"}
    assert lobby.key("C") == Answer((Wish(colours[0]),))
    for key in ("+", "-", "K"):
        answer = lobby.key(key)
        assert answer is not None
        assert answer.refusal
    assert lobby.key("L") is None
    assert lobby.key("5") is None


def test_a_watcher_asks_for_nothing() -> None:
    lobby = LobbyDesk(Wording(str))
    lobby.tell(shown(own=-1, names=("Ann", "Berta")))
    assert lobby.key("enter") == Answer()
    assert lobby.key("C") is None
    assert lobby.invite() == ()


def test_the_invite_is_the_hosts() -> None:
    lobby = LobbyDesk(Wording(str))
    opened = TableOpened(
        "h:1", "CODE", "WATCH", "gefaehrten://h:1/CODE", "00", "gefaehrten://h:1/watch/WATCH"
    )
    lobby.tell(opened)
    assert lobby.hosting
    text = "\n".join(each.text for each in lobby.invite())
    assert "gefaehrten join gefaehrten://h:1/CODE" in text
    assert "gefaehrten join h:1 CODE" in text
    assert "gefaehrten watch gefaehrten://h:1/watch/WATCH" in text
    assert lobby.state("").watch_invite == opened.watch_invite


@pytest.mark.parametrize("name", ["0", "1", "2", "3"])
def test_a_digit_chooses_the_seat_of_that_number_and_so_does_a_click_on_it(name: str) -> None:
    desk = Desk(Wording(str), lambda: 0.0)
    desk.tell(shown(own=0, names=("Ann", "Berta", "Bot 1"), bots=frozenset({2})))
    frame = desk.frame(Room(100, 30))
    spot = next(spot for spot in frame.hotspots if spot.click == Press(name))
    assert re.search(rf"[ ▶]{name} ", frame.lines[spot.row].text)
    desk.click(spot.row, spot.column + 3)
    state = desk.state().lobby
    assert state is not None
    assert state.rows[state.chosen].seat == int(name)
    desk.key("K")
    assert desk.key("K") == ((Kick(int(name)),) if name in "12" else ())


@pytest.mark.parametrize("keys", ["d1+rivendell1", "d1+", "2@1+rivendell1", "d+rivendell11"])
def test_a_ring_can_be_named_behind_the_plus_that_has_put_it(keys: str) -> None:
    # The 2 beats no 2, with Rivendell I it does: `+` takes the move, and the name that follows is none of the next.
    here = scene(weathertop(tokens={0: ["rivendell_1"]}))
    typed = TypedLine()
    move = Move(GAME.view(), GAME.stage(), ENGLISH, typed)
    for key in keys:
        if move.press(move.scene(here), key) is None:
            move.insert(move.scene(here), key)
    assert not typed.text
    assert GAME.view().format(here, move.scene(here).turn) == "2@1+rivendell1"
