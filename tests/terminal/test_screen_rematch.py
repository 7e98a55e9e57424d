"""Two people at their full screens, two processes over loopback: a match, another one at the same table, good-bye.

The first match is made short by what stands in for the people in it: turns at random, as soon as they are asked for.
Everything else is the program's own, keys and screens of both matches too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.test_screen_processes import Terminal, posix

pytestmark = [pytest.mark.slow, posix]

RUN = """
import sys
sys.argv[0] = 'gefaehrten'
from ai.thinking import random_turn
from gefaehrten.cli.screen.front import ScreenFront
from gefaehrten.session.events import Ended
by_hand, tell = ScreenFront.decide, ScreenFront.tell

async def decide(self, position):
    if getattr(self, 'played', False):
        return await by_hand(self, position)
    self.desk.asked(position)
    return random_turn(position.kernel, position.seat, position.turn)

def noting(self, event):
    tell(self, event)
    self.played = getattr(self, 'played', False) or isinstance(event, Ended)

ScreenFront.decide, ScreenFront.tell = decide, noting
from gefaehrten.cli.main import main
sys.exit(main())
"""

BOTH = ("--lang", "en", "--quick")
MOVES = 6
"""Turns that the two play by hand."""


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Terminal, Terminal]]:
    """Host and guest in one lobby, both of them ready."""
    terminals = []
    try:
        words = ("host", "--seats", "2", "--listen", "127.0.0.1:0", "--no-announce", "--name", "Ann", *BOTH)
        host = Terminal(tmp_path / "host", command=words, run=RUN)
        terminals.append(host)
        seen = re.search(
            r"gefaehrten://\S+", host.shows("1 of 2 seats taken", "gefaehrten://", "Enter start")
        )
        assert seen is not None
        guest = Terminal(tmp_path / "guest", command=("join", seen[0], "--name", "Berta", *BOTH), run=RUN)
        terminals.append(guest)
        host.beside, guest.beside = [guest], [host]
        guest.shows("2 of 2 seats taken", "you", "not ready")
        host.shows("2 of 2 seats taken", "Berta")
        yield host, guest
    finally:
        for terminal in terminals:
            terminal.close()


def turn_by_hand(mover: Terminal, other: Terminal) -> None:
    """One turn: what a bot advises, typed; it is over when the other one's screen knows."""
    before = turn_of(mover)
    mover.types("H")
    advice = re.search(r"Hint: (.+)", mover.shows("Hint: ", "of 100, looked at"))
    assert advice is not None
    moves = " ".join(word for word in advice[1].split() if word != "end")
    mover.types(moves + "\r\r")  # where the first Enter has ended the turn already, the second one says so
    other.until(lambda seen: f"Turn {before}" not in seen and "Turn " in seen)
    mover.until(lambda seen: f"Turn {before}" not in seen and "Turn " in seen)


def turn_of(terminal: Terminal) -> int:
    found = re.search(r"Turn (\d+)", terminal.shows("Turn "))
    assert found is not None
    return int(found[1])


def begin(host: Terminal, guest: Terminal) -> None:
    guest.types("\r")
    host.until(lambda seen: "not ready" not in seen.partition("Berta")[2].partition("\n")[0])
    host.types("\r")


def test_another_match_at_the_same_table(two: tuple[Terminal, Terminal]) -> None:
    host, guest = two
    begin(host, guest)
    for terminal in two:
        terminal.shows("has been checked", "were honest", "another match")
    host.types("r")
    guest.types("r")
    for terminal in two:
        terminal.shows("2 of 2 seats taken", "Ann", "Berta", "not ready")
    begin(host, guest)
    words = []
    for terminal in two:
        word = re.search(r"table (\S+)", terminal.shows("table ", "Hand", "Turn 1"))
        assert word is not None
        words.append(word[1])
    assert words[0] == words[1], "both see the same check word of the new table"
    for _ in range(MOVES):
        mover, other = two if "your turn" in host.text else two[::-1]
        turn_by_hand(mover, other)
    guest.types("Q")
    guest.shows("Really leave the table?")
    guest.types("y")
    assert "You have left the table." in guest.ended(130)
    host.shows("the others have", "You have won!", "were honest")
    host.types("q")
    host.ended(0)
