"""F21 and F22: the ring tokens."""

from __future__ import annotations

import pytest

from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from tests.unit.games.gefaehrten import kernel_positions as p

ALL = ("bag_end", "bree", "weathertop", "rivendell_1", "rivendell_2", "lothlorien")


def token_plays(kernel: GefaehrtenKernel) -> set[int]:
    """The tokens among the legal placements of hand cards, 0 for none."""
    return {(action - 1) // 320 for action in p.legal(kernel) if 0 < action < 2241}


def totals(kernel: GefaehrtenKernel) -> list[int]:
    """What each colour would have if the location were scored now."""
    kernel = kernel.clone()
    kernel.score_now()
    return [kernel.last_total(colour) for colour in range(4)]


def test_f21_a_token_is_played_on_a_card_of_the_same_turn() -> None:
    kernel = p.position(hands={0: "r1 r1 r4"}, tokens={0: ["bree"]})
    after = p.play(kernel, p.place("r4", "1", "bree"))
    assert after.cell(p.cell_at(-1, -1)) == p.byte("r4+bree")
    assert not after.has_token(0, p.TOKENS.index("bree"))
    assert p.clause(after, p.place("r1", "2", "bree")) == "F21"


def test_f21_any_card_but_a_nazgul_may_carry_any_token() -> None:
    kernel = p.position(hands={0: "r0 r1 r2 r3 r4 r5"}, tokens={0: ALL})
    for token in ("none", *ALL):
        for value in range(6):
            assert p.place(f"r{value}", "1", token) in p.legal(kernel)
    # There is no action at all that sends a Nazgûl with a token.
    kernel = p.position(hands={0: "rN"}, tokens={0: ALL})
    assert p.legal(kernel) == [p.nazgul("r", None)]
    assert p.clause(kernel, 1 + (2 * 32 + 6) * 10) == "F11"


def test_f21_no_token_is_offered_to_a_seat_that_holds_none() -> None:
    kernel = p.position(hands={0: "r0 r4"}, tokens={1: ALL})
    assert token_plays(kernel) == {0}
    for token in ALL:
        assert p.clause(kernel, p.place("r4", "1", token)) == "F21"


def test_f21_several_tokens_in_one_turn_on_several_cards() -> None:
    kernel = p.position(hands={0: "r1 r1 r1"}, tokens={0: ["bree", "rivendell_2"]})
    after = p.play(kernel, p.place("r1", "1", "bree"), p.place("r1", "2", "rivendell_2"), p.place("r1", "3"))
    found = [after.cell(p.cell_at(*p.space(label))) for label in "123"]
    assert found == [p.byte("r1+bree"), p.byte("r1+rivendell_2"), p.byte("r1")]


def test_f21_a_token_won_in_this_turn_waits_for_the_next() -> None:
    kernel = p.position(hands={0: "r4"}, tokens={0: ["bree", "weathertop"]}, fresh=["bree"])
    assert token_plays(kernel) == {0, p.TOKENS.index("weathertop")}
    assert kernel.token_fresh(0, p.TOKENS.index("bree"))
    assert not kernel.token_fresh(0, p.TOKENS.index("weathertop"))
    assert p.clause(kernel, p.place("r4", "1", "bree")) == "F21"


def test_f21_the_winner_may_use_the_token_in_its_next_turn() -> None:
    spaces = {label: f"{'ryg'[index % 3]}1" for index, label in enumerate("123456789")}
    kernel = p.position(spaces=spaces, hands={0: "r5 r1", 1: "y1", 2: "g1"}, stacks={0: 0, 1: 0, 2: 0})
    kernel = p.play(kernel, p.place("r5", "0"))
    assert kernel.token_fresh(0, p.TOKENS.index("bag_end"))
    kernel = p.play(kernel, p.locate(3, 0), p.place("y1", "2"), p.END, p.place("g1", "3"), p.END)
    assert not kernel.token_fresh(0, p.TOKENS.index("bag_end"))
    assert p.place("r1", "4", "bag_end") in p.legal(kernel)


def test_f21_bag_end_flips_the_current_location_after_its_own_card() -> None:
    kernel = p.position(spaces={"1": "y1", "2": "y0"}, hands={0: "r1 r1 r0"}, tokens={0: ["bag_end"]})
    # Its card goes by the old side: white, no covering.
    assert p.clause(kernel, p.place("r1", "2", "bag_end")) == "F13"
    after = p.play(kernel, p.place("r1", "3", "bag_end"))
    assert after.black()
    assert p.clause(after, p.place("r1", "2")) is None
    black = p.position(location=p.WEATHERTOP, spaces={"1": "y0"}, hands={0: "r1 r1"}, tokens={0: ["bag_end"]})
    after = p.play(black, p.place("r1", "2", "bag_end"))
    assert not after.black()
    assert p.clause(after, p.place("r1", "1")) == "F13"
    # The carrying card itself may still cover, under the old side.
    after = p.play(black, p.place("r1", "1", "bag_end"))
    assert not after.black()


def test_f21_bag_end_leaves_earlier_placements_and_special_rules() -> None:
    kernel = p.position(location=p.FORD, spaces={"1": "y0"}, hands={0: "r1 r1 r1"}, tokens={0: ["bag_end"]})
    after = p.play(kernel, p.place("r1", "1"), p.place("r1", "2", "bag_end"))
    assert after.cell(p.cell_at(-1, -1)) == p.byte("r1")
    assert (after.black(), p.legal(after)) == (False, [p.END])


@pytest.mark.parametrize(("left", "flipped"), [((3, 0), True), ((-3, 0), False)])
def test_f21_bag_end_flips_every_later_location_that_its_card_adjoins(
    left: tuple[int, int], flipped: bool
) -> None:
    spaces = {label: f"{'yg'[index % 2]}1" for index, label in enumerate("12345789")} | {"6": "r1+bag_end"}
    for location in (p.BAG_END, p.BREE):
        kernel = p.position(location=location, spaces=spaces, hands={0: "r1"})
        after = p.play(kernel, p.place("r1", "0"), p.locate(*left))
        assert after.black() is (p.BLACK[location + 1] != flipped)


def test_f21_several_bag_end_cards_undo_each_other() -> None:
    # The game has one such token; the clause still says what two would do.
    kernel = p.position(
        spaces={"1": "y1", "2": "g1", "3": "y2", "4": "r1+bag_end", "5": "y1", "6": "g1+bag_end"}
        | dict.fromkeys("789", "g1"),
        hands={0: "r1"},
    )
    after = p.play(kernel, p.place("r1", "0"), p.locate(3, 0))
    assert after.black() is False


def test_f21_bree_counts_cards_where_its_card_adjoins() -> None:
    spaces = {"1": "r5", "2": "y0", "3": "y1", "4": "y1+rivendell_1", "5": "g4"}
    assert totals(p.position(spaces=spaces)) == [5, 4, 4, 0]
    assert totals(p.position(spaces=spaces | {"6": "g2+bree"})) == [1, 3, 2, 0]


def test_f21_bree_leaves_real_values_for_placing() -> None:
    kernel = p.position(
        location=p.WEATHERTOP, spaces={"1": "y4", "2": "g1", "6": "g2+bree"}, hands={0: "r2 r5", 1: "y1"}
    )
    assert p.clause(kernel, p.place("r2", "1")) == "F13"
    assert p.clause(kernel, p.place("r2", "2")) is None
    assert p.clause(kernel, p.place("r5", "1")) is None


def test_f21_weathertop_once_more_a_value_placed_in_this_turn() -> None:
    kernel = p.position(hands={0: "r4 r4 r2 r1 r0"}, tokens={0: ["weathertop"]})
    after = p.play(kernel, p.place("r4", "1"))
    assert p.clause(after, p.place("r4", "2")) == "F12"
    assert p.clause(after, p.place("r4", "2", "weathertop")) is None
    assert p.clause(after, p.place("r2", "2", "weathertop")) == "F12"
    assert p.clause(after, p.place("r1", "2", "weathertop")) == "F12"
    # For the protection alone it goes with anything that F12 allows.
    assert p.clause(after, p.place("r0", "2", "weathertop")) is None
    after = p.play(after, p.place("r4", "2", "weathertop"))
    assert p.clause(after, p.place("r2", "3")) == "F12"


def test_f21_weathertop_on_the_first_card_of_its_value_only_protects() -> None:
    kernel = p.position(hands={0: "r4 r4 r2"}, tokens={0: ["weathertop"]})
    after = p.play(kernel, p.place("r4", "1", "weathertop"))
    assert p.clause(after, p.place("r4", "2")) == "F12"
    assert p.clause(after, p.place("r2", "2")) == "F12"


def test_f21_weathertop_looks_at_printed_values_and_at_this_turn_only() -> None:
    kernel = p.position(hands={0: "r2 r4 r4"}, tokens={0: ["weathertop", "rivendell_1"]})
    after = p.play(kernel, p.place("r2", "1", "rivendell_1"))
    assert p.clause(after, p.place("r4", "2", "weathertop")) == "F12"
    # A 4 that lies there from before does not help after a 2.
    kernel = p.position(spaces={"1": "r4"}, hands={0: "r2 r4"}, tokens={0: ["weathertop"]})
    assert p.clause(p.play(kernel, p.place("r2", "2")), p.place("r4", "3", "weathertop")) == "F12"


def test_f21_weathertop_counts_a_re_placed_card_as_placed() -> None:
    kernel = p.position(
        location=p.AMON_HEN,
        at=(3, 0),
        earlier=[(0, 0)],
        cells={(0, 1): "r4"},
        hands={0: "r4 r4 r2 r1"},
        tokens={0: ["weathertop", "lothlorien"]},
    )
    after = p.play(kernel, p.place("r2", "2"), p.recall((0, 1), "1"))
    assert p.clause(after, p.place("r4", "3")) == "F12"
    assert p.clause(after, p.place("r4", "3", "weathertop")) is None
    # Beyond F12 means that it uses nothing up: the one card of value 2-5 may still come.
    after = p.play(kernel, p.recall((0, 1), "1"), p.place("r4", "3", "weathertop"))
    assert p.clause(after, p.place("r4", "4")) is None
    assert p.clause(after, p.place("r1", "4")) is None


def test_f21_weathertop_at_the_ford_and_at_caradhras_stays_within_their_rules() -> None:
    kernel = p.position(location=p.FORD, hands={0: "r4 r4 r4"}, tokens={0: ["weathertop"]})
    after = p.play(kernel, p.place("r4", "1"), p.place("r4", "2"))
    assert p.clause(after, p.place("r4", "3", "weathertop")) == "F17"
    kernel = p.position(location=p.CARADHRAS, hands={0: "r1 r1 r2 r2"}, tokens={0: ["weathertop"]})
    assert p.clause(p.play(kernel, p.place("r1", "1")), p.place("r1", "2", "weathertop")) == "F18"
    assert p.clause(p.play(kernel, p.place("r2", "1")), p.place("r2", "2", "weathertop")) is None


def test_f21_rivendell_1_adds_two_at_later_locations_too() -> None:
    spaces = {"6": "r1+rivendell_1", "5": "y2", "1": "g1+rivendell_2"}
    assert totals(p.position(spaces=spaces)) == [3, 2, 1, 0]
    kernel = p.position(location=p.BREE, at=(3, 0), earlier=[(0, 0)], cells={(2, 0): "r1+rivendell_1"})
    assert totals(kernel) == [3, 0, 0, 0]


def test_f21_rivendell_1_does_not_change_the_printed_value_for_f12_and_f18() -> None:
    kernel = p.position(hands={0: "r1 r1 r2"}, tokens={0: ["rivendell_1"]})
    after = p.play(kernel, p.place("r1", "1", "rivendell_1"))
    assert p.clause(after, p.place("r1", "2")) is None
    assert p.clause(after, p.place("r2", "2")) == "F12"
    kernel = p.position(location=p.CARADHRAS, hands={0: "r1 r1"}, tokens={0: ["rivendell_1"]})
    assert p.clause(p.play(kernel, p.place("r1", "1", "rivendell_1")), p.place("r1", "2")) == "F18"


@pytest.mark.parametrize("token", ALL)
def test_f21_every_token_protects_for_the_rest_of_the_game(token: str) -> None:
    kernel = p.position(
        location=p.WEATHERTOP, hands={0: "r1", 1: "y5 yN y1"}, stacks={0: 0, 1: 0, 2: 0}, tokens={0: [token]}
    )
    after = p.play(kernel, p.place("r1", "1", token), p.END)
    refused = p.clause(after, p.place("y5", "1"))
    assert refused == ("F13" if token == "bag_end" else "F14")
    assert p.clause(after, p.nazgul("y", p.space("1"))) == "F14"


def scored(**changes: object) -> GefaehrtenKernel:
    """Amon Hen beside Lothlórien, which is scored; seat 0 holds the Lothlórien token."""
    settings: dict[str, object] = {
        "location": p.AMON_HEN,
        "at": (3, 0),
        "earlier": [(0, 0)],
        "cells": {(0, -1): "r4", (1, -1): "r3", (0, 1): "y2", (1, 1): "r2+bree", (-1, 0): "r0"},
        "spaces": {"5": "r1", "6": "y1", "2": "y4", "3": "r1"},
        "hands": {0: "r1", 1: "y1"},
        "tokens": {0: ["lothlorien"]},
    }
    return p.position(**(settings | changes))  # type: ignore[arg-type]


def sources(kernel: GefaehrtenKernel) -> set[tuple[int, int]]:
    """The cells that a legal pick-up starts from."""
    spots = {(action - 14533) // 10 for action in p.legal(kernel) if 14533 <= action < 45253}
    return {(spot % 64 - 31, spot // 64 - 24) for spot in spots}


def test_f22_picks_up_own_cards_without_token_at_scored_locations() -> None:
    # (2, 0) adjoins both locations; (4, -1), space 3, adjoins the current one only.
    assert sources(scored()) == {(0, -1), (1, -1), (-1, 0), (2, 0)}
    assert p.clause(scored(), p.recall((4, -1), "1")) == "F22"
    assert p.clause(scored(), p.recall((0, 1), "1")) == "F22"
    assert p.clause(scored(), p.recall((1, 1), "1")) == "F22"
    assert p.clause(scored(), p.recall((0, 0), "1")) == "F22"
    assert p.clause(scored(), p.recall((9, 9), "1")) == "F22"


def test_f22_moves_the_card_with_the_token_and_frees_its_cell() -> None:
    after = p.play(scored(), p.recall((0, -1), "1"))
    assert after.cell(p.cell_at(0, -1)) == 0
    assert after.cell(p.cell_at(2, -1)) == p.byte("r4+lothlorien")
    assert not after.has_token(0, p.TOKENS.index("lothlorien"))
    assert (after.hand_size(0), after.placed_this_turn(), after.last_placer()) == (1, 1, 0)
    assert sources(after) == set()


def test_f22_is_placed_by_f13() -> None:
    kernel = scored()
    assert p.clause(kernel, p.recall((0, -1), "6")) is None  # the 4 covers yellow's 1
    assert p.clause(kernel, p.recall((0, -1), "2")) == "F13"  # but not yellow's 4
    assert p.clause(kernel, p.recall((-1, 0), "6")) == "F13"  # the 0 covers nothing
    assert p.clause(kernel, p.recall((0, -1), "3")) == "F13"  # an own card
    white = scored(black=False, hands={0: "r1 rN", 1: "y1"})
    assert p.clause(white, p.recall((0, -1), "6")) == "F13"
    assert p.clause(white, p.recall((0, -1), "1")) is None


def test_f22_may_go_back_to_its_own_old_cell() -> None:
    after = p.play(scored(), p.recall((2, 0), "5"))
    assert after.cell(p.cell_at(2, 0)) == p.byte("r1+lothlorien")
    assert after.free_spaces() == scored().free_spaces()
    # From a space of the current location to another one of it: the old one is free then.
    after = p.play(scored(), p.recall((2, 0), "1"))
    assert after.free_spaces() == scored().free_spaces() & ~1 | 1 << 4


def test_f22_what_lay_on_the_vacated_space_is_forgotten() -> None:
    kernel = scored(hands={0: "r1", 1: "y0 y4"}, stacks={0: 0, 1: 0, 2: 0})
    after = p.play(kernel, p.recall((2, 0), "1"), p.END, p.place("y0", "5"))
    assert p.clause(after, p.place("y4", "5")) == "F13"


def test_f22_comes_on_top_of_f12_and_counts_as_the_card_of_the_turn() -> None:
    kernel = scored(hands={0: "r2 r4 r1", 1: "y1"})
    after = p.play(kernel, p.recall((0, -1), "1"))
    assert p.END in p.legal(after)
    after = p.play(after, p.place("r2", "4"))
    assert p.clause(after, p.place("r4", "7")) == "F12"
    assert p.clause(p.play(kernel, p.place("r2", "4")), p.recall((0, -1), "1")) is None


def test_f22_the_last_hand_card_does_not_end_the_turn() -> None:
    kernel = scored(stacks={0: 0, 1: 0, 2: 0})
    after = p.play(kernel, p.place("r1", "1"))
    assert after.hand_size(0) == 0
    assert p.recall((0, -1), "4") in p.legal(after)


def test_f22_a_seat_without_hand_cards_has_no_turn_for_it() -> None:
    kernel = scored(mover=1, hands={1: "y1 y1", 2: "g1"}, stacks={0: 0, 1: 0, 2: 0})
    assert p.play(kernel, p.place("y1", "1"), p.END, p.place("g1", "4"), p.END).mover() == 1


def test_f22_the_token_may_go_on_a_hand_card_and_the_pick_up_is_lost() -> None:
    after = p.play(scored(), p.place("r1", "1", "lothlorien"))
    assert sources(after) == set()
    assert p.clause(after, p.recall((0, -1), "4")) == "F21"


def test_f22_needs_the_token() -> None:
    assert sources(scored(tokens={})) == set()
    assert p.clause(scored(tokens={1: ["lothlorien"]}), p.recall((0, -1), "1")) == "F21"
    assert sources(scored(fresh=["lothlorien"])) == set()


def test_f22_works_for_both_colours_of_a_player() -> None:
    kernel = p.position(
        seats=2,
        location=p.AMON_HEN,
        at=(3, 0),
        earlier=[(0, 0)],
        cells={(0, -1): "y4", (1, -1): "g4", (0, 1): "r4"},
        hands={0: "g1", 1: "r1"},
        tokens={0: ["lothlorien"]},
    )
    assert sources(kernel) == {(0, -1), (1, -1)}
