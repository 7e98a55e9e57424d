"""Scenes for tests of what players see: hand-made positions seen by a seat, and the German of the catalogue's part."""

from __future__ import annotations

from collections.abc import Sequence

from gefaehrten.core.lines import Glyphs, Line, cells
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel

NAMES = ("Anna", "Berta", "Cem", "Dörte")

ENGLISH = Wording(str)
ASCII = Wording(str, Glyphs.ASCII)


def scene(
    kernel: GefaehrtenKernel, seat: int | None = None, turn: str = "", names: Sequence[str] = NAMES
) -> Scene:
    """The position as the mover or another seat sees it, after a turn in notation that is not committed."""
    viewer = int(kernel.mover()) if seat is None else seat
    masked = kernel.clone()
    masked.mask(viewer)
    made = tuple(GAME.parse(kernel, turn)) if turn else ()
    return Scene(masked, viewer, names[: kernel.seats()], turn=made)


def text(lines: Sequence[Line]) -> str:
    """The lines as one text."""
    return "\n".join(each.text for each in lines)


def widest(lines: Sequence[Line]) -> int:
    """The width of the widest line, in terminal cells."""
    return max((cells(each.text) for each in lines), default=0)
