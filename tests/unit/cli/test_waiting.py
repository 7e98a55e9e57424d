"""Whom the table waits for, in words: nobody is waited for any more who is out of the match."""

from __future__ import annotations

from gefaehrten.cli.line.waiting import Waits
from gefaehrten.core.game import JsonStep, Setup
from gefaehrten.engine import catalogue
from gefaehrten.session.events import Waiting
from gefaehrten.session.players import Position


def after(*steps: JsonStep) -> Position:
    game, setup = catalogue.game("gefaehrten"), Setup(3)
    return Position(game, setup, game.start(setup), 0, ("Ada", "Berta", "Cem"), steps, (), 1)


def test_a_host_that_comes_back_says_anew_who_is_gone() -> None:
    """It may have been killed, and have come back with others, before it could say that they had."""
    waits = Waits(lambda: 0.0)
    waits.gone(Waiting(2, "Cem", 40.0))
    waits.gone(Waiting(-1, "", 180.0))
    waits.back(-1)
    assert waits.sentence() is None
    waits.gone(Waiting(2, "Cem", 30.0))
    assert str(waits.sentence()) == "Cem is gone, 30 s left"


def test_a_seat_that_is_retired_is_not_waited_for_any_more() -> None:
    waits = Waits(lambda: 0.0)
    waits.gone(Waiting(2, "Cem", 40.0))
    waits.turn(after({"step": "drawn", "seat": 2, "count": 6}))
    assert str(waits.sentence()) == "Cem is gone, 40 s left"
    waits.turn(after({"step": "retired", "seat": 1}))
    assert str(waits.sentence()) == "Cem is gone, 40 s left"
    waits.turn(after({"step": "retired", "seat": 2}))
    assert waits.sentence() is None
