"""Shell. Two linked ends in one process, for seats of one process and for tests with a lying network.

The one rule: an end behaves as a websocket does, bounds and closing included, only at once.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

from protocol import limits
from protocol.errors import LinkClosed, ProtocolError
from protocol.net import sentences
from protocol.text import clean

Tap = Callable[[str, bytes], None]
"""Is told the name of an end and a frame that has reached it."""


class MemoryLink:
    """One end. Mutable: it holds what has arrived and not been received yet.

    Attributes:
        patience: how many frames may wait at the other end before it is dropped.
        leisure: see `Link`; within one process nothing is gained by it.
        agreed: see `Link`; a test may deny it.
        meddle: what becomes of a frame that this end sends: nothing (it is dropped), itself, others, itself twice.
    """

    def __init__(self, name: str, tap: Tap | None) -> None:
        """Use `pair`."""
        self.name = name
        self.patience = limits.QUEUE_MESSAGES
        self.leisure = 0.0
        self.agreed = True
        self.meddle: Callable[[bytes], Iterable[bytes]] | None = None
        self.other: MemoryLink
        self._tap = tap
        self._inbox: deque[bytes] = deque()
        self._held: deque[bytes] | None = None
        self._end: ProtocolError | None = None
        self._changed = asyncio.Event()

    @property
    def peer(self) -> str:
        """The name of the other end."""
        return self.other.name

    @property
    def origin(self) -> str:
        """The name of the other end."""
        return self.other.name

    def let_in(self, *, plays: bool) -> None:
        """See `Link`: there are no limits within one process."""

    async def send(self, data: bytes) -> None:
        """See `Link`."""
        if self._end is not None:
            raise self._end
        for frame in [data] if self.meddle is None else self.meddle(data):
            if self._held is not None:
                self._held.append(frame)
            else:
                self.other._arrive(frame)
        if len(self.other._inbox) > self.patience:
            self.other._finish(sentences.lost(self.name), forget=True)
            self._finish(sentences.dropped(self.peer), forget=True)
            raise sentences.dropped(self.peer)

    async def recv(self) -> bytes:
        """See `Link`."""
        while not self._inbox:
            if self._end is not None:
                end = self._end
                if not isinstance(end, LinkClosed):
                    self._end = sentences.closed_here(self.peer)
                raise end
            self._changed.clear()
            await self._changed.wait()
        data = self._inbox.popleft()
        self.other._changed.set()
        return data

    async def drain(self) -> None:
        """See `Link`."""
        while self._end is None and len(self.other._inbox) > self.patience // 2:
            self._changed.clear()
            await self._changed.wait()
        if self._end is not None:
            raise self._end

    async def close(self, reason: str = "") -> None:
        """See `Link`. What has been sent can still be received there."""
        self._finish(sentences.closed_here(self.peer), forget=True)
        self.other._finish(
            sentences.closed_there(self.name, clean(reason, limits.CHAT_CHARACTERS)), forget=False
        )

    def abort(self) -> None:
        """See `Link`."""
        self.cut()

    def cut(self) -> None:
        """The line breaks: what is on the way is lost, and neither side hears a goodbye."""
        for end in (self, self.other):
            end._finish(sentences.lost(end.peer), forget=True)

    def hold(self) -> None:
        """From now on, what this end sends is on its way until `release`."""
        if self._held is None:
            self._held = deque()

    def release(self) -> None:
        """What was held arrives, in order."""
        held, self._held = self._held or (), None
        for frame in held:
            self.other._arrive(frame)

    def _arrive(self, data: bytes) -> None:
        if self._end is not None:
            return
        if self._tap is not None:
            self._tap(self.name, data)
        if len(data) > limits.FRAME:
            self.other._finish(sentences.lost(self.name), forget=True)
            self._finish(sentences.oversized(self.peer, limits.FRAME), forget=False)
            return
        self._inbox.append(data)
        self._changed.set()

    def _finish(self, end: ProtocolError, *, forget: bool) -> None:
        if forget:
            self._inbox.clear()
        if self._end is None:
            self._end = end
        self._changed.set()


def pair(names: tuple[str, str] = ("a", "b"), *, tap: Tap | None = None) -> tuple[MemoryLink, MemoryLink]:
    """Two ends of one link.

    Args:
        names: of the two ends; each is the other's `peer`.
        tap: sees every frame that reaches an end.
    """
    one, two = MemoryLink(names[0], tap), MemoryLink(names[1], tap)
    one.other, two.other = two, one
    return one, two
