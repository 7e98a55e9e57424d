"""Pure. What a search makes of its time: what is decided ends early, and never takes too long."""

from __future__ import annotations

import pytest

from ai.levels import Method, Spec
from ai.thinking import Tree, seedling
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
