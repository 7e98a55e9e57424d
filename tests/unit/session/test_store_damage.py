"""Values that have become others, rows that have gone, forms of the tables before this one: nothing passes unsaid."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gefaehrten.core.errors import GefaehrtenError, StoreError
from gefaehrten.session import database, schema
from gefaehrten.session.checksums import BYTES, checksum
from gefaehrten.session.profile import DATABASE, LOCK, Access, Profile
from gefaehrten.session.store import Store
from gefaehrten.session.stored import MatchState, Role, SeatSecrets
from protocol.wire.frame import Entry
from tests.unit.session.store_helpers import MATCH, entry, new_store

ME = b"m" * 32
SEED = b"k" * 32
VERSION_1 = (Path(__file__).parent / "version_1.sql").read_text("utf-8")


def key_of(count: int) -> bytes:
    return b"k" * count


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / DATABASE


@pytest.fixture
def full(path: Path) -> Path:
    """A profile with something in every table."""
    with new_store(path, entries=3) as store:
        store.put("identity", SEED)
        store.put_secrets(MATCH, SeatSecrets(ME, b"n" * 32, b"d" * 32, b"c" * 32, level="hard"))
        store.set_address(MATCH, address="host:1", code="CODE")
        store.put_outgoing(MATCH, ME, 1, b"answer", "turn:1")
        store.set_state(MATCH, MatchState.RUNNING, result={"scores": [1, 2]})
        store.append(MATCH, [entry(4)])
        store.set_aside(MATCH, after=3)
    return path


def change(path: Path, statement: str, *values: object) -> None:
    """What no program of ours does."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


# ---- values


COLUMNS = [
    *[
        ("matches", column)
        for column in ("game", "role", "state", "started", "address", "code", "record", "result")
    ],
    *[("secrets", column) for column in ("draft_nonce", "deck_secret", "chain_seed", "level")],
    *[("entries", column) for column in ("term", "signature", "envelope")],
    *[("outbox", column) for column in ("number", "envelope", "duty")],
    *[("aside", column) for column in ("term", "signature", "envelope")],
    ("meta", "value"),
]
OTHERS = {"role": "host", "state": "over", "result": '{"scores": [9, 9]}'}


@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_a_value_that_has_become_another_is_damage(full: Path, table: str, column: str) -> None:
    old = dict(zip(("INTEGER", "TEXT", "BLOB"), (99, "other", b"other" * 10), strict=True))
    with contextlib.closing(sqlite3.connect(full)) as connection:
        kinds = {row[1]: row[2] for row in connection.execute(f"PRAGMA table_info({table})")}
    change(full, f"UPDATE {table} SET {column} = ?", OTHERS.get(column, old[kinds[column]]))
    with Store.open(full, readonly=True) as reader:
        assert reads(table)(reader) in ((), [], None)
        assert table == "meta" or reader.damage is not None
    with Store.open(full) as store, pytest.raises(StoreError) as caught:
        reads(table, strict=True)(store)
    assert caught.value.code == "damaged"


def reads(table: str, *, strict: bool = False) -> Callable[[Store], object]:
    def key(store: Store) -> bytes | None:
        try:
            return store.get("identity")
        except StoreError:
            if strict:
                raise
            return None

    return {
        "matches": lambda store: store.matches(),
        "secrets": lambda store: store.secrets(MATCH),
        "entries": lambda store: store.entries(MATCH),
        "outbox": lambda store: store.outbox(MATCH),
        "aside": lambda store: store.aside(MATCH),
        "meta": key,
    }[table]


def test_entries_before_a_changed_one_are_read(path: Path) -> None:
    new_store(path, entries=9).close()
    change(path, "UPDATE entries SET envelope = x'00' || substr(envelope, 2) WHERE place % 16 = 6")
    with Store.open(path, readonly=True) as reader:
        assert reader.entries(MATCH) == tuple(entry(index) for index in range(1, 6))
        assert reader.damage is not None


def test_other_matches_are_listed_beside_a_changed_one(path: Path) -> None:
    with new_store(path) as store:
        for letter in (b"a", b"b", b"c"):
            store.create(letter * 16, game="gefaehrten", role=Role.HOST, started=ord(letter))
    change(path, "UPDATE matches SET code = 'other' WHERE match = ?", b"b" * 16)
    with Store.open(path, readonly=True) as reader:
        assert [row.match for row in reader.matches()] == [MATCH, b"c" * 16, b"a" * 16]
        assert reader.damage is not None
        for match in (b"b" * 16, b"d" * 16):  # nobody can say any more that there was none
            with pytest.raises(StoreError) as caught:
                reader.find(match.hex())
            assert caught.value.code == "damaged"


def test_damage_gets_no_new_checksum(full: Path) -> None:
    change(full, "UPDATE matches SET code = 'other'")
    with Store.open(full) as store:
        with pytest.raises(StoreError, match="damaged"):
            store.set_state(MATCH, MatchState.OVER)
        with pytest.raises(StoreError, match="damaged"):
            store.set_address(MATCH, address="x")
        with pytest.raises(StoreError, match="damaged"):
            store.set_record(MATCH, b"record")
        store.create(MATCH, game="other", role=Role.HOST, started=5)
    with Store.open(full, readonly=True) as reader:
        assert reader.matches() == []


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("game", b"\xff\xfe"),
        ("result", "[" * 100_000),
        ("result", "[]"),
        ("result", "9" * 10_000),
        ("started", 2**62),
        ("started", -1),
        ("match", 10**12),
        ("match", b"short"),
        ("signatures", b"x" * 63),
    ],
)
def test_absurd_values_without_a_checksum_are_damage_too(full: Path, column: str, value: object) -> None:
    """Rows of the first version have no checksum."""
    with Store.open(full) as store:
        store.create(b"z" * 16, game="gefaehrten", role=Role.HOST, started=5)
    change(full, "UPDATE matches SET checksum = NULL")
    text = isinstance(value, bytes) and column == "game"
    put = f"UPDATE matches SET {column} = {'CAST(? AS TEXT)' if text else '?'} WHERE match = ?"
    change(full, put, value, MATCH)
    with Store.open(full, readonly=True) as reader:
        assert [row.match for row in reader.matches()] == [b"z" * 16]
        assert reader.damage is not None
        with pytest.raises(GefaehrtenError):
            reader.find("00")


def test_a_checksum_is_over_every_value_and_its_place() -> None:
    assert len(checksum(1, b"a", "a")) == BYTES
    made = {
        checksum(*values)
        for values in ((1, b"a", "a"), (1, "a", b"a"), (1, b"aa", ""), (1, b"a", None), (1,))
    }
    assert len(made) == 5


# ---- rows and pages


def test_a_page_of_another_place_is_said(path: Path) -> None:
    """A whole and well-formed page where it does not belong; a look at the pages alone finds nothing wrong with it."""
    with new_store(path) as store:
        for number in range(1, 60):
            store.put_outgoing(MATCH, ME, number, b"x" * 400, f"turn:{number}")
    with contextlib.closing(sqlite3.connect(path)) as connection:
        found = connection.execute(
            "SELECT pageno FROM dbstat WHERE name = 'outbox' AND pagetype = 'leaf'"
        ).fetchall()
    first, second = (number - 1 for (number,) in found[:2])
    data = bytearray(path.read_bytes())
    data[second * 4096 : (second + 1) * 4096] = data[first * 4096 : (first + 1) * 4096]
    path.write_bytes(data)
    with Store.open(path, readonly=True) as reader:
        assert reader.damage is not None
    with pytest.raises(StoreError) as caught:
        Store.open(path)
    assert caught.value.code == "damaged"


LEAVES = "SELECT pageno, ncell FROM dbstat WHERE name = 'entries' AND pagetype = 'leaf' ORDER BY path"


@pytest.mark.parametrize("leaf", [1, 2, 5])
def test_the_last_entry_before_a_lost_page_is_read(path: Path, leaf: int) -> None:
    new_store(path, entries=90).close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        leaves = connection.execute(LEAVES).fetchall()
    data = bytearray(path.read_bytes())
    start = (leaves[leaf][0] - 1) * 4096
    data[start : start + 4096] = bytes(4096)
    path.write_bytes(data)
    with Store.open(path, readonly=True) as reader:
        assert len(reader.entries(MATCH)) == sum(cells for _, cells in leaves[:leaf])


def test_a_match_beside_one_whose_page_is_lost_is_read(path: Path) -> None:
    """The long result of the middle one lies in a page of its own, which is cut off."""
    with new_store(path) as store:
        store.create(b"b" * 16, game="gefaehrten", role=Role.HOST, started=1)
        store.create(b"c" * 16, game="gefaehrten", role=Role.HOST, started=2)
        store.set_state(b"b" * 16, MatchState.BROKEN, result={"evidence": ["ff" * 2_500]})
    path.write_bytes(path.read_bytes()[:-4096])
    with Store.open(path, readonly=True) as reader:
        assert [row.match for row in reader.matches()] == [MATCH, b"c" * 16]


def test_a_key_that_is_gone_gets_no_other_in_its_place(tmp_path: Path, full: Path) -> None:
    change(full, "DELETE FROM meta")
    before = full.read_bytes()
    with pytest.raises(StoreError) as caught:
        Profile.open(tmp_path, access=Access.PLAY, entropy=lambda count: b"other" * count)
    assert caught.value.code == "damaged"
    assert full.read_bytes()[100:] == before[100:]
    with Profile.open(tmp_path, access=Access.READ) as profile, pytest.raises(StoreError) as caught:
        _ = profile.seed
    assert caught.value.code == "damaged"


# ---- versions


def version_1(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(VERSION_1)
        connection.execute("PRAGMA journal_mode = WAL")


def check_version_1(store: Store) -> None:
    loaded = store.load(MATCH)
    assert (loaded.row.code, loaded.row.state, loaded.row.result) == (
        "CODE",
        MatchState.RUNNING,
        {"scores": [1, 2]},
    )
    assert loaded.entries == (Entry(1, 1, b"s1", b"e1"), Entry(2, 1, b"s2", b"e2"))
    assert loaded.secrets == (SeatSecrets(b"mm", b"nn", b"dd", b"cc"),)
    assert [outgoing.envelope for outgoing in loaded.outbox] == [b"o1"]
    assert store.aside(MATCH) == (Entry(3, 1, b"s3", b"e3"),)
    assert loaded.damage is None


def test_the_first_migration_is_what_version_1_was(path: Path) -> None:
    """A migration that was ever released is never edited."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(";".join(schema.MIGRATIONS[0]))
        made = tables(connection)
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(VERSION_1)
        assert tables(connection) == made


def tables(connection: sqlite3.Connection) -> dict[str, list[object]]:
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return {name: connection.execute(f"PRAGMA table_xinfo({name})").fetchall() for name in names}


def test_a_profile_of_version_1_is_read_without_a_change(tmp_path: Path, path: Path) -> None:
    version_1(path)
    before = path.read_bytes()
    with Profile.open(tmp_path, access=Access.READ) as profile:
        assert profile.seed == SEED
        check_version_1(profile.store)
    assert path.read_bytes() == before


def test_a_profile_of_version_1_is_played_on_with(tmp_path: Path, path: Path) -> None:
    version_1(path)
    with Profile.open(tmp_path, access=Access.PLAY, entropy=key_of) as profile:
        assert profile.seed == SEED
        check_version_1(profile.store)
        profile.store.append(MATCH, [Entry(3, 1, b"s3", b"e3")])
        profile.store.put_outgoing(MATCH, b"mm", 2, b"o2", "turn:2")
        profile.store.set_state(MATCH, MatchState.OVER)
    with Profile.open(tmp_path, access=Access.READ) as profile:
        assert [each.envelope for each in profile.store.entries(MATCH)] == [b"e1", b"e2", b"e3"]
        assert profile.store.row(MATCH).state is MatchState.OVER
    change(path, "UPDATE matches SET code = 'other'")  # written since, so it has a checksum now
    with Profile.open(tmp_path, access=Access.READ) as profile:
        assert profile.store.matches() == []


@pytest.mark.parametrize("version", [-5, 0, 1])
def test_a_version_that_the_tables_are_not_of_is_damage(full: Path, version: int) -> None:
    change(full, f"PRAGMA user_version = {version}")
    before = full.read_bytes()
    for readonly in (True, False):
        with pytest.raises(StoreError) as caught:
            Store.open(full, readonly=readonly)
        assert caught.value.code == "damaged"
    assert full.read_bytes()[100:] == before[100:]


def test_versions_come_one_after_the_other(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash between two of them leaves a whole profile of the first."""
    version_1(path)
    more = (*schema.MIGRATIONS, ("ALTER TABLE matches ADD COLUMN rating INTEGER", "this is no SQL"))
    monkeypatch.setattr(schema, "VERSION", len(more))
    monkeypatch.setattr(database._migrate, "__defaults__", (more,))
    with pytest.raises(StoreError):
        Store.open(path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(more) - 1,)
    monkeypatch.undo()
    with Store.open(path) as store:
        check_version_1(store)


# ---- full disks

SMALL = """
import resource, sys
from pathlib import Path
from gefaehrten.core.errors import StoreError
from gefaehrten.session.profile import Access, Profile
for number, size in enumerate(range(0, 90_000, 1_500)):
    folder = Path(sys.argv[1]) / str(number)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    try:
        Profile.open(folder, access=Access.PLAY, entropy=bytes).close()
        said = "made"
    except StoreError as error:
        said = error.code
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    with Profile.open(folder, access=Access.PLAY, entropy=bytes) as profile:
        print(said, profile.seed == bytes(32), profile.store.matches())
"""


@pytest.mark.slow
def test_a_profile_is_made_whole_or_not_at_all_whatever_room_there_is(tmp_path: Path) -> None:
    pytest.importorskip("resource", reason="limits are those of POSIX systems")
    done = subprocess.run(
        [sys.executable, "-c", SMALL, str(tmp_path)], capture_output=True, text=True, check=True
    )
    said = [line.split() for line in done.stdout.splitlines()]
    assert len(said) == 60
    assert {code for code, *_ in said} <= {"made", "full", "io"}
    assert said[0][0] != "made" == said[-1][0]
    assert all(rest == ["True", "[]"] for _, *rest in said)
    assert {file.suffix for file in tmp_path.glob("*/*")} <= {".db", ".lock"}


# ---- the journal

DIES = """
import os, sys
from pathlib import Path
from gefaehrten.session.profile import Access, Profile
from tests.unit.session.store_helpers import MATCH, entry
from gefaehrten.session.stored import Role
profile = Profile.open(Path(sys.argv[1]), access=Access.PLAY, entropy=bytes)
if sys.argv[2] == "played":
    profile.store.create(MATCH, game="gefaehrten", role=Role.GUEST, started=1)
    profile.store.append(MATCH, [entry(1)])
os.kill(os.getpid(), 9)
"""


def killed(folder: Path, when: str = "played") -> Path:
    """The journal of a process that was killed."""
    subprocess.run([sys.executable, "-c", DIES, str(folder), when], check=False)
    journal = folder / f"{DATABASE}-wal"
    assert journal.stat().st_size > 0
    return journal


@pytest.mark.slow
@pytest.mark.parametrize("when", ["opened", "played"])
def test_a_journal_that_is_gone_is_missed(tmp_path: Path, when: str) -> None:
    killed(tmp_path, when).unlink()
    before = (tmp_path / DATABASE).read_bytes()
    with Profile.open(tmp_path, access=Access.READ) as profile:
        assert profile.store.damage is not None
        assert f"{DATABASE}-wal" in str(profile.store.damage)
    for _ in range(2):  # it is not forgotten because somebody has tried
        with pytest.raises(StoreError) as caught:
            Profile.open(tmp_path, access=Access.PLAY, entropy=bytes)
        assert caught.value.code == "damaged"
        assert str(tmp_path / LOCK) in str(caught.value)
    assert (tmp_path / DATABASE).read_bytes() == before
    (tmp_path / LOCK).unlink()  # as the sentence says
    with Profile.open(tmp_path, access=Access.PLAY, entropy=bytes) as profile:
        assert profile.seed == bytes(32)
        assert profile.store.matches() == []


@pytest.mark.slow
def test_a_journal_that_is_there_is_used(tmp_path: Path) -> None:
    killed(tmp_path)
    with Profile.open(tmp_path, access=Access.READ) as profile:
        assert profile.store.damage is None
        assert profile.store.entries(MATCH) == (entry(1),)
    with Profile.open(tmp_path, access=Access.PLAY, entropy=bytes) as profile:
        assert profile.store.entries(MATCH) == (entry(1),)


def test_a_journal_of_a_profile_that_was_closed_is_not_missed(tmp_path: Path) -> None:
    for _ in range(3):
        with Profile.open(tmp_path, access=Access.PLAY, entropy=key_of) as profile:
            assert profile.seed == SEED
            with Profile.open(tmp_path, access=Access.READ) as reader:
                assert reader.store.damage is None
        assert not (tmp_path / f"{DATABASE}-wal").exists()
        with Profile.open(tmp_path, access=Access.READ) as reader:
            assert reader.store.damage is None
