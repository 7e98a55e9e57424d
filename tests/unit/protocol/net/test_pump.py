"""The queue to one peer: order, bounds, and no task when there is nothing to do."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from protocol import limits
from protocol.net.pump import TOGETHER, Pump
from tests.unit.protocol.net.links import nothing_left


class Peer:
    """Takes frames while its door is open."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []
        self.writes: list[list[bytes]] = []
        self.door = asyncio.Event()
        self.gone = False

    async def take(self, frames: Sequence[bytes]) -> None:
        await self.door.wait()
        if self.gone:
            raise ConnectionError
        self.writes.append(list(frames))
        self.taken.extend(frames)


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
    for _ in range(4):
        pump.put(bytes(limits.FRAME))
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


async def test_what_waits_together_goes_together_as_much_as_one_write_should_have(
    pump: Pump, peer: Peer
) -> None:
    half = bytes(limits.FRAME // 2)
    for data in (b"1", b"2", half, half, half, bytes(limits.FRAME)):
        pump.put(data)
    peer.door.set()
    await pump.finish(1)
    assert peer.writes == [[b"1", b"2", half], [half, half], [bytes(limits.FRAME)]]


async def test_a_peer_at_leisure_gets_what_comes_in_the_meantime_with_it(pump: Pump, peer: Peer) -> None:
    pump.leisure = 0.01
    peer.door.set()
    pump.put(b"1")
    await asyncio.sleep(0)
    pump.put(b"2")
    await asyncio.sleep(0)
    assert peer.writes == []
    assert pump._task is not None
    await pump._task
    assert peer.writes == [[b"1", b"2"]]


@pytest.mark.parametrize("who", ["finish", "half_empty", "many"])
async def test_leisure_ends_when_somebody_waits_or_much_has_come(pump: Pump, peer: Peer, who: str) -> None:
    pump.leisure = 1_000.0
    pump.patience = 8
    peer.door.set()
    for number in range(3 if who == "many" else 5 if who == "half_empty" else 1):
        pump.put(bytes([number]))
        if who != "half_empty":
            await asyncio.sleep(0)
    if who == "finish":
        await pump.finish(1)
    elif who == "half_empty":
        await pump.half_empty()
    elif pump._task is not None:
        await pump._task
    assert len(peer.taken) >= 1
    pump.stop()
    await asyncio.sleep(0)


# What need not wait


class Open(Peer):
    """Takes at once what comes, unless it is told to let it wait."""

    def __init__(self) -> None:
        super().__init__()
        self.at_once: list[bytes] = []
        self.full = False

    def take_now(self, data: bytes) -> bool:
        if self.full:
            return False
        self.at_once.append(data)
        self.taken.append(data)
        return True


class Clock:
    """Steady seconds, as the test says."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def open_pump(peer: Open, clock: Clock) -> Pump:
    return Pump(peer.take, broken=ConnectionError, at_once=peer.take_now, clock=clock)


async def test_a_frame_that_comes_alone_goes_out_at_once(clock: Clock) -> None:
    peer = Open()
    pump = open_pump(peer, clock)
    for number in range(3):
        assert pump.put(bytes([number]))
        assert peer.at_once[-1] == bytes([number])
        clock.now += 2 * TOGETHER
    await nothing_left()
    assert peer.writes == []


async def test_frames_that_come_together_go_out_together_behind_the_first(clock: Clock) -> None:
    peer = Open()
    peer.door.set()
    pump = open_pump(peer, clock)
    for number in range(4):
        clock.now += TOGETHER / 2
        pump.put(bytes([number]))
    assert peer.at_once == [b"\x00"]
    await pump.finish(1)
    assert peer.writes == [[b"\x01", b"\x02", b"\x03"]]
    assert peer.taken == [bytes([number]) for number in range(4)]


async def test_nothing_overtakes_what_waits(clock: Clock) -> None:
    peer = Open()
    peer.full = True
    pump = open_pump(peer, clock)
    pump.put(b"first")
    await asyncio.sleep(0)
    peer.full = False
    clock.now += 2 * TOGETHER
    pump.put(b"second")
    assert peer.at_once == []
    peer.door.set()
    await pump.finish(1)
    assert peer.taken == [b"first", b"second"]


async def test_who_has_leisure_gets_frames_together(clock: Clock) -> None:
    peer = Open()
    peer.door.set()
    pump = open_pump(peer, clock)
    pump.leisure = 60.0
    pump.put(b"first")
    clock.now += 2 * TOGETHER
    pump.put(b"second")
    await pump.finish(1)
    assert peer.at_once == []
    assert peer.writes == [[b"first", b"second"]]
