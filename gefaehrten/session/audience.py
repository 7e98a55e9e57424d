"""Shell. The watchers of a host: each gets what it has missed at a pace of its own.

The one rule: nobody waits for a watcher. One that does not read is dropped, and may come back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from protocol import limits
from protocol.errors import LinkClosed
from protocol.net.link import Link


class Audience:
    """Brings watchers up to date. Mutable: they come, catch up and go.

    Args:
        links: all links of the host, by number.
        more: the next frames for a watcher, none for now if there are none; `Hub.more`, as long as the host can keep
            what it orders.
        spawn: starts a task whose faults are heard of.
    """

    def __init__(
        self,
        links: Mapping[int, Link],
        more: Callable[[int], list[bytes]],
        spawn: Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]],
    ) -> None:
        self._links = links
        self._more = more
        self._spawn = spawn
        self._watchers: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def __contains__(self, number: int) -> bool:
        return number in self._watchers

    def came(self, number: int) -> None:
        """Somebody watches from now on: less may pile up on the way to them than to a seat.

        What they are told at first, they have to answer: only what comes later may wait for more.
        """
        self._watchers.add(number)
        if (link := self._links.get(number)) is not None:
            link.patience = limits.QUEUE_WATCHER_MESSAGES
            seconds = limits.WATCHER_LEISURE_SECONDS * (0.5 + number % 32 / 32)
            asyncio.get_running_loop().call_later(limits.WATCHER_LEISURE_SECONDS, _at_leisure, link, seconds)

    def left(self, number: int) -> None:
        """Somebody watches no more."""
        self._watchers.discard(number)
        if (task := self._tasks.get(number)) is not None:
            task.cancel()

    def behind(self, number: int) -> None:
        """There is something for a watcher that has not got everything yet."""
        if number not in self._tasks:
            self._tasks[number] = self._spawn(self._catch_up(number))

    async def _catch_up(self, number: int) -> None:
        link = self._links.get(number)
        try:
            while link is not None and (frames := self._more(number)):
                for data in frames:
                    await link.send(data)
                await asyncio.sleep(0)  # others first, also where this watcher takes everything at once
                async with asyncio.timeout(limits.WATCHER_SECONDS):
                    await link.drain()
        except LinkClosed:
            pass  # whoever receives from it sees to that
        except TimeoutError:
            assert link is not None, "a link was waited for"
            link.abort()
        finally:
            del self._tasks[number]


def _at_leisure(link: Link, seconds: float) -> None:
    link.leisure = seconds
