"""The table as data and as drawings in four sizes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gefaehrten.core.lines import Glyphs, Style, cells
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.gefaehrten.board import Area, Board, Card, LaidLocation, survey
from gefaehrten.games.gefaehrten.drawing import Size, columns_in, draw
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.names import LOCATIONS
from tests.german import german
from tests.unit.games.gefaehrten import kernel_positions as made
from tests.unit.games.gefaehrten.kernel_positions import position
from tests.unit.games.gefaehrten.positions import kernels
from tests.unit.games.gefaehrten.scenes import ASCII, ENGLISH, scene, text


def bree() -> GefaehrtenKernel:
    """Bree at 3,0 beside Bag End at 0,0: black by a Bag End ring on 2; a Rivendell ring on 0."""
    return position(
        seats=4,
        location=made.BREE,
        earlier=[(0, 0)],
        at=(3, 0),
        spaces={"1": "r3", "2": "b2+bag_end", "5": "y4", "0": "g4+rivendell_1"},
        cells={(-1, 1): "b1"},
        hands={0: "r5 r1 rN"},
        black=True,
    )


def card_on(board: Board, cell: tuple[int, int]) -> Card:
    card = board.spots[cell].card
    assert card is not None
    return card


def test_what_lies_where() -> None:
    board = survey(scene(bree()))
    assert board.locations == (
        LaidLocation(0, (0, 0), current=False, black=False),
        LaidLocation(1, (3, 0), current=True, black=True),
    )
    assert board.ring == Area(2, -1, 5, 1)
    assert board.area == Area(-1, -1, 5, 1)
    assert board.spots[(2, -1)].card == Card(colour=0, seat=0, value=3, worth=3, token=0, name=None)
    assert card_on(board, (2, -1)).protected
    assert board.spots[(5, 1)].card == Card(colour=2, seat=2, value=4, worth=6, token=4, name=None)
    assert not card_on(board, (2, 0)).protected
    assert board.spots[(-1, 1)].label == ""
    labels = {spot.label: cell for cell, spot in board.spots.items() if spot.label}
    assert labels == {label: made.space(label, (3, 0)) for label in "1234567890"}


def test_names_come_from_the_record_and_only_for_the_card_that_lies_there() -> None:
    steps = [
        {
            "step": "place",
            "seat": 1,
            "card": {"colour": "yellow", "value": 4, "name": "Gimli"},
            "cell": [2, 0],
            "token": None,
        },
        {
            "step": "place",
            "seat": 3,
            "card": {"colour": "blue", "value": 4, "name": "Boromir"},
            "cell": [-1, 1],
            "token": None,
        },
    ]
    board = survey(replace(scene(bree()), steps=steps))
    assert card_on(board, (2, 0)).name == "Gimli"
    assert card_on(board, (-1, 1)).name is None


def test_a_turn_that_is_not_committed_shows_as_such() -> None:
    board = survey(scene(bree(), turn="n@5 5@6"))
    assert board.spots[(2, 0)].card is None
    assert board.spots[(2, 0)].pending
    assert card_on(board, (5, 0)).value == 5
    assert {cell for cell, spot in board.spots.items() if spot.pending} == {(2, 0), (5, 0)}


@pytest.mark.parametrize("wording", [ENGLISH, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("size", [Size.SMALL, Size.MEDIUM, Size.LARGE])
def test_every_space_number_and_every_card_is_shown(size: Size, wording: Wording) -> None:
    board = survey(scene(bree()))
    shown = text(draw(board, board.area, size, wording))
    for label in "12347890":
        assert label in shown
    hobbit, ring = wording.pick("●", "*"), wording.pick("○", "o")
    for card in (f"r3{hobbit}", f"b2{ring}", "y4", f"g6{ring}", "b1"):
        assert shown.count(card) == 1
    assert "Bree" in shown
    assert "Bag End" in shown
    if wording is ASCII:
        assert shown.isascii()


def test_small_size_says_label_card_and_change() -> None:
    board = survey(scene(bree(), turn="5@6"))
    rows = [each.text for each in draw(board, board.area, Size.SMALL, ASCII)]
    assert rows == [
        "       -1      0       1       2       3       4       5",
        " -1                          1 r3*   2 b2o   3 .     4 .",
        "  0         [1 Bag End     ] 5 y4   [2 Bree        ] 6 r5 +",
        "  1    b1                    7 .     8 .     9 .     0 g6o",
    ]


def test_tiny_size_is_three_columns_a_cell() -> None:
    board = survey(scene(bree()))
    rows = [each.text for each in draw(board, board.area, Size.TINY, ASCII)]
    assert rows == [
        "    -1  0  1  2  3  4  5",
        " -1          r3*b2o 3  4",
        "  0    [  1 ]y4 [[ 2]] 6",
        "  1 b1        7  8  9 g6o",
    ]


def test_medium_size_draws_boxes() -> None:
    board = survey(scene(bree()))
    rows = [each.text for each in draw(board, board.ring, Size.MEDIUM, ENGLISH)]
    assert rows[1:4] == [
        "    ┌1────┐┌2────┐┌3────┐┌4────┐",
        " -1 │ r3● ││ b2○ ││     ││     │",
        "    └─────┘└─────┘└─────┘└─────┘",
    ]
    assert rows[5] == "  0 │ y4  │║    Bree    ║│     │"


@pytest.mark.parametrize("index", range(10))
def test_every_location_fits_on_its_card_in_both_languages(index: int) -> None:
    kernel = position(seats=4, location=index, earlier=[(3 * n - 12, 9) for n in range(index)])
    board = survey(scene(kernel, seat=0))
    for wording in (ENGLISH, Wording(german()), Wording(german(), Glyphs.ASCII)):
        for size in (Size.SMALL, Size.MEDIUM, Size.LARGE):
            shown = text(draw(board, board.ring, size, wording))
            name = wording.say("Moria Gate" if index == 6 else LOCATIONS[index])
            assert name in shown


@pytest.mark.slow
@given(kernels(), st.sampled_from(Size), st.integers(40, 120), st.sampled_from(Glyphs))
def test_any_board_keeps_to_the_width(
    kernel: GefaehrtenKernel, size: Size, width: int, glyphs: Glyphs
) -> None:
    board = survey(Scene(kernel, int(kernel.mover()), ("A", "B", "C", "D")))
    area = board.area.within(columns_in(width, size), 9, board.ring)
    # Four cells of the largest size need more than 40 columns; the ring is never cut.
    room = max(width, 4 + 4 * size.width)
    assert all(cells(each.text) <= room for each in draw(board, area, size, Wording(str, glyphs)))
    assert area.left <= board.ring.left <= board.ring.right <= area.right
    assert area.top <= board.ring.top <= board.ring.bottom <= area.bottom


def test_area_within_keeps_the_middle_and_stays_inside() -> None:
    whole = Area(-10, -5, 10, 5)
    assert whole.within(99, 99, Area(0, 0, 3, 2)) == whole
    assert whole.within(6, 3, Area(0, 0, 3, 2)) == Area(-1, 0, 4, 2)
    assert whole.within(6, 3, Area(7, 3, 10, 5)) == Area(5, 3, 10, 5)
    assert whole.within(6, 3, Area(-10, -5, -7, -3)) == Area(-10, -5, -5, -3)


def test_styles_name_the_party() -> None:
    board: Board = survey(scene(bree()))
    styles = {
        span.text.strip(): span.style
        for each in draw(board, board.area, Size.SMALL, ASCII)
        for span in each.spans
    }
    assert styles["y4"] is Style.PARTY_1
    assert styles["r3*"] is Style.PARTY_0
    assert styles["[2 Bree        ]"] is Style.PLACE_BLACK
