"""Shell. Links over websockets: the only module that knows the library.

The one rule: what a peer or the network does comes out as one of our errors, and never delays another peer.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import ssl
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final, cast

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as ws_connect
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as ws_serve
from websockets.exceptions import (
    ConcurrencyError,
    ConnectionClosed,
    InvalidStatus,
    InvalidURI,
    NegotiationError,
    WebSocketException,
)
from websockets.frames import CloseCode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from protocol import limits
from protocol.errors import (
    REFUSALS,
    LinkClosed,
    ProtocolError,
    RefusalCode,
    Refused,
)
from protocol.net import sentences
from protocol.net.addresses import origin_of, shown
from protocol.net.dialing import dial, host_of_uri, listen
from protocol.net.link import LinkError
from protocol.net.pump import Pump
from protocol.net.server import Handler, Server
from protocol.text import clean

_REASON_BYTES: Final = 123
"""What a closing frame has room for (RFC 6455, 5.5)."""

_BROKEN: Final = frozenset({CloseCode.PROTOCOL_ERROR, CloseCode.UNSUPPORTED_DATA, CloseCode.INVALID_DATA})
"""What our side closes with when the peer does not speak websocket as it should."""

_OURS: Final = limits.SUBPROTOCOL.partition(".")[0]
"""How the `Server` header of every version of this program begins."""


def _settings() -> dict[str, Any]:
    """What both ends of every websocket are told."""
    # The library's remarks: nobody hears them unless somebody asks; they would go to a person's screen.
    remarks = logging.getLogger("protocol.net")
    if not remarks.handlers:
        remarks.addHandler(logging.NullHandler())
    return {
        "compression": None,
        "max_size": limits.FRAME,
        "max_queue": limits.RECEIVE_MESSAGES,
        "ping_interval": limits.PING_INTERVAL_SECONDS,
        "ping_timeout": limits.PING_TIMEOUT_SECONDS,
        "close_timeout": limits.CLOSE_SECONDS,
        "logger": remarks,
    }


class _Punctual(Connection):
    """A connection whose goodbye is bounded also when it begins with something wrong that has come in."""

    _cut: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._cut is None and self.state is not State.OPEN and self.state is not State.CONNECTING:
            self._cut = self.loop.call_later(limits.CLOSE_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._cut is not None:
            self._cut.cancel()


class _Guest(_Punctual, ClientConnection):
    """The guest's end."""


class WebsocketLink:
    """A link over one websocket. Mutable: it remembers why it ended.

    Attributes:
        peer, origin, agreed: see `Link`.
    """

    def __init__(self, socket: Connection, peer: str, origin: str) -> None:
        """Takes over an open websocket."""
        self.peer = peer
        self.origin = origin
        self.agreed = socket.subprotocol == limits.SUBPROTOCOL
        self._socket = socket
        self._pump = Pump(socket.send, broken=ConnectionClosed)
        self._ended: LinkClosed | None = None
        self._blamed = False

    @property
    def patience(self) -> int:
        """See `Link`."""
        return self._pump.patience

    @patience.setter
    def patience(self, frames: int) -> None:
        self._pump.patience = frames

    async def send(self, data: bytes) -> None:
        """See `Link`."""
        assert len(data) <= limits.FRAME
        self._check_open()
        if not self._pump.put(data):
            self._end(sentences.dropped(self.peer))
            raise sentences.dropped(self.peer)

    async def recv(self) -> bytes:
        """See `Link`."""
        if self._ended is not None:
            raise self._ended
        try:
            data = await self._socket.recv()
        except ConnectionClosed as error:
            raise self._why(error) from error
        if isinstance(data, bytes):
            return data
        fault = sentences.broken(self.peer)
        self._ended, self._blamed = sentences.closed_here(self.peer), True
        await self._socket.close(CloseCode.UNSUPPORTED_DATA)
        raise fault

    async def drain(self) -> None:
        """See `Link`."""
        await self._pump.half_empty()
        self._check_open()

    async def close(self, reason: str = "") -> None:
        """See `Link`."""
        try:
            await self._pump.finish(limits.CLOSE_SECONDS)
            self._ended = self._ended or sentences.closed_here(self.peer)
            self._pump.stop()
            await asyncio.gather(
                self._socket.close(CloseCode.NORMAL_CLOSURE, _short(reason)), self._discard()
            )
        finally:
            self.abort()

    async def _discard(self) -> None:
        """Takes what still comes, so that the peer's goodbye behind it is heard; a task that receives does the same."""
        with contextlib.suppress(ConnectionClosed, ConcurrencyError):
            while True:
                await self._socket.recv(decode=False)

    def abort(self) -> None:
        """See `Link`."""
        self._end(sentences.closed_here(self.peer))

    def _end(self, reason: LinkClosed) -> None:
        self._ended = self._ended or reason
        self._pump.stop()
        if self._socket.state is not State.CLOSED:
            self._socket.transport.abort()

    def _check_open(self) -> None:
        if self._ended is not None:
            raise self._ended
        if self._socket.state is not State.OPEN:
            raise sentences.lost(self.peer)

    def _why(self, error: ConnectionClosed) -> ProtocolError:
        """Who ended the connection, and how."""
        self._pump.stop()
        if self._ended is not None:
            return self._ended
        ours = error.sent if error.rcvd is None or error.rcvd_then_sent is False else None
        if ours is not None and not self._blamed:
            self._blamed = True
            if ours.code == CloseCode.MESSAGE_TOO_BIG:
                return sentences.oversized(self.peer, limits.FRAME)
            if ours.code in _BROKEN:
                return sentences.broken(self.peer)
        if error.rcvd is not None:
            return sentences.closed_there(self.peer, clean(error.rcvd.reason, limits.CHAT_CHARACTERS))
        return sentences.lost(self.peer)


def _short(reason: str) -> str:
    return reason.encode()[:_REASON_BYTES].decode(errors="ignore")


# ---- guests


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
                **_settings(),
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
            return sentences.certificate(address, error.verify_message)
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


class _Guarded(_Punctual, ServerConnection):
    """A connection that is counted from its first packet on: also one that never says what it wants."""

    def __init__(self, owner: Server, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._owner = owner
        self.place = ("", 0)
        self.crowd = 0.0

    @property
    def origin(self) -> str:
        """See `Link`."""
        return origin_of(self.place[0])

    @property
    def opening(self) -> bool:
        """Whether the other side has still to say what it wants."""
        return self.state is State.CONNECTING

    def abort(self) -> None:
        """Closes at once."""
        self.transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.place = (transport.get_extra_info("peername") or ("unknown", 0))[:2]
        self.crowd = self._owner.gate.enter(self.origin)
        self._owner.connections.add(self)
        super().connection_made(transport)
        if self.crowd > 2 or self._owner.closing:  # so many that not even a refusal is owed, or too late
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._owner.gate.leave(self.origin)
        self._owner.connections.discard(self)
        super().connection_lost(exc)


async def _serve_one(server: Server, socket: ServerConnection) -> None:
    guarded = cast(_Guarded, socket)
    await server.look_after(WebsocketLink(socket, shown(*guarded.place), guarded.origin))


def _select(_connection: ServerConnection, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    """Our version if it is offered. Without it the websocket stands all the same, so that a refusal can be said."""
    ours = Subprotocol(limits.SUBPROTOCOL)
    return ours if ours in offered else None


def _admit(connection: ServerConnection, _request: Request) -> Response | None:
    """Turns away politely whom there is no room for."""
    if cast(_Guarded, connection).crowd <= 1:
        return None
    return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "Too many connections.\n")


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
    server = Server(handler, tuple(listener.getsockname()[:2] for listener in listeners))
    try:
        for listener in listeners:
            server.doors.append(
                await ws_serve(
                    functools.partial(_serve_one, server),
                    sock=listener,
                    ssl=tls,
                    origins=[None],  # web pages have an origin and no business here
                    select_subprotocol=_select,
                    process_request=_admit,
                    server_header=limits.SUBPROTOCOL,
                    open_timeout=limits.HANDSHAKE_SECONDS,
                    create_connection=cast(type[ServerConnection], functools.partial(_Guarded, server)),
                    **_settings(),
                )
            )
    except BaseException:
        await server.close()
        for listener in listeners:
            listener.close()
        raise
    return server
