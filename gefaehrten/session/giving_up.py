"""Machine. The host's care for seats that are gone: who is away, who is to be given up, whom to ask.

The one rule: it proposes; what counts is what the seats that stay have signed.
"""

from __future__ import annotations

from collections.abc import Sequence

from gefaehrten.session.clocks import Clocks
from gefaehrten.session.patience import Patience
from protocol.machine.absence import Proposal, enough
from protocol.machine.hub import Hub, Stage
from protocol.machine.table import Table

AGREE_SECONDS = 20.0
"""How long until the others are asked once more. Whoever withholds a consent is charged for it from the first second,
as for every answer of a program, and is given up too when its own grace is used up."""


class GivingUp:
    """What the host does about absence in one match. Mutable: it follows the match and the clock.

    Args:
        hub: asks, and breaks the match off where nobody can decide.
        grace: seconds that everybody may be away.
        clocks: the clock of the table; by itself none.
    """

    def __init__(self, hub: Hub, seats: int, grace: float, clocks: Clocks | None = None) -> None:
        self._hub = hub
        self._patience = Patience(-1, seats, grace, clocks)
        self._patience.attendance = hub.attendance
        self._asked: tuple[int, ...] = ()
        self._active: tuple[int, ...] = ()
        self._asked_at = 0.0

    def lost(self, seat: int) -> float:
        """A seat's line is down; returns how many seconds it has left."""
        self._patience.line(seat, True)
        return self._patience.left(seat)

    def said_goodbye(self, seat: int) -> None:
        """The seat does not want to come back."""
        self._patience.gone(seat)

    def back(self, seat: int) -> None:
        """A lost seat has come back."""
        self._patience.line(seat, False)

    def step(self, table: Table, names: Sequence[str], now: float) -> None:
        """Time has passed: asks about those whose time is over; breaks off where too many are gone, or after play."""
        parting = self._hub.parting
        if parting is not None:
            self._patience.proposed(parting.proposal, parting.missing)
        self._patience.step(table, now)
        seats = self._patience.overdue(table)
        if not seats or tuple(table.active) != self._active:
            self._asked = ()  # what was proposed is void: a seat has spoken, or others are left to consent
        self._active = tuple(table.active)
        if seats and self._asked == seats and parting is not None:
            lag = AGREE_SECONDS * min(1.0, self._patience.grace / AGREE_SECONDS)
            if now - self._asked_at > lag and not parting.complete:
                self._asked_at = now
                self._hub.remind()
            elif now - self._asked_at > lag:
                self._asked = ()  # all have signed, and it counted for nothing: they are asked anew
        if not seats or seats == self._asked or self._hub.stage is not Stage.RUNNING:
            return
        self._asked, self._asked_at = seats, now
        if table.ending is not None or not enough(table.active, seats):
            gone = seats[0]
            self._hub.break_off(gone, "absent", f"{names[gone]} is gone.")
            return
        proposal = Proposal(table.retirements + 1, table.log.length, table.log.head(), seats)
        self._hub.propose(proposal, [seat for seat in table.active if seat not in seats])
