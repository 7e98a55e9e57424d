"""Real processes over loopback play twice at one table, with a guest that has had enough after the first match."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.interop.programs import RUN_AGAIN, Program, guest, once

pytestmark = pytest.mark.slow


def test_a_rematch_at_the_same_address(tmp_path: Path) -> None:
    host = Program(
        "host", "--seats", "3", "--auto", "random", "--json", "--listen", "127.0.0.1:0", "--name", "Host",
        profile=tmp_path / "host", run=RUN_AGAIN,
    )  # fmt: skip
    opened = host.until("table")
    address, code = opened["address"], opened["code"]
    faithful = Program(
        "join", address, code, "--auto", "random", "--json", "--name", "Faithful",
        profile=tmp_path / "faithful", run=RUN_AGAIN,
    )  # fmt: skip
    for program in (host, faithful):
        while program.until("seated")["name"] != "Faithful":
            pass
    once_only = guest(tmp_path, "once", address, code)
    assert once_only.finish() == 0, once_only.complaints
    again = host.until("table")
    assert {**again, "match": ""} == {**opened, "match": ""}
    assert again["match"] != opened["match"]
    while host.until("seated")["name"] != "Faithful":
        pass
    late = guest(tmp_path, "late", address, code)
    assert [program.finish() for program in (host, faithful, late)] == [0, 0, 0], host.complaints

    assert host.of("result") == faithful.of("result")
    assert len(host.of("result")) == 2
    assert once_only.of("result") == host.of("result")[:1]
    assert late.of("result") == host.of("result")[1:]
    for program in (host, faithful):
        assert [verdict["proven"] for verdict in program.of("verdict")] == [True, True]
        seats = [[seat["name"] for seat in started["seats"]] for started in program.of("started")]
        assert [names[:2] for names in seats] == [["Host", "Faithful"]] * 2
        for number, match in enumerate((opened["match"], again["match"])):
            path = tmp_path / f"{program.profile.name}-{number}"
            assert once("export", match, str(path), profile=program.profile).returncode == 0
            report = json.loads(once("verify", str(path), "--json").stdout)
            assert (report["valid"], report["honest"], report["proven"]) == (True, True, True)
            assert report["head"] == host.of("result")[number]["head"]
