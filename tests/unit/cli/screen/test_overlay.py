"""What lies over the table: pages, help, rules, log and chat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from gefaehrten.cli.screen.compose import compose
from gefaehrten.cli.screen.hints import Situation, foot, hints
from gefaehrten.cli.screen.keys import page_title
from gefaehrten.cli.screen.state import Frame, Overlay, ScreenState
from gefaehrten.core.lines import line
from gefaehrten.core.stage import Press, Room
from gefaehrten.core.view import Wording
from gefaehrten.games.gefaehrten.game import GAME
from tests.german import german
from tests.unit.cli.screen.states import LOBBY, OVERLAYS, REPLAY, TABLE
from tests.unit.cli.screen.toy import STAGE, VIEW

SIZES = (Room(120, 40), Room(80, 24), Room(60, 20), Room(40, 12))
RULES = OVERLAYS[-1]


def shown(overlay: Overlay, room: Room = SIZES[1], state: ScreenState = TABLE) -> Frame:
    return compose(replace(state, overlay=overlay), VIEW, STAGE, Wording(str), room)


def text(frame: Frame) -> str:
    return "\n".join(each.text for each in frame.lines)


@pytest.mark.parametrize("room", SIZES)
def test_an_overlay_has_a_title_its_place_and_a_way_out(room: Room) -> None:
    frame = shown(RULES, room)
    total, seen = frame.scroll
    assert f"8 to {7 + seen} of {total}" in text(frame)
    assert "Rules" in frame.lines[1].text
    clicks = {spot.click for spot in frame.hotspots}
    assert {Press("escape"), Press("pagedown")} <= clicks
    assert frame.input_row >= 0, "one can go on typing"


def test_scrolling_stops_at_the_last_line() -> None:
    end = shown(replace(RULES, top=10**6))
    total, seen = end.scroll
    assert f"{total - seen + 1} to {total} of {total}" in text(end)
    assert "29 word" in text(end)
    assert shown(replace(RULES, top=-5)) == shown(replace(RULES, top=0))


def test_what_fits_has_no_place_to_tell() -> None:
    frame = shown(Overlay("rules", "Rules", (line("short"),)))
    assert frame.scroll == (1, 1)
    assert " of " not in text(frame)
    assert Press("pagedown") not in {spot.click for spot in frame.hotspots}


def test_a_page_of_the_game_is_made_from_the_scene() -> None:
    assert "ladder 3 xxx" in text(shown(Overlay("page:ladder", "Ladder")))
    assert shown(Overlay("page:unknown", "?")).scroll == (0, 0)


def test_log_and_chat_say_when_there_is_nothing() -> None:
    bare = replace(TABLE, log=(), chat=())
    assert "Nothing has happened yet." in text(shown(Overlay("log", "Log"), state=bare))
    assert "Nobody has said anything yet." in text(shown(Overlay("chat", "Chat"), state=bare))
    assert "go on" in text(shown(Overlay("chat", "Chat")))


def test_help_lists_moves_pages_keys_and_words_and_its_pages_can_be_clicked() -> None:
    frame = shown(Overlay("help", "Help"), Room(100, 60))
    for said in ("plays the first card", "the whole ladder", "takes the last action back", "say TEXT"):
        assert said in text(frame)
    spot = next(spot for spot in frame.hotspots if spot.click == Press("J"))
    assert "J  ladder" in frame.lines[spot.row].text
    assert len([spot for spot in frame.hotspots if spot.click == Press("")]) == 0


def test_help_fits_where_one_is() -> None:
    lobby = text(shown(Overlay("help", "Help"), Room(100, 60), LOBBY))
    assert "host: a bot leaves again" in lobby
    assert "plays the first card" not in lobby
    replay = text(shown(Overlay("help", "Help"), Room(100, 60), REPLAY))
    assert "to so many tenths of the match" in replay
    assert "plays the first card" not in replay


def test_the_hand_stays_in_sight_where_there_is_room() -> None:
    assert "Hand  a 1" in text(shown(RULES, SIZES[0]))
    assert "Hand  a 1" not in text(shown(RULES, SIZES[2]))


@pytest.mark.parametrize("translate", [str, german()])
def test_every_page_of_the_game_has_a_short_title_that_begins_as_titles_do(
    translate: Callable[[str], str],
) -> None:
    pages = GAME.view().pages
    for page in pages:
        title = translate(page_title(pages, page.key))
        assert title[0].isupper()
        assert len(title) <= 28, "a foot line has room for it"


def test_a_page_without_a_title_is_called_what_it_is_for() -> None:
    assert page_title(VIEW.pages, "ladder") == "the whole ladder"


def test_pages_stand_in_the_foot_line_where_there_is_room_for_nothing_better() -> None:
    game = GAME.view()
    found = hints(TABLE, game, Situation())
    assert [hint.does for hint in found if hint.press == "K"] == ["Cards not seen yet"]
    lightest = min(hint.weight for hint in found)
    assert {hint.press for hint in found if hint.weight == lightest} == set("JPMSOK")
    assert "Cards not seen yet" in foot(found, 120, Wording(str)).lines[0].text
    assert "Cards not seen yet" not in foot(found, 60, Wording(str)).lines[0].text
