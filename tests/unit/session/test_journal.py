"""The journal: everything of one step in one transaction, or nothing of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gefaehrten.core.errors import StoreError
from gefaehrten.session.journal import Journal, packed
from gefaehrten.session.restore import record_of
from gefaehrten.session.store import Store
from gefaehrten.session.store_errors import Conflict, Gap
from gefaehrten.session.stored import MatchState
from protocol.machine.effects import KeepEntry, KeepOwn, KeepRecord, KeepSecrets
from protocol.machine.seat import Secrets
from tests.unit.protocol import samples
from tests.unit.session.store_helpers import MATCH, entry, new_store

SECRETS = KeepSecrets(MATCH, b"k" * 32, b"n" * 32, Secrets(b"d" * 32, b"c" * 32))
RECORD = KeepRecord(samples.record(), (b"a" * 64, b"b" * 64))
OWN = KeepOwn(b"k" * 32, 1, b"envelope", ("seal:0:1", "link:1"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = new_store(tmp_path / "profile.db")
    yield made
    made.close()


def test_everything_is_found_again(store: Store) -> None:
    Journal(store, MATCH, orders=True).keep([SECRETS, RECORD, KeepEntry(entry(1)), KeepEntry(entry(2)), OWN])
    stored = store.load(MATCH)
    assert stored.row.state is MatchState.RUNNING
    assert record_of(stored) == samples.record()
    assert stored.row.record == packed(samples.record())
    assert stored.row.signatures == RECORD.signatures
    assert stored.entries == (entry(1), entry(2))
    secrets = stored.secret(b"k" * 32, b"n" * 32)
    assert secrets is not None
    assert (secrets.deck_secret, secrets.chain_seed) == (b"d" * 32, b"c" * 32)
    (own,) = stored.outgoing(b"k" * 32)
    assert (own.number, own.envelope, own.duty.split()) == (1, b"envelope", ["seal:0:1", "link:1"])


def test_a_seat_that_leaves_the_log_to_its_host_keeps_its_own_things_only(store: Store) -> None:
    journal = Journal(store, MATCH, orders=False, identity_seed=b"i" * 32, level="easy")
    journal.keep([SECRETS, RECORD, KeepEntry(entry(1)), OWN])
    stored = store.load(MATCH)
    assert stored.row.state is MatchState.LOBBY
    assert (stored.row.record, stored.entries) == (b"", ())
    (secrets,) = stored.secrets
    assert (secrets.identity_seed, secrets.level) == (b"i" * 32, "easy")
    assert len(stored.outbox) == 1


@pytest.mark.parametrize("bad", [KeepEntry(entry(5)), KeepEntry(entry(1, mark=1))], ids=["gap", "conflict"])
def test_one_thing_that_cannot_be_kept_keeps_all_the_others_out(store: Store, bad: KeepEntry) -> None:
    journal = Journal(store, MATCH, orders=True)
    journal.keep([KeepEntry(entry(1))])
    with pytest.raises((Gap, Conflict)) as caught:
        journal.keep([SECRETS, KeepEntry(entry(2)), OWN, bad])
    assert isinstance(caught.value, StoreError)
    stored = store.load(MATCH)
    assert stored.entries == (entry(1),)
    assert stored.secrets == ()
    assert stored.outbox == ()
    journal.keep([KeepEntry(entry(2)), OWN])
    assert len(store.load(MATCH).entries) == 2


def test_two_envelopes_with_one_number_are_not_kept(store: Store) -> None:
    journal = Journal(store, MATCH, orders=True)
    journal.keep([OWN])
    journal.keep([OWN])
    with pytest.raises(Conflict) as caught:
        journal.keep([KeepOwn(OWN.key, OWN.number, b"another", ("seal:0:1",))])
    assert caught.value.code == "signed_twice"


def test_nothing_to_keep_costs_no_transaction() -> None:
    class NoStore:
        def batch(self) -> None:
            raise AssertionError("a transaction for nothing")

    Journal(NoStore(), MATCH, orders=True).keep([])  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        Journal(NoStore(), MATCH, orders=True).keep([OWN])  # type: ignore[arg-type]
