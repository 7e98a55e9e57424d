"""Pure. The games there are; a new game is one line here."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from gefaehrten.core.errors import UsageError
from gefaehrten.core.game import Game
from gefaehrten.core.text import N_

_MODULES = {
    "gefaehrten": "gefaehrten.games.gefaehrten.game",
    "mordor": "gefaehrten.games.mordor.game",
    "tuerme": "gefaehrten.games.tuerme.game",
}


def keys() -> tuple[str, ...]:
    """The keys of all games, the default first."""
    return tuple(_MODULES)


def game(key: str) -> Game:
    """The game with this key.

    Raises:
        UsageError: there is none.
    """
    module = _MODULES.get(key)
    if module is None:
        raise UsageError(
            "game",
            N_("There is no game “{key}”; the games are: {known}."),
            key=key,
            known=", ".join(_MODULES),
        )
    return cast(Game, import_module(module).GAME)
