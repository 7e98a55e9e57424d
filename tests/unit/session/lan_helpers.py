"""mDNS for tests: real instances of the library on loopback, under a type of service that is each test's own."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import aclosing

from gefaehrten.session import lan
from gefaehrten.session.lan import Announcement, Network
from gefaehrten.session.signs import NearbyTable, Sign

PATIENCE = 20.0
"""Seconds that a test waits before it fails; nothing here takes a tenth of it."""

LOOPBACK = "127.0.0.1"
SIGN = Sign("Anna", "gefaehrten", seats=4, free=3, open=False, tls=False, address=LOOPBACK)

Tables = tuple[NearbyTable, ...]


def network() -> Network:
    """Loopback, where nobody else announces anything of this type: several tests may run at once."""
    return Network((LOOPBACK,), f"_gef-{os.urandom(4).hex()}._tcp.local.")


def announcement(
    network: Network,
    *,
    port: int = 8765,
    shown: Callable[[], None] = lambda: None,
    failed: Callable[[str], None] = lambda reason: None,
) -> Announcement:
    """An announcement that has yet to be told what to show."""
    return Announcement((LOOPBACK,), port, entropy=os.urandom, shown=shown, failed=failed, network=network)


async def seen(network: Network, *steps: tuple[Callable[[Tables], bool], Callable[[], object]]) -> Tables:
    """Looks at the network: whenever the tables are as the next step wants them, its action is carried out.

    Returns:
        The tables that the last step was content with.
    """
    async with asyncio.timeout(PATIENCE), aclosing(lan.browse(network)) as lists:
        waiting = list(steps)
        async for tables in lists:
            while waiting and waiting[0][0](tables):
                waiting.pop(0)[1]()
                if not waiting:
                    return tables
    raise AssertionError("looking ends only by what is seen")
