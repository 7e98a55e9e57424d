"""Shell. How fast this machine runs games: rules, search, bots' processes, sealing, the audit. For `gefaehrten bench`.

The one rule: each figure is that of the code that plays; nothing is timed that was made for the timing.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from librt.vecs import vec
from mypy_extensions import i64

from ai.search import WORDS, Search
from ai.thinking import Candidate
from gefaehrten.core.game import Game, Setup
from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS, Kernel
from gefaehrten.core.playout import playout
from gefaehrten.core.random import Random
from gefaehrten.core.text import N_, Sentence
from gefaehrten.session import run
from gefaehrten.session.bots import BotProcess
from gefaehrten.session.events import SessionEvent, Started
from gefaehrten.session.front import Controls
from gefaehrten.session.players import Position
from gefaehrten.session.profile import Access, Profile
from gefaehrten.session.requests import Person, PlayRequest, Screen, TableRules
from gefaehrten.session.restore import record_file
from gefaehrten.session.verify import verify

SECONDS: Final = 0.6
"""How long each figure is taken for: with all that is around it, a run with three games is over within 15 s."""

BATCH: Final = 40
"""Iterations and playouts between two looks at the clock."""

SEED: Final = 2026

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that was measured.

    Attributes:
        key: for programs (`--json`).
        what: for people.
        value: in `unit`.
    """

    key: str
    what: Sentence
    value: float
    unit: Sentence


class Process(Protocol):
    """What `BotProcess` offers to a measurement."""

    async def hint(
        self, game_key: str, setup: Setup, dump: list[int], seat: int, level: str, seed: int
    ) -> list[Candidate]: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Part:
    """What is measured in one go.

    Attributes:
        setup: what the game is played with.
        figures: each as soon as it is there; nothing is measured before somebody asks for the first.
    """

    game: Game
    setup: Setup
    figures: AsyncIterator[Figure]


def programme(
    game: Game, games: Sequence[Game], seats: int, clock: Clock, seconds: float = SECONDS
) -> list[Part]:
    """Everything that is measured: of one game all there is, then of every other how fast its rules and searches are.

    Args:
        games: all there are.
        seats: of a match; a game that is not for so many gets as many of them as it takes.
        clock: seconds that only grow.
        seconds: for each figure.
    """
    parts: list[Part] = []
    for each in (game, *(other for other in games if other.key != game.key)):
        setup = usual_setup(each, seats)
        first = first_decision(each, setup)
        parts += [
            Part(each, setup, _one_by_one(rules(first, clock, seconds))),
            Part(each, setup, _one_by_one(search(each, first, clock, seconds))),
        ]
        if each is game:
            parts += [
                Part(each, setup, processes(each, setup, first, seconds)),
                Part(each, setup, match(each, setup, clock, seconds)),
            ]
    return parts


def usual_setup(game: Game, seats: int) -> Setup:
    """A match without house rules, for so many seats or the nearest number that the game is for."""
    count = min(max(seats, game.min_seats), game.max_seats)
    return Setup(count, {option.key: option.values[0] for option in game.options}, ("",) * count)


def first_decision(game: Game, setup: Setup) -> Kernel:
    """The first position in which a seat decides, with all hands known."""
    kernel = game.start(setup)
    rng = Random(SEED)
    while kernel.request() != DECIDE:
        kernel.chance(rng)
    return kernel


def rules(first: Kernel, clock: Clock, seconds: float) -> Iterator[Figure]:
    """Matches played to the end at random, by the rules alone."""
    buffer: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
    rng = Random(SEED)
    playouts = actions = 0
    begin = clock()
    while (passed := clock() - begin) < seconds:
        for _ in range(BATCH):
            actions += playout(first.clone(), rng, buffer)
        playouts += BATCH
    yield _rate(
        "playouts_per_second", N_("matches played at random, one core"), playouts / passed, N_("matches/s")
    )
    yield _rate("actions_per_second", N_("actions of these matches"), actions / passed, N_("actions/s"))


def search(game: Game, first: Kernel, clock: Clock, seconds: float) -> Iterator[Figure]:
    """A search from the first decision: to the end of the match by random play, and as the bots do it."""
    tree = Search(first, first.actor(), SEED)
    iterations, passed = _deepen(tree, clock, seconds)
    yield _rate(
        "search_iterations_per_second",
        N_("search to the end of the match, random playouts, one core"),
        iterations / passed,
        N_("iterations/s"),
    )
    yield _rate(
        "search_steps_per_second", N_("actions of this search"), float(tree.steps()) / passed, N_("actions/s")
    )
    yield _rate(
        "tree_bytes_per_iteration",
        N_("memory of its tree"),
        float(8 * WORDS * tree.nodes()) / iterations,
        N_("bytes/iteration"),
    )
    known = game.knowledge()
    thinking = Search(first, first.actor(), SEED, known, known.horizon())
    iterations, passed = _deepen(thinking, clock, seconds)
    yield _rate(
        "bot_iterations_per_second",
        N_("search as bots do it, one core"),
        iterations / passed,
        N_("iterations/s"),
    )
    yield _rate(
        "bot_steps_per_second",
        N_("actions of this search"),
        float(thinking.steps()) / passed,
        N_("actions/s"),
    )


async def processes(
    game: Game,
    setup: Setup,
    first: Kernel,
    seconds: float,
    start: Callable[[], Process] = BotProcess,
) -> AsyncIterator[Figure]:
    """The search of one bot's process, and of two at once."""
    dump, seat = first.dump(), int(first.actor())
    level = f"ismcts:time={seconds:g}"

    async def iterations(process: Process) -> int:
        found = await process.hint(game.key, setup, dump, seat, level, SEED)
        return sum(candidate.visits for candidate in found)

    workers = [start(), start()]
    try:
        await asyncio.gather(
            *(worker.hint(game.key, setup, dump, seat, "ismcts:iterations=1", SEED) for worker in workers)
        )
        alone = await iterations(workers[0])
        both = sum(await asyncio.gather(*map(iterations, workers)))
    finally:
        for worker in workers:
            worker.close()
    yield _rate(
        "process_iterations_per_second",
        N_("search as bots do it, in a bot's process"),
        alone / seconds,
        N_("iterations/s"),
    )
    yield _rate("two_processes", N_("two bots' processes against one"), both / alone, N_("times"))


async def match(game: Game, setup: Setup, clock: Clock, seconds: float) -> AsyncIterator[Figure]:
    """A whole sealed match of players that choose at random, and the audit of its record."""
    with tempfile.TemporaryDirectory(prefix="gefaehrten-bench-") as folder:
        profile = Path(folder)
        person = Person(name="bench", profile=profile, language="en", screen=Screen.JSON, auto="random")
        front = Silent()
        begin = clock()
        await run.play(PlayRequest(person, TableRules(game.key, setup.seats, "random", setup.options)), front)
        passed = clock() - begin
        record = stored_record(profile)
    assert front.sealing is not None, "a match that was played has begun"
    yield _rate("sealing_seconds", N_("sealing the decks"), front.sealing, N_("s"))
    yield _rate("match_seconds", N_("a whole match, sealed, signed and stored"), passed, N_("s"))
    verified = 0
    begin = clock()
    while (passed := clock() - begin) < seconds:
        assert verify(record).holds, "this match was honest"
        verified += 1
    yield _rate(
        "verify_matches_per_second", N_("audits of this match's record"), verified / passed, N_("matches/s")
    )


def stored_record(folder: Path) -> bytes:
    """The record of the one match of a profile."""
    with Profile.open(folder, access=Access.READ) as profile:
        (row,) = profile.store.matches()
        return record_file(profile.store.load(row.match)).to_bytes()


class Silent:
    """A front that shows nothing to nobody.

    Attributes:
        sealing: the seconds that sealing took; None before.
    """

    def __init__(self) -> None:
        self.sealing: float | None = None

    def attach(self, controls: Controls) -> None:
        """Nobody controls anything."""

    def tell(self, event: SessionEvent) -> None:
        """Notes how long the sealing took."""
        if isinstance(event, Started):
            self.sealing = event.sealing_s

    async def decide(self, position: Position) -> list[int]:
        """Nobody is asked."""
        raise NotImplementedError

    async def another(self) -> bool:
        """One match is enough."""
        return False


def _deepen(tree: Search, clock: Clock, seconds: float) -> tuple[int, float]:
    """Iterations, and the seconds that they took."""
    iterations = 0
    begin = clock()
    while (passed := clock() - begin) < seconds:
        tree.run(BATCH)
        iterations += BATCH
    return iterations, passed


async def _one_by_one(figures: Iterator[Figure]) -> AsyncIterator[Figure]:
    """The figures, with a chance between them for others and for Ctrl-C: what makes them never waits."""
    for figure in figures:
        yield figure
        await asyncio.sleep(0)


def _rate(key: str, what: str, value: float, unit: str) -> Figure:
    return Figure(key, Sentence(what), value, Sentence(unit))
