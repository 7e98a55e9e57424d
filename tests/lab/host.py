"""Shell. The host of a run: the program's own, at a door of the laboratory instead of a port.

The one rule: when it has been killed it goes on with the match that it has stored, as `gefaehrten host --resume` does;
one that never began is opened anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import copy_context
from pathlib import Path
from typing import Any

from gefaehrten.session.events import Judged, SessionEvent, TableOpened
from gefaehrten.session.profile import Profile
from gefaehrten.session.reopening import reopen
from gefaehrten.session.requests import Address, HostRequest, ResumeRequest, Screen, TableRules
from gefaehrten.session.requests import Person as PersonRequest
from gefaehrten.session.table_host import TableHost
from protocol import limits
from protocol.errors import ProtocolError
from protocol.invite import normalise
from protocol.machine.table import Table
from protocol.net import sentences
from protocol.net.link import Link
from tests.lab.journals import Life, MortalStore
from tests.lab.peers import Ending, GuestPeer, Peer, WatcherPeer, World
from tests.lab.plan import HOST


class Door:
    """What a host listens at, instead of a port. Mutable: it closes."""

    addresses = (("lab", 1),)

    def __init__(self, serve: Callable[[Link], Coroutine[Any, Any, None]]) -> None:
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

    number = 0

    @property
    def table(self) -> Table | None:
        """The replica of its own seat."""
        return None if self._own is None else self._own.table

    opened: Callable[[Door], None]

    async def _listen(self) -> Any:
        door = Door(self._serve)
        self.opened(door)
        return door


class HostPeer(Peer):
    """The host: it listens, orders, and sits at seat 0."""

    def __init__(self, world: World) -> None:
        super().__init__(world, HOST)
        self._host: LabHost | None = None
        self._door: Door | None = None
        self.ready = asyncio.Event()

    def accept(self, link: Link) -> None:
        """Takes a new line.

        Raises:
            LinkError: no host listens.
        """
        if self._door is None or not self._door.open:
            raise sentences.unreachable("host", 1)
        self._door.knock(link)

    def leave(self) -> None:
        if self._host is not None:
            self._host.quit()

    @property
    def begun(self) -> bool:
        return self._host is None or self._host.position() is not None

    def kill(self, pause: float) -> None:
        super().kill(pause)
        if self._life.dead and self._door is not None:
            self._door.slam()

    async def _work(self, life: Life, store: MortalStore) -> Judged:
        plan = self.world.plan
        if store.get("identity") is None:
            store.put("identity", self.seed)
        person = self._person(life)
        who = PersonRequest("Host", Path("lab"), "en", Screen.LINE)
        profile = Profile(Path("lab"), store, None)
        begun = next((row for row in store.matches() if row.record), None)
        past = None
        if begun is not None:
            request, past = reopen(
                profile,
                ResumeRequest(who, begun.id, hosting=True),
                self.world.entropy(HOST, "reopen", self.lives),
            )
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
        ambient = self.world.ambient(request.grace or limits.GRACE_SECONDS, HOST, self.lives)
        self._host = host = LabHost(request, person, ambient=ambient, network=True)
        host.opened = self._opened
        return await host.run_in(profile, past)

    def _opened(self, door: Door) -> None:
        self._door = door

    def _note(self, what: SessionEvent | str) -> None:
        super()._note(what)
        if isinstance(what, TableOpened):
            self.world.codes = normalise(what.code), normalise(what.watch_code)
            self.match_id = bytes.fromhex(what.match)
            self.ready.set()

    def _tries_again(self, ending: Ending) -> bool:
        return False


def peers_of(world: World) -> tuple[HostPeer, dict[str, Peer]]:
    """All processes of a plan."""
    host = HostPeer(world)
    others: dict[str, Peer] = {}
    for who in world.plan.peers:
        others[who] = WatcherPeer(world, who) if who.startswith("w") else GuestPeer(world, who)
    return host, others
