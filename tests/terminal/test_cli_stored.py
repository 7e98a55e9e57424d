"""A whole match through the program: played by bots, then listed, shown, exported and verified."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

RUN = "import sys; from gefaehrten.cli.main import main; sys.exit(main())"


def run(*words: object) -> subprocess.CompletedProcess[str]:
    """Runs the program as a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", RUN, *map(str, words)],
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=100,
    )


@dataclass(frozen=True)
class Played:
    """A profile with one match in it, and what `play --json` said of that."""

    folder: Path
    events: list[dict[str, Any]]

    def event(self, kind: str) -> dict[str, Any]:
        """The only event of a kind."""
        (found,) = (event for event in self.events if event["event"] == kind)
        return found

    @property
    def match(self) -> str:
        return str(self.event("started")["match"])


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("profile")
    words = "play --json --auto random --level random --seats 2 --name Sam --colour blue --profile"
    result = run(*words.split(), folder)
    assert result.returncode == 0, result.stderr
    return Played(folder, [json.loads(line) for line in result.stdout.splitlines()])


def test_play_says_everything_in_json(played: Played) -> None:
    kinds = [event["event"] for event in played.events]
    assert kinds[:3] == ["seated", "seated", "started"]
    assert kinds[-2:] == ["result", "verdict"]
    assert set(kinds[3:-2]) == {"step"}
    assert played.event("verdict")["honest"] is True
    steps = [event["step"] for event in played.events if event["event"] == "step"]
    assert steps[-1] == "over"


def test_games_lists_it(played: Played) -> None:
    result = run("games", "--json", "--profile", played.folder)
    (row,) = json.loads(result.stdout)
    assert (row["match"], row["game"], row["state"]) == (played.match, "gefaehrten", "verdict")
    assert [seat["name"] for seat in row["seats"]] == ["Sam", "Bot 1"]
    assert row["result"]["scores"] == played.event("result")["scores"]
    text = run("games", "--profile", played.folder)
    assert played.match[:12] in text.stdout
    assert "Sam, Bot 1" in text.stdout


def test_show_gives_the_record_in_the_open(played: Played) -> None:
    shown = json.loads(run("show", played.match[:8], "--json", "--profile", played.folder).stdout)
    steps = [
        {key: value for key, value in event.items() if key != "event"}
        for event in played.events
        if event["event"] == "step"
    ]
    assert shown["steps"] == steps
    assert shown["seats"] == played.event("started")["seats"]
    early = json.loads(run("show", played.match, "--at", 40, "--json", "--profile", played.folder).stdout)
    assert 0 < len(early["steps"]) < len(steps)
    assert early["steps"] == steps[: len(early["steps"])]


def test_show_says_it_in_both_languages(played: Played) -> None:
    scores = played.event("result")["scores"]
    english = run("show", played.match, "--profile", played.folder)
    german = run("show", played.match, "--profile", played.folder, "--lang", "de", "--ascii")
    for said in (english.stdout, german.stdout):
        assert re.search(rf"^  Sam .* {scores[0]}  ", said, re.MULTILINE), (
            "the players' points stand below the table"
        )
        assert re.search(r"^ +-?\d  ?1? ", said, re.MULTILINE), "the table is drawn with its coordinates"
    assert english.stdout.startswith("Die Gefährten, match ")
    assert german.stdout.startswith("Die Gefaehrten, Partie ")
    assert german.stdout.isascii()


def test_an_exported_record_verifies(played: Played, tmp_path: Path) -> None:
    record = tmp_path / "record"
    assert run("export", played.match, record, "--profile", played.folder).returncode == 0
    result = run("verify", record, "--json")
    assert result.returncode == 0
    report = json.loads(result.stdout)
    ended = played.event("result")
    assert (report["valid"], report["honest"], report["proven"]) == (True, True, True)
    assert (report["entries"], report["head"], report["scores"]) == (
        ended["entries"],
        ended["head"],
        ended["scores"],
    )
    assert report["verdict"] == {"honest": True, "proven": True, "faults": []}
    text = run("verify", record)
    assert text.stdout.startswith("All 2 seats honest, result: Sam ")
    assert run("verify", record, record).returncode == 0


@pytest.mark.parametrize("harm", ["flip", "cut", "grow", "version"])
def test_a_harmed_record_does_not(played: Played, tmp_path: Path, harm: str) -> None:
    record = tmp_path / "record"
    run("export", played.match, record, "--profile", played.folder)
    data = bytearray(record.read_bytes())
    match harm:
        case "flip":
            data[len(data) // 2] ^= 1
        case "cut":
            del data[-1]
        case "grow":
            data += b"\0"
        case "version":
            data[16] ^= 0xFF
    record.write_bytes(data)
    result = run("verify", record, "--json")
    assert result.returncode == 5
    assert json.loads(result.stdout)["valid"] is False


def test_the_json_export_is_what_show_gives(played: Played, tmp_path: Path) -> None:
    file = tmp_path / "open.json"
    result = run("export", played.match, file, "--format", "json", "--profile", played.folder)
    assert result.returncode == 0
    shown = json.loads(run("show", played.match, "--json", "--profile", played.folder).stdout)
    assert json.loads(file.read_text("utf-8")) == shown
    assert shown["format"] == "gefaehrten-record/1"


def test_a_file_that_cannot_be_written_is_not_begun(played: Played, tmp_path: Path) -> None:
    result = run("export", played.match, tmp_path / "no" / "file", "--profile", played.folder)
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_whoami_is_the_key_of_the_match(played: Played) -> None:
    shown = json.loads(run("whoami", "--json", "--name", "Sam", "--profile", played.folder).stdout)
    assert shown["key"] == played.event("started")["seats"][0]["key"]
    assert shown["name"] == "Sam"
    assert shown["fingerprint"] in run("whoami", "--profile", played.folder).stdout


def test_looking_writes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "none"
    assert run("games", "--profile", folder).returncode == 0
    assert run("whoami", "--profile", folder).returncode == 2
    assert not folder.exists()
