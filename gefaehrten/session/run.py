"""Shell. The four ways to sit at a table: `play`, `host`, `join`, `bot`. What a command asks for, carried out.

The one rule: whatever happens, the profile's lock, the links and the bots' processes are gone when these return.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass

from gefaehrten.core.errors import UsageError
from gefaehrten.core.text import N_
from gefaehrten.engine import catalogue
from gefaehrten.session.ambient import Ambient
from gefaehrten.session.bots import BotProcess
from gefaehrten.session.events import Failed, Judged, Resumed, SessionEvent, Started, TableOpened
from gefaehrten.session.front import Front
from gefaehrten.session.hosting import HostSession
from gefaehrten.session.journal import Journal
from gefaehrten.session.keeping import GuestKeeping, HouseKeeping
from gefaehrten.session.players import BotPlayer, Leaving, Player, Position
from gefaehrten.session.profile import Access, Profile
from gefaehrten.session.requests import (
    Address,
    BotRequest,
    HostRequest,
    JoinRequest,
    Person,
    PlayRequest,
    TableRules,
)
from gefaehrten.session.seat import SeatSession
from gefaehrten.session.stored import Role
from protocol import limits
from protocol.identity import Identity
from protocol.invite import Invite, new_code, normalise
from protocol.machine.doorman import Offer
from protocol.machine.guest import Applicant
from protocol.machine.hub import Hub
from protocol.net.addresses import for_invite
from protocol.net.link import Link
from protocol.net.tls import guest_tls, host_tls
from protocol.net.websocket import connect, serve
from protocol.wire.messages import OptionValue

OPEN_CODE = "AAAA-AAAA-AAAA-AAAA"
"""The code of a table that anybody who reaches it may join: it keeps nobody out."""

OWN_SEAT = 0
"""Where the host sits."""

DRAIN_SECONDS = 5.0
"""How long a host waits at the end for its guests to go by themselves."""


def system(grace: float | None) -> Ambient:
    """The real clock and the system's entropy."""
    return Ambient(
        clock=time.monotonic,
        entropy=os.urandom,
        grace=limits.GRACE_SECONDS if grace is None else grace,
    )


async def play(request: PlayRequest, front: Front) -> Judged:
    """The person against bots, in this process."""
    host_request = HostRequest(
        person=request.person,
        table=request.table,
        listen=Address("127.0.0.1", 0),
        bots=request.table.seats - 1,
    )
    return await _Hosting(host_request, front, network=False).run()


async def host(request: HostRequest, front: Front) -> Judged:
    """Opens a table, sits at seat 0, and plays the match."""
    return await _Hosting(request, front, network=True).run()


async def join(request: JoinRequest, front: Front) -> Judged:
    """Takes a seat at somebody's table."""
    return await _join(request, front, bot=False)


async def bot(request: BotRequest, front: Front) -> Judged:
    """A bot takes a seat at somebody's table."""
    return await _join(request, front, bot=True)


async def _join(request: JoinRequest | BotRequest, front: Front, *, bot: bool) -> Judged:
    person = request.person
    ambient = system(None)
    tls = guest_tls() if request.tls else None

    async def dial() -> Link:
        return await connect(request.address.host, request.address.port, tls=tls)

    async with AsyncExitStack() as stack:
        profile = stack.enter_context(
            Profile.open(person.profile, access=Access.PLAY, entropy=ambient.entropy)
        )
        identity = Identity(profile.seed)
        code = normalise(request.code) if request.code else OPEN_CODE
        player = _player(person, front, ambient, stack)
        seat = SeatSession(
            identity,
            Applicant(
                name=person.name.encode(),
                code=code,
                bot=bot,
                wish=person.wish,
                seat=-1 if request.seat is None else request.seat,
            ),
            dial=dial,
            keeping=GuestKeeping(
                profile.store,
                identity.public,
                Role.BOT if bot else Role.GUEST,
                lambda: int(time.time()),
                str(request.address),
                code,
            ),
            player=player,
            ambient=ambient,
            tell=_telling(player, front.tell),
        )
        front.attach(_Seated(seat))
        return await _until_left(seat)


async def _until_left(seat: SeatSession) -> Judged:
    """Runs a seat; one that leaves says so to the host first."""
    try:
        return await seat.run()
    except (Leaving, asyncio.CancelledError):
        with contextlib.suppress(Exception):
            async with asyncio.timeout(2):
                await seat.leave()
        raise


def _player(person: Person, front: Front, ambient: Ambient, stack: AsyncExitStack) -> Player:
    if person.auto is None:
        return front
    return _bot_player(person.auto, front.tell, ambient, stack)


def _bot_player(
    level: str, tell: Callable[[SessionEvent], None], ambient: Ambient, stack: AsyncExitStack
) -> BotPlayer:
    def start() -> BotProcess:
        process = BotProcess(on_fault=lambda error: tell(Failed(error.code, error.sentence)))
        stack.callback(process.close)
        return process

    return BotPlayer(start, level, ambient.entropy)


def _telling(player: Player, tell: Callable[[SessionEvent], None]) -> Callable[[SessionEvent], None]:
    """Passes events on; a bot gets ready to think once the decks are sealed."""

    def told(event: SessionEvent) -> None:
        if isinstance(event, Started | Resumed) and isinstance(player, BotPlayer):
            player.prepare()
        tell(event)

    return told


@dataclass(frozen=True, slots=True)
class _Seated:
    """Controls of a guest."""

    seat: SeatSession

    async def say(self, text: str) -> None:
        await self.seat.say(text)

    async def fill(self) -> None:
        raise UsageError("fill", N_("Only the host can fill the table with bots."))

    def position(self) -> Position | None:
        return self.seat.position()

    def quit(self) -> None:
        self.seat.quit()


class _Hosting:
    """A host's process: the hub, its server, the own seat and the bots. Mutable: bots come while the lobby is open."""

    def __init__(self, request: HostRequest, front: Front, *, network: bool) -> None:
        self._request = request
        self._front = front
        self._network = network
        self._ambient = system(request.grace)
        self._stack = AsyncExitStack()
        self._bots = 0
        self._seat: SeatSession | None = None
        self._group: asyncio.TaskGroup | None = None

    async def run(self) -> Judged:
        request, ambient = self._request, self._ambient
        async with self._stack as stack:
            self._profile = stack.enter_context(
                Profile.open(request.person.profile, access=Access.PLAY, entropy=ambient.entropy)
            )
            self._identity = Identity(self._profile.seed)
            match_id = ambient.entropy(16)
            code = OPEN_CODE if request.open_table else new_code(ambient.entropy)
            self._offer = offer_of(request.table, match_id, normalise(code), reserved=OWN_SEAT)
            watch_code = new_code(ambient.entropy)
            self._profile.store.create(
                match_id,
                game=request.table.game,
                role=Role.HOST if self._network else Role.LOCAL,
                started=int(time.time()),
                address=str(request.listen) if self._network else "",
                code=code,
                watch_code=watch_code,
            )
            self._hub = Hub(self._identity, self._offer, ambient.entropy)
            self._session = HostSession(
                self._hub,
                journal=Journal(self._profile.store, match_id, orders=True),
                ambient=ambient,
                tell=self._front.tell,
            )
            stack.push_async_callback(self._session.close)
            return await self._play(code, watch_code)

    async def _play(self, code: str, watch_code: str) -> Judged:
        request = self._request
        seat = self._own_seat()
        self._seat = seat
        self._front.attach(self)
        try:
            async with asyncio.TaskGroup() as group:
                self._group = group
                background = [group.create_task(self._session.watch())]
                if self._network:
                    server = await serve(
                        self._session.serve,
                        request.listen.host,
                        request.listen.port,
                        tls=host_tls(request.tls.chain, request.tls.key) if request.tls else None,
                    )
                    self._stack.push_async_callback(server.close)
                    background.append(group.create_task(server.wait()))
                    self._tell_opened(server.addresses, code, watch_code)
                own = asyncio.ensure_future(_until_left(seat))
                group.create_task(_wait(own))
                for _ in range(request.table.seats - 1 if request.fill else request.bots):
                    self._add_bot()
                if request.fill_after is not None:
                    background.append(group.create_task(self._fill_later(request.fill_after)))
                judged = await own
                self._session.finish()
                await self._session.drained(DRAIN_SECONDS)
                for task in background:
                    task.cancel()
            return judged
        except BaseExceptionGroup as group_error:
            raise _first(group_error) from None

    # Controls

    async def say(self, text: str) -> None:
        if self._seat is not None:
            await self._seat.say(text)

    async def fill(self) -> None:
        lobby = self._hub.lobby
        for _ in range(lobby.free):
            self._add_bot()

    def position(self) -> Position | None:
        return None if self._seat is None else self._seat.position()

    def quit(self) -> None:
        if self._seat is not None:
            self._seat.quit()

    # Parts

    def _own_seat(self) -> SeatSession:
        person = self._request.person
        player = _player(person, self._front, self._ambient, self._stack)
        return SeatSession(
            self._identity,
            Applicant(person.name.encode(), self._offer.code, wish=person.wish, seat=OWN_SEAT),
            dial=self._dial("own"),
            keeping=HouseKeeping(self._profile.store, main=True),
            player=player,
            ambient=self._ambient,
            tell=_telling(player, self._front.tell),
        )

    def _add_bot(self) -> None:
        assert self._group is not None, "bots come while the table is open"
        self._bots += 1
        seed = self._ambient.entropy(32)
        level = self._request.table.level
        player = _bot_player(level, self._front.tell, self._ambient, self._stack)
        seat = SeatSession(
            Identity(seed),
            Applicant(f"Bot {self._bots}".encode(), self._offer.code, bot=True),
            dial=self._dial(f"bot {self._bots}"),
            keeping=HouseKeeping(self._profile.store, main=False, identity_seed=seed, level=level),
            player=player,
            ambient=self._ambient,
            tell=_telling(player, _ignore),
        )
        self._group.create_task(_quietly(seat))

    def _dial(self, name: str) -> Callable[[], Awaitable[Link]]:
        async def dial() -> Link:
            return self._session.dial(name)

        return dial

    async def _fill_later(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self.fill()

    def _tell_opened(self, bound: tuple[tuple[str, int], ...], code: str, watch_code: str) -> None:
        address, port = for_invite(bound)
        invite = Invite(address, port, code, self._request.tls is not None)
        self._front.tell(
            TableOpened(
                address=str(Address(address, port)),
                code=code,
                watch_code=watch_code,
                invite=invite.format(),
                match=self._offer.match_id.hex(),
            )
        )


async def _wait(task: asyncio.Future[Judged]) -> None:
    """Ties the own seat to the group: its failure ends everything, and the group's end cancels it."""
    await task


async def _quietly(seat: SeatSession) -> None:
    """A bot of the host: what ends it is told by the host's own seat."""
    with contextlib.suppress(Exception):
        await seat.run()


def _ignore(event: SessionEvent) -> None:
    """What a bot of the host does with events."""


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The cause of a group that failed: its first leaf."""
    error = group.exceptions[0]
    return _first(error) if isinstance(error, BaseExceptionGroup) else error


def offer_of(table: TableRules, match_id: bytes, code: str, *, reserved: int = -1) -> Offer:
    """What a table is opened for; options in the order of their keys. `reserved` is the host's own seat."""
    game = catalogue.game(table.game)
    values = {option.key: option.values[0] for option in game.options} | dict(table.options)
    return Offer(
        game=table.game,
        rules_hash=game.rules_hash(),
        options=tuple(OptionValue(key, values[key]) for key in sorted(values)),
        match_id=match_id,
        seats=table.seats,
        code=code,
        reserved=reserved,
    )
