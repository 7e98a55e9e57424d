"""Processes that leave, or are killed for good, in the middle of a match: the others play it to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interop.programs import Json, Program, guest, table

pytestmark = pytest.mark.slow


def steps(program: Program, kind: str) -> list[Json]:
    return [step for step in program.of("step") if step["step"] == kind]


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("turns", [0, 9])
def test_a_killed_guest_is_given_up_and_the_others_finish(tmp_path: Path, seats: int, turns: int) -> None:
    host, address, code = table(tmp_path, seats, "--grace", "3")
    guests = [guest(tmp_path, f"guest {number}", address, code) for number in range(1, seats)]
    victim = guests[-1]
    victim.until("started")
    for _ in range(turns):
        victim.until("step")
    victim.kill()
    staying = [host, *guests[:-1]]
    assert [program.finish() for program in staying] == [0] * len(staying)
    (seat,) = {step["seat"] for step in steps(host, "retired")}
    for program in staying:
        assert [step["seat"] for step in steps(program, "retired")] == [seat]
        assert len(steps(program, "resealed")) == 1
        (result,) = program.of("result")
        assert result["head"] == host.of("result")[0]["head"]
        assert seat not in result["winners"]
        (verdict,) = program.of("verdict")
        assert (verdict["honest"], verdict["proven"]) == (True, False)
        if program is not host:
            assert [event["seat"] for event in program.of("waiting")] == [seat]


def test_a_guest_that_leaves_is_out_at_once_and_all_is_proven(tmp_path: Path) -> None:
    host, address, code = table(tmp_path, 3)
    stays, leaves = (guest(tmp_path, name, address, code) for name in ("stays", "leaves"))
    leaves.until("started")
    for _ in range(8):
        leaves.until("step")
    assert leaves.interrupt() == 130
    assert [host.finish(), stays.finish()] == [0, 0]
    for program in (host, stays):
        assert len(steps(program, "retired")) == 1
        (verdict,) = program.of("verdict")
        assert (verdict["honest"], verdict["proven"]) == (True, True)


def test_of_two_the_one_that_stays_wins(tmp_path: Path) -> None:
    host, address, code = table(tmp_path, 2, "--grace", "2")
    victim = guest(tmp_path, "victim", address, code)
    for _ in range(6):
        victim.until("step")
    victim.kill()
    assert host.finish() == 0
    (result,) = host.of("result")
    assert result["reason"] == "absence"
    (seat,) = {step["seat"] for step in steps(host, "retired")}
    assert result["winners"] == [1 - seat]


def test_a_guest_that_was_given_up_and_comes_back_looks_on_and_opens(tmp_path: Path) -> None:
    host, address, code = table(tmp_path, 3, "--grace", "1")
    stays = guest(tmp_path, "stays", address, code, level="hard")  # so slow that somebody can come back
    victim = guest(tmp_path, "victim", address, code)
    victim.until("started")
    victim.kill()
    host.until("waiting")
    while not steps(host, "retired"):
        host.until("step")
    late = guest(tmp_path, "victim", address, code)
    late.until("resumed")
    assert [program.finish() for program in (host, stays, late)] == [0, 0, 0]
    for program in (host, stays, late):
        (verdict,) = program.of("verdict")
        assert (verdict["honest"], verdict["proven"]) == (True, True)
