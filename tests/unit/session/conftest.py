"""Shell. The toy game stands in the catalogue while a session is tested, and nobody waits for a second attempt."""

from __future__ import annotations

import pytest

from gefaehrten.engine import catalogue
from gefaehrten.session import redial


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """One more game, and no pause before dialling again."""
    monkeypatch.setitem(catalogue._MODULES, "toy", "tests.unit.session.toy_game")
    monkeypatch.setattr(redial, "FIRST_PAUSE", 0.0)
