"""A match by mouse: whatever can be clicked does what it says, and everything legal can be clicked."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gefaehrten.core.kernel import DECIDE
from gefaehrten.core.stage import Click, Look, Room
from gefaehrten.core.view import Scene
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.actions import Locate, Nazgul, Place, Recall, typed
from gefaehrten.games.gefaehrten.hand import hand_cards
from gefaehrten.games.gefaehrten.moves import card_kernel, coloured, is_free, legal, space_cell
from gefaehrten.games.gefaehrten.stage import STAGE
from gefaehrten.games.gefaehrten.view import VIEW
from tests.unit.games.gefaehrten.kernel_positions import position
from tests.unit.games.gefaehrten.scenes import ENGLISH, scene
from tests.unit.games.gefaehrten.staging.staged import Desk, scenes
from tests.unit.games.gefaehrten.staging.test_picture import weathertop

ROOM = Room(200, 60)
"""Everything is in it."""


def board_clicks(desk: Desk) -> dict[tuple[int, int], Click]:
    """What a click on each cell that is shown writes, by the cell; found by where it is drawn."""
    picture = STAGE.board(desk.scene, ENGLISH, desk.typed, Look(0), ROOM)
    left = min(spot.column for spot in picture.hotspots)
    axis = next(row.text for row in picture.lines if row.text.strip())
    numbers = [(int(word), axis.index(word)) for word in axis.split() if word.lstrip("-").isdigit()]
    x0, at = numbers[0]
    found: dict[tuple[int, int], Click] = {}
    for spot in picture.hotspots:
        row = picture.lines[spot.row].text
        y = int(row[: left + 200].split()[0]) if row.strip() else 0
        first = at - (spot.width - len(str(x0))) // 2
        found.setdefault((x0 + (spot.column - first) // spot.width, y), spot.click)
    return found


def hand_clicks(desk: Desk) -> list[Click]:
    return [spot.click for spot in STAGE.hand(desk.scene, ENGLISH, desk.typed, Room(200, 3)).hotspots]


@pytest.mark.slow
@settings(max_examples=40)
@given(scenes(), st.data())
def test_every_legal_action_can_be_made_by_clicks_alone(here: Scene, data: st.DataObject) -> None:
    possible = [action for action in legal(here.now()) if action != tables.END] if here.on_turn() else []
    if not possible:
        return
    action = data.draw(st.sampled_from(possible))
    kernel, desk = card_kernel(here.now()), Desk(here)
    cards = [card for card in hand_cards(here) if not card.placed]
    held = [token for token in range(1, 7) if kernel.has_token(here.seat, token)]
    match typed(action):
        case Place(colour, value, space, token):
            number = next(i for i, card in enumerate(cards) if card.face == colour * 8 + value)
            desk.click(hand_clicks(desk)[number])
            if token:
                desk.click(hand_clicks(desk)[len(cards) + held.index(token)])
            desk.click(board_clicks(desk)[space_cell(kernel, space)])
        case Nazgul(colour, cell):
            number = next(i for i, card in enumerate(cards) if card.face == colour * 8 + 6)
            desk.click(hand_clicks(desk)[number])
            free = next(space for space in range(10) if is_free(kernel, space))
            desk.click(board_clicks(desk)[cell or space_cell(kernel, free)])
        case Recall(source, space):
            desk.click(board_clicks(desk)[source])
            desk.click(board_clicks(desk)[space_cell(kernel, space)])
        case Locate(cell):
            desk.click(board_clicks(desk)[cell])
    assert desk.typed == "" or VIEW.read(here, desk.typed) == [action]
    assert desk.typed or desk.scene.turn == (*here.turn, action)


@pytest.mark.slow
@settings(max_examples=30)
@given(
    scenes(st.none() | st.integers(-1, 3)),
    st.sampled_from(["", "a", "d3", "5", "n", "a+", "+loth", "@7", "0,1", "x", "b"]),
    st.data(),
)
def test_every_click_is_answered_and_what_it_writes_means_something(
    here: Scene, text: str, data: st.DataObject
) -> None:
    desk = Desk(here)
    desk.typed = text
    picture = STAGE.board(here, ENGLISH, text, Look(data.draw(st.integers(0, 2))), Room(90, 30))
    clicks = [spot.click for spot in picture.hotspots] + hand_clicks(desk)
    for click in clicks:
        after = Desk(here)
        after.typed = text
        after.click(click)
        if after.typed:
            said = "".join(each.text for each in STAGE.explain(here, ENGLISH, after.typed, Look(), 100))
            assert said
            assert "is no move" not in said, (text, click)


def test_another_card_takes_the_place_of_the_one_in_hand() -> None:
    desk = Desk(scene(weathertop()))
    desk.click(hand_clicks(desk)[1])
    assert desk.typed == "b"
    desk.click(hand_clicks(desk)[4])
    assert desk.typed == "e"


def test_a_refused_space_is_replaced_by_the_next_click() -> None:
    desk = Desk(scene(weathertop()))
    desk.keys("d3")
    assert desk.typed == "d3"
    desk.click(board_clicks(desk)[(1, -1)])
    assert desk.typed == "d@3"
    desk.click(board_clicks(desk)[(0, -1)])
    assert typed(desk.scene.turn[0]) == Place(0, 2, 1)


def test_space_first_then_card_and_ring_first_then_card() -> None:
    desk = Desk(scene(weathertop(tokens={0: ["bree"]})))
    desk.click(board_clicks(desk)[(0, -1)])
    assert desk.typed == "@2"
    desk.click(hand_clicks(desk)[3])
    assert typed(desk.scene.turn[0]) == Place(0, 2, 1)
    ringed = Desk(scene(weathertop(tokens={0: ["bree"]})))
    ringed.click(hand_clicks(ringed)[6])
    assert ringed.typed == "+bree"
    ringed.click(hand_clicks(ringed)[3])
    assert ringed.typed == "d+bree@"
    ringed.click(board_clicks(ringed)[(0, -1)])
    assert typed(ringed.scene.turn[0]) == Place(0, 2, 1, 2)


def test_the_only_ring_need_not_be_named_and_of_several_none_is_meant() -> None:
    for rings, token in ((["bree"], 2), (["bree", "bag_end"], 0)):
        desk = Desk(scene(weathertop(tokens={0: rings})))
        desk.typed = "d+"
        desk.click(board_clicks(desk)[(0, -1)])
        assert typed(desk.scene.turn[0]) == Place(0, 2, 1, token)


def test_a_ring_goes_onto_a_card_whose_space_is_named_already() -> None:
    for text in ("d1", "d1+", "2@1", "d2+", "2@2+r"):
        desk = Desk(scene(weathertop(tokens={0: ["rivendell_1"]})))
        desk.typed = text
        desk.click(hand_clicks(desk)[6])
        assert typed(desk.scene.turn[0]) == Place(0, 2, "12".index(text.rstrip("+r")[-1]), 4)


def test_the_first_words_of_a_line_stay() -> None:
    desk = Desk(scene(weathertop()))
    desk.typed = "1@2 b"
    desk.click(hand_clicks(desk)[0])
    assert desk.typed == "1@2 a"


def test_b_is_no_colour_when_it_is_clicked() -> None:
    desk = Desk(scene(position(seats=2, mover=1, hands={1: "r1 r1 b1 b5"})))
    desk.click(hand_clicks(desk)[1])
    assert desk.typed == "b@"
    desk.click(board_clicks(desk)[(-1, -1)])
    assert typed(desk.scene.turn[0]) == Place(0, 1, 0)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_turn_by_clicks_and_its_end_by_finish(seats: int) -> None:
    here = scene(position(seats=seats, hands={0: {2: "g1 g1 y5", 3: "r1 r1 r5", 4: "r1 r1 r5"}[seats]}))
    desk = Desk(here)
    assert coloured(card_kernel(here.kernel)) == (seats == 2)
    one = 1 if seats == 2 else 0
    for cell in ((0, -1), (1, -1)):
        desk.click(hand_clicks(desk)[one])
        desk.click(board_clicks(desk)[cell])
    assert len(desk.scene.turn) == 2
    assert VIEW.finish(desk.scene) == [tables.END]
    assert desk.scene.now().request() == DECIDE
