"""Tables on a network: announced, kept up to date, gone at the end; and nothing that goes wrong there hurts a host."""

from __future__ import annotations

import asyncio
import errno
import os
import subprocess
import sys
import threading
import time
from importlib import import_module
from typing import Any

import pytest
import zeroconf._utils.net
import zeroconf.asyncio
from zeroconf._dns import DNSPointer
from zeroconf._protocol.outgoing import DNSOutgoing
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf
from zeroconf.const import _CLASS_IN, _FLAGS_AA, _FLAGS_QR_RESPONSE, _TYPE_PTR

from gefaehrten.session import lan
from gefaehrten.session.lan import Network, announced_addresses
from gefaehrten.session.signs import Sign
from tests.unit.session.lan_helpers import LOOPBACK, PATIENCE, SIGN, announcement, network, seen

LISTEN = 2.0
"""Seconds to look where what does not come counts too."""


def free(count: int) -> Sign:
    return Sign("Anna", "gefaehrten", seats=4, free=count, open=False, tls=False, address=LOOPBACK)


@pytest.mark.slow
async def test_a_table_is_announced_kept_up_to_date_and_gone_at_the_end() -> None:
    place = network()
    shown = asyncio.Event()
    table = announcement(place, shown=shown.set)
    closing: list[asyncio.Task[None]] = []
    try:
        last = await seen(
            place,
            (lambda tables: tables == (), lambda: table.show(free(3))),
            (lambda tables: [found.free for found in tables] == [3], lambda: table.show(free(1))),
            (lambda tables: [found.free for found in tables] == [1], lambda: table.show(None)),
            (lambda tables: tables == (), lambda: table.show(free(2))),
            (
                lambda tables: [found.free for found in tables] == [2],
                lambda: closing.append(asyncio.create_task(table.close())),
            ),
            (lambda tables: tables == (), lambda: None),
        )
        assert last == ()
        assert shown.is_set()
    finally:
        await asyncio.gather(*closing)
        await table.close()


@pytest.mark.slow
async def test_what_is_seen_is_what_the_host_says() -> None:
    place = network()
    table = announcement(place, port=40_001)
    table.show(SIGN)
    try:
        (found,) = await seen(place, (lambda tables: len(tables) == 1, lambda: None))
        assert found.json() == {
            "name": "Anna",
            "game": "gefaehrten",
            "seats": 4,
            "free": 3,
            "open": False,
            "tls": False,
            "version": 1,
            "joinable": True,
            "address": f"{LOOPBACK}:40001",
            "addresses": [LOOPBACK],
            "port": 40_001,
        }
    finally:
        await table.close()


@pytest.mark.slow
async def test_who_comes_later_finds_the_table_as_it_is_now() -> None:
    place = network()
    first, second = announcement(place), announcement(place, port=8766)
    first.show(free(1))
    second.show(free(2))
    try:
        await seen(place, (lambda tables: len(tables) == 2, lambda: None))
        found = await asyncio.wait_for(lan.look(LISTEN, place), PATIENCE)
        assert [(table.port, table.free) for table in found] == [(8765, 1), (8766, 2)]
    finally:
        await asyncio.gather(first.close(), second.close())


def service(place: Network, name: str, text: dict[str, Any] | bytes, port: int = 1) -> AsyncServiceInfo:
    """A stranger's service."""
    return AsyncServiceInfo(
        place.kind,
        f"{name}.{place.kind}",
        port=port,
        properties=text,
        server="stranger.local.",
        parsed_addresses=[LOOPBACK],
    )


@pytest.mark.slow
async def test_strangers_who_announce_rubbish_are_passed_over() -> None:
    place = network()
    rubbish: list[dict[str, Any] | bytes] = [
        b"",
        b"\xff" * 300,
        b"\x05v=1\x00",
        {},
        {"v": "x" * 200},
        {**SIGN.text(), "seats": "1000000"},
        {**SIGN.text(), "game": "\x1b[2J"},
        {**SIGN.text(), "free": None},
    ]
    async with AsyncZeroconf(interfaces=[LOOPBACK]) as stranger:
        for number, text in enumerate(rubbish):
            stranger.zeroconf.registry.async_add(service(place, f"t{number}", text))
        stranger.zeroconf.registry.async_add(
            service(place, "ok", {**SIGN.text(), "name": "E\x1b[2Jve\u202e"})
        )
        (found,) = await asyncio.wait_for(lan.look(LISTEN, place), PATIENCE)
        assert found.name == "E[2Jve"


@pytest.mark.slow
async def test_a_name_that_no_service_can_have_is_passed_over() -> None:
    place = network()
    good = announcement(place)
    good.show(SIGN)

    def send(*names: str) -> None:
        """Answers that nobody asked for; the library itself would not write such names."""
        message = DNSOutgoing(_FLAGS_QR_RESPONSE | _FLAGS_AA)
        for name in names:
            pointer = DNSPointer(place.kind, _TYPE_PTR, _CLASS_IN, 120, f"{name}.{place.kind}")
            message.add_answer_at_time(pointer, 0)
        stranger.zeroconf.async_send(message)

    async with AsyncZeroconf(interfaces=[LOOPBACK]) as stranger:
        await stranger.zeroconf.async_wait_for_start()
        try:
            tables = await seen(
                place,
                (lambda tables: True, lambda: send("\x1b[2J", "\x00", "a.b.c", "_x._sub", "\u202e" * 20)),
                (lambda tables: len(tables) == 1, lambda: send("\x07", "\x7f")),
                (lambda tables: True, lambda: None),
            )
            assert [table.name for table in tables] == ["Anna"]
        finally:
            await good.close()


@pytest.mark.slow
async def test_a_crowd_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "TABLES", 3)
    place = network()
    async with AsyncZeroconf(interfaces=[LOOPBACK]) as stranger:
        for number in range(20):
            stranger.zeroconf.registry.async_add(service(place, f"t{number}", SIGN.text(), port=number + 1))
        found = await asyncio.wait_for(lan.look(LISTEN, place), PATIENCE)
        assert len(found) == 3


@pytest.fixture
def no_multicast(monkeypatch: pytest.MonkeyPatch) -> None:
    """No interface takes part in multicast; the library then says nothing and reaches nobody."""
    monkeypatch.setattr(zeroconf._utils.net, "add_multicast_member", lambda *anything: False)


@pytest.mark.usefixtures("no_multicast")
async def test_without_multicast_the_host_hears_a_reason_and_goes_on() -> None:
    reasons: asyncio.Queue[str] = asyncio.Queue()
    table = announcement(network(), failed=reasons.put_nowait)
    table.show(SIGN)
    async with asyncio.timeout(PATIENCE):
        assert await reasons.get() == os.strerror(errno.ENETUNREACH)
    table.show(free(1))
    await table.close()
    assert reasons.empty()


@pytest.mark.usefixtures("no_multicast")
async def test_without_multicast_looking_says_why() -> None:
    with pytest.raises(OSError, match=os.strerror(errno.ENETUNREACH)) as caught:
        await lan.look(1.0, network())
    assert lan.reason_of(caught.value) == os.strerror(errno.ENETUNREACH)


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (PermissionError(errno.EPERM, "Operation not permitted"), "Operation not permitted"),
        (RuntimeError("No interfaces to listen on, …"), os.strerror(errno.ENETUNREACH)),
        (ImportError("No module named 'zeroconf'"), "No module named 'zeroconf'"),
        (ValueError(), "ValueError"),
    ],
)
async def test_whatever_the_library_raises_is_a_reason(
    problem: Exception, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**settings: object) -> None:
        raise problem

    monkeypatch.setattr(zeroconf.asyncio, "AsyncZeroconf", refuse)
    reasons: asyncio.Queue[str] = asyncio.Queue()
    table = announcement(Network(), failed=reasons.put_nowait)
    async with asyncio.timeout(PATIENCE):
        assert await reasons.get() == reason
    await table.close()


async def test_a_system_without_ipv6_announces_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[dict[str, object]] = []
    real = zeroconf.asyncio.AsyncZeroconf

    def make(**settings: object) -> AsyncZeroconf:
        made.append(settings)
        if "ip_version" in settings:
            raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")
        return real(interfaces=[LOOPBACK])

    monkeypatch.setattr(zeroconf.asyncio, "AsyncZeroconf", make)
    async with lan._opened(Network()):
        assert len(made) == 2


class Stuck:
    """A library that never comes to an end."""

    def __init__(self, **settings: object) -> None:
        self.zeroconf = self
        self.engine = self
        self.senders = [self]

    async def async_wait_for_start(self) -> None:
        pass

    async def async_register_service(self, info: object, **settings: object) -> None:
        await asyncio.Event().wait()

    async_close = async_register_service


async def test_a_library_that_hangs_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zeroconf.asyncio, "AsyncZeroconf", Stuck)
    monkeypatch.setattr(lan, "CLOSE_SECONDS", 0.05)
    monkeypatch.setattr(Stuck, "async_close", lambda self: asyncio.Event().wait())
    table = announcement(Network())
    table.show(SIGN)
    await asyncio.sleep(0)
    began = time.monotonic()
    await table.close()
    await table.close()
    assert time.monotonic() - began < 2


async def test_closing_that_is_cancelled_leaves_no_task() -> None:
    table = announcement(network())
    table.show(SIGN)
    closing = asyncio.create_task(table.close())
    await asyncio.sleep(0)
    closing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing
    assert table._task.done()


async def test_the_library_is_loaded_in_a_thread_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[threading.Thread] = []

    def load(name: str) -> object:
        threads.append(threading.current_thread())
        return import_module(name)

    monkeypatch.setattr(lan, "import_module", load)
    async with lan._opened(network()):
        pass
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()


@pytest.mark.slow
def test_nobody_loads_the_library_who_does_not_need_it() -> None:
    code = "import sys, gefaehrten.session.run, gefaehrten.cli.commands.tables; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "gefaehrten.session.lan" in loaded
    assert "zeroconf" not in loaded


def test_a_table_for_this_machine_alone_has_no_address_to_announce(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "lan_addresses", lambda: ("192.0.2.1", "2001:db8::1"))
    assert announced_addresses("127.0.0.1", "127.0.0.1") == ()
    assert announced_addresses("localhost", "::1") == ()
    assert announced_addresses("", "192.0.2.1") == ("192.0.2.1", "2001:db8::1")
    assert announced_addresses("0.0.0.0", "192.0.2.1") == ("192.0.2.1",)
    assert announced_addresses("::", "2001:db8::1") == ("2001:db8::1",)
    assert announced_addresses("192.0.2.9", "192.0.2.9") == ("192.0.2.9",)
    assert announced_addresses("tavern.example", "198.51.100.2") == ("198.51.100.2",)
    assert announced_addresses("tavern.example", "tavern.example") == ()
    monkeypatch.setattr(lan, "lan_addresses", lambda: ())
    assert announced_addresses("", "127.0.0.1") == ()
