"""Shell. The files of a profile's database as files: whose they are, what may be done with them, what lies beside them.

The one rule: nothing here changes a file, and none is opened that SQLite has open.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final

from gefaehrten.session import store_errors

JOURNAL: Final = "-wal"
"""The end of the name of SQLite's journal, beside the file that it belongs to."""

_HEADER_BYTES: Final = 100
"""The header of a SQLite file (https://sqlite.org/fileformat.html)."""


def check(path: Path, owner: Callable[[Path], None]) -> None:
    """Refuses what is no whole profile of ours before SQLite works on it: it would drop the journal of an empty file.

    Looks through SQLite, not by itself: closing a handle of one's own drops SQLite's locks on the file (POSIX).

    Args:
        owner: looks whose it is, and raises what SQLite or we have against it.

    Raises:
        StoreError: not there, not readable, empty, or of another program.
    """
    try:
        length = path.stat().st_size
    except FileNotFoundError as error:
        if size(beside(path, JOURNAL)):
            raise store_errors.emptied(path) from error
        raise store_errors.missing(path) from error
    except PermissionError as error:
        raise store_errors.unreadable(path) from error
    except OSError as error:
        raise store_errors.from_os(error, path) from error
    if not path.is_file():
        raise store_errors.not_ours(path)
    if length == 0:
        raise store_errors.emptied(path)
    if not may(path, os.R_OK):
        raise store_errors.unreadable(path)
    try:
        owner(path)
    except sqlite3.Error as error:
        problem = store_errors.from_sqlite(error, path)
        if problem.code == "not_ours" and _is_blank(path):
            raise store_errors.emptied(path) from error
        # Also what a file looks like while another process moves its journal into it: those who open it will see.
        if problem.code != "damaged":
            raise problem from error


def _is_blank(path: Path) -> bool:
    with path.open("rb") as file:
        return not file.read(_HEADER_BYTES).strip(b"\0")


def may(path: Path, what: int) -> bool:
    """Whether this user may read (`os.R_OK`) or write (`os.W_OK`) here."""
    return os.access(path, what, effective_ids=os.access in os.supports_effective_ids)


def beside(path: Path, ending: str) -> Path:
    """The file whose name goes on like this."""
    return path.with_name(path.name + ending)


def size(path: Path) -> int:
    """Its bytes; 0 where there is no such file."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def sync_folder(folder: Path) -> None:
    """Makes a rename last. Windows has no such call for folders and does not need it."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
