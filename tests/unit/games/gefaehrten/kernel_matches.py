"""Pure. Random matches of the card game for tests: a seed gives the same match everywhere.

The one rule: nothing is asserted here.
"""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import strategies as st

from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.random import Random
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from tests.unit.games.gefaehrten import kernel_positions as p

SEEDS = st.integers(0, 2**32 - 1)
SEATS = st.sampled_from((2, 3, 4))


def pick(kernel: GefaehrtenKernel, rng: Random) -> int:
    """A random legal action; tokens and pick-ups, which are rare, are preferred a little."""
    actions = p.legal(kernel)
    first, second = (actions[rng.below(len(actions))] for _ in range(2))
    return second if 321 <= second < 2241 or 14533 <= second < 45253 else first


def step(kernel: GefaehrtenKernel, rng: Random) -> None:
    """Fulfils what the match needs next at random."""
    if kernel.request() == DECIDE:
        kernel.apply(pick(kernel, rng))
    else:
        kernel.chance(rng)


def match(seats: int, seed: int, table: bool = False, *, leaving: bool = False) -> Iterator[GefaehrtenKernel]:
    """The positions of a random match, the same object again and again, `OVER` the last one.

    Args:
        seats: 2, 3 or 4.
        seed: of the match.
        table: house rule `nazgul_range=table`.
        leaving: whether seats may leave on the way.
    """
    rng = Random(seed)
    kernel = GefaehrtenKernel(seats, p.OWNERS[seats], table)
    yield kernel
    while kernel.request() != OVER:
        if leaving and rng.below(60) == 0:
            kernel.retire(rng.below(seats))
        else:
            step(kernel, rng)
        yield kernel


def some(seats: int, seed: int, table: bool = False, *, leaving: bool = False) -> GefaehrtenKernel:
    """A position somewhere in a random match in which a seat decides, if there is one."""
    positions = [
        kernel.clone() for kernel in match(seats, seed, table, leaving=leaving) if kernel.request() == DECIDE
    ]
    return positions[seed // 7 % len(positions)]
