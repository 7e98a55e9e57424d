"""Machine. A player's turn while it is being put together: what is placed, taken back, picked, and when it is whole.

The one rule: it belongs to one turn of the match; with the next one it is forgotten, and what is committed stays so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.text import N_
from gefaehrten.core.view import Choice, Scene, View

NUMBER = re.compile(r"[0-9]{1,4}")
"""What is read as a number of a choice."""


class Turn:
    """What a player has chosen and not committed, for line mode and the full screen. Mutable."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._actions: tuple[int, ...] = ()
        self._number = -1
        self._sent: int | None = None
        self._made: tuple[int, ...] = ()

    def scene(self, scene: Scene) -> Scene:
        """The scene with this turn in it; an old turn is forgotten."""
        if self._number != scene.kernel.turns() or not scene.is_mover():
            self._actions, self._number = (), scene.kernel.turns()
        return replace(scene, turn=self._actions)

    def reopen(self) -> None:
        """What was committed could not be sent: another turn may be put together."""
        self._sent = None

    def sent(self, scene: Scene) -> bool:
        """Whether the turn is committed and the match has not taken it in yet."""
        return self._sent == scene.kernel.turns() and scene.is_mover()

    def as_made(self, scene: Scene) -> Scene:
        """As `scene`; while the turn is on its way, with what was committed."""
        return replace(scene, turn=self._made) if self.sent(scene) else self.scene(scene)

    def read(self, scene: Scene, text: str) -> tuple[int, ...] | None:
        """Adds what is typed: notation, or the number of a choice. `scene` has been through `scene()`.

        Returns:
            The whole turn, where the text closed it by word; it is committed then.

        Raises:
            NotationError, IllegalAction, GefaehrtenError: the text is no action now; the typist's fault.
        """
        picks = self._view.choices(scene)
        number = text.strip()
        if picks and NUMBER.fullmatch(number):
            return self.add(scene, [picked(picks, int(number)).action])
        return self.add(scene, self._view.read(scene, text))

    def add(self, scene: Scene, actions: Sequence[int]) -> tuple[int, ...] | None:
        """Adds actions that go on from `scene.turn`; returns the whole turn where the last one closed it."""
        self._actions += tuple(actions)
        if self._view.closes(replace(scene, turn=self._actions)):
            return self._commit()
        return None

    def finish(self, scene: Scene) -> tuple[int, ...]:
        """Commits the turn: all of its actions.

        Raises:
            IllegalAction: something is missing.
        """
        self._actions += tuple(self._view.finish(scene))
        return self._commit()

    def back(self) -> bool:
        """Takes the last action back; False where there is none."""
        found, self._actions = bool(self._actions), self._actions[:-1]
        return found

    def clear(self) -> bool:
        """Takes everything back; False where there is nothing."""
        found, self._actions = bool(self._actions), ()
        return found

    def _commit(self) -> tuple[int, ...]:
        self._made, self._actions = self._actions, ()
        self._sent = self._number
        return self._made


def picked(picks: Sequence[Choice], number: int) -> Choice:
    """The choice of a number, counted from 1.

    Raises:
        GefaehrtenError: there is none; the typist's fault.
    """
    if not 1 <= number <= len(picks):
        raise GefaehrtenError(
            "invalid",
            N_("There is no choice {number}: it goes from 1 to {most}."),
            number=number,
            most=len(picks),
        )
    return picks[number - 1]
