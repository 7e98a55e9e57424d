"""The journal keeps what it is given, the same again is fine, and something else is refused with both as evidence."""

from __future__ import annotations

import dataclasses
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gefaehrten.core.errors import StoreError, UsageError
from gefaehrten.session.store import Store
from gefaehrten.session.store_errors import Conflict, Gap
from gefaehrten.session.stored import MatchRow, MatchState, Outgoing, Role, SeatSecrets
from protocol.wire.frame import entry_frame
from tests.unit.session.store_helpers import MATCH, entry, new_store

ME, YOU = b"m" * 32, b"y" * 32
SECRETS = SeatSecrets(ME, b"n" * 32, b"d" * 32, b"c" * 32, b"i" * 32, "medium")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "profile.db"


def test_what_is_stored_is_there_after_the_file_was_closed(path: Path) -> None:
    with new_store(path) as store:
        store.set_record(MATCH, b"record", [b"a" * 64, b"", b"c" * 64])
        store.put_secrets(MATCH, SECRETS)
        store.append(MATCH, [entry(1), entry(2)])
        store.put_outgoing(MATCH, ME, 1, b"envelope", "turn 1")
        store.set_state(MATCH, MatchState.OVER, result={"scores": [21, 17], "reason": "Örter"})
        store.set_address(MATCH, address="[::1]:8765", code="ABCD", watch_code="EFGH")
        store.put("language", b"de")
    with Store.open(path) as store:
        loaded = store.load(MATCH)
        assert loaded.row == MatchRow(
            match=MATCH,
            game="gefaehrten",
            role=Role.GUEST,
            state=MatchState.OVER,
            started=1_700_000_000,
            address="[::1]:8765",
            code="ABCD",
            watch_code="EFGH",
            record=b"record",
            signatures=(b"a" * 64, b"", b"c" * 64),
            result={"scores": [21, 17], "reason": "Örter"},
            entries=2,
        )
        assert loaded.entries == (entry(1), entry(2))
        assert loaded.secrets == (SECRETS,)
        assert loaded.outbox == (Outgoing(ME, 1, b"envelope", "turn 1"),)
        assert loaded.damage is None
        assert store.get("language") == b"de"
        assert store.get("name") is None


def test_every_commit_is_synced(path: Path) -> None:
    with new_store(path) as store:
        connection = store._file._connection
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_the_files_are_their_owners_alone(path: Path) -> None:
    with new_store(path, entries=1):
        modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert modes == {"profile.db": 0o600, "profile.db-wal": 0o600, "profile.db-shm": 0o600}


# ---- entries


def test_entries_that_are_stored_may_come_again(path: Path) -> None:
    with new_store(path, entries=3) as store:
        store.append(MATCH, [entry(2), entry(3), entry(4), entry(4)])
        assert store.entries(MATCH) == tuple(entry(i) for i in range(1, 5))
        assert store.entries(MATCH, after=2) == (entry(3), entry(4))
        assert store.last_index(MATCH) == 4


@pytest.mark.parametrize("other", [entry(2, mark=1), entry(2, term=2), entry(2, size=301)])
def test_another_entry_at_an_index_is_refused_with_both_as_evidence(path: Path, other: object) -> None:
    with new_store(path, entries=2) as store:
        with pytest.raises(Conflict) as caught:
            store.append(MATCH, [entry(1), other, entry(3)])  # type: ignore[list-item]
        assert caught.value.code == "entry_conflict"
        assert caught.value.stored == entry_frame(entry(2))
        assert caught.value.offered == entry_frame(other)  # type: ignore[arg-type]
        assert "2" in str(caught.value)
        assert store.entries(MATCH) == (entry(1), entry(2))


def test_two_different_entries_in_one_call_are_refused(path: Path) -> None:
    with new_store(path) as store:
        with pytest.raises(Conflict):
            store.append(MATCH, [entry(1), entry(1, mark=1)])
        assert store.entries(MATCH) == ()


@pytest.mark.parametrize("index", [0, -1, 4])
def test_a_hole_is_refused_and_nothing_of_the_call_is_stored(path: Path, index: int) -> None:
    with new_store(path, entries=1) as store:
        with pytest.raises(Gap):
            store.append(MATCH, [entry(2), dataclasses.replace(entry(9), index=index)])
        assert store.last_index(MATCH) == 1


def test_a_new_term_sets_entries_aside_and_keeps_them(path: Path) -> None:
    with new_store(path, entries=4) as store:
        with store.batch():
            assert store.set_aside(MATCH, after=2) == 2
            store.append(MATCH, [entry(3, term=2)])
        assert store.entries(MATCH) == (entry(1), entry(2), entry(3, term=2))
        assert store.aside(MATCH) == (entry(3), entry(4))
        assert store.set_aside(MATCH, after=2) == 1
        assert store.aside(MATCH) == (entry(3), entry(4), entry(3, term=2))


def test_matches_do_not_mix(path: Path) -> None:
    other = b"o" * 16
    with new_store(path, entries=2) as store:
        store.create(other, game="mordor", role=Role.HOST, started=1)
        store.append(other, [entry(1, mark=7)])
        store.put_outgoing(other, ME, 1, b"there")
        store.put_outgoing(MATCH, ME, 1, b"here")
        assert store.entries(other) == (entry(1, mark=7),)
        assert [row.entries for row in store.matches()] == [2, 1]
        assert [o.envelope for o in store.outbox(MATCH)] == [b"here"]


# ---- what is signed


def test_a_second_envelope_for_a_number_is_refused(path: Path) -> None:
    with new_store(path) as store:
        store.put_outgoing(MATCH, ME, 1, b"first", "turn 1")
        store.put_outgoing(MATCH, ME, 1, b"first", "turn 1")
        store.put_outgoing(MATCH, YOU, 1, b"a bot of the same process")
        with pytest.raises(Conflict) as caught:
            store.put_outgoing(MATCH, ME, 1, b"second", "turn 1")
        assert (caught.value.code, caught.value.stored, caught.value.offered) == (
            "signed_twice",
            b"first",
            b"second",
        )
        store.put_outgoing(MATCH, ME, 2, b"next")
        loaded = store.load(MATCH)
    assert [o.envelope for o in loaded.outgoing(ME)] == [b"first", b"next"]
    assert loaded.last_outgoing(ME) == Outgoing(ME, 2, b"next", "")
    assert loaded.last_outgoing(b"n" * 32) is None


def test_secrets_are_kept_for_every_draft_and_never_replaced(path: Path) -> None:
    later = dataclasses.replace(SECRETS, draft_nonce=b"2" * 32, deck_secret=b"e" * 32)
    with new_store(path) as store:
        store.put_secrets(MATCH, SECRETS)
        store.put_secrets(MATCH, later)
        store.put_secrets(MATCH, SECRETS)
        with pytest.raises(Conflict) as caught:
            store.put_secrets(MATCH, dataclasses.replace(SECRETS, chain_seed=b"x" * 32))
        assert caught.value.code == "secret_conflict"
        loaded = store.load(MATCH)
    assert loaded.secret(ME, b"n" * 32) == SECRETS
    assert loaded.secret(ME, b"2" * 32) == later
    assert loaded.secret(YOU, b"n" * 32) is None


def test_secrets_stay_out_of_what_is_printed() -> None:
    shown = repr(SECRETS)
    assert not any(secret in shown for secret in ("ddd", "ccc", "iii"))


def test_the_record_changes_in_the_lobby_only(path: Path) -> None:
    with new_store(path) as store:
        store.set_record(MATCH, b"draft 1", [b"a" * 64, b""])
        store.set_record(MATCH, b"draft 2", [b"", b"b" * 64])
        store.set_state(MATCH, MatchState.RUNNING)
        store.set_record(MATCH, b"draft 2", [b"a" * 64])
        assert store.row(MATCH).signatures == (b"a" * 64, b"b" * 64)
        for record, signatures in ((b"draft 3", ()), (b"draft 2", (b"x" * 64,))):
            with pytest.raises(Conflict) as caught:
                store.set_record(MATCH, record, signatures)
            assert caught.value.code == "record_conflict"
        assert (store.row(MATCH).record, store.row(MATCH).signatures) == (b"draft 2", (b"a" * 64, b"b" * 64))


def test_a_match_that_is_there_is_not_begun_anew(path: Path) -> None:
    with new_store(path) as store:
        store.set_state(MATCH, MatchState.RUNNING)
        store.create(MATCH, game="mordor", role=Role.HOST, started=5)
        assert (store.row(MATCH).game, store.row(MATCH).state) == ("gefaehrten", MatchState.RUNNING)


def test_a_state_keeps_the_result_and_an_address_the_rest(path: Path) -> None:
    with new_store(path) as store:
        store.set_state(MATCH, MatchState.OVER, result={"winners": [0]})
        store.set_state(MATCH, MatchState.VERDICT)
        store.set_address(MATCH, code="ABCD")
        store.set_address(MATCH, role=Role.HOST)
        row = store.row(MATCH)
    assert (row.state, row.result, row.code, row.role) == (
        MatchState.VERDICT,
        {"winners": [0]},
        "ABCD",
        Role.HOST,
    )


# ---- batches


def test_a_batch_is_all_or_nothing(path: Path) -> None:
    with new_store(path) as store:

        def step() -> None:
            with store.batch():
                store.create(b"o" * 16, game="mordor", role=Role.HOST, started=1)
                store.append(MATCH, [entry(1)])
                store.put_outgoing(MATCH, ME, 1, b"answer")
                store.put_outgoing(MATCH, ME, 1, b"another")

        with pytest.raises(Conflict):
            step()
        assert store.entries(MATCH) == ()
        assert store.outbox(MATCH) == ()
        assert len(store.matches()) == 1
        store.append(MATCH, [entry(1)])
        # The number that the match of the failed batch had belongs to another one now.
        store.create(b"p" * 16, game="tuerme", role=Role.HOST, started=1)
        with pytest.raises(StoreError, match=(b"o" * 16).hex()):
            store.append(b"o" * 16, [entry(1)])


def test_a_batch_is_one_transaction(path: Path) -> None:
    with new_store(path) as store, Store.open(path, readonly=True) as reader:
        with store.batch():
            store.append(MATCH, [entry(1)])
            with store.batch():
                store.put_outgoing(MATCH, ME, 1, b"answer")
            assert reader.last_index(MATCH) == 0
            assert store.last_index(MATCH) == 1
        assert reader.last_index(MATCH) == 1
        assert reader.outbox(MATCH) == (Outgoing(ME, 1, b"answer", ""),)


def test_an_interruption_leaves_nothing_half_written(path: Path) -> None:
    with new_store(path) as store:

        def step() -> None:
            with store.batch():
                store.append(MATCH, [entry(1)])
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            step()
        assert store.last_index(MATCH) == 0


# ---- finding and listing


def test_matches_are_listed_with_the_newest_first(path: Path) -> None:
    with Store.open(path) as store:
        for i, started in enumerate((5, 9, 7)):
            store.create(bytes([i]) * 16, game="mordor", role=Role.LOCAL, started=started)
        assert [row.match[0] for row in store.matches()] == [1, 2, 0]


def test_a_match_is_found_by_the_beginning_of_its_id(path: Path) -> None:
    ids = [bytes.fromhex(digits.ljust(32, "0")) for digits in ("ab1", "ab2", "c3")]
    with Store.open(path) as store:
        for match in ids:
            store.create(match, game="mordor", role=Role.LOCAL, started=0)
        assert store.find("c") == ids[2]
        assert store.find(" AB2 ") == ids[1]
        assert store.find(ids[0].hex()) == ids[0]
        for prefix, code in (("ab", "match_ambiguous"), ("d", "match_unknown"), ("", "match_unknown")):
            with pytest.raises(UsageError) as caught:
                store.find(prefix)
            assert caught.value.code == code
            assert prefix in str(caught.value)


def test_an_unknown_match_is_named(path: Path) -> None:
    with Store.open(path) as store:
        for call in (store.row, store.load, store.entries, store.last_index):
            with pytest.raises(StoreError, match=MATCH.hex()) as caught:
                call(MATCH)
            assert caught.value.code == "unknown"


# ---- properties


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(1, 6), st.integers(0, 1)), max_size=30))
def test_the_log_never_changes_and_never_has_a_hole(calls: list[tuple[int, int]]) -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    from gefaehrten.session import database

    database._migrate(connection)
    store = Store(database.Database(connection, Path("memory"), readonly=False, damage=None))
    store.create(MATCH, game="gefaehrten", role=Role.GUEST, started=0)
    model: list[int] = []
    for index, mark in calls:
        expected: type[Exception] | None = None
        if index > len(model) + 1:
            expected = Gap
        elif index <= len(model) and model[index - 1] != mark:
            expected = Conflict
        elif index == len(model) + 1:
            model.append(mark)
        if expected is None:
            store.append(MATCH, [entry(index, mark=mark)])
        else:
            with pytest.raises(expected):
                store.append(MATCH, [entry(index, mark=mark)])
        assert store.entries(MATCH) == tuple(entry(i + 1, mark=m) for i, m in enumerate(model))
    store.close()
