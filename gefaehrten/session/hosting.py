"""Shell. The host of a table: moves frames between links and the hub, and waits for who is gone.

The one rule: an entry is stored before anybody gets it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from gefaehrten.core.text import N_, Sentence
from gefaehrten.session.ambient import Ambient
from gefaehrten.session.audience import Audience
from gefaehrten.session.clocks import Clocks
from gefaehrten.session.events import Back, Notice, SessionEvent, Waiting
from gefaehrten.session.giving_up import GivingUp
from gefaehrten.session.journal import Journal
from gefaehrten.session.seating import table_names
from gefaehrten.session.succession import Succession
from gefaehrten.session.terms import terms_of
from protocol.errors import LinkClosed, RefusalCode, Refused, RemoteProtocolError
from protocol.machine.effects import Effects, Event, SeatBack, SeatLost, TurnedAway, WatcherCame, WatcherLeft
from protocol.machine.hub import Hub, Stage
from protocol.machine.table import Table
from protocol.net.link import Link
from protocol.net.memory import pair
from protocol.text import clean

TICK_SECONDS = 1.0
"""How often slow handshakes are looked for, and how long a seat that catches up may hold up the others."""

CATCH_UP = 512
"""Frames in one go after which the reader is given time: a seat that comes back gets its whole log at once."""


class HostSession:
    """The hub of a table and its links.

    Args:
        hub: the machine.
        journal: keeps record and log.
        tell: takes what the host's screen shows of other seats' connections.
        table: the replica of the host's own seat, None before the match.
        away: seats of a match that goes on, which have to come back to it.
    """

    def __init__(
        self,
        hub: Hub,
        *,
        journal: Journal,
        ambient: Ambient,
        tell: Callable[[SessionEvent], None],
        table: Callable[[], Table | None],
        away: Iterable[int] = (),
    ) -> None:
        self._hub = hub
        self._journal = journal
        self._ambient = ambient
        self._tell = tell
        self._links: dict[int, Link] = {}
        self._next = 0
        self._table = table
        self._giving_up: GivingUp | None = None
        self._succession = Succession(hub)
        self._lost: set[int] = set()
        self._gone: list[SeatLost] = []
        self._apart = set(away)
        self._together = asyncio.Event()
        self._paused = False
        self._flushing = asyncio.Lock()
        self._round: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._farewells: set[asyncio.Task[None]] = set()
        self._empty = asyncio.Event()
        self._failure: BaseException | None = None
        self._stopped = asyncio.Event()
        self._audience = Audience(
            self._links, lambda number: [] if self._failure is not None else hub.more(number), self._spawn
        )

    def dial(self, name: str) -> Link:
        """A link for a seat of this process."""
        ours, theirs = pair(("host", name))
        self._spawn(self.serve(ours))
        return theirs

    async def serve(self, link: Link) -> None:
        """Looks after one link until it is gone."""
        number = self._next
        self._next += 1
        self._links[number] = link
        self._empty.clear()
        self._hub.connected(number, link.origin, self._ambient.clock())
        try:
            if not link.agreed:
                refusal = Refused("version", N_("This table speaks another version of the protocol."))
                self._hub.refuse(number, refusal, self._ambient.clock())
                await self._flush()
                return
            while number in self._links:
                data = await link.recv()
                self._hub.receive(number, data, self._ambient.clock())
                plays = self._hub.sits(number)
                if plays or number in self._hub.gallery:
                    link.let_in(plays=plays)
                await self._flush()
        except RemoteProtocolError as error:
            refusal = Refused(error.code, error.template, **error.params)
            self._hub.refuse(number, refusal, self._ambient.clock())
        except LinkClosed:
            pass
        finally:
            self._links.pop(number, None)
            self._look_for_seats()
            self._hub.disconnected(number, self._ambient.clock())
            try:
                await self._flush()
            finally:
                await link.close()

    async def watch(self) -> None:
        """Looks for connections that are too slow, for ever.

        Raises:
            StoreError: the journal cannot be kept; nothing is ordered or sent any more.
        """
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(TICK_SECONDS, self._ambient.grace / 5)):
                    await self._stopped.wait()
            if self._failure is not None:
                raise self._failure
            self._hub.tick(self._ambient.clock())
            self._look_after_the_gone()
            table = self._table()
            if table is not None and not table.closed:
                self._look_after_succession(table)
                if self._hub.gathering is None:
                    self._absence(table).step(table, self._names(), self._ambient.clock())
                if self._paused and not table.paused:  # from now on the time of those who are gone runs again
                    for seat in sorted(self._lost & set(table.active)):
                        self._wait_for(table, seat)
                self._paused = table.paused
            await self._flush()

    async def reunited(self, seconds: float) -> None:
        """Waits until every seat of the match has come back to it, at most so long: whoever comes gets the rest."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while (table := self._table()) is not None and self._apart & set(table.active):
                    self._together.clear()
                    await self._together.wait()

    async def drained(self, seconds: float) -> None:
        """Waits until every guest has gone, at most so long; not for watchers."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._empty.wait()

    async def close(self) -> None:
        """Ends every link. Those to watchers end by themselves: what is on its way to them leaves in bounded time."""
        self.finish()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for number, link in self._links.items():
            if number in self._audience:
                self._farewells.add(asyncio.create_task(link.close("over")))
        seats = [link.close("over") for number, link in self._links.items() if number not in self._audience]
        await asyncio.gather(*seats)

    def finish(self) -> None:
        """The match is over and judged: whoever goes now is not missed."""
        self._hub.finish()

    async def adjourn(self) -> None:
        """The host goes home from a match that is paused: everybody is told, and nothing more is ordered."""
        self._hub.adjourn()
        await self._flush()

    async def kick(self, seat: int) -> None:
        """Before the match: frees a seat; whoever sat there is told why, and cannot come back to this table.

        Raises:
            LocalProtocolError: the match has begun, nobody sits there, or the host.
        """
        self._hub.kick(seat, self._ambient.clock())
        await self._flush()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._stop(error)

    @property
    def failed(self) -> bool:
        """Whether it has ended because something could not be stored."""
        return self._failure is not None

    def _stop(self, failure: BaseException) -> None:
        """From now on nothing leaves: the hub's log is ahead of what is stored."""
        if self._failure is None:
            self._failure = failure
            self._stopped.set()

    async def _flush(self) -> None:
        """Does what the hub asks for; returns when that is done.

        Whoever comes while a round is about to begin shares it: a crowd at the door must not stand in line for it.
        """
        if self._round is None or self._round.done():
            self._round = self._spawn(self._flush_all())
        await asyncio.wait({self._round})

    async def _flush_all(self) -> None:
        async with self._flushing:
            await asyncio.sleep(0)  # what other links have received meanwhile goes into the same transaction
            self._round = None
            while self._failure is None:
                effects = self._hub.take()
                if effects == Effects():
                    return
                try:
                    self._journal.keep(effects.journal)
                except BaseException as error:
                    self._stop(error)
                    raise
                for count, (number, data) in enumerate(effects.send, start=1):
                    link = self._links.get(number)
                    if link is not None:
                        with contextlib.suppress(LinkClosed, TimeoutError):
                            await link.send(data)
                            if count % CATCH_UP == 0 and number not in self._audience:
                                async with asyncio.timeout(TICK_SECONDS):
                                    await link.drain()
                for number in effects.behind:
                    self._audience.behind(number)
                for number in effects.close:
                    link = self._links.pop(number, None)
                    if link is not None:
                        self._spawn(link.close())
                for event in effects.events:
                    self._handle(event)

    def _handle(self, event: Event) -> None:
        match event:
            case SeatLost():
                self._gone.append(event)
                self._look_after_the_gone()
            case SeatBack():
                table = self._table()
                self._apart.discard(event.seat)
                self._together.set()
                self._gone = [lost for lost in self._gone if lost.seat != event.seat]
                if table is not None and event.seat in self._lost:
                    self._lost.discard(event.seat)
                    self._absence(table).back(event.seat)
                    self._hub.away(event.seat, False, 0)
                    self._tell(Back(event.seat, self._names()[event.seat]))
            case TurnedAway(code=RefusalCode.KICKED, seat=seat) if seat >= 0:
                pass  # by the host's own wish
            case TurnedAway(code=RefusalCode.KICKED):
                self._tell(
                    Notice("turned-away", Sentence(N_("Somebody whom you have sent away has knocked again.")))
                )
            case WatcherCame():
                self._audience.came(event.connection)
                self._look_for_seats()
                self._tell_watchers(event.watchers)
            case WatcherLeft():
                self._audience.left(event.connection)
                self._tell_watchers(event.watchers)
            case TurnedAway():
                text = clean(event.text, 500)
                self._tell(
                    Notice("turned-away", Sentence(N_("A connection was refused: {text}"), {"text": text}))
                )
            case _:
                pass  # the host's own seat tells of everything else

    def _look_for_seats(self) -> None:
        """Notes whether only watchers are left."""
        if all(number in self._audience for number in self._links):
            self._empty.set()

    def _tell_watchers(self, watchers: int) -> None:
        if self._hub.stage is not Stage.CLOSED:  # they go home as everybody does
            self._tell(Notice("watchers", Sentence(N_("Watching now: {count}."), {"count": watchers})))

    def _look_after_the_gone(self) -> None:
        """Begins to wait for seats whose line is down, as soon as the own seat has begun the match as well."""
        table = self._table()
        if table is None:
            return
        gone, self._gone = self._gone, []
        for event in gone:
            if event.seat not in table.active or event.seat in table.verdicts:
                continue
            if event.left and not table.motions.pauses:  # a good-bye in a pause may have crossed its end
                self._absence(table).said_goodbye(event.seat)
                self._lost.add(event.seat)
                # The others consent by their own clocks: they have to know.
                self._hub.away(event.seat, True, 0)
                continue
            self._lost.add(event.seat)
            self._wait_for(table, event.seat)

    def _wait_for(self, table: Table, seat: int) -> None:
        """Tells everybody that a seat's line is down, and how long it has."""
        seconds = self._absence(table).lost(seat)
        self._hub.away(seat, True, round(seconds))
        self._tell(Waiting(seat, self._names()[seat], seconds, table.paused))

    def _look_after_succession(self, table: Table) -> None:
        """Asks for votes, where this process is to take the host's place."""
        told = self._succession.step(table, self._ambient.clock())
        if told is not None:
            self._tell(Notice("gathering", told))

    def _absence(self, table: Table) -> GivingUp:
        if self._giving_up is None:
            terms = terms_of(table.record.options)
            clocks = Clocks(table.seats, terms.clock, terms.reserve)
            self._giving_up = GivingUp(self._hub, table.seats, self._ambient.grace, clocks)
        return self._giving_up

    def _names(self) -> list[str]:
        record = self._hub.record
        return [] if record is None else list(table_names(record))
