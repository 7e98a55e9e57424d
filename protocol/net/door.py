"""Shell. Where connections come in: each is counted before a byte of it is read, also while it has still to do its TLS.

The one rule: accepting never waits for a peer, and always leaves the others their turn of the loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import socket
import ssl
import sys
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, assert_never

from protocol import limits
from protocol.machine.allowance import Allowance
from protocol.net.addresses import origin_of
from protocol.net.gate import Answer, Gate, Visitor

Factory = Callable[[Visitor, tuple[str, int]], asyncio.Protocol]
"""Makes what looks after a connection."""

_RETRY_SECONDS: Final = 1.0
"""Until it is tried again where the system has no files, or no memory, left for a connection."""

_BUSY: Final = (
    f"HTTP/1.1 503 Service Unavailable\r\nServer: {limits.SUBPROTOCOL}\r\nConnection: close\r\n"
    "Content-Length: 22\r\n\r\nToo many connections.\n"
).encode()
"""What is said to whom there is no room for, without having heard what it wants."""

_OTHER_FILES: Final = 64
"""Files that this program needs for other things than connections."""


class Door:
    """Accepts at some listening sockets. Mutable: who is between the door and its protocol.

    Args:
        listeners: bound, listening, not blocking; closed with the door.
        tls: see `protocol.net.tls`.
    """

    def __init__(self, listeners: Sequence[socket.socket], gate: Gate, *, tls: ssl.SSLContext | None) -> None:
        self.listeners = listeners
        self._gate = gate
        self._tls = tls
        self._factory: Factory
        self._waiting: dict[Visitor, tuple[socket.socket, tuple[str, int]]] = {}
        self._knocked = asyncio.Event()
        self._entering: dict[Visitor, asyncio.Task[None]] = {}
        self._inside: dict[Visitor, asyncio.BaseTransport] = {}
        self._going: deque[socket.socket] = deque()
        self._tasks: list[asyncio.Task[None]] = []
        self._later: asyncio.TimerHandle | None = None

    def open(self, factory: Factory) -> None:
        """Begins to let people in.

        Args:
            factory: makes what looks after a connection, from who it is and its address; it tells `lost`.
        """
        self._factory = factory
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._hear())]
        for listener in self.listeners:
            self._watch(listener)

    async def close(self) -> None:
        """Lets nobody in any more; whoever has no protocol yet is cut. Again is fine."""
        if self._later is not None:
            self._later.cancel()
        for listener in self.listeners:
            if listener.fileno() >= 0:
                with contextlib.suppress(NotImplementedError):
                    asyncio.get_running_loop().remove_reader(listener)
        tasks = [*self._tasks, *self._entering.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for visitor, (connection, _) in self._waiting.items():
            self._gate.leave(visitor)
            connection.close()
        self._waiting.clear()
        self._see_off()
        for listener in self.listeners:
            listener.close()

    def lost(self, visitor: Visitor) -> None:
        """A connection is gone."""
        self._gate.leave(visitor)
        self._inside.pop(visitor, None)

    def _watch(self, listener: socket.socket) -> None:
        """Begins to accept, one in each turn of the loop: a crowd at the door does not keep the table waiting."""
        loop = asyncio.get_running_loop()
        try:
            loop.add_reader(listener, self._look, listener)
        except NotImplementedError:  # Windows
            self._tasks.append(loop.create_task(self._accept(listener)))

    def _look(self, listener: socket.socket) -> None:
        try:
            connection, address = listener.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return
        except OSError:  # no files left, no memory: it would be tried again and again at once
            loop = asyncio.get_running_loop()
            loop.remove_reader(listener)
            self._later = loop.call_later(_RETRY_SECONDS, self._watch, listener)
            return
        connection.setblocking(False)
        self._welcome(connection, address[:2])

    async def _accept(self, listener: socket.socket) -> None:
        """The same for loops that cannot say when a socket is ready."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, address = await loop.sock_accept(listener)
            except OSError:
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            self._welcome(connection, address[:2])
            await asyncio.sleep(0)

    async def _hear(self) -> None:
        """Lets those speak who wait, one after the other."""
        loop = asyncio.get_running_loop()
        pace = Allowance.full(*limits.HEARD, loop.time())
        while True:
            await self._knocked.wait()
            while self._waiting:
                if not pace.take(loop.time()):
                    await asyncio.sleep(1 / pace.rate)
                else:
                    visitor = next(iter(self._waiting))
                    self._let_speak(visitor, *self._waiting.pop(visitor))
            self._knocked.clear()

    def _welcome(self, connection: socket.socket, place: tuple[str, int]) -> None:
        visitor = Visitor(origin_of(place[0]))
        answer, out = self._gate.arrive(visitor, asyncio.get_running_loop().time())
        if out is not None:
            self._cut(out)
        match answer:
            case Answer.BUSY:
                self._turn_away(connection)
            case Answer.WAIT:
                self._waiting[visitor] = connection, place
                self._knocked.set()
            case Answer.COME_IN:
                self._let_speak(visitor, connection, place)
            case _:
                assert_never(answer)

    def _let_speak(self, visitor: Visitor, connection: socket.socket, place: tuple[str, int]) -> None:
        if (out := self._gate.hear(visitor)) is visitor:
            self._turn_away(connection)
            return
        if out is not None:
            self._cut(out)
        with contextlib.suppress(OSError):
            # asyncio turns Nagle's algorithm off only where a socket says that it is TCP; with it, answers wait 40 ms.
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        entering = self._enter(visitor, connection, place)
        task = self._entering[visitor] = asyncio.get_running_loop().create_task(entering)
        task.add_done_callback(functools.partial(self._entered, visitor, connection))

    async def _enter(self, visitor: Visitor, connection: socket.socket, place: tuple[str, int]) -> None:
        tls = self._tls
        with contextlib.suppress(OSError):  # ssl.SSLError is one; whoever is not there at the end is lost
            transport, _ = await asyncio.get_running_loop().connect_accepted_socket(
                lambda: self._factory(visitor, place),
                connection,
                ssl=tls,
                ssl_handshake_timeout=None if tls is None else limits.HANDSHAKE_SECONDS,
                ssl_shutdown_timeout=None if tls is None else limits.CLOSE_SECONDS,
            )
            if not transport.is_closing():
                self._inside[visitor] = transport

    def _entered(self, visitor: Visitor, connection: socket.socket, task: asyncio.Task[None]) -> None:
        del self._entering[visitor]
        if visitor not in self._inside:  # also where the task was cancelled before it had begun
            self.lost(visitor)
            connection.close()
        if not task.cancelled():
            task.result()

    def _cut(self, visitor: Visitor) -> None:
        """Ends a connection whose place somebody else gets."""
        if (waiting := self._waiting.pop(visitor, None)) is not None:
            self._turn_away(waiting[0])
        if (task := self._entering.get(visitor)) is not None:
            task.cancel()
        transport = self._inside.get(visitor)
        if isinstance(transport, asyncio.WriteTransport):
            transport.abort()

    def _turn_away(self, connection: socket.socket) -> None:
        """Says so, as far as it can be said at once: with TLS it cannot.

        The connection stays for a moment: closed over what has not been read, it would take back what was said.
        """
        if self._tls is not None:
            connection.close()
            return
        with contextlib.suppress(OSError):
            connection.send(_BUSY)
            connection.shutdown(socket.SHUT_WR)
        if len(self._going) >= limits.STRANGERS:
            self._going.popleft().close()
        self._going.append(connection)
        if len(self._going) == 1:
            asyncio.get_running_loop().call_later(limits.CLOSE_SECONDS, self._see_off)

    def _see_off(self) -> None:
        """Closes those who have been told that there is no room."""
        while self._going:
            self._going.popleft().close()


def room() -> int:
    """For how many connections the system's limit of open files is enough, beside half as many that wait."""
    if sys.platform == "win32":
        return limits.CONNECTIONS
    import resource

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = files == resource.RLIM_INFINITY
    return limits.CONNECTIONS if enough else max(1, min(limits.CONNECTIONS, (files - _OTHER_FILES) * 2 // 3))
