"""The queue to one peer: order, bounds, and no task when there is nothing to do."""

from __future__ import annotations

import asyncio

import pytest

from protocol import limits
from protocol.net.pump import Pump
from tests.unit.protocol.net.links import nothing_left


class Peer:
    """Takes frames while its door is open."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []
        self.door = asyncio.Event()
        self.gone = False

    async def take(self, data: bytes) -> None:
        await self.door.wait()
        if self.gone:
            raise ConnectionError
        self.taken.append(data)


@pytest.fixture
async def peer() -> Peer:
    return Peer()


@pytest.fixture
async def pump(peer: Peer) -> Pump:
    return Pump(peer.take, broken=ConnectionError)


async def test_frames_go_out_in_order_and_the_task_ends(pump: Pump, peer: Peer) -> None:
    peer.door.set()
    for i in range(5):
        assert pump.put(bytes([i]))
    await pump.finish(1)
    assert peer.taken == [bytes([i]) for i in range(5)]
    await nothing_left()
    assert pump.put(b"again")
    await pump.finish(1)
    assert peer.taken[-1] == b"again"


async def test_frames_beyond_patience_are_refused(pump: Pump) -> None:
    pump.patience = 3
    assert [pump.put(b"x") for _ in range(4)] == [True, True, True, False]
    pump.stop()


async def test_bytes_beyond_the_bound_are_refused(pump: Pump) -> None:
    full = limits.QUEUE_BYTES // limits.FRAME
    assert all(pump.put(bytes(limits.FRAME)) for _ in range(full))
    assert not pump.put(b"x")
    pump.stop()


async def test_half_empty_waits_for_half(pump: Pump, peer: Peer) -> None:
    pump.patience = 4
    for i in range(4):
        pump.put(bytes([i]))
    waiting = asyncio.create_task(pump.half_empty())
    await asyncio.sleep(0)
    assert not waiting.done()
    peer.door.set()
    await waiting
    assert len(peer.taken) >= 1
    await pump.finish(1)


async def test_who_waits_is_let_go_when_the_peer_is_gone(pump: Pump, peer: Peer) -> None:
    pump.patience = 2
    pump.put(b"1")
    pump.put(b"2")
    waiting = asyncio.create_task(pump.half_empty())
    await asyncio.sleep(0)
    peer.gone = True
    peer.door.set()
    await waiting
    await pump.finish(1)
    assert peer.taken == []
    await nothing_left()


async def test_finish_does_not_wait_longer_than_it_is_told(pump: Pump, peer: Peer) -> None:
    pump.put(b"x")
    await pump.finish(0)
    assert peer.taken == []
    pump.stop()
    pump.stop()
    await asyncio.sleep(0)
    await nothing_left()
