"""Shell. What shows a match: JSON lines for programs, line mode or the full screen for people.

The one rule: which one it is was settled when the command line was read (`Person.screen`); nothing else asks again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TextIO

from gefaehrten.cli.output import JsonLines
from gefaehrten.session.events import (
    Back,
    Ended,
    HandSeen,
    Judged,
    LobbyShown,
    SessionEvent,
    Started,
    TableOpened,
    Waiting,
)
from gefaehrten.session.following import Wish
from gefaehrten.session.front import Controls, Front
from gefaehrten.session.players import Leaving, Position
from gefaehrten.session.requests import Person, Screen


class ClosableFront(Front, Protocol):
    """A front that may hold a terminal and a thinking bot."""

    async def close(self) -> None:
        """Lets go of everything; nothing is told any more."""
        ...


def front_for(person: Person) -> ClosableFront:
    """The front that the person asked for."""
    match person.screen:
        case Screen.JSON:
            # A person who moves all the same is spoken to on stderr, as in line mode.
            asking = None if person.auto is not None else _line_front(person, sys.stderr)
            return JsonFront(JsonLines(sys.stdout), asking)
        case Screen.LINE:
            return _line_front(person, sys.stdout)
        case Screen.FULL:
            return _screen_front(person, sys.stdout)


def _line_front(person: Person, stream: TextIO) -> ClosableFront:
    # Only now: a bot's process with --json never needs it.
    from gefaehrten.cli.line.front import LineFront

    return LineFront(person, stream, first_time=lambda game: first_time(person.profile, game))


def _screen_front(person: Person, stream: TextIO) -> ClosableFront:
    # Only now: help and bots never need a terminal library.
    from gefaehrten.cli.screen.front import ScreenFront

    return ScreenFront(person, stream, first_time=lambda game: first_time(person.profile, game))


def first_time(profile: Path, game: str) -> bool:
    """Whether nobody with this profile has been welcomed to the game yet; from now on they have been.

    A file beside the database: that one is the session's while it runs.
    """
    try:
        (profile / f"welcomed-{game}").touch(exist_ok=False)
    except FileExistsError:
        return False
    except OSError:
        return True  # a profile that cannot be written is no reason to be silent
    return True


class JsonFront:
    """Every event as one JSON object a line, but for those that are for screens alone.

    Args:
        lines: where the objects go.
        asking: the front that a person plays at beside it; None where a bot plays the seat.
    """

    def __init__(self, lines: JsonLines, asking: ClosableFront | None) -> None:
        self._lines = lines
        self._asking = asking
        self._lobby: dict[str, tuple[bool, str]] = {}

    def attach(self, controls: Controls) -> None:
        """Hands the controls to the person's front."""
        if self._asking is not None:
            self._asking.attach(controls)

    def tell(self, event: SessionEvent) -> None:
        """Prints the event."""
        if self._says_something(event):
            self._lines.print(event.json())
        if self._asking is not None:
            self._asking.tell(event)

    async def decide(self, position: Position) -> list[int]:
        """Asks the person."""
        assert self._asking is not None, "a bot plays this seat"
        return await self._asking.decide(position)

    async def another(self) -> bool:
        """Asks the person; a bot plays once."""
        return self._asking is not None and await self._asking.another()

    def _says_something(self, event: SessionEvent) -> bool:
        """Whether a program learns anything from it: `seated` and `left` have said who is there.

        Whoever sits down is ready unless this says otherwise; what colour they came with, `started` will answer.
        """
        match event:
            case HandSeen():
                return False
            case TableOpened() | Started():
                self._lobby = {}
            case LobbyShown():
                before = self._lobby
                self._lobby = {seat.key: (seat.ready, seat.wish) for seat in event.seats}
                return any(before.get(key, (True, now[1])) != now for key, now in self._lobby.items())
            case _:
                pass
        return True

    async def close(self) -> None:
        """Closes the person's front."""
        if self._asking is not None:
            await self._asking.close()


class Outcome:
    """A front that passes everything on and notes how the match ended, for the exit code.

    Once this seat is on its way out, the links that end with it are nothing to wait for: they are not told of.
    """

    def __init__(self, front: ClosableFront) -> None:
        self._front = front
        self._leaving = False
        self.ended: Ended | None = None
        self.judged: Judged | None = None

    def attach(self, controls: Controls) -> None:
        """Passes the controls on, and notes when they are used to leave."""
        self._front.attach(_Noted(controls, self.leave))

    def leave(self) -> None:
        """This seat is on its way out."""
        self._leaving = True

    def tell(self, event: SessionEvent) -> None:
        """Notes result and verdict, and passes every event on."""
        match event:
            case Waiting() | Back() if self._leaving:
                return
            case Ended():
                self.ended = event
            case Judged():
                self.judged = event
                self._leaving = True
            case _:
                pass
        self._front.tell(event)

    async def decide(self, position: Position) -> list[int]:
        """Passes the question on."""
        try:
            return await self._front.decide(position)
        except Leaving:
            self.leave()
            raise

    async def another(self) -> bool:
        """Passes the question on; with another match this seat is no longer on its way out."""
        wanted = await self._front.another()
        if wanted:
            self._leaving = False
        return wanted

    async def close(self) -> None:
        """Closes the front."""
        await self._front.close()


class _Noted:
    """Controls that tell when somebody leaves by them."""

    def __init__(self, controls: Controls, leave: Callable[[], None]) -> None:
        self._controls = controls
        self._leave = leave

    async def say(self, text: str) -> None:
        await self._controls.say(text)

    async def fill(self) -> None:
        await self._controls.fill()

    async def ready(self, ready: bool) -> None:
        await self._controls.ready(ready)

    async def wish(self, colour: str) -> None:
        await self._controls.wish(colour)

    async def kick(self, seat: int) -> None:
        await self._controls.kick(seat)

    async def add_bot(self, level: str) -> None:
        await self._controls.add_bot(level)

    async def move(self, wish: Wish) -> None:
        await self._controls.move(wish)

    async def autopilot(self, on: bool) -> None:
        await self._controls.autopilot(on)

    def concede(self) -> None:
        self._leave()
        self._controls.concede()

    def position(self) -> Position | None:
        return self._controls.position()

    def quit(self) -> None:
        self._leave()
        self._controls.quit()
