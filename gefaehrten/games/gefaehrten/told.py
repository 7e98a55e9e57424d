"""Pure. Points and rings as the record has told them so far.

The one rule: the kernel scores in the same breath in which the last card is placed; a picture that shows step after
step does not pay before the step `scored` has come.
"""

from __future__ import annotations

from gefaehrten.core.kernel import OVER
from gefaehrten.core.view import Scene
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.moves import card_kernel, seat_colours


def pending(scene: Scene) -> bool:
    """Whether the kernel has scored already what the steps have not told."""
    kernel = card_kernel(scene.kernel)
    if not scene.steps or scene.turn or kernel.phase() not in (tables.LOCATING, tables.OVER_):
        return False
    return sum(step["step"] == "scored" for step in scene.steps) < kernel.scorings()


def points(scene: Scene, seat: int) -> int | None:
    """A seat's points; None where they are kept from this reader (F33)."""
    kernel = card_kernel(scene.now())
    over = scene.kernel.request() == OVER and not pending(scene)
    if scene.options.get("points") == "hidden" and seat != scene.seat and not over:
        return None
    score = int(kernel.score(seat))
    return score - int(kernel.last_net(seat)) if pending(scene) else score


def rings(scene: Scene, seat: int) -> tuple[int, ...]:
    """The rings that a seat holds and has not played."""
    kernel = card_kernel(scene.now())
    early = pending(scene)
    return tuple(
        token
        for token in range(1, int(tables.TOKEN_KINDS))
        if kernel.has_token(seat, token)
        and not (early and any(kernel.last_token(colour, token) for colour in seat_colours(kernel, seat)))
    )
