"""Pure. What a search makes of its time: what is decided ends early, what is close takes more, and never too much."""

from __future__ import annotations

import pytest

from ai.levels import Method, Spec
from ai.thinking import MORE, SHARE, TORN, Tree, search_turn, seedling
from tests.ai.toy import started
from tests.unit.ai.test_levels import Slow, Time, never
from tests.unit.ai.test_search import hand

STEP = 0.0005


def spent(spec: Spec, seed: int, seconds: float) -> tuple[float, int]:
    """How long a tree thinks that may think for so long, and what it would do."""
    time = Time()
    kernel = started(2, seed=1)
    hand(kernel, kernel.mover, 5, 5, 1)
    kernel.top = 0
    kernel.stack = 0  # 1 then 5 scores both, and there is nothing else to think about
    search = seedling(kernel, kernel.mover, spec, seed, Slow(time, STEP))
    tree = Tree(search, spec, time, never)
    tree.think(time.now + seconds)
    return time.now - 1000, tree.best()


@pytest.mark.parametrize("seed", range(4))
def test_what_can_change_no_more_ends_and_is_what_it_would_have_been(seed: int) -> None:
    alone = spent(Spec(Method.SEARCH, seconds=1.0), seed, 0.5)
    among_others = spent(Spec(Method.SEARCH, seconds=1.0, processes=2), seed, 0.5)
    assert 0.2 < alone[0] < 0.45
    assert 0.45 < among_others[0] < 0.55
    assert alone[1] == among_others[1]


class Told:
    """A thinker that has seen what it is told, and thinks for as long as it may."""

    def __init__(self, time: Time, visits: tuple[int, ...], action: int) -> None:
        self._time = time
        self._seen = [(action + number, count, 0.5) for number, count in enumerate(visits)]
        self.thoughts: list[float] = []

    def think(self, until: float | None) -> None:
        assert until is not None
        self.thoughts.append(until - self._time.now)
        self._time.now = until

    def best(self) -> int:
        return self._seen[0][0]

    def statistics(self) -> list[tuple[int, int, float]]:
        return self._seen

    def advance(self, action: int) -> None:
        raise AssertionError if action != self.best() else StopIteration


@pytest.mark.parametrize(
    ("visits", "close"), [((100, 69, 69), False), ((100, 70), True), ((100,), False), ((10, 10), True)]
)
def test_a_close_decision_takes_more_of_what_is_left(visits: tuple[int, ...], close: bool) -> None:
    assert TORN == 0.7
    time = Time()
    kernel = started(2, seed=1)
    thinker = Told(time, visits, 1)
    with pytest.raises(StopIteration):
        search_turn(kernel, Spec(Method.SEARCH, seconds=2.0), time, thinker)
    expected = [2 * SHARE, 2 * (1 - SHARE) * MORE] if close else [2 * SHARE]
    assert thinker.thoughts == pytest.approx(expected)
    assert sum(thinker.thoughts) < 2
