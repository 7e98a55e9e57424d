"""A disk that is full in the middle of a match: a sentence, an end, and the match goes on once there is room again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.interop.programs import RUN, STEPS_OF_AN_ENTRY, Program, guest, once, table

pytest.importorskip("resource", reason="limits are those of POSIX systems")
pytestmark = pytest.mark.slow

ROOM = 250_000
"""Bytes that a file may have: enough for a table to be sealed, not for a match in one journal."""

LITTLE_ROOM = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({ROOM}, {ROOM})); {RUN}"


def test_a_guest_without_room_stops_and_comes_back(tmp_path: Path) -> None:
    host, address, code = table(tmp_path, 2)
    words = ("join", address, code, "--auto", "random", "--json", "--name", "Sam")
    full = Program(*words, profile=tmp_path / "Sam", run=LITTLE_ROOM)
    assert full.finish() == 1
    assert [line["code"] for line in full.of("error")] == ["io"]
    assert "disk may be full" in full.of("error")[0]["text"]
    assert len(full.complaints) == 1, "one sentence, and no traceback"
    assert full.of("step"), "it was in the middle of the match"
    (row,) = json.loads(once("games", "--json", profile=tmp_path / "Sam").stdout)
    assert row["state"] == "running"
    shown = [line["step"] for line in full.of("step")]
    stored = steps_of(row["match"], tmp_path / "Sam")
    # What could not be stored any more may have been shown: the host has it.
    assert stored == shown[: len(stored)] or stored[: len(shown)] == shown
    assert len(shown) - len(stored) <= STEPS_OF_AN_ENTRY
    again = guest(tmp_path, "Sam", address, code)
    assert again.finish() == host.finish() == 0
    assert again.of("resumed")[0]["entries"] > 0
    assert again.of("result")[0]["head"] == host.of("result")[0]["head"]
    assert again.of("verdict")[0]["honest"] is True
    assert again.of("verdict")[0]["proven"] is True
    assert steps_of(row["match"], tmp_path / "Sam")[: len(shown)] == shown, "nothing that was shown is lost"


def steps_of(match: str, profile: Path) -> list[str]:
    """What a profile has stored of a match."""
    stored = json.loads(once("show", match, "--json", profile=profile).stdout)["steps"]
    return [step["step"] for step in stored]


def test_a_profile_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    run = LITTLE_ROOM.replace(str(ROOM), "1000")
    alone = Program("play", "--auto", "random", "--seats", "2", "--json", profile=tmp_path / "new", run=run)
    assert alone.finish() == 1
    assert len(alone.complaints) == 1
    assert not list((tmp_path / "new").glob("*.db*"))
    assert once("games", "--json", profile=tmp_path / "new").stdout == "[]\n"
