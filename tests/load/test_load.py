"""A small crowd around a real host: what the whole of it costs is measured by `scripts/load.py` (docs/load.md)."""

from __future__ import annotations

import pytest

from protocol import limits
from tests.load.measure import Order, Phase, measure, percentile

SMALL = [
    Phase("quiet", hold=3.0),
    Phase(
        "all",
        (
            Order("watcher", 40, 2.0),
            Order("deaf", 4, 0.2),
            Order("silent", 120, 1.0),
            Order("guesser", 300, 2.0),
        ),
        2.0,
    ),
]


def test_percentiles() -> None:
    assert [percentile(range(1, 101), share) for share in (0.5, 0.99, 1.0)] == [51, 100, 100]
    assert percentile([7.0], 0.5) == 7.0


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_seats_play_on_in_a_crowd_and_the_host_stays_small() -> None:
    """Not how fast, which depends on the machine: that all are answered, by those answers, and none loses its seat."""
    quiet, crowded = [figures async for figures in measure(SMALL, pause=20.0)]
    assert quiet.samples > 10
    assert crowded.samples > 10, "the seats are heard all the time"
    assert crowded.crowd["watcher"] == {"watching": 40}
    assert crowded.crowd["deaf"] == {"deaf": 4}
    assert set(crowded.crowd["guesser"]) <= {"code", "busy", "cut", "no answer"}
    assert crowded.crowd["guesser"]["code"] > 0
    assert sum(crowded.crowd["silent"].values()) == 120
    assert crowded.crowd["end"]["open"] <= 44 + limits.STRANGERS + limits.WAITING
    assert crowded.crowd["end"]["frames"] > 40, "watchers see what is played"
    assert crowded.memory - quiet.memory < 40
