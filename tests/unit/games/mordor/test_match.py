"""Whole matches through the engine: wire values, steps, sentences; and what a lying peer sends."""

from __future__ import annotations

import json

import pytest

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.game import Plain, Setup
from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.random import Random
from gefaehrten.engine.dealer import Dealer
from gefaehrten.engine.match import Match
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.game import GAME
from tests.unit.games.mordor.positions import aside, begin, legal, throw, turn

NAMES = ("Anna", "Berta", "Cem", "Dora")

KEYS = {
    "thrown": {"step", "seat", "again", "dice"},
    "set_aside": {"step", "seat", "dice"},
    "throw_again": {"step", "seat"},
    "rings": {"step", "seat", "rings", "orcs", "companions", "held", "moved", "place"},
    "halve": {"step", "seat", "field"},
    "nazgul": {"step", "seat", "die", "hit", "field", "whole"},
    "out": {"step", "seat"},
    "end_turn": {"step", "seat"},
    "over": {"step", "reason", "scores", "winners"},
}


def played(seats: int, seed: int, side: str = "advanced") -> Match:
    """A random match to its end, every turn through its wire form."""
    rng = Random(seed)
    match = Match(GAME, Setup(seats, {"side": side}, ("",) * seats))
    other = Match(GAME, match.setup)
    dealer, second = Dealer(match, seed), Dealer(other, seed)
    dealer.serve()
    second.serve()
    while match.need().kind == "turn":
        kernel = match.kernel.clone()
        seat, turns, actions = match.need().seat, kernel.turns(), []
        while kernel.request() == DECIDE and kernel.turns() == turns:
            choice = legal(kernel)
            actions.append(choice[rng.below(len(choice))])
            kernel.apply(actions[-1])
        moves, opened = match.encode(seat, actions)
        assert opened == {}
        match.turn(seat, moves, {})
        other.turn(seat, moves, {})
        assert match.public() == other.public()
        dealer.serve()
        second.serve()
    assert match.steps == other.steps
    return match


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_through_wire_and_record(seats: int) -> None:
    kinds = set()
    for seed in range(6):
        match = played(seats, seed)
        assert match.decks() == ()
        assert match.steps == json.loads(json.dumps(match.steps))
        for step in match.steps:
            kinds.add(step["step"])
            assert set(step) == KEYS[str(step["step"])]
            assert len(str(GAME.describe(step, NAMES[:seats]))) > 5
        assert match.steps[-1]["step"] == "over"
        assert match.steps[-1]["winners"] == match.winners()
        assert match.reason() in ("mordor", "nazgul")
    assert kinds >= set(KEYS) - {"throw_again"}


def test_what_is_thrown_is_a_step_and_who_begins_is_none() -> None:
    match = Match(GAME, Setup(2, {"side": "basic"}, ("", "")))
    match.rolled(1)
    assert (match.first(), match.steps) == (1, [])
    match.rolled(0)
    assert match.steps == [
        {
            "step": "thrown",
            "seat": 1,
            "again": False,
            "dice": [{"die": die, "symbol": "orc"} for die in ("red", "yellow", "green", "blue", "black")],
        }
    ]


def test_the_steps_of_the_end_of_a_turn() -> None:
    kernel = begin(2, crossed=[0, 7])
    throw(kernel, "R N G C T")
    before = kernel.clone()
    aside(kernel, "12345")
    assert [step["step"] for step in GAME.steps(before, 31, kernel, None)] == ["set_aside", "rings"]
    before, action = kernel.clone(), int(tables.BASE_HALVE) + 2
    kernel.apply(action)
    assert GAME.steps(before, action, kernel, None) == (
        {"step": "halve", "seat": 0, "field": 3},
        {"step": "nazgul", "seat": 0, "die": "yellow", "hit": 1, "field": 8, "whole": True},
        {"step": "out", "seat": 1},
        {"step": "end_turn", "seat": 0},
    )


def test_a_win_says_so_in_the_record() -> None:
    kernel = begin(reached=[8])
    throw(kernel, "R O O C T")
    before = kernel.clone()
    aside(kernel, "15")
    *_, over = GAME.steps(before, 17, kernel, None)
    assert over == {"step": "over", "reason": "mordor", "scores": [1, 0], "winners": [0]}


def test_nobody_wins_and_the_record_says_why() -> None:
    kernel = begin(crossed=[7, 7])
    turn(kernel, "N N O O O")
    assert kernel.request() == OVER
    (over,) = GAME.consequences(begin(crossed=[7, 7]), kernel)
    assert (over["reason"], over["winners"], over["scores"]) == ("nazgul", [], [0, 0])
    assert "Nobody wins" in str(GAME.describe(over, NAMES))


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        0,
        "135",
        [],
        [0],
        [0, True],
        [0, 1, 1],
        [0, 3, 1],
        [0, 5],
        [0, -1],
        [0, [1]],
        [0, 0, 1, 2, 3, 4, 4],
        [1, 0],
        [2],
        [2, 8],
        [2, "3"],
        [3, 0],
        [4],
        [0, b"\x01"],
        [2, 2**70],
    ],
)
def test_whatever_else_is_sent_is_refused(value: Plain) -> None:
    kernel = begin()
    throw(kernel, "O O R G T")
    with pytest.raises(IllegalAction) as caught:
        GAME.decode(kernel, value, lambda slot: 0)
    assert caught.value.clause == "M4"


def test_a_turn_that_stops_or_goes_on_is_refused_with_this_games_clause() -> None:
    match = Match(GAME, Setup(2, {"side": "basic"}, ("", "")))
    match.rolled(0)
    match.rolled(3 + 6 * 2 + 36 * 5 + 216 * 4 + 1296 * 5)  # Nazgûl, Ring, Companion, Gandalf, White Tree
    refused: list[list[Plain]] = [[], [[0, 0], [0, 1]], [[0, 0, 3, 4]], [[1]]]
    for moves in refused:
        with pytest.raises(IllegalAction) as caught:
            match.turn(0, moves, {})
        assert caught.value.clause in ("M4", "M19")
    with pytest.raises(IllegalAction, match=r"not in its player's hand|opens a card"):
        match.turn(0, [[0, 0]], {(0, 0): 1})
    match.turn(0, [[0, 0, 3, 4], [2, 7]], {})
    assert match.kernel.actor() == -1
