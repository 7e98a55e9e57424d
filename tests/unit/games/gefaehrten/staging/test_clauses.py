"""Which clause the rules open at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gefaehrten.games.gefaehrten.stage import STAGE
from tests.unit.games.gefaehrten import kernel_positions as made
from tests.unit.games.gefaehrten.scenes import scene
from tests.unit.games.gefaehrten.staging.test_picture import full, weathertop


@pytest.mark.parametrize(
    ("typed", "clause"),
    [
        ("", "F11"),
        ("d", "F13"),
        ("2@", "F13"),
        ("f", "F15"),
        ("n", "F15"),
        ("d3", "F13"),
        ("d9", "F14"),
        ("d+bree@", "F21"),
        ("+bree", "F21"),
        ("+lothlorien", "F22"),
        ("-4,0>", "F22"),
        ("@3", "F13"),
        ("end", "F11"),
        ("@3,0", "F27"),
        ("g5@2", "F4"),
    ],
)
def test_of_what_is_typed(typed: str, clause: str) -> None:
    assert STAGE.clause(scene(weathertop(tokens={0: ["bree", "lothlorien"]})), typed) == clause


def test_of_the_position() -> None:
    assert STAGE.clause(scene(weathertop(location=made.FORD)), "") == "F17"
    assert STAGE.clause(scene(weathertop(location=made.CARADHRAS)), "") == "F18"
    assert STAGE.clause(scene(weathertop(location=made.MORIA)), "") == "F26"
    assert STAGE.clause(scene(weathertop(), turn="1@2"), "") == "F12"
    assert STAGE.clause(full(), "") == "F28"
    other = scene(weathertop(), seat=2)
    assert STAGE.clause(other, "") == STAGE.clause(replace(other, seat=-1), "") == "F23"


def test_of_a_card_that_may_go_nowhere() -> None:
    assert STAGE.clause(scene(weathertop(), turn="1@2"), "d") == "F12"
    assert STAGE.clause(scene(weathertop(location=made.FORD), turn="1@2 2@4"), "e") == "F17"
    assert STAGE.clause(scene(weathertop(location=made.CARADHRAS), turn="1@2"), "c") == "F18"
    again = weathertop(hands={0: "r2 r2"}, tokens={0: ["weathertop"]})
    assert STAGE.clause(scene(again, turn="2@2"), "b") == "F21"
