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


def event(kernel: GefaehrtenKernel, rng: Random) -> tuple[str, int]:
    """What could happen next, drawn at random: a roll, the deal of one card, an action."""
    match kernel.request():
        case 1:
            return "act", pick(kernel, rng)
        case 2:
            seat = kernel.actor()
            cards = [
                face
                for face in range(32)
                if kernel.owner(face >> 3) == seat
                for _ in range(kernel.unseen(face))
            ]
            return "deal", cards[rng.below(len(cards))]
    return "roll", rng.below(kernel.amount())


def carry_out(kernel: GefaehrtenKernel, kind: str, value: int) -> None:
    """Lets an event happen; `("retire", seat)` is one too."""
    {"act": kernel.apply, "deal": kernel.deal, "roll": kernel.roll, "retire": kernel.retire}[kind](value)


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
        if leaving and rng.below(100) == 0:
            kernel.retire(rng.below(seats))
        else:
            step(kernel, rng)
        yield kernel


def some(seats: int, seed: int, table: bool = False, *, leaving: bool = False) -> GefaehrtenKernel:
    """A position somewhere in a random match, one in which a seat decides unless too many left before any did."""
    positions: list[GefaehrtenKernel] = []
    wanted = seed // 7 % 250
    for index, kernel in enumerate(match(seats, seed, table, leaving=leaving)):
        if kernel.request() == DECIDE or not positions:
            positions = [kernel.clone()]
        if index >= wanted:
            break
    return positions[0]
