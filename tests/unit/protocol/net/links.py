"""Shell. What the tests of links share: servers and links that are gone when the test is."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final, NamedTuple

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


class Files(NamedTuple):
    """A certificate and its key, PEM."""

    chain: Path
    key: Path


def make_certificate(folder: Path, name: str, *, names: str = "DNS:localhost,IP:127.0.0.1") -> Files:
    """A certificate that signs itself, with openssl."""
    files = Files(folder / f"{name}.pem", folder / f"{name}.key")
    openssl(
        *_REQUEST, "-x509", "-days", "2", "-addext", _ALSO + names, "-out", files.chain, "-keyout", files.key
    )
    return files


def make_certificate_of(folder: Path, year: int) -> Files:
    """The same for one day of a year: over, or not yet begun."""
    files = Files(folder / f"{year}.pem", folder / f"{year}.key")
    request, settings = folder / f"{year}.csr", folder / f"{year}.cnf"
    (folder / f"{year}.index").touch()
    settings.write_text(
        f"[ca]\ndefault_ca=a\n[a]\ndatabase={folder}/{year}.index\nrand_serial=yes\nnew_certs_dir={folder}\n"
        "default_md=sha256\npolicy=p\nx509_extensions=x\n[p]\ncommonName=supplied\n"
        "[x]\nsubjectAltName=DNS:localhost,IP:127.0.0.1\n"
    )
    openssl(*_REQUEST, "-out", request, "-keyout", files.key)
    period = ("-startdate", f"{year}0101000000Z", "-enddate", f"{year}0102000000Z")
    own = ("-selfsign", "-keyfile", files.key, "-in", request, "-out", files.chain, "-notext")
    openssl("ca", "-batch", "-config", settings, *own, *period)
    return files


_ALSO: Final = "subjectAltName="
_REQUEST: Final = (
    *("req", "-new", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-subj", "/CN=test"),
)


def openssl(*words: str | Path) -> None:
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)
