"""Shell. People and bots for whole tables of the toy game: fronts that follow a script, processes that are none.

The one rule: whatever a person does is done when an event asks for it; nothing here sleeps.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from gefaehrten.session.ambient import Ambient
from gefaehrten.session.events import SessionEvent
from gefaehrten.session.front import Controls
from gefaehrten.session.players import Position
from gefaehrten.session.requests import Address, HostRequest, JoinRequest, Person, Screen, TableRules
from gefaehrten.session.table_guest import TableGuest
from gefaehrten.session.table_host import TableHost
from protocol.net.link import Link
from protocol.net.websocket import connect
from tests.machines import Entropy
from tests.unit.session.toy_game import ToyKernel

E = TypeVar("E", bound=SessionEvent)
Act = Callable[[Controls], Awaitable[object]]
"""What a person does with the controls."""

PATIENCE = 20.0
"""Seconds after which a test that waits fails."""


class Bots:
    """Stands in for the processes of bots: plays the first card that it knows."""

    started: list[Bots] = []  # noqa: RUF012 - emptied by the fixture

    def __init__(self, **_: Any) -> None:
        self.closed = False
        self.levels: set[str] = set()
        Bots.started.append(self)

    async def think(
        self, key: str, setup: Any, dump: list[int], seat: int, level: str, seed: int
    ) -> list[int]:
        self.levels.add(level)
        return [next(face for face in dump[2 + setup.seats :] if face > 0)]

    def close(self) -> None:
        self.closed = True


class Somebody:
    """A front that plays the first card, wants as many matches as it says, and does what it is told at events.

    Args:
        again: the answers to whether another match is wanted; after the last one no.
    """

    def __init__(self, again: Iterable[bool] = ()) -> None:
        self.events: list[SessionEvent] = []
        self.failures: list[Exception] = []
        self._again = list(again)
        self._acts: list[tuple[Callable[[SessionEvent], bool], Act]] = []
        self._doing: set[asyncio.Task[None]] = set()
        self._told = asyncio.Event()
        self.asked = asyncio.Event()
        self.answer: asyncio.Future[bool] | None = None

    def when(self, what: Callable[[SessionEvent], bool], act: Act) -> None:
        """At the first event of which `what` is true, `act` is done; what it raises is kept in `failures`."""
        self._acts.append((what, act))

    def of(self, kind: type[E]) -> list[E]:
        """The events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    async def hears(self, what: Callable[[SessionEvent], bool]) -> None:
        """Waits for an event."""
        async with asyncio.timeout(PATIENCE):
            while not any(what(event) for event in self.events):
                self._told.clear()
                await self._told.wait()

    def attach(self, controls: Controls) -> None:
        self.controls = controls

    def tell(self, event: SessionEvent) -> None:
        self.events.append(event)
        self._told.set()
        for pair in list(self._acts):
            what, act = pair
            if what(event):
                self._acts.remove(pair)
                task = asyncio.get_running_loop().create_task(self._do(act))
                self._doing.add(task)
                task.add_done_callback(self._doing.discard)

    async def _do(self, act: Act) -> None:
        try:
            await act(self.controls)
        except Exception as error:
            self.failures.append(error)

    async def decide(self, position: Position) -> list[int]:
        assert isinstance(position.kernel, ToyKernel)
        return [position.kernel.hands[position.seat][0]]

    async def another(self) -> bool:
        self.asked.set()
        if self.answer is not None:
            return await self.answer
        return self._again.pop(0) if self._again else False


def person(folder: Path, name: str, **given: Any) -> Person:
    """Somebody with a profile of their own below the folder, before line mode."""
    return Person(name, folder / name, "en", given.pop("screen", Screen.LINE), **given)


def host(
    folder: Path, front: Somebody, seats: int = 3, *, grace: float = PATIENCE, who: Any = None, **request: Any
) -> TableHost:
    """A host that listens at a free port of this machine."""
    made = HostRequest(
        person=who or person(folder, "Host"),
        table=TableRules("toy", seats, "random"),
        listen=Address("127.0.0.1", 0),
        **request,
    )
    ambient = Ambient(clock=asyncio.get_running_loop().time, entropy=Entropy("host"), grace=grace)
    return TableHost(made, front, ambient=ambient, network=True)


async def guest(
    folder: Path, front: Somebody, at: Somebody, name: str, *, grace: float = PATIENCE, who: Any = None
) -> TableGuest:
    """A guest of the host with this front, as soon as it has opened."""
    await at.hears(lambda event: event.json()["event"] == "table")
    opened = at.events[0].json()
    where, port = str(opened["address"]).split(":")
    request = JoinRequest(who or person(folder, name), Address(where, int(port)), str(opened["code"]))

    async def dial() -> Link:
        return await connect(where, int(port))

    ambient = Ambient(clock=asyncio.get_running_loop().time, entropy=Entropy(name), grace=grace)
    return TableGuest(request, front, ambient=ambient, dial=dial)
