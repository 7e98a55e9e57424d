"""Shell. What the tests of links share: servers and links that are gone when the test is."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator

from protocol.net.link import Link
from protocol.net.server import Handler, Server
from protocol.net.websocket import WebsocketLink, connect, serve

HOST = "127.0.0.1"


async def echo(link: Link) -> None:
    """Says everything back."""
    while True:
        await link.send(await link.recv())


@contextlib.asynccontextmanager
async def serving(
    handler: Handler = echo, *, host: str = HOST, tls: ssl.SSLContext | None = None
) -> AsyncIterator[tuple[Server, int]]:
    """A server and its port."""
    async with await serve(handler, host, 0, tls=tls) as server:
        yield server, server.addresses[0][1]


@contextlib.asynccontextmanager
async def websocket_pair() -> AsyncIterator[tuple[WebsocketLink, WebsocketLink]]:
    """The guest's and the host's end of one link."""
    ours: asyncio.Future[WebsocketLink] = asyncio.get_running_loop().create_future()
    over = asyncio.Event()

    async def keep(link: Link) -> None:
        assert isinstance(link, WebsocketLink)
        ours.set_result(link)
        await over.wait()

    async with serving(keep) as (_, port):
        guest = await connect(HOST, port)
        try:
            yield guest, await ours
        finally:
            over.set()
            await guest.close()


def others() -> set[asyncio.Task[object]]:
    """The tasks that run besides the current one."""
    return asyncio.all_tasks() - {asyncio.current_task()}


async def nothing_left() -> None:
    """No task goes on: those that are on their way out get the few turns of the loop that they need."""
    for _ in range(100):
        if others():
            await asyncio.sleep(0)
    assert others() == set()
