"""Shell. What shows a match: JSON lines for programs, line mode or the full screen for people.

The one rule: which one it is was settled when the command line was read (`Person.screen`); nothing else asks again.
"""

from __future__ import annotations

import sys
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
            # A person who moves all the same is spoken to on stderr, as in line mode.
            asking = None if person.auto is not None else _line_front(person, sys.stderr)
            return JsonFront(JsonLines(sys.stdout), asking)
        case Screen.LINE | Screen.FULL:
            return _line_front(person, sys.stdout)


def _line_front(person: Person, stream: TextIO) -> Front:
    # Only now: a bot's process with --json never needs it.
    from gefaehrten.cli.line.front import LineFront

    return LineFront(person, stream)


class JsonFront:
    """Every event as one JSON object a line.

    Args:
        lines: where the objects go.
        asking: the front that a person plays at beside it; None where a bot plays the seat.
    """

    def __init__(self, lines: JsonLines, asking: Front | None) -> None:
        self._lines = lines
        self._asking = asking

    def attach(self, controls: Controls) -> None:
        """Hands the controls to the person's front."""
        if self._asking is not None:
            self._asking.attach(controls)

    def tell(self, event: SessionEvent) -> None:
        """Prints the event."""
        self._lines.print(event.json())
        if self._asking is not None:
            self._asking.tell(event)

    async def decide(self, position: Position) -> list[int]:
        """Asks the person."""
        assert self._asking is not None, "a bot plays this seat"
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
