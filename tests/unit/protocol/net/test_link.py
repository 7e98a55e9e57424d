"""What holds for every link, over a network or within a process."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager

import pytest

from protocol import limits
from protocol.errors import Culprit, LinkClosed, RemoteProtocolError
from protocol.net.link import Link
from protocol.net.memory import pair
from tests.unit.protocol.net.links import nothing_left, websocket_pair

Ends = tuple[Link, Link]
Make = Callable[[], AbstractAsyncContextManager[Ends]]


@contextlib.asynccontextmanager
async def memory_pair() -> AsyncIterator[Ends]:
    yield pair()


@pytest.fixture(params=[memory_pair, websocket_pair], ids=["memory", "websocket"])
async def ends(request: pytest.FixtureRequest) -> AsyncIterator[Ends]:
    """Two ends of one link."""
    make: Make = request.param
    async with make() as made:
        yield made
    await nothing_left()


async def test_frames_arrive_whole_and_in_order(ends: Ends) -> None:
    frames = [b"", b"a", bytes(limits.FRAME), *(bytes([i]) * i for i in range(200))]
    for there, back in (ends, ends[::-1]):
        for frame in frames:
            await there.send(frame)
        assert [await back.recv() for _ in frames] == frames


async def test_both_ends_speak_our_version(ends: Ends) -> None:
    assert all(end.agreed for end in ends)


async def test_what_was_sent_before_closing_arrives(ends: Ends) -> None:
    one, two = ends
    for i in range(100):
        await one.send(bytes([i]) * 1_000)
    closing = asyncio.create_task(one.close("so long"))
    assert [(await two.recv())[0] for _ in range(100)] == list(range(100))
    for _ in range(2):
        with pytest.raises(LinkClosed, match="so long"):
            await two.recv()
    await closing


async def test_a_reason_is_cleaned_and_cut(ends: Ends) -> None:
    one, two = ends
    closing = asyncio.create_task(one.close("\x1b[2Jnö" * 40))
    with pytest.raises(LinkClosed) as caught:
        await two.recv()
    await closing
    assert "\x1b" not in str(caught.value)
    assert "nö" in str(caught.value)


async def test_nothing_goes_through_a_closed_link(ends: Ends) -> None:
    one, two = ends
    closing = asyncio.create_task(one.close())
    with pytest.raises(LinkClosed):
        await two.recv()
    await closing
    await two.close()
    await one.close()
    for end in ends:
        for call in (end.recv(), end.send(b"x"), end.drain()):
            with pytest.raises(LinkClosed):
                await call
        end.abort()


async def test_an_aborted_link_wakes_who_waits(ends: Ends) -> None:
    one, two = ends
    waiting = [asyncio.create_task(end.recv()) for end in ends]
    await one.send(b"hello")
    assert await waiting[1] == b"hello"
    waiting[1] = asyncio.create_task(two.recv())
    one.abort()
    for wait in waiting:
        with pytest.raises(LinkClosed):
            await wait


async def test_who_does_not_read_is_dropped(ends: Ends) -> None:
    one, two = ends
    one.patience = 4

    async def flood() -> None:
        # As much as the buffers of both systems hold, and then some.
        for _ in range(5_000):
            await one.send(bytes(limits.FRAME))
            await asyncio.sleep(0)

    with pytest.raises(LinkClosed) as caught:
        await flood()
    assert caught.value.code == "slow"
    with pytest.raises(LinkClosed):
        await one.recv()

    async def read_all() -> None:
        while True:
            await two.recv()

    with pytest.raises(LinkClosed):
        await read_all()


async def test_who_waits_for_room_sends_any_amount_to_who_reads(ends: Ends) -> None:
    one, two = ends
    one.patience = 4

    async def send() -> None:
        for i in range(300):
            await one.drain()
            await one.send(i.to_bytes(2, "big") * 10_000)

    sending = asyncio.create_task(send())
    for i in range(300):
        assert (await two.recv())[:2] == i.to_bytes(2, "big")
    await sending


async def test_who_waits_for_room_hears_that_the_link_has_ended(ends: Ends) -> None:
    one, _ = ends
    one.patience = 2

    async def send() -> None:
        while True:
            await one.drain()
            await one.send(bytes(limits.FRAME))

    sending = asyncio.create_task(send())
    for _ in range(300):
        await asyncio.sleep(0)
    one.abort()
    with pytest.raises(LinkClosed):
        await sending


async def test_more_than_a_frame_is_the_peers_fault_once(ends: Ends) -> None:
    one, two = ends
    await two.send(b"before")
    assert await one.recv() == b"before"
    await _send_oversized(one)
    with pytest.raises(RemoteProtocolError) as caught:
        await two.recv()
    assert (caught.value.code, caught.value.culprit) == ("oversized", Culprit.PEER)
    with pytest.raises(LinkClosed):
        await two.recv()
    with pytest.raises(LinkClosed):
        await one.recv()


async def _send_oversized(end: Link) -> None:
    """As a peer does that is not ours."""
    if hasattr(end, "_socket"):
        await end._socket.send(bytes(limits.FRAME + 1))
    else:
        await end.send(bytes(limits.FRAME + 1))
