"""Steps in words: who, what, where."""

from __future__ import annotations

import pytest

from gefaehrten.core.game import JsonStep
from gefaehrten.core.view import Wording
from gefaehrten.games.gefaehrten.announce import announce, describe
from gefaehrten.games.gefaehrten.trail import START, Laid, retrace
from tests.german import german
from tests.unit.games.gefaehrten.scenes import NAMES


def place(
    seat: int, colour: str, value: int, name: str | None, cell: list[int], token: str | None = None
) -> JsonStep:
    card = {"colour": colour, "value": value, "name": name}
    return {"step": "place", "seat": seat, "card": card, "cell": cell, "token": token}


GIMLI = place(3, "blue", 4, "Gimli", [1, -1])
"""A card of seat 3 on space 3 of Bag End."""

SCORED: JsonStep = {
    "step": "scored",
    "location": 8,
    "parties": [
        {
            "seat": 3,
            "colour": "blue",
            "total": 8,
            "cards": 2,
            "rank": 1,
            "ep": 3,
            "loss": 0,
            "tokens": ["bree"],
        },
        {"seat": 0, "colour": "red", "total": 1, "cards": 1, "rank": 2, "ep": 0, "loss": 3, "tokens": []},
    ],
}

CASES: list[tuple[JsonStep, str, str]] = [
    (
        place(0, "red", 5, "Gandalf", [-1, 0]),
        "Anna: 5 Gandalf on space 5",
        "Anna: 5 Gandalf auf Feld 5",
    ),
    (
        place(0, "red", 1, "Small object", [2, 1], "bree"),
        "Anna: 1 with the Bree ring on space 0",
        "Anna: 1 mit dem Ring Bree auf Feld 0",
    ),
    (
        place(0, "red", 5, "Gandalf", [1, -1]),
        "Anna: 5 Gandalf on space 3, over your 4 Gimli",
        "Anna: 5 Gandalf auf Feld 3, über deine 4 Gimli",
    ),
    (
        {"step": "nazgul", "seat": 1, "colour": "yellow", "cell": [1, -1]},
        "Berta: Nazgûl on your 4 Gimli on space 3",
        "Berta: Nazgûl auf deine 4 Gimli auf Feld 3",
    ),
    (
        {"step": "nazgul", "seat": 3, "colour": "blue", "cell": None},
        "You: Nazgûl on a free space",
        "Du: Nazgûl auf ein freies Feld",
    ),
    (
        {"step": "recall", "seat": 3, "from": [1, -1], "cell": [-1, 0], "token": "lothlorien"},
        "You: 4 Gimli from space 3 goes to space 5 with the Lothlórien ring",
        "Du: 4 Gimli kommt von Feld 3 mit dem Ring Lothlórien auf Feld 5",
    ),
    ({"step": "locate", "seat": 2, "cell": [3, 0]}, "Cem: Bree at 3,0", "Cem: Bree auf 3,0"),
    (
        SCORED,
        "Moria is scored: You 8 (+3 and Bree ring), Anna 1 (–3).",
        "Wertung Moria: Du 8 (+3 und Ring Bree), Anna 1 (–3).",
    ),
    (
        {"step": "retired", "seat": 1},
        "Berta is out of the match: hand and stack leave the game (F34).",
        "Berta ist ausgeschieden: Hand und Stapel sind aus dem Spiel (F34).",
    ),
    (
        {"step": "over", "reason": "cards", "scores": [3, 1, 2, 3], "winners": [0, 3]},
        "The match is over: Anna 3, You 3, Cem 2, Berta 1. Shared victory: Anna, You.",
        "Die Partie ist zu Ende: Anna 3, Du 3, Cem 2, Berta 1. Geteilter Sieg: Anna, Du.",
    ),
    ({"step": "drawn", "seat": 3, "count": 2}, "You: cards drawn: 2", "Du: gezogene Karten: 2"),
]


@pytest.mark.parametrize(("step", "english", "deutsch"), CASES)
def test_announce_to_the_player_of_the_card(step: JsonStep, english: str, deutsch: str) -> None:
    sentence = announce(step, [GIMLI], NAMES, 3)
    assert sentence is not None
    assert str(sentence) == english
    assert Wording(german()).say(sentence) == deutsch


@pytest.mark.parametrize("step", [{"step": "end_turn", "seat": 1}, {"step": "drawn", "seat": 1, "count": 2}])
def test_what_nobody_needs_to_hear(step: JsonStep) -> None:
    assert announce(step, [], NAMES, 3) is None


def test_others_hear_whose_card_it_was() -> None:
    step: JsonStep = {"step": "nazgul", "seat": 1, "colour": "yellow", "cell": [1, -1]}
    assert str(announce(step, [GIMLI], NAMES, 0)) == "Berta: Nazgûl on 4 Gimli of Dörte on space 3"


def test_two_players_hear_colours() -> None:
    step = place(0, "green", 4, "Gimli", [1, -1])
    assert str(announce(step, [], NAMES[:2], 1)) == "Anna: 4 Gimli (green) on space 3"
    assert "You (blue) 8" in str(announce({**SCORED, "parties": [_blue()]}, [], NAMES[:2], 1))


def _blue() -> JsonStep:
    return {"seat": 1, "colour": "blue", "total": 8, "cards": 2, "rank": 1, "ep": 3, "loss": 0, "tokens": []}


@pytest.mark.parametrize(("step", "english", "deutsch"), CASES)
def test_describe_needs_no_history(step: JsonStep, english: str, deutsch: str) -> None:
    said = str(describe(step, NAMES))
    assert said
    assert "your" not in said
    assert "You" not in said


def test_describe_says_cells() -> None:
    assert str(describe(GIMLI, NAMES)) == "Dörte: 4 Gimli on cell 1,-1"
    assert str(describe({"step": "end_turn", "seat": 1}, NAMES)) == "Berta: end of the turn"


def test_a_step_that_is_not_known_is_still_a_sentence() -> None:
    assert str(describe({"step": "fanfare", "seat": 1}, NAMES)) == "Berta: fanfare"


def test_retrace_follows_cards_and_locations() -> None:
    assert retrace([]) == START
    steps: list[JsonStep] = [
        GIMLI,
        place(0, "red", 5, "Gandalf", [1, -1]),
        place(1, "yellow", 1, "Small object", [0, -1]),
        {"step": "nazgul", "seat": 2, "colour": "green", "cell": [0, -1]},
        {"step": "nazgul", "seat": 1, "colour": "yellow", "cell": None},
        {"step": "locate", "seat": 0, "cell": [3, 0]},
        {"step": "recall", "seat": 0, "from": [1, -1], "cell": [3, 1], "token": "lothlorien"},
    ]
    trail = retrace(steps)
    assert trail.cards == {(3, 1): Laid(0, 5, "Gandalf", "lothlorien")}
    assert (trail.origin, trail.location) == ((3, 0), 1)
    assert [trail.space(cell) for cell in ((2, -1), (5, 1), (3, 0), (6, 0), (1, -1))] == [
        0,
        9,
        None,
        None,
        None,
    ]
