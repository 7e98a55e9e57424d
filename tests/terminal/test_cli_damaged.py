"""A damaged profile, command by command: a sentence, nothing changed, everything up to the last good entry.

Some of the places that docs/fuzzing.md tells of; all of them take an hour.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gefaehrten.cli.main import main
from gefaehrten.session.profile import DATABASE
from protocol.identity import Identity
from protocol.record import RecordFile
from tests.fuzz import seeds
from tests.fuzz.targets.database import ENTRIES, whole

pytestmark = pytest.mark.slow

SECTOR, PAGE = 512, 4_096
COMMANDS = (
    "games",
    "games --json",
    "show MATCH",
    "export MATCH FILE",
    "replay MATCH --plain",
    "whoami --json",
)


def cut() -> Iterator[bytes]:
    data = whole().data
    for length in range(0, len(data), 9 * SECTOR):
        yield data[:length]


def zeroed() -> Iterator[bytes]:
    data = whole().data
    for start in [*range(0, len(data), PAGE), *range(3 * SECTOR, len(data), 11 * SECTOR)]:
        length = PAGE if start % PAGE == 0 else SECTOR
        yield data[:start] + bytes(length) + data[start + length :]


@pytest.mark.parametrize("damaged", [cut, zeroed])
def test_every_command_says_it_and_reads_what_is_there(
    damaged: Callable[[], Iterator[bytes]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, match, found = tmp_path / DATABASE, seeds.match().table.match_id.hex(), []
    for data in damaged():
        path.write_bytes(data)
        record = tmp_path / "record"
        for command in COMMANDS:
            words = command.replace("MATCH", match).replace("FILE", str(record)).split()
            code = main([*words, "--profile", str(tmp_path)])
            said = capsys.readouterr()
            assert "inside the program" not in said.err
            assert "Traceback" not in said.out + said.err
            assert code == 0 or said.err.strip()
            assert path.read_bytes() == data
            if words[0] == "whoami" and code == 0:
                assert json.loads(said.out)["key"] == Identity(whole().seed).public.hex()
        if record.exists():
            entries = RecordFile.parse(record.read_bytes()).entries
            assert entries == seeds.match().entries[: len(entries)]
            found.append(len(entries))
            assert main(["verify", str(record)]) == 0
            record.unlink()
            capsys.readouterr()
    assert max(found) == ENTRIES
    assert sum(0 < count < ENTRIES for count in found) > 5, "beginnings of the log are read"


TABLE = ["--auto", "random", "--seats", "2"]


@pytest.mark.parametrize(
    "words", [["play", *TABLE], ["host", *TABLE], ["bot", "127.0.0.1:1", "AAAA-AAAA-AAAA-AAAA"]]
)
@pytest.mark.parametrize("place", [100, 2 * PAGE, 9 * PAGE])
def test_nobody_plays_with_a_damaged_profile(
    words: list[str], place: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, data = tmp_path / DATABASE, bytearray(whole().data)
    data[place : place + 64] = bytes(64)
    path.write_bytes(data)
    assert main([*words, "--json", "--profile", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["code"] == "damaged"
    assert path.read_bytes() == data
