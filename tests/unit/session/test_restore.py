"""A match out of the store: the same replica, the same seat, and nothing that was signed is due again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gefaehrten.core.errors import StoreError
from gefaehrten.session.journal import Journal
from gefaehrten.session.restore import record_file, record_of, resumed, table_of
from gefaehrten.session.store import Store
from gefaehrten.session.stored import Role
from protocol.machine.comeback import Own
from protocol.machine.effects import KeepOwn
from tests.machines import Peer, TableBench
from tests.unit.session.store_helpers import MATCH, new_store
from tests.unit.session.toy_bench import bench

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store.open(tmp_path / "profile.db")
    yield made
    made.close()


def kept(store: Store, made: TableBench, number: int = 1) -> Peer:
    """What a peer has kept, in a store."""
    peer = made.peers[number]
    match = made.offer.match_id
    store.create(match, game="toy", role=Role.GUEST, started=1)
    Journal(store, match, orders=True).keep(peer.kept)  # type: ignore[arg-type]
    return peer


@pytest.mark.parametrize("turns", [0, 1, 3, None])
def test_the_replica_and_the_seat_are_as_they_were(store: Store, turns: int | None) -> None:
    made = bench("restore", turns)
    peer = kept(store, made)
    back = resumed(store, made.offer.match_id, peer.identity.public)
    assert back is not None
    assert back.table.log.head() == peer.table.log.head()
    assert back.table.rules.public() == peer.table.rules.public()
    assert back.seat.number == 1
    assert back.seat.due() == []
    assert peer.guest.seat is not None
    assert back.seat.ready == peer.guest.seat.ready
    match = back.table.rules
    assert match.hand(1) == peer.match.hand(1)  # type: ignore[attr-defined]
    own = {keep.number: Own(keep.data, keep.words) for keep in peer.kept if isinstance(keep, KeepOwn)}
    assert dict(back.own) == own


def test_of_two_drafts_the_secrets_of_the_one_that_was_signed(store: Store) -> None:
    made = bench("drafts", 0)
    peer = kept(store, made)
    from gefaehrten.session.stored import SeatSecrets

    store.put_secrets(made.offer.match_id, SeatSecrets(peer.identity.public, b"x" * 32, b"w" * 32, b"v" * 32))
    back = resumed(store, made.offer.match_id, peer.identity.public)
    assert back is not None
    assert back.seat.secrets == peer.secrets


def test_nobody_else_takes_the_seat(store: Store) -> None:
    made = bench("key", 0)
    kept(store, made)
    assert resumed(store, made.offer.match_id, made.peers[0].identity.public) is None
    assert resumed(store, made.offer.match_id, b"s" * 32) is None
    assert resumed(store, b"?" * 16, made.peers[1].identity.public) is None


def test_a_match_in_the_lobby_is_not_resumed(tmp_path: Path) -> None:
    store = new_store(tmp_path / "lobby.db")
    assert resumed(store, MATCH, b"k" * 32) is None
    with pytest.raises(StoreError) as caught:
        record_of(store.load(MATCH))
    assert caught.value.code == "not_begun"
    store.close()


def test_a_stored_match_is_the_record_of_its_host(store: Store) -> None:
    made = bench("record")
    kept(store, made)
    file = record_file(store.load(made.offer.match_id))
    assert file.to_bytes() == made.record().to_bytes()
    table = table_of(file)
    assert table.proven
    assert table.log.head() == made.peers[0].table.log.head()
