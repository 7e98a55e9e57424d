"""Shell. The ways to a table: `play`, `host`, `join`, `bot` and `watch`. What a command asks for, carried out.

The one rule: whatever happens, the profile's lock, the links and the bots' processes are gone when these return.
"""

from __future__ import annotations

import os
import time

from gefaehrten.session.ambient import Ambient
from gefaehrten.session.announcing import Announcing
from gefaehrten.session.events import Judged
from gefaehrten.session.front import Front
from gefaehrten.session.profile import Access, Profile
from gefaehrten.session.reopening import reopen
from gefaehrten.session.requests import (
    Address,
    BotRequest,
    HostRequest,
    JoinRequest,
    PlayRequest,
    ResumeRequest,
    WatchRequest,
)
from gefaehrten.session.stored import Role
from gefaehrten.session.table_guest import TableGuest
from gefaehrten.session.table_host import TableHost
from gefaehrten.session.table_watcher import TableWatcher
from protocol import limits
from protocol.net.link import Link
from protocol.net.tls import guest_tls
from protocol.net.websocket import connect


def system(grace: float | None) -> Ambient:
    """The real clock and the system's entropy."""
    return Ambient(
        clock=time.monotonic,
        entropy=os.urandom,
        grace=limits.GRACE_SECONDS if grace is None else grace,
    )


async def play(request: PlayRequest, front: Front) -> Judged:
    """The person against bots, in this process."""
    host_request = HostRequest(
        person=request.person,
        table=request.table,
        listen=Address("127.0.0.1", 0),
        bots=request.table.seats - 1,
    )
    return await TableHost(host_request, front, ambient=system(None), network=False).run()


async def host(request: HostRequest, front: Front) -> Judged:
    """Opens a table, sits at seat 0, and plays."""
    async with Announcing(front, request) as announcing:
        return await TableHost(request, announcing, ambient=system(request.grace), network=True).run()


async def resume(request: ResumeRequest, front: Front) -> Judged:
    """Goes on with a match that this profile hosted, or played against bots alone."""
    with Profile.open(request.person.profile, access=Access.PLAY, entropy=os.urandom) as profile:
        opened, past = reopen(profile, request, os.urandom)
        network = past.row.role is not Role.LOCAL
        async with Announcing(front, opened) as announcing:
            shown = announcing if network else front
            table = TableHost(opened, shown, ambient=system(opened.grace), network=network)
            return await table.run_in(profile, past)


async def join(request: JoinRequest | BotRequest, front: Front) -> Judged:
    """Takes a seat at somebody's table."""
    tls = guest_tls() if request.tls else None

    async def dial() -> Link:
        return await connect(request.address.host, request.address.port, tls=tls)

    return await TableGuest(request, front, ambient=system(None), dial=dial).run()


async def bot(request: BotRequest, front: Front) -> Judged:
    """A bot takes a seat at somebody's table."""
    return await join(request, front)


async def watch(request: WatchRequest, front: Front) -> Judged:
    """Looks on at somebody's table."""
    tls = guest_tls() if request.tls else None

    async def dial() -> Link:
        return await connect(request.address.host, request.address.port, tls=tls)

    return await TableWatcher(request, front, ambient=system(None), dial=dial).run()
