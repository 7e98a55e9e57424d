"""Shell. Processes of others, watched by tests."""

from __future__ import annotations

import os
import select


def gone(pid: int) -> bool:
    """Waits for the end of a process, of anybody's, for ten seconds at most."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], 10)[0])
    finally:
        os.close(handle)
