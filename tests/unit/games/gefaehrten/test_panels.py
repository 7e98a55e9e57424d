"""The parts of a screen beside the board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gefaehrten.core.lines import Style
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.gefaehrten import panels
from gefaehrten.games.gefaehrten.hand import hand_cards, letters
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from tests.german import german
from tests.unit.games.gefaehrten import kernel_positions as made
from tests.unit.games.gefaehrten.kernel_positions import position
from tests.unit.games.gefaehrten.scenes import ASCII, ENGLISH, scene, text


def weathertop(**given: object) -> GefaehrtenKernel:
    setting: dict[str, object] = {
        "seats": 4,
        "location": made.WEATHERTOP,
        "earlier": [(-6, 0), (-4, 3)],
        "spaces": {"1": "r4", "2": "b4", "3": "g2"},
        "hands": {0: "r1 r2 r2 r4 r5 rN"},
        "unknown": {1: 6, 2: 5, 3: 6},
        "scores": [7, 2, 5, 0],
        "last_placer": 3,
        **given,
    }
    return position(**setting)  # type: ignore[arg-type]


def test_heading_says_side_prizes_and_special_rule() -> None:
    (only,) = panels.heading(scene(weathertop()), ENGLISH)
    assert only.text == "3 Weathertop - black: higher cards cover lower ones - 4+ring/3/2"
    ford = position(seats=4, location=made.FORD, earlier=[(-6, 0), (-4, 3), (0, 6)], hands={0: "r1"})
    first, second = panels.heading(scene(ford), ENGLISH)
    assert first.text.startswith("4 Ford - black")
    assert "one or two cards" in second.text


def test_f25_three_players_see_two_prizes() -> None:
    kernel = position(seats=3, hands={0: "r1"})
    assert panels.heading(scene(kernel), ENGLISH)[0].text.endswith(" - 2+ring/2")
    assert panels.heading(scene(position(seats=2, hands={0: "y1"})), ENGLISH)[0].text.endswith("2+ring/2/1")


def test_players_show_turn_colour_points_cards_and_rings() -> None:
    kernel = weathertop(tokens={2: ["bree", "bag_end"]})
    rows = [each.text for each in panels.players(scene(kernel), ASCII)]
    assert [row.split()[0] for row in rows] == [">", "Berta", "Cem", "Doerte"]
    assert rows[0].split()[:4] == [">", "You", "red", "7"]
    assert "hand 5" in rows[2]
    assert rows[2].endswith("rings: bagend, bree")


def test_two_colours_are_both_named() -> None:
    kernel = position(seats=2, hands={0: "y1 g1"}, unknown={1: 6})
    first, second = (each.text for each in panels.players(scene(kernel), ENGLISH))
    assert "yellow+green" in first
    assert "red+blue" in second


@pytest.mark.parametrize(
    ("option", "shown"), [("open", ["7", "2", "5", "0"]), ("hidden", ["7", "?", "?", "?"])]
)
def test_f33_points_of_others_can_be_hidden(option: str, shown: list[str]) -> None:
    here = replace(scene(weathertop()), options={"points": option})
    assert [panels.points(here, seat) for seat in range(4)] == shown
    assert [each.text.split()[-5] for each in panels.players(here, ASCII)] == shown


def test_f33_hidden_points_are_shown_at_the_end() -> None:
    kernel = weathertop()
    for seat in (1, 2, 3):
        kernel.retire(seat)
    here = replace(scene(kernel, seat=0), options={"points": "hidden"})
    assert [panels.points(here, seat) for seat in range(4)] == ["7", "2", "5", "0"]
    assert "has left" in panels.players(here, ENGLISH)[1].text


def test_pay_ranks_prizes_and_explains_ties() -> None:
    title, *rows = (each.text for each in panels.pay(scene(weathertop()), ASCII))
    assert title == "Weathertop, if it were scored now:"
    # Red 4 and blue 4 tie; blue played last, so red comes first clockwise (F24).
    assert [row.split()[:4] for row in rows[:4]] == [
        ["1.", "r", "You", "4"],
        ["2.", "b", "Doerte", "4"],
        ["3.", "g", "Cem", "2"],
        ["4.", "y", "Berta", "0"],
    ]
    assert rows[0].endswith("+4 + Weathertop ring")
    assert rows[1].endswith("+3")
    assert rows[2].endswith("+2")
    assert rows[3].endswith("no card here")
    assert rows[4:] == ["Tie at 4: You, Doerte, clockwise after the player of the last card (Doerte) (F24)."]


def test_pay_shows_what_the_turn_changes() -> None:
    rows = panels.pay(scene(weathertop(), turn="5@2"), ENGLISH)
    texts = [each.text for each in rows]
    assert any("You" in row and "4 → 9" in row for row in texts)
    assert any("Dörte" in row and "4 → 0" in row and "no card here" in row for row in texts)
    assert any(span.style is Style.PENDING for each in rows for span in each.spans)
    assert any("4 -> 9" in each.text for each in panels.pay(scene(weathertop(), turn="5@2"), ASCII))


def test_f21_bree_counts_cards_and_says_so() -> None:
    kernel = weathertop(spaces={"1": "r4", "2": "b4", "3": "g2+bree"})
    rows = text(panels.pay(scene(kernel), ENGLISH))
    assert "every card counts 1" in rows
    assert "Tie at 1: You, Cem, Dörte" in rows


def test_f26_moria_shows_the_loss() -> None:
    kernel = weathertop(location=made.MORIA, earlier=[(3 * n - 12, 9) for n in range(7)], scores=[7, 9, 5, 9])
    rows = [each.text for each in panels.pay(scene(kernel), ENGLISH)]
    assert rows[4].endswith("loses 3")


def test_hand_has_letters_in_order_and_names_from_the_card_numbers() -> None:
    here = replace(scene(weathertop()), hand_cards=(21, 3, 9, 11, 18, 20))
    assert panels.hand(here, ENGLISH)[0].text == (
        "Hand:  a 1  b 2 Bilbo  c 2 Arwen  d 4 Gimli  e 5 Gandalf  f Nazgûl"
    )
    assert letters(here) == (1, 2, 2, 4, 5, 6)


def test_hand_keeps_its_letters_and_brackets_what_is_placed() -> None:
    here = replace(scene(weathertop(), turn="5@2 n"), hand_cards=(21, 3, 9, 11, 18, 20))
    assert panels.hand(here, ENGLISH)[0].text == (
        "Hand:  a 1  b 2 Bilbo  c 2 Arwen  d 4 Gimli  (e 5 Gandalf)  (f Nazgûl)"
    )
    assert [card.letter for card in hand_cards(here) if card.placed] == ["e", "f"]


def test_two_colours_in_hand_show_their_letters() -> None:
    kernel = position(seats=2, mover=1, hands={1: "r1 b4 bN"})
    # Second colour of seat 1 is blue: numbers from 22 on.
    here = replace(scene(kernel), hand_cards=(1, 41, 43))
    assert panels.hand(here, ENGLISH)[0].text == "Hand:  a r 1  b b 4 Legolas  c b Nazgûl"


def test_own_rings_say_what_they_do_and_when() -> None:
    kernel = weathertop(tokens={0: ["bree", "rivendell_2"]}, fresh=["rivendell_2"])
    rows = [each.text for each in panels.hand(scene(kernel), ENGLISH)[1:]]
    assert rows[0].startswith("  +bree  Bree ring: where")
    assert "counts 1" in rows[0]
    assert "Rivendell ring II, playable from your next turn on: " in rows[1]


def test_a_watcher_has_no_hand() -> None:
    kernel = weathertop()
    kernel.mask(-1)
    here = Scene(kernel, -1, ("A", "B", "C", "D"))
    assert "watching" in text(panels.hand(here, ENGLISH))
    assert "You" not in text(panels.players(here, ENGLISH))


def test_queue_marks_the_current_location() -> None:
    rows = [each.text for each in panels.queue(scene(weathertop()), ENGLISH)]
    assert len(rows) == 10
    assert [row[0] for row in rows] == [" ", " ", ">", *[" "] * 7]
    assert "5/4/3" in rows[3]
    assert "F26" in rows[7]


def test_count_is_what_the_viewer_has_not_seen() -> None:
    rows = [each.text.split() for each in panels.count(scene(weathertop()), ENGLISH)[2:]]
    # Red: one 0, six 1s, two 2s, four 3s, two 4s left in the own stack: 22 less hand 6 and one 4 on the table.
    assert rows[0] == ["r", "red", "You", "1", "6", "2", "4", "2", "-", "-", "in", "all", "15"]
    # Yellow: nothing seen.
    assert rows[1] == ["y", "yellow", "Berta", "1", "7", "4", "4", "4", "1", "1", "in", "all", "22"]
    assert rows[3][-1] == "21"


def test_marks_name_the_rings_at_the_location() -> None:
    kernel = weathertop(spaces={"1": "r4+bag_end", "2": "b4"})
    assert [each.text for each in panels.marks(scene(kernel), ENGLISH)[1:]] == ["  1 Bag End ring"]


def test_german_says_the_same() -> None:
    wording = Wording(german())
    assert panels.heading(scene(weathertop()), wording)[0].text == (
        "3 Wetterspitze - schwarz: höhere Karten decken niedrigere zu - 4+Ring/3/2"
    )
    assert "Du" in panels.players(scene(weathertop()), wording)[0].text
    assert "Gleichstand bei 4: Du, Dörte" in text(panels.pay(scene(weathertop()), wording))
