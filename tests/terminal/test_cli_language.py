"""The reader's language: where it comes from, what the profile remembers, and that ASCII is enough to read it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from gefaehrten.cli import i18n, start
from gefaehrten.cli.i18n import Language
from gefaehrten.cli.main import COMMANDS, main
from gefaehrten.core.lines import asciify
from gefaehrten.session import settings
from gefaehrten.session.requests import PlayRequest

RUN = "import sys; from gefaehrten.cli.main import main; sys.exit(main())"
ASCII = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
PATIENCE = 120.0


def run(
    *arguments: str, environment: Mapping[str, str], typed: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Runs the program as a process of its own, with this on its stdin."""
    return subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        capture_output=True,
        env={**os.environ, **environment},
        input=typed,
        timeout=PATIENCE,
        check=False,
    )


# Where it comes from


@pytest.mark.parametrize(
    ("asked", "environment", "settled", "language"),
    [
        (None, {}, "", Language.EN),
        (None, {"LANG": "de_DE.UTF-8"}, "", Language.DE),
        (None, {"LANG": "de_DE.UTF-8"}, "en", Language.EN),
        (None, {"LANGUAGE": "en", "LC_ALL": "en_GB.UTF-8"}, "de", Language.DE),
        (None, {"LC_ALL": "C"}, "de", Language.DE),
        (None, {"GEFAEHRTEN_LANG": "en"}, "de", Language.EN),
        ("de", {"GEFAEHRTEN_LANG": "en"}, "en", Language.DE),
        (None, {"LANG": "de_DE.UTF-8"}, "tlh", Language.DE),
        (None, {"GEFAEHRTEN_LANG": "tlh"}, "de", Language.DE),
    ],
)
def test_the_profile_counts_before_the_system_and_after_what_is_said_of_this_program(
    asked: str | None, environment: dict[str, str], settled: str, language: Language
) -> None:
    assert i18n.choose(asked, environment, lambda: settled) is language


def test_the_profile_is_not_looked_at_where_it_does_not_matter() -> None:
    def never() -> str:
        raise AssertionError("nobody asked")

    assert i18n.choose("de", {}, never) is Language.DE
    assert i18n.choose(None, {"GEFAEHRTEN_LANG": "de"}, never) is Language.DE


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [("--help",), ("play", "--help"), ("nonsense",), ("play", "--nonsense")]
)
def test_it_counts_before_the_command_line_is_read(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    data = tmp_path / "data"
    settings.write(data / "gefaehrten", {"lang": "de"})
    settings.write(tmp_path / "english", {"lang": "en"})
    system = {"XDG_DATA_HOME": str(data), "GEFAEHRTEN_HOME": ""}
    result = run(*arguments, environment=system)
    assert b"Hilfe" in result.stdout + result.stderr
    named = {**system, "GEFAEHRTEN_HOME": str(tmp_path / "english")}
    result = run(*arguments, environment=named)
    assert b"Hilfe" not in result.stdout + result.stderr


@pytest.mark.parametrize("form", [["--profile", "{}"], ["--profile={}"]])
def test_the_profile_that_is_named_decides(
    form: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    settings.write(tmp_path, {"lang": "de"})
    assert main(["whoami", *(word.format(tmp_path) for word in form)]) == 2
    assert "gibt es noch kein Profil" in capsys.readouterr().err


# What the profile remembers


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.setenv("GEFAEHRTEN_HOME", str(tmp_path / "profile"))
    monkeypatch.setenv("LANGUAGE", "en")
    return tmp_path / "profile"


def test_a_language_is_kept_and_forgotten(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["whoami", "--set-lang", "de"]) == 0
    assert f"Profil: {home}" in capsys.readouterr().out  # at once
    assert main(["play", "--seats", "9"]) == 2
    assert "Spieler" in capsys.readouterr().err
    assert main(["play", "--seats", "9", "--lang", "en"]) == 2
    assert "players" in capsys.readouterr().err
    assert main(["whoami", "--set-lang", "auto"]) == 0
    assert settings.read(home) == {}


def test_a_name_is_kept_and_forgotten(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "frodo")
    requests: list[PlayRequest] = []
    monkeypatch.setattr(start, "play", requests.append)
    assert main(["whoami", "--set-name", "  Élise \u200b "]) == 0
    assert main(["play"]) == 0
    assert main(["play", "--name", "Sam"]) == 0
    assert main(["whoami", "--set-name", ""]) == 0
    assert main(["play"]) == 0
    assert [request.person.name for request in requests] == ["Élise", "Sam", "frodo"]


def test_a_name_in_the_file_is_cleaned_like_any_other(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "frodo")
    requests: list[PlayRequest] = []
    monkeypatch.setattr(start, "play", requests.append)
    home.mkdir()
    for text in ("name = E\x1b[2Jve\n", "name = \u200b\n"):
        (home / settings.FILE).write_text(text)
        assert main(["play"]) == 0
    assert [request.person.name for request in requests] == ["E[2Jve", "frodo"]


def test_a_name_that_nobody_can_see_is_not_kept(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["whoami", "--set-name", "\u200b"]) == 2
    assert "can be seen" in capsys.readouterr().err
    assert not home.exists()


def test_settings_for_programs(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["whoami", "--set-lang", "de", "--set-name", "Anna", "--set-announce", "no", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "name": "Anna",
        "key": None,
        "fingerprint": None,
        "profile": str(home),
        "lang": "de",
        "announce": False,
    }


def test_looking_makes_nothing(home: Path) -> None:
    assert main(["whoami"]) == 2
    assert not home.exists()


# What can be read where there is nothing but ASCII


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("command", ["", *COMMANDS], ids=lambda name: name or "all")
def test_the_help_of_every_command_is_all_there_in_ascii(command: str, language: str) -> None:
    words = [command, "--help"] if command else ["--help"]
    rich = run(*words, environment={"GEFAEHRTEN_LANG": language, "COLUMNS": "80", "PYTHONUTF8": "1"})
    poor = run(*words, environment={**ASCII, "GEFAEHRTEN_LANG": language, "COLUMNS": "80"})
    assert (poor.returncode, poor.stderr) == (0, b"")
    text = poor.stdout.decode("ascii")
    assert text.split() == asciify(rich.stdout.decode()).split()
    assert text.count("?") == rich.stdout.decode().count("?")  # no letter that nobody could spell


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "english", "german"),
    [
        (("rules",), "Die Gefaehrten: the rules", "Die Gefaehrten: die Regeln"),
        (("rules", "F21"), "Lothlorien", "Lothlorien"),
        (("rules", "M22"), "Minas Tirith: all Nazgul hit you", "Minas Tirith: Alle Nazgul treffen dich"),
        (
            ("play", "--seats", "9"),
            "Die Gefaehrten is for 2 to 4 players",
            "Die Gefaehrten ist fuer 2 bis 4 Spieler",
        ),
        (("join", "localhost"), "code is missing", "Der Code des Tisches fehlt"),
        (("games",), "There is no match", "gibt es noch keine Partie"),
    ],
)
def test_what_commands_say_is_readable_in_ascii(
    arguments: tuple[str, ...], english: str, german: str, tmp_path: Path
) -> None:
    for language, said in (("en", english), ("de", german)):
        result = run(*arguments, "--lang", language, environment={**ASCII, "GEFAEHRTEN_HOME": str(tmp_path)})
        text = (result.stdout + result.stderr).decode("ascii")
        assert "Traceback" not in text
        assert said in " ".join(text.split())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            ["You: cards drawn: 6", "is scored:", "All that was drawn, shuffled and played has been checked"],
        ),
        (
            "de",
            [
                "Du: gezogene Karten: 6",
                "Wertung ",
                "Alles, was gelost, gemischt und gespielt wurde, ist geprueft",
            ],
        ),
    ],
)
def test_a_match_in_line_mode_is_readable_in_ascii(
    language: str, expected: list[str], tmp_path: Path
) -> None:
    result = run(
        *("play", "--seats", "2", "--level", "random", "--auto", "random", "--plain", "--lang", language),
        environment={**ASCII, "GEFAEHRTEN_HOME": str(tmp_path)},
    )
    text = " ".join(result.stdout.decode("ascii").split())
    assert result.returncode == 0, result.stderr
    assert result.stderr == b""
    for words in expected:
        assert words in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "typed", "expected"),
    [
        (
            "en",
            "?\nboard\nmoves\nrules F21\nquit\ny\n",
            ["the Nazgul takes the card", "Bag End", "Lothlorien"],
        ),
        ("de", "?\nbrett\nzuege\nregeln F21\nbeenden\nj\n", ["naechste Ort", "weiss: nur", "geschuetzt"]),
    ],
)
def test_playing_by_hand_needs_nothing_but_ascii(
    language: str, typed: str, expected: list[str], tmp_path: Path
) -> None:
    result = run(
        *("play", "--seats", "2", "--level", "random", "--lang", language),
        environment={**ASCII, "GEFAEHRTEN_HOME": str(tmp_path)},
        typed=typed.encode(),
    )
    text = " ".join(result.stdout.decode("ascii").split())
    assert result.returncode == 130, result.stderr
    for words in expected:
        assert words in text
    assert "kein Befehl" not in text
    assert "no command" not in text
