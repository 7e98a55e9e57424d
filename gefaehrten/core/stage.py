"""Pure. What a game offers to a full screen: its table in pieces, what a click on each does, what a typed line means.

The one rule: the typed line is the only state of a move in hand. Keys and the mouse only write into it, so whatever
can be done by one can be done by the others; and nothing here knows a terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from gefaehrten.core.game import JsonStep
from gefaehrten.core.lines import Line
from gefaehrten.core.view import Scene, Wording


@dataclass(frozen=True, slots=True)
class Room:
    """Space on the screen, in terminal cells."""

    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Type:
    """A click writes this at the end of the typed line."""

    text: str


@dataclass(frozen=True, slots=True)
class Press:
    """A click does what this key does, by its name in prompt_toolkit: `enter`, `tab`, `f1`, or a character.

    `Stage.press` is asked first, as for a key; so a game can have clicks that no keyboard has a key for.
    """

    key: str


Click = Type | Press


@dataclass(frozen=True, slots=True)
class Hotspot:
    """A rectangle that can be clicked, in cells from the top left of its picture."""

    row: int
    column: int
    width: int
    height: int
    click: Click

    def moved(self, rows: int, columns: int) -> Hotspot:
        """The same on a larger picture."""
        return Hotspot(self.row + rows, self.column + columns, self.width, self.height, self.click)

    def holds(self, row: int, column: int) -> bool:
        """Whether a cell lies in it."""
        return self.row <= row < self.row + self.height and self.column <= column < self.column + self.width


@dataclass(frozen=True, slots=True)
class Picture:
    """Lines with what can be clicked on them. No line is wider, and there are no more of them, than was asked for."""

    lines: tuple[Line, ...]
    hotspots: tuple[Hotspot, ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """A titled part beside the board. Panels come in the order of their weight: the last go first where space is short.

    Attributes:
        title: in the reader's language.
        lines: at most as wide as was asked for.
        short: the same in one or two lines, for small screens.
    """

    key: str
    title: str
    lines: tuple[Line, ...]
    short: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Look:
    """How the reader looks at the board.

    Attributes:
        zoom: 0 (the smallest) to `Stage.zooms - 1`.
        right, down: cells of the board by which the reader has scrolled away from the current place.
        choice: which of `View.choices` is being looked at.
        lit: targets (as they are typed: "7") that are lit up whatever is typed, for a moment.
    """

    zoom: int = 1
    right: int = 0
    down: int = 0
    choice: int = 0
    lit: tuple[str, ...] = ()


STRAIGHT: Final = Look()
"""How a reader looks who has changed nothing."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One picture of something that is shown slowly, a scoring for instance.

    Attributes:
        lit: targets that are lit up.
        lines: what the side of the screen says meanwhile, at most as wide as was asked for.
        seconds: how long.
    """

    lit: tuple[str, ...]
    lines: tuple[Line, ...]
    seconds: float


class Stage(Protocol):
    """A game's pieces for a full screen. Stateless. `scene.turn` holds what is placed and not committed yet."""

    zooms: int
    """How many sizes the board has."""

    def heading(self, scene: Scene, wording: Wording, width: int) -> Line:
        """What stands in the frame over the board: the place that counts now, what it pays, its special rule."""
        ...

    def board(self, scene: Scene, wording: Wording, typed: str, look: Look, room: Room) -> Picture:
        """The board as it is after `scene.turn`; where the typed card may go is lit up; every target is a hotspot.

        It follows the current place and takes what room there is; a look that would leave the board stops at its
        edge. Where choices are due, the one looked at is drawn in.
        """
        ...

    def fits(self, scene: Scene, zoom: int, room: Room) -> bool:
        """Whether what matters now can be seen at this zoom."""
        ...

    def hand(self, scene: Scene, wording: Wording, typed: str, room: Room) -> Picture:
        """What the reader holds, each thing a hotspot; nothing for a watcher."""
        ...

    def panels(self, scene: Scene, wording: Wording, width: int) -> list[Panel]:
        """Players, what the place would pay now, and so on."""
        ...

    def explain(self, scene: Scene, wording: Wording, typed: str, look: Look, width: int) -> list[Line]:
        """A few lines on the move in hand, the most important first.

        Of what is typed: where it may go, and why not elsewhere with the clause. Else of the turn so far: what it
        changes. Else what can be done now. Where choices are due: what the one looked at would carry over.
        """
        ...

    def press(self, scene: Scene, typed: str, key: str) -> str | None:
        """What a key of the game's own makes of the typed line ("+": the next ring); None: it is no such key.

        Asked for every key before anything else; what it answers is then looked at like anything typed (`whole`).
        """
        ...

    def whole(self, scene: Scene, typed: str) -> bool:
        """Whether the typed line is a legal action that nothing more can be typed to: it is taken at once."""
        ...

    def clause(self, scene: Scene, typed: str) -> str:
        """The clause of the rules that matters most now."""
        ...

    def moments(
        self, step: JsonStep, before: Scene, names: Sequence[str], wording: Wording, width: int
    ) -> list[Moment]:
        """How a step is shown slowly; empty for all but the great ones.

        Args:
            before: the position as the step found it.
        """
        ...
