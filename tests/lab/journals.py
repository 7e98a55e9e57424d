"""Shell. The journals of the laboratory's processes: the program's own store, in memory or in a file, and mortal.

The one rule: a process that is killed has written what it had committed, and writes nothing more.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from gefaehrten.session import database
from gefaehrten.session.database import Database
from gefaehrten.session.store import Store
from tests.lab.plan import Way

MEMORY = Path("memory")


class Killed(BaseException):
    """The process that does this has been killed: none of its own code may take notice."""


class Life:
    """One run of a process. Mutable: it ends.

    Attributes:
        dead: it has been killed.
        pause: seconds until the process is started again.
    """

    def __init__(self) -> None:
        self.dead = False
        self.pause = 0.0


class MortalStore(Store):
    """The store as one life of a process uses it.

    Args:
        moment: is told before and after each transaction; may end the life.
    """

    def __init__(self, file: Database, life: Life, moment: Callable[[Way], None]) -> None:
        super().__init__(file)
        self._life = life
        self._moment = moment

    @contextmanager
    def batch(self) -> Iterator[None]:
        """See `Store`."""
        self._check()
        if self._file._depth:
            with super().batch():
                yield
            return
        with super().batch():
            yield
            self._moment(Way.KEEP)
            self._check()
        self._moment(Way.KEPT)
        self._check()

    def _check(self) -> None:
        if self._life.dead:
            raise Killed


class Journal:
    """What a peer's disk holds, over all lives of its process.

    Args:
        folder: where the file is; None keeps it in memory.
    """

    def __init__(self, folder: Path | None, who: str) -> None:
        self._path = None if folder is None else folder / f"{who}.db"
        if self._path is not None:
            template = _template(self._path.parent)
            shutil.copyfile(template, self._path)
        self._file = self._open()
        self._lives = 0

    def store(self, life: Life, moment: Callable[[Way], None]) -> MortalStore:
        """The store for another life of the process."""
        self._lives += 1
        if self._path is not None and self._lives > 1:
            self._file.close()
            self._file = self._open()
        return MortalStore(self._file, life, moment)

    def reader(self) -> Store:
        """For whoever looks at it when all is over."""
        return Store(self._file)

    def close(self) -> None:
        """Ends it."""
        self._file.close()

    def _open(self) -> Database:
        if self._path is not None:
            return database.open_for_writing(self._path)
        connection = sqlite3.connect(":memory:", isolation_level=None)
        connection.deserialize(_blank())
        return Database(connection, MEMORY, readonly=False, damage=None)


@cache
def _blank() -> bytes:
    """An empty profile."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    database._migrate(connection)
    data = connection.serialize()
    connection.close()
    return data


def _template(folder: Path) -> Path:
    """An empty profile in a file, beside the folder of a run."""
    path = folder / "blank.db"
    if not path.exists():
        Store.open(path).close()
    return path
