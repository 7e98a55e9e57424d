"""Every error becomes one sentence and the exit code that scripts rely on; nobody sees a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from gefaehrten.cli import exits
from gefaehrten.core.errors import GefaehrtenError, IllegalAction, StoreError, UsageError
from gefaehrten.session.ends import Adjourned, MatchFault, NoConnection
from gefaehrten.session.players import Leaving
from protocol.errors import AddressError, LinkClosed, LocalProtocolError, Refused, RemoteProtocolError
from protocol.net.link import LinkError


def remote(culprit: str) -> RemoteProtocolError:
    return RemoteProtocolError("code", "It is {x}.", culprit=culprit, x=1)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (KeyboardInterrupt(), 130),
        (click.Abort(), 130),
        (Leaving(), 130),
        (Adjourned("left", "Later."), 130),
        (click.UsageError("No."), 2),
        (click.BadParameter("No."), 2),
        (UsageError("x", "No."), 2),
        (AddressError("address", "No."), 2),
        (StoreError("in_use", "No."), 2),
        (StoreError("missing", "No."), 2),
        (StoreError("full", "No."), 1),
        (StoreError("damaged", "No."), 1),
        (IllegalAction("F13", "No."), 1),
        (GefaehrtenError("x", "No."), 1),
        (MatchFault("x", "No."), 1),
        (NoConnection("x", "No."), 3),
        (LinkClosed("x", "No."), 3),
        (LinkError("unreachable", "No."), 3),
        (LinkError("port_in_use", "No."), 3),
        (LinkError("version", "No."), 4),
        (Refused("code", "No."), 4),
        (Refused("full", "No."), 4),
        (remote("host"), 1),
        (remote("seat"), 1),
        (remote("file"), 5),
        (LocalProtocolError("x", "No."), 1),
        (ExceptionGroup("several", [ValueError(), Refused("full", "No.")]), 4),
        (BaseExceptionGroup("several", [Refused("full", "No."), KeyboardInterrupt()]), 130),
        (ExceptionGroup("several", [ExceptionGroup("inner", [NoConnection("x", "No.")])]), 3),
    ],
    ids=repr,
)
def test_the_exit_code_of_an_error(
    error: BaseException, code: int, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert exits.report(error, as_json=False, profile=tmp_path) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_with_json_the_error_is_an_event_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    exits.report(Refused("full", "The table has {seats} seats.", seats=4), as_json=True, profile=None)
    captured = capsys.readouterr()
    assert json.loads(captured.out) == {"event": "error", "code": "full", "text": "The table has 4 seats."}
    assert captured.err == "The table has 4 seats.\n"


def test_a_bug_is_one_sentence_and_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    error = ZeroDivisionError("by hand")
    assert exits.report(error, as_json=False, profile=tmp_path / "profile") == 1
    sentence = capsys.readouterr().err
    (path,) = (tmp_path / "profile" / "log").iterdir()
    assert "ZeroDivisionError" in sentence
    assert str(path) in sentence
    assert "Traceback" not in sentence
    assert "by hand" in path.read_text("utf-8")


def test_a_bug_without_a_folder_to_write_to_is_a_sentence_all_the_same(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "file"))
    assert exits.report(ValueError("x"), as_json=False, profile=tmp_path / "file") == 1
    sentence = capsys.readouterr().err
    assert len(sentence.splitlines()) == 1
    assert "ValueError" in sentence


@pytest.mark.slow
def test_a_reader_that_has_gone_is_no_error_to_talk_about() -> None:
    run = "import sys; from gefaehrten.cli.main import main; sys.exit(main(['rules']))"
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run([sys.executable, "-c", run], stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert result.returncode == 1
    assert result.stderr == b""
