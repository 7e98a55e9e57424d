"""Real processes over loopback: hosted, joined, filled with bots, killed, and verified offline afterwards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gefaehrten.engine import catalogue
from tests.interop.programs import STEPS_OF_AN_ENTRY, Program, guest, once, table

pytestmark = pytest.mark.slow


def export(program: Program, match: str, *words: str) -> Path:
    target = program.profile.parent / f"{program.profile.name}-{'-'.join(words) or 'record'}"
    done = once("export", match, str(target), *words, profile=program.profile)
    assert done.returncode == 0, done.stderr
    return target


def verified(path: Path) -> tuple[int, dict[str, object]]:
    done = once("verify", str(path), "--json")
    return done.returncode, json.loads(done.stdout)


GAMES = catalogue.keys()
"""The card game, then the others."""


@pytest.mark.parametrize(
    ("seats", "game"), [(2, "gefaehrten"), (3, "gefaehrten"), *((4, game) for game in GAMES)]
)
def test_processes_agree_on_head_scores_and_honesty(tmp_path: Path, seats: int, game: str) -> None:
    host, address, code = table(tmp_path, seats, "--game", game)
    programs = [host]
    for number in range(1, min(seats, 3)):
        programs.append(guest(tmp_path, f"guest{number}", address, code))
    if seats == 4:
        programs.append(
            Program("bot", address, code, "--level", "greedy", "--json", profile=tmp_path / "bot")
        )
    codes = [program.finish() for program in programs]
    assert codes == [0] * seats, [program.complaints for program in programs]
    results = [program.of("result") for program in programs]
    assert all(len(result) == 1 for result in results)
    assert all(result == results[0] for result in results)
    for program in programs:
        (verdict,) = program.of("verdict")
        assert verdict["honest"] is True
        assert verdict["faults"] == []
        (started,) = program.of("started")
        assert len(started["seats"]) == seats
    match = host.of("table")[0]["match"]
    (result,) = results[0]
    for program in programs:
        status, report = verified(export(program, match))
        assert status == 0
        for key in ("head", "entries", "scores"):
            assert report[key] == result[key]
        assert (report["valid"], report["honest"], report["proven"]) == (True, True, True)
    record = json.loads(export(host, match, "--format", "json").read_text())
    check_steps(record, host, game)
    if game == GAMES[0]:
        check_json(record, seats)


def check_steps(record: dict[str, object], host: Program, game: str) -> None:
    """The export says what the steps on the way have said, in the form of cli.md."""
    assert record["format"] == "gefaehrten-record/1"
    assert record["game"] == game
    steps = record["steps"]
    told = [{key: value for key, value in line.items() if key != "event"} for line in host.of("step")]
    assert steps == told
    assert isinstance(steps, list)
    assert steps[-1]["step"] == "over"


def check_json(record: dict[str, object], seats: int) -> None:
    """The steps of the card game."""
    assert len(record["seats"]) == seats  # type: ignore[arg-type]
    steps = record["steps"]
    assert isinstance(steps, list)
    kinds = [step["step"] for step in steps]
    assert kinds[:seats] == ["drawn"] * seats
    first = next(step for step in steps if step["step"] != "drawn")
    assert first["seat"] == record["first"]
    colours = [colour for seat in record["seats"] for colour in seat["colours"]]  # type: ignore[attr-defined]
    assert len(set(colours)) == (4 if seats == 2 else seats)
    for step in steps:
        if step["step"] == "scored":
            ranks = [party["rank"] for party in step["parties"]]
            assert ranks == list(range(1, len(colours) + 1))


def test_a_flipped_bit_in_a_record_is_refused(tmp_path: Path) -> None:
    host, address, code = table(tmp_path, 2)
    other = guest(tmp_path, "guest", address, code)
    assert [host.finish(), other.finish()] == [0, 0]
    record = export(host, host.of("table")[0]["match"])
    data = record.read_bytes()
    for position in (3, len(data) // 3, len(data) // 2, len(data) - 1):
        record.write_bytes(data[:position] + bytes([data[position] ^ 1]) + data[position + 1 :])
        assert once("verify", str(record)).returncode == 5
    for changed in (data[:-1], data + b"\0", data[: len(data) // 2]):
        record.write_bytes(changed)
        assert once("verify", str(record)).returncode == 5
    assert once("verify", str(tmp_path / "missing")).returncode == 2


def test_kill_9_loses_no_stored_entry(tmp_path: Path) -> None:
    """What a process has shown is in the host's profile, whichever of them is killed, and whenever; and in its own,
    but for what it was just about to store."""
    host, address, code = table(tmp_path, 3)
    match = host.of("table")[0]["match"]
    guests = [guest(tmp_path, f"guest{number}", address, code) for number in (1, 2)]
    for _ in range(25):
        guests[0].until("step")
    guests[0].kill()
    host.until("waiting")
    host.kill()
    guests[1].interrupt()
    ordered: list[dict[str, object]] = []
    for program in (host, *guests):
        told = [{key: value for key, value in line.items() if key != "event"} for line in program.of("step")]
        assert len(told) >= 20
        (row,) = json.loads(once("games", "--json", profile=program.profile).stdout)
        assert row["match"] == match
        assert row["state"] in ("running", "broken")
        record = json.loads(export(program, match, "--format", "json").read_text())
        ordered = ordered or record["steps"]
        assert ordered[: len(told)] == told
        stored = record["steps"][: len(told)]
        assert stored == told[: len(stored)]
        assert len(told) - len(stored) <= (0 if program is host else STEPS_OF_AN_ENTRY)
        status, report = verified(export(program, match))
        assert status == 0
        assert report["valid"] is True
        assert report["proven"] is False
        assert isinstance(report["entries"], int)
        assert report["entries"] > len(told) // 2


def test_a_killed_guest_takes_its_seat_again(tmp_path: Path) -> None:
    host, address, code = table(tmp_path, 2)
    first = guest(tmp_path, "guest", address, code)
    for _ in range(12):
        first.until("step")
    first.kill()
    host.until("waiting")
    second = guest(tmp_path, "guest", address, code)
    resumed = second.until("resumed")
    assert resumed["entries"] > 10
    assert [host.finish(), second.finish()] == [0, 0]
    assert host.of("result") == second.of("result")
    assert second.of("verdict")[0]["proven"] is True


def test_refusals_by_name(tmp_path: Path) -> None:
    host, address, code = table(tmp_path, 3)
    wrong = guest(tmp_path, "wrong", address, "AAAA-BBBB-CCCC-DDDD")
    assert wrong.finish() == 4
    assert wrong.of("error")[0]["code"] == "code"
    seated = guest(tmp_path, "seated", address, code, "--seat", "2")
    seated.until("seated")
    taken = guest(tmp_path, "taken", address, code, "--seat", "2")
    assert taken.finish() == 4
    assert taken.of("error")[0]["code"] == "seat"
    third = guest(tmp_path, "third", address, code)
    third.until("started")
    late = guest(tmp_path, "late", address, code)
    assert late.finish() == 4
    assert late.of("error")[0]["code"] in ("running", "full")
    assert [program.finish() for program in (host, seated, third)] == [0, 0, 0]


def test_nobody_there(tmp_path: Path) -> None:
    lonely = guest(tmp_path, "lonely", "127.0.0.1:1", "AAAA-BBBB-CCCC-DDDD")
    assert lonely.finish() == 3
    assert lonely.complaints[-1].startswith("Nobody answers at 127.0.0.1:1.")


def test_a_port_in_use(tmp_path: Path) -> None:
    host, address, _ = table(tmp_path, 2)
    second = Program(
        "host", "--seats", "2", "--auto", "random", "--json", "--listen", address, profile=tmp_path / "second"
    )
    assert second.finish() == 3
    assert host.interrupt() == 130


def test_one_profile_plays_once_at_a_time(tmp_path: Path) -> None:
    host, address, code = table(tmp_path, 2)
    twin = Program("join", address, code, "--auto", "random", "--json", profile=tmp_path / "host")
    assert twin.finish() == 2
    assert host.interrupt() == 130
