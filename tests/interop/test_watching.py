"""Watchers as real processes over loopback: from the lobby, late, across the host's end, with the wrong code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.interop.programs import Program, guest, once, table

pytestmark = pytest.mark.slow


def watcher(folder: Path, name: str, *words: str) -> Program:
    return Program("watch", *words, "--json", "--name", name, profile=folder / name)


def record(program: Program, match: str) -> dict[str, object]:
    """What a watcher's profile proves on its own, without the table."""
    target = program.profile.parent / f"{program.profile.name}-record"
    done = once("export", match, str(target), profile=program.profile)
    assert done.returncode == 0, done.stderr
    checked = once("verify", str(target), "--json")
    assert checked.returncode == 0, checked.stderr
    report: dict[str, object] = json.loads(checked.stdout)
    return report


def test_watchers_see_the_same_match_from_the_lobby_and_late(tmp_path: Path) -> None:
    host, address, code = table(tmp_path, 3)
    opened = host.of("table")[0]
    assert opened["watch_invite"] == f"gefaehrten://{address}/watch/{opened['watch_code']}"
    first = watcher(tmp_path, "first", opened["watch_invite"])
    first.until("seated")
    guests = [guest(tmp_path, f"guest{number}", address, code) for number in (1, 2)]
    for _ in range(30):
        guests[0].until("step")
    guests[1].hold()  # a match of bots that do not think could be over before the late one is there
    late = watcher(tmp_path, "late", address, opened["watch_code"])
    late.until("started")
    guests[1].go_on()
    programs = [host, *guests, first, late]
    assert [program.finish() for program in programs] == [0] * 5, [program.complaints for program in programs]
    (result,) = host.of("result")
    for program in (first, late):
        assert program.of("result") == [result]
        assert program.of("verdict") == host.of("verdict")
        assert program.of("step") == host.of("step")
        report = record(program, opened["match"])
        for key in ("head", "entries", "scores"):
            assert report[key] == result[key]
        assert (report["valid"], report["honest"], report["proven"]) == (True, True, True)
        (row,) = json.loads(once("games", "--json", profile=program.profile).stdout)
        assert (row["match"], row["state"]) == (opened["match"], "verdict")
        shown = once("show", opened["match"], profile=program.profile)
        assert shown.returncode == 0, shown.stderr
    assert [line["text"] for line in host.of("notice")][:1] == ["Watching now: 1."]


def test_a_watcher_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    host, address, code = table(tmp_path, 2)
    opened = host.of("table")[0]
    first = watcher(tmp_path, "eye", opened["watch_invite"])
    first.until("seated")
    other = guest(tmp_path, "guest", address, code)
    for _ in range(12):
        first.until("step")
    first.kill()
    other.hold()
    second = watcher(tmp_path, "eye", opened["watch_invite"])
    assert second.until("resumed")["entries"] > 10
    other.go_on()
    assert [host.finish(), other.finish(), second.finish()] == [0, 0, 0]
    assert second.of("result") == host.of("result")
    assert record(second, opened["match"])["proven"] is True


def test_a_host_that_is_killed_ends_a_watcher_with_a_sentence_when_it_leaves(tmp_path: Path) -> None:
    host, address, code = table(tmp_path, 2)
    eye = watcher(tmp_path, "eye", host.of("table")[0]["watch_invite"])
    eye.until("seated")
    other = guest(tmp_path, "guest", address, code)
    for _ in range(12):
        eye.until("step")
    host.kill()
    assert eye.until("waiting")["seat"] == -1
    assert eye.interrupt() == 130
    other.interrupt()
    (row,) = json.loads(once("games", "--json", profile=eye.profile).stdout)
    assert row["state"] == "running"


def test_refusals_by_name(tmp_path: Path) -> None:
    host, address, code = table(tmp_path, 2)
    opened = host.of("table")[0]
    seat_code = watcher(tmp_path, "seat-code", address, code)
    assert seat_code.finish() == 4
    assert seat_code.of("error")[0]["code"] == "code"
    assert "not the code for watching" in seat_code.of("error")[0]["text"]
    watch_code = guest(tmp_path, "watch-code", address, opened["watch_code"])
    assert watch_code.finish() == 4
    assert watch_code.of("error")[0]["code"] == "code"
    for command, invite in (("join", opened["watch_invite"]), ("watch", opened["invite"])):
        done = once(command, invite, "--json", profile=tmp_path / "nobody")
        assert done.returncode == 2
        assert json.loads(done.stdout)["code"] == "usage"
    assert host.interrupt() == 130


def test_an_open_table_is_open_for_watchers_too(tmp_path: Path) -> None:
    host, address, _ = table(tmp_path, 2, "--open")
    opened = host.of("table")[0]
    assert opened["watch_code"] == opened["code"]
    eyes = [
        watcher(tmp_path, "one", opened["invite"]),
        watcher(tmp_path, "two", address, opened["code"]),
    ]
    for eye in eyes:
        eye.until("seated")
    other = guest(tmp_path, "guest", address, opened["code"])
    assert [program.finish() for program in (host, other, *eyes)] == [0, 0, 0, 0]
    assert all(eye.of("result") == host.of("result") for eye in eyes)
