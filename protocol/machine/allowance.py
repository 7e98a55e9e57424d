"""Pure. How much one connection may ask for in how short a time: a token bucket, bursts are fine and a flood is not.

The one rule: time is an argument, in seconds of any steady clock.
"""

from __future__ import annotations

from dataclasses import dataclass

from protocol.errors import N_, Culprit, RemoteProtocolError


@dataclass(slots=True)
class Allowance:
    """What is left. Mutable: it is spent, and grows again.

    Attributes:
        burst: the most that can be left.
        rate: how much comes back in a second.
        counted: when `left` was last brought up to date.
    """

    burst: float
    rate: float
    left: float
    counted: float

    @classmethod
    def full(cls, burst: float, rate: float, now: float) -> Allowance:
        """Nothing is spent yet."""
        return cls(burst, rate, burst, now)

    def take(self, now: float) -> bool:
        """Takes one, if one is left."""
        self.left = min(self.burst, self.left + (now - self.counted) * self.rate)
        self.counted = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def spend(self, now: float) -> None:
        """Takes one.

        Raises:
            RemoteProtocolError: code "flood", the sender's fault: nothing is left.
        """
        if not self.take(now):
            raise RemoteProtocolError(
                "flood", N_("Too many messages came in too short a time."), culprit=Culprit.PEER
            )
