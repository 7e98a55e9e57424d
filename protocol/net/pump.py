"""Shell. Frames on their way out to one peer: a bounded queue, and a task while there is something in it.

The one rule: putting never waits. What the peer does not take piles up to a bound; then the peer has had its chance.
A frame that comes alone, to a peer that has taken all before it, goes out at once; a task of its own would only begin
when whoever has sent it is done with everything else.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from math import inf
from typing import Final

from protocol import limits

TOGETHER: Final = 0.001
"""Seconds; frames that come closer than that behind one another are sent with one write."""


class Pump:
    """Sends frames in order, those that wait together. Mutable: the queue.

    Attributes:
        patience: how many frames may wait.
        leisure: seconds that a frame may wait for others to be sent with; it does not if there are many already, or
            somebody waits for it to be gone.
    """

    def __init__(
        self,
        send: Callable[[Sequence[bytes]], Awaitable[None]],
        *,
        broken: type[Exception],
        at_once: Callable[[bytes], bool] = lambda _: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begins empty.

        Args:
            send: hands frames on; may wait for the peer.
            broken: what `send` raises when there is no peer any more.
            at_once: hands a frame on unless that would have to wait; whether it has.
            clock: steady seconds.
        """
        self._clock = clock
        self._at_once = at_once
        self._direct = -inf
        self.patience = limits.QUEUE_MESSAGES
        self.leisure = 0.0
        self._hurry = asyncio.Event()
        self._send = send
        self._broken = broken
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._task: asyncio.Task[None] | None = None
        self._moved = asyncio.Event()

    def put(self, data: bytes) -> bool:
        """Queues a frame. False: the peer has not taken enough of the ones before; it should be dropped."""
        if self._task is None and not self.leisure and self._alone() and self._at_once(data):
            return True
        self._waiting.append(data)
        self._bytes += len(data)
        if len(self._waiting) > self.patience or self._bytes > limits.QUEUE_BYTES:
            return False
        if len(self._waiting) > self.patience // 4:
            self._hurry.set()
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())
        return True

    def _alone(self) -> bool:
        """Whether no frame has gone out directly just before: those that come together are sent together."""
        now = self._clock()
        before, self._direct = self._direct, now
        return now - before >= TOGETHER

    async def _run(self) -> None:
        try:
            while self._waiting:
                if self.leisure and not self._hurry.is_set():
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(self.leisure):
                            await self._hurry.wait()
                await self._send(self._together())
                self._moved.set()
        except self._broken:
            self._forget()
        finally:
            self._task = None
            self._hurry.clear()
            self._moved.set()

    def _together(self) -> list[bytes]:
        """The next frames, as many as one write should have."""
        frames: list[bytes] = []
        size = 0
        while self._waiting and (not frames or size + len(self._waiting[0]) <= limits.FRAME):
            frames.append(self._waiting.popleft())
            size += len(frames[-1])
        self._bytes -= size
        return frames

    async def half_empty(self) -> None:
        """Waits until half of what may wait is free; also returns when the pump has stopped."""
        while len(self._waiting) > self.patience // 2 or self._bytes > limits.QUEUE_BYTES // 2:
            self._hurry.set()
            self._moved.clear()
            await self._moved.wait()

    async def finish(self, seconds: float) -> None:
        """Waits until everything has been handed on, so long at most."""
        self._hurry.set()
        if self._task is not None:
            await asyncio.wait({self._task}, timeout=seconds)

    def stop(self) -> None:
        """Sends nothing more. Again is fine."""
        self._forget()
        if self._task is not None:
            self._task.cancel()
        self._moved.set()

    def _forget(self) -> None:
        self._waiting.clear()
        self._bytes = 0
