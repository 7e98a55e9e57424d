"""Pure. The dice game on a full screen: tracks, dice, panels, and what the typed line means.

The one rule: it only puts together; every piece has a module of its own in `staging`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.game import JsonStep
from gefaehrten.core.lines import Line
from gefaehrten.core.stage import Look, Moment, Panel, Picture, Room
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.names import DIE_LABELS
from gefaehrten.games.mordor.staging import board, sides
from gefaehrten.games.mordor.staging.intent import intent, toggled

EFFECT_CLAUSES: Final = ("M4", "M16", "M17", "M18", "M19", "M20", "M21", "M22", "M23", "M14")
"""By field, the clause of its effect."""


class MordorStage:
    """See `core.stage.Stage`."""

    zooms: int = board.ZOOMS

    def heading(self, scene: Scene, wording: Wording, width: int) -> Line:
        """Where the turn began and what that place does."""
        return sides.heading(intent(scene, ""), wording, width)

    def board(self, scene: Scene, wording: Wording, typed: str, look: Look, room: Room) -> Picture:
        """The way, the tracks, the dice."""
        return board.board(intent(scene, typed), wording, look, room)

    def fits(self, scene: Scene, zoom: int, room: Room) -> bool:
        """Whether everything can be seen at this zoom."""
        return board.fits(int(scene.kernel.seats()), zoom, room)

    def hand(self, scene: Scene, wording: Wording, typed: str, room: Room) -> Picture:
        """The dice in a line."""
        return sides.hand(intent(scene, typed), wording, room)

    def panels(self, scene: Scene, wording: Wording, width: int) -> list[Panel]:
        """Players, the turn so far, the places."""
        return sides.panels(intent(scene, ""), wording, width)

    def explain(self, scene: Scene, wording: Wording, typed: str, look: Look, width: int) -> list[Line]:  # noqa: ARG002
        """A few lines on the move in hand."""
        return sides.explain(intent(scene, typed), wording, width)

    def press(self, scene: Scene, typed: str, key: str) -> str | None:
        """The number of a die takes it into the line, or out of it again."""
        meant = intent(scene, typed)
        plain = meant.typed
        if not meant.choosing or len(key) != 1 or key not in DIE_LABELS or set(plain) - set(DIE_LABELS):
            return None
        return toggled(plain, key)

    def whole(self, scene: Scene, typed: str) -> bool:  # noqa: ARG002
        """Never: what is set aside cannot be taken back, so Enter has to say it."""
        return False

    def clause(self, scene: Scene, typed: str) -> str:
        """The clause that matters now."""
        meant = intent(scene, typed)
        if isinstance(meant.error, IllegalAction):
            return meant.error.clause
        if meant.halving:
            return "M11"
        effect = int(meant.now.effect())
        if effect:
            return EFFECT_CLAUSES[effect]
        return "M6" if meant.now.count(meant.now.rolled(), tables.NAZGUL) else "M4"

    def moments(
        self,
        step: JsonStep,  # noqa: ARG002
        before: Scene,  # noqa: ARG002
        names: Sequence[str],  # noqa: ARG002
        wording: Wording,  # noqa: ARG002
        width: int,  # noqa: ARG002
    ) -> list[Moment]:
        """None: nothing in this game is counted up slowly."""
        return []


STAGE: Final = MordorStage()
