"""Whole matches of every game of the catalogue: each turn over its wire form, and the end in words."""

from __future__ import annotations

import json

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.game import Setup
from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS, Kernel
from gefaehrten.core.random import Random
from gefaehrten.engine import catalogue
from gefaehrten.engine.dealer import Dealer
from gefaehrten.engine.match import Match


def turn(kernel: Kernel, rng: Random) -> list[int]:
    """A random turn of the seat to move."""
    kernel = kernel.clone()
    number = kernel.turns()
    room: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
    actions = []
    while kernel.request() == DECIDE and kernel.turns() == number:
        actions.append(int(room[rng.below(kernel.legal_actions(room))]))
        kernel.apply(actions[-1])
    return actions


@pytest.mark.slow
@pytest.mark.parametrize("key", catalogue.keys())
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_go_over_the_wire_and_back_and_the_end_is_said(key: str, seats: int) -> None:
    game = catalogue.game(key)
    setup = Setup(seats, {option.key: option.values[0] for option in game.options}, ("",) * seats)
    match, rng = Match(game, setup), Random(seats)
    dealer = Dealer(match, seats)
    names = [f"player {seat}" for seat in range(seats)]
    dealer.serve()
    while match.need().kind == "turn":
        seat = match.need().seat
        moves, cards = match.encode(seat, turn(match.kernel, rng))
        announced = match.preview(seat, moves, cards)
        match.turn(seat, moves, cards)
        assert match.public() == announced
        dealer.serve()
    assert match.need().kind == "over"
    assert match.reason()
    assert match.steps[-1]["step"] == "over"
    assert [step["step"] for step in match.steps].count("over") == 1
    places = [int(match.kernel.place(seat)) for seat in range(seats)]
    assert match.winners() == [seat for seat, place in enumerate(places) if place == 0]
    assert json.loads(json.dumps(match.steps)) == match.steps
    assert all(str(game.describe(step, names)) for step in match.steps if step["step"] == "over")
