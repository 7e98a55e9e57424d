"""Pure. What a session needs of whatever shows the match to a person, and what that may ask of the session."""

from __future__ import annotations

from typing import Protocol

from gefaehrten.session.events import SessionEvent
from gefaehrten.session.players import Position


class Controls(Protocol):
    """What a person can do besides moving."""

    async def say(self, text: str) -> None:
        """A line of chat to the table."""
        ...

    async def fill(self) -> None:
        """Host only: bots take every free seat."""
        ...

    def position(self) -> Position | None:
        """What the own seat knows now; None before the match."""
        ...

    def quit(self) -> None:
        """Leaves the table; whoever runs the session gets `Leaving`."""
        ...


class Front(Protocol):
    """A screen, a line mode, or a JSON printer."""

    def attach(self, controls: Controls) -> None:
        """The session is about to begin."""
        ...

    def tell(self, event: SessionEvent) -> None:
        """Something happened; must not block."""
        ...

    async def decide(self, position: Position) -> list[int]:
        """Asks the person for the seat's whole turn, as kernel actions.

        Raises:
            Leaving: the person wants to go.
        """
        ...
