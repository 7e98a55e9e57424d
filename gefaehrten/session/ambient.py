"""Pure. What a session takes from outside: time, randomness, patience. Tests give it others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ambient:
    """What comes from outside: a steady clock in seconds, secret random bytes, seconds of patience for a lost link."""

    clock: Callable[[], float]
    entropy: Callable[[int], bytes]
    grace: float
