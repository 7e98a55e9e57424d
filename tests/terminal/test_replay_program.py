"""The replay as a program: on a terminal of its own, which it gives back whatever ends it; and in line mode."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fcntl import ioctl
from pathlib import Path

import pytest

from scripts import example
from tests import replays

pytestmark = pytest.mark.slow

RUN = "import sys; from gefaehrten.cli.main import main; sys.exit(main())"
PATIENCE = 60.0
"""Seconds that a test waits for the program before it fails."""

ENTERS_SCREEN, LEAVES_SCREEN = "\x1b[?1049h", "\x1b[?1049l"


def run(*words: object) -> subprocess.CompletedProcess[str]:
    """Runs the program without a terminal."""
    return subprocess.run(
        [sys.executable, "-c", RUN, *map(str, words)],
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=100,
    )


class Terminal:
    """A terminal with the program on it."""

    def __init__(self, words: tuple[object, ...]) -> None:
        self.master, self._slave = pty.openpty()
        ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self.modes = termios.tcgetattr(self._slave)
        self.shown = ""
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, *map(str, words)],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            env={**os.environ, "TERM": "xterm-256color"},
            start_new_session=True,
        )

    def read(self, until: Callable[[str], bool]) -> str:
        """Reads what is shown until it looks like that."""
        end = time.monotonic() + PATIENCE
        while not until(self.shown):
            assert time.monotonic() < end, f"this was shown:\n{self.shown}"
            if select.select([self.master], [], [], 0.05)[0]:
                self.shown += os.read(self.master, 65536).decode(errors="replace")
        return self.shown

    def ends(self) -> int:
        """Reads to the end; returns the exit code."""
        self.read(lambda _: self.process.poll() is not None)
        while select.select([self.master], [], [], 0)[0]:
            self.shown += os.read(self.master, 65536).decode(errors="replace")
        assert self.process.returncode is not None
        return self.process.returncode

    def was_given_back(self) -> bool:
        """Whether the terminal is as it was: its screen, its cursor, and how it treats what is typed."""
        _, left, after = self.shown.rpartition(LEAVES_SCREEN)
        hidden, cursor, _ = self.shown.rpartition("\x1b[?25h")
        return bool(
            left
            and ENTERS_SCREEN not in after
            and cursor
            and hidden.count("\x1b[?25l") >= 1
            and self.shown.rfind("\x1b[?25l") < len(hidden)
            and termios.tcgetattr(self._slave) == self.modes
        )

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self._slave)


@contextmanager
def terminal(*words: object) -> Iterator[Terminal]:
    found = Terminal(words)
    try:
        yield found
    finally:
        found.close()


def ready(shown: str) -> bool:
    return "of 223" in shown and "help" in shown


@pytest.mark.parametrize("typed", [b"q", b"\x03", b"\x1b"])
def test_leaving_by_a_key_ends_well(typed: bytes) -> None:
    with terminal("replay", example.RECORD) as there:
        there.read(ready)
        os.write(there.master, typed)
        assert there.ends() == 0
        assert there.was_given_back()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_and_the_terminal_is_as_before(number: signal.Signals) -> None:
    with terminal("replay", example.RECORD, "--lang", "en") as there:
        there.read(ready)
        there.process.send_signal(number)
        assert there.ends() == 130
        assert there.was_given_back()
        assert "Interrupted." in there.shown.rpartition(LEAVES_SCREEN)[2]
        assert "Traceback" not in there.shown


def test_it_begins_where_and_as_whom_it_is_told_to() -> None:
    with terminal("replay", example.RECORD, "--at", 37, "--seat", 2, "--speed", 4, "--lang", "en") as there:
        shown = there.read(ready)
        assert "step 37 of 223 · 4 a second · seen by Cem" in shown
        os.write(there.master, b"q")
        assert there.ends() == 0


def test_a_record_that_does_not_hold_is_shown_and_ends_with_5(tmp_path: Path) -> None:
    file = tmp_path / "broken.record"
    file.write_bytes(replays.broken_record().to_bytes())
    with terminal("replay", file, "--lang", "en") as there:
        there.read(lambda shown: "of 113" in shown and "help" in shown)
        assert "This record does not hold" in there.shown.partition(ENTERS_SCREEN)[2]
        os.write(there.master, b"q")
        assert there.ends() == 5
        assert there.was_given_back()


def test_plain_on_a_terminal_prints_and_ends() -> None:
    with terminal("replay", example.RECORD, "--plain", "--lang", "en") as there:
        assert there.ends() == 0
        assert ENTERS_SCREEN not in there.shown
        assert "Bag End is scored" in there.shown


# Line mode


def test_up_to_a_step_with_the_table_as_it_was_then() -> None:
    whole = run("replay", example.RECORD).stdout.splitlines()
    result = run("replay", example.RECORD, "--at", 37)
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    told = next(number for number, text in enumerate(lines) if not text)
    assert lines[: told - 1] == whole[: told - 1]
    assert lines[told - 2].startswith("  37  Bag End is scored")
    assert lines[told - 1] == whole[-1] == "All 4 seats honest, proven."
    table = "\n".join(lines[told:])
    assert "1 Bag End" in table
    assert "Dörte" in table
    assert "Hand:" not in table


def test_the_hand_of_a_seat_that_has_opened() -> None:
    result = run("replay", example.RECORD, "--at", 37, "--seat", 2)
    assert result.returncode == 0
    scene = replays.whole().at(37, 2)
    assert len(scene.hand_cards) == 6
    assert "Hand:  a 1  b 2 Elrond  c 3 Merry  d 3 Merry  e 3 Merry  f 5 Gandalf" in result.stdout


# What cannot be meant


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--seat", 4), "There is no seat 4; the last is 3."),
        (("--seat", -1), "-1 is not in the range"),
        (("--seat", 8), "8 is not in the range"),
        (("--at", 224), "There is no step 224; the last is 223."),
        (("--at", -1), "-1 is not in the range"),
        (("--speed", 0), "“0” is no speed"),
        (("--speed", "-2"), "“-2” is no speed"),
        (("--speed", "nan"), "“nan” is no speed"),
        (("--speed", "1e9"), "“1e9” is no speed"),
        (("--speed", "fast"), "“fast” is no speed"),
        (("--theme", "pink"), "'pink' is not one of"),
    ],
)
def test_options_that_mean_nothing_are_wrong_usage(words: tuple[object, ...], sentence: str) -> None:
    result = run("replay", example.RECORD, *words, "--lang", "en")
    assert (result.returncode, result.stdout) == (2, "")
    assert sentence in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_seat_that_has_not_opened_cannot_be_seen_with(tmp_path: Path) -> None:
    file = tmp_path / "unproven.record"
    file.write_bytes(replays.unproven_record().to_bytes())
    result = run("replay", file, "--seat", 1)
    assert (result.returncode, result.stdout) == (2, "")
    assert "Seat 1 has not opened its secrets." in result.stderr


@pytest.mark.parametrize(
    "content", [b"", b"hello", example.RECORD.read_bytes()[:-1], example.RECORD.read_bytes() + b"\0"]
)
def test_a_file_that_is_no_record_ends_with_5(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "no.record"
    file.write_bytes(content)
    result = run("replay", file)
    assert (result.returncode, result.stdout) == (5, "")
    assert len(result.stderr.splitlines()) == 1
    result = run("replay", tmp_path)  # a folder
    assert (result.returncode, result.stdout) == (2, "")


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A profile in which several matches begin with the same digit, and their ids."""
    folder = tmp_path_factory.mktemp("profile")
    found: list[str] = []
    while len(found) == len({match[0] for match in found}):
        words = "play --json --auto random --level random --seats 2 --name Sam --profile"
        result = run(*words.split(), folder)
        assert result.returncode == 0, result.stderr
        events = [json.loads(line) for line in result.stdout.splitlines()]
        found.append(next(event["match"] for event in events if event["event"] == "started"))
    return folder, found


def test_a_match_that_is_unknown_or_one_of_several_is_wrong_usage(crowded: tuple[Path, list[str]]) -> None:
    folder, found = crowded
    first = [match[0] for match in found]
    twice = next(digit for digit in first if first.count(digit) > 1)
    missing = next(digit for digit in "0123456789abcdef" if digit * 8 not in {match[:8] for match in found})
    for word in (twice, missing * 8):
        result = run("replay", word, "--profile", folder)
        assert (result.returncode, result.stdout) == (2, "")
        assert len(result.stderr.splitlines()) == 1
    assert run("replay", found[0], "--profile", folder).returncode == 0
