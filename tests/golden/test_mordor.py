"""Whole matches of the dice game as text, and how many choices there are, counted in another way.

Regenerate the texts with `python -m tests.golden.regenerate`, and read the difference.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from gefaehrten.games.mordor.data import FIGURES
from tests.golden.mordor import MATCHES
from tests.unit.games.mordor.positions import begin, legal

FOLDER = Path(__file__).with_name("playthroughs")


@pytest.mark.parametrize("name", MATCHES)
def test_the_match_goes_as_it_was_written_down(name: str) -> None:
    assert MATCHES[name]().splitlines() == (FOLDER / name).read_text("utf-8").splitlines()


def test_no_text_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("mordor-*.txt")} == set(MATCHES)


def sets(shown: tuple[int, ...], *, several: bool) -> int:
    """How many sets may be put aside of dice that show this: symbol by symbol, none or one of each (M5, M6, M16)."""
    nazgul = 2
    ways = 1
    for symbol in set(shown):
        count = shown.count(symbol)
        taken = 2**count - 1 if several else count
        ways *= taken if symbol == nazgul else taken + 1
    return ways if nazgul in shown else ways - 1


@pytest.mark.slow
@pytest.mark.parametrize("several", [False, True])
def test_node_counts_of_the_first_throw(several: bool) -> None:
    """All 7,776 throws: their sets counted symbol by symbol, and as the kernel lists them."""
    counted = found = 0
    sides = [*[FIGURES.coloured] * 4, FIGURES.black]
    for value, reverse in enumerate(product(*reversed(sides))):
        kernel = begin(advanced=several, reached=[1])
        kernel.roll(value)
        shown = tuple(reversed(reverse))
        assert shown == tuple(kernel.face(die) for die in range(5))
        counted += sets(shown, several=several)
        found += len(legal(kernel))
    assert counted == found == (NODES[several])


NODES = {False: 102848, True: 179922}
"""Added up over all throws: the basic side, and a turn that begins in Rivendell."""
