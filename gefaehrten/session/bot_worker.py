"""Shell. The process in which a bot thinks: reads requests as lines of JSON, answers each with one line.

The one rule: whatever goes wrong in it, the parent hears of it.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from typing import Any

from ai.levels import parse_spec
from ai.thinking import Candidate, advise, choose_turn
from gefaehrten.core.game import Game
from gefaehrten.session import child
from gefaehrten.session.grove import WORKER, Nursery

Lookup = Callable[[str], Game]
"""Finds a game by its key."""

Request = dict[str, Any]
"""`id`, `task` ("turn" or "hint"), `game`, `setup` (its fields), `dump`, `seat`, `level`, `seed`; or `stop`: an id."""


def catalogue(key: str) -> Game:
    """The game of the catalogue; imported when first asked for, so that only that game is loaded."""
    from gefaehrten.engine.catalogue import game

    return game(key)


class Worker:
    """Answers requests one after the other; `stop` may come in between, from the thread that reads."""

    def __init__(self, lookup: Lookup, nursery: Nursery) -> None:
        self._lookup = lookup
        self._nursery = nursery
        self._stopped: set[int] = set()

    def stop(self, request: int) -> None:
        """The request of this id is to be answered with what there is by now."""
        self._stopped.add(request)

    def answer(self, request: Request) -> dict[str, Any]:
        """The reply to one request: its `id` and `turn`, `advice`, or `error`."""
        number: int = request["id"]
        try:
            game = self._lookup(request["game"])
            setup = child.setup_of(request["setup"])
            kernel = game.load(setup, request["dump"])
            seat: int = request["seat"]
            spec = parse_spec(request["level"], game.levels)
            seed: int = request["seed"]
            known = game.knowledge()

            def stop() -> bool:
                return number in self._stopped

            plant = self._nursery.plant(request["game"], setup)
            if request["task"] == "turn":
                turn = choose_turn(
                    kernel, seat, spec, seed, time.monotonic, stop, knowledge=known, plant=plant
                )
                return {"id": number, "turn": turn}
            advice = advise(kernel, seat, spec, seed, time.monotonic, stop, knowledge=known, plant=plant)
            return {"id": number, "advice": [_listed(candidate) for candidate in advice]}
        except Exception as problem:  # whatever it is, the parent must hear of it: nobody else can tell
            return {"id": number, "error": f"{type(problem).__name__}: {problem}"}


def _listed(candidate: Candidate) -> list[Any]:
    """A candidate as JSON: action, visits, reward, and points and victories to be expected, if they are known."""
    seen = candidate.outlook
    outlook = None if seen is None else [seen.points, seen.first]
    return [candidate.action, candidate.visits, candidate.reward, outlook]


def main(lookup: Lookup = catalogue, helper: str = WORKER) -> None:
    """Serves stdin and stdout until the parent goes.

    Args:
        lookup: finds the games.
        helper: the module that the processes run with which it shares a search.
    """
    requests: queue.SimpleQueue[Request] = queue.SimpleQueue()
    worker = Worker(lookup, Nursery(helper))

    def take(request: Request) -> None:
        if "stop" in request:
            worker.stop(request["stop"])
        else:
            requests.put(request)

    answers = child.serve(take)
    while True:
        child.answer(answers, worker.answer(requests.get()))
