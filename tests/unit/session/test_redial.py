"""Pauses between attempts to reach a host: longer and longer, up to a limit, and left at once."""

from __future__ import annotations

import asyncio

import pytest

from gefaehrten.session.ambient import Ambient
from gefaehrten.session.players import Leaving
from gefaehrten.session.redial import Redial


class Clock:
    """Seconds that pass only where somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def made(patience: float = 100.0) -> tuple[Redial, Clock, asyncio.Event]:
    clock, quitting = Clock(), asyncio.Event()
    # 127 of 255: the jitter in the middle, where a pause is as long as it is meant to be (nearly).
    return Redial(Ambient(clock, lambda size: bytes([127] * size), 0.0), quitting, patience), clock, quitting


async def test_pauses_grow_to_their_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    def timeout(seconds: float) -> asyncio.Timeout:
        waited.append(round(seconds, 1))
        return asyncio.Timeout(0)

    monkeypatch.setattr("gefaehrten.session.redial.asyncio.timeout", timeout)
    search, clock, _ = made()
    for _ in range(6):
        await search.pause()
    assert waited == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0]
    clock.now = 97.0
    await search.pause()
    assert waited[-1] == 3.0, "no longer than there is patience"


async def test_who_wants_to_leave_does_not_wait() -> None:
    search, _, quitting = made()
    quitting.set()
    with pytest.raises(Leaving):
        await search.pause()


def test_patience_begins_anew_when_the_host_is_heard() -> None:
    search, clock, _ = made()
    clock.now = 60.0
    assert search.left == 40.0
    search.heard()
    assert search.left == 100.0
    clock.now = 161.0
    assert search.left < 0
