"""Real processes that are killed with SIGKILL, the host too: started again, they end one match, equal everywhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.interop import dying
from tests.interop.programs import RUN, Program, guest, once, table
from tests.interop.test_processes import export, verified

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def opened(folder: Path, *words: str, run: str = RUN) -> tuple[Program, str, str, str]:
    """A host: the program, its address, its code, and the match."""
    host = Program(
        "host", "--auto", "random", "--json", "--listen", "127.0.0.1:0", "--name", "Host", *words,
        profile=folder / "host", run=run,
    )  # fmt: skip
    line = host.until("table")
    return host, line["address"], line["code"], line["match"]


def resumed(before: Program, match: str, *words: str) -> Program:
    """The next process of a host that was killed."""
    return Program(
        "host", "--resume", match[:12], "--auto", "random", "--json", *words, profile=before.profile
    )


def equal_everywhere(programs: list[Program], match: str) -> None:
    """All have told of the same honest end, and keep the same whole log."""
    assert [program.finish() for program in programs] == [0] * len(programs), [
        program.complaints for program in programs
    ]
    results = [program.of("result") for program in programs]
    assert all(len(result) == 1 and result == results[0] for result in results)
    records = []
    for program in programs:
        (verdict,) = program.of("verdict")
        assert (verdict["honest"], verdict["proven"]) == (True, True)
        status, report = verified(export(program, match))
        assert status == 0
        assert (report["honest"], report["proven"]) == (True, True)
        assert (report["head"], report["entries"]) == (results[0][0]["head"], results[0][0]["entries"])
        records.append(export(program, match).read_bytes())
    assert len(set(records)) == 1


@pytest.mark.parametrize(
    ("kind", "count"),
    [("SEAL", 9), ("TURN", 9), ("OPENING", 2), ("VERDICT", 1)],
)
def test_a_host_that_is_killed_goes_on(tmp_path: Path, kind: str, count: int) -> None:
    """With the bot of its process; the guest, which was not told anything, comes back by itself."""
    dies = dying.program("entry", kind, count)
    host, address, code, match = opened(tmp_path, "--seats", "3", "--bots", "1", run=dies)
    other = guest(tmp_path, "guest", address, code)
    assert host.finish() == -9
    again = resumed(host, match)
    assert again.until("table")["match"] == match
    line = again.seen[-1]
    assert (line["address"], line["code"]) == (address, code)
    again.until("resumed")
    equal_everywhere([again, other], match)
    assert other.of("waiting")[0]["seat"] == -1
    assert other.of("back")[0]["seat"] == -1


def test_a_host_and_its_guests_that_are_all_killed(tmp_path: Path) -> None:
    """The guests join again, with the same code; one of them had signed its turn and not sent it."""
    host, address, code, match = opened(tmp_path, "--seats", "3", "--bots", "0")
    words = ("join", address, code, "--auto", "random", "--json")
    first = Program(*words, profile=tmp_path / "first", run=dying.program("own", "TURN", 3))
    second = Program(*words, profile=tmp_path / "second")
    assert first.finish() == -9
    second.kill()
    host.kill()
    again = resumed(host, match)
    again.until("resumed")
    back = [Program(*words, profile=program.profile) for program in (first, second)]
    for program in back:
        assert program.until("resumed")["entries"] > 20
    equal_everywhere([again, *back], match)


def test_a_resumed_host_at_another_port(tmp_path: Path) -> None:
    """Somebody else has the old one: one sentence says so, and guests join where it goes on."""
    host, address, code, match = opened(tmp_path, "--seats", "2", "--bots", "0")
    other = guest(tmp_path, "guest", address, code)
    for _ in range(6):
        host.until("step")
    host.kill()
    other.kill()
    squatter, taken, _ = table(tmp_path / "squatter", 2, "--listen", address)
    assert taken == address
    failed = resumed(host, match)
    assert failed.finish() == 3
    assert "--listen" in failed.complaints[-1]
    again = resumed(host, match, "--listen", "127.0.0.1:0")
    elsewhere = again.until("table")["address"]
    assert elsewhere != address
    equal_everywhere([again, guest(tmp_path, "guest", elsewhere, code)], match)
    assert squatter.interrupt() == 130


def test_a_match_against_bots_goes_on_after_ctrl_c_and_after_a_kill(tmp_path: Path) -> None:
    profile = tmp_path / "alone"
    options = ("--auto", "random", "--json")
    alone = Program("play", "--seats", "3", "--level", "random", *options, profile=profile)
    for _ in range(8):
        alone.until("step")
    assert alone.interrupt() == 130
    hint = alone.complaints[-1].split()
    assert hint[-4:-1] == ["gefaehrten", "play", "--resume"]
    match = hint[-1]
    second = Program("play", "--resume", match, *options, profile=profile)
    second.until("resumed")
    for _ in range(8):
        second.until("step")
    second.kill()
    third = Program("host", "--resume", match, *options, profile=profile)
    third.until("resumed")
    assert third.of("table") == []
    equal_everywhere([third], match)


def test_what_cannot_be_resumed_is_said_in_one_sentence(tmp_path: Path) -> None:
    host, address, code, match = opened(tmp_path, "--seats", "2", "--bots", "0")
    in_use = once("host", "--resume", match, "--json", profile=host.profile)
    assert (in_use.returncode, json.loads(in_use.stdout)["code"]) == (2, "in_use")
    host.kill()
    cases = {
        ("--resume", match): "not_begun",
        ("--resume", "abcdef0123"): "match_unknown",
        ("--resume", match, "--seats", "2"): "usage",
        ("--resume", match, "--grace", "9"): "usage",
        ("--resume", match, "--option", "points=open"): "usage",
    }
    for words, expected in cases.items():
        done = once("host", *words, "--json", profile=host.profile)
        assert done.returncode == 2, words
        assert json.loads(done.stdout)["code"] == expected
        assert len(done.stderr.splitlines()) == 1
    assert address
    assert code
