"""Shell. Tables on the local network by mDNS and DNS-SD: the only module that knows the library.

The one rule: announcing is a courtesy. It delays nothing, ends in bounded time, and what goes wrong is a sentence.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import logging
import os
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final

from gefaehrten.session.signs import NearbyTable, Sign, read
from protocol.net.addresses import WILDCARDS, lan_addresses

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

SERVICE: Final = "_gefaehrten._tcp.local."
"""Our type of service (RFC 6763, 4.1.2)."""

CLOSE_SECONDS: Final = 2.0
"""For the goodbye of an announcement; it takes a quarter of a second."""

REQUEST_SECONDS: Final = 3.0
"""For one service to say what it is; who looks for less time than that waits for less."""

TABLES: Final = 64
"""Tables that are told of, and a quarter of the services that are asked: more is no network of players."""

_ID_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class Network:
    """Where tables are announced and looked for.

    Attributes:
        interfaces: the addresses of this machine to do it at; none: all of them.
        kind: the type of service.
    """

    interfaces: tuple[str, ...] = ()
    kind: str = SERVICE


EVERYWHERE: Final = Network()


def announced_addresses(listen: str, bound: str) -> tuple[str, ...]:
    """The addresses that a table is announced with, the most useful first; none if only this machine can reach it.

    Args:
        listen: what the host was told to listen at.
        bound: the address that its invite names.
    """
    if listen in WILDCARDS:
        wanted = {"0.0.0.0": 4, "::": 6}.get(listen)
        return tuple(
            address
            for address in lan_addresses()
            if wanted is None or ipaddress.ip_address(address).version == wanted
        )
    try:
        address = ipaddress.ip_address(bound)
    except ValueError:
        return ()
    return () if address.is_loopback else (bound,)


class Announcement:
    """Keeps what the network is told of a table up to date, in a task of its own. Mutable: the sign changes.

    Args:
        addresses: where the table is, at least one.
        port: where it listens.
        entropy: gives so many random bytes.
        shown: called when the table is on the network for the first time.
        failed: called with the reason if it cannot be.
        network: where to announce.
    """

    def __init__(
        self,
        addresses: tuple[str, ...],
        port: int,
        *,
        entropy: Callable[[int], bytes],
        shown: Callable[[], None],
        failed: Callable[[str], None],
        network: Network = EVERYWHERE,
    ) -> None:
        self._addresses = addresses
        self._port = port
        # A random name is nobody else's, so the network need not be asked whether it is free.
        self._id = entropy(_ID_BYTES).hex()
        self._tell_shown = shown
        self._tell_failed = failed
        self._network = network
        self._wanted: Sign | None = None
        self._changed = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._keep())

    def show(self, sign: Sign | None) -> None:
        """What the network is to be told from now on; None: there is nothing to join."""
        self._wanted = sign
        self._changed.set()

    async def close(self) -> None:
        """Takes the table off the network, in bounded time. Again is fine."""
        self._closing = True
        self.show(None)
        try:
            await asyncio.wait({self._task}, timeout=CLOSE_SECONDS)
        finally:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _keep(self) -> None:
        try:
            async with _opened(self._network) as mdns:
                await self._follow(mdns)
        except Exception as error:  # whatever it is: a table can do without
            if not self._closing:
                self._tell_failed(reason_of(error))

    async def _follow(self, mdns: AsyncZeroconf) -> None:
        shown: Sign | None = None
        first = True
        while not self._closing:
            await self._changed.wait()
            self._changed.clear()
            wanted = self._wanted
            if wanted == shown or self._closing:
                continue  # closing says goodbye for all there is
            if wanted is None:
                assert shown is not None
                sent = await mdns.async_unregister_service(self._info(shown))
            elif shown is None:
                sent = await mdns.async_register_service(self._info(wanted), cooperating_responders=True)
            else:
                sent = await mdns.async_update_service(self._info(wanted))
            shown = wanted
            if first:
                first = False
                self._tell_shown()
            await sent  # to the end, or an old state could be sent after a new one

    def _info(self, sign: Sign) -> AsyncServiceInfo:
        from zeroconf.asyncio import AsyncServiceInfo

        return AsyncServiceInfo(
            self._network.kind,
            f"{self._id}.{self._network.kind}",
            port=self._port,
            properties=sign.text(),
            server=f"{self._id}.local.",
            parsed_addresses=list(self._addresses),
        )


async def look(seconds: float, network: Network = EVERYWHERE) -> tuple[NearbyTable, ...]:
    """The tables that answer within so many seconds, by name and address.

    Raises:
        Exception: of any kind: the network cannot be asked; `reason_of` puts it into words.
    """
    async with aclosing(browse(network)) as lists:
        found = await anext(lists)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                async for current in lists:
                    found = current
    return found


async def browse(network: Network = EVERYWHERE) -> AsyncGenerator[tuple[NearbyTable, ...], None]:
    """The tables there are, at first none, and again whenever one comes, changes or goes; for ever.

    Raises:
        Exception: of any kind, as `look`.
    """
    async with _opened(network) as mdns:
        from zeroconf.asyncio import AsyncServiceBrowser

        services = _Services(mdns, network.kind)
        browser = AsyncServiceBrowser(
            mdns.zeroconf,
            network.kind,
            handlers=[lambda **change: services.changed(change["name"], change["state_change"].name)],
        )
        try:
            while True:
                yield services.tables()
                await services.news.wait()
                services.news.clear()
        finally:
            await browser.async_cancel()
            await services.close()


class _Services:
    """The services of our type that have been heard of. Mutable: they come and go."""

    def __init__(self, mdns: AsyncZeroconf, kind: str) -> None:
        self.news = asyncio.Event()
        self._mdns = mdns
        self._kind = kind
        self._asked: dict[str, asyncio.Task[None]] = {}

    def changed(self, name: str, change: str) -> None:
        """A service has come ("Added"), changed or gone ("Removed")."""
        if change == "Removed":
            task = self._asked.pop(name, None)
            if task is not None:
                task.cancel()
        elif name not in self._asked and len(self._asked) < 4 * TABLES:
            self._asked[name] = asyncio.create_task(self._ask(name))
        self.news.set()

    def tables(self) -> tuple[NearbyTable, ...]:
        """Those that are tables, as they are now."""
        found = [table for name in self._asked if (table := self._table(name)) is not None]
        found.sort(key=lambda table: (table.name.casefold(), table.name, table.address))
        return tuple(found[:TABLES])

    async def close(self) -> None:
        """Asks no more."""
        for task in self._asked.values():
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)

    async def _ask(self, name: str) -> None:
        """Asks a service for what its name alone does not say; the answer stays in the library's cache."""
        info = self._info(name)
        with contextlib.suppress(
            Exception
        ):  # a stranger's service that makes the library stumble is no table
            if info is not None and await info.async_request(self._mdns.zeroconf, 1000 * REQUEST_SECONDS):
                self.news.set()

    def _table(self, name: str) -> NearbyTable | None:
        info = self._info(name)
        if info is None or not info.load_from_cache(self._mdns.zeroconf):
            return None
        addresses = sorted(info.parsed_scoped_addresses(), key=_usefulness)
        return read(info.properties, addresses, info.port)

    def _info(self, name: str) -> AsyncServiceInfo | None:
        from zeroconf import Error
        from zeroconf.asyncio import AsyncServiceInfo

        try:
            return AsyncServiceInfo(self._kind, name)
        except Error:
            return None  # a name that no service can have


def _usefulness(address: str) -> tuple[bool, bool, bool]:
    """Sorts the addresses of a table: other machines' first, none that needs a zone, IPv4 because it can be typed."""
    parsed = ipaddress.ip_address(address)
    return parsed.is_loopback, parsed.is_link_local, parsed.version == 6


def reason_of(error: Exception) -> str:
    """What went wrong, as the system has it."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__


@asynccontextmanager
async def _opened(network: Network) -> AsyncIterator[AsyncZeroconf]:
    mdns = await _open(network)
    try:
        yield mdns
    finally:
        with contextlib.suppress(Exception):
            async with asyncio.timeout(CLOSE_SECONDS):
                await mdns.async_close()


async def _open(network: Network) -> AsyncZeroconf:
    # In a thread, because loading it takes longer than the loop may stand still.
    await asyncio.to_thread(import_module, "zeroconf.asyncio")
    from zeroconf import IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    # The library's remarks: nobody hears them unless somebody asks; they would go to a person's screen.
    remarks = logging.getLogger("zeroconf")
    if not remarks.handlers:
        remarks.addHandler(logging.NullHandler())
    if network.interfaces:
        mdns = AsyncZeroconf(interfaces=list(network.interfaces))
    else:
        try:
            mdns = AsyncZeroconf(ip_version=IPVersion.All)
        except (OSError, RuntimeError):  # a system without IPv6
            try:
                mdns = AsyncZeroconf()
            except RuntimeError as error:  # no interface at all, which it says at length
                raise _no_network() from error
    try:
        await mdns.zeroconf.async_wait_for_start()
        if not mdns.zeroconf.engine.senders:  # it would neither say so nor reach anybody
            raise _no_network()
    except BaseException:
        await mdns.async_close()
        raise
    return mdns


def _no_network() -> OSError:
    return OSError(errno.ENETUNREACH, os.strerror(errno.ENETUNREACH))
