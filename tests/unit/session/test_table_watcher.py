"""A watcher's process: its controls say no in a sentence, and it follows its host to the next match."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gefaehrten.core.errors import UsageError
from gefaehrten.session import sitting
from gefaehrten.session.ambient import Ambient
from gefaehrten.session.events import Ended, Judged, LobbyShown, Notice, Started, Stepped, TableOpened
from gefaehrten.session.front import Controls
from gefaehrten.session.players import Leaving
from gefaehrten.session.profile import Access, Profile
from gefaehrten.session.requests import Address, WatchRequest
from gefaehrten.session.stored import MatchState, Role
from gefaehrten.session.table_watcher import TableWatcher
from protocol.net.link import Link
from protocol.net.websocket import connect
from tests.machines import Entropy
from tests.unit.session.people import PATIENCE, Bots, Somebody, guest, host, person
from tests.unit.session.test_table_host import ends, running

pytestmark = [pytest.mark.usefixtures("toy"), pytest.mark.slow, pytest.mark.timeout(60)]


@pytest.fixture(autouse=True)
def _bots(monkeypatch: pytest.MonkeyPatch) -> None:
    Bots.started = []
    monkeypatch.setattr(sitting, "BotProcess", Bots)


async def watcher(folder: Path, front: Somebody, at: Somebody, *, grace: float = PATIENCE) -> TableWatcher:
    """A watcher of the host with this front, as soon as it has opened."""
    await at.hears(lambda event: isinstance(event, TableOpened))
    opened = at.of(TableOpened)[0]
    where, port = opened.address.split(":")
    request = WatchRequest(person(folder, "Eye"), Address(where, int(port)), opened.watch_code)

    async def dial() -> Link:
        return await connect(where, int(port))

    ambient = Ambient(clock=asyncio.get_running_loop().time, entropy=Entropy("eye"), grace=grace)
    return TableWatcher(request, front, ambient=ambient, dial=dial)


async def test_a_watcher_follows_its_host_to_the_next_match(tmp_path: Path) -> None:
    anna, berta, eye = Somebody([True]), Somebody([True]), Somebody([True])
    hosting = running(host(tmp_path, anna, seats=2))
    watching = running(await watcher(tmp_path, eye, anna))
    await eye.hears(lambda event: isinstance(event, LobbyShown))
    joined = running(await guest(tmp_path, berta, anna, "Berta"))
    await ends(hosting, joined, watching)
    assert [started.match for started in eye.of(Started)] == [opened.match for opened in anna.of(TableOpened)]
    for kind in (Stepped, Ended, Judged):
        assert eye.of(kind) == anna.of(kind)
    assert len(eye.of(Judged)) == 2
    with Profile.open(tmp_path / "Eye", access=Access.READ) as profile:
        rows = profile.store.matches()
    assert [(row.role, row.state) for row in rows] == [(Role.WATCHER, MatchState.VERDICT)] * 2


async def test_a_host_that_opens_no_other_match(tmp_path: Path) -> None:
    anna, berta, eye = Somebody(), Somebody(), Somebody([True])
    hosting = running(host(tmp_path, anna, seats=2))
    watching = running(await watcher(tmp_path, eye, anna, grace=0.1))
    await eye.hears(lambda event: isinstance(event, LobbyShown))
    joined = running(await guest(tmp_path, berta, anna, "Berta"))
    await ends(hosting, joined, watching)
    assert [event.code for event in eye.of(Notice)] == ["rematch", "no-rematch"]


async def test_a_watcher_changes_nothing(tmp_path: Path) -> None:
    anna, berta, eye = Somebody(), Somebody(), Somebody()
    hosting = running(host(tmp_path, anna, seats=2))
    watching = running(await watcher(tmp_path, eye, anna))
    await eye.hears(lambda event: isinstance(event, LobbyShown))
    controls: Controls = eye.controls
    assert controls.position() is None
    for asked in (
        controls.say("hello"),
        controls.fill(),
        controls.ready(True),
        controls.wish("red"),
        controls.kick(1),
        controls.add_bot("easy"),
    ):
        with pytest.raises(UsageError) as caught:
            await asked
        assert caught.value.code == "watching"
    joined = running(await guest(tmp_path, berta, anna, "Berta"))
    await ends(hosting, joined, watching)
    position = controls.position()
    assert position is not None
    assert (position.seat, position.hand) == (-1, ())


async def test_a_watcher_that_leaves_leaves_nothing_behind(tmp_path: Path) -> None:
    anna, berta, eye = Somebody(), Somebody(), Somebody()
    hosting = running(host(tmp_path, anna, seats=2))
    watching = running(await watcher(tmp_path, eye, anna))
    await eye.hears(lambda event: isinstance(event, LobbyShown))
    eye.controls.quit()
    with pytest.raises(Leaving):
        await watching
    await anna.hears(lambda event: isinstance(event, Notice) and str(event.text) == "Watching now: 0.")
    Profile.open(tmp_path / "Eye", access=Access.PLAY, entropy=Entropy("again")).close()
    await ends(hosting, running(await guest(tmp_path, berta, anna, "Berta")))


async def test_a_watcher_that_does_not_read_never_delays_the_next_match(tmp_path: Path) -> None:
    """The host does not wait for it to go, nor for what is on its way to it."""
    anna, berta, eye = Somebody([True]), Somebody([True]), Somebody()
    hosting = running(host(tmp_path, anna, seats=2))
    table = await watcher(tmp_path, eye, anna)
    watching = running(table)
    await eye.hears(lambda event: isinstance(event, LobbyShown))
    session = table._session
    assert session is not None
    stuck = asyncio.Event()

    async def hang(*_: object) -> None:
        await stuck.wait()

    link = session._link
    assert link is not None
    link.recv = hang  # type: ignore[assignment,method-assign]
    clock = asyncio.get_running_loop().time
    ended: list[float] = []
    anna.when(lambda event: isinstance(event, Judged), lambda controls: _note(ended, clock))
    begun: list[float] = []
    anna.when(
        lambda event: isinstance(event, TableOpened) and bool(ended), lambda controls: _note(begun, clock)
    )
    joined = running(await guest(tmp_path, berta, anna, "Berta"))
    await ends(hosting, joined)
    assert len(begun) == len(ended) == 1
    assert begun[0] - ended[0] < 1.5, "waiting for a watcher would take two seconds or more"
    stuck.set()
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)


async def _note(times: list[float], clock: object) -> None:
    times.append(clock())  # type: ignore[operator]
