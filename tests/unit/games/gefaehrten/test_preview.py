"""What a turn does before it is committed, and where the next location could go."""

from __future__ import annotations

from gefaehrten.core.kernel import OVER
from gefaehrten.games.gefaehrten.candidates import candidates, choices
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.preview import preview
from tests.unit.games.gefaehrten import kernel_positions as made
from tests.unit.games.gefaehrten.kernel_positions import position
from tests.unit.games.gefaehrten.scenes import ENGLISH, scene, text

EIGHT = {"1": "r1", "2": "r1", "3": "b4", "4": "b1", "5": "y2", "6": "y1", "7": "g1", "8": "y1"}
"""Red 2, blue 5, yellow 4, green 1; 9 and 0 are free."""


def bag_end(**given: object) -> GefaehrtenKernel:
    setting: dict[str, object] = {"seats": 4, "spaces": EIGHT, "hands": {0: "r1 r1 r4 r5 rN"}, **given}
    return position(**setting)  # type: ignore[arg-type]


def test_nothing_placed() -> None:
    assert text(preview(scene(bag_end()), ENGLISH, 80)) == "Nothing is placed yet."


def test_totals_before_and_after() -> None:
    shown = text(preview(scene(bag_end(), turn="5@9"), ENGLISH, 80))
    assert "Your turn so far: 5@9" in shown
    assert "5 Gandalf on space 9" in shown
    assert "Totals: You 2 → 7." in shown
    assert "Free spaces left: 1" in shown


def test_a_nazgul_and_a_card_on_the_space_it_freed() -> None:
    shown = text(preview(scene(bag_end(), turn="n@3 5@3"), ENGLISH, 80))
    assert "Nazgûl on 4 (blue) on space 3: both leave the game" in shown
    assert "You 2 → 7" in shown
    assert "Dörte 5 → 1" in shown


def test_f19_f27_filling_the_location_scores_and_hands_over_the_next_placing() -> None:
    shown = text(preview(scene(bag_end(), turn="1@9 1@0"), ENGLISH, 200))
    assert "Totals: You 2 → 4." in shown
    assert "Bag End is scored: Dörte 5 (+2 and Bag End ring), Berta 4 (+2), You 4 (+1), Cem 1 (+0)." in shown
    assert "you choose where the next one goes" in shown


def test_f21_a_flip_is_said() -> None:
    shown = text(preview(scene(bag_end(tokens={0: ["bag_end"]}), turn="5@9+bagend"), ENGLISH, 80))
    assert "The location is black now." in shown


def test_the_end_of_the_match_is_said() -> None:
    kernel = bag_end(location=made.AMON_HEN, earlier=[(3 * n - 12, 9) for n in range(9)], scores=[9, 0, 0, 0])
    here = scene(kernel, turn="1@9 1@0")
    assert here.now().request() == OVER
    assert "The match is over: You 11, Dörte 7, Berta 4, Cem 0. Winner: You." in text(
        preview(here, ENGLISH, 200)
    )


def test_the_totals_stay_those_of_the_filled_location_once_the_next_one_lies() -> None:
    shown = text(preview(scene(bag_end(), turn="1@9 1@0 @3,0"), ENGLISH, 200))
    assert "Your turn so far: 1@9 1@0 @3,0" in shown
    assert "Bree at 3,0" in shown
    assert "Totals: You 2 → 4." in shown


def test_f27_candidates_best_first_and_all_of_them() -> None:
    kernel = made.play(bag_end(), made.place("r1", "9"), made.place("r1", "0"))
    places = candidates(kernel)
    assert sorted(place.action for place in places) == made.legal(kernel)
    keys = [(-place.own, place.others) for place in places]
    assert keys == sorted(keys)
    # The reds on 9 and 0 at (1,1), (2,1) and the two above: no place touches more than two of either pair.
    assert places[0].own == 2
    assert all(place.free == 10 - sum(map(len, place.cards.values())) for place in places)


def test_choices_say_who_would_count_what() -> None:
    here = scene(bag_end(), turn="1@9 1@0")
    sentences = [str(pick.text) for pick in choices(here)]
    assert all("free spaces: " in sentence for sentence in sentences)
    assert sentences[0].startswith("@")
    assert "You 2 (1+1)" in sentences[0]
    assert choices(scene(bag_end())) == []
    assert choices(scene(made.play(bag_end(), made.place("r1", "9"), made.place("r1", "0")), seat=1)) == []
