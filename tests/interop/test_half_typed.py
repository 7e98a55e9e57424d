"""A person whose program is killed in the midst of the own turn: what was typed is gone, the match is not."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interop.programs import table
from tests.interop.test_processes import export, verified
from tests.terminal.test_screen_processes import Terminal

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.skipif(sys.platform == "win32", reason="no pseudoterminals"),
]


@pytest.fixture
def screens() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for screen in opened:
        screen.close()


def hinted(screen: Terminal) -> str:
    """The first action of what a bot would do."""
    screen.types("H")
    hint = re.search(r"Hint: (\S+)", screen.shows("Hint: ", "looked at"))
    assert hint is not None
    return hint[1]


def test_a_turn_that_was_half_typed_when_the_program_was_killed(
    tmp_path: Path, screens: list[Terminal]
) -> None:
    """With SIGKILL. The same command comes back to the same seat and hand, and the turn is still to be made."""
    host, address, code = table(tmp_path, 2)
    join = ("join", address, code, "--name", "Ann", "--lang", "en", "--quick")

    def sits() -> Terminal:
        screen = Terminal(tmp_path / "ann", command=join)
        screens.append(screen)
        return screen

    first = sits()
    first.shows("Enter says that you are")
    first.types("\r")
    first.shows("your turn", "Hand:")
    move = hinted(first)
    first.types(move)
    first.shows(f"{move} >")
    before = re.search(r"Turn (\d+) . your turn", first.text)
    assert before is not None
    turns = len(host.of("step"))
    os.kill(first.child.pid, signal.SIGKILL)
    first.child.wait()

    second = sits()
    second.shows("your turn", "Hand:")
    after = re.search(r"Turn (\d+) . your turn", second.text)
    assert after is not None
    assert after[1] == before[1]
    assert f"{move} >" not in second.text
    assert len(host.of("step")) == turns, "nothing of the turn has left the process that was killed"

    second.types("\r" if move == "end" else f"{hinted(second)}\r")
    second.until(
        lambda seen: bool(
            (now := re.search(r"Turn (\d+) . your turn", seen)) and int(now[1]) > int(before[1])
        )
    )
    second.types("Q")
    second.shows("Really leave the table?")
    second.types("y")
    assert host.finish() == 0
    (opened,) = host.of("table")
    status, report = verified(export(host, opened["match"]))
    assert (status, report["honest"]) == (0, True)
