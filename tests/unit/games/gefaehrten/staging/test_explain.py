"""The lines on the move in hand: everything that bears a clause, and what can be done."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gefaehrten.core.lines import Glyphs, cells
from gefaehrten.core.stage import STRAIGHT, Look
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.gefaehrten.candidates import choices
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.stage import STAGE
from tests.unit.games.gefaehrten import kernel_positions as made
from tests.unit.games.gefaehrten.kernel_positions import position
from tests.unit.games.gefaehrten.scenes import ENGLISH, scene
from tests.unit.games.gefaehrten.staging.staged import scenes
from tests.unit.games.gefaehrten.staging.test_picture import LOOKS, TYPED, WORDINGS, full, weathertop

POSSIBLE = "Possible: 0@2, 1@2 or 2@2."


def said(here: Scene, typed: str = "", width: int = 400, look: Look = STRAIGHT) -> list[str]:
    return [each.text for each in STAGE.explain(here, ENGLISH, typed, look, width)]


@pytest.mark.slow
@settings(max_examples=60)
@given(scenes(st.none() | st.integers(-1, 3)), TYPED, LOOKS, st.integers(8, 130), st.sampled_from(WORDINGS))
def test_it_always_says_something_and_never_too_wide(
    here: Scene, typed: str, look: Look, width: int, wording: Wording
) -> None:
    found = STAGE.explain(here, wording, typed, look, width)
    assert found
    assert all(cells(each.text) <= width for each in found)
    assert wording.glyphs is Glyphs.UNICODE or all(each.text.isascii() for each in found)


@pytest.mark.slow
@settings(max_examples=60)
@given(scenes(), st.sampled_from("abcdef"))
def test_every_space_is_either_possible_or_has_its_reason(here: Scene, letter: str) -> None:
    first = said(here, letter)[0]
    if "free:" not in first and "covers" not in first:
        return
    named = "".join(re.findall(r"(?:free:|covers|not on) ((?:\d(?:, )?)+)", first))
    assert sorted(re.findall(r"\d", named)) == list("0123456789"), first


def test_f13_where_a_card_may_go_and_why_not_elsewhere() -> None:
    here = scene(weathertop())
    assert said(here, "d") == [
        "d 2: free: 2, 4, 6, 8, 0 · not on 1, 3: the cards there are not lower (F13) · not on 5: your own "
        "card lies there (F13) · not on 7, 9: the cards there are protected (F14)"
    ]
    assert said(here, "e") == [
        "e 5 Gandalf: free: 2, 4, 6, 8, 0 · covers 1, 3 · not on 5: your own card lies there (F13) · "
        "not on 7, 9: the cards there are protected (F14)"
    ]
    assert said(here, "5") == said(here, "e") == said(here, "5@") == said(here, "r5")


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("d3", "Not on space 3: the 4 of Dörte is not lower (F13)"),
        ("d1", "Not on space 1: the 2 of Berta is not lower (F13)"),
        ("d5", "Not on space 5: your own card lies there (F13)"),
        ("d7", "Not on space 7: Bree ring protects the card of Cem (F14)"),
        ("d9", "Not on space 9: the hobbit of Cem is protected (F14)"),
        ("f9", "Not on space 9: the hobbit of Cem is protected (F14)"),
        ("n9", "Not on space 9: the hobbit of Cem is protected (F14)"),
        ("n@5", "Not on space 5: your own card lies there (F13)"),
        ("f5", "Not on space 5: your own card lies there (F13)"),
        ("4", "That card is not in your hand; you hold: 0 Gandalf's cart, 1, 2, 5 Gandalf, Nazgûl. (F11)"),
        ("f+bree2", "No ring goes with a Nazgûl: send it without one. (F21)"),
        (
            "-4,0>2",
            "The Lothlórien ring is not at hand: play a ring that lies in front of you, or none. (F21)",
        ),
        (
            "g5@2",
            "The green 5 is another player's card: place cards of your own colour. Possible: 0@2, 1@2 or 2@2. (F4)",
        ),
        ("end", "A turn places at least one card: place one, then end it. Possible: 0@2, 1@2 or 2@2. (F11)"),
        (
            "@3,0",
            f"The next location is laid once the current one is scored: place a card instead. {POSSIBLE} (F27)",
        ),
        ("q", "“q” is no move. Right would be 0@2, 1@2 or 2@2."),
    ],
)
def test_what_is_refused_says_why_with_the_clause(typed: str, first: str) -> None:
    assert said(scene(weathertop()), typed)[0] == first


def test_f13_at_a_white_location() -> None:
    here = scene(weathertop(black=False))
    assert said(here, "d")[0] == (
        "d 2: free: 2, 4, 6, 8, 0 · not on 1, 3, 5, 7, 9: taken, and the location is white (F13)"
    )


def test_f9_a_location_beside() -> None:
    here = scene(
        position(
            seats=4,
            location=made.BREE,
            earlier=[(2, 0)],
            hands={0: "r1 r2"},
            cells={(4, 1): "b1"},
            table=True,
        )
    )
    assert "not on 6: a location lies there (F9)" in said(here, "a")[0]


def test_f12_f17_f18_a_card_that_goes_nowhere_says_why_once() -> None:
    turn = scene(weathertop(), turn="1@2")
    assert said(turn, "d") == [
        "d 2: This turn places 1s, so no 2 goes with them: another 1, a 0 or a Nazgûl may. (F12)"
    ]
    ford = scene(weathertop(location=made.FORD), turn="1@2 2@4")
    assert "(F17)" in said(ford, "e")[0]
    caradhras = scene(weathertop(location=made.CARADHRAS), turn="1@2")
    assert "(F18)" in said(caradhras, "c")[0]


def test_f15_a_nazgul() -> None:
    assert said(scene(weathertop()), "f")[0] == (
        "f Nazgûl: takes 1, 3 away, or goes on a free space · not on 5: your own card lies there (F13) · "
        "not on 7, 9: the cards there are protected (F14)"
    )
    white = said(scene(weathertop(black=False)), "f")[0]
    assert "takes 1, 3 away" in white
    assert "not on 5: your own card lies there (F13)" in white, "that the location is white hinders no Nazgûl"
    bare = scene(weathertop(spaces={"5": "r1"}))
    assert "has nothing to take away, may go on a free space" in said(bare, "n")[0]


def test_f21_rings_that_may_go_with_a_card_and_what_they_open() -> None:
    here = scene(weathertop(tokens={0: ["bree", "rivendell_1"]}))
    assert said(here, "d")[1] == "+ adds a ring: bree, rivendell1 (opens 1)"
    assert said(here, "d+riv1")[0].startswith("d 2 + Rivendell ring I: free: 2, 4, 6, 8, 0 · covers 1")
    assert said(here, "d+riv1")[1].startswith("Rivendell ring I: the card's value is 2 higher")
    assert said(here, "d+")[0] == "Which ring: bree or rivendell1?"
    assert said(here, "d2+") == said(here, "d+")
    assert said(here, "d2+r") == ["Enter: 2 with the Rivendell ring I on space 2"]
    assert said(here, "d+lo")[0].startswith("d 2 + Lothlórien ring: The Lothlórien ring is not at hand")
    assert said(scene(weathertop()), "d+")[0] == "No ring can go with this card now (F21)."


def test_f21_a_ring_on_its_own() -> None:
    here = scene(weathertop(tokens={0: ["bree", "weathertop"]}, fresh=["weathertop"]))
    assert said(here, "+bree") == [
        "Bree ring: where this card adjoins, every card counts 1 at the scoring (F21)",
        "Now a card for it: a 0  b 1  c 1  d 2  e 5",
    ]
    assert said(here, "+weathertop")[1] == "It can be played from your next turn on (F21)."
    assert said(here, "+bagend")[1] == "You do not have this ring."
    assert said(here, "+")[0] == "Which ring: bree or weathertop?"


def test_f22_picking_a_card_up() -> None:
    here = scene(weathertop(tokens={0: ["lothlorien"]}, cells={(-4, 0): "r4", (-5, 1): "y4", (-7, 0): "r2"}))
    assert said(here)[-1] == "+ picks up one of your cards on the table with the Lothlórien ring (F22)"
    assert said(here, "+lothlorien")[-1] == (
        "or one of your cards on the table: cell -4,0, cell -7,0 (+ or a click)"
    )
    lifted = said(here, "-4,0>")
    assert lifted[0].startswith(
        "4 (red) on cell -4,0: free: 2, 4, 6, 8, 0 · covers 1 · not on 3: the 4 of Dörte"
    )
    assert lifted[-1] == "+ the next card that can be picked up"
    assert said(here, "-4,0")[1] == "can be picked up with the Lothlórien ring: type > (F22)"
    assert said(here, "-4,0>3")[0] == "Not on space 3: the 4 of Dörte is not lower (F13)"
    assert "(F22)" in said(here, "4,4>2")[0]
    assert said(here, "99,99>")


def test_what_lies_on_a_space() -> None:
    here = scene(weathertop(spaces={"1": "y2", "3": "b4+rivendell_1", "9": "g3"}))
    assert said(here, "@3") == [
        "space 3: 4 (blue), Dörte, Rivendell ring I, counts 6, protected (F14)",
        "None of your cards may go there now.",
    ]
    assert said(here, "@2")[1].startswith("May go there: a 0  b 1")
    assert said(here, "@9")[0] == "space 9: 3 Merry (green), Cem, protected (F14)"
    assert said(here, "7,7") == ["cell 7,7: no card lies there"]
    assert said(replace(here, seat=-1), "@9") == ["space 9: 3 Merry (green), Cem, protected (F14)"]


def test_nothing_typed_says_what_can_be_done() -> None:
    assert said(scene(weathertop())) == [
        "Your turn. Press a card's letter, then its space: a 0  b 1  c 1  d 2  e 5  f Nazgûl"
    ]
    ford = said(scene(weathertop(location=made.FORD)))
    assert ford[1] == "one or two cards of any values in a turn, never more (F17)"
    ringed = said(scene(weathertop(tokens={0: ["bree"]})))
    assert ringed[-1] == "+ behind a card's letter adds a ring (F21)"


def test_the_turn_so_far_says_what_it_changes_and_what_may_follow() -> None:
    here = scene(weathertop(spaces={"1": "y2", "3": "b4", "9": "g3"}, last_placer=1), turn="5@3")
    assert said(here) == [
        "Totals: You 0 → 5, Dörte 4 → 0.",
        "Would be paid now: You +4, Cem +3, Berta +2.",
        "May follow: a 0  f Nazgûl",
        "Enter commits the turn.",
    ]
    done = scene(weathertop(hands={0: "r5 r4"}), turn="5@2")
    assert said(done)[-1] == "Nothing more may be placed: Enter commits the turn."


def test_f27_choices() -> None:
    here = full()
    first, keys, *more = said(here, look=Look(choice=1))
    assert first.startswith("Next location, 2 of ")
    assert "free spaces: " in first
    assert "(F27)" in keys
    assert any("Bag End is scored: " in each for each in more)
    assert said(here, "@")[0].startswith("Go on: the number of a choice")
    assert "is no move" in said(here, "d")[0]
    complete = replace(here, turn=(*here.turn, choices(here)[0].action))
    assert said(complete)[-1] == "Your turn is complete: press Enter."


def test_two_colours() -> None:
    two: GefaehrtenKernel = position(
        seats=2,
        location=made.BREE,
        earlier=[(-3, 0)],
        mover=1,
        hands={1: "r1 r1 b1 b5 bN"},
        spaces={"6": "y3"},
    )
    here = scene(two)
    assert [each.partition(":")[0] for each in said(here, "1")] == ["a 1 (red)", "c 1 (blue)"]
    assert said(here, "b1") == ["Enter: 1 (red) on space 1", "@: the blue card of this value instead"]
    assert said(here)[0].endswith("a r1  b r1  c b1  d b5  e bNazgûl")


def test_who_cannot_move_is_told_whose_turn_it_is() -> None:
    here = scene(weathertop(), seat=1)
    assert said(here) == said(here, "x") == said(replace(here, seat=-1)) == ["It is Anna's turn."]


def test_words_before_the_last_are_taken_as_done() -> None:
    here = scene(weathertop())
    assert "This turn places 1s" in said(here, "1@2 d")[0]
    assert said(here, "1@2 ")[0] == said(scene(weathertop(), turn="1@2"))[0]
    assert "is no move" in said(here, "zz d")[0]
