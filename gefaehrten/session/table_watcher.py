"""Shell. A watcher of somebody's table, for one match or for several.

The one rule: a watcher has every control that a player has, and each that would change something says why it does not.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

from gefaehrten.core.errors import UsageError
from gefaehrten.core.text import N_, Sentence
from gefaehrten.session.ambient import Ambient
from gefaehrten.session.events import Judged, Notice
from gefaehrten.session.following import Wish
from gefaehrten.session.front import Front
from gefaehrten.session.keeping import WatcherKeeping
from gefaehrten.session.offers import OPEN_CODE
from gefaehrten.session.players import Position
from gefaehrten.session.profile import Access, Profile
from gefaehrten.session.redial import Redial
from gefaehrten.session.requests import WatchRequest
from gefaehrten.session.sitting import unless_left, until_left, wants_another
from gefaehrten.session.watching import WatchSession
from protocol.errors import LinkClosed, Refused
from protocol.identity import Identity
from protocol.invite import normalise
from protocol.machine.introduction import Applicant
from protocol.net.link import Link, LinkError


class TableWatcher:
    """A watcher's process, and the watcher's controls. Mutable: matches come and go.

    Args:
        dial: makes a link to the host.
    """

    def __init__(
        self,
        request: WatchRequest,
        front: Front,
        *,
        ambient: Ambient,
        dial: Callable[[], Awaitable[Link]],
    ) -> None:
        self._request = request
        self._front = front
        self._ambient = ambient
        self._connect = dial
        self._session: WatchSession | None = None
        self._quitting = asyncio.Event()

    async def run(self) -> Judged:
        """Watches until the person, or the host, has had enough; the verdict on the last match.

        Raises:
            Refused, LinkError: the table cannot be watched.
            Leaving: the person has left; and what else ends a watcher.
        """
        async with AsyncExitStack() as stack:
            profile = stack.enter_context(
                Profile.open(self._request.person.profile, access=Access.PLAY, entropy=self._ambient.entropy)
            )
            self._front.attach(self)
            self._session = session = self._watching(profile)
            judged = await until_left(session)
            while await wants_another(self._front, self._quitting):
                following = await self._watch_again(profile, session.match_id)
                if following is None:
                    self._front.tell(
                        Notice("no-rematch", Sentence(N_("The host has not opened another match.")))
                    )
                    break
                judged, session = following
            return judged

    async def _watch_again(self, profile: Profile, after: bytes) -> tuple[Judged, WatchSession] | None:
        """The next match at the same table; None where the host is gone."""
        redial = Redial(self._ambient, self._quitting, self._ambient.grace)
        waiting = Sentence(N_("Waiting for the host to open the next match …"))
        self._front.tell(Notice("rematch", waiting))
        while redial.left > 0:
            self._session = session = self._watching(profile, after=after)
            try:
                return await until_left(session), session
            except Refused as refused:
                if refused.code != "over":
                    raise
                redial.heard()
            except LinkClosed:
                if session.position() is not None:
                    raise
                redial.heard()  # it is there, between two matches, or this one was over before it had asked for it
            except LinkError:
                pass
            await redial.pause()
        return None

    def _watching(self, profile: Profile, *, after: bytes = b"") -> WatchSession:
        request = self._request
        code = normalise(request.code) if request.code else OPEN_CODE
        return WatchSession(
            Identity(profile.seed),
            Applicant(request.person.name.encode(), code, after=after),
            dial=lambda: unless_left(self._connect, self._quitting),
            keeping=WatcherKeeping(profile.store, lambda: int(time.time()), str(request.address), code),
            ambient=self._ambient,
            tell=self._front.tell,
        )

    # Controls

    async def say(self, text: str) -> None:  # noqa: ARG002 - see Controls
        raise _only_seats()

    async def fill(self) -> None:
        raise _only_seats()

    async def ready(self, ready: bool) -> None:  # noqa: ARG002 - see Controls
        raise _only_seats()

    async def wish(self, colour: str) -> None:  # noqa: ARG002 - see Controls
        raise _only_seats()

    async def kick(self, seat: int) -> None:  # noqa: ARG002 - see Controls
        raise _only_seats()

    async def add_bot(self, level: str) -> None:  # noqa: ARG002 - see Controls
        raise _only_seats()

    async def move(self, wish: Wish) -> None:  # noqa: ARG002 - see Controls
        raise _only_seats()

    async def autopilot(self, on: bool) -> None:  # noqa: ARG002 - see Controls
        raise _only_seats()

    def concede(self) -> None:
        self.quit()

    def position(self) -> Position | None:
        return None if self._session is None else self._session.position()

    def quit(self) -> None:
        self._quitting.set()
        if self._session is not None:
            self._session.quit()


def _only_seats() -> UsageError:
    return UsageError("watching", N_("You are watching: only who sits at the table can do that."))
