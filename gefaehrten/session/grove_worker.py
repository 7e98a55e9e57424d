"""Shell. The process in which one of a grove's trees grows: tasks as lines of JSON, an answer to each `think`.

The one rule: it knows what its seat knows: positions come masked.
"""

from __future__ import annotations

import queue
import time
from typing import Any

from ai.levels import parse_spec
from ai.thinking import Thinker, plant
from gefaehrten.session import child
from gefaehrten.session.bot_worker import Lookup, catalogue


class Gardener:
    """Carries out the tasks of one grove, one after the other; `stop` may come in between.

    Attributes:
        stopped: the number of the latest thought that is to be left off. From any thread.
    """

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup
        self._tree: Thinker | None = None
        self._thought = 0
        self.stopped = 0

    def carry_out(self, task: dict[str, Any]) -> list[tuple[int, int, float]] | None:
        """One task; what was seen, where it was `think`."""
        if "plant" in task:
            self._plant(**task["plant"])
            return None
        assert self._tree is not None, "a tree is planted first"
        if "advance" in task:
            self._tree.advance(task["advance"])
            return None
        self._thought = task["think"]
        self._tree.think(task["until"])
        return self._tree.statistics()

    def _plant(
        self, game: str, setup: dict[str, Any], dump: list[int], seat: int, spec: str, seed: int
    ) -> None:
        rules = self._lookup(game)
        position = rules.load(child.setup_of(setup), dump)
        self._tree = plant(
            position, seat, parse_spec(spec), seed, rules.knowledge(), time.monotonic, self._is_stopped
        )

    def _is_stopped(self) -> bool:
        return self._thought <= self.stopped


def main(lookup: Lookup = catalogue) -> None:
    """Serves stdin and stdout until the parent goes."""
    tasks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    gardener = Gardener(lookup)

    def take(task: dict[str, Any]) -> None:
        if "stop" in task:
            gardener.stopped = task["stop"]
        else:
            tasks.put(task)

    answers = child.serve(take)
    while True:
        seen = gardener.carry_out(tasks.get())
        if seen is not None:
            child.answer(answers, seen)
