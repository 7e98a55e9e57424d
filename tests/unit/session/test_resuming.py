"""A match whose processes are killed, whenever: it goes on from what they had stored, and ends as one match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from gefaehrten.session import sitting
from gefaehrten.session.events import Ended, Judged, Resumed, TableOpened
from gefaehrten.session.profile import Access, Profile
from gefaehrten.session.restore import record_file
from gefaehrten.session.stored import Role, StoredMatch
from gefaehrten.session.verify import verify
from protocol.wire.envelope import open_envelope
from tests.unit.session.mortal import Door, Hosting, Visiting
from tests.unit.session.people import Bots

pytestmark = [pytest.mark.usefixtures("toy"), pytest.mark.timeout(120)]

LONGEST = 60
"""Transactions that no process of one whole match needs more of."""

MOST = 200
"""Processes after which a match that does not end is given up."""

BEGUN = 12
"""Transactions after which the match has begun at either end."""


@pytest.fixture(autouse=True)
def _bots(monkeypatch: pytest.MonkeyPatch) -> None:
    Bots.started = []
    monkeypatch.setattr(sitting, "BotProcess", Bots)


async def played(
    folder: Path, host: Callable[[int], int | None], visitor: Callable[[int], int | None], *, written: bool
) -> tuple[Hosting, Visiting]:
    """A match of a host with a bot and one guest, process after process, to the verdict.

    Args:
        host, visitor: how many transactions their processes live, by number; None: to the end.
    """
    door = Door()
    hosting, visiting = Hosting(folder, door, seats=3, bots=1), Visiting(folder, door, "Berta")
    verdicts: list[Judged | None] = []

    async def hosted() -> None:
        for number in range(MOST):
            if hosting.judged:
                return door.shut()
            verdicts.append(await hosting.live(host(number), written=written))
        raise AssertionError("the match does not end")

    async def visited() -> None:
        for number in range(MOST):
            if visiting.played and hosting.judged:
                return
            verdicts.append(await visiting.live(visitor(number), written=written))
        raise AssertionError("the match does not end")

    async with asyncio.timeout(60):
        await asyncio.gather(hosted(), visited())
    assert all(judged.honest and judged.proven for judged in verdicts if judged is not None)
    ends = [event for front in hosting.fronts for event in front.of(Ended)]
    ends += [event for event in visiting.events if isinstance(event, Ended)]
    assert len(set(ends)) == 1, "all tell of the same end"
    records = []
    for name, role in (("Host", Role.HOST), ("Berta", Role.GUEST)):
        with Profile.open(folder / name, access=Access.READ) as profile:
            (row,) = (row for row in profile.store.matches() if row.record)
            assert row.role is role
            stored = profile.store.load(row.match)
            records.append(record_file(stored))
            nothing_is_signed_twice(stored)
    host_log, guest_log = (record.entries for record in records)
    # A guest that was killed as it was about to store the last verdicts finds nobody any more who has them.
    assert guest_log == host_log[: len(guest_log)]
    for record in records:
        report = verify(record.to_bytes())
        assert report.holds
        assert report.proven
        assert (report.head, report.entries) == (ends[0].head, ends[0].entries)
    return hosting, visiting


def nothing_is_signed_twice(stored: StoredMatch) -> None:
    """What stands in the log from seats of this profile is what was stored before it was sent, and each answer once."""
    own = {outgoing.envelope for outgoing in stored.outbox}
    authors = {outgoing.author for outgoing in stored.outbox}
    log = [open_envelope(entry.envelope) for entry in stored.entries]
    assert {envelope.data for envelope in log if envelope.author in authors} <= own
    answers = [(envelope.author, repr(envelope.payload)) for envelope in log]
    assert len(answers) == len(set(answers))


def immortal(number: int) -> None:
    """How long a process lives that nobody kills."""


def once(at: int) -> Callable[[int], int | None]:
    """How long processes live of which the first is killed at its transaction `at`."""
    return lambda number: at if number == 0 else None


async def test_nobody_dies(tmp_path: Path) -> None:
    hosting, visiting = await played(tmp_path, immortal, immortal, written=True)
    assert len(hosting.fronts) == 1
    assert sum(isinstance(event, Judged) for event in visiting.events) == 1


@pytest.mark.slow
@pytest.mark.parametrize("at", range(1, LONGEST, 3))
async def test_a_host_that_is_killed_once(tmp_path: Path, at: int) -> None:
    """With its bot; what it was writing is on the disk, or is not."""
    hosting, _ = await played(tmp_path, once(at), immortal, written=at % 2 == 1)
    last = hosting.fronts[-1]
    if last.of(Resumed):
        assert [event.match for event in last.of(TableOpened)] == [hosting.match.hex()]
        kinds = [event.json()["event"] for event in last.events]
        assert kinds[:2] == ["table", "resumed"]
        assert last.events[0].json().keys() == hosting.fronts[0].of(TableOpened)[0].json().keys()


@pytest.mark.slow
@pytest.mark.parametrize("at", range(1, 40, 4))
async def test_a_guest_that_is_killed_once(tmp_path: Path, at: int) -> None:
    hosting, visiting = await played(tmp_path, immortal, once(at), written=at % 8 == 1)
    assert len(hosting.fronts) == 1
    assert len([event for event in visiting.events if isinstance(event, Ended)]) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("life", [4, 9])
@pytest.mark.parametrize("written", [True, False], ids=["written", "lost"])
async def test_processes_that_die_again_and_again(tmp_path: Path, life: int, written: bool) -> None:
    """Once the match has begun, each new process adds a few transactions to it, at both ends, and dies."""
    hosting, _ = await played(
        tmp_path,
        lambda number: life + number % 3 if number else BEGUN,
        lambda number: life + number % 2 if number else BEGUN,
        written=written,
    )
    assert len([front for front in hosting.fronts if front.of(Resumed)]) > 3
