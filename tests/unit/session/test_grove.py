"""Shell. A search in several processes: what they have seen is added up, and whoever is gone is done without."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from ai.levels import Spec, parse_spec
from ai.thinking import Thinker
from gefaehrten.core.game import Setup
from gefaehrten.core.knowledge import Knowledge
from gefaehrten.session import grove
from gefaehrten.session.grove import Grove, Helper, Nursery, Seen, merged, shared
from gefaehrten.session.grove_worker import Gardener
from tests.ai.toy import ClimbKnowledge, started
from tests.unit.session.toy_worker import lookup

SETUP = Setup(3, {"house": "rule"}, ("red", "", ""))
WORKER = "tests.unit.session.toy_grove_worker"


def never() -> bool:
    return False


def test_visits_are_added_and_rewards_weighted() -> None:
    assert merged([[(7, 10, 0.5), (3, 2, 1.0)], [(3, 10, 0.25)], []]) == [(3, 12, 0.375), (7, 10, 0.5)]
    assert merged([[(1, 5, 0.5), (2, 5, 0.75), (3, 5, 0.75)]]) == [(2, 5, 0.75), (3, 5, 0.75), (1, 5, 0.5)]
    assert merged([]) == []


@pytest.mark.parametrize(
    ("text", "each"),
    [("iterations=10:processes=3", 4), ("iterations=9:processes=3", 3), ("iterations=1:processes=4", 1)],
)
def test_iterations_are_divided(text: str, each: int) -> None:
    assert shared(parse_spec(f"ismcts:{text}")).iterations == each


def test_time_is_not_divided() -> None:
    spec = parse_spec("ismcts:time=2:processes=3")
    assert shared(spec) == spec


class Own:
    """A tree of this process."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.untils: list[float | None] = []
        self.taken: list[int] = []

    def think(self, until: float | None) -> None:
        self.untils.append(until)

    def best(self) -> int:
        return 99

    def statistics(self) -> Seen:
        return self.seen

    def advance(self, action: int) -> None:
        self.taken.append(action)


class Far:
    """A tree elsewhere, which may be gone from some task on."""

    def __init__(self, seen: Seen, lasts: int = 1000) -> None:
        self.answer = seen
        self.lasts = lasts
        self.told: list[Any] = []

    def tell(self, **task: Any) -> bool:
        self.told.append(task)
        return len(self.told) <= self.lasts

    def think(self, until: float | None) -> bool:
        return self.tell(think=until)

    def stop(self) -> None:
        self.tell(stop=True)

    def seen(self) -> Seen:
        return self.answer


def grown(own: Own, *helpers: Far, stop: bool = False) -> Grove:
    return Grove(own, helpers, lambda: 100.0, lambda: stop)  # type: ignore[arg-type]


def test_all_think_for_as_long_and_choose_together() -> None:
    own, far = Own([(1, 10, 0.5), (2, 8, 0.5)]), Far([(2, 5, 0.5)])
    trees = grown(own, far)
    assert trees.best() == 1, "nobody else has been asked yet"
    now = time.monotonic()
    trees.think(101.5)
    assert own.untils == [101.5]
    (told,) = far.told
    assert told["think"] == pytest.approx(now + 1.5, abs=1), "as long by the clock of the system"
    assert trees.best() == 2
    trees.advance(2)
    assert (own.taken, far.told[-1]) == ([2], {"advance": 2})


def test_who_is_gone_is_done_without() -> None:
    own, gone, here = Own([(1, 10, 0.5)]), Far([(2, 50, 0.5)], lasts=0), Far([(3, 20, 0.5)])
    trees = grown(own, gone, here)
    trees.think(None)
    assert trees.best() == 3
    trees.advance(3)
    trees.think(None)
    assert len(gone.told) == 1, "nobody talks to it again"
    assert [list(task) for task in here.told] == [["think"], ["advance"], ["think"]]


def test_without_any_iteration_the_own_tree_decides() -> None:
    assert grown(Own([])).best() == 99


def test_whoever_is_stopped_stops_the_others() -> None:
    far = Far([])
    grown(Own([]), far, stop=True).think(None)
    assert far.told == [{"think": None}, {"stop": True}]


def test_one_process_is_a_tree_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grove, "Helper", None)  # none may be started
    kernel = started(3, seed=6)
    thinker = Nursery().plant("toy", SETUP)(
        kernel, kernel.mover, parse_spec("ismcts:iterations=50"), 5, ClimbKnowledge(), time.monotonic, never
    )
    thinker.think(None)
    assert sum(visits for _, visits, _ in thinker.statistics()) == 50


# Processes


@pytest.fixture
def nursery() -> Iterator[Nursery]:
    made = Nursery(WORKER)
    yield made
    made.close()


def planted(nursery: Nursery, text: str, knowledge: Knowledge | None = None, seed: int = 5) -> Thinker:
    kernel = started(3, seed=6)
    kernel.mask(kernel.mover)
    spec: Spec = parse_spec(text)
    return nursery.plant("toy", SETUP)(
        kernel, kernel.mover, spec, seed, knowledge or ClimbKnowledge(), time.monotonic, never
    )


def visits(thinker: Thinker) -> int:
    return sum(count for _, count, _ in thinker.statistics())


@pytest.mark.slow
def test_three_processes_divide_the_iterations_and_grow_other_trees(nursery: Nursery) -> None:
    thinker = planted(nursery, "ismcts:iterations=300:processes=3")
    thinker.think(None)
    assert visits(thinker) == 300
    trees = [thinker._own.statistics(), *thinker._others]  # type: ignore[attr-defined]
    assert len({json.dumps(sorted(tree)) for tree in trees}) == 3, "each has a seed of its own"
    again = planted(nursery, "ismcts:iterations=300:processes=3")
    again.think(None)
    assert again.statistics() == thinker.statistics(), "equal seeds give equal trees"
    kernel = started(3, seed=6)
    action = again.best()
    kernel.check(action)
    again.advance(action)
    again.think(None)
    kernel.apply(action)
    for following, *_ in again.statistics():
        kernel.check(following)


@pytest.mark.slow
def test_a_process_that_is_killed_is_replaced_at_the_next_turn(nursery: Nursery) -> None:
    thinker = planted(nursery, "ismcts:iterations=200:processes=2")
    thinker.think(None)
    assert visits(thinker) == 200
    (helper,) = nursery._helpers
    os.kill(helper._process.pid, signal.SIGKILL)
    helper._process.wait()
    thinker.think(None)
    assert visits(thinker) == 200, "twice a hundred here"
    after = planted(nursery, "ismcts:iterations=200:processes=2")
    after.think(None)
    assert visits(after) == 200
    assert nursery._helpers != [helper]


@pytest.mark.slow
def test_a_process_that_dies_in_the_midst_of_a_thought_is_done_without(nursery: Nursery) -> None:
    thinker = planted(nursery, "ismcts:iterations=200:processes=3")
    gone, here = nursery._helpers
    os.kill(gone._process.pid, signal.SIGSTOP)  # it takes the task, and never answers
    threading.Timer(0.2, gone._process.kill).start()
    thinker.think(None)
    assert visits(thinker) == 2 * 67
    thinker.advance(thinker.best())
    thinker.think(None)
    assert visits(thinker) > 0
    assert here.alive
    assert not gone.tell(advance=0)
    gone.close()


@pytest.mark.slow
def test_a_helper_dies_with_the_pipe() -> None:
    helper = Helper(WORKER)
    assert helper._process.stdin is not None
    helper._process.stdin.close()
    assert helper._process.wait(30) == 0
    helper.close()


def test_a_gardener_stops_the_thought_that_is_meant() -> None:
    """A word that comes too late, after its answer, is not for the next thought."""
    gardener = Gardener(lookup)
    kernel = started(3, seed=6)
    kernel.mask(kernel.mover)
    setup = {"seats": 3, "options": {"house": "rule"}, "wishes": ["red", "", ""]}
    gardener.carry_out(
        {"plant": {"game": "toy", "setup": setup, "dump": kernel.dump(), "seat": kernel.mover,
                   "spec": "ismcts:iterations=200", "seed": 3}}
    )  # fmt: skip
    first = gardener.carry_out({"think": 1, "until": None})
    gardener.stopped = 1
    second = gardener.carry_out({"think": 2, "until": None})
    assert first is not None
    assert second is not None
    assert sum(count for _, count, _ in first) == 200
    assert sum(count for _, count, _ in second) == 400
    gardener.stopped = 3
    third = gardener.carry_out({"think": 3, "until": None})
    assert third is not None
    assert sum(count for _, count, _ in third) < 600
