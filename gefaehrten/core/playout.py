"""Pure, compiled. A match played to its end at random: the measure of a kernel and the last step of a search.

The one rule: it knows no game, only what every kernel offers.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import DECIDE, OVER, Kernel
from gefaehrten.core.random import Random


def playout(kernel: Kernel, rng: Random, buffer: vec[i64]) -> i64:
    """Plays `kernel` to `OVER`, every legal action as likely as any other.

    Args:
        kernel: is changed. Unknown hand cards are drawn as they are played; determinize first for a fair sample.
        buffer: room for `MAX_ACTIONS`.

    Returns:
        How many actions were taken.
    """
    actions: i64 = 0
    while True:
        request: i64 = kernel.request()
        if request == DECIDE:
            count: i64 = kernel.legal_actions(buffer)
            kernel.apply(buffer[rng.below(count)])
            actions += 1
        elif request == OVER:
            return actions
        else:
            kernel.chance(rng)
