"""The host's shell: an entry is stored before anybody gets it, and a host that cannot store says nothing more."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest

from gefaehrten.core.errors import StoreError
from gefaehrten.session import hosting
from gefaehrten.session.events import Judged
from gefaehrten.session.store import Store
from protocol import limits
from protocol.errors import LinkClosed
from protocol.net.link import Link
from protocol.net.memory import MemoryLink, pair
from protocol.wire.envelope import open_envelope
from protocol.wire.frame import Entry, parse_frame
from protocol.wire.messages import Refuse
from tests.unit.session.tables import FirstCard, Parlour, WatchedStore

pytestmark = pytest.mark.usefixtures("toy")


def entry_of(data: bytes) -> Entry | None:
    content = parse_frame(data)
    return content if isinstance(content, Entry) else None


async def test_every_entry_is_stored_before_anybody_gets_it(tmp_path: Path) -> None:
    checked: list[int] = []

    def on_link(number: int, link: MemoryLink) -> None:
        def tap(data: bytes) -> list[bytes]:
            entry = entry_of(data)
            if entry is not None:
                stored = parlour.host_store.load(parlour.offer.match_id).entries
                assert stored[entry.index - 1] == entry
                checked.append(entry.index)
            return [data]

        link.other.meddle = tap

    parlour = Parlour(tmp_path, on_link=on_link)
    results = await parlour.play()
    assert all(isinstance(result, Judged) and result.proven for result in results)
    assert len(checked) == 2 * max(checked)


@pytest.mark.parametrize("at", [1, 3, 8])
async def test_a_host_that_cannot_store_sends_nothing_more_and_says_so(tmp_path: Path, at: int) -> None:
    """Not even to a seat that dials again: its log would be one that no store of the host holds."""
    error = StoreError("full", "The disk is full.")
    got: list[int] = []

    def wrap(number: int, store: Store) -> Any:
        if number != -1:
            return store
        watched = WatchedStore(store, lambda: None)
        return watched

    def on_link(number: int, link: MemoryLink) -> None:
        def tap(data: bytes) -> list[bytes]:
            entry = entry_of(data)
            if entry is not None:
                got.append(entry.index)
            return [data]

        link.other.meddle = tap

    parlour = Parlour(tmp_path, on_link=on_link, wrap=wrap, grace=0.25)
    host_store = parlour.host_store
    assert isinstance(host_store, WatchedStore)
    host_store.fail_at = host_store.batches + at
    host_store.error = error
    running = [asyncio.create_task(chair.session.run()) for chair in parlour.chairs]
    with pytest.raises(StoreError) as caught:
        await parlour.host.watch()
    assert caught.value is error
    await nothing_more_happens(running)
    assert host_store.batches == host_store.fail_at, "a host that has failed does not try again"
    with Store.open(tmp_path / "store -1.db", readonly=True) as store:
        (row,) = store.matches()
        assert max(got, default=0) <= row.entries
    for task in running:
        task.cancel()
    results = await asyncio.gather(*running, return_exceptions=True)
    assert not any(isinstance(result, Judged) for result in results)
    await parlour.close()


async def nothing_more_happens(tasks: list[asyncio.Task[Any]]) -> None:
    """Time for seats to dial again and ask for what they missed."""
    for _ in range(200):
        await asyncio.sleep(0)


async def test_a_seat_that_is_gone_is_waited_for_and_then_absent(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path, grace=0.25)

    class Cutting(FirstCard):
        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

        async def decide(self, position: Any) -> list[int]:
            if self.number == 1:
                chair.session._dial = nobody
                chair.links[-1].cut()
                await asyncio.Event().wait()
            return await super().decide(position)

    async def nobody() -> Any:
        parlour.now += 1.0
        raise LinkClosed("unreachable", "Nobody answers.")

    for number, one in enumerate(parlour.chairs):
        one.session._helm._player = Cutting(number)
    chair = parlour.chairs[1]
    results = await parlour.play()
    assert results[0] == Judged(honest=True, proven=False, faults=())  # of two, the one that stays wins
    (waiting,) = [event.json() for event in parlour.host_events]
    assert (waiting["event"], waiting["seat"]) == ("waiting", 1)


async def test_the_others_are_told_of_a_seat_that_only_says_goodbye(tmp_path: Path) -> None:
    """As a program does whose person quits before the table has taken it back: else nobody would give it up."""
    parlour = Parlour(tmp_path)

    class Going(FirstCard):
        async def decide(self, position: Any) -> list[int]:
            guest = chair.session._guest
            assert guest is not None
            chair.session._dial = nobody
            guest.leave()
            await chair.session._flush()
            await asyncio.Event().wait()
            return []

    async def nobody() -> Any:
        raise LinkClosed("unreachable", "Nobody answers.")

    chair, other = parlour.chairs[1], parlour.chairs[0]
    chair.session._helm._player = Going()
    playing = asyncio.create_task(parlour.play(seconds=20))
    while not other.of("waiting") and not playing.done():
        await asyncio.sleep(0)
    assert [(event["seat"], event["seconds"]) for event in other.of("waiting")] == [(1, 0)]
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)


async def test_a_link_without_a_common_version_is_told_so(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    ours, theirs = pair(("host", "old"))
    ours.agreed = False
    await parlour.host.serve(ours)
    data = await theirs.recv()
    payload = open_envelope(data[1:]).payload
    assert isinstance(payload, Refuse)
    assert payload.code == "version"
    with pytest.raises(LinkClosed):
        await theirs.recv()
    assert [event.json()["code"] for event in parlour.host_events] == ["turned-away"]
    await parlour.close()


@pytest.mark.parametrize("data", [b"", b"garbage", b"\x01" + bytes(300), b"\x02" + bytes(300)])
async def test_garbage_costs_its_sender_the_link_and_nobody_else(tmp_path: Path, data: bytes) -> None:
    parlour = Parlour(tmp_path)
    link = parlour.host.dial("stranger")
    await link.send(data)
    await until_closed(link)
    results = await parlour.play()
    assert all(isinstance(result, Judged) and result.proven for result in results)


async def until_closed(link: Link) -> None:
    """Reads what the host still says, until it has closed the link; a host that does not makes the test hang."""
    with contextlib.suppress(LinkClosed):
        while True:
            await link.recv()


async def test_a_frame_that_is_too_long_costs_its_sender_the_link(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    link = parlour.host.dial("stranger")
    await link.send(bytes(limits.FRAME + 1))
    await until_closed(link)
    results = await parlour.play()
    assert all(isinstance(result, Judged) and result.proven for result in results)


async def test_slow_strangers_are_sent_away_by_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "TICK_SECONDS", 0.001)
    parlour = Parlour(tmp_path)
    link = parlour.host.dial("slow")
    watching = asyncio.create_task(parlour.host.watch())
    await asyncio.sleep(0)
    parlour.now = limits.HANDSHAKE_SECONDS + 1.0
    payload = open_envelope((await link.recv())[1:]).payload
    assert isinstance(payload, Refuse)
    assert payload.code == "slow"
    watching.cancel()
    await parlour.close()


async def test_a_host_is_drained_when_its_last_guest_has_gone(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    link = parlour.host.dial("guest")
    await asyncio.sleep(0)
    draining = asyncio.create_task(parlour.host.drained(60.0))
    await asyncio.sleep(0)
    assert not draining.done()
    await link.close()
    await draining
    await parlour.host.drained(60.0)
    await parlour.close()
