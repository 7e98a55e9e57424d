"""Frames: their size, what may be in them, and what a player finds on them."""

from __future__ import annotations

import timeit
import unicodedata
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from gefaehrten.cli.screen.compose import compose
from gefaehrten.cli.screen.state import Frame, Overlay, ScreenState
from gefaehrten.core.lines import Glyphs, Line, Span, Style, line
from gefaehrten.core.stage import Look, Press, Room, Type
from gefaehrten.core.text import Sentence
from gefaehrten.core.view import Scene, Wording
from tests.german import german
from tests.unit.cli.screen.states import (
    EVERY,
    HOSTILE,
    LOBBY,
    NAMES,
    OVER,
    OVERLAYS,
    REPLAY,
    SCORING,
    TABLE,
    WAITING,
    WATCHING,
    states,
)
from tests.unit.cli.screen.toy import STAGE, VIEW, ClimbStage, ClimbView, scene

ENGLISH = Wording(str)
WORDINGS = (ENGLISH, Wording(str, Glyphs.ASCII), Wording(german()), Wording(german(), Glyphs.ASCII))
LARGE, MEDIUM, SMALL, LEAST = Room(120, 40), Room(80, 24), Room(60, 20), Room(40, 12)
SIZES = (Room(200, 60), LARGE, Room(100, 30), MEDIUM, Room(76, 24), Room(75, 24), SMALL, LEAST, Room(39, 12))


class Refusing(ClimbStage):
    """A game that explains a refusal in the words of the refusal."""

    def explain(self, scene: Scene, wording: Wording, typed: str, look: Look, width: int) -> list[Line]:
        return [line(Span("No card goes there. (C1)", Style.BAD)), line("Try another.")]


def shown(state: ScreenState, room: Room = LARGE, wording: Wording = ENGLISH, choices: int = 0) -> Frame:
    return compose(state, ClimbView(choices) if choices else VIEW, STAGE, wording, room)


def text(frame: Frame) -> str:
    return "\n".join(each.text for each in frame.lines)


def keys(frame: Frame) -> set[str]:
    return {spot.click.key for spot in frame.hotspots if isinstance(spot.click, Press)}


def typed(frame: Frame) -> set[str]:
    return {spot.click.text for spot in frame.hotspots if isinstance(spot.click, Type)}


def at(frame: Frame, press: str) -> str:
    """What is written where a key can be clicked."""
    spot = next(spot for spot in frame.hotspots if spot.click == Press(press))
    return frame.lines[spot.row].text[spot.column : spot.column + spot.width]


def check(frame: Frame, room: Room, wording: Wording) -> None:
    assert len(frame.lines) == room.rows
    for each in frame.lines:
        assert get_cwidth(each.text) == room.columns
        for before, char in zip(" " + each.text, each.text, strict=False):
            assert unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
            # A mark must not combine with what another text left at its side.
            assert get_cwidth(char) or before != " "
        assert wording.glyphs is Glyphs.UNICODE or each.text.isascii()
    for spot in frame.hotspots:
        assert min(spot.width, spot.height) > 0
        assert 0 <= spot.row <= room.rows - spot.height
        assert 0 <= spot.column <= room.columns - spot.width
    if frame.input_row >= 0:
        assert frame.input_row < room.rows
        assert frame.input_width > 0
        assert 0 <= frame.input_column <= room.columns - frame.input_width


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(
    states(),
    st.integers(1, 200),
    st.integers(1, 60),
    st.sampled_from(WORDINGS),
    st.sampled_from([0, 0, 3, 20]),
)
def test_a_frame_has_its_size_whatever_is_in_it(
    state: ScreenState, columns: int, rows: int, wording: Wording, choices: int
) -> None:
    room = Room(columns, rows)
    check(shown(state, room, wording, choices), room, wording)


@pytest.mark.slow
@pytest.mark.parametrize("wording", WORDINGS)
def test_every_state_has_its_size_at_every_edge(wording: Wording) -> None:
    edges = [
        Room(columns, rows)
        for columns in (1, 2, 39, 40, 59, 60, 75, 76, 100)
        for rows in (1, 2, 11, 12, 20, 30)
    ]
    for state in EVERY:
        for room in edges:
            check(shown(state, room, wording), room, wording)


@pytest.mark.parametrize("overlay", OVERLAYS, ids=lambda overlay: overlay.key)
@pytest.mark.parametrize("room", SIZES)
def test_every_overlay_has_its_size(overlay: Overlay, room: Room) -> None:
    for state in (TABLE, LOBBY, OVER, REPLAY):
        check(shown(replace(state, overlay=overlay), room), room, ENGLISH)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_never_moves_the_frame(name: str) -> None:
    state = replace(TABLE, scene=scene((name or "?", *NAMES[1:])), chat=(line(Span(name), ": " + name),))
    frame = shown(state, Room(100, 30))
    main = frame.lines[2:15]
    assert all(each.text.endswith(("│", "┤")) for each in main)
    seams = {
        get_cwidth(each.text[: each.text.index(seam)])
        for each in main
        for seam in ("││", "│├")
        if seam in each.text
    }
    assert seams == {69}
    assert "\x1b" not in text(frame)
    assert "\u202e" not in text(frame)


def test_the_same_state_gives_the_same_frame() -> None:
    assert shown(TABLE) == shown(TABLE)


# What a player finds


@pytest.mark.parametrize("room", [LARGE, Room(100, 30), MEDIUM, SMALL, LEAST])
def test_turn_board_and_hand_are_on_every_table(room: Room) -> None:
    frame = shown(TABLE, room)
    assert "your turn · 0:42" in frame.lines[0].text
    assert "Rung" in frame.lines[1].text
    assert "=0" in text(frame)
    assert "Hand  a 1" in text(frame)
    assert frame.lines[frame.input_row].text[: frame.input_column].endswith("> ")
    assert {"a", "b", "c", "0"} <= typed(frame)


def test_a_large_screen_has_all_panels_beside_the_board() -> None:
    frame = shown(TABLE)
    for title in ("Players", "Now", "Ladder", "What happened", "Chat"):
        assert f"─ {title} ─" in text(frame)
    assert "Dörte" in text(frame)
    assert "go on" in text(frame)


def test_a_medium_screen_keeps_three_lines_of_the_log() -> None:
    frame = shown(replace(TABLE, log=tuple(line(f"happened {number}") for number in range(9))), MEDIUM)
    assert "happened 6" in text(frame)
    assert "happened 8" in text(frame)
    assert "happened 5" not in text(frame)
    assert "now 0" in text(frame)


@pytest.mark.parametrize("room", [MEDIUM, SMALL, LEAST])
def test_tab_brings_every_panel_to_a_small_screen(room: Room) -> None:
    every = "".join(text(shown(replace(TABLE, tab=tab), room)) for tab in range(6))
    for seen in ("Anna 5", "now 0", "ladder 0", "little more", "go on", "zoom 0"):
        assert seen in every
    assert "tab" in keys(shown(TABLE, room))


def test_the_zoom_wished_for_gives_way_to_what_must_be_seen() -> None:
    wish = replace(TABLE, look=replace(TABLE.look, zoom=2))
    assert "zoom 2" in text(shown(wish, Room(120, 44)))
    assert "zoom 1" in text(shown(wish, Room(120, 32)))
    assert "zoom 0" in text(shown(wish, SMALL))
    assert "zoom 0" in text(shown(replace(TABLE, look=replace(TABLE.look, zoom=0)), LARGE))


@pytest.mark.parametrize("room", [Room(30, 10), Room(20, 8), Room(39, 40), Room(100, 11)])
def test_a_tiny_window_says_so_and_whose_turn_it_is(room: Room) -> None:
    frame = shown(replace(TABLE, status="Anna"), room)
    said = " ".join(text(frame).split())
    assert "too small" in said
    assert "40x12" in said
    assert "Anna" in said
    assert frame.input_row == room.rows - 1


def test_a_window_below_the_whole_says_what_it_needs() -> None:
    assert "60x20" in text(shown(TABLE, Room(59, 20)))
    assert "60x20" not in text(shown(TABLE, SMALL))


def test_one_cell_shows_one_cell() -> None:
    assert [each.text for each in shown(replace(TABLE, status="Anna"), Room(1, 1)).lines] == ["A"]
    assert shown(replace(TABLE, typed="a"), Room(1, 1)).input_width == 1


def test_who_waits_sees_for_whom_and_a_bot_turns() -> None:
    first, second = shown(WAITING), shown(replace(WAITING, spin=4))
    assert "Berta is thinking" in text(first)
    assert text(first) != text(second)
    assert "explained" not in text(first)
    assert "explained a" in text(shown(replace(WAITING, typed="a")))


def test_a_watcher_has_no_hand() -> None:
    assert "Hand" not in text(shown(WATCHING))


def test_an_answer_comes_before_what_the_game_explains_and_may_be_long() -> None:
    few = shown(replace(TABLE, notice=(line(Span("No.", Style.BAD)),)))
    assert text(few).index("No.") < text(few).index("explained")
    many = shown(replace(TABLE, notice=tuple(line(f"reason {number}") for number in range(8))))
    assert "reason 7" in text(many)
    assert many.input_row == few.input_row


def test_a_refusal_is_said_once() -> None:
    stage = Refusing()
    refused = replace(TABLE, typed="x", notice=(line(Span("No card goes there. (? shows C1)", Style.BAD)),))
    whole = text(compose(refused, VIEW, stage, ENGLISH, LARGE))
    assert whole.count("No card goes there.") == 1
    assert "Try another." in whole, "what is not said yet is"


def test_a_message_to_the_table_is_no_move() -> None:
    said = replace(TABLE, typed="hello", prompt="say: ", talking=True)
    assert "typed hello" not in text(shown(said))
    assert "explained hello" not in text(shown(said))
    assert "typed hello" in text(shown(replace(said, talking=False)))


def test_the_board_stays_where_it_is_while_one_types() -> None:
    def board(state: ScreenState) -> list[int]:
        return [
            row
            for row, each in enumerate(shown(state, MEDIUM).lines)
            if "=0" in each.text or "=9" in each.text
        ]

    assert board(TABLE) == board(replace(TABLE, typed="d5")) == board(WAITING)


def test_a_moment_takes_the_place_of_the_panels_and_lights_the_board() -> None:
    for room in (LARGE, MEDIUM, SMALL):
        frame = shown(SCORING, room)
        assert "four counts" in text(frame)
        assert "Players" not in text(frame)
        assert any(
            span.style is Style.LIT and "3" in span.text for each in frame.lines for span in each.spans
        )
        assert "enter" in keys(frame)


def test_choices_come_first_and_a_click_types_their_number() -> None:
    state = replace(TABLE, look=replace(TABLE.look, choice=12))
    for room in (LARGE, MEDIUM, SMALL):
        frame = shown(state, room, choices=14)
        assert "Choose: 13 of 14" in text(frame)
        assert "▶13  rung 12" in text(frame)
        assert "13" in typed(frame)
        assert {"up", "down", "enter"} <= keys(frame)
    spot = next(spot for spot in shown(state, choices=14).hotspots if spot.click == Type("12"))
    assert "12  rung 11" in shown(state, choices=14).lines[spot.row].text


@pytest.mark.parametrize("room", [LARGE, MEDIUM, SMALL, LEAST])
def test_the_question_has_two_answers_to_click(room: Room) -> None:
    frame = shown(replace(TABLE, question=Sentence("Really leave the table? y leaves.")), room)
    assert "Really leave the table?" in text(frame)
    assert at(frame, "y") == "[y] yes"
    assert at(frame, "n") == "[n] no"
    assert frame.input_row == -1
    assert not typed(frame), "nothing under the question can be clicked"


def test_the_result_is_beside_the_table_it_is_about() -> None:
    for room in (LARGE, MEDIUM, SMALL):
        frame = shown(OVER, room)
        assert "Berta has won." in text(frame)
        assert "honest" in text(frame)
        assert "=0" in text(frame)
        assert {"r", "escape", "Q"} <= keys(frame)


def test_the_replay_has_a_bar_of_ten_keys() -> None:
    frame = shown(REPLAY)
    bar = frame.lines[-2].text
    assert "playing" in bar
    assert "step 120 of 480" in bar
    assert "2 a second" in bar
    assert "Anna" in bar
    assert {str(tenth) for tenth in range(10)} <= keys(frame)
    # A quarter of the way the knob stands in the third tenth of the bar.
    tenth = next(spot for spot in frame.hotspots if spot.click == Press("2"))
    assert "●" in bar[tenth.column : tenth.column + tenth.width]


def test_unread_chat_is_told_of_and_can_be_clicked() -> None:
    frame = shown(replace(TABLE, unread=3), MEDIUM)
    assert "chat: 3" in frame.lines[0].text
    assert at(frame, "T") == "chat: 3"


def test_a_first_welcome_leaves_the_board_its_room() -> None:
    welcome = tuple(line(f"sentence {number}") for number in range(3))
    assert "sentence 2" in text(shown(replace(TABLE, welcome=welcome), MEDIUM))
    assert "sentence 0" not in text(shown(replace(TABLE, welcome=welcome), LEAST))
    typing = shown(replace(TABLE, welcome=welcome, typed="a"), MEDIUM)
    assert "sentence 0" in text(typing), "the board stays where it is while one types"


@pytest.mark.slow
def test_composing_is_quick() -> None:
    """The game's own time included, which is small here; the best of many rounds, since the machine is shared."""
    for state in (TABLE, LOBBY, OVER, replace(TABLE, overlay=Overlay("help", "Help"))):
        shown(state)
        assert min(timeit.repeat(partial(shown, state), number=1, repeat=60)) < 0.005


@pytest.mark.parametrize("rows", range(18, 32))
@pytest.mark.parametrize("length", range(1, 24, 3))
def test_the_result_is_never_pushed_out(rows: int, length: int) -> None:
    state = replace(OVER, result=tuple(line(f"result {number}") for number in range(length)))
    for columns in (60, 80, 120):
        assert "result 0" in text(shown(state, Room(columns, rows)))


def test_the_last_scoring_is_shown_before_the_result() -> None:
    frame = shown(replace(OVER, moment=SCORING.moment))
    assert "four counts" in text(frame)
    assert "Berta has won." not in text(frame)
    assert "enter" in keys(frame)
