"""The hand of the full screen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gefaehrten.core.lines import Style, cells
from gefaehrten.core.stage import Click, Press, Room, Type
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.gefaehrten.stage import STAGE
from tests.german import german
from tests.unit.games.gefaehrten import kernel_positions as made
from tests.unit.games.gefaehrten.kernel_positions import position
from tests.unit.games.gefaehrten.scenes import ASCII, ENGLISH, scene
from tests.unit.games.gefaehrten.staging.staged import scene_after, scenes
from tests.unit.games.gefaehrten.staging.test_picture import TYPED, WORDINGS, weathertop

WIDE = Room(118, 3)


def hand(here: Scene, typed: str = "", room: Room = WIDE, wording: Wording = ENGLISH) -> list[str]:
    return [each.text for each in STAGE.hand(here, wording, typed, room).lines]


@pytest.mark.slow
@settings(max_examples=60)
@given(
    scenes(st.none() | st.integers(-1, 3)),
    TYPED,
    st.builds(Room, st.integers(1, 130), st.integers(0, 3)),
    st.sampled_from(WORDINGS),
)
def test_it_fits_and_every_click_is_on_it(here: Scene, typed: str, room: Room, wording: Wording) -> None:
    picture = STAGE.hand(here, wording, typed, room)
    assert len(picture.lines) <= room.rows
    assert all(cells(each.text) <= room.columns for each in picture.lines)
    assert wording is not ASCII or all(each.text.isascii() for each in picture.lines)
    for spot in picture.hotspots:
        assert spot.column + spot.width <= room.columns
        assert spot.row < len(picture.lines)


@pytest.mark.slow
@settings(max_examples=30)
@given(scenes(), st.sampled_from(WORDINGS))
def test_all_cards_and_rings_are_there_at_width_60(here: Scene, wording: Wording) -> None:
    text = " ".join(hand(here, "", Room(60, 3), wording))
    cards = len(here.hand_cards)
    assert all(f"{letter} " in text for letter in "abcdef"[:cards])
    rings = sum(here.now().has_token(here.seat, token) for token in range(1, 7))  # type: ignore[attr-defined]
    assert text.count(wording.pick("○", " o").strip() if wording.pick("u", "a") == "u" else " o") >= rings


def test_letters_names_rings_and_what_is_placed() -> None:
    here = scene(weathertop(tokens={0: ["bree", "lothlorien"]}), turn="1@2")
    assert hand(here) == [
        "Hand:  a 0 Gandalf's cart (b 1) c 1  d 2  e 5 Gandalf  f Nazgûl   Rings:  ○bree  ○lothlorien"
    ]
    assert hand(here, wording=ASCII) == [
        "Hand:  a 0 Gandalf's cart (b 1) c 1  d 2  e 5 Gandalf  f Nazgul   Rings:  obree  olothlorien"
    ]
    assert hand(here, "", Room(60, 3)) == [
        "Hand:  a 0 Gandalf's cart (b 1) c 1  d 2  e 5 Gandalf",
        " f Nazgûl   Rings:  ○bree  ○lothlorien",
    ]
    assert hand(here, "", Room(60, 1)) == ["Hand:  a 0 (b 1) c 1  d 2  e 5  f n"]


def test_what_is_typed_is_marked() -> None:
    here = scene(weathertop(tokens={0: ["bree", "lothlorien"]}))
    assert "[d 2]" in hand(here, "d")[0]
    assert "[d 2]" in hand(here, "d3")[0]
    assert "[b 1] c 1" in hand(here, "1@")[0]
    assert "[c 1]" in hand(here, "c+bree@")[0]
    assert "[○bree]" in hand(here, "c+bree@")[0]
    assert "[f Nazgûl]" in hand(here, "n")[0]
    assert "[○lothlorien]" in hand(here, "+loth")[0]
    assert "[" not in hand(here, "x")[0]


def test_two_colours_bear_their_letters() -> None:
    here = scene(position(seats=2, hands={0: "y1 g1 y5 gN"}))
    assert hand(here) == ["Hand:  a y1  b y5 Gandalf  c g1  d g Nazgûl"]
    assert hand(here, "", Room(30, 1)) == ["Hand:  a y1  b y5  c g1  d gn"]


def test_names_come_from_the_dealing() -> None:
    here = scene_after(4, 3, 12)
    assert hand(here)[0].startswith("Hand:  a 2 Arwen  b 2 Galadriel  c 3 Merry")


def test_cards_that_cannot_be_placed_now_are_dim_and_rings_too() -> None:
    here = scene(weathertop(tokens={0: ["bree"]}), turn="1@2")
    picture = STAGE.hand(here, ENGLISH, "", WIDE)
    styles = {span.text: span.style for each in picture.lines for span in each.spans}
    assert styles["2"] is Style.DIM
    assert styles["0 Gandalf's cart"] is Style.PARTY_0
    assert styles["○bree"] is Style.KEY
    assert styles["(b 1)"] is Style.DIM
    fresh = STAGE.hand(scene(weathertop(tokens={0: ["bree"]}, fresh=["bree"])), ENGLISH, "", WIDE)
    assert ("○bree", Style.DIM) in {(span.text, span.style) for each in fresh.lines for span in each.spans}


def test_rings_go_onto_the_card_that_is_typed() -> None:
    here = scene(weathertop(tokens={0: ["bree", "bag_end"]}))

    def clicks(typed: str) -> list[Click]:
        return [spot.click for spot in STAGE.hand(here, ENGLISH, typed, WIDE).hotspots][6:]

    assert clicks("") == [Type("+bagend"), Type("+bree")]
    assert clicks("d") == [Type("+bagend@"), Type("+bree@")]
    assert clicks("d+bree@") == [Press("=d+bagend@"), Press("=d+bree@")]
    assert clicks("2@") == [Press("=2+bagend@"), Press("=2+bree@")]


def test_a_watcher_sees_no_hand() -> None:
    here = replace(scene(weathertop(tokens={0: ["bree"]})), seat=-1)
    assert STAGE.hand(here, ENGLISH, "a", WIDE).lines == ()


def test_the_last_cards_are_gone() -> None:
    here = scene(position(seats=4, location=made.MORIA, earlier=[(9, 9)], hands={0: "r1"}), turn="1@2")
    assert hand(here) == ["Hand: (a 1)"]
    assert hand(scene(position(seats=4, hands={0: "r1"}), seat=1)) == ["Hand: no cards"]
    assert hand(scene(position(seats=4, hands={0: "r1"}), seat=1), wording=Wording(german())) == [
        "Hand: keine Karten"
    ]
