"""Shell. A link carries whole frames to one peer and back, whatever it is made of.

The one rule: sending never waits for the peer. Who does not read is dropped, so that nobody else has to wait.
"""

from __future__ import annotations

from typing import Protocol

from protocol.errors import ProtocolError


class LinkError(ProtocolError):
    """No link came to stand, or one cannot be listened for.

    Codes: `address` (no such host or port), `unreachable`, `stranger` (something else answers), `busy`, `tls`;
    of `serve` also `port_in_use`, `permission`, `listen`.
    """


class Link(Protocol):
    """One connection to one peer. One task at a time receives, any number may send."""

    @property
    def peer(self) -> str:
        """The other end as people read it: `192.168.1.5:40123`."""
        ...

    @property
    def origin(self) -> str:
        """The other end as rate limits count it: an IPv4 address, the /64 of an IPv6 one."""
        ...

    @property
    def agreed(self) -> bool:
        """Whether both ends speak our version of the protocol; if not, the peer is owed a refusal that says so."""
        ...

    @property
    def patience(self) -> int:
        """How many frames may wait to be sent before the peer is dropped; may be set."""
        ...

    @patience.setter
    def patience(self, frames: int) -> None: ...

    @property
    def leisure(self) -> float:
        """Seconds that a frame may wait to be sent together with others; may be set. 0 at first."""
        ...

    @leisure.setter
    def leisure(self, seconds: float) -> None: ...

    def let_in(self, *, plays: bool) -> None:
        """The peer has proved to know a code: limits for strangers are not for it any more. Again is fine.

        Args:
            plays: whether it has a seat; who comes back to one is not to wait behind strangers.
        """
        ...

    async def send(self, data: bytes) -> None:
        """Queues a frame; never waits for the peer.

        Raises:
            LinkClosed: the link is gone, or the peer has just been dropped because it does not read.
        """
        ...

    async def recv(self) -> bytes:
        """The next frame.

        Raises:
            RemoteProtocolError: the peer sent what is no frame; once, and the link is closed then.
            LinkClosed: nothing more will come.
        """
        ...

    async def drain(self) -> None:
        """Waits until half of what may wait to be sent is free: for who sends a whole log.

        Raises:
            LinkClosed: the link is gone.
        """
        ...

    async def close(self, reason: str = "") -> None:
        """Sends what is queued, says goodbye and closes, in bounded time. Again is fine.

        Args:
            reason: for the peer's person; cut to what fits.
        """
        ...

    def abort(self) -> None:
        """Closes at once; what is queued is lost. Again is fine."""
        ...
