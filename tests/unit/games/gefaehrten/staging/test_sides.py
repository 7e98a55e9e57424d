"""What stands beside the board, and over it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.lines import Glyphs, Style, cells
from gefaehrten.core.stage import Panel
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.moves import card_kernel
from gefaehrten.games.gefaehrten.stage import STAGE
from tests.unit.games.gefaehrten import kernel_positions as made
from tests.unit.games.gefaehrten.kernel_positions import position
from tests.unit.games.gefaehrten.positions import started
from tests.unit.games.gefaehrten.scenes import ASCII, ENGLISH, scene, text
from tests.unit.games.gefaehrten.staging.staged import find, scenes
from tests.unit.games.gefaehrten.staging.test_picture import WORDINGS, weathertop


def panels(here: Scene, width: int = 28, wording: Wording = ENGLISH) -> dict[str, Panel]:
    return {panel.key: panel for panel in STAGE.panels(here, wording, width)}


@pytest.mark.slow
@settings(max_examples=60)
@given(scenes(st.none() | st.integers(-1, 3)), st.integers(1, 80), st.sampled_from(WORDINGS))
def test_nothing_is_wider_than_asked_for(here: Scene, width: int, wording: Wording) -> None:
    found = STAGE.panels(here, wording, width)
    assert [panel.key for panel in found] in (["players", "pay"], ["players", "pay", "queue"])
    for panel in found:
        for each in (*panel.lines, *panel.short):
            assert cells(each.text) <= width, each.text
            assert wording.glyphs is Glyphs.UNICODE or each.text.isascii()
        assert 1 <= len(panel.short) <= 2
    assert cells(STAGE.heading(here, wording, width).text) <= width


def test_players_with_points_cards_rings_and_whose_turn() -> None:
    kernel = weathertop(scores=[4, 12, 0, 7], tokens={1: ["bag_end", "bree"]})
    assert text(panels(scene(kernel))["players"].lines) == "\n".join(
        [
            "▶ You             r  4  6/14",
            "  Berta           y 12  0/20",
            "    ○bagend ○bree",
            "  Cem             g  0  0/20",
            "  Dörte           b  7  0/21",
        ]
    )
    assert (
        text(panels(scene(kernel))["players"].short) == "▶You 4 (20)  Berta 12 (20)\nCem 0 (20)  Dörte 7 (21)"
    )
    wide = panels(scene(kernel), 44, ASCII)["players"]
    assert wide.title == "Players (points, hand/stack)"
    assert wide.lines[0].text.split() == [">", "You", "red", "4", "6/14"]
    assert {cells(each.text) for each in wide.lines if "bagend" not in each.text} == {44}


def test_f33_hidden_points_stay_hidden() -> None:
    here = replace(scene(weathertop(scores=[4, 12, 0, 7])), options={"points": "hidden"})
    shown = text(panels(here)["players"].lines) + text(panels(here)["players"].short)
    assert "12" not in shown.replace("6/14", "")
    assert "?" in shown


def test_a_player_with_two_colours_bears_both() -> None:
    here = scene(position(seats=2, hands={0: "y1 g1"}))
    assert text(panels(here)["players"].lines).splitlines()[0].split()[:3] == ["▶", "You", "yg"]
    assert [each.text[3:8] for each in panels(here)["pay"].lines[:4]] == ["g You", "y You", "r Ber", "b Ber"]


def test_who_left_is_said_so() -> None:
    kernel = weathertop()
    kernel.retire(2)
    assert "has left" in text(panels(scene(kernel))["players"].lines)


def test_what_is_paid_now_and_what_the_turn_makes_of_it() -> None:
    kernel = weathertop(spaces={"1": "y2", "3": "b4", "9": "g3"}, last_placer=1)
    shown = text(panels(scene(kernel, turn="5@2"))["pay"].lines).splitlines()
    assert shown[0].split() == ["1.", "r", "You", "0", "→", "5", "+4", "○"]
    assert shown[1].split() == ["2.", "b", "Dörte", "4", "+3"]
    assert shown[3].split() == ["4.", "y", "Berta", "2", "–"]
    pending = [span for each in panels(scene(kernel, turn="5@2"))["pay"].lines for span in each.spans]
    assert [span.text.strip() for span in pending if span.style is Style.PENDING] == ["0 → 5"]
    assert "0 → 5" not in text(panels(scene(kernel))["pay"].lines)
    assert "0 -> 5" in text(panels(scene(kernel, turn="5@2"), wording=ASCII)["pay"].lines)
    assert text(panels(scene(kernel, turn="5@2"), 60)["pay"].short).startswith("You 0→5 (+4○)  Dörte 4 (+3)")
    assert panels(scene(kernel))["pay"].title == "Weathertop now"


def test_where_names_have_no_room_the_totals_have_their_colours() -> None:
    kernel = weathertop(spaces={"1": "y2", "3": "b4"})
    names = ("Anna", "Bot 1", "Bot 2", "Bot 3")
    here = replace(scene(kernel), names=names)
    for width in range(20, 80):
        short = text(panels(here, width)["pay"].short)
        assert "Bo…" not in short, "of three bots this names none"
    assert text(panels(here, 60)["pay"].short).startswith("Bot 3 4 (+4○)  Bot 1 2 (+3)")
    assert text(panels(here, 36)["pay"].short).startswith("b 4 (+4○)  y 2 (+3)")
    assert text(panels(here, 28)["pay"].short).startswith("b 4 +4○ y 2 +3")


def test_nothing_is_to_come_once_the_match_is_over() -> None:
    here = find(3, lambda here: here.now().request() == DECIDE)
    over = find(3, lambda here: here.now().request() == OVER, placed=20)
    assert "queue" in panels(here)
    assert "queue" not in panels(over)


def test_f24_ties_that_decide_something_are_explained_and_no_others() -> None:
    tied = weathertop(spaces={"1": "y2", "3": "b2", "9": "g3"}, last_placer=1)
    # After Berta come Cem, Dörte, you: Dörte is before Berta, who comes last.
    assert "2: Dörte, Berta – clockwise; last to place: Berta (F24)" in text(
        panels(scene(tied), 60)["pay"].lines
    )
    assert "F24" not in text(
        panels(scene(weathertop(spaces={"1": "y2", "3": "b4"}, last_placer=1)))["pay"].lines
    )
    nobody = weathertop(spaces={}, last_placer=1)
    assert "F24" not in text(panels(scene(nobody))["pay"].lines)


def test_f21_bree_is_said() -> None:
    assert "every card counts 1" in text(panels(scene(weathertop()), 60)["pay"].lines)


def test_f26_the_loss_at_moria() -> None:
    kernel = weathertop(location=made.MORIA, spaces={"1": "y2", "3": "b4"}, scores=[5, 5, 5, 5])
    shown = text(panels(scene(kernel))["pay"].lines)
    assert "-3" in shown


def test_the_locations_to_come_with_prizes_and_rules() -> None:
    shown = text(panels(scene(weathertop()), 44)["queue"].lines)
    assert " 4 ■ Ford" in shown
    assert "5/4/3" in shown
    assert "(F17)" in shown
    assert "3○/2○/2" in shown
    assert "Weathertop" not in shown
    assert panels(scene(weathertop()))["queue"].short[0].text == "Next: Ford (5/4/3)"
    three = scene(position(seats=3, hands={0: "r1"}))
    assert "3○/3\n" in text(panels(three)["queue"].lines), "three players: two prizes (F25)"
    last = find(4, lambda here: card_kernel(here.now()).location() == tables.LAST)
    assert "queue" not in panels(last)


def test_the_heading_leaves_out_what_does_not_fit_least_first() -> None:
    ford = scene(weathertop(location=made.FORD, spaces={"1": "y2"}))
    assert STAGE.heading(ford, ENGLISH, 120).text == (
        "4 Ford · ■ black · 5/4/3 · free: 9 · one or two cards of any values in a turn, never more (F17)"
    )
    assert STAGE.heading(ford, ENGLISH, 40).text == "4 Ford · ■ black · 5/4/3 · free: 9"
    assert STAGE.heading(ford, ASCII, 20).text == "4 Ford - # black"
    assert STAGE.heading(ford, ENGLISH, 4).text == "4 F…"
    turned = scene(weathertop(black=False))
    assert "□ white, turned over" in STAGE.heading(turned, ENGLISH, 80).text


def test_before_the_first_move_there_is_something_to_see() -> None:
    kernel = started(4)
    here = Scene(kernel, -1, ("A", "B", "C", "D"))
    assert panels(here)["pay"].lines
    assert STAGE.heading(here, ENGLISH, 60).text.startswith("1 Bag End")
