"""Shell. Processes that die: a host and its guests over memory links, each of which can be killed at any of its writes.

The one rule: whoever is dead writes nothing and says nothing any more; its next process has the profile and no more.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from gefaehrten.session.ambient import Ambient
from gefaehrten.session.events import Judged, SessionEvent
from gefaehrten.session.keeping import GuestKeeping
from gefaehrten.session.profile import Access, Profile
from gefaehrten.session.reopening import reopen
from gefaehrten.session.requests import (
    Address,
    HostRequest,
    Person,
    ResumeRequest,
    Screen,
    TableRules,
)
from gefaehrten.session.seat import SeatSession
from gefaehrten.session.store import Store
from gefaehrten.session.stored import MatchState, Role
from gefaehrten.session.table_host import TableHost
from protocol.errors import LinkClosed, Refused
from protocol.identity import Identity
from protocol.invite import normalise
from protocol.machine.guest import Applicant
from protocol.net.link import Link, LinkError
from protocol.net.memory import pair
from protocol.net.sentences import unreachable
from tests.unit.session.people import Somebody
from tests.unit.session.tables import FirstCard

T = TypeVar("T")

WRITERS = frozenset(
    {
        *("put", "create", "set_record", "set_state", "set_address"),
        *("put_secrets", "append", "set_aside", "put_outgoing"),
    }
)

FOREVER = 600.0
"""A grace that no test waits for."""


class Killed(BaseException):
    """The process is dead. No `except Exception` of the program's can take it for an error of its own."""


class MortalStore:
    """A store whose process dies at one of its transactions.

    Args:
        life: how many transactions there are to be; the last one is still written, if `written`.
    """

    def __init__(self, inner: Store, life: int, *, written: bool) -> None:
        self.inner = inner
        self.left = life
        self.dead = False
        self._written = written
        self._inside = False

    @contextmanager
    def batch(self) -> Iterator[None]:
        if self._inside:
            yield
            return
        self.left -= 1
        if self.dead or (self.left == 0 and not self._written):
            self.dead = True
            raise Killed
        self._inside = True
        try:
            with self.inner.batch():
                yield
        finally:
            self._inside = False
        if self.left == 0:
            self.dead = True
            raise Killed

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.inner, name)
        if name not in WRITERS:
            return found

        def write(*args: Any, **named: Any) -> Any:
            with self.batch():
                return found(*args, **named)

        return write


class Door:
    """What a host listens at: guests that knock while there is no host wait for the next one.

    Attributes:
        now: what all clocks say, in seconds.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self._shut = False
        self._serve: Callable[[Link], Coroutine[Any, Any, None]] | None = None
        self._open = asyncio.Event()
        self._served: set[asyncio.Task[None]] = set()
        self._closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.addresses = (("127.0.0.1", 8765),)

    def listen(self, serve: Callable[[Link], Coroutine[Any, Any, None]]) -> Door:
        """A host opens."""
        self._serve = serve
        self._closed = asyncio.get_running_loop().create_future()
        self._open.set()
        return self

    async def dial(self) -> Link:
        """A guest knocks."""
        await self._open.wait()
        if self._shut:
            raise unreachable("127.0.0.1", 8765)
        assert self._serve is not None, "a door that is open has a host"
        ours, theirs = pair(("host", "guest"))
        task = asyncio.create_task(self._look_after(ours, self._serve))
        self._served.add(task)
        task.add_done_callback(self._forget)
        return theirs

    async def _look_after(self, link: Link, serve: Callable[[Link], Coroutine[Any, Any, None]]) -> None:
        try:
            await serve(link)
        finally:
            await link.close()

    def _forget(self, task: asyncio.Task[None]) -> None:
        self._served.discard(task)
        if not task.cancelled():
            task.exception()  # a host that dies takes it along

    async def wait(self) -> None:
        """Until the host is gone."""
        await self._closed

    async def close(self) -> None:
        """The host is gone."""
        self._open.clear()
        if not self._closed.done():
            self._closed.set_result(None)

    def shut(self) -> None:
        """No host will come any more, and whoever waits for one has waited for too long."""
        self._shut = True
        self._open.set()
        self.now += 2 * FOREVER

    def ambient(self) -> Ambient:
        """The clock of this door, and the system's entropy: no two processes draw the same."""
        return Ambient(clock=lambda: self.now, entropy=os.urandom, grace=FOREVER)


class MemoryHost(TableHost):
    """A host at a door in memory."""

    door: Door

    async def _listen(self) -> Any:
        return self.door.listen(self._serve)


def person(folder: Path, name: str) -> Person:
    """Somebody with a profile of their own below the folder."""
    return Person(name, folder / name, "en", Screen.LINE)


async def lives(
    profile: Profile, life: int | None, written: bool, work: Callable[[Profile], Coroutine[Any, Any, T]]
) -> T | None:
    """Runs a process with this profile; None where it was killed.

    Args:
        life, written: as `MortalStore`; None: it lives as long as it likes.
    """
    if life is not None:
        profile.store = MortalStore(profile.store, life, written=written)  # type: ignore[assignment]
    try:
        return await work(profile)
    except Killed:
        return None
    except BaseExceptionGroup as group:
        if group.subgroup(Killed) is None:
            raise
        return None
    finally:
        if life is not None:
            profile.store = profile.store.inner  # type: ignore[attr-defined]


class Hosting:
    """A table whose host dies and comes again. Mutable: it counts.

    Attributes:
        fronts: one for each of its processes, as `front` makes them.
        match: the id of the match that began, once one has.
    """

    def __init__(self, folder: Path, door: Door, *, seats: int, bots: int, network: bool = True) -> None:
        self.folder = folder
        self.door = door
        self.network = network
        self.fronts: list[Somebody] = []
        self.front: Callable[[], Somebody] = Somebody
        self.match = b""
        self._opening = HostRequest(
            person=person(folder, "Host"),
            table=TableRules("toy", seats, "random"),
            listen=Address("127.0.0.1", 8765),
            bots=bots,
        )

    def opened(self) -> Profile:
        return Profile.open(self.folder / "Host", access=Access.PLAY, entropy=os.urandom)

    @property
    def judged(self) -> bool:
        """Whether the match is over and judged."""
        return MatchState.VERDICT in states(self.folder / "Host")

    async def live(self, life: int | None = None, *, written: bool = True) -> Judged | None:
        """One process: the first opens the table, each later one goes on. None where it was killed."""
        front = self.front()
        self.fronts.append(front)
        with self.opened() as profile:
            return await lives(profile, life, written, lambda it: self._process(it, front))

    async def _process(self, profile: Profile, front: Somebody) -> Judged:
        request, past = self._opening, None
        for row in profile.store.matches():
            if row.record:
                wanted = ResumeRequest(self._opening.person, row.id, hosting=self.network)
                request, past = reopen(profile, wanted, os.urandom)
                self.match = row.match
                assert past.row.role is (Role.HOST if self.network else Role.LOCAL)
        host = MemoryHost(request, front, ambient=self.door.ambient(), network=self.network)
        host.door = self.door
        return await host.run_in(profile, past)


class Visiting:
    """A guest whose process dies and comes again. Mutable: it counts.

    Attributes:
        events: of all its processes.
    """

    def __init__(self, folder: Path, door: Door, name: str) -> None:
        self.folder = folder
        self.door = door
        self.name = name
        self.events: list[SessionEvent] = []

    def opened(self) -> Profile:
        return Profile.open(self.folder / self.name, access=Access.PLAY, entropy=os.urandom)

    @property
    def played(self) -> bool:
        """Whether it has seen the end of play."""
        return bool({MatchState.OVER, MatchState.VERDICT} & states(self.folder / self.name))

    async def live(self, life: int | None = None, *, written: bool = True) -> Judged | None:
        """One process. None where it was killed, or has to join again because the host died in the lobby."""
        with self.opened() as profile:
            try:
                return await lives(profile, life, written, self._process)
            except (LinkClosed, LinkError, Refused):
                return None

    async def _process(self, profile: Profile) -> Judged:
        identity = Identity(profile.seed)
        link = await self.door.dial()
        links = iter([link])

        async def dial() -> Link:
            return next(links, None) or await self.door.dial()

        code = normalise(code_of(self.folder))
        return await SeatSession(
            identity,
            Applicant(self.name.encode(), code),
            dial=dial,
            keeping=GuestKeeping(profile.store, identity.public, Role.GUEST, lambda: 1, "memory", code),
            player=FirstCard(),
            ambient=self.door.ambient(),
            tell=self.events.append,
        ).run()


def states(folder: Path) -> set[MatchState]:
    """How far the matches of a profile are."""
    with Profile.open(folder, access=Access.READ) as profile:
        return {row.state for row in profile.store.matches()}


def code_of(folder: Path) -> str:
    """The code of the last table of the host."""
    with Profile.open(folder / "Host", access=Access.READ) as profile:
        return profile.store.matches()[0].code
