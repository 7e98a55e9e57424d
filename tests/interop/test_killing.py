"""A few of the fifty kills of `scripts/kill_fifty.py`, so that the script is known to work."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interop.killing import Killing, Place

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def test_a_match_whose_processes_are_killed_at_random(tmp_path: Path) -> None:
    places = {name: Place() for name in ("host", "guest", "bot")}
    killing = Killing(tmp_path, places, kills=4, seed=5, level="random", entries=150, say=lambda line: None)
    figures = killing.run()
    assert figures.problem == ""
    assert sum(figures.kills.values()) == 4
    assert figures.entries > 150
