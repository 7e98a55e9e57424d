"""Shell. Tournaments for the tests of the arena: settings, made-up results, and workers that do what a test wants."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from gefaehrten.engine import catalogue
from gefaehrten.session.arena import Settings, Tournament, Work
from gefaehrten.session.arena_worker import Failed, Played, Task, play

GAME = catalogue.keys()[0]
FOLDER = "GEFAEHRTEN_TEST_FOLDER"
"""The environment variable that tells `noted` where to leave its notes."""


def settings(*players: str, seats: int = 2, seed: int = 1) -> Settings:
    game = catalogue.game(GAME)
    house_rules = {option.key: option.values[0] for option in game.options}
    return Settings(GAME, game.rules_hash(), seats, house_rules, players or ("greedy", "random"), seed)


def tournament(*players: str, matches: int = 8, seats: int = 2, seed: int = 1) -> Tournament:
    return Tournament(settings(*players, seats=seats, seed=seed), matches)


def made_up(task: Task) -> Played:
    """A result without a match: the seat with the larger seed wins."""
    best = max(task.seeds)
    places = tuple(1 + (seed != best) for seed in task.seeds)
    return Played(task.number, tuple(10 - place for place in places), places, "made up", 1, 0.5)


def noted(task: Task) -> Played | Failed:
    """Plays the match, with a note of which process is at it: the process's number in a file's name."""
    Path(os.environ[FOLDER], f"{task.number}-{os.getpid()}").touch()
    return play(task)


def deadly(task: Task) -> Played:
    """Match 3 ends its process, whichever plays it."""
    if task.number == 3:
        os._exit(1)
    return made_up(task)


class Inline:
    """Workers that play at once, and lose what a test wants lost.

    Attributes:
        submitted: the numbers of the matches in the order in which they were given away.
    """

    def __init__(
        self, lose: Callable[[int, int], bool] = lambda number, attempt: False, room: int = 3
    ) -> None:
        """Begins.

        Args:
            lose: told a match's number and how often it was given away before; whether it is lost.
        """
        self.room = room
        self.submitted: list[int] = []
        self.closed = 0
        self._lose = lose

    def submit(self, work: Work, task: Task) -> Future[Played | Failed]:
        future: Future[Played | Failed] = Future()
        if self._lose(task.number, self.submitted.count(task.number)):
            future.set_exception(OSError("the process has gone"))
        else:
            future.set_result(work(task))
        self.submitted.append(task.number)
        return future

    def close(self) -> None:
        self.closed += 1
