"""Pure. Scenes for tests of the full screen: matches from a seeded dealer, with the record and the cards' names.

The one rule: a desk is imitated as the contract has it: keys and clicks write into one line, whole lines are taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

from hypothesis import strategies as st

from gefaehrten.core.game import Setup
from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.random import Random
from gefaehrten.core.stage import Click, Press, Type
from gefaehrten.core.view import Scene
from gefaehrten.engine.dealer import Dealer
from gefaehrten.engine.match import Match
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.moves import card_kernel, legal
from gefaehrten.games.gefaehrten.stage import STAGE
from gefaehrten.games.gefaehrten.view import VIEW
from tests.unit.games.gefaehrten.scenes import NAMES


def random_turn(kernel: GefaehrtenKernel, rng: Random) -> list[int]:
    """A whole turn of random actions; a ring or a pick-up, which are rare, are preferred a little."""
    now, turn = kernel.clone(), list[int]()
    while now.request() == DECIDE and now.turns() == kernel.turns():
        possible = legal(now)
        first, second = (possible[rng.below(len(possible))] for _ in range(2))
        turn.append(max(first, second) if rng.below(3) == 0 else first)
        now.apply(turn[-1])
    return turn


def reached(
    seats: int, seed: int, turns: int, options: Mapping[str, str] | None = None
) -> tuple[Match, list[int]]:
    """A match after so many random turns, or before the last one, and the next turn."""
    match = Match(GAME, Setup(seats, dict(options or {})))
    dealer, rng = Dealer(match, seed), Random(seed + 1)
    dealer.serve()
    while True:
        turn = random_turn(card_kernel(match.kernel), rng)
        after = match.kernel.clone()
        for action in turn:
            after.apply(action)
        if turns == 0 or after.request() == OVER:
            return match, turn
        seat = match.need().seat
        moves, cards = match.encode(seat, turn)
        match.turn(seat, moves, cards)
        dealer.serve()
        turns -= 1


def seen(
    match: Match, seat: int, turn: tuple[int, ...] = (), options: Mapping[str, str] | None = None
) -> Scene:
    """The match as a seat (-1: a watcher) sees it."""
    kernel = match.kernel.clone()
    kernel.mask(seat)
    hand = [card for _, card in match.hand(seat) if card is not None] if seat >= 0 else []
    return Scene(kernel, seat, NAMES[: kernel.seats()], tuple(match.steps), hand, dict(options or {}), turn)


@lru_cache(maxsize=256)
def scene_after(
    seats: int, seed: int, turns: int, placed: int = 0, viewer: int | None = None, table: bool = False
) -> Scene:
    """What the mover, or another viewer, sees after so many turns and the first actions of the next one."""
    options = {"nazgul_range": "table"} if table else {}
    match, turn = reached(seats, seed, turns, options)
    mover = match.need().seat
    seat = mover if viewer is None else min(viewer, seats - 1)
    return seen(match, seat, tuple(turn[:placed]) if seat == mover else (), options)


def scenes(viewer: st.SearchStrategy[int | None] | None = None) -> st.SearchStrategy[Scene]:
    """Scenes of all kinds: of the mover in the middle of a turn, of others, of watchers, with both house rules."""
    return st.builds(
        scene_after,
        st.integers(2, 4),
        st.integers(0, 40),
        st.integers(0, 70),
        st.integers(0, 4),
        st.none() if viewer is None else viewer,
        st.booleans(),
    )


def find(seats: int, wanted: Callable[[Scene], bool], *, placed: int = 0) -> Scene:
    """The first scene of some matches that is as wanted."""
    for seed in range(20):
        for turns in range(0, 70, 2):
            here = scene_after(seats, seed, turns, placed)
            if wanted(here):
                return here
    raise AssertionError("no such scene")


class Desk:
    """The typed line and the turn, as a full screen keeps them. Mutable."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.typed = ""

    def key(self, key: str) -> None:
        """A key: the game is asked first; else a character is written."""
        made = STAGE.press(self.scene, self.typed, key)
        self.typed = self.typed + key if made is None else made
        self._take()

    def keys(self, text: str) -> None:
        """Several keys."""
        for key in text:
            self.key(key)

    def click(self, click: Click) -> None:
        """A click on a hotspot."""
        match click:
            case Type(text):
                self.typed += text
                self._take()
            case Press(key):
                made = STAGE.press(self.scene, self.typed, key)
                assert made is not None, f"nobody answers {key}"
                self.typed = made
                self._take()

    def _take(self) -> None:
        if STAGE.whole(self.scene, self.typed):
            found = VIEW.read(self.scene, self.typed)
            self.scene = replace(self.scene, turn=(*self.scene.turn, *found))
            self.typed = ""
