"""Shell. A table that others on the local network can see: what the host's screen is told, told to the network too.

The one rule: the match never waits for it and never hears of it; the screen does, in one sentence.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

from gefaehrten.core.text import N_, Sentence
from gefaehrten.session.events import Left, LobbyShown, Notice, Seated, SessionEvent, Started, TableOpened
from gefaehrten.session.front import Controls, Front
from gefaehrten.session.lan import EVERYWHERE, Announcement, Network, announced_addresses
from gefaehrten.session.players import Position
from gefaehrten.session.requests import HostRequest
from gefaehrten.session.signs import Sign
from protocol.invite import parse_address
from protocol.net.addresses import WILDCARDS

_OWN_SEAT: Final = 1
"""The host's, which no guest can have."""


class Announcing:
    """A front that passes everything on. Mutable: it follows who sits at the table. Use it in an `async with`.

    Args:
        front: the host's.
        request: what the table is opened for; `announce` decides whether there is anything to do.
        entropy: gives so many random bytes.
        network: where to announce.
    """

    def __init__(
        self,
        front: Front,
        request: HostRequest,
        *,
        entropy: Callable[[int], bytes] = os.urandom,
        network: Network = EVERYWHERE,
    ) -> None:
        self._front = front
        self._request = request
        self._entropy = entropy
        self._network = network
        self._announcement: Announcement | None = None
        self._address = ""
        self._taken: set[int] = set()

    def attach(self, controls: Controls) -> None:
        """Passes the controls on."""
        self._front.attach(controls)

    def tell(self, event: SessionEvent) -> None:
        """Passes the event on, and brings the announcement up to date."""
        self._front.tell(event)
        match event:
            case TableOpened(resumed=resumed):
                self._taken = set()
                self._open(event.address)
                if resumed:
                    return  # nobody can take a seat at it before the next match
            case Seated(seat=seat):
                self._taken.add(seat)
            case Left(seat=seat):
                self._taken.discard(seat)
            case LobbyShown():
                self._taken = {seat.seat for seat in event.seats}
            case Started():
                self._show(None)
                return
            case _:
                return
        self._show(self._sign())

    async def decide(self, position: Position) -> list[int]:
        """Passes the question on."""
        return await self._front.decide(position)

    async def another(self) -> bool:
        """Passes the question on."""
        return await self._front.another()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._announcement is not None:
            await self._announcement.close()

    def _open(self, address: str) -> None:
        """Begins to announce, unless nobody could come: there is one announcement, whatever is played at the table."""
        request = self._request
        if self._announcement is not None or not request.announce or request.fill:
            return
        host, port = parse_address(address)
        addresses = announced_addresses(request.listen.host, host)
        if not addresses and request.listen.host in WILDCARDS:
            self._failed(os.strerror(errno.ENETUNREACH))
        if addresses:
            self._address = addresses[0]
            self._announcement = Announcement(
                addresses,
                port,
                entropy=self._entropy,
                shown=self._shown,
                failed=self._failed,
                network=self._network,
            )

    def _show(self, sign: Sign | None) -> None:
        if self._announcement is not None:
            self._announcement.show(sign)

    def _sign(self) -> Sign:
        request = self._request
        return Sign(
            name=request.person.name,
            game=request.table.game,
            seats=request.table.seats,
            free=max(0, request.table.seats - max(_OWN_SEAT, len(self._taken))),
            open=request.open_table,
            tls=request.tls is not None,
            address=self._address,
        )

    def _shown(self) -> None:
        text = N_("Whoever is on the same network finds this table with `gefaehrten tables`.")
        self._front.tell(Notice("announced", Sentence(text)))

    def _failed(self, reason: str) -> None:
        text = N_(
            "The table cannot be announced on the local network ({reason}); guests join by its address."
        )
        self._front.tell(Notice("not-announced", Sentence(text, {"reason": reason})))
