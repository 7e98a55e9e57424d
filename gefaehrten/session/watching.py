"""Shell. One watcher at one table: moves frames between a link and the watcher's machine, and tells what it sees.

The one rule: keep first, then tell. A watcher says nothing of the match, and a lost link costs it nothing: it is
dialled again until the grace is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from math import inf
from typing import Any

from gefaehrten.session import frames, seat
from gefaehrten.session.ambient import Ambient
from gefaehrten.session.breaks import MatchBroken, broken_off
from gefaehrten.session.course import Course
from gefaehrten.session.ends import sent_home
from gefaehrten.session.events import Ended, Judged, SessionEvent
from gefaehrten.session.journal import Journal
from gefaehrten.session.keeping import WatcherKeeping
from gefaehrten.session.players import Leaving, Position
from gefaehrten.session.redial import Redial
from gefaehrten.session.replicas import known_rules, match_of
from gefaehrten.session.summary import judged_of
from gefaehrten.session.timekeeper import Timekeeper
from protocol.errors import N_, LinkClosed, RemoteProtocolError
from protocol.identity import Identity
from protocol.machine.effects import (
    Advanced,
    Began,
    BrokeOff,
    Event,
    HostLeft,
    Joined,
    LobbyChanged,
    NewHost,
    Rewound,
    Said,
    SeatAway,
    SeatIdle,
)
from protocol.machine.introduction import Applicant
from protocol.machine.table import Table
from protocol.machine.watcher import Watcher
from protocol.net.link import Link

NOBODY = -1
"""The seat of a watcher."""


class WatchSession:
    """One watcher from the first HELLO to the verdict.

    Args:
        applicant: its name and the code for watchers.
        dial: makes a link to the host; called again when one is lost.
        tell: takes every event.

    Attributes:
        match_id: 16 bytes; empty before the host has let the watcher in.
    """

    def __init__(
        self,
        identity: Identity,
        applicant: Applicant,
        *,
        dial: Callable[[], Awaitable[Link]],
        keeping: WatcherKeeping,
        ambient: Ambient,
        tell: Callable[[SessionEvent], None],
    ) -> None:
        self._identity = identity
        self._applicant = applicant
        self._dial = dial
        self._keeping = keeping
        self._ambient = ambient
        self._tell = tell
        self._journal: Journal | None = None
        self.match_id = b""
        self._watcher: Watcher | None = None
        self._known: Table | None = None
        self._link: Link | None = None
        self._course = Course(b"", ambient.clock)
        self._quitting = asyncio.Event()
        self._time: Timekeeper | None = None

    async def run(self) -> Judged:
        """Watches the match to its verdict.

        Raises:
            Refused, LinkError: the table cannot be watched.
            RemoteProtocolError: the host broke the protocol.
            MatchBroken: the host broke the match off.
            SentHome: the host has gone home from a paused match.
            Leaving: the person left.
        """
        try:
            return await self._watch_to_the_end(await self._dial())
        except RemoteProtocolError as error:
            if self._course.match is not None:
                self._keeping.broken(self.match_id, error)
            raise

    def position(self) -> Position | None:
        """What everybody knows now; None before the match."""
        table = self._table
        return None if table is None or self._course.match is None else self._course.position(table, NOBODY)

    def quit(self) -> None:
        """Lets `run` end with `Leaving` as soon as it can."""
        self._quitting.set()

    async def leave(self) -> None:
        """Tells the host that this watcher goes; for whoever has got `Leaving`, or cancelled `run`."""
        if self._watcher is not None and self._link is not None:
            self._watcher.leave()
            try:
                await self._flush()
            finally:
                await self._link.close("left")

    @property
    def _table(self) -> Table | None:
        """The replica; while the host is dialled again, that of the connection before."""
        table = None if self._watcher is None else self._watcher.table
        return self._known if table is None else table

    async def _watch_to_the_end(self, link: Link) -> Judged:
        while True:
            self._known = self._table
            self._link = link
            self._watcher = Watcher(
                self._identity,
                self._applicant,
                known=known_rules(),
                start=match_of,
                nonce=self._ambient.entropy(32),
                recall=self._recall,
            )
            leaving = False
            try:
                return await self._converse(link)
            except (Leaving, asyncio.CancelledError):
                leaving = True  # `leave` says good-bye over this link
                raise
            except MatchBroken:
                if self._course.ended is None:
                    raise
                return self._judge()
            except LinkClosed as error:
                if self._course.match is None:
                    raise
                lost = error
            finally:
                if not leaving:
                    await link.close()
            patience = self._ambient.grace
            if self._course.ended is not None:  # only the proof is at stake, and the host may have gone home
                patience = min(patience, seat.CLOSING_SECONDS)
            try:
                link = await Redial(self._ambient, self._quitting, patience).link(
                    self._dial, self._tell, lost
                )
            except LinkClosed:
                if self._course.ended is None:
                    raise
                return self._judge()

    async def _converse(self, link: Link) -> Judged:
        watcher = self._watcher
        assert watcher is not None, "a conversation has a machine"
        receiving: asyncio.Task[bytes] | None = None
        quitting = asyncio.create_task(self._quitting.wait())
        await self._flush()
        try:
            while True:
                if watcher.table is not None and watcher.table.closed:
                    return self._judge()
                if receiving is None:
                    receiving = asyncio.create_task(link.recv())
                waiting: set[asyncio.Task[Any]] = {receiving, quitting}
                ended = self._course.ended is not None
                done, _ = await asyncio.wait(
                    waiting,
                    timeout=seat.CLOSING_SECONDS if ended else None,
                    return_when=asyncio.FIRST_COMPLETED,
                )
                if quitting in done:
                    raise Leaving
                if not done:
                    return self._judge()
                # Before the match each frame is taken on its own: the journal itself comes with one of them.
                most = frames.MOST_AT_ONCE if self._course.match is not None else 1
                receiving = await frames.receive(
                    watcher, receiving, link, self._journal, most=most, show=self._show
                )
                await self._flush()
        finally:
            for task in (receiving, quitting):
                if task is not None:
                    task.cancel()
                    await asyncio.gather(task, return_exceptions=True)

    async def _flush(self) -> None:
        assert self._watcher is not None, "something is flushed from a machine"
        assert self._link is not None, "something is flushed to a link"
        await frames.flush(self._watcher, self._link, self._journal, self._handle)

    def _handle(self, event: Event) -> None:
        match event:
            case Joined():
                self._join(event)
            case LobbyChanged():
                for change in self._course.seating.show(event):
                    self._tell(change)
            case Began():
                assert self._table is not None, "a table has begun"
                self._course.begin(self._table)
            case Advanced():
                assert self._table is not None, "a table advances"
                self._show(self._table)
            case NewHost():
                self._tell(self._course.seating.host(event))
            case Rewound():
                assert self._table is not None, "a log that is rewound is there"
                self._keeping.reopened(self.match_id)
                self._tell_all(self._course.rewind(self._table))
            case Said():
                if (line := self._course.seating.chat(event)) is not None:
                    self._tell(line)
            case SeatAway():
                paused = self._table is not None and self._table.paused
                self._tell(self._course.seating.line(event, paused=paused))
            case SeatIdle():
                self._tell(self._course.seating.idle(event))
            case HostLeft():
                if self._table is not None and self._table.paused:
                    raise sent_home()
            case BrokeOff():
                broken = broken_off(event, self._course.seating.names)
                if self._course.match is not None and self._course.ended is None:
                    self._keeping.broken(self.match_id, broken)
                raise broken
            case _:
                raise AssertionError(f"a watcher has no {type(event).__name__}")

    def _join(self, joined: Joined) -> None:
        assert self._watcher is not None, "a machine has joined"
        if self.match_id not in (b"", joined.match):
            raise MatchBroken("gone", N_("The host has gone on to another match; this one has no end here."))
        self.match_id = joined.match
        if self._journal is None:
            self._journal = self._keeping.journal(joined.match, self._watcher.game)
        if self._watcher.table is not None:
            self._tell_all(self._course.resume(self._watcher.table))

    def _show(self, table: Table) -> None:
        """What has happened at the table, while play goes on."""
        self._tell_all(self._course.progress(table))
        self._tell_all(self._keep_time(table))

    def _keep_time(self, table: Table) -> Iterator[SessionEvent]:
        """The clock of the table, as far as it can be seen from here; a watcher has no patience to lose."""
        now = self._ambient.clock()
        if self._time is None:
            self._time = Timekeeper(NOBODY, table, self._ambient.grace, now, most=inf)
        return self._time.step(table, now)

    def _tell_all(self, events: Iterable[SessionEvent]) -> None:
        for event in events:
            if isinstance(event, Ended):
                self._keeping.ended(self.match_id, event)
            self._tell(event)

    def _judge(self) -> Judged:
        table = self._table
        assert table is not None, "a table is judged"
        assert self._course.ended is not None, "a table is judged after its end"
        judged = judged_of(table)
        self._keeping.judged(self.match_id, self._course.ended, judged)
        self._tell(judged)
        return judged

    def _recall(self, match: bytes) -> Table | None:
        known = self._known
        if known is not None and known.record.match_id == match:
            return known
        return self._keeping.recall(match)
