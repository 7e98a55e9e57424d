"""`verify` of records that this program cannot judge, and of faults that nobody can be named for."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import msgspec
import pytest

from gefaehrten.cli.commands.verify import fault_line
from gefaehrten.cli.main import main
from gefaehrten.core.text import Sentence
from gefaehrten.session.events import FaultFound
from protocol.record import RecordFile
from protocol.table import OptionValue, TableRecord, sign_table
from tests.faults.test_leaving import author, honest, play_until, proposal, retire
from tests.machines import TableBench, offer
from tests.unit.protocol import samples

UNFIT: dict[str, dict[str, object]] = {
    "another game": {"game": "chess"},
    "other rules": {"rules_hash": bytes(32)},
    "an unknown option": {"options": (*offer().options, OptionValue("zz", "yes"))},
    "an unknown value": {"options": (OptionValue("nazgul_range", "moon"), OptionValue("points", "open"))},
    "an option is missing": {"options": offer().options[:1]},
    "an unknown wish": {},
}


@pytest.fixture(autouse=True)
def nobody_at_the_keyboard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """stdin at its end, a profile of the test's own, the language of the tests afterwards."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.setenv("GEFAEHRTEN_HOME", str(tmp_path / "profile"))
    monkeypatch.setenv("LANGUAGE", "en")


def table(wish: str = "", **changed: object) -> TableRecord:
    """A table of the card game for two, or one that is none of it."""
    made = samples.record(2)
    seats = tuple(msgspec.structs.replace(seat, wish=wish) for seat in made.seats)
    terms = offer()
    fit = {"game": terms.game, "rules_hash": terms.rules_hash, "options": terms.options, "seats": seats}
    return msgspec.structs.replace(made, **{**fit, **changed})


def written(folder: Path, record: TableRecord) -> str:
    """A record without entries, signed by every seat."""
    signatures = tuple(sign_table(player, record.table_id()) for player in samples.PLAYERS[:2])
    file = folder / "record"
    file.write_bytes(RecordFile(record, signatures, ()).to_bytes())
    return str(file)


def unfit(folder: Path, name: str) -> str:
    return written(folder, table("pink" if name == "an unknown wish" else "", **UNFIT[name]))


def test_the_table_itself_is_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", written(tmp_path, table()), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["valid"] is True


@pytest.mark.parametrize("name", UNFIT)
def test_json_says_why_a_record_is_not_judged(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", unfit(tmp_path, name), "--json"]) == 5
    captured = capsys.readouterr()
    (line,) = captured.out.splitlines()
    report = json.loads(line)
    assert captured.err == ""
    assert [report[key] for key in ("valid", "honest", "proven", "finished")] == [False] * 4
    (fault,) = report["faults"]
    assert (fault["entry"], fault["seat"], fault["code"]) == (0, -1, "rules")
    assert fault["what"]
    assert report["verdict"]["faults"] == report["faults"]
    assert [report[key] for key in ("entries", "head", "scores", "winners")] == [0, "", [], []]


@pytest.mark.parametrize("name", UNFIT)
def test_people_get_one_sentence(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", unfit(tmp_path, name)]) == 5
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1


def test_beside_a_record_that_is_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other"
    other.mkdir()
    words = ["verify", unfit(tmp_path, "other rules"), written(other, table()), "--json"]
    assert main(words) == 5
    report = json.loads(capsys.readouterr().out)
    assert report["valid"] is False
    assert [each["valid"] for each in report["records"]] == [False, True]


def test_a_fault_of_one_of_several_is_told_without_a_name() -> None:
    fault = FaultFound(7, None, "unopened", Sentence("One of several."))
    assert fault_line(fault, ["Anna", "Berta"]) == "Entry 7: One of several."


@pytest.mark.slow
def test_who_was_given_up_is_said_beside_a_result_that_is_proven(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One of two puts the other out, who was there: everything holds, and nobody may take it for a victory."""
    bench = TableBench(offer(2), seed="given up", twists={1: honest})
    play_until(bench, 60)
    bench.run(turns=1)
    author(bench, bench.peers[1], retire(bench, proposal(bench, 1, 0), 1))
    bench.run()
    file = tmp_path / "record"
    file.write_bytes(bench.record().to_bytes())
    assert main(["verify", str(file)]) == 0
    said = capsys.readouterr().out
    assert "Given up by the others: Peer 0. Nobody can prove" in said
