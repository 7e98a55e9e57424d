"""The record in the open: every step in the form of cli.md."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any, cast

import pytest

from gefaehrten.core.game import Setup
from gefaehrten.core.random import Random
from gefaehrten.engine.dealer import Dealer
from gefaehrten.engine.match import Match
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.moves import legal
from gefaehrten.games.gefaehrten.steps import consequences
from tests.unit.games.gefaehrten import kernel_positions as made
from tests.unit.games.gefaehrten.kernel_positions import position


def steps(kernel: GefaehrtenKernel, action: int, card: int | None = None) -> list[dict[str, Any]]:
    """What `action` does, after a round through JSON as a reader gets it."""
    after = made.play(kernel, action)
    found: list[dict[str, Any]] = json.loads(json.dumps(GAME.steps(kernel, action, after, card)))
    return found


def test_place() -> None:
    kernel = position(seats=4, hands={0: "r3 r1"}, tokens={0: ["bree"]})
    assert steps(kernel, made.place("r3", "5"), card=12) == [
        {
            "step": "place",
            "seat": 0,
            "card": {"colour": "red", "value": 3, "name": "Sam"},
            "cell": [-1, 0],
            "token": None,
        }
    ]
    (step,) = steps(kernel, made.place("r1", "0", "bree"), card=5)
    assert step["card"] == {"colour": "red", "value": 1, "name": "Small object"}
    assert step["cell"] == [2, 1]
    assert step["token"] == "bree"


def test_f1_twos_and_fours_bear_the_names_of_their_cards() -> None:
    kernel = position(seats=2, mover=1, hands={1: "r2 b4"})
    # Second colour of seat 1: card numbers from 22 on.
    names = [steps(kernel, made.place("r2", "1"), card=card)[0]["card"] for card in range(8, 12)]
    assert [card["name"] for card in names] == ["Galadriel", "Bilbo", "Elrond", "Arwen"]
    names = [steps(kernel, made.place("b4", "1"), card=card)[0]["card"] for card in range(38, 42)]
    assert [card["name"] for card in names] == ["Aragorn", "Boromir", "Gimli", "Legolas"]


def test_a_card_whose_number_is_not_known_has_no_name_unless_all_share_it() -> None:
    kernel = position(seats=4, hands={0: "r2 r5"})
    assert steps(kernel, made.place("r2", "1"))[0]["card"] == {"colour": "red", "value": 2, "name": None}
    assert steps(kernel, made.place("r5", "1"))[0]["card"]["name"] == "Gandalf"


def test_nazgul() -> None:
    kernel = position(seats=4, mover=3, spaces={"8": "r4"}, hands={3: "bN"})
    assert steps(kernel, made.nazgul("b", (0, 1)), card=21) == [
        {"step": "nazgul", "seat": 3, "colour": "blue", "cell": [0, 1]}
    ]
    assert steps(kernel, made.nazgul("b", None), card=21) == [
        {"step": "nazgul", "seat": 3, "colour": "blue", "cell": None}
    ]


def test_recall() -> None:
    kernel = position(
        seats=4,
        location=made.BREE,
        earlier=[(5, 3)],
        mover=2,
        cells={(4, 2): "g4"},
        hands={2: "g1"},
        tokens={2: ["lothlorien"]},
    )
    assert steps(kernel, made.recall((4, 2), "7")) == [
        {"step": "recall", "seat": 2, "from": [4, 2], "cell": [-1, 1], "token": "lothlorien"}
    ]


def test_end_turn() -> None:
    kernel = made.play(position(seats=4, hands={0: "r1 r1"}), made.place("r1", "1"))
    assert steps(kernel, made.END) == [{"step": "end_turn", "seat": 0}]


NINE = {"1": "r1", "2": "r1", "3": "b4", "4": "b1", "5": "y2", "6": "y1", "7": "g1", "8": "y1", "9": "r2"}
"""Red 4 with the tenth card (r0), blue 5, yellow 4, green 1."""


def test_f23_scored_lists_every_party_in_rank_order() -> None:
    kernel = position(seats=4, spaces=NINE, hands={0: "r0"}, last_placer=3)
    _, scored = steps(kernel, made.place("r0", "0"), card=0)
    assert scored == {
        "step": "scored",
        "location": 1,
        "parties": [
            party(3, "blue", 5, 2, rank=1, ep=2, tokens=["bag_end"]),
            # Red and yellow tie at 4; red played the last card, so yellow is first clockwise (F24).
            party(1, "yellow", 4, 3, rank=2, ep=2),
            party(0, "red", 4, 4, rank=3, ep=1),
            party(2, "green", 1, 1, rank=4),
        ],
    }


def party(
    seat: int,
    colour: str,
    total: int,
    cards: int,
    *,
    rank: int,
    ep: int = 0,
    loss: int = 0,
    tokens: list[str] | None = None,
) -> dict[str, object]:
    return {
        "seat": seat,
        "colour": colour,
        "total": total,
        "cards": cards,
        "rank": rank,
        "ep": ep,
        "loss": loss,
        "tokens": tokens or [],
    }


def test_f26_the_loss_is_what_was_really_taken() -> None:
    kernel = position(
        seats=4,
        location=made.MORIA,
        earlier=[(3 * n - 12, 9) for n in range(7)],
        spaces=NINE,
        hands={0: "r0"},
        scores=[9, 9, 2, 9],
    )
    _, scored = steps(kernel, made.place("r0", "0"), card=0)
    assert [entry["loss"] for entry in scored["parties"]] == [0, 0, 0, 2]
    assert [entry["ep"] for entry in scored["parties"]] == [3, 0, 0, 0]


def test_f27_locate() -> None:
    kernel = position(seats=4, spaces=NINE | {"0": "r0"}, hands={0: "r1"}, locating=True)
    assert steps(kernel, made.locate(3, 0)) == [{"step": "locate", "seat": 0, "cell": [3, 0]}]


def test_f31_over_after_the_last_location() -> None:
    kernel = position(
        seats=4,
        location=made.AMON_HEN,
        earlier=[(3 * n - 12, 9) for n in range(9)],
        spaces=NINE,
        hands={0: "r0"},
        scores=[1, 2, 3, 4],
    )
    place, scored, over = steps(kernel, made.place("r0", "0"), card=0)
    assert (place["step"], scored["step"], scored["location"]) == ("place", "scored", 10)
    assert over == {"step": "over", "reason": "locations", "scores": [3, 6, 3, 11], "winners": [3]}


def test_f30_over_when_nobody_has_cards_has_no_end_of_turn() -> None:
    kernel = position(
        seats=4, spaces={"1": "b4"}, hands={0: "r1"}, stacks={0: 0, 1: 0, 2: 0, 3: 0}, scores=[0, 0, 7, 0]
    )
    kernel = made.play(kernel, made.place("r1", "2"))
    scored, over = steps(kernel, made.END)
    assert scored["step"] == "scored"
    assert over == {"step": "over", "reason": "cards", "scores": [2, 0, 7, 2], "winners": [2]}


def test_f34_consequences_of_a_retirement() -> None:
    before = position(seats=3, hands={0: "r1", 1: "y1", 2: "g1"})
    after = before.clone()
    after.retire(0)
    assert consequences(before, after) == ()
    end = after.clone()
    end.retire(1)
    assert consequences(after, end) == (
        {"step": "over", "reason": "absence", "scores": [0, 0, 0], "winners": [2]},
    )


@pytest.mark.slow
def test_a_whole_match_reads_as_the_record_wants_it() -> None:
    match = Match(GAME, Setup(3))
    dealer, rng = Dealer(match, 11), Random(11)
    dealer.serve()
    assert [step["step"] for step in match.steps] == ["drawn"] * 3
    while match.need().kind == "turn":
        seat, kernel = match.need().seat, match.kernel.clone()
        turn: list[int] = []
        turns = kernel.turns()
        while kernel.request() == 1 and kernel.turns() == turns:
            possible = legal(kernel)
            turn.append(possible[rng.below(len(possible))])
            kernel.apply(turn[-1])
        match.turn(seat, *match.encode(seat, turn))
        dealer.serve()
    names = [str(step["step"]) for step in match.steps]
    assert names[-1] == "over"
    assert names.count("over") == 1
    assert set(names) >= {"drawn", "place", "nazgul", "end_turn", "scored", "locate", "over"}
    for name, following in pairwise(names):
        if name == "scored":
            assert following in ("locate", "over")
        if name in ("end_turn", "locate"):
            assert following in ("drawn", "place", "nazgul", "recall")
        if following == "drawn":
            assert name in ("end_turn", "locate", "drawn")
    placed = [cast("dict[str, Any]", step["card"])["name"] for step in match.steps if step["step"] == "place"]
    assert None not in placed
