"""Shell. A machine's frames on a terminal, and the terminal's keys, clicks and sizes into the machine.

The one rule: whatever goes wrong in here ends the screen, gives the terminal back, and is raised by `run`.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol, TextIO

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer
from prompt_toolkit.completion import Completion as Offer
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.layout import (
    ConditionalContainer,
    Float,
    FloatContainer,
    Layout,
    Window,
)
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.output import Output, create_output
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import Style as Look

from gefaehrten.cli.screen.acts import Effects
from gefaehrten.cli.screen.bindings import Keyboard, bindings
from gefaehrten.cli.screen.control import FramePicture, InputControl
from gefaehrten.cli.screen.state import Frame
from gefaehrten.cli.screen.terminal import Guard
from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.stage import Room
from gefaehrten.core.text import Sentence
from protocol.errors import ProtocolError

REDRAW_SECONDS = 0.02
"""Drawn no more often than this, however much happens."""

ESCAPE_SECONDS = 0.1
"""How long a terminal may take to go on with what an Esc began before it counts as the key."""

SHORTEST_TICK = 0.01

MENU_ROWS = 8

EXPECTED = (GefaehrtenError, ProtocolError, OSError, EOFError)
"""Errors of tasks that nobody waited for which are no fault of the program: links break."""


class Machine(Protocol):
    """What the screen shows and whom keys go to: a `Desk`, or the like."""

    @property
    def cursor(self) -> int:
        """How many characters of the typed line stand before the cursor."""
        ...

    @property
    def plain_mouse(self) -> bool:
        """Whether the mouse belongs to the terminal now."""
        ...

    def typed(self) -> str:
        """What stands in the typed line."""
        ...

    def key(self, name: str) -> Effects:
        """A key by its name, or a character."""
        ...

    def text(self, text: str) -> Effects:
        """What is pasted."""
        ...

    def click(self, row: int, column: int) -> Effects:
        """A click on the frame that was shown last."""
        ...

    def scroll(self, lines: int) -> None:
        """The wheel."""
        ...

    def completed(self, text: str, cursor: int) -> None:
        """The typed line after a completion was chosen."""
        ...

    def completions(self) -> list[tuple[str, Sentence]]:
        """How the typed line could go on."""
        ...

    def frame(self, room: Room) -> Frame:
        """What is to be shown now."""
        ...

    def tick(self) -> None:
        """Time has passed."""
        ...

    def due(self) -> float | None:
        """Seconds until something changes by itself."""
        ...


class ScreenApp:
    """The full screen. Mutable: it runs once.

    Args:
        machine: what is shown, and whom keys go to.
        carry_out: takes what keys ask for; must not block.
        say: a sentence in the reader's language, safe to print.
        look: what the styles look like, by class.
        stream: the terminal.
        source: what is typed; by itself stdin.
        screen: how the terminal is written to, for tests; by itself that of `stream`.
    """

    def __init__(
        self,
        machine: Machine,
        carry_out: Callable[[Effects], None],
        say: Callable[[Sentence], str],
        look: Mapping[str, str],
        stream: TextIO,
        *,
        source: Input | None = None,
        screen: Output | None = None,
    ) -> None:
        self._machine = machine
        self._carry_out = carry_out
        self._failure: BaseException | None = None
        self._ticking: asyncio.TimerHandle | None = None
        self._guard = Guard(stream)
        self._output = screen if screen is not None else create_output(stdout=stream)
        if isinstance(self._output, Vt100_Output):
            # The terminal's answers to where the cursor is would reach the shell when the program ends meanwhile.
            self._output.enable_cpr = False
        self._titled = False
        self._over = False
        self._picture = FramePicture(self._clicked, self._scrolled)
        self._buffer = Buffer(completer=_Offers(machine, say), multiline=False)
        self._buffer.on_text_changed += lambda _: self._completed()
        self._syncing = False
        self._where = Float(
            ConditionalContainer(
                Window(InputControl(self._buffer), height=1),
                Condition(lambda: self._picture.frame.input_row >= 0),
            )
        )
        menu = Float(CompletionsMenu(MENU_ROWS, scroll_offset=1), xcursor=True, ycursor=True)
        self._app: Application[None] = Application(
            layout=Layout(FloatContainer(self._picture, [self._where, menu])),
            key_bindings=bindings(Keyboard(self._pressed, self._pasted, self._suspend)),
            style=Look.from_dict(dict(look)),
            full_screen=True,
            mouse_support=Condition(lambda: not machine.plain_mouse),
            color_depth=ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None,
            min_redraw_interval=REDRAW_SECONDS,
            erase_when_done=True,
            input=source,
            output=self._output,
            before_render=lambda _: self._compose(),
            after_render=lambda _: self._arm(),
        )
        self._app.ttimeoutlen = ESCAPE_SECONDS
        self._app.timeoutlen = ESCAPE_SECONDS

    async def run(self) -> None:
        """Shows the screen until `exit`.

        Raises:
            EOFError: the terminal is gone.
            Exception: what went wrong inside, the program's own fault.
        """
        if self._over:
            return
        with self._handling_errors():
            self._guard.arm()
            try:
                # Signals are the program's (cli/start.py), so that they end the same everywhere.
                await self._app.run_async(set_exception_handler=False, handle_sigint=False)
                self._untitle()
                self._guard.disarm()
            except BaseException as error:
                self._failure = self._failure or error
            finally:
                if self._ticking is not None:
                    self._ticking.cancel()
                self._guard.restore()
        if self._failure is not None:
            raise self._failure

    def exit(self) -> None:
        """Ends the screen; `run` returns soon, or does not even begin."""
        self._over = True
        if self._app.is_running and not self._app.is_done:
            self._app.exit()

    def fail(self, error: BaseException) -> None:
        """Ends the screen because something is broken; `run` raises it."""
        self._failure = self._failure or error
        self.exit()

    def refresh(self) -> None:
        """Something has changed."""
        self._app.invalidate()

    def press(self, name: str) -> None:
        """Does what a key does, as if it had been pressed."""
        self._pressed(name)

    def ring(self, title: str) -> None:
        """Sounds the terminal's bell, and names its window.

        Args:
            title: safe to print.
        """
        self._titled = True
        self._output.set_title(title)
        self._output.bell()
        self._output.flush()

    def _untitle(self) -> None:
        if self._titled:
            self._output.clear_title()
            self._output.flush()

    # From the terminal

    def _pressed(self, name: str) -> None:
        with self._watched():
            if self._buffer.complete_state is None or not self._in_menu(name):
                self._buffer.complete_state = None
                if name == "tab" and self._machine.typed():
                    self._buffer.start_completion(insert_common_part=True)
                else:
                    self._did(self._machine.key(name))

    def _in_menu(self, name: str) -> bool:
        """A key of the menu of completions; False for any other."""
        match name:
            case "tab" | "down":
                self._buffer.complete_next()
            case "s-tab" | "up":
                self._buffer.complete_previous()
            case "enter":
                self._buffer.complete_state = None
            case "escape":
                self._buffer.cancel_completion()
            case _:
                return False
        return True

    def _pasted(self, text: str) -> None:
        with self._watched():
            self._buffer.complete_state = None
            self._did(self._machine.text(text))

    def _clicked(self, row: int, column: int) -> None:
        with self._watched():
            self._buffer.complete_state = None
            self._did(self._machine.click(row, column))

    def _scrolled(self, lines: int) -> None:
        with self._watched():
            self._machine.scroll(lines)
            self.refresh()

    def _suspend(self) -> None:
        with self._watched():
            self._app.suspend_to_background()

    def _completed(self) -> None:
        """The menu of completions has changed the line."""
        if not self._syncing:
            self._machine.completed(self._buffer.text, self._buffer.cursor_position)

    def _did(self, effects: Effects) -> None:
        self._show_typed()
        if effects:
            self._carry_out(effects)
        self.refresh()

    # To the terminal

    def _compose(self) -> None:
        if self._app.is_done or self._failure is not None:
            return
        size = self._output.get_size()
        frame = self._machine.frame(Room(max(size.columns, 1), max(size.rows, 1)))
        self._picture.show(frame)
        self._where.left, self._where.top = max(frame.input_column, 0), max(frame.input_row, 0)
        self._where.width = max(frame.input_width, 1)
        self._where.height = 1
        self._show_typed()

    def _show_typed(self) -> None:
        """The machine's line into the buffer; a menu that is open keeps its own."""
        if self._buffer.complete_state is not None:
            return
        text, cursor = self._machine.typed(), self._machine.cursor
        if (self._buffer.text, self._buffer.cursor_position) != (text, cursor):
            self._syncing = True
            self._buffer.document = Document(text, cursor)
            self._syncing = False

    def _arm(self) -> None:
        """Waits for what will change by itself, if anything will."""
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None
        due = None if self._app.is_done else self._machine.due()
        if due is not None:
            loop = asyncio.get_running_loop()
            self._ticking = loop.call_later(max(due, SHORTEST_TICK), self._tick)

    def _tick(self) -> None:
        with self._watched():
            self._machine.tick()
            self.refresh()

    # When something breaks

    @contextlib.contextmanager
    def _watched(self) -> Iterator[None]:
        """An error in here is no one key's or click's: it ends the screen."""
        try:
            yield
        except Exception as error:
            self.fail(error)

    @contextlib.contextmanager
    def _handling_errors(self) -> Iterator[None]:
        """Errors of callbacks and tasks while the screen is up: neither lost nor printed over it."""
        loop = asyncio.get_running_loop()
        before = loop.get_exception_handler()
        loop.set_exception_handler(self._broken)
        try:
            yield
        finally:
            loop.set_exception_handler(before)

    def _broken(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        unwaited = "future" in context or "task" in context
        if isinstance(error, Exception) and not (unwaited and isinstance(error, EXPECTED)):
            self.fail(error)


class _Offers(Completer):
    """The machine's completions for the menu."""

    def __init__(self, machine: Machine, say: Callable[[Sentence], str]) -> None:
        self._machine = machine
        self._say = say

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Offer]:
        word = document.text_before_cursor.rpartition(" ")[2]
        for offer, does in self._machine.completions():
            yield Offer(offer, start_position=-len(word), display_meta=self._say(does))


def settle() -> None:
    """What is loaded by now will stay: the collector passes it over from now on.

    Looking through all of it takes thirty milliseconds, and would be done now and then between a key and its frame.
    """
    gc.freeze()
