"""Pure. Learning by self-play and duels: they repeat, and what is written is read back."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.games.gefaehrten.glance import TRAITS
from gefaehrten.games.gefaehrten.knowledge import GefaehrtenKnowledge
from gefaehrten.games.gefaehrten.learned import appeal_of, chances_of
from gefaehrten.games.gefaehrten.prospects import PROSPECTS, STAGES
from scripts import duel, train


def test_a_match_repeats_and_says_what_was_searched() -> None:
    one, other = (train.match(3, 2, GefaehrtenKnowledge()) for _ in range(2))
    assert one == other
    assert len(one["places"]) == len(one["points"]) == one["seats"]
    assert all(sum(visits for _, visits in seen) >= 2 for _, seen in one["decisions"])
    assert len(one["between"]) > 3
    assert train.match(4, 2, GefaehrtenKnowledge()) != one


@pytest.mark.slow
def test_what_is_learned_is_written_with_its_record_and_read_back(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    played = tmp_path / "played.jsonl"
    train.play(played, 60, 2, 11)
    out = tmp_path / "learned.toml"
    train.fit([played, played], out)
    raw = tomllib.loads(out.read_text("utf-8"))
    assert len(appeal_of(raw)) == TRAITS
    assert len(chances_of(raw)) == 3 * STAGES * PROSPECTS
    assert [entry["matches"] for entry in raw["played"]] == [60, 60]
    assert raw["appeal"]["loss"] < raw["appeal"]["loss_uniform"]
    again = tmp_path / "again.toml"
    train.fit([played, played], again)
    assert again.read_bytes() == out.read_bytes()
    GefaehrtenKnowledge(appeal_of(raw), chances_of(raw))


def test_too_few_matches_are_said_in_a_sentence(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    played = tmp_path / "played.jsonl"
    played.write_text("{}\n" + json.dumps(train.match(3, 2, GefaehrtenKnowledge())) + "\n", "utf-8")
    with pytest.raises(SystemExit, match="too few"):
        train.chances([played], 2)


def test_a_duel_of_a_way_with_itself_is_even(capsys: pytest.CaptureFixture[str]) -> None:
    ways = [duel.way(GAME, "iterations=2"), duel.way(GAME, "iterations=2")]
    duel.duel(GAME, {}, ways[0], ways[1], 2, 2, 5, "itself")
    said = capsys.readouterr().out
    assert (
        "4 matches, first 50.0% ±0.0%" in said
    )  # seeds are of seat and turn: what one seat won, it won for both
    assert "points +0.00 ±0.00" in said


@pytest.mark.parametrize("text", ["greedy", "medium", "cpu=0.5,horizon=1", "iterations=4,plain=1"])
def test_ways_are_read(text: str) -> None:
    made = duel.way(GAME, text)
    assert (made.knowledge is None) == ("plain" in text)
    assert made.horizon == (1 if "horizon" in text else 0 if "plain" in text else 2)


def test_an_unknown_setting_is_said() -> None:
    with pytest.raises(SystemExit, match="speed"):
        duel.way(GAME, "iterations=4,speed=9")


def test_intervals_reckoned_by_hand() -> None:
    assert duel.wilson(1.0, 36)[0] == pytest.approx(0.9036, abs=1e-4)  # 36 / (36 + 1.96²)
    assert duel.half([0.0, 1.0, 0.0, 1.0]) == pytest.approx(1.96 * (1 / 3) ** 0.5 / 2, abs=1e-3)
