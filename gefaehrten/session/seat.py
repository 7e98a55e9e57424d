"""Shell. One seat at one table: moves frames between a link and the guest machine, and asks its player.

The one rule: keep first, then send, then tell. A lost link is dialled again until the grace is over; the match goes
on where it was.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from gefaehrten.session import frames
from gefaehrten.session.ambient import Ambient
from gefaehrten.session.breaks import MatchBroken, broken_off, silence
from gefaehrten.session.course import Course
from gefaehrten.session.events import Ended, Judged, LobbyShown, SessionEvent
from gefaehrten.session.journal import Journal
from gefaehrten.session.keeping import Keeping
from gefaehrten.session.patience import Patience
from gefaehrten.session.players import Leaving, Player, Position
from gefaehrten.session.redial import Redial
from gefaehrten.session.replicas import grace_of, known_rules, match_of
from gefaehrten.session.summary import judged_of
from protocol.errors import LinkClosed, RemoteProtocolError
from protocol.identity import Identity
from protocol.machine.effects import (
    Advanced,
    Began,
    BrokeOff,
    Event,
    Joined,
    LobbyChanged,
    Proposed,
    Said,
    SeatAway,
)
from protocol.machine.guest import Applicant, Guest, Resumed
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
    ) -> None:
        self._identity = identity
        self._applicant = applicant
        self._dial = dial
        self._keeping = keeping
        self._player = player
        self._ambient = ambient
        self._tell = tell
        self._hosting = hosting
        self._journal: Journal | None = None
        self.match_id = b""
        self._guest: Guest | None = None
        self._previous: Guest | None = None
        self._link: Link | None = None
        self._course = Course(identity.public, ambient.clock)
        self._deciding: asyncio.Task[list[int]] | None = None
        self._turn = -1
        self._quitting = asyncio.Event()
        self._patience: Patience | None = None

    async def run(self) -> Judged:
        """Plays the match to its verdict.

        Raises:
            Refused, LinkError: the table cannot be joined.
            RemoteProtocolError: the host broke the protocol.
            MatchBroken: the host broke the match off.
            Leaving: the player left.
        """
        try:
            return await self._play_to_the_end(await self._dial())
        except RemoteProtocolError as error:
            if self._course.match is not None:
                self._keeping.broken(self.match_id, error)
            raise
        finally:
            await self._stop_deciding()

    async def _play_to_the_end(self, link: Link) -> Judged:
        while True:
            self._link = link
            self._previous = self._guest
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
            except MatchBroken:
                if self._course.ended is None:
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
                link = await self._dial_again(lost)
            except LinkClosed:
                if self._course.ended is None:
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
    def number(self) -> int:
        """The seat that the host has given; -1 before."""
        return -1 if self._guest is None else self._guest.number

    @property
    def table(self) -> Table | None:
        """The replica; None before the match."""
        return None if self._guest is None else self._guest.table

    def position(self) -> Position | None:
        """What the seat knows now; None before the match."""
        return None if self._guest is None or self._course.match is None else self._position(self._guest)

    def quit(self) -> None:
        """Lets `run` end with `Leaving` as soon as it can."""
        self._quitting.set()

    async def leave(self) -> None:
        """Tells the host that this seat goes on purpose; for whoever has got `Leaving`, or cancelled `run`."""
        if self._guest is not None and self._link is not None:
            try:
                self._guest.concede()
                self._guest.leave()
                await self._flush()
            finally:
                await self._link.close("left")

    async def _converse(self, link: Link) -> Judged:
        receiving: asyncio.Task[bytes] | None = None
        quitting = asyncio.create_task(self._quitting.wait())
        guest = self._guest
        assert guest is not None, "a conversation has a guest machine"
        await self._pass_on()
        try:
            while True:
                table = guest.table
                if table is not None and table.closed:
                    return self._judge()
                if table is not None and table.turn_number != self._turn:
                    self._turn = table.turn_number
                    await self._stop_deciding()  # whoever has gone meanwhile: it is asked anew
                if self._deciding is None and guest.seat is not None and guest.seat.ready:
                    self._deciding = asyncio.create_task(self._player.decide(self._position(guest)))
                if receiving is None:
                    receiving = asyncio.create_task(link.recv())
                waiting: set[asyncio.Task[Any]] = {receiving, quitting}
                # A turn that was decided while the link was gone waits until the table has taken the seat back.
                if self._deciding is not None and guest.seat is not None:
                    waiting.add(self._deciding)
                done, _ = await asyncio.wait(
                    waiting, timeout=self._pause(), return_when=asyncio.FIRST_COMPLETED
                )
                if not done:
                    if self._course.ended is not None:
                        return self._judge()
                    await self._wait_on(guest)
                    continue
                if self._patience is not None:
                    self._patience.heard(self._ambient.clock())
                if quitting in done:
                    raise Leaving
                if self._deciding is not None and self._deciding in done:
                    actions, self._deciding = self._deciding.result(), None
                    await self._play(guest, actions)
                if receiving in done:
                    receiving = await self._take(guest, receiving, link)
                    await self._pass_on()
                    if self._course.ended is not None:
                        await self._stop_deciding()
        finally:
            quitting.cancel()
            if receiving is not None:
                receiving.cancel()
                await asyncio.gather(receiving, return_exceptions=True)

    async def _take(self, guest: Guest, receiving: asyncio.Task[bytes], link: Link) -> asyncio.Task[bytes]:
        """Takes a frame and those that have arrived behind it, so that one transaction keeps them all."""
        # Before the match each frame is answered on its own: the journal itself comes with one of them.
        most = frames.MOST_AT_ONCE if self._course.match is not None else 1
        return await frames.receive(guest, receiving, link, self._journal, most=most)

    def _pause(self) -> float | None:
        """Seconds until something is looked at although nothing comes."""
        if self._course.ended is not None:
            return CLOSING_SECONDS
        return None if self._patience is None else min(1.0, self._patience.grace / 5)

    async def _wait_on(self, guest: Guest) -> None:
        """Nothing has come for a moment: agrees that others be given up; gives up the host at last (`MatchBroken`)."""
        table, patience, now = guest.table, self._patience, self._ambient.clock()
        if table is None or patience is None:
            return
        patience.step(table, now)
        proposal = patience.agreed(table)
        if proposal is not None:
            guest.consent(proposal)
            await self._pass_on()
        if patience.exhausted(table, now, unlogged=guest.unlogged):
            raise self._give_up(silence(guest, self._course.seating.names, patience.grace))

    async def _stop_deciding(self) -> None:
        deciding, self._deciding = self._deciding, None
        if deciding is not None:
            deciding.cancel()
            await asyncio.gather(deciding, return_exceptions=True)

    async def _play(self, guest: Guest, actions: list[int]) -> None:
        if guest.seat is None or not guest.seat.ready or self._course.match is None:
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
        await frames.flush(guest, link, self._journal, lambda event: self._handle(event, guest))

    async def _dial_again(self, error: LinkClosed) -> Link:
        # Once play is over only the proof is at stake, and the host may have gone home.
        patience = (
            self._ambient.grace if self._course.ended is None else min(self._ambient.grace, CLOSING_SECONDS)
        )
        return await Redial(self._ambient, self._quitting, patience).link(self._dial, self._tell, error)

    # What happens

    def _handle(self, event: Event, guest: Guest) -> None:
        match event:
            case Joined():
                self.match_id = event.match
                if self._journal is None:
                    self._journal = self._keeping.journal(event.match, guest.game)
                if event.running and guest.table is not None:
                    self._resume(guest)
            case LobbyChanged():
                for change in self._course.seating.show(event):
                    self._tell(change)
            case Began():
                assert guest.table is not None, "a table has begun"
                self._course.begin(guest.table)
                self._heed(guest.table)
            case Proposed():
                if self._patience is not None:
                    self._patience.proposed(event.proposal)
            case SeatAway():
                if self._patience is not None:
                    self._patience.line(event.seat, event.away)
                if not self._hosting and event.seat != self.number:
                    self._tell(self._course.seating.line(event))
            case Advanced():
                if self._patience is not None and guest.table is not None:
                    self._patience.step(guest.table, self._ambient.clock())
                self._progress(guest)
            case Said():
                if (line := self._course.seating.chat(event)) is not None:
                    self._tell(line)
            case BrokeOff():
                broken = broken_off(event, self._course.seating.names)
                raise broken if self._course.ended is not None else self._give_up(broken)
            case _:
                raise AssertionError(f"a guest has no {type(event).__name__}")

    def _resume(self, guest: Guest) -> None:
        assert guest.table is not None, "a running table is resumed"
        if self._patience is None:
            self._heed(guest.table)
        for event in self._course.resume(guest.table):
            self._tell_of(event)

    def _heed(self, table: Table) -> None:
        """Begins to count how long others keep the table waiting."""
        now = self._ambient.clock()
        grace = grace_of(table.record.options)
        self._patience = Patience(self.number, table.seats, self._ambient.grace if grace is None else grace)
        self._patience.heard(now)
        self._patience.step(table, now)

    def _progress(self, guest: Guest) -> None:
        if guest.table is not None:
            for event in self._course.progress(guest.table):
                self._tell_of(event)

    def _tell_of(self, event: SessionEvent) -> None:
        if isinstance(event, Ended):
            self._keeping.ended(self.match_id, event)
        self._tell(event)

    def _give_up(self, broken: MatchBroken) -> MatchBroken:
        if self._course.match is not None:
            self._keeping.broken(self.match_id, broken)
        return broken

    def _judge(self) -> Judged:
        assert self._guest is not None, "a table is judged by its guest"
        assert self._guest.table is not None, "a table is judged"
        assert self._course.ended is not None, "a table is judged after its end"
        judged = judged_of(self._guest.table)
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
