"""Shell. Everybody that a host would rather not have: watchers by the hundred, connections that say nothing, guessers.

Runs as a process of its own, so that what the crowd costs itself is not counted as the host's latency: orders come as
JSON lines on stdin, what has become of them goes to stdout. The one rule: every connection comes from an address of its
own choosing in 127.0.0.0/8, as those of a crowd would.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Final

from gefaehrten.session.replicas import known_rules, match_of
from protocol.errors import ProtocolError
from protocol.identity import Identity
from protocol.invite import new_code, normalise
from protocol.machine.guest import Applicant
from protocol.machine.introduction import Introduction
from protocol.machine.watcher import Watcher
from protocol.wire.envelope import Envelope, open_envelope, seal
from protocol.wire.frame import envelope_frame, parse_frame
from protocol.wire.messages import Challenge, Refuse, Role, Welcome

AT_ONCE: Final = 400
"""Connections that are being made at one moment: more than a host lets wait at its door."""

PATIENCE: Final = 20.0
"""Seconds for one conversation."""


def source(number: int) -> str:
    """An address of 127.0.0.0/8 for the crowd's member of this number: all in different /24s."""
    return f"127.{1 + number // 250 % 250}.{number % 250}.{1 + number // 62_500}"


class Line:
    """A websocket of a guest, no more of it than a crowd needs: frames out masked by zeros, frames in whole."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def tcp(cls, host: str, port: int, origin: str) -> Line:
        """A connection, and not a word."""
        return cls(*await asyncio.open_connection(host, port, local_addr=(origin, 0), limit=2**18))

    async def upgrade(self) -> str:
        """Asks for a websocket; "" if there is one, else what the host says."""
        key = base64.b64encode(os.urandom(16)).decode()
        self.writer.write(
            "GET / HTTP/1.1\r\nHost: table\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Protocol: gefaehrten.1\r\n\r\n".encode()
        )
        head = await self.reader.readuntil(b"\r\n\r\n")
        return "" if b" 101 " in head else "busy"

    def send(self, data: bytes) -> None:
        """A binary message."""
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self.writer.write(b"\x82" + size + bytes(4) + data)

    async def recv(self) -> bytes:
        """The next binary message; pings are answered."""
        while True:
            first, size = await self.reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2), "big")
            elif size == 127:
                size = int.from_bytes(await self.reader.readexactly(8), "big")
            data = await self.reader.readexactly(size)
            if first == 0x82:
                return data
            if first == 0x89:
                self.writer.write(b"\x8a" + bytes([0x80 | len(data)]) + bytes(4) + data)
            elif first == 0x88:
                raise EOFError

    def close(self) -> None:
        """At once."""
        self.writer.transport.abort()


class Crowd:
    """All of them. Mutable: they come, and are told to go.

    Args:
        codes: "seat" and "watch".
    """

    def __init__(self, host: str, port: int, codes: dict[str, str]) -> None:
        self._host = host
        self._port = port
        self._codes = codes
        self._identity = Identity(os.urandom(32))
        self._kept: list[Line] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._gate = asyncio.Semaphore(AT_ONCE)
        self.frames = 0

    async def many(
        self, count: int, one: Callable[[int], Coroutine[Any, Any, str]], seconds: float
    ) -> Counter[str]:
        """So many of a kind, all of them within so many seconds if they can; what became of each."""

        async def tried(number: int) -> str:
            async with self._gate:
                try:
                    async with asyncio.timeout(PATIENCE):
                        return await one(number)
                except TimeoutError:
                    return "no answer"
                except (OSError, EOFError, asyncio.IncompleteReadError):
                    return "cut"

        begun, tasks = time.monotonic(), []
        for number in range(count):
            tasks.append(asyncio.create_task(tried(number)))
            await asyncio.sleep(max(0.0, begun + number * seconds / count - time.monotonic()))
        return Counter(await asyncio.gather(*tasks))

    # The kinds

    async def silent(self, number: int) -> str:
        """Says nothing: not even HTTP, or nothing behind it, or nothing behind HELLO, by turns."""
        line = await Line.tcp(self._host, self._port, source(number))
        self._kept.append(line)
        if number % 3 == 0:
            return "silent"
        if refused := await line.upgrade():
            return refused
        if number % 3 == 2:
            line.send(self._introduced(Role.SEAT, "").hello_frame)
            await line.recv()
            return "silent behind HELLO"
        return "silent websocket"

    async def guesser(self, number: int) -> str:
        """Tries a code."""
        line = await Line.tcp(self._host, self._port, source(number % 2_000))
        try:
            if refused := await line.upgrade():
                return refused
            return await self._enter(line, Role.SEAT, new_code(os.urandom))
        finally:
            line.close()

    async def watcher(self, number: int) -> str:
        """Watches, and takes what comes as quickly as it can, without checking any of it."""
        line = await Line.tcp(self._host, self._port, source(number))
        if refused := await line.upgrade():
            return refused
        identity = Identity(os.urandom(32))
        watcher = Watcher(
            identity,
            Applicant(b"Eye", self._codes["watch"]),
            known=known_rules(),
            start=match_of,
            nonce=os.urandom(32),
            recall=lambda match: None,
        )
        for _ in range(2):  # until WELCOME is in, and RESUME out
            for _, frame in watcher.take().send:
                line.send(frame)
            watcher.receive(await line.recv())
        for _, frame in watcher.take().send:
            line.send(frame)
        self._kept.append(line)
        task = asyncio.create_task(self._look(line))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return "watching"

    async def deaf(self, number: int) -> str:
        """Watches, and never reads a byte of it."""
        said = await self.watcher(number)
        line = self._kept[-1]
        with contextlib.suppress(RuntimeError):
            line.writer.transport.pause_reading()  # type: ignore[attr-defined]
        return "deaf" if said == "watching" else said

    # Shared

    async def _look(self, line: Line) -> None:
        with contextlib.suppress(OSError, EOFError, asyncio.IncompleteReadError):
            while True:
                await line.recv()
                self.frames += 1

    def _introduced(self, role: Role, code: str) -> _Introduced:
        return _Introduced(self._identity, role, code or new_code(os.urandom))

    async def _enter(self, line: Line, role: Role, code: str) -> str:
        introduced = self._introduced(role, code)
        line.send(introduced.hello_frame)
        challenge = await _answer(line)
        if isinstance(challenge.payload, Refuse):
            return challenge.payload.code
        assert isinstance(challenge.payload, Challenge)
        line.send(introduced.proof(challenge.payload, challenge.author))
        answer = (await _answer(line)).payload
        return answer.code if isinstance(answer, Refuse) else "in" if isinstance(answer, Welcome) else "?"

    @property
    def open(self) -> int:
        """How many connections the host has not ended."""
        return sum(not line.reader.at_eof() for line in self._kept)

    async def go(self) -> None:
        """All who are still there leave."""
        for line in self._kept:
            line.close()
        self._kept.clear()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class _Introduced:
    """What a guest says of itself."""

    def __init__(self, identity: Identity, role: Role, code: str) -> None:
        self._identity = identity
        applicant = Applicant(b"Stranger", normalise(code))
        self._introduction = Introduction(
            identity.public, role, applicant, known=known_rules(), nonce=os.urandom(32)
        )
        self.hello_frame = envelope_frame(seal(identity, self._introduction.hello))

    def proof(self, challenge: Challenge, host: bytes) -> bytes:
        return envelope_frame(seal(self._identity, self._introduction.prove(challenge, host)))


async def _answer(line: Line) -> Envelope:
    content = parse_frame(await line.recv())
    assert isinstance(content, bytes)
    return open_envelope(content)


async def orders() -> AsyncIterator[dict[str, Any]]:
    """What is said on stdin. When that ends, so does everything, whatever the crowd is about."""
    lines: asyncio.Queue[bytes] = asyncio.Queue()
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )

    async def read() -> None:
        while line := await reader.readline():
            lines.put_nowait(line)
        os._exit(0)

    reading = asyncio.create_task(read())
    while not reading.done():
        yield json.loads(await lines.get())


async def main() -> None:
    """Carries out orders, one after the other."""
    told = orders()
    first = await anext(told)
    crowd = Crowd(first["host"], first["port"], first["codes"])
    async for order in told:
        said: dict[str, Any] = {}
        match order["kind"]:
            case "go":
                await crowd.go()
            case "count":
                said = {"open": crowd.open, "frames": crowd.frames}
            case kind:
                try:
                    said = dict(await crowd.many(order["count"], getattr(crowd, kind), order["seconds"]))
                except ProtocolError as error:
                    said = {str(error): 1}
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
