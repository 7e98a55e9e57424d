"""Where lines come from: a script in a pipe, and a person at a terminal."""

from __future__ import annotations

import asyncio
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import pyte
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output

from gefaehrten.cli import output
from gefaehrten.cli.line.front import LineFront
from gefaehrten.cli.line.reading import PlainReader, Stop, TerminalReader, reader_for
from gefaehrten.core.lines import Span, Style, line
from gefaehrten.session.players import Leaving
from gefaehrten.session.requests import Person, Screen
from tests.terminal.table import Desk, bag_end, seen, started
from tests.unit.games.gefaehrten import kernel_positions as made

pytestmark = pytest.mark.timeout(20)

ROWS, COLUMNS = 24, 80
OFFERS = [("hint", "asks a bot"), ("look", "looks"), ("log", "tells")]


@contextmanager
def pipe(script: bytes | None = None) -> Iterator[tuple[TextIO, int]]:
    """The reading end of a pipe and the handle of its writing end; a script is all there is, then it ends."""
    source, sink = os.pipe()
    if script is not None:
        os.write(sink, script)
        os.close(sink)
    with os.fdopen(source, encoding="utf-8") as stream:
        yield stream, sink


# Plain lines


async def test_a_script_is_read_line_by_line_and_seen_in_the_log() -> None:
    log = io.StringIO()
    with pipe("1@9\r\nsag schön\n\nlast".encode()) as (source, _):
        reader = PlainReader(source, log, lambda: "Your turn> ", eager=False)
        lines = [await reader.line() for _ in range(5)]
    assert lines == ["1@9", "sag schön", "", "last", Stop.END]
    assert log.getvalue().splitlines()[:2] == ["Your turn> 1@9", "Your turn> sag schön"]


async def test_letters_that_are_none_are_no_end() -> None:
    with pipe(b"\xff\xfe\nyes\n") as (source, _):
        reader = PlainReader(source, io.StringIO(), str, eager=False)
        assert await reader.line() == "\ufffd\ufffd"
        assert await reader.line() == "yes"


async def test_a_stream_without_a_handle_is_read_too() -> None:
    reader = PlainReader(io.StringIO("one\ntwo\n"), io.StringIO(), str, eager=False)
    assert [await reader.line() for _ in range(3)] == ["one", "two", Stop.END]


class Log(io.StringIO):
    """A stream that a test can wait at until something has been written."""

    def __init__(self) -> None:
        super().__init__()
        self._written = asyncio.Event()

    def write(self, text: str) -> int:
        self._written.set()
        return super().write(text)

    async def reads(self, text: str) -> None:
        while self.getvalue() != text:
            self._written.clear()
            await self._written.wait()


async def test_what_is_told_stands_on_lines_of_its_own_and_the_prompt_comes_again() -> None:
    log = Log()
    with pipe() as (source, sink):
        reader = PlainReader(source, log, lambda: "> ", eager=True)
        reading_on = asyncio.create_task(reader.line())
        await log.reads("> ")
        reader.print([line("Cem: hello"), line("Cem: again")])
        reader.print([line("Berta: hush")])
        await log.reads("> \nCem: hello\nCem: again\nBerta: hush\n> ")
        os.write(sink, b"typed\n")
        assert await reading_on == "typed"
        os.close(sink)
    # The terminal itself has shown what was typed.
    assert log.getvalue().endswith("hush\n> ")


async def test_a_prompt_that_says_something_else_is_printed_anew() -> None:
    log, prompt = Log(), ["> "]
    with pipe() as (source, sink):
        reader = PlainReader(source, log, lambda: prompt[0], eager=True)
        reading_on = asyncio.create_task(reader.line())
        await log.reads("> ")
        reader.refresh()  # it says the same
        prompt[0] = "Your turn> "
        reader.refresh()
        await log.reads("> \nYour turn> ")
        reader.close()
        assert log.getvalue() == "> \nYour turn> \n"
        reading_on.cancel()
        os.close(sink)


async def test_a_script_plays_whole_turns_each_line_at_the_position_it_was_written_for() -> None:
    log, desk = io.StringIO(), Desk(seen(bag_end()))
    script = b"1@1\nundo\n1@9\n\nsay later\n5@0 end\n"
    with pipe(script) as (source, _):
        front = LineFront(
            Person("Anna", Path("nowhere"), "en", Screen.LINE, ascii_only=True),
            io.StringIO(),
            make_reader=lambda stream, complete, prompt: PlainReader(source, log, prompt, eager=False),
        )
        front.attach(desk)
        front.tell(started())
        assert desk.now is not None
        assert await front.decide(desk.now) == [made.place("r1", "9"), made.END]
        assert desk.said == []
        assert await front.decide(desk.now) == [made.place("r5", "0"), made.END]
        assert desk.said == ["later"]
        with pytest.raises(Leaving):
            await front.decide(desk.now)
        await front.close()
    shown = log.getvalue()
    assert shown.isascii()
    assert "Your turn> 1@1\nThe space is taken" in shown
    assert "1@9 - Enter commits> \n" in shown


# A terminal


class Drawn(io.StringIO):
    """What a terminal is sent."""

    def isatty(self) -> bool:
        return True


class Terminal:
    """A reader on a terminal of its own: what is typed goes in, what is drawn ends up on `screen`."""

    def __init__(self, typed: PipeInput, prompt: str = "> ") -> None:
        self.typed = typed
        self.prompt = prompt
        self.drawn = Drawn()
        self.reader = TerminalReader(
            sys.stdout,
            lambda text: [offer for offer in OFFERS if text and offer[0].startswith(text)],
            lambda: self.prompt,
            source=typed,
            screen=Vt100_Output(self.drawn, lambda: Size(ROWS, COLUMNS), term="xterm"),
        )

    @property
    def rows(self) -> list[str]:
        """What a person sees, without empty rows."""
        screen = pyte.Screen(COLUMNS, ROWS)
        pyte.Stream(screen).feed(self.drawn.getvalue())
        return [row.rstrip() for row in screen.display if row.strip()]

    async def types(self, keys: str, until: str) -> None:
        """Presses keys and waits until the line reads so."""
        buffer = self.reader._session.default_buffer
        changed = asyncio.Event()
        buffer.on_text_changed += lambda _: changed.set()
        self.typed.send_text(keys)
        while buffer.text != until:
            changed.clear()
            await changed.wait()

    async def offers(self, keys: str, count: int) -> None:
        """Presses keys and waits until the menu of completions has so many."""
        buffer = self.reader._session.default_buffer
        changed = asyncio.Event()
        buffer.on_completions_changed += lambda _: changed.set()
        self.typed.send_text(keys)
        while buffer.complete_state is None or len(buffer.complete_state.completions) < count:
            changed.clear()
            await changed.wait()


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    monkeypatch.setenv("TERM", "xterm")
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        yield Terminal(typed)


async def test_lines_typed_at_a_terminal(terminal: Terminal) -> None:
    terminal.typed.send_text("1@9\r")
    assert await terminal.reader.line() == "1@9"
    terminal.typed.send_text("sag schön\r")
    assert await terminal.reader.line() == "sag schön"
    assert terminal.rows == ["> 1@9", "> sag schön"]


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
async def test_interruptions_are_told_and_more_lines_follow(terminal: Terminal, key: str) -> None:
    terminal.typed.send_text(key)
    assert await terminal.reader.line() is Stop.INTERRUPT
    terminal.typed.send_text("on\r")
    assert await terminal.reader.line() == "on"


async def test_ctrl_c_in_the_midst_of_a_line_drops_it(terminal: Terminal) -> None:
    terminal.typed.send_text("half\x03")
    assert await terminal.reader.line() is Stop.INTERRUPT
    terminal.typed.send_text("whole\r")
    assert await terminal.reader.line() == "whole"


async def test_tab_completes(terminal: Terminal) -> None:
    typing = asyncio.create_task(terminal.reader.line())
    await terminal.types("hi\t", until="hint")
    terminal.typed.send_text("\r")
    assert await typing == "hint"


async def test_escape_leaves_the_completion_and_then_the_line(terminal: Terminal) -> None:
    typing = asyncio.create_task(terminal.reader.line())
    await terminal.offers("lo\t", count=2)
    await terminal.types("\t", until="look")
    await terminal.types("\x1b", until="lo")
    await terminal.types("\x1b", until="")
    await terminal.types("on", until="on")
    terminal.typed.send_text("\r")
    assert await typing == "on"


async def test_the_last_line_comes_back_with_the_arrow(terminal: Terminal) -> None:
    terminal.typed.send_text("say hello\r")
    await terminal.reader.line()
    again = asyncio.create_task(terminal.reader.line())
    await terminal.types("\x1b[A", until="say hello")
    terminal.typed.send_text("\r")
    assert await again == "say hello"


async def test_what_is_told_while_somebody_types_tears_nothing(terminal: Terminal) -> None:
    typing = asyncio.create_task(terminal.reader.line())
    await terminal.types("half", until="half")
    for number in range(3):
        terminal.reader.print([line(f"news {number}")])
    await terminal.types(" more", until="half more")
    terminal.typed.send_text("\r")
    assert await typing == "half more"
    terminal.reader.print([line("after")])
    assert terminal.rows == ["news 0", "news 1", "news 2", "> half more", "after"]


async def test_the_prompt_changes_under_what_is_typed(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    typing = asyncio.create_task(terminal.reader.line())
    await terminal.types("1@", until="1@")
    terminal.prompt = "Your turn> "
    terminal.reader.refresh()
    await terminal.types("9", until="1@9")
    terminal.typed.send_text("\r")
    assert await typing == "1@9"
    assert terminal.rows == ["Your turn> 1@9"]


async def test_closing_leaves_the_screen_without_a_prompt(terminal: Terminal) -> None:
    typing = asyncio.create_task(terminal.reader.line())
    await terminal.types("half", until="half")
    terminal.reader.print([line("The verdict.")])
    terminal.reader.close()
    typing.cancel()
    await asyncio.gather(typing, return_exceptions=True)
    terminal.reader.print([line("And one more.")])
    assert terminal.rows == ["The verdict.", "And one more."]
    assert terminal.drawn.getvalue().rfind("\x1b[?2004l") > terminal.drawn.getvalue().rfind("\x1b[?2004h")


async def test_the_terminal_is_never_asked_where_its_cursor_is(terminal: Terminal) -> None:
    terminal.typed.send_text("on\r")
    await terminal.reader.line()
    assert "\x1b[6n" not in terminal.drawn.getvalue()


@pytest.mark.parametrize(("value", "colourful"), [("", True), ("1", False)])
async def test_no_color_takes_the_colours_and_leaves_the_words(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, value: str, colourful: bool
) -> None:
    monkeypatch.setenv("NO_COLOR", value)
    plain = Terminal(terminal.typed)
    plain.reader.print([line(Span("No.", Style.BAD))])
    assert plain.rows == ["No."]
    assert ("\x1b[0;31m" in plain.drawn.getvalue()) is colourful


def test_the_width_is_that_of_the_terminal(terminal: Terminal) -> None:
    assert terminal.reader.columns() == COLUMNS


# Which of them


@pytest.mark.parametrize(
    ("terminals", "term", "to", "kind"),
    [
        ({"stdin", "stdout"}, "xterm", "stdout", TerminalReader),
        ({"stdin", "stderr"}, "xterm", "stderr", TerminalReader),
        ({"stdin", "stdout", "stderr"}, "xterm", "stderr", PlainReader),
        ({"stdin", "stdout"}, "dumb", "stdout", PlainReader),
        ({"stdin"}, "xterm", "stdout", PlainReader),
        ({"stdout"}, "xterm", "stdout", PlainReader),
        (set(), "xterm", "stdout", PlainReader),
    ],
)
def test_an_editor_where_nothing_else_is_printed(
    terminals: set[str], term: str, to: str, kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    streams = {name: io.TextIOWrapper(io.BytesIO()) for name in ("stdin", "stdout", "stderr")}
    for name, stream in streams.items():
        monkeypatch.setattr(sys, name, stream)
    monkeypatch.setattr(output, "is_terminal", lambda stream: stream in [streams[name] for name in terminals])
    monkeypatch.setenv("TERM", term)
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        reader = reader_for(streams[to], lambda text: [], str)
    assert type(reader) is kind
    assert reader.eager is ("stdin" in terminals)
