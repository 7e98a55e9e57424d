"""Scenes for tests of what players see: hand-made positions seen by a seat, and the German of the catalogue's part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from babel.messages.pofile import read_po

from gefaehrten.core.lines import Glyphs, Line, cells
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel

NAMES = ("Anna", "Berta", "Cem", "Dörte")
PARTS = Path(__file__).resolve().parents[4] / "gefaehrten" / "locale" / "de" / "parts"
PART = PARTS / "game.po"

ENGLISH = Wording(str)
ASCII = Wording(str, Glyphs.ASCII)


def part() -> dict[str, str]:
    """The German texts of this game's part of the catalogue."""
    with PART.open("rb") as stream:
        return {str(message.id): str(message.string) for message in read_po(stream) if message.id}


def german() -> Callable[[str], str]:
    """A translator that knows this part alone and leaves everything else as it is."""
    texts = part()
    return lambda template: texts.get(template, template)


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
