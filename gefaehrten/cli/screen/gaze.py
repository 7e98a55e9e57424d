"""Machine. How the board is looked at, in a match and in a replay: its zoom, and how far it has been moved.

The one rule: what showed nothing new does not count, so the way back is never longer, and a size that there is no room
for is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from gefaehrten.cli.screen.state import Frame
from gefaehrten.core.stage import STRAIGHT, Look

ARROWS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""Keys that move the board, by cards to the right and down."""

SHIFTED: Final = {f"s-{name}": way for name, way in ARROWS.items()}
"""The same where the arrows alone go through the match."""


@dataclass(frozen=True, slots=True)
class _Moving:
    """A look that is not drawn yet: the one before it, and how the size changes (0: not at all)."""

    before: Look
    step: int = 0
    around: bool = False


class Gaze:
    """Mutable: it follows the keys.

    Args:
        zooms: how many sizes the board has.
        pans: which keys move it, and which way.

    Attributes:
        look: how the board is looked at.
    """

    def __init__(self, zooms: int, pans: Mapping[str, tuple[int, int]] = SHIFTED) -> None:
        self._zooms = zooms
        self._pans = pans
        self._moving: _Moving | None = None
        self.look = STRAIGHT

    @property
    def moving(self) -> bool:
        """Whether the last move of the board is still to be drawn."""
        return self._moving is not None

    def pan(self, name: str) -> bool:
        """Moves the board by a card, once until that is drawn; False if the key does not."""
        if name not in self._pans:
            return False
        if self._moving is None:
            self._moving = _Moving(self.look)
            right, down = self._pans[name]
            self.look = replace(self.look, right=self.look.right + right, down=self.look.down + down)
        return True

    def zoom(self, step: int, *, around: bool = False) -> None:
        """Larger or smaller cards; `around` begins anew after the largest."""
        self._moving = _Moving(self.look, step, around)
        self._zoom_on(self._moving)

    def drawn(self, make: Callable[[], Frame], last: Frame) -> Frame:
        """The frame that what is looked at now makes, after the last one."""
        frame = make()
        while self._goes_on(frame, last):
            frame = make()
        return frame

    def _goes_on(self, frame: Frame, last: Frame) -> bool:
        """Whether the board is to be looked at in another way again, since this frame shows nothing new."""
        moving = self._moving
        if moving is None:
            return False
        # The top line has a clock in it, which says nothing about the board.
        moved = frame.lines[1:] != last.lines[1:]
        if not moved and moving.step and self._zoom_on(moving):
            return True
        if not moved:
            self.look = moving.before
        self._moving = None
        return False

    def straighten(self) -> None:
        """Looks at the current place again; the size of the cards stays."""
        self.look = Look(zoom=self.look.zoom)

    def _zoom_on(self, moving: _Moving) -> bool:
        """The next size in a direction; False where there is none."""
        wanted = self.look.zoom + moving.step
        if moving.around:
            wanted %= self._zooms
        if not 0 <= wanted < self._zooms or wanted == moving.before.zoom:
            return False
        self.look = replace(self.look, zoom=wanted)
        return True
