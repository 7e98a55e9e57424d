"""At the door: silence, floods, half a request, half a handshake of TLS. Nobody who plays notices any of it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import ssl
import struct
from collections.abc import AsyncIterator
from typing import Any

import pytest

from protocol import limits
from protocol.errors import LinkClosed
from protocol.limits import Pace
from protocol.net import door
from protocol.net.gate import Gate
from protocol.net.link import Link, LinkError
from protocol.net.server import Server
from protocol.net.websocket import connect
from tests.unit.protocol.net.links import HOST, echo, nothing_left, serving
from tests.unit.protocol.net.test_websocket import UPGRADE

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]

HELLO_OF_TLS = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
"""How a TLS client begins; there should be more."""


async def inside(link: Link) -> None:
    """Echoes; whoever says a word has proved to know the code."""
    data = await link.recv()
    link.let_in(plays=True)
    await link.send(data)
    await echo(link)


async def come(port: int, origin: str, *said: bytes) -> Stream:
    """A connection from this address of this machine that says this, and nothing more."""
    reader, writer = await asyncio.open_connection(HOST, port, local_addr=(origin, 0))
    for word in said:
        writer.write(word)
    return reader, writer


@contextlib.asynccontextmanager
async def ended(streams: list[Stream]) -> AsyncIterator[None]:
    try:
        yield
    finally:
        for _, writer in streams:
            writer.transport.abort()


async def ends(stream: Stream) -> bytes:
    """What still comes, to the end."""
    try:
        return await stream[0].read()
    except ConnectionError:
        return b""


async def until(server: Server, count: int) -> None:
    while len(server.gate) != count:
        await asyncio.sleep(0)


async def round_trip(guest: Link) -> None:
    await guest.send(b"x")
    assert await guest.recv() == b"x"


SILENT = [(), (b"GET / HTTP/1.1\r\nHost: x\r\n",), (UPGRADE,), (UPGRADE, b"\x82")]


@pytest.mark.parametrize("said", SILENT, ids=["nothing", "half a request", "a websocket", "half a frame"])
async def test_who_holds_places_without_a_word_keeps_nobody_out(
    said: tuple[bytes, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STRANGERS", 8)
    monkeypatch.setattr(limits, "HEARD", Pace(1_000, 1_000))
    async with serving(inside) as (server, port):
        silent = [await come(port, f"127.0.{number}.1", *said) for number in range(8)]
        async with ended(silent):
            await until(server, 8)
            guest = await connect(HOST, port)
            await round_trip(guest)
            await ends(silent[0])
            await round_trip(guest)
            assert len(server.gate) == 8
            await guest.close()
        await until(server, 0)
    await nothing_left()


async def test_a_handshake_of_tls_that_never_ends_counts_too(
    certificate: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STRANGERS", 4)
    async with serving(inside, tls=certificate) as (server, port):
        silent = [await come(port, f"127.0.{number}.1", HELLO_OF_TLS) for number in range(4)]
        async with ended(silent):
            await until(server, 4)
            silent.append(await come(port, "127.0.99.1"))
            assert await ends(silent[0]) == b"", "the oldest has gone for it"
            assert len(server.gate) == 4
    await nothing_left()


@pytest.mark.parametrize("tls", [False, True])
async def test_there_is_only_so_much_time_to_say_what_one_wants(
    tls: bool, certificate: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "HANDSHAKE_SECONDS", 0.02)
    async with serving(tls=certificate if tls else None) as (server, port):
        for said in (b"", HELLO_OF_TLS if tls else b"GET / HTTP/1.1\r\n"):
            stream = await come(port, HOST, said)
            async with ended([stream]):
                assert b" 101 " not in await ends(stream)
        await until(server, 0)


async def test_a_crowd_at_the_door_is_heard_at_a_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those for whom it is not yet time wait without costing more than a socket; too many are told at once."""
    monkeypatch.setattr(limits, "HEARD", Pace(2, 0.001))
    monkeypatch.setattr(limits, "WAITING", 3)
    async with serving(inside) as (server, port):
        crowd = [await come(port, f"127.0.{number}.1", UPGRADE) for number in range(7)]
        async with ended(crowd):
            answers = [await ends(stream) for stream in crowd[5:]]
            assert all(answer.startswith(b"HTTP/1.1 503 ") for answer in answers)
            for reader, _ in crowd[:2]:
                assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
            assert len(server.connections) == 2
            assert len(server.gate) == 5
            with pytest.raises(LinkError) as caught:
                await connect(HOST, port)
            assert caught.value.code == "busy"
    await nothing_left()


async def test_who_was_inside_comes_back_past_the_crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HEARD", Pace(1, 0.001))
    monkeypatch.setattr(limits, "WAITING", 2)
    async with serving(inside) as (_, port):
        guest = await connect(HOST, port)
        await round_trip(guest)
        crowd = [await come(port, f"127.0.{number}.1") for number in range(5)]
        async with ended(crowd):
            guest.abort()
            again = await connect(HOST, port)
            await round_trip(again)
            await again.close()


async def test_one_address_cannot_come_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ARRIVALS_PER_ADDRESS", Pace(3, 0.001))
    async with serving() as (_, port):
        for _ in range(3):
            await (await connect(HOST, port)).close()
        with pytest.raises(LinkError) as caught:
            await connect(HOST, port)
        assert caught.value.code == "busy"
        stream = await come(port, "127.0.0.9", UPGRADE)
        async with ended([stream]):
            assert b" 101 " in await stream[0].readuntil(b"\r\n\r\n")


async def test_a_guest_that_is_turned_away_can_say_to_the_end_what_it_wants() -> None:
    """A connection that is closed at once would be reset by the request that is on its way, and the answer be lost."""
    listener = socket.create_server((HOST, 0))
    listener.setblocking(False)
    entrance = door.Door([listener], Gate(places=0), tls=None)
    entrance.open(lambda *_: pytest.fail("nobody gets in"))
    reader, writer = await come(listener.getsockname()[1], HOST)
    async with ended([(reader, writer)]):
        said = await reader.read()
        assert said.startswith(b"HTTP/1.1 503 ")
        assert said.endswith(b"Too many connections.\n")
        for _ in range(10):
            writer.write(UPGRADE)
            await writer.drain()
            await asyncio.sleep(0)
    await entrance.close()
    await nothing_left()


async def test_one_of_a_crowd_that_waits_goes_for_who_comes_from_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "HEARD", Pace(1, 0.001))
    monkeypatch.setattr(limits, "WAITING", 3)
    async with serving(inside) as (server, port):
        first = await come(port, "127.0.7.1", UPGRADE)
        await first[0].readuntil(b"\r\n\r\n")
        crowd = [await come(port, f"127.0.9.{number}", UPGRADE) for number in range(1, 4)]
        await until(server, 4)
        friend = await come(port, "127.0.8.1", UPGRADE)
        async with ended([first, *crowd, friend]):
            assert (await ends(crowd[-1])).startswith(b"HTTP/1.1 503 ")
            assert len(server.gate) == 4
    await nothing_left()


class Poor(socket.socket):
    """A listener whose system has no files left, at first."""

    tries = 0

    def accept(self) -> tuple[socket.socket, Any]:
        self.tries += 1
        if self.tries < 4:
            raise OSError(errno.EMFILE, "Too many open files")
        return super().accept()


def no_readers(*_: object) -> None:
    """As on Windows."""
    raise NotImplementedError


@pytest.mark.parametrize("windows", [False, True])
async def test_where_the_system_has_nothing_left_it_is_tried_again(
    windows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "_RETRY_SECONDS", 0.001)
    if windows:
        monkeypatch.setattr(asyncio.get_running_loop(), "add_reader", no_readers)
        monkeypatch.setattr(asyncio.get_running_loop(), "remove_reader", no_readers)
    listener = Poor()
    listener.bind((HOST, 0))
    listener.listen()
    listener.setblocking(False)
    entrance = door.Door([listener], Gate(places=0), tls=None)
    entrance.open(lambda *_: pytest.fail("nobody gets in"))
    stream = await come(listener.getsockname()[1], HOST)
    async with ended([stream]):
        assert (await ends(stream)).startswith(b"HTTP/1.1 503 ")
    assert listener.tries >= 4
    await entrance.close()
    await nothing_left()


async def test_where_a_loop_cannot_watch_a_socket_guests_come_in_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asyncio.get_running_loop(), "add_reader", no_readers)
    async with serving(inside) as (_, port):
        guest = await connect(HOST, port)
        await round_trip(guest)
        await guest.close()
    await nothing_left()


def test_no_more_connections_than_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    for files, room in (
        (256, 128),
        (1_024, limits.CONNECTIONS),
        (resource.RLIM_INFINITY, limits.CONNECTIONS),
    ):
        monkeypatch.setattr(resource, "getrlimit", lambda _, files=files: (files, files))
        assert door.room() == room


# Floods of what the library answers by itself


def control(kind: int, content: bytes = b"") -> bytes:
    return bytes([0x80 | kind, 0x80 | len(content), 0, 0, 0, 0]) + content


FLOODS = {
    "pings": control(9, bytes(125)),
    "empty pings": control(9),
    "pongs": control(10),
    "pieces without content": b"\x00\x80\x00\x00\x00\x00",
    "pieces": b"\x00\x81\x00\x00\x00\x00x",
}


@pytest.mark.parametrize("flood", FLOODS)
async def test_a_flood_beside_the_messages_ends_the_connection(flood: str) -> None:
    """Answers to pings pile up where the peer does not read them; pieces without content count for no limit."""
    ending: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()

    async def receive(link: Link) -> None:
        try:
            await echo(link)
        except Exception as error:
            ending.set_result(error)

    async with serving(receive) as (_, port):
        reader, writer = await come(port, HOST, UPGRADE, b"\x02\x80\x00\x00\x00\x00")
        async with ended([(reader, writer)]):
            await reader.readuntil(b"\r\n\r\n")
            for _ in range(max(limits.PIECES, int(limits.CONTROL_FRAMES.burst)) + 1):
                writer.write(FLOODS[flood])
            assert isinstance(await ending, LinkClosed)


async def test_what_proxies_and_slow_lines_do_is_no_flood() -> None:
    async with serving() as (_, port):
        stream = await come(port, HOST, UPGRADE)
        async with ended([stream]):
            reader, writer = stream
            await reader.readuntil(b"\r\n\r\n")
            writer.write(control(9, b"a") * 10 + control(10) * 10)
            writer.write(b"\x02\x81\x00\x00\x00\x00x" + FLOODS["pieces"] * 20 + b"\x80\x81\x00\x00\x00\x00x")
            answer = await reader.readexactly(10 * 3 + 2 + 22)
            assert answer.endswith(b"x" * 22)


async def test_who_resets_at_once_leaves_nothing() -> None:
    async with serving() as (server, port):
        for _ in range(8):
            with socket.create_connection((HOST, port)) as rude:
                rude.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        guest = await connect(HOST, port)
        await round_trip(guest)
        await guest.close()
        await until(server, 0)
    await nothing_left()
