"""`arena`: what it prints, for people and for programs; how it goes on, ends early, and refuses."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gefaehrten.cli import output
from gefaehrten.cli.commands import arena
from gefaehrten.cli.main import main
from gefaehrten.session.arena import Work
from gefaehrten.session.arena_worker import Failed, Played, Task
from tests.unit.session.arena_helpers import Inline, made_up

RUN = "import sys; from gefaehrten.cli.main import main; sys.exit(main())"
TWO = ["arena", "--players", "greedy,random", "--seats", "2"]


class MadeUp(Inline):
    """Plays nothing: results are made up. After `until` matches somebody presses Ctrl-C."""

    def __init__(self, until: int | None = None) -> None:
        super().__init__(room=1)
        self.until = until

    def submit(self, work: Work, task: Task) -> Future[Played | Failed]:
        future = super().submit(lambda task: made_up(task), task)
        if len(self.submitted) == self.until:
            os.kill(os.getpid(), signal.SIGINT)
        return future


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """stdin at its end, no terminal, a folder and a profile of the test's own, English."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.setenv("GEFAEHRTEN_HOME", str(tmp_path / "profile"))
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> MadeUp:
    """Who plays."""
    made = MadeUp()
    monkeypatch.setattr(arena, "workers_of", lambda jobs, dask: made)
    return made


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("arena", "Missing option '--players'"),
        ("arena --players greedy,random", "Missing option '--games'"),
        ("arena --players greedy --games 2", "for 2 to 16 players, not for 1"),
        ("arena --players greedy,strong --games 2", "There is no level “strong”"),
        ("arena --players greedy, --games 2", "There is no level “”"),
        ("arena --players " + ",".join(["greedy"] * 17) + " --games 2", "not for 17"),
        ("arena --players greedy,random --games 0", "0 is not in the range"),
        ("arena --players greedy,random --games many", "'many' is not a valid"),
        ("arena --players greedy,random --games 2 --jobs 0", "0 is not in the range"),
        ("arena --players greedy,random --games 2 --seed -1", "-1 is not in the range"),
        ("arena --players greedy,random --games 2 --seats 5", "is for 2 to 4 players, not for 5"),
        ("arena --players greedy,random --games 2 --game chess", "There is no game “chess”"),
        ("arena --players greedy,random --games 2 --option colour=red", "no house rule “colour”"),
        ("arena --players greedy,random --games 2 --log .", "cannot be written: Is a directory"),
        ("arena --players greedy,random --games 2 --log no/folder", "cannot be written: No such file"),
        ("arena --players greedy,random --games 2 --plot ratings.pdf", "a drawing is .svg or .png"),
        ("arena --players greedy,random --games 2 --plot ratings", "a drawing is .svg or .png"),
        ("arena --players greedy,random --games 2 --plot no/ratings.svg", "cannot be written: No such file"),
        ("arena --players greedy,random --games 2 --jobs 2 --dask tcp://h:1", "leave one of them out"),
    ],
)
def test_what_cannot_be_is_said_before_anybody_plays(
    words: str, said: str, workers: MadeUp, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert len(captured.err.splitlines()) == 1
    assert workers.submitted == []


def test_a_folder_is_no_plot(workers: MadeUp, capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.svg").mkdir()
    assert main([*TWO, "--games", "2", "--plot", "a.svg"]) == 2
    assert "a.svg cannot be written: Is a directory." in capsys.readouterr().err


def test_png_without_what_makes_it_is_one_sentence(
    workers: MadeUp, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    assert main([*TWO, "--games", "2", "--plot", "a.png"]) == 2
    assert "needs the package cairosvg" in capsys.readouterr().err


def test_without_dask_one_sentence_says_how_to_install_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main([*TWO, "--games", "2", "--dask", "tcp://127.0.0.1:1"]) == 2
    assert "gefaehrten[dask]" in capsys.readouterr().err


def test_json_has_a_line_for_every_match_and_then_the_ratings(
    workers: MadeUp, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*TWO, "--games", "6", "--json"]) == 0
    captured = capsys.readouterr()
    *matches, ratings = lines(captured.out)
    assert [(line["event"], line["match"]) for line in matches] == [("match", number) for number in range(6)]
    assert ratings["event"] == "ratings"
    assert captured.err == ""


def test_people_get_two_tables(workers: MadeUp, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TWO, "--games", "40"]) == 0
    table, pairs = capsys.readouterr().out.split("\n\n")
    head = " ".join(table.splitlines()[0].split())
    assert head == "Player Rating 95 % Matches First places Points"
    assert {line.split()[0] for line in table.splitlines()[1:]} == {"greedy", "random"}
    assert pairs.splitlines()[1].startswith("greedy – random       40 ")


def test_ascii_is_ascii(workers: MadeUp, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TWO, "--games", "2", "--ascii"]) == 0
    assert capsys.readouterr().out.isascii()


def test_matches_are_rounded_up_and_that_is_said(workers: MadeUp, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--players", "greedy,random,easy", "--games", "9", "--seats", "4", "--json"]) == 0
    captured = capsys.readouterr()
    assert len(lines(captured.out)) == 12 + 1
    assert captured.err == "12 matches are played: every deal from all 4 seats in turn.\n"


def test_rounds_that_are_not_whole_are_said(workers: MadeUp, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--players", "greedy,random,easy", "--games", "8", "--seats", "2"]) == 0
    assert capsys.readouterr().err == (
        "A whole round has 6 matches; with 8 some players meet once more than others.\n"
    )


def test_the_same_command_with_the_same_log_goes_on(
    workers: MadeUp, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*TWO, "--games", "10", "--json"]) == 0
    whole = lines(capsys.readouterr().out)[-1]
    workers.submitted.clear()
    workers.until = 4
    command = [*TWO, "--games", "10", "--json", "--log", "arena.log"]
    assert main(command) == 130
    captured = capsys.readouterr()
    *matches, ratings, error = lines(captured.out)
    assert [line["match"] for line in matches] == [0, 1, 2, 3]
    assert ratings["event"] == "ratings"
    assert error == {"event": "error", "code": "interrupted", "text": captured.err.strip()}
    assert captured.err == "Interrupted after 4 of 10 matches; the same command goes on with them.\n"
    workers.until = None
    assert main(command) == 0
    resumed, *matches, ratings = lines(capsys.readouterr().out)
    assert resumed == {"event": "resumed", "matches": 4}
    assert [line["match"] for line in matches] == [4, 5, 6, 7, 8, 9]
    assert ratings == whole
    assert len(Path("arena.log").read_text().splitlines()) == 11


def test_what_is_finished_already_is_only_shown(workers: MadeUp, capsys: pytest.CaptureFixture[str]) -> None:
    command = [*TWO, "--games", "4", "--log", "arena.log"]
    assert main(command) == 0
    first = capsys.readouterr().out
    assert main(command) == 0
    captured = capsys.readouterr()
    assert captured.out == first
    assert captured.err == "4 of 4 matches stand in the log already.\n"
    assert len(workers.submitted) == 4


def test_another_setting_with_the_same_log_is_refused(
    workers: MadeUp, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*TWO, "--games", "2", "--log", "arena.log"]) == 0
    capsys.readouterr()
    assert main([*TWO, "--games", "2", "--log", "arena.log", "--seed", "7"]) == 2
    captured = capsys.readouterr()
    assert captured.err == (
        "arena.log is the log of another tournament, different in: seed. Name another file.\n"
    )


def test_ctrl_c_shows_the_ratings_so_far_and_gives_signals_back(
    workers: MadeUp, capsys: pytest.CaptureFixture[str]
) -> None:
    before = signal.getsignal(signal.SIGINT)
    workers.until = 6
    assert main([*TWO, "--games", "100"]) == 130
    captured = capsys.readouterr()
    assert "Interrupted after 6 of 100 matches." in captured.err
    assert captured.out.startswith("Player")
    assert workers.closed == 1
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_before_the_first_match_shows_no_ratings(
    workers: MadeUp, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def at_once(jobs: int, dask: str | None) -> MadeUp:
        monkeypatch.setattr(arena, "interruptible", _asked)
        return workers

    monkeypatch.setattr(arena, "workers_of", at_once)
    assert main([*TWO, "--games", "100"]) == 130
    assert capsys.readouterr().out == ""


class _asked:  # noqa: N801 - it stands for a function
    """Somebody has asked for the end already."""

    def __enter__(self) -> Callable[[], bool]:
        return lambda: True

    def __exit__(self, *what: object) -> None:
        pass


def test_a_person_sees_a_bar(workers: MadeUp, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(output, "is_terminal", lambda stream: isinstance(stream, Terminal))
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main([*TWO, "--games", "8"]) == 0
    shown = terminal.getvalue()
    assert "Matches" in shown
    assert "8/8" in shown


@pytest.mark.parametrize("players", ["greedy,random", "greedy,random,ismcts:iterations=2000,greedy"])
def test_the_plot_is_a_drawing_with_every_player(
    players: str, workers: MadeUp, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["arena", "--players", players, "--games", "24", "--seats", "2", "--plot", "ratings.svg"]
    assert main(command) == 0
    assert "Written: ratings.svg" in capsys.readouterr().err
    texts = [element.text for element in ElementTree.parse("ratings.svg").iter() if element.text]
    for spec in players.split(","):
        assert texts.count(spec) >= 2  # beside its rating, and at its row and column of the pairs
    if players.count("greedy") == 2:
        assert "greedy (2)" in texts


def test_a_png_is_made_of_the_same_drawing(
    workers: MadeUp, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Cairo:
        @staticmethod
        def svg2png(*, bytestring: bytes, scale: float) -> bytes:
            assert scale > 0
            ElementTree.fromstring(bytestring)
            assert b"var(" not in bytestring  # it would not know what that is
            assert b"@media" not in bytestring
            return b"\x89PNG"

    monkeypatch.setitem(sys.modules, "cairosvg", Cairo)
    assert main([*TWO, "--games", "2", "--plot", "ratings.png"]) == 0
    assert Path("ratings.png").read_bytes() == b"\x89PNG"


@pytest.mark.slow
def test_the_real_thing_plays_and_equal_commands_give_equal_results(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["arena", "--players", "greedy,ismcts:iterations=2", "--games", "4", "--json", "--jobs"]
    results = []
    for jobs in ("1", "2"):
        assert main([*command, jobs]) == 0
        *matches, ratings = lines(capsys.readouterr().out)
        assert sorted(str(line["match"]) for line in matches) == ["0", "1", "2", "3"]
        results.append(ratings)
    assert results[0] == results[1]


@pytest.mark.slow
def test_ctrl_c_at_a_terminal_ends_everything_within_two_seconds(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-c",
        RUN,
        *TWO,
        "--games",
        "10000",
        "--jobs",
        "2",
        "--json",
        "--log",
        "arena.log",
    ]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        begun = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the processes that play, too
        *matches, ratings, error = lines(first + process.stdout.read())
        said = process.stderr.read()
        assert process.wait() == 130
        assert time.monotonic() - begun < 2
    assert len(said.splitlines()) == 1
    assert said.startswith(f"Interrupted after {len(matches)} of 10000 matches")
    assert (ratings["event"], error["code"]) == ("ratings", "interrupted")
    logged = (tmp_path / "arena.log").read_text().splitlines()
    assert [json.loads(line) for line in logged[1:]] == matches
