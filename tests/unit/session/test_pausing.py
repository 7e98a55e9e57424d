"""Whole tables that pause, end by agreement, or wait for people: real sessions, and a clock that nobody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from gefaehrten.session.ends import SentHome
from gefaehrten.session.events import Continued, Idled, Paused, Waiting
from gefaehrten.session.players import Leaving, Position
from gefaehrten.session.sitting import until_left
from gefaehrten.session.stored import MatchState
from gefaehrten.session.terms import Terms
from protocol.errors import LinkClosed
from tests.lab.loop import VirtualLoop
from tests.unit.session.tables import Chair, FirstCard, Parlour

pytestmark = [pytest.mark.usefixtures("toy"), pytest.mark.slow]

GRACE = 60


class Person(FirstCard):
    """Thinks for so many seconds about each turn."""

    def __init__(self, seconds: float = 1.0) -> None:
        super().__init__()
        self.seconds = seconds
        self.dropped = 0

    async def decide(self, position: Position) -> list[int]:
        try:
            await asyncio.sleep(self.seconds)
        except asyncio.CancelledError:
            self.dropped += 1
            raise
        return await super().decide(position)


class Pilot(FirstCard):
    """An autopilot."""

    closed = False

    def close(self) -> None:
        self.closed = True


Script = Callable[[Parlour], Coroutine[Any, Any, Any]]


def at_table(
    folder: Path,
    script: Script,
    *,
    seats: int = 2,
    bots: tuple[int, ...] = (),
    seconds: Callable[[int], float] = lambda number: 1.0,
    terms: Terms | None = None,
) -> tuple[Parlour, Any]:
    """Runs a script beside a table that plays in virtual time."""
    loop = VirtualLoop()
    terms = terms or Terms(grace=GRACE)
    parlour = Parlour(
        folder,
        seats=seats,
        grace=GRACE,
        clock=loop.time,
        terms=terms,
        bots=bots,
        player=lambda number: FirstCard() if number in bots else Person(seconds(number)),
        autopilot=Pilot,
    )

    async def run() -> Any:
        watching = asyncio.create_task(parlour.host.watch())
        try:
            return await script(parlour)
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
            await parlour.close()

    return parlour, loop.play(run())


def sit(parlour: Parlour) -> list[asyncio.Task[Any]]:
    return [asyncio.create_task(until_left(chair.session)) for chair in parlour.chairs]


async def hears(chair: Chair, kind: str, count: int = 1) -> None:
    while len(chair.of(kind)) < count:
        await asyncio.sleep(0.1)


async def begun(parlour: Parlour) -> None:
    for chair in parlour.chairs:
        await hears(chair, "started")


async def pause(parlour: Parlour) -> None:
    for chair in parlour.chairs:
        if chair.number not in parlour.bots:
            await chair.session.move("pause")
    for chair in parlour.chairs:
        await hears(chair, "paused")


def test_in_a_pause_nobody_is_asked_and_no_time_runs(tmp_path: Path) -> None:
    async def script(parlour: Parlour) -> Any:
        tasks = sit(parlour)
        await begun(parlour)
        await pause(parlour)
        asked = [list(chair.player.asked) for chair in parlour.chairs]
        await asyncio.sleep(10 * GRACE)
        assert [chair.player.asked for chair in parlour.chairs] == asked
        await parlour.chairs[1].session.move("")
        return await asyncio.gather(*tasks)

    parlour, results = at_table(tmp_path, script)
    assert all(result.honest and result.proven for result in results)
    for chair in parlour.chairs:
        assert [type(event) for event in chair.events if isinstance(event, Paused | Continued)] == [
            Paused,
            Continued,
        ]
    assert parlour.chairs[0].player.dropped == 1, "the one who was thinking was asked anew"
    assert not any(step["step"] == "retired" for step in parlour.chairs[0].of("step"))


def test_all_agree_to_end_it(tmp_path: Path) -> None:
    async def script(parlour: Parlour) -> Any:
        tasks = sit(parlour)
        await begun(parlour)
        for chair in parlour.chairs:
            await chair.session.move("abort")
        return await asyncio.gather(*tasks)

    parlour, results = at_table(tmp_path, script)
    assert all(result.honest and result.proven for result in results)
    for chair in parlour.chairs:
        (result,) = chair.of("result")
        assert (result["reason"], result["winners"]) == ("aborted", [])
        over = chair.of("step")[-1]
        assert (over["step"], over["reason"], over["winners"]) == ("over", "aborted", [])


def test_a_person_alone_with_bots_pauses_and_ends_as_they_like(tmp_path: Path) -> None:
    async def script(parlour: Parlour) -> Any:
        tasks = sit(parlour)
        await begun(parlour)
        person = parlour.chairs[0]
        await person.session.move("pause")
        await hears(person, "paused")
        await person.session.move("")
        await hears(person, "continued")
        await person.session.move("abort")
        return await asyncio.gather(*tasks)

    parlour, results = at_table(tmp_path, script, seats=3, bots=(1, 2), seconds=lambda number: 1000.0)
    assert all(result.proven for result in results)
    assert parlour.chairs[0].of("result")[0]["reason"] == "aborted"


def test_who_leaves_in_a_pause_keeps_the_seat_and_has_the_whole_grace_afterwards(tmp_path: Path) -> None:
    async def script(parlour: Parlour) -> Any:
        tasks = sit(parlour)
        await begun(parlour)
        await pause(parlour)
        gone = parlour.chairs[1]
        gone.session.quit()
        with pytest.raises(Leaving):
            await tasks[1]
        await hears(parlour.chairs[0], "waiting")
        await asyncio.sleep(5 * GRACE)
        again = parlour.chair(1, gone.identity, gone.store)
        parlour.chairs.append(again)
        back = asyncio.create_task(until_left(again.session))
        await hears(again, "paused")
        await again.session.move("")
        return await asyncio.gather(tasks[0], back)

    parlour, results = at_table(tmp_path, script)
    assert all(result.proven for result in results)
    waiting = [event for event in parlour.chairs[0].events if isinstance(event, Waiting)]
    assert waiting[0].kept
    assert waiting[0].seconds == GRACE


def test_who_does_not_come_back_when_the_others_go_on_has_its_grace_and_no_more(tmp_path: Path) -> None:
    async def script(parlour: Parlour) -> Any:
        tasks = sit(parlour)
        await begun(parlour)
        await pause(parlour)
        parlour.chairs[1].session.quit()
        await asyncio.gather(tasks[1], return_exceptions=True)
        await asyncio.sleep(5 * GRACE)
        await parlour.chairs[0].session.move("")
        return await tasks[0]

    parlour, result = at_table(tmp_path, script)
    assert {"event": "step", "step": "retired", "seat": 1} in parlour.chairs[0].of("step")
    assert not result.proven


def test_giving_up_is_possible_in_a_pause_too(tmp_path: Path) -> None:
    async def script(parlour: Parlour) -> Any:
        tasks = sit(parlour)
        await begun(parlour)
        await pause(parlour)
        leaver = parlour.chairs[1].session
        leaver.conceding = True
        leaver.quit()
        return (await asyncio.gather(*tasks, return_exceptions=True))[0]

    parlour, result = at_table(tmp_path, script)
    assert {"event": "step", "step": "retired", "seat": 1} in parlour.chairs[0].of("step")
    assert result.proven, "who gives up opens"


def test_a_host_that_goes_home_in_a_pause_sends_everybody_home_and_the_match_stays_as_it_is(
    tmp_path: Path,
) -> None:
    states: list[MatchState] = []

    async def script(parlour: Parlour) -> Any:
        tasks = sit(parlour)
        await begun(parlour)
        await pause(parlour)
        await parlour.host.adjourn()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        states.extend(chair.store.matches()[0].state for chair in parlour.chairs)
        return results

    _, results = at_table(tmp_path, script)
    assert [type(result) for result in results] == [SentHome, SentHome]
    assert states == [MatchState.RUNNING, MatchState.RUNNING]


# The clock


def test_a_turn_that_is_late_is_made_by_the_autopilot_which_plays_on(tmp_path: Path) -> None:
    async def script(parlour: Parlour) -> Any:
        return await asyncio.gather(*sit(parlour))

    terms = Terms(grace=GRACE, clock=20.0, reserve=10.0)
    slow = 1000.0
    parlour, results = at_table(
        tmp_path, script, seats=3, terms=terms, seconds=lambda number: slow if number == 1 else 1.0
    )
    assert all(result.proven for result in results)
    late = parlour.chairs[1]
    assert late.player.asked == []
    assert late.player.dropped == 1, "after the first time it is not asked any more"
    for chair in parlour.chairs:
        assert [(event.seat, event.idle) for event in chair.events if isinstance(event, Idled)] == [(1, True)]
    clocks = [event for event in late.of("clock") if event["seat"] == 1]
    assert (clocks[0]["seconds"], clocks[0]["reserve"]) == (20.0, 10.0)
    assert clocks[1]["reserve"] == 0.0
    assert not any(step["step"] == "retired" for step in parlour.chairs[0].of("step")), (
        "nobody is given up for it"
    )


def test_who_comes_back_decides_from_the_next_turn_on(tmp_path: Path) -> None:
    async def script(parlour: Parlour) -> Any:
        tasks = sit(parlour)
        late = parlour.chairs[1]
        await hears(late, "idle")
        late.player.seconds = 1.0
        await late.session.autopilot(False)
        return await asyncio.gather(*tasks)

    parlour, results = at_table(
        tmp_path,
        script,
        seats=3,
        terms=Terms(grace=GRACE, clock=20.0),
        seconds=lambda number: 1000.0 if number == 1 else 1.0,
    )
    assert all(result.proven for result in results)
    assert len(parlour.chairs[1].player.asked) == 1, "the first of its two turns was late already"


def test_an_autopilot_can_be_asked_for_without_a_clock(tmp_path: Path) -> None:
    async def script(parlour: Parlour) -> Any:
        tasks = sit(parlour)
        await begun(parlour)
        await parlour.chairs[1].session.autopilot(True)
        return await asyncio.gather(*tasks)

    parlour, results = at_table(tmp_path, script, seats=3)
    assert all(result.proven for result in results)
    assert parlour.chairs[1].player.asked == []


# Nobody is there


def test_when_the_last_person_is_away_programs_wait_for_them(tmp_path: Path) -> None:
    async def script(parlour: Parlour) -> Any:
        tasks = sit(parlour)
        await begun(parlour)
        for number in (0, 1):
            await parlour.chairs[number].session.autopilot(True)
        await asyncio.sleep(1.0)
        steps = len(parlour.chairs[2].of("step"))
        await asyncio.sleep(20 * GRACE)
        assert len(parlour.chairs[2].of("step")) == steps, "neither bots nor autopilots play on alone"
        await parlour.chairs[1].session.autopilot(False)
        return await asyncio.gather(*tasks)

    parlour, results = at_table(tmp_path, script, seats=3, bots=(2,))
    assert all(result.proven for result in results)
    assert not any(step["step"] == "retired" for step in parlour.chairs[0].of("step"))
    assert [event["code"] for event in parlour.chairs[1].of("notice")] == ["deserted"]


def test_a_table_without_people_just_plays(tmp_path: Path) -> None:
    async def script(parlour: Parlour) -> Any:
        return await asyncio.gather(*sit(parlour))

    _, results = at_table(tmp_path, script, bots=(0, 1))
    assert all(result.proven for result in results)


def test_the_grace_decides_about_people_that_do_not_come_back(tmp_path: Path) -> None:
    """Nobody is there: who is away keeps the table waiting, although a bot is to move."""

    async def script(parlour: Parlour) -> Any:
        tasks = sit(parlour)
        await begun(parlour)
        await hears(parlour.chairs[1], "started")
        parlour.chairs[0].session._dial = never
        parlour.chairs[0].links[-1].cut()
        return (await asyncio.gather(*tasks, return_exceptions=True))[1:]

    async def never() -> Any:
        await asyncio.sleep(1.0)
        raise LinkClosed("unreachable", "Nobody answers.")

    parlour, results = at_table(tmp_path, script, bots=(1,), seconds=lambda number: 5.0)
    for result in results:
        if isinstance(result, Exception):
            raise result
    assert all(result.honest for result in results)
    assert [step for step in parlour.chairs[1].of("step") if step["step"] == "retired"]


def test_a_table_that_rests_because_all_clocks_have_run_out_goes_on_when_one_comes_back(
    tmp_path: Path,
) -> None:
    """Their turn is late already, and stays so: the autopilot makes it, and nobody is told again that they are gone."""

    def idled(parlour: Parlour) -> list[tuple[int, bool]]:
        return [(event.seat, event.idle) for event in parlour.chairs[0].events if isinstance(event, Idled)]

    async def script(parlour: Parlour) -> Any:
        tasks = sit(parlour)
        await hears(parlour.chairs[0], "notice")
        back = parlour.chairs[idled(parlour)[-1][0]]
        back.player.seconds = 1.0
        await back.session.autopilot(False)
        return back.number, await asyncio.gather(*tasks)

    parlour, (back, results) = at_table(
        tmp_path, script, terms=Terms(grace=GRACE, clock=20.0), seconds=lambda number: 1000.0
    )
    assert all(result.proven for result in results)
    assert idled(parlour) == [(1 - back, True), (back, True), (back, False)]
    assert parlour.chairs[1 - back].player.asked == []
    assert len(parlour.chairs[back].player.asked) == 1
