"""Shell. One process plays with a profile: a lock that dies with the process that holds it.

The one rule: the lock is the system's, not the file's existence, so nothing stale can ever lock anybody out. What
stands in the file says who holds it, and whether a journal is open beside it: that stays when the process dies.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from gefaehrten.session import store_errors

if sys.platform == "win32":
    import msvcrt

    _LOCKED_BYTE = 1 << 20
    """Windows locks bytes against readers too: one far behind the number of the process, which others read."""

    def hold(handle: int) -> None:
        """Locks an open file until the handle is closed. Raises `PermissionError` while another process has it."""
        os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def hold(handle: int) -> None:
        """Locks an open file until the handle is closed. Raises `BlockingIOError` while another process has it."""
        # flock, not lockf: POSIX locks are dropped when the process closes any other handle of the file.
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


_OPEN = b"open"
"""The second line, while a journal is open that is nowhere else."""


def left_open(path: Path) -> bool:
    """Whether a process has a journal open, or had one when it died."""
    try:
        return path.read_bytes().splitlines()[1:] == [_OPEN]
    except OSError:
        return False


class ProcessLock:
    """A held lock. Closing it, or the end of the process in any way, frees it; the file stays.

    The handle is not inherited by programs that are started, so bot processes never hold it.

    Attributes:
        journal: whether a journal is open; at first, whether whoever held the lock last died with one.
    """

    def __init__(self, path: Path) -> None:
        """Takes the lock.

        Args:
            path: the lock file; its folder must exist.

        Raises:
            StoreError: `in_use`, or the file cannot be written: this machine's matter.
        """
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise store_errors.from_os(error, path.parent) from error
        try:
            self._hold(path)
        except BaseException:
            os.close(self._handle)
            raise

    def _hold(self, path: Path) -> None:
        try:
            hold(self._handle)
        except (BlockingIOError, PermissionError) as error:
            raise store_errors.in_use(path.parent, self._holder()) from error
        except OSError as error:
            raise store_errors.from_os(error, path.parent) from error
        self._folder = path.parent
        self.note(journal=self._lines()[1:] == [_OPEN])

    def note(self, *, journal: bool) -> None:
        """Writes down whether a journal is open.

        Raises:
            StoreError: the file cannot be written: this machine's matter.
        """
        self.journal = journal
        content = b"%d\n%s" % (os.getpid(), _OPEN + b"\n" if journal else b"")
        try:
            # Written first and cut then: on a full disk what stood there stays.
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, content)
            os.ftruncate(self._handle, len(content))
        except OSError as error:
            raise store_errors.from_os(error, self._folder) from error

    def _lines(self) -> list[bytes]:
        os.lseek(self._handle, 0, os.SEEK_SET)
        return os.read(self._handle, 40).splitlines()

    def _holder(self) -> int | None:
        """The process that holds the lock, as far as it has said so yet."""
        word = b"".join(self._lines()[:1])
        return int(word) if word.isdigit() else None

    def close(self) -> None:
        """Frees the lock. Again is fine."""
        handle, self._handle = self._handle, -1
        if handle >= 0:
            os.close(handle)
