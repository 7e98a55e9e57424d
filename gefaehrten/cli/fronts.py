"""Shell. What shows a match: JSON lines for programs, line mode or the full screen for people.

The one rule: which one it is was settled when the command line was read (`Person.screen`); nothing else asks again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TextIO

from gefaehrten.cli.output import JsonLines
from gefaehrten.session.events import Ended, Judged, SessionEvent
from gefaehrten.session.front import Controls, Front
from gefaehrten.session.players import Position
from gefaehrten.session.requests import Person, Screen


def front_for(person: Person) -> Front:
    """The front that the person asked for."""
    match person.screen:
        case Screen.JSON:
            return JsonFront(sys.stdout, lambda: _line_front(person, sys.stderr))
        case Screen.LINE | Screen.FULL:
            return _line_front(person, sys.stdout)


def _line_front(person: Person, stream: TextIO) -> Front:
    from gefaehrten.cli.line.front import LineFront

    return LineFront(person, stream)


class JsonFront:
    """Every event as one JSON object a line. A person who moves all the same does so as in line mode, on stderr.

    Args:
        stream: where the objects go.
        ask: makes the front that asks a person for moves; a bot's seat never needs it.
    """

    def __init__(self, stream: TextIO, ask: Callable[[], Front]) -> None:
        self._lines = JsonLines(stream)
        self._ask = ask
        self._asking: Front | None = None
        self._controls: Controls | None = None

    def attach(self, controls: Controls) -> None:
        """Keeps the controls for the front that may have to ask."""
        self._controls = controls

    def tell(self, event: SessionEvent) -> None:
        """Prints the event."""
        self._lines.print(event.json())

    async def decide(self, position: Position) -> list[int]:
        """Asks as line mode does."""
        if self._asking is None:
            self._asking = self._ask()
            if self._controls is not None:
                self._asking.attach(self._controls)
        return await self._asking.decide(position)


class Outcome:
    """A front that passes everything on and notes how the match ended, for the exit code."""

    def __init__(self, front: Front) -> None:
        self._front = front
        self.ended: Ended | None = None
        self.judged: Judged | None = None

    def attach(self, controls: Controls) -> None:
        """Passes the controls on."""
        self._front.attach(controls)

    def tell(self, event: SessionEvent) -> None:
        """Notes result and verdict, and passes every event on."""
        match event:
            case Ended():
                self.ended = event
            case Judged():
                self.judged = event
            case _:
                pass
        self._front.tell(event)

    async def decide(self, position: Position) -> list[int]:
        """Passes the question on."""
        return await self._front.decide(position)
