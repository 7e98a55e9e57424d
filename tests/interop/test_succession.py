"""The host's process is gone for good, and a guest's takes its place: real processes, killed and started again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interop.programs import Json, Program, guest, once, table

pytestmark = pytest.mark.slow


def orphaned(folder: Path, *words: str) -> tuple[str, str, Program, Program]:
    """A match of three whose host has been killed in its middle; match, code, and the two that stay."""
    host, address, code = table(folder, 3, *words, level="hard")
    match = host.of("table")[0]["match"]
    one = guest(folder, "one", address, code, level="hard")
    two = guest(folder, "two", address, code, level="hard")
    for _ in range(25):
        one.until("step")
    host.kill()
    for left in (one, two):  # who leaves before it has noticed gives the match up
        left.until("waiting")
    return match, code, one, two


def resumed(folder: Path, name: str, match: str) -> tuple[Program, str]:
    """A seat that goes on with a match as its host; and its address."""
    program = Program(
        "host", "--resume", match[:12], "--auto", "hard", "--json", "--listen", "127.0.0.1:0",
        profile=folder / name,
    )  # fmt: skip
    return program, program.until("table")["address"]


def shown(result: Json) -> tuple[object, ...]:
    return result["scores"], result["winners"], result["head"], result["entries"]


def test_two_of_three_go_on_and_the_old_host_is_given_up(tmp_path: Path) -> None:
    match, code, one, two = orphaned(tmp_path, "--grace", "12")
    assert one.interrupt() == 130
    assert two.interrupt() == 130
    new, address = resumed(tmp_path, "one", match)
    other = guest(tmp_path, "two", address, code, level="hard")
    assert other.until("resumed")["entries"] > 0
    assert other.until("host")["seat"] in (0, 1, 2)
    results = [program.until("result") for program in (new, other)]
    assert len({str(shown(result)) for result in results}) == 1
    retired = [line for line in other.of("step") if line["step"] == "retired"]
    assert [line["seat"] for line in retired] == [0]
    for program in (new, other):
        verdict = program.until("verdict")
        assert verdict["honest"]
        assert not verdict["faults"]
        assert program.finish() == 0
    assert once("export", match, str(tmp_path / "m.rec"), profile=tmp_path / "two").returncode == 0
    verified = once("verify", str(tmp_path / "m.rec"))
    assert verified.returncode == 0, verified.stderr


def test_the_old_host_comes_back_as_a_seat(tmp_path: Path) -> None:
    match, code, one, two = orphaned(tmp_path)
    assert two.interrupt() == 130
    assert one.interrupt() == 130
    new, address = resumed(tmp_path, "two", match)
    other = guest(tmp_path, "one", address, code, level="hard")
    other.until("host")
    old = guest(tmp_path, "host", address, code, level="hard")
    results = [program.until("result") for program in (new, other, old)]
    assert len({str(shown(result)) for result in results}) == 1
    assert not [line for line in other.of("step") if line["step"] == "retired"]
    for program in (new, other, old):
        verdict = program.until("verdict")
        assert verdict["honest"]
        assert verdict["proven"]
        assert program.finish() == 0
