"""The full screen while others move, at the end, and with people who mean no good."""

from __future__ import annotations

import asyncio
import gc
import re
from dataclasses import replace
from pathlib import Path

import pytest

from gefaehrten.core.text import N_, Sentence
from gefaehrten.session.events import (
    Back,
    Chatted,
    Failed,
    HandSeen,
    Judged,
    Notice,
    Resumed,
    Waiting,
)
from gefaehrten.session.players import Position
from protocol.identity import fingerprint
from tests.terminal.screens import Clock, Table, any_turn, at_turn, lobby, sitting
from tests.terminal.table import HOSTILE, harmless


async def test_who_is_waited_for(tmp_path: Path) -> None:
    clock = Clock()
    table = Table(own=3)
    async with sitting(tmp_path, table, clock=clock) as seat:
        table.begin(seat.front, people=2)
        await seat.glass.shows("table jadoj-vavad")
        actor = table.match.kernel.actor()
        clock.now += 7
        seat.told(Waiting(2, "Bot 2", 40))
        await seat.glass.shows("Bot 2 is gone, 40 s left", "0:07")
        seat.told(Waiting(-1, "", 30))
        seat.told(Back(2, "Bot 2"))
        await seat.glass.shows("The host is gone, 30 s left", "Bot 2 is there again")
        seat.told(Back(-1, ""))
        await seat.glass.shows(NAMES_OF[actor])
        seat.told(Failed("bot", Sentence(N_("Something broke."))))
        await seat.glass.shows("Something broke.")
        seat.told(Notice("late", Sentence(N_("Somebody came late."))))
        await seat.glass.shows("Somebody came late.")


NAMES_OF = ("Ann", "Bot 1", "Bot 2", "Bot 3")


async def test_a_watcher_sees_and_cannot_move(tmp_path: Path) -> None:
    table = Table(own=-1)
    async with sitting(tmp_path, table) as seat:
        table.begin(seat.front)
        shown = await seat.glass.shows("Players", "Ann", "Bag End")
        assert "Hand:" not in shown
        seat.types("4@7\r")
        await seat.glass.until(lambda text: "turn" in text and "> 4@7" in text)
        seat.types("\x15H")
        await seat.glass.shows("'s turn.")
        seat.types("K")
        await seat.glass.shows("Esc close")


@pytest.mark.parametrize("own", [-1, 0])
async def test_a_second_click_on_the_board_looks_there_too_whoever_moves(tmp_path: Path, own: int) -> None:
    table = Table(own=own)
    async with sitting(tmp_path, table) as seat:
        table.begin(seat.front)
        await seat.glass.shows("Players", "Bag End")
        if own == 0:
            table.others(seat.front)
            table.turn(seat.front, any_turn(table))
        await seat.glass.until(lambda text: "┌3" in text)
        for label in "37":
            row, column = seat.glass.where(f"┌{label}")
            seat.clicks(row + 1, column + 1)
            await seat.glass.shows(f"> @{label}")


async def test_names_that_look_alike_are_told_apart_wherever_they_are_read(tmp_path: Path) -> None:
    """As the session hands them over, and in a line of chat, whose event has the plain name."""
    names = ("Ann", "Berta (3xpm)", "Веrta (awa5)", "Cem")
    table = Table(own=0, names=names)
    async with sitting(tmp_path, table) as seat:
        table.begin(seat.front, people=4)
        await seat.glass.shows("Berta (3xpm)", "Веrta (awa5)")
        seat.told(Chatted(2, "Веrta", "it is me"))
        await seat.glass.shows("Веrta (awa5): it is me")
        seat.types("K")
        shown = await seat.glass.shows("Cards not seen yet")
        assert "Berta (3xpm)" in shown
        assert "Веrta (awa5)" in shown


async def test_in_the_lobby_a_line_of_chat_says_which_of_two_it_is(tmp_path: Path) -> None:
    async with sitting(tmp_path, Table()) as seat:
        seat.told(lobby(own=0, names=("Ann", "Аnn")))
        seat.told(Chatted(1, "Аnn", "I am the host"))
        await seat.glass.shows(f"Аnn ({fingerprint(bytes([1]) * 32)[:4]}): I am the host")


async def test_a_hand_is_shown_as_soon_as_it_is_known(tmp_path: Path) -> None:
    """The keys for drawn cards come after the step that tells of them; the session says when, no clock does."""
    table = Table()
    known = table.position

    def unknown() -> Position | None:
        now = known()
        if now is None:
            return None
        now.kernel.mask(-1)
        return replace(now, hand=())

    async with sitting(tmp_path, table) as seat:
        table.position = unknown  # type: ignore[method-assign]
        table.begin(seat.front)
        shown = await seat.glass.shows("Players")
        assert not re.search(r"\ba \d", shown)
        table.position = known  # type: ignore[method-assign]
        seat.told(HandSeen(6))
        await seat.glass.until(lambda text: re.search(r"a \d.*b \d", text) is not None)


async def test_a_seat_that_comes_back_sees_what_happened(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table) as gone:
        table.begin(gone.front)
        for _ in range(6):
            table.others(gone.front)
            table.turn(gone.front, any_turn(table))
    async with sitting(tmp_path, table) as seat:
        seat.told(Resumed(99))
        await seat.glass.shows("Hand:", "Players")
        seat.types("L")
        await seat.glass.shows("on space", "Your seat is yours again")


async def test_the_end_the_verdict_and_another_match(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table) as seat:
        table.begin(seat.front)
        table.end(seat.front)
        await seat.glass.shows("Result", "nobody has won", "were honest", "c0ffeec0")
        again = asyncio.ensure_future(seat.front.another())
        seat.types("K")
        await seat.glass.shows("Esc close")
        seat.types("\x1b")
        await seat.glass.hides("Esc close")
        seat.types("\x1b")
        await seat.glass.hides("Result")
        seat.types("\x1b")
        await seat.glass.shows("Result")
        assert not again.done()
        seat.types("r")
        assert await again
        seat.told(lobby(own=1))
        await seat.glass.shows("2 of 4 seats taken")
        table.begin(seat.front)
        await seat.glass.shows("Players", "Hand:")


async def test_after_the_verdict_nothing_is_asked_and_the_result_is_left_on_the_terminal(
    tmp_path: Path,
) -> None:
    table = Table()
    async with sitting(tmp_path, table) as seat:
        table.begin(seat.front)
        table.end(seat.front)
        again = asyncio.ensure_future(seat.front.another())
        await seat.glass.shows("Result")
        seat.types("q")
        assert not await again
    left = seat.glass.bytes.rpartition("\x1b[?1049l")[2]
    assert "nobody has won" in left


async def test_a_verdict_that_finds_a_fault(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table) as seat:
        table.begin(seat.front)
        table.end(seat.front)
        seat.told(Judged(True, False, ()))
        await seat.glass.shows("unproven")


async def test_a_scoring_is_shown_slowly_and_any_key_skips_it(tmp_path: Path) -> None:
    clock = Clock()
    table = Table(own=-1, seed=5)
    async with sitting(tmp_path, table, clock=clock, quick=False) as seat:
        table.begin(seat.front)
        while not any(step["step"] == "scored" for step in table.match.steps):
            table.turn(seat.front, any_turn(table))
        first = await seat.glass.shows("skip")
        clock.now += 1.5
        second = await seat.glass.until(lambda text: text != first)
        assert "Bag End" in second
        seat.types("x")
        await seat.glass.hides("skip")
        table.turn(seat.front, any_turn(table))
        assert "skip" not in seat.glass.text


async def test_an_own_scoring_is_shown_over_the_location_that_it_is_about(tmp_path: Path) -> None:
    table = Table(seed=4)
    async with sitting(tmp_path, table, quick=False) as seat:
        table.begin(seat.front)
        while not any(step["step"] == "scored" for step in table.match.steps):
            actor = table.match.kernel.actor()
            table.turn(seat.front, any_turn(table))
        assert actor == 0
        shown = await seat.glass.shows("skip", "Bag End is scored")
        assert "1 Bag End" in shown.splitlines()[1]
        assert "free: 0" in shown
        assert "╌" not in shown


async def test_input_never_waits_for_the_network(tmp_path: Path) -> None:
    table = Table()
    never = asyncio.Event()

    async def say(text: str) -> None:
        await never.wait()

    table.say = say  # type: ignore[method-assign]
    async with sitting(tmp_path, table) as seat:
        asked = await at_turn(seat, table)
        seat.types("say into the void\rd7")
        await seat.glass.shows("4@7 >")
        seat.types("\r")
        assert len(await asked) == 2


async def test_quick_shows_no_scoring_slowly(tmp_path: Path) -> None:
    table = Table(own=-1, seed=5)
    async with sitting(tmp_path, table, quick=True) as seat:
        table.begin(seat.front)
        while not any(step["step"] == "scored" for step in table.match.steps):
            table.turn(seat.front, any_turn(table))
        await seat.glass.shows("Bag End is scored")
        assert "skip" not in seat.glass.text


async def test_the_bell_and_the_title_only_where_they_are_wanted(tmp_path: Path) -> None:
    for bell in (False, True):
        table = Table()
        async with sitting(tmp_path, table, bell=bell) as seat:
            await at_turn(seat, table)
            assert ("\x07" in seat.glass.bytes) is bell
            assert ("Your turn - Die Gefährten" in seat.glass.screen.title) is bell


@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
async def test_hostile_names_and_chat(tmp_path: Path, hostile: str) -> None:
    table = Table(names=(hostile, "Ann", f"x{hostile}", "Bot"), own=1)
    async with sitting(tmp_path, table) as seat:
        seat.told(lobby(own=1, names=(hostile, "Ann")))
        await seat.glass.shows("2 of 4 seats taken")
        table.begin(seat.front)
        seat.told(Chatted(0, hostile, hostile))
        await seat.glass.shows("chat: 1", "Players")
        seat.types("T")
        shown = await seat.glass.shows("say:")
        assert harmless(shown.replace("\n", ""))
        assert "\x1b]" not in seat.glass.bytes
        assert "\x9b" not in seat.glass.bytes
        assert "\u202e" not in seat.glass.bytes
        for row in shown.splitlines():
            assert len(row) <= 100
        assert shown.splitlines()[1].startswith("┌") or shown.splitlines()[1].startswith(" ")


async def test_ascii_and_no_colour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    table = Table()
    async with sitting(tmp_path, table, ascii_only=True) as seat:
        await at_turn(seat, table)
        seat.types("d7")
        await seat.glass.shows("4@7 >")
        assert seat.glass.bytes.isascii()
        assert "\x1b[38;5;" not in seat.glass.bytes


async def test_the_collector_passes_over_what_stays(tmp_path: Path) -> None:
    """Else it looks through the whole program between a key and its frame, for longer than the frame takes."""
    table = Table()
    async with sitting(tmp_path, table) as seat:
        gc.unfreeze()
        try:
            table.begin(seat.front)
            assert gc.get_freeze_count() > 0
        finally:
            gc.unfreeze()
