"""Shell. Bot processes: they answer, they die when they should and only then."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.levels import parse_spec
from ai.thinking import advise
from gefaehrten.core.errors import GefaehrtenError, UsageError
from gefaehrten.core.game import Setup
from gefaehrten.session.bots import BotProcess
from tests.ai.toy import Climb, started
from tests.processes import gone
from tests.unit.session.toy_worker import Toy, lookup

pytestmark = pytest.mark.slow  # every process takes its quarter of a second to start

SETUP = Setup(3, {"house": "rule"}, ("red", "", ""))
ENDLESS = "ismcts:iterations=1000000000"
ROOT = Path(__file__).parents[3]

faults: list[GefaehrtenError] = []


@pytest.fixture
def bot() -> Iterator[BotProcess]:
    faults.clear()
    process = BotProcess(
        on_fault=faults.append, worker="tests.unit.session.toy_worker", lookup=lambda key: lookup("toy")
    )
    yield process
    process.close()


def position() -> Climb:
    return started(3, seed=6)


async def think(bot: BotProcess, level: str = "ismcts:iterations=50", game: str = "toy") -> list[int]:
    kernel = position()
    return await bot.think(game, SETUP, kernel.dump(), kernel.mover, level, 5)


def check_turn(turn: list[int]) -> None:
    kernel = position()
    for action in turn:
        kernel.check(action)
        kernel.apply(action)
    assert kernel.turns() == 1


async def worker_pid(bot: BotProcess) -> int:
    """The process's id, once it has answered a first time."""
    await think(bot)
    assert bot._process is not None
    return bot._process.pid


async def taken(bot: BotProcess) -> None:
    """Lets the loop run until the bot's thread has the request in hand."""
    await asyncio.sleep(0)
    while not bot._requests.empty():
        await asyncio.sleep(0)


async def test_it_thinks_the_same_as_in_process(bot: BotProcess) -> None:
    from ai.levels import parse_spec
    from ai.thinking import choose_turn

    kernel = position()
    turn = await think(bot)
    check_turn(turn)
    here = choose_turn(
        kernel, kernel.mover, parse_spec("ismcts:iterations=50"), 5, float, bool, knowledge=Toy().knowledge()
    )
    assert turn == here


async def test_a_level_is_what_the_game_says(bot: BotProcess) -> None:
    assert await think(bot, "medium") == await think(bot, "ismcts:iterations=50")
    assert await think(bot, "easy") == await think(bot, "greedy")


@pytest.mark.parametrize("level", ["random", "greedy", "easy"])
async def test_every_kind_of_level_gives_a_legal_turn(bot: BotProcess, level: str) -> None:
    check_turn(await think(bot, level))
    assert faults == []


async def test_a_hint_names_legal_actions_with_their_figures(bot: BotProcess) -> None:
    kernel = position()
    hint = await bot.hint("toy", SETUP, kernel.dump(), kernel.mover, "ismcts:iterations=70", 5)
    assert sum(candidate.visits for candidate in hint) == 70
    for candidate in hint:
        kernel.check(candidate.action)
        assert 0 <= candidate.reward <= 1
    here = advise(
        kernel, kernel.mover, parse_spec("ismcts:iterations=70"), 5, float, bool, knowledge=Toy().knowledge()
    )
    assert hint == here
    assert hint[0].outlook is not None, "what is to be expected comes through the pipe too"


async def test_the_loop_goes_on_while_a_bot_thinks(bot: BotProcess) -> None:
    await think(bot)
    thinking = asyncio.create_task(think(bot, "ismcts:time=0.3"))
    turns = 0
    while not thinking.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns > 100
    check_turn(await thinking)


async def test_cancelling_one_bots_request_leaves_the_others_alone(bot: BotProcess) -> None:
    kernel = position()
    arguments = ("toy", SETUP, kernel.dump(), kernel.mover, "ismcts:iterations=3000", 5)
    first = asyncio.create_task(bot.hint(*arguments))
    second = asyncio.create_task(think(bot, ENDLESS))
    await asyncio.sleep(0)
    second.cancel()
    assert sum(candidate.visits for candidate in await first) == 3000


async def test_requests_of_several_bots_are_answered_in_turn(bot: BotProcess) -> None:
    for turn in await asyncio.gather(*(think(bot) for _ in range(4))):
        check_turn(turn)


async def test_a_wrong_level_is_the_callers_fault(bot: BotProcess) -> None:
    with pytest.raises(UsageError):
        await think(bot, "strong")
    check_turn(await think(bot))


async def test_cancelling_stops_the_search_and_frees_the_process(bot: BotProcess) -> None:
    pid = await worker_pid(bot)
    thinking = asyncio.create_task(think(bot, ENDLESS))
    await taken(bot)
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thinking
    assert await worker_pid(bot) == pid
    assert faults == []


async def test_a_process_that_dies_idle_is_replaced(bot: BotProcess) -> None:
    pid = await worker_pid(bot)
    os.kill(pid, signal.SIGKILL)
    assert gone(pid)
    assert await worker_pid(bot) != pid
    assert faults == []


async def test_a_process_that_dies_thinking_is_replaced_and_asked_again(bot: BotProcess) -> None:
    pid = await worker_pid(bot)
    thinking = asyncio.create_task(think(bot, "ismcts:time=0.3"))
    await taken(bot)
    os.kill(pid, signal.SIGKILL)
    check_turn(await thinking)
    assert await worker_pid(bot) != pid
    assert faults == []


@pytest.mark.parametrize("game", ["crash", "broken"])
async def test_after_two_failures_turns_are_random_and_somebody_is_told(bot: BotProcess, game: str) -> None:
    check_turn(await think(bot, game=game))
    check_turn(await think(bot, game=game))
    assert faults == [bot.fault]
    assert "plays at random" in str(bot.fault)
    with pytest.raises(GefaehrtenError) as caught:
        await bot.hint(game, SETUP, position().dump(), 0, "easy", 1)
    assert caught.value is bot.fault


async def test_a_process_that_cannot_be_started_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, bot: BotProcess
) -> None:
    bot.close()
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    other = BotProcess(on_fault=faults.append, lookup=lambda key: lookup("toy"))
    check_turn(await think(other))
    assert len(faults) == 1
    other.close()


async def test_a_process_that_does_not_answer_is_given_up(
    monkeypatch: pytest.MonkeyPatch, bot: BotProcess
) -> None:
    pid = await worker_pid(bot)
    monkeypatch.setattr("gefaehrten.session.bots.PATIENCE", 0.3)
    os.kill(pid, signal.SIGSTOP)
    check_turn(await think(bot, "ismcts:time=0.1"))
    assert gone(pid)


async def test_close_ends_a_thinking_process_at_once(bot: BotProcess) -> None:
    pid = await worker_pid(bot)
    thinking = asyncio.create_task(think(bot, ENDLESS))
    await taken(bot)
    bot.close()
    assert gone(pid)
    with pytest.raises(asyncio.CancelledError):
        await thinking
    assert faults == []


def test_close_before_the_first_request_and_twice() -> None:
    bot = BotProcess(worker="tests.unit.session.toy_worker")
    bot.close()
    bot.close()
    assert not bot._thread.is_alive()
    assert bot._process is None


async def test_ctrl_c_is_the_parents_affair(bot: BotProcess) -> None:
    pid = await worker_pid(bot)
    assert os.getpgid(pid) != os.getpgid(0)
    os.kill(pid, signal.SIGINT)
    assert await worker_pid(bot) == pid


PARENT = """
import asyncio, sys
from tests.unit.session.test_bots import ENDLESS, BotProcess, lookup, think, worker_pid

async def main():
    bot = BotProcess(worker="tests.unit.session.toy_worker", lookup=lambda key: lookup("toy"))
    print(await worker_pid(bot), flush=True)
    await think(bot, ENDLESS)

asyncio.run(main())
"""


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_outlives_its_parent_however_that_ends(sign: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.send_signal(sign)
        parent.wait(10)
        assert gone(worker)


def test_the_worker_loads_neither_terminal_nor_network_nor_command_line() -> None:
    script = "import sys, gefaehrten.session.bot_worker as w; w.catalogue('gefaehrten'); print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    heavy = {"asyncio", "click", "prompt_toolkit", "websockets", "nacl", "msgpack", "sqlite3", "protocol"}
    assert heavy.isdisjoint(loaded)
    assert "gefaehrten.games.gefaehrten.kernel" in loaded
