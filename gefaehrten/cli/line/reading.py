"""Shell. Where typed lines come from and printed lines go: a terminal with editing and completion, or a plain stream.

The one rule: lines that arrive while a person types never tear what is typed.
"""

from __future__ import annotations

import asyncio
import codecs
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, Protocol, TextIO

from gefaehrten.cli import output
from gefaehrten.core.lines import Line, Span, Style

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.input import Input
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.output import Output

Complete = Callable[[str], list[tuple[str, str]]]
"""How typed text could go on, and what each way does, ready to print."""

Prompt = Callable[[], str]
"""What stands before the cursor now, ready to print."""

THEME = {
    Style.DIM: "fg:ansibrightblack",
    Style.STRONG: "bold",
    Style.TITLE: "bold",
    Style.KEY: "fg:ansicyan",
    Style.GOOD: "fg:ansigreen",
    Style.BAD: "fg:ansired",
    Style.WARN: "fg:ansiyellow",
    Style.PENDING: "bold underline",
    Style.PLACE_BLACK: "reverse",
    Style.PARTY_0: "fg:ansired bold",
    Style.PARTY_1: "fg:ansiyellow bold",
    Style.PARTY_2: "fg:ansigreen bold",
    Style.PARTY_3: "fg:ansiblue bold",
}
"""What the styles look like; the letters on the cards say the same without colours."""

REFRESH_SECONDS = 1.0
"""How often a terminal's prompt is looked at anew: it tells how long somebody has been waited for."""

ESCAPE_SECONDS = 0.1
"""How long a terminal may take to go on with what an Esc began before it counts as the key."""

QUIET_SECONDS = 0.1
"""How long nothing must have happened before a terminal without a cursor is prompted: it cannot take that back."""

CHUNK = 65536
"""Bytes that are read from a stream at once."""


class Stop(Enum):
    """Why there is no line."""

    INTERRUPT = "interrupt"
    """Ctrl-C or Ctrl-D at the prompt; more lines may follow."""
    END = "end"
    """Nothing more can come."""


class Reader(Protocol):
    """A source of lines that can also print.

    Attributes:
        eager: whether lines are wanted at any time. A pipe's are read only when it is the seat's turn, so that a
            script's lines meet the positions they were written for.
    """

    eager: bool

    async def line(self) -> str | Stop:
        """The next typed line, or why there is none."""
        ...

    def refresh(self) -> None:
        """The prompt says something else from now on."""
        ...

    def print(self, lines: Iterable[Line]) -> None:
        """Prints lines above whatever is being typed."""
        ...

    def columns(self) -> int | None:
        """The terminal's width in cells; None where there is none."""
        ...

    def close(self) -> None:
        """Nothing more is read; whoever waits in `line` is to be cancelled next. Printing goes on."""
        ...


def reader_for(stream: TextIO, complete: Complete, prompt: Prompt) -> Reader:
    """A line editor where a person sits at both ends of a terminal that has a cursor, else plain lines.

    Args:
        stream: where lines go. Where this is stderr and stdout is a terminal too, the program prints there as well,
            and an editor would be torn.
    """
    person = output.is_terminal(sys.stdin)
    shared = stream is sys.stderr and output.is_terminal(sys.stdout)
    if person and output.is_terminal(stream) and os.environ.get("TERM") != "dumb" and not shared:
        return TerminalReader(stream, complete, prompt)
    return PlainReader(sys.stdin, stream, prompt, eager=person)


class PlainReader:
    """Plain lines in and out. A thread waits for input, since a pipe cannot be waited for everywhere.

    The prompt is printed when a line is wanted, and a script's line after it: a log reads like what a person sees.

    Args:
        source: where lines come from.
        stream: where lines go.
        eager: a person types, at a terminal that cannot edit; else a script does.
    """

    def __init__(self, source: TextIO, stream: TextIO, prompt: Prompt, *, eager: bool) -> None:
        self.eager = eager
        self._source = source
        self._stream = stream
        self._prompt = prompt
        self._asked: str | None = None
        self._soon: asyncio.TimerHandle | None = None
        self._wanted = False
        self._lines: asyncio.Queue[str | Stop] | None = None

    async def line(self) -> str | Stop:
        if self._lines is None:
            self._lines = asyncio.Queue()
            loop = asyncio.get_running_loop()
            threading.Thread(target=self._wait, args=(loop, self._lines), daemon=True).start()
        self._wanted = True
        self._ask_soon()
        typed = await self._lines.get()
        self._wanted = False
        if not self.eager or typed is Stop.END:
            # A person's line was ended by Enter already.
            print(typed if isinstance(typed, str) else "", file=self._stream, flush=True)
        self._asked = None
        return typed

    def refresh(self) -> None:
        if self._wanted and self._asked != self._prompt():
            self._ask_soon()

    def print(self, lines: Iterable[Line]) -> None:
        self._off_prompt()
        for each in lines:
            print(each.text, file=self._stream, flush=True)
        if self._wanted:
            self._ask_soon()

    def columns(self) -> int | None:
        return None

    def close(self) -> None:
        """Leaves the prompt's line; the thread ends with the process."""
        self._wanted = False
        self._off_prompt()

    def _ask_soon(self) -> None:
        """Prompts once it is quiet; a script at once, since its line is there already."""
        if self._soon is not None:
            self._soon.cancel()
        if self.eager:
            self._soon = asyncio.get_running_loop().call_later(QUIET_SECONDS, self._ask)
        else:
            self._ask()

    def _ask(self) -> None:
        self._soon = None
        if not self._wanted or self._asked == self._prompt():
            return
        self._off_prompt()
        self._asked = self._prompt()
        print(self._asked, end="", file=self._stream, flush=True)

    def _off_prompt(self) -> None:
        if self._asked is not None:
            self._asked = None
            print(file=self._stream, flush=True)

    def _wait(self, loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[str | Stop]) -> None:
        try:
            for text in _lines_of(self._source):
                loop.call_soon_threadsafe(lines.put_nowait, text)
            loop.call_soon_threadsafe(lines.put_nowait, Stop.END)
        except RuntimeError:
            return  # the loop is closed: nobody waits any more


def _lines_of(source: TextIO) -> Iterator[str]:
    """The lines of a stream without their ends.

    Read below Python's own buffer: a thread that waits inside it holds its lock, and the interpreter could not end.
    """
    try:
        handle = source.fileno()
    except (OSError, ValueError):
        yield from (text.rstrip("\r\n") for text in source)
        return
    decoder = codecs.getincrementaldecoder(source.encoding or "utf-8")("replace")
    rest = ""
    while True:
        try:
            data = os.read(handle, CHUNK)
        except OSError:
            data = b""  # the terminal is gone
        *whole, rest = (rest + decoder.decode(data, final=not data)).split("\n")
        yield from (text.rstrip("\r") for text in whole)
        if not data:
            if rest:
                yield rest
            return


class TerminalReader:
    """A line editor with history, completion and colours.

    Args:
        stream: the terminal that lines go to.
        source: what is typed; by itself stdin.
        screen: how the terminal is written to, for tests; by itself that of `stream`.
    """

    eager = True

    def __init__(
        self,
        stream: TextIO,
        complete: Complete,
        prompt: Prompt,
        *,
        source: Input | None = None,
        screen: Output | None = None,
    ) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.output import create_output
        from prompt_toolkit.output.color_depth import ColorDepth
        from prompt_toolkit.output.vt100 import Vt100_Output
        from prompt_toolkit.styles import Style as Look

        self._screen = screen if screen is not None else create_output(stdout=stream)
        if isinstance(self._screen, Vt100_Output):
            # The terminal's answers to where the cursor is would reach the shell when the program ends meanwhile.
            self._screen.enable_cpr = False
        self._look = Look.from_dict({_class(style): value for style, value in THEME.items()})
        self._depth = ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None
        self._session: PromptSession[str] = PromptSession(
            message=prompt,
            completer=_completer(complete),
            complete_while_typing=False,
            style=self._look,
            color_depth=self._depth,
            key_bindings=_keys(),
            input=source,
            output=self._screen,
        )
        self._session.app.ttimeoutlen = ESCAPE_SECONDS
        self._prompt = prompt
        self._pending: list[Line] = []

    async def line(self) -> str | Stop:
        self._drain()
        ticking = asyncio.get_running_loop().create_task(self._tick())
        try:
            return await self._session.prompt_async(handle_sigint=False, set_exception_handler=False)
        except (EOFError, KeyboardInterrupt):
            return Stop.INTERRUPT
        finally:
            ticking.cancel()
            self._drain()

    async def _tick(self) -> None:
        """Draws the prompt anew when it says something else, and only then: a quiet line is left in peace."""
        shown = self._prompt()
        while True:
            await asyncio.sleep(REFRESH_SECONDS)
            if shown != (shown := self._prompt()):
                self.refresh()

    def refresh(self) -> None:
        if self._session.app.is_running:
            self._session.app.invalidate()

    def print(self, lines: Iterable[Line]) -> None:
        """Prints above the prompt, in the order of the calls whether or not somebody types meanwhile."""
        from prompt_toolkit.application import run_in_terminal

        scheduled = bool(self._pending)
        self._pending += lines
        if not self._session.app.is_running:
            self._drain()
        elif self._pending and not scheduled:
            run_in_terminal(self._drain)

    def columns(self) -> int | None:
        return self._screen.get_size().columns

    def close(self) -> None:
        """The prompt vanishes when it ends; it has no answer."""
        self._session.app.erase_when_done = True
        if not self._session.app.is_running:
            self._drain()

    def _drain(self) -> None:
        """Writes what waits to be printed; the prompt is out of the way."""
        from prompt_toolkit.formatted_text import FormattedText
        from prompt_toolkit.renderer import print_formatted_text

        pending, self._pending = self._pending, []
        if not pending:
            return
        spans = [
            (f"class:{_class(span.style)}", span.text) for each in pending for span in (*each.spans, LINE_END)
        ]
        print_formatted_text(self._screen, FormattedText(spans), self._look, color_depth=self._depth)
        self._screen.flush()


LINE_END = Span("\n")


def _class(style: Style) -> str:
    """A style's name as the terminal library takes it: a dot would mean inheritance."""
    return style.replace(".", "-") or "plain"


def _keys() -> KeyBindings:
    """What keys do beyond the line editor's own: Esc leaves the menu of completions, or drops the line."""
    from prompt_toolkit.key_binding import KeyBindings

    keys = KeyBindings()

    @keys.add("escape", eager=True)
    def _leave(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if buffer.complete_state is not None:
            buffer.cancel_completion()
        else:
            buffer.text = ""

    return keys


def _completer(complete: Complete) -> Completer:
    from prompt_toolkit.completion import Completer, Completion
    from prompt_toolkit.completion.base import CompleteEvent
    from prompt_toolkit.document import Document

    class Offers(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
            text = document.text_before_cursor
            word = text.rpartition(" ")[2]
            for offer, does in complete(text):
                yield Completion(offer, start_position=-len(word), display_meta=does)

    return Offers()
