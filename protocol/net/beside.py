"""Pure. What comes over a websocket beside messages: pings, pongs, and the pieces that a message may be cut into.

The one rule: the library deals with these by itself, before anybody could count them as words; they are counted here.
"""

from __future__ import annotations

from typing import Final

from protocol import limits
from protocol.machine.allowance import Allowance

CLOSE: Final = 0x8
PING: Final = 0x9
PONG: Final = 0xA
"""Kinds of frames that are no part of a message (RFC 6455, 5.5)."""


class Beside:
    """Counts one connection's frames. Mutable: the counts.

    Args:
        now: seconds of any steady clock.
    """

    def __init__(self, now: float) -> None:
        self._controls = Allowance.full(*limits.CONTROL_FRAMES, now)
        self._pieces = 0

    def bearable(self, kind: int, *, last: bool, now: float) -> bool:
        """Whether one more frame is no flood.

        Pings are answered, and answers pile up in memory where the peer does not read them; pieces without content
        pile up as well, and do not count for the size of a message.

        Args:
            kind: the frame's opcode.
            last: whether it ends a message.
        """
        if kind in (PING, PONG):
            return self._controls.take(now)
        if kind != CLOSE:
            self._pieces = 0 if last else self._pieces + 1
        return self._pieces < limits.PIECES
