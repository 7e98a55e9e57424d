"""The game object: wire values, steps, claims, observations, whole matches in the engine."""

from __future__ import annotations

import json
from typing import cast

import pytest

from ai.greedy import greedy_turn
from gefaehrten.core.errors import IllegalAction, UsageError
from gefaehrten.core.game import JsonStep, Plain, Setup, Slot
from gefaehrten.core.random import Random
from gefaehrten.engine.catalogue import game
from gefaehrten.engine.dealer import Dealer
from gefaehrten.engine.match import Match
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.actions import decode, encode
from gefaehrten.games.tuerme.data import FIGURES
from gefaehrten.games.tuerme.game import GAME
from gefaehrten.games.tuerme.steps import rolled, steps
from tests.unit.games.tuerme import positions as p


def played(seats: int, seed: int, **options: str) -> Match:
    """A whole match between greedy players in the engine, with a seeded dealer."""
    match = Match(game("tuerme"), Setup(seats, options))
    dealer, rng, knowledge = Dealer(match, seed), Random(seed), GAME.knowledge()
    dealer.serve()
    while (need := match.need()).kind == "turn":
        kernel = match.kernel.clone()
        kernel.mask(need.seat)
        moves, cards = match.encode(need.seat, greedy_turn(kernel, need.seat, knowledge, rng))
        match.turn(need.seat, moves, cards)
        dealer.serve()
    return match


def test_every_action_goes_over_the_wire_and_back() -> None:
    actions = [
        *range(int(t.BASE_JUMP)),
        *(int(base) + int(spot) for base in (t.BASE_JUMP, t.BASE_SET, t.BASE_PICK) for spot in t.SQUARES),
        *range(int(t.BASE_PLAY), int(t.BASE_SET)),
        *range(int(t.BASE_PAWN), int(t.BASE_PICK)),
        *range(int(t.BASE_DISCARD), int(t.ACTIONS)),
    ]
    for action in actions:
        value = encode(action, lambda card: (0, card))
        assert decode(value, lambda slot: slot[1]) == action


@pytest.mark.parametrize(
    "value",
    [
        None,
        3,
        [],
        [True],
        [0, 0],
        [1, 8],
        [1, -1],
        [2, 0, 1],
        [2, 17, 1],
        [2, 1, 9],
        [3, [0, 1], 4],
        [3, [0, -1], 0],
        [3, [256, 1], 0],
        [3, 1, 0],
        [4, [0, 1, 2]],
        [5, 1],
        [6, 4],
        [7, 0, 8],
        [8, 1, True],
        [9],
        [10],
        ["0"],
    ],
)
def test_what_is_no_action_is_refused(value: Plain) -> None:
    with pytest.raises(IllegalAction):
        decode(value, lambda slot: slot[1])


def test_setups_that_cannot_be() -> None:
    for setup in (
        Setup(1),
        Setup(5),
        Setup(4, {"rings": "3"}),
        Setup(4, {"x": "y"}),
        Setup(4, {}, ("pink",)),
    ):
        with pytest.raises(UsageError):
            GAME.start(setup)


def test_pawns_go_by_seats() -> None:
    assert GAME.colours(Setup(2)) == (("green", "blue"), ("red", "yellow"))
    assert GAME.colours(Setup(3)) == (("green",), ("red",), ("blue",))


def test_only_cards_that_say_something_of_the_hand_are_claims() -> None:
    kernel = p.position()
    claims = [action for action in range(int(t.ACTIONS)) if GAME.claims(kernel, action)]
    assert claims == [*range(317, 349), *range(745, 777)]


def test_t13_an_untrue_card_without_a_move_is_found_out_later_and_a_true_one_is_not() -> None:
    """The table believes the claim; once the hand is known, `disproved` names it."""
    fives = [card for card in range(32) if p.strength(card) == 5 and t.SYMBOL[card] == t.ORTHOGONAL]
    closed = """
        ##..............
        ##..............
        .......o........
        ......oGo.......
        .......o........
        ................
        ..............##
        RBY...........##
    """
    for hand, untrue in ((fives[:3], []), ([fives[0], fives[1], p.strongest("A")], [0])):
        match = Match(game("tuerme"), Setup(4))
        kernel = p.position(closed, hands={0: hand})
        kernel.mask(-1)
        match.kernel = kernel
        match._held[0] = [(0, 5), (0, 6), (0, 7)]
        match.turn(0, [[4, [0, 5]]], {(0, 5): hand[0]})
        cards: dict[Slot, int] = {(0, 5): hand[0], (0, 6): hand[1], (0, 7): hand[2]}
        assert match.disproved(cards) == untrue


def test_the_steps_of_a_move() -> None:
    board = """
        ##....R.........
        ##....o.........
        ......o.........
        ................
        ....Go..........
        ................
        ..............##
        ....B.........##
    """
    card = p.strongest("A")
    before = p.position(
        board.replace("......o.........\n        ........", "......o.........\n        ......o."),
        hands={0: [card]},
    )
    told: list[JsonStep] = []
    for action in (p.play_action(card), 1 + p.E, 1 + p.E, 0):
        after = before.clone()
        after.apply(action)
        told += steps(before, action, after)
        before = after
    assert [step["step"] for step in told] == ["hero", "moved", "moved", "stopped"]
    hero, first, second, stopped = told
    assert hero["card"] == {"hero": "Aragorn", "strength": 9, "symbol": "A"}
    assert hero["strength"] == 8, "one Orc is adjacent"
    assert (first["cell"], first["orc"], first["pincers"]) == ([6, 5], True, [])
    assert (second["cell"], second["orc"]) == ([7, 5], False)
    assert second["pincers"] == [{"pawn": "red", "seat": 1, "cells": [[7, 4], [7, 3], [7, 2]]}]
    assert stopped["cell"] == [7, 5]


def test_the_steps_of_what_is_turned_over() -> None:
    board = "....G" + "." * 11 + "\n" + "................\n" * 4 + "......o........."
    before = p.position(board, phase=int(t.TILES), pending={0: 1}, events=["edoras", "grima"])
    tile = p.tile(before.clone(), 1, ent=True)
    assert rolled(before, tile) == ({"step": "tile", "seat": 0, "points": 1, "ent": True},)
    event = p.event(tile.clone(), "edoras")
    assert rolled(tile, event) == (
        {
            "step": "event",
            "seat": 0,
            "card": "edoras",
            "placed": [],
            "removed": [[7, 6]],
            "pawns": [{"pawn": "green", "cell": [7, 6]}],
        },
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (3, {"rings": "one"}), (4, {"rings": "2", "points": "hidden"})]
)
def test_whole_matches_tell_everything_that_happens(seats: int, options: dict[str, str]) -> None:
    for seed in range(3):
        match = played(seats, seed, **options)
        told = match.steps
        json.dumps(told)
        assert told[-1]["step"] == "over"
        assert match.first() == 0
        assert all(GAME.describe(step, ["A", "B", "C", "D"][:seats]) for step in told)
        assert (told[0]["step"] == "ring") == (options.get("rings") == "one")
        points = [0] * seats
        board = {tuple(cell) for cell in _first_orcs(match)}
        for step in told:
            if step["step"] == "tile":
                points[cast(int, step["seat"])] += cast(int, step["points"])
            board |= {(c[0], c[1]) for c in cast("list[list[int]]", step.get("placed") or [])}
            board -= {(c[0], c[1]) for c in cast("list[list[int]]", step.get("removed") or [])}
            if step.get("orc"):
                board.discard(cast("tuple[int, int]", tuple(cast("list[int]", step["cell"]))))
            for caught in cast("list[JsonStep]", step.get("pincers") or []):
                board -= {(c[0], c[1]) for c in cast("list[list[int]]", caught["cells"])}
        kernel = match.kernel
        assert [int(kernel.public()[int(t.POINTS - t.PUBLIC) + seat]) for seat in range(seats)] == points
        assert board == p.orcs(kernel)  # type: ignore[arg-type]


def _first_orcs(match: Match) -> set[tuple[int, int]]:
    start = GAME.start(match.setup)
    return p.orcs(start)


def test_the_rules_hash_covers_the_figures() -> None:
    assert len(GAME.rules_hash()) == 32
    assert FIGURES.rules_version == 1
