"""Shell. One match at a host's table, a new one or one that goes on: the hub with its links, the own seat, and the bots
of this process.

The one rule: whatever happens, hub, links and the bots' processes are gone when `run` returns.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace

from gefaehrten.core.errors import UsageError
from gefaehrten.core.text import N_
from gefaehrten.session.ambient import Ambient
from gefaehrten.session.events import Judged, SessionEvent
from gefaehrten.session.front import Front
from gefaehrten.session.hosting import HostSession
from gefaehrten.session.journal import Journal
from gefaehrten.session.keeping import HouseKeeping
from gefaehrten.session.offers import OWN_SEAT, offer_of
from gefaehrten.session.profile import Profile
from gefaehrten.session.requests import HostRequest
from gefaehrten.session.seat import CLOSING_SECONDS, SeatSession
from gefaehrten.session.sitting import (
    autopilot,
    bot_player,
    close_player,
    first_cause,
    player_of,
    telling,
    until_left,
)
from gefaehrten.session.stored import MatchRow, Role
from gefaehrten.session.terms import Terms
from protocol.errors import RefusalCode, Refused
from protocol.identity import Identity
from protocol.invite import normalise
from protocol.log import Entry
from protocol.machine.doorman import Offer
from protocol.machine.guest import Applicant
from protocol.machine.hub import Hub, Stage
from protocol.net.link import Link
from protocol.table import TableRecord

DRAIN_SECONDS = 5.0
"""How long a host waits at the end for its guests to go by themselves."""


@dataclass(frozen=True, slots=True)
class House:
    """What stays the same from match to match at one table.

    Attributes:
        network: whether guests can come.
        code, watch_code: as people type them.
    """

    request: HostRequest
    front: Front
    profile: Profile
    ambient: Ambient
    code: str
    watch_code: str
    network: bool


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot of this process: which one, its level, and the seed of its key. `seat` is the one it would like, -1 any."""

    number: int
    level: str
    seed: bytes
    seat: int = -1

    @property
    def name(self) -> str:
        """What the others see."""
        return f"Bot {self.number}"


@dataclass(frozen=True, slots=True)
class Past:
    """A match that was hosted by an earlier process, as far as it got.

    Attributes:
        entries: its log.
        bots: those of that process.
    """

    row: MatchRow
    record: TableRecord
    entries: Sequence[Entry]
    bots: tuple[Bot, ...]

    @property
    def offer(self) -> Offer:
        """What the table was opened for."""
        record = self.record
        return Offer(
            game=record.game,
            rules_hash=record.rules_hash,
            options=record.options,
            match_id=record.match_id,
            seats=len(record.seats),
            code=normalise(self.row.code),
            watch_code=normalise(self.row.watch_code),
        )


class HostedMatch:
    """A match from the open lobby to the verdict. Mutable: bots come and go while the lobby is open.

    Args:
        bots: who sits down from the start; of the match before, where there was one.
        kicked: keys that this table has sent away.
        past: what goes on here; None for a new match.

    Attributes:
        match_id: 16 bytes.
        resumed: whether it has a past.
        own: the host's own seat.
    """

    def __init__(
        self, house: House, bots: Iterable[Bot], kicked: Iterable[bytes], past: Past | None = None
    ) -> None:
        self._house = house
        request, ambient, store = house.request, house.ambient, house.profile.store
        identity = Identity(house.profile.seed)
        self._offer = self._new_offer() if past is None else past.offer
        self.match_id = self._offer.match_id
        self.resumed = past is not None
        self._hub = Hub(identity, self._offer, ambient.entropy, kicked)
        away: Sequence[int] = ()
        if past is not None:
            here = {identity.public, *(Identity(bot.seed).public for bot in past.bots)}
            away = [seat for seat, key in enumerate(past.record.keys) if key not in here]
            self._hub.resume(past.record, past.row.signatures, past.entries, away=away)
        self._session = HostSession(
            self._hub,
            journal=Journal(store, self.match_id, orders=True),
            ambient=ambient,
            tell=house.front.tell,
            table=lambda: self.own.table,
            away=away,
        )
        self._first = list(bots)
        self._bots: dict[Bot, SeatSession] = {}
        self._numbered = max((bot.number for bot in self._first), default=0)
        self._player = player_of(request.person, house.front, ambient)
        self.own: SeatSession = SeatSession(
            identity,
            Applicant(
                request.person.name.encode(),
                self._offer.code,
                wish=request.person.wish,
                seat=OWN_SEAT,
                ready=request.ready or not house.network,
            ),
            dial=self._dial("own"),
            keeping=HouseKeeping(store, identity.public, main=True),
            player=self._player,
            ambient=ambient,
            tell=telling(self._player, house.front.tell),
            hosting=True,
            autopilot=autopilot(house.front.tell, ambient),
        )
        self._group: asyncio.TaskGroup | None = None

    def _new_offer(self) -> Offer:
        """A match that has never been: it is in the store from now on."""
        house = self._house
        request, match = house.request, house.ambient.entropy(16)
        house.profile.store.create(
            match,
            game=request.table.game,
            role=Role.HOST if house.network else Role.LOCAL,
            started=int(time.time()),
            address=str(request.listen) if house.network else "",
            code=house.code,
            watch_code=house.watch_code,
        )
        return offer_of(
            request.table,
            match,
            normalise(house.code),
            watch_code=normalise(house.watch_code),
            reserved=OWN_SEAT,
            terms=Terms(request.grace, request.clock, request.reserve),
        )

    @property
    def kicked(self) -> frozenset[bytes]:
        """The keys that this table has sent away, in this match and before."""
        return frozenset(self._hub.lobby.kicked)

    @property
    def begun(self) -> bool:
        """Whether the lobby is closed: every seat has signed."""
        return self._hub.stage is not Stage.LOBBY

    @property
    def bots(self) -> Sequence[Bot]:
        """The bots that sit here, each with its seat."""
        return [replace(bot, seat=seat.number) for bot, seat in self._bots.items() if seat.number >= 0]

    async def serve(self, link: Link) -> None:
        """Looks after a guest's link until it is gone."""
        await self._session.serve(link)

    async def run(self) -> Judged:
        """Plays it to the verdict.

        Raises:
            Leaving: the person has left; and whatever else ends the own seat.
        """
        request = self._house.request
        async with AsyncExitStack() as stack:
            stack.callback(close_player, self._player)
            stack.push_async_callback(self._session.close)
            stack.push_async_callback(self._adjourn)
            try:
                async with asyncio.TaskGroup() as group:
                    self._group = group
                    background = [group.create_task(self._session.watch())]
                    own = asyncio.ensure_future(until_left(self.own, waits=self._goes_on_later))
                    group.create_task(_wait(own))
                    for bot in self._first:
                        self._sit(bot)
                    if request.fill:
                        await self.fill()
                    elif request.fill_after is not None:
                        background.append(group.create_task(self._fill_later(request.fill_after)))
                    judged = await own
                    await self._session.reunited(CLOSING_SECONDS)
                    self._session.finish()
                    await self._session.drained(DRAIN_SECONDS)
                    for task in background:
                        task.cancel()
                return judged
            except BaseExceptionGroup as group_error:
                raise first_cause(group_error) from None

    @property
    def waits(self) -> bool:
        """Whether the match can go on later although the person has left it: paused, or against bots alone."""
        kept = self.own.keeps_seat or not self._house.network
        return kept and self.begun and not self.own.conceding

    def _goes_on_later(self) -> bool:
        """Whether an own seat that ends says nothing.

        Against bots alone there is nobody to be told. And a host whose disk is full has not given its match up.
        """
        return not self._house.network or self._session.failed

    async def _adjourn(self) -> None:
        """Sends everybody home from a match that is paused."""
        if self.own.keeps_seat:
            await self._session.adjourn()

    # Before the match

    async def fill(self) -> None:
        """Bots take every free seat."""
        for _ in range(self._free):
            self._sit(self._new_bot(self._house.request.table.level))

    async def add_bot(self, level: str) -> None:
        """A bot takes a free seat.

        Raises:
            UsageError: the match has begun, or no seat is free.
        """
        if self.begun:
            raise UsageError("running", N_("The match has begun: no bot can be added any more."))
        if self._free < 1:
            raise UsageError("full", N_("No seat is free for a bot."))
        self._sit(self._new_bot(level))

    async def kick(self, seat: int) -> None:
        """Frees a seat, a bot's too.

        Raises:
            LocalProtocolError: the match has begun, nobody sits there, or the host.
        """
        await self._session.kick(seat)

    @property
    def _free(self) -> int:
        """Free seats that no bot is on its way to."""
        if self.begun:
            return 0
        coming = sum(seat.number < 0 for seat in self._bots.values())
        own = self.own.number < 0
        return self._hub.lobby.free - coming - own

    def _new_bot(self, level: str) -> Bot:
        self._numbered += 1
        return Bot(self._numbered, level, self._house.ambient.entropy(32))

    def _sit(self, bot: Bot) -> None:
        """A bot takes a seat, in the background."""
        assert self._group is not None, "bots come while the table is open"
        house = self._house
        player = bot_player(bot.level, house.front.tell, house.ambient)
        identity = Identity(bot.seed)
        seat = SeatSession(
            identity,
            Applicant(bot.name.encode(), self._offer.code, bot=True, seat=bot.seat),
            dial=self._dial(bot.name),
            keeping=HouseKeeping(
                house.profile.store,
                identity.public,
                main=False,
                identity_seed=bot.seed,
                level=bot.level,
            ),
            player=player,
            ambient=house.ambient,
            tell=telling(player, _ignore),
        )
        self._bots[bot] = seat

        async def play() -> None:
            try:
                await seat.run()
            except Refused as refused:
                del self._bots[bot]
                if refused.code == RefusalCode.SEAT and bot.seat >= 0:
                    self._sit(replace(bot, seat=-1))  # somebody else was quicker
            except Exception:
                del self._bots[bot]  # what ends a bot of the host is told by the host's own seat
            finally:
                player.close()

        self._group.create_task(play())

    def _dial(self, name: str) -> Callable[[], Awaitable[Link]]:
        async def dial() -> Link:
            return self._session.dial(name)

        return dial

    async def _fill_later(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self.fill()


async def _wait(task: asyncio.Future[Judged]) -> None:
    """Ties the own seat to the group: its failure ends everything, and the group's end cancels it."""
    await task


def _ignore(event: SessionEvent) -> None:
    """What a bot of the host does with events."""
