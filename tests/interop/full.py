"""Pure. Logs that hold as many bytes as they may, and one message more (docs/protocol.md, 14).

The one rule: what fills them is void, so that nothing but their size can be wrong.
"""

from __future__ import annotations

from collections.abc import Callable

from protocol.wire.messages import Kind
from tests.interop.forging import Forge, Logged
from tests.interop.successions import CHANGED, forge_of
from tests.interop.tampering import ZERO, after_table

MOST_BYTES = 48 * 2**20
LARGE = 62
"""Pieces of 1,024 bytes in one message."""


def filler(pieces: list[bytes]) -> Logged:
    """A TURN for a request before the first one."""
    return Logged(0, Kind.TURN, [0, list(pieces), [], ZERO], 0)


def size(forge: Forge) -> int:
    """The bytes of all envelopes of a log."""
    fixed = after_table(forge) + 64 * len(forge.seats) + 4 + 32
    return len(forge.build()) - fixed - 72 * len(forge.log)


def full(last: Logged) -> Callable[[], bytes]:
    """A log of exactly as many bytes as there may be, and a message more."""

    def make() -> bytes:
        forge = forge_of(CHANGED).copy()
        large = filler([bytes(1024)] * LARGE)
        forge.log = [large]
        each = size(forge) + 4
        forge.log = [filler([bytes(1024)] * LARGE) for _ in range(MOST_BYTES // each - 1)]
        room = MOST_BYTES - size(forge)
        # What is left is less than two of them: two halves, the second one made to fit.
        forge.log += [
            filler([bytes(1024)] * (room // 2 // 1027)),
            filler([bytes(1000)] * (room // 2 // 1003)),
        ]
        spare = MOST_BYTES - size(forge)
        pieces = [bytes(1000)] * (room // 2 // 1003)
        while spare > 24:
            step = min(spare, 1003)
            pieces.append(bytes(step - 3))
            forge.log[-1] = filler(pieces)
            spare = MOST_BYTES - size(forge)
        pieces[0] = bytes(1000 + spare)
        forge.log[-1] = filler(pieces)
        assert size(forge) == MOST_BYTES
        forge.log.append(last)
        return forge.build()

    return make


FULL = {
    "full: a wish more": full(Logged(1, Kind.MOTION, ["pause"], 0)),
    "full: a TERM more": full(Logged(1, Kind.TERM, [2], 0, votes=[0, 1])),
}
