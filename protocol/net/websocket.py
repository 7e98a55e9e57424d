"""Shell. Links over websockets: connecting to a host, and being one.

The one rule: whoever is refused is told why, as far as it can hear it; whoever is not welcome costs little.
"""

from __future__ import annotations

import asyncio
import functools
import ssl
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any, Final, cast

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as ws_connect
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import Server as LibraryServer
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import InvalidStatus, InvalidURI, NegotiationError, WebSocketException
from websockets.http11 import Response
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from protocol import limits
from protocol.errors import REFUSALS, ProtocolError, RefusalCode, Refused
from protocol.net import sentences
from protocol.net.addresses import bound_at, meant, origin_of, shown
from protocol.net.dialing import dial, host_of_uri, listen
from protocol.net.door import Door, room
from protocol.net.ends import Punctual, WebsocketLink, settings
from protocol.net.gate import Gate, Visitor
from protocol.net.link import LinkError
from protocol.net.server import Handler, Server

__all__ = ["WebsocketLink", "connect", "serve"]

_OURS: Final = limits.SUBPROTOCOL.partition(".")[0]
"""How the `Server` header of every version of this program begins."""


# ---- guests


class _Guest(Punctual, ClientConnection):
    """The guest's end."""


async def connect(
    host: str, port: int, *, tls: ssl.SSLContext | None = None, timeout: float = limits.CONNECT_SECONDS
) -> WebsocketLink:
    """A link to a host.

    Args:
        host: a name or an address, IPv6 without brackets.
        tls: see `protocol.net.tls`; None: no TLS. There is no way from the one to the other.
        timeout: seconds for everything together.

    Raises:
        LinkError: no link came to stand; the code says why.
        Refused: `version`: the host speaks another version of the protocol.
    """
    host = meant(host)
    uri = f"{'ws' if tls is None else 'wss'}://{host_of_uri(host)}:{port}/"
    try:
        parse_uri(uri)
    except (InvalidURI, ValueError) as error:
        raise sentences.unknown_host(host) from error
    address = shown(host, port)
    try:
        async with asyncio.timeout(timeout):
            connection = await dial(host, port)
            socket = await ws_connect(
                uri,
                sock=connection,
                ssl=tls,
                subprotocols=[Subprotocol(limits.SUBPROTOCOL)],
                proxy=None,
                open_timeout=None,
                user_agent_header=None,
                create_connection=_Guest,
                **settings(),
            )
    except LinkError:
        raise
    except TimeoutError as error:
        raise sentences.unreachable(host, port) from error
    except (OSError, WebSocketException, ValueError, OverflowError) as error:
        raise _no_link(error, address, secure=tls is not None) from error
    made = WebsocketLink(socket, address, origin_of(host))
    if not made.agreed:
        await made.close()
        raise _no_table(socket.response, address)
    return made


def _no_link(error: Exception, address: str, *, secure: bool) -> ProtocolError:
    """Somebody answers, but no link comes of it."""
    match error:
        case ssl.SSLCertVerificationError():
            return sentences.certificate(address, error)
        case InvalidStatus():
            if error.response.status_code == HTTPStatus.SERVICE_UNAVAILABLE and _is_ours(error.response):
                return sentences.busy(address)
            return sentences.stranger(address)
        case NegotiationError():
            return Refused(RefusalCode.VERSION, REFUSALS[RefusalCode.VERSION])
        case OSError() if secure:
            return sentences.no_tls(address)
        case _:
            return sentences.stranger(address)


def _no_table(response: Response | None, address: str) -> ProtocolError:
    """A websocket came to stand, but not with our version of the protocol."""
    if _is_ours(response):
        return Refused(RefusalCode.VERSION, REFUSALS[RefusalCode.VERSION])
    return sentences.stranger(address)


def _is_ours(response: Response | None) -> bool:
    return response is not None and response.headers.get("Server", "").startswith(_OURS)


# ---- hosts


class _Room:
    """What the library's connections ask of the server that they are of."""

    def is_serving(self) -> bool:
        """Whether newcomers are welcome: who is not, is cut before it comes to that."""
        return True


class _Guarded(Punctual, ServerConnection):
    """A connection that is counted as long as there is one: also one that never says what it wants."""

    def __init__(
        self, owner: Server, lost: Callable[[], None], protocol: ServerProtocol, **settings: Any
    ) -> None:
        super().__init__(protocol, cast(LibraryServer, _Room()), **settings)
        self._owner = owner
        self._lost = lost
        self._task: asyncio.Task[None] | None = None
        self.link: Callable[[], WebsocketLink]

    @property
    def opening(self) -> bool:
        """Whether the other side has still to say what it wants."""
        return self.state is State.CONNECTING

    def abort(self) -> None:
        """Closes at once."""
        self.transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Not the library's own way: that one is for connections that its own server has accepted.
        Connection.connection_made(self, transport)
        self._owner.connections.add(self)
        if self._owner.closing:
            self.transport.abort()
        self._task = self.loop.create_task(self._serve())

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost()
        self._owner.connections.discard(self)
        super().connection_lost(exc)

    async def _serve(self) -> None:
        """Opens the websocket and hands it to who looks after it; the connection ends with that."""
        try:
            if await self._opened():
                self.start_keepalive()
                await self._owner.look_after(self.link())
        finally:
            self.transport.abort()

    async def _opened(self) -> bool:
        """Whether it comes to a websocket."""
        try:
            async with asyncio.timeout(limits.HANDSHAKE_SECONDS):
                await self.handshake(server_header=limits.SUBPROTOCOL)
        except (
            Exception
        ):  # it speaks no HTTP, no websocket, or not in time: whatever the library makes of that
            return False
        return self.state is State.OPEN


def _guarded(server: Server, door: Door, visitor: Visitor, place: tuple[str, int]) -> _Guarded:
    """What looks after one connection."""

    def select(_: ServerProtocol, offered: Sequence[Subprotocol]) -> Subprotocol | None:
        """Our version if it is offered. Without it the websocket stands all the same, so that a refusal can be said."""
        ours = Subprotocol(limits.SUBPROTOCOL)
        return ours if ours in offered else None

    given = settings()
    protocol = ServerProtocol(
        origins=[None],  # web pages have an origin and no business here
        select_subprotocol=select,
        max_size=given.pop("max_size"),
        logger=given.pop("logger"),
    )
    del given["compression"]  # no extension is offered
    guarded = _Guarded(server, lambda: door.lost(visitor), protocol, **given)
    guarded.link = lambda: WebsocketLink(
        guarded, shown(*place), visitor.origin, proved=lambda plays: server.gate.prove(visitor, plays=plays)
    )
    return guarded


async def serve(handler: Handler, host: str, port: int, *, tls: ssl.SSLContext | None = None) -> Server:
    """Listens for links.

    Args:
        handler: called for each link, in a task of its own.
        host: an address or a name to listen at; `localhost` for both families, "" or "*" for every address there is.
        port: 0 for one that is free.
        tls: see `protocol.net.tls`.

    Raises:
        LinkError: `address`, `port_in_use`, `permission` or `listen`.
    """
    listeners = await listen(host, port)
    server = Server(handler, tuple(map(bound_at, listeners)), Gate(room()))
    server.door = door = Door(listeners, server.gate, tls=tls)
    door.open(functools.partial(_guarded, server, door))
    return server
