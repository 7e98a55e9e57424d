"""Shell. One end of a websocket, a host's or a guest's: what it is told, what it bears, and how it is a link.

The one rule: what a peer or the network does comes out as one of our errors, and never delays another peer.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
from collections.abc import Callable, Sequence
from typing import Any, Final

from websockets.asyncio.connection import Connection
from websockets.exceptions import ConcurrencyError, ConnectionClosed
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import Event, Side, State

from protocol import limits
from protocol.errors import LinkClosed, ProtocolError
from protocol.net import sentences
from protocol.net.beside import Beside
from protocol.net.pump import Pump
from protocol.text import clean

_REASON_BYTES: Final = 123
"""What a closing frame has room for (RFC 6455, 5.5)."""

_BROKEN: Final = frozenset({CloseCode.PROTOCOL_ERROR, CloseCode.UNSUPPORTED_DATA, CloseCode.INVALID_DATA})
"""What our side closes with when the peer does not speak websocket as it should."""


def settings() -> dict[str, Any]:
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


class Punctual(Connection):
    """A connection whose goodbye is bounded also when it begins with something wrong that has come in, and whose peer
    cannot fill it with what the library deals with by itself: pings that want an answer, and messages in pieces."""

    _cut: asyncio.TimerHandle | None = None
    _beside: Beside | None = None
    _flooded = False

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._cut is None and self.state is not State.OPEN and self.state is not State.CONNECTING:
            self._cut = self.loop.call_later(limits.CLOSE_SECONDS, self.transport.abort)

    def send_data(self) -> None:
        """Sends what there is with one write; each costs more than what is in it."""
        chunks = self.protocol.data_to_send()
        whole = b"".join(chunks)
        if whole:
            self.transport.write(whole)
        if b"" in chunks:  # the end of all, which the library knows how to say
            self.protocol.writes.append(b"")
            super().send_data()

    def process_event(self, event: Event) -> None:
        if isinstance(event, Frame):
            now = self.loop.time()
            self._beside = self._beside or Beside(now)
            if self._flooded or not self._beside.bearable(event.opcode, last=event.fin, now=now):
                self._flooded = True
                self.transport.abort()
                return
        super().process_event(event)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._cut is not None:
            self._cut.cancel()


class WebsocketLink:
    """A link over one websocket. Mutable: it remembers why it ended.

    Attributes:
        peer, origin, agreed: see `Link`.
    """

    def __init__(
        self,
        socket: Connection,
        peer: str,
        origin: str,
        *,
        proved: Callable[[bool], None] = lambda _: None,
    ) -> None:
        """Takes over an open websocket; `proved` is called when its peer is no stranger any more."""
        self._proved = proved
        self.peer = peer
        self.origin = origin
        self.agreed = socket.subprotocol == limits.SUBPROTOCOL
        self._socket = socket
        self._pump = Pump(self._hand_on, broken=ConnectionClosed, at_once=self._hand_on_at_once)
        self._ended: LinkClosed | None = None
        self._blamed = False

    @property
    def patience(self) -> int:
        """See `Link`."""
        return self._pump.patience

    @patience.setter
    def patience(self, frames: int) -> None:
        self._pump.patience = frames

    def let_in(self, *, plays: bool) -> None:
        """See `Link`."""
        self._proved(plays)

    @property
    def leisure(self) -> float:
        """See `Link`."""
        return self._pump.leisure

    @leisure.setter
    def leisure(self, seconds: float) -> None:
        self._pump.leisure = seconds

    async def send(self, data: bytes) -> None:
        """See `Link`."""
        assert len(data) <= limits.FRAME
        self._check_open()
        if not self._pump.put(data):
            self._end(sentences.dropped(self.peer))
            raise sentences.dropped(self.peer)

    async def _hand_on(self, frames: Sequence[bytes]) -> None:
        """Waits while more than a little is on its way already."""
        async with self._socket.send_context():
            self._write(frames)

    def _hand_on_at_once(self, data: bytes) -> bool:
        """Unless something is on its way already."""
        socket = self._socket
        if socket.state is not State.OPEN or socket.transport.get_write_buffer_size():
            return False
        self._write([data])
        socket.send_data()
        return True

    def _write(self, frames: Sequence[bytes]) -> None:
        protocol = self._socket.protocol
        if protocol.side is Side.SERVER:
            protocol.writes.extend(map(_message, frames))
        else:
            for data in frames:
                protocol.send_binary(data)

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


@functools.lru_cache(maxsize=limits.QUEUE_WATCHER_MESSAGES)
def _message(data: bytes) -> bytes:
    """A host's binary message as it goes out: the same bytes for everybody, so that they are made once."""
    return Frame(Opcode.BINARY, data).serialize(mask=False)


def _short(reason: str) -> str:
    return reason.encode()[:_REASON_BYTES].decode(errors="ignore")
