"""A link within a process can be listened to, meddled with, held up and cut."""

from __future__ import annotations

import pytest

from protocol.errors import LinkClosed
from protocol.net.memory import MemoryLink, pair


async def received(end: MemoryLink, count: int) -> list[bytes]:
    return [await end.recv() for _ in range(count)]


async def test_the_ends_know_each_others_names() -> None:
    one, two = pair(("host", "guest"))
    assert (one.peer, one.origin, two.peer, two.origin) == ("guest", "guest", "host", "host")


async def test_a_tap_sees_what_reaches_an_end() -> None:
    heard: list[tuple[str, bytes]] = []
    one, two = pair(("host", "guest"), tap=lambda name, data: heard.append((name, data)))
    one.meddle = lambda data: [data.upper()]
    await one.send(b"there")
    await two.send(b"back")
    assert heard == [("guest", b"THERE"), ("host", b"back")]


async def test_frames_can_be_dropped_doubled_and_altered() -> None:
    one, two = pair()
    one.meddle = lambda data: {b"drop": [], b"twice": [data, data], b"alter": [b"other"]}.get(data, [data])
    for word in (b"drop", b"twice", b"alter", b"plain"):
        await one.send(word)
    assert await received(two, 4) == [b"twice", b"twice", b"other", b"plain"]
    await two.send(b"drop")
    assert await one.recv() == b"drop"


async def test_frames_can_be_held_up_and_arrive_in_order() -> None:
    one, two = pair()
    await one.send(b"1")
    one.hold()
    await one.send(b"2")
    one.hold()
    await one.send(b"3")
    await two.send(b"meanwhile")
    assert await one.recv() == b"meanwhile"
    assert await two.recv() == b"1"
    one.release()
    one.release()
    await one.send(b"4")
    assert await received(two, 3) == [b"2", b"3", b"4"]


async def test_a_cut_loses_what_is_on_the_way_without_a_goodbye() -> None:
    one, two = pair()
    one.hold()
    await one.send(b"held")
    await two.send(b"unread")
    one.cut()
    one.release()
    for end in (one, two):
        with pytest.raises(LinkClosed) as caught:
            await end.recv()
        assert caught.value.code == "lost"


async def test_a_test_can_deny_that_versions_agree() -> None:
    one, two = pair()
    two.agreed = False
    assert (one.agreed, two.agreed) == (True, False)
