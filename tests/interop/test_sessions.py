"""Whole matches over the in-memory network, through sessions, stores and audit."""

from __future__ import annotations

from pathlib import Path

import pytest

from gefaehrten.session.events import Stepped
from gefaehrten.session.profile import Access, Profile
from gefaehrten.session.restore import record_file
from gefaehrten.session.stored import MatchState, Role
from gefaehrten.session.verify import verify
from tests.sessions import agree, play


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_a_match_ends_equal_at_every_seat(tmp_path: Path, seats: int) -> None:
    sittings = await play(tmp_path, seats=seats)
    ended, _ = agree(sittings)
    assert ended.winners
    for sitting in sittings:
        with Profile.open(sitting.folder, access=Access.READ) as profile:
            (row,) = profile.store.matches()
            assert row.state is MatchState.VERDICT
            report = verify(record_file(profile.store.load(row.match)).to_bytes())
        assert report.holds
        assert report.proven
        assert (report.head, report.entries) == (ended.head, ended.entries)
        assert report.scores == ended.scores


@pytest.mark.slow
async def test_two_watchers_see_the_match_that_is_played(tmp_path: Path) -> None:
    sittings = await play(tmp_path, seats=3, watchers=2)
    ended, _ = agree(sittings)
    steps = [[event for event in sitting.events if isinstance(event, Stepped)] for sitting in sittings]
    assert steps[0]
    assert all(told == steps[0] for told in steps)
    for sitting in sittings[3:]:
        with Profile.open(sitting.folder, access=Access.READ) as profile:
            (row,) = profile.store.matches()
            assert (row.role, row.state) == (Role.WATCHER, MatchState.VERDICT)
            report = verify(record_file(profile.store.load(row.match)).to_bytes())
        assert report.proven
        assert (report.head, report.entries) == (ended.head, ended.entries)


@pytest.mark.slow
async def test_colours_are_chosen_in_seat_order(tmp_path: Path) -> None:
    sittings = await play(tmp_path, seats=3, wishes=("blue", "blue", ""))
    started = next(event.json() for event in sittings[0].events if event.json()["event"] == "started")
    assert [seat["colours"] for seat in started["seats"]] == [["blue"], ["red"], ["yellow"]]  # type: ignore[attr-defined]
