"""What breaks inside the full screen ends it and is the program's error; the terminal gets back what it was."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from gefaehrten.cli.screen.front import ScreenFront
from gefaehrten.cli.screen.terminal import AS_IT_WAS, Guard
from gefaehrten.session.players import Leaving
from tests.terminal.screens import Glass, Sitting, Table, person

ON = ("\x1b[?1049h", "\x1b[?1000h", "\x1b[?2004h", "\x1b[?25l")
"""What a full screen turns on: alternate screen, mouse, bracketed paste, no cursor."""


class Broken(Exception):
    """A fault of the program."""


def breaks(*_args: object, **_kwargs: object) -> Any:
    raise Broken("this is the test's")


async def fails(
    tmp_path: Path, how: Callable[[Sitting, Table], None], *, starts: bool = True
) -> tuple[Glass, BaseException]:
    """A screen in whose turn something breaks: what it leaves, and what `close` raises."""
    glass, table = Glass(), Table()
    with create_pipe_input() as keyboard:
        front = ScreenFront(
            person(tmp_path),
            glass,
            clock=lambda: 0.0,
            source=keyboard,
            screen=Vt100_Output(glass, lambda: glass.size, term="xterm-256color"),
        )
        seat = Sitting(front, glass, keyboard)
        if not starts:
            how(seat, table)
        front.attach(table)
        if starts:
            table.begin(front)
            table.others(front)
            position = table.position()
            assert position is not None
            asked = asyncio.ensure_future(front.decide(position))
            await glass.shows("your turn")
            how(seat, table)
            async with asyncio.timeout(5):
                with pytest.raises(Leaving):  # so the session ends
                    await asked
        else:
            async with asyncio.timeout(5):
                await table.left.wait()
        with pytest.raises((Broken, EOFError, OSError)) as raised:
            await front.close()
    return glass, raised.value


def assert_restored(glass: Glass) -> None:
    written = glass.bytes
    for begun in ON[:3]:
        if begun in written:
            ended = begun[:-1] + "l"
            assert written.rindex(ended) > written.rindex(begun), ended
    assert written.rindex("\x1b[?25h") > written.rfind("\x1b[?25l")
    assert "Press ENTER" not in written
    assert "Traceback" not in written


def key(seat: Sitting, table: Table) -> None:
    seat.front.desk.key = breaks  # type: ignore[method-assign]
    seat.types("x")


def paste(seat: Sitting, table: Table) -> None:
    seat.front.desk.text = breaks  # type: ignore[method-assign]
    seat.types("\x1b[200~x\x1b[201~")


def click(seat: Sitting, table: Table) -> None:
    seat.front.desk.click = breaks  # type: ignore[method-assign]
    seat.clicks(3, 3)


def wheel(seat: Sitting, table: Table) -> None:
    seat.front.desk.scroll = breaks  # type: ignore[method-assign]
    seat.turns_wheel(3, 3, down=True)


def drawing(seat: Sitting, table: Table) -> None:
    seat.front.desk.frame = breaks  # type: ignore[method-assign]
    seat.types("x")


def first_drawing(seat: Sitting, table: Table) -> None:
    seat.front.desk.frame = breaks  # type: ignore[method-assign]


def completion(seat: Sitting, table: Table) -> None:
    seat.front.desk.completions = breaks  # type: ignore[method-assign]
    seat.types("hin\t")


def ticking(seat: Sitting, table: Table) -> None:
    seat.front.desk.tick = breaks  # type: ignore[method-assign]


def controls(seat: Sitting, table: Table) -> None:
    table.refusal = Broken("this is the test's")
    seat.types("say x\r")


def callback(seat: Sitting, table: Table) -> None:
    asyncio.get_running_loop().call_soon(breaks)


def task(seat: Sitting, table: Table) -> None:
    async def broken() -> None:
        breaks()

    seat.front._app._app.create_background_task(broken())


def end_of_input(seat: Sitting, table: Table) -> None:
    seat._keyboard.close()


@pytest.mark.parametrize(
    "how", [key, paste, click, wheel, drawing, completion, ticking, controls, callback, task]
)
async def test_a_fault_ends_the_screen_and_is_raised(
    tmp_path: Path, how: Callable[[Sitting, Table], None]
) -> None:
    glass, error = await fails(tmp_path, how)
    assert isinstance(error, Broken)
    assert all(begun in glass.bytes for begun in ON)
    assert_restored(glass)


async def test_a_fault_in_the_first_drawing(tmp_path: Path) -> None:
    glass, error = await fails(tmp_path, first_drawing, starts=False)
    assert isinstance(error, Broken)
    assert_restored(glass)


async def test_a_terminal_that_is_gone(tmp_path: Path) -> None:
    glass, error = await fails(tmp_path, end_of_input)
    assert isinstance(error, EOFError)
    assert_restored(glass)


async def test_a_terminal_that_cannot_be_written_any_more(tmp_path: Path) -> None:
    def gone(seat: Sitting, table: Table) -> None:
        def write(text: str) -> int:
            raise OSError(errno.EIO, "gone")

        seat.glass.write = write  # type: ignore[method-assign]
        seat.types("x")

    _, error = await fails(tmp_path, gone)
    assert isinstance(error, OSError)
    assert error.errno == errno.EIO


async def test_a_screen_that_is_closed_before_it_is_drawn(tmp_path: Path) -> None:
    glass = Glass()
    with create_pipe_input() as keyboard:
        front = ScreenFront(
            person(tmp_path), glass, source=keyboard, screen=Vt100_Output(glass, lambda: glass.size)
        )
        front.attach(Table())
        await front.close()
    assert "\x1b[?1049h" not in glass.bytes


def test_the_guard_restores_once_and_only_if_nobody_else_has() -> None:
    glass = Glass()
    guard = Guard(glass, glass)
    guard.restore()
    assert glass.bytes == ""
    guard.arm()
    guard.restore()
    guard.restore()
    assert glass.bytes == AS_IT_WAS
    guard.arm()
    guard.disarm()
    guard.restore()
    assert glass.bytes == AS_IT_WAS
