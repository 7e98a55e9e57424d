"""Pure. What a line that is being typed means, as far as it is typed.

The one rule: nothing is decided here: notation says what it is, the kernel whether it may be.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.view import Scene
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.kernel import MordorKernel
from gefaehrten.games.mordor.moves import dice_kernel, is_set, legal
from gefaehrten.games.mordor.names import DIE_LABELS
from gefaehrten.games.mordor.notation import parse


@dataclass(frozen=True, slots=True)
class Intent:
    """A scene with a typed line.

    Attributes:
        now: the position after what is chosen already.
        deciding: whether the reader has something to choose in it.
        typed: the line.
        action: the legal action that it is, -1 for none.
        mask: the dice that it names, legal or not.
        error: why it is none.
    """

    scene: Scene
    now: MordorKernel
    deciding: bool
    typed: str
    action: int
    mask: int
    error: GefaehrtenError | None

    @property
    def halving(self) -> bool:
        """Whether a field is to be halved."""
        return self.deciding and bool(self.now.phase() == tables.HALVING)

    @property
    def choosing(self) -> bool:
        """Whether dice are to be set aside."""
        return self.deciding and bool(self.now.phase() == tables.CHOOSING)

    def joining(self) -> int:
        """The dice, a bit each, that may be set aside together with those that are named, perhaps with more."""
        if not self.choosing:
            return 0
        found = 0
        for action in legal(self.now):
            if is_set(action) and action & self.mask == self.mask:
                found |= action
        return found


def intent(scene: Scene, typed: str) -> Intent:
    """What the typed line means in this scene."""
    now = dice_kernel(scene.now())
    deciding = scene.on_turn()
    text = typed.strip()
    action, mask = -1, 0
    error: GefaehrtenError | None = None
    if deciding and text:
        try:
            action = parse(now, text)[-1]
        except GefaehrtenError as refused:
            error = refused
        if is_set(action):
            mask = action
        elif re.fullmatch("[1-5]+", text) and now.phase() == tables.CHOOSING:
            mask = sum(1 << DIE_LABELS.index(char) for char in set(text))
    return Intent(scene, now, deciding, text, action, mask, error)


def toggled(text: str, label: str) -> str:
    """A line of dice with one more, or with one less where it was there."""
    chosen = set(text) ^ {label}
    return "".join(sorted(chosen))
