"""A host that cannot store anything more: it ends with a sentence, and has not given its match up."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from gefaehrten.core.errors import StoreError
from gefaehrten.session import sitting, store_errors
from gefaehrten.session.events import Stepped
from gefaehrten.session.profile import Access, Profile
from gefaehrten.session.store import Store
from gefaehrten.session.stored import MatchState
from protocol.log import Entry
from protocol.wire.messages import Kind
from tests.unit.session.people import PATIENCE, Bots, Somebody, guest, host

pytestmark = [pytest.mark.usefixtures("toy"), pytest.mark.slow, pytest.mark.timeout(60)]


async def test_a_host_without_room_has_not_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A message of its own may find room where the next entry does not: it must not be the one that concedes."""
    monkeypatch.setattr(sitting, "BotProcess", Bots)
    anna, berta, folder = Somebody(), Somebody(), tmp_path / "Host"
    table = host(tmp_path, anna, bots=1)
    hosting = asyncio.create_task(table.run())
    joined = asyncio.create_task((await guest(tmp_path, berta, anna, "Berta")).run())
    whole = Store.append

    def append(self: Store, match: bytes, entries: Sequence[Entry]) -> None:
        if anna.of(Stepped) and self._file.path.parent == folder:
            raise store_errors.full(self._file.path)
        whole(self, match, entries)

    monkeypatch.setattr(Store, "append", append)
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(StoreError) as caught:
            await hosting
    assert caught.value.code == "full"
    joined.cancel()
    await asyncio.gather(joined, return_exceptions=True)
    with Profile.open(folder, access=Access.READ) as left:
        (row,) = left.store.matches()
        assert row.state is MatchState.RUNNING
        kinds = [outgoing.envelope[66] for outgoing in left.store.outbox(row.match)]
    assert kinds
    assert Kind.CONCEDE not in kinds
