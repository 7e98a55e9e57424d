"""A watcher's session: what it is told, what it keeps, and how it ends, whatever becomes of its link and the host."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gefaehrten.session import seat
from gefaehrten.session.breaks import MatchBroken
from gefaehrten.session.events import Judged
from gefaehrten.session.players import Leaving, Position
from gefaehrten.session.restore import record_file
from gefaehrten.session.stored import MatchState, Role
from gefaehrten.session.verify import verify
from protocol.errors import LinkClosed, Refused
from protocol.net.memory import MemoryLink
from tests.machines import WATCH_CODE
from tests.unit.session.tables import FirstCard, Onlooker, Parlour
from tests.unit.session.toy_game import ToyKernel

pytestmark = pytest.mark.usefixtures("toy")


async def together(parlour: Parlour, *onlookers: Onlooker) -> tuple[list[Any], list[Any]]:
    """Seats and watchers run to their ends; what each returned or raised."""
    watching = [asyncio.create_task(onlooker.session.run()) for onlooker in onlookers]
    for onlooker in onlookers:
        await until(lambda onlooker=onlooker: bool(onlooker.session.match_id))
    playing = [asyncio.create_task(chair.session.run()) for chair in parlour.chairs]
    async with asyncio.timeout(4.0):
        seats = await asyncio.gather(*playing, return_exceptions=True)
        seen = await asyncio.gather(*watching, return_exceptions=True)
    return seats, seen


async def until(holds: Any) -> None:
    """Lets the others go on until something is so."""
    async with asyncio.timeout(4.0):
        while not holds():
            await asyncio.sleep(0)


async def test_a_match_watched_to_the_verdict(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    eye = parlour.onlooker("eye")
    seats, (judged,) = await together(parlour, eye)
    await parlour.close()
    assert all(isinstance(result, Judged) and result.proven for result in seats)
    assert judged == seats[0]
    player = parlour.chairs[0]
    for kind in ("step", "result", "verdict"):
        assert eye.of(kind) == player.of(kind)
    assert len(eye.of("started")) == 1
    (started,), (other,) = eye.of("started"), player.of("started")
    assert (started["match"], started["seats"], started["check_word"]) == (
        other["match"],
        other["seats"],
        other["check_word"],
    )
    assert [event["seat"] for event in eye.of("seated")] == [0, 1]
    assert eye.of("lobby")[-1] == player.of("lobby")[-1]
    assert eye.of("resumed") == []


async def test_what_a_watcher_keeps_proves_the_match(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    eye = parlour.onlooker("eye")
    await together(parlour, eye)
    (row,) = eye.store.matches()
    assert (row.role, row.state, row.code, row.watch_code) == (
        Role.WATCHER,
        MatchState.VERDICT,
        "",
        WATCH_CODE,
    )
    stored = eye.store.load(row.match)
    assert (stored.secrets, stored.outbox) == ((), ())
    report = verify(record_file(stored).to_bytes())
    assert report.holds
    assert report.proven
    (result,) = eye.of("result")
    assert (report.head, report.entries) == (result["head"], result["entries"])
    await parlour.close()


async def test_the_position_of_a_watcher_has_no_hand(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    eye = parlour.onlooker("eye")
    seen: list[Position] = []

    class Looking(FirstCard):
        async def decide(self, position: Position) -> list[int]:
            await until(lambda: any(event["step"] == "drawn" for event in eye.of("step")))
            shown = eye.session.position()
            assert shown is not None
            seen.append(shown)
            return await super().decide(position)

    for chair in parlour.chairs:
        chair.session._helm._player = Looking()
    assert eye.session.position() is None
    await together(parlour, eye)
    assert seen
    for position in seen:
        assert (position.seat, position.hand) == (-1, ())
        assert position.names == ("Peer 0", "Peer 1")
        assert isinstance(position.kernel, ToyKernel)
        assert {face for hand in position.kernel.hands for face in hand} <= {-1}
    await parlour.close()


async def test_who_comes_late_sees_all_of_it(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    late = parlour.onlooker("late")
    running: list[asyncio.Task[Judged]] = []

    class Calling(FirstCard):
        async def decide(self, position: Position) -> list[int]:
            if position.turn == 3:
                running.append(asyncio.create_task(late.session.run()))
                await until(lambda: bool(late.session.match_id))
            return await super().decide(position)

    for chair in parlour.chairs:
        chair.session._helm._player = Calling()
    seats = await asyncio.gather(*(chair.session.run() for chair in parlour.chairs))
    (judged,) = await asyncio.gather(*running)
    assert judged == seats[0]
    for kind in ("step", "result", "verdict"):
        assert late.of(kind) == parlour.chairs[1].of(kind)
    await parlour.close()


async def test_who_comes_after_the_end_sees_all_of_it_while_the_host_is_there(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    seats = await asyncio.gather(*(chair.session.run() for chair in parlour.chairs))
    late = parlour.onlooker("late")
    async with asyncio.timeout(4.0):
        judged = await late.session.run()
    assert judged == seats[0]
    assert late.of("result") == parlour.chairs[0].of("result")
    await parlour.close()


@pytest.mark.parametrize("at", [1, 2, 5, 9, 14, 20])
async def test_a_link_that_is_cut_is_dialled_again_and_nothing_is_told_twice(tmp_path: Path, at: int) -> None:
    """Counted in entries that reach the watcher."""
    parlour = Parlour(tmp_path)
    eye = parlour.onlooker("eye")
    dial = eye.session._dial
    cut: list[int] = []

    async def meddled() -> Any:
        link = await dial()
        assert isinstance(link, MemoryLink)
        count = 0

        def meddle(data: bytes) -> list[bytes]:
            nonlocal count
            count += data[0] == 2
            if count == at and not cut:
                cut.append(at)
                link.cut()
                return []
            return [data]

        link.other.meddle = meddle
        return link

    eye.session._dial = meddled
    seats, (judged,) = await together(parlour, eye)
    assert cut == [at]
    assert judged == seats[0]
    assert len(eye.links) == 2
    assert [event["seat"] for event in (*eye.of("waiting"), *eye.of("back"))] == [-1, -1]
    for kind in ("step", "result", "verdict"):
        assert eye.of(kind) == parlour.chairs[0].of(kind)
    assert len(eye.of("started")) == 1
    assert eye.of("resumed") == []
    await parlour.close()


async def test_a_new_process_goes_on_from_the_store(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    first = parlour.onlooker("eye")
    second = parlour.onlooker("eye", first.identity, first.store)
    running: list[asyncio.Task[Judged]] = []

    class Changing(FirstCard):
        async def decide(self, position: Position) -> list[int]:
            if position.turn == 2:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
                running.append(asyncio.create_task(second.session.run()))
                await until(lambda: bool(second.of("resumed")))
            return await super().decide(position)

    for chair in parlour.chairs:
        chair.session._helm._player = Changing()
    watching = asyncio.create_task(first.session.run())
    await until(lambda: bool(first.session.match_id))
    seats = await asyncio.gather(*(chair.session.run() for chair in parlour.chairs))
    (judged,) = await asyncio.gather(*running)
    assert judged == seats[0]
    steps = parlour.chairs[0].of("step")
    assert steps == [*first.of("step"), *second.of("step")]
    assert second.of("started") == []
    (resumed,) = second.of("resumed")
    assert resumed["entries"]
    (row,) = second.store.matches()
    assert row.state is MatchState.VERDICT
    await parlour.close()


async def test_a_player_that_watches_its_own_match_later_keeps_being_a_player(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    seats = await asyncio.gather(*(chair.session.run() for chair in parlour.chairs))
    chair = parlour.chairs[1]
    eye = parlour.onlooker("eye", chair.identity, chair.store)
    assert await eye.session.run() == seats[1]
    (row,) = chair.store.matches()
    assert row.role is Role.GUEST
    assert row.watch_code == ""
    assert row.code
    await parlour.close()


async def test_chat_reaches_watchers_cleaned(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    eye = parlour.onlooker("eye")

    class Talking(FirstCard):
        async def decide(self, position: Position) -> list[int]:
            if position.turn == 1:
                await parlour.chairs[position.seat].session.say("hi\x1b[2J")
            return await super().decide(position)

    for chair in parlour.chairs:
        chair.session._helm._player = Talking()
    await together(parlour, eye)
    (line,) = eye.of("chat")
    assert line["text"] == "hi[2J"
    await parlour.close()


async def test_a_wrong_code_reaches_the_caller(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    eye = parlour.onlooker("eye")
    eye.session._applicant = type(eye.session._applicant)(b"eye", "ZZZZ-ZZZZ-ZZZZ-ZZZZ")
    with pytest.raises(Refused) as caught:
        await eye.session.run()
    assert caught.value.code == "code"
    assert eye.store.matches() == []
    await parlour.close()


async def test_a_watcher_leaves_whenever_it_wants_to(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    eye = parlour.onlooker("eye")
    watching = asyncio.create_task(eye.session.run())
    await until(lambda: bool(eye.session.match_id))
    eye.session.quit()
    with pytest.raises(Leaving):
        await watching
    await eye.session.leave()
    await until(lambda: len(parlour.hub.gallery) == 0)
    results = await parlour.play()
    assert all(isinstance(result, Judged) and result.proven for result in results)


async def test_a_match_that_somebody_leaves(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    eye = parlour.onlooker("eye")

    class Going(FirstCard):
        async def decide(self, position: Position) -> list[int]:
            raise Leaving

    parlour.chairs[1].session._helm._player = Going()

    async def seat_of(number: int) -> Any:
        chair = parlour.chairs[number]
        try:
            return await chair.session.run()
        except Leaving:
            await chair.session.leave()
            raise

    watching = asyncio.create_task(eye.session.run())
    await until(lambda: bool(eye.session.match_id))
    async with asyncio.timeout(4.0):
        results = await asyncio.gather(seat_of(0), seat_of(1), return_exceptions=True)
        assert results[0] == await watching == Judged(honest=True, proven=True, faults=())


async def test_a_match_that_breaks_off(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    eye = parlour.onlooker("eye")

    class Losing(FirstCard):
        async def decide(self, position: Position) -> list[int]:
            parlour.hub.break_off(1, "absent", "Peer 1 is gone.")
            await parlour.host._flush()
            return await super().decide(position)

    parlour.chairs[0].session._helm._player = Losing()
    async with asyncio.timeout(4.0):
        sitting = [asyncio.create_task(chair.session.run()) for chair in parlour.chairs]
        with pytest.raises(MatchBroken) as caught:
            await eye.session.run()
        results = await asyncio.gather(*sitting, return_exceptions=True)
    assert caught.value.code == "absent"
    assert "Peer 1" in str(caught.value)
    assert all(isinstance(result, MatchBroken) for result in results)
    (row,) = eye.store.matches()
    assert row.state is MatchState.BROKEN
    await parlour.close()


async def test_a_host_that_is_gone_in_the_middle(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path, grace=0.1)
    eye = parlour.onlooker("eye")
    dial = eye.session._dial

    async def nobody() -> Any:
        parlour.now += 1.0
        raise LinkClosed("unreachable", "Nobody answers.")

    class Ending(FirstCard):
        async def decide(self, position: Position) -> list[int]:
            if position.turn == 2:
                await until(lambda: bool(eye.of("step")))
                eye.session._dial = nobody
                eye.links[-1].cut()
                await until(watching.done)
            return await super().decide(position)

    for chair in parlour.chairs:
        chair.session._helm._player = Ending()
    watching = asyncio.create_task(eye.session.run())
    await until(lambda: bool(eye.session.match_id))
    playing = asyncio.gather(*(chair.session.run() for chair in parlour.chairs), return_exceptions=True)
    with pytest.raises(LinkClosed):
        await watching
    assert [event["event"] for event in (eye.events[-1].json(),)] == ["waiting"]
    await playing
    (row,) = eye.store.matches()
    assert row.state is MatchState.RUNNING
    assert dial is not eye.session._dial
    await parlour.close()


async def test_a_host_that_goes_home_after_the_end_of_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is known then is the verdict, and it is not called proven."""
    monkeypatch.setattr(seat, "CLOSING_SECONDS", 0.02)
    parlour = Parlour(tmp_path)
    eye = parlour.onlooker("eye")
    dial = eye.session._dial

    async def once() -> Any:
        if eye.links:
            parlour.now += 1.0
            raise LinkClosed("unreachable", "Nobody answers.")
        link = await dial()
        tell = eye.session._tell

        def told(event: Any) -> None:
            tell(event)
            if event.json()["event"] == "result":
                eye.links[-1].cut()

        eye.session._tell = told
        return link

    eye.session._dial = once
    _, (judged,) = await together(parlour, eye)
    assert isinstance(judged, Judged)
    assert not judged.proven
    assert eye.of("result") == parlour.chairs[0].of("result")
    await parlour.close()


async def test_the_host_is_told_how_many_watch(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    await together(parlour, parlour.onlooker("one"), parlour.onlooker("two"))
    await parlour.close()
    said = [event.json() for event in parlour.host_events]
    texts = [event["text"] for event in said if event.get("code") == "watchers"]
    assert texts[:2] == ["Watching now: 1.", "Watching now: 2."]
