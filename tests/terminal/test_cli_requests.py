"""Right command lines: what reaches the session."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gefaehrten.cli import i18n, start
from gefaehrten.cli.group import LEVELS, spell_out_auto
from gefaehrten.cli.main import main
from gefaehrten.session.offers import OPEN_CODE
from gefaehrten.session.requests import (
    DEFAULT_PORT,
    Address,
    BotRequest,
    Certificate,
    HostRequest,
    JoinRequest,
    PlayRequest,
    Screen,
    WatchRequest,
)
from protocol.limits import NAME_BYTES, NAME_CHARACTERS

CODE = "7KQ2-9FZA-M3XP-0T4V"
Asked = Callable[..., object]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], object]:
    """Runs a command line and gives the request that it came to."""
    requests: list[object] = []
    for name in ("play", "host", "join", "bot", "watch"):
        monkeypatch.setattr(start, name, requests.append)
    monkeypatch.setenv("GEFAEHRTEN_HOME", str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))

    def run(words: str) -> object:
        assert main(words.split()) == 0
        return requests.pop()

    return run


def test_play_by_its_defaults(asked: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "frodo")
    request = asked("play")
    assert isinstance(request, PlayRequest)
    assert (request.table.game, request.table.seats, request.table.level) == ("gefaehrten", 4, "medium")
    assert request.table.options == {"nazgul_range": "location", "points": "open"}
    person = request.person
    assert (person.name, person.profile, person.language, person.wish) == ("frodo", tmp_path, "en", "")
    assert (person.auto, person.screen) == (None, Screen.LINE)


def test_a_system_that_knows_no_user_still_gives_a_name(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> str:
        raise KeyError("uid")

    monkeypatch.setattr("getpass.getuser", fail)
    request = asked("play")
    assert isinstance(request, PlayRequest)
    assert request.person.name == "Player"


def test_play_with_everything(asked: Asked, tmp_path: Path) -> None:
    request = asked(
        "play --seats 2 --level hard --option points=hidden --option nazgul_range=table --name Sam --lang de "
        f"--profile {tmp_path / 'other'} --ascii --json --auto expert --color BLUE"
    )
    assert isinstance(request, PlayRequest)
    assert (request.table.seats, request.table.level) == (2, "hard")
    assert request.table.options == {"nazgul_range": "table", "points": "hidden"}
    person = request.person
    assert (person.name, person.language, person.wish) == ("Sam", "de", "blue")
    assert (person.profile, person.screen, person.ascii_only) == (tmp_path / "other", Screen.JSON, True)
    assert person.auto == "expert"


def test_host_by_its_defaults(asked: Asked) -> None:
    request = asked("host --json")
    assert isinstance(request, HostRequest)
    assert request.listen == Address("", DEFAULT_PORT)
    assert (request.bots, request.open_table, request.fill, request.fill_after) == (0, False, False, None)
    assert (request.grace, request.tls) == (None, None)


def test_host_with_everything(asked: Asked, tmp_path: Path) -> None:
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    chain.touch()
    key.touch()
    request = asked(
        "host --seats 3 --bots 2 --listen 127.0.0.1:0 --open --grace 12.5 --fill --fill-after 3 "
        f"--tls-cert {chain} --tls-key {key}"
    )
    assert isinstance(request, HostRequest)
    assert (request.table.seats, request.bots, request.listen) == (3, 2, Address("127.0.0.1", 0))
    assert (request.open_table, request.fill, request.fill_after) == (True, True, 3.0)
    assert (request.grace, request.tls) == (12.5, Certificate(chain, key))


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("[::1]:1234", Address("::1", 1234)),
        ("::1", Address("::1", DEFAULT_PORT)),
        ("*:0", Address("", 0)),
        (":9000", Address("", 9000)),
        ("*", Address("", DEFAULT_PORT)),
        ("localhost", Address("localhost", DEFAULT_PORT)),
    ],
)
def test_where_to_listen(asked: Asked, typed: str, address: Address) -> None:
    request = asked(f"host --json --listen {typed}")
    assert isinstance(request, HostRequest)
    assert request.listen == address


def test_a_host_that_others_can_reach_hears_of_routers(
    asked: Asked, capsys: pytest.CaptureFixture[str]
) -> None:
    asked("host")
    assert "forwards the port" in capsys.readouterr().err
    asked("host --listen 127.0.0.1:0")
    asked("host --listen [::1]:0")
    asked("host --json")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("typed", "address", "tls"),
    [
        (f"localhost {CODE}", Address("localhost", DEFAULT_PORT), False),
        (f"localhost:1 {CODE.lower()}", Address("localhost", 1), False),
        (f"[::1]:2 {CODE.replace('-', '')}", Address("::1", 2), False),
        (f"gefaehrten://10.0.0.7:3/{CODE}", Address("10.0.0.7", 3), False),
        (f"gefaehrten://10.0.0.7:3/{CODE} {CODE}", Address("10.0.0.7", 3), False),
        (f"wss://example.org/{CODE}", Address("example.org", DEFAULT_PORT), True),
    ],
)
@pytest.mark.parametrize("command", ["join", "bot"])
def test_where_guests_go(asked: Asked, command: str, typed: str, address: Address, tls: bool) -> None:
    request = asked(f"{command} {typed}")
    assert isinstance(request, JoinRequest | BotRequest)
    assert (request.address, request.code, request.tls, request.seat) == (address, CODE, tls, None)


def test_join_and_bot_take_a_seat_and_a_level(asked: Asked) -> None:
    join = asked(f"join h {CODE} --seat 2 --auto --colour red")
    assert isinstance(join, JoinRequest)
    assert (join.seat, join.person.auto, join.person.wish) == (2, "medium", "red")
    bot = asked(f"bot h {CODE} --seat 0 --level easy")
    assert isinstance(bot, BotRequest)
    assert (bot.seat, bot.person.auto) == (0, "easy")


@pytest.mark.parametrize(
    ("typed", "address", "code", "tls"),
    [
        (f"h {CODE}", Address("h", DEFAULT_PORT), CODE, False),
        (f"gefaehrten://10.0.0.7:3/watch/{CODE}", Address("10.0.0.7", 3), CODE, False),
        (f"wss://example.org/watch/{CODE}", Address("example.org", DEFAULT_PORT), CODE, True),
        (f"gefaehrten://10.0.0.7:3 {CODE}", Address("10.0.0.7", 3), CODE, False),
        (f"gefaehrten://10.0.0.7:3/{OPEN_CODE}", Address("10.0.0.7", 3), OPEN_CODE, False),
    ],
)
def test_where_watchers_go(asked: Asked, typed: str, address: Address, code: str, tls: bool) -> None:
    request = asked(f"watch {typed} --json --name Eye")
    assert isinstance(request, WatchRequest)
    assert (request.address, request.code, request.tls) == (address, code, tls)
    assert (request.person.name, request.person.screen, request.person.auto) == ("Eye", Screen.JSON, None)


def test_join_asks_for_the_code_on_a_terminal(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gefaehrten.cli.output.is_terminal", lambda stream: True)
    monkeypatch.setattr("click.prompt", lambda *words, **settings: CODE.lower())
    join = asked("join h --plain")
    assert isinstance(join, JoinRequest)
    assert join.code == CODE
    monkeypatch.setattr("click.prompt", lambda *words, **settings: "")
    join = asked("join h --plain")
    assert isinstance(join, JoinRequest)
    assert join.code == ""


@pytest.mark.parametrize(
    ("words", "terminal", "term", "screen"),
    [
        ("play", True, "xterm", Screen.FULL),
        ("play --plain", True, "xterm", Screen.LINE),
        ("play", False, "xterm", Screen.LINE),
        ("play", True, "dumb", Screen.LINE),
        ("play --json", True, "xterm", Screen.JSON),
    ],
)
def test_which_screen(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, words: str, terminal: bool, term: str, screen: Screen
) -> None:
    monkeypatch.setattr("gefaehrten.cli.output.is_terminal", lambda stream: terminal)
    monkeypatch.setenv("TERM", term)
    request = asked(words)
    assert isinstance(request, PlayRequest)
    assert request.person.screen is screen


@pytest.mark.parametrize(
    ("typed", "spelled"),
    [
        ("--auto", "--auto=medium"),
        ("--auto hard x", "--auto=hard x"),
        ("--auto host:1 CODE", "--auto=medium host:1 CODE"),
        ("host:1 --auto --json", "host:1 --auto=medium --json"),
        ("--auto=easy hard", "--auto=easy hard"),
        ("-- --auto hard", "-- --auto hard"),
        ("--auto -- hard", "--auto=medium -- hard"),
        ("--auto --auto hard", "--auto=medium --auto=hard"),
    ],
)
def test_auto_takes_the_next_word_only_if_it_is_a_level(typed: str, spelled: str) -> None:
    assert spell_out_auto(typed.split()) == spelled.split()


def test_levels_are_those_of_the_bots() -> None:
    from ai.levels import Level

    assert tuple(level.value for level in Level) == LEVELS


def test_the_language_is_found_before_the_command_line_is_parsed() -> None:
    assert i18n.asked_for(["play", "--lang", "de"]) == "de"
    assert i18n.asked_for(["--lang=de", "play", "--lang=en"]) == "en"
    assert i18n.asked_for(["play", "--", "--lang", "de"]) is None
    assert i18n.asked_for(["play", "--lang"]) is None
    assert i18n.choose("xx", {"LANG": "de_DE"}) is i18n.Language.DE


@pytest.mark.parametrize("letter", ["a", "é", "中", "😀"])
def test_a_name_fits_the_screen_and_the_message_in_every_script(asked: Asked, letter: str) -> None:
    request = asked("play --name " + letter * 100)
    assert isinstance(request, PlayRequest)
    name = request.person.name
    assert set(name) == {letter}
    assert len(name) <= NAME_CHARACTERS
    assert len(name.encode()) <= NAME_BYTES
    assert len(name) == NAME_CHARACTERS or len((name + letter).encode()) > NAME_BYTES
