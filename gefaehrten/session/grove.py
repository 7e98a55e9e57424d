"""Shell. One search in several processes: each grows a tree, and what they have seen is added up (root parallel).

The one rule: the trees share nothing while they grow (Chaslot et al., "Parallel Monte-Carlo tree search", 2008). A
process that is gone is done without.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from ai.levels import Spec
from ai.thinking import Clock, Plant, Stop, Thinker, narrow, plant
from gefaehrten.core.game import Setup
from gefaehrten.core.kernel import Kernel
from gefaehrten.core.knowledge import Knowledge
from gefaehrten.session import child

WORKER: Final = "gefaehrten.session.grove_worker"
"""The module whose `main()` a helper runs."""

CLOSE_SECONDS: Final = 1.0
"""To wait for a killed process to be gone."""

STRIDE: Final = 0x9E37_79B9_7F4A_7C15
"""Between the seeds of the trees: far apart, whatever the seed of the search."""

Seen = list[tuple[int, int, float]]
"""What a search has seen of each action: (action, visits, mean reward)."""


class Helper:
    """A process that grows a tree. Starts at once; `close` ends it, and so does the end of this process."""

    def __init__(self, worker: str = WORKER) -> None:
        self._thoughts = 0
        self._process = child.start(worker)

    @property
    def alive(self) -> bool:
        """Whether anything more can come of it."""
        return self._process.poll() is None

    def tell(self, **task: Any) -> bool:
        """Sends a task; False where nobody is there to take it."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(task).encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):  # it has died, or has been ended already
            return False
        return True

    def think(self, until: float | None) -> bool:
        """Lets it think until the system's steady clock shows this, or for its iterations; False as `tell` has it."""
        self._thoughts += 1
        return self.tell(think=self._thoughts, until=until)

    def stop(self) -> None:
        """Lets it answer its last thought with what there is."""
        self.tell(stop=self._thoughts)

    def seen(self) -> Seen:
        """The answer to a task `think`; nothing from a process that is gone."""
        assert self._process.stdout is not None
        try:
            found = json.loads(self._process.stdout.readline())
        except (OSError, ValueError):
            self.close()
            return []
        return [(action, visits, mean) for action, visits, mean in found]

    def close(self) -> None:
        """Ends it. Again is fine."""
        child.end(self._process, CLOSE_SECONDS)


class Grove:
    """A thinker of several trees: one here, the others in helpers that have been told the same position."""

    def __init__(self, own: Thinker, helpers: Sequence[Helper], clock: Clock, stop: Stop) -> None:
        self._own = own
        self._helpers = list(helpers)
        self._clock = clock
        self._stop = stop
        self._others: list[Seen] = []

    def think(self, until: float | None) -> None:
        """Lets all trees grow for as long."""
        # One that is still starting counts that into its time: all clocks of a machine are this one.
        end = None if until is None else time.monotonic() + until - self._clock()
        asked = [helper for helper in self._helpers if helper.think(end)]
        self._own.think(until)
        if self._stop():
            for helper in asked:
                helper.stop()
        self._others = [helper.seen() for helper in asked]
        self._helpers = asked

    def best(self) -> int:
        """The action that all of them together have visited most; the own tree's while nobody has been asked."""
        seen = self.statistics()
        return seen[0][0] if seen else self._own.best()

    def statistics(self) -> Seen:
        """Visits and mean rewards of all trees together, most visits first."""
        return merged([self._own.statistics(), *self._others])

    def advance(self, action: int) -> None:
        """All go on from there."""
        self._own.advance(action)
        self._helpers = [helper for helper in self._helpers if helper.tell(advance=action)]
        self._others = []


def shared(spec: Spec) -> Spec:
    """One tree's part of what a specification wants: time passes for all at once, iterations are divided."""
    if spec.iterations is None:
        return spec
    return replace(spec, iterations=-(-spec.iterations // spec.processes))


def merged(trees: Sequence[Seen]) -> Seen:
    """Visits added up, rewards by their weight; most visits first, then the higher mean, then the lower action."""
    visits: dict[int, int] = {}
    rewards: dict[int, float] = {}
    for tree in trees:
        for action, count, mean in tree:
            visits[action] = visits.get(action, 0) + count
            rewards[action] = rewards.get(action, 0.0) + count * mean
    found = [(action, count, rewards[action] / count) for action, count in visits.items()]
    return sorted(found, key=lambda entry: (-entry[1], -entry[2], entry[0]))


class Nursery:
    """Keeps the helpers of one process, from turn to turn. Mutable: as many as were ever asked for."""

    def __init__(self, worker: str = WORKER) -> None:
        self._worker = worker
        self._helpers: list[Helper] = []

    def plant(self, game: str, setup: Setup) -> Plant:
        """Begins searches in positions of this match, in as many processes as their specifications say."""

        def begin(
            kernel: Kernel, seat: int, spec: Spec, seed: int, knowledge: Knowledge, clock: Clock, stop: Stop
        ) -> Thinker:
            own = plant(kernel, seat, shared(spec), seed, knowledge, clock, stop)
            if spec.processes == 1:
                return own
            task = {
                "game": game,
                "setup": child.plain(setup),
                "dump": kernel.dump(),
                "seat": seat,
                "spec": str(shared(spec)),
            }
            helpers = [
                helper
                for number, helper in enumerate(self._ready(spec.processes - 1), 1)
                if helper.tell(plant={**task, "seed": narrow(seed + number * STRIDE)})
            ]
            return Grove(own, helpers, clock, stop)

        return begin

    def close(self) -> None:
        """Ends all of them."""
        for helper in self._helpers:
            helper.close()
        self._helpers = []

    def _ready(self, count: int) -> list[Helper]:
        for helper in self._helpers:
            if not helper.alive:
                helper.close()
        self._helpers = [helper for helper in self._helpers if helper.alive]
        while len(self._helpers) < count:
            self._helpers.append(Helper(self._worker))
        return self._helpers[:count]
