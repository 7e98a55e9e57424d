"""Shell. A host's table: one address with its codes, and one match after the other for as long as the person wants.

The one rule: nothing of a match is carried over to the next but who has been sent away, and which bots sit down again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack

from ai.levels import parse_spec
from gefaehrten.core.errors import UsageError
from gefaehrten.core.text import N_
from gefaehrten.session.ambient import Ambient
from gefaehrten.session.events import Judged, TableOpened
from gefaehrten.session.following import Wish
from gefaehrten.session.front import Front
from gefaehrten.session.hosted_match import Bot, HostedMatch, House, Past
from gefaehrten.session.offers import OPEN_CODE
from gefaehrten.session.players import Leaving, Position
from gefaehrten.session.profile import Access, Profile
from gefaehrten.session.reopening import adjourned, note_place
from gefaehrten.session.requests import Address, HostRequest
from gefaehrten.session.seat import SeatSession
from gefaehrten.session.sitting import first_cause, in_lobby, playing, wants_another, wish
from protocol.invite import Invite, new_code
from protocol.net.addresses import for_invite
from protocol.net.link import Link
from protocol.net.server import Server
from protocol.net.tls import host_tls
from protocol.net.websocket import serve


class TableHost:
    """A host's process, and the host's controls. Mutable: matches come and go.

    Args:
        network: whether guests can come; without it this is a person against bots.
    """

    def __init__(self, request: HostRequest, front: Front, *, ambient: Ambient, network: bool) -> None:
        self._request = request
        self._front = front
        self._ambient = ambient
        self._network = network
        self._match: HostedMatch | None = None
        self._own: SeatSession | None = None
        self._quitting = asyncio.Event()

    async def run(self) -> Judged:
        """Opens the person's profile, and plays until they have had enough; the verdict on the last match.

        Raises:
            Leaving, Adjourned: the person has left.
        """
        person, entropy = self._request.person, self._ambient.entropy
        with Profile.open(person.profile, access=Access.PLAY, entropy=entropy) as profile:
            return await self.run_in(profile)

    async def run_in(self, profile: Profile, past: Past | None = None) -> Judged:
        """As `run`, in a profile that is open already.

        Args:
            past: the match that goes on; None for a new one.
        """
        request, entropy = self._request, self._ambient.entropy
        if past is not None:
            codes = past.row.code, past.row.watch_code
        elif request.open_table:
            codes = OPEN_CODE, OPEN_CODE
        else:
            codes = new_code(entropy), new_code(entropy)
        house = House(request, self._front, profile, self._ambient, *codes, network=self._network)
        async with AsyncExitStack() as stack:
            self._front.attach(self)
            try:
                async with asyncio.TaskGroup() as group:
                    return await self._play(house, past, stack, group)
            except BaseExceptionGroup as group_error:
                raise first_cause(group_error) from None

    async def _play(
        self, house: House, past: Past | None, stack: AsyncExitStack, group: asyncio.TaskGroup
    ) -> Judged:
        fresh = past is None and not self._request.fill
        bots: Sequence[Bot] = () if past is None else past.bots
        if fresh:
            level, entropy = self._request.table.level, self._ambient.entropy
            bots = [Bot(number + 1, level, entropy(32)) for number in range(self._request.bots)]
        match = self._open(house, bots, frozenset(), past)
        server: Server | None = None
        listening: asyncio.Task[None] | None = None
        if self._network:
            server = await self._listen()
            stack.push_async_callback(server.close)
            listening = group.create_task(server.wait())
        while True:
            if server is not None:
                self._tell_opened(house, match, server.addresses)
            try:
                judged = await match.run()
            except (Leaving, asyncio.CancelledError) as end:
                if match.waits:
                    raise adjourned(match.match_id, end, network=self._network) from None
                raise
            finally:
                self._match = None
            if not await wants_another(self._front, self._quitting):
                break
            match = self._open(house, match.bots, match.kicked)
        if listening is not None:
            listening.cancel()
        return judged

    def _open(
        self, house: House, bots: Sequence[Bot], kicked: frozenset[bytes], past: Past | None = None
    ) -> HostedMatch:
        match = HostedMatch(house, bots, kicked, past)
        self._match, self._own = match, match.own
        return match

    async def _listen(self) -> Server:
        request = self._request
        return await serve(
            self._serve,
            request.listen.host,
            request.listen.port,
            tls=host_tls(request.tls.chain, request.tls.key) if request.tls else None,
        )

    async def _serve(self, link: Link) -> None:
        """Hands a guest to the match that is played; between two matches it is sent away, and comes again."""
        if self._match is not None:
            await self._match.serve(link)

    def _tell_opened(self, house: House, match: HostedMatch, bound: tuple[tuple[str, int], ...]) -> None:
        address, port = for_invite(bound, self._request.listen.host)
        request = self._request
        secure = request.tls is not None
        place = Address(request.listen.host, port)
        note_place(house.profile.store, match.match_id, place, request.tls)
        self._front.tell(
            TableOpened(
                address=str(Address(address, port)),
                code=house.code,
                watch_code=house.watch_code,
                invite=Invite(address, port, house.code, secure).format(),
                watch_invite=Invite(address, port, house.watch_code, secure, watch=True).format(),
                match=match.match_id.hex(),
                resumed=match.resumed,
            )
        )

    # Controls

    async def say(self, text: str) -> None:
        await self._running().own.say(text)

    async def fill(self) -> None:
        match = self._running()
        if match.begun:
            raise UsageError("running", N_("The match has begun: no bot can be added any more."))
        await in_lobby(match.own).prefer(ready=True)
        await match.fill()

    async def ready(self, ready: bool) -> None:
        await in_lobby(self._running().own).prefer(ready=ready)

    async def wish(self, colour: str) -> None:
        await wish(self._running().own, colour)

    async def kick(self, seat: int) -> None:
        await self._running().kick(seat)

    async def add_bot(self, level: str) -> None:
        level = level or self._request.table.level
        parse_spec(level)  # raises for a level that there is not
        await self._running().add_bot(level)

    def position(self) -> Position | None:
        return None if self._own is None else self._own.position()

    async def move(self, wish: Wish) -> None:
        await playing(self._running().own).move(wish)

    async def autopilot(self, on: bool) -> None:
        await playing(self._running().own).autopilot(on)

    def concede(self) -> None:
        if self._own is not None:
            self._own.conceding = True
        self.quit()

    def quit(self) -> None:
        self._quitting.set()
        if self._own is not None:
            self._own.quit()

    def _running(self) -> HostedMatch:
        """The match that is played, or being set up.

        Raises:
            UsageError: there is none, it is over.
        """
        if self._match is None:
            raise UsageError("over", N_("The match is over; the next one has not been opened yet."))
        return self._match
