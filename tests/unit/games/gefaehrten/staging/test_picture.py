"""The board of the full screen in every size and room."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gefaehrten.core.lines import Glyphs, Line, Style, cells
from gefaehrten.core.stage import STRAIGHT, Hotspot, Look, Picture, Press, Room, Type
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.candidates import candidates
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.moves import card_kernel
from gefaehrten.games.gefaehrten.names import SPACE_LABELS
from gefaehrten.games.gefaehrten.stage import STAGE
from gefaehrten.games.gefaehrten.view import VIEW
from tests.german import german
from tests.unit.games.gefaehrten import kernel_positions as made
from tests.unit.games.gefaehrten.kernel_positions import position
from tests.unit.games.gefaehrten.scenes import ASCII, ENGLISH, scene
from tests.unit.games.gefaehrten.staging.staged import find, scene_after, scenes

ROOMS = st.builds(Room, st.integers(1, 130), st.integers(1, 50))
LOOKS = st.builds(Look, st.integers(0, 2), st.integers(-40, 40), st.integers(-40, 40), st.integers(0, 60))
WIDE = Room(90, 30)
TYPED = st.sampled_from(
    ["", "a", "b", "f", "d3", "5", "1@", "n", "a+", "+loth", "+bree", "@7", "0,1", "2,1>", "x", "end", "@3,0"]
)
WORDINGS = [ENGLISH, ASCII, Wording(german()), Wording(german(), Glyphs.ASCII)]


def weathertop(**given_: object) -> GefaehrtenKernel:
    """Black: own card on 5, a hobbit on 9, a ring on 7, cards to cover on 1 and 3."""
    setting: dict[str, object] = {
        "seats": 4,
        "location": made.WEATHERTOP,
        "earlier": [(-6, 0), (-4, 3)],
        "spaces": {"1": "y2", "3": "b4", "5": "r1", "7": "g1+bree", "9": "g3"},
        "cells": {(-4, 0): "r4", (-5, 1): "y4"},
        "hands": {0: "r0 r1 r1 r2 r5 rN"},
        **given_,
    }
    return position(**setting)  # type: ignore[arg-type]


def board(
    here: Scene, typed: str = "", look: Look = STRAIGHT, room: Room = WIDE, wording: Wording = ENGLISH
) -> Picture:
    return STAGE.board(here, wording, typed, look, room)


def rows(picture: Picture) -> list[str]:
    return [each.text for each in picture.lines]


def cut(lines: tuple[Line, ...], spot: Hotspot) -> list[str]:
    """What is drawn under a hotspot."""
    return [
        lines[row].text.ljust(200)[spot.column : spot.column + spot.width]
        for row in range(spot.row, spot.row + spot.height)
    ]


def spot_of(picture: Picture, text: str) -> Hotspot:
    """The hotspot that writes or makes a text."""
    return next(spot for spot in picture.hotspots if spot.click in (Type(text), Press(f"={text}")))


@pytest.mark.slow
@settings(max_examples=60)
@given(scenes(st.none() | st.integers(-1, 3)), TYPED, LOOKS, ROOMS, st.sampled_from(WORDINGS))
def test_it_never_outgrows_its_room_and_every_click_is_inside(
    here: Scene, typed: str, look: Look, room: Room, wording: Wording
) -> None:
    picture = STAGE.board(here, wording, typed, look, room)
    assert len(picture.lines) <= room.rows
    assert all(cells(each.text) <= room.columns for each in picture.lines)
    assert wording.glyphs is Glyphs.UNICODE or all(each.text.isascii() for each in picture.lines)
    for spot in picture.hotspots:
        assert spot.width > 0
        assert spot.height > 0
        assert 0 <= spot.column <= room.columns - spot.width
        assert 0 <= spot.row <= room.rows - spot.height


@pytest.mark.slow
@settings(max_examples=25)
@given(scenes())
def test_the_ten_spaces_are_clickable_at_every_zoom_that_fits(here: Scene) -> None:
    if here.now().request() != 1 or card_kernel(here.now()).phase() != tables.PLACING:
        return
    for zoom in range(STAGE.zooms):
        for room in (Room(90, 30), Room(50, 14)):
            if not STAGE.fits(here, zoom, room):
                continue
            picture = board(here, "a", Look(zoom), room)
            spaces = {
                spot.click.text.lstrip("@") for spot in picture.hotspots if isinstance(spot.click, Type)
            }
            assert spaces == set(SPACE_LABELS) or not here.hand_cards


@pytest.mark.slow
def test_the_whole_journey_is_visible_at_the_smallest_size_on_120_by_40() -> None:
    last = find(4, lambda here: card_kernel(here.now()).location() == tables.LAST)
    for room in (Room(90, 30), Room(120, 36)):
        shown = "\n".join(rows(board(last, "", Look(0), room)))
        for number in range(1, 11):
            assert f"{number}□" in shown or f"{number}■" in shown


@pytest.mark.parametrize("zoom", [0, 1, 2])
def test_targets_are_lit_and_bracketed(zoom: int) -> None:
    picture = board(scene(weathertop()), "d", Look(zoom))
    lit = {span.text for each in picture.lines for span in each.spans if span.style is Style.TARGET}
    shown = "\n".join(rows(picture))
    for label in "24680":
        assert f"[{label}]" in shown
        assert any(f"[{label}]" in text for text in lit)
    for label in "13579":
        assert f"[{label}]" not in shown


def test_covered_targets_are_lit_too_and_bracketed_at_the_small_size() -> None:
    here = scene(weathertop())
    picture = board(here, "e", Look(0))
    assert "1[y2]" in "\n".join(rows(picture))
    assert cut(picture.lines, spot_of(picture, "3"))[0].startswith("3[b4]")
    medium = board(here, "e")
    assert cut(medium.lines, spot_of(medium, "1")) == ["┏[1]━━┓", "┃ y2  ┃", "┗━━━━━┛"]
    plain = board(here, "e", wording=ASCII)
    assert cut(plain.lines, spot_of(plain, "1")) == ["*[1]***", "* y2  *", "*******"]


def test_cards_with_marks_in_every_size() -> None:
    here = scene(weathertop())
    for zoom in range(3):
        shown = "\n".join(rows(board(here, "", Look(zoom), Room(200, 60))))
        for card in ("y2", "b4", "r1", "g1○", "g3●", "r4", "y4"):
            assert shown.count(card) == 1, (zoom, card)
    shown = "\n".join(rows(board(here, "", Look(2))))
    assert "bree" in shown
    assert "Merry" in shown


def test_pending_cards_have_a_plus_and_removed_ones_a_cross() -> None:
    here = scene(weathertop(), turn="n@3 5@1")
    for zoom in range(3):
        picture = board(here, "", Look(zoom))
        assert "+" in "".join(cut(picture.lines, spot_of(picture, "@1"))), zoom
        assert "x" in "".join(cut(picture.lines, spot_of(picture, "@3"))), zoom


def test_sides_in_sign_and_word_and_turned_ones_marked() -> None:
    here = scene(weathertop(black=False))
    shown = "\n".join(rows(board(here)))
    assert "╔3□~" in shown
    assert "white═╝" in shown
    assert "┌1□──" in shown
    assert "╔3■══" in "\n".join(rows(board(scene(weathertop()))))
    assert "3#" in "\n".join(rows(board(scene(weathertop()), "", Look(0), wording=ASCII)))


def test_it_follows_the_current_location_and_stops_at_the_edge() -> None:
    here = scene_after(4, 3, 40)
    room = Room(40, 12)
    assert {spot.click for spot in board(here, "", Look(1), room).hotspots} >= {
        Type(f"@{label}") for label in SPACE_LABELS
    }
    far = Look(1, right=-500, down=500)
    edge = STAGE.within(here, far, room)
    assert (edge.right, edge.down) != (-500, 500)
    assert board(here, "", far, room).lines == board(here, "", edge, room).lines
    assert board(here, "", replace(edge, right=edge.right + 1), room) != board(here, "", edge, room)
    assert STAGE.within(here, Look(0, right=9, down=-9), Room(120, 40)) == Look(0)


def test_arrows_say_where_more_of_the_board_is() -> None:
    first = rows(board(scene_after(4, 3, 40), "", Look(1), Room(60, 13)))[0]
    assert "←" in first
    assert "↓" in first
    assert "→" not in first


def test_it_fits_says_whether_the_ten_spaces_are_there() -> None:
    here = scene(weathertop())
    assert [STAGE.fits(here, zoom, Room(50, 12)) for zoom in range(3)] == [True, True, True]
    assert [STAGE.fits(here, zoom, Room(47, 12)) for zoom in range(3)] == [True, True, False]
    assert [STAGE.fits(here, zoom, Room(24, 9)) for zoom in range(3)] == [True, True, False]
    assert [STAGE.fits(here, zoom, Room(24, 8)) for zoom in range(3)] == [True, False, False]
    assert not STAGE.fits(here, 0, Room(9, 9))


def full() -> Scene:
    """Bag End is filled by the turn: the next location is to be placed."""
    cards = dict(zip("12345678", ("r1", "r1", "b4", "b1", "y2", "y1", "g1", "y1"), strict=True))
    return scene(position(seats=4, spaces=cards, hands={0: "r1 r1 r4"}), turn="1@9 1@0")


def test_f27_the_candidate_that_is_looked_at_is_drawn_with_its_spaces_and_what_counts_again() -> None:
    here = full()
    places = candidates(card_kernel(here.now()))
    for number in (0, 5, len(places) + 2):
        place = places[number % len(places)]
        picture = board(here, "", Look(1, choice=number))
        shown = "\n".join(rows(picture))
        assert "╔2□" in shown
        assert "Bree" in shown
        lit = [span.text for each in picture.lines for span in each.spans if span.style is Style.LIT]
        assert sum(text.count("┏") for text in lit) == 10 - place.free
        assert sum(text.count("┌") for text in lit) == 0
    small = board(here, "", Look(0, choice=0), wording=ASCII)
    assert sum(
        "<" in span.text for each in small.lines for span in each.spans if span.style is Style.LIT
    ) == (10 - places[0].free)


def test_f27_every_candidate_is_clickable_and_the_best_bear_their_numbers() -> None:
    here = full()
    picture = board(here, "", Look(0, choice=0))
    clicks = {spot.click.text for spot in picture.hotspots if isinstance(spot.click, Type)}
    assert clicks == {f"@{place.left[0]},{place.left[1]}" for place in candidates(card_kernel(here.now()))}
    for text in clicks:
        assert STAGE.whole(here, text)
        assert VIEW.read(here, text)
    shown = "\n".join(rows(picture))
    assert "(3)" in shown
    assert "(10)" not in shown


def test_lit_cells_by_label_and_by_cell() -> None:
    here = scene(weathertop(), seat=1)
    picture = board(here, "", Look(1, lit=("3", "-4,0", "nonsense", "9,", "")))
    lit = [span.text for each in picture.lines for span in each.spans if span.style is Style.LIT]
    assert sum(text.count("┏") for text in lit) == 2


def test_f22_cards_that_can_be_picked_up_are_clickable_and_lit() -> None:
    here = scene(weathertop(tokens={0: ["lothlorien"]}))
    assert Type("-4,0>") in {spot.click for spot in board(here).hotspots}
    picture = board(here, "+lothlorien")
    assert any(span.style is Style.TARGET for each in picture.lines for span in each.spans)
    assert Press("=-4,0>") in {spot.click for spot in picture.hotspots}
    assert Type("-4,0>") not in {spot.click for spot in board(scene(weathertop())).hotspots}


def test_f16_a_nazgul_strikes_anywhere_by_house_rule() -> None:
    here = scene(weathertop(table=True))
    picture = board(here, "f")
    assert Press("=n@-5,1") in {spot.click for spot in picture.hotspots}
    assert "[" not in "".join(cut(picture.lines, spot_of(picture, "n@-5,1")))
    assert cut(picture.lines, spot_of(picture, "n@-5,1"))[0] == "┏━━━━━┓"
    assert Press("=n@-5,1") not in {spot.click for spot in board(scene(weathertop()), "f").hotspots}
