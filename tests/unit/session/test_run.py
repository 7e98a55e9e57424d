"""The four ways to sit at a table: whatever happens, lock, links and bots are gone afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gefaehrten.session import run, sitting
from gefaehrten.session.ends import Adjourned
from gefaehrten.session.events import Judged, SessionEvent
from gefaehrten.session.players import Leaving, Position
from gefaehrten.session.profile import Access, Profile
from gefaehrten.session.requests import Person, PlayRequest, Screen, TableRules
from gefaehrten.session.stored import MatchState, Role
from protocol import limits
from tests.machines import Entropy
from tests.unit.session.toy_game import ToyKernel

pytestmark = pytest.mark.usefixtures("toy")


class Bots:
    """Stands in for the processes of bots."""

    started: list[Bots] = []  # noqa: RUF012 - emptied by the fixture

    def __init__(self, **_: Any) -> None:
        self.closed = False
        Bots.started.append(self)

    async def think(
        self, key: str, setup: Any, dump: list[int], seat: int, level: str, seed: int
    ) -> list[int]:
        hands = dump[2 + setup.seats :]
        return [next(face for face in hands if face > 0)]

    def close(self) -> None:
        self.closed = True


class Front:
    """A screen that plays the first card, or does something else."""

    def __init__(self, decide: Any = None, again: int = 0) -> None:
        self._again = again
        self.events: list[SessionEvent] = []
        self.controls: Any = None
        self._decide = decide

    def attach(self, controls: Any) -> None:
        self.controls = controls

    def tell(self, event: SessionEvent) -> None:
        self.events.append(event)

    async def decide(self, position: Position) -> list[int]:
        if self._decide is not None:
            return list(await self._decide(self))
        assert isinstance(position.kernel, ToyKernel)
        return [position.kernel.hands[position.seat][0]]

    async def another(self) -> bool:
        self._again -= 1
        return self._again >= 0


@pytest.fixture(autouse=True)
def _bots(monkeypatch: pytest.MonkeyPatch) -> None:
    Bots.started = []
    monkeypatch.setattr(sitting, "BotProcess", Bots)


def request(folder: Path, seats: int = 2, **person: Any) -> PlayRequest:
    return PlayRequest(Person("Sam", folder, "en", Screen.LINE, **person), TableRules("toy", seats, "random"))


@pytest.mark.slow
async def test_a_person_against_bots(tmp_path: Path) -> None:
    front = Front()
    judged = await run.play(request(tmp_path, seats=3), front)
    assert isinstance(judged, Judged)
    assert (judged.honest, judged.proven) == (True, True)
    kinds = [event.json()["event"] for event in front.events]
    assert "table" not in kinds, "nobody can join a local match"
    assert kinds[-1] == "verdict"
    assert len(Bots.started) == 2
    assert all(bot.closed for bot in Bots.started)
    with Profile.open(tmp_path, access=Access.PLAY, entropy=Entropy("again")) as profile:
        (row,) = profile.store.matches()
        assert (row.role, row.state, row.game) == (Role.LOCAL, MatchState.VERDICT, "toy")
        # The bots' own secrets are kept with what they need to come back.
        bots = [secrets for secrets in profile.store.load(row.match).secrets if secrets.identity_seed]
        assert {secrets.level for secrets in bots} == {"random"}


@pytest.mark.slow
async def test_a_person_plays_on_as_long_as_they_like(tmp_path: Path) -> None:
    front = Front(again=2)
    judged = await run.play(request(tmp_path), front)
    assert judged.proven
    assert [event.json()["event"] for event in front.events].count("verdict") == 3
    assert len(Bots.started) == 3
    assert all(bot.closed for bot in Bots.started)
    with Profile.open(tmp_path, access=Access.PLAY, entropy=Entropy("again")) as profile:
        assert [row.state for row in profile.store.matches()] == [MatchState.VERDICT] * 3


async def test_play_begins_at_once_before_whatever_screen(tmp_path: Path) -> None:
    asked = PlayRequest(Person("Sam", tmp_path, "en", Screen.FULL), TableRules("toy", 2, "random"))
    assert (await run.play(asked, Front())).proven


async def test_whoever_leaves_leaves_nothing_behind(tmp_path: Path) -> None:
    async def leave(front: Front) -> list[int]:
        raise Leaving

    with pytest.raises(Adjourned) as caught:
        await run.play(request(tmp_path), Front(leave))
    assert all(bot.closed for bot in Bots.started)
    with Profile.open(tmp_path, access=Access.PLAY, entropy=Entropy("again")) as profile:
        (row,) = profile.store.matches()
    assert f"gefaehrten play --resume {row.id[:8]}" in str(caught.value), "it waits for the person"
    assert row.state is MatchState.RUNNING


async def test_an_error_of_the_screen_reaches_the_caller_as_it_is(tmp_path: Path) -> None:
    async def fail(front: Front) -> list[int]:
        raise ZeroDivisionError("a bug in a screen")

    with pytest.raises(ZeroDivisionError):
        await run.play(request(tmp_path), Front(fail))
    assert all(bot.closed for bot in Bots.started)
    Profile.open(tmp_path, access=Access.PLAY, entropy=Entropy("again")).close()


async def test_a_person_whose_seat_a_bot_plays(tmp_path: Path) -> None:
    front = Front(decide=None)
    judged = await run.play(request(tmp_path, auto="random"), front)
    assert judged.proven
    assert len(Bots.started) == 2


def test_patience_is_that_of_the_limits_unless_somebody_says_otherwise() -> None:
    assert run.system(None).grace == limits.GRACE_SECONDS
    assert run.system(5.0).grace == 5.0
    assert len(run.system(0.0).entropy(8)) == 8


def test_the_cause_of_a_group_is_its_first_leaf() -> None:
    leaf = ValueError("first")
    group = BaseExceptionGroup("outer", [BaseExceptionGroup("inner", [leaf]), KeyError("second")])
    assert sitting.first_cause(group) is leaf
