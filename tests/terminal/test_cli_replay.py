"""Looking back through the program: drawings and pages of a match of the profile, and of a record file."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from scripts import example

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


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A profile with one match in it, and its id."""
    folder = tmp_path_factory.mktemp("profile")
    words = "play --json --auto random --level random --seats 2 --name Sam --profile"
    result = run(*words.split(), folder)
    assert result.returncode == 0, result.stderr
    events = [json.loads(line) for line in result.stdout.splitlines()]
    return folder, next(event["match"] for event in events if event["event"] == "started")


def test_show_draws_the_table(played: tuple[Path, str], tmp_path: Path) -> None:
    folder, match = played
    file = tmp_path / "table.svg"
    result = run("show", match[:8], "--svg", file, "--profile", folder)
    assert (result.returncode, result.stdout) == (0, "")
    assert str(file) in result.stderr
    end = ElementTree.parse(file).getroot()
    assert end.tag.endswith("svg")
    result = run("show", match, "--at", 60, "--svg", file, "--profile", folder, "--json", "--lang", "de")
    assert json.loads(result.stdout) == {"match": match, "file": str(file), "format": "svg"}
    early = ElementTree.parse(file).getroot()
    cards = [
        sum(group.attrib.get("id", "").startswith("card:") for group in root.iter()) for root in (early, end)
    ]
    assert 0 < cards[0] < cards[1]
    assert "Beutelsend" in file.read_text("utf-8")


def test_a_dash_is_the_standard_output(played: tuple[Path, str]) -> None:
    folder, match = played
    result = run("show", match, "--svg", "-", "--profile", folder)
    assert (result.returncode, result.stderr) == (0, "")
    assert ElementTree.fromstring(result.stdout.encode()).tag.endswith("svg")


def test_replay_tells_every_step(played: tuple[Path, str]) -> None:
    folder, match = played
    result = run("replay", match, "--profile", folder)
    lines = result.stdout.splitlines()
    assert result.returncode == 0
    assert lines[0].startswith("Die Gefährten, match ")
    assert lines[-1] == "All 2 seats honest, proven."
    assert lines[-2].split(maxsplit=1)[1].startswith("The match is over: ")
    numbers = [int(line.split()[0]) for line in lines[1:-1]]
    assert numbers == sorted(set(numbers))
    shown = json.loads(run("show", match, "--json", "--profile", folder).stdout)
    objects = [
        json.loads(line) for line in run("replay", match, "--json", "--profile", folder).stdout.splitlines()
    ]
    steps = [{key: value for key, value in item.items() if key != "event"} for item in objects[:-1]]
    assert steps == shown["steps"]
    assert (objects[-1]["event"], objects[-1]["proven"]) == ("verdict", True)


def test_a_page_of_the_profile_and_of_the_exported_record_are_one(
    played: tuple[Path, str], tmp_path: Path
) -> None:
    folder, match = played
    record, one, other = tmp_path / "record", tmp_path / "one.html", tmp_path / "other.html"
    assert run("export", match, record, "--profile", folder).returncode == 0
    assert run("replay", match, "--html", one, "--profile", folder).returncode == 0
    assert run("replay", record, "--html", other, "--profile", tmp_path / "nobody").returncode == 0
    assert one.read_bytes() == other.read_bytes()
    assert not (tmp_path / "nobody").exists()
    german = run("replay", record, "--html", "-", "--lang", "de")
    assert '<html lang="de">' in german.stdout


def test_what_does_not_hold_is_said_and_the_rest_is_shown(tmp_path: Path) -> None:
    data = bytearray(example.RECORD.read_bytes())
    flipped = tmp_path / "flipped.record"
    data[len(data) // 2] ^= 1
    flipped.write_bytes(data)
    result = run("replay", flipped)
    assert (result.returncode, result.stdout) == (5, "")
    assert len(result.stderr.splitlines()) == 1
    # The file's own hash again holds: now it is an entry that does not.
    from hashlib import blake2b

    content = bytes(data[:-32])
    flipped.write_bytes(content + blake2b(content, digest_size=32).digest())
    page = tmp_path / "page.html"
    result = run("replay", flipped, "--html", page)
    assert result.returncode == 5
    assert result.stderr.startswith(
        "This record does not hold; what comes before its first fault is shown.\nEntry "
    )
    assert 'class="verdict doubtful"' in page.read_text("utf-8")


@pytest.mark.parametrize("words", [["nothing.record"], ["no/such/file"], ["abcdef"], ["hello"], []])
def test_what_is_not_there_is_wrong_usage(words: list[str], tmp_path: Path) -> None:
    result = run("replay", *words, "--profile", tmp_path)
    assert result.returncode == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1


def test_a_page_that_cannot_be_written_is_not_begun(tmp_path: Path) -> None:
    result = run("replay", example.RECORD, "--html", tmp_path / "no" / "page.html")
    assert result.returncode == 2
    assert list(tmp_path.iterdir()) == []
