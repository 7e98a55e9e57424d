"""Shell. The links of a host, from the first to the last: who looks after them, and how all of it ends.

The one rule: closing takes bounded time, whatever handlers and peers do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Protocol, Self

from protocol import limits
from protocol.errors import ProtocolError
from protocol.net.door import Door
from protocol.net.gate import Gate
from protocol.net.link import Link

Handler = Callable[[Link], Awaitable[None]]
"""Looks after one link; the link is closed when it returns."""


class Connection(Protocol):
    """Somebody who has come in, perhaps without a word yet."""

    @property
    def opening(self) -> bool:
        """Whether no link has come of it yet."""
        ...

    def abort(self) -> None:
        """Closes at once."""
        ...


class Server:
    """Hands each link to the handler. Mutable: the links. Use it in an `async with`, or close it.

    Attributes:
        addresses: what it really listens at, ports included.
        door, connections, gate: for the transport to fill.
        closing: nobody who comes in is to be welcomed any more.
    """

    def __init__(self, handler: Handler, addresses: tuple[tuple[str, int], ...], gate: Gate) -> None:
        """Use `protocol.net.websocket.serve`."""
        self.addresses = addresses
        self.door: Door
        self.connections: set[Connection] = set()
        self.gate = gate
        self.closing = False
        self._handler = handler
        self._tasks: dict[asyncio.Task[Any], Link] = {}
        self._done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def wait(self) -> None:
        """Returns when the server is closed.

        Raises:
            Exception: what a handler raised that is no `ProtocolError`: a bug of ours, to be loud.
        """
        await asyncio.shield(self._done)

    async def close(self, reason: str = "") -> None:
        """Listens no more and closes every link. Again is fine.

        Args:
            reason: see `Link.close`.
        """
        self.closing = True
        await self.door.close()
        for connection in list(self.connections):
            if connection.opening:
                connection.abort()
        await asyncio.gather(*(link.close(reason) for link in list(self._tasks.values())))
        others = set(self._tasks) - {asyncio.current_task()}
        if others:
            await asyncio.wait(others, timeout=limits.CLOSE_SECONDS)
            for task in others:
                task.cancel()
        if not self._done.done():
            self._done.set_result(None)

    async def look_after(self, link: Link) -> None:
        """Hands a link to the handler, in the current task, and closes it afterwards."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks[task] = link
        try:
            await self._handler(link)
        except ProtocolError:
            pass  # whoever wanted to say something about it has said it
        except Exception as error:
            if not self._done.done():
                self._done.set_exception(error)
        except BaseException:
            link.abort()
            raise
        finally:
            del self._tasks[task]
        await link.close()
