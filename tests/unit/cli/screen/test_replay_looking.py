"""The machine of a replay: looking around, pages, the mouse, and that nothing breaks it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gefaehrten.cli.line.effects import Quit, Rules
from gefaehrten.cli.screen.compose import compose
from gefaehrten.cli.screen.replay_desk import ReplayDesk
from gefaehrten.core.lines import Glyphs, Line, line
from gefaehrten.core.stage import Press, Room
from gefaehrten.core.view import Wording
from gefaehrten.session.history import LOOKER, History
from tests import replays
from tests.replays import NAMES, Clock
from tests.unit.cli.screen.replay_seat import ROOM, Sitting

pytestmark = pytest.mark.slow

KEYS = (
    *(
        "left",
        "right",
        "up",
        "down",
        "pageup",
        "pagedown",
        "home",
        "end",
        " ",
        "<",
        ">",
        "v",
        "z",
        "Z",
        "+",
        "-",
    ),
    *(
        "t",
        "T",
        "tab",
        "s-tab",
        "enter",
        "s-left",
        "s-right",
        "s-up",
        "s-down",
        "?",
        "f1",
        "f2",
        "f9",
        "R",
        "x",
    ),
    *("J", "K", "L", "M", "O", "P", "S", "W", "backspace", "delete", "c-u", "ä", *"0123456789"),
)


# Looking


def test_zoom_and_the_moved_board() -> None:
    seat = Sitting(at=100)
    first = seat.state.look
    assert seat.press("z").state.look.zoom != first.zoom
    assert seat.press("Z").state.look.zoom == first.zoom
    seat.press("-")
    assert seat.press("+").state.look.zoom == first.zoom
    seat.press("s-down")
    assert seat.state.look.down == 1
    assert seat.press("right").state.look.down == 1
    assert seat.press("enter").state.look == first
    seat.press("s-right", "pagedown")
    assert seat.state.look == first
    seat.desk.scroll(-3)
    assert seat.state.look.zoom > first.zoom


def test_the_board_moves_no_further_than_there_is_something_new_to_see() -> None:
    seat = Sitting(at=100).press(*["s-right"] * 40)
    far = seat.text
    assert seat.press("s-left").text != far


def test_the_wheel_scrolls_what_lies_over_the_board() -> None:
    seat = Sitting().press("?")
    seat.room = Room(80, 20)
    seat.desk.frame(seat.room)
    seat.desk.scroll(3)
    overlay = seat.state.overlay
    assert overlay is not None
    assert overlay.top == 3


def test_every_page_by_its_key() -> None:
    seat = Sitting(at=60, viewpoint=1)
    for page in seat.history.game.view().pages:
        if not page.hot:
            continue
        seat.press(page.hot)
        overlay = seat.state.overlay
        assert overlay is not None
        assert overlay.key in (page.key, f"page:{page.key}")
        assert "Esc" in seat.text
        assert seat.press(page.hot).state.overlay is None


def test_the_help_names_every_key_of_a_replay() -> None:
    seat = Sitting().press("?")
    seat.room = Room(120, 50)
    for text in ("PgUp PgDn", "T t", "Home End", "0 ... 9", "Shift+arrows", "leaves the replay", "card"):
        assert text in seat.text
    assert seat.press("enter").state.overlay is None


def test_the_log_shows_where_the_match_stands_and_follows() -> None:
    seat = Sitting(at=148).press("L")

    def marked() -> str:
        (found,) = (each for each in seat.text.splitlines() if "▶ " in each)
        return found

    assert "▶ 148  Anna" in marked()
    for _ in range(30):
        before = marked()
        seat.press("left")
        assert marked() != before
    assert "▶" not in seat.press("end").text  # the log's own end: it is what lies over the board that scrolls
    assert "▶" in seat.press("right").text


def test_esc_closes_and_then_leaves() -> None:
    seat = Sitting().press("K", "escape")
    assert seat.state.overlay is None
    assert seat.desk.key("escape") == (Quit(),)


@pytest.mark.parametrize("name", ["q", "Q", "c-c", "c-d"])
@pytest.mark.parametrize("before", [(), ("?",), (" ",)])
def test_leaving_asks_nothing(name: str, before: tuple[str, ...]) -> None:
    assert Sitting().press(*before).desk.key(name) == (Quit(),)


def test_the_rules_are_asked_for_at_the_clause_that_matters() -> None:
    seat = Sitting(at=20)
    (asked,) = seat.desk.key("R")
    assert isinstance(asked, Rules)
    assert asked.clause is not None
    assert asked.clause.startswith("F")
    seat.desk.show_rules("Rules", (line("F13 and so on"),))
    assert "F13 and so on" in seat.text
    assert seat.desk.key("R") == ()
    assert seat.state.overlay is None


def test_a_key_without_a_meaning_says_so_and_a_paste_is_nothing() -> None:
    seat = Sitting()
    assert "“x” does nothing here" in seat.press("x").notice
    assert seat.press("right").notice == "Dörte: cards drawn: 6"
    assert seat.desk.text("qqq\r") == ()
    assert (seat.desk.typed(), seat.desk.cursor, seat.desk.completions()) == ("", 0, [])


# The mouse


def clicked(seat: Sitting, key: str) -> Sitting:
    """A click on the hint or the part of the bar that does what a key does."""
    frame = seat.desk.frame(seat.room)
    spot = next(each for each in frame.hotspots if each.click == Press(key))
    assert seat.desk.click(spot.row, spot.column) == ()
    seat.desk.frame(seat.room)
    return seat


def test_clicks_do_what_keys_do() -> None:
    seat = Sitting()
    seat.room = Room(140, 40)
    assert clicked(seat, "7").step == seat.history.last * 7 // 10
    assert clicked(seat, "right").step > seat.history.last * 7 // 10
    assert clicked(seat, "pageup").step in seat.history.scorings
    assert clicked(seat, " ").transport.playing
    assert not clicked(seat, " ").transport.playing
    assert clicked(seat, "v").transport.viewpoint == NAMES[0]
    assert clicked(seat, ">").transport.speed == 2.0
    assert clicked(seat, "?").state.overlay is not None
    assert clicked(seat, "escape").state.overlay is None
    frame = seat.desk.frame(seat.room)
    leave = next(each for each in frame.hotspots if each.click == Press("Q"))
    assert seat.desk.click(leave.row, leave.column) == (Quit(),)


def test_a_click_on_a_card_or_a_space_is_nothing() -> None:
    seat = Sitting(at=60, viewpoint=0)
    before = seat.state
    frame = seat.desk.frame(seat.room)
    others = [each for each in frame.hotspots if not isinstance(each.click, Press)]
    assert others
    for spot in others:
        assert seat.desk.click(spot.row, spot.column) == ()
    assert seat.state == before


# Whatever is done


def fits(lines: tuple[Line, ...], room: Room) -> bool:
    return len(lines) == room.rows


@settings(max_examples=25)
@given(
    st.lists(st.sampled_from(KEYS), max_size=25),
    st.sampled_from([(1, 1), (20, 5), (40, 12), (60, 20), (80, 24), (120, 40)]),
    st.sampled_from([replays.whole, replays.broken, replays.lied, lambda: replays.cut(0)]),
    st.booleans(),
)
def test_nothing_breaks_it(
    keys: list[str], size: tuple[int, int], make: Callable[[], History], ascii: bool
) -> None:
    clock = Clock()
    desk = ReplayDesk(
        make(), Wording(str, Glyphs.ASCII if ascii else Glyphs.UNICODE), clock, viewpoint=LOOKER, speed=4.0
    )
    room = Room(*size)
    for name in keys:
        desk.key(name)
        clock.now += 0.3
        desk.tick()
        frame = desk.frame(room)
        assert fits(frame.lines, room)
        if ascii:
            assert all(each.text.isascii() for each in frame.lines)
        state = desk.state()
        assert state.transport is not None
        assert 0 <= state.transport.step <= state.transport.steps


def test_the_same_state_gives_the_same_frame() -> None:
    seat = Sitting(at=99, viewpoint=1)
    game = seat.history.game
    frame = seat.desk.frame(ROOM)
    assert compose(seat.state, game.view(), game.stage(), Wording(str), ROOM) == frame
