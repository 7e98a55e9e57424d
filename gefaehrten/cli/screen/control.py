"""Shell. A frame as prompt_toolkit draws it, and what the mouse does on it.

The one rule: this is the last place before the terminal, so what `printable` would not let through is not drawn.

The library's own window copies every character of every redraw; here a row that is what it was is not looked at again,
which is what keeps a key within its time (scripts/bench_screen.py).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.layout.containers import Container
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, WritePosition
from prompt_toolkit.layout.screen import Screen as Canvas
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from gefaehrten.cli.screen.state import Frame
from gefaehrten.cli.screen.theme import class_name
from gefaehrten.core.lines import Line, printable
from gefaehrten.core.lines import Style as Name

WHEEL_LINES = 3
"""Lines that one click of the wheel scrolls by."""

Row = dict[int, Char]
"""What stands in the cells of a row."""

CLASSES = {style: f"class:{class_name(style)}" for style in Name}

BLANK = Char()
BEHIND = Char("")
"""The second cell of a wide character."""


class FramePicture(Container):
    """Draws a frame. Mutable: one after the other.

    Args:
        clicked: takes row and column, in cells of the frame.
        scrolled: takes lines, downwards.
    """

    def __init__(self, clicked: Callable[[int, int], None], scrolled: Callable[[int], None]) -> None:
        self.frame = Frame(())
        self._clicked = clicked
        self._scrolled = scrolled
        self._lines: tuple[Line, ...] = ()
        self._rows: list[Row] = []

    def show(self, frame: Frame) -> None:
        """From now on this one."""
        old = list(zip(self._lines, self._rows, strict=True))
        self._rows = [
            old[index][1] if index < len(old) and old[index][0] == each else _row(each)
            for index, each in enumerate(frame.lines)
        ]
        self._lines = frame.lines
        self.frame = frame

    # What the library asks of a container

    def reset(self) -> None:
        """Nothing is kept."""

    def preferred_width(self, max_available_width: int) -> Dimension:
        return Dimension()

    def preferred_height(self, width: int, max_available_height: int) -> Dimension:
        return Dimension()

    def get_children(self) -> list[Container]:
        return []

    def write_to_screen(
        self,
        screen: Canvas,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,
        z_index: int | None,
    ) -> None:
        top, left = write_position.ypos, write_position.xpos
        assert left == 0, "a frame is as wide as the screen"
        for index, row in enumerate(self._rows[: write_position.height]):
            # A copy: what floats over the frame is written into it.
            screen.data_buffer[top + index] = defaultdict(lambda: BLANK, row)
            mouse_handlers.mouse_handlers[top + index] = defaultdict(lambda: self._moused)
        screen.width = max(screen.width, write_position.width)
        screen.height = max(screen.height, top + write_position.height)

    def _moused(self, event: MouseEvent) -> None:
        match event.event_type:
            case MouseEventType.MOUSE_DOWN if event.button is MouseButton.LEFT:
                self._clicked(event.position.y, event.position.x)
            case MouseEventType.SCROLL_DOWN:
                self._scrolled(WHEEL_LINES)
            case MouseEventType.SCROLL_UP:
                self._scrolled(-WHEEL_LINES)
            case _:
                pass


class InputControl(BufferControl):
    """The typed line; the mouse does not edit it."""

    def __init__(self, buffer: Buffer) -> None:
        super().__init__(buffer=buffer, focus_on_click=False)

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        return None


def _row(shown: Line) -> Row:
    """The cells of a line. Marks that take no cell of their own stand with the character before them."""
    row: Row = {}
    at = 0
    for span in shown.spans:
        style = CLASSES[span.style]
        text = span.text if span.text.isprintable() else printable(span.text)
        for char in text:
            cell = _cell(char, style)
            if cell.width:
                row[at] = cell
                if cell.width == 2:
                    row[at + 1] = BEHIND
                at += cell.width
            elif at:
                before = at - 1 if row[at - 1] is not BEHIND else at - 2
                row[before] = _cell(row[before].char + char, row[before].style)
    return row


@lru_cache(maxsize=8192)
def _cell(char: str, style: str) -> Char:
    return Char(char, style)
