"""A guest between two matches: it waits for its host, but not for ever, and no longer than its person wants to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from gefaehrten.core.errors import UsageError
from gefaehrten.session import sitting
from gefaehrten.session.events import Notice, SessionEvent, Started, TableOpened
from gefaehrten.session.players import Leaving
from gefaehrten.session.profile import Access, Profile
from protocol.errors import LinkClosed
from protocol.net.link import Link, LinkError
from tests.machines import Entropy
from tests.unit.session.people import Bots, Somebody, guest, host, person
from tests.unit.session.test_table_host import ends, lobby, running

pytestmark = [pytest.mark.usefixtures("toy"), pytest.mark.slow, pytest.mark.timeout(60)]


@pytest.fixture(autouse=True)
def _bots(monkeypatch: pytest.MonkeyPatch) -> None:
    Bots.started = []
    monkeypatch.setattr(sitting, "BotProcess", Bots)


def notice(code: str) -> Callable[[SessionEvent], bool]:
    return lambda event: isinstance(event, Notice) and event.code == code


async def test_a_host_that_does_not_open_again(tmp_path: Path) -> None:
    anna, berta = Somebody(), Somebody([True])
    hosting = running(host(tmp_path, anna, seats=2))
    joined = running(await guest(tmp_path, berta, anna, "Berta", grace=0.1))
    await ends(hosting, joined)
    assert [event.code for event in berta.of(Notice)] == ["rematch", "no-rematch"]
    Profile.open(tmp_path / "Berta", access=Access.PLAY, entropy=Entropy("again")).close()


async def test_a_host_that_thinks_it_over_is_waited_for_longer_than_one_that_is_gone(tmp_path: Path) -> None:
    anna, berta = Somebody(), Somebody([True])
    anna.answer = asyncio.get_running_loop().create_future()
    hosting = running(host(tmp_path, anna, seats=2))
    table = await guest(tmp_path, berta, anna, "Berta", grace=0.2)
    dialled = 0
    connect = table._connect

    async def counting() -> Link:
        nonlocal dialled
        dialled += 1
        if dialled > 3:
            await asyncio.sleep(0.08)  # the host answers, however long that takes all in all
        if dialled > 8 and anna.asked.is_set() and anna.answer is not None:
            anna.answer.set_result(True)
            anna.answer = None
        return await connect()

    table._connect = counting
    await ends(hosting, running(table))
    assert dialled > 8
    assert len(berta.of(Started)) == 2


async def test_whoever_leaves_while_waiting_is_gone_at_once(tmp_path: Path) -> None:
    anna, berta = Somebody(), Somebody([True])
    anna.answer = asyncio.get_running_loop().create_future()
    hosting = running(host(tmp_path, anna, seats=2))
    table = await guest(tmp_path, berta, anna, "Berta", grace=600.0)
    waiting = running(table)
    await berta.hears(notice("rematch"))
    hanging = asyncio.Event()

    async def hang() -> Link:
        hanging.set()
        await asyncio.Event().wait()
        raise AssertionError

    table._connect = hang
    await hanging.wait()
    with pytest.raises(UsageError):
        await berta.controls.ready(True)
    berta.controls.quit()
    with pytest.raises(Leaving):
        await waiting
    anna.answer.set_result(False)
    await ends(hosting)


async def test_leaving_in_a_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gefaehrten.session.redial.FIRST_PAUSE", 600.0)
    anna, berta = Somebody(), Somebody([True])
    hosting = running(host(tmp_path, anna, seats=2))
    table = await guest(tmp_path, berta, anna, "Berta", grace=600.0)
    waiting = running(table)
    await berta.hears(notice("rematch"))
    berta.controls.quit()
    with pytest.raises(Leaving):
        await waiting
    await ends(hosting)


async def test_the_old_seat_if_it_is_free_and_else_another(tmp_path: Path) -> None:
    anna, berta, cem, dora = Somebody([True]), Somebody([True]), Somebody(), Somebody()
    hosting = running(host(tmp_path, anna, seats=3))
    table = await guest(tmp_path, berta, anna, "Berta")
    gate, connect = asyncio.Event(), table._connect

    async def first_at_once() -> Link:
        if berta.of(Started):
            await gate.wait()
        return await connect()

    table._connect = first_at_once
    slow = running(table)
    await anna.hears(lobby("Host", "Berta"))
    await ends(running(await guest(tmp_path, cem, anna, "Cem")))
    await anna.hears(lambda _: len(anna.of(TableOpened)) == 2)
    quick = running(await guest(tmp_path, dora, anna, "Dora"))
    await anna.hears(lobby("Host", "Dora"))
    gate.set()
    await ends(hosting, slow, quick)
    names = [[seat["name"] for seat in event.seats] for event in berta.of(Started)]
    assert names == [["Host", "Berta", "Cem"], ["Host", "Dora", "Berta"]]


async def test_a_guest_cannot_do_what_only_the_host_can(tmp_path: Path) -> None:
    anna, berta = Somebody(), Somebody()
    hosting = running(host(tmp_path, anna, seats=3))
    joined = running(await guest(tmp_path, berta, anna, "Berta"))
    await berta.hears(lobby("Host", "Berta"))
    for act in (berta.controls.fill(), berta.controls.kick(0), berta.controls.add_bot("easy")):
        with pytest.raises(UsageError) as caught:
            await act
        assert str(caught.value).startswith("Only the host can")
    await berta.controls.say("hello")
    await anna.hears(lambda event: event.json()["event"] == "chat")
    await anna.controls.fill()
    await ends(hosting, joined)


async def test_before_the_host_has_let_it_in_a_guest_can_only_leave(tmp_path: Path) -> None:
    berta = Somebody()

    def somewhere(event: SessionEvent) -> bool:
        return isinstance(event, TableOpened)

    opened = Somebody()
    opened.tell(TableOpened("127.0.0.1:1", "ABCD-EFGH-JKMN-PQRS", "", "", ""))
    await opened.hears(somewhere)
    table = await guest(tmp_path, berta, opened, "Berta")

    async def hang() -> Link:
        await asyncio.Event().wait()
        raise AssertionError

    table._connect = hang
    joining = running(table)
    await asyncio.sleep(0)
    for act in (berta.controls.ready(True), berta.controls.wish("red")):
        with pytest.raises(UsageError):
            await act
    berta.controls.quit()
    with pytest.raises(Leaving):
        await joining


async def test_nobody_there_the_first_time_is_no_reason_to_wait(tmp_path: Path) -> None:
    opened = Somebody()
    opened.tell(TableOpened("127.0.0.1:1", "ABCD-EFGH-JKMN-PQRS", "", "", ""))
    table = await guest(tmp_path, Somebody(), opened, "Berta", grace=600.0)
    with pytest.raises((LinkError, LinkClosed)):
        await running(table)
    assert person(tmp_path, "Berta").ready
