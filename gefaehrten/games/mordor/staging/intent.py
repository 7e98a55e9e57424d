"""Pure. What a line that is being typed means, as far as it is typed.

The one rule: nothing is decided here: notation says what it is, the kernel whether it may be.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.kernel import DECIDE
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
        actions: the legal actions that it is, one after the other; none for none.
        mask: the dice that it names, legal or not.
        error: why it is none.
    """

    scene: Scene
    now: MordorKernel
    deciding: bool
    typed: str
    actions: tuple[int, ...]
    mask: int
    error: GefaehrtenError | None

    @property
    def action(self) -> int:
        """The last one, -1 for none."""
        return self.actions[-1] if self.actions else -1

    @property
    def open(self) -> bool:
        """Whether after what is typed the reader still has something to choose, and may take all of it back."""
        after = self.now.clone()
        for action in self.actions:
            after.apply(action)
        return bool(after.request() == DECIDE and after.turns() == self.scene.kernel.turns())

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
    actions: tuple[int, ...] = ()
    mask = 0
    error: GefaehrtenError | None = None
    if deciding and text:
        try:
            actions = tuple(parse(now, text))
        except GefaehrtenError as refused:
            error = refused
        if actions and is_set(actions[0]):
            mask = actions[0]
        elif re.fullmatch("[1-5]+", text) and now.phase() == tables.CHOOSING:
            mask = sum(1 << DIE_LABELS.index(char) for char in set(text))
    return Intent(scene, now, deciding, text, actions, mask, error)


def toggled(text: str, label: str) -> str:
    """A line of dice with one more, or with one less where it was there."""
    chosen = set(text) ^ {label}
    return "".join(sorted(chosen))
