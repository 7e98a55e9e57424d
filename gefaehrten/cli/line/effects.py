"""Pure. What a typed line asks the session for, at the table and before the match; looking around asks for nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gefaehrten.core.lines import Line


@dataclass(frozen=True, slots=True)
class Commit:
    """The turn is made: kernel actions, a whole turn."""

    actions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """A bot's advice is wanted for the rest of the turn.

    Attributes:
        so_far: what the turn has placed already.
    """

    so_far: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Chat:
    """A message to the table."""

    text: str


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules are to be shown, from a clause on (`"F13"`) or from the start (None)."""

    clause: str | None


@dataclass(frozen=True, slots=True)
class Rematch:
    """Another match with the same players is wanted."""


@dataclass(frozen=True, slots=True)
class Quit:
    """The player leaves, asked and answered."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The match may begin, or may not, as far as this seat is concerned."""

    ready: bool


@dataclass(frozen=True, slots=True)
class Wish:
    """The colour asked for, "" for any."""

    colour: str


@dataclass(frozen=True, slots=True)
class Kick:
    """A seat is to be freed."""

    seat: int


@dataclass(frozen=True, slots=True)
class AddBot:
    """A bot of some level is to take a free seat; "" is the level of the table."""

    level: str


@dataclass(frozen=True, slots=True)
class Start:
    """Bots take the free seats, and the match begins."""


@dataclass(frozen=True, slots=True)
class Motion:
    """What the player would like from now on: "pause", "abort", or "" to play on."""

    wish: Literal["", "pause", "abort"]


@dataclass(frozen=True, slots=True)
class Autopilot:
    """A bot is to play for the player until their next key or line, or is not any more."""

    on: bool


@dataclass(frozen=True, slots=True)
class Concede:
    """The player gives the match up, asked and answered."""


LobbyEffect = Ready | Wish | Kick | AddBot | Start
TableEffect = Motion | Autopilot
Effect = Commit | Hint | Chat | Rules | Rematch | Quit | Concede | TableEffect


@dataclass(frozen=True, slots=True)
class Reply:
    """What a typed line leads to: lines to print, and perhaps something for the session to do."""

    lines: tuple[Line, ...] = ()
    effect: Effect | LobbyEffect | None = None

    @property
    def text(self) -> str:
        """The lines without their styles."""
        return "\n".join(each.text for each in self.lines)
