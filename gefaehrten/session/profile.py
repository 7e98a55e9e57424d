"""Shell. A profile: the folder that holds a player's key and all matches; what is settled for good is in `settings`.

The one rule: commands that play lock it, readers never do; and nothing that is found is ever destroyed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Final

from gefaehrten.core.errors import StoreError
from gefaehrten.session import database_files as files
from gefaehrten.session import settings, store_errors
from gefaehrten.session.lock import ProcessLock, left_open
from gefaehrten.session.store import Store

DATABASE: Final = "profile.db"
"""The one file that matters in the folder (SQLite keeps its journal beside it while it is open)."""

LOCK: Final = "profile.lock"
"""Holds the number of the process that plays; the lock itself is the system's."""

_OPENED_BYTES: Final = 8

SEED_BYTES: Final = 32
"""The length of an identity seed."""

_IDENTITY: Final = "identity"
_OPENED: Final = "opened"
"""How often somebody began to play: what every process writes first, so that a journal is there from then on."""


class Access(Enum):
    """What a command does with a profile."""

    PLAY = "play"
    """Writes; one process at a time. What is not there yet is made."""
    READ = "read"
    """Reads, also while another process plays. Makes nothing."""


def default_folder() -> Path:
    """Where this system keeps the data of this user's programs."""
    return Path(settings.default_folder())


class Profile:
    """An open profile. Close it, or use it in a `with`, to free its lock.

    Attributes:
        folder: where it is.
        store: its matches.
    """

    def __init__(self, folder: Path, store: Store, lock: ProcessLock | None) -> None:
        """Use `open`."""
        self.folder = folder
        self.store = store
        self._lock = lock

    @classmethod
    def open(cls, folder: Path, *, access: Access, entropy: Callable[[int], bytes] | None = None) -> Profile:
        """Opens a profile.

        Args:
            folder: for `PLAY` it is made, for its owner alone, if it is not there; for `READ` it then counts as empty.
            entropy: gives so many secret random bytes; needed for `PLAY`, where a new profile gets its key.

        Raises:
            StoreError: `in_use`, `not_a_folder`, `readonly`, `unreadable`, `full`, `not_ours`, `newer`, `damaged`
                or `io`; nothing was changed.
        """
        match access:
            case Access.READ:
                return cls(folder, _store_to_read(folder), None)
            case Access.PLAY:
                assert entropy is not None
                _make_folder(folder)
                lock = ProcessLock(folder / LOCK)
                try:
                    if lock.journal and (lost := _lost(folder)) is not None:
                        raise lost
                    store = Store.open(folder / DATABASE)
                    try:
                        _begin(store, folder / DATABASE, entropy)
                        lock.note(journal=True)
                    except BaseException:
                        store.close()
                        raise
                except BaseException:
                    lock.close()
                    raise
                return cls(folder, store, lock)

    @property
    def seed(self) -> bytes:
        """The seed of the profile's own key, 32 bytes.

        Raises:
            StoreError: `missing`: there is no profile yet (only for `READ`).
        """
        seed = self.store.get(_IDENTITY)
        if seed is None:
            if self.store.matches() or self.store.damage is not None:
                raise store_errors.damaged(self.folder / DATABASE)
            raise store_errors.missing(self.folder)
        if len(seed) != SEED_BYTES:
            raise store_errors.damaged(self.folder)
        return seed

    def close(self) -> None:
        """Closes the database and frees the lock. Again is fine."""
        lock, self._lock = self._lock, None
        if lock is not None:
            with contextlib.suppress(StoreError):  # the next process then looks for a journal once more
                lock.note(journal=False)
        self.store.close()
        if lock is not None:
            lock.close()

    def __enter__(self) -> Profile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _begin(store: Store, path: Path, entropy: Callable[[int], bytes]) -> None:
    """Gives a new profile its key, and counts who plays: from the first commit on there is a journal to be missed."""
    if store.get(_IDENTITY) is None:
        if store.matches():  # played with a key that is gone: another one must not take its place
            raise store_errors.damaged(path)
        store.put(_IDENTITY, entropy(SEED_BYTES))
    times = int.from_bytes(store.get(_OPENED) or b"", "big") + 1
    store.put(_OPENED, times.to_bytes(_OPENED_BYTES, "big"))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise store_errors.from_os(error, folder) from error


def _store_to_read(folder: Path) -> Store:
    if folder.exists() and not folder.is_dir():
        raise store_errors.not_a_folder(folder)
    lost = _lost(folder) if left_open(folder / LOCK) else None
    try:
        store = Store.open(folder / DATABASE, readonly=True)
    except StoreError as error:
        if error.code == "missing":
            return Store.empty(folder / DATABASE)
        raise
    if lost is not None:
        store.suspect(lost.sentence)
    return store


def _lost(folder: Path) -> StoreError | None:
    """What to say of a profile that was not closed, if its journal is gone: it is never empty while somebody plays."""
    path = folder / DATABASE
    journal = files.beside(path, files.JOURNAL)
    if files.size(journal) or not path.exists():
        return None
    return store_errors.journal_lost(path, journal, folder / LOCK)
