"""A test for every clause of the rules, its number in its name; `docs/rules/mordor.md` says where each comes from."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.game import Setup
from gefaehrten.core.kernel import DECIDE, OVER, ROLL
from gefaehrten.core.random import Random
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.data import FIGURES
from gefaehrten.games.mordor.game import GAME
from gefaehrten.games.mordor.kernel import MordorKernel
from tests.unit.games.mordor.positions import aside, begin, dice, halve, legal, sets, throw, turn

RIVENDELL, MORIA, LOTHLORIEN, ROHAN, HELMS_DEEP, GONDOR, MINAS_TIRITH, LAIR, MORDOR = range(1, 10)


def refused(kernel: MordorKernel, action: int) -> str:
    """The clause that forbids an action."""
    with pytest.raises(IllegalAction) as caught:
        kernel.check(action)
    return caught.value.clause


def test_m01_five_dice_with_these_symbols() -> None:
    shown: list[Counter[int]] = [Counter() for _ in range(5)]
    for value in range(6**5):
        kernel = begin()
        kernel.roll(value)
        for die, counter in enumerate(shown):
            counter[int(kernel.face(die))] += 1
    per_side = 6**4
    orc, ring, nazgul, gandalf, companion, tree = range(6)
    coloured = {orc: 2, ring: 1, nazgul: 1, gandalf: 1, companion: 1}
    for counter in shown[:4]:
        assert counter == {symbol: count * per_side for symbol, count in coloured.items()}
    assert shown[4] == {orc: 2 * per_side, nazgul: 2 * per_side, ring: per_side, tree: per_side}


def test_m02_four_colours_and_what_nobody_wants_is_neutral() -> None:
    assert dict(zip(FIGURES.colours, FIGURES.hobbits, strict=True)) == {
        "yellow": "Frodo",
        "red": "Sam",
        "blue": "Merry",
        "green": "Pippin",
    }
    kernel = GAME.start(Setup(2, {}, ("blue", "red")))
    assert [kernel.owner(colour) for colour in range(4)] == [1, -1, -1, 0]


def test_m03_two_tracks() -> None:
    assert FIGURES.places == (
        "bag_end",
        "rivendell",
        "moria",
        "lothlorien",
        "rohan",
        "helms_deep",
        "gondor",
        "minas_tirith",
        "shelobs_lair",
        "mordor",
    )
    assert FIGURES.nazgul_fields == 8
    kernel = begin()
    assert (kernel.reached(0), kernel.crossed(0), kernel.halved(0)) == (0, 0, 0)


def test_m04_all_dice_are_thrown_and_what_is_left_again_until_nothing_is() -> None:
    kernel = begin()
    assert (kernel.request(), kernel.amount()) == (ROLL, 6**5)
    throw(kernel, "O C R G O")
    assert kernel.actor() == 0
    assert refused(kernel, 0) == "M4"
    aside(kernel, "2")
    assert (kernel.request(), kernel.amount(), kernel.turns()) == (ROLL, 6**4, 1)
    throw(kernel, "O R G O")
    assert refused(kernel, dice("2")) == "M4"
    aside(kernel, "134")
    assert (kernel.request(), kernel.amount()) == (ROLL, 6)
    throw(kernel, "O")
    aside(kernel, "5")
    if kernel.request() == DECIDE:
        kernel.apply(tables.DECLINE)
    assert (kernel.mover(), kernel.amount(), kernel.rounds()) == (1, 6**5, 1)


def test_m05_different_symbols_of_one_throw_only() -> None:
    kernel = begin()
    throw(kernel, "O O R G O")
    assert refused(kernel, dice("12")) == "M5"
    assert "134" in sets(kernel)
    assert not any("1" in some and "2" in some for some in sets(kernel))
    aside(kernel, "1")
    throw(kernel, "O R G O")
    aside(kernel, "2")  # an Orc lies aside already


def test_m06_exactly_one_nazgul_and_which_is_free() -> None:
    kernel = begin()
    throw(kernel, "N R O N N")
    assert refused(kernel, dice("2")) == "M6"
    assert refused(kernel, dice("14")) == "M6"
    assert {"1", "4", "5", "12", "24", "25", "123"} <= sets(kernel)
    assert all(sum(number in some for number in "145") == 1 for some in sets(kernel))


def test_m07_somebody_who_decides_has_a_choice_and_a_single_die_is_one() -> None:
    for faces in product(range(5), range(5), range(5), range(5), (0, 1, 2, 5)):
        kernel = begin()
        throw(kernel, " ".join("ORNGCT"[face] for face in faces))
        singles = {some for some in sets(kernel) if len(some) == 1}
        nazgul = {str(die + 1) for die, face in enumerate(faces) if face == tables.NAZGUL}
        assert singles == (nazgul or set("12345"))


def test_m08_the_white_tree_ends_the_turn_and_the_rest_does_not_count() -> None:
    kernel = begin()
    throw(kernel, "R O O C T")
    assert "1" in sets(kernel), "nobody has to set it aside"
    aside(kernel, "15")
    assert (kernel.mover(), kernel.reached(0)) == (1, 1)


def test_m08_with_a_nazgul_beside_it_that_has_to_be_set_aside_too() -> None:
    kernel = begin()
    throw(kernel, "N R O C T")
    assert refused(kernel, dice("5")) == "M6"
    aside(kernel, "15")
    assert (kernel.mover(), kernel.crossed(0), kernel.reached(0)) == (1, 1, 0)


def test_m08_alone_it_has_to_be_set_aside() -> None:
    kernel = begin()
    for letters, numbers in (("R O O C O", "124"), ("O O", "3")):
        throw(kernel, letters)
        aside(kernel, numbers)
    throw(kernel, "T")
    assert sets(kernel) == {"5"}


def test_m09_rings_then_gandalf_then_nazgul() -> None:
    """A win by rings comes before the Nazgûl that would knock the winner out in the same turn."""
    kernel = begin(reached=[8], crossed=[7])
    turn(kernel, "R N C C O")
    assert (kernel.request(), kernel.winner(), kernel.out(0), kernel.crossed(0)) == (OVER, 0, False, 7)


def test_m09_halving_comes_before_crossing_off() -> None:
    kernel = begin(crossed=[7])
    for letters, numbers in (("G O O C N", "15"), ("O O C", "24"), ("O", "3")):
        throw(kernel, letters)
        aside(kernel, numbers)
    halve(kernel, 8)
    assert (kernel.crossed(0), kernel.half(0), kernel.out(0)) == (7, 1, False)


@pytest.mark.parametrize(
    ("letters", "moved"),
    [
        ("R R G G R", 3),  # no Orc
        ("R O C G R", 2),  # one, and one Companion
        ("R C C G O", 1),
        ("R O G G R", 0),
        ("R O O C R", 0),  # one of two is not held: all rings are void
        ("C C C C R", 1),
        ("O C C G O", 0),  # no ring
    ],
)
def test_m10_one_uncovered_orc_voids_all_rings(letters: str, moved: int) -> None:
    kernel = begin()
    turn(kernel, letters)
    assert kernel.reached(0) == moved


def test_m11_each_gandalf_halves_a_field_of_ones_choice() -> None:
    kernel = begin(crossed=[2])
    for letters, numbers in (("G G O C O", "1"), ("G O C O", "2"), ("O C O", "34"), ("O", "5")):
        throw(kernel, letters)
        aside(kernel, numbers)
    turns = kernel.turns()
    assert legal(kernel) == (*range(35, 41), tables.DECLINE), "fields 3 to 8, the last included"
    assert refused(kernel, tables.BASE_HALVE) == "M11"
    assert refused(kernel, dice("1")) == "M11"
    halve(kernel, 8)
    assert (kernel.turns(), kernel.actor()) == (turns, 0), "both halvings are one run of decisions"
    assert refused(kernel, tables.BASE_HALVE + 7) == "M11"
    halve(kernel, 3)
    assert kernel.halved(0) == 0b10000100
    assert (kernel.mover(), kernel.turns()) == (1, turns + 1)


def test_m11_it_may_be_declined_and_with_all_fields_halved_it_is_nothing() -> None:
    kernel = begin()
    turn(kernel, "G G O O O")
    assert (kernel.halved(0), kernel.mover()) == (0, 1)
    kernel = begin(crossed=[5], halved={0: [6, 7, 8]})
    throw(kernel, "G O O C T")
    aside(kernel, "15")
    assert (kernel.mover(), kernel.request()) == (1, ROLL)


def test_m11_a_halved_field_takes_two_nazgul() -> None:
    kernel = begin(halved={0: [1, 3]})
    turn(kernel, "N G O O O")
    assert (kernel.crossed(0), kernel.half(0)) == (0, 1)
    kernel = begin(halved={0: [1, 3]})
    turn(kernel, "N O O O N")
    assert (kernel.crossed(0), kernel.half(0)) == (1, 0)


@pytest.mark.parametrize(
    ("letters", "own", "others"),
    [
        ("O O O O N", 1, 0),  # the black die
        ("N O O O O", 1, 0),  # the own colour
        ("O N O O O", 0, 1),  # another's
        ("O O N O O", 1, 0),  # a neutral one
        ("O O O N O", 1, 0),
        ("N N N N N", 4, 1),
    ],
)
def test_m12_whom_a_nazgul_hits(letters: str, own: int, others: int) -> None:
    kernel = begin()
    turn(kernel, letters)
    assert (kernel.crossed(0), kernel.crossed(1)) == (own, others)


def test_m12_the_colour_of_who_is_out_hits_the_mover() -> None:
    kernel = begin(3, out=[1])
    turn(kernel, "O N O O O")
    assert (kernel.crossed(0), kernel.crossed(1)) == (1, 0)


def test_m12_from_the_left() -> None:
    kernel = begin(crossed=[0, 3], halved={1: [4]})
    turn(kernel, "O N O O O")
    assert (kernel.hit_field(0), kernel.hit_whole(0), kernel.half(1)) == (3, False, 1)


def test_m13_out_at_once_also_in_anothers_turn_and_never_asked_again() -> None:
    kernel = begin(3, crossed=[0, 7, 0])
    turn(kernel, "O N O O O")
    assert kernel.out(1)
    assert (kernel.request(), kernel.mover()) == (ROLL, 2)
    turn(kernel, "O O O O O")
    assert kernel.mover() == 0


def test_m14_the_first_in_mordor_wins_at_once_and_rings_beyond_are_lost() -> None:
    kernel = begin(3, reached=[7, 8, 8])
    turn(kernel, "R R R R R")
    assert kernel.request() == OVER
    assert kernel.reached(0) == MORDOR
    assert [kernel.place(seat) for seat in range(3)] == [0, 1, 1]
    assert [kernel.score(seat) for seat in range(3)] == [1, 0, 0]


def test_m14_all_may_drop_out_in_one_turn_and_then_nobody_wins() -> None:
    kernel = begin(2, crossed=[7, 7])
    turn(kernel, "N N O O O")
    assert (kernel.hit_seat(0), kernel.hit_seat(1)) == (1, 0), "the others first"
    assert (kernel.request(), kernel.ending()) == (OVER, tables.BY_NAZGUL)
    assert [kernel.place(seat) for seat in range(2)] == [1, 1]


def test_m14_who_is_alone_plays_on() -> None:
    kernel = begin(2, crossed=[0, 7], reached=[8])
    turn(kernel, "O N O O O")
    assert (kernel.request(), kernel.mover()) == (ROLL, 0)
    turn(kernel, "R C C O O")
    assert kernel.winner() == 0
    kernel = begin(2, crossed=[7, 7])
    turn(kernel, "O N O O O")
    turn(kernel, "N O O O O")
    assert (kernel.ending(), kernel.winner()) == (tables.BY_NAZGUL, -1)


def test_m15_the_basic_game_has_no_effects_and_the_place_where_a_turn_begins_counts() -> None:
    assert GAME.options[0].values == ("basic", "advanced")
    assert not begin(reached=[ROHAN]).effect()
    assert begin(reached=[ROHAN], advanced=True).effect() == ROHAN
    kernel = begin(advanced=True)
    turn(kernel, "R C C C O")
    assert kernel.reached(0) == RIVENDELL
    turn(kernel, "O O O O O")
    assert (kernel.mover(), kernel.effect()) == (0, RIVENDELL)


def test_m16_rivendell_sets_equal_symbols_aside_together() -> None:
    kernel = begin(advanced=True, reached=[RIVENDELL])
    throw(kernel, "R R O O O")
    aside(kernel, "12345")
    assert kernel.mover() == 1
    kernel = begin(advanced=True, reached=[RIVENDELL])
    throw(kernel, "N N R R O")
    assert refused(kernel, dice("34")) == "M6"
    assert {"1", "12", "1234"} <= sets(kernel)
    aside(kernel, "12")
    throw(kernel, "R R R")
    aside(kernel, "345")


def test_m17_moria_gandalf_has_no_effect_but_may_be_set_aside() -> None:
    for place, asked in ((RIVENDELL, True), (MORIA, False)):
        kernel = begin(advanced=True, reached=[place])
        throw(kernel, "G O O C T")
        aside(kernel, "15")
        assert (kernel.request() == DECIDE) == asked


def test_m18_lothlorien_a_companion_holds_two_orcs() -> None:
    for place, moved in ((MORIA, 0), (LOTHLORIEN, 1)):
        kernel = begin(advanced=True, reached=[place])
        turn(kernel, "C O O G R")
        assert kernel.reached(0) == place + moved
    kernel = begin(advanced=True, reached=[LOTHLORIEN])
    turn(kernel, "C O O O R")
    assert kernel.reached(0) == LOTHLORIEN, "but not three"


def test_m19_rohan_each_throw_may_be_repeated_once() -> None:
    kernel = begin(advanced=True, reached=[ROHAN])
    throw(kernel, "O O O O O")
    assert tables.AGAIN in legal(kernel)
    kernel.apply(tables.AGAIN)
    assert (kernel.request(), kernel.amount(), kernel.mover()) == (ROLL, 6**5, 0)
    throw(kernel, "R O O C O")
    assert refused(kernel, tables.AGAIN) == "M19"
    aside(kernel, "1")
    throw(kernel, "O O C O")
    assert kernel.amount() == 0
    kernel.apply(tables.AGAIN)
    assert kernel.amount() == 6**4, "the dice of that throw, and no others"
    elsewhere = begin(advanced=True, reached=[HELMS_DEEP])
    throw(elsewhere, "O O O O O")
    assert refused(elsewhere, tables.AGAIN) == "M19"


def test_m20_helms_deep_an_orc_needs_two_companions() -> None:
    for place, moved in ((GONDOR, 1), (HELMS_DEEP, 0)):
        kernel = begin(advanced=True, reached=[place])
        turn(kernel, "C G G R O")
        assert kernel.reached(0) == place + moved
    kernel = begin(advanced=True, reached=[HELMS_DEEP])
    turn(kernel, "C C G R O")
    assert kernel.reached(0) == HELMS_DEEP + 1


def test_m21_gondor_nazgul_do_nothing_to_the_mover_and_others_are_hit() -> None:
    kernel = begin(advanced=True, reached=[GONDOR])
    turn(kernel, "N N N O N")
    assert (kernel.crossed(0), kernel.crossed(1)) == (0, 1)
    assert kernel.hits() == 4
    assert [kernel.hit_field(index) for index in range(4)] == [0, -1, -1, -1]


def test_m22_minas_tirith_all_nazgul_hit_the_mover() -> None:
    kernel = begin(advanced=True, reached=[MINAS_TIRITH])
    turn(kernel, "O N O O N")
    assert (kernel.crossed(0), kernel.crossed(1)) == (2, 0)


def test_m23_shelobs_lair_one_ring_alone_does_not_lead_on() -> None:
    kernel = begin(advanced=True, reached=[LAIR])
    turn(kernel, "R C G G O")
    assert (kernel.reached(0), kernel.request()) == (LAIR, ROLL)
    kernel = begin(advanced=True, reached=[LAIR])
    turn(kernel, "R R C G O")
    assert kernel.winner() == 0
    passing = begin(advanced=True, reached=[MINAS_TIRITH])
    turn(passing, "R R C G O")
    assert passing.winner() == 0


def test_m24_the_first_mover_is_rolled_and_colours_go_by_seats() -> None:
    kernel = MordorKernel(3, [0, 1, 2, -1])
    assert (kernel.request(), kernel.amount()) == (ROLL, 3)
    kernel.roll(2)
    assert (kernel.first(), kernel.mover()) == (2, 2)
    assert GAME.colours(Setup(4, {}, ("", "blue", "blue", "red"))) == (
        ("yellow",),
        ("blue",),
        ("green",),
        ("red",),
    )


def test_m25_who_leaves_is_like_somebody_knocked_out() -> None:
    kernel = begin(3)
    throw(kernel, "N O O O O")
    kernel.retire(0)
    assert (kernel.request(), kernel.mover(), kernel.crossed(0)) == (ROLL, 1, 0), "nothing is evaluated"
    turn(kernel, "N O O O O")
    assert (kernel.crossed(1), kernel.crossed(0)) == (1, 0)
    assert kernel.mover() == 2


def test_m25_the_last_one_wins_at_once() -> None:
    kernel = begin(3)
    kernel.retire(2)
    assert (kernel.request(), kernel.mover()) == (ROLL, 0), "the throw that was due is due"
    kernel.retire(0)
    assert (kernel.request(), kernel.ending(), kernel.winner()) == (OVER, tables.BY_RETIREMENT, 1)
    assert [kernel.place(seat) for seat in range(3)] == [1, 0, 1]


def test_m25_nobody_wins_who_is_knocked_out() -> None:
    kernel = begin(3, out=[1])
    kernel.retire(2)
    assert kernel.request() == ROLL, "seat 0 is alone in the game and plays on"
    kernel.retire(0)
    assert (kernel.request(), kernel.winner()) == (OVER, -1)


def test_m25_before_the_first_mover_is_drawn() -> None:
    kernel = MordorKernel(3, [0, 1, 2, -1])
    kernel.retire(1)
    assert kernel.amount() == 3
    kernel.roll(1)
    assert (kernel.first(), kernel.mover()) == (1, 2)


def test_m26_after_four_hundred_turns_nobody_wins() -> None:
    kernel = begin(rounds=FIGURES.turns - 1)
    turn(kernel, "O O O O O")
    assert (kernel.request(), kernel.ending(), kernel.winner()) == (OVER, tables.BY_TURNS, -1)
    assert 1 + 10 * FIGURES.turns + GAME.max_seats < 4096, "throws of a chain, retirements included"


def test_chance_throws_every_die_evenly() -> None:
    rng, seen = Random(3), set()
    for _ in range(200):
        kernel = begin()
        kernel.chance(rng)
        seen.add(tuple(int(kernel.face(die)) for die in range(5)))
    assert len(seen) > 150
