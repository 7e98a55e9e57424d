"""The catalogue: every key leads to its game, and any other to a sentence that names them all."""

from __future__ import annotations

import pytest

from gefaehrten.core.errors import UsageError
from gefaehrten.core.game import Setup
from gefaehrten.engine import catalogue


def test_the_card_game_is_the_default() -> None:
    assert catalogue.keys()[0] == "gefaehrten"


@pytest.mark.parametrize("key", catalogue.keys())
def test_a_key_leads_to_the_game_that_bears_it(key: str) -> None:
    game = catalogue.game(key)
    assert game.key == key
    assert catalogue.game(key) is game
    assert len(game.rules_hash()) == 32
    for seats in range(game.min_seats, game.max_seats + 1):
        assert game.start(Setup(seats)).seats() == seats


@pytest.mark.parametrize("key", ["", "chess", "Gefaehrten", "gefaehrten ", "__main__", "os"])
def test_another_key_is_refused_with_the_keys_there_are(key: str) -> None:
    with pytest.raises(UsageError) as caught:
        catalogue.game(key)
    assert caught.value.code == "game"
    assert all(known in str(caught.value) for known in catalogue.keys())  # noqa: SIM118 - a function, not a mapping
