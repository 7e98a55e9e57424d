"""Connections are counted in all and by origin, and forgotten when they are gone."""

from __future__ import annotations

import pytest

from protocol import limits
from protocol.net.gate import Gate


def test_the_nearer_limit_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS", 4)
    monkeypatch.setattr(limits, "CONNECTIONS_PER_ADDRESS", 2)
    gate = Gate()
    assert [gate.enter("a") for _ in range(3)] == [0.5, 1.0, 1.5]
    assert gate.enter("b") == 1.0
    assert gate.enter("c") == 1.25
    for origin in "aaabc":
        gate.leave(origin)
    assert gate.enter("d") == 0.5
    assert len(gate._counts) == 1
