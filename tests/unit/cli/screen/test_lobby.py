"""The lobby: who is who, who may do what, and an invite that can be copied."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gefaehrten.cli.screen.compose import compose
from gefaehrten.cli.screen.state import Frame, LobbyRow, LobbyState, Overlay, ScreenState
from gefaehrten.core.lines import Style
from gefaehrten.core.stage import Press, Room
from gefaehrten.core.view import Wording
from tests.german import german
from tests.unit.cli.screen.states import INVITE, LOBBY, guest
from tests.unit.cli.screen.toy import STAGE, VIEW

SIZES = (Room(120, 40), Room(100, 30), Room(80, 24), Room(60, 20))
ASKED = Wording(str)


def shown(state: ScreenState, room: Room = SIZES[1], wording: Wording = ASKED) -> Frame:
    return compose(state, VIEW, STAGE, wording, room)


def text(frame: Frame) -> str:
    return "\n".join(each.text for each in frame.lines)


def row(frame: Frame, name: str) -> str:
    return next(each.text for each in frame.lines if name in each.text)


def keys(frame: Frame) -> set[str]:
    return {spot.click.key for spot in frame.hotspots if isinstance(spot.click, Press)}


def with_lobby(state: ScreenState = LOBBY, **changes: object) -> ScreenState:
    assert state.lobby is not None
    lobby: LobbyState = replace(state.lobby, **changes)  # type: ignore[arg-type]
    return replace(state, lobby=lobby)


@pytest.mark.parametrize("room", SIZES)
def test_names_that_look_alike_stand_with_their_keys(room: Room) -> None:
    frame = shown(LOBBY, room)
    assert "Anna aaaa-bbbb-cccc" in row(frame, "you, host")
    assert "Аnna dddd-eeee-ffff" in text(frame)
    assert "gggg" not in text(frame), "a name of its own needs no key"


def test_names_that_differ_stand_without_keys() -> None:
    assert LOBBY.lobby is not None
    rows = tuple(replace(each, name="Berta") if each.seat == 1 else each for each in LOBBY.lobby.rows)
    assert "aaaa" not in text(shown(with_lobby(rows=rows)))


def test_a_long_name_leaves_everything_else_where_it_is() -> None:
    assert LOBBY.lobby is not None
    rows = tuple(replace(each, name="桜" * 60) if each.seat == 1 else each for each in LOBBY.lobby.rows)
    long = row(shown(with_lobby(rows=rows)), "桜")
    assert "…" in long
    assert "not ready" in long


@pytest.mark.parametrize("room", SIZES)
def test_readiness_role_and_free_seats_are_told(room: Room) -> None:
    frame = shown(LOBBY, room)
    assert "ready" in row(frame, "you, host")
    assert "not ready" in row(frame, "Аnna")
    assert "bot" in row(frame, "Bot")
    assert "free" in text(frame)
    assert "3 of 4 seats taken" in text(frame)


def test_the_colour_asked_for_is_said_in_the_readers_language() -> None:
    assert "rot" in row(shown(LOBBY, wording=Wording(german())), "aaaa")


def test_a_foreign_wish_is_only_text() -> None:
    assert LOBBY.lobby is not None
    rows = tuple(replace(each, wish="{who}") for each in LOBBY.lobby.rows)
    assert "{who}" in text(shown(with_lobby(rows=rows)))


@pytest.mark.parametrize("room", SIZES)
def test_the_invite_stands_alone_on_its_line(room: Room) -> None:
    lines = [each.text for each in shown(LOBBY, room).lines]
    assert INVITE in [each.rstrip() for each in lines]
    assert "code K7QF-29XM-ABCD-EFGH" in "\n".join(lines)
    assert "WWWW-29XM-ABCD-EFGH" in "\n".join(lines)


def test_the_invite_to_watch_goes_before_its_code() -> None:
    shown_to_host = text(shown(with_lobby(watch_invite="gefaehrten://h:1/watch/WWWW-29XM")))
    assert "to watch only: gefaehrten://h:1/watch/WWWW-29XM" in shown_to_host


def test_seats_stand_there_with_the_numbers_that_words_know_them_by() -> None:
    assert "▶1 Аnna" in text(shown(with_lobby(chosen=1)))
    assert " 3 free" in text(shown(with_lobby(chosen=1)))


def test_an_invite_longer_than_the_screen_goes_on_below_from_the_first_column() -> None:
    long = "gefaehrten://" + "x" * 100 + "/CODE"
    lines = [each.text.rstrip() for each in shown(with_lobby(invite=long), Room(60, 20)).lines]
    first = next(index for index, each in enumerate(lines) if each.startswith("gefaehrten://"))
    assert lines[first] + lines[first + 1] == long


def test_half_an_invite_is_never_shown() -> None:
    frame = shown(LOBBY, Room(48, 12))
    assert "gefaehrten://" not in text(frame)
    assert "I" in keys(frame)


def test_the_invite_page_has_nothing_at_the_sides_of_the_invite() -> None:
    frame = shown(replace(LOBBY, overlay=Overlay("invite", "Invite")), Room(80, 24))
    assert INVITE in [each.text.rstrip() for each in frame.lines]
    assert "│" not in text(frame)


def test_a_host_is_shown_a_hosts_keys_that_do_something() -> None:
    assert {"enter", "+", "-", "K", "C", "I", "T", "?", "Q"} <= keys(shown(LOBBY, Room(140, 40)))
    assert LOBBY.lobby is not None
    full = tuple(replace(each, name=each.name or "Dora") for each in LOBBY.lobby.rows)
    assert "+" not in keys(shown(with_lobby(rows=full), Room(140, 40)))
    people = tuple(replace(each, bot=False) for each in LOBBY.lobby.rows)
    assert "-" not in keys(shown(with_lobby(rows=people), Room(140, 40)))
    assert "K" not in keys(shown(with_lobby(chosen=0), Room(140, 40))), "nobody sends himself away"


def test_a_guest_is_shown_a_guests_keys() -> None:
    found = keys(shown(guest()))
    assert {"enter", "C", "T", "Q"} <= found
    assert not {"+", "-", "K", "I"} & found
    assert "Enter ready" in text(shown(guest()))


def test_a_watcher_can_only_look_and_leave() -> None:
    frame = shown(guest(-1))
    assert not {"enter", "C", "T", "K"} & (keys(frame) - {"T"})
    assert "You are watching." in text(frame)


def test_a_click_on_a_row_chooses_it() -> None:
    frame = shown(LOBBY)
    spot = next(spot for spot in frame.hotspots if spot.click == Press("2"))
    assert "Bot" in frame.lines[spot.row].text
    chosen = [span for each in frame.lines for span in each.spans if span.style is Style.CHOSEN]
    assert [span.text for span in chosen] == ["Аnna"]


def test_chat_is_in_the_lobby_too() -> None:
    assert "go on" in text(shown(LOBBY))


def test_a_lobby_of_one_without_anything_else() -> None:
    bare = replace(LOBBY, lobby=LobbyState("Climb", (LobbyRow(0, "Anna"),), 0, hosting=True), chat=())
    assert "1 of 1 seats taken" in text(shown(bare, Room(60, 20)))
