"""Pings, pongs and pieces are counted where no message is."""

from __future__ import annotations

import pytest

from protocol import limits
from protocol.net.beside import CLOSE, PING, PONG, Beside

TEXT, BINARY, CONTINUED = 1, 2, 0


def borne(beside: Beside, kind: int, *, last: bool, now: float = 0.0) -> int:
    """How many of these are bearable at one moment; 1,000 for any number."""
    for count in range(1_000):
        if not beside.bearable(kind, last=last, now=now):
            return count
    return 1_000


@pytest.mark.parametrize("kind", [PING, PONG])
def test_so_many_pings_and_pongs_and_then_so_many_in_a_second(kind: int) -> None:
    burst, rate = limits.CONTROL_FRAMES
    beside = Beside(0.0)
    assert borne(beside, kind, last=True) == burst
    assert borne(beside, kind, last=True, now=1.0) == rate


def test_pings_and_pongs_count_together() -> None:
    beside = Beside(0.0)
    borne(beside, PING, last=True)
    assert borne(beside, PONG, last=True) == 0


@pytest.mark.parametrize("kind", [TEXT, BINARY, CONTINUED])
def test_a_message_has_so_many_pieces(kind: int) -> None:
    beside = Beside(0.0)
    assert borne(beside, kind, last=False) == limits.PIECES - 1


def test_messages_are_as_many_as_there_are() -> None:
    """They are counted elsewhere."""
    beside = Beside(0.0)
    assert borne(beside, BINARY, last=True) == 1_000
    for _ in range(100):
        assert borne(beside, BINARY, last=True) == 1_000
        assert all(beside.bearable(CONTINUED, last=False, now=0.0) for _ in range(limits.PIECES - 1))
        assert beside.bearable(CONTINUED, last=True, now=0.0)


def test_pings_between_pieces_change_nothing() -> None:
    beside = Beside(0.0)
    for _ in range(limits.PIECES - 1):
        assert beside.bearable(CONTINUED, last=False, now=0.0)
    assert beside.bearable(PING, last=True, now=0.0)
    assert not beside.bearable(CONTINUED, last=False, now=0.0)


def test_a_good_bye_is_always_bearable() -> None:
    assert borne(Beside(0.0), CLOSE, last=True) == 1_000
