"""Machine. What lies over the board until it is closed, and what of the frame can be clicked and scrolled.

The one rule: scrolling never leaves what there is; how much that is, the frame that was shown last says.
"""

from __future__ import annotations

from dataclasses import replace

from gefaehrten.cli.screen.state import Frame, Overlay
from gefaehrten.core.lines import Line
from gefaehrten.core.stage import Click

END = 1_000_000
"""A line beyond every end."""


class Cover:
    """The overlay, if any, and the frame it was shown in. Mutable.

    Attributes:
        overlay: what lies over the board.
        frame: what the screen shows.
    """

    def __init__(self) -> None:
        self.overlay: Overlay | None = None
        self.frame = Frame(())

    def show(self, key: str, title: str, lines: tuple[Line, ...] | None = None) -> None:
        """Lays something over the board."""
        self.overlay = Overlay(key, title, lines, END if key in ("log", "chat") else 0)

    def toggle(self, key: str, title: str, lines: tuple[Line, ...] | None = None) -> None:
        """Lays something over the board, or takes it away if it lies there already."""
        if not (self.is_open(key) and self.close()):
            self.show(key, title, lines)

    def is_open(self, key: str) -> bool:
        """Whether this lies over the board."""
        return self.overlay is not None and self.overlay.key == key

    def close(self) -> bool:
        """Takes it away; False where nothing lies there."""
        found, self.overlay = self.overlay is not None, None
        return found

    def shown(self, frame: Frame) -> None:
        """This is on the screen now."""
        self.frame = frame
        if self.overlay is not None:
            self.scroll(0)

    def hit(self, row: int, column: int) -> Click | None:
        """What a click there does; of several that lie over each other, the uppermost."""
        for spot in reversed(self.frame.hotspots):
            if spot.holds(row, column):
                return spot.click
        return None

    def scroll(self, lines: int) -> None:
        """Moves through it."""
        if self.overlay is None:
            return
        count, seen = self.frame.scroll
        last = max(count - seen, 0)
        self.overlay = replace(self.overlay, top=min(max(min(self.overlay.top, last) + lines, 0), last))

    def key(self, name: str, *, typed: bool) -> bool:
        """A key that moves through it; with something typed, arrows and Home belong to that."""
        if self.overlay is None:
            return False
        page = max(self.frame.scroll[1] - 1, 1)
        steps = {"pageup": -page, "pagedown": page}
        if not typed:
            steps |= {"up": -1, "down": 1, "home": -END, "end": END, " ": page}
        if name not in steps:
            return False
        self.scroll(steps[name])
        return True
