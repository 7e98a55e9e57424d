"""Pure. A drawing as an SVG file that works alone: no script, no outside font, picture or style sheet.

The one rule: text and attributes pass `escape`, the only way into the file, so no name can end an element or begin one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Final, assert_never

from gefaehrten.core.lines import printable
from gefaehrten.core.shapes import (
    Box,
    Circle,
    Drawing,
    Ends,
    Face,
    Group,
    Paint,
    Placed,
    Polyline,
    Rectangle,
    Shape,
    Text,
    letters,
)

_ESCAPES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}

LONGEST: Final = 2_000
"""Characters of one text at most: names are short, so whatever is longer is not one of ours."""


def escape(text: str) -> str:
    """Foreign text as it may stand in an element or an attribute: printable, valid in XML, bounded."""
    safe = "".join(char for char in printable(text)[:LONGEST] if _valid(ord(char)))
    return "".join(_ESCAPES.get(char, char) for char in safe)


def style_sheet() -> str:
    """The style sheet of all paints."""
    return files("gefaehrten.cli").joinpath("page/shapes.css").read_text("utf-8")


def svg(drawing: Drawing, language: str) -> str:
    """The whole sheet as the text of an SVG file.

    Args:
        language: of the texts in it, as `de`.
    """
    size = f"{_number(drawing.width)} {_number(drawing.height)}"
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing" viewBox="0 0 {size}" '
        f'width="{_number(drawing.width)}" height="{_number(drawing.height)}" role="img" '
        f'aria-labelledby="title desc" xml:lang="{escape(language)}">',
        f'<title id="title">{escape(drawing.title)}</title>',
        f'<desc id="desc">{escape(drawing.description)}</desc>',
        f"<style>{_compact(style_sheet())}</style>",
        f'<rect{_paint(Paint.TABLE)} width="{_number(drawing.width)}" height="{_number(drawing.height)}"/>',
    ]
    for placed in drawing.parts:
        parts += _part(placed)
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _part(placed: Placed) -> Iterator[str]:
    """A part scaled into its box, in the middle of it."""
    view, box = placed.part.view, placed.box
    scale = min(box.width / view.width, box.height / view.height)
    x = box.x + (box.width - view.width * scale) / 2 - view.x * scale
    y = box.y + (box.height - view.height * scale) / 2 - view.y * scale
    yield f'<g id="{escape(placed.part.key)}" transform="translate({_number(x)} {_number(y)}) scale({scale:.4g})">'
    if placed.part.title:
        yield f"<title>{escape(placed.part.title)}</title>"
    yield from elements(placed.part.shapes)
    yield "</g>"


def elements(shapes: Iterable[Shape]) -> Iterator[str]:
    """Shapes as elements, one a line."""
    for shape in shapes:
        match shape:
            case Group():
                scale = "" if shape.scale == 1 else f" scale({shape.scale:.4g})"
                moved = f' transform="translate({_number(shape.x)} {_number(shape.y)}){scale}"'
                yield f'<g id="{escape(shape.id)}"{moved if shape.x or shape.y or scale else ""}>'
                if shape.title:
                    yield f"<title>{escape(shape.title)}</title>"
                yield from elements(shape.shapes)
                yield "</g>"
            case Rectangle():
                yield f"<rect{_paint(shape.paint)}{_box(shape.box)}{_rounded(shape.round)}/>"
            case Circle():
                yield (
                    f'<circle{_paint(shape.paint)} cx="{_number(shape.x)}" cy="{_number(shape.y)}" '
                    f'r="{_number(shape.radius)}"/>'
                )
            case Polyline():
                points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
                name, extra = ("polygon", "") if shape.ends is Ends.CLOSED else ("polyline", "open")
                yield f'<{name}{_paint(shape.paint, extra)} points="{points}"/>'
            case Text():
                face = "" if shape.face is Face.PLAIN else shape.face.value
                yield (
                    f"<text{_paint(shape.paint, face, shape.anchor.value)} "
                    f'x="{_number(shape.x)}" y="{_number(shape.y)}" font-size="{_number(shape.size)}"'
                    f"{_squeezed(shape)}>{escape(shape.text)}</text>"
                )
            case _:
                assert_never(shape)


def tight(text: Text) -> bool:
    """Whether a text has to be squeezed to keep to its room."""
    return text.room > 0 and letters(text.text, text.size, text.face) > text.room


def _squeezed(text: Text) -> str:
    return f' textLength="{_number(text.room)}" lengthAdjust="spacingAndGlyphs"' if tight(text) else ""


def _paint(paint: Paint, *more: str) -> str:
    names = [f"p-{paint.value}"] if paint.value else []
    names += [name for name in more if name]
    return f' class="{" ".join(names)}"' if names else ""


def _box(box: Box) -> str:
    x = f' x="{_number(box.x)}"' if box.x else ""
    y = f' y="{_number(box.y)}"' if box.y else ""
    return f'{x}{y} width="{_number(box.width)}" height="{_number(box.height)}"'


def _rounded(radius: float) -> str:
    return f' rx="{_number(radius)}"' if radius else ""


def _number(value: float) -> str:
    """A coordinate with at most one digit behind the point: a tenth of a unit is less than can be seen."""
    return f"{value:.1f}".removesuffix(".0")


def _valid(code: int) -> bool:
    """Whether XML 1.0 allows the character."""
    return 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or 0x10000 <= code <= 0x10FFFF


def _compact(sheet: str) -> str:
    """A style sheet without its comments; ours have no markup in them."""
    start = sheet.find("*/")
    return sheet[start + 2 :].strip()
