"""How much one connection may ask for in how short a time."""

from __future__ import annotations

import pytest

from protocol.errors import Culprit, RemoteProtocolError
from protocol.machine.allowance import Allowance


def spent(allowance: Allowance, now: float) -> int:
    """How often it can be spent at one moment."""
    for count in range(1_000):
        try:
            allowance.spend(now)
        except RemoteProtocolError:
            return count
    raise AssertionError("without end")


def test_a_flood_is_its_senders_fault() -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        Allowance.full(0, 1, 0.0).spend(0.0)
    assert (caught.value.code, caught.value.culprit) == ("flood", Culprit.PEER)


def test_a_burst_and_then_what_comes_back() -> None:
    assert spent(Allowance.full(5, 2, 10.0), 10.0) == 5
    allowance = Allowance.full(5, 2, 10.0)
    for _ in range(5):
        allowance.spend(10.0)
    assert spent(allowance, 11.0) == 2


@pytest.mark.parametrize("seconds", [10.0, 1e9])
def test_nothing_is_saved_beyond_the_burst(seconds: float) -> None:
    assert spent(Allowance.full(5, 2, 0.0), seconds) == 5


def test_what_is_taken_in_vain_costs_nothing() -> None:
    allowance = Allowance.full(1, 1, 0.0)
    assert [allowance.take(0.0) for _ in range(5)] == [True, False, False, False, False]
    assert allowance.take(1.0)
