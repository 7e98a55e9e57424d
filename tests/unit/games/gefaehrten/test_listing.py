"""Where every card may go, and why not elsewhere."""

from __future__ import annotations

from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.listing import destinations, moves, why
from tests.unit.games.gefaehrten import kernel_positions as made
from tests.unit.games.gefaehrten.kernel_positions import position
from tests.unit.games.gefaehrten.scenes import ENGLISH, scene, text, widest


def weathertop(**given: object) -> GefaehrtenKernel:
    """Black: red's own 1 on 1, a blue 4 on 2, a green hobbit on 3, a yellow 1 on 4."""
    setting: dict[str, object] = {
        "seats": 4,
        "location": made.WEATHERTOP,
        "earlier": [(-6, 0), (-4, 3)],
        "spaces": {"1": "r1", "2": "b4", "3": "g3", "4": "y1"},
        "hands": {0: "r0 r1 r1 r2 r5 rN"},
        **given,
    }
    return position(**setting)  # type: ignore[arg-type]


def test_f13_f14_destinations_of_a_card() -> None:
    five = destinations(weathertop(), made.face("r5"))
    assert five.free == (4, 5, 6, 7, 8, 9)
    assert five.covered == (1, 3)
    assert {spaces: str(reason)[:12] for reason, spaces in five.barred} == {
        (0,): "The card the",
        (2,): "A hobbit lie",
    }


def test_f15_destinations_of_a_nazgul() -> None:
    nazgul = destinations(weathertop(), made.face("rN"))
    assert nazgul.covered == (1, 3)
    assert nazgul.free == (4, 5, 6, 7, 8, 9)


def test_moves_are_a_line_a_card() -> None:
    rows = [each.text for each in moves(scene(weathertop()), ENGLISH, 80)]
    assert [row.split("  ")[0] for row in rows] == ["a", "b c", "d", "e", "f"]
    assert rows[0].endswith("on 5, 6, 7, 8, 9, 0")
    assert rows[2].endswith("on 5, 6, 7, 8, 9, 0; covers 4")
    assert rows[3].endswith("on 5, 6, 7, 8, 9, 0; covers 2, 4")
    assert rows[4].endswith("takes 2, 4 away, or goes on a free space")


def test_moves_after_a_placement_leave_out_what_is_placed_and_say_why_not() -> None:
    rows = [each.text for each in moves(scene(weathertop(), turn="1@5"), ENGLISH, 200)]
    assert [row.split("  ")[0] for row in rows[:-1]] == ["a", "c", "d", "e", "f"]
    assert "This turn places 1s" in rows[2]
    assert rows[-1] == "The turn may end: press Enter."


def test_moves_name_rings_and_cards_to_pick_up() -> None:
    kernel = weathertop(tokens={0: ["bree", "lothlorien"]}, cells={(-4, 0): "r4", (-5, 1): "r3"})
    shown = text(moves(scene(kernel), ENGLISH, 200))
    assert "Rings that may go with a card: bree, lothlorien (written 0@5+bree)" in shown
    assert "Cards to pick up with the ring lothlorien: -4,0, -5,1" in shown


def test_why_gives_the_kernels_reason_for_every_space_that_is_barred() -> None:
    shown = text(why(scene(weathertop()), ENGLISH, 200))
    assert "not on 3: A hobbit lies there" in shown
    assert "not on 2: The red 2 counts 2 and does not beat the blue 4" in shown
    assert widest(why(scene(weathertop()), ENGLISH, 60)) <= 60
