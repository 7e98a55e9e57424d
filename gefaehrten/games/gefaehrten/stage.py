"""Pure. The card game on a full screen: board, hand, panels, and what the typed line means.

The one rule: it only puts together; every piece has a module of its own in `staging`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gefaehrten.core.game import JsonStep
from gefaehrten.core.lines import Line
from gefaehrten.core.stage import Look, Moment, Panel, Picture, Room
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.gefaehrten.staging import keys, sides, window
from gefaehrten.games.gefaehrten.staging.clauses import clause
from gefaehrten.games.gefaehrten.staging.explain import explain
from gefaehrten.games.gefaehrten.staging.intent import intent
from gefaehrten.games.gefaehrten.staging.moments import moments
from gefaehrten.games.gefaehrten.staging.picture import extent, picture
from gefaehrten.games.gefaehrten.staging.sight import sight
from gefaehrten.games.gefaehrten.staging.tray import tray


class GefaehrtenStage:
    """See `core.stage.Stage`."""

    zooms: int = window.ZOOMS

    def heading(self, scene: Scene, wording: Wording, width: int) -> Line:
        """The current location, what it pays, its own rule."""
        return sides.heading(sight(scene), wording, width)

    def board(self, scene: Scene, wording: Wording, typed: str, look: Look, room: Room) -> Picture:
        """The table around the current location, with what is typed lit up."""
        return picture(intent(scene, typed), wording, look, room)

    def fits(self, scene: Scene, zoom: int, room: Room) -> bool:
        """Whether the current location can be seen whole."""
        return window.fits(zoom, room, sight(scene).board.area)

    def within(self, scene: Scene, look: Look, room: Room) -> Look:
        """The look without scrolling that the board's edge does not let happen."""
        return window.kept(look, room, *extent(sight(scene), look))

    def hand(self, scene: Scene, wording: Wording, typed: str, room: Room) -> Picture:
        """The own cards and rings."""
        return tray(intent(scene, typed), wording, room)

    def panels(self, scene: Scene, wording: Wording, width: int) -> list[Panel]:
        """Players, what the location would pay now, the locations to come."""
        return sides.panels(sight(scene), wording, width)

    def explain(self, scene: Scene, wording: Wording, typed: str, look: Look, width: int) -> list[Line]:
        """A few lines on the move in hand."""
        return explain(intent(scene, typed), wording, look, width)

    def press(self, scene: Scene, typed: str, key: str) -> str | None:
        """The next ring, or a card picked for what is named already."""
        return keys.press(scene, typed, key)

    def whole(self, scene: Scene, typed: str) -> bool:
        """Whether the typed line is taken at once."""
        return keys.whole(scene, typed)

    def clause(self, scene: Scene, typed: str) -> str:
        """The clause that matters now."""
        return clause(intent(scene, typed))

    def moments(
        self, step: JsonStep, before: Scene, names: Sequence[str], wording: Wording, width: int
    ) -> list[Moment]:
        """A scoring, card by card."""
        return moments(step, before.steps, names, before.seat, wording, width)


STAGE: Final = GefaehrtenStage()
