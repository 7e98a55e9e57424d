"""Which stored matches go on, and with what; everything else is one sentence."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gefaehrten.core.errors import UsageError
from gefaehrten.session import sitting
from gefaehrten.session.ends import Adjourned
from gefaehrten.session.events import Judged, Resumed
from gefaehrten.session.offers import OPEN_CODE
from gefaehrten.session.players import Leaving, Position
from gefaehrten.session.profile import Access, Profile
from gefaehrten.session.reopening import note_place, reopen
from gefaehrten.session.requests import Address, Certificate, ResumeRequest
from gefaehrten.session.stored import MatchState, Role
from protocol.errors import Refused
from tests.unit.session.mortal import Door, Hosting, person
from tests.unit.session.people import Bots, Somebody

pytestmark = [pytest.mark.usefixtures("toy"), pytest.mark.timeout(60)]

BEGUN = 14
"""Transactions after which a match against one bot has begun, and not ended."""


@pytest.fixture(autouse=True)
def _bots(monkeypatch: pytest.MonkeyPatch) -> None:
    Bots.started = []
    monkeypatch.setattr(sitting, "BotProcess", Bots)


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    with Profile.open(tmp_path / "Host", access=Access.PLAY, entropy=os.urandom) as opened:
        yield opened


def wanted(folder: Path, match: str, *, hosting: bool = True, **given: Any) -> ResumeRequest:
    return ResumeRequest(person(folder, "Host"), match, hosting, **given)


async def interrupted(folder: Path, *, network: bool = True, life: int = BEGUN) -> str:
    """A match against a bot whose process was killed in its midst; its id."""
    hosting = Hosting(folder, Door(), seats=2, bots=1, network=network)
    assert await hosting.live(life) is None
    with Profile.open(folder / "Host", access=Access.READ) as profile:
        (row,) = profile.store.matches()
        assert row.state is MatchState.RUNNING
        return row.id


def refused(profile: Profile, request: ResumeRequest) -> str:
    with pytest.raises(UsageError) as caught:
        reopen(profile, request, os.urandom)
    assert str(caught.value).endswith((".", "it.")) or ": gefaehrten" in str(caught.value)
    return caught.value.code


async def test_the_table_is_what_it_was(tmp_path: Path) -> None:
    match = await interrupted(tmp_path)
    with Profile.open(tmp_path / "Host", access=Access.PLAY, entropy=os.urandom) as profile:
        request, past = reopen(profile, wanted(tmp_path, match[:6]), os.urandom)
        row = profile.store.row(bytes.fromhex(match))
    assert past.record.match_id.hex() == match
    assert (request.table.game, request.table.seats, request.table.level) == ("toy", 2, "random")
    assert dict(request.table.options) == {"colour": "plain"}
    assert (request.listen, request.tls, request.grace) == (Address("127.0.0.1", 8765), None, None)
    assert (past.row.code, past.row.watch_code) == (row.code, row.watch_code)
    assert [(bot.number, bot.seat, bot.level, bot.name) for bot in past.bots] == [(1, 1, "random", "Bot 1")]
    assert not request.open_table
    assert request.resumed


async def test_guests_are_waited_for_elsewhere_if_somebody_says_so(tmp_path: Path) -> None:
    match = await interrupted(tmp_path)
    files = [tmp_path / name for name in ("chain.pem", "key.pem")]
    for file in files:
        file.touch()
    tls = Certificate(*files)
    with Profile.open(tmp_path / "Host", access=Access.PLAY, entropy=os.urandom) as profile:
        elsewhere = Address("::1", 9)
        request, _ = reopen(profile, wanted(tmp_path, match, listen=elsewhere, tls=tls), os.urandom)
        assert (request.listen, request.tls) == (elsewhere, tls)
        note_place(profile.store, bytes.fromhex(match), elsewhere, tls)
        again, _ = reopen(profile, wanted(tmp_path, match), os.urandom)
        assert (again.listen, again.tls) == (elsewhere, tls), "it is remembered"
        files[1].unlink()
        assert refused(profile, wanted(tmp_path, match)) == "tls"
        note_place(profile.store, bytes.fromhex(match), elsewhere, None)
        assert reopen(profile, wanted(tmp_path, match), os.urandom)[0].tls is None


@pytest.mark.parametrize(
    "address",
    [Address("*", 8765), Address("127.0.0.1", 4), Address("::1", 5), Address("fe80::1%eth0", 65_535)],
)
async def test_an_address_comes_back_as_it_went_in(tmp_path: Path, address: Address) -> None:
    match = await interrupted(tmp_path)
    with Profile.open(tmp_path / "Host", access=Access.PLAY, entropy=os.urandom) as profile:
        note_place(profile.store, bytes.fromhex(match), address, None)
        assert reopen(profile, wanted(tmp_path, match), os.urandom)[0].listen == address


async def test_a_table_that_was_open_to_all_is_open_again(tmp_path: Path) -> None:
    match = await interrupted(tmp_path)
    with Profile.open(tmp_path / "Host", access=Access.PLAY, entropy=os.urandom) as profile:
        profile.store.set_address(bytes.fromhex(match), code=OPEN_CODE)
        assert reopen(profile, wanted(tmp_path, match), os.urandom)[0].open_table


def test_ids_that_name_no_match(tmp_path: Path, profile: Profile) -> None:
    assert refused(profile, wanted(tmp_path, "abc")) == "match_unknown"
    for last in (b"\x01", b"\x02"):
        profile.store.create(b"\xab" * 15 + last, game="toy", role=Role.HOST, started=1)
    assert refused(profile, wanted(tmp_path, "abab")) == "match_ambiguous"
    assert refused(profile, wanted(tmp_path, "ab" * 15 + "01")) == "not_begun"


@pytest.mark.parametrize("role", [Role.BOT, Role.WATCHER])
def test_somebody_elses_match(tmp_path: Path, profile: Profile, role: Role) -> None:
    profile.store.create(b"\xab" * 16, game="toy", role=role, started=1, address="there:1")
    assert refused(profile, wanted(tmp_path, "ab")) == "not_host"


async def test_a_match_that_another_key_hosted(tmp_path: Path) -> None:
    """As after a profile's key was lost and a new one made."""
    match = await interrupted(tmp_path)
    with Profile.open(tmp_path / "Host", access=Access.PLAY, entropy=os.urandom) as profile:
        profile.store.put("identity", bytes(32))
        assert refused(profile, wanted(tmp_path, match)) == "not_host"


async def test_a_match_that_is_over(tmp_path: Path) -> None:
    hosting = Hosting(tmp_path, Door(), seats=2, bots=1)
    assert isinstance(await hosting.live(), Judged)
    with Profile.open(tmp_path / "Host", access=Access.PLAY, entropy=os.urandom) as profile:
        (row,) = profile.store.matches()
        assert refused(profile, wanted(tmp_path, row.id)) == "judged"
        profile.store.set_state(row.match, MatchState.VERDICT, result={"proven": False})
        assert refused(profile, wanted(tmp_path, row.id)) == "judged", "nothing is left to come"


@pytest.mark.parametrize("code", ["absent", "left", "silent", "ignored"])
async def test_what_was_broken_off_through_nobodys_fault_runs_again(tmp_path: Path, code: str) -> None:
    match = bytes.fromhex(await interrupted(tmp_path))
    with Profile.open(tmp_path / "Host", access=Access.PLAY, entropy=os.urandom) as profile:
        profile.store.set_state(match, MatchState.BROKEN, result={"code": code, "text": "Gone."})
        reopen(profile, wanted(tmp_path, match.hex()), os.urandom)
        row = profile.store.row(match)
        assert (row.state, row.result) == (MatchState.RUNNING, {})


async def test_what_was_broken_off_for_a_fault_stays_so(tmp_path: Path) -> None:
    match = bytes.fromhex(await interrupted(tmp_path))
    with Profile.open(tmp_path / "Host", access=Access.PLAY, entropy=os.urandom) as profile:
        why = {"code": "fork", "text": "The host signed two logs."}
        profile.store.set_state(match, MatchState.BROKEN, result=why)
        assert refused(profile, wanted(tmp_path, match.hex())) == "broken"
        assert profile.store.row(match).state is MatchState.BROKEN


async def test_other_rules_than_those_of_this_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.unit.session.toy_game import ToyGame

    match = await interrupted(tmp_path)
    with Profile.open(tmp_path / "Host", access=Access.PLAY, entropy=os.urandom) as profile:
        monkeypatch.setattr(ToyGame, "rules_hash", lambda self: b"newer rules".ljust(32))
        with pytest.raises(Refused) as caught:
            reopen(profile, wanted(tmp_path, match), os.urandom)
    assert caught.value.code == "rules"


async def test_a_match_without_a_network_goes_on_without_one(tmp_path: Path) -> None:
    match = await interrupted(tmp_path, network=False)
    with Profile.open(tmp_path / "Host", access=Access.PLAY, entropy=os.urandom) as profile:
        for hosting in (True, False):
            _, past = reopen(profile, wanted(tmp_path, match, hosting=hosting), os.urandom)
            assert past.row.role is Role.LOCAL
        assert refused(profile, wanted(tmp_path, match, listen=Address("::1", 9))) == "local"
    again = Hosting(tmp_path, Door(), seats=2, bots=1, network=False)
    judged = await again.live()
    assert judged is not None
    assert judged.proven
    kinds = [event.json()["event"] for event in again.fronts[0].events]
    assert (kinds[0], kinds[-1]) == ("resumed", "verdict")


async def test_a_match_with_guests_needs_its_host(tmp_path: Path) -> None:
    match = await interrupted(tmp_path)
    with Profile.open(tmp_path / "Host", access=Access.PLAY, entropy=os.urandom) as profile:
        assert refused(profile, wanted(tmp_path, match, hosting=False)) == "hosted"


class Goes(Somebody):
    """Somebody who leaves when asked for a turn."""

    async def decide(self, position: Position) -> list[int]:
        raise Leaving


async def test_leaving_bots_is_no_giving_up(tmp_path: Path) -> None:
    """Nobody else waits: the person goes on tomorrow, with nothing signed that says otherwise."""
    leaving = Hosting(tmp_path, Door(), seats=2, bots=1, network=False)
    leaving.front = Goes
    with pytest.raises(Adjourned) as caught:
        await leaving.live()
    assert caught.value.code == "left"
    with Profile.open(tmp_path / "Host", access=Access.READ) as profile:
        (row,) = profile.store.matches()
        assert f"gefaehrten play --resume {row.id[:8]}" in str(caught.value)
        assert "concede" not in {outgoing.duty for outgoing in profile.store.outbox(row.match)}
    again = Hosting(tmp_path, Door(), seats=2, bots=1, network=False)
    judged = await again.live()
    assert judged is not None
    assert judged.proven
    assert len(again.fronts[0].of(Resumed)) == 1
