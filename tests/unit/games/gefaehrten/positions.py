"""Positions of the card game for tests: reached by random play, or laid out card by card."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import strategies as st

from gefaehrten.core.game import Setup
from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.random import Random
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.moves import legal


def play(seats: int, seed: int, actions: int, options: Mapping[str, str] | None = None) -> GefaehrtenKernel:
    """The position after so many random actions, or a few less: one in which a seat decides."""
    rng = Random(seed)
    kernel = GAME.start(Setup(seats, options or {}))
    last = kernel.clone()
    while kernel.request() != OVER:
        if kernel.request() != DECIDE:
            kernel.chance(rng)
            continue
        last = kernel.clone()
        if actions == 0:
            break
        actions -= 1
        possible = legal(kernel)
        kernel.apply(possible[rng.below(len(possible))])
    return last


def started(seats: int = 4, mover: int = 0, options: Mapping[str, str] | None = None) -> GefaehrtenKernel:
    """The first position, first mover drawn, no card dealt that anybody knows."""
    kernel = GAME.start(Setup(seats, options or {}))
    kernel.roll(mover)
    while kernel.request() != DECIDE:
        kernel.deal(-1)
    return kernel


def holding(kernel: GefaehrtenKernel, seat: int, *faces: int) -> GefaehrtenKernel:
    """The same position, in which unknown cards of the seat's hand turn out to be these."""
    for face in faces:
        kernel.learn(seat, face)
    return kernel


def kernels(**options: str) -> st.SearchStrategy[GefaehrtenKernel]:
    """Positions in which a seat decides, all cards known."""
    return st.builds(
        play,
        st.integers(2, 4),
        st.integers(0, 2**32 - 1),
        st.integers(0, 130),
        st.just(options),
    )
