"""Pure. How long a seat has waited for the others by its own clock, and whom it would give up.

The one rule: absence is never proof. A person who is connected may think as long as they like; programs answer at once,
and who is neither there nor answers has the grace for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol.machine.absence import Proposal
from protocol.machine.table import Table

CONSENT = 0.8
"""The part of the grace after which a seat agrees that another be given up: clocks and lines differ."""


HOST_SECONDS = 60.0
"""How much longer than the grace a seat waits at most for the host to say that others be given up."""


class Patience:
    """Seconds that seats have kept the table waiting. Mutable: it follows table and clock.

    Args:
        own: the seat that waits; it never waits for itself.
        grace: seconds that a seat may be away, and that its program may owe answers, in the whole match.
    """

    def __init__(self, own: int, seats: int, grace: float) -> None:
        self.grace = grace
        self._own = own
        self._heard: float | None = None
        self._spent = [0.0] * seats
        self._away: set[int] = set()
        self._then: float | None = None
        self._proposed: Proposal | None = None

    def line(self, seat: int, away: bool) -> None:
        """The seat's line is down, or up again, says the host."""
        (self._away.add if away else self._away.discard)(seat)

    def gone(self, seat: int) -> None:
        """The seat's line is down and will not be up again: nothing is left to wait for."""
        self._away.add(seat)
        self._spent[seat] = max(self._spent[seat], self.grace)

    def heard(self, now: float) -> None:
        """Something has come from the host."""
        self._heard = now

    def exhausted(self, table: Table, now: float, *, unlogged: bool) -> bool:
        """Whether it is the host that keeps this seat waiting: it passes nothing on, or gives up nobody who is gone.

        Args:
            unlogged: whether something that this seat has sent is not in the log yet.
        """
        if self._heard is None or not (unlogged or self.overdue(table)):
            return False
        return now - self._heard > self.grace + min(self.grace, HOST_SECONDS)

    def step(self, table: Table, now: float) -> None:
        """Time has passed, or the table has changed; call it at every change, and every second or so."""
        passed = 0.0 if self._then is None else now - self._then
        self._then = now
        for seat in self._owing(table):
            self._spent[seat] += passed

    def left(self, seat: int) -> float:
        """How many seconds the seat has left."""
        return max(0.0, self.grace - self._spent[seat])

    def overdue(self, table: Table, part: float = 1.0) -> tuple[int, ...]:
        """The seats that keep the table waiting now and have used up so much of their grace."""
        return tuple(seat for seat in self._owing(table) if self._spent[seat] >= part * self.grace)

    def proposed(self, proposal: Proposal) -> None:
        """The host asks for a consent."""
        self._proposed = proposal

    def agreed(self, table: Table) -> Proposal | None:
        """The proposal that this seat agrees to now, once."""
        proposal = self._proposed
        if proposal is None or not set(proposal.seats) <= set(self.overdue(table, CONSENT)):
            return None
        if self._own in proposal.seats or proposal.number != table.retirements + 1:
            return None
        self._proposed = None
        return proposal

    def _owing(self, table: Table) -> Sequence[int]:
        """Who keeps the table waiting: programs that owe an answer, and movers who are not there."""
        if table.ending is not None:
            return [seat for seat in table.awaited() if seat in self._away]
        mover = None if table.waits_for_programs else table.to_move
        return [
            seat
            for seat in table.awaited()
            if seat != self._own and seat in table.active and (seat != mover or seat in self._away)
        ]
