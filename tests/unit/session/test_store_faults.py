"""Crashes, full disks, damaged files and other people's files: a clear sentence, and nothing is destroyed."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from gefaehrten.core.errors import StoreError
from gefaehrten.session import database, schema
from gefaehrten.session.store import Store
from gefaehrten.session.stored import Role
from tests.unit.session.store_helpers import MATCH, entry, new_store, ordinary_user

resource = pytest.importorskip("resource", reason="limits and users are those of POSIX systems")

ME = b"m" * 32


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "profile.db"


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder that holds anything, but for the shared memory, which holds nothing of its own."""
    return {
        file.name: data
        for file in folder.iterdir()
        if not file.name.endswith("-shm") and (data := file.read_bytes())
    }


def refusal(path: Path, *, readonly: bool = False) -> StoreError:
    """The error of opening a store, which must leave every byte as it was."""
    before = contents(path.parent)
    with pytest.raises(StoreError) as caught:
        Store.open(path, readonly=readonly)
    assert contents(path.parent) == before
    assert str(path.parent) in str(caught.value)
    return caught.value


# ---- crashes

WRITER = """
import sys
from pathlib import Path
from gefaehrten.session.store import Store
from tests.unit.session.store_helpers import MATCH, entry
store = Store.open(Path(sys.argv[1]))
index = store.last_index(MATCH)
while True:
    index += 1
    with store.batch():
        store.append(MATCH, [entry(index)])
        store.put_outgoing(MATCH, b"m" * 32, index, b"answer %d" % index, f"turn {index}")
    print(index, flush=True)
"""


@pytest.mark.slow
def test_kill_loses_nothing_that_was_acknowledged(path: Path) -> None:
    new_store(path).close()
    acknowledged = 0
    for more in (1, 40, 7, 300):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            for line in child.stdout:
                acknowledged = int(line)
                if (more := more - 1) == 0:
                    child.send_signal(signal.SIGKILL)
                    break
            # What it managed to say before it died.
            acknowledged = max([acknowledged, *(int(line) for line in child.stdout if line.endswith(b"\n"))])
        with Store.open(path, readonly=True) as reader:
            loaded = reader.load(MATCH)
        assert loaded.damage is None
        count = len(loaded.entries)
        assert acknowledged <= count <= acknowledged + 1
        assert loaded.entries == tuple(entry(i) for i in range(1, count + 1))
        # An entry and its answer are in the journal together or not at all.
        assert [o.number for o in loaded.outbox] == list(range(1, count + 1))


@pytest.mark.slow
def test_readers_in_other_processes_see_whole_batches_while_one_writes(path: Path) -> None:
    new_store(path).close()
    with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        try:
            for _ in range(50):
                written = int(child.stdout.readline())
                with Store.open(path, readonly=True) as reader:
                    loaded = reader.load(MATCH)
                assert len(loaded.entries) >= written
                assert len(loaded.entries) == len(loaded.outbox) == loaded.row.entries
        finally:
            child.kill()


def test_a_crash_while_a_profile_is_made_leaves_none(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", (("CREATE TABLE meta (key)", "this is no SQL"),))
    monkeypatch.setattr(database._migrate, "__defaults__", (schema.MIGRATIONS,))
    with pytest.raises(StoreError):
        Store.open(path)
    assert list(path.parent.iterdir()) == []


# ---- full disks


def test_a_full_disk_is_said_and_what_was_stored_stays(path: Path) -> None:
    with new_store(path, entries=3) as store:
        connection = store._file._connection
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError) as caught, store.batch():
            store.append(MATCH, [entry(i, size=4_000) for i in range(4, 20)])
        assert caught.value.code == "full"
        assert store.entries(MATCH) == tuple(entry(i) for i in range(1, 4))
        connection.execute("PRAGMA max_page_count = 100000")
        store.append(MATCH, [entry(4)])
    with Store.open(path) as store:
        assert store.last_index(MATCH) == 4


def test_a_write_that_failed_cannot_be_committed_by_who_ignores_it(path: Path) -> None:
    with new_store(path, entries=1) as store:
        connection = store._file._connection
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")

        def careless() -> None:
            with store.batch():
                store.put_outgoing(MATCH, ME, 1, b"small")
                with contextlib.suppress(StoreError):
                    store.append(MATCH, [entry(2, size=60_000)])

        with pytest.raises(StoreError):
            careless()
        assert store.outbox(MATCH) == ()


LIMITED = """
import resource, sys
from pathlib import Path
from gefaehrten.core.errors import StoreError
from gefaehrten.session.store import Store
from tests.unit.session.store_helpers import MATCH, entry
store = Store.open(Path(sys.argv[1]))
index = store.last_index(MATCH)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
try:
    while True:
        store.append(MATCH, [entry(index + 1, size=3_000)])
        index += 1
except StoreError as error:
    print(error.code, index, store.last_index(MATCH), store.row(MATCH).entries)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
store.append(MATCH, [entry(index + 1, size=3_000)])
"""


@pytest.mark.slow
def test_a_limit_of_the_system_is_said_and_what_was_stored_stays(path: Path) -> None:
    new_store(path, entries=3).close()
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, check=True
    )
    code, index, last, listed = done.stdout.split()
    assert code in ("full", "io")
    assert int(index) > 3
    assert index == last == listed
    with Store.open(path) as store:
        assert store.entries(MATCH)[3:] == tuple(entry(i, size=3_000) for i in range(4, int(index) + 2))


# ---- damaged files


def damage_copy(path: Path, *, entries: int = 200) -> bytes:
    with new_store(path, entries=entries) as store:
        store.put("name", b"Frodo")
    return path.read_bytes()


def test_a_truncated_file_is_read_as_far_as_it_goes(path: Path) -> None:
    whole = damage_copy(path)
    path.write_bytes(whole[: len(whole) // 2])
    error = refusal(path)
    assert error.code == "damaged"
    before = contents(path.parent)
    with Store.open(path, readonly=True) as reader:
        assert reader.damage is not None
        assert reader.get("name") == b"Frodo"
        loaded = reader.load(MATCH)
    assert loaded.damage is not None
    assert 0 < len(loaded.entries) < 200
    assert loaded.entries == tuple(entry(i) for i in range(1, len(loaded.entries) + 1))
    assert contents(path.parent) == before


def test_a_hole_in_the_file_is_read_as_far_as_it_goes(path: Path) -> None:
    whole = bytearray(damage_copy(path))
    middle = len(whole) // 2 // 4_096 * 4_096
    whole[middle : middle + 4_096] = bytes(4_096)
    path.write_bytes(whole)
    assert refusal(path).code == "damaged"
    with Store.open(path, readonly=True) as reader:
        assert reader.damage is not None
        loaded = reader.load(MATCH)
        assert 0 < len(loaded.entries) < 200
        assert loaded.entries == tuple(entry(i) for i in range(1, len(loaded.entries) + 1))


@pytest.mark.parametrize("start", [0, 1, 2])
def test_any_zeroed_page_gives_a_prefix_or_a_sentence(path: Path, start: int) -> None:
    whole = damage_copy(path)
    problems = []
    pages = range(start, len(whole) // 4_096, 3)
    for page in pages:
        broken = bytearray(whole)
        broken[page * 4_096 : (page + 1) * 4_096] = bytes(4_096)
        path.write_bytes(broken)
        refusal(path)
        try:
            with Store.open(path, readonly=True) as reader:
                reader.matches()
                loaded = reader.load(MATCH)
        except StoreError as error:
            problems.append(error.code)
            continue
        assert loaded.entries == tuple(entry(i) for i in range(1, len(loaded.entries) + 1))
        assert len(loaded.entries) == 200 or loaded.damage is not None
    # The first page, which says where all else is, and the two of the matches themselves.
    assert len(problems) <= 3
    assert set(problems) <= {"damaged"}


def test_values_that_were_never_written_are_damage(path: Path) -> None:
    new_store(path, entries=3).close()
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE entries SET envelope = 'text' WHERE place % 16 = 3")
        connection.execute("UPDATE entries SET place = place + 7 WHERE place % 16 = 2")
        connection.execute("UPDATE matches SET result = '{'")
    with Store.open(path, readonly=True) as reader:
        assert reader.entries(MATCH) == (entry(1),)
        assert reader.damage is not None
        assert reader.matches() == []
    with Store.open(path) as store, pytest.raises(StoreError) as caught:
        store.entries(MATCH)
    assert caught.value.code == "damaged"


@pytest.mark.parametrize("size", [0, 100, 40_960])
def test_an_emptied_file_is_no_new_profile(path: Path, size: int) -> None:
    path.write_bytes(bytes(size))
    for readonly in (False, True):
        error = refusal(path, readonly=readonly)
        assert error.code == "damaged"
        assert "lost its content" in str(error)


@pytest.mark.parametrize("emptied", [True, False])
def test_a_journal_whose_file_is_gone_is_left_alone(tmp_path: Path, emptied: bool) -> None:
    living = tmp_path / "living"
    living.mkdir()
    with new_store(living / "profile.db", entries=5):
        copy = tmp_path / "copy"
        shutil.copytree(living, copy)
    path = copy / "profile.db"
    if emptied:
        path.write_bytes(b"")
    else:
        path.unlink()
    assert len((copy / "profile.db-wal").read_bytes()) > 0
    assert refusal(path).code == "damaged"
    assert refusal(path, readonly=True).code == "damaged"


# ---- files of others, of other versions


@pytest.mark.parametrize("data", [b"hello", b"hello world " * 1_000])
def test_a_file_of_another_kind_is_left_alone(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    assert refusal(path).code == "not_ours"
    assert refusal(path, readonly=True).code == "not_ours"


def test_a_database_of_another_program_is_left_alone(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE matches (id)")
    assert refusal(path).code == "not_ours"
    assert refusal(path, readonly=True).code == "not_ours"


def test_a_folder_in_the_place_of_the_file_is_left_alone(path: Path) -> None:
    path.mkdir()
    (path / "something").write_bytes(b"of value")
    with pytest.raises(StoreError) as caught:
        Store.open(path)
    assert caught.value.code == "not_ours"


def test_a_profile_of_a_newer_version_is_left_alone(path: Path) -> None:
    new_store(path).close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    for readonly in (False, True):
        error = refusal(path, readonly=readonly)
        assert error.code == "newer"
        assert str(schema.VERSION + 1) in str(error)


@pytest.fixture
def later_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program as it will be once the tables have changed."""
    more = (*schema.MIGRATIONS, ("ALTER TABLE matches ADD COLUMN rating INTEGER NOT NULL DEFAULT 7",))
    monkeypatch.setattr(schema, "VERSION", len(more))
    monkeypatch.setattr(database._migrate, "__defaults__", (more,))


def test_a_profile_of_an_older_version_becomes_a_present_one(
    path: Path, request: pytest.FixtureRequest
) -> None:
    new_store(path, entries=2).close()
    request.getfixturevalue("later_version")
    before = contents(path.parent)
    with Store.open(path, readonly=True) as reader:
        assert reader.entries(MATCH) == (entry(1), entry(2))
        assert reader._file.one("SELECT rating FROM matches") == (7,)
    assert contents(path.parent) == before
    with Store.open(path) as store:
        assert store._file.one("SELECT rating FROM matches") == (7,)
        assert store.entries(MATCH) == (entry(1), entry(2))
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)


def test_a_migration_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new_store(path, entries=2).close()
    broken = (*schema.MIGRATIONS, ("DROP TABLE meta", "this is no SQL"))
    monkeypatch.setattr(schema, "VERSION", len(broken))
    monkeypatch.setattr(database._migrate, "__defaults__", (broken,))
    with pytest.raises(StoreError):
        Store.open(path)
    monkeypatch.undo()
    with Store.open(path) as store:
        assert store.entries(MATCH) == (entry(1), entry(2))
        assert store.get("name") is None


# ---- places where one may not write


def test_a_missing_profile_is_not_made_by_a_reader(path: Path) -> None:
    assert refusal(path, readonly=True).code == "missing"
    assert list(path.parent.iterdir()) == []


def test_a_reader_cannot_write(path: Path) -> None:
    new_store(path).close()
    for reader in (Store.open(path, readonly=True), Store.empty(path)):
        with reader, pytest.raises(StoreError) as caught:
            reader.create(b"x" * 16, game="mordor", role=Role.HOST, started=1)
        assert caught.value.code == "readonly"


def test_a_readonly_folder_can_be_read_and_says_so_to_writers() -> None:
    with ordinary_user() as folder:
        path = folder / "profile.db"
        new_store(path, entries=2).close()
        folder.chmod(0o500)
        error = refusal(path)
        assert error.code == "readonly"
        with Store.open(path, readonly=True) as reader:
            assert reader.entries(MATCH) == (entry(1), entry(2))
        folder.chmod(0o700)


def test_a_readonly_file_can_be_read_and_says_so_to_writers() -> None:
    with ordinary_user() as folder:
        path = folder / "profile.db"
        new_store(path, entries=2).close()
        path.chmod(0o400)
        assert refusal(path).code == "readonly"
        with Store.open(path, readonly=True) as reader:
            assert reader.last_index(MATCH) == 2


def test_an_unfinished_profile_in_a_readonly_folder_is_not_read_without_its_journal() -> None:
    with ordinary_user() as folder:
        (folder / "living").mkdir()
        with new_store(folder / "living" / "profile.db", entries=2):
            copy = folder / "copy"
            shutil.copytree(folder / "living", copy, ignore=shutil.ignore_patterns("*-shm"))
        copy.chmod(0o500)
        error = refusal(copy / "profile.db", readonly=True)
        assert error.code == "readonly"
        assert "copy the folder" in str(error)
        copy.chmod(0o700)


def test_a_file_that_cannot_be_read_is_said() -> None:
    with ordinary_user() as folder:
        path = folder / "profile.db"
        new_store(path).close()
        path.chmod(0)
        with pytest.raises(StoreError) as caught:
            Store.open(path, readonly=True)
        assert caught.value.code == "unreadable"
        assert os.stat(path).st_size > 0
