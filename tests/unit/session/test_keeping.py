"""How the seats of a process keep their matches: who keeps the log, who keeps how it ended, and why it broke off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gefaehrten.session.events import Ended, Judged
from gefaehrten.session.keeping import GuestKeeping, HouseKeeping, why
from gefaehrten.session.store import Store
from gefaehrten.session.stored import MatchState, Role
from protocol.errors import Culprit, ProtocolError, RemoteProtocolError
from protocol.machine.effects import KeepSecrets
from protocol.machine.seat import Secrets
from tests.unit.session.store_helpers import MATCH, new_store

ENDED = Ended((3, 1), (0,), "empty", 12, "ff")
JUDGED = Judged(True, True, ())
OTHER = b"o" * 16


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = new_store(tmp_path / "profile.db")
    yield made
    made.close()


def guest(store: Store, address: str = "there:1", code: str = "CODE") -> GuestKeeping:
    return GuestKeeping(store, b"k" * 32, Role.BOT, lambda: 77, address, code)


def test_a_guest_notes_a_new_match_with_where_and_when(store: Store) -> None:
    journal = guest(store).journal(OTHER, "toy")
    assert (journal.match, journal.orders) == (OTHER, True)
    row = store.row(OTHER)
    assert (row.game, row.role, row.started, row.address, row.code) == (
        "toy",
        Role.BOT,
        77,
        "there:1",
        "CODE",
    )
    assert row.state is MatchState.LOBBY


def test_a_guest_that_joins_again_notes_where_only(store: Store) -> None:
    guest(store).journal(OTHER, "toy")
    later = GuestKeeping(store, b"k" * 32, Role.GUEST, lambda: 99, "elsewhere:2", "NEW")
    later.journal(OTHER, "toy")
    row = store.row(OTHER)
    assert (row.started, row.address, row.code, row.role) == (77, "elsewhere:2", "NEW", Role.BOT)
    assert len(store.matches()) == 2


def test_secrets_are_remembered_for_their_own_draft_only(store: Store) -> None:
    kept = Secrets(b"d" * 32, b"c" * 32)
    journal = guest(store).journal(OTHER, "toy")
    journal.keep([KeepSecrets(OTHER, b"k" * 32, b"n" * 32, kept)])
    assert guest(store).remember(OTHER, b"n" * 32) == kept
    assert guest(store).remember(OTHER, b"m" * 32) is None
    assert guest(store).remember(MATCH, b"n" * 32) is None
    assert GuestKeeping(store, b"x" * 32, Role.GUEST, lambda: 1, "", "").remember(OTHER, b"n" * 32) is None
    assert HouseKeeping(store, b"h" * 32, main=True).remember(OTHER, b"n" * 32) is None


def test_nothing_is_recalled_of_a_match_that_is_not_there_or_has_not_begun(store: Store) -> None:
    assert guest(store).recall(OTHER) is None
    assert guest(store).recall(MATCH) is None
    assert HouseKeeping(store, b"h" * 32, main=True).recall(MATCH) is None


def test_the_end_then_the_verdict(store: Store) -> None:
    for keeping in (guest(store), HouseKeeping(store, b"h" * 32, main=True)):
        keeping.ended(MATCH, ENDED)
        row = store.row(MATCH)
        assert (row.state, row.result) == (MatchState.OVER, ENDED.json())
        keeping.judged(MATCH, ENDED, JUDGED)
        row = store.row(MATCH)
        assert row.state is MatchState.VERDICT
        assert row.result is not None
        assert (row.result["scores"], row.result["honest"], row.result["proven"]) == ([3, 1], True, True)


def test_only_one_seat_of_a_host_keeps_how_it_ended(store: Store) -> None:
    bot = HouseKeeping(store, b"h" * 32, main=False, identity_seed=b"i" * 32, level="easy")
    bot.ended(MATCH, ENDED)
    bot.judged(MATCH, ENDED, JUDGED)
    bot.broken(MATCH, ProtocolError("left", "Gone."))
    row = store.row(MATCH)
    assert (row.state, row.result) == (MatchState.LOBBY, None)
    journal = bot.journal(MATCH, "toy")
    assert (journal.orders, journal.identity_seed, journal.level) == (False, b"i" * 32, "easy")


def test_why_a_match_broke_off_is_kept_with_the_evidence(store: Store) -> None:
    error = RemoteProtocolError(
        "fork", "Two logs at {index}.", culprit=Culprit.HOST, evidence=(b"\x01", b"\xff"), index=4
    )
    expected = {"code": "fork", "text": "Two logs at 4.", "evidence": ["01", "ff"]}
    assert why(error) == expected
    for keeping in (guest(store), HouseKeeping(store, b"h" * 32, main=True)):
        keeping.broken(MATCH, error)
        row = store.row(MATCH)
        assert (row.state, row.result) == (MatchState.BROKEN, expected)
    assert why(ProtocolError("left", "Gone."))["evidence"] == []
