"""Shell. One seat at one table: moves frames between a link and the guest machine, and asks its player.

The one rule: keep first, then send, then tell; what is told before is in `frames`. A lost link is dialled again until
the grace is over; the match goes on where it was.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from gefaehrten.session import frames
from gefaehrten.session.ambient import Ambient
from gefaehrten.session.attending import Attending
from gefaehrten.session.breaks import MatchBroken, broken_off
from gefaehrten.session.course import Course
from gefaehrten.session.ends import HostGone, sent_home
from gefaehrten.session.events import Ended, Judged, LobbyShown, Notice, SessionEvent
from gefaehrten.session.following import Wish
from gefaehrten.session.helm import Helm
from gefaehrten.session.journal import Journal
from gefaehrten.session.keeping import Keeping
from gefaehrten.session.players import BotPlayer, Leaving, Player, Position
from gefaehrten.session.redial import Redial
from gefaehrten.session.replicas import known_rules, match_of
from gefaehrten.session.summary import judged_of
from protocol.errors import LinkClosed, RemoteProtocolError
from protocol.identity import Identity
from protocol.machine.comeback import Resumed
from protocol.machine.effects import (
    Advanced,
    Began,
    BrokeOff,
    Event,
    HostLeft,
    Joined,
    LobbyChanged,
    NewHost,
    Proposed,
    Rewound,
    Said,
    SeatAway,
    SeatIdle,
)
from protocol.machine.guest import Applicant, Guest
from protocol.machine.table import Table
from protocol.net.link import Link

CLOSING_SECONDS = 20.0
"""How long the openings and verdicts of the others are waited for once play is over."""


class SeatSession:
    """One seat from the first HELLO to the verdict.

    Args:
        dial: makes a link to the host; called again when one is lost.
        tell: takes every event; a bot in the host's process has none.
        hosting: whether this is the host's own seat, whose process sees by itself whose line is down.
        autopilot: makes the bot that plays while the person is not there; None: there is none.

    Attributes:
        match_id: 16 bytes.
        conceding: whether the person gives the match up, also where leaving would keep the seat.
    """

    def __init__(
        self,
        identity: Identity,
        applicant: Applicant,
        *,
        dial: Callable[[], Awaitable[Link]],
        keeping: Keeping,
        player: Player,
        ambient: Ambient,
        tell: Callable[[SessionEvent], None],
        hosting: bool = False,
        autopilot: Callable[[], BotPlayer] | None = None,
    ) -> None:
        self._identity = identity
        self._applicant = applicant
        self._dial = dial
        self._keeping = keeping
        self._ambient = ambient
        self._tell = tell
        self._hosting = hosting
        self._journal: Journal | None = None
        self.match_id = b""
        self.conceding = False
        self._guest: Guest | None = None
        self._previous: Guest | None = None
        self._link: Link | None = None
        self._course = Course(identity.public, ambient.clock)
        self._helm = Helm(player, autopilot, bot=applicant.bot)
        self._dialling = False
        self._quitting = asyncio.Event()
        self._woken = asyncio.Event()
        self._attending = Attending(self._helm, self._course, ambient, tell, self._pass_on)

    async def run(self) -> Judged:
        """Plays the match to its verdict.

        Raises:
            Refused, LinkError: the table cannot be joined.
            RemoteProtocolError: the host broke the protocol.
            MatchBroken: the host broke the match off.
            SentHome: the host has gone home from a paused match.
            HostGone: the host does not come back; or the player has not waited for it.
            Leaving: the player left.
        """
        try:
            return await self._play_to_the_end(await self._dial())
        except RemoteProtocolError as error:
            if self._course.match is not None:
                self._keeping.broken(self.match_id, error)
            raise
        finally:
            await self._helm.close()

    async def _play_to_the_end(self, link: Link) -> Judged:
        while True:
            self._link = link
            self._previous = self._seated
            self._guest = Guest(
                self._identity,
                self._applicant,
                known=known_rules(),
                start=match_of,
                entropy=self._ambient.entropy,
                recall=self._recall,
                remember=self._keeping.remember,
            )
            leaving = False
            try:
                return await self._converse(link)
            except (Leaving, asyncio.CancelledError):
                leaving = True  # `leave` says good-bye over this link
                raise
            except MatchBroken as broken:
                if self._course.ended is None:
                    if self._course.match is not None:
                        self._keeping.broken(self.match_id, broken)
                    raise
                return self._judge()  # play was over: a seat that does not open leaves the result unproven
            except LinkClosed as error:
                if self._course.match is None:
                    raise
                lost = error
            finally:
                if not leaving:
                    await link.close()
            try:
                self._dialling = True
                link = await self._dial_again(lost)
                self._dialling = False
            except (LinkClosed, Leaving) as error:
                if self.keeps_seat:
                    raise sent_home() from None
                if self._course.ended is None:
                    raise HostGone(self.match_id) from None
                if isinstance(error, Leaving):
                    raise
                return self._judge()

    async def say(self, text: str) -> None:
        """A line of chat."""
        if self._guest is not None:
            self._guest.say(text)
            await self._flush()

    async def prefer(self, *, ready: bool | None = None, wish: str | None = None) -> None:
        """Before the match: whether it may begin as far as this seat is concerned, and the colour wished for.

        Args:
            ready, wish: None leaves them as they are.

        Raises:
            LocalProtocolError: this seat is in no lobby.
        """
        if self._guest is not None:
            before = self._guest.preferred
            self._guest.prefer(
                ready=before[0] if ready is None else ready, wish=before[1] if wish is None else wish
            )
            await self._flush()

    @property
    def lobby(self) -> LobbyShown | None:
        """The table before the match, as it was shown last; None before that."""
        return self._course.seating.shown

    @property
    def _seated(self) -> Guest | None:
        """The machine that has the table; while the host is dialled again, that of the connection before."""
        guest = self._guest
        return guest if guest is not None and guest.table is not None else self._previous or guest

    @property
    def number(self) -> int:
        """The seat that the host has given; -1 before."""
        return -1 if self._seated is None else self._seated.number

    @property
    def table(self) -> Table | None:
        """The replica; None before the match."""
        return None if self._seated is None else self._seated.table

    def position(self) -> Position | None:
        """What the seat knows now; None before the match."""
        return None if self._seated is None or self._course.match is None else self._position(self._seated)

    async def move(self, wish: Wish) -> None:
        """What the person would like from now on: to play on, a pause, or the end of the match without a winner.

        Raises:
            LocalProtocolError: there is no match that this seat is in.
        """
        if self._guest is not None:
            self._guest.move(wish)
            await self._flush()

    async def autopilot(self, on: bool) -> None:
        """The program plays for the person from now on, or the person again from the next decision on.

        Raises:
            UsageError: there is nothing to play.
        """
        await self._attending.hand_over(self._seated, on)
        self._woken.set()

    @property
    def keeps_seat(self) -> bool:
        """Whether the seat stays this one's although its program goes: the match is paused."""
        table = self.table
        return table is not None and table.paused and self.number in table.active and not self.conceding

    def quit(self) -> None:
        """Lets `run` end with `Leaving` as soon as it can."""
        self._quitting.set()
        self._woken.set()

    async def leave(self) -> None:
        """Tells the host that this seat goes on purpose; for whoever has got `Leaving`, or cancelled `run`."""
        if self._dialling:
            return  # nobody hears it, and nothing is given up: the host may come back, or another one
        if self._guest is not None and self._link is not None:
            try:
                if not self.keeps_seat:
                    self._guest.concede()
                self._guest.leave()
                await self._flush()
            finally:
                await self._link.close("left")

    async def _converse(self, link: Link) -> Judged:
        receiving: asyncio.Task[bytes] | None = None
        waking: asyncio.Task[Any] | None = None
        guest = self._guest
        assert guest is not None, "a conversation has a guest machine"
        await self._pass_on()
        try:
            while True:
                table = guest.table
                if table is not None and table.closed:
                    return self._judge()
                if table is not None and self._course.ended is None:
                    await self._attending.attend(guest, table)
                if self._quitting.is_set():
                    raise Leaving
                if receiving is None:
                    receiving = asyncio.create_task(link.recv())
                if waking is None:
                    self._woken.clear()
                    waking = asyncio.create_task(self._woken.wait())
                waiting: set[asyncio.Task[Any]] = {receiving, waking}
                # A turn that was decided while the link was gone waits until the table has taken the seat back.
                if self._helm.task is not None and guest.seat is not None:
                    waiting.add(self._helm.task)
                done, _ = await asyncio.wait(
                    waiting, timeout=self._pause(), return_when=asyncio.FIRST_COMPLETED
                )
                if not done and self._course.ended is not None:
                    return self._judge()
                if waking in done:
                    waking = None
                if self._helm.task is not None and self._helm.task in done:
                    await self._play(guest, self._helm.take())
                if receiving in done:
                    self._attending.heard()
                    receiving = await self._take(guest, receiving, link)
                    await self._pass_on()
                    if self._course.ended is not None:
                        await self._helm.stop()
        finally:
            for task in (waking, receiving):
                if task is not None:
                    task.cancel()
                    await asyncio.gather(task, return_exceptions=True)

    async def _take(self, guest: Guest, receiving: asyncio.Task[bytes], link: Link) -> asyncio.Task[bytes]:
        """Takes a frame and those that have arrived behind it, so that one transaction keeps them all."""
        # Before the match each frame is answered on its own: the journal itself comes with one of them.
        most = frames.MOST_AT_ONCE if self._course.match is not None else 1
        return await frames.receive(
            guest, receiving, link, self._journal, most=most, show=lambda _: self._progress(guest)
        )

    def _pause(self) -> float | None:
        """Seconds until something is looked at although nothing comes."""
        if self._course.ended is not None:
            return CLOSING_SECONDS
        return self._attending.pause(self.number)

    async def _play(self, guest: Guest, actions: list[int]) -> None:
        if not guest.ready or self._course.match is None:
            return  # the match ended while the player thought
        moves, opened = self._course.match.encode(guest.number, actions)
        guest.play(moves, opened)
        await self._pass_on()

    async def _pass_on(self) -> None:
        """Flushes; why a link is gone is said where it is received from, behind what has still arrived: a refusal."""
        with contextlib.suppress(LinkClosed):
            await self._flush()

    async def _flush(self) -> None:
        """Keeps, sends, tells what the machine asks for, in this order."""
        guest, link = self._guest, self._link
        assert guest is not None, "something is flushed from a machine"
        assert link is not None, "something is flushed to a link"
        for event in guest.effects.events:
            if (
                isinstance(event, Joined) and self._journal is None
            ):  # what it owes is signed with the same frame
                self.match_id = event.match
                self._journal = self._keeping.journal(event.match, guest.game)
        await frames.flush(guest, link, self._journal, lambda event: self._handle(event, guest))

    async def _dial_again(self, error: LinkClosed) -> Link:
        # Once play is over only the proof is at stake, and the host may have gone home.
        patience = (
            self._ambient.grace if self._course.ended is None else min(self._ambient.grace, CLOSING_SECONDS)
        )
        redial = Redial(self._ambient, self._quitting, patience)
        hint = Notice("host-gone", HostGone(self.match_id).sentence) if self._course.ended is None else None
        return await redial.link(self._dial, self._tell, error, hint)

    # What happens

    def _handle(self, event: Event, guest: Guest) -> None:
        match event:
            case Joined():
                if event.running and guest.table is not None:
                    self._resume(guest)
            case LobbyChanged():
                for change in self._course.seating.show(event):
                    self._tell(change)
            case Began():
                assert guest.table is not None, "a table has begun"
                self._course.begin(guest.table)
                self._attending.begin(guest)
            case Proposed() | SeatIdle():
                self._attending.take(event)
            case SeatAway():
                self._attending.take(event)
                if not self._hosting and event.seat != self.number:
                    paused = self.table is not None and self.table.paused
                    self._tell(self._course.seating.line(event, paused=paused))
            case Advanced():
                self._progress(guest)
                self._attending.keep_time(guest)
            case HostLeft():
                if self.keeps_seat:
                    raise sent_home()
            case NewHost():
                self._tell(self._course.seating.host(event))
                if self._hosting and event.seat == self.number:
                    self._keeping.hosts(self.match_id)
            case Rewound():
                assert guest.table is not None, "a log that is rewound is there"
                self._helm.forget()
                self._keeping.reopened(self.match_id)
                for told in self._course.rewind(guest.table):
                    self._tell_of(told)
            case Said():
                if (line := self._course.seating.chat(event)) is not None:
                    self._tell(line)
            case BrokeOff():
                raise broken_off(event, self._course.seating.names)
            case _:
                raise AssertionError(f"a guest has no {type(event).__name__}")

    def _resume(self, guest: Guest) -> None:
        assert guest.table is not None, "a running table is resumed"
        self._attending.begin(guest, again=True)
        for event in self._course.resume(guest.table):
            self._tell_of(event)

    def _progress(self, guest: Guest) -> None:
        if guest.table is not None:
            for event in self._course.progress(guest.table):
                self._tell_of(event)

    def _tell_of(self, event: SessionEvent) -> None:
        if isinstance(event, Ended):
            self._keeping.ended(self.match_id, event)
        self._tell(event)

    def _judge(self) -> Judged:
        assert self.table is not None, "a table is judged"
        assert self._course.ended is not None, "a table is judged after its end"
        judged = judged_of(self.table)
        self._keeping.judged(self.match_id, self._course.ended, judged)
        self._tell(judged)
        return judged

    def _position(self, guest: Guest) -> Position:
        assert guest.table is not None, "a seat that moves sits at a table"
        return self._course.position(guest.table, guest.number)

    def _recall(self, match_id: bytes) -> Resumed | None:
        guest = self._previous
        if guest is not None and guest.table is not None and guest.table.record.match_id == match_id:
            return guest.remains()
        return self._keeping.recall(match_id)
