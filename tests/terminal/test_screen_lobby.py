"""The full screen before a match: drawn by the real terminal library into pyte, typed by a pipe."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from gefaehrten.core.errors import UsageError
from gefaehrten.core.text import N_
from gefaehrten.session.events import (
    Chatted,
    Seated,
    TableOpened,
)
from tests.terminal.screens import Table, asked_for, lobby, sitting

INVITE = "gefaehrten://192.0.2.7:8765/ABCD-EFGH-JKMN-PQRS"
OPENED = TableOpened("192.0.2.7:8765", "ABCD-EFGH-JKMN-PQRS", "WXYZ-2345", INVITE, "c0ffee")


async def test_it_says_that_it_connects(tmp_path: Path) -> None:
    async with sitting(tmp_path, None) as seat:
        await seat.glass.shows("Connecting")


async def test_the_lobby_as_its_host(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table) as seat:
        seat.told(OPENED)
        seat.told(Seated(0, "Ann", "00" * 32, False))
        seat.told(lobby(own=0, ready=False))
        await seat.glass.shows(INVITE, "Ann", "Berta", "not ready", "WXYZ-2345", "2 of 4 seats taken")
        seat.types("+")
        await asked_for(table, ("bot", ""))
        seat.types("L+")
        await asked_for(table, ("bot", "random"))
        seat.types("\x1b[BK")
        await seat.glass.shows("K once more")
        seat.types("K")
        await asked_for(table, ("kick", 1))
        seat.types("0K")
        await seat.glass.shows("That is your own seat")
        seat.types("-")
        await seat.glass.shows("There is no bot at this table.")
        seat.types("C")
        await asked_for(table, ("wish", "red"))
        seat.types("\r")
        await asked_for(table, "fill")
        seat.types("I")
        await seat.glass.shows("Friends join with", "To copy")
        assert f"gefaehrten join {INVITE}" in seat.glass.text
        seat.types("\x1b")
        await seat.glass.hides("To copy")


async def test_the_lobby_as_a_guest(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table) as seat:
        seat.told(lobby(own=1, ready=False))
        await seat.glass.shows("Ann", "Berta", "not ready")
        seat.types("\r")
        await asked_for(table, ("ready", True))
        seat.told(lobby(own=1))
        await seat.glass.hides("not ready  ")
        seat.types("\r")
        await asked_for(table, ("ready", False))
        seat.types("K")
        await seat.glass.shows("Only the host")
        seat.types("THi, all!\r")
        await asked_for(table, ("say", "Hi, all!"))
        seat.told(Chatted(0, "Ann", "hello back"))
        await seat.glass.shows("Ann: hello back")
        seat.types("\x1b")
        seat.types("say typed out\r")
        await asked_for(table, ("say", "typed out"))
        seat.types("?")
        await seat.glass.shows("asks for the next colour")


async def test_words_typed_in_the_lobby(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table) as seat:
        seat.told(OPENED)
        seat.told(lobby(own=0))
        await seat.glass.shows("Berta")
        seat.types("fill\r")
        await asked_for(table, "fill")
        seat.types("fly\r")
        await seat.glass.shows("“fly” is no command")
        seat.types("kick 1\r")
        await asked_for(table, ("kick", 1))
        seat.types("quit\r")
        await seat.glass.shows("Really leave the table?")
        seat.types("y")
        await table.left.wait()


async def test_what_the_table_refuses_is_said(tmp_path: Path) -> None:
    table = Table()
    async with sitting(tmp_path, table) as seat:
        seat.told(lobby(own=1))
        await seat.glass.shows("Berta")
        table.refusal = UsageError("wish", N_("Red is taken."))
        seat.types("C")
        await seat.glass.shows("Red is taken.")


async def test_a_table_that_goes_on_is_no_lobby(tmp_path: Path) -> None:
    async with sitting(tmp_path, None) as seat:
        seat.told(replace(OPENED, resumed=True))
        await seat.glass.shows("Your table is open again.", INVITE)
        assert "seats taken" not in seat.glass.text
