"""Pure. The games that the adapters are tried with: the catalogue's, and the circle, small and with a shared deck.

The one rule: what a test needs of a game is looked for in the game; no name decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from ai.adapters.rules import Rules
from gefaehrten.engine import catalogue

CIRCLE = "circle"


@contextmanager
def circle_too() -> Iterator[None]:
    """The circle is in the catalogue."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(catalogue._MODULES, CIRCLE, "tests.unit.ai.adapters.circle")
        yield


KEYS = catalogue.keys()
"""The games of the catalogue."""

DEALING = tuple(key for key in KEYS if Rules(key).decks)
"""Those with cards, so that something can be hidden."""

assert DEALING, "what is told of hidden cards would be tried with no game"

ALL = (*KEYS, CIRCLE)


def often(key: str, every: int) -> int:
    """Every how many events of a match something is tried: with all of a match that has only a dozen."""
    return 1 if key == CIRCLE else every


def check_returns(found: list[float], places: list[int]) -> None:
    """Whoever has won has most, and all together nothing; where nobody has won all have lost."""
    if 0 not in places:
        assert found == [-1.0] * len(places)
        return
    assert sum(found) == pytest.approx(0)
    assert found[places.index(0)] == max(found)
    assert max(found) > 0 or set(places) == {0}
