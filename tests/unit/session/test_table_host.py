"""A host's table: who may start and when, who is sent away, and one match after the other at the same address."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gefaehrten.core.errors import GefaehrtenError, UsageError
from gefaehrten.session import sitting
from gefaehrten.session.events import (
    Judged,
    Left,
    LobbyShown,
    Notice,
    Seated,
    SessionEvent,
    Started,
    TableOpened,
)
from gefaehrten.session.players import Leaving
from gefaehrten.session.profile import Access, Profile
from gefaehrten.session.requests import Screen
from gefaehrten.session.stored import MatchState
from gefaehrten.session.table_guest import TableGuest
from gefaehrten.session.table_host import TableHost
from gefaehrten.session.table_watcher import TableWatcher
from protocol.errors import LocalProtocolError, ProtocolError, Refused
from tests.machines import Entropy
from tests.unit.session.people import PATIENCE, Bots, Somebody, guest, host, person

pytestmark = [pytest.mark.usefixtures("toy"), pytest.mark.slow, pytest.mark.timeout(60)]


@pytest.fixture(autouse=True)
def _bots(monkeypatch: pytest.MonkeyPatch) -> None:
    Bots.started = []
    monkeypatch.setattr(sitting, "BotProcess", Bots)


def running(table: TableHost | TableGuest | TableWatcher) -> asyncio.Task[Judged]:
    return asyncio.create_task(table.run())


async def ends(*tasks: asyncio.Task[Judged]) -> list[Judged]:
    async with asyncio.timeout(PATIENCE):
        results = await asyncio.gather(*tasks)
    assert all(judged.honest and judged.proven for judged in results)
    return results


def lobby(*names: str) -> Callable[[SessionEvent], bool]:
    """Whether an event shows a lobby with just these names."""
    return lambda event: isinstance(event, LobbyShown) and {seat.name for seat in event.seats} == set(names)


async def second_lobby(front: Somebody, *names: str) -> None:
    """Waits until a host sees a lobby with just these names in its second match."""

    def shown(_: SessionEvent) -> bool:
        opened = [place for place, event in enumerate(front.events) if isinstance(event, TableOpened)]
        return len(opened) == 2 and any(map(lobby(*names), front.events[opened[1] :]))

    await front.hears(shown)


def states(folder: Path) -> list[MatchState]:
    with Profile.open(folder, access=Access.PLAY, entropy=Entropy("again")) as profile:
        return [row.state for row in profile.store.matches()]


async def test_three_matches_at_one_table(tmp_path: Path) -> None:
    anna, berta = Somebody([True, True]), Somebody([True, True])
    hosting = running(host(tmp_path, anna, bots=1))
    await ends(hosting, running(await guest(tmp_path, berta, anna, "Berta")))
    tables = anna.of(TableOpened)
    assert len({opened.match for opened in tables}) == 3
    assert len({(opened.address, opened.code, opened.watch_code, opened.invite) for opened in tables}) == 1
    for front in (anna, berta):
        assert [event.match for event in front.of(Started)] == [opened.match for opened in tables]
        assert len(front.of(Judged)) == 3
        seats = [
            [(seat["name"], seat["bot"], seat["key"]) for seat in event.seats] for event in front.of(Started)
        ]
        assert seats[0] == seats[1] == seats[2], "everybody has the old seat"
    assert len(Bots.started) == 3
    assert all(bot.closed for bot in Bots.started)
    for name in ("Host", "Berta"):
        assert states(tmp_path / name) == [MatchState.VERDICT] * 3


async def test_who_has_had_enough_is_missed_and_a_bot_takes_the_seat(tmp_path: Path) -> None:
    anna, berta, cem = Somebody([True]), Somebody([True]), Somebody()
    hosting = running(host(tmp_path, anna, seats=3))
    first = running(await guest(tmp_path, berta, anna, "Berta"))
    await anna.hears(lobby("Host", "Berta"))
    second = running(await guest(tmp_path, cem, anna, "Cem"))
    await ends(second)
    await second_lobby(anna, "Host", "Berta")
    await anna.controls.fill()
    await ends(hosting, first)
    assert [seat["name"] for seat in anna.of(Started)[-1].seats] == ["Host", "Berta", "Bot 1"]
    assert len(cem.of(Started)) == 1


async def test_who_leaves_the_second_lobby_leaves_the_others_in_it(tmp_path: Path) -> None:
    anna, berta = Somebody(), Somebody([True])
    anna.answer = asyncio.get_running_loop().create_future()
    hosting = running(host(tmp_path, anna, seats=2))
    leaving = running(await guest(tmp_path, berta, anna, "Berta"))
    await berta.asked.wait()
    berta.when(lambda event: isinstance(event, LobbyShown), quits)
    anna.answer.set_result(True)
    with pytest.raises(Leaving):
        await leaving
    await anna.hears(lambda event: isinstance(event, Left))
    anna.answer = None
    await anna.controls.fill()
    await ends(hosting)
    assert states(tmp_path / "Host") == [MatchState.VERDICT] * 2


async def quits(controls: object) -> None:
    controls.quit()  # type: ignore[attr-defined]


async def test_a_person_that_looks_at_the_lobby_starts_the_match(tmp_path: Path) -> None:
    anna, berta = Somebody(), Somebody()
    looking = person(tmp_path, "Host", screen=Screen.FULL)
    hosting = running(host(tmp_path, anna, seats=2, who=looking))
    joined = running(
        await guest(tmp_path, berta, anna, "Berta", who=person(tmp_path, "Berta", screen=Screen.FULL))
    )
    await berta.hears(lobby("Host", "Berta"))
    await berta.controls.ready(True)
    await anna.hears(
        lambda event: isinstance(event, LobbyShown) and [seat.ready for seat in event.seats] == [False, True]
    )
    assert anna.of(Started) == []
    await anna.controls.fill()
    await ends(hosting, joined)
    assert [seat.ready for seat in anna.of(LobbyShown)[-1].seats] == [True, True]


@pytest.mark.parametrize("asked", [{"bots": 1}, {"fill": True}, {"fill_after": 0.0}])
async def test_who_asks_for_bots_beforehand_need_not_ask_again(tmp_path: Path, asked: dict[str, Any]) -> None:
    anna = Somebody()
    looking = person(tmp_path, "Host", screen=Screen.FULL)
    await ends(running(host(tmp_path, anna, seats=2, who=looking, **asked)))


async def test_bots_come_and_go(tmp_path: Path) -> None:
    anna = Somebody()
    hosting = running(host(tmp_path, anna, seats=3, bots=1))
    await anna.hears(lobby("Host", "Bot 1"))
    await anna.controls.kick(1)
    await anna.hears(lambda event: event == Left(1, "Bot 1"))
    await anna.controls.add_bot("easy")
    await anna.hears(lobby("Host", "Bot 2"))
    with pytest.raises(UsageError):
        await anna.controls.add_bot("godlike")
    await anna.controls.add_bot("")
    with pytest.raises(UsageError) as caught:
        await anna.controls.add_bot("easy")
    assert caught.value.code in ("full", "running"), "a bot that is on its way has its seat"
    await ends(hosting)
    assert [seat["name"] for seat in anna.of(Started)[0].seats] == ["Host", "Bot 2", "Bot 3"]
    assert sorted(level for bot in Bots.started for level in bot.levels) == ["easy", "random"]
    assert all(bot.closed for bot in Bots.started)
    assert anna.of(Notice) == [], "a bot that was sent away is not reported as a refused connection"


async def test_bots_of_the_next_match_have_names_of_their_own(tmp_path: Path) -> None:
    anna = Somebody([True])
    hosting = running(host(tmp_path, anna, seats=4, bots=2))
    await anna.hears(lobby("Host", "Bot 1", "Bot 2"))
    await anna.controls.kick(1)
    await anna.hears(lambda event: isinstance(event, Left))
    await anna.controls.fill()
    await ends(hosting)
    names = [[seat["name"] for seat in event.seats] for event in anna.of(Started)]
    assert names[0] == names[1]
    assert len(set(names[0])) == 4


async def test_bots_with_what_is_left_of_the_table(tmp_path: Path) -> None:
    """A guest does not come back: the bots of before and a new one, each with another name."""
    anna, berta = Somebody([True]), Somebody()
    hosting = running(host(tmp_path, anna, seats=3, bots=1))
    await ends(running(await guest(tmp_path, berta, anna, "Berta")))
    await second_lobby(anna, "Host", "Bot 1")
    await anna.controls.add_bot("")
    await ends(hosting)
    assert {str(seat["name"]) for seat in anna.of(Started)[1].seats} == {"Host", "Bot 1", "Bot 2"}


async def test_somebody_who_is_sent_away_reads_why_and_stays_away(tmp_path: Path) -> None:
    anna, berta, cem = Somebody([True]), Somebody(), Somebody()
    hosting = running(host(tmp_path, anna, seats=2))
    rude = running(await guest(tmp_path, berta, anna, "Berta"))
    with pytest.raises(ProtocolError):
        await anna.controls.kick(0)
    anna.when(lobby("Host", "Berta"), lambda controls: controls.kick(1))
    with pytest.raises(Refused) as caught:
        await rude
    assert caught.value.code == "kicked"
    assert str(caught.value) == "The host has freed your seat; this profile cannot come back to the table."
    with pytest.raises(Refused):
        await running(await guest(tmp_path, Somebody(), anna, "Berta"))
    await anna.hears(lambda event: isinstance(event, Notice) and "knocked again" in str(event.text))
    await ends(running(await guest(tmp_path, cem, anna, "Cem")))
    await anna.hears(lambda _: len(anna.of(TableOpened)) == 2)
    with pytest.raises(Refused) as caught:
        await running(await guest(tmp_path, Somebody(), anna, "Berta"))
    assert caught.value.code == "kicked"
    await second_lobby(anna, "Host")
    await anna.controls.fill()
    await ends(hosting)
    assert len(anna.of(Started)) == 2


async def test_once_the_match_has_begun_nothing_is_to_be_changed(tmp_path: Path) -> None:
    anna = Somebody()
    for act in (
        lambda controls: controls.kick(1),
        lambda controls: controls.add_bot(""),
        lambda controls: controls.fill(),
        lambda controls: controls.ready(False),
        lambda controls: controls.wish(""),
    ):
        anna.when(lambda event: isinstance(event, Started), act)
    await ends(running(host(tmp_path, anna, seats=2, bots=1)))
    assert len(anna.failures) == 5
    assert all(isinstance(error, GefaehrtenError | LocalProtocolError) for error in anna.failures)
    assert all(str(error) for error in anna.failures)


async def test_who_leaves_after_the_verdict_has_played_to_the_end(tmp_path: Path) -> None:
    anna = Somebody()
    anna.answer = asyncio.get_running_loop().create_future()
    hosting = running(host(tmp_path, anna, seats=2, bots=1))
    await anna.asked.wait()
    assert anna.controls.position() is not None, "the table can still be looked at"
    with pytest.raises(UsageError):
        await anna.controls.say("Is anybody there?")
    anna.controls.quit()
    await ends(hosting)
    assert anna.answer.cancelled()


async def test_who_leaves_instead_of_answering_has_played_to_the_end_too(tmp_path: Path) -> None:
    anna = Somebody()
    anna.answer = asyncio.get_running_loop().create_future()
    anna.answer.set_exception(Leaving())
    await ends(running(host(tmp_path, anna, seats=2, bots=1)))


async def test_every_match_shows_its_lobby_from_the_start(tmp_path: Path) -> None:
    anna = Somebody([True])
    await ends(running(host(tmp_path, anna, seats=2, bots=1)))

    def told(event: SessionEvent) -> bool:
        return isinstance(event, TableOpened | Seated | LobbyShown | Started)

    kinds = [str(event.json()["event"]) for event in anna.events if told(event)]
    assert kinds == ["table", "seated", "lobby", "seated", "lobby", "started"] * 2
