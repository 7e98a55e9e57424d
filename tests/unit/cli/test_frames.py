"""Changes between drawings: added up they are the drawings, and what comes back costs nothing."""

from __future__ import annotations

import pytest

from gefaehrten.cli.frames import Entry, Pool, add_up, track
from gefaehrten.core.random import Random
from gefaehrten.core.shapes import Box, Circle, Group, Paint, Part, Shape, walk
from gefaehrten.core.view import Scene, Wording
from gefaehrten.engine import catalogue
from gefaehrten.engine.dealer import Dealer
from tests.machines import random_actions
from tests.unit.engine import matches
from tests.unit.games.gefaehrten.scenes import NAMES

NEAR = Box(0, 0, 9, 9)

ARTIST = catalogue.game("gefaehrten").artist()


def part(*shapes: Shape, view: Box = NEAR, focus: Box | None = None) -> Part:
    return Part("p", "", view, shapes, focus)


def dot(name: str, x: float) -> Circle:
    return Circle(name, x, 0, 1, Paint.INK)


def test_only_changes_are_written() -> None:
    pool = Pool()
    parts = [part(dot("a", 1)), part(dot("a", 1)), part(dot("a", 1), dot("b", 2)), part(dot("b", 2)), None]
    assert track(parts, pool) == [
        [[0], [], [0, 0, 9, 9]],
        0,
        [[1], []],
        [[], [0]],
        [[], [1]],
    ]


def test_what_comes_back_is_not_written_again() -> None:
    pool = Pool()
    frames = track([part(dot("a", 1)), part(dot("a", 2)), part(dot("a", 1))], pool)
    assert [frame[0] for frame in frames if isinstance(frame, list)] == [[0], [1], [0]]
    assert len(pool.entries) == 2


def test_a_new_view_is_written_with_its_focus() -> None:
    far = Box(0, 0, 50, 50)
    frames = track([part(), part(view=far), part(view=far, focus=Box(1, 1, 2, 2))], Pool())
    assert frames[1:] == [[[], [], [0, 0, 50, 50]], [[], [], [0, 0, 50, 50], [1, 1, 2, 2]]]


def test_new_shapes_keep_their_place_in_the_order() -> None:
    """The page puts a shape that comes later below those that the artist drew after it."""
    pool = Pool()
    below, above = dot("below", 1), dot("above", 2)
    track([part(Group("g", 0, 0, (above,))), part(Group("g", 0, 0, (below, above)))], pool)
    ranks = dict(zip(pool.ids, pool.ranks(), strict=True))
    assert ranks["below"] < ranks["above"]


@pytest.mark.slow
def test_a_whole_match_adds_up_to_its_drawings() -> None:
    match = matches.new_match(3)
    rng, dealer = Random(8), Dealer(match, 8)
    boards: list[Part | None] = []
    while match.need().kind != "over":
        dealer.serve()
        if match.need().kind == "turn":
            board = ARTIST.draw(Scene(match.kernel, -1, NAMES[:3], tuple(match.steps)), Wording(str)).part(
                "board"
            )
            boards.append(board)
            matches.play(match, random_actions(match, rng))
    pool = Pool()
    frames = track(boards, pool)
    assert len(frames) == len(boards) > 40
    for index in range(0, len(boards), 7):
        board = boards[index]
        assert board is not None
        state = add_up(frames, pool, index)
        direct = add_up(track([board], fresh := Pool()), fresh, 0)
        assert set(state) == {shape.id for _, shape in walk(board.shapes)}
        assert _named(direct, fresh) == _named(state, pool)


def _named(state: dict[str, Entry], pool: Pool) -> dict[str, tuple[object, ...]]:
    """Shapes with the names of their groups: numbers differ from pool to pool."""
    found: dict[str, tuple[object, ...]] = {}
    for name, (_, parent, *form) in state.items():
        assert isinstance(parent, int)
        found[name] = (pool.ids[parent] if parent >= 0 else "", *form)
    return found
