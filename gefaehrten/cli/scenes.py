"""Pure. A seat's knowledge as a game's words and pictures take it."""

from __future__ import annotations

from collections.abc import Sequence

from gefaehrten.core.game import JsonStep
from gefaehrten.core.kernel import Kernel
from gefaehrten.core.view import Scene
from gefaehrten.session.players import Position


def scene_of(
    position: Position, kernel: Kernel | None = None, steps: Sequence[JsonStep] | None = None
) -> Scene:
    """The scene of a position; with another kernel and other steps where it is told step by step."""
    return Scene(
        kernel=position.kernel if kernel is None else kernel,
        seat=position.seat,
        names=position.names,
        steps=position.steps if steps is None else tuple(steps),
        hand_cards=[card for _, card in position.hand],
        options=position.setup.options,
    )
