"""Watchers that do not read: they are dropped, and no seat ever waits for them."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from gefaehrten.session import hosting
from gefaehrten.session.players import Position
from gefaehrten.session.replicas import known_rules, match_of
from protocol import limits
from protocol.errors import LinkClosed
from protocol.identity import Identity
from protocol.machine.introduction import Applicant
from protocol.machine.watcher import Stage, Watcher
from protocol.net import dialing, websocket
from protocol.net.link import Link
from protocol.net.memory import MemoryLink
from tests.machines import WATCH_CODE
from tests.unit.session.tables import FirstCard, Parlour

pytestmark = pytest.mark.usefixtures("toy")

EYE = Identity(b"e" * 32)


class Once(FirstCard):
    """Does something before it plays in certain turns."""

    def __init__(self, **before: Callable[[], Awaitable[None]]) -> None:
        super().__init__()
        self._before = {int(turn.removeprefix("turn")): action for turn, action in before.items()}

    async def decide(self, position: Position) -> list[int]:
        if position.turn in self._before:
            await self._before[position.turn]()
        return await super().decide(position)


async def until(holds: Callable[[], bool]) -> None:
    """Lets the others go on until something is so; a test that waits for what never comes fails by its time-out."""
    while not holds():
        await asyncio.sleep(0)


async def let_in(link: Link, *, stage: Stage, identity: Identity = EYE) -> Watcher:
    """A watcher that reads until it has come to a stage, and not a frame more."""
    watcher = Watcher(
        identity,
        Applicant(b"Eye", WATCH_CODE),
        known=known_rules(),
        start=match_of,
        nonce=b"n" * 32,
        recall=lambda match: None,
    )
    while True:
        for _, data in watcher.take().send:
            await link.send(data)
        if watcher._stage is stage:
            return watcher
        watcher.receive(await link.recv())


async def played(parlour: Parlour) -> None:
    """All seats play to a proven end."""
    async with asyncio.timeout(10.0):
        results = await asyncio.gather(*(chair.session.run() for chair in parlour.chairs))
    assert all(result.proven for result in results)


def watchers_told(parlour: Parlour) -> list[object]:
    said = [event.json() for event in parlour.host_events]
    return [event["text"] for event in said if event.get("code") == "watchers"]


async def test_a_watcher_that_stops_reading_is_dropped_in_the_middle_of_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "QUEUE_WATCHER_MESSAGES", 8)
    parlour = Parlour(tmp_path)
    link = parlour.host.dial("eye")
    await let_in(link, stage=Stage.LOBBY)
    assert isinstance(link, MemoryLink)
    assert link.other.patience == 8, "less than a seat's"

    async def dropped() -> None:
        await until(lambda: len(parlour.hub.gallery) == 0)

    for chair in parlour.chairs:
        chair.session._helm._player = Once(turn3=dropped)
    await played(parlour)
    with pytest.raises(LinkClosed):
        await link.recv()
    assert watchers_told(parlour) == ["Watching now: 1.", "Watching now: 0."]
    await parlour.close()


async def test_nobody_waits_for_a_watcher_to_take_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Waiting for these two would never end, whatever of the host's session did it."""
    monkeypatch.setattr(hosting, "CATCH_UP", 1)
    monkeypatch.setattr(hosting, "TICK_SECONDS", 60.0)
    parlour = Parlour(tmp_path)
    link, late = parlour.host.dial("eye"), parlour.host.dial("late")
    await let_in(link, stage=Stage.LOBBY)
    never_takes(link)

    async def come() -> None:
        await let_in(late, stage=Stage.RECORD, identity=Identity(b"l" * 32))
        never_takes(late)

    parlour.chairs[0].session._helm._player = Once(turn1=come)
    parlour.chairs[1].session._helm._player = Once(turn1=come)
    await played(parlour)
    assert len(parlour.hub.gallery) == 2
    async with asyncio.timeout(4.0):
        await parlour.host.drained(60.0)
        await parlour.close()


def never_takes(link: Link) -> None:
    """From now on whoever waits for the other end to be read waits for ever."""
    assert isinstance(link, MemoryLink)
    link.other.drain = asyncio.Event().wait  # type: ignore[assignment,method-assign]


async def test_a_late_watcher_that_does_not_read_is_dropped_and_costs_nobody_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "QUEUE_WATCHER_MESSAGES", 4)
    monkeypatch.setattr(limits, "WATCHER_PORTION", 2)
    monkeypatch.setattr(limits, "WATCHER_SECONDS", 0.05)
    parlour = Parlour(tmp_path)
    link = parlour.host.dial("late")
    got: list[int] = []

    async def come() -> None:
        await let_in(link, stage=Stage.RECORD)

    async def gone() -> None:
        assert isinstance(link, MemoryLink)
        await until(lambda: len(parlour.hub.gallery) == 0)
        got.append(len(link._inbox))

    parlour.chairs[0].session._helm._player = Once(turn1=come, turn3=gone)
    parlour.chairs[1].session._helm._player = Once(turn1=come, turn3=gone)
    await played(parlour)
    assert watchers_told(parlour) == ["Watching now: 1.", "Watching now: 0."]
    assert got == [0]
    await parlour.close()


async def test_a_late_watcher_gets_the_log_in_portions_that_it_has_room_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never more is on its way than it may have waiting: it is not dropped, however long the log is."""
    monkeypatch.setattr(limits, "QUEUE_WATCHER_MESSAGES", 6)
    monkeypatch.setattr(limits, "WATCHER_PORTION", 1)
    parlour = Parlour(tmp_path)
    await played(parlour)
    link = parlour.host.dial("late")
    assert isinstance(link, MemoryLink)
    watcher = await let_in(link, stage=Stage.RECORD)
    most = 0
    async with asyncio.timeout(4.0):
        while watcher.table is None or not watcher.table.closed:
            for _ in range(20):
                await asyncio.sleep(0)
            most = max(most, len(link._inbox))
            watcher.receive(await link.recv())
    assert 1 < most <= 6
    await parlour.close()


async def test_a_real_socket_that_nobody_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The watcher's program is let in and hangs; its buffers and the host's fill up, and the match goes on."""
    monkeypatch.setattr(limits, "QUEUE_WATCHER_MESSAGES", 32)
    monkeypatch.setattr(limits, "CHAT_LINES", limits.Pace(1_000_000, 1))
    monkeypatch.setattr(dialing, "socket", SmallSockets())
    parlour = Parlour(tmp_path)
    server = await websocket.serve(parlour.host.serve, "127.0.0.1", 0)
    for listener in server.door.listeners:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
    link = await websocket.connect(*server.addresses[0])
    await let_in(link, stage=Stage.LOBBY)
    assert len(parlour.hub.gallery) == 1
    lines = 0

    async def talk() -> None:
        """Until the host has had enough of who does not listen; each line goes to both seats at once."""
        nonlocal lines
        while parlour.hub.gallery.live:
            lines += 1
            await parlour.chairs[0].session.say("x" * 500)
            await until(lambda said=lines: all(len(chair.of("chat")) == said for chair in parlour.chairs))  # type: ignore[misc]

    parlour.chairs[0].session._helm._player = Once(turn1=talk)
    parlour.chairs[1].session._helm._player = Once(turn1=talk)
    await played(parlour)
    assert lines > 32, "it was not dropped for a moment's silence"
    assert lines * 500 < 300_000, "and not later than buffers and queue are full"
    assert watchers_told(parlour) == ["Watching now: 1.", "Watching now: 0."]
    link.abort()
    await server.close()
    await parlour.close()


class SmallSockets:
    """The module `socket`, with sockets that hold little of what nobody reads."""

    def __getattr__(self, name: str) -> Any:
        return getattr(socket, name)

    @staticmethod
    def socket(*arguments: Any) -> socket.socket:
        made = socket.socket(*arguments)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        return made
