"""The full screen on the own turn: drawn by the real terminal library into pyte, typed by a pipe."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gefaehrten.session.events import (
    Chatted,
)
from gefaehrten.session.players import Leaving
from tests.terminal.screens import Sitting, Table, any_turn, asked_for, at_turn, sitting


async def test_a_turn_by_letters(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table, first_time=True) as seat:
        asked = await at_turn(seat, table)
        await seat.glass.shows("Type 5@7 for the 5 on space 7", "Players", "Bag End", "What happened")
        seat.types("d")
        await seat.glass.shows("> d", "take it")
        seat.types("7")
        shown = await seat.glass.shows("4@7 >", "Totals: You 0 → 4.", "end the turn")
        assert "(d 4 Aragorn)" in shown
        seat.types("\x7f")
        await seat.glass.hides("4@7 >")
        seat.types("e7\r")
        actions = await asked
        assert len(actions) == 2
        await seat.glass.shows("on its way to the others")
        table.turn(seat.front, actions)
        shown = await seat.glass.shows("You: 4 Aragorn on space 7", "Bot 1 is thinking")
        assert "Type 5@7" not in shown


async def test_a_card_that_is_picked_lights_up_where_it_may_go(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table) as seat:
        await at_turn(seat, table)
        seat.types("d")
        await seat.glass.shows("> d")
        row, column = seat.glass.where("[7]")
        assert seat.glass.screen.buffer[row][column].bg != "default"


async def test_a_refusal_says_why_and_the_question_mark_shows_the_clause(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table) as seat:
        await at_turn(seat, table)
        seat.types("\r")
        shown = await seat.glass.shows("at least one card", "? shows F")
        clause = shown.partition("? shows ")[2].partition(")")[0]
        seat.types("?")
        await seat.glass.shows("Rules", f"│ {clause} ")
        seat.types("\x1b")
        await seat.glass.hides(f"│ {clause} ")
        seat.types("zzz\r")
        seat.types("5@55\r")
        await seat.glass.shows("is no move")
        assert "> 5@55" in seat.glass.text


async def test_the_pages_lie_over_the_board_until_escape(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table) as seat:
        asked = await at_turn(seat, table)
        for key, seen in (
            ("K", "Not seen yet"),
            ("P", "Bag End"),
            ("O", "Amon Hen"),
            ("S", "Bot 3"),
            ("L", "cards drawn"),
        ):
            seat.types(key)
            await seat.glass.shows("Esc", seen)
            seat.types(key)
            await seat.glass.hides("Esc close")
        seat.types("\x1bOQ")
        await seat.glass.shows("Esc close")
        seat.types("\x1b")
        await seat.glass.hides("Esc close")
        seat.types("count\r")
        await seat.glass.shows("Esc close")
        seat.types("?")
        await seat.glass.shows("Moves", "1 to")
        seat.types("\x1b[6~\x1b[6~\x1b[F")
        await seat.glass.shows("asks a bot for advice")
        seat.types("\r")
        await seat.glass.hides("Esc close")
        assert not asked.done()
        seat.types("R")
        await seat.glass.shows("Rules", "Esc")
        seat.types("\x1b")
        seat.types("rules F99\r")
        await seat.glass.shows("There is no clause F99")


async def test_chat_is_counted_until_it_has_been_seen(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table) as seat:
        await at_turn(seat, table)
        seat.told(Chatted(2, "Bot 2", "hurry up"))
        seat.told(Chatted(2, "Bot 2", "please"))
        await seat.glass.shows("chat: 2")
        seat.types("T")
        await seat.glass.shows("Bot 2: hurry up", "say:")
        seat.types("I think, H and Q are letters\r")
        await asked_for(table, ("say", "I think, H and Q are letters"))
        seat.types("\x1b")
        shown = await seat.glass.hides("say:")
        assert "chat: " not in shown


async def test_advice_stays_while_one_types_and_goes_with_the_turn(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table) as seat:
        asked = await at_turn(seat, table)
        seat.types("H")
        await seat.glass.shows(
            "Hint: ",
            "about 24 points, first in 46 of 100, looked at 2,594 times",
            "looked at 321 times, worth 50 of 100",
        )
        seat.types("d")
        await seat.glass.shows("> d", "Hint: ")
        seat.types("7\r")
        table.turn(seat.front, await asked)
        await seat.glass.hides("Hint: ")
        seat.types("H")
        await seat.glass.shows("It is Bot 1's turn.")


async def test_leaving_is_asked_once(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table) as seat:
        asked = await at_turn(seat, table)
        for key in ("Q", "quit\r", "\x03"):
            seat.types(key)
            await seat.glass.shows("Really leave the table?")
            seat.types("n")
            await seat.glass.shows("You stay.")
        seat.types("\x03\x03")
        with pytest.raises(Leaving):
            await asked


async def test_typed_words_are_completed(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table) as seat:
        await at_turn(seat, table)
        seat.types("hin\t")
        await seat.glass.shows("> hint")
        seat.types("\x15")
        await seat.glass.hides("> hint")
        seat.types("4@\t")
        await seat.glass.shows("4@1", "4 on space 1")
        seat.types("\x1b[B\r\r")
        await seat.glass.shows("4@1 >")
        seat.types("pl\t")
        await seat.glass.shows("players", "places")
        seat.types("\x1b")
        # What the words would do goes on being said, but no longer in the menu over the panels.
        await seat.glass.hides("    players  ")
        assert "> pl" in seat.glass.text


async def test_pasted_lines_are_read_one_by_one(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table) as seat:
        asked = await at_turn(seat, table)
        seat.types("\x1b[200~4@7\n\nsay well\x1b[31m\x07 played\n\x1b[201~")
        assert len(await asked) == 2
        await asked_for(table, ("say", "well[31m played"))


async def test_the_line_is_edited_in_its_middle(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table) as seat:
        asked = await at_turn(seat, table)
        seat.types("say hullo\x1b[D\x1b[D\x1b[D\x7f\x7fu\x1b[F!\x01\x1b[3~\x1b[3~\x1b[3~\x1b[3~\x1b[H")
        await seat.glass.shows("> ullo!")
        seat.types("say h\x0b")
        await seat.glass.shows("> say h")
        seat.types("ello\x17you there\r")
        await asked_for(table, ("say", "you there"))
        assert not asked.done()


async def test_zooming_and_moving_the_board(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table, columns=120, rows=40) as seat:
        await at_turn(seat, table)
        before = seat.glass.text
        seat.types("z")
        large = await seat.glass.until(lambda text: text != before)
        seat.types("-")
        assert await seat.glass.until(lambda text: text != large) == before
        seat.turns_wheel(10, 10, down=False)
        await seat.glass.until(lambda text: text == large)
        seat.turns_wheel(10, 10, down=True)
        await seat.glass.until(lambda text: text == before)


async def test_arrows_move_the_board_as_far_as_there_is_any(tmp_path: Path) -> None:
    table = Table(own=-1)
    async with sitting(tmp_path, table, columns=60, rows=20) as seat:
        table.begin(seat.front)
        while sum(step["step"] == "locate" for step in table.match.steps) < 4:
            table.turn(seat.front, any_turn(table))
        turn = f"Turn {table.match.kernel.turns() + 1} "
        begun = _board(await seat.glass.shows(turn, "Players"))
        seat.types("\x1b[B")
        await seat.glass.until(lambda text: _board(text) != begun)
        for _ in range(12):
            await _drawn(seat, "\x1b[B")
        bottom = _board(seat.glass.text)
        seat.types("\x1b[A")
        await seat.glass.until(lambda text: _board(text) != bottom)
        seat.types("\x1b")
        await seat.glass.until(lambda text: _board(text) == begun)


async def _drawn(seat: Sitting, key: str) -> None:
    """An arrow that moves the board, or stops at its edge, in which case nothing is drawn anew."""
    move = seat.front.desk._acts.move
    assert move is not None
    seat.types(key)
    while not move.gaze.moving:
        await asyncio.sleep(0)
    while move.gaze.moving:
        await asyncio.sleep(0)


def _board(text: str) -> str:
    """What is seen of the board of a small screen."""
    return text.partition("Players")[0].partition("\n")[2]


# Windows of every size


async def test_resize_storms_lose_nothing_of_the_turn(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table, columns=120, rows=40) as seat:
        asked = await at_turn(seat, table)
        seat.types("d7")
        await seat.glass.shows("4@7 >")
        for columns, rows in (
            (60, 20),
            (1, 1),
            (2, 3),
            (200, 60),
            (39, 11),
            (80, 24),
            (1, 40),
            (120, 1),
            (120, 40),
        ):
            seat.glass.resize(columns, rows)
            await asyncio.sleep(0)
        await seat.glass.shows("4@7 >", "Players")
        seat.glass.resize(1, 1)
        await seat.glass.until(lambda text: len(text) <= 1)
        seat.types("n")
        seat.glass.resize(120, 40)
        await seat.glass.shows("4@7 > n", "Players")
        seat.types("\x15\r")
        assert len(await asked) == 2
