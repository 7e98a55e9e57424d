"""Pure. The positions between two that a session tells: a whole turn arrives at once, but is watched step by step.

The one rule: it knows no game; an action is the one whose own steps tell the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.game import Game, JsonStep
from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS, Kernel


def followed(game: Game, kernel: Kernel, steps: Sequence[JsonStep]) -> Kernel:
    """The position after the actions among the steps, as far as they can be found; a copy.

    Args:
        kernel: the position before the first of them.
    """
    kernel = kernel.clone()
    for step in steps:
        after = _after(game, kernel, step)
        if after is not None:
            kernel = after
    return kernel


_ROOM: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
"""One for all calls: a compiled method never frees what plain Python hands to it (mypyc 2.4), 32 KiB each time."""


def _after(game: Game, kernel: Kernel, step: JsonStep) -> Kernel | None:
    """The position after the action that a step tells of; None if it tells of none."""
    if kernel.request() != DECIDE:
        return None
    told = _facts(step)
    for index in range(kernel.legal_actions(_ROOM)):
        action = int(_ROOM[index])
        after = kernel.clone()
        after.apply(action)
        made = game.steps(kernel, action, after, None)
        if made and _facts(made[0]) == told:
            return after
    return None


def _facts(step: JsonStep) -> dict[str, object]:
    """A step without the name of its card, which the position does not know."""
    return {
        key: {part: fact for part, fact in value.items() if part != "name"}
        if isinstance(value, dict)
        else value
        for key, value in step.items()
    }
