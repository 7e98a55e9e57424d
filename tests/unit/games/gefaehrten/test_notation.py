"""What a person types: read back, invalid, illegal and ambiguous each in its own way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gefaehrten.core.errors import GefaehrtenError, IllegalAction, NotationError
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.moves import legal
from gefaehrten.games.gefaehrten.notation import parse
from tests.unit.games.gefaehrten import kernel_positions as made
from tests.unit.games.gefaehrten.kernel_positions import position
from tests.unit.games.gefaehrten.positions import kernels


def white(**given_: object) -> GefaehrtenKernel:
    """Bag End, white, with a blue 4 on 3 and a green hobbit on 9; red moves."""
    setting: dict[str, object] = {
        "seats": 4,
        "spaces": {"3": "b4", "9": "g3"},
        "hands": {0: "r0 r1 r1 r2 r5 rN"},
        **given_,
    }
    return position(**setting)  # type: ignore[arg-type]


def black(**given_: object) -> GefaehrtenKernel:
    return white(**{"location": made.WEATHERTOP, "earlier": [(-6, 0), (-4, 3)], **given_})


def two(**given_: object) -> GefaehrtenKernel:
    """Two players: yellow and green move."""
    return white(**{"seats": 2, "hands": {0: "y1 g1 y5 gN yN"}, "spaces": {"3": "b4"}, **given_})


@pytest.mark.slow
@given(kernels(nazgul_range="table") | kernels())
def test_every_legal_action_reads_back_and_no_two_look_alike(kernel: GefaehrtenKernel) -> None:
    possible = legal(kernel)
    spelled = [GAME.format(kernel, action) for action in possible]
    assert len(set(spelled)) == len(spelled)
    # One in a few: each is read in a position of its own.
    for action, text in list(zip(possible, spelled, strict=True))[:: max(len(possible) // 15, 1)]:
        assert GAME.parse(kernel, text) == [action]
        assert GAME.parse(kernel, text.upper()) == [action]


@pytest.mark.slow
@given(
    kernels(),
    st.text(max_size=20)
    | st.from_regex(r"[rygb]?[0-9a-f](\+[a-z]{1,6})?@?[0-9](\+[a-z]{1,6})?", fullmatch=True),
)
def test_anything_typed_is_legal_actions_or_one_of_our_errors(kernel: GefaehrtenKernel, text: str) -> None:
    before = kernel.dump()
    outcome = outcome_of(kernel, text)
    assert kernel.dump() == before
    if isinstance(outcome, GefaehrtenError):
        assert outcome.code in ("invalid", "illegal", "ambiguous")
        assert str(outcome).strip()
        return
    for action in outcome:
        assert action in legal(kernel)
        kernel.apply(action)


def outcome_of(kernel: GefaehrtenKernel, text: str) -> list[int] | GefaehrtenError:
    try:
        return GAME.parse(kernel, text)
    except GefaehrtenError as error:
        return error


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5@7", [made.place("r5", "7")]),
        (" 5@7 ", [made.place("r5", "7")]),
        ("5 @ 7", [made.place("r5", "7")]),
        ("r5@7", [made.place("r5", "7")]),
        ("a7", [made.place("r0", "7")]),
        ("E0", [made.place("r5", "0")]),
        ("n", [made.nazgul("r", None)]),
        ("n@free", [made.nazgul("r", None)]),
        ("Nazgûl@frei", [made.nazgul("r", None)]),
        ("nazgul@1", [made.nazgul("r", None)]),
        ("f1", [made.nazgul("r", None)]),
        ("n@3", [made.nazgul("r", made.space("3"))]),
        ("n@1,-1", [made.nazgul("r", (1, -1))]),
        ("f3", [made.nazgul("r", made.space("3"))]),
        ("n3", [made.nazgul("r", made.space("3"))]),
        ("rn3", [made.nazgul("r", made.space("3"))]),
        ("N1", [made.nazgul("r", None)]),
        ("a@7", [made.place("r0", "7")]),
        ("E @ 0", [made.place("r5", "0")]),
        ("1@1 1@2", [made.place("r1", "1"), made.place("r1", "2")]),
        ("1@1, 1@2; 0@4.", [made.place("r1", "1"), made.place("r1", "2"), made.place("r0", "4"), made.END]),
        ("5@7 end", [made.place("r5", "7"), made.END]),
        ("5@7 ende", [made.place("r5", "7"), made.END]),
        ("b1 c2", [made.place("r1", "1"), made.place("r1", "2")]),
        # Space 3 is free for the 5 once the Nazgûl has been there.
        ("n@3 5@3", [made.nazgul("r", made.space("3")), made.place("r5", "3")]),
    ],
)
def test_readings(text: str, expected: list[int]) -> None:
    assert parse(white(), text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("5@7+bree", "5@7 +bree", "5@7 + bree", "5@7+br", "5@7+BREE", "e7+bree", "e7 +bree", "5@7+b"),
        *("e+bree7", "e+bree@7", "5+bree@7", "5+bree7", "r5+bree@7", "e + BREE @ 7", "e+b7", "e@7+bree"),
    ],
)
def test_rings(text: str) -> None:
    kernel = white(tokens={0: ["bree"]})
    assert parse(kernel, text) == [made.place("r5", "7", "bree")]


@pytest.mark.parametrize(
    ("word", "token"),
    [
        ("beutelsend", "bag_end"),
        ("bag_end", "bag_end"),
        ("bagend", "bag_end"),
        ("wetterspitze", "weathertop"),
        ("we", "weathertop"),
        ("bruchtal1", "rivendell_1"),
        ("riv1", "rivendell_1"),
        ("rivendell_2", "rivendell_2"),
        ("bruchtal2", "rivendell_2"),
        ("lothlórien", "lothlorien"),
    ],
)
def test_ring_names_in_both_languages(word: str, token: str) -> None:
    kernel = white(tokens={0: list(made.TOKENS[1:])})
    assert parse(kernel, f"5@7+{word}") == [made.place("r5", "7", token)]


@pytest.mark.parametrize(
    ("text", "token", "space"),
    [
        ("e+rivendell17", "rivendell_1", "7"),
        ("e+riv2@7", "rivendell_2", "7"),
        ("e+rivendell12", "rivendell_1", "2"),
        ("e+bruchtal27", "rivendell_2", "7"),
        ("e+bag_end7", "bag_end", "7"),
        ("e+lothlórien1", "lothlorien", "1"),
        ("e+bree1", "bree", "1"),
        ("e+bree2", "bree", "2"),
    ],
)
def test_a_ring_before_the_space(text: str, token: str, space: str) -> None:
    kernel = white(tokens={0: list(made.TOKENS[1:])})
    assert parse(kernel, text) == [made.place("r5", space, token)]


@pytest.mark.parametrize(
    "text", ["e+rivendell1", "e+riv2", "e+bruchtal1", "e+b1", "e+bree", "e+bree@", "e+bree 7"]
)
def test_a_ring_with_no_space_behind_it_is_no_move_yet(text: str) -> None:
    kernel = white(tokens={0: ["bag_end", "rivendell_1"]})
    with pytest.raises(NotationError) as caught:
        parse(kernel, text)
    assert caught.value.code == "invalid"


def test_a_ring_before_the_space_still_means_only_one_ring() -> None:
    with pytest.raises(NotationError):
        parse(white(tokens={0: ["bree"]}), "e+bree7+bree")


def test_a_beginning_that_two_rings_at_hand_share_is_ambiguous() -> None:
    kernel = white(tokens={0: ["rivendell_1", "rivendell_2"]})
    with pytest.raises(NotationError) as caught:
        parse(kernel, "5@7+rivendell")
    assert caught.value.code == "ambiguous"
    assert "5@7+rivendell1 or 5@7+rivendell2" in str(caught.value)


def test_f22_pick_up() -> None:
    kernel = black(tokens={0: ["lothlorien"]}, cells={(-4, 0): "r4"}, hands={0: "r1"})
    for text in ("-4,0>7", "-4,0 > 7", "-4,0>7+lothlorien", "-4,0>7 +loth"):
        assert parse(kernel, text) == [made.recall((-4, 0), "7")]
    with pytest.raises(NotationError):
        parse(kernel, "-4,0>7+bree")


def test_f22_a_card_at_the_current_location_may_be_named_by_its_space() -> None:
    kernel = position(
        seats=4,
        location=made.BREE,
        earlier=[(-3, 0)],
        spaces={"5": "r2"},
        hands={0: "r1"},
        tokens={0: ["lothlorien"]},
    )
    assert parse(kernel, "5>7") == parse(kernel, "-1,0>7") == [made.recall((-1, 0), "7")]


@pytest.mark.parametrize("text", ["@2,0", "loc 2,0", "loc @2,0", "ort 2,0", "location 2 , 0", "LOC 2,0"])
def test_f27_the_next_location(text: str) -> None:
    kernel = white(locating=True, spaces=dict.fromkeys("123456", "b1") | {"7": "g1"})
    far = text.replace("2", "3")
    assert parse(kernel, far) == [made.locate(3, 0)]


def test_letter_forms_and_a_location_on_one_line() -> None:
    cards = ["b1", "b1", "b1", "b1", "g1", "g1", "g1", "g1", "y1"]
    kernel = white(spaces=dict(zip("123456789", cards, strict=True)))
    assert parse(kernel, "e0 @3,0") == [made.place("r5", "0"), made.locate(3, 0)]


def test_two_colours_need_a_letter_only_where_both_would_do() -> None:
    kernel = two()
    assert parse(kernel, "5@7") == [made.place("y5", "7")]
    assert parse(kernel, "g1@7 y1@8") == [made.place("g1", "7"), made.place("y1", "8")]
    for text, options in (("1@7", "y1@7 or g1@7"), ("n@3", "ynazgul@3 or gnazgul@3"), ("n", "ynazgul@free")):
        with pytest.raises(NotationError) as caught:
            parse(kernel, text)
        assert caught.value.code == "ambiguous"
        assert options in str(caught.value)


def test_letters_follow_colours_in_the_order_of_the_deck() -> None:
    # y1 y5 yN g1 gN
    assert parse(two(), "d7") == [made.place("g1", "7")]
    assert parse(two(), "e3") == [made.nazgul("g", made.space("3"))]


def test_b_is_a_letter_of_the_hand_and_a_colour() -> None:
    kernel = position(seats=2, mover=1, hands={1: "r1 b5"})
    assert parse(kernel, "b5") == [made.place("b5", "5")]
    assert parse(kernel, "b5@6") == [made.place("b5", "6")]


def test_letters_can_be_those_of_the_turns_beginning() -> None:
    kernel = white()
    after = made.play(kernel, made.place("r0", "7"))
    assert parse(after, "b1") == [made.place("r1", "1")] == parse(after, "b1", letters=(0, 1, 1, 2, 5, 6))
    assert parse(after, "f3", letters=(0, 1, 1, 2, 5, 6)) == [made.nazgul("r", made.space("3"))]


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "Nothing is typed"),
        ("   ", "Nothing is typed"),
        ("xyzzy", "“xyzzy” is no move"),
        ("5@", "“5@” is no move"),
        ("5@77", "“5@77” is no move"),
        ("@3", "“@3” is no move"),
        ("7@3", "There is no card of value 7"),
        ("5@7+ring", "There is no ring “ring”: the rings are bagend"),
        ("5@7 hello", "“hello” is no move"),
    ],
)
def test_invalid_says_what_would_be_right(text: str, say: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(white(), text)
    assert caught.value.code == "invalid"
    assert say in str(caught.value)
    assert "Right would be" in str(caught.value) or "the rings are" in str(caught.value)


def test_a_letter_beyond_the_hand_is_invalid() -> None:
    with pytest.raises(NotationError) as caught:
        parse(white(hands={0: "r1 r5"}), "c7")
    assert "the letters are a, b" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "clause", "say"),
    [
        ("5@3", "F13", "Possible: 5 on 1, 2, 4, 5, 6, 7, 8, 0."),
        ("4@1", "F11", "Possible: 0@1, 1@1 or 2@1."),
        ("n@9", "F14", "Possible: nazgul@3 or nazgul@free."),
        ("1@1 5@2", "F12", "Possible: "),
        ("b4@1", "F4", "Possible: "),
        ("end", "F11", "Possible: "),
        ("@3,0", "F27", "Possible: "),
        ("5@1+bree", "F21", "Possible without a ring: 5 on 1, 2"),
        ("f3+bree", "F21", "send it without one"),
        ("4,2>7", "F21", "Possible: "),
        ("n@99,0", "F7", "No card can ever lie"),
        ("5@1 end 1@2", "F11", "“1@2” comes too late"),
    ],
)
def test_illegal_says_why_and_what_would_do(text: str, clause: str, say: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        parse(white(), text)
    assert caught.value.code == "illegal"
    assert caught.value.clause == clause
    assert say in str(caught.value)


def test_illegal_names_the_ring_that_would_allow_it() -> None:
    kernel = black(tokens={0: ["weathertop"]}, hands={0: "r4 r4"}, spaces={})
    with pytest.raises(IllegalAction) as caught:
        parse(kernel, "4@1 4@2")
    assert caught.value.clause == "F12"
    assert "Possible with the ring weathertop: 4 on 2, 3" in str(caught.value)


def test_a_refusal_leaves_the_position_alone() -> None:
    kernel = white()
    before = kernel.dump()
    with pytest.raises(IllegalAction):
        parse(kernel, "1@1 5@2")
    assert kernel.dump() == before


def test_nobody_can_type_while_cards_are_drawn() -> None:
    kernel = made.play(white(), made.place("r5", "7"), made.END)
    with pytest.raises(IllegalAction):
        parse(kernel, "1@1")


@pytest.mark.parametrize(
    "text",
    [
        "٣@٧",
        "5@٧",
        "@٣,0",
        "5@7+" + "a" * 5000 + "!",
        "1@" * 3000,
        "-" * 5000,
        "9" * 6000,
        "5@7+a_" * 900,
        "a+" + "a_" * 2000,
        "a+a1" * 2000,
    ],
    ids=lambda text: text[:6],
)
def test_odd_digits_and_long_lines_are_invalid_at_once(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(white(), text)
    assert len(str(caught.value)) < 200
