"""Pure. The checksum that every row of a profile carries, so that a value which has become another one is seen.

The one rule: it is over everything in the row but itself. SQLite sees a page that is none; within a page it takes what
stands there. Nobody is kept out by it: it finds what disks do, not what people do.
"""

from __future__ import annotations

import hashlib
from typing import Final

from protocol.canonical import Plain, canonical

BYTES: Final = 8
"""One wrong row in 2**64 would pass."""


def checksum(*values: Plain) -> bytes:
    """Of the values of a row, in the order of its columns: 8 bytes."""
    return hashlib.blake2b(canonical([*values]), digest_size=BYTES).digest()
