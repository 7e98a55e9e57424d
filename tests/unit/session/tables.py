"""Shell. A table of sessions over memory links, played with the toy game; everything between them can be meddled with.

The one rule: what goes on, goes on at its own pace; nothing here sleeps, and no clock is real.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gefaehrten.session.ambient import Ambient
from gefaehrten.session.events import SessionEvent
from gefaehrten.session.hosting import HostSession
from gefaehrten.session.journal import Journal
from gefaehrten.session.keeping import GuestKeeping, WatcherKeeping
from gefaehrten.session.offers import offer_of
from gefaehrten.session.players import Position
from gefaehrten.session.requests import TableRules
from gefaehrten.session.seat import SeatSession
from gefaehrten.session.store import Store
from gefaehrten.session.stored import Role
from gefaehrten.session.terms import Terms
from gefaehrten.session.watching import WatchSession
from protocol.identity import Identity
from protocol.machine.guest import Applicant
from protocol.machine.hub import Hub
from protocol.net.link import Link
from protocol.net.memory import MemoryLink
from tests.machines import CODE, WATCH_CODE, Entropy
from tests.unit.session.toy_game import ToyKernel

FOREVER = 600.0
"""A grace that no test waits for."""


class FirstCard:
    """Plays the first card of the hand, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    async def decide(self, position: Position) -> list[int]:
        self.asked.append(position.turn)
        assert isinstance(position.kernel, ToyKernel)
        return [position.kernel.hands[position.seat][0]]


class WatchedStore:
    """A store that notes each batch when it is on the disk, and can fail at one."""

    def __init__(self, store: Store, note: Callable[[], None], *, fail_at: int = 0) -> None:
        self.inner = store
        self.batches = 0
        self.fail_at = fail_at
        self.error: Exception | None = None
        self._note = note

    @contextmanager
    def batch(self) -> Iterator[None]:
        self.batches += 1
        if self.error is not None and self.batches >= self.fail_at > 0:
            raise self.error
        with self.inner.batch():
            yield
        self._note()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


@dataclass
class Chair:
    """One seat of the table and everything of it that a test looks at."""

    number: int
    session: SeatSession
    store: Store
    identity: Identity
    player: Any
    links: list[MemoryLink] = field(default_factory=list)
    events: list[SessionEvent] = field(default_factory=list)

    def kinds(self) -> list[str]:
        return [str(event.json()["event"]) for event in self.events]

    def of(self, kind: str) -> list[dict[str, object]]:
        """The events of a kind, as JSON."""
        return [event.json() for event in self.events if event.json()["event"] == kind]


@dataclass
class Onlooker:
    """A watcher and everything of it that a test looks at."""

    session: WatchSession
    store: Store
    identity: Identity
    links: list[MemoryLink] = field(default_factory=list)
    events: list[SessionEvent] = field(default_factory=list)

    def of(self, kind: str) -> list[dict[str, object]]:
        """The events of a kind, as JSON."""
        return [event.json() for event in self.events if event.json()["event"] == kind]


class Parlour:
    """A host and its seats, in one event loop.

    Args:
        on_link: is told of each new link of a seat (the seat's end) before anything goes over it.
        wrap: what a store is looked at through; number -1 is the host's.
        clock: steady seconds; by itself none pass where nobody is waited for in earnest.
        bots: the seats that say that a program decides there.
        autopilot: makes who plays for people that are not there.
    """

    def __init__(
        self,
        folder: Path,
        *,
        seats: int = 2,
        grace: float = FOREVER,
        player: Callable[[int], Any] = lambda number: FirstCard(),
        on_link: Callable[[int, MemoryLink], None] = lambda number, link: None,
        wrap: Callable[[int, Store], Any] = lambda number, store: store,
        seed: str = "parlour",
        clock: Callable[[], float] | None = None,
        terms: Terms | None = None,
        bots: tuple[int, ...] = (),
        autopilot: Callable[[], Any] | None = None,
    ) -> None:
        self.folder = folder
        self.entropy = Entropy(seed)
        self.now = 0.0
        self.ambient = Ambient(
            clock=clock or ((lambda: self.now) if grace == FOREVER else time.monotonic),
            entropy=self.entropy,
            grace=grace,
        )
        self.offer = offer_of(
            TableRules("toy", seats, "random"), self.entropy(16), CODE, watch_code=WATCH_CODE, terms=terms
        )
        self.bots = bots
        self.autopilot = autopilot
        self.on_link = on_link
        self.wrap = wrap
        self.player = player
        self.closing: list[AbstractContextManager[Any] | Store] = []
        self.host_store = self._store(-1)
        self.host_store.create(self.offer.match_id, game="toy", role=Role.HOST, started=1, code=CODE)
        self.hub = Hub(Identity(self.entropy(32)), self.offer, self.entropy)
        self.host_events: list[SessionEvent] = []
        self.host = HostSession(
            self.hub,
            journal=Journal(self.host_store, self.offer.match_id, orders=True),
            ambient=self.ambient,
            tell=self.host_events.append,
            table=lambda: self.chairs[0].session.table if self.chairs else None,
        )
        self.chairs: list[Chair] = []
        self.chairs += [self.chair(number) for number in range(seats)]

    def chair(self, number: int, identity: Identity | None = None, store: Store | None = None) -> Chair:
        """A seat that has not sat down yet; with the identity and store of another, its next process."""
        identity = identity or Identity(self.entropy(32))
        store = store or self._store(number)
        player = self.player(number)
        events: list[SessionEvent] = []
        links: list[MemoryLink] = []

        async def dial() -> Link:
            link = self.host.dial(f"seat {number}")
            assert isinstance(link, MemoryLink)
            links.append(link)
            self.on_link(number, link)
            return link

        session = SeatSession(
            identity,
            Applicant(f"Peer {number}".encode(), CODE, seat=number, bot=number in self.bots),
            dial=dial,
            keeping=GuestKeeping(store, identity.public, Role.GUEST, lambda: 1, "memory", CODE),
            player=player,
            ambient=self.ambient,
            tell=events.append,
            autopilot=self.autopilot,
        )
        return Chair(number, session, store, identity, player, links, events)

    def onlooker(self, name: str, identity: Identity | None = None, store: Store | None = None) -> Onlooker:
        """A watcher that has not come yet; with the identity and store of another, its next process."""
        identity = identity or Identity(self.entropy(32))
        store = store or self._store(100 + len(self.closing))
        events: list[SessionEvent] = []
        links: list[MemoryLink] = []

        async def dial() -> Link:
            link = self.host.dial(name)
            assert isinstance(link, MemoryLink)
            links.append(link)
            return link

        session = WatchSession(
            identity,
            Applicant(name.encode(), WATCH_CODE),
            dial=dial,
            keeping=WatcherKeeping(store, lambda: 1, "memory", WATCH_CODE),
            ambient=self.ambient,
            tell=events.append,
        )
        return Onlooker(session, store, identity, links, events)

    async def play(self, *, seconds: float = 4.0) -> list[Any]:
        """Everybody plays to the end; what each `run` returned or raised, by seat."""
        watching = asyncio.create_task(self.host.watch())
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.gather(
                    *(chair.session.run() for chair in self.chairs), return_exceptions=True
                )
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
            await self.close()

    async def close(self) -> None:
        await self.host.close()
        for store in self.closing:
            assert isinstance(store, Store)
            store.close()

    def _store(self, number: int) -> Any:
        store = Store.open(self.folder / f"store {number}.db")
        self.closing.append(store)
        return self.wrap(number, store)
