"""Shell. The seats of a run: guests, and whoever is the host, at a door of the laboratory instead of a port.

The one rule: a host that has been killed goes on with the match that it has stored, as `gefaehrten host --resume` does;
one that never began is opened anew; where another is the host meanwhile, it joins that one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import copy_context
from pathlib import Path
from typing import Any

from gefaehrten.session.ends import HostGone
from gefaehrten.session.events import Judged, SessionEvent, TableOpened
from gefaehrten.session.keeping import GuestKeeping
from gefaehrten.session.profile import Profile
from gefaehrten.session.reopening import reopen
from gefaehrten.session.requests import Address, HostRequest, ResumeRequest, Screen, TableRules
from gefaehrten.session.requests import Person as PersonRequest
from gefaehrten.session.seat import SeatSession
from gefaehrten.session.sitting import autopilot, until_left
from gefaehrten.session.stored import Role
from gefaehrten.session.table_host import TableHost
from protocol import limits
from protocol.errors import ProtocolError, Refused
from protocol.identity import Identity
from protocol.invite import normalise
from protocol.machine.guest import Applicant
from protocol.machine.table import Table
from protocol.net.link import Link
from tests.lab.journals import Life, MortalStore
from tests.lab.peers import Ending, Peer, WatcherPeer, World
from tests.lab.plan import HOST


class Door:
    """What a host listens at, instead of a port. Mutable: it closes."""

    addresses = (("lab", 1),)

    def __init__(self, host: str, serve: Callable[[Link], Coroutine[Any, Any, None]]) -> None:
        self.host = host
        self.open = True
        self._context = copy_context()
        self._serve = serve
        self._closed = asyncio.Event()
        self._serving: set[asyncio.Task[None]] = set()
        self._links: list[Link] = []

    def knock(self, link: Link) -> None:
        """Somebody comes."""
        task = self._context.run(asyncio.create_task, self._look_after(link))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def wait(self) -> None:
        """Until it is closed."""
        await self._closed.wait()

    async def close(self) -> None:
        """Nobody comes any more, and whoever is there goes: as the server does."""
        self.open = False
        self._closed.set()
        await asyncio.gather(*(link.close() for link in list(self._links)))

    def slam(self) -> None:
        """The process is killed."""
        self.open = False
        for task in list(self._serving):
            task.cancel()

    async def _look_after(self, link: Link) -> None:
        self._links.append(link)
        try:
            await self._serve(link)
        except ProtocolError:
            pass  # as the server does
        finally:
            await link.close()
            self._links.remove(link)


class LabHost(TableHost):
    """The program's host, at a door of the laboratory."""

    who = HOST

    @property
    def number(self) -> int:
        """Its own seat."""
        return -1 if self._own is None else self._own.number

    @property
    def table(self) -> Table | None:
        """The replica of its own seat."""
        return None if self._own is None else self._own.table

    opened: Callable[[Door], None]

    async def _listen(self) -> Any:
        door = Door(self.who, self._serve)
        self.opened(door)
        return door


class SeatPeer(Peer):
    """A seat: seat 0 opens the table; any may go on as the host when there is none, and comes as a guest when there is.

    Attributes:
        ready: the table has been opened for the first time.
    """

    def __init__(self, world: World, who: str) -> None:
        super().__init__(world, who)
        self._session: SeatSession | None = None
        self._host: LabHost | None = None
        self._door: Door | None = None
        self._reigns = who == HOST
        self._waiting: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    def leave(self) -> None:
        if self._host is not None:
            self._host.quit()
        elif self._session is not None:
            self._session.quit()

    @property
    def begun(self) -> bool:
        sitting = self._host or self._session
        return sitting is not None and sitting.position() is not None

    def kill(self, pause: float) -> None:
        super().kill(pause)
        if self._life.dead and self._door is not None:
            self._door.slam()

    def take_over(self, seconds: float) -> None:
        """Waits until nobody listens for so long, and takes the host's place."""
        if self._waiting is None:
            self._waiting = asyncio.create_task(self._take_over(seconds))

    async def _take_over(self, seconds: float) -> None:
        gone = 0.0
        while gone < seconds:
            await asyncio.sleep(1.0)
            gone = 0.0 if self.world.listens else gone + 1.0
        self._reigns = True
        session = self._session
        if session is not None and self._host is None and session._dialling:
            session.quit()  # which says: it has not waited for the host any longer

    def _work(self, life: Life, store: MortalStore) -> Coroutine[Any, Any, Judged]:
        if store.get("identity") is None:
            store.put("identity", self.seed)
        self._host = self._session = None
        if self._reigns and self.world.listens in ("", self.who):
            return self._as_host(life, store)
        return self._as_guest(life, store)

    def _as_guest(self, life: Life, store: MortalStore) -> Coroutine[Any, Any, Judged]:
        identity = Identity(self.seed)
        person = self._person(life)
        code, _ = self.world.codes
        wanted = -1 if self.world.plan.bots else int(self.who)
        ambient = self.world.ambient(limits.GRACE_SECONDS, self.who, self.lives)
        self._session = SeatSession(
            identity,
            Applicant(f"Guest {self.who}".encode(), code, seat=wanted),
            dial=self._dial,
            keeping=GuestKeeping(store, identity.public, Role.GUEST, lambda: 1, "lab", code),
            player=person,
            ambient=ambient,
            tell=person.tell,
            autopilot=autopilot(person.tell, ambient),
        )
        person.sit(self._session)
        return until_left(self._session)

    async def _as_host(self, life: Life, store: MortalStore) -> Judged:
        plan = self.world.plan
        person = self._person(life)
        who = PersonRequest(f"Host {self.who}", Path("lab"), "en", Screen.LINE)
        profile = Profile(Path("lab"), store, None)
        begun = next((row for row in store.matches() if row.record), None)
        past = None
        if begun is not None:
            entropy = self.world.entropy(self.who, "reopen", self.lives)
            request, past = reopen(profile, ResumeRequest(who, begun.id, hosting=True), entropy)
        else:
            request = HostRequest(
                person=who,
                table=TableRules(plan.game, plan.seats, "random"),
                listen=Address("lab", 1),
                bots=plan.bots,
                grace=plan.grace,
                clock=plan.clock or None,
                announce=False,
            )
        ambient = self.world.ambient(request.grace or limits.GRACE_SECONDS, self.who, self.lives)
        self._host = host = LabHost(request, person, ambient=ambient, network=True)
        host.who, host.opened = self.who, self._opened
        return await host.run_in(profile, past)

    def _opened(self, door: Door) -> None:
        self._door = self.world.door = door

    def _note(self, what: SessionEvent | str) -> None:
        super()._note(what)
        if isinstance(what, TableOpened):
            self.world.codes = normalise(what.code), normalise(what.watch_code)
            self.match_id = bytes.fromhex(what.match)
            self.ready.set()

    def _tries_again(self, ending: Ending) -> bool:
        return self._host is None and super()._tries_again(ending)

    def _goes_on_otherwise(self, ending: Ending) -> bool:
        if isinstance(ending, HostGone) and self._reigns and self._host is None:
            return True
        if isinstance(ending, Refused) and ending.code == "outdated" and self._host is not None:
            self._reigns = False
            return True
        return False


def peers_of(world: World) -> tuple[SeatPeer, dict[str, Peer]]:
    """All processes of a plan."""
    host = SeatPeer(world, HOST)
    others: dict[str, Peer] = {}
    for who in world.plan.peers:
        others[who] = WatcherPeer(world, who) if who.startswith("w") else SeatPeer(world, who)
    return host, others
