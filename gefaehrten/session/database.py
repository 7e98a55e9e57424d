"""Shell. A SQLite file that is opened with care: made whole or not at all, not changed when it is not ours or not well.

The one rule: a commit is on the disk when it returns, and whatever fails leaves the file as it was.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from gefaehrten.core.errors import StoreError
from gefaehrten.core.text import Sentence
from gefaehrten.session import database_files as files
from gefaehrten.session import schema, store_errors

Row = tuple[Any, ...]

_BUSY_SECONDS: Final = 5.0
"""How long SQLite waits for another connection: only a checkpoint or a repair ever makes one wait."""


class Database:
    """An open file. Mutable: it counts nested batches and remembers a failure until the outermost one ends.

    Attributes:
        damage: what could not be read so far; only a read-only database goes on after damage.
    """

    def __init__(
        self, connection: sqlite3.Connection, path: Path, *, readonly: bool, damage: Sentence | None
    ) -> None:
        """Use `create`, `open_for_writing`, `open_for_reading` or `empty`."""
        self.path = path
        self.damage = damage
        self._connection = connection
        self._readonly = readonly
        self._depth = 0
        self._failure: StoreError | None = None

    def close(self) -> None:
        """Closes the file. Again is fine."""
        self._connection.close()

    @contextlib.contextmanager
    def batch(self) -> Iterator[None]:
        """What is written inside is one transaction: on the disk at the end, or nothing of it.

        Inner batches join the outer one. A failed write ends the outermost one even if somebody catches its error.

        Raises:
            StoreError: the disk, the file or this user's rights do not allow it.
        """
        if self._depth:
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
            return
        self.execute("BEGIN IMMEDIATE")
        self._depth = 1
        self._failure = None
        try:
            yield
            if self._failure is not None:
                raise self._failure
            self.execute("COMMIT")
        except BaseException:
            self._roll_back()
            raise
        finally:
            self._depth = 0

    def _roll_back(self) -> None:
        # After some errors SQLite has rolled back by itself already.
        with contextlib.suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def execute(self, statement: str, *values: object) -> sqlite3.Cursor:
        """One statement that writes or answers with one row.

        Raises:
            StoreError: the disk, the file or this user's rights do not allow it.
        """
        try:
            return self._connection.execute(statement, values)
        except sqlite3.Error as error:
            self._failure = store_errors.from_sqlite(error, self.path)
            raise self._failure from error

    def one(self, query: str, *values: object) -> Row | None:
        """The first row of an answer."""
        found = self.rows(query, *values)
        return found[0] if found else None

    def rows(self, query: str, *values: object) -> list[Row]:
        """All rows of an answer; of a damaged read-only file those before the damaged place.

        Raises:
            StoreError: the file cannot be read; damage in a file that is open for writing.
        """
        found: list[Row] = []
        try:
            for row in self._connection.execute(query, values):
                found.append(row)  # what was read before an error counts
        except sqlite3.Error as error:
            problem = store_errors.from_sqlite(error, self.path)
            if not (self._readonly and problem.code == "damaged"):
                raise problem from error
            self.note_damage()
            found = self._last_as_well(found, query, values)
        return found

    def _last_as_well(self, found: list[Row], query: str, values: tuple[object, ...]) -> list[Row]:
        """The row before the damaged place too: Python looks one row ahead, and loses it with the error."""
        try:
            return self._connection.execute(f"{query} LIMIT {len(found) + 1}", values).fetchall()
        except sqlite3.Error:
            return found

    def note_damage(self) -> None:
        """Remembers that something could not be read; where others rely on what is written, it is an error.

        Raises:
            StoreError: the file is open for writing.
        """
        problem = store_errors.damaged(self.path)
        if not self._readonly:
            raise problem
        self.damage = problem.sentence

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """What is read inside is all of one moment, whatever another process writes."""
        if self._depth:
            yield
            return
        self.execute("BEGIN")
        try:
            yield
        finally:
            self._roll_back()


def create(path: Path) -> None:
    """Makes an empty profile, readable by its owner alone. The caller holds the profile's lock.

    It is made beside its place and moved there when it is whole: a crash never leaves half a profile.

    Raises:
        StoreError: there is no room, or this user may not write there.
    """
    try:
        handle, name = tempfile.mkstemp(prefix=f"{path.name}.", suffix=".new", dir=path.parent)
        os.close(handle)
    except OSError as error:
        raise store_errors.from_os(error, path.parent) from error
    made = Path(name)
    try:
        with contextlib.closing(_connect(made, "rw")) as connection:
            # No WAL yet: what is in it would be moved into the file by a close that does not say when it cannot.
            connection.execute("PRAGMA journal_mode = DELETE")
            _set_up(connection)
            connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
            _migrate(connection)
        made.rename(path)
        files.sync_folder(path.parent)
    except sqlite3.Error as error:
        raise store_errors.from_sqlite(error, path) from error
    except OSError as error:
        raise store_errors.from_os(error, path) from error
    finally:
        for rest in (made, files.beside(made, "-journal")):
            rest.unlink(missing_ok=True)


def open_for_writing(path: Path) -> Database:
    """Opens a whole profile, and makes an older one a present one.

    Raises:
        StoreError: not there, not ours, damaged, of a newer version, or not to be written by this user.
    """
    files.check(path, _owner)
    if not (files.may(path, os.W_OK) and files.may(path.parent, os.W_OK)):
        raise store_errors.readonly(path)
    try:
        connection = _connect(path, "rw")
        try:
            _check_version(connection, path)
            connection.execute("PRAGMA journal_mode = WAL")
            _set_up(connection)
            if not _whole(connection):  # writing into a damaged tree makes it worse
                raise store_errors.damaged(path)
            _migrate(connection)
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise store_errors.from_sqlite(error, path) from error
    return Database(connection, path, readonly=False, damage=None)


def open_for_reading(path: Path) -> Database:
    """Opens a profile that may be in use, damaged, of an older version or in a read-only folder, and never changes it.

    Raises:
        StoreError: not there, not ours, of a newer version, or nothing in it can be read.
    """
    files.check(path, _owner)
    immutable = lenient = False
    while True:
        try:
            connection = _read(path, immutable=immutable, lenient=lenient)
            break
        except sqlite3.Error as error:
            match store_errors.primary_code(error):
                case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY if not immutable:
                    # SQLite cannot make the files that go with a journal; without a journal it needs none.
                    if files.size(files.beside(path, "-wal")):
                        raise store_errors.unfinished(path) from error
                    immutable = True
                case sqlite3.SQLITE_CORRUPT if not lenient:
                    lenient = True
                case _:
                    raise store_errors.from_sqlite(error, path) from error
    try:
        whole = not lenient and _whole(connection)
        connection = _as_present(connection, path)
    except sqlite3.Error as error:
        connection.close()
        raise store_errors.from_sqlite(error, path) from error
    except BaseException:
        connection.close()
        raise
    damage = None if whole else store_errors.damaged(path).sentence
    return Database(connection, path, readonly=True, damage=damage)


def empty(path: Path) -> Database:
    """A profile without anything in it, in memory and read-only: what a reader sees where there is none yet."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    _migrate(connection)
    connection.execute("PRAGMA query_only = ON")
    return Database(connection, path, readonly=True, damage=None)


def _connect(path: Path, mode: str, *more: str) -> sqlite3.Connection:
    uri = "&".join((f"{path.absolute().as_uri()}?mode={mode}", *more))
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_BUSY_SECONDS)
    connection.text_factory = _text
    return connection


def _text(raw: bytes) -> str | bytes:
    """A text as it was written; what cannot have been one stays bytes, and is damage to whoever reads it."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw


def _whole(connection: sqlite3.Connection) -> bool:
    """Whether every page is where it belongs, and every row: some 1.5 ms a megabyte."""
    connection.execute("PRAGMA cell_size_check = ON")
    try:
        return connection.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]
    except sqlite3.DatabaseError as error:
        if store_errors.primary_code(error) != sqlite3.SQLITE_CORRUPT:
            raise
        return False


def _set_up(connection: sqlite3.Connection) -> None:
    # FULL: the journal is synced at every commit, not only at checkpoints; NORMAL loses commits with the power.
    connection.execute("PRAGMA synchronous = FULL")
    # macOS answers a plain fsync before the disk has written; elsewhere this does nothing.
    connection.execute("PRAGMA fullfsync = ON")
    connection.execute("PRAGMA checkpoint_fullfsync = ON")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA trusted_schema = OFF")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _check_owner(connection: sqlite3.Connection, path: Path) -> None:
    if connection.execute("PRAGMA application_id").fetchone() != (schema.APPLICATION_ID,):
        raise store_errors.not_ours(path)


def _owner(path: Path) -> None:
    """Looks whose file it is, through SQLite but past its journal."""
    with contextlib.closing(_connect(path, "ro", "immutable=1")) as connection:
        _check_owner(connection, path)


def _check_version(connection: sqlite3.Connection, path: Path) -> None:
    _check_owner(connection, path)
    if (found := _version(connection)) > schema.VERSION:
        raise store_errors.newer(path, found=found, known=schema.VERSION)
    if found < 1:
        raise store_errors.damaged(path)


def _migrate(connection: sqlite3.Connection, migrations: Sequence[Sequence[str]] = schema.MIGRATIONS) -> None:
    """Leads the tables to the last version, one transaction a version."""
    for version in range(_version(connection), len(migrations)):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in migrations[version]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise


def _as_present(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """A readable connection with the present tables: an older profile is copied into memory and led on there."""
    try:
        _check_version(connection, path)
        if _version(connection) == schema.VERSION:
            return connection
        copy = sqlite3.connect(":memory:", isolation_level=None)
        connection.backup(copy)
        connection.close()
        _migrate(copy)
        copy.execute("PRAGMA query_only = ON")
    except sqlite3.Error as error:
        raise store_errors.from_sqlite(error, path) from error
    return copy


def _read(path: Path, *, immutable: bool, lenient: bool) -> sqlite3.Connection:
    """A read-only connection that has proven that it can read.

    Args:
        immutable: nobody writes, so no locks and no journal.
        lenient: also a file that is shorter than its header says: SQLite refuses it unless its schema may be repaired.
    """
    connection = _connect(path, "ro", *(["immutable=1"] if immutable else []))
    try:
        if lenient:
            connection.execute("PRAGMA writable_schema = ON")
        connection.execute("SELECT count(*) FROM matches").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection
