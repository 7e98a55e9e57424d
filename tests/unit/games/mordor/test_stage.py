"""The full screen's pieces: what is lit, what a click and a key do, what is said; and that all of it fits."""

from __future__ import annotations

import pytest

from gefaehrten.core.lines import Glyphs, Style, cells
from gefaehrten.core.stage import STRAIGHT, Look, Press, Room, Type
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.kernel import MordorKernel
from gefaehrten.games.mordor.stage import STAGE
from gefaehrten.games.mordor.view import VIEW
from tests.unit.games.mordor.positions import aside, begin, dice, throw, turn

WORDING = Wording(lambda text: text)
NAMES = ("Anna", "Bertholdine the Elder", "Cem", "Dora")


def scene(kernel: MordorKernel, seat: int = 0, turn: tuple[int, ...] = ()) -> Scene:
    return Scene(kernel, seat, NAMES[: kernel.seats()], turn=turn)


def thrown(letters: str = "N R O N T", **position: object) -> MordorKernel:
    kernel = begin(**position)  # type: ignore[arg-type]
    throw(kernel, letters)
    return kernel


def gandalf() -> MordorKernel:
    kernel = thrown("G R O C T", crossed=[2])
    aside(kernel, "15")
    return kernel


def text(lines: object) -> str:
    return "\n".join(each.text for each in lines)  # type: ignore[attr-defined]


def over() -> MordorKernel:
    kernel = begin(crossed=[7, 7])
    turn(kernel, "N N O O O")
    return kernel


POSITIONS = (
    begin(4),
    thrown(seats=4, advanced=True, reached=[4, 8, 2, 7]),
    gandalf(),
    over(),
    MordorKernel(2, [0, 1, -1, -1]),
)


@pytest.mark.parametrize("glyphs", Glyphs)
@pytest.mark.parametrize("room", [Room(1, 1), Room(20, 3), Room(52, 11), Room(84, 28)], ids=str)
def test_everything_fits_its_room(room: Room, glyphs: Glyphs) -> None:
    wording = Wording(lambda text: text, glyphs)
    for kernel in POSITIONS:
        for seat in (-1, 0, 1):
            for typed in ("", "1", "14", "h8", "dragon"):
                here = scene(kernel, seat)
                for zoom in range(STAGE.zooms):
                    board = STAGE.board(here, wording, typed, Look(zoom=zoom), room)
                    assert len(board.lines) <= room.rows
                    assert all(cells(each.text) <= room.columns for each in board.lines)
                    for spot in board.hotspots:
                        assert spot.row + spot.height <= room.rows
                        assert spot.column + spot.width <= room.columns
                hand = STAGE.hand(here, wording, typed, room)
                said = [*hand.lines, STAGE.heading(here, wording, room.columns)]
                said += [
                    part
                    for panel in STAGE.panels(here, wording, max(room.columns, 20))
                    for part in panel.lines
                ]
                said += STAGE.explain(here, wording, typed, STRAIGHT, max(room.columns, 20))
                assert all(cells(each.text) <= max(room.columns, 20) for each in said)
                if glyphs is Glyphs.ASCII:
                    assert all(each.text.isascii() for each in (*said, *board.lines))


def test_what_may_be_set_aside_is_lit_and_can_be_clicked() -> None:
    board = STAGE.board(scene(thrown()), WORDING, "", STRAIGHT, Room(60, 20))
    assert {spot.click for spot in board.hotspots} == {Press(number) for number in "12345"}
    board = STAGE.board(scene(thrown()), WORDING, "1", STRAIGHT, Room(60, 20))
    assert {spot.click for spot in board.hotspots} == {Press(number) for number in "1235"}, (
        "one Nazgûl is enough"
    )
    lit = [span.text for each in board.lines for span in each.spans if span.style is Style.CHOSEN]
    assert any("Nazgûl" in part for part in lit)


def test_whom_a_nazgul_hits_is_said() -> None:
    board = text(STAGE.board(scene(thrown("N N O C R")), WORDING, "", Look(zoom=1), Room(60, 20)).lines)
    assert "→ You" in board
    assert "→ Ber" in board


def test_numbers_take_dice_in_and_out_of_the_line() -> None:
    here = scene(thrown())
    assert STAGE.press(here, "", "3") == "3"
    assert STAGE.press(here, "35", "1") == "135"
    assert STAGE.press(here, "135", "3") == "15"
    assert STAGE.press(here, "ag", "1") is None
    assert STAGE.press(scene(gandalf()), "", "3") is None
    assert not STAGE.whole(here, "1")


def test_fields_that_may_be_halved_can_be_clicked() -> None:
    board = STAGE.board(scene(gandalf()), WORDING, "", STRAIGHT, Room(60, 20))
    assert {spot.click for spot in board.hotspots} == {Type(f"h{field}") for field in range(3, 9)}
    assert STAGE.clause(scene(gandalf()), "") == "M11"


def test_the_line_is_explained() -> None:
    here = scene(thrown())
    assert "Enter" in text(STAGE.explain(here, WORDING, "15", STRAIGHT, 80))
    assert "Nazgûl: You (1)" in text(STAGE.explain(here, WORDING, "15", STRAIGHT, 80))
    assert "(M6)" in text(STAGE.explain(here, WORDING, "2", STRAIGHT, 80))
    assert STAGE.clause(here, "2") == "M6"
    assert "It is Anna's turn." in text(STAGE.explain(scene(thrown(), 1), WORDING, "", STRAIGHT, 80))


def test_a_turn_closes_as_soon_as_it_is_whole() -> None:
    kernel = thrown("G R O C T")
    assert VIEW.closes(scene(kernel, turn=(dice("1"),)))
    assert not VIEW.closes(scene(kernel, turn=(dice("15"),)))
    assert VIEW.closes(scene(kernel, turn=(dice("15"), int(tables.DECLINE))))


def test_pages_are_there_for_everybody() -> None:
    for kernel in POSITIONS:
        for seat in (-1, 0):
            for page in VIEW.pages:
                lines = VIEW.page(page.key, scene(kernel, seat), WORDING, 60)
                assert lines
                assert all(cells(each.text) <= 60 for each in lines)
    assert "rings: 1, to Rivendell" in text(VIEW.page("moves", scene(thrown("R O O C T")), WORDING, 80))
    assert "8 Shelob's Lair" in text(VIEW.page("places", scene(POSITIONS[1]), WORDING, 80))


def test_where_gandalf_waits_the_rings_have_moved_once() -> None:
    waiting = gandalf()
    assert waiting.reached(0) == 0
    waiting = thrown("G R O C T")
    aside(waiting, "125")
    panels = {panel.key: text(panel.lines) for panel in STAGE.panels(scene(waiting), WORDING, 40)}
    assert waiting.reached(0) == 1
    assert "rings: 1, to Rivendell" in panels["now"]


def said(typed: str, kernel: MordorKernel, wording: Wording = WORDING, columns: int = 96) -> str:
    return text(STAGE.explain(scene(kernel), wording, typed, STRAIGHT, columns))


def test_two_fields_typed_at_once_are_both_told_and_what_is_open_can_be_taken_back() -> None:
    both = thrown("G G O C T")
    aside(both, "1")
    throw(both, "G O C T")
    aside(both, "25")
    assert "until the turn is whole" in said("3", both)
    whole = said("35", both)
    assert "field 3 of your" in whole
    assert "field 5 of your" in whole
    assert "cannot be taken back" in whole


def test_what_the_turn_comes_to_is_said_before_the_next_throw() -> None:
    assert "so far: rings: 1, to Rivendell" in said("2", thrown("O R O C T"))
    assert "so far" not in said("4", thrown("O R O C T")), "nothing yet"


def test_moves_begin_with_single_dice() -> None:
    lines = VIEW.page("moves", scene(thrown("O R O C T")), WORDING, 100)
    shown = [each.text.split()[0] for each in lines]
    assert shown[:7] == ["1", "2", "3", "4", "5", "12", "14"]


def test_the_way_shows_what_lies_ahead_of_the_reader() -> None:
    kernel = thrown("O R O C T", advanced=True, reached=[3, 1])
    (places,) = [panel for panel in STAGE.panels(scene(kernel), WORDING, 28) if panel.key == "places"]
    assert places.lines[0].text.startswith("3 Lothlórien")
    assert places.lines[-1].text == "9 Mordor"


def test_every_player_has_a_colour_on_the_board() -> None:
    shown = text(STAGE.board(scene(thrown("O R O C T")), WORDING, "", Look(1), Room(66, 20)).lines)
    assert "You            red" in shown
    assert "Bertholdine t… yellow" in shown


def test_a_word_is_quoted_as_it_was_typed() -> None:
    assert "“Xyz”" in said("Xyz", thrown("O R O C T"))
    assert "“Gandalf”" in said("Gandalf", thrown("O R O C T"))


def test_while_dice_are_thrown_nobody_has_to_move() -> None:
    assert "Dice are being thrown" in said("", begin())


def test_rohan_says_how_a_throw_is_repeated_and_no_longer_when_it_is() -> None:
    kernel = thrown("O R O C T", advanced=True, reached=[4])
    assert "Type again, or !" in said("", kernel)
    kernel.apply(int(tables.AGAIN))
    throw(kernel, "O R O C T")
    assert "again" not in said("", kernel)
    assert "Moria: Gandalf has no effect" in said("", thrown("O R O C T", advanced=True, reached=[2]))
