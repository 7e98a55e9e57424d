"""Shell. A tournament of bots: what is played, what has been played, and the matches given to whoever can play them.

The one rule: a match counts when its result is here, and counts once; until then it is still to be played, however many
processes have died over it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass
from typing import Final, Protocol

from ai.arena import Fixture, derived, round_length, schedule
from ai.rating import Outcome, Pair, Standing, pairs, standings
from ai.thinking import Stop
from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.text import N_
from gefaehrten.session.arena_worker import Failed, Played, Task, play

ATTEMPTS: Final = 5
"""A match that is lost so often while no other comes to its end kills whoever plays it."""

LOOK: Final = 0.25
"""Seconds between two looks at whether to stop."""

Line = dict[str, object]
"""A JSON object of one line."""

Work = Callable[[Task], Played | Failed]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a tournament is played with; how many matches it has is no part of it.

    Attributes:
        rules: the hash of the game's rules.
        options: every house rule with its value.
        players: specifications, as `parse_spec` reads them. One that is named twice is two players.
    """

    game: str
    rules: bytes
    seats: int
    options: Mapping[str, str]
    players: tuple[str, ...]
    seed: int

    def line(self) -> Line:
        """The head of a log."""
        return {
            "event": "arena",
            "format": "gefaehrten-arena/1",
            "game": self.game,
            "rules": self.rules.hex(),
            "seats": self.seats,
            "options": dict(self.options),
            "players": list(self.players),
            "seed": self.seed,
        }


class Tournament:
    """The schedule and the results so far. Mutable: it grows by `add`."""

    def __init__(self, settings: Settings, matches: int) -> None:
        """Nothing is played yet.

        Args:
            matches: they are rounded up to whole deals.
        """
        self.settings = settings
        self.fixtures = tuple(schedule(len(settings.players), settings.seats, matches, settings.seed))
        self._played: dict[int, Played] = {}

    @property
    def matches(self) -> int:
        """How many there are in all."""
        return len(self.fixtures)

    @property
    def round(self) -> int:
        """How many have to be played until everybody has met everybody equally often."""
        return round_length(len(self.settings.players), self.settings.seats)

    @property
    def finished(self) -> int:
        """How many of them have been played."""
        return len(self._played)

    @property
    def left(self) -> list[Task]:
        """Those that are still to be played, in order."""
        return [self._task(fixture) for fixture in self.fixtures if fixture.number not in self._played]

    def add(self, played: Played) -> None:
        """Takes a result in; if there is one of this match already, that one stays."""
        self._played.setdefault(played.number, played)

    def line(self, played: Played) -> Line:
        """A finished match, for the log and for programs."""
        fixture = self.fixtures[played.number]
        return {
            "event": "match",
            "match": played.number,
            "deal": fixture.deal,
            "players": list(fixture.players),
            "specs": self._specs(fixture),
            "scores": list(played.scores),
            "places": list(played.places),
            "reason": played.reason,
            "turns": played.turns,
            "seconds": played.seconds,
        }

    def standings(self) -> list[Standing]:
        """By player."""
        return standings(
            len(self.settings.players), self._outcomes(), derived(self.settings.seed, "intervals")
        )

    def pairs(self) -> list[Pair]:
        """Every two players."""
        return pairs(len(self.settings.players), self._outcomes())

    def _task(self, fixture: Fixture) -> Task:
        return Task(
            number=fixture.number,
            game=self.settings.game,
            seats=self.settings.seats,
            options=tuple(self.settings.options.items()),
            specs=tuple(self._specs(fixture)),
            cards=fixture.cards,
            seeds=fixture.seeds,
        )

    def _specs(self, fixture: Fixture) -> list[str]:
        return [self.settings.players[player] for player in fixture.players]

    def _outcomes(self) -> list[Outcome]:
        return [
            Outcome(fixture.deal, fixture.players, played.places, played.scores)
            for fixture in self.fixtures
            if (played := self._played.get(fixture.number)) is not None
        ]


def ratings_line(
    players: Iterable[str], standings: Iterable[Standing], pairs: Iterable[Pair]
) -> Mapping[str, object]:
    """The end of a tournament, for programs."""
    specs = list(players)
    return {
        "event": "ratings",
        "players": [
            {
                "spec": spec,
                "rating": round(standing.rating, 1),
                "low": round(standing.low, 1),
                "high": round(standing.high, 1),
                "matches": standing.matches,
                "first_places": standing.first_places,
                "points": None if standing.points is None else round(standing.points, 2),
            }
            for spec, standing in zip(specs, standings, strict=True)
        ],
        "pairs": [
            {
                "a": specs[pair.a],
                "b": specs[pair.b],
                "matches": pair.matches,
                "a_wins": pair.a_wins,
                "draws": pair.draws,
                "low": round(pair.low, 4),
                "high": round(pair.high, 4),
            }
            for pair in pairs
        ],
    }


class Workers(Protocol):
    """Whoever plays matches: processes of this machine, or a cluster.

    Attributes:
        room: so many matches may be under way at the same time, those that wait for a process included.
    """

    room: int

    def submit(self, work: Work, task: Task) -> Future[Played | Failed]:
        """Gives a match away. Whoever died before is replaced first."""
        ...

    def close(self) -> None:
        """Lets go of everybody at once, matches under way or not."""
        ...


def run(
    tasks: Iterable[Task],
    workers: Workers,
    finished: Callable[[Played], None],
    stop: Stop,
    *,
    work: Work = play,
) -> None:
    """Has matches played until all are finished, or until it is to stop. The workers are closed then.

    Args:
        finished: is told of every match once, in the order in which they come to their ends.

    Raises:
        GefaehrtenError: a match cannot be played.
    """
    waiting = deque(tasks)
    under_way: dict[Future[Played | Failed], Task] = {}
    losses: dict[int, int] = {}
    try:
        while (waiting or under_way) and not stop():
            while waiting and len(under_way) < workers.room:
                task = waiting.popleft()
                under_way[workers.submit(work, task)] = task
            done, _ = wait(under_way, timeout=LOOK, return_when=FIRST_COMPLETED)
            lost: list[Task] = []
            for future in done:
                task = under_way.pop(future)
                try:
                    answer = future.result()
                except (Exception, CancelledError) as problem:
                    _count(losses, task, problem)
                    lost.append(task)
                    continue
                if isinstance(answer, Failed):
                    raise GefaehrtenError(
                        "match",
                        N_("Match {number} could not be played: {problem}"),
                        number=answer.number,
                        problem=answer.problem,
                    )
                losses.clear()
                finished(answer)
            waiting.extendleft(sorted(lost, key=lambda task: -task.number))
    finally:
        workers.close()


def _count(losses: dict[int, int], task: Task, problem: BaseException) -> None:
    """Counts that a match was lost with the process that played it.

    Raises:
        GefaehrtenError: it was lost too often.
    """
    losses[task.number] = losses.get(task.number, 0) + 1
    if losses[task.number] >= ATTEMPTS:
        raise GefaehrtenError(
            "workers",
            N_(
                "Match {number} was lost {count} times, each time with the process that played it ({problem})."
            ),
            number=task.number,
            count=ATTEMPTS,
            problem=f"{type(problem).__name__}: {problem}",
        ) from problem
