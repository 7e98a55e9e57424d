"""Names, ports and addresses that cannot be had: each a sentence, and nothing stays open."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from protocol.errors import ProtocolError
from protocol.invite import Invite
from protocol.net import dialing
from protocol.net.addresses import for_invite
from protocol.net.dialing import dial, host_of_uri, listen, resolve
from protocol.net.link import LinkError
from protocol.net.websocket import connect
from tests.unit.protocol.net.links import HOST, nothing_left, serving

HAS_IPV6 = socket.has_ipv6


async def refusal(call: Any) -> LinkError:
    with pytest.raises(LinkError) as caught:
        await call
    return caught.value


def resolver(monkeypatch: pytest.MonkeyPatch, answer: Callable[..., list[Any]]) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", answer)


def raising(error: Exception) -> Callable[..., list[Any]]:
    def answer(*_: object, **__: object) -> list[Any]:
        raise error

    return answer


# ---- names


@pytest.mark.parametrize(
    "error",
    [
        socket.gaierror(socket.EAI_NONAME, "Name or service not known"),
        socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution"),
        UnicodeError("label empty or too long"),
    ],
)
async def test_an_unknown_host_is_said(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    resolver(monkeypatch, raising(error))
    for call in (connect("no.such.host", 8765), listen("no.such.host", 0)):
        problem = await refusal(call)
        assert problem.code == "address"
        assert "no.such.host" in str(problem)
    await nothing_left()


@pytest.mark.parametrize("host", ["a b", "a/b", "a@b", "", "a" * 300, "..", "[::1", "1.2.3.4.5"])
async def test_what_is_no_host_is_said(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    resolver(monkeypatch, raising(socket.gaierror(socket.EAI_NONAME, "Name or service not known")))
    assert (await refusal(connect(host, 8765))).code == "address"


@pytest.mark.parametrize("port", [-1, 65_536, 70_000])
async def test_what_is_no_port_is_said(port: int) -> None:
    for call in (dial(HOST, port), listen(HOST, port), connect(HOST, port)):
        assert (await refusal(call)).code == "address"


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A name server that does not answer before the test is over."""
    asked, over = threading.Event(), threading.Event()

    def answer(*_: object, **__: object) -> list[Any]:
        asked.set()
        over.wait()
        return []

    resolver(monkeypatch, answer)
    yield asked
    over.set()


async def test_a_name_server_that_does_not_answer_is_given_up(stuck: threading.Event) -> None:
    assert (await refusal(connect("slow.example", 1, timeout=0.01))).code == "unreachable"


async def test_who_waits_for_a_name_can_be_cancelled(stuck: threading.Event) -> None:
    resolving = asyncio.create_task(resolve("slow.example", 1))
    await asyncio.sleep(0)
    assert stuck.wait(10)
    resolving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await resolving
    await nothing_left()
    # Nothing waits for such a thread when the program ends.
    assert all(thread.daemon for thread in threading.enumerate() if thread.name == "resolve")


# ---- connecting


async def test_a_closed_port_is_unreachable() -> None:
    with socket.socket() as closed:
        closed.bind((HOST, 0))
        port = closed.getsockname()[1]
        problem = await refusal(connect(HOST, port))
    assert problem.code == "unreachable"
    assert f"{HOST}:{port}" in str(problem)


async def test_the_next_address_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as closed, socket.create_server((HOST, 0)) as open_:
        closed.bind((HOST, 0))
        rows = [(socket.AF_INET, 1, 6, "", each.getsockname()) for each in (closed, closed, open_)]
        resolver(monkeypatch, lambda *_, **__: rows)
        with await dial("two.example", 1) as connection:
            assert connection.getpeername() == open_.getsockname()


async def test_an_address_that_leads_nowhere_does_not_use_up_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dialing, "_ATTEMPT_SECONDS", 0.01)
    loop = asyncio.get_running_loop()
    real = loop.sock_connect

    async def connect_to(connection: socket.socket, address: tuple[str, int]) -> None:
        if address[0] == "192.0.2.1":
            await asyncio.Event().wait()
        await real(connection, address)

    monkeypatch.setattr(loop, "sock_connect", connect_to)
    with socket.create_server((HOST, 0)) as open_:
        rows = [(socket.AF_INET, 1, 6, "", address) for address in (("192.0.2.1", 1), open_.getsockname())]
        resolver(monkeypatch, lambda *_, **__: rows)
        (await dial("two.example", 1)).close()


@pytest.mark.parametrize("number", [errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ECONNRESET, errno.EMFILE])
async def test_whatever_the_system_says_becomes_a_sentence(
    monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    async def connect_to(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(asyncio.get_running_loop(), "sock_connect", connect_to)
    assert (await refusal(dial(HOST, 1))).code == "unreachable"


# ---- listening


async def test_a_port_in_use_is_said_with_a_way_out() -> None:
    with socket.create_server((HOST, 0)) as taken:
        problem = await refusal(listen(HOST, taken.getsockname()[1]))
    assert problem.code == "port_in_use"
    assert f"--listen {HOST}:0" in str(problem)


async def test_a_port_that_only_one_family_has_taken_is_in_use() -> None:
    if not HAS_IPV6:
        pytest.skip("this machine has no IPv6")
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as taken:
        assert (await refusal(listen("localhost", taken.getsockname()[1]))).code == "port_in_use"


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.EACCES, "permission"),
        (errno.EPERM, "permission"),
        (errno.EADDRNOTAVAIL, "address"),
        (errno.EMFILE, "listen"),
    ],
)
async def test_why_one_cannot_listen_is_said(monkeypatch: pytest.MonkeyPatch, number: int, code: str) -> None:
    def bind(*_: object) -> socket.socket:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(dialing, "_bind", bind)
    for host in (HOST, "", "localhost"):
        problem: ProtocolError = await refusal(listen(host, 80))
        assert problem.code == code
        assert str(problem)


async def test_an_address_of_another_machine_cannot_be_listened_at() -> None:
    assert (await refusal(listen("192.0.2.1", 0))).code == "address"


async def test_a_machine_without_ipv6_listens_at_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    real = dialing._bind

    def bind(family: socket.AddressFamily, address: tuple[Any, ...]) -> socket.socket:
        if family == socket.AF_INET6:
            raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")
        return real(family, address)

    monkeypatch.setattr(dialing, "_bind", bind)
    for host in ("localhost", ""):
        listeners = await listen(host, 0)
        assert [listener.family for listener in listeners] == [socket.AF_INET]
        listeners[0].close()


async def test_a_free_port_is_free_in_every_family(monkeypatch: pytest.MonkeyPatch) -> None:
    real, refused = dialing._bind, 3

    def bind(family: socket.AddressFamily, address: tuple[Any, ...]) -> socket.socket:
        nonlocal refused
        if family == socket.AF_INET6:
            if refused:
                refused -= 1
                raise OSError(errno.EADDRINUSE, "Address already in use")
            return real(socket.AF_INET, ("127.0.0.2", address[1]))
        return real(family, address)

    monkeypatch.setattr(dialing, "_bind", bind)
    listeners = await listen("localhost", 0)
    assert len({listener.getsockname()[1] for listener in listeners}) == 1
    assert (len(listeners), refused) == (2, 0)
    for listener in listeners:
        listener.close()


async def test_ipv4_in_the_clothes_of_ipv6_needs_no_ipv6() -> None:
    listeners = await listen(f"::ffff:{HOST}", 0)
    assert [(each.family, each.getsockname()[0]) for each in listeners] == [(socket.AF_INET, HOST)]
    with await dial(f"::ffff:{HOST}", listeners[0].getsockname()[1]) as connection:
        assert connection.family == socket.AF_INET
    listeners[0].close()


async def test_a_link_local_address_without_its_network_is_said() -> None:
    for call in (dial("fe80::1", 8765), listen("fe80::1", 0), connect("fe80::1", 8765)):
        problem = await refusal(call)
        assert problem.code == "address"
        assert "[fe80::1%eth0]" in str(problem)


async def test_a_network_that_this_machine_does_not_have_is_said() -> None:
    if not HAS_IPV6:
        pytest.skip("this machine has no IPv6")
    for call in (dial("fe80::1%nowhere0", 8765), listen("fe80::1%nowhere0", 0)):
        problem = await refusal(call)
        assert problem.code == "address"
        assert "nowhere0" in str(problem)


def link_local() -> str:
    """An address of this machine that means something in one network only, with that network."""
    try:
        for line in Path("/proc/net/if_inet6").read_text(encoding="ascii").splitlines():
            digits, *_, name = line.split()
            if digits.startswith("fe8"):
                return f"{ipaddress.IPv6Address(bytes.fromhex(digits))}%{name}"
    except OSError:
        pass
    pytest.skip("this machine has no link-local address")


async def test_a_table_in_one_network_is_invited_to_with_that_network() -> None:
    host = link_local()
    async with serving(host=host) as (server, port):
        assert server.addresses == ((host, port),)
        invite = Invite.parse(Invite(*for_invite(server.addresses)).format())
        guest = await connect(invite.host, invite.port)
        await guest.send(b"x")
        assert await guest.recv() == b"x"
        await guest.close()


@pytest.mark.parametrize(
    ("host", "text"), [("a.example", "a.example"), ("::1", "[::1]"), ("fe80::1%eth0", "[fe80::1]")]
)
def test_a_host_in_a_uri(host: str, text: str) -> None:
    assert host_of_uri(host) == text
