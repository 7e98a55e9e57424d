"""Line mode, full screen and drawing: everything fits, says the same in ASCII, and every click means something."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gefaehrten.cli.i18n import Language, translator
from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.game import JsonStep
from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.lines import Glyphs, cells
from gefaehrten.core.random import Random
from gefaehrten.core.shapes import walk
from gefaehrten.core.stage import Look, Room, Type
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.announce import announce
from gefaehrten.games.tuerme.artist import ARTIST
from gefaehrten.games.tuerme.game import GAME
from gefaehrten.games.tuerme.kernel import TuermeKernel
from gefaehrten.games.tuerme.moves import cards_in
from gefaehrten.games.tuerme.sight import missing, sight
from gefaehrten.games.tuerme.stage import STAGE
from gefaehrten.games.tuerme.view import PAGES, VIEW
from tests.unit.games.tuerme import positions as p

NAMES = ["Anna", "Berta", "Cem", "Dora"]
PLAIN = Wording(lambda text: text)
ASCII = Wording(translator(Language.DE), Glyphs.ASCII)

BOARD = """
    ##..............
    ##..............
    ................
    ................
    ....G..o........
    ...............R
    ..............##
    ............B.##
"""
CARD = p.strongest("O")


def scene(kernel: TuermeKernel, seat: int = 0, turn: tuple[int, ...] = ()) -> Scene:
    cards = cards_in(kernel.hand(seat)) if seat >= 0 else ()
    return Scene(kernel, seat, NAMES[: int(kernel.seats())], hand_cards=cards, turn=turn)


def one_of_each() -> Iterator[Scene]:
    """A position of every phase that somebody decides in, a roll, and the end."""
    rng, knowledge = Random(3), GAME.knowledge()
    seen: set[tuple[int, int]] = set()
    for seats in (2, 4):
        kernel = TuermeKernel(seats, 0)
        while True:
            key = (int(kernel.phase()), int(kernel.happening()))
            if key not in seen:
                seen.add(key)
                yield scene(kernel.clone(), max(int(kernel.actor()), 0))
            if kernel.request() == OVER:
                break
            if kernel.request() == DECIDE:
                actions = p.legal(kernel)
                kernel.apply(actions[rng.below(len(actions))])
            else:
                kernel.chance(rng)
    assert knowledge.horizon() > 0
    for event in ("edoras", "elven_warriors", "theoden", "eowyn", "grima"):
        board = BOARD.replace("##..............", "##ooo...........", 1).replace("##......", "##oo....")
        yield scene(p.happens(board.replace("....G..o", "...oGooo"), event, seats=2))


SCENES = list(one_of_each())


@pytest.mark.parametrize("wording", [PLAIN, ASCII], ids=["plain", "ascii"])
def test_every_page_fits_and_keeps_to_its_signs(wording: Wording) -> None:
    for each in SCENES:
        for looked in (each, Scene(each.kernel, -1, each.names)):
            for width in (60, 100):
                for page in PAGES:
                    for line in VIEW.page(page.key, looked, wording, width):
                        assert cells(line.text) <= width
                        assert wording is PLAIN or line.text.isascii()


def test_the_board_shows_orcs_pawns_towers_and_areas() -> None:
    text = [line.text for line in VIEW.page("board", scene(p.position(BOARD)), ASCII, 100)]
    assert text[0].split() == [str(column) for column in range(1, 17)]
    assert text[1].split()[:4] == ["1", "##", "##", "."]
    assert text[5].split() == ["5", *".", ".", ".", ".", "G", "r", "r", "o", "a", *"......."]
    assert text[6].split()[-1] == "R"


def test_where_a_pawn_may_go_is_marked_with_what_it_wins() -> None:
    seen = sight(scene(p.position(BOARD, hands={0: [CARD]})), "a")
    assert seen.open
    assert seen.ways[(8, 5)].own == 1
    assert seen.ways[(9, 5)].own == 1
    assert seen.ways[(5, 1)].own == 0
    text = STAGE.board(seen.scene, ASCII, "a", Look(1), Room(80, 20)).lines
    assert any("o+1" in line.text for line in text)


def test_the_chains_missing_spaces_are_named_when_few() -> None:
    board = """
        ##..............
        ##o.............
        ..o.............
        ..ooooooo.ooooo.
        G.............o.
        R.............oo
        B.............##
        Y.............##
    """
    kernel = p.position(board)
    assert missing(kernel) == ((10, 4),)
    assert kernel.gap() == 1
    assert "10,4" in " ".join(line.text for line in VIEW.page("chain", scene(kernel), PLAIN, 100))


def test_the_length_of_the_missing_chain_is_the_kernels_gap() -> None:
    for each in SCENES:
        kernel = each.kernel
        assert isinstance(kernel, TuermeKernel)
        cost = sum(1 if kernel.cell(p.spot(cell)) == t.EMPTY else 2 for cell in missing(kernel))
        assert cost == (0 if kernel.lost() else kernel.gap())


def test_a_preview_tells_what_the_turn_does() -> None:
    kernel = p.position(BOARD, hands={0: [CARD]})
    turn = (p.play_action(CARD), *[1 + p.E] * 3)
    text = "\n".join(line.text for line in VIEW.preview(scene(kernel, 0, turn), PLAIN, 100))
    assert "e e e" in text
    assert "You: Green defeats the Orc on 8,5" in text
    assert "strength left" in text


def test_enter_ends_a_move_and_nothing_else() -> None:
    kernel = p.position(BOARD, hands={0: [CARD]})
    assert VIEW.finish(scene(kernel, 0, (p.play_action(CARD), 1 + p.E))) == [0]
    for turn in ((), (p.play_action(CARD),)):
        with pytest.raises(IllegalAction):
            VIEW.finish(scene(kernel, 0, turn))


def test_choices_of_an_event_are_listed_the_best_first() -> None:
    ring = """
        ##o.............
        ##o.............
        ooo.............
        G...............
        R...............
        B...............
        ..............##
        Y.............##
    """
    kernel = p.happens(ring, "theoden")
    picks = VIEW.choices(scene(kernel))
    assert {pick.action for pick in picks} == set(p.legal(kernel))
    assert VIEW.choices(scene(kernel, 1)) == []


def test_completions_are_legal() -> None:
    kernel = p.position(BOARD, hands={0: [CARD]})
    here = scene(kernel)
    words = [word for word, _ in VIEW.completions(here, "")]
    assert "a" in words
    for before in ("a ", "a e ", "a 9"):
        found = VIEW.completions(here, before)
        assert found
        for word, _ in found:
            assert VIEW.read(here, before[: before.rindex(" ") + 1] + word)


@pytest.mark.parametrize("zoom", range(STAGE.zooms))
@pytest.mark.parametrize("room", [Room(30, 6), Room(70, 10), Room(130, 30)], ids=str)
def test_the_stage_fits_its_room_and_its_clicks_are_read(zoom: int, room: Room) -> None:
    for each in SCENES:
        for typed in ("", "a", "a e"):
            picture = STAGE.board(each, ASCII, typed, Look(zoom, right=3, down=1), room)
            assert len(picture.lines) <= room.rows
            for line in picture.lines:
                assert cells(line.text) <= room.columns
                assert line.text.isascii()
            for spot in picture.hotspots:
                assert spot.row >= 0
                assert spot.row + spot.height <= room.rows
                assert isinstance(spot.click, Type)
                assert VIEW.read(each, typed + spot.click.text)
            hand = STAGE.hand(each, ASCII, typed, room)
            assert all(cells(line.text) <= room.columns for line in hand.lines)
            for line in STAGE.explain(each, ASCII, typed, Look(zoom), 60):
                assert cells(line.text) <= 60
            assert STAGE.clause(each, typed).startswith("T")
        for panel in STAGE.panels(each, ASCII, 30):
            assert all(cells(line.text) <= 30 for line in (*panel.lines, *panel.short))


def test_a_line_is_whole_once_it_names_the_end_of_the_move() -> None:
    here = scene(p.position(BOARD, hands={0: [CARD]}))
    for typed, whole in (("a", False), ("a e", False), ("a 9,5", True), ("a e stop", True), ("a 1,1", False)):
        assert STAGE.whole(here, typed) is whole, typed
    assert STAGE.press(here, "a", "b") == "b "
    assert STAGE.press(here, "a e", "b") is None


def test_drawings_have_lasting_ids_and_hide_hands() -> None:
    for each in SCENES:
        for looked in (each, Scene(each.kernel, -1, each.names)):
            drawing = ARTIST.draw(looked, PLAIN)
            ids = [shape.id for placed in drawing.parts for _, shape in walk(placed.part.shapes)]
            assert len(ids) == len(set(ids))
            assert (drawing.part("hand") is None) == (looked.seat < 0)
            assert drawing.title
            assert drawing.description
    secret = Scene(SCENES[-1].kernel, 0, SCENES[-1].names, options={"points": "hidden"})
    assert [part.key for part in ARTIST.own(secret, PLAIN)] == ["players", "hand"]


def setting() -> Scene:
    """The first pawn is put on the board."""
    return next(each for each in one_of_each() if board_phase(each) == int(t.SETTING))


def board_phase(each: Scene) -> int:
    kernel = each.kernel
    assert isinstance(kernel, TuermeKernel)
    return int(kernel.phase()) if kernel.request() == DECIDE else -1


def test_the_pawn_that_is_put_on_the_board_is_named() -> None:
    first = setting()
    assert {PLAIN.say(each.text).partition(": ")[2] for each in VIEW.choices(first)} == {"Green"}
    assert "Green begins on a free space of Amon Hen" in said(first)
    assert "Setup" in STAGE.heading(first, PLAIN, 80).text


def said(seen: Scene, typed: str = "") -> str:
    return "\n".join(each.text for each in STAGE.explain(seen, PLAIN, typed, Look(), 100))


def test_what_a_turn_does_stands_on_one_line_over_the_prompt() -> None:
    kernel = p.position(BOARD, hands={0: [CARD]})
    turn = (p.play_action(CARD), *[1 + p.E] * 3)
    line = " ".join(each.strip() for each in said(scene(kernel, 0, turn)).splitlines())
    assert "You: Green defeats the Orc on 8,5; strength left: 4; Orcs missing to a chain" in line


def test_what_is_no_card_is_told_before_a_pawn_is_asked_for() -> None:
    kernel = p.position(BOARD, seats=2, hands={0: [CARD]})
    assert "“3,3” is no hero card" in said(scene(kernel, 0), "3,3")


def test_signs_of_the_board_are_told_where_there_is_room() -> None:
    kernel = p.position(BOARD, hands={0: [CARD]})
    for rows, told in ((20, True), (9, False)):
        picture = STAGE.board(scene(kernel), PLAIN, "", Look(1), Room(68, rows))
        text = "\n".join(each.text for each in picture.lines)
        assert ("f Fangorn" in text) is told


def test_an_event_is_told_of_whoever_it_belongs_to() -> None:
    step: JsonStep = {"step": "event", "seat": 1, "card": "edoras", "placed": [], "removed": []}
    told = PLAIN.say(announce(step, (), NAMES, 0) or "")
    assert told.startswith("Berta: event “Edoras calls”: one's own pawn")


def test_moves_are_listed_by_the_letters_of_the_hand() -> None:
    kernel = p.position(BOARD, hands={0: [CARD, CARD + 1, CARD + 2]})
    cards = (CARD + 2, CARD, CARD + 1)
    seen = Scene(kernel, 0, NAMES[: int(kernel.seats())], hand_cards=cards)
    assert [each.text[0] for each in VIEW.page("moves", seen, PLAIN, 100)] == sorted("abc")


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_every_card_of_the_hand_is_there_however_few_lines_there_are(rows: int) -> None:
    kernel = p.position(BOARD, seats=2, hands={0: [CARD, CARD + 1, CARD + 2]})
    picture = STAGE.hand(scene(kernel), PLAIN, "", Room(79, rows))
    assert len(picture.lines) <= rows
    assert [spot.click for spot in picture.hotspots] == [Type("a "), Type("b "), Type("c ")]
    for spot in picture.hotspots:
        shown = picture.lines[spot.row].text[spot.column : spot.column + spot.width]
        assert shown.startswith(f" {spot.click.text}")  # type: ignore[union-attr]


def test_a_player_is_one_line_on_a_narrow_panel() -> None:
    kernel = p.position(BOARD, seats=2, hands={0: [CARD]}, points=[43, 7], pending={0: 2})
    (players,) = [panel for panel in STAGE.panels(scene(kernel), PLAIN, 24) if panel.key == "players"]
    assert [each.text.split() for each in players.lines] == [
        ["▶", "You", "GB", "43", "pts", "+2"],
        ["Berta", "RY", "7", "pts"],
    ]


def test_a_heading_leaves_out_what_has_no_room() -> None:
    asked = next(each for each in one_of_each() if board_phase(each) == int(t.CHOOSING))
    whole = STAGE.heading(asked, PLAIN, 100).text.split("  ")
    assert len(whole) == 4
    assert STAGE.heading(asked, PLAIN, 36).text.split("  ") == whole[:3]


def test_orcs_that_find_no_space_are_told() -> None:
    step: JsonStep = {"step": "orcs", "isengard": [4, 5], "mordor": None, "placed": []}
    told = PLAIN.say(announce(step, (), NAMES, 0) or "")
    assert told == "Orcs from Isengard row 4: 5, none of which finds a space"
