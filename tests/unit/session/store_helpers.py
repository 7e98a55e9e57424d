"""Shell. What the tests of the store share: entries, a match, and a user who is nobody in particular."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from gefaehrten.session.store import Store
from gefaehrten.session.stored import Role
from protocol.wire.frame import Entry

MATCH = bytes(range(16))
NOBODY = 65_534


def entry(index: int, *, size: int = 300, term: int = 1, mark: int = 0) -> Entry:
    """An entry whose bytes say which it is."""
    word = index.to_bytes(4, "big") + bytes([mark])
    return Entry(index, term, word.ljust(64, b"s"), word.ljust(size, b"e"))


def new_store(path: Path, *, entries: int = 0, match: bytes = MATCH) -> Store:
    """A store with one match in it."""
    store = Store.open(path)
    store.create(match, game="gefaehrten", role=Role.GUEST, started=1_700_000_000)
    if entries:
        store.append(match, [entry(index) for index in range(1, entries + 1)])
    return store


@contextlib.contextmanager
def ordinary_user() -> Iterator[Path]:
    """A folder in the hands of a user whom permissions stop: root is nobody inside."""
    with tempfile.TemporaryDirectory(prefix="store-test-") as name:
        folder = Path(name)
        if os.geteuid() != 0:
            yield folder
            folder.chmod(0o700)
            return
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
        try:
            yield folder
        finally:
            os.seteuid(0)
