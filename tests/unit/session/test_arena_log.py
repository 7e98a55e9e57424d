"""Shell. The log of a tournament: it is gone on with, and nobody else's file is ever written to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gefaehrten.core.errors import UsageError
from gefaehrten.session.arena import Tournament
from gefaehrten.session.arena_log import Log
from tests.unit.session.arena_helpers import made_up, tournament


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena.log"


def play(contest: Tournament, path: Path, count: int) -> None:
    """Opens the log, and plays so many of the matches that are left."""
    log = Log(path, contest)
    for task in contest.left[:count]:
        played = made_up(task)
        log.add(contest.line(played))
        contest.add(played)
    log.close()


def reopened(path: Path, matches: int = 8) -> Tournament:
    contest = tournament(matches=matches)
    Log(path, contest).close()
    return contest


def test_a_new_log_has_a_head_and_a_line_for_every_match(path: Path) -> None:
    play(tournament(), path, 3)
    head, *lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert head["format"] == "gefaehrten-arena/1"
    assert head["players"] == ["greedy", "random"]
    assert [line["match"] for line in lines] == [0, 1, 2]


def test_a_tournament_goes_on_where_it_was_and_ends_as_if_it_had_never_stopped(path: Path) -> None:
    play(tournament(), path, 3)
    contest = tournament()
    play(contest, path, 99)
    whole = tournament()
    for task in whole.left:
        whole.add(made_up(task))
    assert contest.standings() == whole.standings()
    assert [json.loads(line)["match"] for line in path.read_text().splitlines()[1:]] == list(range(8))


@pytest.mark.parametrize("cut", [1, 10, 60])
def test_a_line_that_a_crash_cut_short_is_played_again(path: Path, cut: int) -> None:
    play(tournament(), path, 3)
    path.write_bytes(path.read_bytes()[:-cut])
    contest = reopened(path)
    assert [task.number for task in contest.left] == [2, 3, 4, 5, 6, 7]
    play(contest, path, 1)
    assert reopened(path).finished == 3


def test_a_crash_in_the_first_line_begins_anew(path: Path) -> None:
    Log(path, tournament()).close()
    whole = path.read_bytes()
    path.write_bytes(whole[:20])
    Log(path, tournament()).close()
    assert path.read_bytes() == whole


def test_a_longer_tournament_goes_on_and_a_shorter_one_leaves_the_rest_alone(path: Path) -> None:
    play(tournament(matches=8), path, 8)
    assert reopened(path, 12).finished == 8
    before = path.read_bytes()
    assert reopened(path, 4).finished == 4
    assert path.read_bytes() == before


def test_a_match_that_stands_there_twice_counts_once(path: Path) -> None:
    play(tournament(), path, 3)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, lines[1]]))
    assert reopened(path).finished == 3


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (tournament(seed=2), "seed"),
        (tournament("greedy", "easy"), "players"),
        (tournament("random", "greedy"), "players"),
        (tournament(seats=4), "seats"),
    ],
)
def test_another_tournaments_log_is_refused_and_stays_as_it_is(
    path: Path, other: Tournament, what: str
) -> None:
    play(tournament(), path, 3)
    before = path.read_bytes()
    with pytest.raises(UsageError, match=f"different in: {what}. Name another file"):
        Log(path, other)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"Dear diary,\n", b"x", b"[]\n", b"\xff\xfe\n", b"\n", b'{"event":"arena"}\n', b"{}"]
)
def test_any_other_file_is_refused_and_stays_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(UsageError, match="is no log of an arena"):
        Log(path, tournament())
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("match", -1), ("match", "0"), ("players", [1, 0]), ("players", None), ("scores", [1]), ("scores", [1, "2"]),
        ("places", [1, 2, 3]), ("places", [1.5, 2]), ("reason", None), ("turns", "many"), ("seconds", None),
    ],
)  # fmt: skip
def test_a_line_that_is_no_such_match_is_refused_with_its_number(path: Path, key: str, value: object) -> None:
    play(tournament(), path, 3)
    lines = path.read_text().splitlines()
    lines[1] = json.dumps({**json.loads(lines[1]), key: value})
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(UsageError, match="line 2: this is no match of its tournament"):
        Log(path, tournament())


def test_two_cannot_write_one_log(path: Path) -> None:
    """Both would play the same matches, and each would stand there twice."""
    contest = tournament()
    first = Log(path, contest)
    before = path.read_bytes()
    with pytest.raises(UsageError, match="is being played"):
        Log(path, tournament())
    first.add(contest.line(made_up(contest.left[0])))
    assert path.read_bytes().startswith(before)
    first.close()
    assert reopened(path).finished == 1


def test_a_file_that_cannot_be_written_is_said_before_anybody_plays(tmp_path: Path) -> None:
    for wrong in (tmp_path, tmp_path / "no" / "folder"):
        with pytest.raises(UsageError, match="cannot be written"):
            Log(wrong, tournament())
