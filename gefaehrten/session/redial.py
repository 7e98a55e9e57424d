"""Shell. Pauses between attempts to reach a host: longer and longer, never in step with others, and left at once.

The one rule: whoever wants to leave does not wait for the next attempt.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from gefaehrten.session.ambient import Ambient
from gefaehrten.session.events import Back, SessionEvent, Waiting
from gefaehrten.session.players import Leaving
from protocol.errors import LinkClosed, ProtocolError
from protocol.net.link import Link

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0
"""Seconds between two attempts to reach the host again; doubled from the first to the longest."""


HINT_SECONDS = 15.0
"""After so many seconds without a host it is more than a line that was down."""


class Redial:
    """The pauses of one search for a host. Mutable: each is longer than the one before.

    Args:
        quitting: set by whoever wants to leave.
        patience: seconds without a host after which it is given up.
    """

    def __init__(self, ambient: Ambient, quitting: asyncio.Event, patience: float) -> None:
        self._ambient = ambient
        self._quitting = quitting
        self._patience = patience
        self._deadline = ambient.clock() + patience
        self._pause = FIRST_PAUSE

    @property
    def left(self) -> float:
        """Seconds until the search is given up; 0 or less: now."""
        return self._deadline - self._ambient.clock()

    def heard(self) -> None:
        """The host is there, but not yet with what is sought: patience begins anew."""
        self._deadline = self._ambient.clock() + self._patience

    async def pause(self) -> None:
        """Waits for the next attempt.

        Raises:
            Leaving: the player wants to go.
        """
        # Jitter keeps the guests of a host that comes back from knocking all at once.
        jitter = self._ambient.entropy(1)[0] / 255
        seconds = min(max(0.0, self.left), self._pause * (0.5 + jitter))
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._quitting.wait()
        if self._quitting.is_set():
            raise Leaving

    async def link(
        self,
        dial: Callable[[], Awaitable[Link]],
        tell: Callable[[SessionEvent], None],
        lost: LinkClosed,
        hint: SessionEvent | None = None,
    ) -> Link:
        """A new link in the place of a lost one; everybody is told of the search.

        Args:
            hint: what can be done besides waiting, told after a while.

        Raises:
            Leaving: the player wants to go.
            LinkClosed: `lost`, when patience is at an end.
        """
        tell(Waiting(-1, "", self._patience))
        while self.left > 0:
            await self.pause()
            if hint is not None and self._patience - self.left >= HINT_SECONDS:
                tell(hint)
                hint = None
            try:
                link = await dial()
            except ProtocolError:
                continue
            tell(Back(-1, ""))
            return link
        raise lost
