"""Shell. The worker process with the toy game in it, and with games that break it.

The one rule: only the games differ from the real worker.
"""

from __future__ import annotations

import os
from types import MappingProxyType
from typing import cast

from gefaehrten.core.game import Game, Setup
from gefaehrten.core.kernel import Kernel
from gefaehrten.core.knowledge import Knowledge
from gefaehrten.session import bot_worker
from tests.ai.toy import ClimbKnowledge, load


class Toy:
    """Climb, as far as a worker asks for it."""

    levels = MappingProxyType({"easy": "greedy", "medium": "ismcts:iterations=50"})

    def load(self, setup: Setup, dump: list[int]) -> Kernel:
        assert setup == Setup(3, {"house": "rule"}, ("red", "", ""))
        print("a stray print must not reach the parent")
        return load(dump)

    def knowledge(self) -> Knowledge:
        return ClimbKnowledge()


def lookup(key: str) -> Game:
    """toy; crash: the process ends; broken: an exception; hang: never an answer, and deaf to `stop`."""
    if key == "crash":
        os._exit(3)
    if key == "broken":
        raise LookupError("no such game")
    return cast(Game, Toy())


def main() -> None:
    bot_worker.main(lookup, "tests.unit.session.toy_grove_worker")
