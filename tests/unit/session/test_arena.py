"""Shell. Tournaments: every match counts once, whoever dies over it; and what programs are told."""

from __future__ import annotations

import json
from concurrent.futures import CancelledError, Future

import pytest

from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.session.arena import ATTEMPTS, Work, ratings_line, run
from gefaehrten.session.arena_worker import Failed, Played, Task
from tests.unit.session.arena_helpers import Inline, made_up, tournament


def never() -> bool:
    return False


def numbers(results: list[Played]) -> list[int]:
    return [played.number for played in results]


def test_every_match_is_played_once_in_order() -> None:
    contest, workers = tournament(matches=8), Inline(room=1)
    results: list[Played] = []
    run(contest.left, workers, results.append, never, work=made_up)
    assert numbers(results) == workers.submitted == list(range(8))
    assert workers.closed == 1


def test_no_more_matches_are_under_way_than_there_is_room() -> None:
    class Slow(Inline):
        """Ends a match only when the next one does not come: when somebody waits."""

        def __init__(self) -> None:
            super().__init__()
            self.under_way = 0
            self.most = 0

        def submit(self, work: Work, task: Task) -> Future[Played | Failed]:
            self.under_way += 1
            self.most = max(self.most, self.under_way)
            return super().submit(work, task)

    workers = Slow()

    def finished(played: Played) -> None:
        workers.under_way -= 1

    run(tournament(matches=20).left, workers, finished, never, work=made_up)
    assert workers.most == workers.room


def test_what_is_lost_is_played_again_and_counts_once() -> None:
    # Every third match is lost the first time, and match 4 twice.
    contest = tournament(matches=20)
    results: list[Played] = []
    workers = Inline(
        lambda number, attempt: (number % 3 == 0 and attempt == 0) or (number == 4 and attempt < 2)
    )
    run(contest.left, workers, results.append, never, work=made_up)
    assert sorted(numbers(results)) == list(range(20))
    assert workers.submitted.count(4) == 3
    assert workers.submitted.count(3) == 2
    assert workers.submitted.count(5) == 1


def test_bad_luck_is_no_reason_to_give_up() -> None:
    # The last match is lost as often as it may be; the first one more often, but others come to their ends meanwhile.
    def lose(number: int, attempt: int) -> bool:
        return attempt < {0: ATTEMPTS + 3, 19: ATTEMPTS - 1}.get(number, 0)

    results: list[Played] = []
    run(tournament(matches=20).left, Inline(lose, room=2), results.append, never, work=made_up)
    assert sorted(numbers(results)) == list(range(20))


def test_a_match_that_was_called_off_by_a_cluster_is_played_again() -> None:
    class Forgetful(Inline):
        def submit(self, work: Work, task: Task) -> Future[Played | Failed]:
            future = super().submit(work, task)
            if self.submitted.count(task.number) > 1:
                return future
            lost: Future[Played | Failed] = Future()
            lost.set_exception(CancelledError())
            return lost

    results: list[Played] = []
    run(tournament(matches=6).left, Forgetful(), results.append, never, work=made_up)
    assert sorted(numbers(results)) == list(range(6))


def test_a_match_that_kills_whoever_plays_it_ends_the_tournament_with_a_sentence() -> None:
    workers = Inline(lambda number, attempt: number == 3)
    results: list[Played] = []
    with pytest.raises(GefaehrtenError, match=f"Match 3 was lost {ATTEMPTS} times") as caught:
        run(tournament(matches=8).left, workers, results.append, never, work=made_up)
    assert "the process has gone" in str(caught.value)
    assert set(numbers(results)) == set(range(8)) - {3}  # everything else has been played by then
    assert workers.closed == 1


def test_a_bug_in_a_match_is_told_at_once() -> None:
    def broken(task: Task) -> Played | Failed:
        return Failed(task.number, "ValueError: no such card") if task.number == 2 else made_up(task)

    workers = Inline(room=1)
    with pytest.raises(GefaehrtenError, match="Match 2 could not be played: ValueError: no such card"):
        run(tournament(matches=8).left, workers, lambda played: None, never, work=broken)
    assert workers.submitted == [0, 1, 2]
    assert workers.closed == 1


def test_it_stops_when_told_and_lets_go_of_the_workers() -> None:
    results: list[Played] = []
    workers = Inline(room=1)
    run(tournament(matches=8).left, workers, results.append, lambda: len(results) == 3, work=made_up)
    assert numbers(results) == [0, 1, 2]
    assert workers.closed == 1


def test_the_workers_are_let_go_when_the_log_cannot_be_written() -> None:
    def full(played: Played) -> None:
        raise OSError("no space left")

    workers = Inline()
    with pytest.raises(OSError, match="no space left"):
        run(tournament(matches=8).left, workers, full, never, work=made_up)
    assert workers.closed == 1


def test_a_result_that_comes_twice_counts_once() -> None:
    contest = tournament(matches=4)
    first = made_up(contest.left[0])
    contest.add(first)
    contest.add(Played(first.number, (0, 0), tuple(reversed(first.places)), "again", 1, 0.5))
    assert contest.finished == 1
    assert sum(standing.matches for standing in contest.standings()) == 2
    assert sorted(standing.points or 0 for standing in contest.standings()) == sorted(first.scores)
    assert [task.number for task in contest.left] == [1, 2, 3]


def test_a_task_says_everything_that_its_match_depends_on() -> None:
    contest = tournament("greedy", "ismcts:iterations=5", seats=2)
    one, other = contest.left[:2]
    assert one.specs == tuple(reversed(other.specs)) == ("greedy", "ismcts:iterations=5")
    assert one.cards == other.cards
    assert len({*one.seeds, *other.seeds}) == 4
    assert dict(one.options) == contest.settings.options


def test_what_programs_are_told() -> None:
    contest = tournament(matches=40)
    results = [made_up(task) for task in contest.left]
    for played in results:
        contest.add(played)
    line = json.loads(json.dumps(contest.line(results[3])))
    assert (line["match"], line["deal"], line["players"]) == (3, 1, [1, 0])
    assert line["specs"] == ["random", "greedy"]
    assert line["places"] == list(results[3].places)
    assert line["event"] == "match"
    assert set(line) == {
        "event", "match", "deal", "players", "specs", "scores", "places", "reason", "turns", "seconds",
    }  # fmt: skip
    told = json.loads(
        json.dumps(ratings_line(contest.settings.players, contest.standings(), contest.pairs()))
    )
    assert told["event"] == "ratings"
    assert [player["spec"] for player in told["players"]] == ["greedy", "random"]
    for player in told["players"]:
        assert set(player) == {"spec", "rating", "low", "high", "matches", "first_places", "points"}
        assert player["low"] <= player["rating"] <= player["high"]
        assert player["matches"] == 40
    (pair,) = told["pairs"]
    assert set(pair) == {"a", "b", "matches", "a_wins", "draws", "low", "high"}
    assert pair["a_wins"] == told["players"][0]["first_places"]
    assert pair["low"] <= pair["a_wins"] / 40 <= pair["high"]
