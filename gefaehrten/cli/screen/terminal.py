"""Shell. The terminal as it was before the full screen: remembered, and brought back whatever ends the program.

The one rule: an orderly end has left nothing to do here; this is for all others.
"""

from __future__ import annotations

import atexit
import contextlib
import sys
from typing import Any, TextIO

SHOW_CURSOR = "\x1b[?25h"
LEAVE_ALTERNATE_SCREEN = "\x1b[?1049l"
END_MOUSE = "\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l"
END_PASTE = "\x1b[?2004l"
WRAP_LINES = "\x1b[?7h"
PLAIN = "\x1b[0m"
AS_IT_WAS = END_MOUSE + END_PASTE + PLAIN + WRAP_LINES + LEAVE_ALTERNATE_SCREEN + SHOW_CURSOR
"""What undoes everything that a full screen turns on."""


class Guard:
    """Remembers a terminal's modes, and restores modes and screen once, at the latest when the interpreter ends.

    Args:
        stream: the terminal that is drawn on.
        source: the terminal that is read.
    """

    def __init__(self, stream: TextIO, source: TextIO | None = None) -> None:
        self._stream = stream
        self._source = sys.stdin if source is None else source
        self._modes: list[Any] | None = None
        self._armed = False

    def arm(self) -> None:
        """From now on the terminal is not as it was."""
        self._modes = _modes(self._source)
        self._armed = True
        atexit.register(self.restore)

    def disarm(self) -> None:
        """The terminal is as it was: whoever drew on it has cleaned up."""
        self._armed = False
        atexit.unregister(self.restore)

    def restore(self) -> None:
        """Makes the terminal what it was, unless that has been done. Never raises: the terminal may be gone."""
        if not self._armed:
            return
        self.disarm()
        with contextlib.suppress(OSError, ValueError):
            self._stream.write(AS_IT_WAS)
            self._stream.flush()
        if self._modes is not None:
            _set_modes(self._source, self._modes)


def _modes(source: TextIO) -> list[Any] | None:
    """How a terminal treats what is typed; None where that is no terminal, or cannot be asked."""
    try:
        import termios
    except ImportError:  # Windows
        return None
    try:
        return termios.tcgetattr(source.fileno())
    except (OSError, ValueError, termios.error):
        return None


def _set_modes(source: TextIO, modes: list[Any]) -> None:
    import termios

    with contextlib.suppress(OSError, ValueError, termios.error):
        termios.tcsetattr(source.fileno(), termios.TCSANOW, modes)
