"""Shell. Names to addresses, addresses to sockets: those one connects with and those one listens at.

The one rule: what the system refuses becomes a `LinkError` that says what to do, and a cancelled wait leaves nothing.
"""

from __future__ import annotations

import asyncio
import errno
import socket
import threading
from collections.abc import Sequence
from typing import Any, Final

from protocol.errors import N_
from protocol.net.addresses import meant, needs_zone, shown
from protocol.net.link import LinkError
from protocol.net.sentences import no_zone, unknown_host, unknown_zone, unreachable

Address = tuple[socket.AddressFamily, tuple[Any, ...]]
"""A family and what sockets of that family connect or bind to."""

_ATTEMPT_SECONDS: Final = 3.0
"""For one address of a host that has more: a family that leads nowhere must not use up the time of one that does."""

_BACKLOG: Final = 256
"""Connections that the system holds until the program looks: as many as a crowd makes while it is busy for a second."""

_PORT_TRIES: Final = 16
"""Free ports tried until one is free in every family."""

_NO_FAMILY: Final = frozenset({errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.EPROTONOSUPPORT})
"""What a system without IPv6 (or IPv4) says."""


def check_port(port: int) -> None:
    """Refuses what is no port.

    Raises:
        LinkError: `address`.
    """
    if not 0 <= port <= 65_535:
        raise LinkError("address", N_("{port} is no port; ports are 0 to 65535."), port=port)


async def resolve(host: str, port: int) -> list[Address]:
    """The addresses that a name stands for.

    Asked in a thread that nothing waits for: a name server that does not answer cannot delay the end of the program.

    Raises:
        LinkError: `address`: the name is unknown, or a zone is missing or not there.
    """
    host = meant(host)
    if needs_zone(host):
        raise no_zone(host, port)
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[Any]] = loop.create_future()

    def say(found: list[Any] | Exception) -> None:
        if answer.done():
            return
        if isinstance(found, Exception):
            answer.set_exception(found)
        else:
            answer.set_result(found)

    def ask() -> None:
        found: list[Any] | Exception
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except Exception as error:
            found = error
        try:
            loop.call_soon_threadsafe(say, found)
        except RuntimeError:  # the loop has ended
            return

    threading.Thread(target=ask, name="resolve", daemon=True).start()
    try:
        rows = await answer
    except (OSError, ValueError) as error:  # ValueError: labels that no name may have (UnicodeError)
        _, percent, zone = host.partition("%")
        raise (unknown_zone(zone) if percent else unknown_host(host)) from error
    return list(dict.fromkeys((row[0], row[4]) for row in rows))


async def dial(host: str, port: int) -> socket.socket:
    """A connected socket. `localhost` is tried in both families.

    Raises:
        LinkError: `address` or `unreachable`.
    """
    check_port(port)
    if port == 0:
        raise unreachable(host, port)
    loop = asyncio.get_running_loop()
    addresses = await resolve(host, port)
    failure: Exception | None = None
    for family, address in addresses:
        connection: socket.socket | None = None
        try:
            connection = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
            connection.setblocking(False)
            async with asyncio.timeout(_ATTEMPT_SECONDS if address != addresses[-1][1] else None):
                await loop.sock_connect(connection, address)
        except (OSError, TimeoutError) as error:
            failure = error
            if connection is not None:
                connection.close()
        except BaseException:
            if connection is not None:
                connection.close()
            raise
        else:
            return connection
    raise unreachable(host, port) from failure


async def listen(host: str, port: int) -> list[socket.socket]:
    """Listening sockets, all with one port.

    Args:
        host: an address, a name, `localhost` for both families, or a wildcard; "" and "*" for both families.
        port: 0 for one that is free.

    Raises:
        LinkError: `address`, `port_in_use`, `permission` or `listen`.
    """
    check_port(port)
    if host in ("", "*"):
        wanted: list[Address] = [(socket.AF_INET, ("0.0.0.0", port)), (socket.AF_INET6, ("::", port))]
    elif host == "localhost":
        wanted = [(socket.AF_INET, ("127.0.0.1", port)), (socket.AF_INET6, ("::1", port))]
    else:
        wanted = await resolve(host, port)
    for tries_left in reversed(range(_PORT_TRIES)):
        try:
            return _bind_all(wanted, port)
        except OSError as error:
            if port or not tries_left or error.errno != errno.EADDRINUSE:
                raise _refusal(error, host, port) from error
    raise AssertionError("the last try returns or raises")


def _bind_all(wanted: Sequence[Address], port: int) -> list[socket.socket]:
    """One socket an address; families that this machine does not have are left out if another one is there."""
    bound: list[socket.socket] = []
    missing: OSError | None = None
    try:
        for family, (name, _, *rest) in wanted:
            try:
                bound.append(_bind(family, (name, port, *rest)))
            except OSError as error:
                if error.errno not in _NO_FAMILY:
                    raise
                missing = error
                continue
            port = bound[-1].getsockname()[1]
        if missing is not None and not bound:
            raise missing
    except BaseException:
        for listener in bound:
            listener.close()
        raise
    return bound


def _bind(family: socket.AddressFamily, address: tuple[Any, ...]) -> socket.socket:
    # asyncio turns Nagle's algorithm off only where a socket says that it is TCP; with it, answers wait 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows, where REUSEADDR would let others take the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            # A port whose last connections have not been forgotten yet can be had again at once.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
        listener.setblocking(False)
    except BaseException:
        listener.close()
        raise
    return listener


def _refusal(error: OSError, host: str, port: int) -> LinkError:
    address = shown(host or "*", port)
    match error.errno:
        case errno.EADDRINUSE:
            return LinkError(
                "port_in_use",
                N_("Port {port} is in use; name another one with --listen {example}."),
                port=port,
                example=shown(host or "0.0.0.0", 0),
            )
        case errno.EACCES | errno.EPERM:
            return LinkError(
                "permission",
                N_("This user may not listen at {address}; ports from 1024 on are usually allowed."),
                address=address,
            )
        case number if number in _NO_FAMILY:
            return LinkError("address", N_("This machine has no address {host} to listen at."), host=host)
        case _:
            return LinkError(
                "listen",
                N_("It is not possible to listen at {address}; the system says: {reason}."),
                address=address,
                reason=error.strerror or type(error).__name__,
            )


def host_of_uri(host: str) -> str:
    """How a host stands in a URI: IPv6 in brackets and without its zone, which is of this machine only."""
    bare = host.partition("%")[0]
    return f"[{bare}]" if ":" in bare else bare
