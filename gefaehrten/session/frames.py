"""Shell. Frames between a link and a machine of the protocol, for a seat and for a watcher.

The one rule: keep first, then send, then tell. But that play goes on, by one entry, is told at once: the host has
stored it before it sent it, and what is signed about it leaves when it is kept here as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from gefaehrten.session.journal import Journal
from protocol.errors import LinkClosed, ProtocolError
from protocol.machine.effects import Effects, Event
from protocol.machine.table import Table
from protocol.net.link import Link

MOST_AT_ONCE = 32
"""Frames that are taken before what they lead to is kept, sent and told."""


class Machine(Protocol):
    """A guest, or a watcher."""

    effects: Effects

    @property
    def table(self) -> Table | None:
        """The replica; None before the match."""
        ...

    def receive(self, data: bytes) -> None:
        """Takes one frame of the host."""
        ...

    def take(self) -> Effects:
        """What has to happen now."""
        ...


async def receive(
    machine: Machine,
    receiving: asyncio.Task[bytes],
    link: Link,
    journal: Journal | None,
    *,
    most: int,
    show: Callable[[Table], None],
) -> asyncio.Task[bytes]:
    """Takes a frame and those that have arrived behind it, so that one transaction keeps them all.

    Args:
        receiving: the task that has got the first.
        most: how many at once.
        show: tells what has happened at the table by the first of them, while play goes on; its end is kept before it
            is told.

    Returns:
        The task that receives the next.

    Raises:
        ProtocolError: the machine's, or the link's; what came before it is kept all the same.
    """
    for taken in range(1, most + 1):
        try:
            machine.receive(receiving.result())
        except ProtocolError:
            if journal is not None:
                journal.keep(machine.take().journal)
            raise
        table = machine.table
        if taken == 1 and table is not None and table.ending is None and machine.effects.play():
            show(table)
        receiving = asyncio.create_task(link.recv())
        await asyncio.sleep(0)
        if taken == most or not receiving.done() or receiving.exception() is not None:
            break
    return receiving


async def flush(
    machine: Machine, link: Link, journal: Journal | None, handle: Callable[[Event], None]
) -> None:
    """Keeps, sends and tells what the machine asks for, in this order.

    Raises:
        LinkClosed: the link is gone; what is stored has happened, and has been told all the same.
    """
    effects = machine.take()
    if journal is not None:
        journal.keep(effects.journal)
    lost: LinkClosed | None = None
    try:
        for _, data in effects.send:
            await link.send(data)
    except LinkClosed as error:
        lost = error
    for event in effects.events:
        handle(event)
    if lost is not None:
        raise lost
