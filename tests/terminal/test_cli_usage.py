"""Wrong command lines: exit code 2, one sentence on stderr, nothing on stdout, no traceback."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gefaehrten.cli.main import main

RUN = "import sys; from gefaehrten.cli.main import main; sys.exit(main())"
CODE = "7KQ2-9FZA-M3XP-0T4V"


@pytest.fixture(autouse=True)
def nobody_at_the_keyboard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """stdin at its end, no terminal, a profile of the test's own, the language of the tests afterwards."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.setenv("GEFAEHRTEN_HOME", str(tmp_path / "profile"))
    monkeypatch.setenv("LANGUAGE", "en")


def one_sentence(text: str) -> str:
    """The only line there is."""
    lines = text.splitlines()
    assert len(lines) == 1, text
    assert "Traceback" not in text
    return lines[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("foo", "There is no command “foo”; the commands are: play, host,"),
        ("play --foo", "No such option '--foo'"),
        ("play extra", "unexpected extra argument (extra)"),
        ("play --name", "Option '--name' requires an argument"),
        ("play --level strong", "'strong' is not one of"),
        ("play --auto=strong", "'strong' is not one of"),
        ("play --auto strong", "unexpected extra argument (strong)"),
        ("play --game chess", "There is no game “chess”; the games are: gefaehrten"),
        ("play --seats 1", "Die Gefährten is for 2 to 4 players, not for 1."),
        ("play --seats 5", "Die Gefährten is for 2 to 4 players, not for 5."),
        ("play --seats two", "'two' is not a valid"),
        ("play --option points", "write KEY=VALUE"),
        ("play --option =hidden", "write KEY=VALUE"),
        ("play --option colour=red", "no house rule “colour”; it has: nazgul_range, points"),
        ("play --option points=secret", "can be: open, hidden"),
        ("play --option points=open --option points=hidden", "named twice"),
        ("play --colour pink", "“pink”"),
        ("play --colour 7", "“7” is no colour"),
        ("play --lang fr", "'fr' is not one of"),
        ("host --bots 4", "room for 3 bots beside you, not for 4"),
        ("host --seats 2 --bots 2", "room for 1 bots beside you, not for 2"),
        ("host --bots -1", "-1 is not in the range"),
        ("host --listen 127.0.0.1:70000", "a port is a number from 0 to 65535"),
        ("host --listen 127.0.0.1:-1", "a port is a number from 0 to 65535"),
        ("host --listen *:http", "a port is a number from 0 to 65535"),
        ("host --listen ::1:8765", "[::1]:8765"),
        ("host --grace 0", "“0” is no time"),
        ("host --grace soon", "“soon” is no time"),
        ("host --grace nan", "“nan” is no time"),
        ("host --fill-after -3", "“-3” is no time"),
        ("host --tls-cert here.pem", "name both files"),
        ("host --tls-cert no.pem --tls-key no.pem", "There is no file no.pem"),
        ("join", "Missing argument 'ADDRESS'"),
        ("join localhost", "The table's code is missing"),
        ("join gefaehrten://localhost:8765", "The table's code is missing"),
        ("join localhost 12", "“12” is no table code"),
        ("join localhost:99999 " + CODE, "a port is a number from 0 to 65535"),
        ("join localhost:0 " + CODE, "Nobody can be reached at port 0"),
        ("join ::1:8765 " + CODE, "[::1]:8765"),
        ("join http://localhost " + CODE, "An invite starts with gefaehrten://"),
        ("join gefaehrten://h/" + CODE + " 0000-0000-0000-0000", "leave one of them out"),
        ("join a b c", "unexpected extra argument (c)"),
        ("join h " + CODE + " --seat -1", "-1 is not in the range"),
        ("join gefaehrten://h/watch/" + CODE, "gefaehrten watch takes it"),
        ("bot localhost", "The table's code is missing"),
        ("bot gefaehrten://h/watch/" + CODE, "gefaehrten watch takes it"),
        ("watch", "Missing argument 'ADDRESS'"),
        ("watch localhost", "The table's code is missing"),
        ("watch gefaehrten://localhost:8765/watch", "The table's code is missing"),
        ("watch gefaehrten://h/" + CODE, "the one with /watch/ in it"),
        ("watch gefaehrten://h/watch/" + CODE + " 0000-0000-0000-0000", "leave one of them out"),
        ("watch localhost:0 " + CODE, "Nobody can be reached at port 0"),
        ("watch h " + CODE + " --seat 1", "No such option"),
        ("watch h " + CODE + " --auto", "No such option"),
        ("show", "Missing argument 'MATCH'"),
        ("show xyz", "“xyz” is no match"),
        ("show ab", "ab"),
        ("export ab", "Missing argument 'FILE'"),
        ("export ab f --format pdf", "'pdf' is not one of"),
        ("verify", "Missing argument 'FILE'"),
        ("verify /nowhere/record", "There is no file /nowhere/record; `gefaehrten export`"),
        ("verify .", "cannot be read"),
        ("rules chess", "There is no game “chess”"),
        ("rules F99", "There is no clause F99; there are F1 to F34."),
        ("rules M99", "There is no clause M99; there are M1 to M26."),
        ("whoami", "There is no profile"),
        ("completion tcsh", "'tcsh' is not one of"),
    ],
)
def test_a_wrong_command_line(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in one_sentence(captured.err)


def test_a_name_that_nobody_can_see_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--name", "\u200b \u202e"]) == 2
    assert "can be seen" in one_sentence(capsys.readouterr().err)


def test_without_a_command_there_is_help_and_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Commands:" in captured.err


def test_german_errors(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--foo", "--lang", "de"]) == 2
    assert one_sentence(capsys.readouterr().err).startswith("Eine Option '--foo' gibt es nicht")
    assert main(["play", "--seats", "9", "--lang=de"]) == 2
    assert one_sentence(capsys.readouterr().err) == "Die Gefährten ist für 2 bis 4 Spieler, nicht für 9."


def test_with_json_an_error_is_an_event_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--seats", "9", "--json"]) == 2
    captured = capsys.readouterr()
    event = json.loads(one_sentence(captured.out))
    assert event == {"event": "error", "code": "seats", "text": one_sentence(captured.err)}
    assert main(["play", "--json", "--foo"]) == 2
    assert json.loads(one_sentence(capsys.readouterr().out))["code"] == "usage"


def test_dollar_and_star_in_a_name_stay_as_they_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from gefaehrten.cli import start
    from gefaehrten.session.requests import PlayRequest

    asked: list[PlayRequest] = []
    monkeypatch.setattr(start, "play", asked.append)
    assert main(["play", "--name", "$HOME *"]) == 0
    assert asked[0].person.name == "$HOME *"
    assert capsys.readouterr().out == ""


@pytest.mark.slow
def test_a_reader_that_has_gone_still_leaves_one_sentence(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        result = subprocess.run(
            [sys.executable, "-c", RUN, "play", "--seats", "9", "--json"],
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(writing)
    assert result.returncode == 2
    assert "players" in one_sentence(result.stderr)
