"""Pure. What a host knows of one connection, from its first frame to its last."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.log import Log
from protocol.machine.allowance import Allowance
from protocol.machine.doorman import Doorman


@dataclass(slots=True)
class Connection:
    """One connection. Mutable: it is let in, gets a seat, spends its allowances.

    Attributes:
        changes: how often it may still change its mind before the match.
        live: whether it gets new entries; not before it has said where it left off.
        left: whether it has said good-bye.
        resumed: whether it took the place of an earlier connection, and may send again what is logged.
    """

    number: int
    origin: str
    doorman: Doorman
    opened: float
    allowance: Allowance
    changes: Allowance
    key: bytes = b""
    seat: int = -1
    live: bool = True
    resumed: bool = False
    left: bool = False

    def plays(self, log: Log) -> bool:
        """Whether it must have seen that the match has begun."""
        return self.resumed or log.next_number(self.seat) > 1
