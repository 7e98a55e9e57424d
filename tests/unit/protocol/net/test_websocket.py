"""Links over loopback with peers that are honest, rude, silent, of another version or of another kind altogether."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as ws_connect
from websockets.asyncio.server import serve as ws_serve
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from protocol import limits
from protocol.errors import Culprit, LinkClosed, ProtocolError, Refused, RemoteProtocolError
from protocol.net.link import Link, LinkError
from protocol.net.websocket import connect, serve
from tests.unit.protocol.net.links import HOST, echo, nothing_left, serving, websocket_pair

UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: gefaehrten.1\r\n\r\n"
)


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No peer makes us write to the screen."""
    with caplog.at_level(logging.WARNING):
        yield
    assert caplog.records == []


@contextlib.asynccontextmanager
async def raw(port: int, subprotocol: str | None = limits.SUBPROTOCOL) -> AsyncIterator[ClientConnection]:
    """A guest that is not ours: it may do as it likes."""
    offered = None if subprotocol is None else [Subprotocol(subprotocol)]
    async with ws_connect(
        f"ws://{HOST}:{port}", subprotocols=offered, proxy=None, compression="deflate"
    ) as guest:
        yield guest


@contextlib.asynccontextmanager
async def collecting() -> AsyncIterator[tuple[int, asyncio.Queue[Exception]]]:
    """A server whose links receive until they end: its port, and how they ended."""
    endings: asyncio.Queue[Exception] = asyncio.Queue()

    async def receive(link: Link) -> None:
        try:
            await echo(link)
        except Exception as error:
            await endings.put(error)

    async with serving(receive) as (_, port):
        yield port, endings


# ---- honest peers


async def test_a_guest_and_its_host_know_each_other_by_address() -> None:
    met: asyncio.Queue[Link] = asyncio.Queue()

    async def greet(link: Link) -> None:
        await met.put(link)
        await echo(link)

    async with serving(greet) as (server, port):
        assert server.addresses == ((HOST, port),)
        assert port != 0
        guest = await connect(HOST, port)
        assert guest.peer == f"{HOST}:{port}"
        assert guest.origin == HOST
        host = await met.get()
        assert host.origin == HOST
        assert host.peer.startswith(f"{HOST}:")
        assert host.peer != guest.peer
        await guest.close()
    await nothing_left()


async def test_nothing_small_waits_to_be_sent_with_more() -> None:
    """Nagle's algorithm and delayed acknowledgements together would hold back each answer for 40 ms."""
    async with websocket_pair() as ends:
        for end in ends:
            transport = end._socket.transport
            wire = transport.get_extra_info("socket")
            assert wire.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0


async def test_nothing_is_compressed_and_no_system_proxy_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "ws_proxy", "socks_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    async with serving() as (_, port):
        guest = await connect(HOST, port)
        assert guest._socket.protocol.extensions == []
        await guest.close()
        async with raw(port) as other:
            assert other.protocol.extensions == []


async def test_the_end_of_a_handler_closes_its_link_after_what_was_sent() -> None:
    async def say_and_go(link: Link) -> None:
        for word in (b"one", b"two", b"three"):
            await link.send(word)

    async with serving(say_and_go) as (_, port):
        guest = await connect(HOST, port)
        assert [await guest.recv() for _ in range(3)] == [b"one", b"two", b"three"]
        with pytest.raises(LinkClosed):
            await guest.recv()
        await guest.close()


async def test_a_closing_server_says_why_and_leaves_nothing() -> None:
    async with serving() as (server, port):
        guest = await connect(HOST, port)
        await guest.send(b"hello")
        assert await guest.recv() == b"hello"
        waiting = asyncio.create_task(server.wait())
        closing = asyncio.create_task(server.close("the match is over"))
        with pytest.raises(LinkClosed, match="the match is over"):
            await guest.recv()
        await closing
        await waiting
        await guest.close()
        with pytest.raises(LinkError) as caught:
            await connect(HOST, port)
        assert caught.value.code == "unreachable"
    await nothing_left()


async def test_a_handler_that_does_not_end_cannot_keep_a_server_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CLOSE_SECONDS", 0.01)
    begun = asyncio.Event()

    async def stay(link: Link) -> None:
        begun.set()
        while True:
            with contextlib.suppress(LinkClosed):
                await asyncio.Event().wait()

    async with serving(stay) as (_, port):
        guest = await connect(HOST, port)
        await begun.wait()
        receiving = asyncio.create_task(guest.recv())
    with pytest.raises(LinkClosed):
        await receiving
    await guest.close()
    await nothing_left()


async def test_a_bug_in_a_handler_is_loud_and_a_peers_fault_is_not() -> None:
    async def fail(link: Link) -> None:
        if await link.recv() == b"bug":
            raise ZeroDivisionError
        raise LinkClosed("test", "this one has been dealt with")

    async with serving(fail) as (server, port):
        for word in (b"fault", b"bug"):
            guest = await connect(HOST, port)
            await guest.send(word)
            with pytest.raises(LinkClosed):
                await guest.recv()
            await guest.close()
        with pytest.raises(ZeroDivisionError):
            await server.wait()


@pytest.mark.parametrize("host", ["localhost", "", "*"])
async def test_both_families_are_listened_at_on_one_port(host: str) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no IPv6")
    async with serving(host=host) as (server, port):
        expected = {"127.0.0.1", "::1"} if host == "localhost" else {"0.0.0.0", "::"}
        assert set(server.addresses) == {(name, port) for name in expected}
        for name in ("127.0.0.1", "::1", "localhost"):
            guest = await connect(name, port)
            await guest.send(name.encode())
            assert await guest.recv() == name.encode()
            await guest.close()


# ---- rude peers


async def test_text_is_the_peers_fault() -> None:
    async with collecting() as (port, endings), raw(port) as guest:
        await guest.send("hello")
        fault = await endings.get()
        assert isinstance(fault, RemoteProtocolError)
        assert (fault.code, fault.culprit) == ("websocket", Culprit.PEER)
        with pytest.raises(ConnectionClosed) as caught:
            await guest.recv()
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == 1003


async def test_an_oversized_message_is_the_peers_fault_however_it_is_cut() -> None:
    async with collecting() as (port, endings):
        for message in (bytes(limits.FRAME + 1), [bytes(limits.FRAME), b"x"]):
            async with raw(port) as guest:
                await guest.send(message)
                fault = await endings.get()
                assert isinstance(fault, RemoteProtocolError)
                assert fault.code == "oversized"


@pytest.mark.parametrize(
    "data",
    [
        b"\x82\x01x",  # not masked
        b"\xf2\x80\x00\x00\x00\x00",  # reserved bits
        b"\x83\x80\x00\x00\x00\x00",  # no such kind of frame
        b"\x81\x81\x00\x00\x00\x00\xff",  # text that is no UTF-8
        b"\x89\xfe\x00\x7e" + bytes(4 + 126),  # a ping that is too long
    ],
)
async def test_what_is_no_websocket_is_the_peers_fault(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CLOSE_SECONDS", 0.01)  # the peer does not say goodbye
    async with collecting() as (port, endings):
        reader, writer = await asyncio.open_connection(HOST, port)
        writer.write(UPGRADE)
        assert b"101" in await reader.readuntil(b"\r\n\r\n")
        writer.write(data)
        fault = await endings.get()
        assert isinstance(fault, RemoteProtocolError)
        assert fault.code == "websocket"
        writer.close()
        await writer.wait_closed()


@pytest.mark.parametrize("rest", [b"", b"\x82", b"\x82\xfe\x10\x00\x00\x00\x00\x00abc"])
async def test_a_peer_that_says_no_more_is_lost(rest: bytes) -> None:
    async with collecting() as (port, endings):
        reader, writer = await asyncio.open_connection(HOST, port)
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(rest)
        writer.write_eof()
        ending = await endings.get()
        assert isinstance(ending, LinkClosed)
        assert ending.code == "lost"
        writer.close()
        await writer.wait_closed()


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /admin HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"\xff" * 20_000 + b"\r\n\r\n",
        UPGRADE.replace(b"Host: x", b"Origin: http://evil.example"),
        UPGRADE.replace(b"gefaehrten.1", b"\xff,,;"),
    ],
)
async def test_what_is_no_request_is_sent_away_and_nobody_is_disturbed(request_bytes: bytes) -> None:
    async with serving() as (_, port):
        guest = await connect(HOST, port)
        reader, writer = await asyncio.open_connection(HOST, port)
        writer.write(request_bytes)
        writer.write_eof()
        with contextlib.suppress(ConnectionError):
            assert b" 101 " not in await reader.read()
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
        await guest.send(b"still here")
        assert await guest.recv() == b"still here"
        await guest.close()


async def test_a_connection_that_says_nothing_does_not_delay_closing() -> None:
    async with serving() as (server, port):
        reader, writer = await asyncio.open_connection(HOST, port)
        guest = await connect(HOST, port)
        await guest.send(b"x")
        await guest.recv()
        closing = asyncio.create_task(server.close())
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""
        with pytest.raises(LinkClosed):
            await guest.recv()
        await closing
        await guest.close()
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def test_a_peer_that_does_not_read_stalls_nobody() -> None:
    slow: asyncio.Future[Link] = asyncio.get_running_loop().create_future()

    async def handle(link: Link) -> None:
        if slow.done():
            await echo(link)
        slow.set_result(link)
        with contextlib.suppress(LinkClosed):
            while True:
                await link.send(bytes(limits.FRAME))
                await asyncio.sleep(0)

    async with serving(handle) as (_, port), raw(port) as deaf:
        deaf.transport.pause_reading()
        link = await slow
        link.patience = 64
        guest = await connect(HOST, port)
        for i in range(100):
            await guest.send(bytes([i]))
            assert await guest.recv() == bytes([i])
        with pytest.raises(LinkClosed):
            await link.recv()
        deaf.transport.abort()
        await guest.close()


async def test_a_busy_peer_is_pinged_patiently() -> None:
    # A search that blocks the other side's loop for seconds has cost links; a minute is borne.
    async with serving() as (_, port):
        guest = await connect(HOST, port)
        assert guest._socket.ping_interval is not None
        assert guest._socket.ping_interval < 30  # routers forget idle connections
        assert guest._socket.ping_timeout is not None
        assert guest._socket.ping_timeout >= 60
        await guest.close()


# ---- other versions, other programs


async def test_a_guest_of_another_version_can_be_told_so() -> None:
    async def refuse(link: Link) -> None:
        assert not link.agreed
        await link.send(b"a refusal that says so")

    async with serving(refuse) as (server, port):
        waiting = asyncio.create_task(server.wait())
        for subprotocol in ("gefaehrten.2", None):
            async with raw(port, subprotocol) as guest:
                assert guest.subprotocol is None
                assert await guest.recv() == b"a refusal that says so"
        await server.close()
        await waiting


async def test_a_host_of_another_version_is_recognised() -> None:
    async with ws_serve(lambda guest: guest.wait_closed(), HOST, 0, server_header="gefaehrten.999") as server:
        with pytest.raises(Refused) as caught:
            await connect(HOST, next(iter(server.sockets)).getsockname()[1])
    assert caught.value.code == "version"
    await nothing_left()


async def test_a_websocket_of_another_program_is_no_table() -> None:
    async with ws_serve(lambda guest: guest.wait_closed(), HOST, 0) as server:
        with pytest.raises(LinkError) as caught:
            await connect(HOST, next(iter(server.sockets)).getsockname()[1])
    assert caught.value.code == "stranger"


async def test_a_host_cannot_choose_a_version_that_was_not_offered() -> None:
    def choose(*_: object) -> Subprotocol:
        return Subprotocol("gefaehrten.2")

    async with ws_serve(
        lambda guest: guest.wait_closed(),
        HOST,
        0,
        subprotocols=[Subprotocol("gefaehrten.2")],
        select_subprotocol=choose,
    ) as server:
        with pytest.raises(Refused) as caught:
            await connect(HOST, next(iter(server.sockets)).getsockname()[1])
    assert caught.value.code == "version"


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: ws://192.0.2.1/\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\n\r\n",
        b"\x00" * 100_000,
    ],
)
async def test_another_program_is_no_table(answer: bytes) -> None:
    async def say(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        writer.close()

    async with await asyncio.start_server(say, HOST, 0) as server:
        with pytest.raises(LinkError) as caught:
            await connect(HOST, server.sockets[0].getsockname()[1])
    assert caught.value.code == "stranger"


async def test_a_page_of_a_website_cannot_connect() -> None:
    async with serving() as (_, port):
        with pytest.raises(InvalidStatus) as caught:
            await ws_connect(f"ws://{HOST}:{port}", origin="https://evil.example", proxy=None)  # type: ignore[arg-type]
        assert caught.value.response.status_code == 403


async def test_a_host_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server((HOST, 0)) as silent:
        with pytest.raises(LinkError) as caught:
            await connect(HOST, silent.getsockname()[1], timeout=0.01)
        assert caught.value.code == "unreachable"
    await nothing_left()


# ---- being stopped


@pytest.mark.parametrize("steps", range(1, 14))
async def test_a_cancelled_connect_leaves_nothing(steps: int) -> None:
    async with serving() as (server, port):
        connecting = asyncio.create_task(connect("localhost", port))
        for _ in range(steps):
            await asyncio.sleep(0)
        connecting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await (await connecting).close()
        await server.close()
        await nothing_left()


PROGRAM = """
import asyncio
from protocol.net.websocket import connect, serve

async def echo(link):
    while True:
        await link.send(await link.recv())

async def main():
    async with await serve(echo, "127.0.0.1", 0) as server:
        async with asyncio.TaskGroup() as group:
            group.create_task(server.wait())
            guest = await connect("127.0.0.1", server.addresses[0][1])
            try:
                await guest.send(b"x")
                await guest.recv()
                print("up", flush=True)
                await guest.recv()
            finally:
                await guest.close()

try:
    asyncio.run(main())
except KeyboardInterrupt:
    raise SystemExit(130)
"""


@pytest.mark.slow
def test_an_interrupted_program_ends_without_a_word() -> None:
    command = [sys.executable, "-X", "dev", "-W", "error", "-c", PROGRAM]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"up\n"
        program.send_signal(signal.SIGINT)
        try:
            _, said = program.communicate(timeout=60)
        finally:
            program.kill()
        assert said == b""
        assert program.returncode == 130


async def test_every_error_is_a_sentence_in_any_language() -> None:
    with pytest.raises(ProtocolError) as caught:
        await connect(HOST, 0)
    assert caught.value.say(lambda template: template.upper().replace("{ADDRESS}", "{address}")).startswith(
        "NOBODY"
    )


async def test_serve_raises_what_cannot_be_listened_at() -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(LinkError, match=str(port)) as caught:
            await serve(echo, HOST, port)
        assert caught.value.code == "port_in_use"
