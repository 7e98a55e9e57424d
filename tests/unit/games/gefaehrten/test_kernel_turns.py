"""F11-F20: what a turn may place, and where."""

from __future__ import annotations

import pytest

from gefaehrten.core.kernel import DEAL, DECIDE
from gefaehrten.games.gefaehrten.tables import LOCATING
from tests.unit.games.gefaehrten import kernel_positions as p

HANDS = {0: "r0 r1 r1 r2 r4 rN", 1: "y1 y2", 2: "g1"}


def cards(actions: list[int]) -> set[str]:
    """The cards that the actions place or send, written as in positions; `END` as `.`."""
    found = set()
    for action in actions:
        if action == p.END:
            found.add(".")
        elif action < 2241:
            number = (action - 1) // 10 % 32
            found.add(p.LETTERS[number >> 3] + str(number & 7))
        elif action < 14533:
            found.add(p.LETTERS[(action - 2241) // 3073] + "N")
    return found


def test_f11_a_turn_places_at_least_one_card() -> None:
    kernel = p.position(hands=HANDS)
    assert p.clause(kernel, p.END) == "F11"
    assert p.END not in p.legal(kernel)
    assert p.END in p.legal(p.play(kernel, p.place("r0", "1")))
    assert p.END in p.legal(p.play(kernel, p.nazgul("r", None)))


def test_f11_only_cards_in_the_hand_are_placed() -> None:
    kernel = p.position(hands=HANDS)
    assert cards(p.legal(kernel)) == {"r0", "r1", "r2", "r4", "rN"}
    assert p.clause(kernel, p.place("r5", "1")) == "F11"
    assert p.clause(kernel, p.place("y1", "1")) == "F4"


def test_f11_the_hand_is_refilled_to_six_and_the_next_seat_moves() -> None:
    kernel = p.play(p.position(hands=HANDS), p.place("r1", "1"), p.place("r1", "2"), p.END)
    assert (kernel.request(), kernel.actor(), kernel.amount()) == (DEAL, 0, 2)
    kernel = p.refill(kernel, "r5 r3")
    assert (kernel.hand_size(0), kernel.hand(0, p.face("r5")), kernel.hand(0, p.face("r3"))) == (6, 1, 1)
    assert (kernel.request(), kernel.mover(), kernel.turns(), kernel.placed_this_turn()) == (DECIDE, 1, 1, 0)


def test_f11_the_refill_ends_with_the_stack() -> None:
    kernel = p.play(p.position(hands=HANDS, stacks={0: 1}), p.place("r1", "1"), p.place("r1", "2"), p.END)
    assert kernel.amount() == 1
    kernel = p.refill(kernel)
    assert (kernel.hand_size(0), kernel.stack(0), kernel.mover()) == (5, 0, 1)


def test_f11_a_seat_without_hand_cards_is_passed_over() -> None:
    kernel = p.position(hands={0: "r1 r1", 2: "g1"}, stacks={0: 0, 1: 0, 2: 0})
    assert p.play(kernel, p.place("r1", "1"), p.END).mover() == 2


@pytest.mark.parametrize(
    ("placed", "may_follow"),
    [
        (["r0"], {".", "r1", "r2", "r4", "rN"}),
        (["r1"], {".", "r0", "r1", "rN"}),
        (["r1", "r1"], {".", "r0", "rN"}),
        (["r2"], {".", "r0", "rN"}),
        (["r4", "r0"], {".", "rN"}),
        (["rN"], {".", "r0", "r1", "r2", "r4"}),
        (["rN", "r0", "r1"], {".", "r1"}),
        (["r0", "r4", "rN"], {"."}),
    ],
)
def test_f12_ones_or_one_higher_card_and_the_0_and_the_nazgul(
    placed: list[str], may_follow: set[str]
) -> None:
    kernel = p.position(hands=HANDS)
    for index, card in enumerate(placed):
        kernel = p.play(kernel, p.nazgul("r", None) if card == "rN" else p.place(card, p.LABELS[index]))
    assert cards(p.legal(kernel)) == may_follow


def test_f12_refusals_name_what_the_turn_has_used_up() -> None:
    kernel = p.position(hands=HANDS)
    assert p.clause(p.play(kernel, p.place("r1", "1")), p.place("r4", "2")) == "F12"
    assert p.clause(p.play(kernel, p.place("r4", "1")), p.place("r1", "2")) == "F12"
    assert p.clause(p.play(kernel, p.place("r4", "1")), p.place("r2", "2")) == "F12"


def test_f12_a_new_turn_starts_afresh() -> None:
    kernel = p.position(hands={0: "r4 r4", 1: "y4 y1"}, stacks={0: 0, 1: 0, 2: 0})
    kernel = p.play(kernel, p.place("r4", "1"), p.END)
    assert cards(p.legal(kernel)) == {"y1", "y4"}


def test_f12_two_colours_combine_freely() -> None:
    kernel = p.position(seats=2, hands={0: "y0 g0 yN gN y1 g1", 1: "r1"})
    both = [p.place("y0", "1"), p.place("g0", "2"), p.nazgul("y", None), p.nazgul("g", None)]
    after = p.play(kernel, *both, p.place("y1", "3"), p.place("g1", "4"))
    assert after.placed_this_turn() == 6
    # The choice between 1s and a higher card is one of the turn, not of each colour.
    kernel = p.position(seats=2, hands={0: "y1 g1 y4 g4 g2", 1: "r1"})
    assert cards(p.legal(p.play(kernel, p.place("y1", "1")))) == {".", "g1"}
    assert cards(p.legal(p.play(kernel, p.place("y4", "1")))) == {"."}


@pytest.mark.parametrize("hand", ["r5 r1", "r5 r1 rN"])
def test_f13_a_white_location_takes_cards_on_free_spaces_only(hand: str) -> None:
    kernel = p.position(spaces={"1": "y0", "2": "r0"}, hands={0: hand})
    for card in ("r5", "r1"):
        spaces = {label for label in p.LABELS if p.place(card, label) in p.legal(kernel)}
        assert spaces == set("34567890")
        assert p.clause(kernel, p.place(card, "1")) == "F13"
        assert p.clause(kernel, p.place(card, "2")) == "F13"


def test_f13_at_a_black_location_a_higher_card_covers_another_players() -> None:
    kernel = p.position(
        location=p.WEATHERTOP,
        spaces={"1": "y0", "2": "y1", "3": "y2", "4": "y4", "5": "y5", "6": "r0"},
        hands={0: "r0 r1 r2 r3 r4 r5".replace("r0 ", ""), 1: "y1"},
    )
    covered = {
        card: {label for label in "123456" if p.place(card, label) in p.legal(kernel)}
        for card in ("r1", "r2", "r3", "r4", "r5")
    }
    assert covered == {
        "r1": {"1"},
        "r2": {"1", "2"},
        "r3": {"1", "2", "3"},
        "r4": {"1", "2", "3"},
        "r5": {"1", "2", "3", "4"},
    }
    assert p.clause(kernel, p.place("r4", "4")) == "F13"
    assert p.clause(kernel, p.place("r4", "5")) == "F13"


def test_f13_own_cards_of_either_colour_are_never_covered() -> None:
    kernel = p.position(
        seats=2, location=p.WEATHERTOP, spaces={"1": "y0", "2": "g0", "3": "b0"}, hands={0: "y4 g4", 1: "r1"}
    )
    for card in ("y4", "g4"):
        assert p.clause(kernel, p.place(card, "1")) == "F13"
        assert p.clause(kernel, p.place(card, "2")) == "F13"
        assert p.clause(kernel, p.place(card, "3")) is None


def test_f13_an_own_card_that_took_anothers_place_is_not_covered_either() -> None:
    kernel = p.position(
        location=p.WEATHERTOP, spaces={"1": "y0", "2": "y1"}, hands={0: "r1 r1 r1 rN r0", 1: "y1"}
    )
    assert p.clause(p.play(kernel, p.place("r1", "1")), p.place("r1", "1")) == "F13"
    after = p.play(kernel, p.nazgul("r", p.space("2")), p.place("r0", "2"))
    assert p.clause(after, p.place("r1", "2")) == "F13"


def test_f13_effective_values_decide() -> None:
    kernel = p.position(
        location=p.WEATHERTOP,
        spaces={"1": "y5", "2": "y4"},
        hands={0: "r4 r2 r3", 1: "y1"},
        tokens={0: ["rivendell_1", "rivendell_2"]},
    )
    assert p.clause(kernel, p.place("r4", "1", "rivendell_1")) is None
    assert p.clause(kernel, p.place("r3", "2", "rivendell_1")) is None
    assert p.clause(kernel, p.place("r3", "1", "rivendell_1")) == "F13"
    assert p.clause(kernel, p.place("r2", "2", "rivendell_1")) == "F13"
    assert p.clause(kernel, p.place("r4", "1", "rivendell_2")) == "F13"


def test_f14_hobbits_and_cards_with_a_token_are_protected() -> None:
    kernel = p.position(
        location=p.WEATHERTOP,
        spaces={"1": "y3", "2": "y1+rivendell_2", "3": "g0+bree", "4": "y1"},
        hands={0: "r5 rN", 1: "y1"},
    )
    for label in "123":
        assert p.clause(kernel, p.place("r5", label)) == "F14"
        assert p.clause(kernel, p.nazgul("r", p.space(label))) == "F14"
    assert p.clause(kernel, p.place("r5", "4")) is None


@pytest.mark.parametrize("location", [p.BAG_END, p.WEATHERTOP])
def test_f15_a_nazgul_takes_any_unprotected_card_with_it(location: int) -> None:
    kernel = p.position(
        location=location, spaces={"1": "y5", "2": "g0", "3": "r1"}, hands={0: "rN r1", 1: "y1"}
    )
    assert p.clause(kernel, p.nazgul("r", p.space("3"))) == "F13"
    for label, card in (("1", "y5"), ("2", "g0")):
        after = p.play(kernel, p.nazgul("r", p.space(label)))
        x, y = p.space(label)
        assert after.cell(p.cell_at(x, y)) == 0
        assert after.free_spaces() == kernel.free_spaces() | 1 << p.LABELS.index(label)
        assert after.gone(p.face(card)) == kernel.gone(p.face(card)) + 1
        assert after.gone(p.face("rN")) == 1
        assert after.hand(0, p.face("rN")) == 0
        # The space is free again in the same turn.
        assert p.clause(after, p.place("r1", label)) is None


def test_f15_all_free_spaces_are_one_action_for_a_nazgul() -> None:
    kernel = p.position(spaces={"1": "y5"}, hands={0: "rN", 1: "y1"})
    assert p.legal(kernel) == sorted([p.nazgul("r", p.space("1")), p.nazgul("r", None)])
    after = p.play(kernel, p.nazgul("r", None))
    assert (after.free_spaces(), after.gone(p.face("rN")), after.last_placer()) == (
        kernel.free_spaces(),
        1,
        0,
    )
    assert p.clause(kernel, p.nazgul("r", p.space("2"))) == "F15"


@pytest.mark.parametrize("table", [False, True])
def test_f16_the_nazgul_strikes_at_the_current_location_unless_the_house_says_table(table: bool) -> None:
    kernel = p.position(
        table=table,
        location=p.BREE,
        at=(3, 0),
        earlier=[(0, 0)],
        spaces={"5": "y1", "6": "g2"},
        cells={(0, -1): "y4", (0, 1): "r4", (1, 1): "y3", (1, -1): "g2+bree"},
        hands={0: "rN", 1: "y1"},
    )
    expected = [p.nazgul("r", (2, 0)), p.nazgul("r", (5, 0)), p.nazgul("r", None)]
    if table:
        expected.append(p.nazgul("r", (0, -1)))
        after = p.play(kernel, p.nazgul("r", (0, -1)))
        assert after.cell(p.cell_at(0, -1)) == 0
        assert after.free_spaces() == kernel.free_spaces()
    else:
        assert p.clause(kernel, p.nazgul("r", (0, -1))) == "F16"
    assert p.legal(kernel) == sorted(expected)


@pytest.mark.parametrize("pair", [("r0", "r1"), ("r1", "r1"), ("rN", "r4"), ("r4", "rN"), ("r0", "rN")])
def test_f17_at_the_ford_a_turn_has_at_most_two_cards(pair: tuple[str, str]) -> None:
    kernel = p.position(location=p.FORD, hands=HANDS)
    for label, card in zip("12", pair, strict=True):
        kernel = p.play(kernel, p.nazgul("r", None) if card == "rN" else p.place(card, label))
    assert p.legal(kernel) == [p.END]
    for action in (p.place("r0", "3"), p.place("r1", "3"), p.nazgul("r", None)):
        assert p.clause(kernel, action) in ("F17", "F11")


def test_f17_any_values_go_together_at_the_ford() -> None:
    """ "One or two cards of any values": the Ford lifts F12's choice between 1s and one higher card."""
    kernel = p.position(location=p.FORD, hands={0: "r1 r4 r2", 1: "y1"})
    assert cards(p.legal(p.play(kernel, p.place("r4", "1")))) == {".", "r1", "r2"}
    assert cards(p.legal(p.play(kernel, p.place("r1", "1")))) == {".", "r2", "r4"}


def test_f17_a_re_placed_card_counts_at_the_ford() -> None:
    kernel = p.position(
        location=p.FORD,
        at=(3, 0),
        earlier=[(0, 0)],
        cells={(0, 1): "r2"},
        hands={0: "r0 r1"},
        tokens={0: ["lothlorien"]},
    )
    after = p.play(kernel, p.recall((0, 1), "1"), p.place("r0", "2"))
    assert p.legal(after) == [p.END]
    after = p.play(kernel, p.place("r0", "2"), p.place("r1", "3"))
    assert p.clause(after, p.recall((0, 1), "1")) == "F17"


def test_f18_at_caradhras_a_turn_has_at_most_one_1() -> None:
    kernel = p.position(location=p.CARADHRAS, hands=HANDS, tokens={0: ["weathertop"]})
    after = p.play(kernel, p.place("r1", "1"))
    assert cards(p.legal(after)) == {".", "r0", "rN"}
    assert p.clause(after, p.place("r1", "2")) == "F18"
    assert p.clause(after, p.place("r1", "2", "weathertop")) == "F18"


def test_f18_a_re_placed_1_is_that_one() -> None:
    kernel = p.position(
        location=p.CARADHRAS,
        at=(3, 0),
        earlier=[(0, 0)],
        cells={(0, 1): "r1", (1, 1): "r2"},
        hands={0: "r1 r0"},
        tokens={0: ["lothlorien"]},
    )
    assert p.clause(p.play(kernel, p.recall((0, 1), "1")), p.place("r1", "2")) == "F18"
    after = p.play(kernel, p.place("r1", "2"))
    assert p.clause(after, p.recall((0, 1), "1")) == "F18"
    assert p.clause(after, p.recall((1, 1), "1")) is None


def test_f19_the_last_free_space_scores_at_once_and_ends_the_placing() -> None:
    kernel = p.position(
        spaces=dict.fromkeys("12345", "y1") | dict.fromkeys("6789", "g1"),
        hands={0: "r1 r1 r0 rN", 1: "y1", 2: "g1"},
    )
    after = p.play(kernel, p.place("r1", "0"))
    assert (after.scorings(), after.phase(), after.mover(), after.turns()) == (1, LOCATING, 0, 0)
    assert all(action >= 45253 for action in p.legal(after))
    assert p.clause(after, p.place("r1", "1")) == "F27"
    assert p.clause(after, p.END) == "F27"


def test_f19_a_nazgul_that_frees_a_space_puts_the_scoring_off() -> None:
    kernel = p.position(
        spaces=dict.fromkeys("12345", "y1") | dict.fromkeys("6789", "g1"),
        hands={0: "r1 rN", 1: "y1"},
        stacks={2: 0},
    )
    after = p.play(kernel, p.nazgul("r", p.space("1")), p.place("r1", "0"))
    assert after.scorings() == 0
    assert after.free_spaces() == 1


@pytest.mark.parametrize("location", range(10))
def test_f20_any_card_has_a_legal_placement_at_an_open_location(location: int) -> None:
    spaces = dict.fromkeys("1234", "y3") | dict.fromkeys("5678", "g3") | {"9": "r3"}
    for card in ("r0", "r1", "r2", "r3", "r4", "r5", "rN"):
        kernel = p.position(location=location, spaces=spaces, hands={0: card, 1: "y1"})
        assert cards(p.legal(kernel)) == {card}
