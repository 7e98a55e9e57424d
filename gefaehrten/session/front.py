"""Pure. What a session needs of whatever shows the match to a person, and what that may ask of the session."""

from __future__ import annotations

from typing import Protocol

from gefaehrten.session.events import SessionEvent
from gefaehrten.session.following import Wish
from gefaehrten.session.players import Position


class Controls(Protocol):
    """What a person can do besides moving."""

    async def say(self, text: str) -> None:
        """A line of chat to the table."""
        ...

    async def fill(self) -> None:
        """Host only: bots take every free seat, and the host is ready."""
        ...

    async def ready(self, ready: bool) -> None:
        """Before the match: whether it may begin as far as this seat is concerned."""
        ...

    async def wish(self, colour: str) -> None:
        """Before the match: the colour asked for, "" for any."""
        ...

    async def kick(self, seat: int) -> None:
        """Host only, before the match: frees a seat, a bot's too."""
        ...

    async def add_bot(self, level: str) -> None:
        """Host only, before the match: a bot takes a free seat."""
        ...

    async def move(self, wish: Wish) -> None:
        """In a match: what the person would like from now on: "pause", "abort", or "" to play on."""
        ...

    async def autopilot(self, on: bool) -> None:
        """In a match: the program plays for the person, or the person again from the next decision on."""
        ...

    def concede(self) -> None:
        """Gives the match up and leaves, also where leaving alone would keep the seat."""
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

    async def another(self) -> bool:
        """After the verdict: whether the person wants another match at this table. May wait for the person."""
        ...
