"""`gefaehrten bench` as a person and as a program read it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from gefaehrten.cli import i18n, output
from gefaehrten.cli.commands import bench
from gefaehrten.cli.i18n import Language
from gefaehrten.cli.main import main
from gefaehrten.core.text import Sentence
from gefaehrten.engine import catalogue
from gefaehrten.session import benchmark
from gefaehrten.session.benchmark import Figure, Part

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "import sys; from gefaehrten.cli.main import main; sys.exit(main())"

RULES = {"playouts_per_second", "actions_per_second"}
SEARCH = {
    "search_iterations_per_second",
    "search_steps_per_second",
    "tree_bytes_per_iteration",
    "bot_iterations_per_second",
    "bot_steps_per_second",
}
TABLE = {
    "process_iterations_per_second",
    "two_processes",
    "sealing_seconds",
    "match_seconds",
    "verify_matches_per_second",
}
"""What other programs read (docs/cli.md): the first two of every game, all of one."""


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr(benchmark.programme, "__defaults__", (0.02,))


@pytest.mark.slow
@pytest.mark.parametrize("game", [catalogue.keys()[0], catalogue.keys()[-1]])
def test_json_is_one_object(game: str) -> None:
    done = CliRunner().invoke(bench.command, ["--json", "--seats", "2", "--game", game])
    assert done.exit_code == 0, done.output
    (found,) = map(json.loads, done.stdout.splitlines())
    machine = {"game", "seats", "python", "system", "cores", "compiled", "games"}
    assert set(found) == RULES | SEARCH | TABLE | machine
    assert all(found[key] > 0 for key in RULES | SEARCH | TABLE)
    assert (found["game"], found["seats"]) == (game, 2)
    assert set(found["games"]) == set(catalogue.keys())
    assert {key: found[key] for key in RULES | SEARCH | TABLE | {"seats"}} == found["games"].pop(game)
    for other in found["games"].values():
        assert set(other) == RULES | SEARCH | {"seats"}
        assert all(value > 0 for value in other.values())


@pytest.mark.slow
def test_people_get_a_line_for_each_figure_below_its_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seats", "2", "--lang", "en"]) == 0
    rows = capsys.readouterr().out.splitlines()
    blocks = "\n".join(rows).split("\n\n")
    titles = [game.title for game in map(catalogue.game, catalogue.keys())]
    assert [block.splitlines()[0] for block in blocks] == [f"{title}, 2 seats" for title in titles]
    sizes = [len(block.splitlines()) - 1 for block in blocks]
    assert sizes == [len(RULES | SEARCH | TABLE)] + [len(RULES | SEARCH)] * (len(titles) - 1)
    assert all(len(line) <= 100 for line in rows)
    assert sum(line.startswith("sealing the decks ") and line.endswith(" s") for line in rows) == 1


def parts() -> list[Part]:
    """Two games, and a figure of each that costs nothing."""

    async def figures() -> AsyncIterator[Figure]:
        yield Figure(
            "playouts_per_second", Sentence("actions of this search"), 1234.5678, Sentence("actions/s")
        )

    games = map(catalogue.game, catalogue.keys()[:2])
    return [Part(game, benchmark.usual_setup(game, 3), figures()) for game in games]


def test_what_is_shown_is_german_too(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        i18n.activate(Language.DE)
        asyncio.run(bench.run(parts(), as_json=False))
    finally:
        i18n.activate(Language.EN)
    first, row, empty, *_ = capsys.readouterr().out.splitlines()
    assert first == f"{catalogue.game(catalogue.keys()[0]).title}, 3 Plätze"
    assert row.startswith("Aktionen dieser Suche ")
    assert row.endswith(" 1.230 Aktionen/s")
    assert empty == ""


@pytest.mark.parametrize(
    ("as_json", "figures_seen", "bar"), [(True, False, True), (False, False, True), (False, True, False)]
)
def test_a_bar_moves_where_a_person_sees_no_figures_come(
    as_json: bool,
    figures_seen: bool,
    bar: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(output, "is_terminal", lambda stream: stream is sys.stderr or figures_seen)
    found = asyncio.run(bench.run(parts(), as_json=as_json))
    assert found == {key: {"seats": 3, "playouts_per_second": 1234.6} for key in catalogue.keys()[:2]}
    captured = capsys.readouterr()
    assert ("Measuring" in captured.err) is bar
    assert (captured.out == "") is as_json


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there a process sends no Ctrl-C to another")
@pytest.mark.parametrize("after", ["actions of these matches", "search as bots do it, one core"])
def test_ctrl_c_ends_it_with_all_its_processes(after: str) -> None:
    """In the middle of a search of its own, and while bots' processes search."""
    running = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "bench", "--seats", "2", "--lang", "en"],
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert running.stdout is not None
    try:
        while after not in running.stdout.readline():
            assert running.poll() is None
        os.killpg(running.pid, signal.SIGINT)
        _, said = running.communicate(timeout=30)
        assert running.returncode == 130
        assert said.splitlines()[-1:] == ["Interrupted."]
        assert "Traceback" not in said
        assert gone(running.pid), "a process is left over"
    finally:
        if not gone(running.pid, patience=0):
            os.killpg(running.pid, signal.SIGKILL)
        running.communicate()


def gone(group: int, patience: float = 10) -> bool:
    """Whether no process of the group is left, after so many seconds at most."""
    end = time.monotonic() + patience
    while True:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        if time.monotonic() > end:
            return False
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("value", "english", "german"),
    [
        (0.0834, "0.083", "0,083"),
        (1.5, "1.50", "1,50"),
        (48.0, "48.0", "48,0"),
        (999.4, "999", "999"),
        (5123.0, "5,120", "5.120"),
        (4_624_512.0, "4,624,500", "4.624.500"),
    ],
)
def test_figures_have_the_digits_that_mean_something(value: float, english: str, german: str) -> None:
    assert bench.number(value) == english
    try:
        i18n.activate(Language.DE)
        assert bench.number(value) == german
    finally:
        i18n.activate(Language.EN)
