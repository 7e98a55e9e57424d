"""Shell. One seat at one table: moves frames between a link and the guest machine, and asks its player.

The one rule: keep first, then send, then tell. A lost link is dialled again until the grace is over; the match goes
on where it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from gefaehrten.engine.match import Match
from gefaehrten.session.ambient import Ambient
from gefaehrten.session.breaks import MatchBroken, broken_off, silence
from gefaehrten.session.events import (
    Back,
    Ended,
    Judged,
    SessionEvent,
    Started,
    Stepped,
    Waiting,
)
from gefaehrten.session.events import (
    Resumed as ResumedEvent,
)
from gefaehrten.session.journal import Journal
from gefaehrten.session.keeping import Keeping
from gefaehrten.session.players import Leaving, Player, Position
from gefaehrten.session.replicas import known_rules, match_of
from gefaehrten.session.seating import Seating
from gefaehrten.session.summary import ended_of, judged_of, seats_json
from protocol.errors import LinkClosed, ProtocolError, RemoteProtocolError
from protocol.identity import Identity
from protocol.machine.effects import (
    Advanced,
    Began,
    BrokeOff,
    Event,
    Joined,
    LobbyChanged,
    Said,
)
from protocol.machine.guest import Applicant, Guest, Resumed
from protocol.net.link import Link
from protocol.table import TableRecord, check_word

MOST_AT_ONCE = 32
"""Frames that are taken before what they lead to is kept, sent and told."""

CLOSING_SECONDS = 20.0
"""How long the openings and verdicts of the others are waited for once play is over."""

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0
"""Seconds between two attempts to reach the host again; doubled from the first to the longest."""


class SeatSession:
    """One seat from the first HELLO to the verdict.

    Args:
        dial: makes a link to the host; called again when one is lost.
        tell: takes every event; a bot in the host's process has none.
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
    ) -> None:
        self._identity = identity
        self._applicant = applicant
        self._dial = dial
        self._keeping = keeping
        self._player = player
        self._ambient = ambient
        self._tell = tell
        self._journal: Journal | None = None
        self._match_id = b""
        self._guest: Guest | None = None
        self._previous: Guest | None = None
        self._link: Link | None = None
        self._match: Match | None = None
        self._seating = Seating()
        self._began = 0.0
        self._sealed = False
        self._told = 0
        self._ended: Ended | None = None
        self._deciding: asyncio.Task[list[int]] | None = None
        self._quitting = asyncio.Event()

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
            if self._match is not None:
                self._keeping.broken(self._match_id, error)
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
                if self._ended is None:
                    raise
                return self._judge()  # play was over: a seat that does not open leaves the result unproven
            except LinkClosed as error:
                if self._match is None:
                    raise
                lost = error
            finally:
                if not leaving:
                    await link.close()
            try:
                link = await self._dial_again(lost)
            except LinkClosed:
                if self._ended is None:
                    raise
                return self._judge()

    async def say(self, text: str) -> None:
        """A line of chat."""
        if self._guest is not None:
            self._guest.say(text)
            await self._flush()

    def position(self) -> Position | None:
        """What the seat knows now; None before the match."""
        return None if self._guest is None or self._match is None else self._position(self._guest)

    def quit(self) -> None:
        """Lets `run` end with `Leaving` as soon as it can."""
        self._quitting.set()

    async def leave(self) -> None:
        """Tells the host that this seat goes on purpose; for whoever has got `Leaving`, or cancelled `run`."""
        if self._guest is not None and self._link is not None:
            self._guest.leave()
            try:
                await self._flush()
            finally:
                await self._link.close("left")

    # The conversation

    async def _converse(self, link: Link) -> Judged:
        receiving: asyncio.Task[bytes] | None = None
        quitting = asyncio.create_task(self._quitting.wait())
        guest = self._guest
        assert guest is not None, "a conversation has a guest machine"
        await self._flush()
        try:
            while True:
                table = guest.table
                if table is not None and table.closed:
                    return self._judge()
                if self._deciding is None and guest.seat is not None and guest.seat.ready:
                    self._deciding = asyncio.create_task(self._player.decide(self._position(guest)))
                if receiving is None:
                    receiving = asyncio.create_task(link.recv())
                waiting: set[asyncio.Task[Any]] = {receiving, quitting}
                # A turn that was decided while the link was gone waits until the table has taken the seat back.
                if self._deciding is not None and guest.seat is not None:
                    waiting.add(self._deciding)
                done, _ = await asyncio.wait(
                    waiting, timeout=self._patience(guest), return_when=asyncio.FIRST_COMPLETED
                )
                if not done and self._ended is None:
                    raise self._give_up(silence(guest, self._seating.names, self._ambient.grace))
                if not done:
                    return self._judge()
                if quitting in done:
                    raise Leaving
                if self._deciding is not None and self._deciding in done:
                    actions, self._deciding = self._deciding.result(), None
                    await self._play(guest, actions)
                if receiving in done:
                    receiving = await self._take(guest, receiving, link)
                    await self._flush()
                    if self._ended is not None:
                        await self._stop_deciding()
        finally:
            for task in (receiving, quitting):
                if task is not None:
                    task.cancel()
                    await asyncio.gather(task, return_exceptions=True)

    async def _take(self, guest: Guest, receiving: asyncio.Task[bytes], link: Link) -> asyncio.Task[bytes]:
        """Takes a frame and those that have arrived behind it, so that one transaction keeps them all."""
        for _ in range(MOST_AT_ONCE):
            try:
                guest.receive(receiving.result())
            except ProtocolError:
                if self._journal is not None:  # what came before the fault is kept all the same
                    self._journal.keep(guest.take().journal)
                raise
            receiving = asyncio.create_task(link.recv())
            await asyncio.sleep(0)
            # Before the match each frame is answered on its own: the journal itself comes with one of them.
            if self._match is None or not receiving.done() or receiving.exception() is not None:
                break
        return receiving

    def _patience(self, guest: Guest) -> float | None:
        """Seconds that nothing may come from the table: programs answer at once, people take their time."""
        if self._ended is not None:
            return CLOSING_SECONDS
        table = guest.table
        return self._ambient.grace if table and (table.waits_for_programs or guest.unlogged) else None

    async def _stop_deciding(self) -> None:
        deciding, self._deciding = self._deciding, None
        if deciding is not None:
            deciding.cancel()
            await asyncio.gather(deciding, return_exceptions=True)

    async def _play(self, guest: Guest, actions: list[int]) -> None:
        if guest.seat is None or not guest.seat.ready or self._match is None:
            return  # the match ended while the player thought
        moves, opened = self._match.encode(guest.number, actions)
        guest.play(moves, opened)
        await self._flush()

    async def _flush(self) -> None:
        """Keeps, sends, tells what the machine asks for, in this order."""
        guest, link = self._guest, self._link
        assert guest is not None, "something is flushed from a machine"
        assert link is not None, "something is flushed to a link"
        effects = guest.take()
        if self._journal is not None:
            self._journal.keep(effects.journal)
        lost: LinkClosed | None = None
        try:
            for _, data in effects.send:
                await link.send(data)
        except LinkClosed as error:
            lost = error  # what is stored has happened, and is told all the same
        for event in effects.events:
            self._handle(event, guest)
        if lost is not None:
            raise lost

    async def _dial_again(self, error: LinkClosed) -> Link:
        # Once play is over only the proof is at stake, and the host may have gone home.
        patience = self._ambient.grace if self._ended is None else min(self._ambient.grace, CLOSING_SECONDS)
        deadline = self._ambient.clock() + patience
        pause = FIRST_PAUSE
        self._tell(Waiting(-1, "", patience))
        while (left := deadline - self._ambient.clock()) > 0:
            # Jitter keeps the guests of a host that comes back from knocking all at once.
            jitter = self._ambient.entropy(1)[0] / 255
            await asyncio.sleep(min(left, pause * (0.5 + jitter)))
            pause = min(2 * pause, LONGEST_PAUSE)
            try:
                link = await self._dial()
            except ProtocolError:
                continue
            self._tell(Back(-1, ""))
            return link
        raise error

    # What happens

    def _handle(self, event: Event, guest: Guest) -> None:
        match event:
            case Joined():
                self._match_id = event.match
                if self._journal is None:
                    self._journal = self._keeping.journal(event.match, guest.game)
                if event.running and guest.table is not None:
                    self._resume(guest)
            case LobbyChanged():
                for change in self._seating.show(event):
                    self._tell(change)
            case Began():
                self._began = self._ambient.clock()
                self._begin(event.record, guest)
            case Advanced():
                self._progress(guest)
            case Said():
                if (line := self._seating.chat(event)) is not None:
                    self._tell(line)
            case BrokeOff():
                broken = broken_off(event, self._seating.names)
                raise broken if self._ended is not None else self._give_up(broken)
            case _:
                raise AssertionError(f"a guest has no {type(event).__name__}")

    def _begin(self, record: TableRecord, guest: Guest) -> None:
        assert guest.table is not None, "a table has begun"
        rules = guest.table.rules
        assert isinstance(rules, Match), "the rules of a table here are a match"
        self._match = rules
        self._seating.begin(record)

    def _resume(self, guest: Guest) -> None:
        assert guest.table is not None, "a running table is resumed"
        table = guest.table
        if self._match is None:
            self._begin(table.record, guest)
            self._began = self._ambient.clock()
            self._sealed = table.sealed
            self._tell(ResumedEvent(table.log.length))
            assert self._match is not None, "a resumed table has a match"
            self._told = len(self._match.steps)
        self._progress(guest)

    def _progress(self, guest: Guest) -> None:
        table, match = guest.table, self._match
        if table is None or match is None:
            return
        if table.sealed and not self._sealed:
            self._sealed = True
            seconds = self._ambient.clock() - self._began
            seats = seats_json(table.record, match)
            word = check_word(table.table_id)
            self._tell(Started(self._match_id.hex(), seats, seconds, word))
        if self._sealed:
            for step in match.steps[self._told :]:
                self._tell(Stepped(step))
            self._told = len(match.steps)
        if table.ending is not None and self._ended is None:
            self._ended = ended_of(table, match)
            self._keeping.ended(self._match_id, self._ended)
            self._tell(self._ended)

    def _give_up(self, broken: MatchBroken) -> MatchBroken:
        if self._match is not None:
            self._keeping.broken(self._match_id, broken)
        return broken

    def _judge(self) -> Judged:
        assert self._guest is not None, "a table is judged by its guest"
        assert self._guest.table is not None, "a table is judged"
        assert self._ended is not None, "a table is judged after its end"
        judged = judged_of(self._guest.table)
        self._keeping.judged(self._match_id, self._ended, judged)
        self._tell(judged)
        return judged

    def _position(self, guest: Guest) -> Position:
        match, table = self._match, guest.table
        assert match is not None, "a seat that moves plays a match"
        assert table is not None, "a seat that moves sits at a table"
        return Position(
            game=match.game,
            setup=match.setup,
            kernel=match.kernel.clone(),
            seat=guest.number,
            names=self._seating.names,
            steps=tuple(match.steps),
            hand=tuple((slot, card) for slot, card in match.hand(guest.number) if card is not None),
            turn=table.turn_number,
        )

    def _recall(self, match_id: bytes) -> Resumed | None:
        guest = self._previous
        if guest is not None and guest.table is not None and guest.table.record.match_id == match_id:
            return guest.remains()
        return self._keeping.recall(match_id)
