"""`tables`: what it prints, for people and for programs, and how one gets from the list to a seat."""

from __future__ import annotations

import io
import json
import os
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from gefaehrten.cli import output, start
from gefaehrten.cli.commands import tables
from gefaehrten.cli.main import main
from gefaehrten.session import lan
from gefaehrten.session.lan import Announcement, Network
from gefaehrten.session.requests import Address, HostRequest, JoinRequest
from gefaehrten.session.signs import NearbyTable, Sign

CODE = "7KQ2-9FZA-M3XP-0T4V"
ANNA = NearbyTable("Anna", "gefaehrten", 4, 2, False, False, 1, ("192.0.2.1", "2001:db8::1"), 8765)
BERT = NearbyTable("Bért", "gefaehrten", 2, 1, True, True, 1, ("2001:db8::2",), 9000)
LATER = NearbyTable("Cleo", "", 0, 0, False, False, 7, ("192.0.2.3",), 8765)
CHESS = NearbyTable("Dora", "chess", 2, 1, True, False, 1, ("192.0.2.4",), 8765)

Asked = list[JoinRequest]
Found = Callable[[Sequence[NearbyTable]], None]


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """stdin at its end, no terminal, a profile of the test's own, English."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.setenv("GEFAEHRTEN_HOME", str(tmp_path / "profile"))
    monkeypatch.setenv("LANGUAGE", "en")


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Found:
    """Sets what looking finds."""

    def answer(answers: Sequence[NearbyTable]) -> None:
        async def look(seconds: float) -> tuple[NearbyTable, ...]:
            assert seconds == 2.0
            return tuple(answers)

        monkeypatch.setattr(lan, "look", look)

    return answer


@pytest.fixture
def joined(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The requests to join."""
    requests: Asked = []
    monkeypatch.setattr(start, "join", requests.append)
    return requests


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """A person at a terminal who types these lines."""

    def sit_down(lines: str) -> None:
        monkeypatch.setattr(output, "is_terminal", lambda stream: True)
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))

    return sit_down


def test_no_table_says_what_to_do(found: Found, capsys: pytest.CaptureFixture[str]) -> None:
    found([])
    assert main(["tables"]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    for help_ in ("same network", "firewall", "gefaehrten join ADDRESS"):
        assert help_ in line


def test_tables_are_listed(found: Found, joined: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    found([ANNA, BERT, LATER, CHESS])
    assert main(["tables"]) == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines() == [
        "1  Anna, 192.0.2.1:8765: Die Gefährten, free seats 2 of 4, with a code",
        "2  Bért, [2001:db8::2]:9000: Die Gefährten, free seats 1 of 2, open to all",
        "–  Cleo, 192.0.2.3:8765: This needs version 7 of the protocol; this program speaks version 1.",
        "–  Dora, 192.0.2.4:8765: There is no game “chess”; the games are: gefaehrten, mordor, tuerme.",
    ]
    assert captured.err == ""
    assert joined == []  # nobody is there to be asked


def test_tables_in_german_and_in_ascii(found: Found, capsys: pytest.CaptureFixture[str]) -> None:
    found([BERT])
    assert main(["tables", "--lang", "de", "--ascii"]) == 0
    line = capsys.readouterr().out
    assert line.isascii()
    assert "Die Gefaehrten" in line
    assert "offen" in line


def test_tables_for_programs(found: Found, joined: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    found([ANNA, LATER])
    assert main(["tables", "--json"]) == 0
    captured = capsys.readouterr()
    (line,) = captured.out.splitlines()
    assert json.loads(line) == [ANNA.json(), LATER.json()]
    assert captured.err == ""
    found([])
    assert main(["tables", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []
    assert joined == []


def test_choosing_an_open_table_asks_for_no_code(
    found: Found, joined: Asked, typed: Callable[[str], None]
) -> None:
    found([ANNA, LATER, BERT])
    typed("2\n")
    assert (
        main(["tables", "--name", "Eve", "--seat", "1", "--colour", "red", "--plain", "--auto", "hard"]) == 0
    )
    (request,) = joined
    assert (request.address, request.code, request.seat, request.tls) == (
        Address("2001:db8::2", 9000),
        "",
        1,
        True,
    )
    person = request.person
    assert (person.name, person.wish, person.auto) == ("Eve", "red", "hard")


def test_choosing_a_table_with_a_code_asks_until_it_can_be_one(
    found: Found, joined: Asked, typed: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    found([ANNA])
    typed(f"one\n0\n2\n1\n12\n{CODE.lower()}\n")
    assert main(["tables"]) == 0
    (request,) = joined
    assert (request.address, request.code, request.seat) == (Address("192.0.2.1", 8765), CODE, None)
    said = capsys.readouterr().err
    assert said.count("it goes from 1 to 1") == 3
    assert "“12” is no table code" in said


def test_who_wants_none_of_them_just_presses_enter(
    found: Found, joined: Asked, typed: Callable[[str], None]
) -> None:
    found([ANNA])
    typed("\n")
    assert main(["tables"]) == 0
    assert joined == []


def test_with_nothing_to_choose_nothing_is_asked(
    found: Found, joined: Asked, typed: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    typed("")
    found([LATER])
    assert main(["tables"]) == 0
    found([])
    assert main(["tables"]) == 0
    assert "Number" not in capsys.readouterr().err
    assert joined == []


def test_leaving_at_the_question_is_an_interruption(
    found: Found, joined: Asked, typed: Callable[[str], None]
) -> None:
    found([ANNA])
    typed("")
    assert main(["tables"]) == 130
    assert joined == []


def test_a_network_that_cannot_be_asked_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def look(seconds: float) -> tuple[NearbyTable, ...]:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(lan, "look", look)
    assert main(["tables"]) == 3
    captured = capsys.readouterr()
    (line,) = captured.err.splitlines()
    assert "(Network is unreachable)" in line
    assert captured.out == ""


@pytest.mark.parametrize("seconds", ["0", "-1", "soon"])
def test_no_time_to_listen_is_refused(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "--seconds", seconds]) == 2
    assert "is no time" in capsys.readouterr().err


def test_whether_a_host_announces(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    requests: list[HostRequest] = []
    monkeypatch.setattr(start, "host", requests.append)
    monkeypatch.setenv("GEFAEHRTEN_NO_ANNOUNCE", "")
    assert main(["host"]) == 0
    assert main(["host", "--no-announce"]) == 0
    monkeypatch.setenv("GEFAEHRTEN_NO_ANNOUNCE", "1")
    assert main(["host"]) == 0
    monkeypatch.delenv("GEFAEHRTEN_NO_ANNOUNCE")
    assert main(["whoami", "--set-announce", "no"]) == 0
    assert main(["host"]) == 0
    assert main(["whoami", "--set-announce", "yes"]) == 0
    assert main(["host"]) == 0
    assert [request.announce for request in requests] == [True, False, False, False, True]


@pytest.mark.slow
def test_a_table_on_the_network_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import asyncio

    network = Network(("127.0.0.1",), f"_gef-{os.urandom(4).hex()}._tcp.local.")
    stop = threading.Event()
    ready: queue.Queue[str] = queue.Queue()

    async def announce() -> None:
        table = Announcement(
            ("127.0.0.1",),
            40_000,
            entropy=os.urandom,
            shown=lambda: ready.put("shown"),
            failed=ready.put,
            network=network,
        )
        table.show(Sign("Anna", "gefaehrten", 4, 3, False, False, "127.0.0.1"))
        await asyncio.to_thread(stop.wait, 60)
        await table.close()

    host = threading.Thread(target=asyncio.run, args=(announce(),))
    host.start()
    try:
        assert ready.get(timeout=20) == "shown"
        monkeypatch.setattr(lan, "look", partial(lan.look, network=network))
        assert main(["tables", "--seconds", "2"]) == 0
        assert (
            capsys.readouterr().out
            == "1  Anna, 127.0.0.1:40000: Die Gefährten, free seats 3 of 4, with a code\n"
        )
    finally:
        stop.set()
        host.join(20)


def test_the_usual_time_is_said_in_the_help() -> None:
    assert tables.DEFAULT_SECONDS == 2.0
