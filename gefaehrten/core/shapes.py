"""Pure. A drawing as data: shapes with lasting ids, in abstract units, painted with names.

The one rule: a shape that stays the same thing from one position to the next keeps its id, so that two drawings can be
compared shape by shape. No colour, font or file format is known here; a paint is a name that a style sheet explains.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from gefaehrten.core.view import Scene, Wording


class Paint(StrEnum):
    """The closed set of paints: what a shape is, from which a style sheet makes how it looks."""

    NONE = ""
    TABLE = "table"
    PANEL = "panel"
    TRACK = "track"
    RULE = "rule"
    PATH = "path"
    HALO = "halo"
    CELL = "cell"
    CELL_TEXT = "cell-text"
    TAG = "tag"
    TAG_TEXT = "tag-text"
    SHADOW = "shadow"
    FRESH = "fresh"
    SHEEN = "sheen"
    LIGHT = "light"
    LIGHT_TEXT = "light-text"
    LIGHT_SCENERY = "light-scenery"
    LIGHT_STROKE = "light-stroke"
    DARK = "dark"
    DARK_TEXT = "dark-text"
    DARK_SCENERY = "dark-scenery"
    DARK_STROKE = "dark-stroke"
    GOLD = "gold"
    GOLD_RING = "gold-ring"
    GOLD_TEXT = "gold-text"
    GOLD_SIGN = "gold-sign"
    INK = "ink"
    FAINT = "faint"
    WARN = "warn"
    BADGE = "badge"
    BADGE_TEXT = "badge-text"
    BACK = "back"
    GONE = "gone"
    PARTY_0 = "party-0"
    PARTY_1 = "party-1"
    PARTY_2 = "party-2"
    PARTY_3 = "party-3"
    ON_PARTY_0 = "on-party-0"
    ON_PARTY_1 = "on-party-1"
    ON_PARTY_2 = "on-party-2"
    ON_PARTY_3 = "on-party-3"
    LINE_0 = "line-0"
    LINE_1 = "line-1"
    LINE_2 = "line-2"
    LINE_3 = "line-3"


PARTY = (Paint.PARTY_0, Paint.PARTY_1, Paint.PARTY_2, Paint.PARTY_3)
"""The areas of the parties by number."""
ON_PARTY = (Paint.ON_PARTY_0, Paint.ON_PARTY_1, Paint.ON_PARTY_2, Paint.ON_PARTY_3)
"""What is written or drawn on these areas."""
LINE = (Paint.LINE_0, Paint.LINE_1, Paint.LINE_2, Paint.LINE_3)
"""The lines of the parties in a chart."""


class Face(StrEnum):
    """What letters look like, as far as generic families go."""

    PLAIN = "plain"
    BOLD = "bold"
    SERIF = "serif"
    SERIF_BOLD = "serif-bold"


class Anchor(StrEnum):
    """Which part of a text stands at its place."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


class Ends(StrEnum):
    """Whether the last point of a line is joined to the first."""

    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in abstract units, y downwards."""

    x: float
    y: float
    width: float
    height: float

    def grown(self, by: float) -> Box:
        """The rectangle with a margin on every side."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle; `round` is the radius of its corners."""

    id: str
    box: Box
    paint: Paint
    round: float = 0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle around (x, y)."""

    id: str
    x: float
    y: float
    radius: float
    paint: Paint


@dataclass(frozen=True, slots=True)
class Polyline:
    """Straight lines from point to point; closed it is an area."""

    id: str
    points: tuple[tuple[float, float], ...]
    paint: Paint
    ends: Ends = Ends.OPEN


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text, its baseline at y.

    Attributes:
        size: of the letters, in units.
        room: the widest that it may get, in units; 0 where nothing is in the way.
    """

    id: str
    x: float
    y: float
    text: str
    size: float
    paint: Paint = Paint.INK
    face: Face = Face.PLAIN
    anchor: Anchor = Anchor.START
    room: float = 0


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together, drawn from (x, y) as their origin.

    Attributes:
        title: what it is, for those who cannot see it; "" where its parts say it.
        scale: how much larger the shapes are drawn than they say.
    """

    id: str
    x: float
    y: float
    shapes: tuple[Shape, ...]
    title: str = ""
    scale: float = 1


Shape = Rectangle | Circle | Polyline | Text | Group


@dataclass(frozen=True, slots=True)
class Part:
    """A drawing's part in coordinates of its own: a screen may show parts wherever it has room.

    Attributes:
        view: everything that is drawn lies in it.
        focus: what matters most now; None where that is everything.
    """

    key: str
    title: str
    view: Box
    shapes: tuple[Shape, ...]
    focus: Box | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a part lies on a sheet; the part's view is fitted into the box."""

    part: Part
    box: Box


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole picture.

    Attributes:
        title: what it shows, in a few words of the reader's language.
        description: the same for those who cannot see it: everything that matters, in sentences.
        width, height: of the sheet that the parts lie on.
        parts: of any keys; a page that plays a match has places for `board`, `hand`, `road`, `players` and `place`.
    """

    title: str
    description: str
    width: float
    height: float
    parts: tuple[Placed, ...]

    def part(self, key: str) -> Part | None:
        """A part by its key."""
        return next((placed.part for placed in self.parts if placed.part.key == key), None)


@dataclass(frozen=True, slots=True)
class Milestone:
    """What a scoring brought, for charts and tables.

    Attributes:
        title: what was scored, in the reader's language.
        points: by seat what it has now; None where this reader may not know.
        gains: by seat what it won or lost here, in words.
    """

    title: str
    points: tuple[int | None, ...]
    gains: tuple[str, ...]


class Artist(Protocol):
    """Draws a game's positions. Stateless."""

    def draw(self, scene: Scene, wording: Wording) -> Drawing:
        """The whole table as the scene's reader sees it; what its last step changed is marked."""
        ...

    def own(self, scene: Scene, wording: Wording) -> tuple[Part, ...]:
        """Those parts of `draw` that may look different from seat to seat."""
        ...

    def milestone(self, scene: Scene, last: Scene, wording: Wording) -> Milestone:
        """The scoring that the scene's last step is.

        Args:
            last: the last position that there is of the match: what is no secret there is none looking back.
        """
        ...

    def parties(self, scene: Scene) -> tuple[int, ...]:
        """By seat the number of the party whose paint stands for it."""
        ...


def walk(shapes: Sequence[Shape], parent: str = "") -> Iterator[tuple[str, Shape]]:
    """Every shape with the id of the group around it, groups before what is in them."""
    for shape in shapes:
        yield parent, shape
        if isinstance(shape, Group):
            yield from walk(shape.shapes, shape.id)


def letters(text: str, size: float, face: Face = Face.PLAIN) -> float:
    """About how wide a text is, in units: fonts are the reader's, so this is a careful guess."""
    from gefaehrten.core.lines import cells

    wide = 0.62 if face in (Face.BOLD, Face.SERIF_BOLD) else 0.57
    return cells(text) * size * wide
