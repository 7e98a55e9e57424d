"""Shell. Pools of processes and a cluster: whoever is killed, no match is lost and none is counted twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from gefaehrten.core.errors import GefaehrtenError, UsageError
from gefaehrten.session import arena_workers
from gefaehrten.session.arena import run
from gefaehrten.session.arena_worker import Played, begin_process, play
from gefaehrten.session.arena_workers import Cluster, Processes
from gefaehrten.session.ends import NoConnection
from tests.processes import gone
from tests.unit.session.arena_helpers import FOLDER, deadly, noted, tournament

ROOT = Path(__file__).parents[3]
BEGIN = """
from gefaehrten.session.arena import run
from gefaehrten.session.arena_workers import Processes
from tests.unit.session.arena_helpers import noted, tournament

run(tournament(matches=10_000).left, Processes(2), lambda played: print(flush=True), lambda: False, work=noted)
"""


def never() -> bool:
    return False


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where `noted` leaves its notes."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    return tmp_path


def players(notes: Path) -> Counter[int]:
    """By process how many matches it has begun."""
    return Counter(int(note.name.partition("-")[2]) for note in notes.iterdir())


class Killing:
    """Takes results in, and kills a process that plays when so many are there."""

    def __init__(self, notes: Path, at: int) -> None:
        self.results: list[Played] = []
        self.killed: int | None = None
        self._notes = notes
        self._at = at

    def __call__(self, played: Played) -> None:
        self.results.append(played)
        if len(self.results) == self._at:
            # The newest note that has no result yet: its process is in the midst of the match.
            over = {result.number for result in self.results}
            begun = sorted(self._notes.iterdir(), key=lambda note: note.stat().st_mtime_ns)
            running = [note.name.split("-") for note in begun if int(note.name.split("-")[0]) not in over]
            self.killed = int((running or [begun[-1].name.split("-")])[-1][1])
            os.kill(self.killed, signal.SIGKILL)


@pytest.mark.slow
def test_a_killed_process_costs_no_match(notes: Path) -> None:
    contest, finished = tournament(matches=24), Killing(notes, at=6)
    run(contest.left, Processes(2), finished, never, work=noted)
    assert sorted(played.number for played in finished.results) == list(range(24))
    assert finished.killed in players(notes)
    assert len(players(notes)) > 2  # others came in its place
    assert sum(players(notes).values()) > 24  # and what it was at has been played again
    assert all(map(gone, players(notes)))


@pytest.mark.slow
def test_processes_die_with_whoever_began_them(notes: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", BEGIN], cwd=ROOT, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()  # one match is over, others are begun
        parent.kill()
    assert len(players(notes)) >= 1
    assert all(map(gone, players(notes)))


def test_a_process_leaves_ctrl_c_to_whoever_began_it() -> None:
    before = signal.getsignal(signal.SIGINT)
    try:
        begin_process()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.slow
def test_a_match_that_kills_every_process_does_not_go_on_for_ever() -> None:
    results: list[Played] = []
    with pytest.raises(GefaehrtenError, match="Match 3 was lost 5 times"):
        run(tournament(matches=4).left, Processes(1), results.append, never, work=deadly)
    assert {played.number for played in results} == {0, 1, 2}


@pytest.mark.slow
def test_stopping_ends_processes_in_the_midst_of_a_long_thought(notes: Path) -> None:
    contest = tournament("ismcts:iterations=1000000000", "greedy", matches=4)
    looks = iter(range(1000))
    run(contest.left, Processes(1), lambda played: pytest.fail("it cannot end"), lambda: next(looks) == 3)


@pytest.mark.slow
def test_real_matches_come_out_the_same_in_any_process() -> None:
    contest = tournament("greedy", "ismcts:iterations=2", matches=2)
    results: list[Played] = []
    run(contest.left, Processes(2), results.append, never)
    for played, task in zip(sorted(results, key=lambda one: one.number), contest.left, strict=True):
        here = play(task)
        assert isinstance(here, Played)
        assert (played.number, played.scores, played.turns) == (here.number, here.scores, here.turns)


def test_closing_what_was_never_begun_is_fine() -> None:
    Processes(2).close()


def test_without_dask_one_sentence_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"install gefaehrten\[dask\]"):
        Cluster("tcp://127.0.0.1:1")


@pytest.mark.parametrize(
    "address", ["", "home", "tcp://", "tcp://home", "pigeon://home:1", "home:many", "a b:1", "::1"]
)
def test_what_is_no_address_is_never_dialled(address: str) -> None:
    with pytest.raises(UsageError, match="is no address of a scheduler"):
        Cluster(address)


@pytest.mark.parametrize("address", ["home:8786", "tcp://192.0.2.1:8786", "tls://[2001:db8::1]:8786"])
def test_an_address_has_a_host_and_a_port(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match="install"):  # it has come so far
        Cluster(address)


class Dask:
    """Stands for the package: a cluster of two workers, of which some have the program, until its scheduler goes."""

    def __init__(self, *, lacking: str = "") -> None:
        self.has = {where: None if where == lacking else "here" for where in ("one", "two", "scheduler")}
        self.closed = False

    def Client(self, address: str, **settings: object) -> Dask:  # noqa: N802 - its name
        if address == "nobody:1":
            raise OSError("timed out")
        return self

    def run(self, function: object, *arguments: object) -> dict[str, object]:
        return {where: self.has[where] for where in ("one", "two")}

    def run_on_scheduler(self, function: object, *arguments: object) -> object:
        return self.has["scheduler"]

    def get_executor(self, *, pure: bool) -> Dask:
        assert not pure  # else a lost match would be looked up, not played again
        return self

    def submit(self, work: object, task: object) -> None:
        raise RuntimeError("Client is closed")

    def close(self, timeout: float) -> None:
        self.closed = True


@pytest.mark.parametrize(("lacking", "named"), [("two", "two"), ("scheduler", "home:8786")])
def test_a_cluster_without_this_program_is_refused(
    lacking: str, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dask = Dask(lacking=lacking)
    monkeypatch.setitem(sys.modules, "distributed", dask)
    with pytest.raises(UsageError, match=f"installed everywhere in the Dask cluster; {named} lacks it"):
        Cluster("home:8786")
    assert dask.closed


def test_a_scheduler_that_is_not_there_or_goes_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    dask = Dask()
    monkeypatch.setitem(sys.modules, "distributed", dask)
    with pytest.raises(NoConnection, match="There is no Dask scheduler at nobody:1"):
        Cluster("nobody:1")
    cluster = Cluster("home:8786")
    with pytest.raises(NoConnection, match="The Dask scheduler at home:8786 has gone"):
        run(tournament().left, cluster, lambda played: None, never)
    assert dask.closed


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_killed_worker_of_a_cluster_costs_no_match(notes: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        contest, finished = tournament(matches=30), Killing(notes, at=6)
        run(contest.left, Cluster(cluster.scheduler_address), finished, never, work=noted)
    assert sorted(played.number for played in finished.results) == list(range(30))
    assert finished.killed in players(notes)
    assert len(players(notes)) >= 2


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_no_cluster_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(arena_workers, "CONNECT_SECONDS", 0.3)
    with pytest.raises(NoConnection, match="There is no Dask scheduler at tcp://127"):
        Cluster("tcp://127.0.0.1:1")
