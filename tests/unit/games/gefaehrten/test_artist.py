"""The table as a drawing: everything that lies there is drawn, told apart without colours, and in its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gefaehrten.core.game import JsonStep
from gefaehrten.core.kernel import OVER
from gefaehrten.core.random import Random
from gefaehrten.core.shapes import Box, Drawing, Group, Part, Shape, Text, walk
from gefaehrten.core.view import Scene
from gefaehrten.engine.dealer import Dealer
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.artist import ARTIST
from gefaehrten.games.gefaehrten.board import survey
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.moves import card_kernel
from gefaehrten.games.gefaehrten.names import COLOUR_LETTERS
from tests.machines import random_actions
from tests.unit.engine import matches
from tests.unit.games.gefaehrten.positions import kernels, play, started
from tests.unit.games.gefaehrten.scenes import ENGLISH, NAMES, scene


def part(drawing: Drawing, key: str) -> Part:
    found = drawing.part(key)
    assert found is not None
    return found


def group(found: Part, name: str) -> Group:
    shape = next(shape for _, shape in walk(found.shapes) if shape.id == name)
    assert isinstance(shape, Group)
    return shape


def texts(shapes: tuple[Shape, ...]) -> list[str]:
    return [shape.text for _, shape in walk(shapes) if isinstance(shape, Text)]


@pytest.mark.slow
@given(kernels(), st.integers(-1, 1))
def test_every_card_and_space_of_the_board_is_drawn(kernel: GefaehrtenKernel, seat: int) -> None:
    seen = scene(kernel, seat)
    board = part(ARTIST.draw(seen, ENGLISH), "board")
    table = survey(seen)
    for (x, y), spot in table.spots.items():
        if spot.card is None:
            assert texts(group(board, f"space:{x},{y}").shapes) == [spot.label]
            continue
        card = group(board, f"card:{x},{y}")
        assert (card.x, card.y) == (72 * x, 98 * y)
        words = texts(card.shapes)
        assert COLOUR_LETTERS[spot.card.colour].upper() in words
        assert str(spot.card.worth) in words
        assert (f"card:{x},{y}.h" in [shape.id for shape in card.shapes]) is (
            spot.card.protected and not spot.card.token
        )
        assert (f"card:{x},{y}.r" in [shape.id for shape in card.shapes]) is bool(spot.card.token)
        assert NAMES[spot.card.seat] in card.title
    drawn = [shape.id for _, shape in walk(board.shapes) if shape.id.startswith(("card:", "space:"))]
    assert len([name for name in drawn if "." not in name]) == len(table.spots)
    assert {f"place:{place.index}" for place in table.locations} <= {
        shape.id for _, shape in walk(board.shapes)
    }


@pytest.mark.slow
@given(kernels(), st.integers(-1, 1))
def test_ids_are_used_once_and_everything_lies_in_its_view(kernel: GefaehrtenKernel, seat: int) -> None:
    drawing = ARTIST.draw(scene(kernel, seat), ENGLISH)
    for placed in drawing.parts:
        found = placed.part
        names = [shape.id for _, shape in walk(found.shapes)]
        assert len(names) == len(set(names))
        assert placed.box.x >= 0
        assert placed.box.x + placed.box.width <= drawing.width
        assert placed.box.y + placed.box.height <= drawing.height
        offsets = {"": (0.0, 0.0)}
        for parent, shape in walk(found.shapes):
            x, y = offsets[parent]
            if isinstance(shape, Group):
                offsets[shape.id] = (x + shape.x, y + shape.y)
            elif isinstance(shape, Text):
                assert inside(found.view, x + shape.x, y + shape.y), shape


def inside(view: Box, x: float, y: float) -> bool:
    return view.x <= x <= view.x + view.width and view.y <= y <= view.y + view.height


def test_parts_keep_their_size_through_a_match() -> None:
    """A page around them must not jump."""
    sizes: dict[str, set[Box]] = {}
    for actions in range(0, 130, 13):
        drawing = ARTIST.draw(scene(play(4, 7, actions), 1), ENGLISH)
        for placed in drawing.parts:
            sizes.setdefault(placed.part.key, set()).add(placed.part.view)
    assert {key for key, found in sizes.items() if len(found) > 1} == {"board"}


def test_a_watcher_sees_no_hand_and_a_seat_its_own() -> None:
    kernel = play(4, 3, 20)
    assert ARTIST.draw(scene(kernel, -1), ENGLISH).part("hand") is None
    for seat in range(4):
        hand = part(ARTIST.draw(scene(kernel, seat), ENGLISH), "hand")
        cards = [shape for shape in hand.shapes if isinstance(shape, Group)]
        assert len(cards) == kernel.hand_size(seat)
        assert texts(hand.shapes)[0] == f"Hand of {NAMES[seat]}"
        letters = {texts(card.shapes)[0] for card in cards}
        assert letters == {COLOUR_LETTERS[seat].upper()}


def test_what_differs_from_seat_to_seat_is_named() -> None:
    kernel = play(4, 3, 40)
    for options in ({}, {"points": "hidden"}):
        views = [Scene(masked(kernel, seat), seat, NAMES, options=options) for seat in (-1, *range(4))]
        drawings = [ARTIST.draw(view, ENGLISH) for view in views]
        for view, drawing in zip(views[1:], drawings[1:], strict=True):
            own = {found.key: found for found in ARTIST.own(view, ENGLISH)}
            for placed in drawing.parts:
                key = placed.part.key
                assert own.get(key, placed.part) == placed.part
                if key not in own and key != "place":  # ties name the reader “You”
                    assert placed.part == drawings[0].part(key)


def masked(kernel: GefaehrtenKernel, seat: int) -> GefaehrtenKernel:
    own = kernel.clone()
    own.mask(seat)
    return own


def test_hidden_points_are_hidden() -> None:
    kernel = play(4, 3, 60)
    hidden = Scene(masked(kernel, 1), 1, NAMES, options={"points": "hidden"})
    players = part(ARTIST.draw(hidden, ENGLISH), "players")
    shown = [texts(group(players, f"player:{seat}").shapes)[-1] for seat in range(4)]
    assert [text == "?" for text in shown] == [True, False, True, True]
    assert shown[1] == str(kernel.score(1))


def first_scoring(seed: int) -> tuple[GefaehrtenKernel, list[JsonStep]]:
    """A match stopped when its first location has just been scored, with the steps so far."""
    match = matches.new_match(4)
    rng = Random(seed)
    dealer = Dealer(match, seed)
    while True:
        dealer.serve()
        actions = random_actions(match, rng)
        kernel, steps = card_kernel(match.kernel), list(match.steps)
        for action in actions:
            after = card_kernel(kernel.clone())
            after.apply(action)
            steps += match.game.steps(kernel, action, after, None)
            kernel = after
            if kernel.scorings():
                return kernel, steps
        matches.play(match, actions)


def test_nobody_is_paid_before_the_scoring_is_told() -> None:
    kernel, steps = first_scoring(5)
    assert [step["step"] for step in steps[-2:]] == ["place", "scored"]
    names = NAMES
    told = ARTIST.draw(Scene(masked(kernel, -1), -1, names, steps), ENGLISH)
    early = ARTIST.draw(Scene(masked(kernel, -1), -1, names, steps[:-1]), ENGLISH)

    def points(drawing: Drawing) -> list[str]:
        return [texts(group(part(drawing, "players"), f"player:{seat}").shapes)[-1] for seat in range(4)]

    def rings(drawing: Drawing) -> int:
        return sum(
            ".r" in shape.id and shape.id.endswith(".d") for _, shape in walk(part(drawing, "players").shapes)
        )

    assert points(early) == ["0", "0", "0", "0"]
    assert points(told) == [str(kernel.score(seat)) for seat in range(4)]
    assert points(told) != points(early)
    assert (rings(early), rings(told)) == (0, 1)


def test_the_winner_wears_a_crown() -> None:
    match = matches.finished(2, 4)
    assert match.kernel.request() == OVER
    drawing = ARTIST.draw(Scene(match.kernel, -1, NAMES, match.steps), ENGLISH)
    crowned = [
        seat
        for seat in range(4)
        if f"player:{seat}.w" in [shape.id for _, shape in walk(part(drawing, "players").shapes)]
    ]
    assert crowned == match.winners()
    assert "The match is over." in drawing.description


def test_a_turned_location_is_marked_and_the_others_are_not() -> None:
    for seed in range(40):
        position = play(4, seed, 45)
        board = part(drawn(position), "board")
        marked = any(shape.id == f"place:{position.location()}.t" for _, shape in walk(board.shapes))
        turned = bool(position.black()) != bool(tables.BLACK[int(position.location())])
        assert marked is turned
        if turned:
            return
    raise AssertionError("no random match has turned a location")


def drawn(kernel: GefaehrtenKernel) -> Drawing:
    return ARTIST.draw(scene(kernel, -1), ENGLISH)


@pytest.mark.parametrize(("index", "sign"), [(3, "≤ 2"), (5, "1 × 1"), (7, "–3")])
def test_special_rules_stand_on_their_locations(index: int, sign: str) -> None:
    match = matches.finished(4, 4)
    board = part(ARTIST.draw(Scene(match.kernel, -1, NAMES, match.steps), ENGLISH), "board")
    assert card_kernel(match.kernel).location() >= index
    assert sign in texts(group(board, f"place:{index}").shapes)
    assert sign not in texts(group(board, "place:0").shapes)


def test_parties_differ_in_the_shape_of_their_emblem() -> None:
    players = part(drawn(started()), "players")
    shapes = [group(players, f"player:{seat}.e").shapes[0] for seat in range(4)]
    kinds = {(type(shape).__name__, getattr(shape, "points", None)) for shape in shapes}
    assert len(kinds) == 4


def test_two_players_have_both_their_emblems() -> None:
    players = part(ARTIST.draw(scene(started(2), -1), ENGLISH), "players")
    assert texts(group(players, "player:0").shapes)[:2] == ["Y", "G"]
    assert texts(group(players, "player:1").shapes)[:2] == ["R", "B"]


def test_a_long_name_is_cut() -> None:
    seen = Scene(started(), -1, ("x" * 500, "B", "C", "D"))
    words = texts(part(ARTIST.draw(seen, ENGLISH), "players").shapes)
    assert max(map(len, words)) <= 30


def test_a_milestone_tells_points_and_gains() -> None:
    match = matches.finished(1, 4)
    scored = next(index for index, step in enumerate(match.steps) if step["step"] == "scored")
    end = Scene(match.kernel, -1, NAMES, match.steps)
    stone = ARTIST.milestone(Scene(match.kernel, -1, NAMES, match.steps[: scored + 1]), end, ENGLISH)
    parties = match.steps[scored]["parties"]
    assert isinstance(parties, list)
    assert stone.title == "Bag End"
    assert stone.points == tuple(match.scores())
    for party in parties:
        assert (f"+{party['ep']}" in stone.gains[party["seat"]]) is (party["ep"] > 0)
