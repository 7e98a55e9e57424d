"""The full screen as a program in a real terminal: whatever ends it, that is as it was; without one, line mode."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.test_play_by_hand import LEFT, session_of

ROOT = Path(__file__).resolve().parents[2]
RUN = "import sys; sys.argv[0] = 'gefaehrten'; from gefaehrten.cli.main import main; sys.exit(main())"
CRASH = """
import sys
sys.argv[0] = 'gefaehrten'
from gefaehrten.cli.screen import desk
whole = desk.Desk.key
def key(self, name):
    if name == 'X':
        raise ZeroDivisionError('the fault of this test')
    return whole(self, name)
desk.Desk.key = key
from gefaehrten.cli.main import main
sys.exit(main())
"""
DIE = CRASH.replace("raise ZeroDivisionError('the fault of this test')", "sys.exit(7)")
PATIENCE = 60.0
"""Seconds that a test waits for a text before it fails."""

PAIRS = (("\x1b[?1049h", "\x1b[?1049l"), ("\x1b[?1000h", "\x1b[?1000l"), ("\x1b[?2004h", "\x1b[?2004l"))
"""Alternate screen, mouse, bracketed paste: how they are begun, and how ended."""

PLAY = ("play", "--seats", "2", "--level", "random", "--lang", "en", "--name", "Ann")

posix = pytest.mark.skipif(sys.platform == "win32", reason="no pseudoterminals")
pytestmark = [pytest.mark.slow, posix]


class Terminal:
    """The program in a pseudoterminal of 100 by 30, with what it wrote and what that looks like.

    Args:
        command: what it is started with; by itself a match of two against a bot.

    Attributes:
        beside: terminals that are read on while this one is waited for.
    """

    def __init__(
        self,
        folder: Path,
        *words: str,
        run: str = RUN,
        command: Sequence[str] = PLAY,
        **environment: str,
    ) -> None:
        import pexpect
        import pyte

        self._pexpect = pexpect
        self._screen = pyte.Screen(100, 30)
        self._stream = pyte.Stream(self._screen)
        self.written = ""
        self.beside: list[Terminal] = []
        self.child = pexpect.spawn(
            sys.executable,
            ["-c", run, *command, *words],
            cwd=str(ROOT),
            env={
                **os.environ,
                "TERM": "xterm-256color",
                "LC_ALL": "C.UTF-8",
                "GEFAEHRTEN_HOME": str(folder),
                **environment,
            },
            dimensions=(30, 100),
            encoding="utf-8",
            codec_errors="replace",
        )
        self._modes = self.modes()

    def modes(self) -> list[Any]:
        """How the terminal treats what is typed."""
        import termios

        return termios.tcgetattr(self.child.child_fd)

    @property
    def text(self) -> str:
        return "\n".join(row.rstrip() for row in self._screen.display)

    def until(self, seen: Callable[[str], bool]) -> str:
        deadline = time.monotonic() + PATIENCE
        while not seen(self.text):
            assert time.monotonic() < deadline, self.text
            self._drain_others()
            try:
                self._feed(self.child.read_nonblocking(65536, timeout=1 if not self.beside else 0.05))
            except self._pexpect.TIMEOUT:
                continue
            except self._pexpect.EOF:
                break
        assert seen(self.text), self.text
        return self.text

    def shows(self, *texts: str) -> str:
        return self.until(lambda seen: all(text in seen for text in texts))

    def types(self, keys: str) -> None:
        self.child.send(keys)

    def ended(self, code: int) -> str:
        """The program has ended with this code and left everything as it was; returns what stands there now."""
        deadline = time.monotonic() + PATIENCE
        while True:
            assert time.monotonic() < deadline, self.text
            self._drain_others()
            try:
                self._feed(self.child.read_nonblocking(65536, timeout=1 if not self.beside else 0.05))
            except self._pexpect.TIMEOUT:
                continue
            except self._pexpect.EOF:
                break
        after = self.modes()
        self.child.close()
        assert self.child.exitstatus == code, self.text
        for begun, over in PAIRS:
            assert self.written.count(begun) >= 1
            assert self.written.rindex(over) > self.written.rindex(begun)
        assert self.written.rindex("\x1b[?25h") > self.written.rindex("\x1b[?25l")
        assert self.written.rindex("\x1b[?7h") > self.written.rindex("\x1b[?7l")
        assert after == self._modes
        assert "Traceback" not in self.written
        assert "Press ENTER" not in self.written
        assert session_of(self.child.pid) == []
        return self.text

    def close(self) -> None:
        self.child.close(force=True)

    def _drain_others(self) -> None:
        """Takes what others have written: a terminal that nobody reads holds its program up."""
        for other in (each for each in self.beside if not each.child.closed):
            with contextlib.suppress(self._pexpect.TIMEOUT, self._pexpect.EOF):
                other._feed(other.child.read_nonblocking(65536, timeout=0))

    def _feed(self, text: str) -> None:
        self.written += text
        self._stream.feed(text)


@pytest.fixture
def opened() -> Iterator[list[Terminal]]:
    terminals: list[Terminal] = []
    yield terminals
    for terminal in terminals:
        terminal.close()


@pytest.fixture
def at(tmp_path: Path, opened: list[Terminal]) -> Callable[..., Terminal]:
    """Opens the program and waits for the first turn."""

    def open_(*words: str, run: str = RUN, **environment: str) -> Terminal:
        terminal = Terminal(tmp_path, *words, run=run, **environment)
        opened.append(terminal)
        terminal.shows("your turn", "Hand:")
        return terminal

    return open_


def test_some_turns_and_leaving(at: Callable[..., Terminal]) -> None:
    terminal = at("--quick")
    shown = terminal.shows("Type 5@7 for the 5 on space 7")
    assert "Result" not in shown
    for _ in range(2):
        turn = re.search(r"Turn (\d+) . your turn", terminal.text)
        assert turn is not None
        terminal.types("H")
        hint = re.search(r"Hint: (\S+)", terminal.shows("Hint: ", "looked at"))
        assert hint is not None
        terminal.types(hint[1])
        terminal.shows(f"{hint[1]} >") if hint[1] != "end" else None
        terminal.types("\r")
        terminal.until(
            lambda seen, turn=turn: bool(  # type: ignore[misc]
                (now := re.search(r"Turn (\d+) . your turn", seen)) and int(now[1]) > int(turn[1])
            )
        )
    terminal.types("Q")
    terminal.shows("Really leave the table?")
    terminal.types("n")
    terminal.shows("You stay.")
    terminal.types("Q")
    terminal.shows("Really leave the table?")
    terminal.types("y")
    assert LEFT in terminal.ended(130)


def test_ctrl_c_twice(at: Callable[..., Terminal]) -> None:
    terminal = at()
    terminal.types("\x03\x03")
    assert LEFT in terminal.ended(130)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal(at: Callable[..., Terminal], name: str) -> None:
    terminal = at()
    terminal.types("half a wo")
    terminal.shows("> half a wo")
    os.kill(terminal.child.pid, signal.Signals[name])
    assert LEFT in terminal.ended(130)


@pytest.mark.parametrize("run", [CRASH, DIE], ids=["crash", "exit"])
def test_a_crash(at: Callable[..., Terminal], run: str, tmp_path: Path) -> None:
    terminal = at(run=run)
    terminal.types("X")
    if run is DIE:
        terminal.ended(7)
        return
    shown = terminal.ended(1)
    assert "Something went wrong inside the program (ZeroDivisionError)." in " ".join(shown.split())
    (report,) = (tmp_path / "log").glob("*.txt")
    assert "the fault of this test" in report.read_text("utf-8")


def test_a_suspended_screen_comes_back(tmp_path: Path, opened: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, run=SUSPENDED)
    opened.append(terminal)
    terminal.shows("your turn", "Hand:")
    terminal.types("half")
    terminal.shows("> half")
    terminal.types("\x1a")
    terminal.shows("the shell again")
    terminal.types("\r")
    terminal.shows("> half", "Hand:")
    terminal.types("\x03\x03")
    terminal.until(lambda seen: LEFT in seen)


SUSPENDED = """
import os, subprocess, sys
run = RUN
shell = 'set -m; "$@"; echo the shell again; read -r line; fg >/dev/null'
os.execv('/bin/bash', ['bash', '-c', shell, 'bash', sys.executable, '-c', run, *sys.argv[1:]])
""".replace("RUN", repr(RUN))


@pytest.mark.parametrize("given", ["null", "pipe"])
def test_without_a_terminal_there_is_line_mode(tmp_path: Path, given: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", RUN, "play", "--seats", "2", "--level", "random", "--lang", "en"],
        env={**os.environ, "GEFAEHRTEN_HOME": str(tmp_path), "TERM": "xterm-256color"},
        input=None if given == "null" else "quit\ny\n",
        stdin=subprocess.DEVNULL if given == "null" else None,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=PATIENCE,
    )
    assert done.returncode == 130
    assert "Your turn" in done.stdout
    assert "\x1b" not in done.stdout
    assert "Traceback" not in done.stderr


def test_only_the_screen_is_a_terminal(tmp_path: Path) -> None:
    import pty

    master, slave = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-c", RUN, "play", "--seats", "2", "--level", "random", "--lang", "en"],
        env={**os.environ, "GEFAEHRTEN_HOME": str(tmp_path), "TERM": "xterm-256color"},
        stdin=subprocess.DEVNULL,
        stdout=slave,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    os.close(slave)
    seen = b""
    try:
        while data := os.read(master, 65536):
            seen += data
    except OSError:  # the program has ended
        pass
    _, err = running.communicate(timeout=PATIENCE)
    os.close(master)
    assert running.returncode == 130
    assert b"Your turn" in seen
    assert b"\x1b[?1049h" not in seen
    assert b"Traceback" not in err
