"""Pure. Many drawings of one match in little space: what is new, what is gone, from each to the next.

The one rule: whoever adds up the changes gets every drawing shape by shape. A shape in a pool is written once, however
often it comes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from gefaehrten.cli.svg import tight
from gefaehrten.core.shapes import (
    Box,
    Circle,
    Ends,
    Face,
    Group,
    Part,
    Polyline,
    Rectangle,
    Shape,
    Text,
)

Entry = tuple[object, ...]
"""A shape as JSON: number of its id, number of its group's id (-1 for none), kind, then what its kind needs."""

Frame = list[object] | int
"""What changes: `[pool numbers, numbers of ids that go, view, focus]`, later ones left out where nothing changes; 0:
nothing at all."""


_Seen = dict[str, tuple[str, Shape, list[tuple[int, int]]]]
"""By id the group around a shape when it was last looked at, the shape, and the numbers of all in it."""


@dataclass(slots=True)
class Pool:
    """Ids and shapes by number. Mutable: it grows while drawings are added.

    Attributes:
        ids: every id.
        entries: every shape, once for each form that it takes.
    """

    ids: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    _ids: dict[str, int] = field(default_factory=dict)
    _order: dict[str, list[str]] = field(default_factory=dict)
    _entries: dict[Entry, int] = field(default_factory=dict)

    def id(self, name: str) -> int:
        """The number of an id."""
        if not name:
            return -1
        if name not in self._ids:
            self._ids[name] = len(self.ids)
            self.ids.append(name)
        return self._ids[name]

    def arrange(self, parent: str, shapes: Sequence[Shape]) -> None:
        """Notes in which order shapes of one group are drawn; new ones come after those that they come after here."""
        order = self._order.setdefault(parent, [])
        at = 0
        for shape in shapes:
            if shape.id not in self._ids:
                self.id(shape.id)
                order.insert(at, shape.id)
                at += 1
            else:
                at = order.index(shape.id) + 1

    def ranks(self) -> list[int]:
        """By number of an id its place among the shapes of its group, over all drawings."""
        found = [0] * len(self.ids)
        for order in self._order.values():
            for rank, name in enumerate(order):
                found[self._ids[name]] = rank
        return found

    def shape(self, parent: str, shape: Shape) -> int:
        """The number of a shape in this form."""
        entry = (self.id(shape.id), self.id(parent), *_form(shape))
        if entry not in self._entries:
            self._entries[entry] = len(self.entries)
            self.entries.append(entry)
        return self._entries[entry]


def track(parts: Iterable[Part | None], pool: Pool) -> list[Frame]:
    """A part through all positions, one frame each; None where it is not there."""
    frames: list[Frame] = []
    before: dict[int, int] = {}
    seen: _Seen = {}
    box: list[float] | None = None
    focus: list[float] | None = None
    for part in parts:
        now = {} if part is None else dict(_shapes(part.shapes, "", pool, seen))
        new = [number for name, number in now.items() if before.get(name) != number]
        gone = [name for name in before if name not in now]
        view = box if part is None else _box(part.view)
        sight = focus if part is None else _box(part.focus or part.view)
        frame: list[object] = [new, gone]
        if (view, sight) != (box, focus):
            frame += [view, sight] if sight != view else [view]
        frames.append(frame if new or gone or len(frame) > 2 else 0)
        before, box, focus = now, view, sight
    return frames


def _shapes(shapes: Sequence[Shape], parent: str, pool: Pool, seen: _Seen) -> list[tuple[int, int]]:
    """The numbers of each shape's id and form, groups before what is in them; `seen` spares what has not changed."""
    found: list[tuple[int, int]] = []
    pool.arrange(parent, shapes)
    for shape in shapes:
        last = seen.get(shape.id)
        if last is None or last[0] != parent or last[1] != shape:
            numbers = [(pool.id(shape.id), pool.shape(parent, shape))]
            if isinstance(shape, Group):
                numbers += _shapes(shape.shapes, shape.id, pool, seen)
            last = seen[shape.id] = (parent, shape, numbers)
        found += last[2]
    return found


def _form(shape: Shape) -> Entry:
    match shape:
        case Group():
            return ("g", _number(shape.x), _number(shape.y), shape.scale, shape.title)
        case Rectangle():
            box = shape.box
            return ("r", *_box(box), _number(shape.round), shape.paint.value)
        case Circle():
            return ("c", _number(shape.x), _number(shape.y), _number(shape.radius), shape.paint.value)
        case Polyline():
            points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
            return ("p" if shape.ends is Ends.CLOSED else "l", points, shape.paint.value)
        case Text():
            face = "" if shape.face is Face.PLAIN else shape.face.value
            room = shape.room if tight(shape) else 0
            return (
                "t",
                _number(shape.x),
                _number(shape.y),
                shape.text,
                _number(shape.size),
                shape.paint.value,
                face,
                shape.anchor.value,
                _number(room),
            )
        case _:
            assert_never(shape)


def _box(box: Box) -> list[float]:
    return [_number(box.x), _number(box.y), _number(box.width), _number(box.height)]


def _number(value: float) -> float:
    short = round(value, 1)
    return int(short) if short == int(short) else short


def add_up(frames: Sequence[Frame], pool: Pool, upto: int) -> dict[str, Entry]:
    """The shapes at a position, by id: what the page does with its frames, for tests and other readers."""
    state: dict[int, int] = {}
    for frame in frames[: upto + 1]:
        if isinstance(frame, list):
            new, gone = frame[0], frame[1]
            assert isinstance(new, list), "a frame begins with what is new"
            assert isinstance(gone, list), "then it names what goes"
            for name in gone:
                del state[name]
            for number in new:
                name = pool.entries[number][0]
                assert isinstance(name, int), "a shape begins with its id"
                state[name] = number
    return {pool.ids[name]: pool.entries[number] for name, number in state.items()}
