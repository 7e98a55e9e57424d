"""Pure. The text of the rules as lines of the screen: paragraphs in one piece, tables in columns, no marks of Markdown.

The one rule: nothing of the text is left out but what only a typesetter needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby, zip_longest

from gefaehrten.core.lines import Line, Span, Style, cells, fit, line
from gefaehrten.core.view import Wording

BOLD = re.compile(r"\*\*(.+?)\*\*")


def rulebook(text: str, wording: Wording, clause: str | None = None) -> tuple[Line, ...]:
    """All of the rules, or from a clause on."""
    if clause is not None:
        start = re.search(rf"^\*\*{re.escape(clause)}\*\* ", text, re.MULTILINE)
        text = text[start.start() :] if start else text
    found: list[Line] = []
    for kind, group in groupby(text.splitlines(), _kind):
        rows = list(group)
        if kind == "|":
            found += _table(rows, wording)
        elif kind == "#":
            found += [line(Span(wording.clean(row.lstrip("# ")), Style.TITLE)) for row in rows]
        elif kind == "":
            found.append(Line())
        else:
            found += [_shown(each, wording) for each in _joined(rows)]
    return tuple(found)


def unbroken(text: str) -> list[str]:
    """The same as lines of Markdown, each paragraph in one piece: for whoever breaks lines where the window ends."""
    found: list[str] = []
    for kind, group in groupby(text.splitlines(), _kind):
        rows = list(group)
        found += _joined(rows) if kind == "text" else rows
    return found


def _kind(row: str) -> str:
    return row[:1] if row[:1] in ("", "#", "|") else "text"


def _joined(rows: Iterable[str]) -> list[str]:
    """Paragraphs and the items of lists, each in one piece."""
    found: list[str] = []
    for row in rows:
        if found and not row.startswith(("- ", "**")):
            found[-1] += " " + row.strip()
        else:
            found.append(row)
    return found


def _shown(text: str, wording: Wording) -> Line:
    """A paragraph; what is bold stands out."""
    parts = BOLD.split(text.replace("`", ""))
    return Line(
        tuple(
            Span(wording.clean(part), Style.KEY if at % 2 else Style.PLAIN)
            for at, part in enumerate(parts)
            if part
        )
    )


def _table(rows: Sequence[str], wording: Wording) -> list[Line]:
    grid = [[wording.clean(cell.strip()) for cell in row.strip("|").split("|")] for row in rows]
    grid = [row for row in grid if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    widths = [max(map(cells, column)) for column in zip_longest(*grid, fillvalue="")]
    laid = ["  ".join(fit(cell, width) for cell, width in zip(row, widths, strict=False)) for row in grid]
    return [line(Span(row.rstrip(), Style.DIM if not at else Style.PLAIN)) for at, row in enumerate(laid)]
