"""Keys of the game's own, and when a typed line is taken."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.view import Scene
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.actions import Place, typed
from gefaehrten.games.gefaehrten.hand import hand_cards
from gefaehrten.games.gefaehrten.moves import legal
from gefaehrten.games.gefaehrten.names import SPACE_LABELS
from gefaehrten.games.gefaehrten.stage import STAGE
from gefaehrten.games.gefaehrten.view import VIEW
from tests.unit.games.gefaehrten import kernel_positions as made
from tests.unit.games.gefaehrten.kernel_positions import position
from tests.unit.games.gefaehrten.scenes import scene
from tests.unit.games.gefaehrten.staging.staged import Desk, scenes
from tests.unit.games.gefaehrten.staging.test_picture import full, weathertop


def early(spelled: str) -> str:
    """A placement with its ring before the space: `5+bree@7` for `5@7+bree`."""
    place, plus, ring = spelled.partition("+")
    card, _, space = place.partition("@")
    return f"{card}+{ring}@{space}" if plus else spelled


@pytest.mark.slow
@settings(max_examples=40)
@given(scenes())
def test_whole_agrees_with_read_on_every_legal_action(here: Scene) -> None:
    possible = legal(here.now()) if here.on_turn() else ()
    spelled = {VIEW.format(here, [action]): action for action in possible}
    for text, action in list(spelled.items())[:: max(len(spelled) // 25, 1)]:
        longer = any(
            other[len(text) :][:1] in tuple(",0123456789") for other in spelled if other.startswith(text)
        )
        for form in {text, early(text)}:
            assert VIEW.read(here, form) == [action]
            assert STAGE.whole(here, form) == (action != tables.END and not longer), form


@pytest.mark.slow
@settings(max_examples=40)
@given(scenes(), st.data())
def test_typed_key_by_key_every_legal_action_is_taken_at_its_last_key_and_no_other(
    here: Scene, data: st.DataObject
) -> None:
    possible = [action for action in legal(here.now()) if action != tables.END] if here.on_turn() else []
    if not possible:
        return
    action = data.draw(st.sampled_from(possible))
    desk = Desk(here)
    desk.keys(early(VIEW.format(here, [action])))
    if desk.typed:
        assert VIEW.read(here, desk.typed) == [action]
        assert not STAGE.whole(here, desk.typed)
    else:
        assert desk.scene.turn == (*here.turn, action)


@pytest.mark.slow
@settings(max_examples=30)
@given(scenes())
def test_by_letter_plus_and_digit_every_placement_can_be_made(here: Scene) -> None:
    if not here.on_turn():
        return
    letters = {card.face: card.letter for card in hand_cards(here) if not card.placed}
    moves = [typed(action) for action in legal(here.now())]
    places = [move for move in moves if isinstance(move, Place)]
    for move in places[:: max(len(places) // 10, 1)]:
        desk = Desk(here)
        desk.key(letters[move.colour * 8 + move.value])
        for _ in range(8):
            if (
                move.token == 0
                or f"+{('', 'bagend', 'bree', 'weathertop', 'rivendell1', 'rivendell2', 'lothlorien')[move.token]}@"
                in desk.typed
            ):
                break
            desk.key("+")
        desk.key(SPACE_LABELS[move.space])
        if desk.typed:
            # `b5` may be the blue 5 too: it waits for Enter.
            assert desk.typed.startswith("b")
            assert typed(VIEW.read(here, desk.typed)[0]) == move
        else:
            assert typed(desk.scene.turn[-1]) == move


@settings(max_examples=60)
@given(
    scenes(st.none() | st.integers(-1, 3)),
    st.text(alphabet="abcdefgnryloht0123456789@>+,.- ", max_size=9),
    st.sampled_from([*"+abcdef=15@x", "enter", "=", "=a"]),
)
def test_anything_typed_is_answered(here: Scene, text: str, key: str) -> None:
    made_of = STAGE.press(here, text, key)
    assert made_of is None or isinstance(made_of, str)
    if STAGE.whole(here, text):
        assert VIEW.read(here, text)
    assert STAGE.clause(here, text).startswith("F")


def test_a_ring_goes_round_and_what_is_typed_stays() -> None:
    here = scene(weathertop(tokens={0: ["bree", "rivendell_1", "lothlorien"]}))
    for start in ("d", "2", "r2"):
        seen = [start]
        for _ in range(4):
            following = STAGE.press(here, seen[-1], "+")
            assert following is not None
            seen.append(following)
        assert seen == [start, *(f"{start}+{ring}@" for ring in ("bree", "rivendell1", "lothlorien")), start]
    assert STAGE.press(here, "0@2 d", "+") == "0@2 d+bree@"


def test_only_rings_that_may_go_with_the_card_come_up() -> None:
    fresh = scene(weathertop(tokens={0: ["bree", "weathertop"], 1: ["bag_end"]}, fresh=["bree"]))
    assert STAGE.press(fresh, "d", "+") == "d+weathertop@"
    assert STAGE.press(fresh, "d+weathertop@", "+") == "d"
    assert STAGE.press(scene(weathertop()), "d", "+") is None
    assert STAGE.press(fresh, "f", "+") is None, "no ring goes with a Nazgûl"


def test_a_ring_that_makes_a_refused_placement_legal_is_added_at_once() -> None:
    # The 2 beats no 2, with Rivendell I it does.
    here = scene(weathertop(tokens={0: ["bree", "rivendell_1"]}))
    assert not STAGE.whole(here, "d1")
    made_of = STAGE.press(here, "d1", "+")
    assert made_of == "d+rivendell1@1"
    assert VIEW.read(here, made_of) == [made.place("r2", "1", "rivendell_1")]
    # F12, F21: the second 2 needs Weathertop.
    again = scene(weathertop(hands={0: "r2 r2"}, tokens={0: ["bree", "weathertop"]}), turn="2@2")
    assert STAGE.press(again, "b4", "+") == "b+weathertop@4"


def test_a_ring_behind_the_space_goes_round_too() -> None:
    here = scene(weathertop(tokens={0: ["bree", "rivendell_1"]}))
    # A screen gives `d2`, which was taken at once, back when a plus follows.
    assert STAGE.press(here, "d2+", "+") == "d+bree@2"
    assert STAGE.press(here, "d2+r", "+") == "d@2"
    assert STAGE.press(here, "2@2+", "+") == "2+bree@2"


def test_f22_plus_walks_rings_and_then_the_cards_that_can_be_picked_up() -> None:
    kernel = weathertop(
        tokens={0: ["bree", "lothlorien"]}, cells={(-4, 0): "r4", (-5, 1): "y4", (-7, 0): "r2"}
    )
    here, line, seen = scene(kernel), "", []
    for _ in range(5):
        made_of = STAGE.press(here, line, "+")
        assert made_of is not None
        line = made_of
        seen.append(line)
    assert seen == ["+bree", "+lothlorien", "-4,0>", "-7,0>", ""]
    desk = Desk(here)
    desk.keys("+++8")
    assert desk.scene.turn == (made.recall((-4, 0), "8"),)


def test_plus_with_nothing_typed_is_left_to_the_screen_without_a_ring_to_play() -> None:
    assert STAGE.press(scene(weathertop()), "", "+") is None
    ringed = weathertop(tokens={0: ["bree"], 1: ["lothlorien"]})
    assert STAGE.press(scene(ringed), "", "+") == "+bree"
    assert STAGE.press(scene(ringed, seat=1), "", "+") is None
    assert STAGE.press(scene(weathertop(tokens={0: ["bree"]}, fresh=["bree"])), "", "+") is None
    assert STAGE.press(full(), "", "+") is None


def test_a_letter_behind_a_ring_or_a_space_completes_it() -> None:
    here = scene(weathertop(tokens={0: ["bree", "bag_end"]}))
    assert STAGE.press(here, "+bree", "d") == "d+bree@"
    assert STAGE.press(here, "@2", "d") == "d2"
    assert STAGE.press(here, "+b", "a") is None, "+ba may become +bagend"
    assert STAGE.press(here, "", "d") is None
    assert STAGE.press(here, "f", "e") is None, "fertig is a word"
    desk = Desk(here)
    desk.keys("@2d")
    assert desk.scene.turn == (made.place("r2", "2"),)


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("d2", True),
        ("d@2", True),
        ("2@2", True),
        ("r2@2", True),
        ("d+bree@2", True),
        ("d+bree2", True),
        ("2+bree@2", True),
        ("d+bre4", True),
        ("d+b4", False),
        ("d2+bree", True),
        ("d2+br", False),
        ("d+bree", False),
        ("d+rivendell1", False),
        ("d+rivendell14", True),
        ("d3", False),
        ("n", False),
        ("n3", True),
        ("n@3", True),
        ("f3", True),
        ("f2", True),
        ("nazgul", False),
        ("n@free", True),
        ("-4,0>8", True),
        ("-4,0>", False),
        ("end", False),
        (".", False),
        ("b2 end", False),
        ("b2 c4", True),
        ("", False),
        (" ", False),
        ("z9", False),
    ],
)
def test_what_is_whole(text: str, taken: bool) -> None:
    here = scene(weathertop(tokens={0: ["bree", "rivendell_1", "rivendell_2", "lothlorien"]}))
    assert STAGE.whole(here, text) is taken


def test_a_rings_name_can_be_typed_though_plus_has_put_another_one() -> None:
    here = scene(weathertop(tokens={0: ["bag_end", "bree", "rivendell_1", "lothlorien"]}))
    for name, token in (("bree", "bree"), ("rivendell1", "rivendell_1"), ("loth", "lothlorien")):
        desk = Desk(here)
        desk.keys(f"d+{name}@2")
        assert desk.scene.turn == (made.place("r2", "2", token),)
    desk = Desk(here)
    desk.keys("+loth")
    assert desk.typed == "+loth"


def test_an_end_by_word_is_never_taken_at_once() -> None:
    here = scene(weathertop(), turn="1@2")
    assert VIEW.read(here, "end") == [tables.END]
    assert not any(STAGE.whole(here, text) for text in ("end", ".", "ende", "1@4 end"))


def test_b_waits_where_it_may_be_blue() -> None:
    two = position(
        seats=2, location=made.BREE, earlier=[(-3, 0)], mover=1, hands={1: "r1 r1 b1 b5"}, spaces={"6": "y3"}
    )
    here = scene(two)
    assert not STAGE.whole(here, "b1")
    assert VIEW.read(here, "b1") == [made.place("r1", "1")]
    assert not STAGE.whole(here, "b5")
    assert STAGE.whole(here, "b2"), "there is no blue 2 in the hand"
    assert STAGE.whole(here, "b@1")
    assert STAGE.whole(here, "b5@1")
    # A player with one colour needs no letter for it.
    blue = position(seats=4, mover=3, hands={3: "b1 b1 b5"})
    assert STAGE.whole(scene(blue), "b1")


def test_f16_a_space_may_be_the_beginning_of_a_cell() -> None:
    here = scene(weathertop(table=True, cells={(2, 2): "y4", (-5, 1): "y4"}))
    assert not STAGE.whole(here, "n@2"), "n@2,2 is a card that can be struck"
    assert STAGE.whole(here, "n2")
    assert STAGE.whole(here, "n@3")
    assert STAGE.whole(here, "n@2,2")


def test_f27_a_cell_that_may_go_on_is_not_whole() -> None:
    here = full()
    texts = [str(pick.text).partition(":")[0] for pick in VIEW.choices(here)]
    assert all(STAGE.whole(here, text) for text in texts)
    assert not any(STAGE.whole(here, text) for text in ("3", "@", "@3", "@3,"))


def test_nothing_is_whole_or_pressed_where_it_is_not_the_readers_turn() -> None:
    other = scene(weathertop(tokens={0: ["bree"], 1: ["bree"]}), seat=1)
    watcher = replace(other, seat=-1)
    for here in (other, watcher):
        assert not STAGE.whole(here, "a2")
        assert STAGE.press(here, "a", "+") is None
        with pytest.raises(GefaehrtenError):
            VIEW.read(replace(here, turn=()), "xyzzy")
