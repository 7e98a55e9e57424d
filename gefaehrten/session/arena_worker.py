"""Shell. One match between bots, as a task that any process can carry out, here or on another machine.

The one rule: all that a match depends on stands in its task, but for how far bots with a time limit come on the machine
that plays it. Bots see what their seats see.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from ai.levels import parse_spec
from ai.thinking import Clock, choose_turn, generator
from gefaehrten.core.game import Game, Setup
from gefaehrten.engine.dealer import Dealer
from gefaehrten.engine.match import Match
from gefaehrten.session.grove import Nursery


@dataclass(frozen=True, slots=True)
class Task:
    """A match to be played.

    Attributes:
        number: of the match in its tournament.
        options: every house rule with its value.
        specs: by seat, as `parse_spec` reads them.
        cards: seed of the decks and of all other luck.
        seeds: by seat, of what the bot itself draws.
    """

    number: int
    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    specs: tuple[str, ...]
    cards: int
    seeds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """How a match ended.

    Attributes:
        scores: points by seat.
        places: by seat, 1 the best; who shares a place has the same.
        reason: why it ended, a word of the game.
        turns: of all seats together.
        seconds: that it took.
    """

    number: int
    scores: tuple[int, ...]
    places: tuple[int, ...]
    reason: str
    turns: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Failed:
    """A match that could not be played to its end, and what was wrong: a bug in a game or a bot."""

    number: int
    problem: str


def catalogue(key: str) -> Game:
    """The game of the catalogue; imported when first asked for, so that only that game is loaded."""
    from gefaehrten.engine.catalogue import game

    return game(key)


def play(
    task: Task, clock: Clock = time.monotonic, lookup: Callable[[str], Game] = catalogue
) -> Played | Failed:
    """Plays the match. What goes wrong inside it is an answer too: what is raised then is the executor's own fault."""
    try:
        with contextlib.closing(Nursery()) as nursery:
            return _play(task, clock, lookup(task.game), nursery)
    except Exception as problem:  # whatever it is, whoever asked must hear of it
        return Failed(task.number, f"{type(problem).__name__}: {problem}")


def _play(task: Task, clock: Clock, game: Game, nursery: Nursery) -> Played:
    begun = clock()
    specs = [parse_spec(spec, game.levels) for spec in task.specs]
    draws = [generator(seed) for seed in task.seeds]
    known = game.knowledge()
    setup = Setup(task.seats, dict(task.options), ("",) * task.seats)
    match = Match(game, setup)
    dealer = Dealer(match, task.cards)
    dealer.serve()
    turns = 0
    while (need := match.need()).kind == "turn":
        seat = need.seat
        seed = draws[seat].word() << 31 | draws[seat].word() >> 1
        plant = nursery.plant(task.game, setup)
        actions = choose_turn(
            match.kernel, seat, specs[seat], seed, clock, _never, knowledge=known, plant=plant
        )
        match.turn(seat, *match.encode(seat, actions))
        turns += 1
        dealer.serve()
    places = tuple(int(match.kernel.place(seat)) + 1 for seat in range(task.seats))
    scores = tuple(int(score) for score in match.scores())
    return Played(task.number, scores, places, match.reason(), turns, round(clock() - begun, 3))


def _never() -> bool:
    """Nobody tells an arena's bot to hurry: who wants to stop ends its process."""
    return False


def begin_process() -> None:
    """What a process of ours does before its first match: Ctrl-C is its parent's to handle, and it dies with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(0)
