"""Shell. Where typed lines come from and printed lines go: a terminal with editing and completion, or a plain pipe.

The one rule: lines that arrive while a person types never tear what is typed.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol, TextIO

from gefaehrten.cli import i18n, output
from gefaehrten.core.lines import Line, Style
from gefaehrten.core.view import Completion

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.formatted_text import StyleAndTextTuples

Complete = Callable[[str], list[Completion]]

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


class Reader(Protocol):
    """A source of lines that can also print.

    Attributes:
        eager: whether lines are wanted at any time. A pipe's are read only when it is the seat's turn, so that a
            script's lines meet the positions they were written for.
    """

    eager: bool

    async def line(self) -> str | None:
        """The next typed line, None at the end of input."""
        ...

    def prompt(self, text: str) -> None:
        """What stands before the cursor from now on."""
        ...

    def print(self, lines: Iterable[Line]) -> None:
        """Prints lines above whatever is being typed."""
        ...

    def close(self) -> None:
        """Nothing more is read."""
        ...


def reader_for(stream: TextIO, complete: Complete) -> Reader:
    """A terminal's reader where a person sits at both ends, else a pipe's."""
    if output.is_terminal(sys.stdin) and output.is_terminal(stream) and os.environ.get("TERM") != "dumb":
        return TerminalReader(complete)
    return PipeReader(stream)


class PipeReader:
    """Plain lines in and out. A thread waits for input, since a pipe cannot be waited for everywhere."""

    eager = False

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lines: asyncio.Queue[str | None] | None = None

    async def line(self) -> str | None:
        if self._lines is None:
            self._lines = asyncio.Queue()
            loop = asyncio.get_running_loop()
            threading.Thread(target=self._wait, args=(loop, self._lines), daemon=True).start()
        return await self._lines.get()

    def prompt(self, text: str) -> None:
        """A pipe has no cursor."""

    def print(self, lines: Iterable[Line]) -> None:
        for each in lines:
            print(each.text, file=self._stream, flush=True)

    def close(self) -> None:
        """The thread ends with the process."""

    @staticmethod
    def _wait(loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[str | None]) -> None:
        try:
            for text in sys.stdin:
                loop.call_soon_threadsafe(lines.put_nowait, text.rstrip("\r\n"))
            loop.call_soon_threadsafe(lines.put_nowait, None)
        except (RuntimeError, ValueError, OSError):
            return  # the loop or the stream is closed: nobody waits any more


class TerminalReader:
    """A line editor with history, completion and colours."""

    eager = True

    def __init__(self, complete: Complete) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.output.color_depth import ColorDepth
        from prompt_toolkit.styles import Style as Look

        look = Look.from_dict({_class(style): value for style, value in THEME.items()})
        depth = ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None
        self._prompt = "> "
        self._look = look
        self._depth = depth
        self._session: PromptSession[str] = PromptSession(
            message=lambda: self._prompt,
            completer=_completer(complete),
            complete_while_typing=False,
            style=look,
            color_depth=depth,
        )
        self._asked_to_leave = False

    async def line(self) -> str | None:
        from prompt_toolkit.patch_stdout import patch_stdout

        while True:
            try:
                with patch_stdout(raw=True):
                    text = await self._session.prompt_async(handle_sigint=False)
            except EOFError:
                return None
            except KeyboardInterrupt:
                # Once asks, twice leaves, in every state of the table.
                if self._asked_to_leave:
                    return None
                self._asked_to_leave = True
                print(i18n.say("Ctrl-C again leaves the table."))
                continue
            self._asked_to_leave = False
            return text

    def prompt(self, text: str) -> None:
        self._prompt = text
        if self._session.app.is_running:
            self._session.app.invalidate()

    def print(self, lines: Iterable[Line]) -> None:
        from prompt_toolkit import print_formatted_text
        from prompt_toolkit.formatted_text import FormattedText

        for each in lines:
            spans: StyleAndTextTuples = [(f"class:{_class(span.style)}", span.text) for span in each.spans]
            print_formatted_text(FormattedText(spans), style=self._look, color_depth=self._depth)

    def close(self) -> None:
        if self._session.app.is_running:
            self._session.app.exit(exception=EOFError)


def _class(style: Style) -> str:
    """A style's name as the terminal library takes it: a dot would mean inheritance."""
    return style.replace(".", "-") or "plain"


def _completer(complete: Complete) -> Completer:
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.completion import Completion as Offer
    from prompt_toolkit.completion.base import CompleteEvent
    from prompt_toolkit.document import Document

    class Offers(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Offer]:
            text = document.text_before_cursor
            word = text.rpartition(" ")[2]
            for offer, does in complete(text):
                yield Offer(offer, start_position=-len(word), display_meta=does.say(i18n.translate))

    return Offers()
