"""Pure. The board game *Die Zwei Türme*: a folder of its own, reached through the catalogue.

The one rule: importing the package loads nothing; the game itself comes when `GAME` is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gefaehrten.games.tuerme.game import GAME as GAME

__all__ = ["GAME"]


def __getattr__(name: str) -> object:
    if name == "GAME":
        from gefaehrten.games.tuerme import game

        return game.GAME
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
