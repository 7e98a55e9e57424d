"""The program as a person meets it: a match in a real terminal of 80 by 24, and by a script in a pipe."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUN = "import sys; sys.argv[0] = 'gefaehrten'; from gefaehrten.cli.main import main; sys.exit(main())"
PATIENCE = 60.0
"""Seconds that a test waits for a text before it fails; nothing here takes a tenth of it."""

LEFT = "You have left the table; the match waits for you: gefaehrten play"
"""How a match against bots is left; the rest of the sentence may stand in another row of a terminal."""

SHELL = (
    'trap : INT; stty -a > "$1"; shift_to="$2"; profile="$3"; python="$4"; run="$5"; '
    '"$python" -c "$run" play --plain --seats 2 --level random --name Ann --lang en --profile "$profile"; '
    'echo "exit code $?"; stty -a > "$shift_to"'
)

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="no pseudoterminals")]


class Terminal:
    """A shell in a pseudoterminal that runs the program and looks at the terminal's modes before and after."""

    def __init__(self, folder: Path, term: str, **environment: str) -> None:
        import pexpect
        import pyte

        self.folder = folder
        self._pexpect = pexpect
        self._screen = pyte.HistoryScreen(80, 24, history=10000, ratio=0.5)
        self._stream = pyte.Stream(self._screen)
        words = [folder / "before", folder / "after", folder / "profile", sys.executable, RUN]
        self._child = pexpect.spawn(
            "/bin/sh",
            ["-c", SHELL, "sh", *map(str, words)],
            cwd=str(ROOT),
            env={**os.environ, "TERM": term, "LC_ALL": "C.UTF-8", "HOME": str(folder), **environment},
            dimensions=(24, 80),
            encoding="utf-8",
            codec_errors="replace",
        )

    @property
    def text(self) -> str:
        """Everything that was shown, the scrolled-off rows included."""
        past = ["".join(row[x].data for x in range(80)) for row in self._screen.history.top]
        return "\n".join(row.rstrip() for row in [*past, *self._screen.display])

    def until(self, text: str, *, times: int = 1) -> str:
        """Waits until a text has been shown so often; returns everything that was shown."""
        deadline = time.monotonic() + PATIENCE
        while self.text.count(text) < times:
            try:
                self._stream.feed(self._child.read_nonblocking(65536, timeout=1))
            except self._pexpect.TIMEOUT:
                pass
            except self._pexpect.EOF:
                break
            if time.monotonic() > deadline:
                break
        assert self.text.count(text) >= times, f"no {text!r} in:\n{self.text}"
        return self.text

    def types(self, keys: str) -> None:
        self._child.send(keys)

    def resize(self, rows: int, columns: int) -> None:
        self._child.setwinsize(rows, columns)
        self._screen.resize(rows, columns)

    def ended(self, code: int) -> str:
        """The program has ended with this code and left the terminal as it was; returns what was shown."""
        shown = self.until(f"exit code {code}")
        self._child.expect(self._pexpect.EOF)
        self._child.close()
        before, after = ((self.folder / name).read_text() for name in ("before", "after"))
        assert "icanon" in before
        assert before == after
        return shown

    def close(self) -> None:
        self._child.close(force=True)


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def test_a_first_match_at_a_terminal(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, "xterm")
    terminals.append(terminal)
    terminal.until("Your turn>")
    shown = terminal.until("Hand:")
    assert "Type 5@7 for the 5 on space 7" in shown
    assert "1 Bag End - white: free spaces only" in shown

    terminal.types("foo\r")
    terminal.until("is no move. Right would be")
    terminal.types("\r")
    shown = terminal.until("at least one card")
    found = re.search(r"Right would be ([a-z0-9@]+)", shown)
    assert found is not None
    move = found[1]

    terminal.types(f"{move}\r")
    terminal.until(f"{move} - Enter commits>")
    terminal.types("undo\r")
    terminal.until("Nothing is placed yet.")
    terminal.types("hin\t")
    terminal.until("Your turn> hint")
    terminal.types("\r")
    terminal.until("looked at")
    terminal.types(f"{move}\r")
    terminal.until(f"{move} - Enter commits>", times=2)
    turns = terminal.text.count("if it were scored now")
    terminal.types("\r")
    shown = terminal.until("if it were scored now", times=turns + 1)
    assert re.search(r"^You: .* on space", shown, re.MULTILINE)
    assert re.search(r"^Bot 1: ", shown, re.MULTILINE)

    terminal.types("quit\r")
    terminal.until("Really leave the table? y leaves.")
    terminal.types("n\r")
    terminal.until("You stay.")
    terminal.types("quit\r")
    terminal.until("Really leave the table? y leaves.", times=2)
    terminal.types("y\r")
    shown = terminal.ended(130)
    assert LEFT in shown
    assert "Waiting for" not in shown.partition("You stay.")[2]
    assert "Traceback" not in shown


def test_ctrl_c_twice_leaves_and_a_second_match_has_no_welcome(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    (tmp_path / "profile").mkdir()
    (tmp_path / "profile" / "welcomed-gefaehrten").touch()
    terminal = Terminal(tmp_path, "xterm", NO_COLOR="1")
    terminals.append(terminal)
    terminal.until("Your turn>")
    shown = terminal.until("Hand:")
    assert "Type 5@7" not in shown
    terminal.resize(20, 60)
    terminal.types("table\r")
    terminal.until("if it were scored now", times=2)
    terminal.resize(24, 80)
    terminal.types("half a wo\x03")
    terminal.until("Ctrl-C once more leaves the table")
    terminal.types("\x03")
    assert LEFT in terminal.ended(130)


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "end of input"])
def test_a_terminal_without_a_cursor(tmp_path: Path, terminals: list[Terminal], key: str) -> None:
    terminal = Terminal(tmp_path, "dumb")
    terminals.append(terminal)
    terminal.until("Your turn>")
    terminal.types("foo\r")
    terminal.until("is no move. Right would be")
    terminal.types(key)
    shown = terminal.ended(130)
    assert "Traceback" not in shown


def program(folder: Path, *words: str) -> list[str]:
    return [sys.executable, "-c", RUN, *words, "--lang", "en", "--profile", str(folder / "profile")]


def test_a_script_in_a_pipe_plays_a_turn_and_leaves(tmp_path: Path) -> None:
    # It cannot know its cards: some of these fit, the others are refused. The last two lines are for its second turn.
    moves = [f"{letter}{space}" for letter in "abcdef" for space in "7395"]
    script = "\n".join([*moves, "", "quit", "y"]) + "\n"
    done = subprocess.run(
        program(tmp_path, "play", "--plain", "--ascii", "--seats", "2", "--level", "random", "--name", "Ann"),
        input=script,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=PATIENCE,
    )
    assert done.returncode == 130, done.stderr
    assert done.stdout.isascii()
    assert re.search(r"^You: .* on space", done.stdout, re.MULTILINE)
    assert re.search(r"^Bot 1: ", done.stdout, re.MULTILINE)
    assert done.stdout.count("Really leave the table? y leaves.") == 1
    assert re.search(rf"^{LEFT} --resume [0-9a-f]{{8}}\n\Z", done.stderr, re.MULTILINE)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("form", ["--plain", "--json"])
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_in_a_pipe_ends_in_one_sentence(tmp_path: Path, name: str, form: str) -> None:
    running = subprocess.Popen(
        program(tmp_path, "play", form, "--seats", "2", "--level", "random"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )
    try:
        assert running.stdout is not None
        wanted = '"started"' if form == "--json" else "decks are sealed"
        for row in running.stdout:
            if wanted in row:
                break
        running.send_signal(signal.Signals[name])
        out, err = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
        running.wait()
    assert running.returncode == 130
    assert re.search(rf"^{LEFT} --resume [0-9a-f]{{8}}\n\Z", err, re.MULTILINE)
    assert "Traceback" not in err
    assert "waiting" not in out
    assert session_of(running.pid) == []


def session_of(leader: int) -> list[str]:
    """The processes that a program which led a session of its own has left behind; those of Linux only."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, _, session = path.read_text().rpartition(")")[2].split()[:4]
            if int(session) == leader and state != "Z":
                found.append(path.parent.joinpath("cmdline").read_text())
    return found


def test_a_person_can_move_by_json(tmp_path: Path) -> None:
    moves = [f"{letter}{space}" for letter in "abcdef" for space in "7395"]
    done = subprocess.run(
        program(tmp_path, "play", "--json", "--seats", "2", "--level", "random", "--name", "Ann"),
        input="\n".join([*moves, ""]) + "\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=PATIENCE,
    )
    assert done.returncode == 130
    assert all(row.startswith('{"event":"') for row in done.stdout.splitlines())
    assert '"step":"place","seat":0' in done.stdout
    assert '"code":"left"' in done.stdout.splitlines()[-1]
    assert "Your turn> " in done.stderr
