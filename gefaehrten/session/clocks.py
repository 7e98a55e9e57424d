"""Pure. The clock of a table: how long each seat has for a turn, and what is left of its reserve for the match.

The one rule: it runs while it is the mover's own decision, and stands still while the table waits for anything else.
"""

from __future__ import annotations

import math


class Clocks:
    """The clocks of all seats, by the clock of one program. Mutable: time passes.

    Args:
        limit: seconds for a turn; None: as long as anybody likes.
        reserve: seconds of each seat for the whole match, which turns beyond the limit use up.

    Attributes:
        running: the seat whose decision it is now; None while no clock runs.
    """

    def __init__(self, seats: int, limit: float | None = None, reserve: float = 0.0) -> None:
        self.limit = limit
        self.running: int | None = None
        self._reserves = [reserve] * seats
        self._turn = -1
        self._mover = -1
        self._used = 0.0

    def step(self, running: int | None, turn: int, passed: float) -> None:
        """Seconds have passed since the last step, as things stood then; from now on they stand like this.

        Args:
            running: the seat whose decision it is.
            turn: number of the turn.
        """
        if self.running is not None:
            self._used += passed
        if turn != self._turn:
            if self._mover >= 0:
                self._reserves[self._mover] = self.reserve(self._mover)
            self._turn, self._mover, self._used = turn, -1, 0.0
        self.running = running
        if running is not None:
            self._mover = running

    def seconds(self, seat: int) -> float:
        """What the seat has left for its turn, without its reserve; infinite without a clock."""
        if self.limit is None:
            return math.inf
        return max(0.0, self.limit - self._used) if seat == self._mover else self.limit

    def reserve(self, seat: int) -> float:
        """What the seat has left of its reserve."""
        beyond = 0.0 if self.limit is None or seat != self._mover else max(0.0, self._used - self.limit)
        return max(0.0, self._reserves[seat] - beyond)

    def left(self, seat: int) -> float:
        """Seconds until turn time and reserve are gone; infinite without a clock."""
        return self.seconds(seat) + self.reserve(seat)

    def out(self, seat: int) -> bool:
        """Whether it is the seat's decision, and its time is over."""
        return seat == self._mover and self.left(seat) <= 0

    def forfeit(self, seat: int) -> None:
        """Nothing is left of the seat's reserve."""
        self._reserves[seat] = 0.0
