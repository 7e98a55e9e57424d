"""Pure. What one seat may ask of its table in the course of a match, whatever connections it uses for that.

The one rule: what a person could do by accident is left undone without a word; only a flood of play is a fault.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from protocol import limits
from protocol.errors import N_, Culprit, RemoteProtocolError
from protocol.machine.allowance import Allowance


@dataclass(slots=True)
class Ration:
    """What is left for one seat. Mutable: it is used up.

    Attributes:
        talk: lines of chat.
        returns: connections that take the seat back.
        written: bytes of its envelopes in the log.
    """

    talk: Allowance = field(default_factory=lambda: Allowance.full(*limits.CHAT_LINES, 0.0))
    returns: Allowance = field(default_factory=lambda: Allowance.full(*limits.SEAT_RETURNS, 0.0))
    written: int = 0

    def write(self, number: int, data: bytes) -> None:
        """Lets an envelope into the log, as far as the seat's share of it goes.

        Args:
            number: its author's running number.

        Raises:
            RemoteProtocolError: code "flood", the author's fault: it has written as much as eight matches.
        """
        if number > limits.SEAT_ENVELOPES or self.written + len(data) > limits.SEAT_BYTES:
            raise RemoteProtocolError(
                "flood", N_("A seat has filled its share of the log."), culprit=Culprit.PEER
            )
        self.written += len(data)
