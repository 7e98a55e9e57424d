"""What the seat to move may do, asked as often as a screen asks."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gefaehrten.games.gefaehrten.moves import legal
from tests.unit.games.gefaehrten import kernel_positions as made
from tests.unit.games.gefaehrten.positions import play

STATUS = Path("/proc/self/statm")
PAGE = 4_096


@pytest.mark.slow
@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the system says there how much memory is taken"
)
def test_asking_takes_no_memory_for_good() -> None:
    kernel = play(3, 5, 40)
    legal(kernel)
    before = int(STATUS.read_text().split()[1])
    for _ in range(2_000):
        legal(kernel)
    taken = (int(STATUS.read_text().split()[1]) - before) * PAGE
    assert taken < 16_000_000, "32 KiB for each call are lost"


def test_an_answer_is_no_view_of_the_next_one() -> None:
    first, second = play(3, 5, 40), play(4, 6, 9)
    answer = legal(first)
    assert legal(second) != answer
    assert legal(first) == answer == tuple(made.legal(first))
