"""Shell. A seat at somebody else's table, for one match or for several.

The one rule: between two matches the guest waits for its host, until the person leaves or the host has been gone for
too long.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

from gefaehrten.core.errors import UsageError
from gefaehrten.core.text import N_, Sentence
from gefaehrten.session.ambient import Ambient
from gefaehrten.session.ends import Adjourned, SentHome
from gefaehrten.session.events import Judged, Notice
from gefaehrten.session.following import Wish
from gefaehrten.session.front import Front
from gefaehrten.session.keeping import GuestKeeping
from gefaehrten.session.offers import OPEN_CODE
from gefaehrten.session.players import Leaving, Player, Position
from gefaehrten.session.profile import Access, Profile
from gefaehrten.session.redial import Redial
from gefaehrten.session.requests import BotRequest, JoinRequest
from gefaehrten.session.seat import SeatSession
from gefaehrten.session.sitting import (
    autopilot,
    close_player,
    in_lobby,
    player_of,
    playing,
    telling,
    unless_left,
    until_left,
    wants_another,
    wish,
)
from gefaehrten.session.stored import Role
from protocol.errors import LinkClosed, RefusalCode, Refused
from protocol.identity import Identity
from protocol.invite import normalise
from protocol.machine.guest import Applicant
from protocol.net.link import Link, LinkError

Dial = Callable[[], Awaitable[Link]]
"""Makes a link to the host."""


class TableGuest:
    """A guest's process, and the guest's controls. Mutable: matches come and go."""

    def __init__(
        self, request: JoinRequest | BotRequest, front: Front, *, ambient: Ambient, dial: Dial
    ) -> None:
        self._request = request
        self._front = front
        self._ambient = ambient
        self._connect = dial
        self._bot = isinstance(request, BotRequest)
        self._seat: SeatSession | None = None
        self._reached = False
        self._quitting = asyncio.Event()

    async def run(self) -> Judged:
        """Plays until the person, or the host, has had enough; the verdict on the last match.

        Raises:
            Refused, LinkError: the table cannot be joined.
            Leaving: the person has left; and what else ends a seat.
        """
        person = self._request.person
        async with AsyncExitStack() as stack:
            profile = stack.enter_context(
                Profile.open(person.profile, access=Access.PLAY, entropy=self._ambient.entropy)
            )
            player = player_of(person, self._front, self._ambient)
            stack.callback(close_player, player)
            self._front.attach(self)
            wanted = -1 if self._request.seat is None else self._request.seat
            self._seat = seat = self._sitting(profile, player, wanted)
            judged = await self._until_left(seat)
            while not self._bot and await wants_another(self._front, self._quitting):
                next_one = await self._play_again(profile, player, seat)
                if next_one is None:
                    self._front.tell(
                        Notice("no-rematch", Sentence(N_("The host has not opened another match.")))
                    )
                    break
                judged, seat = next_one
            return judged

    async def _play_again(
        self, profile: Profile, player: Player, before: SeatSession
    ) -> tuple[Judged, SeatSession] | None:
        """The next match at the same table; None where the host is gone."""
        redial = Redial(self._ambient, self._quitting, self._ambient.grace)
        waiting = Sentence(N_("Waiting for the host to open the next match …"))
        self._front.tell(Notice("rematch", waiting))
        wanted = before.number
        while redial.left > 0:
            self._reached = False
            self._seat = seat = self._sitting(profile, player, wanted, after=before.match_id)
            try:
                return await self._until_left(seat), seat
            except Refused as refused:
                if refused.code == RefusalCode.SEAT and wanted >= 0:
                    wanted = -1  # somebody else was quicker
                    continue
                if refused.code != "over":
                    raise
            except (LinkClosed, LinkError):
                if seat.number >= 0:
                    raise
            if self._reached:
                redial.heard()
            await redial.pause()
        return None

    async def _until_left(self, seat: SeatSession) -> Judged:
        """Plays a match; where it is paused and the person, or the host, goes home, they are told how to go on."""
        request = self._request
        again = " ".join(filter(None, ("gefaehrten join", str(request.address), request.code)))
        try:
            return await until_left(seat)
        except Leaving as leaving:
            if not seat.keeps_seat:
                raise
            raise Adjourned(
                "left",
                N_(
                    "You have left the table; the match is paused, and your seat is kept. To come back: {command}"
                ),
                command=again,
            ) from leaving
        except SentHome as end:
            raise SentHome(
                end.code,
                N_(
                    "The match is paused, and its host has gone home; your seat is kept. When the host goes on: "
                    "{command}"
                ),
                command=again,
            ) from end

    def _sitting(self, profile: Profile, player: Player, wanted: int, *, after: bytes = b"") -> SeatSession:
        request, person = self._request, self._request.person
        identity = Identity(profile.seed)
        code = normalise(request.code) if request.code else OPEN_CODE
        return SeatSession(
            identity,
            Applicant(
                name=person.name.encode(),
                code=code,
                bot=self._bot,
                wish=person.wish,
                seat=wanted,
                ready=person.ready or self._bot,
                after=after,
            ),
            dial=self._dial,
            keeping=GuestKeeping(
                profile.store,
                identity.public,
                Role.BOT if self._bot else Role.GUEST,
                lambda: int(time.time()),
                str(request.address),
                code,
            ),
            player=player,
            ambient=self._ambient,
            tell=telling(player, self._front.tell),
            autopilot=autopilot(self._front.tell, self._ambient),
        )

    async def _dial(self) -> Link:
        """A link to the host; whoever leaves meanwhile does not wait for it."""
        link = await unless_left(self._connect, self._quitting)
        self._reached = True
        return link

    # Controls

    async def say(self, text: str) -> None:
        if self._seat is not None:
            await self._seat.say(text)

    async def fill(self) -> None:
        raise UsageError("fill", N_("Only the host can fill the table with bots."))

    async def ready(self, ready: bool) -> None:
        await in_lobby(self._seat).prefer(ready=ready)

    async def wish(self, colour: str) -> None:
        await wish(self._seat, colour)

    async def kick(self, seat: int) -> None:  # noqa: ARG002 - see Controls
        raise UsageError("kick", N_("Only the host can send somebody away."))

    async def add_bot(self, level: str) -> None:  # noqa: ARG002 - see Controls
        raise UsageError("add-bot", N_("Only the host can add a bot."))

    def position(self) -> Position | None:
        return None if self._seat is None else self._seat.position()

    async def move(self, wish: Wish) -> None:
        await playing(self._seat).move(wish)

    async def autopilot(self, on: bool) -> None:
        await playing(self._seat).autopilot(on)

    def concede(self) -> None:
        if self._seat is not None:
            self._seat.conceding = True
        self.quit()

    def quit(self) -> None:
        self._quitting.set()
        if self._seat is not None:
            self._seat.quit()
