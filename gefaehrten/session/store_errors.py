"""Pure. What can go wrong with a profile, as sentences that say what is wrong and what is not lost.

The one rule: whoever raises one of these has changed nothing that was stored.
"""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path
from typing import Final

from gefaehrten.core.errors import StoreError
from gefaehrten.core.text import N_

NO_SPACE: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""What systems say when there is no room left: on the disk, in the quota, in the file."""

NO_WRITING: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
"""What systems say where one may look but not write."""


class Conflict(StoreError):
    """Something else is stored already under the same name; it was left as it is.

    Codes: `entry_conflict`, `signed_twice`, `voted_twice`, `secret_conflict`, `record_conflict`.

    Attributes:
        stored: the bytes that are stored, for an entry or an envelope a signed piece of evidence.
        offered: the bytes that were refused.
    """

    def __init__(self, code: str, template: str, *, stored: bytes, offered: bytes, **params: object) -> None:
        self.stored = stored
        self.offered = offered
        super().__init__(code, template, **params)


class Gap(StoreError):
    """An entry that does not follow the last stored one: its sender left something out, or the caller did."""


def missing(path: Path) -> StoreError:
    """There is no profile."""
    return StoreError("missing", N_("There is no profile in {path} yet."), path=path)


def unknown_match(match: bytes) -> StoreError:
    """A match that the profile does not hold."""
    return StoreError("unknown", N_("The profile holds no match {match}."), match=match.hex())


def not_ours(path: Path) -> StoreError:
    """A file of somebody else's making stands where ours should."""
    return StoreError(
        "not_ours",
        N_(
            "{path} is not a profile of this program. It was left as it is; name another folder with --profile."
        ),
        path=path,
    )


def newer(path: Path, *, found: int, known: int) -> StoreError:
    """A profile that a later version of the program has written."""
    return StoreError(
        "newer",
        N_(
            "The profile {path} was written by a newer version of this program (form {found}, known here: {known}). "
            "It was left as it is; please update the program."
        ),
        path=path,
        found=found,
        known=known,
    )


def damaged(path: Path) -> StoreError:
    """A profile that is no longer whole."""
    return StoreError(
        "damaged",
        N_(
            "The profile {path} is damaged. It was left as it is: games, show and export read what can still be read; "
            "to play, restore a copy or name another folder with --profile."
        ),
        path=path,
    )


def emptied(path: Path) -> StoreError:
    """A profile whose file has no content or is gone while its journal is still there."""
    return StoreError(
        "damaged",
        N_(
            "The profile {path} has lost its content. Nothing was changed; restore a copy, "
            "or move the file and those beside it away to begin a new profile with a new key."
        ),
        path=path,
    )


def journal_lost(path: Path, journal: Path, lock: Path) -> StoreError:
    """A profile that was not closed properly, without the journal that holds what was stored last."""
    return StoreError(
        "damaged",
        N_(
            "The profile {path} was not closed properly, and its journal {journal} is gone, with what was stored last. "
            "Put the journal back, or restore a copy. To do without it, delete {lock}; "
            "matches that were running then may lack your last moves."
        ),
        path=path,
        journal=journal.name,
        lock=lock,
    )


def unfinished(path: Path) -> StoreError:
    """A profile that needs a repair by SQLite, in a folder where nothing can be written."""
    return StoreError(
        "readonly",
        N_(
            "The profile {path} was not closed properly and its folder is read-only: "
            "copy the folder, and read the copy."
        ),
        path=path,
    )


def in_use(path: Path, pid: int | None) -> StoreError:
    """Another process plays with this profile."""
    if pid is None:
        template = N_(
            "Another process is playing with the profile {path}. Close it, or give this one a --profile of its own."
        )
    else:
        template = N_(
            "Process {pid} is playing with the profile {path}. Close it, or give this one a --profile of its own."
        )
    return StoreError("in_use", template, path=path, pid=pid)


def from_os(error: OSError, path: Path) -> StoreError:
    """The system's refusal to make, open, lock or write a file."""
    if error.errno in NO_SPACE:
        return full(path)
    if error.errno in NO_WRITING:
        return readonly(path)
    if error.errno in (errno.ENOTDIR, errno.EEXIST, errno.EISDIR):
        return not_a_folder(path)
    return StoreError(
        "io",
        N_("The profile {path} cannot be used; the system says: {reason}."),
        path=path,
        reason=error.strerror or type(error).__name__,
    )


def not_a_folder(path: Path) -> StoreError:
    """A profile is a folder, and this is something else."""
    return StoreError(
        "not_a_folder", N_("{path} is not a folder; name a folder for the profile with --profile."), path=path
    )


def readonly(path: Path) -> StoreError:
    """A place where this user may not write."""
    return StoreError(
        "readonly",
        N_(
            "The profile {path} cannot be written: change its permissions, or name another folder with --profile."
        ),
        path=path,
    )


def unreadable(path: Path) -> StoreError:
    """A file that this user may not even read."""
    return StoreError(
        "unreadable",
        N_(
            "The profile {path} cannot be read: change its permissions, or name another folder with --profile."
        ),
        path=path,
    )


def full(path: Path) -> StoreError:
    """No room left."""
    return StoreError(
        "full",
        N_(
            "There is no room left to write the profile {path}. What is stored is safe; free some space and try again."
        ),
        path=path,
    )


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's result code without its details: the low byte. Errors of the Python side have none."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def from_sqlite(error: sqlite3.Error, path: Path) -> StoreError:
    """What SQLite refused, in our words."""
    match primary_code(error):
        case sqlite3.SQLITE_FULL:
            return full(path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return readonly(path)
        case sqlite3.SQLITE_CORRUPT:
            return damaged(path)
        case sqlite3.SQLITE_ERROR if isinstance(error, sqlite3.OperationalError):
            return damaged(path)  # what we ask is always the same: the tables are not those that we made
        case sqlite3.SQLITE_NOTADB:
            return not_ours(path)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return in_use(path, None)
        case sqlite3.SQLITE_IOERR:
            # Also what SQLite makes of a quota or a size limit: only ENOSPC becomes SQLITE_FULL.
            return StoreError(
                "io",
                N_(
                    "The profile {path} could not be read or written: the disk may be full or failing. "
                    "What was stored before is untouched."
                ),
                path=path,
            )
        case _:
            return StoreError(
                "io",
                N_("The profile {path} cannot be used; the system says: {reason}."),
                path=path,
                reason=str(error),
            )
