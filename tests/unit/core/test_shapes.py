"""Drawings as data: what is in a group is found with it, and a part by its key."""

from __future__ import annotations

from gefaehrten.core.shapes import (
    Box,
    Circle,
    Drawing,
    Face,
    Group,
    Paint,
    Part,
    Placed,
    Rectangle,
    Shape,
    letters,
    walk,
)

DOT = Circle("dot", 1, 2, 3, Paint.INK)
INNER = Group("inner", 5, 5, (DOT,))
OUTER = Group("outer", 0, 0, (INNER, Rectangle("box", Box(0, 0, 2, 2), Paint.PANEL)))


def test_walking_finds_every_shape_with_its_group() -> None:
    shapes: tuple[Shape, ...] = (OUTER, Circle("alone", 0, 0, 1, Paint.INK))
    assert [(parent, shape.id) for parent, shape in walk(shapes)] == [
        ("", "outer"),
        ("outer", "inner"),
        ("inner", "dot"),
        ("outer", "box"),
        ("", "alone"),
    ]


def test_a_part_is_found_by_its_key() -> None:
    part = Part("board", "", Box(0, 0, 10, 10), (OUTER,))
    drawing = Drawing("t", "d", 10, 10, (Placed(part, part.view),))
    assert drawing.part("board") is part
    assert drawing.part("hand") is None


def test_a_box_grows_on_every_side() -> None:
    assert Box(10, 20, 30, 40).grown(5) == Box(5, 15, 40, 50)


def test_wide_letters_are_taken_for_wide() -> None:
    assert letters("ii", 10) < letters("iii", 10)
    assert letters("漢字", 10) == letters("abcd", 10)
    assert letters("abc", 10, Face.BOLD) > letters("abc", 10)
    assert letters("", 10) == 0


def test_every_paint_has_a_name_of_its_own() -> None:
    names = [paint.value for paint in Paint]
    assert len(set(names)) == len(names)
    assert all(name == name.lower().replace(" ", "-") for name in names)
